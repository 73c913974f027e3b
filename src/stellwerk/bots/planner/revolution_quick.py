"""Rollouts of Railroad Revolution on flat numbers: each turn takes what seems best at once, until the game is over.

The rules are followed as far as points, pieces and money go. Left out is what hardly matters for who wins: workers that
run out in the general supply, and in which order a turn pays.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Final

from stellwerk.bots.planner.revolution_ground import ANYONE, Ground
from stellwerk.bots.planner.revolution_options import (
    GREY,
    ORANGE,
    RAILROAD,
    STATION,
    TELEGRAPH,
    TRADE,
    TURQUOISE,
    WHITE,
    Option,
    Options,
    offers,
    price_of,
)
from stellwerk.bots.planner.revolution_policy import Policy, quick
from stellwerk.bots.planner.revolution_side import Side, Taken
from stellwerk.games.railroad_revolution.milestones import NEAR, OVER
from stellwerk.games.railroad_revolution.moves import open_places
from stellwerk.games.railroad_revolution.pieces import KINDS, NUMBER
from stellwerk.games.railroad_revolution.rewards import ANY
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tiles import LETTERS

NOTHING, NEXT, DEALS = range(3)
"""What follows a turn: nothing, the next deal tile, or a deal of all and then the next tile."""


class World:
    """A position at the beginning of a turn, in flat numbers."""

    def __init__(self, g: Ground, s: RevolutionState, rng: Random, policies: Sequence[Policy] = ()) -> None:
        t = self.t = g.t
        self.g = g
        cities = sum(1 << t.board.city_number[city] for city, owners in s.stations.items() if owners)
        areas = sum(1 << n for n, owners in enumerate(s.offices) if owners)
        self.taken = Taken(cities, areas, list(s.depot))
        self.tiles = [s.tiles.get(city.id, city.id) for city in t.board.cities]
        self.wires = s.wires
        luck = {tile: rng.random() for tile in (*g.deals, *g.goals)}
        self.luck = luck.__getitem__
        self.deal, self.deals, self.used = s.deal, sorted(s.deals, key=self.luck), list(s.used)
        self.decks = [self._deck(s.stacks[letter], s.known) for letter in LETTERS]
        self.starter, self.ending, self.turn = s.starter, s.ending, int(s.todo[-1].who)
        chosen = policies or [quick()] * t.seats
        self.learnt = g.learnt_of((*self.tiles, *self.wires, *chosen))
        self.sides = [self._side(s, seat, policy, chosen.index(policy)) for seat, policy in enumerate(chosen)]

    def _side(self, s: RevolutionState, seat: int, policy: Policy, mind: int) -> Side:
        side, t = Side(self.g, self.taken, policy, mind), self.t
        side.cash, side.shares, side.buildings, side.rails = (
            s.cash[seat],
            s.shares[seat],
            s.buildings[seat],
            s.rails[seat],
        )
        side.supply = list(s.supply[seat])
        side.posts = [sum(s.posts[seat][n::KINDS]) for n in range(KINDS)]
        side.network = s.network[seat]
        side.stations = sum(1 << t.board.city_number[city] for city, owners in s.stations.items() if seat in owners)
        side.offices = sum(1 << n for n, owners in enumerate(s.offices) if seat in owners)
        side.steps, side.up, side.down = list(s.steps[seat]), list(s.up[seat]), list(s.down[seat])
        side.points = sum([t.tiles.milestones[tile].points for tile in s.reached[seat]])
        for place, goal in enumerate(s.goals[seat]):
            if goal:
                side.goals[place] = self.g.goals[goal]
                left = open_places(t.tiles.milestones[goal], s.managers[seat][place])
                side.wants[place] = tuple(ANYONE if colour == ANY else NUMBER[colour] for colour in left)
        return side

    def _deck(self, stack: Sequence[str], known: Container[str]) -> list[str]:
        """A stack in an order of its own, but for what somebody put under it."""
        hidden = sorted([tile for tile in stack if tile not in known], key=self.luck)
        return [tile if tile in known else hidden.pop() for tile in stack]

    def play_for(self, rounds: int) -> list[float]:
        """Play so many rounds, and tell what each side may then hope for; the scores if the game is over."""
        for _ in range(rounds * self.t.seats):
            if self.turn < 0:
                break
            self.take_turn()
            self.close()
        if self.turn < 0:
            return [float(side.score()) for side in self.sides]
        return [side.promise(self.left(seat) + 1) for seat, side in enumerate(self.sides)]

    def left(self, seat: int) -> float:
        """The turns that a seat will have after this one, as `turns_left` reckons them."""
        later = (seat - self.starter) % self.t.seats > (self.turn - self.starter) % self.t.seats
        if self.ending:
            return float(later + (self.ending == NEAR))
        work = sorted([max(0, side.buildings - 1) + max(0, side.rails - 1) / 2 for side in self.sides])
        p = self.sides[seat].p
        return max(1.0, p.always + p.emptiest * work[0] + p.next * work[1] + p.later * later)

    def close(self) -> None:
        """Milestones that are reached, the end that comes near, and who is next."""
        order = [(self.turn + n) % self.t.seats for n in range(self.t.seats)]
        for seat in order:
            side = self.sides[seat]
            for place, goal in enumerate(side.goals):
                if goal and not side.wants[place] and not self.g.way(side.network, side.stations, goal.number).work:
                    side.points += goal.points
                    side.goals[place] = None
                    if goal.after < len(LETTERS):
                        self.draw(seat, place, goal.after)
        logo = self.t.board.logo
        if not self.ending and any(
            self.g.built[side.buildings] >= logo and self.g.railed[side.rails] >= logo for side in self.sides
        ):
            self.ending = NEAR
        following = (self.turn + 1) % self.t.seats
        if following == self.starter and self.ending:
            self.ending += 1
        self.turn = -1 if self.ending == OVER else following

    def draw(self, seat: int, place: int, letter: int) -> None:
        """Of the new milestones the most promising one is kept."""
        side, deck = self.sides[seat], self.decks[letter]
        seen = deck[: self.t.drawn]
        side.look(self.left(seat))
        best, chosen = -1.0, ""
        for name in seen:
            side.goals[place] = self.g.goals[name]
            side.wants[place] = self.g.goals[name].workers
            worth = side.judged(side.network, side.stations, side.own, side.wants)
            if worth > best:
                best, chosen = worth, name
        if chosen:
            side.goals[place] = self.g.goals[chosen]
            side.wants[place] = self.g.goals[chosen].workers
            self.decks[letter] = deck[len(seen) :] + [name for name in seen if name != chosen]

    def take_turn(self) -> None:
        """The turn that is worth most, and the deal that it causes.

        It depends on the pieces of its side alone: rollouts that come to the same place again need not think again.
        """
        side, turns = self.sides[self.turn], self.left(self.turn)
        key = (side.mind, side.pieces(), *side.goals, self.deal, turns)
        known = self.learnt.get(key)
        if known is None:
            follows = self.think(side, turns)
            self.learnt[key] = (follows, side.pieces())
        else:
            follows = known[0]
            side.put(known[1])
        if follows == DEALS:
            self.others_deal()
        if follows:
            self.reveal()

    def think(self, side: Side, turns: float) -> int:
        """Play a turn and take the own part of its deal; tell what follows."""
        if not any(side.supply):
            side.supply, side.posts = side.posts, [0] * KINDS
        side.look(turns)
        chosen = Options(side, self.tiles, self.wires, self.g.deals.get(self.deal, ())).best
        if chosen is None:
            return NOTHING
        side.supply[chosen.colour] -= 1
        side.posts[chosen.colour] += 1
        follows = ACTING[chosen.action](self, side, chosen)
        if not chosen.able:
            side.promote()
        side.pay(0)
        if not self.deal:
            return NOTHING
        if follows == DEALS:
            self.bargain(side, 2)
        return follows

    def others_deal(self) -> None:
        """Who caused the deal may have taken both offers, the others take one."""
        for n in range(1, self.t.seats):
            seat = (self.turn + n) % self.t.seats
            side, turns = self.sides[seat], self.left(seat)
            key = (side.mind, side.pieces(), *side.goals, self.deal, turns, n)
            known = self.learnt.get(key)
            if known is None:
                side.look(turns)
                self.bargain(side, 1)
                self.learnt[key] = (DEALS, side.pieces())
            else:
                side.put(known[1])

    def bargain(self, side: Side, most: int, back: int = 0) -> None:
        deal, done = self.g.deals[self.deal], -1
        for _ in range(most):
            worth, n = max([found for found in offers(side, deal, back) if found[1] != done], default=(0.0, -1))
            if worth <= 0:
                break
            side.shares -= deal[n][0] - back
            side.get(deal[n][1])
            done = n

    def reveal(self) -> None:
        """The next tile; who uses the stack up turns it over."""
        self.used.append(self.deal)
        if not self.deals:
            self.deals, self.used = sorted(self.used, key=self.luck), []
        self.deal = self.deals.pop()


def _open(world: World, side: Side, chosen: Option) -> int:
    g, area, ability = world.g, chosen.place, chosen.colour if chosen.able else WHITE
    printed = g.t.board.areas[area]
    shares = printed.shares + (0 if side.taken.areas >> area & 1 else printed.first)
    side.open(area)
    side.shares += shares
    if ability == GREY:
        side.shares += printed.first
    elif ability == ORANGE:
        side.cash += g.t.extra["tele_orange_share"] * shares
    elif (TELEGRAPH, ability) in g.effects:
        side.get(g.effects[TELEGRAPH, ability])
    if world.wires[area]:
        gain = g.wires[world.wires[area]]
        lost, colour = side.least()
        if ability == TURQUOISE:
            side.get(gain, g.t.extra["tele_turquoise_price"])
        elif colour >= 0 and side.worth(gain) > lost:
            side.give(colour)
            side.get(gain)
    return DEALS if printed.deal else NOTHING


def _build(world: World, side: Side, chosen: Option) -> int:
    g, city, ability = world.g, chosen.place, chosen.colour if chosen.able else WHITE
    main, first = g.main[world.tiles[city]], g.first[world.tiles[city]]
    gains = [main] if side.taken.cities >> city & 1 else [main, first]
    side.build(city)
    if ability != ORANGE:
        side.pay(g.cost[city])
    if ability == GREY:
        gains.append(first)
    for gain in gains:
        if side.worth(gain) > 0:
            side.get(gain)
    if ability == TURQUOISE:
        side.get(main, g.t.extra["station_turquoise_price"])
    elif (STATION, ability) in g.effects:
        side.get(g.effects[STATION, ability])
    return NOTHING


def _lay(world: World, side: Side, chosen: Option) -> int:
    t, ability = world.t, chosen.colour if chosen.able else WHITE
    _, spaces, triangles, deal = side.best_rails(t.rails_per_action)
    side.pay(t.rails_price + t.triangle_price * triangles)
    side.lay(spaces)
    if (RAILROAD, ability) in world.g.effects:
        side.get(world.g.effects[RAILROAD, ability])
    elif ability == ORANGE:
        side.cash += t.extra["rail_orange"] + t.extra["rail_orange_triangle"] * triangles
    elif ability == TURQUOISE and side.rails:
        worth, more, rising, other = side.best_rails(1)
        price = t.triangle_price * rising
        if worth > price * side.money and side.wealth >= price:
            side.pay(price)
            side.lay(more)
            deal = deal or other
    return DEALS if deal else NOTHING


def _trade(world: World, side: Side, chosen: Option) -> int:
    g, ability = world.g, chosen.colour if chosen.able else WHITE
    side.cash += price_of(side)
    if chosen.place:
        side.buildings -= 1
    else:
        side.rails -= 1
    side.turn_loco()
    if (TRADE, ability) in g.effects:
        side.get(g.effects[TRADE, ability])
    elif ability == GREY and world.deal:
        world.bargain(side, 1, g.t.extra["trade_grey_shares"])
        return NEXT
    elif ability == ORANGE:
        side.cash += g.t.extra["trade_orange_loco"] * (sum(side.up) + sum(side.down))
    return NOTHING


ACTING: Final = (_build, _lay, _open, _trade)
"""What actions do, in the order of `ACTIONS`; they tell what follows."""
