"""The lobby: new matches with their options and pictures, own matches, and matches from files."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.bots.reasons import adviser_for
from stellwerk.bots.registry import bot_label, bots_for
from stellwerk.core.errors import Malformed, NotFound
from stellwerk.core.options import clashes, filled
from stellwerk.core.registry import title, titles
from stellwerk.server.answers import LARGE, Answer, aside, fields, language, read_object, service
from stellwerk.server.auth import visitor
from stellwerk.server.errors import problem
from stellwerk.server.listing import Wish, mine_of
from stellwerk.server.names import LONGEST, is_match_id
from stellwerk.server.pages_match import for_script
from stellwerk.server.site import no_store, page
from stellwerk.server.store import Listed
from stellwerk.web.choosing import chapters, folded, has_picture, picture_of, preset_groups, preset_values
from stellwerk.web.render import render
from stellwerk.web.tables import has_table

DAY: Final = 24 * 3600
NAMES: Final = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gwen", "Hugo")
"""Who sits at a new table until somebody writes other names."""

USUAL: Final = 4
"""How many seats a new table has, if the game allows."""


async def lobby(request: Request) -> Response:
    """New matches, own matches, and matches from files."""
    found = await service(request).mine(visitor(request))
    return await aside(request, lambda: _lobby(request, found))


@for_script
async def show_mine(request: Request) -> Response:
    """The visitor's matches alone, for a lobby that has heard of a change or looks for something else."""
    lang, found = language(request), await service(request).mine(visitor(request))
    wish = Wish.of(request.query_params)
    return await aside(
        request, lambda: no_store(HTMLResponse(render(lang, "parts/mine_list.html", mine=mine_of(found, wish, lang))))
    )


@for_script
async def shelve(request: Request) -> Response:
    """Put a match away, or bring it back."""
    match, away = fields(await read_object(request), match=str, away=bool)
    if not is_match_id(match):
        raise NotFound("match", match[:LONGEST])
    move = service(request).put_away if away else service(request).bring_back
    await move(visitor(request), match)
    return Answer({})


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
        advised={game: adviser_for(game) is not None for game in known},
        usual={game: min(max(USUAL, one.seats[0]), one.seats[-1]) for game, one in known.items()},
        names=NAMES,
        preset_values=preset_values,
        preset_groups=preset_groups,
        drawn=has_picture,
        chapters=chapters,
        folded=folded,
        mine=mine_of(found, Wish.of(request.query_params), lang),
        largest=LARGE,
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
    return [(name, bot_label(game, name, lang)) for name in reversed(bots_for(game))]
