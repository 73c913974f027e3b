"""Whether a turn that has begun can still be finished: debts paid, four workers left, the main action done.

gen.1 lets a player do things in any order and pay last. So cash may fall below zero within a turn, but only as far
as what is still to come can make good. This file looks ahead: at money alone where that is enough, and else at
all that could still be taken, in any order. Boards and colours do not matter for it, so its world is very small.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from stellwerk.games.railroad_revolution.board import NO_WAY, bits
from stellwerk.games.railroad_revolution.pieces import crew
from stellwerk.games.railroad_revolution.rewards import Reward
from stellwerk.games.railroad_revolution.state import BONUS, REWARD, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables


class Gain(NamedTuple):
    """What taking something changes; `cost` and `give` are shares and workers, `per_share` is for all shares got."""

    money: int = 0
    shares: int = 0
    workers: int = 0
    flips: int = 0
    locos: int = 0
    give: int = 0
    cost: int = 0
    per_share: int = 0


class Purse(NamedTuple):
    """All that counts in the small world: wealth is cash and what the shares would bring."""

    wealth: int
    workers: int
    shares: int
    bank: int
    gained: int
    flips: int
    locos: int
    up: tuple[int, ...]
    down: tuple[int, ...]
    depot: tuple[int, ...]


Items = tuple[tuple[Gain, ...], ...]
"""Things that can be taken once each; one of the ways that are listed."""


def wealth(t: Tables, s: RevolutionState, seat: int) -> int:
    return s.cash[seat] + t.share_price * s.shares[seat]


def open_cities(t: Tables, s: RevolutionState, seat: int, rails: int | None = None) -> list[str]:
    """station.6 and station.9: connected cities without an own station."""
    cities = t.board.reached(s.network[seat] if rails is None else rails)[0]
    return [t.board.cities[n].id for n in bits(cities) if seat not in s.stations[t.board.cities[n].id]]


def open_areas(s: RevolutionState, seat: int) -> list[int]:
    """telegraph.3: areas without an own office, by number."""
    return [n for n, owners in enumerate(s.offices, 1) if seat not in owners]


def need(t: Tables, s: RevolutionState, seat: int, action: str, parts: int, laid: int) -> int:
    """What the rest of a main action costs at least, without any ability; NO_WAY if it cannot be done."""
    if not parts:
        return 0
    if action == "railroad":
        triangles = t.board.cheapest(s.network[seat], parts)
        if s.rails[seat] < parts or triangles >= NO_WAY:
            return NO_WAY
        return triangles * t.triangle_price + (0 if laid else t.rails_price)
    if action == "trade":
        section = t.section(s.buildings[seat], s.rails[seat])
        return -t.board.sections[section].price if section < len(t.board.sections) else NO_WAY
    if not s.buildings[seat]:
        return NO_WAY
    if action == "station":
        costs = [t.board.cities[t.board.city_number[city]].cost for city in open_cities(t, s, seat)]
        return min(costs, default=NO_WAY)
    return 0 if open_areas(s, seat) else NO_WAY


def spare(t: Tables, s: RevolutionState, seat: int) -> int:
    """What a player can spend and still do the main action without further help; negative if that is not sure."""
    return wealth(t, s, seat) - need(t, s, seat, s.action, s.main, s.laid)


def can_finish(t: Tables, s: RevolutionState, seat: int) -> bool:
    """R-06 and gen.2: whether some order of what is left ends with no debt and with workers enough."""
    if spare(t, s, seat) >= 0 and crew(s, seat) >= t.least_workers:
        return True
    fixed = t.loco_worth, t.share_price, t.hire_price, t.least_workers
    return any(_reach(*fixed, *start) for start in _starts(t, s, seat)) or deal_saves(t, s, seat)


def shortfall(t: Tables, s: RevolutionState, seat: int) -> int:
    """The money that is missing in the end whatever is done, if nothing comes of a deal; NO_WAY if no money helps."""
    fixed = t.loco_worth, t.share_price, t.hire_price, t.least_workers
    return min((_least_short(*fixed, *start) for start in _starts(t, s, seat)), default=NO_WAY)


def _starts(t: Tables, s: RevolutionState, seat: int) -> Iterator[tuple[Purse, Items]]:
    """The small world by each way to do the rest of the main action."""
    gains = sum(grant.times for grant in s.grants if grant.kind == "gain")
    for paid, shares, rails, items in _ways(t, s, seat):
        purse = Purse(
            wealth(t, s, seat) - paid + t.share_price * shares,
            crew(s, seat),
            s.shares[seat] + shares,
            sum(s.bank),
            s.gained + shares,
            sum(grant.times for grant in s.grants if grant.kind == "flip") - rails,
            sum(grant.times for grant in s.grants if grant.kind == "loco"),
            s.up[seat],
            s.down[seat],
            s.depot,
        )
        yield purse, (*items, *((Gain(workers=1),),) * gains)


def deal_saves(t: Tables, s: RevolutionState, seat: int) -> bool:
    """Whether the action can end with too few workers, because the deal that follows it can bring what is missing."""
    if s.main or not s.action or s.dealing != 1 or s.cash[seat] < 0:
        return False
    items = tuple((gain_of(offer.reward, cost=offer.shares),) for offer in t.tiles.deals[s.deal])
    owned = s.up[seat], s.down[seat], s.depot
    purse = Purse(wealth(t, s, seat), crew(s, seat), s.shares[seat], sum(s.bank), 0, 0, 0, *owned)
    return _reach(t.loco_worth, t.share_price, t.hire_price, t.least_workers, purse, items)


def gain_of(reward: Reward, *, pay: int = 0, give: int = 0, cost: int = 0, shares: int = 0) -> Gain:
    """A reward in the small world."""
    money = reward.money - reward.pay - pay
    return Gain(money, reward.shares + shares, reward.new_workers, reward.flip, reward.loco, give, cost)


def _ways(t: Tables, s: RevolutionState, seat: int) -> Iterator[tuple[int, int, int, Items]]:
    """The ways to do the rest of the main action: money paid, shares got, flips used for it, and what can then come."""
    if not s.main:
        yield (
            0,
            0,
            0,
            (*_offers(t, s, s.spot, s.offers), *_ability(t, s, seat, s.spot, s.triangles), *_deal(t, s, seat)),
        )
    elif s.action == "station":
        yield from _station_ways(t, s, seat)
    elif s.action == "telegraph":
        for area in open_areas(s, seat) if s.buildings[seat] else ():
            printed, tile = t.board.areas[area - 1], s.wires[area - 1]
            shares = printed.shares + (0 if s.offices[area - 1] else printed.first)
            offers = _offers(t, s, str(area), (WIRE,) if tile else ())
            yield 0, shares, 0, (*offers, *_ability(t, s, seat, str(area), 0))
    else:
        price = need(t, s, seat, s.action, s.main, s.laid)
        if price < NO_WAY:
            triangles = s.triangles
            if s.action == "railroad":
                triangles += t.board.cheapest(s.network[seat], s.main)
            yield price, 0, 0, _ability(t, s, seat, "", triangles)


def _station_ways(t: Tables, s: RevolutionState, seat: int) -> Iterator[tuple[int, int, int, Items]]:
    """A station in a city that is connected, or that a rail connects which this turn can still lay before."""
    if not s.buildings[seat]:
        return
    near = open_cities(t, s, seat)
    for city in near:
        yield _station(t, s, seat, city, 0, 0, s.ability)
    if not s.rails[seat]:
        return
    grant = next((grant for grant in s.grants if grant.kind == "rail"), None)
    flips = sum(grant.times for grant in s.grants if grant.kind == "flip")
    effect = t.effects.get(f"w.station.{s.ability}")
    ready = [loco.reward for n, loco in enumerate(t.tiles.locos) if s.up[seat][n] and loco.reward.rail]
    if grant:
        price, used, ability = grant.price, 0, s.ability
    elif flips and ready:
        price, used, ability = ready[0].rail_price, 1, s.ability
    elif effect and effect.flip and ready:
        price, used, ability = ready[0].rail_price + effect.pay, 0, ""
    else:
        return
    for n in bits(t.board.reached(s.network[seat])[1]):
        for city in open_cities(t, s, seat, s.network[seat] | 1 << n):
            if city not in near:
                yield _station(t, s, seat, city, price, used, ability)


def _station(
    t: Tables, s: RevolutionState, seat: int, city: str, price: int, flips: int, ability: str
) -> tuple[int, int, int, Items]:
    offers = _offers(t, s, city, (REWARD,) if s.stations[city] else (REWARD, BONUS))
    abilities = _ability(t, s, seat, city, 0) if ability else ()
    return price + t.board.cities[t.board.city_number[city]].cost, 0, flips, (*offers, *abilities)


def _offers(t: Tables, s: RevolutionState, spot: str, offers: tuple[str, ...]) -> Items:
    """What the city or area, in which this action builds, has to offer."""
    items = []
    for offer in offers:
        if offer == WIRE:
            items.append((gain_of(t.tiles.telegraph[s.wires[int(spot) - 1]], give=1),))
        else:
            tile = t.tiles.cities[s.tiles[spot]]
            items.append((gain_of(tile.main if offer == REWARD else tile.first),))
    return tuple(items)


def _ability(t: Tables, s: RevolutionState, seat: int, spot: str, triangles: int) -> Items:
    """What the ability of the worker on the action space could bring."""
    if not s.ability:
        return ()
    effect = f"w.{RULE_OF[s.action]}.{s.ability}"
    if effect in t.effects:
        return ((gain_of(t.effects[effect]),),)
    gain = _look_up(t, s, effect, spot) or Gain()
    match effect:
        case "w.rail.orange":
            gain = Gain(t.extra["rail_orange"] + triangles * t.extra["rail_orange_triangle"])
        case "w.tele.orange":
            gain = Gain(per_share=t.extra["tele_orange_share"])
        case "w.trade.orange":
            gain = Gain(t.extra["trade_orange_loco"] * (sum(s.up[seat]) + sum(s.down[seat])))
        case "w.trade.grey":
            extra = t.extra["trade_grey_shares"]
            return (tuple(gain_of(o.reward, cost=o.shares - extra) for o in t.tiles.deals[s.deal]),)
    return ((gain,),)


def _look_up(t: Tables, s: RevolutionState, effect: str, spot: str) -> Gain | None:
    """Abilities that depend on the city or area in which this action builds."""
    match effect:
        case "w.station.orange":
            return Gain(t.board.cities[t.board.city_number[spot]].cost)
        case "w.station.grey":
            return gain_of(t.tiles.cities[s.tiles[spot]].first)
        case "w.station.turquoise":
            return gain_of(t.tiles.cities[s.tiles[spot]].main, pay=t.extra["station_turquoise_price"])
        case "w.tele.grey":
            return Gain(shares=t.board.areas[int(spot) - 1].first)
        case "w.tele.turquoise" if s.wires[int(spot) - 1]:
            return gain_of(t.tiles.telegraph[s.wires[int(spot) - 1]], pay=t.extra["tele_turquoise_price"])
    return None


def _deal(t: Tables, s: RevolutionState, seat: int) -> Items:
    """deal.5 and deal.6: the offers that whoever deals may still take."""
    if s.action or not s.dealing or (s.taken and seat != s.turn):
        return ()
    left = [offer for n, offer in enumerate(t.tiles.deals[s.deal]) if n not in s.taken]
    ways = tuple((gain_of(offer.reward, cost=offer.shares),) for offer in left)
    return ways if seat == s.turn else (tuple(gain for way in ways for gain in way),)


@lru_cache(maxsize=1 << 15)
def _reach(
    worth: tuple[tuple[int, int], ...], share_price: int, hire_price: int, least: int, p: Purse, items: Items
) -> bool:
    """Whether something that is left, in some order, ends with no debt and workers enough (by hiring, if need be)."""
    lack = max(0, least - p.workers)
    if p.wealth >= lack * hire_price and p.bank >= lack:
        return True
    return any(
        _reach(worth, share_price, hire_price, least, q, rest) for q, rest in _next(worth, share_price, p, items)
    )


@lru_cache(maxsize=1 << 12)
def _least_short(
    worth: tuple[tuple[int, int], ...], share_price: int, hire_price: int, least: int, p: Purse, items: Items
) -> int:
    """The least money that is missing in the end, in the best of all orders; NO_WAY without workers to hire."""
    lack = max(0, least - p.workers)
    short = lack * hire_price - p.wealth if p.bank >= lack else NO_WAY
    if short <= 0:
        return 0
    for q, rest in _next(worth, share_price, p, items):
        short = min(short, _least_short(worth, share_price, hire_price, least, q, rest))
    return short


def _next(
    worth: tuple[tuple[int, int], ...], share_price: int, p: Purse, items: Items
) -> Iterator[tuple[Purse, Items]]:
    """Positions after taking one more thing, or one locomotive."""
    for n, ways in enumerate(items):
        rest = items[:n] + items[n + 1 :]
        for gain in ways:
            if gain.cost <= p.shares:
                yield _took(p, gain, share_price), rest
    for turned in _turned(p, worth, share_price):
        yield turned, items


def _took(p: Purse, gain: Gain, share_price: int) -> Purse:
    new = min(gain.workers, p.bank + gain.give)
    shares = gain.shares - gain.cost
    return p._replace(
        wealth=p.wealth + gain.money + share_price * shares + gain.per_share * p.gained,
        workers=p.workers - gain.give + new,
        shares=p.shares + shares,
        bank=p.bank + gain.give - new,
        gained=p.gained + gain.shares,
        flips=p.flips + gain.flips,
        locos=p.locos + gain.locos,
    )


def _turned(p: Purse, worth: tuple[tuple[int, int], ...], share_price: int) -> Iterator[Purse]:
    """One locomotive turned or taken, of those that bring money or shares."""
    for n, (money, shares) in enumerate(worth):
        if not (money or shares) or p.flips < 1:
            continue
        if p.up[n]:
            yield p._replace(
                wealth=p.wealth + money + share_price * shares,
                shares=p.shares + shares,
                gained=p.gained + shares,
                flips=p.flips - 1,
                up=_with(p.up, n, -1),
                down=_with(p.down, n, 1),
            )
        if p.down[n] and p.flips > 1:
            yield p._replace(flips=p.flips - 1, up=_with(p.up, n, 1), down=_with(p.down, n, -1))
        if p.locos and p.depot[n]:
            yield p._replace(locos=p.locos - 1, up=_with(p.up, n, 1), depot=_with(p.depot, n, -1))


def _with(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
