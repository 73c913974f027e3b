"""The sums at the end of a recorded game of 1830: from its log, its last prices and cash, and the data files."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any, Final

from tests.golden.shelf import Shelf

BANK: Final = 12_000


def data_file(name: str) -> dict[str, Any]:
    return tomllib.loads((files("stellwerk.games.g1830") / "data" / name).read_text(encoding="utf-8"))


def traded(shelf: Shelf, name: str) -> list[Counter[str]]:
    """What each seat holds in the end, in per cent, by the log alone; CA brings a share of PRR, MH one of NYC.

    Only a bankrupt's last sales are not in the log: they are none of this reckoning.
    """
    log, held = shelf.data(name)["log"], [Counter[str]() for _ in shelf.data(name)["seats"]]
    after_sale = shelf.replayed(name).at(next(ply for ply, (_, kind, _) in enumerate(log) if kind in ("buy", "par")))
    owner = after_sale.privates.get("CA", "")
    if owner.startswith("P"):
        held[int(owner[1:])]["PRR"] += 10
    for seat, kind, args in log:
        if kind in ("par", "set_par"):
            held[seat][args[0]] += 20
        elif kind == "buy":
            held[seat][args[0]] += args[2]
        elif kind in ("sell", "sell_large"):
            held[seat][args[0]] -= args[1]
        elif kind == "exchange":
            held[seat]["NYC"] += 10
    return held


def reckoned(shelf: Shelf, name: str) -> list[int]:
    """The final sums; a share of a company that was never opened is worth nothing."""
    last = shelf.replayed(name).state.to_json()
    rows = [row.split() for row in data_file("market.toml")["rows"]]
    price = {company: int(rows[row][column].rstrip("yobp")) for company, (row, column) in last["cell"].items()}
    face = {key: entry["price"] for key, entry in data_file("pieces.toml")["privates"].items() if key != "source"}
    sums = []
    for seat, held in enumerate(traded(shelf, name)):
        worth = sum(price.get(company, 0) * percent // 10 for company, percent in held.items() if percent)
        kept = sum(face[private] for private, owner in last["privates"].items() if owner == f"P{seat}")
        sums.append(last["cash"][f"P{seat}"] + worth + kept)
    return sums


def hold_to_its_log(shelf: Shelf, name: str) -> None:
    """Scores, winners and reason are those expected, and the scores those that the log adds up to."""
    match, told = shelf.replayed(name), shelf.expected(name)
    result, last = match.result, match.state
    assert result is not None
    assert list(result.scores) == told["scores"]
    assert list(result.winners) == told["winners"]
    assert list(result.winners) == [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    assert result.reason == told["reason"]
    sums = reckoned(shelf, name)
    others = [seat for seat in range(len(sums)) if seat != last.bankrupt]
    assert [result.scores[seat] for seat in others] == [sums[seat] for seat in others]
    assert sum(last.cash.values()) == BANK
