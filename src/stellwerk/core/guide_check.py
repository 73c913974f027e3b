"""What is wrong with a guided match: steps that cannot be played, refusals that do not happen, and the like."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, RuleError
from stellwerk.core.guide import FILE, LEARNER, Step
from stellwerk.core.match import Match
from stellwerk.core.title import Title
from stellwerk.core.walkthrough import Walkthrough, work_out


def guide_problems(title: Title) -> Iterator[str]:
    """What does not fit in the guide of a title; nothing where it has none."""
    try:
        if title.guide is None:
            return
        walkthrough = work_out(title, title.guide)
    except DataError as error:
        yield str(error)
        return
    for at, step in enumerate(walkthrough.guide.steps):
        match = Match(walkthrough.header("Ada"), walkthrough.until(at), checked=False)
        yield from (f"{FILE}: step {step.id}: {problem}" for problem in _problems(walkthrough, step, match))


def _problems(walkthrough: Walkthrough, step: Step, match: Match) -> Iterator[str]:
    if step.do and LEARNER not in match.waiting():
        yield "it is not the learner's turn"
        return
    if walkthrough.place(match.log).how != ("asked" if step.do else "looking"):
        yield "the match does not stand at it when it begins"
    for refused in step.refused:
        rule = _rule(match, refused.action)
        if rule != refused.rule:
            yield f"{refused.action} is refused by {rule}, not by {refused.rule}"
    for detour in step.detours:
        rule = _rule(match, detour.action)
        if rule is not None:
            yield f"{detour.action} is no detour: {rule} refuses it"
        elif not detour.pattern.fits(detour.action) or step.takes(0, detour.action):
            yield f"{detour.action} is no detour: it is what the step wants, or not of its pattern"
    for pattern in step.also:
        if not any(choice.seat == LEARNER and choice.kind == pattern.kind for choice in _all(match, step)):
            yield f"nothing of the kind {pattern.kind} can be done, so it cannot count as well"


def _all(match: Match, step: Step) -> Iterator[Action]:
    """An action of each choice that is open before one of the actions of a step."""
    past = match.copy()
    for action in step.do:
        yield from (Action(choice.seat, choice.kind) for choice in past.choices())
        past.play(action)


def _rule(match: Match, action: Action) -> str | None:
    """The rule that forbids an action now; None if it is legal."""
    try:
        match.game.check(match.state, action)
    except RuleError as error:
        return error.rule
    return None
