"""What a picture shows and for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from stellwerk.core.match import Match


class Look(NamedTuple):
    """A window, a language and colours."""

    width: int
    height: int
    language: str = "en"
    scheme: str = "light"
    stranger: bool = False
    """Whether it is somebody who has no seat."""

    @property
    def name(self) -> str:
        return f"{self.width}-{self.language}-{self.scheme}"

    @property
    def phone(self) -> bool:
        return self.width < 600


LAPTOP = Look(1366, 768)
LARGE = Look(1920, 1080)
PHONE = Look(390, 844, "de", "dark")
USUAL = (LAPTOP, PHONE)
CROSS = tuple(
    Look(width, height, language, scheme)
    for language in ("en", "de")
    for width, height in ((1366, 768), (1920, 1080), (390, 844))
    for scheme in ("light", "dark")
)


class Place(NamedTuple):
    """A match that is opened when the first picture of it is taken."""

    name: str
    make: Callable[[], Match]
    seat: int | None = None
    """Who sits at the screen; whoever has to decide, unless told."""


@dataclass(frozen=True)
class Shot:
    """One picture: which page, for whom, and what is done before it is taken."""

    group: str
    name: str
    path: str
    """`{match}` in it stands for the match of the place; an empty one is the page of the picture before."""

    look: Look = LAPTOP
    place: Place | None = None
    click: tuple[str, ...] = ()
    hover: str = ""
    focus: str = ""
    top: str = ""
    """What stands at the top of the picture."""

    only: str = ""
    """What alone is in the picture."""

    full: bool = False
    """Whether the whole page is in it, not only the window."""

    veiled: bool = False
    """Whether the curtain before the secrets of a seat stays down."""

    doc: str = ""
    """How it is called in docs/img."""

    scale: float = 1.0
    """How large it is there."""

    @property
    def file(self) -> str:
        watching = "-stranger" if self.look.stranger else ""
        return f"{self.group}-{self.name}-{self.look.name}{watching}".replace(" ", "-").replace("_", "-").lower()
