"""What the log tells beyond the arguments of an action: which company acts, what is paid, who is asked."""

from __future__ import annotations

from typing import Any, Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.selling import sale_price
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.eighteen.steps.run import drawn, kept_half
from stellwerk.eighteen.tiles import STOP

OFFERS: Final = {
    "buy_private": "action.bid_private",
    "buy_train": "action.bid_train",
    "ask_private": "action.bid_private",
}
"""What stands on the button of a purchase to which somebody else has to agree."""


def asked(flow: Flow, s: RailState, a: Action | Choice) -> int | None:
    """The other player who has to agree to a purchase, if there is one."""
    match a.kind, a.args:
        case (("buy_private" | "ask_private"), (str(private), _)):
            seat = seat_of(s.privates[private])
        case "buy_train", (str(source), _, _):
            seat = flow.decides(s, source) if source in s.floated else a.seat
        case _:
            return None
    return None if seat == a.seat else seat


def key_of(flow: Flow, s: RailState, a: Action) -> str:
    """The sentence of an action; an offer that awaits an answer, a doomed train and the end of a busy turn differ."""
    if a.kind in ("buy_private", "buy_train") and asked(flow, s, a) is not None:
        return "log.bid_private" if a.kind == "buy_private" else "log.bid_train"
    if a.kind in ("discard", "discard_for") and a.args[-1] in s.doomed:
        return f"log.{a.kind}_doomed"
    if a.kind == "run" and _mail(flow.rules, s, a):
        return "log.run_mail"
    if a.kind == "pass_turn" and ends_busy_turn(s):
        return "log.end_turn"
    return f"log.{a.kind}"


def ends_busy_turn(s: RailState) -> bool:
    """Whether going on ends a turn in a stock round in which something was done, which is no pass."""
    return s.round == "stock" and s.has_acted


def licence(t: Ruleset) -> dict[str, Any]:
    """What a licence costs, and for what it is."""
    return {"cost": t.licence_price, "hex": ", ".join(sorted(t.routes.licensed))}


def facts(t: Ruleset, s: RailState, a: Action) -> dict[str, Any]:
    """What fills the fields of a sentence, from the position before the action."""
    told: dict[str, Any] = _revenue(t, s, a)
    who = s.todo[-1].who
    if who in t.companies:
        told["by"] = who
    match a.kind, a.args:
        case (("sell" | "sell_large"), (company, percent)):
            told["cost"] = sale_price(t, s, company) * percent // 10
        case "buy", (company, source, percent):
            told["cost"] = (s.par[company] if source == "bank" else price(t, s, company)) * percent // 10
        case "par", (company, value):
            told["cost"] = value * t.companies[company].director // 10
        case "exchange", (private, _):
            told["company"] = t.privates[private].exchange
        case (("buy_private" | "ask_private"), (private, _)):
            told["seat"] = seat_of(s.privates[private])
        case "buy_cheaper", (private, train):
            told["cost"] = t.trains[train].price - t.privates[private].discount
        case "buy_licence", _:
            told |= licence(t)
        case "trade_in", (old, train):
            told["cost"] = dict(t.trains[train].trade_in)[old]
        case _ if s.round == "auction":
            told |= _sale_facts(t, s, a)
    return told


def _revenue(t: Ruleset, s: RailState, a: Action) -> dict[str, Any]:
    """What is earned, and what becomes of it."""
    told: dict[str, Any] = {"revenue": s.revenue}
    match a.kind, a.args:
        case "pay_half", ():
            kept = kept_half(s.revenue)
            told |= {"kept": kept, "paid": s.revenue - kept}
        case "draw_revenue", (marker,):
            told["earned"] = drawn(t, s.revenue, marker)
        case "run", _:
            told |= _mail(t, s, a)
    return told


def _mail(t: Ruleset, s: RailState, a: Action) -> dict[str, Any]:
    """Which train of a run carries mail and what that earns; who names none means the best."""
    if not t.run_rules.mail:
        return {}
    routes, named = a.args[0], a.args[1:]
    posts = [
        (sum(_worth(t, s, train, *end) for end in (route[0], route[-1])), -number, train)
        for number, (train, route) in enumerate(zip(s.trains[str(s.todo[-1].who)], routes, strict=True), 1)
        if route and named in ((), (number,))
    ]
    post, _, train = max(posts, default=(0, 0, ""))
    return {"train": train, "post": post} if train else {}


def _worth(t: Ruleset, s: RailState, train: str, name: str, end: int) -> int:
    """What a stop is worth to a train."""
    face = t.catalogue.face(*s.tiles[name]) if name in s.tiles else t.hexmap[name].face
    return face.stops[end - STOP].worth(t.routes.levels.get(train, t.phases[s.phase].level))


def _sale_facts(t: Ruleset, s: RailState, a: Action) -> dict[str, Any]:
    """What fills the fields of a sentence about the sale of the privates."""
    match a.kind, a.args:
        case "buy_private_at_face", (private,):
            return {"cost": t.privates[private].price - s.rebate.get(private, 0)}
        case "lower", (private,):
            return {"price": t.privates[private].price - s.rebate.get(private, 0) - t.bid_step}
        case "deal_private", (_, private):
            return {"cost": t.privates[private].price}
        case "take_group", (number,):
            group = t.groups[number - 1]
            return {"privates": group.privates, "cost": group.price + dict(s.group_bids).get(a.seat, 0)}
    return {}
