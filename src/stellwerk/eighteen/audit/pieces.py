"""Laws that every position of an 18xx game keeps: nothing is made or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from stellwerk.eighteen.audit.form import form
from stellwerk.eighteen.audit.turn import turn
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import BANK, UNLIMITED, RailState, player, seat_of
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import JUNCTION, Face


def audit(
    t: Ruleset,
    steps: Mapping[str, RailStep],
    s: RailState,
    own_form: Iterable[str] = (),
    own_laws: Iterable[str] = (),
    aside: int = 0,
) -> Iterator[str]:
    """One sentence for each law that is broken; the later ones only make sense of what has the right form.

    A title adds what it demands of the form of its own fields, and laws of its own; both are asked lazily. So much
    money may lie aside.
    """
    malformed = [*form(t, s)] or [*own_form]
    if malformed:
        yield from malformed
        return
    yield from _money(t, s, aside)
    yield from _certificates(t, s)
    yield from _tiles(t, s)
    yield from _markers(t, s)
    yield from _trains(t, steps["operate"].flow, s)
    yield from own_laws
    yield from turn(t, steps, s)


def _money(t: Ruleset, s: RailState, aside: int) -> Iterator[str]:
    money = t.money - aside
    if sum(s.cash.values()) != money:
        yield f"all money together is {sum(s.cash.values())}, not {money}"
    owing = {BANK, *(player(seat) for _, seat in s.failed)}
    if any(amount < 0 for owner, amount in s.cash.items() if owner not in owing):
        yield "nobody but the bank owes money, and directors of companies that have failed"
    for seat in range(t.seats) if s.bids else ():
        if sum(price for bids in s.bids.values() for bidder, price in bids if bidder == seat) > s.cash[f"P{seat}"]:
            yield f"seat {seat} has bid more than it has"


def _certificates(t: Ruleset, s: RailState) -> Iterator[str]:
    gone = dict(s.failed)
    for company in t.railroads:
        facts, held = t.companies[company], s.shares[company]
        if company in gone:
            continue
        if Counter(cert for certs in held for cert in certs) != Counter((facts.director, *facts.certificates)):
            yield f"{company}: certificates are missing or too many"
            continue
        yield from _bought(t, s, company) if t.stock_rules.director == "bought" else _swapped(t, s, company)
        if t.pool_certificates is not None and len(held[t.pool_index]) > t.pool_certificates:
            yield f"{company}: the pool holds more than {t.pool_certificates} certificates"
        if t.pool_certificates is None and percent(s, company, t.pool_index) > t.pool_percent:
            yield f"{company}: the pool holds more than {t.pool_percent}%"


def _bought(t: Ruleset, s: RailState, company: str) -> Iterator[str]:
    """Where a company opens with its director's certificate."""
    big, held = t.companies[company].director, s.shares[company]
    if big not in held[s.director.get(company, t.bank_index)] or (
        company not in s.director and _large_outside(t, held, big)
    ):
        yield f"{company}: whoever holds the director's certificate directs it, and the pool never does"
    if len({company in named for named in (s.director, s.par, s.cell, s.arrival)}) > 1:
        yield f"{company}: director, par and market marker come together"
    if (company in s.par and _is_due(t, s, company)) != (company in s.floated):
        yield f"{company}: it has floated when {t.float_percent}% have left the bank, and not before"


def _swapped(t: Ruleset, s: RailState, company: str) -> Iterator[str]:
    """Where nobody buys that certificate: it lies with a director, or with the bank or the pool while there is none.

    How early a company that is due has floated is the title's business.
    """
    big, held = t.companies[company].director, s.shares[company]
    floated, most = company in s.floated, max(map(sum, held[: t.seats]))
    at = next(place for place, certs in enumerate(held) if big in certs)
    if at != s.director.get(company, at if at >= t.seats else None):
        yield f"{company}: whoever holds the director's certificate directs it"
    if at == t.pool_index and not floated:
        yield f"{company}: the bank keeps the director's certificate until it has floated"
    if len({floated, company in s.cell, company in s.arrival}) > 1 or (company in s.director and not floated):
        yield f"{company}: it has a market marker once it has floated, and no director before"
    if floated and not _is_due(t, s, company):
        yield f"{company}: it has floated when {t.float_percent}% have left the bank, and not before"
    if floated and (sum(held[at]) < most if company in s.director else most >= big):
        yield f"{company}: its director is who holds most, if that is enough for the director's certificate"


def _is_due(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether enough of a company has left the bank."""
    return 100 - percent(s, company, t.bank_index) >= t.float_percent


def _large_outside(t: Ruleset, held: tuple[tuple[int, ...], ...], large: int) -> bool:
    """Whether a certificate as large as the director's has left the bank."""
    return any(large in certs for place, certs in enumerate(held) if place != t.bank_index)


def _tiles(t: Ruleset, s: RailState) -> Iterator[str]:
    laid = Counter(number for number, _ in s.tiles.values())
    for number, count in t.catalogue.counts.items():
        if count == UNLIMITED and s.supply[number] != UNLIMITED:
            yield f"tile {number}: there is no end of them"
        elif count != UNLIMITED and (s.supply[number] + laid[number] != count or s.supply[number] < 0):
            yield f"tile {number}: supply and board must hold {count} together"
    if not t.preprinted.keys() <= s.tiles.keys():
        yield f"tiles lie from the start on {', '.join(t.preprinted)}"
    for name, (number, rotation) in s.tiles.items():
        printed, face = t.hexmap[name], t.catalogue.face(number, rotation)
        own = any(facts.own_tile == number and name in facts.tile for facts in t.privates.values())
        if not own and (printed.fixed or not _could_become(printed, face)):
            yield f"{name}: tile {number} cannot lie there"


def _could_become(hex_: Hex, laid: Face) -> bool:
    """Whether a tile may lie on what is printed, at once or after others: no label, stop or track is lost."""
    printed = hex_.face
    lost = any(stop.kind == "city" for stop in printed.stops) and not any(s.kind == "city" for s in laid.stops)
    places = any(stop.kind != JUNCTION for stop in laid.stops)
    same = hex_.label(laid.colour) == laid.label and bool(printed.stops) == places
    return same and not lost and printed.stops_onto(laid) is not None


def _markers(t: Ruleset, s: RailState) -> Iterator[str]:
    standing = Counter(company for stops in s.stations.values() for markers in stops for company in markers)
    standing.update(s.heralds.keys())
    choosing = Counter(frame.who for frame in s.todo if frame.step == "choose_city")
    gone = dict(s.failed)
    for company in t.railroads:
        markers = 0 if company in gone else t.companies[company].markers
        if s.markers[company] < 0 or s.markers[company] + standing[company] != markers:
            yield f"{company}: station markers are missing or too many"
        if bool(standing[company] + choosing[company]) != (company in s.operated):
            yield f"{company}: its home station stands from its first turn on"
    for name, stops in s.stations.items():
        yield from _stops(t, name, stops, face_on(t, s, name))
    for company, name in s.heralds.items():
        if name not in t.companies[company].homes or face_on(t, s, name).stops:
            yield f"{company}: its herald cannot lie on {name}"


def _stops(t: Ruleset, name: str, stops: tuple[tuple[str, ...], ...], face: Face) -> Iterator[str]:
    """Only who has a second home may lie beside the circles, and in the end who has taken it over."""
    beside = {
        company
        for company, facts in t.companies.items()
        if not facts.operates or (facts.second_home and name in (facts.home, facts.second_home))
    }
    if len(stops) != len(face.stops) or any(
        len(markers) - min(1, len(beside & set(markers))) > stop.slots
        for markers, stop in zip(stops, face.stops, strict=False)
    ):
        yield f"{name}: more markers than circles"
    here = Counter(company for markers in stops for company in markers if t.companies[company].operates)
    if max(here.values(), default=1) > 1:
        yield f"{name}: a company has one marker there at most"


def face_on(t: Ruleset, s: RailState, name: str) -> Face:
    """What lies or is printed on a hex."""
    return t.catalogue.face(*s.tiles[name]) if name in s.tiles else t.hexmap[name].face


def _trains(t: Ruleset, flow: Flow, s: RailState) -> Iterator[str]:
    owned = Counter(train for trains in s.trains.values() for train in trains) + Counter(s.train_pool)
    for version, card in ((name, train.card) for name, train in t.trains.items() if train.card):
        owned[card] += owned[version]
    for name, left in s.depot.items():
        train, supply = t.trains[name], flow.supply(s, name)
        if (left == UNLIMITED) != (train.count is None) or left < UNLIMITED:
            yield f"train {name}: the depot cannot hold {left}"
        elif supply is None or (train.further and not any(s.depot.values())):
            continue
        elif owned[name] + left > supply:
            yield f"train {name}: more than {supply}"
    for company, trains in s.trains.items():
        if trains and company not in s.floated:
            yield f"{company}: only a company that has floated owns trains"
    for name in s.doomed:
        if not any(name in trains for trains in s.trains.values()) or name in s.train_pool or s.depot.get(name):
            yield f"train {name}: only companies have trains on their last run"
    for private, owner in s.privates.items():
        if owner and seat_of(owner) < 0 and (owner not in s.floated or not t.privates[private].to_companies):
            yield f"{private}: {owner} cannot own it"
