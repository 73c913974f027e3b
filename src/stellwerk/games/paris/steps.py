"""The steps of Paris Connection, in the order of its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Draw, OneOf, Shuffle
from stellwerk.core.errors import Refusal
from stellwerk.core.memo import Memo
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import Step, then
from stellwerk.games.paris.board import bits
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.tables import Tables
from stellwerk.games.paris.track import add_locomotive, legal_spaces, why_not_here

MOST_LISTED: Final = 4096
"""So many listings of the places of a colour are remembered."""


class ParisStep(Step[ParisState]):
    """A step that looks things up in the tables."""

    rule: ClassVar[str] = "turn.2"

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self._places: dict[tuple[int, str], tuple[Choice, ...]] = {}
        self._listed: Memo[tuple[int, str, int], list[Choice]] = Memo(MOST_LISTED)

    def places(self, s: ParisState, seat: int, colours: Iterable[str]) -> list[Choice]:
        """All legal placements of some colours; those of a colour are often as they were."""
        found: list[Choice] = []
        for colour, spaces in legal_spaces(self.t, s, colours):
            listed = self._listed.get((seat, colour, spaces))
            if listed is None:
                offered = self._offered(seat, colour)
                listed = self._listed.keep((seat, colour, spaces), [offered[number] for number in bits(spaces)])
            found += listed
        return found

    def _offered(self, seat: int, colour: str) -> tuple[Choice, ...]:
        """The placement on each space of the board, legal or not, made once."""
        if (seat, colour) not in self._places:
            offered = (Choice(seat, "place", (colour, space)) for space in self.t.board.spaces)
            self._places[seat, colour] = tuple(offered)
        return self._places[seat, colour]

    def end_action(self, s: ParisState, seat: int) -> None:
        """end.1 and R-07: at the end of an action the supplies are counted; else the next player is up (turn.1)."""
        if s.ended:
            return
        if sum(1 for left in s.supply.values() if left) <= 1:
            s.ended = "supply"
        else:
            then(s, Frame("turn", (seat + 1) % self.t.seats))


class LayOutStart(ParisStep):
    """setup.2 and R-01: chance puts one locomotive of each colour on the start spaces."""

    kinds = ("layout",)

    def choices(self, s: ParisState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "layout", (Shuffle(self.t.colours),))

    def layout(self, s: ParisState, f: Frame, a: Action) -> None:
        for colour, station in zip(a.args[0], self.t.board.stations, strict=True):
            s.lines[colour] = (station,)


class DealHand(ParisStep):
    """setup.4 and setup.5: a player draws blindly; after the last draw the rest of the bag is sorted into supplies.

    Until then the supplies are empty: counting them down draw by draw would tell everyone who drew what.
    """

    kinds = ("deal",)

    def choices(self, s: ParisState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "deal", (f.who, Draw(tuple(self._bag(s).items()), self.t.draw)))

    def deal(self, s: ParisState, f: Frame, a: Action) -> None:
        seat, hand = a.args
        s.hands[seat] = hand
        if all(frame.step != f.step for frame in s.todo):
            s.supply.update(self._bag(s))

    def _bag(self, s: ParisState) -> dict[str, int]:
        drawn = Counter(colour for hand in s.hands for colour in hand)
        return {colour: self.t.each - drawn[colour] for colour in self.t.colours}


class DrawStartPlayer(ParisStep):
    """setup.6: the start player is drawn by lot."""

    kinds = ("starter",)

    def choices(self, s: ParisState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "starter", (OneOf(tuple(range(self.t.seats))),))

    def starter(self, s: ParisState, f: Frame, a: Action) -> None:
        then(s, Frame("turn", a.args[0]))


class TakeTurn(ParisStep):
    """turn.2: build or exchange; passing is not allowed."""

    kinds = ("place", "trade")

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._trades: Memo[tuple[int, tuple[str, ...], tuple[int, ...]], list[Choice]] = Memo(MOST_LISTED)

    def choices(self, s: ParisState, f: Frame) -> Iterator[Choice]:
        seat, supply, most = int(f.who), s.supply, self.t.exchange[-1]
        found = self.places(s, seat, [colour for colour, left in supply.items() if left])
        left = tuple([min(supply[colour], most) for colour in self.t.colours])
        return iter(found + self.trades(seat, tuple(dict.fromkeys(s.hands[seat])), left))

    def place(self, s: ParisState, f: Frame, a: Action) -> None:
        """build.2: the first locomotive settles the colour of this build."""
        s.colour, space = a.args
        add_locomotive(self.t.board, s, s.colour, space)
        then(s, Frame("build", f.who))

    def trade(self, s: ParisState, f: Frame, a: Action) -> None:
        """trade.2: give one locomotive first, then take one or two of another colour."""
        give, take, count = a.args
        seat = int(f.who)
        s.supply[give] += 1
        s.supply[take] -= count
        hand = list(s.hands[seat])
        hand.remove(give)
        s.hands[seat] = tuple(sorted([*hand, *[take] * count], key=self.t.colours.index))
        self.end_action(s, seat)

    def trades(self, seat: int, gives: tuple[str, ...], left: tuple[int, ...]) -> list[Choice]:
        """trade.2 to trade.4: all exchanges of some colours where so many are left of each; often as they were."""
        found = self._trades.get((seat, gives, left))
        if found is None:
            supply = dict(zip(self.t.colours, left, strict=True))
            takes = [(take, count) for take in self.t.colours for count in self.t.exchange if count <= supply[take]]
            offered = [Choice(seat, "trade", (give, *taken)) for give in gives for taken in takes if taken[0] != give]
            found = self._trades.keep((seat, gives, left), offered)
        return found

    def skip(self, s: ParisState, f: Frame) -> None:
        """R-03: where neither is possible the game ends."""
        s.ended = "stuck"

    def why(self, s: ParisState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "place", (str(colour), str(space)) if colour in s.supply:
                return why_not_here(self.t, s, colour, space)
            case "place", _:
                return Refusal("build.2", {"most": self.t.build[-1]})
            case "trade", (give, take, count):
                return self._why_no_trade(s, int(f.who), give, take, count)
            case "finish", _:
                return Refusal("build.2", {"most": self.t.build[-1]})
        return Refusal(self.rule)

    def _why_no_trade(self, s: ParisState, seat: int, give: object, take: object, count: object) -> Refusal:
        if not isinstance(give, str) or give not in s.hands[seat]:
            return Refusal("trade.3", {"colour": give if isinstance(give, str) else ""})
        if not isinstance(take, str) or take not in s.supply or take == give:
            return Refusal("trade.4", {"colour": give})
        if count not in self.t.exchange:
            return Refusal("trade.2", {"least": self.t.exchange[0], "most": self.t.exchange[-1]})
        if not s.supply[take]:
            return Refusal("R-05", {CASE: "empty", "colour": take})
        return Refusal("R-05", {"colour": take, "left": s.supply[take]})


class GoOnBuilding(ParisStep):
    """build.2: up to five locomotives of the colour begun; nothing counts before the build is confirmed."""

    kinds = ("place", "finish")

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._finish = [Choice(seat, "finish") for seat in range(tables.seats)]

    def choices(self, s: ParisState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        found = self.places(s, seat, (s.colour,)) if self._may_go_on(s) else []
        found.append(self._finish[seat])
        return iter(found)

    def place(self, s: ParisState, f: Frame, a: Action) -> None:
        add_locomotive(self.t.board, s, s.colour, a.args[1])
        then(s, f)

    def finish(self, s: ParisState, f: Frame, a: Action) -> None:
        """build.11: each locomotive placed scores by its space. end.2: a line that reached Marseille ends the game."""
        s.value[s.colour] += self.t.board.points(s.building)
        if self.t.board.marseille in s.building:
            s.ended = "marseille"
        s.colour, s.building = "", ()
        self.end_action(s, int(f.who))

    def why(self, s: ParisState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "place", (str(colour), str(space)) if colour in s.supply:
                if colour != s.colour or len(s.building) >= self.t.build[-1]:
                    return Refusal("build.2", {"most": self.t.build[-1]})
                if self.t.board.marseille in s.building:
                    return Refusal("R-08")
                return why_not_here(self.t, s, colour, space)
            case "place", _:
                return Refusal("build.2", {"most": self.t.build[-1]})
        return Refusal(self.rule)

    def _may_go_on(self, s: ParisState) -> bool:
        """R-08: a locomotive on Marseille is the last one."""
        placed = len(s.building)
        return placed < self.t.build[-1] and s.supply[s.colour] > 0 and self.t.board.marseille not in s.building
