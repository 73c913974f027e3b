"""Paris Connection: title, options, hidden hands and scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import Refusal, RuleError
from stellwerk.core.game import Chapter, Game, Words
from stellwerk.core.options import Select
from stellwerk.core.result import Line, Result
from stellwerk.core.state import Frame
from stellwerk.core.step import Step, then
from stellwerk.core.texts import Texts, load_toml
from stellwerk.core.title import Title
from stellwerk.core.view import View
from stellwerk.games.paris import telling
from stellwerk.games.paris.audit import audit
from stellwerk.games.paris.board import Board, compile_board
from stellwerk.games.paris.data_check import problems
from stellwerk.games.paris.hands import imagine_hands
from stellwerk.games.paris.state import ENDINGS, HIDDEN, ParisState
from stellwerk.games.paris.steps import DealHand, DrawStartPlayer, GoOnBuilding, LayOutStart, TakeTurn
from stellwerk.games.paris.tables import Tables, compile_tables

DRAWN: Final = "draw"


class ParisConnection(Title):
    """The game as Queen Games published it, on a board of our own (see the notice)."""

    id = "paris-connection"
    rules_version = 1
    seats = range(3, 7)
    seats_rule = "mat.1"
    options = (
        Select("start_layout", ("random", "fixed"), rule="R-01"),
        Select("start_player", (DRAWN, *(str(seat + 1) for seat in range(6))), rule="setup.6"),
    )
    notices = ("notice.board",)
    folder = files("stellwerk.games.paris") / "data"

    @cached_property
    def board(self) -> Board:
        return compile_board(load_toml(self.folder.joinpath("board.toml")))

    @cached_property
    def numbers(self) -> dict[str, Any]:
        return load_toml(self.folder.joinpath("numbers.toml"))

    @cached_property
    def texts(self) -> Texts:
        return Texts.load(self.folder.joinpath("texts.toml")).with_names(self.board.names)

    def build(self, seats: int, options: Mapping[str, str]) -> ParisGame:
        starter = None if options["start_player"] == DRAWN else int(options["start_player"]) - 1
        if starter is not None and starter >= seats:
            data = {"given": starter + 1, "seats": seats}
            raise RuleError(self.id, "setup.6", self.rulebook.refuse("setup.6", "en", data), data)
        tables = compile_tables(self.board, self.numbers, seats)
        return ParisGame(self, tables, options, starter)

    def problems(self) -> list[str]:
        return problems(self.board, self.numbers, self.seats)


class ParisGame(Game[ParisState]):
    """The rules for one number of players."""

    turn_rule = "turn.1"
    end_rule = "end.1"
    hidden = True
    secret_kinds = frozenset({"deal"})
    idle_kinds = ("finish",)
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "layout": ("colours",),
        "deal": ("seat", "locomotives"),
        "starter": ("seat",),
        "place": ("colour", "hex"),
        "trade": ("give", "take", "count"),
    }
    state_class = ParisState

    def __init__(self, title: Title, tables: Tables, options: Mapping[str, str], starter: int | None) -> None:
        steps: dict[str, Step[ParisState]] = {
            "layout": LayOutStart(tables),
            "deal": DealHand(tables),
            "starter": DrawStartPlayer(tables),
            "turn": TakeTurn(tables),
            "build": GoOnBuilding(tables),
        }
        super().__init__(title, tables.seats, options, steps)
        self.t = tables
        self.starter = starter

    def start(self) -> ParisState:
        """setup.1 to setup.6: fixed parts at once, drawn parts as frames for chance."""
        colours = self.t.colours
        s = ParisState(
            todo=[],
            lines=dict(zip(colours, ((station,) for station in self.t.board.stations), strict=True)),
            supply=dict.fromkeys(colours, 0),
            value=dict.fromkeys(colours, 0),
            hands=[()] * self.seats,
        )
        if self.options["start_layout"] == "random":
            s.lines = dict.fromkeys(colours, ())
            s.todo.append(Frame("layout"))
        first = Frame("starter") if self.starter is None else Frame("turn", self.starter)
        todo, s.todo = s.todo, []
        then(s, *todo, *(Frame("deal", seat) for seat in range(self.seats)), first)
        return s

    def audit(self, s: ParisState) -> Iterator[str]:
        return audit(self.t, s)

    def view(self, s: ParisState, seat: int | None) -> ParisState:
        """setup.7 and end.3: hands stay behind their screens until the game is over."""
        if self.over(s):
            return s
        hands = [hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(s.hands)]
        return s.seen_as(hands=hands)

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        """R-02: only the colours of the drawn start hands are secret; exchanges are made openly."""
        if a.kind != "deal" or over or a.args[0] == seat:
            return a
        owner, hand = a.args
        return Action(CHANCE, "deal", (owner, (HIDDEN,) * len(hand)))

    def seals(self, before: ParisState, a: Action, after: ParisState, seat: int | None = None) -> bool:
        """R-02: who gives a locomotive of a colour shows everybody else that one lay behind the screen."""
        shown = a.kind == "trade" and seat not in (None, a.seat)
        return shown or super().seals(before, a, after, seat)

    def imagine(self, view: View[ParisState], rng: Random) -> ParisState:
        """Deal the unseen locomotives to the other screens as the public exchanges allow."""
        s = view.state.copy()
        if not self.over(s):
            s.hands = imagine_hands(self.t, view, rng)
        return s

    def words(self, before: ParisState, a: Action) -> Words:
        points = self.t.board.points(before.building) if a.kind == "finish" else 0
        return telling.sentence(before, a, super().words(before, a), points)

    def chapter(self, before: ParisState, a: Action) -> Chapter:
        return telling.chapter(a)

    def consequences(self, before: ParisState, a: Action, after: ParisState) -> Iterator[Words]:
        return telling.consequences(before, after)

    def brief(self, before: ParisState, a: Action, after: ParisState) -> Iterator[Words]:
        return telling.brief(before, a, after)

    def changed(self, before: ParisState, after: ParisState) -> frozenset[str]:
        return telling.changed(before, after)

    def result(self, s: ParisState) -> Result | None:
        """end.4 to end.6: every locomotive counts its colour's value, each surplus one costs points."""
        if not self.over(s):
            return None
        sums = tuple(tuple(self.sums(s, hand)) for hand in s.hands)
        scores = tuple(sum(line.points for line in lines) for lines in sums)
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Result(scores, winners, f"end.{s.ended}", sums)

    def again(self, log: Iterable[Action]) -> dict[str, str]:
        """setup.6: over several games the start player moves clockwise."""
        drawn = [action.args[0] for action in log if action.kind == "starter"]
        starter = drawn[0] if drawn else self.starter
        return {**self.options, "start_player": str(((starter or 0) + 1) % self.seats + 1)}

    def moved_on(self) -> int:
        """The seats stay: the start player moves."""
        return 0

    def _why(self, s: ParisState, a: Action) -> Refusal:
        """After the end the rule that ended the game refuses everything."""
        return Refusal(ENDINGS[s.ended]) if s.ended else super()._why(s, a)

    def sums(self, s: ParisState, hand: tuple[str, ...]) -> Iterable[Line]:
        """What a hand counts, line by line."""
        for colour, count in Counter(hand).items():
            yield Line(colour, count, s.value[colour], count * s.value[colour])
        surplus = len(hand) - self.t.limit
        if surplus > 0:
            yield Line("surplus", surplus, -self.t.penalty, -surplus * self.t.penalty)


TITLE = ParisConnection()
