"""`stellwerk simulate`: many games between bots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter

import click

from stellwerk.bots.arena import Record, Series, play_series
from stellwerk.bots.on_ray import OnRay
from stellwerk.bots.report import Report, Tally, report
from stellwerk.bots.runners import Processes, Runner
from stellwerk.cli.common import game_options, known_game, runner_options
from stellwerk.cli.examples import examples
from stellwerk.core.registry import title


@click.command(
    epilog=examples(
        "stellwerk simulate paris-connection --seats greedy,random,random,random --games 200 --rotate --jobs 2",
        "stellwerk simulate paris-connection --seats random,random,random --games 50 --seed 1 --json > report.json",
    )
)
@click.argument("game", callback=known_game)
@click.option("--seats", required=True, metavar="BOTS", help="A bot for each seat: greedy,random,random.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default="0", show_default=True, help="The same seed plays the same games.")
@runner_options
@click.option("--rotate", is_flag=True, help="Move every bot one seat on after each game.")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--save",
    type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path),
    help="Write a match file of every game into this folder.",
)
def simulate(
    *,
    game: str,
    seats: str,
    games: int,
    seed: str,
    rotate: bool,
    runner: Runner,
    options: dict[str, str],
    preset: str | None,
    as_json: bool,
    save: Path | None,
) -> None:
    """Let bots play many games of GAME and print who won, how long it took, and how the games ended.

    Seat i is taken by the i-th bot. A victory shared by n seats counts 1/n for each. All numbers but the timing
    ("jobs", "seconds", "cpu_seconds", "decisions_per_second") are the same for the same seed, whatever the jobs.
    Game n has the seed SEED/n.
    """
    bots = tuple(name.strip() for name in seats.split(","))
    series = Series(game, bots, seed, games, title(game).resolve(options, preset), rotate, save=save)
    jobs = min(runner.jobs, games) if isinstance(runner, Processes) else 1
    begin, used = perf_counter(), _processor_time()
    counted = report(series, _shown(play_series(series, runner=runner), games))
    seconds, used = perf_counter() - begin, _processor_time() - used
    if as_json:
        timing = {
            "jobs": jobs,
            "seconds": round(seconds, 3),
            "cpu_seconds": round(used, 3),
            "decisions_per_second": int(counted.decisions / seconds),
        }
        click.echo(json.dumps({**counted.to_json(), **timing}, ensure_ascii=False, indent=1))
        return
    for line in told(counted):
        click.echo(line)
    where = "on Ray" if isinstance(runner, OnRay) else f"with {jobs} process{'es' * (jobs > 1)}"
    spent = f"{seconds:.1f} s ({used:.1f} s of processor time) {where}"
    click.echo(f"\n{spent}: {counted.decisions / seconds:,.0f} decisions per second")


def _processor_time() -> float:
    """Seconds that this process and its finished workers have computed: what is left when others use the machine."""
    return sum(os.times()[:4])


def _shown(records: Iterable[Record], games: int) -> Iterator[Record]:
    """Show how far we are, on stderr and only to a person."""
    if not sys.stderr.isatty():
        yield from records
        return
    with click.progressbar(records, games, "Playing", show_pos=True, file=sys.stderr) as bar:
        yield from bar


def told(counted: Report) -> Iterator[str]:
    """The report for a person."""
    texts, lengths = title(counted.series.game).texts, counted.lengths
    yield f"{counted.games} games of {counted.series.game}, seed {counted.series.seed}, {counted.decisions} decisions"
    yield (f"decisions a game: {lengths.least} to {lengths.most}, median {lengths.median:g}, mean {lengths.mean:.1f}")
    for reason, count in counted.reasons.items():
        yield f"ended {count}×: {texts.say('en', reason)}"
    yield ""
    names = [f"seat {seat}" for seat in range(len(counted.seats))]
    if not counted.series.rotate:
        names = [f"{name}  {bot}" for name, bot in zip(names, counted.series.bots, strict=True)]
    yield from _table([*zip(names, counted.seats, strict=True), *counted.bots.items()], rule=len(names))


def _table(rows: list[tuple[str, Tally]], rule: int) -> Iterator[str]:
    width = max(len(name) for name, _ in rows)
    yield f"{'':<{width}}  {'games':>6}  {'wins':>9}  {'share':>6}  {'points':>7}"
    for number, (name, tally) in enumerate(rows):
        if number == rule:
            yield ""
        wins = f"{tally.wins:.2f}".rstrip("0").rstrip(".")
        yield f"{name:<{width}}  {tally.played:>6}  {wins:>9}  {tally.share:>6.1%}  {tally.points:>7.1f}"
