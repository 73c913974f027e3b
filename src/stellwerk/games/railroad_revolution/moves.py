"""What a player could do with what is granted; whether the turn could then be finished is asked elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.finish import need, open_areas, open_cities
from stellwerk.games.railroad_revolution.gains import brings_nothing, what_is_gone
from stellwerk.games.railroad_revolution.pieces import NUMBER, find_grant, gate_of, held
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS, Reward
from stellwerk.games.railroad_revolution.state import (
    DOWN,
    POSTS,
    PROMOTION,
    REWARD,
    SUPPLY,
    UP,
    WIRE,
    RevolutionState,
)
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables
from stellwerk.games.railroad_revolution.tiles import Milestone


class Move(NamedTuple):
    """An action, the money and workers that it takes at once, and whether it may spoil the main action."""

    kind: str
    args: tuple[Any, ...]
    price: int = 0
    give: int = 0
    risky: bool = False


class Context(NamedTuple):
    """Who could do something once more, and at what price."""

    t: Tables
    s: RevolutionState
    seat: int
    price: int


def own_workers(s: RevolutionState, seat: int) -> Iterator[tuple[str, str]]:
    """Colour and place of the workers that can be given up, swapped or promoted."""
    supply, posts = s.supply[seat], s.posts[seat]
    for n, colour in enumerate(COLOURS):
        if supply[n]:
            yield colour, SUPPLY
        if any(posts[n :: len(COLOURS)]):
            yield colour, POSTS


def open_places(tile: Milestone, managers: tuple[str, ...]) -> list[str]:
    """The colours that a milestone still asks for."""
    left = list(tile.workers)
    for colour in managers:
        left.remove(colour if colour in left else ANY)
    return left


def granted(t: Tables, s: RevolutionState, seat: int) -> Iterator[Move]:
    """All that the grants of a player allow."""
    for kind in dict.fromkeys([grant.kind for grant in s.grants]):
        grant = find_grant(s, kind)
        if grant is not None:
            yield from _LISTS[kind](Context(t, s, seat, grant.price))


def _steps(c: Context) -> Iterator[Move]:
    """perf.5 to perf.8: up a track; a gate is paid at once."""
    for n, track in enumerate(c.t.tracks):
        gate = gate_of(c.t, c.s, c.seat, n)
        if gate is None:
            continue
        money, shares, workers = gate
        if (money and c.s.cash[c.seat] < money) or c.s.shares[c.seat] < shares:
            continue
        if workers:
            for colour, where in own_workers(c.s, c.seat):
                yield Move("step", (track.id, colour, where), money + shares * c.t.share_price, 1)
        else:
            yield Move("step", (track.id, "", ""), money + shares * c.t.share_price)


def _flips(c: Context) -> Iterator[Move]:
    for n, loco in enumerate(c.t.tiles.locos):
        if c.s.up[c.seat][n]:
            yield Move("flip", (loco.id, UP))
        if c.s.down[c.seat][n]:
            yield Move("flip", (loco.id, DOWN))


def _locos(c: Context) -> Iterator[Move]:
    """gen.6 and gen.7: from any stack that is not empty."""
    for n, loco in enumerate(c.t.tiles.locos):
        if c.s.depot[n]:
            yield Move("take", (loco.id,))


def _promotions(c: Context) -> Iterator[Move]:
    """milestone.3, milestone.4 and R-14: onto an own tile that asks for such a worker."""
    for goal, managers in zip(c.s.goals[c.seat], c.s.managers[c.seat], strict=True):
        if not goal:
            continue
        wanted = open_places(c.t.tiles.milestones[goal], managers)
        if wanted:
            for colour, where in own_workers(c.s, c.seat):
                if colour in wanted or ANY in wanted:
                    yield Move("promote", (colour, where, goal), c.price, 1)


def _rails(c: Context) -> Iterator[Move]:
    """loco.5, tele.1 and dealtile.2: terrain and deal symbols do not matter."""
    if c.s.rails[c.seat]:
        for n in bits(c.t.board.reached(c.s.network[c.seat])[1]):
            yield Move("lay", (c.t.board.spaces[n].id,), c.price, 0, risky=True)


def _third_rail(c: Context) -> Iterator[Move]:
    """w.rail.turquoise: one more rail at the usual cost of its terrain."""
    if c.s.rails[c.seat]:
        for n in bits(c.t.board.reached(c.s.network[c.seat])[1]):
            space = c.t.board.spaces[n]
            yield Move("lay", (space.id,), space.triangles * c.t.triangle_price)


def _stations(c: Context) -> Iterator[Move]:
    if c.s.buildings[c.seat]:
        for city in open_cities(c.t, c.s, c.seat):
            yield Move("build", (city,), 0, 0, risky=True)


def _offices(c: Context) -> Iterator[Move]:
    if c.s.buildings[c.seat]:
        for area in open_areas(c.s, c.seat):
            yield Move("open", (area,), 0, 0, risky=True)


def _swaps(c: Context) -> Iterator[Move]:
    """R-21: for another worker of the general supply, of the same colour too if one is there."""
    for colour, where in own_workers(c.s, c.seat):
        for n, new in enumerate(COLOURS):
            if c.s.bank[n]:
                yield Move("swap", (colour, where, new))


def _gains(c: Context) -> Iterator[Move]:
    for n, colour in enumerate(COLOURS):
        if c.s.bank[n]:
            yield Move("gain", (colour,))


def _start_rails(c: Context) -> Iterator[Move]:
    """start.2: the rail beside the board."""
    if c.s.reserve[c.seat][1]:
        for n in bits(c.t.board.reached(c.s.network[c.seat])[1]):
            yield Move("lay", (c.t.board.spaces[n].id,))


def _start_stations(c: Context) -> Iterator[Move]:
    """start.6: on the first space of a city with a printed tile."""
    if c.s.reserve[c.seat][0]:
        for tile in c.t.tiles.cities.values():
            if tile.city and not c.s.stations[tile.city]:
                yield Move("build", (tile.city,))


def _start_offices(c: Context) -> Iterator[Move]:
    """start.4: on the first space of an area with a deal symbol."""
    if c.s.reserve[c.seat][0]:
        for n, area in enumerate(c.t.board.areas):
            if area.deal and not c.s.offices[n]:
                yield Move("open", (n + 1,))


_LISTS = {
    "steps": _steps,
    "flip": _flips,
    "loco": _locos,
    "promote": _promotions,
    "rail": _rails,
    "third": _third_rail,
    "station": _stations,
    "office": _offices,
    "swap": _swaps,
    "gain": _gains,
    "start_rail": _start_rails,
    "start_station": _start_stations,
    "start_office": _start_offices,
}


def main_moves(t: Tables, s: RevolutionState, seat: int) -> Iterator[Move]:
    """The main action: station.1, rail.1, telegraph.1, trade.1. Its price is what it costs in all beyond its need."""
    least = need(t, s, seat, s.action, s.main, s.laid)
    if s.action == "station" and s.buildings[seat]:
        for city in open_cities(t, s, seat):
            yield Move("build", (city,), t.board.cities[t.board.city_number[city]].cost - least)
    elif s.action == "railroad" and s.rails[seat]:
        board, network = t.board, s.network[seat]
        base = (0 if s.laid else t.rails_price) - least
        for n in bits(board.reached(network)[1]):
            space = board.spaces[n]
            rest = board.cheapest(network | 1 << n, s.main - 1)
            yield Move("lay", (space.id,), base + (space.triangles + rest) * t.triangle_price)
    elif s.action == "telegraph" and s.buildings[seat]:
        for area in open_areas(s, seat):
            yield Move("open", (area,), -least)
    elif s.action == "trade":
        for piece in sellable(t, s, seat):
            yield Move("trade", (piece,), -least)


def sellable(t: Tables, s: RevolutionState, seat: int) -> list[str]:
    """trade.1 and trade.2: what stands in the leftmost section that is not empty."""
    section = t.section(s.buildings[seat], s.rails[seat])
    left = {"building": s.buildings[seat], "rail": s.rails[seat]}
    return [piece for piece, count in left.items() if count and t.section_of[piece][count] == section]


def offered(t: Tables, s: RevolutionState, seat: int) -> Iterator[Move]:
    """Rewards of the city or area of this action (station.3, station.7, telegraph.6)."""
    for offer in s.offers:
        if offer == WIRE:
            reward = t.tiles.telegraph[s.wires[int(s.spot) - 1]]
            if brings_nothing(t, s, seat, reward) is None:
                for colour, where in own_workers(s, seat):
                    yield Move("use", (WIRE, colour, where), reward.pay, 1)
        else:
            tile = t.tiles.cities[s.tiles[s.spot]]
            yield from takes(t, s, seat, offer, tile.main if offer == REWARD else tile.first)


def takes(t: Tables, s: RevolutionState, seat: int, source: str, reward: Reward, more: int = 0) -> Iterator[Move]:
    """station.4: with a slash one of the two colours is taken; if both are gone, any other (setup.26)."""
    price = reward.pay + more
    if not reward.one_of:
        if brings_nothing(t, s, seat, reward) is None:
            yield Move("use", (source, "", ""), price)
        return
    there = [colour for colour in reward.one_of if s.bank[NUMBER[colour]]]
    for colour in there or [colour for colour in COLOURS if s.bank[NUMBER[colour]]]:
        yield Move("use", (source, colour, ""), price)


def abilities(t: Tables, s: RevolutionState, seat: int) -> Iterator[Move]:
    """act.2 and act.8: the ability of the worker on the action space, or a promotion instead."""
    if not s.ability:
        return
    if what_is_gone(t, s, seat, "promote") is None:
        yield Move("use", (PROMOTION, "", ""))
    effect = f"w.{RULE_OF[s.action]}.{s.ability}"
    if effect in t.effects:
        yield from takes(t, s, seat, effect, t.effects[effect])
    elif effect == "w.trade.orange":
        yield Move("use", (effect, "", ""))
    elif effect != "w.trade.grey" and not s.main:
        yield from _after_main(t, s, seat, effect)


def _after_main(t: Tables, s: RevolutionState, seat: int, effect: str) -> Iterator[Move]:
    """Abilities that look back at what the main action did."""
    if effect == "w.station.grey":
        yield from takes(t, s, seat, effect, t.tiles.cities[s.tiles[s.spot]].first)
    elif effect == "w.station.turquoise":
        main, more = t.tiles.cities[s.tiles[s.spot]].main, t.extra["station_turquoise_price"]
        yield from takes(t, s, seat, effect, main, more)
    elif effect == "w.rail.turquoise":
        if s.laid >= t.rails_per_action and s.rails[seat] and t.board.reached(s.network[seat])[1]:
            yield Move("use", (effect, "", ""))
    elif effect == "w.tele.turquoise":
        wire = s.wires[int(s.spot) - 1]
        if wire:
            yield from takes(t, s, seat, effect, t.tiles.telegraph[wire], t.extra["tele_turquoise_price"])
    else:
        yield Move("use", (effect, "", ""))


def dealt(t: Tables, s: RevolutionState, seat: int) -> Iterator[Move]:
    """Offers of the open deal: to the grey worker on Trade, to whoever caused a deal, and to the others after that."""
    alone = s.action == "trade" and s.ability == "grey"
    if not alone and (s.action or (s.taken and seat != s.turn)):
        return
    extra = t.extra["trade_grey_shares"] if alone else 0
    for n, offer in enumerate(t.tiles.deals[s.deal]):
        enough = s.shares[seat] + extra >= offer.shares
        if n not in s.taken and enough and brings_nothing(t, s, seat, offer.reward) is None:
            price = offer.reward.pay + (offer.shares - extra) * t.share_price
            yield Move("deal", (n,), price, 0)


def workers_held(s: RevolutionState, seat: int, colour: str, where: str) -> int:
    return held(s, seat, NUMBER[colour], where) if colour in NUMBER and where in (SUPPLY, POSTS) else 0
