"""A rating for tables of any number of players: how strong each must be for the results to be as they are.

In the model of Plackett and Luce a place goes to each of those who are left with a chance in proportion to their
strengths. All games are weighed at once, so the order in which they were played does not matter. Those who are level
share their places (each is taken from the same rest). Everybody has besides won and lost once against somebody of
strength 1: so a bot that never loses still has a finite rating, and few games say little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, log, sqrt
from typing import Final, NamedTuple

from stellwerk.bots.arena import Record
from stellwerk.bots.report import DEVIATIONS

MIDDLE: Final = 1000
"""The mean of all that are rated together: only differences can be told."""

SCALE: Final = 400 / log(10)
"""Points of rating for each e-fold of strength: who has 400 more wins ten times as often as the other."""

ROUNDS: Final = 10_000
EXACT: Final = 1e-10
"""The fit ends when no logarithm of a strength changes by more."""


class Rating(NamedTuple):
    """Points, and how far the true ones may be off with 95 %."""

    points: float
    margin: float


class Stage(NamedTuple):
    """Some who are level come before all others that are left: by name how many, and how many are left with them."""

    first: Mapping[str, int]
    left: Mapping[str, int]


def ratings(records: Iterable[Record]) -> dict[str, Rating]:
    """The rating of each bot by all games of these records, the strongest first."""
    stages = [stage for record in records for stage in _stages(record.seats, record.scores, record.winners)]
    names = sorted({name for stage in stages for name in stage.left})
    strengths = _fit(names, stages)
    margins = _margins(names, strengths, stages)
    mean = fsum(map(log, strengths.values())) / max(1, len(names))
    rated = {name: Rating(MIDDLE + SCALE * (log(strengths[name]) - mean), SCALE * margins[name]) for name in names}
    return dict(sorted(rated.items(), key=lambda item: -item[1].points))


def _stages(seats: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> list[Stage]:
    """The places of a game from the first on; who has won stands before all others, whatever the scores."""
    order = sorted(range(len(seats)), key=lambda seat: (seat not in winners, -scores[seat]))
    stages, at = [], 0
    while at < len(order):
        lead = order[at]
        level = [seat for seat in order[at:] if _place(seat, scores, winners) == _place(lead, scores, winners)]
        left = Counter(seats[seat] for seat in order[at:])
        if len(left) > 1:  # those who are one and the same tell nothing about others
            stages.append(Stage(Counter(seats[seat] for seat in level), left))
        at += len(level)
    return stages


def _place(seat: int, scores: Sequence[int], winners: Sequence[int]) -> tuple[bool, int]:
    return (True, 0) if seat in winners else (False, scores[seat])


def _fit(names: Sequence[str], stages: Sequence[Stage]) -> dict[str, float]:
    """The most likely strengths, by Hunter's minorisation: each round makes them likelier."""
    counted = Counter((tuple(sorted(first.items())), tuple(sorted(left.items()))) for first, left in stages)
    won = dict.fromkeys(names, 1.0)
    for (first, _), times in counted.items():
        for name, count in first:
            won[name] += count * times
    strengths = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        against = {name: 2 / (strengths[name] + 1) for name in names}
        for (first, left), times in counted.items():
            taken = times * sum(count for _, count in first)
            whole = sum(count * strengths[name] for name, count in left)
            for name, count in left:
                against[name] += taken * count / whole
        fresh = {name: won[name] / against[name] for name in names}
        change = max((abs(log(fresh[name] / strengths[name])) for name in names), default=0.0)
        strengths = fresh
        if change < EXACT:
            break
    return strengths


def _margins(names: Sequence[str], strengths: Mapping[str, float], stages: Sequence[Stage]) -> dict[str, float]:
    """By name the half width of the 95 % interval of its logarithm beside the mean, by the curve of the likelihood."""
    number = {name: n for n, name in enumerate(names)}
    curved = [[0.0] * len(names) for _ in names]
    for name in names:
        even = strengths[name] / (strengths[name] + 1)
        curved[number[name]][number[name]] = 2 * even * (1 - even)
    for first, left in stages:
        taken = sum(first.values())
        whole = sum(count * strengths[name] for name, count in left.items())
        parts = {name: count * strengths[name] / whole for name, count in left.items()}
        for name, part in parts.items():
            curved[number[name]][number[name]] += taken * part
            for other, more in parts.items():
                curved[number[name]][number[other]] -= taken * part * more
    spread, size = _inverse(curved), len(names)
    with_mean = [fsum(row) / size for row in spread]
    of_mean = fsum(with_mean) / max(1, size)
    return {name: DEVIATIONS * sqrt(max(0.0, spread[n][n] - 2 * with_mean[n] + of_mean)) for name, n in number.items()}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a matrix with heavy diagonal, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        best = max(range(n, size), key=lambda row: abs(rows[row][n]))
        rows[n], rows[best] = rows[best], rows[n]
        lead = rows[n][n]
        rows[n] = [value / lead for value in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                factor = rows[m][n]
                rows[m] = [value - factor * own for value, own in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]


def expected(rated: Mapping[str, Rating], name: str, others: Iterable[str]) -> float:
    """With which chance a bot comes first at a table with others, by their ratings."""
    own = exp((rated[name].points - MIDDLE) / SCALE)
    return own / (own + sum(exp((rated[other].points - MIDDLE) / SCALE) for other in others))
