"""Why something is refused: the rule that forbids it and the data of its sentence."""

from __future__ import annotations

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import need, wealth
from stellwerk.games.railroad_revolution.gains import because
from stellwerk.games.railroad_revolution.moves import open_places, workers_held
from stellwerk.games.railroad_revolution.pieces import NUMBER, crew, find_grant, gate_of
from stellwerk.games.railroad_revolution.refusals_rewards import fortune, short_of_workers, why_deal, why_use
from stellwerk.games.railroad_revolution.refusals_used import not_allowed
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
NAMELESS = because("turn.3", "worker")


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
        case "lay", (str(space),) if space in t.board.space_number:
            return _why_no_rail(t, s, seat, space) or _why_begun(t, s, seat, "railroad")
        case "build", (str(city),) if city in t.board.city_number:
            return _why_no_station(t, s, seat, city) or _why_begun(t, s, seat, "station")
        case "open", (int(area),) if 1 <= area <= len(t.board.areas):
            return _why_no_office(s, seat, area) or _why_begun(t, s, seat, "telegraph")
    return Refusal("turn.2")


def _why_begun(t: Tables, s: RevolutionState, seat: int, action: str) -> Refusal:
    """A place where one could build: a worker has to stand on its action first, if one may."""
    price = need(t, s, seat, action, min(t.rails_per_action, s.rails[seat]) if action == "railroad" else 1, 0)
    return Refusal("turn.2") if price <= wealth(t, s, seat) else _why_action(t, s, seat, action)


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
    return because("act.1", case, action=action, price=price, **fortune(t, s, seat))


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
            due = s.action == "trade" and s.main
            return Refusal("trade.1", {"piece": piece}) if due else Refusal("trade.4")
        case "use", (str(source), str(colour), str(where)):
            return why_use(t, s, seat, source, colour, where)
        case "deal", (int(offer),):
            return why_deal(t, s, seat, offer)
        case "place", _:
            return because("turn.2", "placed" if s.action or s.turn == seat else "other")
    return _why_granted(t, s, seat, a)


def _why_granted(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    """The small things that rewards allow."""
    match a.kind, a.args:
        case "step", (str(track), str(colour), str(where)):
            return _why_step(t, s, seat, track, colour, where)
        case "flip", (str(loco), str(side)):
            if not find_grant(s, "flip"):
                return not_allowed(t, s, seat, "flip")
            known = loco in t.loco_number and side in (UP, DOWN)
            return Refusal("trade.6", {"loco": loco, "side": side}) if known else NONSENSE
        case "take", (str(loco),):
            return _why_take(t, s, seat, loco)
        case "gain", (str(colour),):
            return _why_gain(s, colour)
        case "swap", (str(colour), str(where), str(new)):
            return _why_swap(t, s, seat, colour, where, new)
        case "promote", (str(colour), str(where), str(tile)):
            return _why_promote(t, s, seat, colour, where, tile)
    return NONSENSE


def _why_gain(s: RevolutionState, colour: str) -> Refusal:
    if not find_grant(s, "gain"):
        return Refusal("setup.28")
    return Refusal("setup.26", {"colour": colour}) if colour in NUMBER else NAMELESS


def _why_take(t: Tables, s: RevolutionState, seat: int, loco: str) -> Refusal:
    if not find_grant(s, "loco"):
        return not_allowed(t, s, seat, "loco")
    if loco not in t.loco_number:
        return NONSENSE
    begins = t.tiles.locos[t.loco_number[loco]].starting
    return Refusal("R-01") if begins else Refusal("gen.7", {"loco": loco})


def _why_market(t: Tables, s: RevolutionState, seat: int, a: Action) -> Refusal:
    match a.kind, a.args:
        case "buy", _:
            return Refusal("gen.4")
        case "recall", _:
            return because("R-05", "recall")
        case "sell", _:
            return Refusal("gen.3", {"shares": s.shares[seat]}) if s.shares[seat] else because("gen.3", "none")
        case "hire", (str(colour),) if s.cash[seat] >= t.hire_price and colour in NUMBER:
            return Refusal("setup.26", {"colour": colour})
        case "hire", _ if s.cash[seat] >= t.hire_price:
            return NAMELESS
    if s.cash[seat] < 0:
        return because("gen.5", "owing", price=t.hire_price, owed=-s.cash[seat])
    return Refusal("gen.5", {"price": t.hire_price, "cash": s.cash[seat]})


def _why_not_done(t: Tables, s: RevolutionState, seat: int) -> Refusal:
    if s.main:
        return because("rail.7", "unfinished", due=s.main) if s.laid else Refusal("act.1", {"action": s.action})
    if s.cash[seat] < 0:
        return Refusal("R-06", {"missing": -s.cash[seat]})
    return short_of_workers(t, s, seat, 0)


def _why_lay(t: Tables, s: RevolutionState, seat: int, space: str) -> Refusal:
    paid = s.action == "railroad" and s.main
    if not paid and not any(find_grant(s, kind) for kind in ("third", "rail", "start_rail")):
        return Refusal("rail.1")
    return _why_no_rail(t, s, seat, space) or Refusal("rail.7")


def _why_no_rail(t: Tables, s: RevolutionState, seat: int, space: str) -> Refusal | None:
    """rail.4 and rail.5: what is wrong with the space itself."""
    n = t.board.space_number[space]
    if s.network[seat] >> n & 1:
        return Refusal("rail.5", {"space": space})
    if t.board.reached(s.network[seat])[1] >> n & 1:
        return None
    return Refusal("start.2" if find_grant(s, "start_rail") else "rail.4", {"space": space})


def _why_build(t: Tables, s: RevolutionState, seat: int, city: str) -> Refusal:
    main = s.action == "station" and s.main
    if find_grant(s, "start_station"):
        printed = any(tile.city == city for tile in t.tiles.cities.values())
        return because("start.6", "taken", city=city) if printed else Refusal("start.6", {"city": city})
    if not main and not find_grant(s, "station"):
        return Refusal("station.1")
    return _why_no_station(t, s, seat, city) or because("station.1", "no_building")


def _why_no_station(t: Tables, s: RevolutionState, seat: int, city: str) -> Refusal | None:
    """station.6 and station.9: what is wrong with the city itself."""
    if seat in s.stations[city]:
        return Refusal("station.9", {"city": city})
    connected = t.board.reached(s.network[seat])[0] >> t.board.city_number[city] & 1
    return None if connected else Refusal("station.6", {"city": city})


def _why_open(t: Tables, s: RevolutionState, seat: int, area: int) -> Refusal:
    if find_grant(s, "start_office"):
        symbol = t.board.areas[area - 1].deal
        return because("start.4", "taken", area=area) if symbol else Refusal("start.4", {"area": area})
    if not (s.action == "telegraph" and s.main) and not find_grant(s, "office"):
        return Refusal("telegraph.1")
    return _why_no_office(s, seat, area) or because("telegraph.1", "no_building")


def _why_no_office(s: RevolutionState, seat: int, area: int) -> Refusal | None:
    """telegraph.3: what is wrong with the area itself."""
    return Refusal("telegraph.3", {"area": area}) if seat in s.offices[area - 1] else None


def _why_step(t: Tables, s: RevolutionState, seat: int, track: str, colour: str, where: str) -> Refusal:
    names = [known.id for known in t.tracks]
    if not find_grant(s, "steps"):
        return not_allowed(t, s, seat, "steps")
    if track not in names:
        return NONSENSE
    gate = gate_of(t, s, seat, names.index(track))
    if gate is None:
        return Refusal("R-18", {"track": track})
    money, shares, workers = gate
    if money and s.cash[seat] < money:
        return Refusal("perf.6", {"price": money, "cash": s.cash[seat]})
    if s.shares[seat] < shares:
        return Refusal("perf.7", {"count": shares, "shares": s.shares[seat]})
    if not colour and not where:
        return Refusal("perf.8", {"track": track})
    if not workers:
        return because("perf.8", "none", track=track)
    if not _named(colour, where):
        return NAMELESS
    return because("perf.8", "no_worker", track=track, colour=colour, where=where)


def _named(colour: str, where: str) -> bool:
    """Whether a worker is named as workers are: by its colour and place."""
    return colour in NUMBER and where in (SUPPLY, POSTS)


def _why_swap(t: Tables, s: RevolutionState, seat: int, colour: str, where: str, new: str) -> Refusal:
    if not find_grant(s, "swap"):
        return not_allowed(t, s, seat, "swap")
    if not _named(colour, where) or new not in NUMBER:
        return NAMELESS
    if not workers_held(s, seat, colour, where):
        return because("city.6", "no_worker", colour=colour, where=where)
    return Refusal("R-21" if new == colour else "setup.26", {"colour": new})


def _why_promote(t: Tables, s: RevolutionState, seat: int, colour: str, where: str, tile: str) -> Refusal:
    if not find_grant(s, "promote"):
        return not_allowed(t, s, seat, "promote")
    goals = s.goals[seat]
    if not any(goals):
        return because("R-14", "no_goal")
    if not tile or tile not in goals:
        return Refusal("R-14", {"tile": tile})
    wanted = open_places(t.tiles.milestones[tile], s.managers[seat][goals.index(tile)])
    if not wanted:
        return because("R-14", "full", tile=tile)
    if not _named(colour, where):
        return NAMELESS
    if not any(workers_held(s, seat, colour, place) for place in (SUPPLY, POSTS)):
        return because("milestone.4", "none", colour=colour, tile=tile)
    if not workers_held(s, seat, colour, where):
        return Refusal("milestone.4", {"colour": colour, "where": where})
    return Refusal("milestone.3", {"colour": colour, "tile": tile})
