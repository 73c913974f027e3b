"""Whatever is refused is refused in words of the book of 1848."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import Formatter

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.game import TITLE
from tests.games.g1848.positions import England, act, game_for, table

CITES = TITLE.citations.cites


def has_refusal(rule: str) -> bool:
    """Whether a rule says something of its own to who breaks it, and not just its text."""
    return all(TITLE.rulebook[rule].refusal[tongue] != TITLE.rulebook[rule].text[tongue] for tongue in LANGUAGES)


@pytest.mark.parametrize("rule", sorted({*CITES.values(), *(phase.rule for phase in game_for().rules.phases.values())}))
def test_what_a_key_stands_for_is_a_rule_of_this_book_with_a_refusal(rule: str) -> None:
    assert rule in TITLE.rulebook
    assert has_refusal(rule)


KINDS = sorted({kind for step in game_for().steps.values() for kind in step.kinds})


def junk(game: RailGame, rng: Random) -> Action:
    """An action of some kind with arguments that hardly ever fit."""
    ids = (
        *game.rules.companies,
        *game.rules.privates,
        *game.rules.trains,
        "bank",
        "pool",
        "H11",
        "I8",
        "E6",
        "57",
        "241",
        "9",
        "",
    )
    kind = rng.choice(KINDS)
    count = len(game.arguments.get(kind, ())) if rng.random() < 0.9 else rng.randrange(5)
    return act(rng.randrange(game.seats), kind, *(rng.choice((*ids, (), -1, 0, 1, 10, 80, 600)) for _ in range(count)))


def refused(game: RailGame, s: RailState, rng: Random, tries: int) -> Iterator[RuleError]:
    """What is said to so many of them."""
    for action in (junk(game, rng) for _ in range(tries)):
        try:
            game.check(s, action)
        except RuleError as error:
            yield error


def prove_words(errors: list[RuleError]) -> None:
    """Each names a rule that has a refusal, and no field of its sentence is left open."""
    assert not {error.rule for error in errors if not has_refusal(error.rule)}
    for error in errors:
        assert "{" not in "".join(TITLE.rulebook.refuse(error.rule, language, error.data) for language in LANGUAGES)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_is_refused_in_words(seed: int) -> None:
    """In a game at random from the sale on."""
    rng, game = Random(seed), game_for(4)
    s, errors = game.settled(game.start()), list[RuleError]()
    for _ in range(250):
        if game.over(s):
            break
        errors += refused(game, s, rng, 6)
        choices = list(game.choices(s))
        kind = rng.choice(sorted({choice.kind for choice in choices}))
        s = game.apply(s, rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
    assert len(errors) > 500
    prove_words(errors)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_refusal_has_the_same_fields_in_both_languages() -> None:
    for rule in TITLE.rulebook:
        assert fields(rule.refusal["en"]) == fields(rule.refusal["de"])


def positions() -> Iterator[England]:
    """Every step of a turn, with privates, loans, trains of others and money that is missing."""
    for step in ("lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"):
        for phase in ("2", "4", "5", "7"):
            t = table().phase(phase).opened("VR", par=80, shares={0: 40, 1: 20}).home("VR").cash({"VR": 60})
            t.opened("NSW", par=90, shares={1: 60}).home("NSW").trains("NSW", {"2": "2", "4": "4"}.get(phase, "5"))
            if phase in "24":
                t.private("P1", 0).private("P2", 1).private("P3", 0).private("P4", "VR").private("P5", 2)
            else:
                t.right("P2", 0).right("P4", "VR")
            t.laid("H11", "57", 1).laid("H9", "57", 1).trains("VR", {"2": "2", "4": "3"}.get(phase, "5"))
            t.s.revenue = 40
            yield t.operating("VR", step)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_tried_in_a_turn_is_refused_in_words(seed: int) -> None:
    rng = Random(seed)
    errors = [error for t in positions() for error in refused(t.game, t.s, rng, 150)]
    assert len(errors) > 2000
    prove_words(errors)
