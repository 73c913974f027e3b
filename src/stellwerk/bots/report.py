"""What a series of games between bots tells, in numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean, median

from stellwerk.bots.arena import Record, Series
from stellwerk.core.action import Json

DIGITS = 4
DEVIATIONS = 1.959964
"""How far 95 % of a normal distribution lie from its mean."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the games were, in decisions."""

    least: int
    median: float
    mean: float
    most: int

    def to_json(self) -> Json:
        return {"min": self.least, "median": self.median, "mean": round(self.mean, DIGITS), "max": self.most}


@dataclass(frozen=True, slots=True)
class Tally:
    """How a seat or a bot fared. A victory shared by n winners counts 1/n for each of them."""

    played: int
    wins: float
    points: float
    """The mean score."""

    @property
    def share(self) -> float:
        return self.wins / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share, which the true one lies in with 95 %."""
        return wilson(self.wins, self.played)

    def to_json(self) -> Json:
        return {
            "played": self.played,
            "wins": round(self.wins, DIGITS),
            "share": round(self.share, DIGITS),
            "interval": [round(end, DIGITS) for end in self.interval],
            "points": round(self.points, DIGITS),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about a series but the time it took: the same whatever the number of processes."""

    series: Series
    games: int
    decisions: int
    lengths: Lengths
    reasons: Mapping[str, int]
    seats: tuple[Tally, ...]
    bots: Mapping[str, Tally]

    def to_json(self) -> Json:
        return {
            "game": self.series.game,
            "options": dict(self.series.options),
            "seed": self.series.seed,
            "rotate": self.series.rotate,
            "games": self.games,
            "decisions": self.decisions,
            "lengths": self.lengths.to_json(),
            "reasons": dict(self.reasons),
            "seats": [tally.to_json() for tally in self.seats],
            "bots": {name: tally.to_json() for name, tally in self.bots.items()},
        }


def report(series: Series, records: Iterable[Record]) -> Report:
    """Add up records, in whatever order they came."""
    ordered = sorted(records, key=lambda record: record.number)
    by_seat: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    by_bot: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for record in ordered:
        for seat, (name, score) in enumerate(zip(record.seats, record.scores, strict=True)):
            outcome = (1 / len(record.winners) if seat in record.winners else 0.0, score)
            by_seat[seat].append(outcome)
            by_bot[name].append(outcome)
    lengths = [record.decisions for record in ordered]
    return Report(
        series=series,
        games=len(ordered),
        decisions=sum(lengths),
        lengths=Lengths(min(lengths), float(median(lengths)), fmean(lengths), max(lengths)),
        reasons=dict(sorted(Counter(record.reason for record in ordered).items())),
        seats=tuple(_tally(by_seat[seat]) for seat in range(len(series.bots))),
        bots={name: _tally(by_bot[name]) for name in dict.fromkeys(series.bots)},
    )


def wilson(wins: float, played: int) -> tuple[float, float]:
    """The interval that a share lies in with 95 %, given what was counted (Wilson's score)."""
    if not played:
        return 0.0, 1.0
    share, square = wins / played, DEVIATIONS**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    half = DEVIATIONS / (1 + square / played) * sqrt(share * (1 - share) / played + square / (4 * played**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _tally(outcomes: list[tuple[float, int]]) -> Tally:
    return Tally(len(outcomes), fsum(win for win, _ in outcomes), fmean(score for _, score in outcomes))
