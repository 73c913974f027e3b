"""Laws that every position of an 18xx game keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.eighteen.state import UNLIMITED, RailState
from stellwerk.eighteen.tables import Tables


def audit(t: Tables, s: RailState) -> Iterator[str]:
    """One sentence for each law that is broken."""
    if sum(s.cash.values()) != t.bank:
        yield f"all money together is {sum(s.cash.values())}, not {t.bank}"
    yield from _certificates(t, s)
    yield from _track(t, s)
    yield from _trains(t, s)
    if bool(s.ended) == bool(s.todo):
        yield "a position is either ended or has something to do"


def _certificates(t: Tables, s: RailState) -> Iterator[str]:
    for company, facts in t.companies.items():
        held = Counter(cert for certs in s.shares.get(company, ()) for cert in certs)
        if held != Counter((facts.director, *facts.certificates)):
            yield f"{company}: certificates are missing or too many"
        director = s.director.get(company)
        if director is not None and facts.director not in s.shares[company][director]:
            yield f"{company}: its director does not hold the director's certificate"
        if (company in s.par) != (company in s.cell):
            yield f"{company}: par and market marker go together"
    if any(amount < 0 for owner, amount in s.cash.items() if owner != "bank"):
        yield "nobody but the bank owes money"


def _track(t: Tables, s: RailState) -> Iterator[str]:
    laid = Counter(number for number, _ in s.tiles.values())
    for number, count in t.catalogue.counts.items():
        if s.supply.get(number, -1) + laid[number] != count or s.supply[number] < 0:
            yield f"tile {number}: supply and board must hold {count} together"
    standing = Counter(company for stops in s.stations.values() for markers in stops for company in markers)
    for company, facts in t.companies.items():
        if s.markers.get(company, -1) + standing[company] != facts.markers:
            yield f"{company}: station markers are missing or too many"
    for name, stops in s.stations.items():
        tile = s.tiles.get(name)
        face = t.catalogue.face(*tile) if tile else t.hexmap[name].face
        for stop, markers in enumerate(stops):
            if markers and len(markers) > face.stops[stop].slots:
                yield f"{name}: more markers than circles"


def _trains(t: Tables, s: RailState) -> Iterator[str]:
    owned = Counter(train for trains in s.trains.values() for train in trains) + Counter(s.scrap)
    for name, train in t.trains.items():
        if train.count is None or s.depot[name] == UNLIMITED or (train.further and not any(s.depot.values())):
            continue
        if owned[name] + s.depot[name] > train.count:
            yield f"train {name}: more than {train.count}"
