"""Templates into HTML: one environment for each language, everything escaped, nothing undefined."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from stellwerk import __version__
from stellwerk.web.assets import STATIC
from stellwerk.web.i18n import LANGUAGES, NAMES, translator
from stellwerk.web.svg.shapes import badge
from stellwerk.web.words import words


@cache
def environment(language: str) -> Environment:
    """The templates as they speak one language."""
    env = Environment(
        loader=PackageLoader("stellwerk.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    say = translator(language)
    # The i18n extension adds these two to an environment; the stubs know only the environment.
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_callables(say.gettext, say.catalogue.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.filters["compact"] = compact
    env.globals.update(
        asset=asset,
        badge=badge,
        language=language,
        languages=[(code, NAMES[code]) for code in LANGUAGES],
        version=__version__,
        words=words(say),
    )
    return env


def read_all() -> None:
    """Read all templates, which takes a second, so that no visitor waits for one. What cannot be read is read later."""
    with suppress(OSError):
        for language in LANGUAGES:
            env = environment(language)
            for name in env.list_templates():
                env.get_template(name)


def render(language: str, template: str, /, **context: Any) -> Markup:
    """A template filled in; the result is HTML and will not be escaped again."""
    return Markup(environment(language).get_template(template).render(**context))  # noqa: S704 - autoescaped above


def compact(value: Any) -> str:
    """JSON for an attribute, to be escaped like any other text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def asset(name: str) -> str:
    """The address of a built file, with a mark of its content so that browsers may keep it for ever."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
