"""`stellwerk fit`: the constants by which planners judge 18xx positions, from games between bots."""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path

import click

from stellwerk.bots.arena import Series, check_series, play_game
from stellwerk.bots.planner.rail_constants import Constants, constants
from stellwerk.bots.planner.rail_fit import fit as fitted
from stellwerk.bots.planner.rail_fit import quality
from stellwerk.bots.planner.rail_sample import Sample
from stellwerk.cli.common import game_options, known_game, write_text
from stellwerk.cli.examples import examples
from stellwerk.core.errors import NotFound
from stellwerk.core.registry import title, titles
from stellwerk.eighteen.title import RailTitle


@click.command(
    epilog=examples("stellwerk fit 1830 --seats planner,planner,greedy,greedy --games 40 -o value_1830.toml")
)
@click.argument("game", callback=known_game)
@click.option(
    "--seats", default="planner,planner,greedy,greedy", show_default=True, metavar="BOTS", help="A bot for each seat."
)
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default="fit", show_default=True, help="The same seed plays the same games.")
@game_options
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write a data file instead of printing."
)
def fit(
    *, game: str, seats: str, games: int, seed: str, options: dict[str, str], preset: str | None, out: Path | None
) -> None:
    """Play games of an 18xx title and find the constants of its planner.

    What can be counted is counted; the weights of a position's value are found by a regression that stays near the
    present ones where the games say little.
    """
    played = title(game)
    if not isinstance(played, RailTitle):
        raise NotFound("18xx game", game, [known.id for known in titles().values() if isinstance(known, RailTitle)])
    bots = tuple(name.strip() for name in seats.split(","))
    series = Series(game, bots, seed, games, played.resolve(options, preset), rotate=True)
    check_series(series)
    told, sample = constants(game), Sample()
    for number in range(games):
        match, record = play_game(series, number)
        sample.add(match, told)
        click.echo(f"game {number + 1} of {games}: {record.scores}", err=True)
    new = fitted(sample, told, len(bots))
    before, after = quality(sample, told, len(bots)), quality(sample, new, len(bots))
    note = (
        f"{games} games of {seats}, seed {seed!r}; explains {after:.2f} of the differences between players, "
        f"the constants before {before:.2f}"
    )
    text = data_file(game, new, "fitted", note)
    if out:
        write_text(out, text)
    else:
        sys.stdout.write(text)


def data_file(game: str, told: Constants, how: str, note: str) -> str:
    """Constants as a file of `stellwerk/bots/data`."""
    lines = [f"# By what planners judge positions of {game}; see docs/bots.md.", "", "[provenance]"]
    lines += [f'how = "{how}"', f"note = {json.dumps(note)}", "", "[constants]"]
    lines += [f"{field.name} = {getattr(told, field.name)}" for field in fields(told) if field.name != "newcomer"]
    lines += ["", "[constants.newcomer]", *(f"{stops} = {earns}" for stops, earns in told.newcomer.items()), ""]
    return "\n".join(lines)
