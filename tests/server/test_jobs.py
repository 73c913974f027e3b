"""Bots think in processes of their own: nobody waits for them, and what goes wrong in them stops no match."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.view import View
from stellwerk.server.hub import Hub
from stellwerk.server.pool import NoAnswer, Pool, line_of
from stellwerk.server.worker import think
from tests.server.kit import (
    FIXED,
    GAME,
    PLUGIN,
    Client,
    Player,
    both,
    forget_bots,
    job_of,
    late,
    new_match,
    played,
    running,
    until,
    upload,
)


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Installs the strange bots, here and in worker processes; the patient one waits for this file."""
    path = tmp_path / "gate"
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    monkeypatch.setenv("STRANGE_BOTS_GATE", str(path))
    forget_bots()
    yield path
    forget_bots()


def against(client: Client, *bots: str) -> Player:
    """A person in the first seat, who begins, against two bots."""
    seats: list[Any] = ["Anna", {"name": "B", "bot": bots[0]}, {"name": "C", "bot": bots[-1]}]
    return new_match(client, seats)[0]


def move(player: Player, rng: Random) -> None:
    """Play until it is not one's turn any more."""
    table = player.look()
    while table["waiting"] == [0]:
        table = player.choose(table, rng).json()


def hand_over(player: Player) -> int:
    """Make a whole move with one exchange; returns the ply after it."""
    table = player.look()
    choice = next(choice for choice in table["view"]["choices"] if choice["kind"] == "trade")
    answer = player.act(choice["kind"], *choice["args"], ply=table["ply"])
    assert answer.status_code == 200
    return int(table["ply"]) + 1


def test_a_thinking_bot_delays_no_request(database: Path, gate: Path) -> None:
    with running(database) as client:
        anna = against(client, "patient", "first")
        ply = hand_over(anna)
        bystanders = new_match(client)
        for _ in range(5):
            assert anna.look()["waiting"] == [1], "the bot still thinks"
            assert client.get("/api/games").status_code == 200
            move(bystanders[0], Random(1))
            assert bystanders[1].choose(bystanders[1].look(), Random(2)).status_code == 200
            bystanders = new_match(client)
        assert anna.look()["ply"] == ply
        gate.touch()
        until(lambda: anna.look()["ply"] > ply)
        until(lambda: anna.look()["waiting"] == [0])


@both
def test_a_move_taken_back_while_a_bot_thinks_is_taken_back(database: Path | str, gate: Path) -> None:
    with running(database) as client:
        anna = against(client, "patient", "patient")
        start = anna.look()
        ply = hand_over(anna)
        undone = anna.post("undo", {"ply": ply})
        assert undone.status_code == 200
        assert undone.json()["waiting"] == [0]
        gate.touch()
        place = next(choice for choice in start["view"]["choices"] if choice["kind"] == "place")
        assert anna.act(place["kind"], *place["args"]).status_code == 200
        assert anna.act("finish").status_code == 200
        until(lambda: anna.look()["waiting"] == [0])
        log = anna.look()["view"]["log"]
        assert [entry["kind"] for entry in log if entry["seat"] == 0] == ["place", "finish"]


@pytest.mark.parametrize("bot", ["crash", "cheat", "impostor", "nonsense", "flood", "die", "hang"])
def test_a_bot_that_fails_is_replaced_for_that_decision(
    database: Path, gate: Path, caplog: pytest.LogCaptureFixture, bot: str
) -> None:
    with caplog.at_level(logging.WARNING, "stellwerk.server.jobs"), running(database, bot_limit=0.5) as client:
        anna = against(client, bot, "first")
        hand_over(anna)
        until(lambda: anna.look()["waiting"] == [0])
    assert any(anna.match in record.getMessage() for record in caplog.records)


def test_what_a_bot_prints_is_no_answer(database: Path, gate: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(database) as client:
        anna = against(client, "babble", "babble")
        ply = hand_over(anna)
        until(lambda: anna.look()["waiting"] == [0])
        log = anna.look()["view"]["log"]
    assert [
        record for record in caplog.records if record.name in ("stellwerk.server.jobs", "stellwerk.server.pool")
    ] == []
    assert log[ply]["kind"] == "place", "the first choice"


@both
def test_bots_alone_play_to_the_end(database: Path | str) -> None:
    with running(database, bots=2) as client:
        watcher = Player(client, upload(client, late("alone", 30, ("random", "greedy", "random")))[0].match)
        until(lambda: watcher.look()["over"])
        final = watcher.look()["view"]
        assert final["result"]["winners"]


@both
def test_bots_go_on_after_a_restart(database: Path | str, gate: Path) -> None:
    with running(database) as client:
        anna = against(client, "patient", "patient")
        ply = hand_over(anna)
        match, token = anna.match, anna.token
    gate.touch()
    with running(database) as client:
        anna = Player(client, match, token)
        until(lambda: anna.look()["waiting"] == [0])
        assert anna.look()["ply"] > ply + 1


def test_a_bot_gets_the_view_of_its_seat_and_a_key_that_is_not_the_seed(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def ask(self: Pool, line: bytes, limit: float) -> Any:
        asked.append(json.loads(line))
        return think(asked[-1])

    monkeypatch.setattr(Pool, "ask", ask)
    with running(database) as client:
        anna = against(client, "random", "random")
        hand_over(anna)
        until(lambda: anna.look()["waiting"] == [0])
        saved = client.app.state.matches.store.load(anna.match)  # type: ignore[attr-defined]
    assert {job["bot"] for job in asked} == {"random"}
    assert len({job["key"] for job in asked}) == len(asked)
    for job in asked:
        assert saved.header.seed not in str(job)
        view = View.from_json({**job["view"], "log": job["log"]})
        hidden = [seat for seat, hand in enumerate(view.state.hands) if "?" in hand]
        assert hidden == [seat for seat in range(3) if seat != view.seat]


def test_the_same_position_makes_a_bot_choose_the_same() -> None:
    match = played("same", 12)
    job = job_of(match, "random")
    answers = [Action.from_json(think(job)["action"]) for _ in range(3)]
    assert len(set(answers)) == 1
    match.game.check(match.state, answers[0])


def test_an_unknown_bot_or_a_broken_view_is_an_error_not_a_crash() -> None:
    match = played("broken", 12)
    assert "NotFound" in think(job_of(match, "hal"))["error"]
    assert "Malformed" in think({**job_of(match, "random"), "view": {}})["error"]


def test_processes_end_with_the_pool_even_while_they_think(gate: Path) -> None:
    async def main() -> None:
        pool = Pool(1)
        match = played("pool", 12)
        job = line_of(job_of(match, "hang"))
        with pytest.raises(NoAnswer, match="within"):
            await pool.ask(job, 0.1)
        assert pool._all == set(), "a hung process is not kept"
        assert "action" in await pool.ask(line_of(job_of(match, "first")), 60)
        thinking = asyncio.create_task(pool.ask(job, 60))
        await asyncio.sleep(0)
        (process,) = pool._all
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        await pool.close()
        assert process.returncode is not None

    asyncio.run(main())


@pytest.mark.parametrize(("people", "watched"), [(False, True), (False, False), (True, True)])
def test_bots_among_themselves_pause_so_that_those_who_look_can_follow(
    database: Path, monkeypatch: pytest.MonkeyPatch, people: bool, watched: bool
) -> None:
    """Who plays against them is shown their moves by the page, at a pace of their own choice."""
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds > 500:  # other parts of the server take shorter rests
            pauses.append(seconds)
            seconds = 0
        await sleep(seconds)

    monkeypatch.setattr("stellwerk.server.jobs.asyncio.sleep", note)
    monkeypatch.setattr(Hub, "watched", lambda *_: watched)
    with running(database, bot_delay=1000.0) as client:
        if people:
            anna = against(client, "random", "random")
            hand_over(anna)
            until(lambda: anna.look()["waiting"] == [0])
        else:
            seats = [{"name": name, "bot": "random"} for name in "ABC"]
            match = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": seats}).json()["id"]
            until(lambda: client.get(f"/api/matches/{match}").json()["ply"] > 3)
    assert all(pause <= 1000 for pause in pauses)
    assert bool(pauses) == (watched and not people), "nobody has to wait for what nobody looks at"
