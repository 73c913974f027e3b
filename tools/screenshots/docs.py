"""The pictures of docs/img: a few of all, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from stellwerk.core.match import Match
from tools.screenshots.matches import before, by_bots, seated
from tools.screenshots.pages import guided
from tools.screenshots.shot import LAPTOP, PHONE, Look, Place, Shot
from tools.screenshots.tables import CHOSEN, LATE, TABLE

FILM = Look(1200, 750)
SCENARIOS = ("D", "G", "R", "B", "C")


def of_docs() -> Iterator[Shot]:
    """Each title at its best, the lobby, a phone, the boards of the scenarios, and the film of the first match."""
    yield _late("1830")
    yield _late("1830", look=PHONE, doc="1830-phone")
    yield _late("1848")
    yield _late("1853")
    yield _table("1830-d", partial(before, "g1830_presets/d-four-choose-a-home.json", "run", -1))
    buys = partial(before, "g1830/three-break-the-bank.json", "buy", 30)
    yield _table("1830-stock", buys, click=CHOSEN["trade_shares-buy"])
    yield _table("1853-contract", partial(before, "g1853/four-link-their-contracts.json", "pick", 5))
    yield _table("railroad-revolution", partial(before, "railroad_revolution/four-pay-high-gates.json", "place", -9))
    yield _table("paris-connection", partial(before, "paris/four-until-supplies-end.json", "place", 60))
    cards, top = (".game:has([value='1830'])",), "[data-game='1830'] .summary"
    yield Shot("docs", "lobby-1830", "/", click=cards, top=top, doc="lobby-1830")
    pressed = ".foreseen:not([hidden]) button.primary"
    for scheme in ("light", "dark"):
        look = LAPTOP._replace(scheme=scheme)
        yield _table(
            f"hover-{scheme}", buys, look=look, click=CHOSEN["trade_shares-buy"], hover=pressed, only="#docked"
        )
    for scenario in SCENARIOS:
        yield _table(
            f"1830-map-{scenario}", partial(_begin, scenario), click=("#show-map",), only=".railbox", scale=0.8
        )
    yield from guided("1830", FILM, doc="first-match")


def _table(name: str, make: partial[Match], **more: Any) -> Shot:
    return Shot("docs", name, TABLE, place=Place(f"docs {name}", make), doc=name, **more)


def _late(game: str, look: Look = LAPTOP, doc: str = "") -> Shot:
    path, kind, nth = LATE[game]
    place = Place(f"late {game}", partial(before, path, kind, nth))
    return Shot("docs", doc or game, TABLE, look=look, place=place, doc=doc or game)


def _begin(scenario: str) -> Match:
    return seated(by_bots("1830", 4, scenario, plies=0), 0)
