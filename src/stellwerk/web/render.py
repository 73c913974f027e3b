"""Templates into HTML: one environment for each language, everything escaped, nothing undefined.

Most of what a page costs are calls. So messages are translated when a template is read, and functions of ours are
called straight away: jinja2 asks each of them five times whether it wants more than its arguments, and none does.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from stellwerk import __version__
from stellwerk.core.money import THOUSANDS
from stellwerk.web.assets import STATIC
from stellwerk.web.i18n import LANGUAGES, NAMES, Translator, translator
from stellwerk.web.svg.shapes import badge
from stellwerk.web.words import words

FIELD: Final = re.compile(r"%\((\w+)\)s")
PLAIN: Final = frozenset({"asset", "badge", "drawn", "holds", "money"})
"""Names in templates that always stand for a function of ours."""

REMEMBERED: Final = 8192
"""So many lines of logs, rows of markets and piles of tiles are kept in each language, a few hundred bytes each."""


class Direct(CodeGenerator):
    """Calls methods and PLAIN functions as Python does; macros and what jinja2 brings along are called by it."""

    # jinja2 wraps this method, so that it takes keywords only; and names it so.
    def visit_Call(self, node: nodes.Call, frame: Frame, **more: bool) -> None:  # type: ignore[override] # noqa: N802
        named = isinstance(node.node, nodes.Name) and node.node.name in PLAIN
        bare = not (node.kwargs or node.dyn_args or node.dyn_kwargs or more)
        if not bare or not (named or isinstance(node.node, nodes.Getattr)):
            super().visit_Call(node, frame, **more)
            return
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        self.write(")")


class Fluent(Environment):
    """An environment of one language: messages are translated once, when a template is read."""

    code_generator_class = Direct
    say: Translator

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = Foreseen(self.say).visit(super()._parse(source, name, filename))
        return tree


class Foreseen(NodeTransformer):
    """Puts the words of a language in place of each call that would find them."""

    def __init__(self, say: Translator) -> None:
        self.say = say

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - how jinja2 names them
        node = self.generic_visit(node)  # type: ignore[assignment]
        plain = not (node.dyn_args or node.dyn_kwargs) and len(node.args) == 1
        if plain and isinstance(node.node, nodes.Name) and node.node.name == "_":
            (message,) = node.args
            if isinstance(message, nodes.Const):
                return self._said(message.value, {word.key: word.value for word in node.kwargs}, node)
        return node

    def _said(self, message: str, data: Mapping[str, nodes.Expr], call: nodes.Call) -> nodes.Expr:
        """The words of a message, with its fields between them; each field is escaped, no word is."""
        parts: list[nodes.Expr] = []
        for place, part in enumerate(FIELD.split(self.say.gettext(message))):
            if place % 2:
                parts.append(data[part])
            elif part or not place:
                parts.append(nodes.MarkSafeIfAutoescape(nodes.Const(part % {}), lineno=call.lineno))
        return nodes.Concat(parts, lineno=call.lineno) if len(parts) > 1 else parts[0]


@cache
def environment(language: str) -> Environment:
    """The templates as they speak one language."""
    env = Fluent(
        loader=PackageLoader("stellwerk.web"),
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.say = say = translator(language)
    # The i18n extension adds these two to an environment; the stubs know only the environment.
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_callables(say.gettext, say.catalogue.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.filters["compact"] = compact
    env.globals.update(
        asset=asset,
        badge=badge,
        drawn=remembering(env),
        language=language,
        languages=[(code, NAMES[code]) for code in LANGUAGES],
        thousands=THOUSANDS[language],
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


def remembering(env: Environment) -> Callable[[str, Hashable], Markup]:
    """Fills a small template with one thing, which is the same on most pages after the next action too."""

    @lru_cache(maxsize=REMEMBERED)
    def drawn(template: str, one: Hashable) -> Markup:
        return Markup(env.get_template(template).render(one=one))  # noqa: S704 - autoescaped

    return drawn


def compact(value: Any) -> str:
    """JSON for an attribute, to be escaped like any other text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def asset(name: str) -> str:
    """The address of a built file, with a mark of its content so that browsers may keep it for ever."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
