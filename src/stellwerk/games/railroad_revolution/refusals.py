"""Why something is refused: the rule that forbids it and the data of its sentence."""

from __future__ import annotations

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import need
from stellwerk.games.railroad_revolution.moves import can_do, open_places, workers_held
from stellwerk.games.railroad_revolution.pieces import NUMBER, crew, find_grant, gate_of
from stellwerk.games.railroad_revolution.rewards import ANY, SPECIALISTS, Reward
from stellwerk.games.railroad_revolution.state import (
    ACTIONS,
    BONUS,
    BUILDING,
    DOWN,
    PROMOTION,
    RAIL,
    REWARD,
    UP,
    WIRE,
    RevolutionState,
)
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables

NONSENSE = Refusal("turn.3")


def why_place(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    """At the start of a turn."""
    match a.kind, a.args:
        case (("sell" | "hire" | "buy" | "recall"), _):
            return _why_market(t, s, seat, a)
        case "place", (str(colour), str(action)) if colour in NUMBER and action in ACTIONS:
            if not s.supply[seat][NUMBER[colour]]:
                return Refusal("R-05", {"colour": colour})
            return _why_action(t, s, seat, action)
        case "place", _:
            return NONSENSE
    return Refusal("turn.2")


def _why_action(t: Tables, s: RevolutionState, seat: int, action: str) -> Refusal:
    """An action space that is closed: for want of pieces or room, else of money or workers."""
    if not s.buildings[seat] and not s.rails[seat]:
        return Refusal("R-27", {"action": action})
    if action == "railroad":
        if not s.rails[seat]:
            return Refusal("rail.7", {"left": 0})
        if need(t, s, seat, action, min(t.rails_per_action, s.rails[seat]), 0) >= NO_WAY:
            return Refusal("R-11")
    if action in ("station", "telegraph") and not s.buildings[seat]:
        return Refusal("station.1" if action == "station" else "telegraph.1")
    return Refusal("act.1", {"action": action})


def why(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    """Within an action, a deal, or the choice of a start tile."""
    match a.kind, a.args:
        case (("sell" | "hire" | "buy" | "recall"), _):
            return _why_market(t, s, seat, a)
        case "done", ():
            return _why_not_done(t, s, seat)
        case "lay", (str(space),) if space in t.board.space_number:
            return _why_lay(t, s, seat, space)
        case "build", (str(city),) if city in t.board.city_number:
            return _why_build(t, s, seat, city)
        case "open", (int(area),) if 1 <= area <= len(t.board.areas):
            return _why_open(s, seat, area)
        case "trade", (str(piece),) if piece in (BUILDING, RAIL):
            if s.action != "trade" or not s.main:
                return Refusal("trade.4")
            return Refusal("trade.1", {"piece": piece})
        case "use", (str(source), str(colour), str(where)):
            return _why_use(t, s, seat, source, colour, where)
        case "deal", (int(offer),):
            return _why_deal(t, s, seat, offer)
    return Refusal("turn.2") if a.kind == "place" else _why_granted(t, s, seat, a)


def _why_granted(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    """The small things that rewards allow."""
    match a.kind, a.args:
        case "step", (str(track), str(colour), str(where)):
            return _why_step(t, s, seat, track, colour, where)
        case "flip", (str(loco), str(side)):
            if not find_grant(s, "flip"):
                return Refusal("trade.5")
            known = loco in t.loco_number and side in (UP, DOWN)
            return Refusal("trade.6", {"loco": loco, "side": side}) if known else NONSENSE
        case "take", (str(loco),):
            return Refusal("gen.7", {"loco": loco}) if find_grant(s, "loco") else Refusal("gen.6")
        case "gain", (str(colour),):
            return Refusal("setup.26", {"colour": colour}) if find_grant(s, "gain") else Refusal("setup.28")
        case "swap", (str(colour), str(where), str(new)):
            return _why_swap(s, seat, colour, where, new)
        case "promote", (str(colour), str(where), str(tile)):
            return _why_promote(t, s, seat, colour, where, tile)
    return NONSENSE


def _why_market(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    match a.kind, a.args:
        case "buy", _:
            return Refusal("gen.4")
        case "recall", _:
            return Refusal("R-05", {"colour": "white"})
        case "sell", (int(count),) if 0 < count <= s.shares[seat]:
            return _short_of_workers(t, s, seat, 0)
        case "sell", _:
            return Refusal("gen.3", {"shares": s.shares[seat]})
        case "hire", (str(colour),) if s.cash[seat] >= t.hire_price and colour in NUMBER:
            if not s.bank[NUMBER[colour]]:
                return Refusal("setup.26", {"colour": colour})
            return _unpaid(s, seat, t.hire_price)
    return Refusal("gen.5", {"price": t.hire_price, "cash": s.cash[seat]})


def _why_not_done(t: Tables, s: RevolutionState, seat: int) -> Refusal:
    if s.main:
        return Refusal("rail.7", {"left": s.rails[seat]}) if s.laid else Refusal("act.1", {"action": s.action})
    if s.cash[seat] < 0:
        return Refusal("R-06", {"missing": -s.cash[seat]})
    return _short_of_workers(t, s, seat, 0)


def _short_of_workers(t: Tables, s: RevolutionState, seat: int, given: int) -> Refusal:
    """gen.2, or R-07 in the turn of somebody else."""
    rule = "gen.2" if s.turn in (seat, -1) else "R-07"
    return Refusal(rule, {"workers": crew(s, seat) - given, "least": t.least_workers})


def _unpaid(s: RevolutionState, seat: int, price: int) -> Refusal:
    return Refusal("gen.1", {"price": price, "cash": s.cash[seat]})


def _why_lay(t: Tables, s: RevolutionState, seat: int, space: str) -> Refusal:
    n = t.board.space_number[space]
    paid = s.action == "railroad" and bool(s.main or find_grant(s, "third"))
    grant = find_grant(s, "rail") or find_grant(s, "start_rail")
    if not paid and not grant:
        return Refusal("rail.1")
    if s.network[seat] >> n & 1:
        return Refusal("rail.5", {"space": space})
    if not t.board.reached(s.network[seat])[1] >> n & 1:
        return Refusal("start.2" if find_grant(s, "start_rail") else "rail.4", {"space": space})
    if not s.rails[seat]:
        return Refusal("rail.7", {"left": 0})
    if paid and s.main > 1 and t.board.cheapest(s.network[seat] | 1 << n, s.main - 1) >= NO_WAY:
        return Refusal("R-11")
    if s.main and s.action == "trade":
        return Refusal("act.1", {"action": s.action})
    price = t.board.spaces[n].triangles * t.triangle_price if paid else grant.price if grant else 0
    return _unpaid(s, seat, price + (t.rails_price if paid and not s.laid else 0))


def _why_build(t: Tables, s: RevolutionState, seat: int, city: str) -> Refusal:
    main = s.action == "station" and s.main
    if find_grant(s, "start_station"):
        return Refusal("start.6", {"city": city})
    if not main and not find_grant(s, "station"):
        return Refusal("station.1")
    if seat in s.stations[city]:
        return Refusal("station.9", {"city": city})
    number = t.board.city_number[city]
    if not t.board.reached(s.network[seat])[0] >> number & 1:
        return Refusal("station.6", {"city": city})
    if not s.buildings[seat]:
        return Refusal("station.1")
    return _unpaid(s, seat, t.board.cities[number].cost) if main else Refusal("act.1", {"action": s.action})


def _why_open(s: RevolutionState, seat: int, area: int) -> Refusal:
    if find_grant(s, "start_office"):
        return Refusal("start.4", {"area": area})
    if not (s.action == "telegraph" and s.main) and not find_grant(s, "office"):
        return Refusal("telegraph.1")
    if seat in s.offices[area - 1]:
        return Refusal("telegraph.3", {"area": area})
    return Refusal("telegraph.1") if not s.buildings[seat] else Refusal("act.1", {"action": s.action})


def _why_use(t: Tables, s: RevolutionState, seat: int, source: str, colour: str, where: str) -> Refusal:
    """Rewards and abilities: not there, not yet, used already, or not to be paid."""
    if source == WIRE:
        if WIRE not in s.offers:
            return Refusal("telegraph.6")
        if not workers_held(s, seat, colour, where):
            return Refusal("milestone.4", {"colour": colour})
        return _short_of_workers(t, s, seat, 1)
    if where:
        return Refusal("act.2")
    if source in (REWARD, BONUS):
        if source not in s.offers:
            return _why_no_offer(s, source)
        tile = t.tiles.cities[s.tiles[s.spot]]
        return _why_reward(s, seat, tile.main if source == REWARD else tile.first, colour, 0)
    if source == PROMOTION or source.startswith("w."):
        return _why_ability(t, s, seat, source, colour)
    return Refusal("act.2")


def _why_no_offer(s: RevolutionState, source: str) -> Refusal:
    first = s.stations.get(s.spot, (-2,))[0]
    if source == BONUS and s.spot in s.stations and s.turn != first:
        return Refusal("station.8", {"city": s.spot})
    return Refusal("act.2")


def _why_ability(t: Tables, s: RevolutionState, seat: int, source: str, colour: str) -> Refusal:
    own = (PROMOTION, f"w.{RULE_OF.get(s.action)}.{s.worker}")
    if s.worker in SPECIALISTS and not s.ability and source in own:
        return Refusal("act.8", {"colour": s.worker})
    if source != f"w.{RULE_OF.get(s.action)}.{s.ability}" or (s.main and source not in t.effects):
        return Refusal("act.2")
    match source:
        case "w.tele.turquoise":
            if not s.wires[int(s.spot) - 1]:
                return Refusal("R-24")
            return Refusal("act.2") if colour else _unpaid(s, seat, t.extra["tele_turquoise_price"])
        case "w.station.turquoise":
            reward, more = t.tiles.cities[s.tiles[s.spot]].main, t.extra["station_turquoise_price"]
            return _why_reward(s, seat, reward, colour, more)
        case "w.station.grey":
            return _why_reward(s, seat, t.tiles.cities[s.tiles[s.spot]].first, colour, 0)
        case "w.rail.turquoise":
            return Refusal("R-23")
    if source in t.effects:
        return _why_reward(s, seat, t.effects[source], colour, 0)
    return Refusal("act.2")


def _why_reward(s: RevolutionState, seat: int, reward: Reward, colour: str, more: int) -> Refusal:
    if colour and not reward.one_of:
        return Refusal("act.2")
    if reward.one_of and colour not in reward.one_of:
        return Refusal("station.4", {"colour": colour})
    if reward.one_of and not s.bank[NUMBER[colour]]:
        return Refusal("setup.26", {"colour": colour})
    if reward.pay + more and (reward.one_of or can_do(s, reward)):
        return _unpaid(s, seat, reward.pay + more)
    return Refusal("act.2")


def _why_deal(t: Tables, s: RevolutionState, seat: int, offer: int) -> Refusal:
    offers = t.tiles.deals.get(s.deal, ())
    grey = s.action == "trade" and s.ability == "grey"
    if not 0 <= offer < len(offers):
        return Refusal("deal.1")
    if not grey and (s.action or not s.dealing):
        return Refusal("deal.1")
    if offer in s.taken:
        return Refusal("R-12")
    if s.taken and seat != s.turn:
        return Refusal("deal.6")
    cost = offers[offer].shares
    if s.shares[seat] + (t.extra["trade_grey_shares"] if grey else 0) < cost:
        return Refusal("R-25" if grey else "deal.4", {"cost": cost, "shares": s.shares[seat]})
    reward = offers[offer].reward
    return _unpaid(s, seat, reward.pay) if can_do(s, reward) else Refusal("act.2")


def _why_step(t: Tables, s: RevolutionState, seat: int, track: str, colour: str, where: str) -> Refusal:
    names = [known.id for known in t.tracks]
    if not find_grant(s, "steps") or track not in names:
        return Refusal("perf.5")
    gate = gate_of(t, s, seat, names.index(track))
    if gate is None:
        return Refusal("R-18", {"track": track})
    money, shares, workers = gate
    if money and s.cash[seat] < money:
        return Refusal("perf.6", {"price": money, "cash": s.cash[seat]})
    if s.shares[seat] < shares:
        return Refusal("perf.7", {"count": shares, "shares": s.shares[seat]})
    if bool(workers) != bool(colour or where) or (workers and not workers_held(s, seat, colour, where)):
        return Refusal("perf.8", {"track": track})
    return _short_of_workers(t, s, seat, 1) if workers else _unpaid(s, seat, money)


def _why_swap(s: RevolutionState, seat: int, colour: str, where: str, new: str) -> Refusal:
    if not find_grant(s, "swap"):
        return Refusal("city.6")
    if not workers_held(s, seat, colour, where):
        return Refusal("milestone.4", {"colour": colour})
    return Refusal("R-21" if new == colour else "setup.26", {"colour": new})


def _why_promote(t: Tables, s: RevolutionState, seat: int, colour: str, where: str, tile: str) -> Refusal:
    grant = find_grant(s, "promote")
    if grant is None:
        return Refusal("milestone.7")
    if not workers_held(s, seat, colour, where):
        return Refusal("milestone.4", {"colour": colour})
    goals = s.goals[seat]
    if not tile or tile not in goals:
        return Refusal("R-14", {"tile": tile})
    wanted = open_places(t.tiles.milestones[tile], s.managers[seat][goals.index(tile)])
    if not wanted:
        return Refusal("R-14", {"tile": tile})
    if colour not in wanted and ANY not in wanted:
        return Refusal("milestone.3", {"colour": colour, "tile": tile})
    if crew(s, seat) <= t.least_workers:
        return _short_of_workers(t, s, seat, 1)
    return _unpaid(s, seat, grant.price)
