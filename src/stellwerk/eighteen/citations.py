"""Which rule stands behind a refusal of a shared step: the step names a key, a title's book has the number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from stellwerk.core.errors import Refusal
from stellwerk.core.money import in_money
from stellwerk.core.rulebook import Rule
from stellwerk.core.texts import LANGUAGES, languages_of, load_toml

SHARED: Final = files("stellwerk.eighteen") / "data" / "rules.toml"
KIND: Final = "shared"
"""The kind of a rule that no paragraph of a book stands behind."""

FIELD: Final = re.compile(r"\{\w+\}")


@cache
def neutral_rules() -> Mapping[str, Rule]:
    """By key what a refusal says where a title has no paragraph of its own for it."""
    return {key: _neutral(key, entry) for key, entry in load_toml(SHARED).items()}


def _neutral(key: str, entry: Mapping[str, Any]) -> Rule:
    said = languages_of({tongue: entry.get(tongue) for tongue in LANGUAGES}, SHARED.name, key)
    cases = {case: languages_of(what, SHARED.name, f"{key}.{case}") for case, what in entry.get("cases", {}).items()}
    told = {tongue: FIELD.sub("…", text) for tongue, text in said.items()}
    return Rule(key, KIND, told, told, said, cases)


def _in_money(rule: Rule, currency: str) -> Rule:
    told, cases = in_money(rule.text, currency), {case: in_money(what, currency) for case, what in rule.cases.items()}
    return Rule(rule.id, rule.kind, told, told, in_money(rule.refusal, currency), cases)


@dataclass(frozen=True, slots=True)
class Citations:
    """The numbers of a book by key.

    `cites` has the usual number of a key, `special` those that hold for one private or company alone, `none` the keys
    that cannot come up in this title.
    """

    cites: Mapping[str, str] = field(default_factory=dict)
    special: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    none: frozenset[str] = frozenset()

    def number(self, refusal: Refusal) -> str:
        """The number that this book has for a refusal; the key itself, or what a title's own step names, otherwise."""
        for about in refusal.data.values() if self.special else ():
            if isinstance(about, str) and refusal.rule in self.special.get(about, ()):
                return self.special[about][refusal.rule]
        return self.cites.get(refusal.rule, refusal.rule)

    def neutral(self, currency: str) -> Iterator[Rule]:
        """Rules in neutral words for all keys that no paragraph stands behind, also those that should not come up."""
        for key, rule in neutral_rules().items():
            if key not in self.cites:
                yield _in_money(rule, currency)

    def problems(self) -> Iterator[str]:
        """Keys that do not exist, or that are said to come up and not to."""
        known = neutral_rules()
        for key in {**self.cites, **{key: "" for table in self.special.values() for key in table}}:
            if key not in known:
                yield f"cites.toml: there is no key {key!r}"
        for key in sorted(self.none):
            if key not in known:
                yield f"cites.toml: there is no key {key!r}"
            elif key in self.cites:
                yield f"cites.toml: {key} has a number, and is said not to come up"


def read_citations(data: Mapping[str, Any]) -> Citations:
    return Citations(data.get("cites", {}), data.get("for", {}), frozenset(data.get("none", ())))
