"""Pictures of the pages round the tables, and of guided matches."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.walkthrough import walkthrough_of
from tools.screenshots.shot import CROSS, LAPTOP, PHONE, Look, Shot
from tools.screenshots.tables import GAMES, views


def of_pages() -> Iterator[Shot]:
    """The lobby, the rules, the help and what is told where nothing is found."""
    for look in CROSS:
        yield Shot("lobby", "whole", "/", look=look, full=True)
    for game in GAMES:
        choose = (f".game:has([value='{game}'])",)
        yield from views(Shot("lobby", f"new {game}", "/", click=choose, full=True))
        yield from views(Shot("rules", game, f"/rules/{game}"))
        yield from views(Shot("rules", f"{game} summary", f"/rules/{game}/summary", full=True))
        yield from views(Shot("learn", game, f"/learn/{game}"))
    yield from views(Shot("learn", "all", "/learn"))
    yield from views(Shot("pages", "help", "/about", full=True))
    yield from views(Shot("pages", "not found", "/nowhere"))
    yield from views(Shot("pages", "no such match", "/match/nothing"))


def of_guides() -> Iterator[Shot]:
    """Every step of the guided matches."""
    for game in GAMES:
        yield from guided(game, LAPTOP)
    for game in ("1830", "paris-connection"):
        yield from guided(game, PHONE)


def guided(game: str, look: Look, doc: str = "") -> Iterator[Shot]:
    """From the first step to the end, one picture each, on one page."""
    walk = walkthrough_of(game)
    assert walk is not None
    click: tuple[str, ...] = ("form button.primary",)
    for at, step in enumerate((*walk.guide.steps, None)):
        path = "" if at else f"/learn/{game}"
        name = f"{game} {at + 1} {step.id if step else 'end'}"
        yield Shot("guided", name, path, look=look, click=click, doc=f"{doc}-{at + 1}" if doc else "", scale=0.5)
        # A step whose answer others give is explained before the next one begins.
        explained = (f"#guide [data-guide-go='{at + 1}']",) if step and step.then else ()
        click = ("#guide [data-guide-done]", *explained)
