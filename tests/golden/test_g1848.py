"""Whole games of 1848 replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from stellwerk.core import matchfile
from tests.golden.record_g1848 import FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)

BANK, ENGLAND = 10_000, 2_000
TOP = 450


@cache
def market() -> dict[str, Any]:
    data = files("stellwerk.games.g1848") / "data" / "market.toml"
    return tomllib.loads(data.read_text(encoding="utf-8"))


def price_at(row: int, column: int) -> int:
    return int(market()["rows"][row].split()[column].rstrip("cp"))


def traded(name: str) -> list[Counter[str]]:
    """What each seat has bought and not sold, in per cent, counted from the log alone; P5 and P6 bring shares."""
    data = SHELF.data(name)
    held = [Counter[str]() for _ in data["seats"]]
    for seat, kind, args in data["log"]:
        if kind == "buy_private_at_face" and args[0] in ("P5", "P6"):
            held[seat][{"P5": "QR", "P6": "CAR"}[args[0]]] += {"P5": 10, "P6": 20}[args[0]]
        elif kind == "par":
            held[seat][args[0]] += 20
        elif kind == "buy":
            held[seat][args[0]] += args[2]
        elif kind == "sell":
            held[seat][args[0]] -= args[1]
    return held


def reckoned(name: str) -> list[int]:
    """The final sums: holdings by the log, but nothing for companies that failed or were never opened."""
    last = SHELF.replayed(name).state.to_json()
    price = {company: price_at(*cell) for company, cell in last["cell"].items() if company != "BOE"}
    price["BOE"] = market()["track"][sum(last["loans"].values())]
    return [
        last["cash"][f"P{seat}"] + sum(price.get(company, 0) * percent // 10 for company, percent in held.items())
        for seat, held in enumerate(traded(name))
    ]


def reasons(state: Any) -> set[str]:
    """Which of the four conditions for the end a position shows (XIV)."""
    found = {"end.bank"} if state.cash["bank"] <= 0 else set()
    if any(price_at(*cell) == TOP for company, cell in state.cell.items() if company != "BOE"):
        found.add("end.price")
    if sum(state.loans.values()) >= 16:
        found.add("end.loans")
    return found | ({"end.receivership"} if len(state.failed) >= 5 else set())


def test_every_golden_game_is_there_and_they_end_in_all_four_ways() -> None:
    found = {path.name for path in FOLDER.iterdir()}
    assert found == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    ends = {"end.bank", "end.price", "end.loans", "end.receivership"}
    assert {SHELF.expected(name)["reason"] for name in GAMES} == ends
    assert {len(SHELF.data(name)["seats"]) for name in GAMES} == {3, 4, 5, 6}


def test_the_golden_games_show_all_kinds_of_actions_that_1848_has() -> None:
    """No home has several cities, no station is free of charge, players do not trade privates.

    Revenue is paid whole, and no company has a second large certificate.
    """
    played = {kind for name in GAMES for _, kind, _ in SHELF.data(name)["log"]}
    kinds = {kind for step in SHELF.replayed("three-break-the-bank").game.steps.values() for kind in step.kinds}
    assert kinds - played <= {"home", "waive", "offer_private", "ask_private", "pay_half", "sell_large"}
    assert played <= kinds


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = SHELF.replayed(name)
    assert [state.digest() for state in match.states] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states[::7] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    match = SHELF.replayed(name)
    result, last = match.result, match.state
    assert result is not None
    assert list(result.scores) == SHELF.expected(name)["scores"] == reckoned(name)
    assert list(result.winners) == SHELF.expected(name)["winners"]
    assert list(result.winners) == [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    assert sum(last.cash.values()) == BANK + ENGLAND
    assert last.cash["BOE"] == ENGLAND - 100 * sum(last.loans.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_set_of_rounds_in_which_a_reason_came_up(name: str) -> None:
    """No position shows a reason before the last stock round began; the one that is named comes first."""
    match = SHELF.replayed(name)
    states: list[Any] = list(match.states)
    shown = [(state.stock_rounds, reason) for state in states for reason in sorted(reasons(state))]
    assert {number for number, _ in shown} == {match.state.stock_rounds}
    assert SHELF.expected(name)["reason"] == shown[0][1]
    result = match.result
    assert result is not None
    assert result.reason == SHELF.expected(name)["reason"]
    assert match.state.set_round == match.state.set_length


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(SHELF.text(name))) == SHELF.text(name)
