"""The ladder: what a ledger of games says of every bot in every game, as a page of Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import fsum
from typing import Final

from stellwerk.bots.arena import Effort, Record, Series
from stellwerk.bots.rating import Rating, ratings
from stellwerk.bots.report import Tally, report, wilson
from stellwerk.core.registry import title

MOST_SERIES: Final = 10_000
"""Series in one call of an arena; whoever asks for more has mistyped something."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bot in a game: over all tables that it sat at."""

    bot: str
    games: int
    tally: Tally
    rating: Rating | None
    """None for who has met nobody but itself."""

    effort: Effort

    @property
    def rated(self) -> str:
        """The rating for people."""
        return f"{self.rating.points:.0f} ± {self.rating.margin:.0f}" if self.rating else "none"


def tables_of(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Each bot once alone against each other one on all other seats: who sits at which table."""
    if len(bots) == 1:
        return [(bots[0],) * seats]
    return [(one, *(other,) * (seats - 1)) for one, other in permutations(bots, 2)]


def rows_of(records: Sequence[Record]) -> list[Row]:
    """The ladder of one game, the highest rating first."""
    outcomes: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    efforts: defaultdict[str, list[Effort]] = defaultdict(list)
    games: defaultdict[str, int] = defaultdict(int)
    for record in records:
        for name in set(record.seats):
            games[name] += 1
        for seat, name in enumerate(record.seats):
            won = 1 / len(record.winners) if seat in record.winners else 0.0
            outcomes[name].append((won, record.scores[seat]))
            efforts[name] += record.efforts[seat : seat + 1]
    rows = []
    rated = ratings(records)
    for name in dict.fromkeys([*rated, *sorted(outcomes)]):
        seen = outcomes[name]
        points = fsum(score for _, score in seen) / len(seen)
        tally = Tally(len(seen), fsum(won for won, _ in seen), points)
        rows.append(Row(name, games[name], tally, rated.get(name), _sum(efforts[name])))
    return rows


def _sum(efforts: Sequence[Effort]) -> Effort:
    return Effort(
        sum(effort.decisions for effort in efforts),
        fsum(effort.seconds for effort in efforts),
        max((effort.most for effort in efforts), default=0.0),
    )


def ladder(played: Iterable[tuple[Series, list[Record]]], commands: Sequence[str]) -> str:
    """The whole page."""
    by_game: defaultdict[str, list[tuple[Series, list[Record]]]] = defaultdict(list)
    for series, records in played:
        if records:
            by_game[series.game].append((series, records))
    lines = ["# Ladder", "", INTRODUCTION, "```sh", *commands, "```"]
    for game in sorted(by_game):
        lines += ["", f"## {title(game).name('en')}", "", *_game(by_game[game])]
    return "\n".join(lines) + "\n"


INTRODUCTION: Final = """\
How strong the bots are, game by game. `stellwerk arena` writes this page from a ledger of games; it is not edited by
hand. The commands below play what the ledger lacks, so they can be stopped at any time, and they give the same games
and the same shares on any machine.

- A **share** is what a bot won of the games of its seats; a victory shared by n seats counts 1/n. The **interval**
  is Wilson's: the true share lies in it with 95 %. Seats of one table are counted like games of their own.
- The **rating** explains all results of a game at once by the strength of each bot (Plackett and Luce). Who has 400
  points more wins ten times as often as the other; the mean of a game is 1000, so a rating compares bots of one game
  only. It is an account of these results with 95 % margins, not of opponents that were not there.
- **Time** is processor time of a decision, mean and longest, on the machine that played, be it by plain Python or by
  machine code (speed.md); nothing else here depends on the machine.
- A table `a` + 3 `b` has one `a` and three `b`, who move one seat further from game to game; its share is that of `a`.
"""


def _game(played: list[tuple[Series, list[Record]]]) -> Iterator[str]:
    yield "| bot | games | share | interval | rating | time | longest |"
    yield "|---|---:|---:|---|---:|---:|---:|"
    for row in rows_of([record for _, records in played for record in records]):
        low, high = row.tally.interval
        mean = row.effort.seconds / max(1, row.effort.decisions)
        yield (
            f"| `{row.bot}` | {row.games} | {row.tally.share:.1%} | {low:.1%} to {high:.1%} "
            f"| {row.rated} | {_time(mean)} | {_time(row.effort.most)} |"
        )
    yield ""
    yield "| table | players | options | games | share | interval |"
    yield "|---|---:|---|---:|---:|---|"
    for series, records in played:
        tally = report(series, records).bots[series.bots[0]]
        low, high = wilson(tally.wins, tally.played)
        yield (
            f"| {table_name(series.bots)} | {len(series.bots)} | {options_name(series)} | {len(records)} "
            f"| {tally.share:.1%} | {low:.1%} to {high:.1%} |"
        )


def table_name(bots: Sequence[str]) -> str:
    """Who sits at a table, in short."""
    counts = {name: bots.count(name) for name in dict.fromkeys(bots)}
    return " + ".join(f"{count} `{name}`" if count > 1 else f"`{name}`" for name, count in counts.items())


def options_name(series: Series) -> str:
    """The preset of a series, or what differs from the standard."""
    known = title(series.game)
    preset = known.preset_of(series.options)
    if preset is not None:
        return preset.id
    usual = known.resolve({})
    chosen = known.resolve(series.options)
    return ", ".join(f"{name}={value}" for name, value in chosen.items() if value != usual[name])


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds * 1000:.1f} ms"  # noqa: PLR2004 - below it too few digits
