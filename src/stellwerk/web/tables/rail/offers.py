"""What can be bought, sold and paid in an 18xx game: each offer with its effect, each refusal with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole
from stellwerk.core.errors import RuleError
from stellwerk.eighteen.shares import by_price, price
from stellwerk.eighteen.steps.run import kept_half
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label
from stellwerk.web.tables.rail.effects import Effects, effects
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import (
    badge,
    company_on_turn,
    gone,
    money,
    percentage,
    rail,
    train_name,
)

DEALS: Final = ("sell", "sell_large", "buy", "par", "set_par")
"""Kinds of actions whose first argument is a company and that stand in its row."""

SIDE_BY_SIDE: Final = ("pay_out", "pay_half", "withhold")
"""Kinds of actions that are compared at a glance."""

ANSWERS: Final = ("accept", "decline")
"""Kinds of actions that answer an offer; what agreeing brings stands beside them."""

CONFIRMED: Final = (*DEALS, *SIDE_BY_SIDE, "exchange", "buy_train", "buy_cheaper", "trade_in", "bankrupt")
"""Kinds of actions whose effect is shown before they are sent."""


UNPRICED: Final = ("bankrupt", "exchange")
"""Kinds of actions that are not about a sum, though money may change hands."""

MANY: Final = 3
"""From so many companies on a reason that holds for all of them is said once."""


class Offer(NamedTuple):
    """A choice that is looked at first and confirmed then."""

    id: str
    choice: Choice
    label: str
    short: str
    effects: Effects
    says: str = ""
    """What the button says that confirms it: the label with what it costs or brings."""


class Offers(NamedTuple):
    """Offers of one kind."""

    name: str
    offers: list[Offer]


class Why(NamedTuple):
    """A rule that forbids a deal."""

    text: str
    rule: str


class Deals(NamedTuple):
    """What can be done with the shares of one company, and why the rest cannot."""

    company: str
    badge: Markup
    price: int | None
    offers: dict[str, list[Offer]]
    whys: list[Why]


def confirmed(scene: Scene) -> tuple[str, ...]:
    """Those kinds, and the title's own."""
    return *CONFIRMED, *extras_of(scene).confirmed


def looked_at(scene: Scene, choice: Choice) -> bool:
    """Whether the effect of a choice is seen before it is sent."""
    return choice.kind in (*confirmed(scene), *ANSWERS) and not any(isinstance(arg, Hole) for arg in choice.args)


def offers(scene: Scene, kinds: Iterable[str]) -> list[Offers]:
    """All offers of some kinds, by kind."""
    found = []
    for kind in kinds:
        some = [_offer(scene, choice) for choice in scene.choices if choice.kind == kind and looked_at(scene, choice)]
        if some:
            found.append(Offers(scene.texts.say(scene.language, f"kind.{kind}"), some))
    return found


def deals(scene: Scene) -> list[Deals]:
    """The companies of which something can be bought or sold, open ones first, dearest first."""
    game, s = rail(scene)
    wanted = [choice for choice in scene.choices if choice.kind in DEALS and looked_at(scene, choice)]
    opened = by_price(game.rules, s, tuple(s.cell))
    found = []
    shut = [company for company in game.rules.companies if company not in s.cell and not gone(s, company)]
    for company in [*opened, *shut]:
        kinds = {kind: [_offer(scene, c) for c in wanted if c.kind == kind and c.args[0] == company] for kind in DEALS}
        kinds["sell"] += kinds.pop("sell_large")
        here = {kind: some for kind, some in kinds.items() if some}
        whys = list(_whys(scene, company, here)) if scene.on_turn else []
        if here or whys:
            now = price(game.rules, s, company) if company in s.cell else None
            found.append(Deals(company, badge(scene, company), now, here, whys))
    return found


def shared_whys(rows: Sequence[Deals]) -> list[Why]:
    """What forbids something for every company alike, which is said once for all of them."""
    if len(rows) < MANY:
        return []
    return [why for why in rows[0].whys if all(why in row.whys for row in rows)]


def _whys(scene: Scene, company: str, here: dict[str, list[Offer]]) -> Iterator[Why]:
    """Why nothing of a company can be bought, or sold by who holds some; once a turn's purchase is made only that.

    Where nothing of it is for sale the table says so by empty fields.
    """
    game, s = rail(scene)
    step, seat = game.rail_steps[s.todo[-1].step], scene.seat
    if seat is None or "buy" not in step.kinds:
        return
    tries: list[Action] = []
    if not s.bought and not here.keys() & {"buy", "par"} and _for_sale(scene, company):
        tries.append(_wish(scene, company, seat))
    if s.shares[company][seat] and "sell" not in here and company in s.cell:
        tries.append(Action(seat, "sell", (company, min(s.shares[company][seat]))))
    for action in tries:
        try:
            game.check(s, action)
        except RuleError as error:
            yield Why(scene.refusal(error.rule, dict(error.data)), error.rule)


def _for_sale(scene: Scene, company: str) -> bool:
    """Whether a company can be begun, or the bank or the market has some of it."""
    game, s = rail(scene)
    held = s.shares[company]
    return company not in s.par or bool(held[game.rules.bank_index] or held[game.rules.pool_index])


def _wish(scene: Scene, company: str, seat: int) -> Action:
    """The smallest purchase that somebody could want of a company."""
    game, s = rail(scene)
    if company not in s.par:
        return Action(seat, "par", (company, min(game.rules.market.pars)))
    source = (
        "bank" if s.shares[company][game.rules.bank_index] or not s.shares[company][game.rules.pool_index] else "pool"
    )
    certs: Sequence[int] = s.shares[company][game.rules.bank_index if source == "bank" else game.rules.pool_index]
    return Action(seat, "buy", (company, source, min(certs, default=10)))


def _offer(scene: Scene, choice: Choice) -> Offer:
    told = effects(scene, choice)
    said = label(scene, choice)
    return Offer(offer_id(choice), choice, said, short(scene, choice), told, _says(scene, choice, said, told))


def confirms(scene: Scene, choice: Choice) -> str:
    """What the button says that confirms an offer."""
    return _says(scene, choice, label(scene, choice), effects(scene, choice))


def _says(scene: Scene, choice: Choice, said: str, told: Effects) -> str:
    """A label with its sum: what is paid out or agreed to, or else what it costs or brings whoever pays."""
    if choice.kind in SIDE_BY_SIDE:
        return extras_of(scene).button(scene, choice) or income(scene, choice.kind)
    if choice.kind in ANSWERS:
        return _answer(scene, said)
    payers = (scene.player(choice.seat), company_on_turn(scene))
    changes = [one.change for payer in payers for one in told.money if one.name == payer]
    if not changes or choice.kind in UNPRICED or (choice.kind not in DEALS and scene.currency in said):
        return said
    return f"{said} · {money(scene, abs(changes[0]))}"


def income(scene: Scene, kind: str) -> str:
    """What becomes of a revenue, in figures."""
    _, (_game, s) = scene.say, rail(scene)
    kept = kept_half(s.revenue)
    if kind == "pay_half":
        return _("Pay out %(paid)s, keep %(kept)s", paid=money(scene, s.revenue - kept), kept=money(scene, kept))
    if kind == "pay_out" and s.revenue % 10:
        return _("Pay out %(sum)s", sum=money(scene, s.revenue))
    if kind == "pay_out":
        return _("Pay out %(each)s a share", each=money(scene, s.revenue // 10))
    return _("Withhold %(sum)s", sum=money(scene, s.revenue))


def _answer(scene: Scene, said: str) -> str:
    """An answer with the thing and the price that it is about."""
    _, (_game, s) = scene.say, rail(scene)
    match s.offer:
        case ("private", _, str(thing), int(price)) | ("trade", str(thing), _, _, int(price)):
            what = scene.name(thing)
        case ("train", _, _, str(train), int(price)):
            what = train_name(scene, train)
        case (_, _, _, int(price)):
            return f"{said}: {money(scene, price)}"
        case _:
            return said
    return _("%(answer)s: %(what)s for %(price)s", answer=said, what=what, price=money(scene, price))


def offer_id(choice: Choice) -> str:
    """A name for an offer that an element of the page can bear."""
    text = "-".join([choice.kind, *map(str, choice.args)])
    return "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in text)


def offered(scene: Scene) -> dict[str, list[tuple[str, str]]]:
    """By company what could be bought or sold of it: the offers that its card points to."""
    _ = scene.say
    said = {"sell": _("Sell"), "sell_large": _("Sell"), "buy": _("Buy"), "par": _("Par at"), "set_par": _("Par at")}
    found: dict[str, list[tuple[str, str]]] = {}
    for choice in scene.choices:
        if choice.kind in DEALS:
            text = f"{said[choice.kind]} {short(scene, choice)}"
            found.setdefault(choice.args[0], []).append((offer_id(choice), text))
    return found


def short(scene: Scene, choice: Choice) -> str:
    """What stands on a button of a company's own row; elsewhere the whole label."""
    game, s = rail(scene)
    match choice.kind, choice.args:
        case "buy", (str(company), str(source), int(percent)):
            each = s.par[company] if source == "bank" else price(game.rules, s, company)
            size = f"{percentage(scene, percent)} · " if percent > 10 else ""
            return f"{size}{scene.name(source, 'stock')} {money(scene, each * percent // 10)}"
        case "sell", (_company, int(percent)):
            return percentage(scene, percent)
        case "sell_large", (str(company), int(percent)):
            return f"{percentage(scene, percent)} · {_large(scene, company, percent)}"
        case (("par" | "set_par"), (_company, int(par))):
            return money(scene, par)
    return label(scene, choice)


def _large(scene: Scene, company: str, percent: int) -> str:
    """Which certificate such a sale is made with."""
    _, (game, _s) = scene.say, rail(scene)
    size = max(game.rules.companies[company].certificates)
    if percent < size:
        return _("part of the %(size)s%% certificate", size=size)
    return _("with the %(size)s%% certificate", size=size)
