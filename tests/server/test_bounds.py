"""What comes from outside costs little, whatever it holds; and answers are no larger than they must be."""

import gzip
import time
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import LONGEST_LOG, dump
from stellwerk.server.hosts import hosts_of
from stellwerk.web.svg.scale import MOST_TICKS, Mark, scale
from tests.server.kit import GAME, Client, new_match, played, running
from tests.web.late import BANK, before


def doctored(**changes: Any) -> Any:
    match = played("doctored", 3 if "todo" in changes else 20)
    return {**dump(match), "log": [], "position": {**match.state.to_json(), **changes}}


@pytest.mark.parametrize(
    "changes",
    [
        {"value": {**dict.fromkeys(played("doctored", 20).state.value, 0), "black": 1_000_000_000}},
        {"value": {**dict.fromkeys(played("doctored", 20).state.value, 0), "black": 10**17}},
        {"colour": "x" * 100_000},
        {"building": ["D20"] * 50_000},
        {"ended": "x" * 100_000},
        {"todo": [["turn", 0], *[["deal", 0]] * 3_000]},
        {"todo": [["turn", 0], *[["deal", 0]] * 900]},
        {"todo": [["turn", 0], *[["deal", 0]] * 12_000]},
        {"hands": [["black"] * 10_000] * 3},
        {"lines": {str(n): [] for n in range(10_000)}},
    ],
)
def test_a_doctored_position_is_refused_at_once(client: Client, changes: Any) -> None:
    body = {"file": doctored(**changes)}
    tracemalloc.start()
    began = time.process_time()
    answer = client.post("/api/matches", json=body)
    spent, (_, peak) = time.process_time() - began, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert spent < 3
    assert peak < 64 << 20


def test_a_log_without_end_is_refused(client: Client) -> None:
    """Two players can exchange locomotives for ever; each exchange would cost a state."""
    file = {**dump(played("endless", 5)), "log": [[0, "trade", ["red", "blue", 1]]] * (LONGEST_LOG + 1)}
    answer = client.post("/api/matches", json={"file": file})
    assert (answer.status_code, answer.json()["data"]["where"]) == (400, "match file.log")


@pytest.mark.parametrize("value", [0, 20, 199, 10**3, 10**9, 10**18])
def test_a_scale_is_drawn_for_any_value(value: int) -> None:
    drawn = scale([Mark("circle", "black", "B", value)], "values")
    assert 4 <= drawn.count('class="tick"') <= MOST_TICKS + 1


# --- compression -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/rules/1830", "/static/main.js"])
def test_pages_answers_and_scripts_are_compressed(client: Client, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert gzip.decompress(packed) == plain.content
    assert len(packed) < 0.5 * len(plain.content)


def test_a_late_table_of_1830_is_small_on_the_wire(database: Path) -> None:
    with running(database) as client:
        created = client.post("/api/matches", json={"file": dump(before(BANK, "run", -1))}).json()
        path = f"/match/{created['id']}"
        with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            packed = b"".join(answer.iter_raw())
        assert answer.status_code == 200
        assert len(packed) < 60 * 1024
        assert len(gzip.decompress(packed)) > 2 * len(packed)


def test_events_are_not_held_back_to_be_compressed(client: Client) -> None:
    match = new_match(client)[0].match
    answer = client.head(f"/api/matches/{match}/events", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


# --- hosts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "10.0.0.1"])
def test_a_name_that_is_not_the_servers_is_refused(database: Path, host: str) -> None:
    with running(database) as client:
        answer = client.get("/about", headers={"host": host})
        assert (answer.status_code, answer.json()["error"]) == (400, "host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "[::1]", "testserver"])
def test_own_names_are_answered_to(database: Path, host: str) -> None:
    with running(database) as client:
        assert client.get("/about", headers={"host": host}).status_code == 200


def test_a_server_for_everybody_answers_to_numbers_and_what_it_is_told() -> None:
    hosts = hosts_of("0.0.0.0", ("games.example",))
    assert all(map(hosts.admit, ("192.168.1.5:8000", "[fe80::1]:8000", "games.example", "Games.Example.:443")))
    assert not hosts.admit("evil.example")
    assert hosts_of("127.0.0.1", ("*",)).admit("evil.example")
    assert hosts_of("::1").admit("[::1]:80")
    assert not hosts_of("127.0.0.1").admit("192.168.1.5")


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["\u200b", "\u2060\u200d", "\u3164", "\u2800\u2800", "\u00ad", "\ufe0f", "\u0301"])
def test_a_name_that_nobody_can_see_is_refused(client: Client, name: str) -> None:
    seats = [{"name": name}, {"name": "Ben"}, {"name": "Clara"}]
    answer = client.post("/api/matches", json={"game": GAME, "seats": seats})
    assert (answer.status_code, answer.json()["data"]["where"]) == (400, "seats[0].name")


@pytest.mark.parametrize("twin", ["Anna", "ANNA", "An\u200bna", "\uff21nna", "A\u00adnna"])
def test_two_seats_have_different_names(client: Client, twin: str) -> None:
    answer = client.post("/api/matches", json={"game": GAME, "seats": [{"name": "Anna"}, {"name": twin}, {}]})
    assert (answer.status_code, answer.json()["data"]["where"]) == (400, "seats[1].name")


@pytest.mark.parametrize("names", [("\u0915\u093f", "\u0915\u0941"), ("Jose", "Jos\u00e9"), ("A B", "AB")])
def test_names_that_differ_for_the_eye_are_two(client: Client, names: tuple[str, str]) -> None:
    seats = [{"name": name} for name in (*names, "Clara")]
    assert client.post("/api/matches", json={"game": GAME, "seats": seats}).status_code == 201


# --- the end ---------------------------------------------------------------------------------------------


def test_a_finished_match_with_chance_is_not_taken_back_although_nothing_is_hidden() -> None:
    """Its file tells the seed, and with it all that chance would do next time."""
    open_stacks = Match(new_header("railroad-revolution", [Seat("A"), Seat("B")], {"milestone_choice": "open"}, "s"))
    game, over = open_stacks.game, open_stacks.state.copy()
    over.todo = []
    action = next(iter(game.choices(open_stacks.state)))
    assert not game.hidden
    assert game.seals(open_stacks.state, action.sample(Random(0)), over)
