"""`stellwerk replay`: hold a match against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TextIO

import click

from stellwerk.cli.common import MATCH_FILE, read_match, seat_name
from stellwerk.cli.examples import examples
from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Header, Match
from stellwerk.core.registry import title


@click.command(
    epilog=examples(
        "stellwerk replay match.json",
        "stellwerk replay match.json --trace trace.jsonl",
    )
)
@click.argument("file", type=MATCH_FILE)
@click.option(
    "--trace",
    type=click.File("w", encoding="utf-8", lazy=False),
    help="Write a JSON line for each ply: ply, action, digest, state (all hidden things included); - for stdout.",
)
def replay(*, file: Path, trace: TextIO | None) -> None:
    """Check every action of a match FILE against the rules and print how it ended.

    An action that the rules forbid ends the replay with exit code 1, its ply, the rule and why. A trace begins
    with the position before the first action (ply 0, action null); line n stands for ply n.
    """
    header, log = read_match(file)
    game = title(header.game).game(len(header.seats), header.options)
    state = Match(header).at(0)
    _write(trace, 0, None, state)
    for ply, action in enumerate(log):
        try:
            state = game.play(state, action)
        except RuleError as error:
            said = json.dumps(action.to_json(), ensure_ascii=False)
            raise click.ClickException(f"ply {ply}: {said} breaks rule {error.rule}: {error.text}") from error
        _write(trace, ply + 1, action, state)
    for line in outcome(header, Match(header, log, checked=False), len(log)):
        click.echo(line, err=trace is not None and trace.name == "<stdout>")


def outcome(header: Header, match: Match, plies: int) -> list[str]:
    """How a match stands: its result, or who is to decide."""
    texts, result = match.game.title.texts, match.result
    if result is None:
        waiting = ", ".join(seat_name(header, seat) for seat in match.waiting())
        return [f"{plies} actions, all legal; {waiting} to decide"]
    order = sorted(range(len(header.seats)), key=lambda seat: -result.scores[seat])
    width = max(len(seat_name(header, seat)) for seat in order)
    return [
        f"{plies} actions, all legal. {texts.say('en', result.reason)}",
        *(
            f"  {seat_name(header, seat):<{width}}  {result.scores[seat]:>5}{'  wins' * (seat in result.winners)}"
            for seat in order
        ),
    ]


def _write(trace: TextIO | None, ply: int, action: Action | None, state: Any) -> None:
    if trace:
        entry = {"ply": ply, "action": action and action.to_json(), "digest": state.digest(), "state": state.to_json()}
        trace.write(json.dumps(entry, ensure_ascii=False) + "\n")
