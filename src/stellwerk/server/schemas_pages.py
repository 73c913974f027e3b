"""The forms of what the pages' own scripts send, as JSON Schema: no part of the API for programs."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Json
from stellwerk.server.schemas import BOOLEAN, INTEGER, STRING, array, mapping, maybe, record, ref

BODIES: Final[dict[str, Json]] = {
    "/lobby/options": record({"game": STRING, "options": mapping(STRING)}),
    "/lobby/shelf": record({"match": STRING, "away": BOOLEAN}),
    "/match/{id}/do": record(
        {"do": {"enum": ["act", "undo", "redo"]}, "ply": INTEGER},
        {"rev": maybe(INTEGER), "seat": maybe(INTEGER), "action": maybe(ref("Action")), "to": maybe(INTEGER)},
    ),
    "/match/{id}/plan": record({"steps": array({"type": "array"})}, {"company": maybe(STRING)}),
    "/match/{id}/guide": record({"step": INTEGER, "ply": INTEGER}, {"rev": maybe(INTEGER)}),
    "/match/{id}/guide/freed": record({}),
}
"""By the template of their address."""

FORMS: Final[dict[str, Json]] = {
    "/match/{id}/join": record({"code": STRING}, {"name": STRING, "sit": STRING}),
    "/learn/{game}": record({}),
    "/join/{id}/{token}": record({}),
}
"""What browsers send without a script, as fields of a form."""
