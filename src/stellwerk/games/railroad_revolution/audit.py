"""Laws that every position of Railroad Revolution keeps; a position made by hand is held against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.games.railroad_revolution.audit_turn import audit_turn
from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.moves import open_places
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, NEUTRAL, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import HANDED_OUT, LETTERS

MOST_SHARES = 1_000
MOST_CASH = 100_000
"""Shares and money are not counted on the table; these are more than anybody has gathered in a game."""


def audit(t: Tables, s: RevolutionState, *, shuffled: bool) -> Iterator[str]:
    """One sentence for each law that is broken; the later ones only make sense where the earlier ones are kept."""
    for part in (_form, _board, _tiles, _milestones, _pieces):
        found = list(part(t, s))
        if found:
            yield from found
            return
    yield from audit_turn(t, s, shuffled=shuffled)


def _form(t: Tables, s: RevolutionState) -> Iterator[str]:
    """Everything is listed by seat, colour or type, and nothing is negative; cash is looked at with the turn."""
    by_seat = ("cash", "shares", "supply", "posts", "buildings", "rails", "reserve", "network", "steps", "up", "down")
    for name in (*by_seat, "goals", "managers", "reached"):
        if len(getattr(s, name)) != t.seats:
            yield f"{name} must have {t.seats} entries, one for each seat"
            return
    sizes = {"supply": len(COLOURS), "posts": len(ACTIONS) * len(COLOURS), "up": len(t.depot), "down": len(t.depot)}
    for name, size in sizes.items():
        if any(len(counts) != size or min(counts) < 0 for counts in getattr(s, name)):
            yield f"{name} must count {size} things for each seat"
    if len(s.bank) != len(COLOURS) or min(s.bank) < 0 or len(s.depot) != len(t.depot) or min(s.depot) < 0:
        yield "bank counts workers by colour and depot locomotives by type"
    for name, most in (("shares", MOST_SHARES), ("buildings", t.buildings), ("rails", t.rails)):
        if any(count not in range(most + 1) for count in getattr(s, name)):
            yield f"{name} are none to {most}"
    if any(abs(cash) > MOST_CASH for cash in s.cash):
        yield f"nobody has or owes more than {MOST_CASH}"
    if any(part not in (0, 1) for reserve in s.reserve for part in reserve):
        yield "beside the board wait one building and one rail for each seat at most"
    for steps in s.steps:
        if len(steps) != len(t.tracks) or any(
            n not in range(len(x.points)) for n, x in zip(steps, t.tracks, strict=True)
        ):
            yield "every seat has a marker on each track"


def _board(t: Tables, s: RevolutionState) -> Iterator[str]:
    """Rails hang together, stations stand in connected cities, one of a seat in each place."""
    for network in s.network:
        outside = network < 0 or network >> len(t.board.spaces)
        if outside or not network & 1 or not t.board.joined(network):
            yield "rails must hang together with the first space"
            return
    if tuple(s.stations) != tuple(city.id for city in t.board.cities) or len(s.offices) != len(t.board.areas):
        yield "stations are listed by city, offices by area, in the order of the board"
        return
    taken = {city: city in t.taken_stations for city in s.stations}
    places = [(city, owners, taken[city]) for city, owners in s.stations.items()]
    places += [(f"area {n}", owners, n in t.taken_offices) for n, owners in enumerate(s.offices, 1)]
    for name, owners, neutral in places:
        own = owners[1:] if neutral else owners
        if (neutral and owners[:1] != (NEUTRAL,)) or len(set(own)) != len(own) or not set(own) <= set(range(t.seats)):
            yield f"{name} holds one building of a seat at most, after the neutral one if there is one"
    for seat in range(t.seats):
        cities = {t.board.cities[n].id for n in bits(t.board.reached(s.network[seat])[0])}
        if any(seat in owners and city not in cities for city, owners in s.stations.items()):
            yield f"seat {seat} has a station in a city that is not connected"


def _tiles(t: Tables, s: RevolutionState) -> Iterator[str]:
    """City tiles lie on cities of their number, telegraph tiles where no deal symbol is, deals are all there."""
    waiting = {frame.step for frame in s.todo}
    printed = {tile.city: tile.id for tile in t.tiles.cities.values() if tile.city}
    numbers = {city.id: city.group for city in t.board.cities}
    if "cities" in waiting:
        if s.tiles != printed:
            yield "before the city tiles are laid out only the printed ones are there"
    elif s.tiles.keys() != numbers.keys() or any(
        tile not in t.tiles.cities or t.tiles.cities[tile].number != numbers[city] or printed.get(city, tile) != tile
        for city, tile in s.tiles.items()
    ):
        yield "every city has a tile of its number"
    elif len(set(s.tiles.values())) != len(s.tiles):
        yield "every city tile is there once"
    areas = t.board.areas
    laid = sorted(tile for tile in s.wires if tile)
    if len(s.wires) != len(areas) or laid != ([] if "wires" in waiting else sorted(t.tiles.telegraph)):
        yield "all telegraph tiles are laid out"
    elif laid and any(bool(tile) == area.deal for tile, area in zip(s.wires, areas, strict=True)):
        yield "a telegraph tile lies on every area without deal symbol"
    all_deals = [tile for tile in (s.deal, *s.deals, *s.used) if tile]
    if sorted(all_deals) != sorted(t.tiles.deals) or bool(s.deal) == ("layout" in waiting and "reveal" in waiting):
        yield "all deals are there once, and one is open"


def _milestones(t: Tables, s: RevolutionState) -> Iterator[str]:
    """Every milestone is in one place, with no more managers than it asks for."""
    waiting = set(s.todo)
    known = t.tiles.milestones
    if tuple(s.stacks) != LETTERS:
        yield f"there are stacks {', '.join(LETTERS)}"
        return
    placed = [tile for goals in s.goals for tile in goals if tile]
    placed += [tile for tiles in s.reached for tile in tiles]
    if any(tile not in known for tile in placed):
        yield "there is a milestone that nobody knows"
        return
    for letter in LETTERS:
        here = [
            *s.stacks[letter],
            *(tile for tile in (*placed, *s.drawn) if tile in known and known[tile].stack == letter),
        ]
        shuffling = any(frame.step == "stack" and frame.who == letter for frame in waiting)
        if sorted(here) != ([] if shuffling else sorted(t.tiles.stacks[letter])):
            yield f"every milestone of stack {letter} is there once"
    if any(tile not in known for tile in s.drawn) or len(set(placed)) != len(placed):
        yield "every milestone is there once"
        return
    hands = [frame.who for frame in s.todo if frame.step == "hand"]
    due = {(seat, place) for seat, place, _ in s.due}
    for seat, (goals, managers) in enumerate(zip(s.goals, s.managers, strict=True)):
        for place, (goal, colours) in enumerate(zip(goals, managers, strict=True)):
            if not goal and (colours or not (HANDED_OUT[place] in hands or (seat, place) in due or s.reached[seat])):
                yield f"seat {seat} lacks a milestone"
            elif goal and (HANDED_OUT[place] in hands or (seat, place) in due):
                yield f"seat {seat} has a milestone that is still to come"
            elif goal and not _fit(t, goal, colours):
                yield f"the managers on {goal} are not those that it asks for"
    lying = {tile for stack in s.stacks.values() for tile in stack}
    if not s.known.keys() <= lying or not set(s.known.values()) <= set(range(t.seats)):
        yield "only milestones under a stack are known to somebody"


def _fit(t: Tables, goal: str, colours: tuple[str, ...]) -> bool:
    """Whether a milestone takes these managers."""
    if not set(colours) <= set(COLOURS):
        return False
    try:
        open_places(t.tiles.milestones[goal], colours)
    except ValueError:
        return False
    return True


def _pieces(t: Tables, s: RevolutionState) -> Iterator[str]:
    """Workers and locomotives are conserved; no seat has more buildings or rails than there are."""
    promoted = Counter(colour for managers in s.managers for place in managers for colour in place)
    for n, colour in enumerate(COLOURS):
        used = sum(sum(posts[n :: len(COLOURS)]) + supply[n] for posts, supply in zip(s.posts, s.supply, strict=True))
        if used + s.bank[n] + promoted[colour] != t.workers[n]:
            yield f"there are {t.workers[n]} {colour} workers in all"
    for n, loco in enumerate(t.tiles.locos):
        owned = sum(up[n] + down[n] for up, down in zip(s.up, s.down, strict=True))
        if owned + s.depot[n] != t.depot[n] + (t.seats if loco.starting else 0):
            yield f"{loco.id}: locomotives are neither made nor lost"
    for seat in range(t.seats):
        placed = sum(seat in owners for owners in (*s.stations.values(), *s.offices))
        if placed + s.buildings[seat] + s.reserve[seat][0] > t.buildings + 1:
            yield f"seat {seat} has too many buildings"
        if s.network[seat].bit_count() + s.rails[seat] + s.reserve[seat][1] > t.rails + 2:
            yield f"seat {seat} has too many rails"
