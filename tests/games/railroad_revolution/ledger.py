"""A ledger of Railroad Revolution: what each action moves, worked out from the data files and the log alone.

It keeps its own books of dollars, shares, workers, locomotives, rails, buildings and markers, and takes from the engine
no more than the actions and what chance has drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from stellwerk.core.action import CHANCE, Action
from tests.games.railroad_revolution import raw

NEEDS: Final = {tile["id"]: tile["needs"] for tile in raw.MILESTONES["milestone"]}
POINTS: Final = {tile["id"]: tile["points"] for tile in raw.MILESTONES["milestone"]}
LINKS: Final = raw.BOARD["telegraph"]["links"]
FARTHEST: Final = max(city["group"] for city in raw.BOARD["city"])


@dataclass
class Book:
    """Possessions of one player."""

    cash: int = 600
    shares: int = 3
    workers: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By colour and place; managers stand on the place that is the name of their milestone."""

    up: Counter[str] = field(default_factory=lambda: Counter(["loco-promote"]))
    down: Counter[str] = field(default_factory=Counter)
    buildings: int = 12
    rails: int = 15
    laid: list[str] = field(default_factory=lambda: ["R01"])
    steps: Counter[str] = field(default_factory=Counter)
    cities: list[str] = field(default_factory=list)
    areas: list[int] = field(default_factory=list)
    goals: list[str] = field(default_factory=lambda: ["", ""])
    reached: list[str] = field(default_factory=list)
    grants: list[tuple[str, int]] = field(default_factory=list)
    """Things that may still be done once, and their cost."""


class Ledger:
    """The books of all players through a game."""

    def __init__(self, seats: int, *, high: bool) -> None:
        self.high = "high" if high else "money"
        self.books = [Book() for _ in range(seats)]
        self.bank = Counter(raw.NUMBERS["components"]["workers"])
        self.bank["white"] = 0
        for book in self.books:
            book.workers["white", "supply"] = 4
        stack = raw.NUMBERS["setup"]["loco_stack"][str(seats)]
        self.depot = Counter({loco: stack for loco in raw.LOCOS if loco != "loco-promote"})
        neutral = raw.NUMBERS["setup"]["first_stations_taken"][str(seats)]
        self.first = Counter(dict.fromkeys(neutral, 1))
        """Stations by city, those of nobody too."""

        self.offices = Counter(raw.NUMBERS["setup"]["first_offices_taken"][str(seats)])
        self.tiles = {tile["city"]: tile["id"] for tile in raw.TILES["city"] if tile.get("city")}
        self.wires: dict[int, str] = {}
        self.starts: dict[str, tuple[str, str]] = {}
        self.deal = ""
        self.begin_action()

    def begin_action(self, action: str = "", colour: str = "") -> None:
        """State of one action, or of one player's deal, only."""
        self.action, self.colour, self.spot = action, colour, ""
        self.rails_of_action = self.triangles = self.gained = 0
        self.due = {"railroad": 2}.get(action, 1) if action else 0

    def play(self, a: Action) -> None:
        """Enter an action in the books."""
        if a.seat == CHANCE:
            getattr(self, f"chance_{a.kind}", lambda *_: None)(*a.args)
        else:
            getattr(self, {"deal": "accept"}.get(a.kind, a.kind))(self.books[a.seat], *a.args)

    # --- what chance lays out ----------------------------------------------------------------------------

    def chance_cities(self, *groups: tuple[str, ...]) -> None:
        for tiles in groups:
            number = raw.CITY_TILES[tiles[0]]["number"]
            places = [city for city, printed in raw.CITIES.items() if printed["group"] == number]
            self.tiles.update(zip(places, tiles, strict=True))

    def chance_wires(self, tiles: tuple[str, ...]) -> None:
        free = [n for n, area in enumerate(raw.AREAS, 1) if not area.get("deal")]
        self.wires = dict(zip(free, tiles, strict=True))

    def chance_layout(self, tiles: tuple[str, ...], *rest: Any) -> None:
        *sides, colours = rest
        count = len(self.books)
        laid = zip(tiles[:count], sides[:count], colours[:count], strict=True)
        self.starts = {tile: (side, colour) for tile, side, colour in laid}

    def chance_reveal(self, deal: str) -> None:
        self.deal = deal

    def chance_hand(self, stack: str, tiles: tuple[str, ...]) -> None:
        for book, tile in zip(self.books, tiles, strict=False):
            book.goals[("A1", "A2").index(stack)] = tile

    # --- what players do ---------------------------------------------------------------------------------

    def choose(self, book: Book, tile: str) -> None:
        side, colour = self.starts.pop(tile)
        self.hire_of(book, colour)
        self.receive(book, raw.STARTS[tile][side])

    def place(self, book: Book, colour: str, action: str) -> None:
        self.begin_action(action, colour)
        self.due = min(self.due, book.rails) if action == "railroad" else self.due
        book.workers[colour, "supply"] -= 1
        book.workers[colour, "board"] += 1
        book.grants = [("promote", 0)] if colour == "white" else []
        if action == "trade":
            book.grants.append(("flip", 0))

    def sell(self, book: Book, count: int) -> None:
        book.shares -= count
        book.cash += count * raw.SHARE

    def hire(self, book: Book, colour: str) -> None:
        book.cash -= raw.HIRE
        self.hire_of(book, colour)

    def lay(self, book: Book, space: str) -> None:
        book.laid.append(space)
        if any(kind == "start_rail" for kind, _ in book.grants):
            self.spend(book, "start_rail")
            return
        book.rails -= 1
        main = self.action == "railroad" and self.due
        if main or any(kind == "third" for kind, _ in book.grants):
            triangles = raw.TRIANGLES[space]
            book.cash -= raw.TRIANGLE * triangles + (raw.TWO_RAILS if main and not self.rails_of_action else 0)
            self.triangles += triangles
            self.rails_of_action += 1
            if main:
                self.due -= 1
            else:
                self.spend(book, "third")
        else:
            self.spend(book, "rail")

    def build(self, book: Book, city: str) -> None:
        book.cities.append(city)
        self.first[city] += 1
        if self.action == "station" and self.due:
            book.buildings -= 1
            book.cash -= raw.CITIES[city]["cost"]
            self.spot, self.due = city, 0
        elif any(kind == "start_station" for kind, _ in book.grants):
            self.spend(book, "start_station")
        else:
            book.buildings -= 1
            self.spend(book, "station")

    def open(self, book: Book, area: int) -> None:
        book.areas.append(area)
        self.offices[area] += 1
        if self.action == "telegraph" and self.due:
            book.buildings -= 1
            printed = raw.AREAS[area - 1]
            self.gain_shares(book, printed["shares"] + (printed["first"] if self.offices[area] == 1 else 0))
            self.spot, self.due = str(area), 0
        elif any(kind == "start_office" for kind, _ in book.grants):
            self.spend(book, "start_office")
        else:
            book.buildings -= 1
            self.spend(book, "office")

    def trade(self, book: Book, piece: str) -> None:
        book.cash += self.price_of_section(book)
        if piece == "building":
            book.buildings -= 1
        else:
            book.rails -= 1
        self.due = 0

    def price_of_section(self, book: Book) -> int:
        """Pay of the leftmost section that is not empty: the pieces at the right are the last to go."""
        buildings, rails, price = book.buildings, book.rails, 0
        for section in reversed(raw.SECTIONS):
            if buildings > 0 or rails > 0:
                price = section["price"]
            buildings -= section["buildings"]
            rails -= section["rails"]
        return int(price)

    def use(self, book: Book, source: str, colour: str, where: str) -> None:
        if source == "promotion":
            book.grants.append(("promote", 0))
        elif source == "wire":
            self.give_up(book, colour, where)
            self.receive(book, raw.WIRES[self.wires[int(self.spot)]])
        elif source in ("reward", "bonus"):
            self.receive(
                book, raw.CITY_TILES[self.tiles[self.spot]][{"reward": "main", "bonus": "first"}[source]], colour
            )
        elif (self.action, self.colour) in raw.PLAIN:
            self.receive(book, raw.PLAIN[self.action, self.colour])
        else:
            self.use_other(book, colour)

    def use_other(self, book: Book, colour: str) -> None:
        """Abilities that look back at the main action."""
        effects = raw.EFFECTS
        city = raw.CITY_TILES[self.tiles[self.spot]] if self.action == "station" else {}
        match self.action, self.colour:
            case "station", "grey":
                self.receive(book, city["first"], colour)
            case "station", "orange":
                book.cash += raw.CITIES[self.spot]["cost"]
            case "station", "turquoise":
                book.cash -= effects["station_turquoise_price"]
                self.receive(book, city["main"], colour)
            case "railroad", "orange":
                book.cash += effects["rail_orange"] + effects["rail_orange_triangle"] * self.triangles
            case "railroad", "turquoise":
                book.grants.append(("third", 0))
            case "telegraph", "grey":
                self.gain_shares(book, raw.AREAS[int(self.spot) - 1]["first"])
            case "telegraph", "orange":
                book.cash += effects["tele_orange_share"] * self.gained
            case "telegraph", "turquoise":
                book.cash -= effects["tele_turquoise_price"]
                self.receive(book, raw.WIRES[self.wires[int(self.spot)]])
            case "trade", "orange":
                book.cash += effects["trade_orange_loco"] * (book.up.total() + book.down.total())
            case _:
                raise AssertionError((self.action, self.colour))

    def accept(self, book: Book, offer: int) -> None:
        taken = raw.DEALS[self.deal][offer]
        book.shares -= taken["shares"] - (raw.EFFECTS["trade_grey_shares"] if self.action == "trade" else 0)
        self.receive(book, taken["reward"])

    def step(self, book: Book, track: str, colour: str, where: str) -> None:
        self.spend(book, "steps")
        book.steps[track] += 1
        for gate in raw.TRACKS[track]["gates"]:
            if gate["space"] == book.steps[track]:
                book.cash -= gate[self.high] if "money" in gate else 0
                book.shares -= gate.get("shares", 0)
                if gate.get("workers"):
                    self.give_up(book, colour, where)

    def flip(self, book: Book, loco: str, side: str) -> None:
        self.spend(book, "flip")
        old, new = (book.up, book.down) if side == "up" else (book.down, book.up)
        old[loco] -= 1
        new[loco] += 1
        if side == "up":
            self.receive(book, raw.LOCO_REWARDS[loco])

    def take(self, book: Book, loco: str) -> None:
        self.spend(book, "loco")
        self.depot[loco] -= 1
        book.up[loco] += 1

    def promote(self, book: Book, colour: str, where: str, tile: str) -> None:
        self.spend(book, "promote")
        book.workers[colour, where] -= 1
        book.workers[colour, tile] += 1

    def swap(self, book: Book, colour: str, where: str, new: str) -> None:
        self.spend(book, "swap")
        self.hire_of(book, new)
        self.give_up(book, colour, where)

    def gain(self, book: Book, colour: str) -> None:
        self.spend(book, "gain")
        self.hire_of(book, colour)

    def done(self, book: Book) -> None:
        book.grants = []
        self.begin_action()

    def pick(self, book: Book, tile: str) -> None:
        book.goals[book.goals.index("")] = tile

    # --- what happens by itself --------------------------------------------------------------------------

    def close_turn(self) -> list[str]:
        """milestone.9: completed milestones are turned, and their managers go back; returns them."""
        found = []
        for book in self.books:
            for place, tile in enumerate(book.goals):
                if tile and self.complete(book, tile):
                    found.append(tile)
                    book.goals[place] = ""
                    book.reached.append(tile)
                    for colour in raw.COLOURS:
                        self.bank[colour] += book.workers.pop((colour, tile), 0)
        return found

    def complete(self, book: Book, tile: str) -> bool:
        managers = sum(count for (_, place), count in book.workers.items() if place == tile)
        return managers == len(raw.WANTED[tile]) and all(self.met(book, need) for need in NEEDS[tile])

    def met(self, book: Book, need: Mapping[str, Any]) -> bool:
        """A condition of a milestone."""
        group = {city for city, printed in raw.CITIES.items() if printed["group"] == need["of"]}
        spaces = [space for space in raw.SPACES if space["id"] in book.laid]
        count = {
            "cities": len(group & raw.connected(set(book.laid))),
            "stations": len(group & set(book.cities)),
            "deals": sum(space.get("deal", False) for space in spaces),
            "terrain": sum(space["triangles"] == need["of"] for space in spaces),
        }
        return bool(count[need["kind"]] >= need["least"])

    def come_back(self, book: Book) -> None:
        """turn.5: with an empty supply all workers come back."""
        if not any(count for (_, place), count in book.workers.items() if place == "supply"):
            for colour in raw.COLOURS:
                book.workers[colour, "supply"] += book.workers.pop((colour, "board"), 0)

    def score(self, book: Book) -> int:
        """score.2 to score.5."""
        far = sum(raw.CITIES[city]["group"] == FARTHEST for city in raw.connected(set(book.laid)))
        counts = {"offices": len(book.areas), "stations": len(book.cities), "network": far}
        tracks = sum(raw.TRACKS[track]["points"][book.steps[track]] * count for track, count in counts.items())
        links = sum(int(LINKS[one - 1]) for one, two in pairwise(sorted(book.areas)) if two == one + 1)
        return 8 * book.up.total() + sum(int(POINTS[tile]) for tile in book.reached) + int(tracks) + int(links)

    # --- entries -----------------------------------------------------------------------------------------

    def receive(self, book: Book, reward: Mapping[str, Any], colour: str = "") -> None:
        """Pay for a reward, have what it brings at once, and note what it allows."""
        book.cash += reward.get("money", 0) - reward.get("pay", 0)
        self.gain_shares(book, reward.get("shares", 0))
        for due in [*reward.get("workers", ()), *([colour] if colour else [])]:
            if self.bank[due]:
                self.hire_of(book, due)
            elif self.bank.total():
                book.grants.append(("gain", 0))
        for kind in (
            "steps",
            "flip",
            "loco",
            "station",
            "office",
            "swap",
            "start_rail",
            "start_station",
            "start_office",
        ):
            book.grants += [(kind, 0)] * reward.get(kind, 0)
        book.grants += [("rail", reward.get("rail_price", 0))] * reward.get("rail", 0)
        book.grants += [("promote", reward.get("promote_price", 0))] * reward.get("promote", 0)
        book.grants += [("gain", 0)] * reward.get("any_worker", 0)

    def gain_shares(self, book: Book, count: int) -> None:
        book.shares += count
        self.gained += count

    def spend(self, book: Book, kind: str) -> None:
        """The cheapest way to do something is used up and paid."""
        price = min(price for known, price in book.grants if known == kind)
        book.grants.remove((kind, price))
        book.cash -= price

    def hire_of(self, book: Book, colour: str) -> None:
        self.bank[colour] -= 1
        book.workers[colour, "supply"] += 1

    def give_up(self, book: Book, colour: str, where: str) -> None:
        book.workers[colour, where] -= 1
        self.bank[colour] += 1
