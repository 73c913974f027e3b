"""The cookies of a request: our own, read in one pass over so many bytes, and how they are written.

The parser of the standard library takes the square of the length of a value with backslashes in it, and every request
has cookies that somebody may have made up. Ours are plain words.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.types import Scope

VISITOR: Final = "stellwerk"
RENEWED: Final = "stellwerk-renewed"
"""Tells that the visitor's cookie was set not long ago; it is gone when that has to be done again."""

NAMES: Final = (VISITOR, RENEWED, "lang", "theme", "palette", "turn")
"""All that are read; whatever else a browser sends is another program's."""

MOST: Final = 16 * 1024
"""Bytes of cookies that are looked at; what comes behind them is as good as not sent."""

OWN: Final = re.compile(rf"(?:^|;)[ \t]*({'|'.join(NAMES)})=([\w.~!$%&'*+^`|/:@-]{{0,200}})[ \t]*(?=;|$)", re.ASCII)
KEY: Final = "stellwerk.cookies"


def cookies(request: Request) -> dict[str, str]:
    """Our own cookies by name."""
    found: dict[str, str] | None = request.scope.get(KEY)
    if found is None:
        sent = b";".join(value for name, value in request.scope["headers"] if name == b"cookie")
        found = request.scope[KEY] = dict(OWN.findall(sent[:MOST].decode("latin-1")))
    return found


def written(name: str, value: str, seconds: int, scope: Scope) -> str:
    """The header that sets a cookie which no script may read."""
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return f"{name}={value}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=Lax{secure}"
