"""`stellwerk export`: a match as another site's record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from stellwerk.cli.common import MATCH_FILE, read_match, write_text
from stellwerk.cli.examples import examples
from stellwerk.core.match import Match
from stellwerk.interop.games18xx import write_record


@click.command(epilog=examples("stellwerk export match.json -o record.json"))
@click.argument("match", type=MATCH_FILE)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The record to write.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def export(*, match: Path, output: Path, force: bool) -> None:
    """Write a MATCH file as a game record that 18xx.games can import.

    The match must be played by that site's reading of the rules; if not, the options that differ are named.
    """
    if output.exists() and not force:
        raise click.ClickException(f"{output} exists; --force overwrites it")
    header, log = read_match(match)
    record = write_record(Match(header, log))
    write_text(output, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
    click.echo(f"{output}: {record['title']}, {len(record['players'])} players, {len(record['actions'])} actions")
