"""What an action of an 18xx title would change, told before it is sent."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.shares import certificates, price
from stellwerk.eighteen.state import RailState, player
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail_look import rail


def effects(scene: Scene, choice: Choice) -> list[str]:
    """Money, prices, directors, floats and limits, by trying the action on a copy of what the seat sees."""
    game, s = rail(scene)
    after = game.apply(s, Action(*choice))
    return [
        *_money(scene, s, after),
        *_prices(scene, s, after),
        *_directors(scene, s, after),
        *_certificates(scene, s, after, choice.seat),
    ]


def _money(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    _ = scene.say
    for seat, name in enumerate(scene.names):
        change = after.cash[player(seat)] - s.cash[player(seat)]
        if change:
            yield _(
                "%(name)s %(change)s, then $%(cash)s", name=name, change=signed(change), cash=after.cash[player(seat)]
            )
    game, _state = rail(scene)
    for company in game.t.companies:
        change = after.cash[company] - s.cash[company]
        if change:
            yield _(
                "%(name)s %(change)s, then $%(cash)s", name=company, change=signed(change), cash=after.cash[company]
            )


def _prices(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    _ = scene.say
    game, _state = rail(scene)
    for company in after.cell:
        new = price(game.t, after, company)
        if company not in s.cell:
            yield _("%(company)s opens at $%(price)s", company=company, price=new)
        elif price(game.t, s, company) != new:
            old = price(game.t, s, company)
            yield _("Price of %(company)s: $%(old)s → $%(new)s", company=company, old=old, new=new)


def _directors(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    _ = scene.say
    for company, seat in after.director.items():
        if s.director.get(company) != seat:
            yield _("%(name)s becomes director of %(company)s", name=scene.player(seat), company=company)
    for company in after.floated:
        if company not in s.floated:
            yield _("%(company)s floats", company=company)


def _certificates(scene: Scene, s: RailState, after: RailState, seat: int) -> Iterator[str]:
    _ = scene.say
    game, _state = rail(scene)
    now, then = certificates(game.t, s, seat), certificates(game.t, after, seat)
    if now != then:
        yield _("Certificates that count: %(count)s of %(limit)s", count=then, limit=game.t.certificate_limit)


def signed(change: int) -> str:
    return f"+${change}" if change >= 0 else f"−${-change}"
