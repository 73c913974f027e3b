"""What a title adds to the table of its engine: panels, marks on cards, effects and words. Here all of it is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.state import RailState
from stellwerk.web.scene import Scene

Place: TypeAlias = Literal[
    "above_companies", "below_market", "above_choices", "below_choices", "above_players", "stage"
]
"""Where a panel of a title stands; `stage` is one of its own in the middle of the screen."""
"""Where a panel of a title may stand."""


class Marks(NamedTuple):
    """What a title adds to the card of a company or a player."""

    tags: tuple[str, ...] = ()
    """Words beside its name that warn."""

    facts: tuple[tuple[str, str | Markup], ...] = ()
    """Rows of its card: what is counted, and how much."""

    note: str = ""
    """A sentence, where the company is not open."""


UNMARKED: Final = Marks()


class HexMarks(NamedTuple):
    """What a title adds to a hex of the map."""

    words: tuple[str, ...] = ()
    """What is to know about it, for who hears the map or points at it."""

    price: str = ""
    """What the ground costs that a first tile has to cross here."""

    css: str = ""
    """How its face looks; the words say the same."""

    open: bool = False
    """Whether something beside the map can be done about it, to which the hex leads."""


BARE: Final = HexMarks()


class Layer(NamedTuple):
    """What the map shows on demand: lines and words above its hexes, and hexes that stand back meanwhile."""

    id: str
    name: str
    drawing: Markup
    inside: tuple[str, ...] = ()
    """The hexes that it is about; all others stand back. None named: none does."""


class Entry(NamedTuple):
    """A sign of the map, and what it means."""

    picture: Markup
    text: str


class Column(NamedTuple):
    """A column more in a table: its heading, and what stands in it by the id of the row."""

    name: str
    cells: Mapping[str, str]


class Extras:
    """What the table asks a title. Override what it has more than others; hang it on a subclass of RailTable.

    Each method sees the scene as the visitor does, so it cannot show a secret.
    """

    banner: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that are buttons of the banner alone, like those that pass."""

    confirmed: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions whose effect is shown before they are sent."""

    placed: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that stand in panels of the title's own."""

    leads: ClassVar[Mapping[str, str]] = {}
    """By kind of action where the button of the banner leads that stands for it."""

    names_priority: ClassVar[bool] = True
    """Whether who has the priority is marked in the usual words; else the title marks it in its own."""

    apart: ClassVar[frozenset[str]] = frozenset()
    """Steps that interrupt the turn of a company without being part of it."""

    def variant(self, scene: Scene, step: str) -> str:
        """The name of how a step stands now, for its texts `step.*` and `ask.*`; "" where it is nothing special."""
        return ""

    def first(self, scene: Scene) -> tuple[str, ...]:
        """Kinds of actions that matter more now than those with which the banner begins otherwise."""
        return ()

    def button(self, scene: Scene, choice: Choice) -> str:
        """What a button of the banner says in place of the usual words; "" to leave those."""
        return ""

    def opening(self, scene: Scene) -> str:
        """What the round before the first stock round is called, if not the sale of the privates."""
        return ""

    def seating(self, scene: Scene) -> str:
        """How the players sit and what decided on it; "" for the usual words."""
        return ""

    def overview(self, scene: Scene) -> Iterator[str]:
        """What stands beside round, phase and bank."""
        yield from ()

    def hex(self, scene: Scene, hex_: Hex) -> HexMarks:
        """What the title knows about a hex."""
        return BARE

    def layers(self, scene: Scene) -> Iterator[Layer]:
        """What the map can show besides."""
        yield from ()

    def key(self, scene: Scene) -> Iterator[Entry]:
        """Signs of the map that only this title has."""
        yield from ()

    def company(self, scene: Scene, company: str) -> Marks:
        """What the card of a company shows besides."""
        return UNMARKED

    def player(self, scene: Scene, seat: int) -> Marks:
        """What the card of a player shows besides."""
        return UNMARKED

    def held(self, scene: Scene, company: str, seat: int) -> str:
        """What is to know about the shares that a player has of a company."""
        return ""

    def limit_note(self, scene: Scene, seat: int) -> str:
        """Why the limit of certificates is another for this player, in a few words."""
        return ""

    def notes(self, scene: Scene, after: RailState, choice: Choice) -> Iterator[str]:
        """What an action would change besides, in sentences."""
        yield from ()

    def warnings(self, scene: Scene, after: RailState, choice: Choice) -> Iterator[str]:
        """What an action would bring that nobody may overlook."""
        yield from ()

    def price(self, scene: Scene, choice: Choice) -> tuple[int, str] | None:
        """Where the price of a choice of the title's own starts, and why; None for the usual start."""
        return None

    def ending(self, scene: Scene, reason: str) -> str:
        """Why the game is about to end, for reasons of the title's own."""
        return reason

    def company_columns(self, scene: Scene) -> Iterator[Column]:
        """Columns of the sheet, by company."""
        yield from ()

    def phase_columns(self, scene: Scene) -> Iterator[Column]:
        """Columns of the list of phases, by phase."""
        yield from ()

    def train_tag(self, scene: Scene, train: str) -> str:
        """A word beside a card of the depot."""
        return ""

    def train_notes(self, scene: Scene) -> Iterator[str]:
        """What is to know about the trains."""
        yield from ()

    def stage(self, scene: Scene) -> str:
        """What the title's own stage is called, where `panel` has one."""
        return ""

    def panel(self, scene: Scene, place: Place) -> Markup:
        """A panel of the title's own, "" where it has none at a place."""
        return Markup("")


NOTHING: Final = Extras()


@dataclass(frozen=True, slots=True)
class RailScene(Scene):
    """A scene with what the title that is drawn adds to the table."""

    extras: Extras = NOTHING
    planned: str = ""
    """The company that a plan is looked at for."""


def dressed(scene: Scene, extras: Extras) -> RailScene:
    """The same scene for a table with these extras."""
    if isinstance(scene, RailScene) and scene.extras is extras:
        return scene
    return RailScene(**{field.name: getattr(scene, field.name) for field in fields(Scene)}, extras=extras)


def planned_for(scene: Scene) -> str:
    """The company that a plan is looked at for, "" where there is none."""
    return scene.planned if isinstance(scene, RailScene) else ""


def extras_of(scene: Scene) -> Extras:
    """What the title adds that this scene is drawn for."""
    return scene.extras if isinstance(scene, RailScene) else NOTHING
