"""Parts of a table that a page has already are not sent again."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from markupsafe import Markup
from starlette.requests import Request

HEADER: Final = "x-parts"
"""What a page has: `name.version` of each part, with commas between."""

SIZE: Final = 6
"""Bytes of a version: few enough for a header, and so many that no two states of a part have the same one."""


def parted(parts: Mapping[str, Markup], match: str) -> dict[str, Any]:
    """What fragment.html needs of the parts of a match: themselves, a word for what each shows, and which a page has.

    The name of the match, which stands in links, has no say in these words: tables that show the same have the same.
    """
    known = {name: _version(html.replace(match, "")) for name, html in parts.items() if html}
    return {"parts": parts, "versions": known, "same": frozenset()}


def _version(html: str) -> str:
    return blake2b(html.encode(), digest_size=SIZE).hexdigest()


def on_page(request: Request, found: Mapping[str, str]) -> frozenset[str]:
    """The parts of which a page has this very version."""
    said = frozenset(request.headers.get(HEADER, "").split(","))
    return frozenset(name for name, version in found.items() if f"{name}.{version}" in said)
