"""Railroad Revolution: title, variants, hidden stacks and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.game import Chapter, Game, Words
from stellwerk.core.options import Select
from stellwerk.core.result import Result
from stellwerk.core.step import Step
from stellwerk.core.texts import Texts, load_toml
from stellwerk.core.title import Title
from stellwerk.core.view import View
from stellwerk.games.railroad_revolution import deals, hidden, milestones, setup, telling, turn
from stellwerk.games.railroad_revolution.audit import audit
from stellwerk.games.railroad_revolution.board import Board, compile_board
from stellwerk.games.railroad_revolution.data_check import problems
from stellwerk.games.railroad_revolution.orders import KINDS as ORDERS
from stellwerk.games.railroad_revolution.scoring import score
from stellwerk.games.railroad_revolution.state import HIDDEN, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables, compile_tables
from stellwerk.games.railroad_revolution.tiles import SIDES, Tiles, compile_tiles
from stellwerk.games.railroad_revolution.words import with_tiles


class RailroadRevolution(Title):
    """The game of Canetta and Niccolini, with board and tiles of our own where the printed ones are not known."""

    id = "railroad-revolution"
    rules_version = 2
    seats = range(2, 5)
    seats_rule = "mat.4"
    currency = "$"
    options = (
        Select("milestone_choice", ("draw3", "open"), rule="milestone.v1"),
        Select("track_costs", ("normal", "high"), rule="perf.v1"),
    )
    notices = ("notice.data",)
    folder = Path(__file__).parent / "data"
    rule_files = (
        "rules_setup.toml",
        "rules_turn.toml",
        "rules_track.toml",
        "rules_telegraph.toml",
        "rules_milestones.toml",
        "rules_end.toml",
        "rules_tiles.toml",
        "rules_workers.toml",
        "rules_rulings.toml",
    )

    @cached_property
    def board(self) -> Board:
        return compile_board(load_toml(self.folder.joinpath("board.toml")))

    @cached_property
    def tiles(self) -> Tiles:
        milestones_file = load_toml(self.folder.joinpath("milestones.toml"))
        return compile_tiles(load_toml(self.folder.joinpath("tiles.toml")), milestones_file)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        return load_toml(self.folder.joinpath("numbers.toml"))

    @cached_property
    def texts(self) -> Texts:
        texts = Texts.load(self.folder.joinpath("texts.toml")).with_names(self.board.names)
        return with_tiles(texts, self.tiles)

    def build(self, seats: int, options: Mapping[str, str]) -> RevolutionGame:
        high = options["track_costs"] == "high"
        tables = compile_tables(self.board, self.tiles, self.numbers, seats, high=high)
        kind = OpenStacks if options["milestone_choice"] == "open" else RevolutionGame
        return kind(self, tables, options)

    def problems(self) -> list[str]:
        return problems(self.board, self.tiles, self.numbers, self.seats)


class RevolutionGame(Game[RevolutionState]):
    """The rules for one number of players."""

    turn_rule = "turn.1"
    end_rule = "end.2"
    hidden = True
    secret_kinds = frozenset({"stack", "draw"})
    order_kinds = ORDERS
    idle_kinds = ("done",)
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wires": ("tiles",),
        "hand": ("stack", "tiles"),
        "stack": ("stack", "tiles"),
        "reveal": ("tile",),
        "starter": ("seat",),
        "draw": ("seat", "tiles"),
        "choose": ("tile",),
        "place": ("colour", "action"),
        "build": ("city",),
        "lay": ("space",),
        "open": ("area",),
        "trade": ("piece",),
        "use": ("source", "colour", "where"),
        "step": ("track", "colour", "where"),
        "flip": ("loco", "side"),
        "take": ("loco",),
        "gain": ("colour",),
        "promote": ("colour", "where", "tile"),
        "swap": ("colour", "where", "new"),
        "deal": ("offer",),
        "pick": ("tile",),
        "sell": ("count",),
        "hire": ("colour",),
    }
    state_class = RevolutionState
    repeats = frozenset({"log.step"})

    def __init__(self, title: Title, tables: Tables, options: Mapping[str, str]) -> None:
        super().__init__(title, tables.seats, options, self.all_steps(tables))
        self.t = tables

    def all_steps(self, tables: Tables) -> dict[str, Step[RevolutionState]]:
        return {
            "cities": setup.LayCities(tables),
            "wires": setup.LayWires(tables),
            "hand": setup.HandOut(tables),
            "stack": setup.ShuffleStack(tables),
            "layout": setup.LayStartTiles(tables),
            "starter": setup.DrawStarter(tables),
            "start": setup.ChooseStart(tables),
            "prepare": setup.UseStart(tables),
            "begin": setup.BeginGame(tables),
            "turn": turn.TakeTurn(tables),
            "act": turn.TakeAction(tables),
            "deal": deals.MakeDeal(tables),
            "reveal": deals.RevealDeal(tables),
            "close": milestones.CloseTurn(tables),
            "draw": milestones.DrawMilestones(tables),
            "pick": milestones.PickMilestone(tables),
            "next": milestones.NextTurn(tables),
        }

    def start(self) -> RevolutionState:
        return setup.first_position(self.t, shuffled=self.hidden)

    def audit(self, s: RevolutionState) -> Iterator[str]:
        return audit(self.t, s, shuffled=self.hidden)

    def result(self, s: RevolutionState) -> Result | None:
        return score(self.t, s) if self.over(s) else None

    def view(self, s: RevolutionState, seat: int | None) -> RevolutionState:
        """milestone.11: stacks stay face down until the game is over."""
        return s if self.over(s) else hidden.show(s, seat)

    def seals(self, before: RevolutionState, a: Action, after: RevolutionState, seat: int | None = None) -> bool:
        """milestone.11: who takes a milestone shows everybody else that it was among those drawn."""
        shown = self.hidden and a.kind == "pick" and seat not in (None, a.seat)
        return shown or super().seals(before, a, after, seat)

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        return a if over else hidden.redact(a, seat)

    def imagine(self, view: View[RevolutionState], rng: Random) -> RevolutionState:
        return view.state if self.over(view.state) else hidden.imagine(self.t, view.state, rng)

    def words(self, before: RevolutionState, a: Action) -> Words:
        if a.kind in ("use", "step", "flip"):
            words = super().words(before, a)
            return Words(f"log.{self._sort(a)}", data={**words.data, **telling.worded(a)})
        if a.kind == "done":
            return super().words(before, a)._replace(key=f"log.{self._end(before)}")
        if a.kind == "sell" and a.args == (1,):
            return Words("log.sell_one")
        if a.kind == "draw" and set(a.args[1]) == {HIDDEN}:
            count = len(a.args[1])
            key = "log.draw_one" if count == 1 else "log.draw_hidden"
            return Words(key, data={"seat": a.args[0], "count": count})
        if a.kind == "choose":
            return Words("log.choose", data={"tile": _face(before, a.args[0])})
        if a.kind == "deal":
            return Words("log.deal", data={"offer": f"{before.deal}.{a.args[0] + 1}"})
        if a.kind == "cities":
            return Words("log.cities", data={"tiles": tuple(tile for tiles in a.args for tile in tiles)})
        if a.kind == "layout":
            starts = zip(a.args[0], a.args[1:-1], strict=False)
            shown = [f"{tile}.{side}" for (tile, side), _ in zip(starts, range(self.seats), strict=False)]
            return Words("log.layout", data={"tiles": tuple(shown), "colours": a.args[-1][: self.seats]})
        return super().words(before, a)

    def chapter(self, before: RevolutionState, a: Action) -> Chapter:
        return telling.chapter(before, a)

    def consequences(self, before: RevolutionState, a: Action, after: RevolutionState) -> Iterator[Words]:
        return telling.consequences(before, a, after)

    def brief(self, before: RevolutionState, a: Action, after: RevolutionState) -> Iterator[Words]:
        return telling.brief(before, a, after)

    def changed(self, before: RevolutionState, after: RevolutionState) -> frozenset[str]:
        return telling.changed(self.t, before, after)

    def label(self, choice: Choice, s: RevolutionState | None = None) -> Words:
        if choice.kind in ("use", "step", "flip"):
            return super().label(choice)._replace(key=f"action.{self._sort(choice)}")
        if choice.kind == "deal":
            return Words("action.deal", data={"offer": f"offer.{choice.args[0] + 1}"})
        if choice.kind == "choose" and s is not None:
            return Words("action.choose", data={"tile": _face(s, choice.args[0])})
        return super().label(choice)

    @staticmethod
    def _end(before: RevolutionState) -> str:
        """What is over with "done": a turn, a deal, the use of a start tile."""
        step = before.todo[-1].step
        if step == "deal":
            return "done_deal" if before.taken else "no_deal"
        return "done_start" if step == "prepare" else "done"

    @staticmethod
    def _sort(a: Action | Choice) -> str:
        """The kind of an action, more exactly: which of its sentences fits its arguments."""
        if a.kind == "flip":
            return f"flip_{a.args[1]}"
        if a.kind == "step":
            return "step_worker" if a.args[1] else "step"
        _, colour, where = a.args
        return "use_wire" if where else "use_colour" if colour else "use"


class OpenStacks(RevolutionGame):
    """milestone.v1: with the whole stack to choose from, nothing is hidden."""

    hidden = False

    def all_steps(self, tables: Tables) -> dict[str, Step[RevolutionState]]:
        steps = super().all_steps(tables)
        return {**steps, "draw": milestones.NoDraw(tables), "pick": milestones.ChooseMilestone(tables)}

    def view(self, s: RevolutionState, seat: int | None) -> RevolutionState:
        return s

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        return a


TITLE = RailroadRevolution()


def _face(s: RevolutionState, start: str) -> str:
    """The side of a start tile that lies up: what it brings is its name."""
    side = next((side for tile, side, _ in s.starts if tile == start), SIDES[0])
    return f"{start}.{side}"
