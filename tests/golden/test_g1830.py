"""Whole games of 1830 replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from stellwerk.core import matchfile
from stellwerk.core.match import Match
from tests.golden.record_g1830 import FOLDER, GAMES

BANK = 12_000


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def expected(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    return data


@cache
def replayed(name: str) -> Match:
    return matchfile.loads(text(name), checked=True)


def data_file(name: str) -> dict[str, Any]:
    return tomllib.loads((files("stellwerk.games.g1830") / "data" / name).read_text(encoding="utf-8"))


def traded(name: str) -> list[Counter[str]]:
    """What each seat holds in the end, in per cent, counted from the log alone; CA brings a share of PRR.

    Only a bankrupt's last sales are not in the log: they are none of this reckoning.
    """
    data = json.loads(text(name))
    held = [Counter[str]() for _ in data["seats"]]
    first = replayed(name).at(next(ply for ply, (_, kind, _) in enumerate(data["log"]) if kind in ("buy", "par")))
    held[int(first.privates["CA"][1:])]["PRR"] += 10
    for seat, kind, args in data["log"]:
        if kind in ("par", "set_par"):
            held[seat][args[0]] += 20
        elif kind == "buy":
            held[seat][args[0]] += args[2]
        elif kind == "sell":
            held[seat][args[0]] -= args[1]
        elif kind == "exchange":
            held[seat]["NYC"] += 10
    return held


def reckoned(name: str) -> list[int]:
    """The final sums, from the holdings by the log and the numbers that the last position and the data files show."""
    last = replayed(name).state.to_json()
    rows = [row.split() for row in data_file("market.toml")["rows"]]
    price = {company: int(rows[row][column].rstrip("yobp")) for company, (row, column) in last["cell"].items()}
    privates = data_file("pieces.toml")["privates"].items()
    face = {private: entry["price"] for private, entry in privates if isinstance(entry, dict)}
    sums = []
    for seat, held in enumerate(traded(name)):
        worth = sum(price[company] * percent // 10 for company, percent in held.items() if percent)
        kept = sum(face[private] for private, owner in last["privates"].items() if owner == f"P{seat}")
        sums.append(last["cash"][f"P{seat}"] + worth + kept)
    return sums


def test_every_golden_game_is_there_and_they_end_in_both_ways() -> None:
    found = {path.name for path in FOLDER.iterdir()}
    assert found == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {expected(name)["reason"] for name in GAMES} == {"end.bank", "end.bankrupt"}
    assert {len(json.loads(text(name))["seats"]) for name in GAMES} == {3, 4, 5}


def test_the_golden_games_show_all_kinds_of_actions_but_three() -> None:
    """Erie with track in both its cities, a free station given up, a train discarded ahead: each takes a wish.

    Two more belong to variants: half of a revenue is paid out, a second 20% certificate is sold.
    """
    played = {kind for name in GAMES for _, kind, _ in json.loads(text(name))["log"]}
    kinds = {kind for step in replayed("three-break-the-bank").game.steps.values() for kind in step.kinds}
    assert kinds - played == {"home", "waive", "discard_for", "pay_half", "sell_large"}


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = replayed(name)
    assert [state.digest() for state in match.states] == expected(name)["digests"]
    assert not [problem for state in match.states[::7] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    match = replayed(name)
    result, last = match.result, match.state
    assert result is not None
    assert list(result.scores) == expected(name)["scores"]
    assert list(result.winners) == expected(name)["winners"]
    assert list(result.winners) == [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    assert result.reason == expected(name)["reason"]
    sums = reckoned(name)
    others = [seat for seat in range(len(sums)) if seat != last.bankrupt]
    assert [result.scores[seat] for seat in others] == [sums[seat] for seat in others]
    assert sum(last.cash.values()) == BANK


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(text(name))) == text(name)
