"""Every sale of a company with a second 20%, held against all ways in which cards can be handed over at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from stellwerk.eighteen.selling import parcels, sellable
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

SELLER, RIVAL, BANK, POOL = 0, 1, 4, 5
TENTHS = 6
ALL = Counter({20: 2, 10: 6})

Cards = tuple[int, ...]


def layouts() -> Iterator[tuple[int, dict[int, int], int, int]]:
    """Who directs, the tenths of seller, rival and pool, and where the second 20% lies."""
    for director in (SELLER, RIVAL):
        for own in range(5):
            for other in range(5 - own + 2):
                for pool in range(6):
                    if own + other + pool <= TENTHS:
                        for large in (SELLER, RIVAL, BANK, POOL):
                            yield director, {SELLER: own, RIVAL: other}, pool, large


def position(director: int, tenths: dict[int, int], pool: int, large: int, **options: str) -> Table | None:
    """Erie at 100 in such a layout; None where the other one would direct it, or the pool is too full."""
    shares = {seat: 10 * count + 20 * (seat == director) + 20 * (seat == large) for seat, count in tenths.items()}
    other = RIVAL if director == SELLER else SELLER
    if shares[other] > shares[director] or pool + (large == POOL) > 5:
        return None
    t = table(4, erie_second_20="true", **options)
    at = 10 * pool + 20 * (large == POOL)
    return t.opened("Erie", shares={k: v for k, v in shares.items() if v}, director=director, pool=at, large=large)


def by_hand(t: Table, amount: int) -> set[tuple[Cards, Cards]]:
    """Certificates that seller and pool may have after a sale of so much, by trying all sets of cards.

    There are never more than five cards in the pool, and nobody sells where five lie there already (5.3).
    """
    held, rival, pool = (list(t.s.shares["Erie"][place]) for place in (SELLER, RIVAL, POOL))
    if t.s.director["Erie"] == SELLER:
        held.remove(20)
        if sum(rival) > sum(held) + 20 - amount and sum(rival) >= 20:
            held += [10, 10] if rival.count(10) >= 2 else [20]
        elif sum(held) < amount:
            return set()
    found = set()
    for count in range(1, len(held) + 1):
        for given in combinations(held, count):
            for back in ((), (10,)):
                if sum(given) - sum(back) != amount or (back and (given != (20,) or 10 not in pool)):
                    continue
                lying = Counter(pool) + Counter(given) - Counter(back)
                kept = Counter(held) - Counter(given) + Counter(back)
                if sum(lying.values()) <= 5 and len(pool) < 5:
                    found.add((spread(kept), spread(lying)))
    return found


def spread(cards: Counter[int]) -> Cards:
    return tuple(sorted(cards.elements(), reverse=True))


@rule("1830", "V-6.5c", "R-84", "R-11")
def test_every_sale_is_one_that_could_be_made_by_hand() -> None:
    """And every one that could be made by hand can be made, once: as a sale of small certificates or of a large one."""
    tried = 0
    for layout in layouts():
        t = position(*layout)
        if t is None:
            continue
        money = sum(t.s.cash.values())
        for amount in range(10, sum(t.s.shares["Erie"][SELLER]) + 1, 10):
            made = []
            for kind in ("sell", "sell_large"):
                sale = act(SELLER, kind, "Erie", amount)
                if t.may(sale):
                    after = t.game.play(t.s, sale)
                    assert not list(t.game.audit(after))
                    assert sum(after.cash.values()) == money
                    assert after.cash["P0"] - t.s.cash["P0"] == 10 * amount
                    assert Counter(card for held in after.shares["Erie"] for card in held) == ALL
                    bare = list(after.shares["Erie"][SELLER])
                    if after.director["Erie"] == SELLER:
                        bare.remove(20)
                    made.append((tuple(bare), after.shares["Erie"][POOL]))
            tried += 1
            assert len(set(made)) == len(made)
            assert set(made) == by_hand(t, amount), (layout, amount)
    assert tried > 500


@rule("1830", "6.1d", "6.1e")
def test_tenths_are_sold_by_the_same_rules() -> None:
    """Companies without a large certificate are looked at by a shorter way, which must lead to the same amounts."""
    for director, tenths, pool, large in layouts():
        shares = {seat: 10 * count + 20 * (seat == director) for seat, count in tenths.items()}
        other = RIVAL if director == SELLER else SELLER
        if large == BANK and shares[other] <= shares[director]:
            t = table(4).opened("PRR", shares=shares, director=director, pool=10 * min(pool, 5))
            slow = [n for n in range(10, 110, 10) if parcels(t.game.rules, t.s, SELLER, "PRR", n)]
            assert list(sellable(t.game.rules, t.s, SELLER, "PRR")) == slow


@rule("1830", "V-6.2b", "V-6.5c")
def test_one_by_one_no_sale_is_of_more_than_a_certificate() -> None:
    for layout in layouts():
        t = position(*layout, sale_mode="one_by_one")
        for kind in ("sell", "sell_large") if t else ():
            assert t is not None
            for (amount,) in t.offers(kind, "Erie"):
                after = t.game.play(t.s, act(SELLER, kind, "Erie", amount))
                assert len(after.shares["Erie"][POOL]) - len(t.s.shares["Erie"][POOL]) in (0, 1)


@rule("1830", "V-6.5c")
@pytest.mark.parametrize("amount", [0, -10, 5, 15, 110])
def test_no_other_amount_is_sold(amount: int) -> None:
    t = position(RIVAL, {SELLER: 2, RIVAL: 2}, 1, SELLER)
    assert t is not None
    for kind in ("sell", "sell_large"):
        t.refused(act(SELLER, kind, "Erie", amount), "6.0e", company="Erie", held=40)
