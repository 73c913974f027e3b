"""Files that people bring: match files and records of 18xx.games, and what is wrong with those that are refused."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.action import Json
from stellwerk.core.matchfile import dump
from stellwerk.interop.games18xx import write_record
from stellwerk.server.errors import Busy
from stellwerk.server.imports import QUEUE, Imports
from stellwerk.server.pool import NoWorker, Pool
from tests.interop.matches import at_random
from tests.server.kit import Client, played, players, running


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for all: its process for records is started once."""
    with running(tmp_path_factory.mktemp("imports") / "matches.sqlite3") as client:
        yield client


def record(plies: int = 120) -> dict[str, Any]:
    """A record as that site would give it out: of a match of ours, through JSON."""
    told: dict[str, Any] = json.loads(json.dumps(write_record(at_random(1, plies))))
    return told


def bring(client: Client, file: Any, lang: str = "en") -> Any:
    return client.post("/api/matches", json={"file": file}, headers={"accept-language": lang})


def test_a_record_becomes_a_match_that_goes_on_where_it_ends(client: Client) -> None:
    match = at_random(1, 120)
    answer = bring(client, json.loads(json.dumps(write_record(match))))
    assert answer.status_code == 201, answer.text
    seat = match.waiting()[0]
    table = players(client, answer.json())[seat].look()
    assert (table["view"]["game"], table["waiting"]) == ("1830", [seat])
    assert [chair["name"] for chair in table["seats"]] == [chair.name for chair in match.header.seats]
    assert table["view"]["state"]["cash"] == match.state.to_json()["cash"]
    assert table["view"]["options"]["private_offers"] == "purchase", "it is played by that site's reading"


def test_a_match_file_is_known_by_its_format_whatever_else_it_holds(client: Client) -> None:
    assert bring(client, dump(played("x", 20))).status_code == 201
    answer = bring(client, {**record(), "format": "chess"})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_what_is_neither_is_refused_in_a_sentence(client: Client) -> None:
    answer = bring(client, {"moves": "e4 e5"})
    assert (answer.status_code, answer.json()["error"]) == (400, "unknown-file")
    assert "neither a match file of Stellwerk nor a record of 18xx.games" in answer.json()["text"]
    assert "weder eine Partiedatei" in bring(client, {"moves": "e4 e5"}, "de").json()["text"]


def test_a_title_that_cannot_be_read_is_named(client: Client) -> None:
    answer = bring(client, {**record(), "title": "1889"})
    assert (answer.status_code, answer.json()["text"]) == (404, "Records of 1889 cannot be read here.")


def test_a_broken_record_is_refused_with_the_action_its_rule_and_the_sentence(client: Client) -> None:
    """No company is opened at $99."""
    broken = record()
    at, par = next((place, action) for place, action in enumerate(broken["actions"]) if action["type"] == "par")
    broken["actions"][at]["share_price"] = "99,0,0"
    answer = bring(client, broken)
    told = answer.json()
    assert (answer.status_code, told["error"], told["data"]["action"]) == (422, "record", par["id"])
    assert told["rule"]
    assert told["text"].startswith(f"Action {par['id']} of this record breaks rule {told['rule']}: ")
    german = bring(client, broken, "de").json()["text"]
    assert german.startswith(f"Aktion {par['id']} dieser Aufzeichnung verstößt gegen Regel {told['rule']}: ")
    assert german.partition(": ")[2] != told["text"].partition(": ")[2], "the rule speaks German too"


def test_what_the_reader_found_out_itself_it_says(client: Client) -> None:
    """A revenue that the route does not earn: no sentence of the book has both numbers."""
    broken = record(300)
    run = next(action for action in broken["actions"] if action["type"] == "run_routes" and action["routes"])
    run["routes"][0]["revenue"] += 10
    told = bring(client, broken, "de").json()
    assert (told["error"], told["rule"], told["data"]["action"]) == ("record", "7.5a", run["id"])
    assert f"not ${run['routes'][0]['revenue']}" in told["text"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"actions": 7}, "expected a list"),
        ({"actions": [{"type": "fly", "entity": 0, "entity_type": "player", "id": 1}]}, "'fly' is not known here"),
        ({"players": [{"id": 1, "name": "A"}]}, "players"),
        ({"settings": {"optional_rules": ["moon"]}}, "'moon' is not known here"),
        ({"players": None}, "expected a list"),
    ],
)
def test_a_record_of_another_form_is_refused_with_the_place(client: Client, change: dict[str, Any], said: str) -> None:
    answer = bring(client, {**record(20), **change})
    assert answer.status_code in (400, 422)
    assert said in answer.json()["text"]


def test_a_record_that_takes_too_long_is_given_up(database: Path) -> None:
    with running(database, import_limit=0.001) as client:
        answer = bring(client, record(300))
        assert (answer.status_code, answer.json()["error"]) == (422, "too-long")


def test_only_so_many_wait_while_others_are_read() -> None:
    class Slow(Pool):
        def __init__(self) -> None:
            super().__init__(1)
            self.go_on = asyncio.Event()

        async def ask(self, job: Json, limit: float) -> Json:
            await self.go_on.wait()
            return {"match": dump(played("x", 5))}

    async def scenario() -> None:
        pool = Slow()
        imports = Imports(pool, 10.0)
        tries = [asyncio.create_task(imports.take(record(5))) for _ in range(QUEUE)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await imports.take(record(5))
        await imports.take(dump(played("x", 5)))
        pool.go_on.set()
        assert len(await asyncio.gather(*tries)) == QUEUE
        await imports.take(record(5))

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("fault", "status", "code"), [(Busy(), 429, "busy"), (NoWorker("no memory"), 503, "unavailable")]
)
def test_a_file_that_nobody_can_read_now_may_be_tried_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int, code: str
) -> None:
    async def fail(_self: Pool, _job: bytes, _limit: float) -> Json:
        raise fault

    monkeypatch.setattr(Pool, "ask", fail)
    answer = bring(client, record(5))
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert int(answer.headers["retry-after"]) > 0
