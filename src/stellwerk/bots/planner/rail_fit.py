"""The constants of a planner, found from games: counted where they can be counted, else by a regression.

The regression asks by how much what a player had at the end of a stock round explains how far he ended above or
below the mean of his table. Weights stay between nothing and `MOST`, and near what they were where games say little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_sample import Row, Sample
from stellwerk.bots.planner.rail_value import weights_of

FIELDS: Final = ("", "cash", "price", "rise", "dividends", "treasury", "private", "unfloated", "dues")
"""The constants behind the parts of an outlook, in their order; money itself counts as what it is."""

MOST: Final = 4.0
PRIOR: Final = 1.0
"""How much the weights there were count beside the games."""

SWEEPS: Final = 200
ENOUGH: Final = 5
"""So many first runs tell what a train earns a newcomer."""


def fit(sample: Sample, told: Constants, seats: int) -> Constants:
    """New constants from a sample of games that were judged by the old ones."""
    weights = _regress(list(_centred(sample.rows, seats)), weights_of(told))
    fitted = {name: round(abs(weight), 4) for name, weight in zip(FIELDS, weights, strict=True) if name}
    newcomer = dict(told.newcomer)
    for stops, runs in sample.firsts.items():
        if len(runs) >= ENOUGH:
            newcomer[stops] = round(fmean(runs), 1)
    counted = {
        "pace": round(sample.sold / max(1, sample.selling), 3),
        "pays": round(sample.paid / max(1, sample.paid + sample.kept), 3),
        "growth": round(max(0.0, sample.grown / max(1, sample.ran)), 4),
    }
    return replace(told, **fitted, **counted, newcomer=newcomer)


def _centred(rows: Sequence[Row], seats: int) -> Iterator[tuple[list[float], float]]:
    """Each player beside the mean of his table at that moment."""
    for first in range(0, len(rows), seats):
        table = rows[first : first + seats]
        means = [fmean(row.part[i] for row in table) for i in range(len(FIELDS))]
        score = fmean(row.score for row in table)
        for row in table:
            yield [part - mean for part, mean in zip(row.part, means, strict=True)], row.score - score


def _regress(rows: list[tuple[list[float], float]], old: Sequence[float]) -> list[float]:
    """Least squares within bounds, one weight after the other; the first stays as it is, the last is a cost."""
    size = range(len(old))
    gram = [[sum(x[i] * x[j] for x, _ in rows) for j in size] for i in size]
    goal = [sum(x[i] * y for x, y in rows) for i in size]
    weights = list(old)
    for _ in range(SWEEPS):
        for i in size:
            if not FIELDS[i]:
                continue
            held = PRIOR * gram[i][i] + 1.0
            rest = goal[i] - sum(gram[i][j] * weights[j] for j in size if j != i)
            found = (rest + held * old[i]) / (gram[i][i] + held)
            least, most = (-MOST, 0.0) if old[i] < 0 else (0.0, MOST)
            weights[i] = min(most, max(least, found))
    return weights


def quality(sample: Sample, told: Constants, seats: int) -> float:
    """How much of the differences between players the constants explain: 1 all of them, 0 none."""
    weights = weights_of(told)
    rows = list(_centred(sample.rows, seats))
    missed = sum((y - sum(w * part for w, part in zip(weights, x, strict=True))) ** 2 for x, y in rows)
    return 1 - missed / max(1.0, sum(y * y for _, y in rows))
