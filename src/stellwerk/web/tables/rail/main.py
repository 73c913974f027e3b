"""The banner of an 18xx table: whatever is decided, its main button stands there, made from the choices alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.eighteen.shares import certificate_limit, certificates
from stellwerk.eighteen.state import player
from stellwerk.eighteen.steps.base import unsold
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import Button, Fact, label
from stellwerk.web.tables.rail.cards import ON_ROWS
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import BANNER, ON_MAP, company_on_turn, money, rail
from stellwerk.web.tables.rail.offers import ANSWERS, SIDE_BY_SIDE, confirms, looked_at, offer_id
from stellwerk.web.tables.rail.routes import run_summary

MAIN: Final[tuple[tuple[str, ...], ...]] = (
    ("run",),
    ("accept",),
    ("decline",),
    ("pay_out",),
    ("pay_half",),
    ("withhold",),
    ("home", "city", "lay_own", "lay", "lay_private"),
    ("buy_licence",),
    ("station",),
    ("discard",),
    ("buy_private_at_face",),
    ("bid",),
    ("bid_for_choice",),
    ("take_group",),
    ("lower",),
    ("set_par",),
    ("buy", "par"),
    ("buy_train", "buy_cheaper", "trade_in"),
    ("sell", "sell_large"),
    ("bankrupt",),
)
"""What a step is about, the main thing first; kinds in one line share a button. All else is open beside a step."""

MOST: Final = 3
"""So many buttons besides passing and taking back."""

FINAL: Final = frozenset({"bankrupt"})
"""Kinds of actions that are looked at first even where nothing else is open."""

MAP, ROWS, OFFERS, FORMS = "map", ".privates button", "#offers", "#part-decision .choices"
"""Where a button leads that stands for several choices; `map` is the next hex where something can be done."""


def buttons(scene: Scene) -> list[Button]:
    """The main button and its like; it is bright, unless nothing is left but to go on, which then is."""
    if not scene.on_turn:
        return []
    found: list[Button] = []
    for kinds in _order(scene):
        some = [choice for kind in kinds for choice in scene.choices if choice.kind == kind]
        if kinds == ("bid",):
            some = _at_hand(scene, some)
        if some:
            found.append(_button(scene, kinds[0], some))
    ends = {*BANNER, *extras_of(scene).banner}
    passes = [Button(c.kind, c, _ending(scene, c), key="p") for c in scene.choices if c.kind in ends]
    _game, s = rail(scene)
    if passes and s.round == "stock" and s.bought:
        # The purchase of the turn is made: what else is open is beside the point.
        return [*_bright(passes), *found[:MOST]]
    return [*_bright(found[:MOST]), *(passes if found else _bright(passes))]


def _ending(scene: Scene, choice: Choice) -> str:
    """What a button says that ends a turn or a step, and what that brings: a round that is over, no train."""
    _, (game, s) = scene.say, rail(scene)
    said, company = label(scene, choice), company_on_turn(scene)
    step = game.rail_steps[s.todo[-1].step]
    if choice.kind == "pass_turn" and isinstance(step, TradeShares) and step.is_last(s, choice.seat):
        return _("%(end)s (the round is over)", end=said)
    if choice.kind == "pass_trains" and company and not s.trains[company]:
        return _("%(end)s (without a train)", end=said)
    return said


def _at_hand(scene: Scene, bids: list[Choice]) -> list[Choice]:
    """In an auction the button raises the bid on what is auctioned, though one may bid on later privates too."""
    _game, s = rail(scene)
    raises = [choice for choice in bids if choice.args[0] == next(unsold(s), "")]
    return raises if s.todo[-1].step == "bid_off" else bids


def _order(scene: Scene) -> Iterator[tuple[str, ...]]:
    """What the title puts first at the moment, then what is usual."""
    if first := extras_of(scene).first(scene):
        yield first
    yield from MAIN


def _bright(some: Sequence[Button]) -> list[Button]:
    """The first is bright, and the key of the main button presses it."""
    return [
        button._replace(css="primary", key=f"{button.key} c".strip()) if n == 0 else button
        for n, button in enumerate(some)
    ]


def _button(scene: Scene, kind: str, some: Sequence[Choice]) -> Button:
    """A choice is made at once if it is the only one and needs no look at its effect; else a button leads to it."""
    if kind == "run":
        return _run(scene, some[0])
    if where := extras_of(scene).leads.get(kind):
        return _leading(scene, kind, where)
    if kind in (*SIDE_BY_SIDE, *ANSWERS):
        return Button(kind, some[0], confirms(scene, some[0]))
    seen = [choice for choice in some if looked_at(scene, choice)]
    if len(seen) == 1 and kind in FINAL:
        return Button(kind, None, f"{label(scene, seen[0])} …", acts={"data-offer": offer_id(seen[0])})
    if len(seen) == 1:
        return Button(seen[0].kind, seen[0], confirms(scene, seen[0]))
    if len(some) == 1 and kind not in ON_MAP:
        least = _least(some[0])
        return Button(kind, least, " · ".join(filter(None, (label(scene, least), _figure(scene, least)))))
    where = MAP if kind in ON_MAP or some[0].kind in ON_MAP else OFFERS if seen else FORMS
    if some[0].kind in ON_ROWS:
        where = ROWS
    return _leading(scene, some[0].kind, where)


def _leading(scene: Scene, kind: str, where: str) -> Button:
    """A button that only leads to where something is chosen says so by three dots."""
    return Button(kind, None, f"{scene.texts.say(scene.language, f'kind.{kind}')} …", acts={"data-go": where})


def preselected(scene: Scene) -> str:
    """The offer that the bright button confirms at once: its effect is open beside it without being asked for."""
    bright = next(iter(buttons(scene)), None)
    choice = bright.choice if bright else None
    if choice is None or choice.kind in (*SIDE_BY_SIDE, *ANSWERS) or not looked_at(scene, choice):
        return ""
    return offer_id(choice)


def _figure(scene: Scene, choice: Choice) -> str:
    """What a private costs now; other choices say their price themselves."""
    game, s = rail(scene)
    if choice.kind != "buy_private_at_face":
        return ""
    private = str(choice.args[0])
    return money(scene, game.rules.privates[private].price - s.rebate.get(private, 0))


def _least(choice: Choice) -> Choice:
    """A choice with its holes filled as low as they go."""
    args = tuple(arg.lo if isinstance(arg, Range) else arg for arg in choice.args)
    return choice if any(isinstance(arg, Hole) for arg in args) else Choice(choice.seat, choice.kind, args)


def _run(scene: Scene, choice: Choice) -> Button:
    """The best run, with what it earns."""
    _, best = scene.say, run_summary(scene)
    if best is None:
        return Button(choice.kind, None, label(scene, choice), acts={"data-go": MAP})
    said = _("Run for %(sum)s", sum=money(scene, best.best.revenue))
    if best.post:
        amounts = {"sum": money(scene, best.best.revenue), "mail": money(scene, best.post.amount)}
        said = _("Run for %(sum)s, mail %(mail)s", **amounts)
    return Button(choice.kind, None, said, acts={"data-choice": compact(best.action), "data-run": "best"})


def purse(scene: Scene) -> list[Fact]:
    """The visitor's cash and certificates, and the treasury of the company that acts."""
    _, (game, s) = scene.say, rail(scene)
    if scene.seat is None or game.over(s):
        return []
    cash, company = s.cash[player(scene.seat)], company_on_turn(scene)
    held, most = certificates(game.rules, s, scene.seat), certificate_limit(game.rules, s, scene.seat)
    found = [Fact(_("Your cash"), money(scene, cash), warn=cash < 0)]
    if company:
        found.append(Fact(_("Treasury of %(company)s", company=company), money(scene, s.cash[company])))
    else:
        found.append(Fact(_("Certificates"), f"{held} / {most}", warn=held >= most))
    return found
