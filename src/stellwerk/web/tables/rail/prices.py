"""Choices that lack nothing but a price: one control for all of a kind, and what each would mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.core.choice import Choice
from stellwerk.eighteen.depot import limit, without
from stellwerk.eighteen.state import is_hidden, player, seat_of
from stellwerk.eighteen.steps.auction import bid_of, tied
from stellwerk.eighteen.words import asked
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.tables.generic import Field, Group
from stellwerk.web.tables.rail.look import company_on_turn, rail, train_name
from stellwerk.web.tables.rail.worth import FLEET, SOLD, key_of


class Priced(NamedTuple):
    """Something that can be had for a price between two bounds."""

    choice: Choice
    short: str
    """What it is, in a few words."""

    label: str
    """What its button says, with an ellipsis for the price."""

    field: Field
    start: int
    facts: tuple[str, ...]
    """What it would mean, whatever the price."""

    brings: str
    """The name under which scripts know what it brings to the buyer, "" where it brings nothing."""

    costs: tuple[str, str]
    """The company that sells, and the name under which scripts know what that costs it."""

    purse: int | None
    """What the buyer can spend on it, where that is known."""


class Sale(NamedTuple):
    """All of one kind that can be had for a price."""

    id: str
    name: str
    options: list[Priced]
    sign: str


def sale_of(scene: Scene, group: Group) -> Sale | None:
    """A group of choices as one control; None where they lack something else than a price."""
    forms = group.forms
    if group.buttons or not forms or any(len(fields) != 1 or fields[0].kind != "range" for _, _, fields in forms):
        return None
    options = [_option(scene, choice, label, fields[0]) for choice, label, fields in forms]
    return Sale(f"{options[0].choice.kind}-{len(options)}", group.name, options, scene.currency)


def _option(scene: Scene, choice: Choice, label: str, field: Field) -> Priced:
    start = field.hole.lo if field.start is None else field.start  # type: ignore[attr-defined]
    facts = [field.note, *_facts(scene, choice)]
    brings, costs = "", ("", "")
    if choice.kind in FLEET:
        brings, costs = compact(list(key_of(choice))), (choice.args[0], compact([SOLD, *choice.args[:2]]))
    told, short = tuple(filter(None, facts)), _short(scene, choice, label)
    return Priced(choice, short, label, field, start, told, brings, costs, _purse(scene, choice))


def _short(scene: Scene, choice: Choice, label: str) -> str:
    """What is bought, and of whom; what is only offered, to whom."""
    game, s = rail(scene)
    match choice.kind, choice.args:
        case "buy_train", (str(source), str(train), *_):
            return f"{train} · {scene.name(source) if source not in s.trains else source}"
        case (("buy_private" | "ask_private"), (str(private), *_)):
            seat = seat_of(s.privates[private])
            return f"{private} · {scene.player(seat)}" if seat >= 0 else private
        case "offer_private", (str(private), int(seat), *_):
            return f"{private} → {scene.player(seat)}"
        case "bid", (str(private), *_):
            return private
    to = dict(zip(game.arguments.get(choice.kind, ()), choice.args, strict=False)).get("seat")
    return scene.player(to) if isinstance(to, int) else label


def _facts(scene: Scene, choice: Choice) -> Iterator[str]:
    """Who has to agree, and what seller and buyer have then."""
    _, (game, s) = scene.say, rail(scene)
    other = asked(game.flow, s, choice)
    if other is not None:
        yield _("This is an offer: %(name)s has to agree.", name=scene.player(other))
    match choice.kind, choice.args:
        case "buy_train", (str(seller), str(train), *_) if seller in s.trains:
            left = [train_name(scene, one) for one in without(s.trains[seller], train)]
            if left:
                yield _("%(company)s is left with: %(trains)s.", company=seller, trains=", ".join(left))
            else:
                yield _("%(company)s then has no train left.", company=seller)
            buyer = company_on_turn(scene)
            held = sum(not game.rules.trains[one].extra for one in (*s.trains[buyer], train))
            yield _(
                "%(company)s then has %(count)s of %(limit)s trains.",
                company=buyer,
                count=held,
                limit=limit(game.rules, s),
            )
        case (("buy_private" | "ask_private" | "offer_private" | "bid"), (str(private), *_)):
            yield scene.name(private)


def _purse(scene: Scene, choice: Choice) -> int | None:
    """What the buyer can spend, where the visitor knows it: money that lies on other privates is not free."""
    _game, s = rail(scene)
    owner = company_on_turn(scene) if choice.kind in ("buy_train", "buy_private") else ""
    if not owner and choice.kind in ("bid", "ask_private"):
        owner = player(choice.seat)
    cash = s.cash.get(owner)
    if cash is None or is_hidden(cash):
        return None
    if choice.kind == "bid":
        return cash - tied(s, choice.seat) + bid_of(s, choice.seat, str(choice.args[0]))
    return cash
