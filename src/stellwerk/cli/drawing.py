"""The map of a position as a picture that stands alone: the page's drawing with the page's style inside."""

from __future__ import annotations

import re

import click

from stellwerk.core.match import Match
from stellwerk.web.assets import STATIC, remedy
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for


def drawn(match: Match, ply: int, seat: int | None) -> str:
    """The map as this seat (None: a spectator) sees it, without anything to click."""
    names = tuple(taken.name for taken in match.header.seats)
    scene = Scene(view=match.view(seat, ply), names=names, say=translator("en"), acting=False)
    drawing = first_map(str(table_for(match.header.game).map(scene)))
    if drawing is None:
        raise click.ClickException(f"{match.header.game} has no map to draw")
    head, bracket, body = drawing.partition(">")
    style = style_sheet().replace("]]>", "")
    return f'{head} xmlns="http://www.w3.org/2000/svg"{bracket}<style><![CDATA[\n{style}\n]]></style>{body}\n'


def first_map(fragment: str) -> str | None:
    """The drawing of class `map` in a fragment of a page, with all drawings inside it."""
    begin = fragment.find('<svg class="map"')
    depth = 0
    for tag in re.finditer(r"<svg\b|</svg>", fragment[begin:] if begin >= 0 else ""):
        depth += 1 if tag[0] == "<svg" else -1
        if not depth:
            return fragment[begin : begin + tag.end()]
    return None


def style_sheet() -> str:
    """The style of the pages, built from web/src by `make web`."""
    file = STATIC / "main.css"
    if not file.is_file():
        raise click.ClickException(f"the style sheet is not built: {remedy()}")
    return file.read_text(encoding="utf-8")
