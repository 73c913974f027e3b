"""Every installed game keeps every law, for all its seats and options. A new game is covered by its folder alone."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.match import Match
from stellwerk.core.options import Number
from stellwerk.core.registry import titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.title import Title
from stellwerk.testing import check_laws, play_out
from tests.core import strategies
from tests.laws.drawing import draw
from tests.marks import examples, sample

ROOT = Path(__file__).resolve().parents[2]
GAMES = titles()
MANY = 30
"""A title with more options than that is tried at length only by `make test-long`; it has a test of sets of its own."""

TABLES = [(title, seats) for title in GAMES.values() for seats in title.seats]


def name_of(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{option}={chosen}" for option, chosen in value.items())
    return value.id if isinstance(value, Title) else str(value)


TOGETHER = 4
"""So many options are tried otherwise in one game."""


def legal(title: Title, options: dict[str, str]) -> bool:
    """Whether options go together."""
    try:
        title.game(title.seats[-1], options)
    except (Malformed, RuleError):
        return False
    return True


SOME = 6
"""At so many positions a variant is held to the laws by `make test`; `make test-long` tries every kind of action."""


def variants() -> Iterator[tuple[Title, dict[str, str]]]:
    """Each value of each option that is not the default and needs no other, several options at a time."""
    for title in GAMES.values():
        left = [
            (option.id, value)
            for option in title.options
            for value in (option.values[-1:] if isinstance(option, Number) else option.values)
            if value != option.default and legal(title, {option.id: value})
        ]
        while left:
            tried: dict[str, str] = {}
            for option, value in left:
                if option not in tried and len(tried) < TOGETHER and legal(title, {**tried, option: value}):
                    tried[option] = value
            left = [pair for pair in left if pair not in tried.items()]
            yield title, tried


VARIANTS = list(variants())


def tables() -> Iterator[tuple[Title, int, slice]]:
    """The tables of a title share its kinds of action; each of them tries them all in `make test-long`.

    Of a title with many options, which is held to the laws elsewhere too, not all tables are tried always.
    """
    for title in GAMES.values():
        always = [seats for seats in title.seats if len(title.options) <= MANY or not seats % 2]
        for at, seats in enumerate(always):
            yield title, seats, slice(at, None, len(always))


@pytest.mark.parametrize(("title", "seats", "kinds"), list(tables()), ids=name_of)
def test_a_game_keeps_the_laws(title: Title, seats: int, kinds: slice) -> None:
    check_laws(title, seats, seed=seats, scenes=3, kinds=kinds, draw=draw)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "options"), [each for each in VARIANTS if len(each[0].options) <= MANY], ids=name_of)
def test_a_variant_keeps_the_laws(title: Title, options: dict[str, str]) -> None:
    """At the largest table, because some options name a seat."""
    match = check_laws(title, title.seats[-1], seed=7, options=options, scenes=4, most=SOME, draw=draw)
    assert match.header.options.items() >= options.items()


def drawn_options(title: Title, rng: Random) -> dict[str, str]:
    """Some options otherwise, where they go together."""
    chosen = {option.id: rng.choice(option.values) for option in title.options if rng.random() < 0.3}
    return chosen if legal(title, chosen) else {}


LONG = [
    *((title, seats, {}, seats) for title, seats in TABLES),
    *((title, title.seats[-1], options, 7) for title, options in VARIANTS),
    *(
        (title, seats, drawn_options(title, Random(f"{title.id} {seats} {seed}")), seed)
        for title, seats in TABLES
        for seed in range(100, 105)
    ),
]
"""Whole games in which the laws are held before every kind of action: of all tables, variants and some mixtures."""


@pytest.mark.slow
@pytest.mark.parametrize(("title", "seats", "options", "seed"), sample(1, LONG), ids=name_of)
def test_the_laws_hold_before_every_kind_of_action(
    title: Title, seats: int, options: dict[str, str], seed: int
) -> None:
    match = check_laws(title, seats, seed, options, scenes=6, draw=draw)
    assert match.header.options.items() >= options.items()


@cache
def played(title: str, seats: int) -> Match:
    return play_out(GAMES[title], seats, seed=11)


@st.composite
def attempts(draw: st.DrawFn, title: Title) -> tuple[Any, Any, Action]:
    """A game, a position of it, and an action that is made of its own words in any order."""
    match = played(title.id, draw(st.sampled_from(title.seats)))
    ply = draw(st.integers(0, match.ply))
    own = sorted({arg for action in match.log for arg in action.args}, key=repr)
    kinds = sorted({kind for step in match.game.steps.values() for kind in step.kinds})
    action = Action(
        draw(st.integers(-2, match.game.seats)),
        draw(st.sampled_from(kinds) | strategies.kinds),
        draw(st.lists(st.sampled_from(own) | strategies.scalars, max_size=4).map(tuple) | strategies.args),
    )
    if draw(st.booleans()) and (choices := list(match.game.choices(match.at(ply)))):
        action = action._replace(seat=choices[0].seat)
    return match.game, match.at(ply), action


@pytest.mark.parametrize("title", list(GAMES.values()), ids=name_of)
@examples(80)
@given(st.data())
def test_whatever_is_tried_is_offered_or_refused_by_a_rule(title: Title, data: st.DataObject) -> None:
    game, s, action = data.draw(attempts(title))
    before = s.to_json()
    if any(choice.admits(action) for choice in game.choices(s)):
        game.play(s, action)
    else:
        with pytest.raises(RuleError) as refused:
            game.play(s, action)
        for language in LANGUAGES:
            assert title.rulebook.refuse(refused.value.rule, language, refused.value.data)
    assert s.to_json() == before


HOME_GAMES = [title for title in GAMES.values() if type(title).__module__.startswith("stellwerk.games.")]


@pytest.mark.parametrize("title", HOME_GAMES, ids=name_of)
def test_every_game_has_golden_games_counts_and_a_page_of_rules(title: Title) -> None:
    """Golden games and node counts are named after the folder of the game, the page after its id."""
    folder = type(title).__module__.split(".")[2]
    assert list((ROOT / "tests" / "golden" / folder).glob("*.json")), f"tests/golden/{folder}/*.json"
    assert (ROOT / "tests" / "perft" / f"{folder}.perft").is_file(), f"tests/perft/{folder}.perft"
    assert (ROOT / "docs" / "rules" / f"{title.id}.md").is_file(), f"docs/rules/{title.id}.md"


def test_the_games_of_this_package_are_among_them() -> None:
    folders = {path.parent.name for path in (ROOT / "src" / "stellwerk" / "games").glob("*/game.py")}
    assert {type(title).__module__.split(".")[2] for title in HOME_GAMES} == folders
