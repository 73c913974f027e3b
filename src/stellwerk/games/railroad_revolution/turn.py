"""A turn: a worker on an action space, its main action, and all that comes with it."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import can_finish, deal_saves, need, wealth
from stellwerk.games.railroad_revolution.moves import Move, abilities, dealt, granted, main_moves, offered
from stellwerk.games.railroad_revolution.pieces import KINDS, NUMBER, add_grant, bump, crew, drop, give_worker, receive
from stellwerk.games.railroad_revolution.refusals import why_place
from stellwerk.games.railroad_revolution.resolve import MARKET, RESOLVING, Resolving, Trading
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import (
    ACTIONS,
    BONUS,
    BUILDING,
    PROMOTION,
    REWARD,
    WIRE,
    RevolutionState,
)
from stellwerk.games.railroad_revolution.tables import Tables


class TakeTurn(Trading):
    """turn.2: put a worker of the own supply on one of four action spaces."""

    rule = "turn.2"
    kinds = ("place", *MARKET)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        seat, supply = int(f.who), s.supply[int(f.who)]
        possible = False
        enough, purse = crew(s, seat) >= self.t.least_workers, wealth(self.t, s, seat)
        for action in ACTIONS:
            price = need(self.t, s, seat, action, parts(self.t, s, seat, action), 0)
            if price >= NO_WAY and (action != "station" or not s.buildings[seat]):
                continue  # only for a station a violet worker can open a way, by a rail
            sure = enough and price <= purse
            for n, colour in enumerate(COLOURS):
                if supply[n] and (sure or self.can_take(s, seat, colour, action)):
                    possible = True
                    yield offer((seat, "place", (colour, action)))
        if possible:
            yield from self.market(s, f)

    def can_take(self, s: RevolutionState, seat: int, colour: str, action: str) -> bool:
        """R-06: an action can be chosen if it can be finished in some way, with what its worker adds.

        Where a player's workers stand does not matter for that.
        """
        after = s.seen_as()
        self.begin(after, seat, colour, action)
        return can_finish(self.t, after, seat)

    def place(self, s: RevolutionState, f: Frame, a: Action) -> None:
        colour, action = a.args
        seat, n = a.seat, NUMBER[colour]
        s.supply[seat] = bump(s.supply[seat], n, -1)
        s.posts[seat] = bump(s.posts[seat], ACTIONS.index(action) * KINDS + n, 1)
        self.begin(s, seat, colour, action)
        then(s, Frame("act", seat))

    def begin(self, s: RevolutionState, seat: int, colour: str, action: str) -> None:
        """act.1 and act.2: what a worker on an action space has to do and may do."""
        s.worker, s.action, s.main = colour, action, parts(self.t, s, seat, action)
        if colour == COLOURS[0]:
            add_grant(s, "promote", 1)
        else:
            s.ability = colour
        if action == "trade":
            add_grant(s, "flip", 1)

    def skip(self, s: RevolutionState, f: Frame) -> None:
        """R-27: without any piece there is nothing to do."""
        then(s, Frame("next", f.who))

    def why(self, s: RevolutionState, f: Frame, a: Action) -> Refusal:
        return why_place(self.t, s, int(f.who), a)


def parts(t: Tables, s: RevolutionState, seat: int, action: str) -> int:
    """rail.7 and rail.8: two rails, or the last one; everything else is one piece."""
    return max(1, min(t.rails_per_action, s.rails[seat])) if action == "railroad" else 1


class TakeAction(Resolving):
    """act.1 and act.2: the main action has to be done, all else may be."""

    rule = "act.1"
    kinds = (*RESOLVING, "trade", "use", "deal", *MARKET)

    def moves(self, s: RevolutionState, f: Frame) -> Iterator[Move]:
        seat = int(f.who)
        if s.main:
            yield from main_moves(self.t, s, seat)
        yield from offered(self.t, s, seat)
        yield from abilities(self.t, s, seat)
        if s.ability == "grey" and s.action == "trade":
            yield from dealt(self.t, s, seat)
        yield from granted(self.t, s, seat)

    def may_end(self, s: RevolutionState, seat: int) -> bool:
        """gen.2: the turn ends after the deal, which may bring the workers that are missing."""
        return super().may_end(s, seat) or (s.cash[seat] >= 0 and deal_saves(self.t, s, seat))

    def build(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """station.1 to station.8: pay, and the city's tile is open to this player."""
        if s.action != "station" or not s.main:
            super().build(s, f, a)
            return
        city = a.args[0]
        s.buildings[a.seat] -= 1
        s.cash[a.seat] -= self.t.board.cities[self.t.board.city_number[city]].cost
        s.offers = (REWARD,) if s.stations[city] else (REWARD, BONUS)
        s.stations[city] = (*s.stations[city], a.seat)
        s.spot, s.main = city, 0
        s.todo.append(f)

    def lay(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """rail.1 and rail.2: the first rail of the action pays its fixed price too."""
        if s.action != "railroad" or not s.main:
            super().lay(s, f, a)
            return
        n = self.t.board.space_number[a.args[0]]
        if not s.laid:
            s.cash[a.seat] -= self.t.rails_price
        s.network[a.seat] |= 1 << n
        s.rails[a.seat] -= 1
        s.main -= 1
        self.pay_terrain(s, a.seat, n)
        s.todo.append(f)

    def open(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """telegraph.1 to telegraph.9: shares at once, more for the first office."""
        if s.action != "telegraph" or not s.main:
            super().open(s, f, a)
            return
        (area,) = a.args
        printed, owners = self.t.board.areas[area - 1], s.offices[area - 1]
        s.buildings[a.seat] -= 1
        self.got_shares(s, a.seat, printed.shares + (0 if owners else printed.first))
        s.offices[area - 1] = (*owners, a.seat)
        s.spot, s.main = str(area), 0
        if s.wires[area - 1]:
            s.offers = (WIRE,)
        if printed.deal:
            s.dealing = 1
        s.todo.append(f)

    def got_shares(self, s: RevolutionState, seat: int, count: int) -> None:
        s.shares[seat] += count
        s.gained += count

    def trade(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """trade.1 and trade.3: a piece leaves the game for the price of its section."""
        section = self.t.section(s.buildings[a.seat], s.rails[a.seat])
        s.cash[a.seat] += self.t.board.sections[section].price
        if a.args[0] == BUILDING:
            s.buildings[a.seat] -= 1
        else:
            s.rails[a.seat] -= 1
        s.main = 0
        s.todo.append(f)

    def use(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """Take the reward, bonus or tile of the place, or use the worker's ability or promotion."""
        source, colour, where = a.args
        if source == PROMOTION:
            s.ability = ""
            add_grant(s, "promote", 1)
        elif source in s.offers:
            s.offers = tuple(offer for offer in s.offers if offer != source)
            if source == WIRE:
                give_worker(s, a.seat, colour, where)
                receive(s, a.seat, self.t.tiles.telegraph[s.wires[int(s.spot) - 1]])
            else:
                tile = self.t.tiles.cities[s.tiles[s.spot]]
                receive(s, a.seat, tile.main if source == REWARD else tile.first, colour)
        else:
            s.ability = ""
            self.use_ability(s, a.seat, source, colour)
        s.todo.append(f)

    def use_ability(self, s: RevolutionState, seat: int, effect: str, colour: str) -> None:
        """w.*: what the specialists add to the actions."""
        t = self.t
        if effect in t.effects:
            receive(s, seat, t.effects[effect])
            return
        match effect:
            case "w.station.grey":
                receive(s, seat, t.tiles.cities[s.tiles[s.spot]].first, colour)
            case "w.station.orange":
                s.cash[seat] += t.board.cities[t.board.city_number[s.spot]].cost
            case "w.station.turquoise":
                s.cash[seat] -= t.extra["station_turquoise_price"]
                receive(s, seat, t.tiles.cities[s.tiles[s.spot]].main, colour)
            case "w.rail.orange":
                s.cash[seat] += t.extra["rail_orange"] + s.triangles * t.extra["rail_orange_triangle"]
            case "w.rail.turquoise":
                add_grant(s, "third", 1)
            case "w.tele.grey":
                self.got_shares(s, seat, t.board.areas[int(s.spot) - 1].first)
            case "w.tele.orange":
                s.cash[seat] += s.gained * t.extra["tele_orange_share"]
            case "w.tele.turquoise":
                s.cash[seat] -= t.extra["tele_turquoise_price"]
                receive(s, seat, t.tiles.telegraph[s.wires[int(s.spot) - 1]])
            case "w.trade.orange":
                s.cash[seat] += (sum(s.up[seat]) + sum(s.down[seat])) * t.extra["trade_orange_loco"]

    def deal(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """w.trade.grey and R-25: one offer for this player alone, a share back."""
        offer = self.t.tiles.deals[s.deal][a.args[0]]
        s.shares[a.seat] += self.t.extra["trade_grey_shares"] - offer.shares
        s.ability, s.dealing = "", 2
        receive(s, a.seat, offer.reward)
        s.todo.append(f)

    def done(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """deal.1: at the end of the action comes the deal, if there is one; then the turn is closed."""
        drop(s)
        order = [(a.seat + n) % self.t.seats for n in range(self.t.seats)]
        deals = [Frame("deal", seat) for seat in order] if s.dealing == 1 else []
        reveal = [Frame("reveal")] if s.dealing else []
        then(s, *deals, *reveal, Frame("close", a.seat))
