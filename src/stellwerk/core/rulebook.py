"""The rules of a game by number: what a refusal cites and what the tests must show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from stellwerk.core.errors import DataError
from stellwerk.core.texts import Readable, Texts, languages_of, load_toml

UNTESTED_KINDS: Final = frozenset({"definition", "etiquette", "shared"})
"""Kinds of rules that describe rather than decide, or that the tests of a shared engine show."""

CASE: Final = "case"
"""The field of a refusal that says which of several causes holds, where a rule forbids a thing for more than one."""

OPTIONS: Final = "options"
"""The case of a rule that says why some options do not go together, where its text does not."""

NEEDED: Final = ("id", "kind", "title", "text")
_LISTED: Final = "id, kind, title and text"


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of a book in our own words, and what a refusal says that cites it."""

    id: str
    kind: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    refusal: Mapping[str, str]
    cases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What a refusal says instead, by the case that its data name."""

    def sentence(self, data: Mapping[str, str | int]) -> Mapping[str, str]:
        """By language the sentence of a refusal with these data."""
        return self.cases.get(str(data.get(CASE)), self.refusal)

    @property
    def needs_test(self) -> bool:
        return self.kind not in UNTESTED_KINDS


class Rulebook:
    """All rules of a game in the order of the book."""

    def __init__(self, rules: Mapping[str, Rule], texts: Texts) -> None:
        self._rules, self._texts = dict(rules), texts

    @classmethod
    def load(cls, files: Iterable[Readable], texts: Texts) -> Rulebook:
        rules: dict[str, Rule] = {}
        for file in files:
            entries = load_toml(file).get("rule")
            if not entries or not isinstance(entries, list):
                raise DataError(file.name, "there are no rules: expected [[rule]] entries")
            for entry in entries:
                rule = _rule(entry, file.name)
                if rule.id in rules:
                    raise DataError(file.name, f"rule {rule.id} stands twice")
                rules[rule.id] = rule
        return cls(rules, texts)

    def with_rules(self, more: Iterable[Rule]) -> Rulebook:
        """The same book, and behind it some more rules."""
        return Rulebook({**self._rules, **{rule.id: rule for rule in more}}, self._texts)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __len__(self) -> int:
        return len(self._rules)

    def clash(self, rule: str, language: str) -> str:
        """What to tell somebody whose options this rule keeps apart."""
        found = self._rules[rule]
        return found.cases.get(OPTIONS, found.text)[language]

    def refuse(self, rule: str, language: str, data: Mapping[str, str | int], texts: Texts | None = None) -> str:
        """What to tell a player whose action this rule forbids; with the names of a game, where it has its own."""
        return self._rules[rule].sentence(data)[language].format(**(texts or self._texts).words(language, data))


def _rule(entry: Any, file: str) -> Rule:
    try:
        name, kind, title, text = (entry[part] for part in NEEDED)
    except (KeyError, TypeError) as error:
        raise DataError(file, f"a rule needs {_LISTED}: {entry!r}") from error
    if not isinstance(name, str) or not isinstance(kind, str):
        raise DataError(file, f"a rule needs {_LISTED}, the first two as strings: {entry!r}")
    for part in sorted(entry.keys() - {*NEEDED, "refusal", "cases"}):
        raise DataError(file, f"rule {name} has an unknown part {part!r}")
    said = {"title": title, "text": text, "refusal": entry.get("refusal", text)}
    cases = entry.get("cases", {})
    if not isinstance(cases, dict):
        raise DataError(file, f"rule {name}.cases must be a table of refusals by case: {cases!r}")
    return Rule(
        name,
        kind,
        **{part: languages_of(what, file, f"rule {name}.{part}") for part, what in said.items()},
        cases={case: languages_of(what, file, f"rule {name}.cases.{case}") for case, what in cases.items()},
    )
