"""`stellwerk arena`: series of any bots over any games, and the ladder that they make."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from stellwerk.bots.arena import Series, check_series, play_series
from stellwerk.bots.ladder import MOST_SERIES, ladder, options_name, rows_of, table_name, tables_of
from stellwerk.bots.ledger import Ledger, key_of
from stellwerk.bots.registry import bots_for
from stellwerk.bots.report import report
from stellwerk.bots.runners import Runner
from stellwerk.cli.common import known_game, runner_options, write_text
from stellwerk.cli.examples import examples
from stellwerk.cli.progress import Progress
from stellwerk.core.registry import title, titles


@click.command(
    epilog=examples(
        "stellwerk arena paris-connection --bots random,greedy --games 50 --ledger games.jsonl",
        "stellwerk arena 1830 1848 --bots planner,greedy --seats 4 --games 200 --ledger games.jsonl --jobs 2",
        "stellwerk arena 1830 --table planner,greedy,greedy,random --games 40 --ledger games.jsonl",
        "stellwerk arena --ladder docs/ladder.md --ledger games.jsonl --games 0",
    )
)
@click.argument("games", callback=known_game, nargs=-1, metavar="[GAME]...")
@click.option(
    "--bots", default="", metavar="NAMES", help="The bots that meet each other; all bots of a game if left out."
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAMES",
    help="A table of your choice instead, with a bot for each seat; may be given several times.",
)
@click.option(
    "--seats",
    default="",
    metavar="COUNTS",
    help="Numbers of players, such as 3,4,6; 4 or the nearest possible number if left out.",
)
@click.option("--presets", default="", metavar="NAMES", help="Presets of the games, or all; the standard if left out.")
@click.option(
    "--games",
    "count",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    help="How many games to play at each table.",
)
@click.option("--seed", default="0", show_default=True, help="The same seed plays the same games.")
@runner_options
@click.option(
    "--ledger",
    "file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of all played games, one line each; games in it are not played again.",
)
@click.option(
    "--ladder",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with the ratings from all games in the ledger.",
)
def arena(
    *,
    games: tuple[str, ...],
    bots: str,
    tables: tuple[str, ...],
    seats: str,
    presets: str,
    count: int,
    seed: str,
    runner: Runner,
    file: Path,
    page: Path | None,
) -> None:
    """Play rotated series of bots over some GAMEs, or all of them, and print how strong each one is.

    Every bot meets every other one alone at a table of the other; seats rotate. Stopped at any time, the same command
    goes on where the ledger ends, and comes to the same result.
    """
    counts = [_number(word) for word in _words(seats)]
    names = games or tuple(sorted(titles()))
    every = [series for game in names for series in _plan(game, bots, tables, counts, presets, count, seed)]
    if len(every) > MOST_SERIES:
        raise click.UsageError(f"{len(every)} series are more than {MOST_SERIES}")
    plan = list({key_of(series): series for series in every}.values())
    for series in plan:
        check_series(series)  # all of them before the first is played, which may take hours
    ledger = Ledger(file)
    if count:
        _play(ledger, plan, runner)
    if ledger.passed_over:
        click.echo(f"{ledger.passed_over} games in {file} are passed over: other rules, or not installed", err=True)
    for line in _told(ledger, plan if count else [series for series, _ in ledger.played()]):
        click.echo(line)
    if page is not None:
        write_text(page, ladder(ledger.played(), _commands(ledger, page)))


def _plan(
    game: str, bots: str, tables: tuple[str, ...], counts: list[int], presets: str, count: int, seed: str
) -> Iterator[Series]:
    """The series of one game."""
    known = title(game)
    chosen: list[str | None] = [*_words(presets)] or [None]
    if presets == "all":
        chosen = [preset.id for preset in known.presets]
    names = list(dict.fromkeys(_words(bots))) or list(bots_for(game))
    for preset in chosen:
        options = known.resolve({}, preset)
        for table in tables:
            seated = tuple(_words(table))
            if not seated:
                raise click.BadParameter("expected a bot for each seat", param_hint="--table")
            yield Series(game, seated, seed, count, options, rotate=True, timed=True)
        for players in () if tables else counts or [min(known.seats, key=lambda seats: abs(seats - 4))]:
            for table_bots in tables_of(names, players):
                yield Series(game, table_bots, seed, count, options, rotate=True, timed=True)


def _play(ledger: Ledger, plan: list[Series], runner: Runner) -> None:
    progress = Progress()
    try:
        with ledger.open() as out:
            missing = [(series, ledger.missing(series)) for series in plan]
            total, done = sum(len(numbers) for _, numbers in missing), 0
            for series, numbers in missing:
                if not numbers:
                    continue
                what = f"{series.game}, {table_name(series.bots).replace('`', '')}"
                progress(what, done, total)
                for record in play_series(series, numbers=numbers, runner=runner):
                    ledger.write(out, series, record)
                    done += 1
                    progress(what, done, total)
    except OSError as error:
        raise click.ClickException(f"cannot write {ledger.file}: {error.strerror}") from error
    finally:
        progress.close()


def _told(ledger: Ledger, plan: list[Series]) -> Iterator[str]:
    """What the series of this call have shown, for a person."""
    for game in dict.fromkeys(series.game for series in plan):
        of_game = [series for series in plan if series.game == game]
        records = [record for series in of_game for record in ledger.of(series)]
        if not records:
            continue
        yield f"{game}: {len(records)} games"
        for series in of_game:
            if played := ledger.of(series):
                tally = report(series, played).bots[series.bots[0]]
                low, high = tally.interval
                where = f"{table_name(series.bots).replace('`', '')} ({options_name(series)})"
                yield f"  {where:<44} {len(played):>5} games  {tally.share:>6.1%}  [{low:.1%} to {high:.1%}]"
        for row in rows_of(records):
            mean, most = 1000 * row.effort.seconds / max(1, row.effort.decisions), 1000 * row.effort.most
            yield f"  {row.bot:<24} rating {row.rated:<12} {mean:.1f} ms a decision, {most:.0f} at most"


def _commands(ledger: Ledger, page: Path) -> list[str]:
    """Commands that play every game of a ledger again, and write the page."""
    found: dict[str, None] = {}
    for series, records in ledger.played():
        words = ["stellwerk", "arena", series.game, "--table", ",".join(series.bots)]
        preset = title(series.game).preset_of(series.options)
        words += ["--presets", preset.id] if preset is not None and preset != title(series.game).presets[0] else []
        games = max((record.number + 1 for record in records), default=0)
        words += ["--games", str(games), "--seed", series.seed, "--ledger", str(ledger.file)]
        found[shlex.join(words)] = None
    last = ["stellwerk", "arena", "--games", "0", "--ledger", str(ledger.file), "--ladder", str(page)]
    return [*found, shlex.join(last)]


def _words(given: str) -> list[str]:
    return [word.strip() for word in given.split(",") if word.strip()]


def _number(word: str) -> int:
    if not word.isdecimal():
        raise click.BadParameter(f"expected a number of players, not {word!r}", param_hint="--seats")
    return int(word)
