"""A visitor's matches: which come first, and how they are told."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from stellwerk.core.match import Seat
from stellwerk.core.matchfile import dump, parse
from stellwerk.server.errors import Unavailable
from stellwerk.server.matches import Matches, hashed
from stellwerk.server.store import Store
from stellwerk.server.table import Created
from tests.server.kit import FIXED, GAME, Client, new_match, played, sit

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
    assert answer.text.lstrip().startswith('<section class="card mine"')
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
