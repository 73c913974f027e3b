"""The engine and a second reading of the chapter on bids agree at every ply, and no bid gets stuck."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.g1853.contracts import least_size, missing, why_not_close, why_not_pick, worth
from stellwerk.games.g1853.ruleset import ContractRules, rules_of
from stellwerk.games.g1853.state import own
from tests.games.g1853 import naive_bids as naive
from tests.games.g1853.positions import game_for
from tests.marks import rule

COMPANIES = ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR")
GAMES = 12
FEW_BONDS = 9
"""Most bonds are at most so many steps above the least; people do not bid much more."""


def name_of(match: Match, hex_: str) -> str:
    return match.game.texts.name("en", hex_)


def as_move(match: Match, a: Action) -> naive.Move:
    match a.kind, a.args:
        case "write_bond", (amount,):
            return a.seat, "bond", "", amount
        case "pick", (hex_, company):
            return a.seat, "pick", name_of(match, hex_), COMPANIES.index(company) + 1
    return a.seat, "pass", "", 0


def moves(match: Match) -> Iterator[naive.Move]:
    return (as_move(match, action) for choice in match.choices() for action in choice.actions())


def some(choices: tuple[Choice, ...], rng: Random, least: int, step: int) -> Action:
    """Any action; a bond is mostly a small one."""
    action = rng.choice(choices).sample(rng)
    if action.kind == "write_bond" and rng.random() < 0.9:
        return action._replace(args=(least + step * rng.randint(0, FEW_BONDS),))
    return action


@rule("1853", "2.5.2b", "2.5.4a", "2.5.4c", "2.5.4d", "2.5.5", "2.5.6", "2.5.7a", "2.5.7b", "2.5.9b", "2.5.10b", "R-09")
@pytest.mark.parametrize("step", [10, 1])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_both_readings_offer_the_same_at_every_ply(seats: int, step: int) -> None:
    for seed in range(GAMES):
        rng = Random(f"{seats}/{step}/{seed}")
        header = new_header("1853", [Seat(str(n)) for n in range(seats)], {"bond_step": str(step)}, f"bids {seed}")
        match, book = Match(header), naive.Bidding(seats, step)
        while not book.over:
            listed = list(moves(match))
            assert len(listed) == len(set(listed))
            assert set(listed) == set(book.legal())
            action = some(match.choices(), rng, naive.SMALLEST[seats], step)
            book.do(as_move(match, action))
            chance = [a for a in match.play(action) if a.seat == CHANCE]
            if action.kind == "write_bond" and len(book.bonds) == seats:
                book.sit([seat for a in chance for seat in a.args[0]] + list(range(seats)))
        s = own(match.state)
        assert (s.round, s.priority, list(s.seating)) == ("stock", book.order[0], book.order)
        for seat in range(seats):
            unpaid = {COMPANIES.index(name) + 1: row[seat] for name, row in s.unredeemed.items() if row[seat]}
            assert (s.cash[f"P{seat}"], unpaid) == book.money(seat)


def contracts(seats: int, **options: str) -> ContractRules:
    return rules_of(game_for(seats, **options).rules).contracts


def kinds(rules: ContractRules) -> list[list[str]]:
    """Cities that no rule tells apart but by their shares, each kind with as many as a bid may hold."""
    alike: dict[tuple[int, bool, bool], list[str]] = {}
    for name, city in rules.cities.items():
        alike.setdefault((city.value, name in rules.valley, name == rules.valley_with), []).append(name)
    return list(alike.values())


def notes(rules: ContractRules) -> Iterator[tuple[str, ...]]:
    """All notes up to the names of cities that no rule tells apart."""
    few = [name for names in kinds(rules) for name in names[: rules.most_cities]]
    first = {name: names.index(name) for names in kinds(rules) for name in names}
    peers = {name: names for names in kinds(rules) for name in names}
    for size in range(rules.most_cities + 1):
        for note in combinations(few, size):
            if all(not first[name] or peers[name][first[name] - 1] in note for name in note):
                yield note


@rule("1853", "R-08", "R-09", "2.5.9b")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_from_every_note_that_can_come_about_a_bid_can_be_completed(seats: int) -> None:
    """For every bond, to the pound; those that no bid uses up are all alike."""
    rules, capital = contracts(seats, bond_step="1"), naive.START[seats]
    dearest = sum(sorted((city.value for city in rules.cities.values()), reverse=True)[: rules.most_cities])
    for note in notes(rules):
        valley = sum(name in rules.valley or name == rules.valley_with for name in note)
        if valley > rules.valley_most:
            continue
        for bond in (*range(rules.least_bond, dearest + rules.unused + 1), capital):
            if worth(rules, note) + missing(rules, note) > bond:
                continue
            picks = [name for names in kinds(rules) for name in names if not why_not_pick(rules, bond, note, name)]
            assert picks or why_not_close(rules, bond, note) is None, (note, bond)


@rule("1853", "R-08", "R-10")
@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_others_can_never_take_all_shares_that_somebody_needs(seats: int) -> None:
    """Of all companies of all cities that a bid could go on with, eight each would have to be gone.

    A bid that may not be closed either lacks cities, and can afford those that count 20 at least, or has 40 left.
    """
    rules = contracts(seats)
    for size in range(rules.most_cities):
        for note in combinations(rules.cities, size):
            valley = sum(name in rules.valley or name == rules.valley_with for name in note)
            if valley > rules.valley_most:
                continue
            lacks = size < least_size(rules, note)
            left = rules.unused if not lacks else rules.least_value * (least_size(rules, note) - size)
            bond = worth(rules, note) + left
            picks = [name for name in rules.cities if why_not_pick(rules, bond, note, name) is None]
            needed = {company for name in picks for company in rules.cities[name].companies}
            own_part = sum(bool(needed & set(rules.cities[name].companies)) for name in note)
            others = (seats - 1) * rules.most_cities
            assert naive.SINGLES * len(needed) - own_part > others, note
