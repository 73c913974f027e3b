"""Bonds and cities that nobody else may know: in views, logs, words, choices, refusals and undo."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.tell import tell
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.games.g1853.contracts import flaw, fulfil, is_linked, why_not_close
from stellwerk.games.g1853.envelopes import Known, deal
from stellwerk.games.g1853.flow import flow_of
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import SEALED, UNKNOWN, own
from tests.games.g1853.positions import CITY, GAME, act, pick, table
from tests.marks import rule

NAMES = ("Anna", "Ben", "Clara", "Dora")
BONDS = (200, 150, 120, 100)
SEED = "a seed that nobody finds in a view"
WATCHERS = (None, 1, 2, 3)
"""Everybody but seat 0, whose secrets they are."""

COMMON = [("Multan", "NWR"), ("Jaipur", "BBCI"), ("Nagpur", "BNR"), ("Mysore", "SIR"), ("Bangalore", "MSM")]


def begun(bonds: tuple[int, ...] = BONDS, claim: str = "auto") -> Match:
    match = Match(new_header(GAME, [Seat(name) for name in NAMES], {"contract_claim": claim}, SEED))
    for seat, bond in enumerate(bonds):
        match.play(act(seat, "write_bond", bond))
    return match


def rail(match: Match) -> RailGame:
    assert isinstance(match.game, RailGame)
    return match.game


def told(match: Match, seat: int | None, lang: str) -> list[str]:
    view, game = match.view(seat), match.game
    return [tell(game, NAMES, game.view(match.at(ply), seat), action, lang) for ply, action in enumerate(view.log)]


def attempts(match: Match) -> list[Action]:
    """What somebody could try in the hope that the refusal tells something."""
    tried = [pick(seat, city, "NWR") for seat in range(4) for city in ("Delhi", "Lahore", "Multan")]
    return [*tried, *(act(seat, kind) for seat in range(4) for kind in ("close_bid", "claim", "pardon"))]


def refusal(match: Match, action: Action) -> Any:
    try:
        match.game.check(match.state, action)
    except RuleError as error:
        return error.rule, error.said, dict(error.data)
    return "legal"


def known_to(match: Match, seat: int | None) -> str:
    """All that a seat can get out of a match, as text."""
    view = match.view(seat)
    return json.dumps(
        [
            view.to_json(),
            [match.view(seat, ply).to_json() for ply in range(0, match.ply, 5)],
            [told(match, seat, lang) for lang in ("en", "de")],
            match.waiting(),
            match.undoable(seat if seat is not None else 3),
            [state.to_json() for state in match.seen(seat)],
            match.game.imagine(view, Random(7)).to_json(),
            [refusal(match, action) for action in attempts(match) if action.seat == seat],
        ]
    )


def same_for_others(one: Match, other: Match) -> None:
    for watcher in WATCHERS:
        assert known_to(one, watcher) == known_to(other, watcher), watcher
    assert known_to(one, 0) != known_to(other, 0)


# --- bonds -----------------------------------------------------------------------------------------------


@rule(GAME, "2.5.2a", "R-55")
def test_nobody_learns_a_bond_before_all_have_written() -> None:
    one, other = begun(()), begun(())
    one.play(act(0, "write_bond", 60))
    other.play(act(0, "write_bond", 570))
    same_for_others(one, other)
    for seat in (2, 3):
        for match in (one, other):
            match.play(act(seat, "write_bond", 100))
        same_for_others(one, other)
    assert one.view(1).state.bonds == (SEALED, 0, SEALED, SEALED)
    assert one.view(0).state.bonds == (60, 0, SEALED, SEALED)
    assert told(one, None, "en")[0] == "Anna has written down a bond."
    assert told(one, 0, "en")[0] == "Anna writes down a bond of £60."


@rule(GAME, "2.5.2a", "R-55")
def test_all_bonds_are_shown_at_once_and_in_the_log_too() -> None:
    match = begun()
    for watcher in (None, 0, 1, 2, 3):
        assert match.view(watcher).state.bonds == BONDS
        assert [action.args for action in match.view(watcher).log] == [(bond,) for bond in BONDS]
        assert told(match, watcher, "de")[1] == "Ben schreibt eine Anleihe von £150 auf."


def test_a_bond_is_taken_back_until_all_have_written() -> None:
    match = begun(BONDS[:3])
    assert match.undo(0) == 0
    assert match.state.bonds == (0, 150, 120, 0)
    match.play(act(0, "write_bond", 60))
    match.play(act(3, "write_bond", 90))
    assert match.undoable() == []


# --- cities ----------------------------------------------------------------------------------------------


def twins(claim: str) -> tuple[Match, Match]:
    """Two matches in which seat 0 has noted Delhi or Lahore for a share of NWR."""
    pair = begun(claim=claim), begun(claim=claim)
    for match, city in zip(pair, ("Delhi", "Lahore"), strict=True):
        match.play(pick(0, city, "NWR"))
    return pair


def on_both(pair: tuple[Match, Match], choose: Callable[[View[Any], View[Any]], Action]) -> None:
    """Something that is legal in both is played in both."""
    seat = pair[0].waiting()[0]
    action = choose(pair[0].view(seat), pair[1].view(seat))
    for match in pair:
        match.play(action)


def any_common(rng: Random) -> Callable[[View[Any], View[Any]], Action]:
    def choose(one: View[Any], other: View[Any]) -> Action:
        alike = set(other.choices)
        return rng.choice([choice for choice in one.choices if choice in alike]).sample(rng)

    return choose


@rule(GAME, "2.1b", "2.5.4b", "2.5.11", "R-55")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("claim", ["auto", "manual"])
def test_the_city_of_a_share_changes_nothing_that_others_get(seed: int, claim: str) -> None:
    """Through the whole opening and into the first stock round."""
    pair, rng = twins(claim), Random(seed)
    same_for_others(*pair)
    while pair[0].state.round == "auction":
        on_both(pair, any_common(rng))
        if rng.random() < 0.25:
            same_for_others(*pair)
    for _ in range(6):
        on_both(pair, any_common(rng))
    same_for_others(*pair)


@rule(GAME, "2.5.4b")
def test_others_are_told_of_the_share_only() -> None:
    match = begun()
    match.play(pick(0, "Delhi", "NWR"))
    assert told(match, 0, "en")[-1] == "Anna notes Delhi and takes a share of the NWR."
    for watcher in WATCHERS:
        assert match.view(watcher).log[-1] == act(0, "pick", UNKNOWN, "NWR")
        assert match.view(watcher).state.notes[0] == (UNKNOWN,)
        assert told(match, watcher, "en")[-1] == "Anna notes a city and takes a share of the NWR."
        assert told(match, watcher, "de")[-1] == "Anna notiert eine Stadt und nimmt eine Aktie der NWR."


@rule(GAME, "R-55")
def test_cash_and_bonds_are_open() -> None:
    seen = begun().view(1).state
    assert (seen.cash["P0"], seen.bonds[0]) == (370, 200)


@rule(GAME, "4.3.2a", "2.1b")
def test_a_fulfilled_contract_is_read_by_all_in_the_log_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    rng = Random(1)
    while match.state.round == "auction":
        match.play(rng.choice(match.choices()).sample(rng))
    assert all(action.args[0] == UNKNOWN for action in match.view(2).log if action.kind == "pick" and action.seat != 2)
    fulfil(flow_of(rail(match).flow), match.state, 0)
    for action, true in zip(match.view(2).log, match.log, strict=True):
        secret = action.kind == "pick" and action.seat not in (0, 2)
        assert action == (true._replace(args=(UNKNOWN, true.args[1])) if secret else true)
    assert match.view(2).state.notes[0] == match.state.notes[0]
    assert match.view(2).state.notes[1] == (UNKNOWN,) * len(match.state.notes[1])


def test_what_a_pick_was_can_be_taken_back_like_any_open_action() -> None:
    match = begun()
    match.play(pick(0, "Delhi", "NWR"))
    assert match.undo(0) == 4
    match.play(pick(0, "Lahore", "NWR"))
    match.play(pick(1, "Lahore", "NWR"))
    assert (match.undoable(0), match.undoable(1)) == ([], [5])


def test_nobody_undoes_beyond_a_bid_that_somebody_else_has_closed() -> None:
    """It tells that enough of the bond is used, which only its holder knew; who undoes may have bots beside him."""
    match = begun((60, 60, 60, 60))
    for city, company in COMMON[:3]:
        for seat in match.state.seating:
            match.play(pick(seat, city, company))
    first, second = match.state.seating[:2]
    match.play(act(first, "close_bid"))
    assert match.game.seals(match.at(match.ply - 1), match.log[-1], match.state, second)
    assert not match.game.seals(match.at(match.ply - 1), match.log[-1], match.state, first)


# --- what could be in an envelope ------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_what_is_imagined_fits_all_that_is_seen(seats: int) -> None:
    rng = Random(seats)
    for seed in range(6):
        match = Match(new_header(GAME, [Seat(str(n)) for n in range(seats)], seed=f"{SEED} {seed}"))
        rules = rules_of(rail(match).rules).contracts
        while match.state.round == "auction":
            action = rng.choice(match.choices()).sample(rng)
            if action.kind == "write_bond":
                action = action._replace(args=(rules.least_bond + 10 * rng.randrange(10),))
            match.play(action)
            view = match.view(rng.choice([None, *range(seats)]))
            s = own(match.game.imagine(view, rng))
            assert match.game.view(s, view.seat) == view.state
            assert not list(match.game.audit(s))
            for seat in s.closed_bids:
                assert not flaw(rules, s.bonds[seat], s.notes[seat], s.taken[seat])


def test_an_imagined_contract_is_none_that_would_have_been_paid() -> None:
    """All cities but one are joined: whoever waits for his bond needs that one."""
    rules = rules_of(table(4).game.rules).contracts
    joined = frozenset(rules.cities) - {CITY["Karachi"]}
    for seed in range(40):
        note = deal(rules, ("EIR", "GIP", "NWR", "BBCI"), Known(170, True, groups=(joined,)), Random(seed))
        assert note is not None
        assert CITY["Karachi"] in note
        assert not is_linked(note, [joined])
        assert why_not_close(rules, 170, note) is None


def test_what_was_shown_of_a_contract_is_imagined_too() -> None:
    rules = rules_of(table(4).game.rules).contracts
    homes = frozenset({CITY["Ajmer"], CITY["Bombay"]})
    for seed in range(40):
        shown = deal(rules, ("BBCI", "NWR", "GIP"), Known(100, True, holds=homes), Random(seed))
        assert shown is not None
        assert homes <= set(shown)
        hidden = deal(rules, ("BBCI", "NWR", "BBCI"), Known(100, True, lacks=homes), Random(seed))
        assert hidden is not None
        assert not homes <= set(hidden)


def test_an_illegal_contract_can_be_imagined_somehow() -> None:
    """Three cities for ECR do not exist; nobody is stuck who sees it."""
    t = table(4).bid(1, 120, {"Waltair": "ECR", "Calcutta": "ECR", "Delhi": "ECR"})
    view = View(t.game, 2, t.game.view(t.s, 2), (), ())
    s = own(t.game.imagine(view, Random(1)))
    assert t.game.view(s, 2) == view.state
    assert len(s.notes[1]) == 3
    assert set(s.notes[1]) <= set(CITY.values())
