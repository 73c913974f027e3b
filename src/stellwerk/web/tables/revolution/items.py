"""Things to press, and groups of them: what the strip of an action is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label
from stellwerk.web.tables.revolution.look import Why, does


@dataclass(frozen=True, slots=True)
class Item:
    """Something to press: `acts` is its attribute, a legal choice or a question."""

    id: str
    text: str
    acts: dict[str, str | None]
    icon: Markup = field(default=Markup(""))
    note: str = ""
    said: str = ""

    @property
    def legal(self) -> bool:
        return "data-choice" in self.acts


@dataclass(frozen=True, slots=True)
class Group:
    """Some things of a kind: what they come from, what is to be said, and why nothing is there."""

    id: str
    title: str
    items: Sequence[Item] = ()
    icon: Markup = field(default=Markup(""))
    hint: str = ""
    whys: Sequence[Why] = ()
    swaps: Sequence[Swap] = ()
    digit: str = ""
    """The key that leads here: the same one for the same group in every position."""

    @property
    def leads(self) -> str:
        """What its digit presses, or goes to where there are several things; without any of its own, the board."""
        own = self.items or self.swaps
        return f"#group-{self.id} .things > [data-choice], #group-{self.id} input" if own else ".rr.open, .area.open"


@dataclass(frozen=True, slots=True)
class Swap:
    """A worker that could be given for another: both are picked before it is sent."""

    give: str
    new: str
    said: str
    choice: Choice


def item_of(
    scene: Scene, choice: Choice | None, kind: str, *args: Any, text: str, icon: Markup | None = None, note: str = ""
) -> Item:
    name = "-".join([kind, *(str(arg).replace(".", "_") for arg in args if arg != "")])
    full = label(scene, choice or Choice(scene.seat or 0, kind, args))
    return Item(f"do-{name}", text, does(scene, choice, kind, *args), icon or Markup(""), note, full)
