"""Refusals are true: their claims are held against the position, in random games of every 18xx title."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pytest

from stellwerk.core.errors import StellwerkError
from stellwerk.core.registry import titles
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.title import RailTitle
from tests.eighteen.truth import claims_board, claims_start, claims_stock, claims_trains
from tests.eighteen.truth.asking import Asked, refused
from tests.eighteen.truth.claims import Check
from tests.eighteen.truth.table import Table
from tests.marks import DAY, drawn

TITLES: Final = [title for title in titles().values() if isinstance(title, RailTitle)]
KINDS: Final = (claims_trains.CLAIMS, claims_board.CLAIMS, claims_stock.CLAIMS, claims_start.CLAIMS)
CHECKED: Final = 0.9
"""Least part of the refusals seen that must be of a checked kind."""

FEW: Final = {"1830": 8, "1848": 6, "1853": 3}
MANY: Final = 25
"""Number of games asked about, of a title and of a preset."""


@dataclass
class Tally:
    """Tally of the refusals of some games."""

    true: Counter[str] = field(default_factory=Counter)
    unsure: Counter[str] = field(default_factory=Counter)
    unchecked: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def add(self, asked: Asked) -> None:
        check = check_of(asked.said)
        kind = f"{asked.rule} {asked.data.get('case', '')}: {asked.said}"
        if check is None:
            self.unchecked[kind] += 1
            return
        verdict = check(Table(asked))
        if verdict is None:
            self.unsure[kind] += 1
        elif verdict:
            self.true[kind] += 1
        else:
            self.false.append(f"{asked.game.title.id} {asked.action} {kind}")

    @property
    def seen(self) -> int:
        return self.true.total() + self.unsure.total() + self.unchecked.total() + len(self.false)


def check_of(said: str) -> Check | None:
    return next((check for claims in KINDS if (check := claims.check_of(said))), None)


def game_of(title: RailTitle, preset: str, rng: Random) -> RailGame:
    """A game of a preset, for some number of players that it allows."""
    options = next(dict(known.options) for known in title.presets if known.id == preset)
    for seats in rng.sample(list(title.seats), len(title.seats)):
        try:
            game = title.game(seats, options)
        except StellwerkError:
            continue
        assert isinstance(game, RailGame)
        return game
    raise LookupError(preset)


def tallied(title: RailTitle, preset: str, seed: str, tally: Tally) -> Tally:
    rng = Random(seed)
    for asked in refused(game_of(title, preset, rng), rng, longest=1200, tries=15):
        tally.add(asked)
    return tally


def holds(tally: Tally, least: int) -> None:
    """Nothing that was said is false; nearly all of it has been checked, and what was checked nearly always tells."""
    assert tally.false == []
    assert tally.seen >= least
    assert tally.unchecked.total() <= (1 - CHECKED) * tally.seen, tally.unchecked.most_common(20)
    assert tally.unsure.total() <= (1 - CHECKED) * tally.seen, tally.unsure.most_common(20)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_refusals_of_some_games_are_true(title: RailTitle) -> None:
    """Of each title a few games, others each day."""
    tally = Tally()
    presets = [preset.id for preset in title.presets]
    for at, preset in enumerate(drawn(FEW[title.id], presets * 4)):
        tallied(title, preset, f"{DAY} {title.id} {at}", tally)
    holds(tally, least=500)


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "preset"),
    [pytest.param(title, preset.id, id=f"{title.id}-{preset.id}") for title in TITLES for preset in title.presets],
)
def test_refusals_of_many_games_are_true(title: RailTitle, preset: str) -> None:
    """Of each preset many games, others each day."""
    tally = Tally()
    for seed in range(MANY):
        tallied(title, preset, f"{DAY} {title.id} {preset} {seed}", tally)
    holds(tally, least=5000)


def test_every_claim_is_made_by_some_refusal() -> None:
    """A check whose sentence nobody says any more would hold nothing."""
    rules = [rule for title in TITLES for rule in title.rulebook]
    sentences = [said["en"] for rule in rules for said in (rule.refusal, *rule.cases.values())]
    words = ("$7-train", "$7", "7", "diesel")
    filled = [re.sub(r"[$£]?\{\w+\}", word, said) for said in sentences for word in words]
    claims = [claim for kind in KINDS for claim, _ in kind.checks]
    assert [claim.pattern for claim in claims if not any(claim.search(said) for said in filled)] == []


def test_a_sentence_that_is_not_true_is_found() -> None:
    """The checks look at the position: said of another one, most of what is refused is told to be false."""
    title, rng, seen, false = TITLES[0], Random("another position"), 0, 0
    asked = list(refused(game_of(title, "classic", rng), rng, longest=600, tries=10))
    for one in asked:
        like = [other for other in asked if other.action.kind == one.action.kind and other.rule != one.rule]
        check = check_of(one.said)
        if one.data and like and check:
            other = rng.choice(like)._replace(said=one.said, data=one.data, rule=one.rule)
            seen += 1
            try:
                verdict = check(Table(other))
                false += verdict is not None and not verdict
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                false += 1  # it speaks of what is not in that action or position
    assert false > seen / 2 > 50
