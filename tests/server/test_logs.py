"""The log: one form for all lines, the request in each of them, no secrets, no floods."""

import io
import json
import logging
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.chance import new_seed
from stellwerk.server import logs
from stellwerk.server.logs import Flood, configure, logger, masked
from stellwerk.server.names import hashed, new_code, new_match_id, new_token
from stellwerk.server.requests import shortened
from tests.server.kit import Client, Player, new_match, running


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """All that is logged, as JSON from the finest level on; afterwards logging is as it was."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    configure("json", "debug", written)
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).propagate = True
        logging.getLogger(name).filters.clear()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_ours_and_the_lines_of_libraries_have_one_form(stream: io.StringIO) -> None:
    logger("stellwerk.here").warning("something happened", match="abc", count=3)
    logging.getLogger("some.library").warning("it is %s", "late")
    ours, theirs = lines(stream)
    assert (ours["event"], ours["match"], ours["count"]) == ("something happened", "abc", 3)
    assert (theirs["event"], theirs["logger"]) == ("it is late", "some.library")
    for line in (ours, theirs):
        assert line["level"] == "warning"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


def test_who_uses_the_server_as_a_library_reads_plain_records(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        logger("stellwerk.here").warning("100% happened", match="abc")
    assert [record.getMessage() for record in caplog.records] == ["100% happened match=abc"]


def test_for_the_eye_a_line_is_no_json() -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    try:
        configure("text", "info", written)
        logger("stellwerk.here").error("something broke", match="abc", exc_info=ValueError("seed=0123456789"))
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    said = written.getvalue()
    assert "something broke" in said
    assert "match=abc" in said
    assert "ValueError: seed=[hidden]" in said
    assert not said.startswith("{")


def test_every_request_has_a_name_that_its_lines_and_its_answer_carry(stream: io.StringIO, database: Path) -> None:
    with running(database) as client:
        anna = new_match(client)[0]
        stream.truncate(0)
        stream.seek(0)
        answer = anna.get(ply="0")
    (line,) = [line for line in lines(stream) if line["event"] == "answered"]
    assert line["request"] == answer.headers["x-request-id"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/matches/{id}", 200)
    assert line["match"] == anna.match
    assert 0 < line["ms"] < 60_000


def test_a_line_does_not_hold_what_somebody_asked_for_at_length(stream: io.StringIO, database: Path) -> None:
    with running(database) as client:
        for name in ("x" * 41, "x" * 400, "x" * 7000, "ab%0Acd", "a-b"):
            client.get(f"/api/matches/{name}")
            client.post(f"/api/matches/{name}/undo", json={"ply": 0})
            client.get(f"/match/{name}?x={'y' * 500}")
    told = [line for line in lines(stream) if line["logger"].startswith("stellwerk.")]
    assert sum(line["event"] == "answered" for line in told) == 15
    assert all("match" not in line for line in told), "what can be no match is named by none"
    assert max(len(json.dumps(line)) for line in told) < 600


def test_a_name_from_outside_is_not_believed(client: Client) -> None:
    given = client.get("/api/games", headers={"x-request-id": "mine"}).headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{16}", given)


@pytest.mark.parametrize(
    ("proxies", "port", "believed"), [(("10.0.0.1",), 0, True), (("10.0.0.1",), 7, False), ((), 0, False)]
)
def test_a_name_from_a_trusted_proxy_is(database: Path, proxies: tuple[str, ...], port: int, believed: bool) -> None:
    """Who came through a trusted proxy has the port 0 from uvicorn."""
    with running(database, trusted_proxies=proxies) as client:
        client._transport.client = ("198.51.100.7", port)  # type: ignore[attr-defined]
        for name in ("4bf92f3577b34da6", "x" * 65, "a b"):
            given = client.get("/api/games", headers={"x-request-id": name}).headers["x-request-id"]
            assert (given == name) == (believed and len(name) == 16)


def test_lines_from_threads_and_libraries_carry_the_request(stream: io.StringIO, database: Path) -> None:
    with running(database) as client:
        store = client.app.state.matches.store  # type: ignore[attr-defined]
        asked: list[str] = []
        head = store.head

        def told(name: str) -> Any:
            asked.append(threading.current_thread().name)
            logging.getLogger("some.library").warning("in a thread")
            return head(name)

        anna = new_match(client)[0]
        store.head = told
        answer = anna.get()
    assert asked
    assert asked[0] != threading.current_thread().name
    inside = [line for line in lines(stream) if line["event"] == "in a thread"]
    assert inside
    assert {line["request"] for line in inside} == {answer.headers["x-request-id"]}


def test_what_nobody_foresaw_is_told_once_with_its_request(stream: io.StringIO, database: Path) -> None:
    with running(database) as client:
        client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
        anna = new_match(client)[0]

        def broken(_name: str) -> None:
            raise ZeroDivisionError("nobody foresaw this")

        client.app.state.matches.store.head = broken  # type: ignore[attr-defined]
        answer = client.get(f"/match/{anna.match}")
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    told = [line for line in lines(stream) if "nobody foresaw" in json.dumps(line)]
    assert [line["event"] for line in told] == ["a request failed"]
    assert told[0]["request"] == answer.headers["x-request-id"]
    assert told[0]["route"] == "/match/{id}"


def test_secrets_are_masked_wherever_they_slip_in() -> None:
    kinds = (new_token, new_seed, new_code, lambda: hashed(new_token()))
    for secret in (make() for _ in range(300) for make in kinds):
        assert secret not in masked(f"it was {secret} again")
        assert secret not in masked(f"GET /x?y={secret}&z=1")
        assert secret not in masked(f"{{'what': '{secret}'}}")


def test_a_token_that_looks_like_words_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    like_words, token = "v6SYV_ZVNNY_VjehsewknQEraretpe3Q", "mB3xT9_qLw2RzK7-vN4pYc8dJf6hGs1A"
    assert masked(like_words) == like_words
    drawn = iter([like_words, token])
    monkeypatch.setattr("stellwerk.server.names.secrets.token_urlsafe", lambda _bytes: next(drawn))
    assert new_token() == token


def test_short_secrets_are_known_by_what_stands_before_them() -> None:
    for text in (
        "Bearer abc",
        "token=abc",
        "'seed': 'abc'",
        "Cookie: stellwerk=abc",
        "/join/k7m2/abc",
        "x://me:abc@h/d",
    ):
        assert "abc" not in masked(text), text


def test_what_is_no_secret_stays() -> None:
    said = (
        f"match {new_match_id()} at ply 12, test_after_a_sudden_death_every_accepted_action_is_there, "
        "ContextualVersionConflict in /usr/lib/python3.11/site-packages/starlette/_exception_handler.py"
    )
    assert masked(said) == said


def test_fields_with_telling_names_are_never_written(stream: io.StringIO) -> None:
    fields = {"token": "a1", "visitor_hash": "b2", "seed": "c3", "cookies": {"stellwerk": "d4"}, "code": "e5"}
    logger("x").warning("slipped through", inner={"token": "f6"}, **fields)
    for secret in ("a1", "b2", "c3", "d4", "e5", "f6"):
        assert f'"{secret}"' not in stream.getvalue()
    assert logs.HIDDEN in stream.getvalue()


def test_a_flood_is_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("stellwerk.server.logs.time.monotonic", lambda: now)
    flood = Flood(most=3, span=60.0)

    def record(said: str, level: int = logging.WARNING) -> logging.LogRecord:
        return logging.LogRecord("x", level, "", 0, said, (), None)

    assert [flood.filter(record("again")) for _ in range(5)] == [True] * 3 + [False] * 2
    assert flood.filter(record("something else"))
    assert all(flood.filter(record("again", logging.INFO)) for _ in range(10)), "access lines are no flood"
    now += 61
    first = record("again")
    assert flood.filter(first)
    assert first.stellwerk_withheld == 2  # type: ignore[attr-defined]


def test_kinds_of_warnings_do_not_pile_up() -> None:
    flood = Flood()
    for number in range(5_000):
        flood.filter(logging.LogRecord("x", logging.WARNING, "", 0, f"kind {number}", (), None))
    assert len(flood._seen) <= logs.KINDS


def test_addresses_are_shortened() -> None:
    assert shortened({"client": ("198.51.100.77", 1)}) == "198.51.100.0/24"
    assert shortened({"client": ("2001:db8:1:2:3::4", 1)}) == "2001:db8:1::/48"
    assert shortened({"client": ("127.0.0.1", 1)}) == "127.0.0.1"
    assert shortened({"client": ("testclient", 1)}) is None
    assert shortened({"client": None}) is None


def invited(client: Client, host: Player) -> set[str]:
    """Give a seat away, with right and wrong codes in right and wrong places."""
    code = host.post("seats/0/invitation", {}).json()["code"]
    client.get(f"/match/{host.match}/join?code={code}")
    client.post(f"/api/matches/{host.match}/join", json={"code": code + "x"})
    client.post(f"/api/matches/{host.match}/{code}", json={"code": code})
    taken = client.post(f"/api/matches/{host.match}/join", json={"code": code}, headers={"cookie": ""}).json()
    return {code, taken.get("token") or code}


def recovered(client: Client) -> set[str]:
    code = client.post("/api/recovery", json={}).json()["code"]
    client.get(f"/recover?code={code}")
    client.get(f"/recover/{code}")
    assert client.post("/api/recovery/use", json={"code": code}).status_code == 200
    client.post("/api/recovery/use", json={"code": code})
    return {code, *client.cookies.values()}


def test_a_whole_life_of_matches_leaves_no_secret_in_the_log(stream: io.StringIO, database: Path) -> None:
    """Tokens, cookies, codes, seeds and hashes of all kinds are used, rightly and wrongly, and none is written."""
    rng = Random(3)
    with running(database, bot_delay=0) as client:
        answers = [client.get("/"), client.get("/lobby/mine")]
        people = new_match(client, ["Anna", "Ben", {"name": "Robo", "bot": "random"}])
        secrets = {player.token for player in people if player.token}
        for player in people[:2]:
            client.get(f"/match/{player.match}?token={player.token}&seat=0")
            client.get(f"/api/matches/{player.match}", headers={"authorization": f"Bearer {player.token}x"})
            client.get(f"/join/{player.match}/{player.token}")
            client.get(f"/join/{player.match}/{player.token}/{player.token}")
            table = player.look()
            if table["view"]["choices"]:
                player.choose(table, rng)
            player.post("undo", {"ply": 99, "token": player.token})
            answers.append(client.post(f"/join/{player.match}/{player.token}", json={}))
            client.get(f"/no/{player.token}?{player.token}", headers={"cookie": f"stellwerk={player.token}"})
        secrets |= invited(client, people[0]) | recovered(client)
        answers += [client.get(f"/match/{people[0].match}"), client.get("/")]
        secrets |= {value for answer in answers for value in answer.cookies.values() if len(value) > 2}
        secrets |= set(client.cookies.values())
        matches = client.app.state.matches  # type: ignore[attr-defined]
        secrets.add(matches.store.load(people[0].match).header.seed)
        secrets |= {hashed(secret) for secret in secrets}
        secrets |= {token for token, _ in matches.store.seats.keys(people[0].match)}
    written = stream.getvalue()
    assert len(secrets) >= 6
    assert sum(line["event"] == "answered" for line in lines(stream)) > 15
    assert [secret for secret in secrets if secret in written and len(secret) > 3] == []
