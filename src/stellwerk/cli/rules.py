"""`stellwerk rules`: the rules of a game, and which of them a test shows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

import stellwerk
from stellwerk.cli.common import known_game
from stellwerk.cli.examples import examples
from stellwerk.cli.marks import marked_rules
from stellwerk.core.registry import title
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.title import Title


@click.command(
    epilog=examples(
        "stellwerk rules paris-connection",
        "stellwerk rules paris-connection --missing",
        "stellwerk rules paris-connection --json --tests path/to/tests",
    )
)
@click.argument("game", callback=known_game)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.option(
    "--missing", is_flag=True, help="Only rules that need a test and have none; exit code 1 if there are any."
)
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder in which marked tests are counted; by default that of the source checkout, if there is one.",
)
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the rules."
)
def rules(*, game: str, as_json: bool, missing: bool, tests: Path | None, language: str) -> None:
    """List the rules of GAME with their ids, and how many tests are marked with each.

    A test is marked by @rule("game", "id", ...). A rule that only defines or advises needs none.
    """
    chosen, folder = title(game), tests or checkout()
    if missing and folder is None:
        raise click.UsageError("there are no tests to look at; name their folder with --tests")
    counts = marked_rules(folder)[game] if folder else None
    listed = described(chosen, counts, language)
    if missing:
        listed = [rule for rule in listed if rule["needs_test"] and not rule["tests"]]
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
    else:
        for rule in listed:
            number = "" if rule["tests"] is None else f"  [{rule['tests']} tests]"
            click.echo(f"{rule['id']}  {rule['title']} ({rule['kind']}){number}\n    {rule['text']}")
    if missing and listed:
        click.get_current_context().exit(1)


def described(chosen: Title, counts: Counter[str] | None, language: str) -> list[dict[str, Any]]:
    """What this command tells about the rules of a game."""
    return [
        {
            "id": rule.id,
            "kind": rule.kind,
            "title": rule.title[language],
            "text": rule.text[language],
            "needs_test": rule.needs_test,
            "tests": None if counts is None else counts[rule.id],
        }
        for rule in chosen.rulebook
    ]


def checkout() -> Path | None:
    """The tests beside the sources, where this runs from a checkout."""
    folder = Path(stellwerk.__file__).resolve().parents[2] / "tests"
    return folder if (folder / "marks.py").is_file() else None
