"""`stellwerk perft`: count positions, the way chess engines prove their move lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import click

from stellwerk.cli.common import game_options, read_match
from stellwerk.cli.examples import examples
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.chance import generator
from stellwerk.core.game import Game
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title


class Level(NamedTuple):
    """So many different positions after `depth` actions, and in how many ways they are reached."""

    depth: int
    positions: int
    ways: int
    over: int
    """How many of the positions end the game."""

    sampled: int
    """In how many positions chance had too many outcomes, so that one was drawn for all."""


@click.command(
    epilog=examples(
        "stellwerk perft paris-connection --depth 2 --option start_layout=fixed",
        "stellwerk perft match.json --depth 3 --json",
    )
)
@click.argument("start")
@click.option("--depth", required=True, type=click.IntRange(0), help="How many actions ahead.")
@click.option("--seats", type=int, help="The number of seats of a new game; the smallest possible unless given.")
@click.option(
    "--seed", default="0", show_default=True, help="The seed for random draws with too many outcomes to list."
)
@click.option(
    "--outcomes",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    help="The most outcomes of a random draw that are all tried.",
)
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def perft(
    *,
    start: str,
    depth: int,
    seats: int | None,
    seed: str,
    outcomes: int,
    options: dict[str, str],
    preset: str | None,
    as_json: bool,
) -> None:
    """Count the different positions 1, 2, ... DEPTH actions after START: a game's first decision or a match file.

    Every action of every choice is tried. Where chance has more than --outcomes outcomes only one is, drawn by the
    seed; the column "sampled" counts such positions.
    """
    if Path(start).is_file():
        match = Match(*read_match(Path(start)))
    else:
        chosen = title(start)
        players = [Seat(str(seat)) for seat in range(seats or chosen.seats[0])]
        match = Match(new_header(start, players, options, seed, preset))
    begin, levels = perf_counter(), []
    for level in count(match.game, match.state, depth, outcomes, seed):
        levels.append(level)
        if not as_json:
            click.echo(
                f"depth {level.depth:>2}  positions {level.positions:>9}  ways {level.ways:>11}  over {level.over:>6}"
                f"  sampled {level.sampled:>6}  {perf_counter() - begin:8.1f} s"
            )
    if as_json:
        click.echo(json.dumps([level._asdict() for level in levels], indent=1))


def count(game: Game[Any], state: Any, depth: int, outcomes: int, seed: str) -> Iterator[Level]:
    """One level after the other, the given position first; equal positions are gone on from only once."""
    level = {state.digest(): (state, 1)}
    sampled = 0
    for done in range(depth + 1):
        over = sum(1 for position, _ in level.values() if game.over(position))
        yield Level(done, len(level), sum(ways for _, ways in level.values()), over, sampled)
        if done == depth:
            return
        following: dict[str, tuple[Any, int]] = {}
        sampled = 0
        for digest, (position, ways) in level.items():
            actions, drawn = _actions(game, position, outcomes, f"{seed}/{digest}")
            sampled += drawn
            for action in actions:
                after = game.apply(position, action)
                name = after.digest()
                following[name] = (after, following.get(name, (after, 0))[1] + ways)
        level = following


def _actions(game: Game[Any], state: Any, outcomes: int, seed: str) -> tuple[list[Action], bool]:
    """All that can be done in a position, or one outcome of chance where they are too many."""
    choices = list(game.choices(state))
    if choices and choices[0].seat == CHANCE and sum(choice.size() for choice in choices) > outcomes:
        rng = generator(seed, "perft")
        return [rng.choice(choices).sample(rng)], True
    return [action for choice in choices for action in choice.actions()], False
