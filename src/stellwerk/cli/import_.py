"""`stellwerk import`: a match from another site's record."""

from __future__ import annotations

from pathlib import Path

import click

from stellwerk.cli.common import MATCH_FILE, read_json, write_text
from stellwerk.cli.examples import examples
from stellwerk.cli.replay import outcome, refused
from stellwerk.core.errors import RuleError
from stellwerk.core.matchfile import dumps
from stellwerk.interop.games18xx import live_actions, reader_of


@click.command(
    "import",
    epilog=examples(
        "stellwerk import game_29133.json -o match.json",
        "stellwerk show match.json",
    ),
)
@click.argument("record", type=MATCH_FILE)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The match file to write.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def import_(*, record: Path, output: Path, force: bool) -> None:
    """Turn a RECORD of 18xx.games into a match file, checking every action.

    The match is played by that site's reading of the rules, which its options name. Whatever was taken back is
    left out.
    """
    if output.exists() and not force:
        raise click.ClickException(f"{output} exists; --force overwrites it")
    data = read_json(record)
    reader = reader_of(data)
    for recorded in live_actions(data):
        try:
            reader.play(recorded.data)
        except RuleError as error:
            raise click.ClickException(refused(recorded.data, error)) from error
    write_text(output, dumps(reader.match), secret=True)
    click.echo(f"{output}: {reader.match.header.game}, {len(reader.match.header.seats)} seats")
    for line in outcome(reader.match.header, reader.match, reader.match.ply):
        click.echo(line)
