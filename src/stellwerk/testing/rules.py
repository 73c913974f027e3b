"""Laws of what is legal: choices, what carrying them out does, and how anything else is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from stellwerk.core.action import CHANCE, Action, is_plain
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.core.game import Game
from stellwerk.core.texts import LANGUAGES
from stellwerk.testing.scene import Scene, broken


def choices_fit_their_steps(scene: Scene) -> None:
    """A choice is for a seat that may act, its kind belongs to a step that is open, something fits its holes."""
    game, s = scene.game, scene.state
    choices = list(game.choices(s))
    seats = {choice.seat for choice in choices}
    if not seats <= ({CHANCE} if CHANCE in seats else set(range(game.seats))):
        broken(choices_fit_their_steps, f"The choices are of seats {sorted(seats)}.")
    if CHANCE in seats and not game.chancy:
        broken(choices_fit_their_steps, "Chance acts, but `chancy` is False.")
    if not choices:
        return
    top = game.steps[s.todo[-1].step]
    owing = {choice.seat for choice in top.choices(s, s.todo[-1])}
    if top.alone and len(owing) > 1:
        broken(
            choices_fit_their_steps, f"Seats {sorted(owing)} act at once, but the step says that it is for one alone."
        )
    if set(game.owing(s)) != owing:
        broken(choices_fit_their_steps, f"The game waits for seats {game.owing(s)}, but seats {sorted(owing)} can act.")
    kinds = {*top.kinds, *(kind for name in top.anytime for kind in game.steps[name].kinds)}
    for choice in choices:
        if choice.kind not in kinds:
            broken(choices_fit_their_steps, f"{choice} is offered, but the open steps have the kinds {sorted(kinds)}.")
        if not choice.size():
            broken(choices_fit_their_steps, f"Nothing fits {choice}.")
        action = choice.sample(scene.rng)
        if not is_plain(tuple(action)) or not choice.admits(action):
            broken(choices_fit_their_steps, f"{choice} gave {action}, but does not admit it.")


def choices_are_unique(scene: Scene) -> None:
    """Every action is offered once, and asking twice gives the same answer."""
    choices = list(scene.game.choices(scene.state))
    if choices != list(scene.game.choices(scene.state)):
        broken(choices_are_unique, "Two questions had two answers.")
    for action in scene.examples():
        offers = [choice for choice in choices if choice.admits(action)]
        if len(offers) != 1:
            broken(choices_are_unique, f"{action} is admitted by {offers}.")


def no_choice_raises(scene: Scene) -> None:
    """Whatever is offered can be carried out."""
    for action in scene.examples():
        try:
            scene.game.play(scene.state, action)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game is to blame and is told so
            broken(no_choice_raises, f"{action} raised {error!r}.")


def pieces_are_conserved(scene: Scene) -> None:
    """The audit finds nothing wrong with a position or with any that can follow it."""
    game, s = scene.game, scene.state
    for after, how in [(s, "it stands"), *((game.apply(s, a), f"{a} leaves it") for a in scene.examples())]:
        problems = list(game.audit(after))
        if problems:
            broken(pieces_are_conserved, f"The position as {how}: {'; '.join(problems)}.")


def apply_leaves_its_state_alone(scene: Scene) -> None:
    """Carrying out an action changes a copy, shares nothing with the original and always does the same.

    What its class says is replaced may be shared: who changes that in place changes the state that was given.
    """
    game, s = scene.game, scene.state
    before = s.to_json()
    for action in scene.examples():
        after = game.apply(s, action)
        if s.to_json() != before:
            broken(apply_leaves_its_state_alone, f"{action} changed the state that it was given.")
        if type(after) is not game.state_class:
            broken(apply_leaves_its_state_alone, f"{action} gave a {type(after).__name__}.")
        for name in before.keys() - s.replaced:
            value = getattr(after, name)
            if isinstance(value, dict | list) and value is getattr(s, name):
                broken(apply_leaves_its_state_alone, f"After {action} both states share {name!r}.")
        if game.apply(s, action) != after:
            broken(apply_leaves_its_state_alone, f"{action} did two different things.")


def looking_changes_nothing(scene: Scene) -> None:
    """Choices, views, scores, audits, words and imagination leave a state as it is, and no cache changes an answer."""
    game, s = scene.game, scene.state
    before = s.to_json()
    for watcher in scene.watchers:
        view = scene.match.view(watcher)
        seen = view.state.to_json()
        game.imagine(view, scene.rng)
        if view.state.to_json() != seen:
            broken(looking_changes_nothing, f"imagine changed the view of seat {watcher}.")
    for action in scene.examples():
        game.words(s, action)
        game.label(Choice(*action))
    list(game.choices(s)), game.result(s), list(game.audit(s))
    if s.to_json() != before:
        broken(looking_changes_nothing, "The state has changed.")
    _caches_are_silent(scene)


def _caches_are_silent(scene: Scene) -> None:
    """A state that was asked before answers like one that never was, in whatever order questions come."""
    game = scene.game
    data = scene.state.to_json()
    fresh = [game.state_class.from_json(data) for _ in QUESTIONS]
    cold = {name: ask(game, s) for (name, ask), s in zip(QUESTIONS.items(), fresh, strict=True)}
    for order in (list(QUESTIONS), list(QUESTIONS)[::-1], scene.rng.sample(list(QUESTIONS), len(QUESTIONS))):
        warm = game.state_class.from_json(data)
        next(game.choices(warm), None)  # asked for the first only: what it noted must not count as all
        twin = warm.copy()
        for name in order:
            for asked, how in ((warm, "asked before"), (twin, "copied"), (scene.state, "played")):
                if QUESTIONS[name](game, asked) != cold[name]:
                    broken(looking_changes_nothing, f"A state that was {how} gives other {name} than a fresh one.")
    for action in scene.examples()[:3]:
        after = game.apply(scene.state, action)
        again = game.state_class.from_json(after.to_json())
        for name, ask in QUESTIONS.items():
            if ask(game, after) != ask(game, again):
                broken(looking_changes_nothing, f"After {action} what was noted before it gives other {name}.")


def _interleaved(game: Game[Any], s: Any) -> list[Choice]:
    """All choices, listed while somebody else asks for them too, as a page does beside a bot."""
    found = []
    for choice in game.choices(s):
        found.append(choice)
        next(game.choices(s), None)
    return found


QUESTIONS: Final[Mapping[str, Callable[[Game[Any], Any], object]]] = {
    "choices": lambda game, s: list(game.choices(s)),
    "choices in between": _interleaved,
    "seats to move": lambda game, s: game.owing(s),
    "views": lambda game, s: [game.view(s, seat).to_json() for seat in (None, *range(game.seats))],
    "audits": lambda game, s: list(game.audit(s)),
    "results": lambda game, s: game.result(s),
}


def refusals_name_a_rule(scene: Scene) -> None:
    """What no choice admits is refused by a rule of the book, in all languages, and changes nothing."""
    game, s = scene.game, scene.state
    before = s.to_json()
    choices = list(game.choices(s))
    for action in scene.attempts():
        if any(choice.admits(action) for choice in choices):
            continue
        try:
            game.play(s, action)
        except RuleError as error:
            _check_refusal(scene, action, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is not a refusal
            broken(refusals_name_a_rule, f"{action} raised {error!r}.")
        else:
            broken(refusals_name_a_rule, f"{action} was carried out.")
        if s.to_json() != before:
            broken(refusals_name_a_rule, f"{action} was refused, but changed the state.")


def _check_refusal(scene: Scene, action: Action, error: RuleError) -> None:
    title = scene.game.title
    if error.game != title.id or error.rule not in title.rulebook:
        broken(refusals_name_a_rule, f"{action} broke {error.game} {error.rule}, which no book has.")
    if not all(is_plain(value) for value in error.data.values()):
        broken(refusals_name_a_rule, f"{action} was refused with data that JSON cannot hold: {error.data}.")
    for language in LANGUAGES:
        if not title.rulebook.refuse(error.rule, language, error.data).strip():
            broken(refusals_name_a_rule, f"{action} was refused without a word in {language}.")
