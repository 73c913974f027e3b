"""Claims of each refusal of Railroad Revolution, held against the raw position by plain code.

`CLAIMS` says by rule and case what has to be so. A claim gets the position, the action that was refused, and the data
of its sentence. `cost_of` and `least_debt` reckon prices, and search what could still come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution import raw
from tests.games.railroad_revolution.later import can_end, least_debt
from tests.games.railroad_revolution.test_finish import done_anyway


class Refused(NamedTuple):
    """A refusal: what was asked for in which position, and the data of the sentence."""

    game: RevolutionGame
    s: RevolutionState
    a: Action
    d: Mapping[str, Any]

    @property
    def seat(self) -> int:
        return self.a.seat

    @property
    def after(self) -> RevolutionState:
        """The position if it had been allowed; a colour or worker that is not named is the first that could be."""
        frame, meant = self.s.todo[-1], self.a
        step = self.game.steps[frame.step]
        if meant.kind == "use" and meant.args[1:] == ("", "") and isinstance(step, Resolving):
            ways = (args for kind, args, *_ in step.moves(self.s, frame) if (kind, args[0]) == ("use", meant.args[0]))
            meant = Action(self.seat, "use", next(ways, meant.args))
        return done_anyway(self.game, self.s, meant)


Claim = Callable[[Refused], bool]


def cost_of(r: Refused) -> tuple[int, int]:
    """The money and the shares that the action takes."""
    s, seat, args = r.s, r.seat, r.a.args
    if s.todo[-1].step == "turn":
        return 0, 0
    if r.a.kind == "step":
        gate = raw.gate(s, seat, args[0]) or {}
        high = r.game.options["track_costs"] == "high"
        return gate.get("high" if high else "money", 0), gate.get("shares", 0)
    if r.a.kind == "deal":
        offer, back = raw.DEALS[s.deal][args[0]], s.action == "trade"
        return offer["reward"].get("pay", 0), offer["shares"] - back
    return price_of(s, r.a), args[0] if r.a.kind == "sell" else 0


def price_of(s: RevolutionState, a: Action) -> int:
    """The money that an action takes which no shares can be due for."""
    match a.kind:
        case "hire":
            return raw.HIRE
        case "lay" if raw.allowed(s, "third") or (s.action == "railroad" and s.main):
            first = raw.TWO_RAILS if s.main and not s.laid else 0
            return first + int(raw.TRIANGLES[a.args[0]]) * raw.TRIANGLE
        case "lay" | "promote":
            kind = {"lay": "rail"}.get(a.kind, a.kind)
            return min(grant.price for grant in s.grants if grant.kind == kind)
        case "build" if s.action == "station" and s.main:
            return int(raw.CITIES[a.args[0]]["cost"])
        case "use":
            return price_of_use(s, a.args[0])
    return 0


def price_of_use(s: RevolutionState, source: str) -> int:
    """Cost of a reward or an ability beyond the money that it brings."""
    city = raw.CITY_TILES[s.tiles[s.spot]] if s.spot in s.tiles else {"main": {}, "first": {}}
    wire = raw.WIRES[s.wires[int(s.spot) - 1]] if s.spot.isdecimal() and s.wires[int(s.spot) - 1] else {}
    plain = {raw.effect_of(*key): reward for key, reward in raw.PLAIN.items()}
    reward, more = {
        "reward": (city["main"], 0),
        "bonus": (city["first"], 0),
        "wire": (wire, 0),
        "w.station.grey": (city["first"], 0),
        "w.station.turquoise": (city["main"], raw.EFFECTS["station_turquoise_price"]),
        "w.tele.turquoise": (wire, raw.EFFECTS["tele_turquoise_price"]),
        **{name: (reward, 0) for name, reward in plain.items()},
    }.get(source, ({}, 0))
    return int(reward.get("pay", 0) - reward.get("money", 0)) + int(more)


def fortune(r: Refused) -> int:
    """Cash and what the shares would bring that the action leaves."""
    cost, shares = cost_of(r)
    own = r.s.shares[r.seat] - max(0, shares)
    assert (r.d["cash"], r.d["shares"], r.d["each"]) == (r.s.cash[r.seat], own, raw.SHARE)
    assert r.d["total"] == r.s.cash[r.seat] + raw.SHARE * own
    assert r.s.todo[-1].step == "turn" or r.d["price"] == cost
    return int(r.d["total"])


def colour_gone(r: Refused) -> bool:
    return not r.s.bank[raw.COLOURS.index(r.d["colour"])]


def too_few(r: Refused) -> bool:
    """Fewer than four workers: now, with the one that would be given up."""
    gives = r.a.kind == "promote" or r.a.args[:1] == ("wire",) or bool(r.a.kind == "step" and r.a.args[2])
    return bool(r.d["workers"] == raw.workers(r.s, r.seat) - gives < r.d["least"] == raw.ENOUGH)


def too_few_later(r: Refused) -> bool:
    now = raw.workers(r.s, r.seat)
    return r.d["workers"] == now < r.d["least"] == raw.ENOUGH and not can_end(r.game, r.after, {})


def cheapest_rails(r: Refused) -> int:
    count = min(2, r.s.rails[r.seat])
    return raw.TWO_RAILS + raw.TRIANGLE * raw.fewest_triangles(raw.laid(r.s, r.seat), count)


def used(part: str) -> Claim:
    """Something allowed it in this action or deal, and nothing does any more."""

    def claim(r: Refused) -> bool:
        return not raw.allowed(r.s, part) and any(reward.get(part) for reward in raw.taken(r.s, r.seat))

    return claim


def never(part: str) -> Claim:
    return lambda r: not raw.allowed(r.s, part)


def short_by(r: Refused) -> bool:
    """So much is missing in the best of all orders, and without this action the turn can be finished."""
    return bool(least_debt(r.game, r.after) == r.d["missing"] > 0 == least_debt(r.game, r.s))


def only(r: Refused) -> bool:
    """Of all own or all stacked locomotives the one named is the only one that leaves no debt."""
    found = set()
    for loco in raw.LOCOS:
        sides: tuple[tuple[str, ...], ...] = ((loco,),)
        if r.a.kind == "flip":
            n = raw.LOCOS.index(loco)
            owned = (("up", r.s.up[r.seat][n]), ("down", r.s.down[r.seat][n]))
            sides = tuple((loco, side) for side, count in owned if count)
        elif not r.s.depot[raw.LOCOS.index(loco)]:
            continue
        moves = [Action(r.seat, r.a.kind, args) for args in sides]
        found |= {move.args for move in moves if least_debt(r.game, done_anyway(r.game, r.s, move)) == 0}
    return short_by(r) and [args[0] for args in found] == [r.d["loco"]]


def closed_by_bank(r: Refused) -> bool:
    return not any(r.s.bank)


def first_owner(r: Refused) -> int:
    return r.s.stations[r.d["city"]][0]


def sellable(r: Refused) -> bool:
    """Whether the piece stands in the leftmost section that is not empty."""
    piece = {"building": "buildings", "rail": "rails"}[r.d["piece"]]
    return bool(raw.sections_of(r.s, r.seat, piece)[raw.first_section(r.s, r.seat)])


def owned(r: Refused) -> int:
    side = r.s.up if r.d["side"] == "up" else r.s.down
    return side[r.seat][raw.LOCOS.index(r.d["loco"])]


def own_ability(r: Refused) -> bool:
    """Whether what is asked for is the ability of this turn's worker, or the promotion instead."""
    return r.a.args[0] in ("promotion", raw.effect_of(r.s.action, r.s.worker))


def goal(r: Refused) -> bool:
    return r.d["tile"] in r.s.goals[r.seat]


def deals_now(r: Refused) -> bool:
    in_deal = r.s.todo[-1].step == "deal" and int(r.s.todo[-1].who) == r.seat
    return in_deal or (r.s.action == "trade" and r.s.ability == "grey")


def lays_now(r: Refused) -> bool:
    main = r.s.action == "railroad" and r.s.main > 0
    return main or any(raw.allowed(r.s, kind) for kind in ("rail", "third", "start_rail"))


def puts_now(action: str, kind: str) -> Claim:
    """Whether a building may be put somewhere now."""
    return lambda r: (r.s.action == action and r.s.main > 0) or raw.allowed(r.s, kind)


def lacks(colour: str, where: str) -> Claim:
    return lambda r: not raw.has_worker(r.s, r.seat, r.d[colour], r.d[where])


def nowhere(r: Refused) -> bool:
    return not any(raw.has_worker(r.s, r.seat, r.d["colour"], where) for where in ("supply", "board"))


def all_tops(r: Refused) -> bool:
    return set(r.s.steps[r.seat]) == {raw.TOP}


def unnamed(r: Refused) -> bool:
    places = {"hire": [(0, -1)], "gain": [(0, -1)], "swap": [(0, 1), (2, -1)], "promote": [(0, 1)]}
    for colour, where in places.get(r.a.kind, [(1, 2)]):
        if r.a.args[colour] not in raw.COLOURS or (where > 0 and r.a.args[where] not in ("supply", "board")):
            return True
    return False


CLAIMS: Final[Mapping[tuple[str, str], Claim]] = {
    ("turn.1", ""): lambda r: r.seat != int(r.s.todo[-1].who),
    ("turn.2", ""): lambda r: r.s.todo[-1].step == "turn",
    ("turn.2", "placed"): lambda r: r.s.turn == r.seat and r.s.todo[-1].step in ("act", "deal"),
    ("turn.2", "other"): lambda r: r.s.turn != r.seat,
    ("turn.3", "worker"): unnamed,
    ("act.1", ""): lambda r: r.s.main > 0 and r.d["action"] == r.s.action,
    ("act.1", "station"): lambda r: raw.cheapest_station(r.s, r.seat) == r.d["price"] > fortune(r),
    ("act.1", "rails"): lambda r: cheapest_rails(r) == r.d["price"] > fortune(r) and r.s.rails[r.seat] >= 2,
    ("act.1", "last_rail"): lambda r: cheapest_rails(r) == r.d["price"] > fortune(r) and r.s.rails[r.seat] == 1,
    ("act.1", "no_city"): lambda r: not raw.without_station(r.s, r.seat, raw.laid(r.s, r.seat)),
    ("act.1", "no_area"): lambda r: all(r.seat in owners for owners in r.s.offices),
    ("act.1", "spoils"): lambda r: raw.rest_of(r.after, r.seat) == raw.NEVER and not can_end(r.game, r.after, {}),
    ("act.1", "lost"): lambda r: r.after.main > 0 and not can_end(r.game, r.after, {}),
    ("act.2", "other"): lambda r: r.d["colour"] == r.s.worker and not own_ability(r),
    ("act.2", "no_colour"): lambda r: bool(r.a.args[1] or r.a.args[2]),
    ("act.2", "used"): lambda r: r.s.main == 0 and r.a.args[0] not in r.s.offers,
    ("act.2", "not_yet"): lambda r: r.s.main > 0,
    ("act.2", "white"): lambda r: r.s.worker == "white" and raw.allowed(r.s, "promote"),
    ("act.8", ""): lambda r: r.d["colour"] == r.s.worker != "white" and not r.s.ability,
    ("gen.1", ""): lambda r: r.d["price"] > fortune(r) and raw.rest_of(r.after, r.seat) == 0,
    ("gen.1", "rest"): lambda r: (
        r.d["price"] + r.d["rest"] > fortune(r) and raw.rest_of(r.after, r.seat) == r.d["rest"] > 0
    ),
    ("gen.1", "sale"): lambda r: r.d["price"] - r.d["sale"] > fortune(r) and raw.rest_of(r.s, r.seat) == -r.d["sale"],
    ("gen.1", "owing"): lambda r: (
        r.s.cash[r.seat] == -r.d["owed"] < 0
        and cost_of(r)[0] + raw.rest_of(r.after, r.seat) == r.d["price"]
        and (r.s.shares[r.seat] - max(0, cost_of(r)[1])) * raw.SHARE == r.d["worth"] < r.d["price"] + r.d["owed"]
    ),
    ("gen.1", "short"): short_by,
    ("gen.1", "effect"): lambda r: short_by(r) and r.d["source"] == raw.effect_of(r.s.action, r.s.ability),
    ("gen.1", "flip"): only,
    ("gen.1", "take"): only,
    ("gen.2", ""): too_few,
    ("gen.2", "later"): too_few_later,
    ("gen.3", ""): lambda r: r.a.args[0] > r.s.shares[r.seat] == r.d["shares"] > 0,
    ("gen.3", "none"): lambda r: r.s.shares[r.seat] == 0,
    ("gen.5", ""): lambda r: 0 <= r.s.cash[r.seat] == r.d["cash"] < r.d["price"] == raw.HIRE,
    ("gen.5", "owing"): lambda r: r.s.cash[r.seat] == -r.d["owed"] < 0,
    ("gen.6", ""): never("loco"),
    ("gen.6", "used"): used("loco"),
    ("gen.7", ""): lambda r: not r.s.depot[raw.LOCOS.index(r.d["loco"])],
    ("gen.7", "none"): lambda r: not any(r.s.depot),
    ("station.1", ""): lambda r: not puts_now("station", "station")(r) and not raw.allowed(r.s, "start_station"),
    ("station.1", "no_building"): lambda r: not r.s.buildings[r.seat],
    ("station.4", "choose"): lambda r: not r.a.args[1],
    ("station.4", ""): lambda r: (
        r.a.args[1] == r.d["colour"]
        and all(
            r.d["colour"] not in tile.get("one_of", ())
            for tile in raw.CITY_TILES[r.s.tiles[r.s.spot]].values()
            if isinstance(tile, dict)
        )
    ),
    ("station.6", ""): lambda r: r.d["city"] not in raw.connected(raw.laid(r.s, r.seat)),
    ("station.8", ""): lambda r: first_owner(r) != r.seat and r.s.spot == r.d["city"],
    ("station.9", ""): lambda r: r.seat in r.s.stations[r.d["city"]],
    ("rail.1", ""): lambda r: not lays_now(r),
    ("rail.4", ""): lambda r: r.d["space"] not in raw.touching(raw.laid(r.s, r.seat)) | raw.laid(r.s, r.seat),
    ("start.2", ""): lambda r: r.d["space"] not in raw.touching(raw.laid(r.s, r.seat)),
    ("rail.5", ""): lambda r: r.d["space"] in raw.laid(r.s, r.seat),
    ("rail.7", ""): lambda r: not r.s.rails[r.seat],
    ("rail.7", "unfinished"): lambda r: r.s.action == "railroad" and r.s.main == r.d["due"] > 0,
    ("R-11", ""): lambda r: raw.fewest_triangles(raw.laid(r.s, r.seat), min(2, r.s.rails[r.seat])) == raw.NEVER,
    ("telegraph.1", ""): lambda r: not puts_now("telegraph", "office")(r) and not raw.allowed(r.s, "start_office"),
    ("telegraph.1", "no_building"): lambda r: not r.s.buildings[r.seat],
    ("telegraph.3", ""): lambda r: r.seat in r.s.offices[r.d["area"] - 1],
    ("telegraph.6", ""): lambda r: r.s.action != "telegraph" or r.s.main > 0,
    ("telegraph.6", "no_tile"): lambda r: not r.s.wires[int(r.s.spot) - 1],
    ("telegraph.6", "used"): lambda r: bool(r.s.wires[int(r.s.spot) - 1]) and "wire" not in r.s.offers,
    ("telegraph.6", "no_worker"): lacks("colour", "where"),
    ("start.4", ""): lambda r: not raw.AREAS[r.d["area"] - 1].get("deal"),
    ("start.4", "taken"): lambda r: bool(r.s.offices[r.d["area"] - 1]),
    ("start.6", ""): lambda r: r.d["city"] not in ("washington", "charlotte"),
    ("start.6", "taken"): lambda r: bool(r.s.stations[r.d["city"]]),
    ("trade.1", ""): lambda r: not sellable(r),
    ("trade.4", ""): lambda r: r.s.action != "trade" or not r.s.main,
    ("trade.5", ""): never("flip"),
    ("trade.5", "used"): used("flip"),
    ("trade.6", ""): lambda r: not owned(r),
    ("deal.1", ""): lambda r: not deals_now(r),
    ("deal.3", ""): lambda r: r.a.args[0] not in range(2),
    ("deal.4", ""): lambda r: (
        r.s.shares[r.seat] == r.d["shares"] < r.d["cost"] == raw.DEALS[r.s.deal][r.a.args[0]]["shares"]
    ),
    ("deal.6", ""): lambda r: bool(r.s.taken) and r.s.turn != r.seat,
    ("R-12", ""): lambda r: r.a.args[0] in r.s.taken,
    ("R-25", ""): lambda r: r.s.shares[r.seat] + 1 < r.d["cost"] and r.s.ability == "grey",
    ("milestone.3", ""): lambda r: not {r.d["colour"], "any"} & set(raw.left_to_ask(r.s, r.seat, r.d["tile"])),
    ("milestone.4", ""): lacks("colour", "where"),
    ("milestone.4", "none"): nowhere,
    ("milestone.7", ""): never("promote"),
    ("milestone.7", "used"): used("promote"),
    ("milestone.11", ""): lambda r: r.d["tile"] not in r.s.drawn,
    ("milestone.11", "first"): lambda r: bool(r.s.due) and r.s.todo[-1].step == "pick",
    ("R-14", ""): lambda r: not goal(r),
    ("R-14", "full"): lambda r: goal(r) and not raw.left_to_ask(r.s, r.seat, r.d["tile"]),
    ("R-14", "no_goal"): lambda r: not any(r.s.goals[r.seat]),
    ("R-14", "all_full"): lambda r: not raw.brings(r.s, r.seat, "promote"),
    ("perf.5", ""): never("steps"),
    ("perf.5", "used"): used("steps"),
    ("perf.6", ""): lambda r: r.s.cash[r.seat] == r.d["cash"] < r.d["price"] == cost_of(r)[0],
    ("perf.7", ""): lambda r: r.s.shares[r.seat] == r.d["shares"] < r.d["count"] == cost_of(r)[1],
    ("perf.8", ""): lambda r: bool((raw.gate(r.s, r.seat, r.d["track"]) or {}).get("workers")),
    ("perf.8", "none"): lambda r: not (raw.gate(r.s, r.seat, r.d["track"]) or {}).get("workers"),
    ("perf.8", "no_worker"): lacks("colour", "where"),
    ("R-18", ""): lambda r: raw.gate(r.s, r.seat, r.d["track"]) is None,
    ("R-18", "all"): all_tops,
    ("city.6", ""): never("swap"),
    ("city.6", "used"): used("swap"),
    ("city.6", "no_worker"): lacks("colour", "where"),
    ("R-21", ""): colour_gone,
    ("setup.23", ""): lambda r: r.d["tile"] not in [tile for tile, _, _ in r.s.starts],
    ("setup.23", "first"): lambda r: r.s.todo[-1].step == "start",
    ("setup.26", ""): colour_gone,
    ("setup.26", "none"): closed_by_bank,
    ("setup.28", ""): never("gain"),
    ("R-01", ""): lambda r: raw.LOCO_REWARDS[r.a.args[0]].get("promote") == 2,
    ("R-05", ""): lambda r: not r.s.supply[r.seat][raw.COLOURS.index(r.d["colour"])],
    ("R-06", ""): lambda r: r.s.cash[r.seat] == -r.d["missing"] < 0,
    ("R-07", ""): too_few,
    ("R-07", "later"): too_few_later,
    ("R-08", "setup"): lambda r: r.s.turn == -1,
    ("R-23", ""): lambda r: not r.s.rails[r.seat],
    ("R-23", "fewer"): lambda r: r.s.laid < 2,
    ("R-24", ""): lambda r: not r.s.wires[int(r.s.spot) - 1],
    ("R-27", ""): lambda r: not r.s.rails[r.seat] and not r.s.buildings[r.seat],
}

SILENT: Final = frozenset({("turn.3", ""), ("act.2", ""), ("act.2", "offer")})
"""Refusals that claim nothing of the position which a number or a piece could show."""
