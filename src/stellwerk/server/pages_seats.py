"""The page that a link of an invitation opens.

The code stands behind the # of the link, which browsers send to nobody. The page's script, or who types it, sends it in
the body of a form; that alone shows what the invitation is to. Only the button takes the seat: programs that preview
links open nothing.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stellwerk.core.errors import Malformed
from stellwerk.server.answers import language
from stellwerk.server.api_seats import sitting
from stellwerk.server.auth import caller, visitor
from stellwerk.server.errors import NoInvitation, OldLink, Problem, TooLarge, problem
from stellwerk.server.site import page

MOST: Final = 4096
"""How many bytes a form may have: a code and a name."""


async def ask(request: Request) -> Response:
    """Who has come by a link: the script sends the code; without one there is a field for it."""
    visitor(request)
    name = request.path_params["id"]
    table = await sitting(request).matches.open(name)
    return page(request, "join.html", match=name, title=table.match.game.title, refused=None)


async def accept(request: Request) -> Response:
    """What a code invites to, or with `sit` the table itself."""
    name, form = request.path_params["id"], await _form(request)
    code, called = form.get("code", ""), form.get("name", "").strip()
    try:
        if "sit" not in form:
            return await _invited(request, code)
        await sitting(request).join(name, code, visitor(request), called or None)
    except NoInvitation as error:
        refused = problem(error, language(request))
        table = await sitting(request).matches.open(name)
        return page(request, "join.html", refused.status, match=name, title=table.match.game.title, refused=refused)
    except Malformed as error:  # the name
        return await _invited(request, code, called, problem(error, language(request)))
    return RedirectResponse(f"/match/{name}", 303)


async def _invited(request: Request, code: str, called: str = "", refused: Problem | None = None) -> Response:
    name = request.path_params["id"]
    chair, chairs, _ = await sitting(request).invitation(name, code)
    context = {
        "match": name,
        "title": (await sitting(request).matches.open(name)).match.game.title,
        "chair": chair,
        "others": [one.name for one in chairs if one.seat != chair.seat],
        "called": called or chair.name,
        "code": code,
        "own": chair.seat in (await caller(request, name)).seats,
        "refused": refused,
    }
    return page(request, "invited.html", refused.status if refused else 200, **context)


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
