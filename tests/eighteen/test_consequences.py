"""What the log tells of consequences, held against recorded games: what it says must add up to what happened."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.core.match import Match
from stellwerk.core.matchfile import parse
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, player

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAMES = (
    "g1830/three-break-the-bank",
    "g1830/five-until-a-bankruptcy",
    "g1848/six-take-too-many-loans",
    "g1853/four-link-their-contracts",
)


@cache
def recorded(name: str) -> Match:
    header, log = parse(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8")))
    return Match(header, log, checked=False)


@cache
def plies(match: Match) -> tuple[tuple[RailState, Action, RailState, list[Words]], ...]:
    """Every action with the positions round it and what is told to have followed."""
    states = list(match.states)
    return tuple(
        (before, action, after, list(match.game.consequences(before, action, after)))
        for (before, after), action in zip(pairwise(states), match.log, strict=True)
    )


def received(words: Words) -> Counter[str]:
    """Who gets how much by a sentence about several."""
    sums: Counter[str] = Counter()
    for part in words.data["takers"]:
        owner = player(part.data["seat"]) if "seat" in part.data else part.data["company"]
        sums[owner] += part.data["amount"]
    return sums


def gained(before: RailState, after: RailState) -> Counter[str]:
    return Counter({owner: after.cash[owner] - amount for owner, amount in before.cash.items()})


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_a_dividend_is_what_its_holders_got(name: str) -> None:
    found = 0
    for before, action, after, told in plies(recorded(name)):
        for words in told:
            if words.key == "then.pays" and not any(round_over(before, after)):
                found += 1
                got = gained(before, after)
                assert {owner: got[owner] for owner in received(words)} == dict(received(words)), action
    assert found > 5


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_ground_and_stations_is_what_the_company_paid(name: str) -> None:
    found = 0
    for before, action, after, told in plies(recorded(name)):
        if action.kind not in ("lay", "lay_private", "station") or any(round_over(before, after)):
            continue
        company = str(before.todo[-1].who)
        cost = sum(words.data["amount"] for words in told if words.key == "then.cost")
        premium = getattr(before, "premium", 0), getattr(after, "premium", 0)
        if premium == (0, 0) and company in after.floated:
            found += cost > 0
            assert before.cash[company] - after.cash[company] == cost, action
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_every_price_that_moves_is_told_with_both_numbers(name: str) -> None:
    match = recorded(name)
    game: Any = match.game
    rules, found = game.rules, 0
    for before, action, after, told in plies(match):
        words = [*told, *match.game.between_rounds(before, action, after)]
        said = {
            w.data["company"]: (w.data["was"], w.data["now"])
            for w in words
            if w.key.partition(".")[2] in ("price", "price_unpaid")
        }
        both = [company for company in after.cell if company in before.cell]
        now = {company: (price(rules, before, company), price(rules, after, company)) for company in both}
        assert said == {company: moved for company, moved in now.items() if moved[0] != moved[1]}, action
        found += len(said)
    assert found > 20


@pytest.mark.parametrize("name", GAMES[:3])
def test_a_price_that_falls_without_a_dividend_says_so_where_the_action_does_not(name: str) -> None:
    """In the operating rounds of these games prices move by dividends, loans and sales for trains alone."""
    found = 0
    for before, action, _after, told in plies(recorded(name)):
        if before.round != "operating":
            continue
        unpaid = [words for words in told if words.key == "then.price_unpaid"]
        if action.kind in ("lay", "station", "pass_track", "pass_station", "run", "pass_trains"):
            # A share of the lender of 1848 gains with the loans of others.
            fallen = [words for words in told if words.key == "then.price" and words.data["now"] < words.data["was"]]
            assert fallen == [], action
            found += len(unpaid)
        if action.kind in ("pay_out", "withhold"):
            assert unpaid == [], action
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_a_train_that_the_treasury_could_not_pay_for_tells_who_paid_how_much(name: str) -> None:
    match, helped = recorded(name), 0
    for before, action, after, told in plies(match):
        paid = [words for words in told if words.key == "then.train_paid"]
        short = (
            action.kind == "buy_train" and not after.offer and action.args[2] > before.cash[str(before.todo[-1].who)]
        )
        helped += bool(paid)
        if not short:
            assert not paid or action.kind == "accept"
            continue
        spent = {owner: -amount for owner, amount in gained(before, after).items() if amount < 0}
        seats = {owner for owner in map(player, range(len(match.header.seats))) if owner in spent}
        if seats and not any(words.key == "then.loans" for words in told):
            assert paid, action
            shares = received(Words("", data={"takers": paid[0].data["payers"]}))
            assert sum(shares.values()) == action.args[2]
            assert {owner: shares[owner] for owner in seats} == {owner: spent[owner] for owner in seats}
    assert helped or not name.startswith("g1830/five")


@pytest.mark.parametrize("name", GAMES[:2])
def test_the_income_of_privates_is_told_at_the_head_of_each_operating_round(name: str) -> None:
    match = recorded(name)
    found = 0
    for before, action, after, _told in plies(match):
        told = [words for words in match.game.between_rounds(before, action, after) if words.key == "between.income"]
        begins = before.round == "stock" and after.round == "operating"
        if begins and any(after.privates.values()):
            (words,) = told
            got, capital = gained(before, after), {c for c in before.unpaid if c not in after.unpaid}
            sums = {owner: got[owner] for owner in received(words) if owner not in capital and owner not in after.acted}
            assert sums == {owner: received(words)[owner] for owner in sums}
            found += 1
        elif before.round == after.round and before.set_round == after.set_round:
            assert not told or after.round == "auction"
    assert found


def test_trains_that_rust_are_told_with_all_who_lose_them() -> None:
    """In 1830 the first 4-train takes all 2-trains away."""
    for before, action, after, told in plies(recorded(GAMES[0])):
        if before.phase == "3" and after.phase == "4":
            keys = [words.key for words in told]
            lost = {w.data["company"] for words in told if words.key == "then.rusts" for w in words.data["losers"]}
            assert "then.phase" in keys
            assert lost == {company for company, trains in before.trains.items() if "2" in trains}
            assert action.kind == "buy_train"
            return
    pytest.fail("nobody bought a 4-train")


def test_bonds_are_told_when_the_last_is_written_and_contracts_when_they_are_fulfilled() -> None:
    match = recorded(GAMES[3])
    opened = []
    for before, _action, after, told in plies(match):
        keys = [words.key for words in told]
        assert ("then.bonds" in keys) == (0 in before.bonds and 0 not in after.bonds)  # type: ignore[attr-defined]
        opened += [words for words in told if words.key == "then.contract"]
    final: Any = match.state
    assert [words.data["seat"] for words in opened] == list(final.fulfilled)


def round_over(before: RailState, after: RailState) -> tuple[bool, bool]:
    return before.round != after.round, before.set_round != after.set_round


@pytest.mark.parametrize("name", GAMES)
def test_what_positions_share_changes_nothing_of_what_is_told(name: str) -> None:
    """Dicts that are the same object are passed over; positions that share none are the judges."""
    match = recorded(name)
    game, kind = match.game, match.game.state_class
    apart = [kind.from_json(state.to_json()) for state in match.states]
    for ply, (before, action, after, told) in enumerate(plies(match)):
        assert list(game.consequences(apart[ply], action, apart[ply + 1])) == told
        between = list(game.between_rounds(before, action, after))
        assert list(game.between_rounds(apart[ply], action, apart[ply + 1])) == between
