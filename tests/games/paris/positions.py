"""Positions of Paris Connection set up by hand, as on a table.

The colours stand on the start spaces as the option "fixed" puts them:

    yellow E19 · black E21
  red F18 · Eiffel F20 · blue F22
    purple G19 · brown G21
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.registry import title
from stellwerk.core.state import Frame
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import ParisState

GAME: Final = "paris-connection"
COLOURS: Final = ("black", "blue", "brown", "purple", "red", "yellow")
STATIONS: Final = dict(zip(COLOURS, ("E21", "F22", "G21", "G19", "F18", "E19"), strict=True))
EACH: Final = 31
RAINBOW: Final = COLOURS
"""A hand with one locomotive of each colour."""

NO_VALUES: Final[Mapping[str, int]] = {}


def game_for(seats: int = 4, **options: str) -> ParisGame:
    game = title(GAME).game(seats, options)
    assert isinstance(game, ParisGame)
    return game


def position(
    *,
    seats: int = 4,
    turn: int = 0,
    build: str = "",
    placed: int = 0,
    hands: Sequence[Sequence[str]] | None = None,
    supply: Mapping[str, int] = NO_VALUES,
    value: Mapping[str, int] = NO_VALUES,
    **track: str,
) -> ParisState:
    """A position in which `seats` - 1 is the rich seat: it holds whatever is not said to be elsewhere.

    `track` gives the spaces of a colour beyond its start space, such as `red="E17 D16"`; the last `placed` of the
    colour `build` belong to the build that is going on. Hands hold one of each colour unless given. A supply holds
    what is neither on the board nor in a hand, unless it is given and the rich seat holds the rest.
    """
    lines = {colour: (STATIONS[colour], *track.pop(colour, "").split()) for colour in COLOURS}
    assert not track, f"no such colours: {track}"
    held = [Counter(hand) for hand in hands or [RAINBOW] * seats]
    left = {c: EACH - (len(lines[c]) - 1) - sum(hand[c] for hand in held) for c in COLOURS}
    for colour, count in supply.items():
        held[-1][colour] += left[colour] - count
        left[colour] = count
    s = ParisState(
        todo=[Frame("build" if placed else "turn", turn)],
        lines=lines,
        supply=left,
        value={colour: value.get(colour, 0) for colour in COLOURS},
        hands=[in_order(hand) for hand in held],
        colour=build,
        building=lines[build][-placed:] if placed else (),
    )
    assert not list(game_for(seats).audit(s))
    return s


def in_order(hand: Counter[str]) -> tuple[str, ...]:
    """The locomotives of a hand in the order of the colours."""
    return tuple(colour for colour in COLOURS for _ in range(hand[colour]))


def place(colour: str, space: str, seat: int = 0) -> Action:
    return Action(seat, "place", (colour, space))


def finish(seat: int = 0) -> Action:
    return Action(seat, "finish")


def trade(give: Any, take: Any, count: Any = 1, seat: int = 0) -> Action:
    return Action(seat, "trade", (give, take, count))


def legal(s: ParisState) -> set[Action]:
    """All that the engine offers, one by one."""
    return {action for choice in game_for(len(s.hands)).choices(s) for action in choice.actions()}


def spaces(s: ParisState, colour: str) -> set[str]:
    """Where the engine lets this colour be placed."""
    return {action.args[1] for action in legal(s) if action.kind == "place" and action.args[0] == colour}


def play(s: ParisState, *actions: Action) -> ParisState:
    """Play checked, and prove that no position on the way was changed or impossible."""
    game = game_for(len(s.hands))
    for action in actions:
        before, digest = s, s.digest()
        s = game.play(before, action)
        assert before.digest() == digest
        assert not list(game.audit(s))
    return s


def refused(s: ParisState, action: Action, rule: str, **data: str | int) -> str:
    """Prove that this rule refuses the action for these reasons, in both languages, and changes nothing."""
    game = game_for(len(s.hands))
    before = s.to_json()
    assert action not in legal(s)
    with pytest.raises(RuleError) as caught:
        game.play(s, action)
    assert (caught.value.game, caught.value.rule, caught.value.data) == (GAME, rule, data)
    assert s.to_json() == before
    said = {language: game.title.rulebook.refuse(rule, language, data) for language in LANGUAGES}
    assert caught.value.text == said["en"] != said["de"]
    assert not any("{" in text for text in said.values())
    return said["en"]
