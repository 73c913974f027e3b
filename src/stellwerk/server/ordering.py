"""Standing orders in words: what a seat can order, what it has ordered, and why an order has stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stellwerk.core.action import Json
from stellwerk.core.game import Game
from stellwerk.core.orders import Amount, Field, Flag, Order, Pick, kinds_for
from stellwerk.core.tell import SEAT, Verbatim
from stellwerk.server.store import Given
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator


def N_(message: str) -> str:  # noqa: N802  # the name that gettext knows for a message said elsewhere
    return message


STOP: Final = "stop_"
"""How fields begin that name what stops an order: their words are the same for all kinds."""

OURS: Final = {
    "broken": N_("it could not be carried out; the server's log says why"),
    "undone": N_("something was taken back"),
    "many": N_("one action had too many consequences"),
}
"""Reasons that no game names."""


def told_orders(table: Table, seat: int, lang: str) -> list[Json]:
    """The orders that a seat can give now, with all that can be filled in."""
    if table.frozen:
        return []
    view = table.match.view(seat)
    game = view.game
    return [
        {
            "kind": kind.id,
            "name": _say(game, lang, f"order.{kind.id}.name", kind.id),
            "fields": [_field(game, kind.id, one, lang) for one in fields],
        }
        for kind, fields in kinds_for(view).items()
    ]


def told_order(table: Table, given: Given, lang: str) -> Json:
    """An order as its owner reads it."""
    game, order = table.match.game, Order.from_json(given.body)
    return {
        "number": given.number,
        "kind": order.kind,
        "args": dict(order.args),
        "state": given.state,
        "name": _say(game, lang, f"order.{order.kind}.name", order.kind),
        "about": "; ".join(_about(game, order, lang)),
        "stops": [_label(game, order.kind, name, lang) for name, on in order.args.items() if name[:5] == STOP and on],
        "why": _why(game, table.names, given.why, lang),
        "acts": sum(
            number == given.number and at >= given.ply and table.match.log[at].seat == given.seat
            for at, number in table.marks.now.items()
        ),
    }


def _about(game: Game[Any], order: Order, lang: str) -> list[str]:
    """What was filled in, but for what stops it."""
    told = []
    for name, value in order.args.items():
        if name.startswith(STOP):
            continue
        label = _label(game, order.kind, name, lang)
        if isinstance(value, bool):
            told += [label] if value else []
        elif isinstance(value, list):
            told.append(f"{label}: {', '.join(_value(game, lang, one) for one in value)}")
        else:
            told.append(f"{label}: {_value(game, lang, value)}")
    return told


def _why(game: Game[Any], names: Sequence[str], why: Any, lang: str) -> str | None:
    if not isinstance(why, dict):
        return None
    key, data = str(why.get("key")), dict(why.get("data") or {})
    if key in OURS:
        return translator(lang)(OURS[key])
    if type(data.get(SEAT)) is int and data[SEAT] in range(len(names)):
        data[SEAT] = Verbatim(names[data[SEAT]])
    return game.texts.say(lang, key, **data) if game.texts.has(key) else key


def _field(game: Game[Any], kind: str, one: Field, lang: str) -> Json:
    told = {**one.to_json(), "name": _label(game, kind, one.id, lang)}
    match one:
        case Pick():
            told["values"] = [{"id": value, "name": _value(game, lang, value)} for value in one.values]
        case Amount() | Flag():
            pass
    return told


def _label(game: Game[Any], kind: str, name: str, lang: str) -> str:
    key = f"order.stop.{name.removeprefix(STOP)}" if name.startswith(STOP) else f"order.{kind}.{name}"
    return _say(game, lang, key, name)


def _value(game: Game[Any], lang: str, value: Any) -> str:
    key = f"order.value.{value}"
    return game.texts.say(lang, key) if game.texts.has(key) else game.texts.name(lang, str(value))


def _say(game: Game[Any], lang: str, key: str, otherwise: str) -> str:
    return game.texts.say(lang, key) if game.texts.has(key) else otherwise
