"""Nothing that depends on a match runs in the event loop: no callback holds it, however long or large the match is."""

import asyncio
import gc
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from stellwerk.server.matches import Matches
from stellwerk.server.watchdog import Watchdog, watching
from tests.golden.shelf import Shelf
from tests.records import games as records
from tests.server.kit import Client, running

LIMIT = 0.02
GOLDEN = Path(__file__).parents[1] / "golden"
LATE = (
    ("g1830", "three-break-the-bank"),
    ("g1848", "three-break-the-bank"),
    ("g1853", "four-link-their-contracts"),
    ("paris", "six-the-last-begins"),
    ("railroad_revolution", "four-pay-high-gates"),
)
LEFT = 12
TRIES = 3
"""A callback that works for too long does so each time; a machine that takes the processor away does not."""


@contextmanager
def watched(client: Client, limit: float = LIMIT) -> Iterator[Watchdog]:
    """Watch the loop of a server. What the collector of rubbish does in whichever thread is no callback's own work."""
    enter = watching(limit, limit / 4)

    async def begin() -> Watchdog:
        return enter.__enter__()

    async def end() -> None:
        enter.__exit__(None, None, None)

    assert client.portal
    dog = client.portal.call(begin)
    gc.disable()
    try:
        yield dog
    finally:
        gc.enable()
        client.portal.call(end)


def told(dog: Watchdog) -> str:
    return "\n".join(f"{1000 * hold.seconds:.0f} ms: {hold.what}\n{hold.stack}" for hold in dog.holds)


def golden(folder: str, name: str, left: int = 0) -> dict[str, Any]:
    """The file of a golden game, so many actions before its end; people sit everywhere."""
    file = json.loads(Shelf(GOLDEN / folder).text(name))
    seats = [{"name": seat["name"], "bot": None} for seat in file["seats"]]
    return {**file, "seats": seats, "log": file["log"][: len(file["log"]) - left]}


def bring(client: Client, file: Any) -> Any:
    answer = client.post("/api/matches", json={"file": file})
    assert answer.status_code == 201, answer.text
    return answer.json()


def visit(client: Client, name: str, ply: int, lang: str) -> None:
    """Every address that shows a match, its past or its charts."""
    api, page = f"/api/matches/{name}", f"/match/{name}"
    paths = (api, f"{api}?ply={ply // 2}", f"{api}?seat=none", page, f"{page}/fragment", f"{page}/history")
    more = (f"{page}/history/fragment?ply={ply // 2}", f"{page}/charts", "/", "/lobby/mine")
    for path in (*paths, *more):
        answer = client.get(path, headers={"accept-language": lang})
        assert answer.status_code == 200 or (path.endswith("charts") and answer.status_code == 404), (path, answer.text)


def play(client: Client, name: str) -> None:
    """Check, act, undo, redo and branch, as a program and as a page do it."""
    api = f"/api/matches/{name}"
    table = client.get(api).json()
    choice = next(c for c in table["view"]["choices"] if not any(isinstance(arg, dict) for arg in c["args"]))
    action = {"kind": choice["kind"], "args": choice["args"], "seat": choice["seat"]}
    assert client.post(f"{api}/check", json={"action": action}).status_code == 200
    done = client.post(f"{api}/actions", json={"ply": table["ply"], "action": action})
    assert done.status_code == 200, done.text
    if choice["seat"] in done.json()["held"] and table["ply"] in done.json()["undoable"]:
        back = client.post(f"{api}/undo", json={"ply": done.json()["ply"]})
        assert back.status_code == 200, back.text
        again = client.post(f"{api}/redo", json={"ply": back.json()["ply"]})
        assert again.status_code == 200, again.text
        asked = {"do": "undo", "ply": again.json()["ply"]}
        assert client.post(f"/match/{name}/do", json=asked).status_code == 200
    assert client.post(f"{api}/branch", json={"ply": table["ply"] // 2}).status_code == 201


def never_held(client: Client, visits: Callable[[], None]) -> None:
    """Hold the visits to it that no callback of them takes longer than the limit."""
    for left in reversed(range(TRIES)):
        with watched(client) as dog:
            visits()
        if not dog.holds:
            return
        assert left, told(dog)
        assert dog.longest < TRIES * LIMIT, told(dog)  # what is done only once may not take long either


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "name"), LATE, ids=[folder for folder, _ in LATE])
def test_no_callback_holds_the_loop_at_a_late_match(folder: str, name: str, database: Path) -> None:
    whole, running_on = golden(folder, name), golden(folder, name, LEFT)

    def visits() -> None:
        over = bring(client, whole)
        on = bring(client, running_on)
        for lang in ("en", "de"):
            for created in (over, on):
                visit(client, created["id"], len(whole["log"]) - LEFT, lang)
        play(client, on["id"])
        path = f"/api/matches/{over['id']}"
        assert client.get(f"{path}/file").status_code == 200
        assert client.post(f"{path}/branch", json={"ply": len(whole["log"]) // 2}).status_code == 201
        assert client.post(f"{path}/again", json={}).status_code == 201
        matches: Matches = client.app.state.matches  # type: ignore[attr-defined]
        matches.cache.clear()
        visit(client, on["id"], LEFT, "de")

    with running(database) as client:
        client.get("/")  # templates and games are loaded by whoever comes first
        never_held(client, visits)


@pytest.mark.slow
def test_no_callback_holds_the_loop_while_a_record_is_read(database: Path) -> None:
    file = max(records().glob("1830-*.json"), key=lambda path: path.stat().st_size)
    record = json.loads(file.read_text(encoding="utf-8"))
    with running(database) as client:
        client.get("/")
        never_held(client, lambda: visit(client, bring(client, record)["id"], 400, "en"))


def test_no_callback_holds_the_loop_for_pages_that_show_no_match(client: Client) -> None:
    paths = [
        "/",
        "/about",
        "/nix",
        "/api/games",
        "/api/openapi.json",
        "/lobby/mine",
        "/static/main.js",
        "/static/main.css",
    ]
    games = [game["id"] for game in client.get("/api/games").json()["games"]]
    paths += [f"{where}{game}{rest}" for game in games for where, rest in (("/rules/", ""), ("/api/games/", "/rules"))]

    def visits() -> None:
        for lang in ("en", "de"):
            for path in paths:
                assert client.get(path, headers={"accept-language": lang}).status_code in (200, 404)

    for lang in ("en", "de"):
        client.get("/rules/1830", headers={"accept-language": lang})
    never_held(client, visits)


# --- the watchdog itself -----------------------------------------------------------------------------------


def burn(seconds: float) -> None:
    """Work of a thread's own, not sleep."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_the_watchdog_tells_which_callback_held_the_loop_and_where(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> Watchdog:
        with watching(0.05, 0.01) as dog:
            await asyncio.sleep(0)
            burn(0.3)
            await asyncio.sleep(0)
        return dog

    with caplog.at_level(logging.WARNING):
        dog = asyncio.run(main())
    assert dog.longest >= 0.3
    (hold,) = dog.holds
    assert "main" in hold.what
    assert "in burn" in hold.stack
    assert "the event loop was held" in caplog.text


def test_who_waits_or_works_in_a_thread_holds_nothing() -> None:
    async def main() -> Watchdog:
        with watching(0.05, 0.01) as dog:
            await asyncio.sleep(0.15)
            await asyncio.to_thread(burn, 0.2)
        return dog

    dog = asyncio.run(main())
    assert not dog.holds
    assert dog.longest < 0.05
    assert dog.worst == dog.longest


def test_the_worst_of_late_is_forgotten_after_two_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 600.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    dog = Watchdog(limit=9.0)
    loop = asyncio.new_event_loop()
    dog.run(asyncio.Handle(lambda: burn(0.02), (), loop))
    loop.close()
    seen = {}
    for now in (650.0, 670.0, 719.0, 720.0):
        seen[now] = dog.worst >= 0.02
    assert list(seen.values()) == [True, True, True, False]
    assert dog.take_longest() >= 0.02
    assert dog.take_longest() == 0
