"""The laws can fail: each is broken by a game made for it, and caught by its own name."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.core import chance
from stellwerk.core.action import Action
from stellwerk.core.game import Game
from stellwerk.core.match import Match
from stellwerk.core.registry import added
from stellwerk.games.paris.game import TITLE as PARIS
from stellwerk.testing import LawBroken, Scene, check_laws, play_out
from stellwerk.testing.check import LAST_LAWS, LAWS
from stellwerk.testing.secrets import undo_reveals_nothing, views_tell_no_secrets
from tests.core.toys import AUCTION, TRACK
from tests.laws.mutants_kept import MUTANTS

SEEDS = range(6)
LONGEST = 400
# A game cannot break these, only the core can: the tests below break the core.
LAWS_OF_THE_CORE = {"undo_is_the_identity", "a_seed_repeats_chance"}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught_by_the_law_that_it_breaks(name: str) -> None:
    laws, title = MUTANTS[name]
    law, *others = laws.split("|")
    caught = set()
    for seed in SEEDS:
        try:
            check_laws(title, title.seats[-1], seed, longest=LONGEST)
        except LawBroken as error:
            caught.add(error.law)
    assert law in caught
    assert caught <= {law, *others}


def test_every_law_has_a_mutant() -> None:
    laws = {law.__name__ for law in (*LAWS, *LAST_LAWS)}
    assert laws - {law.partition("|")[0] for law, _ in MUTANTS.values()} == LAWS_OF_THE_CORE


@pytest.mark.parametrize("title", [AUCTION, TRACK], ids=lambda title: title.id)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_toys_break_no_law(title: Any, seed: int) -> None:
    for seats in title.seats:
        assert check_laws(title, seats, seed, longest=LONGEST).over


def test_a_broken_law_says_which_where_and_what() -> None:
    _, title = MUTANTS["MakesMoney"]
    with pytest.raises(LawBroken) as told:
        check_laws(title, 2, seed=3)
    assert "pieces_are_conserved" in str(told.value)
    assert "coins are conserved" in str(told.value)
    assert "toy-track for 2 with {}, seed 3, ply " in str(told.value)


def test_a_seed_in_a_view_is_found() -> None:
    with added(AUCTION):
        match = play_out(AUCTION, 2)
        visible = Match(replace(match.header, seed=AUCTION.id))
        with pytest.raises(LawBroken, match="sees the seed"):
            views_tell_no_secrets(Scene(visible, Random(0)))


def test_a_hand_that_is_shown_to_others_must_not_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gives a locomotive away shows that there was one."""
    match = play_out(PARIS, 3, seed=2)
    trades = [ply for ply, action in enumerate(match.log) if action.kind == "trade"][-12:]

    def hold() -> None:
        for ply in trades:
            undo_reveals_nothing(Scene(match.until(ply), Random(ply)))

    hold()
    monkeypatch.setattr(type(match.game), "seals", Game.seals)
    with pytest.raises(LawBroken, match="tells seat"):
        hold()


def _caught(law: str) -> bool:
    with pytest.raises(LawBroken) as told:
        check_laws(TRACK, 3)
    return told.value.law == law


def test_an_undo_that_leaves_something_behind_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def careless(self: Match, *args: Any) -> int:
        ply = undo(self, *args)
        self.states[-1] = self.states[-1].copy()
        self.states[-1].todo.append(self.states[-1].todo[-1])
        return ply

    monkeypatch.setattr(Match, "undo", careless)
    assert _caught("undo_is_the_identity")


def test_chance_that_forgets_the_seed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = Random(5)

    def draw(seed: str, ply: int, choices: Any) -> Action:
        action: Action = generator.choice(list(choices)).sample(generator)
        return action

    monkeypatch.setattr(chance, "draw", draw)
    assert _caught("a_seed_repeats_chance")


def test_a_replay_that_leads_elsewhere_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    append: Callable[..., None] = Match._append

    def lossy(self: Match, action: Action, *, checked: bool) -> None:
        append(self, action, checked=checked)
        if checked and self.ply == 5:
            self.states[-1] = self.states[-2]

    monkeypatch.setattr(Match, "_append", lossy)
    with pytest.raises(LawBroken):
        check_laws(TRACK, 3)
