"""Why something is refused: the rule that forbids it and the data of its sentence."""

from __future__ import annotations

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import need
from stellwerk.games.railroad_revolution.moves import open_places, workers_held
from stellwerk.games.railroad_revolution.pieces import NUMBER, crew, find_grant, gate_of
from stellwerk.games.railroad_revolution.refusals_rewards import because, short_of_workers, unpaid, why_deal, why_use
from stellwerk.games.railroad_revolution.rewards import ANY
from stellwerk.games.railroad_revolution.state import (
    ACTIONS,
    BUILDING,
    DOWN,
    POSTS,
    RAIL,
    SUPPLY,
    UP,
    RevolutionState,
)
from stellwerk.games.railroad_revolution.tables import Tables

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
    """An action space that is closed: for want of pieces or room, of workers, else of money."""
    if not s.buildings[seat] and not s.rails[seat]:
        return Refusal("R-27", {"action": action})
    parts = min(t.rails_per_action, s.rails[seat]) if action == "railroad" else 1
    price = need(t, s, seat, action, parts, 0)
    match action:
        case "railroad" if not s.rails[seat]:
            return Refusal("rail.7")
        case "railroad" if price >= NO_WAY:
            return Refusal("R-11")
        case "station" | "telegraph" if not s.buildings[seat]:
            return because(f"{action}.1", "no_building")
        case "station" | "telegraph" if price >= NO_WAY:
            return because("act.1", "no_city" if action == "station" else "no_area", action=action)
    if crew(s, seat) < t.least_workers or action not in ("railroad", "station"):
        return short_of_workers(t, s, seat, 0)
    return _too_dear(t, s, seat, action, parts, price)


def _too_dear(t: Tables, s: RevolutionState, seat: int, action: str, parts: int, price: int) -> Refusal:
    """act.1: what the main action costs at least, and all that the player could pay it with."""
    case = "station" if action == "station" else "last_rail" if parts == 1 else "rails"
    cash, shares = s.cash[seat], s.shares[seat]
    worth = shares * t.share_price
    return because("act.1", case, action=action, price=price, cash=cash, shares=shares, worth=worth)


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
            return _why_open(t, s, seat, area)
        case "trade", (str(piece),) if piece in (BUILDING, RAIL):
            if s.action != "trade" or not s.main:
                return Refusal("trade.4")
            return Refusal("trade.1", {"piece": piece})
        case "use", (str(source), str(colour), str(where)):
            return why_use(t, s, seat, source, colour, where)
        case "deal", (int(offer),):
            return why_deal(t, s, seat, offer)
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
            return because("R-05", "recall")
        case "sell", (int(count),) if 0 < count <= s.shares[seat]:
            return short_of_workers(t, s, seat, 0)
        case "sell", _:
            return Refusal("gen.3", {"shares": s.shares[seat]})
        case "hire", (str(colour),) if s.cash[seat] >= t.hire_price and colour in NUMBER:
            if not s.bank[NUMBER[colour]]:
                return Refusal("setup.26", {"colour": colour})
            return unpaid(s, seat, t.hire_price)
    return Refusal("gen.5", {"price": t.hire_price, "cash": s.cash[seat]})


def _why_not_done(t: Tables, s: RevolutionState, seat: int) -> Refusal:
    if s.main:
        return because("rail.7", "unfinished", due=s.main) if s.laid else Refusal("act.1", {"action": s.action})
    if s.cash[seat] < 0:
        return Refusal("R-06", {"missing": -s.cash[seat]})
    return short_of_workers(t, s, seat, 0)


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
        return Refusal("rail.7")
    if paid and s.main > 1 and t.board.cheapest(s.network[seat] | 1 << n, s.main - 1) >= NO_WAY:
        return Refusal("R-11")
    if s.main and s.action == "trade":
        return because("act.1", "spoils", action=s.action)
    price = t.board.spaces[n].triangles * t.triangle_price if paid else grant.price if grant else 0
    return unpaid(s, seat, price + (t.rails_price if paid and not s.laid else 0))


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
        return because("station.1", "no_building")
    return unpaid(s, seat, t.board.cities[number].cost) if main else _unfinished(t, s, seat)


def _unfinished(t: Tables, s: RevolutionState, seat: int) -> Refusal:
    """Something that costs nothing, but leaves no way to end the turn."""
    if s.main:
        return because("act.1", "spoils", action=s.action)
    return Refusal("R-06", {"missing": -s.cash[seat]}) if s.cash[seat] < 0 else short_of_workers(t, s, seat, 0)


def _why_open(t: Tables, s: RevolutionState, seat: int, area: int) -> Refusal:
    if find_grant(s, "start_office"):
        return Refusal("start.4", {"area": area})
    if not (s.action == "telegraph" and s.main) and not find_grant(s, "office"):
        return Refusal("telegraph.1")
    if seat in s.offices[area - 1]:
        return Refusal("telegraph.3", {"area": area})
    return because("telegraph.1", "no_building") if not s.buildings[seat] else _unfinished(t, s, seat)


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
    return short_of_workers(t, s, seat, 1) if workers else unpaid(s, seat, money)


def _why_swap(s: RevolutionState, seat: int, colour: str, where: str, new: str) -> Refusal:
    if not find_grant(s, "swap"):
        return Refusal("city.6")
    if not workers_held(s, seat, colour, where):
        return because("city.6", "no_worker", colour=colour, where=where)
    return Refusal("R-21" if new == colour else "setup.26", {"colour": new})


def _why_promote(t: Tables, s: RevolutionState, seat: int, colour: str, where: str, tile: str) -> Refusal:
    grant = find_grant(s, "promote")
    if grant is None:
        return Refusal("milestone.7")
    goals = s.goals[seat]
    if not any(goals):
        return because("R-14", "no_goal")
    if not tile or tile not in goals:
        return Refusal("R-14", {"tile": tile})
    wanted = open_places(t.tiles.milestones[tile], s.managers[seat][goals.index(tile)])
    if not wanted:
        return because("R-14", "full", tile=tile)
    if not any(workers_held(s, seat, colour, place) for place in (SUPPLY, POSTS)):
        return because("milestone.4", "none", colour=colour, tile=tile)
    if not workers_held(s, seat, colour, where):
        return Refusal("milestone.4", {"colour": colour, "where": where})
    if colour not in wanted and ANY not in wanted:
        return Refusal("milestone.3", {"colour": colour, "tile": tile})
    if crew(s, seat) <= t.least_workers:
        return short_of_workers(t, s, seat, 1)
    return unpaid(s, seat, grant.price)
