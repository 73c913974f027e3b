"""`stellwerk new`: begin a match."""

from __future__ import annotations

from pathlib import Path

import click

from stellwerk.bots.registry import bot
from stellwerk.cli.common import game_options, known_game, read_seats, seat_name, write_text
from stellwerk.cli.examples import examples
from stellwerk.core.match import Match, new_header
from stellwerk.core.matchfile import dumps


@click.command(
    epilog=examples(
        'stellwerk new paris-connection --seats "Anna,Ben:greedy,Cleo" --seed 7 -o match.json',
    )
)
@click.argument("game", callback=known_game)
@click.option("--seats", required=True, metavar="NAMES", help='Who plays: "Anna,Ben:greedy" is Anna and the bot Ben.')
@game_options
@click.option("--seed", help="The seed of all random draws; secret and random unless given.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The match file to write.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def new(
    *,
    game: str,
    seats: str,
    options: dict[str, str],
    preset: str | None,
    seed: str | None,
    output: Path,
    force: bool,
) -> None:
    """Begin a match of GAME and write its file. Chance has acted already, the first decision is open."""
    if output.exists() and not force:
        raise click.ClickException(f"{output} exists; --force overwrites it")
    header = new_header(game, read_seats(seats), options, seed, preset)
    for seat in header.seats:
        if seat.bot:
            bot(game, seat.bot)
    match = Match(header)
    write_text(output, dumps(match), secret=True)
    first = ", ".join(seat_name(header, seat) for seat in match.waiting())
    click.echo(f"{output}: {game}, {len(header.seats)} seats, ply {match.ply}; {first} to decide")
