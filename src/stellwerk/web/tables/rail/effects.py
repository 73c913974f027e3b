"""What an action of an 18xx title would change, told before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.shares import certificate_limit, certificates, percent, price
from stellwerk.eighteen.state import RailState, player
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import company_on_turn, gone, money, percentage, rail, train_name


class Change(NamedTuple):
    """Whose money changes, by how much, and what is there then; `held` says per cent where shares earn it."""

    name: str
    change: int
    cash: int
    held: int | None = None


class Effects(NamedTuple):
    """What an action does to money, and all else in sentences; those that warn come apart."""

    money: list[Change]
    notes: list[str]
    warnings: list[str]


def effects(scene: Scene, choice: Choice) -> Effects:
    """Money, prices, directors, trains and limits, by trying the action on a copy of what the seat sees."""
    game, s = rail(scene)
    after = game.apply(s, Action(*choice))
    earned = company_on_turn(scene) if choice.kind in ("pay_out", "pay_half") else ""
    notes = [
        *extras_of(scene).notes(scene, after, choice),
        *_prices(scene, s, after),
        *_stays(scene, s, after, choice),
        *_directors(scene, s, after),
        *_loan(scene, s, after, choice),
        *_fleets(scene, s, after, choice),
        *_trains(scene, s, after),
        *_certificates(scene, s, after, choice.seat),
        *_cards(scene, s, after, choice.seat),
    ]
    return Effects(
        list(_money(scene, s, after, earned, whole=choice.kind == "pay_out")),
        notes,
        list(_warnings(scene, s, after, choice)),
    )


def _money(scene: Scene, s: RailState, after: RailState, earned: str, *, whole: bool) -> Iterator[Change]:
    """Players first, then companies; of what a company paid out its own part is that of its shares in the pool."""
    game, _state = rail(scene)
    for seat, name in enumerate(scene.names):
        change = after.cash[player(seat)] - s.cash[player(seat)]
        if change:
            yield Change(name, change, after.cash[player(seat)], game.flow.earning(s, earned, seat) if earned else None)
    for company in game.rules.railroads:
        change = after.cash[company] - s.cash[company]
        if change:
            held = percent(s, earned, game.rules.pool_index) if company == earned and whole else None
            yield Change(company, change, after.cash[company], held)


def _prices(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    """Prices of railroads, then those of others whose shares are dealt in."""
    _ = scene.say
    game, _state = rail(scene)
    for company in sorted(after.cell, key=lambda company: company not in game.rules.railroads):
        new = money(scene, price(game.rules, after, company))
        if company not in s.cell:
            yield _("%(company)s is parred at %(price)s", company=company, price=new)
        elif price(game.rules, s, company) != price(game.rules, after, company):
            old = money(scene, price(game.rules, s, company))
            yield _("Price of %(company)s: %(old)s → %(new)s", company=company, old=old, new=new)


def _stays(scene: Scene, s: RailState, after: RailState, choice: Choice) -> Iterator[str]:
    """That a price does not move is worth a word where revenue is shared out."""
    _ = scene.say
    game, company = rail(scene)[0], company_on_turn(scene)
    if choice.kind in ("pay_out", "pay_half", "withhold") and after.cell.get(company) == s.cell[company]:
        now = money(scene, price(game.rules, s, company))
        yield _("Price of %(company)s stays at %(price)s", company=company, price=now)


def _directors(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    _ = scene.say
    for company, seat in after.director.items():
        if s.director.get(company) != seat:
            yield _("%(name)s becomes director of %(company)s", name=scene.player(seat), company=company)
    flow = rail(scene)[0].flow
    for company in after.floated:
        if company not in after.director and (company in s.director or company not in s.floated):
            name = scene.player(flow.decides(after, company))
            yield _("%(company)s has no director: %(name)s is its manager", company=company, name=name)
        if company not in s.floated:
            yield _("%(company)s floats", company=company)


def _loan(scene: Scene, s: RailState, after: RailState, choice: Choice) -> Iterator[str]:
    """Who pays for a train that the bank lends for, and debts that are repaid."""
    _ = scene.say
    for company in dict.fromkeys((*s.debts, *after.debts)):
        old, new = s.debts.get(company, 0), after.debts.get(company, 0)
        if new > old:
            yield _(
                "Treasury %(treasury)s + %(name)s %(own)s + loan of the bank %(loan)s",
                treasury=money(scene, s.cash[company] - after.cash[company]),
                name=scene.player(choice.seat),
                own=money(scene, s.cash[player(choice.seat)] - after.cash[player(choice.seat)]),
                loan=money(scene, new - old),
            )
        elif new < old:
            then = money(scene, new)
            yield _("Debt of %(company)s: %(old)s → %(new)s", company=company, old=money(scene, old), new=then)


def _fleets(scene: Scene, s: RailState, after: RailState, choice: Choice) -> Iterator[str]:
    """What seller and buyer of a train have then, for whoever is asked to agree."""
    _ = scene.say
    if choice.kind != "accept" or s.offer[0] != "train":
        return
    for company in s.offer[2:0:-1]:
        trains = ", ".join(train_name(scene, train) for train in after.trains[str(company)])
        if trains:
            yield _("%(company)s then has: %(trains)s", company=company, trains=trains)
        else:
            yield _("%(company)s then has no train left", company=company)


def _trains(scene: Scene, s: RailState, after: RailState) -> Iterator[str]:
    """A phase that begins, and trains that leave the game or run for the last time."""
    _ = scene.say
    if after.phase != s.phase:
        yield _("Phase %(phase)s begins", phase=after.phase)
    scrapped = _in_game(s) - _in_game(after)
    for company, owned in s.trains.items():
        lost = (Counter(owned) - Counter(after.trains[company])) & scrapped
        if lost and not gone(after, company):
            trains = ", ".join(train_name(scene, train) for train in lost.elements())
            yield _("%(company)s loses: %(trains)s", company=company, trains=trains)
    doomed = [train for train in after.doomed if train not in s.doomed]
    for company, owned in after.trains.items():
        last = [train_name(scene, train) for train in owned if train in doomed]
        if last:
            yield _("One last run for %(company)s: %(trains)s", company=company, trains=", ".join(last))
    closed = [private for private in s.privates if private not in after.privates]
    if closed:
        yield _("These privates close: %(privates)s", privates=", ".join(closed))


def _in_game(s: RailState) -> Counter[str]:
    """The trains that companies and the pool have."""
    return Counter(chain(s.train_pool, *s.trains.values()))


def _certificates(scene: Scene, s: RailState, after: RailState, seat: int) -> Iterator[str]:
    """How many certificates of a player count, and limits that change."""
    _ = scene.say
    game, _state = rail(scene)
    now, then = certificates(game.rules, s, seat), certificates(game.rules, after, seat)
    if now != then:
        limit = certificate_limit(game.rules, after, seat)
        yield _("Certificates that count: %(count)s of %(limit)s", count=then, limit=limit)
    changed = []
    for other, name in enumerate(scene.names):
        old, new = certificate_limit(game.rules, s, other), certificate_limit(game.rules, after, other)
        if old != new:
            changed.append(f"{name} {old} → {new}")
    if changed:
        yield _("Certificate limits: %(limits)s", limits=", ".join(changed))


def _cards(scene: Scene, s: RailState, after: RailState, seat: int) -> Iterator[str]:
    """Which certificates a player has then of a company that has large ones."""
    _ = scene.say
    game, _state = rail(scene)
    for company, facts in game.rules.companies.items():
        old, new = s.shares[company][seat], after.shares[company][seat]
        if facts.has_large and old != new:
            yield _(
                "%(name)s: certificates of %(company)s: %(old)s → %(new)s",
                name=scene.player(seat),
                company=company,
                old=pile(scene, old),
                new=pile(scene, new),
            )


def pile(scene: Scene, cards: tuple[int, ...]) -> str:
    """Certificates by their sizes, as in 20 + 3 × 10%."""
    counted = Counter(cards)
    sizes = (f"{count} × {size}" if count > 1 else str(size) for size, count in counted.items())
    return percentage(scene, " + ".join(sizes)) if cards else "–"


def _warnings(scene: Scene, s: RailState, after: RailState, choice: Choice) -> Iterator[str]:
    """What the title warns of, debts, and the end of the game."""
    _ = scene.say
    yield from extras_of(scene).warnings(scene, after, choice)
    for seat, name in enumerate(scene.names):
        debt = -after.cash[player(seat)]
        if 0 < debt != -s.cash[player(seat)]:
            yield _("%(name)s then owes %(debt)s", name=name, debt=money(scene, debt))
    for company, debt in after.debts.items():
        if debt > s.debts.get(company, 0):
            owed = money(scene, debt)
            yield _("%(company)s then owes the bank %(debt)s and is insolvent", company=company, debt=owed)
    if after.ending and not s.ending:
        yield ending(scene, after.ending)


def ending(scene: Scene, reason: str) -> str:
    """Why the game is about to end."""
    _ = scene.say
    game, _state = rail(scene)
    count = game.rules.ends.get(reason, 0)
    top = _("Price of %(price)s reached: the last rounds are played", price=money(scene, count))
    if game.rules.end_rules.top_price == "at_once":
        top = _("Price of %(price)s reached: the game ends after this turn", price=money(scene, count))
    known = {"bank": _("Bank broken: the last rounds are played"), "price": top}
    return known.get(reason) or extras_of(scene).ending(scene, reason)
