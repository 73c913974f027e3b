"""A visitor's matches: which come first, and how they are told."""

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from stellwerk.core.match import Seat
from stellwerk.core.matchfile import dump, parse
from stellwerk.core.registry import title
from stellwerk.server.errors import Unavailable
from stellwerk.server.listing import PAGE
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed
from stellwerk.server.store import Store
from stellwerk.server.store.schema import matches as rows
from stellwerk.server.table import Created, Table
from tests.server.kit import FIXED, GAME, Client, Player, new_match, played, sit

ANN = hashed("ann")
SEATS = [Seat(name) for name in ("Ann", "Ben", "Cleo")]


def run(database: Path, scenario: Callable[[Matches], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(str(database))
        try:
            await scenario(Matches(store))
        finally:
            store.close()

    asyncio.run(main())


async def begun(service: Matches, **seats: int) -> Created:
    """A match in which the named visitors hold a seat each; seat 0 is to move."""
    created = await service.create(GAME, SEATS, FIXED)
    for name, seat in seats.items():
        await sit(service, hashed(name), created.id, seat)
    return created


def test_own_turns_come_first_then_running_matches_then_finished_ones_with_their_winners(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        mine = await begun(service, ann=0)
        others = await begun(service, ann=1)
        match = played()
        header, log = parse(dump(match))
        over = await service.create(GAME, SEATS, header=header, log=log)
        await sit(service, ANN, over.id, 0)
        latest = await begun(service, ann=2)
        found = await service.mine(ANN)
        assert [one.id for one in found] == [mine.id, latest.id, others.id, over.id]
        assert [one.your_turn for one in found] == [True, False, False, False]
        assert match.result is not None
        assert [one.winners for one in found] == [(), (), (), match.result.winners]

    run(database, scenario)


def test_the_list_alone_can_be_fetched(client: Client) -> None:
    assert "Matches that you begin or join" in client.get("/lobby/mine").text
    name = new_match(client, ("Ann", "<b>Ben</b>", "Cleo"))[0].match
    answer = client.get("/lobby/mine", headers={"accept-language": "de"})
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.lstrip().startswith('<div id="mine-list"')
    assert f'href="/match/{name}"' in answer.text
    assert "du bist am Zug" in answer.text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in answer.text


def test_a_match_of_a_game_that_is_not_installed_any_more_spoils_no_list(client: Client, database: Path) -> None:
    client.get("/")
    gone, stays = new_match(client)[0].match, new_match(client)[0].match
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE matches SET game = 'gone' WHERE id = ?", (gone,))
    page = client.get("/")
    assert page.status_code == 200
    assert f"/match/{stays}" in page.text
    assert f"/match/{gone}" not in page.text
    assert gone in page.text, "it is said that it cannot be read"


def test_what_the_lobby_asks_for_in_the_background_is_refused_as_scripts_read_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("away")

    monkeypatch.setattr(Store, "of_visitor", away)
    mine = client.get("/lobby/mine")
    assert (mine.status_code, mine.json()["error"]) == (503, "unavailable")
    assert int(mine.headers["retry-after"]) > 0
    options = client.post("/lobby/options", json={"game": "nix", "options": {}})
    assert (options.status_code, options.json()["error"]) == (404, "not-found")


def listed(client: Client, query: str = "") -> list[str]:
    """The matches that the lobby lists, in its order."""
    return re.findall(r'id="mine-([a-z0-9]{12})"', client.get(f"/lobby/mine?{query}").text)


def test_a_match_tells_its_scenario_how_far_it_is_and_whose_turn_it_is(client: Client) -> None:
    client.get("/")
    seats = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]
    known = title("1830")
    for options in ({}, known.preset("basic").options, known.preset("D").options, {"information": "open"}):
        answer = client.post("/api/matches", json={"game": "1830", "seats": seats, "options": dict(options)})
        assert answer.status_code == 201, answer.text
    page = client.get("/lobby/mine?of=1830").text
    names = [re.sub(r"<[^>]*>", "", name).strip() for name in re.findall(r"<b>(.*?)</b><span class=\"state\">", page)]
    basic = known.texts.say("en", "preset.basic.name")
    assert names == [
        "1830 · own choice of rules",
        "1830 · D: A level playing field",
        basic if basic.startswith("1830") else f"1830 · {basic}",
        "1830 Classic",
    ]
    assert len(re.findall(r" · (?:not begun|\d+ actions?) · ", page)) == len(names), "seats are drawn where they are"
    assert page.count("your turn") == len(names)


def test_the_list_is_paged_searched_and_put_away(client: Client) -> None:
    client.get("/")
    names = [new_match(client, ("Ann", f"Guest {number}", "Cleo"))[0].match for number in range(PAGE + 2)]
    assert listed(client) == names[:1:-1], "the latest first"
    assert listed(client, "page=2") == names[1::-1]
    assert listed(client, "page=99") == listed(client, "page=2"), "the nearest there is"
    assert listed(client, "page=x") == listed(client)
    assert listed(client, "who=GUEST%203") == [names[3]]
    assert listed(client, "who=paris&page=2") == names[1::-1], "the game by its name"
    assert listed(client, "of=1830") == []
    assert client.post("/lobby/shelf", json={"match": names[4], "away": True}).status_code == 200
    assert listed(client, "who=Guest%204") == []
    assert listed(client, "shelf=1") == [names[4]]
    assert "Archive (1)" in client.get("/").text
    own = client.cookies["stellwerk"]
    client.cookies.clear()
    client.cookies.set("stellwerk", "zoe")
    assert client.post("/lobby/shelf", json={"match": names[4], "away": True}).status_code == 404, "none of Zoe's"
    client.cookies.clear()
    client.cookies.set("stellwerk", own)
    client.post("/lobby/shelf", json={"match": names[4], "away": False})
    assert listed(client, "shelf=1") == []
    assert listed(client, "who=Guest%204") == [names[4]]


def test_what_was_put_away_comes_back_when_it_is_ones_turn(client: Client) -> None:
    """By what others did since; what was put away in one's own turn stays there, and can be put away again."""
    client.get("/")
    own = client.cookies["stellwerk"]
    seats = [{"free": True}, {"name": "Ann"}, {"free": True}]
    body = {"game": GAME, "options": FIXED, "seats": seats}
    begun = client.post("/api/matches", json=body).json()
    match = begun["id"]
    client.cookies.clear()
    token = client.post(f"/api/matches/{match}/join", json={"code": begun["invitations"][0]["code"]}).json()["token"]
    guest = Player(client, match, token)
    client.cookies.set("stellwerk", own)
    assert client.post("/lobby/shelf", json={"match": match, "away": True}).status_code == 200
    assert listed(client) == []
    rng = Random(5)
    while 1 not in (table := guest.look())["waiting"]:
        guest.choose(table, rng)
    assert listed(client) == [match]
    assert listed(client, "shelf=1") == []
    assert client.post("/lobby/shelf", json={"match": match, "away": True}).status_code == 200
    assert listed(client) == []
    assert listed(client, "shelf=1") == [match]


def test_a_list_opens_no_match_and_tells_more_once_it_was_looked_up(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(service: Matches) -> None:
        names = {(await begun(service, ann=0)).id for _ in range(3)}
        with service.store.database.writing() as db:
            db.execute(sa.update(rows).values(waiting=None))
        opened, look = [], service.open

        async def watched(name: str, *, bots: bool = False) -> Table:
            opened.append(name)
            return await look(name, bots=bots)

        monkeypatch.setattr(service, "open", watched)
        found = await service.mine(ANN)
        assert {one.id for one in found} == names
        assert not any(one.known or one.your_turn for one in found)
        assert opened == []
        await asyncio.wait_for(service.summaries.catch_up(), 300)
        assert all(one.your_turn for one in await service.mine(ANN))
        assert sorted(opened) == sorted(names), "each once"

    run(database, scenario)
