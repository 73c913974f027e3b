"""Chance: the same seed draws the same, different plies and seeds draw independently, and draws are fair."""

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import CHANCE
from stellwerk.core.chance import draw, generator, new_seed
from stellwerk.core.choice import Choice, Draw, OneOf, Range, Shuffle
from tests.core import strategies

DIE = [Choice(CHANCE, "roll", (Range(1, 6),))]


@given(strategies.texts, st.integers(0, 999))
def test_a_seed_and_a_ply_settle_the_draw(seed: str, ply: int) -> None:
    assert draw(seed, ply, DIE) == draw(seed, ply, DIE)
    assert DIE[0].admits(draw(seed, ply, DIE))


def test_every_ply_has_dice_of_its_own() -> None:
    """What was thrown before does not matter: an undo cannot change what comes, nor a replay need what was."""
    rolls = [draw("seed", ply, DIE).args[0] for ply in range(6000)]
    assert all(850 < count < 1150 for count in Counter(rolls).values())
    pairs = Counter(pairwise(rolls))
    assert len(pairs) == 36
    assert all(100 < count < 240 for count in pairs.values())


def test_nearby_seeds_have_nothing_in_common() -> None:
    """A seed that is one letter off tells nothing: of 6000 pairs about a sixth agree."""
    agree = sum(draw(f"seed {n}", 0, DIE) == draw(f"seed {n + 1}", 0, DIE) for n in range(6000))
    assert 850 < agree < 1150


def test_a_generator_is_not_the_plain_one_that_the_seed_would_give() -> None:
    assert generator("seed", "chance", 1).random() != Random("seed").random()
    assert generator("seed", "chance", 1).random() != Random("seed/chance/1").random()


def test_each_purpose_has_a_generator_of_its_own() -> None:
    found = {generator("seed", purpose, ply).random() for purpose in ("chance", "bot") for ply in range(100)}
    assert len(found) == 200


def test_a_choice_is_drawn_first_and_then_its_holes() -> None:
    two = [Choice(CHANCE, "coin", ("heads",)), Choice(CHANCE, "coin", ("tails",))]
    sides = Counter(draw("seed", ply, two).args[0] for ply in range(2000))
    assert 900 < sides["heads"] < 1100


def test_all_holes_of_chance_are_drawn_from_the_same_dice() -> None:
    bag = Choice(CHANCE, "deal", (OneOf((0, 1)), Draw((("a", 2), ("b", 2)), 2), Shuffle((1, 2, 3))))
    found = {draw("seed", ply, [bag]) for ply in range(400)}
    assert len(found) == 2 * 3 * 6


def test_new_seeds_are_long_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)
