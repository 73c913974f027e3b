"""The rules of a game by number: what a refusal cites and what the tests must show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from stellwerk.core.errors import DataError
from stellwerk.core.texts import Readable, Texts, languages_of, load_toml

UNTESTED_KINDS: Final = frozenset({"definition", "etiquette"})
"""Kinds of rules that describe rather than decide."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of a book in our own words, and what a refusal says that cites it."""

    id: str
    kind: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    refusal: Mapping[str, str]

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
            for entry in load_toml(file).get("rule", []):
                rule = _rule(entry, file.name)
                if rule.id in rules:
                    raise DataError(file.name, f"rule {rule.id} stands twice")
                rules[rule.id] = rule
        return cls(rules, texts)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __len__(self) -> int:
        return len(self._rules)

    def refuse(self, rule: str, language: str, data: Mapping[str, str | int]) -> str:
        """What to tell a player whose action this rule forbids."""
        named = {
            field: self._texts.name(language, value) if isinstance(value, str) else value
            for field, value in data.items()
        }
        return self._rules[rule].refusal[language].format(**named)


def _rule(entry: Any, file: str) -> Rule:
    try:
        name, kind = entry["id"], entry["kind"]
        title, text = (languages_of(entry[part], file, f"rule {name}.{part}") for part in ("title", "text"))
    except (KeyError, TypeError) as error:
        raise DataError(file, f"a rule needs id, kind, title and text: {entry!r}") from error
    refusal = languages_of(entry["refusal"], file, f"rule {name}.refusal") if "refusal" in entry else text
    return Rule(name, kind, title, text, refusal)
