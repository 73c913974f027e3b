"""Companies, privates, trains, phases and money: numbers and names that must fit each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stellwerk.eighteen.check.names import tables
from stellwerk.eighteen.forms import PIECES, Certificates
from stellwerk.eighteen.pieces import usual_cut
from stellwerk.eighteen.ruleset import TENTH

ALL: Final = 100
WHOLE_TENTHS: Final = "every certificate is of 10% or a multiple of it, not of "
POWERS: Final = {
    "extra_tile": ("tile", "hexes of `tile`"),
    "marker": ("tile", "hexes of `tile`"),
    "own_tile": ("tile", "hexes of `tile`"),
    "terrain": ("discount", "a `discount`"),
    "train": ("discount", "a `discount`"),
}
"""Fields of a private that mean nothing without another one."""


def problems(data: Mapping[str, Any]) -> Iterator[str]:
    for check in (_ids, _certificates, _privates, _given, _trains, _phases, _money):
        yield from (f"{PIECES}: {fault}" for fault in check(data))


def _ids(data: Mapping[str, Any]) -> Iterator[str]:
    """Privates, companies and trains are told apart by their names alone."""
    seen: dict[str, str] = {}
    for section in ("companies", "privates", "trains"):
        for name in tables(data, section):
            if name in seen:
                yield f"{section}.{name}: {seen[name]} has the same name"
            elif name in ("bank", "pool"):
                yield f"{section}.{name}: the {name} has that name"
            seen.setdefault(name, f"{section}.{name}")
    yield from (f"{section} is empty" for section in ("companies", "trains", "phases") if not tables(data, section))


def uneven_certificates(place: str, cut: Mapping[str, Any]) -> Iterator[str]:
    """Certificates that are no whole tenths of a company, in which all shares are counted."""
    if cut.get("director", 0) % TENTH:
        yield f"{place}: director: {WHOLE_TENTHS}{cut['director']}%"
    for percent in dict.fromkeys(percent for percent in cut.get("others", ()) if percent % TENTH or not percent):
        yield f"{place}: others: {WHOLE_TENTHS}{percent}%"


def _certificates(data: Mapping[str, Any]) -> Iterator[str]:
    yield from uneven_certificates("certificates", usual_cut(data))
    for name, entry in tables(data, "companies").items():
        yield from uneven_certificates(f"companies.{name}", entry)
    usual = Certificates(**usual_cut(data))
    shared = usual.director + sum(usual.others)
    if shared != ALL:
        yield f"certificates: director and others add up to {shared}, not {ALL}"
    for name, entry in tables(data, "companies").items() if shared == ALL else ():
        total = entry.get("director", usual.director) + sum(entry.get("others", usual.others))
        if total != ALL:
            yield f"companies.{name}: director and others add up to {total}, not {ALL}"


def _privates(data: Mapping[str, Any]) -> Iterator[str]:
    for name, entry in tables(data, "privates").items():
        place = f"privates.{name}"
        for field, (needs, said) in POWERS.items():
            if entry.get(field) and not entry.get(needs):
                yield f"{place}: {field} means nothing without {said}"
        if entry.get("discount") and not entry.get("terrain") and not entry.get("train"):
            yield f"{place}: discount means nothing without a `terrain` or a `train`"
        band = entry.get("band")
        if band is not None and (len(band) != 2 or band[0] > band[1]):
            yield f"{place}: band is the least and the most of a price, not {band}"
        if entry.get("least", 0) > entry["price"]:
            yield f"{place}: least is {entry['least']}, more than its price of {entry['price']}"


def _given(data: Mapping[str, Any]) -> Iterator[str]:
    """No director's certificate is given twice, and no company gives away more than it has."""
    privates, companies = tables(data, "privates"), tables(data, "companies")
    usual = Certificates(**usual_cut(data))
    given = Counter(entry["directs"] for entry in privates.values() if entry.get("directs"))
    yield from (f"privates: {count} of them direct {name}" for name, count in given.items() if count > 1)
    shares = Counter(entry[field] for entry in privates.values() for field in ("share", "exchange") if entry.get(field))
    for name, count in shares.items():
        others = len(companies[name].get("others", usual.others))
        if count > others:
            yield f"privates: {count} of them give a share of {name}, which has {others}"


def _trains(data: Mapping[str, Any]) -> Iterator[str]:
    trains = tables(data, "trains")
    order = list(trains)
    for name, entry in trains.items():
        place = f"trains.{name}"
        for field in ("rusts_on", "rusts_on_last", "after", "card"):
            if entry.get(field) == name:
                yield f"{place}: {field} names the train itself"
        card, after = entry.get("card", ""), entry.get("after", "")
        for field in ("rusts_on", "rusts_on_last"):
            rusts = entry.get(field, "")
            if rusts and order.index(rusts) < order.index(after or name):
                yield f"{place}: {field} names {rusts!r}, which is sold before it"
        if after and order.index(after) > order.index(name):
            yield f"{place}: after names {after!r}, which stands below it"
        if card and card != name and trains[card].get("card"):
            yield f"{place}: card names {card!r}, which lies on the card of another train itself"
        if card and "count" in entry:
            yield f"{place}: count is that of {card!r}, the train on the same card"
        for old, price in entry.get("trade_in", {}).items():
            if price >= entry["price"]:
                yield f"{place}: trade_in: with a {old} it costs {price}, not less than {entry['price']}"


def _phases(data: Mapping[str, Any]) -> Iterator[str]:
    begun: dict[str, str] = {}
    before: Mapping[str, Any] = {}
    for name, entry in tables(data, "phases").items():
        place, train = f"phases.{name}", entry.get("train", "")
        if train and train in begun:
            yield f"{place}: train {train!r} begins phase {begun[train]} already"
        begun.setdefault(train, name)
        lost = set(before.get("colours", ())) - set(entry["colours"])
        if lost:
            yield f"{place}: colours lacks {', '.join(sorted(lost))}, which the phase before has"
        if entry["level"] < before.get("level", 0):
            yield f"{place}: level is lower than in the phase before"
        before = entry


def _money(data: Mapping[str, Any]) -> Iterator[str]:
    money = data["money"]
    for seats, capital in money["capital"].items():
        if int(seats) * capital > money["bank"]:
            yield f"money: capital: {seats} players begin with {int(seats) * capital}, the bank has {money['bank']}"
    for seats, limits in money["certificate_limit"].items():
        if limits == []:
            yield f"money: certificate_limit.{seats} is empty"
    if not data["markers"]["prices"]:
        yield "markers: prices is empty"
