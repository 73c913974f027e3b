"""The page that a link of an invitation opens.

The code stands behind the # of the link, which browsers send to nobody. The page's script, or who types it, sends it in
the body of a form; that alone shows what the invitation is to. Only the button takes the seat: programs that preview
links open nothing.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stellwerk.core.errors import Malformed
from stellwerk.server.answers import answered, language
from stellwerk.server.api_seats import sitting
from stellwerk.server.auth import caller, visitor
from stellwerk.server.errors import NoInvitation, OldLink, Problem, TooLarge, problem
from stellwerk.server.site import page
from stellwerk.server.table import Table

MOST: Final = 4096
"""How many bytes a form may have: a code and a name."""


async def ask(request: Request) -> Response:
    """Who has come by a link: the script sends the code; without one there is a field for it."""
    visitor(request)
    return await _page(request, "join.html", None)


async def accept(request: Request) -> Response:
    """What a code invites to, or with `sit` the table itself."""
    name, form = request.path_params["id"], await _form(request)
    code, called = form.get("code", ""), form.get("name", "").strip()
    try:
        if "sit" not in form:
            return await _invited(request, code)
        await sitting(request).join(name, code, visitor(request), called or None)
    except NoInvitation as error:
        return await _page(request, "join.html", problem(error, language(request)))
    except Malformed as error:  # the name
        return await _invited(request, code, called, problem(error, language(request)))
    return RedirectResponse(f"/match/{name}", 303)


async def _invited(request: Request, code: str, called: str = "", refused: Problem | None = None) -> Response:
    name = request.path_params["id"]
    chair, chairs, _ = await sitting(request).invitation(name, code)
    context = {
        "chair": chair,
        "others": [one.name for one in chairs if one.seat != chair.seat],
        "called": called or ("" if chair.free else chair.name),
        "code": code,
        "own": chair.seat in (await caller(request, name)).seats,
    }
    return await _page(request, "invited.html", refused, **context)


async def _page(request: Request, template: str, refused: Problem | None, **context: Any) -> Response:
    status = refused.status if refused else 200

    def make(table: Table) -> Response:
        game = table.match.game.title
        return page(request, template, status, match=table.id, title=game, refused=refused, **context)

    return await answered(request, request.path_params["id"], make)


async def old_link(request: Request) -> Response:
    """Links used to hold the token of a seat, which every proxy on the way could log."""
    raise OldLink(request.path_params["id"])


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form as browsers send it."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST:
            raise TooLarge(MOST)
    try:
        return dict(parse_qsl(body.decode("ascii"), errors="strict", max_num_fields=8))
    except ValueError as error:
        raise Malformed("body", "not a form") from error


routes: Final = [
    Route("/match/{id}/join", ask, methods=["GET"]),
    Route("/match/{id}/join", accept, methods=["POST"]),
    Route("/join/{id}/{token}", old_link, methods=["GET", "POST"]),
]
