"""A whole game of each preset of 1830 replays to the same positions, and its sums are right by another reckoning."""

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
from stellwerk.core.registry import title
from tests.golden.record_g1830_presets import EACH, FOLDER, GAMES

BANK = 12_000


@cache
def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def expected(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    return data


@cache
def replayed(name: str) -> Match:
    return matchfile.loads(text(name), checked=True)


def log(name: str) -> list[tuple[int, str, list[Any]]]:
    return [(seat, kind, args) for seat, kind, args in json.loads(text(name))["log"]]


def data_file(name: str) -> dict[str, Any]:
    return tomllib.loads((files("stellwerk.games.g1830") / "data" / name).read_text(encoding="utf-8"))


def traded(name: str) -> list[Counter[str]]:
    """What each seat holds in the end, in per cent, by the log alone; CA brings a share of PRR, MH one of NYC."""
    actions, held = log(name), [Counter[str]() for _ in replayed(name).header.seats]
    after_sale = replayed(name).at(next(ply for ply, (_, kind, _) in enumerate(actions) if kind in ("buy", "par")))
    owner = after_sale.privates.get("CA", "")
    if owner.startswith("P"):
        held[int(owner[1:])]["PRR"] += 10
    for seat, kind, args in actions:
        if kind in ("par", "set_par"):
            held[seat][args[0]] += 20
        elif kind == "buy":
            held[seat][args[0]] += args[2]
        elif kind in ("sell", "sell_large"):
            held[seat][args[0]] -= args[1]
        elif kind == "exchange":
            held[seat]["NYC"] += 10
    return held


def reckoned(name: str) -> list[int]:
    """The final sums, from the holdings by the log and the numbers that the last position and the data files show.

    A share of a company that was never opened is worth nothing.
    """
    last = replayed(name).state.to_json()
    rows = [row.split() for row in data_file("market.toml")["rows"]]
    price = {company: int(rows[row][column].rstrip("yobp")) for company, (row, column) in last["cell"].items()}
    face = {key: entry["price"] for key, entry in data_file("pieces.toml")["privates"].items() if key != "source"}
    sums = []
    for seat, held in enumerate(traded(name)):
        worth = sum(price.get(company, 0) * percent // 10 for company, percent in held.items() if percent)
        kept = sum(face[private] for private, owner in last["privates"].items() if owner == f"P{seat}")
        sums.append(last["cash"][f"P{seat}"] + worth + kept)
    return sums


def test_every_preset_but_the_standard_has_a_game_here() -> None:
    found = {path.name for path in FOLDER.iterdir()}
    assert found == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {preset for preset, _, _ in GAMES.values()} == {preset.id for preset in title("1830").presets[1:]}
    for name, (preset, bots, _) in GAMES.items():
        header = replayed(name).header
        assert dict(header.options) == title("1830").resolve({}, preset)
        assert [seat.bot for seat in header.seats] == list(bots)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_replays_to_the_same_positions(name: str) -> None:
    match = replayed(name)
    assert [state.digest() for state in match.states[::EACH]] == expected(name)["digests"]
    assert not [problem for state in match.states[::7] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
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
def test_licences_groups_and_markers_of_uncertainty_are_those_of_the_log(name: str) -> None:
    """Privates are dealt and markers revealed in uncertain times only; groups are of the basic game."""
    preset, bots, _ = GAMES[name]
    last, actions = replayed(name).state, log(name)
    count = Counter(kind for _, kind, _ in actions)
    uncertain = preset.startswith("T")
    assert {kind for kind in ("take_group", "deal_private", "reveal", "draw_seats") if count[kind]} <= (
        {"deal_private", "reveal"} if uncertain else {"take_group"} if preset == "basic" else {"draw_seats"}
    )
    assert count["deal_private"] == len(bots) * uncertain
    assert len(last.licences) >= count["buy_licence"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(replayed(name)) == text(name)
