"""The pages on which a game is learned: guided matches, and how one is led."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stellwerk.core.errors import NotFound
from stellwerk.core.guide import LEARNER
from stellwerk.core.registry import title, titles
from stellwerk.core.title import Title
from stellwerk.server import guided
from stellwerk.server.answers import Answer, answered, aside, fields, read_object, service
from stellwerk.server.auth import caller, visitor
from stellwerk.server.pages_lobby import NAMES
from stellwerk.server.pages_match import NONE, for_script, fragment
from stellwerk.server.site import page


async def shelf(request: Request) -> Response:
    """All games that can be learned by a guided match."""
    return await aside(request, lambda: page(request, "learn.html", games=_games(), chosen=None))


async def intro(request: Request) -> Response:
    """What the guided match of a game is about."""
    visitor(request)
    known = title(request.path_params["game"])
    if known.guide is None:
        raise NotFound("guide", known.id)
    return await aside(request, lambda: page(request, "learn.html", games=_games(), chosen=known))


async def begin(request: Request) -> Response:
    """A guided match of one's own."""
    game = title(request.path_params["game"]).id
    created = await guided.begin(service(request), game, NAMES[0], visitor(request))
    return RedirectResponse(f"/match/{created.id}", 303)


@for_script
async def lead(request: Request) -> Response:
    """Go to where a step begins, or is done, and answer with the table as it then stands."""
    name = request.path_params["id"]
    step, done, ply, rev = fields(await read_object(request), step=int, done=(bool, NONE), ply=int, rev=(int, NONE))
    who = await caller(request, name)
    who.own(await service(request).open(name), LEARNER)
    table = await guided.lead(service(request), name, step, ply, rev, done=bool(done))
    return await answered(request, table, lambda table: fragment(request, table, who), long=True)


@for_script
async def free(request: Request) -> Response:
    """Another match from here on against bots, without the guide."""
    name = request.path_params["id"]
    fields(await read_object(request))
    who = await caller(request, name)
    who.own(await service(request).open(name), LEARNER)
    created = await guided.play_on(service(request), name)
    await service(request).claim_people(visitor(request), created)
    return Answer({"id": created.id}, 201)


def _games() -> list[Title]:
    """Those with a guide, the ones with the fewest rules first."""
    return sorted((known for known in titles().values() if known.guide), key=lambda known: len(known.rulebook))


routes: Final = [
    Route("/learn", shelf, methods=["GET"]),
    Route("/learn/{game}", intro, methods=["GET"]),
    Route("/learn/{game}", begin, methods=["POST"]),
    Route("/match/{id}/guide", lead, methods=["POST"]),
    Route("/match/{id}/guide/freed", free, methods=["POST"]),
]
