"""Pictures of tables: every kind of decision, every panel, and what is rare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from stellwerk.core.match import Match
from tools.screenshots.matches import LONG, at, before, by_bots, finished, people, seated
from tools.screenshots.shot import CROSS, LAPTOP, LARGE, PHONE, USUAL, Look, Place, Shot

TABLE = "/match/{match}"
FOLDERS = {
    "g1830": "1830",
    "g1830_presets": "1830-presets",
    "g1848": "1848",
    "g1853": "1853",
    "paris": "paris",
    "railroad_revolution": "revolution",
}
KEY = frozenset({"g1830 run_trains-run", "g1830 trade_shares-buy", "paris build-place", "railroad_revolution act-lay"})
"""Decisions that are looked at in every size, language and colour."""

CHOSEN = {
    "lay_track-lay": (".hx.open",),
    "trade_shares-buy": ("label.chip:has([id^=offer-buy]), label.chip:has([name=offer])",),
    "turn-trade": ("#do-exchange", "#give label", "label:has(#take-yellow)"),
}
"""What is clicked in them, so that a choice is in view."""

LATE = {
    "1830": ("g1830/three-break-the-bank.json", "run", -1),
    "1848": ("g1848/six-take-too-many-loans.json", "run", -4),
    "1853": ("g1853/four-link-their-contracts.json", "run", -3),
    "paris": ("paris/six-the-last-begins.json", "place", -1),
    "revolution": ("railroad_revolution/four-pay-high-gates.json", "lay", -1),
}
GAMES = {"1830": 4, "1848": 3, "1853": 3, "paris-connection": 3, "railroad-revolution": 2}


def views(shot: Shot, looks: Sequence[Look] = USUAL) -> Iterator[Shot]:
    for look in looks:
        yield replace(shot, look=look)


def of_decisions(folder: str) -> Iterator[Shot]:
    """Each kind of decision in the recorded games of a folder; presets of 1830 only where they ask something else."""
    seen = {decision.name for decision in people("g1830")} if folder == "g1830_presets" else frozenset()
    for decision in people(folder):
        if decision.name in seen:
            continue
        place = Place(f"{folder} {decision.name}", partial(at, decision))
        shot = Shot(FOLDERS[folder], decision.name, TABLE, place=place)
        yield from views(shot, CROSS if place.name in KEY else USUAL)
        if decision.name in CHOSEN:
            yield from views(replace(shot, name=f"{decision.name}-chosen", click=CHOSEN[decision.name]))


LOOKUPS = {
    "1830": ("companies", "holdings", "trains", "tiles"),
    "1848": ("companies", "trains"),
    "1853": ("companies", "trains"),
}


def of_panels(game: str) -> Iterator[Shot]:
    """Everything that can be looked up late in a game, and the windows that a table opens."""
    path, kind, nth = LATE[game]
    table = Shot(f"{game} panels", "late", TABLE, place=Place(f"late {game}", partial(before, path, kind, nth)))
    yield from views(table, (LAPTOP, LARGE))
    if game in LOOKUPS:
        yield replace(table, name="stage-market", click=("#show-market",))
        yield replace(table, name="stage-market", click=("#tab-market",), look=PHONE)
        yield from views(replace(table, name="charts", path="/match/{match}/charts"))
        yield from views(replace(table, name="plan", path="/match/{match}/plan"))
    for name in (*LOOKUPS.get(game, ()), "talk", "orders", "notes"):
        yield replace(table, name=f"look-{name}", click=(f"#look-{name}",))
    for name in ("side", "log", *LOOKUPS.get(game, ()), "talk"):
        yield replace(table, name=f"tab-{name}", click=(f"#tab-{name}",), look=PHONE)
    yield replace(table, name="keys", click=("[data-open=keys]",))
    yield replace(table, name="share", click=("[data-open=share]",))
    yield replace(table, name="menu", click=(".menu",), look=PHONE)
    yield replace(table, name="share", click=(".menu", "[data-open=share]"), look=PHONE)
    yield from views(replace(table, name="history", path="/match/{match}/history?ply=60"))


def of_rare_states() -> Iterator[Shot]:
    """The beginning and the end, long names, many players, another's turn, a watcher, one screen for several."""
    for game, seats in GAMES.items():
        start = Place(f"start {game}", partial(_start, game, seats))
        yield from views(Shot("starts", game, TABLE, place=start))
    for game, (path, kind, nth) in LATE.items():
        long = Place(f"long {game}", partial(before, path, kind, nth, LONG))
        yield from views(Shot("long names", game, TABLE, place=long), (LAPTOP, LARGE, PHONE))
        other = Place(f"other {game}", partial(_other, path, kind, nth))
        yield from views(Shot("others move", game, TABLE, place=other))
        yield from views(Shot("watchers", game, TABLE, place=other), [look._replace(stranger=True) for look in USUAL])
        shared = Place(f"shared {game}", partial(_shared, path, kind, nth))
        yield from views(Shot("one screen", game, TABLE, place=shared, veiled=True))
        over = Place(f"over {game}", partial(finished, path))
        yield from views(Shot("ends", game, TABLE, place=over))
    broke = Place("over bankrupt", partial(finished, "g1830/five-until-a-bankruptcy.json"))
    yield from views(Shot("ends", "1830 bankrupt", TABLE, place=broke))
    many = Place("seven", _seven)
    yield from views(Shot("long names", "1830 seven", TABLE, place=many), (LAPTOP, LARGE, PHONE))


def _start(game: str, seats: int) -> Match:
    match = by_bots(game, seats, plies=0)
    return seated(match, match.waiting()[0])


def _other(path: str, kind: str, nth: int) -> Match:
    """A position in which somebody else has to decide."""
    match = before(path, kind, nth)
    (to_move, *_) = match.waiting()
    return seated(match, (to_move + 1) % len(match.header.seats))


def _shared(path: str, kind: str, nth: int) -> Match:
    return seated(before(path, kind, nth), None)


def _seven() -> Match:
    match = by_bots("1830", 7, plies=260)
    return seated(match, match.waiting()[0], LONG)
