"""How the bot for 1853 bids: cities near each other whose shares let it lead a company that can start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from stellwerk.bots.rail_1853_judge import Judge1853
from stellwerk.bots.rail_survey import FAR, Survey
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.title import Title
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import player
from stellwerk.eighteen.tiles import EDGES, STANDARD
from stellwerk.games.g1853.contracts import why_not_close, why_not_pick, worth
from stellwerk.games.g1853.ruleset import Ruleset1853

MOOD: Final = 0.4
"""How much a bot's liking of a company varies before it has chosen one."""

NEARNESS: Final = 0.7
"""So much of what a city is worth to a company is left with each tile between them."""

LED: Final = 40.0
"""What a share is worth to a bid that helps it to lead a company; others count by half."""

TILE: Final = 12.0
"""What each tile counts that is to be built to link a contract."""

RISK: Final = 0.3
"""The part of a bond that a bot expects to lose."""

DRAW: Final = 10
"""What a bot adds to its bond at times, to sit before those with the same one."""

NEW: Final = {"city": 20, "town": 10}
"""What the first tile on a place pays."""

NEAR: Final = 4
"""So many of the nearest cities are thought of beside those of the company in view."""

CROWDED: Final = 0.25
EQUAL: Final = 0.7
"""How much a bot still likes a company of which somebody else has more shares than it, or any."""


class Pick(NamedTuple):
    """A city and the company of which it brings a share."""

    city: str
    company: str


@dataclass(frozen=True)
class Plan:
    """A whole bid and how much it promises."""

    picks: tuple[Pick, ...]
    promise: float


class Country:
    """The board before the first tile: how far cities are from each other, and how good companies look."""

    def __init__(self, book: Ruleset1853, tolls: list[float]) -> None:
        self.book, hexmap = book, book.hexmap
        survey = Survey(hexmap, [hex_.face for hex_ in hexmap.hexes], tolls, replaces=False)
        homes = (home for facts in map(book.company, book.companies) for home in (facts.home, *facts.more_homes))
        self.distances = {
            name: survey.from_points([(hexmap.number[name], edge) for edge in EDGES if _leaves(hexmap[name], edge)])
            for name in dict.fromkeys((*book.contracts.cities, *homes))
        }
        prospects = {company: self._prospect(company) for company in book.companies}
        best = max(prospects.values())
        self.ratings: dict[str, float] = {company: (worth / best) ** 0.5 for company, worth in prospects.items()}
        """By company how good it looks, the best one being 1. What stops there are matters less the more there are."""

    def far(self, one: str, other: str) -> float:
        return self.distances[one].get(self.book.hexmap.number[other], 2 * FAR)

    def _prospect(self, company: str) -> float:
        """What lies around its homes."""
        facts, total = self.book.company(company), 0.0
        for home in (facts.home, *facts.more_homes):
            for hex_, far in self.distances[home].items():
                stops = self.book.hexmap.hexes[hex_].face.stops
                total += float(NEARNESS**far) * max(stop.worth(0) or NEW[stop.kind] for stop in stops)
        return total


def _leaves(hex_: Hex, edge: int) -> bool:
    """Whether track leaves a hex there, or could once a tile is laid."""
    return not hex_.face.paths or bool(hex_.face.exits >> edge & 1)


class Bidder(Judge1853):
    """The bids before the first stock round. A bot remembers nothing, so it plans anew with each city."""

    def bond(self) -> Action | None:
        """As much as the best bid counts, at times a little more."""
        cash = self.s.cash[player(self.seat)]
        plan = max(self._plans(cash, self._mood(MOOD)), key=lambda plan: plan.promise, default=None)
        if plan is None:
            return None
        bond = worth(self.book.contracts, (pick.city for pick in plan.picks)) + self.rng.choice((0, 0, DRAW))
        return Action(self.seat, "write_bond", (bond if bond <= cash else bond - DRAW,))

    def pick(self) -> Choice | None:
        """The first city of the best bid that begins with what is on the note; or the bid is complete."""
        close = self.offered("close_bid")
        if close:
            return close[0]
        bond = self.own.bonds[self.seat]
        done = len(self.own.notes[self.seat])
        plans = list(self._plans(bond, self._mood(MOOD if not done else 0.0)))
        for plan in sorted(plans, key=lambda plan: plan.promise, reverse=True):
            rest = plan.picks[done:]
            offers = [choice for choice in self.offered("pick") if choice.args in rest]
            if offers:
                return max(offers, key=lambda choice: (self._wanted_by_others(choice.args[1]), choice.args))
        return None

    def _mood(self, swing: float) -> dict[str, float]:
        return {company: 1 - self.rng.random() * swing for company in self.rules.companies}

    def _wanted_by_others(self, company: str) -> int:
        return sum(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)

    # --- plans -----------------------------------------------------------------------------------------

    def _plans(self, bond: int, mood: dict[str, float]) -> Iterator[Plan]:
        """For each company and each first city a bid that grows by what helps most."""
        note = tuple(map(Pick, self.own.notes[self.seat], self.own.taken[self.seat]))
        set_aside = self.own.bonds[self.seat]
        for company in self.rules.companies:
            firsts = [(pick,) for pick in self._open((), bond, company) if pick.company == company]
            for first in (note,) if note else firsts:
                picks: tuple[Pick, ...] | None = first
                while (
                    picks and why_not_close(self.book.contracts, set_aside, [pick.city for pick in picks]) is not None
                ):
                    options = [(*picks, pick) for pick in self._hopeful(picks, bond, company)]
                    picks = max(options, key=lambda bid: self._promise(bid, company, mood), default=None)
                    if picks and len(picks) >= self.book.contracts.most_cities:
                        break
                if picks:
                    yield Plan(picks, self._promise(picks, company, mood))

    def _hopeful(self, picks: tuple[Pick, ...], bond: int, company: str) -> list[Pick]:
        """What is worth thinking of: shares of the company in view, and the nearest cities."""
        found = list(self._open(picks, bond, company))
        near = sorted(found, key=lambda pick: min(self.country.far(pick.city, other.city) for other in picks))[:NEAR]
        return [pick for pick in found if pick.company == company or pick in near]

    def _open(self, picks: tuple[Pick, ...], bond: int, company: str) -> Iterator[Pick]:
        """What may be picked next, a share of the company in view before those of others."""
        rules, note = self.book.contracts, [pick.city for pick in picks]
        for name, city in rules.cities.items():
            if why_not_pick(rules, bond, note, name) is None:
                shares = [other for other in city.companies if self._is_left(other)]
                if shares:
                    yield Pick(name, company if company in shares else shares[-1])

    def _is_left(self, company: str) -> bool:
        return TENTH in self.s.shares[company][self.rules.bank_index]

    def _promise(self, picks: tuple[Pick, ...], company: str, mood: dict[str, float]) -> float:
        """Shares of the company in view by how good it is, less the track to be built and the money set aside."""
        rules, rate = self.book.contracts, self._rating(company) * mood[company]
        cities = [pick.city for pick in picks]
        mine = sum(pick.company == company for pick in picks)
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        if rival:
            rate *= CROWDED if rival > self.tenths(company) else EQUAL
        shares = LED * rate * mine
        shares += sum(LED / 2 * self._rating(pick.company) for pick in picks if pick.company != company)
        return shares - TILE * self._span(cities) - RISK * worth(rules, cities) - self._short(picks, company)

    def _short(self, picks: tuple[Pick, ...], company: str) -> float:
        """What is missing to start the company with one's own money, after bond and shares of the bid are paid."""
        bonds = self.own.bonds[self.seat] or worth(self.book.contracts, (pick.city for pick in picks))
        cash = self.s.cash[player(self.seat)] - (0 if self.own.bonds[self.seat] else bonds)
        cash -= sum(self.s.par[pick.company] for pick in picks)
        new = sum(pick.company == company for pick in picks) - self.tenths(company)
        issued = 100 - percent(self.s, company, self.rules.bank_index) + TENTH * new
        need = max(0, self.rules.float_percent - issued) // TENTH * self.s.par[company]
        return max(0, need - cash) * RISK

    def _rating(self, company: str) -> float:
        return self.country.ratings[company]

    def _span(self, cities: list[str]) -> float:
        """How many tiles link these cities, each with the nearest before it."""
        far = self.country.far
        return sum(min(far(name, before) for before in cities[:place]) for place, name in enumerate(cities) if place)

    @cached_property
    def country(self) -> Country:
        title = self.game.title
        if title not in _countries:
            _countries[title] = Country(self.book, self.tolls(STANDARD))
        return _countries[title]


_countries: WeakKeyDictionary[Title, Country] = WeakKeyDictionary()
