"""Laws of a title as it stands on the shelf: data, texts, rules, options, and steps that fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.game import Game
from stellwerk.core.guide_check import guide_problems
from stellwerk.core.soundness import rule_problems, sentence_problems, text_problems
from stellwerk.core.step import Step
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.title import Title
from stellwerk.testing.scene import broken


def check_title(title: Title) -> None:
    """Hold everything against the laws that needs no match."""
    data_fits_together(title)
    texts_are_complete(title)
    sentences_have_the_same_fields(title)
    tables_are_refused(title)
    a_guide_can_be_played(title)
    for seats in title.seats:
        steps_fit_together(title.game(seats))


def data_fits_together(title: Title) -> None:
    """The game finds nothing wrong with its own data files."""
    _hold(data_fits_together, title.problems())


def texts_are_complete(title: Title) -> None:
    """Name, summary, notices and options have texts, and options and seats name rules of the book."""
    _hold(texts_are_complete, text_problems(title))


def sentences_have_the_same_fields(title: Title) -> None:
    """A sentence can be filled, and is filled with the same data in every language."""
    _hold(sentences_have_the_same_fields, sentence_problems(title))


def a_guide_can_be_played(title: Title) -> None:
    """A guided match goes as it is written, and what it says is refused is refused."""
    _hold(a_guide_can_be_played, guide_problems(title))


def _hold(law: Callable[..., None], problems: Iterable[str]) -> None:
    found = list(problems)
    if found:
        broken(law, "; ".join(found))


def tables_are_refused(title: Title) -> None:
    """A wrong number of seats is refused by its rule, an unknown option by its name."""
    for seats in (title.seats[0] - 1, title.seats[-1] + 1):
        try:
            title.game(seats)
        except RuleError as error:
            for language in LANGUAGES:
                title.rulebook.refuse(error.rule, language, error.data)
            if error.rule != title.seats_rule:
                broken(tables_are_refused, f"{seats} seats are refused by rule {error.rule}.")
        else:
            broken(tables_are_refused, f"{seats} seats are none too few or too many.")
    wrong: list[Mapping[str, str]] = [{"no such option": "x"}, *({o.id: "no such value"} for o in title.options)]
    for options in wrong:
        try:
            title.game(title.seats[0], options)
        except Malformed:
            continue
        broken(tables_are_refused, f"{options} is admitted.")


def steps_fit_together(game: Game[Any]) -> None:
    """Every kind of a step has its method, every rule that can be named stands in the book."""
    _hold(steps_fit_together, rule_problems(game))
    for name, step in game.steps.items():
        beside = [game.steps[other] for other in step.anytime if other in game.steps]
        if len(beside) != len(step.anytime):
            broken(steps_fit_together, f"Step {name} is open beside steps that do not exist: {step.anytime}.")
        kinds = Counter(kind for each in (step, *beside) for kind in each.kinds)
        if max(kinds.values(), default=1) > 1:
            broken(steps_fit_together, f"While step {name} is open, two methods have one name: {kinds}.")
        for kind in step.kinds:
            if hasattr(Step, kind) or not callable(getattr(step, kind, None)):
                broken(steps_fit_together, f"Step {name} has no method for the kind {kind!r}.")
