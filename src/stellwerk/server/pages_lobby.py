"""The lobby: new matches with their options and pictures, own matches, and matches from files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from babel.dates import format_timedelta
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.bots.registry import bots_for
from stellwerk.core.errors import Malformed
from stellwerk.core.options import clashes, filled
from stellwerk.core.registry import title, titles
from stellwerk.server.answers import Answer, aside, fields, language, read_object, service
from stellwerk.server.auth import visitor
from stellwerk.server.errors import problem
from stellwerk.server.pages_match import for_script
from stellwerk.server.site import no_store, page
from stellwerk.server.store import Listed
from stellwerk.web.choosing import chapters, folded, has_picture, picture_of, preset_groups, preset_values
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.tables import has_table
from stellwerk.web.words import bot_name

DAY: Final = 24 * 3600
NAMES: Final = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gwen", "Hugo")
"""Who sits at a new table until somebody writes other names."""

SHOWN: Final = 5
"""How many own turns, and how many other running matches, the lobby lists at once; more are behind a fold."""

USUAL: Final = 4
"""How many seats a new table has, if the game allows."""


class Row(NamedTuple):
    """A match in the lobby: what it is, its game by name, and when something happened in it."""

    match: Listed
    game: str
    ago: str

    @property
    def winners(self) -> list[str]:
        return [self.match.names[seat] for seat in self.match.winners]


class Mine(NamedTuple):
    """The matches of a visitor."""

    turns: list[Row]
    running: list[Row]
    over: list[Row]
    unreadable: list[str]


async def lobby(request: Request) -> Response:
    """New matches, own matches, and matches from files."""
    found = await service(request).mine(visitor(request))
    return await aside(request, lambda: _lobby(request, found))


@for_script
async def show_mine(request: Request) -> Response:
    """The visitor's matches alone, for a lobby that has heard of a change."""
    lang, found = language(request), await service(request).mine(visitor(request))
    return await aside(
        request, lambda: no_store(HTMLResponse(render(lang, "parts/mine.html", mine=_mine(found, lang), shown=SHOWN)))
    )


def _lobby(request: Request, found: list[Listed]) -> Response:
    lang = language(request)
    known = titles()
    # Newcomers find first what has a table of its own and the fewest rules to read.
    shelf = sorted(known.values(), key=lambda game: (not has_table(game.id), len(game.rulebook)))
    return page(
        request,
        "lobby.html",
        games=shelf,
        bots={game: _bots(game, lang) for game in known},
        usual={game: min(max(USUAL, one.seats[0]), one.seats[-1]) for game, one in known.items()},
        names=NAMES,
        preset_values=preset_values,
        preset_groups=preset_groups,
        drawn=has_picture,
        chapters=chapters,
        folded=folded,
        mine=_mine(found, lang),
        shown=SHOWN,
    )


def _mine(found: list[Listed], lang: str) -> Mine:
    """The visitor's matches: those in which it is his turn, those that run, those that are over."""
    known = titles()
    found = [one._replace(readable=one.readable and one.game in known) for one in found]
    rows = [Row(one, known[one.game].name(lang), _ago(one.changed, lang)) for one in found if one.readable]
    return Mine(
        turns=[row for row in rows if row.match.your_turn],
        running=[row for row in rows if not row.match.over and not row.match.your_turn],
        over=[row for row in rows if row.match.over],
        unreadable=[one.id for one in found if not one.readable],
    )


async def picture(request: Request) -> Response:
    """The map of a preset, small; nothing in it depends on the visitor."""
    known = title(request.path_params["game"])
    preset = known.preset(request.path_params["preset"])
    headers = {"cache-control": f"public, max-age={DAY}"}
    return await aside(request, lambda: Response(picture_of(known, preset.id), 200, headers, "image/svg+xml"))


@for_script
async def check_options(request: Request) -> Response:
    """What does not go together in a set of options, each with the two options, so that it is said where they stand."""
    game, options = fields(await read_object(request), game=str, options=dict)
    if not all(isinstance(value, str) for value in options.values()):
        raise Malformed("options", "expected strings")
    known, lang = title(game), language(request)

    def make() -> Response:
        found = clashes(game, known.options, filled(game, known.options, options))
        told = [
            {"options": [clash.chosen[0], clash.other[0]], "text": problem(clash, lang).text, "rule": clash.rule}
            for clash in found
        ]
        return Answer({"clashes": told}, headers={"content-language": lang})

    return await aside(request, make)


def _bots(game: str, lang: str) -> list[tuple[str, str]]:
    """The bots for a game with what people call them, the strongest, which come last in the registry, first."""
    return [(name, bot_name(translator(lang), name)) for name in reversed(bots_for(game))]


def _ago(then: float, lang: str) -> str:
    passed = datetime.fromtimestamp(then, UTC) - datetime.now(UTC)
    return format_timedelta(min(passed, timedelta(seconds=-1)), add_direction=True, locale=lang)
