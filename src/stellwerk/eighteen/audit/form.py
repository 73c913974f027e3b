"""The form of a position: every name is one of the title's, every number is one that can be counted on a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, CLOSED, NOBODY, RailState, player

ROUNDS = ("auction", "stock", "operating")
ENDINGS = ("", "bank", "bankrupt", "standstill")
"""Why a game ends; a title may name others in its tables (`ends`)."""

SOURCES = ("bank", "pool", "par", CLOSED)
DEEDS = ("track", "second", "upgrade", "station", "waived")
"""What a company does in its turn; a title may name others in its tables (`deeds`)."""

MOST_MONEY = 10**6
"""More than any bank has ever paid out: amounts beyond are no money of this game."""

MOST_COUNTED = 10**5
"""Rounds, and markers moved on the market: more than any game lasts."""

MOST_TRAINS = 60
"""In one place; where a title sells trains without limit, nothing else counts them."""


def form(t: Ruleset, s: RailState) -> Iterator[str]:
    """One sentence for each field that no position of this title has."""
    players = [player(seat) for seat in range(t.seats)]
    companies, trains = list(t.companies), list(t.trains)
    cards = [name for name, train in t.trains.items() if not train.card]
    yield from _same("cash", s.cash, [BANK, *players, *companies])
    yield from _same("shares", s.shares, companies)
    yield from _same("trains", s.trains, companies)
    yield from _same("markers", s.markers, companies)
    yield from _same("depot", s.depot, cards)
    yield from _same("supply", s.supply, t.catalogue.counts)
    for field, table in (("director", s.director), ("par", s.par), ("cell", s.cell), ("arrival", s.arrival)):
        yield from among(field, table, companies)
    yield from among("runs", s.runs, companies)
    yield from among("mail", s.mail, companies if t.run_rules.mail else ())
    yield from among("trains", chain(s.train_pool, *s.trains.values()), trains)
    yield from among("tiles", s.tiles, t.hexmap.number)
    yield from among("tiles", (number for number, _ in s.tiles.values()), t.catalogue.counts)
    yield from among("tiles", (rotation for _, rotation in s.tiles.values()), range(6))
    yield from among("stations", s.stations, t.hexmap.number)
    yield from among("stations", (c for stops in s.stations.values() for markers in stops for c in markers), companies)
    yield from among("privates", s.privates, t.privates)
    yield from among("privates", s.privates.values(), ["", *players, *companies])
    if list(s.privates) != [private for private in t.privates if private in s.privates]:
        yield "privates must stand in the order of their prices"
    if all(company in t.companies for table in (s.par, s.cell) for company in table):
        yield from _market(t, s)
    yield from _lists(t, s)
    yield from _deals(t, s)
    yield from _numbers(t, s)


def _market(t: Ruleset, s: RailState) -> Iterator[str]:
    if any(len(held) != t.seats + 2 for held in s.shares.values()):
        yield "shares are held by every seat, the bank and the pool"
    if any(list(certs) != sorted(certs, reverse=True) for held in s.shares.values() for certs in held):
        yield "certificates are listed from the largest to the smallest"
    yield from among("director", s.director.values(), range(t.seats))
    yield from among("par", (par for company, par in s.par.items() if t.companies[company].operates), t.market.pars)
    yield from among("cell", s.cell.values(), t.market.price)
    yield from among("arrival", s.arrival.values(), range(len(t.railroads) == len(t.companies), s.clock + 1))


def _lists(t: Ruleset, s: RailState) -> Iterator[str]:
    """Companies, privates and what has been done with them."""
    seats, companies = range(t.seats), t.companies
    for name, listed in (("floated", s.floated), ("unpaid", s.unpaid), ("operated", s.operated)):
        yield from once(name, listed, companies)
    yield from once("roster", s.roster, companies)
    yield from once("acted", s.acted, companies)
    yield from _traded(t, s)
    yield from once("done_this_turn", s.done_this_turn, [*DEEDS, *t.deeds, *t.privates])
    yield from once("sold", s.sold, [(seat, company) for seat in seats for company in companies])
    deals = [(private, "private") for private in t.privates]
    yield from among("bought", s.bought, [*deals, *((company, source) for company in companies for source in SOURCES)])
    yield from among("rebate", s.rebate, t.privates)
    if any(len(held) > MOST_TRAINS for held in (s.train_pool, *s.trains.values())):
        yield f"no more than {MOST_TRAINS} trains lie together"
    if len(s.bought) > sum(len(facts.certificates) + 1 for facts in companies.values()):
        yield "nobody buys more certificates than there are"
    failing = t.railroads if t.companies_fail else ()
    yield from once("failed", s.failed, [(company, seat) for company in failing for seat in seats])
    yield from among("rights", s.rights, list(t.privates))
    yield from among("rights", s.rights.values(), [*map(player, seats), *companies])
    yield from once("spent", s.spent, t.privates)
    yield from among("heralds", s.heralds, t.railroads)
    yield from among("heralds", s.heralds.values(), t.hexmap.number)
    yield from once("licences", s.licences, t.railroads if t.routes.licensed else ())
    yield from among("moving", [s.moving], ["", *_joined_sites(t, s)])
    begun = list(t.phases)[: t.ordinal.get(s.phase, -1) + 1]
    waits = t.private_rules.bought_from == "next_round"
    if s.privates_open and not (waits and any(t.phases[phase].buy_privates for phase in begun)):
        yield "privates_open: companies could not buy privates yet, or wait for no round to do so"
    yield from once("doomed", s.doomed, _mortal(t))
    yield from among("debts", s.debts, s.floated if t.help_rules.lends else ())
    if any(type(debt) is not int or debt <= 0 for debt in s.debts.values()):
        yield "debts: who owes money owes more than nothing"
    yield from once("linked", s.linked, [name for name, facts in companies.items() if facts.waits_for])
    prices = set(t.market.price.values())
    yield from once("sale_prices", s.sale_prices, [(company, price) for company in t.railroads for price in prices])
    yield from among("bids", s.bids, [private for private, owner in s.privates.items() if not owner])
    for bids in s.bids.values():
        yield from once("bids", (seat for seat, _ in bids), seats)
    yield from once("passed", s.passed, seats)
    yield from once("seating", s.seating, seats)
    if s.seating and len(s.seating) != t.seats:
        yield "seating: every seat stands there"
    yield from _group_bids(t, s)
    for small, large, says in (
        (s.unpaid, s.floated, "only a company that has floated is paid"),
        (s.operated, s.floated, "only a company that has floated operates"),
        (s.roster, s.floated, "only a company that has floated takes part in a round"),
        (s.acted, s.roster, "only a company of this round has acted in it"),
    ):
        if not set(small) <= set(large):
            yield says


def _joined_sites(t: Ruleset, s: RailState) -> list[str]:
    """Hexes on which a lone station may have to choose its city anew: one is asked, and several cities lie there."""
    if not t.track_rules.joins or all(frame.step != "choose_city" for frame in s.todo):
        return []
    several = {number for number in t.catalogue if len(t.catalogue.face(number, 0).stops) > 1}
    return [name for name, (number, _) in s.tiles.items() if number in several and name in t.hexmap.number]


def _mortal(t: Ruleset) -> list[str]:
    """The types of trains that can be on their last run: those that others scrap, where such a run is granted."""
    granted = t.train_rules.scrapping == "after_run"
    return [name for name, facts in t.trains.items() if granted and (facts.rusts_on or facts.rusts_on_last)]


def _group_bids(t: Ruleset, s: RailState) -> Iterator[str]:
    """One of each seat, each higher than the one before."""
    least, bidders = t.bid_step, list(range(t.seats))
    for bid in s.group_bids:
        match bid:
            case (int(seat), int(price)) if seat in bidders and least <= price <= MOST_MONEY:
                bidders.remove(seat)
                least = price + t.bid_step
            case _:
                yield f"group_bids: nobody can have bid {bid!r}"


def _deals(t: Ruleset, s: RailState) -> Iterator[str]:
    """Offers that were declined, each with its price and once."""
    if len(set(s.declined)) != len(s.declined):
        yield "an offer that was declined is not made again"
    seats = range(t.seats)
    for offer in s.declined:
        match offer:
            case ("private", company, private, int(price)) if 0 <= price <= MOST_MONEY:
                fits = company in t.companies and private in t.privates
            case ("trade", private, int(seller), int(buyer), int(price)) if 0 <= price <= MOST_MONEY:
                fits = private in t.privates and seller in seats and buyer in seats
            case ("train", buyer, seller, train, int(price)) if 0 <= price <= MOST_MONEY:
                fits = buyer in t.companies and seller in t.companies and train in t.trains
            case _:
                fits = False
        if not fits:
            yield f"declined: nobody can have offered {offer!r}"


def _numbers(t: Ruleset, s: RailState) -> Iterator[str]:
    longest = max(phase.rounds for phase in t.phases.values()) + t.operating_rules.extra_rounds
    for name, number, numbers in (
        ("priority", s.priority, range(t.seats)),
        ("passes", s.passes, range(t.seats + 1)),
        ("bankrupt", s.bankrupt, range(NOBODY, t.seats)),
        ("set_length", s.set_length, range(longest + 1)),
        ("set_round", s.set_round, range(s.set_length + 1)),
        ("clock", s.clock, range(MOST_COUNTED)),
        ("stock_rounds", s.stock_rounds, range(MOST_COUNTED)),
        ("payments", s.payments, range(MOST_COUNTED)),
    ):
        if number not in numbers:
            yield f"{name} cannot be {number}"
    if s.luck not in range(len(t.dividend_rules.luck) + 1):
        yield f"luck: there is no marker {s.luck}"
    if s.reformed and (t.reform is None or any(s.depot.get(train) for train in t.reform.trains)):
        yield "prices are reformed only after the last of the trains that bring it"
    if min(s.last_sale_price, s.revenue, *s.runs.values(), *s.mail.values(), *s.markers.values()) < 0:
        yield "what is counted is never less than nothing"
    sums = (*s.cash.values(), *s.runs.values(), *s.mail.values(), s.last_sale_price, s.revenue)
    if any(abs(amount) > MOST_MONEY for amount in sums):
        yield f"an amount of money is at most {MOST_MONEY}"
    if any(price <= 0 for bids in s.bids.values() for _, price in bids):
        yield "a bid is more than nothing"
    if any(not 0 <= s.rebate.get(name, 0) <= facts.price for name, facts in t.privates.items()):
        yield "a private becomes cheaper by at most what it costs"
    for name, word, words in (
        ("phase", s.phase, list(t.phases)),
        ("round", s.round, ROUNDS),
        ("ended", s.ended, [*ENDINGS, *t.ends]),
        ("ending", s.ending, ["", "bank", *t.ends]),
    ):
        yield from among(name, [word], words)


def _same(name: str, found: Collection[str], wanted: Iterable[str]) -> Iterator[str]:
    if list(found) != list(wanted):
        yield f"{name} must name {', '.join(wanted)} in this order"


def among(name: str, found: Iterable[object], known: Collection[object]) -> Iterator[str]:
    for item in found:
        if item not in known:
            yield f"{name}: there is no {item!r}"


def _traded(t: Ruleset, s: RailState) -> Iterator[str]:
    """A private changes hands once in a stock round, or several times where that is a turn's purchase."""
    if t.private_rules.trades != "purchase":
        yield from once("traded", s.traded, t.privates)
        return
    yield from among("traded", s.traded, t.privates)
    most = t.private_rules.most_purchases
    if any(s.traded.count(private) > most for private in t.privates):
        yield f"traded: no private is bought more than {most} times in a stock round"


def once(name: str, found: Iterable[object], known: Collection[object]) -> Iterator[str]:
    listed = list(found)
    yield from among(name, listed, known)
    if len(set(listed)) != len(listed):
        yield f"{name}: nothing stands there twice"
