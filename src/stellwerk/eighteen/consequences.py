"""What followed from an action, found by comparing the positions round it.

Only what everybody may know is looked at: who owns, directs and runs what, never anybody's money. So all are told the
same, whoever's view the positions are. Rules replace what they change (`RailState.replaced`): a dict that two positions
share need not be looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.routes import earnings
from stellwerk.eighteen.shares import percent, price
from stellwerk.eighteen.state import NOBODY, RailState, is_hidden, player, seat_of
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.run import RunTrains, kept_half
from stellwerk.eighteen.tiles import STOP

SALES: Final = ("sell", "sell_large")
TRADES: Final = ("buy_train", "trade_in", "accept")
"""Kinds of actions that sell shares, and by which a company comes to a train."""

BUILDING: Final = frozenset({"lay", "lay_private", "station"})
"""Kinds of actions that can cost the company what stands on the map."""


def company_on_turn(flow: Flow, s: RailState) -> str:
    """The company whose turn it is, also while somebody else is asked in between; "" where it is nobody's."""
    return next((str(frame.who) for frame in reversed(s.todo) if frame.step in flow.turn), "")


def round_of(s: RailState) -> Words:
    """The heading of a round."""
    match s.round:
        case "operating":
            return Words("head.operating", data={"set": s.stock_rounds, "number": s.set_round})
        case "stock":
            return Words("head.stock", data={"number": s.stock_rounds})
    return Words("head.auction")


def rounds_begun(before: RailState, after: RailState) -> int:
    """How many operating rounds have begun between two positions, those included in which nobody could act."""
    if after.round == "auction" or (after.stock_rounds == before.stock_rounds and after.round != "operating"):
        return 0
    played = before.set_round if before.round == "operating" else 0
    return max(0, after.set_round - played)


# --- what an action led to -------------------------------------------------------------------------------


def consequences(
    flow: Flow, steps: Mapping[str, RailStep], before: RailState, a: Action, after: RailState
) -> Iterator[Words]:
    """All that followed at once, the nearest first."""
    if a.kind in BUILDING and (cost := building_cost(steps, before, a)):
        yield Words("then.cost", data={"amount": cost})
    if a.kind == "run":
        yield _earned(steps, before, a, after)
    yield from _paid(flow, before, a)
    yield from _helped(flow, before, a, after)
    yield from _sold_privates(before, a, after)
    yield from _agreed(before, a)
    yield from _floated(before, after)
    if not _next_round(before, after):
        yield from _capital("then.capital", before, after)
    yield from _directed(before, a, after)
    for words in _moved(flow, before, after, _own_moves(before, a, after)):
        yield words._replace(key="then.price_unpaid") if _unpaid(flow, before, a, words.data) else words
    yield from _phase(before, after)
    yield from _rusted(before, a, after)
    yield from _doomed(before, after)
    yield from _closed(before, a, after)
    if after.ending != before.ending:
        yield Words(f"then.ending_{after.ending}")


def building_cost(steps: Mapping[str, RailStep], before: RailState, a: Action) -> int:
    """Cost of the ground or of the station; what else an action brings or costs is left out."""
    company, station = str(before.todo[-1].who), steps["place_station"]
    if not isinstance(station, PlaceStation):
        return 0
    if a.kind == "station":
        return station.fee(before, company, a.args)
    return ground_cost(station, before, company, *a.args[-3:], private=a.args[0] if a.kind != "lay" else "")


def ground_cost(
    step: RailStep, before: RailState, company: str, name: str, number: str, rotation: int, *, private: str
) -> int:
    """What a tile costs that is about to be laid; it counts as one of the turn when that is asked."""
    s, track = before.copy(), step.track
    if not private or not step.rules.privates[private].extra_tile:
        track.count_lay(s, name)
    hex_ = step.rules.hexmap.number[name]
    return track.cost(s, company, hex_, step.rules.catalogue.face(number, rotation), private)


def _earned(steps: Mapping[str, RailStep], before: RailState, a: Action, after: RailState) -> Words:
    """What a run earned, train by train with the stops it called at."""
    company, run = str(before.todo[-1].who), steps["run_trains"]
    trains = []
    if isinstance(run, RunTrains):
        position, fleet = run.position(before, company), run.flow.fleet_now(before, company)
        for name, train, route in zip(before.trains[company], fleet, a.args[0], strict=True):
            if route:
                stops = tuple(place for place, end in route if end >= STOP)
                data = {"train": name, "stops": stops, "revenue": earnings(position, [train], [route])}
                trains.append(Words("part.train_run", data=data))
    if not trains:
        return Words("then.earns_nothing")
    return Words("then.earns", data={"revenue": after.runs[company], "runs": tuple(trains)})


def _paid(flow: Flow, before: RailState, a: Action) -> Iterator[Words]:
    """A dividend: what a share gets, and each holder."""
    if a.kind not in ("pay_out", "pay_half"):
        return
    t, company = flow.rules, str(before.todo[-1].who)
    revenue = before.revenue - (kept_half(before.revenue) if a.kind == "pay_half" else 0)
    takers = [
        Words("part.seat_gets", data={"seat": seat, "amount": revenue * held // 100})
        for seat in range(t.seats)
        if (held := flow.earning(before, company, seat))
    ]
    pool = percent(before, company, t.pool_index) if t.run_rules.pool_earns else 0
    if pool:
        takers.append(Words("part.company_gets", data={"company": company, "amount": revenue * pool // 100}))
    if takers:
        yield Words("then.pays", data={"each": revenue // 10, "takers": tuple(takers)})


def _helped(flow: Flow, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Sums that treasury and director paid for a train; nothing where treasuries are hidden."""
    information = flow.rules.information_rules
    bought = a.args[1:] if a.kind == "buy_train" else before.offer[3:] if a.kind == "accept" else ()
    if not bought or after.offer or before.offer[:1] not in ((), ("train",)):
        return
    if information.hides and information.treasuries == "director":
        return
    company, cost = str(before.offer[1]) if a.kind == "accept" else str(before.todo[-1].who), int(bought[1])
    treasury = before.cash[company]
    if cost <= treasury or is_hidden(treasury):
        return
    lent = after.debts.get(company, 0) - before.debts.get(company, 0)
    seat, added = flow.decides(before, company), cost - treasury - lent
    own = before.cash[player(seat)]
    if not is_hidden(own) and own - after.cash[player(seat)] != added:
        return  # paid with loans, as a title tells by itself
    payers = [Words("part.company_gets", data={"company": company, "amount": treasury})] if treasury else []
    if added:
        payers.append(Words("part.seat_gets", data={"seat": seat, "amount": added}))
    if payers:
        yield Words("then.train_paid", data={"payers": tuple(payers)})
    if lent:
        yield Words("then.train_lent", data={"amount": lent})


def _sold_privates(before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Who got a private that was not bought by the action itself, and the highest bid on it."""
    if after.privates is before.privates:
        return
    bought = a.args[0] if a.kind == "buy_private_at_face" else ""
    for private, owner in after.privates.items():
        if not owner or before.privates.get(private) or private == bought or a.kind in ("take_group", "deal_private"):
            continue
        bids = dict(before.bids.get(private, ()))
        if a.kind == "bid" and a.args[0] == private:
            bids[a.seat] = a.args[1]
        seat = seat_of(owner)
        yield Words("then.won", data={"seat": seat, "private": private, "price": bids.get(seat, 0)})


def _agreed(before: RailState, a: Action) -> Iterator[Words]:
    """What changes hands by an agreement."""
    if a.kind != "accept":
        return
    match before.offer:
        case ("private", str(company), str(private), int(price_)):
            seat = seat_of(before.privates[private])
            yield Words(
                "then.private_to_company", data={"by": company, "private": private, "seat": seat, "price": price_}
            )
        case ("trade", str(private), int(), int(buyer), int(price_)):
            yield Words("then.private_to_player", data={"private": private, "seat": buyer, "price": price_})
        case ("train", str(buyer), str(seller), str(train), int(price_)):
            yield Words("then.train_sold", data={"by": buyer, "source": seller, "train": train, "price": price_})


def _floated(before: RailState, after: RailState) -> Iterator[Words]:
    """Companies that have floated."""
    for company in after.floated:
        if company not in before.floated:
            yield Words("then.floats", data={"company": company})


def _directed(before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """New directors; that the founder of a company directs it goes without saying."""
    if after.director is before.director:
        return
    for company, seat in after.director.items():
        old = before.director.get(company, NOBODY)
        if seat != old and not (old == NOBODY and a.kind in ("par", "set_par") and seat == a.seat):
            yield Words("then.director", data={"seat": seat, "company": company})


def _moved(flow: Flow, before: RailState, after: RailState, companies: Iterable[str]) -> Iterator[Words]:
    """Prices of some companies that are others now."""
    if after.cell is before.cell:
        return
    for company in companies:
        if company in before.cell and company in after.cell:
            was, now = price(flow.rules, before, company), price(flow.rules, after, company)
            if was != now:
                yield Words("then.price", data={"company": company, "was": was, "now": now})


def _unpaid(flow: Flow, before: RailState, a: Action, move: Mapping[str, Any]) -> bool:
    """Whether a price fell because its company paid no dividend, and not by what the action itself says."""
    if before.round != "operating" or move["now"] > move["was"] or a.kind in ("pay_out", "pay_half", "withhold"):
        return False
    if a.kind in SALES:
        return bool(move["company"] != a.args[0])
    # Loans, which a company also takes for a train, lower the price of whoever takes them.
    return a.kind not in (*TRADES, "loan") or move["company"] != company_on_turn(flow, before)


def _own_moves(before: RailState, a: Action, after: RailState) -> list[str]:
    """Companies whose prices an action moved itself: all, but for those that rise between two rounds."""
    if before.round != "stock" or not _next_round(before, after):
        return list(after.cell)
    return [company for company in a.args[:1] if company in after.cell]


def _phase(before: RailState, after: RailState) -> Iterator[Words]:
    if after.phase != before.phase and before.round != "auction":
        yield Words("then.phase", data={"phase": after.phase})


def _rusted(before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Trains that have rusted, and who has lost them."""
    if after.trains is before.trains:
        return
    given = _given_up(before, a)
    lost: dict[str, list[Words]] = {}
    for company, trains in before.trains.items():
        if company not in after.floated or trains == after.trains[company]:
            continue
        gone = Counter(trains) - Counter(after.trains[company]) - Counter(given.get(company, ()))
        for train, count in gone.items():
            key = "part.company_one" if count == 1 else "part.company_many"
            lost.setdefault(train, []).append(Words(key, data={"company": company, "number": count}))
    for train, losers in lost.items():
        yield Words("then.rusts", data={"train": train, "losers": tuple(losers)})


def _doomed(before: RailState, after: RailState) -> Iterator[Words]:
    """Trains that will have rusted after one more run."""
    doomed = tuple(train for train in after.doomed if train not in before.doomed)
    if doomed:
        yield Words("then.doomed", data={"train": doomed})


def _given_up(before: RailState, a: Action) -> dict[str, tuple[str, ...]]:
    """By company the trains that it gave away by the action itself."""
    match a.kind, a.args:
        case "buy_train", (str(source), str(train), _):
            return {source: (train,)}
        case "trade_in", (str(old), _):
            return {str(before.todo[-1].who): (old,)}
        case "discard", (str(train),):
            return {str(before.todo[-1].who): (train,)}
        case "discard_for", (str(company), str(train)):
            return {company: (train,)}
        case "accept", () if before.offer[:1] == ("train",):
            return {str(before.offer[2]): (str(before.offer[3]),)}
        case "return_train", ():
            return {str(before.todo[-1].who): before.trains[str(before.todo[-1].who)]}
    return {}


def _closed(before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Privates that are no more; one that was swapped for a share is told by that."""
    if after.privates is before.privates:
        return
    swapped = a.args[:1] if a.kind == "exchange" else ()
    gone = tuple(private for private in before.privates if private not in after.privates and private not in swapped)
    if gone:
        whole = len(gone) > 1 and not after.privates
        yield Words("then.all_close") if whole else Words("then.closes", data={"private": gone})


# --- what happened between two rounds --------------------------------------------------------------------


def between_rounds(flow: Flow, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Prices that rose because all shares are sold, capital of new companies, income of privates."""
    mine = _own_moves(before, a, after)
    for words in _moved(flow, before, after, (c for c in after.cell if c not in mine)):
        yield words._replace(key="between.price")
    if _next_round(before, after):
        yield from _capital("between.capital", before, after)
    times = rounds_begun(before, after) or int(after.payments > before.payments)
    incomes = flow.private_income(after) if times else {}
    takers = tuple(_gets(owner, times * income) for owner, income in incomes.items() if income)
    if takers:
        yield Words("between.income", data={"takers": takers})


def _next_round(before: RailState, after: RailState) -> bool:
    """Whether another round has begun."""
    return (before.round, before.stock_rounds) != (
        after.round,
        after.stock_rounds,
    ) or before.set_round < after.set_round


def _capital(key: str, before: RailState, after: RailState) -> Iterator[Words]:
    """Companies that have received their capital."""
    for company in (*before.unpaid, *(c for c in after.floated if c not in before.floated)):
        if company in after.floated and company not in after.unpaid:
            yield Words(key, data={"company": company, "amount": 10 * after.par[company]})


def _gets(owner: str, amount: int) -> Words:
    seat = seat_of(owner)
    if seat == NOBODY:
        return Words("part.company_gets", data={"company": owner, "amount": amount})
    return Words("part.seat_gets", data={"seat": seat, "amount": amount})


# --- what looks different --------------------------------------------------------------------------------


def changed(before: RailState, after: RailState) -> frozenset[str]:
    """Hexes with another tile or other stations, and companies whose markers have moved on the market."""
    places: set[str] = set()
    for old, new in ((before.tiles, after.tiles), (before.stations, after.stations), (before.cell, after.cell)):
        if old is not new and old != new:
            places.update(key for key, value in new.items() if old.get(key) != value)
            places.update(key for key in old if key not in new)
    return frozenset(places)
