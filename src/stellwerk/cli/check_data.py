"""`stellwerk check-data`: whether the data files of the games fit together."""

from __future__ import annotations

import click

from stellwerk.cli.common import known_game
from stellwerk.cli.examples import examples
from stellwerk.core.registry import title, titles


@click.command(epilog=examples("stellwerk check-data", "stellwerk check-data paris-connection"))
@click.argument("game", callback=known_game, required=False)
def check_data(*, game: str | None) -> None:
    """Load every data file of GAME (or of all games) and check all counts, cross references and sentences.

    Every problem is listed; with any the exit code is 1. For owners of a game who correct its data.
    """
    from stellwerk.cli.problems import problems

    found = 0
    for chosen in [title(game)] if game else titles().values():
        listed = list(problems(chosen))
        found += len(listed)
        for problem in listed:
            click.echo(f"{chosen.id}: {problem}", err=True)
        if not listed:
            click.echo(f"{chosen.id}: {len(chosen.rulebook)} rules, {len(chosen.texts.table)} texts, no problems")
    if found:
        raise click.ClickException(f"{found} problem{'s' * (found != 1)}")
