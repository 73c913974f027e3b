"""Answering with a page: its language, its colours and the links that change both."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.server.answers import language
from stellwerk.server.cookies import cookies
from stellwerk.server.sharing import sharing
from stellwerk.web.i18n import COOKIE, LANGUAGES
from stellwerk.web.render import render

THEMES: Final = ("light", "dark")
PALETTES: Final = ("safe", "strong")
"""Colours of companies and seats beside those that are printed (palettes.css)."""

TURNS: Final = {"90": 90, "180": 180, "270": 270}
"""How a map may be turned, in degrees."""

YEAR: Final = 365 * 24 * 3600


def page(request: Request, template: str, status: int = 200, /, **context: Any) -> Response:
    """A whole page for this visitor; a language that the address asked for is remembered."""
    lang = language(request)
    theme, palette = cookies(request).get("theme"), cookies(request).get("palette")
    worn = {"theme": theme if theme in THEMES else None, "palette": palette if palette in PALETTES else None}
    html = render(lang, template, **worn, switch=_switch(request), sharing=sharing(request), **context)
    response = no_store(HTMLResponse(html, status, {"content-language": lang}))
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, lang, YEAR, samesite="lax")
    return response


def turn_of(request: Request) -> int:
    """How the visitor has turned the map; what is written on it has to be placed for that."""
    return TURNS.get(cookies(request).get("turn", ""), 0)


def no_store(response: Response) -> Response:
    """What a visitor sees of a match is nobody else's, and old the next moment."""
    response.headers["cache-control"] = "no-store"
    return response


def _switch(request: Request) -> dict[str, str]:
    """The address of this page in each language: only what follows its path, which may look like another host's."""
    kept = [(key, value) for key, value in request.query_params.multi_items() if key != "lang"]
    return {code: f"?{urlencode([*kept, ('lang', code)])}" for code in LANGUAGES}
