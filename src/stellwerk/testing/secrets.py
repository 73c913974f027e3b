"""Laws of what is hidden: views, imagination, and undo as a way to peek."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from stellwerk.core.action import CHANCE
from stellwerk.core.errors import RuleError
from stellwerk.core.state import State
from stellwerk.core.view import View, choices_of
from stellwerk.testing.scene import Scene, broken

LATEST = 30
FAR = 6


def views_tell_no_secrets(scene: Scene) -> None:
    """A spectator knows no more than any seat, a game without secrets has none, and nobody sees the seed."""
    game, s, match = scene.game, scene.state, scene.match
    public = game.view(s, None)
    for watcher in scene.watchers:
        view = match.view(watcher)
        if game.view(view.state, watcher) != view.state:
            broken(views_tell_no_secrets, f"Seeing a view of seat {watcher} again hides more.")
        if game.view(view.state, None) != public:
            broken(views_tell_no_secrets, f"A spectator knows something that seat {watcher} does not.")
        if not game.hidden and view.state != s:
            broken(views_tell_no_secrets, f"Something is hidden from seat {watcher}, but `hidden` is False.")
        if match.header.seed in json.dumps(replace(view, log=view.log[-LATEST:]).to_json()):
            broken(views_tell_no_secrets, f"Seat {watcher} sees the seed.")
        for action, told in zip(match.log[-LATEST:], view.log[-LATEST:], strict=True):
            seen = game.recall(action, watcher, s)
            if told != seen:
                broken(views_tell_no_secrets, f"The log of seat {watcher} has {told}, but by now it may know {seen}.")
            if game.recall(seen, watcher, s) != seen:
                broken(views_tell_no_secrets, f"{action} redacted twice for seat {watcher} differs.")
            if game.recall(seen, None, s) != game.recall(action, None, s):
                broken(views_tell_no_secrets, f"A spectator knows more of {action} than seat {watcher}.")


def choices_follow_from_the_view(scene: Scene) -> None:
    """What a seat may do follows from what it sees."""
    for watcher in scene.watchers:
        view = scene.match.view(watcher)
        if choices_of(scene.game, view.state, watcher) != view.choices:
            broken(choices_follow_from_the_view, f"Seat {watcher} sees other choices than it has.")


def imagined_states_fit_the_view(scene: Scene) -> None:
    """A view never changes when only hidden data changes, and what is imagined behind it can be played."""
    game = scene.game
    # Where nothing is hidden all see the same (views_tell_no_secrets), so one of them imagines for all.
    for watcher in scene.watchers if game.hidden else [scene.rng.choice(scene.watchers)]:
        view = scene.match.view(watcher)
        for seed in (scene.rng.random(), scene.rng.random()):
            s = game.imagine(view, Random(seed))
            if game.imagine(view, Random(seed)) != s:
                broken(imagined_states_fit_the_view, f"For seat {watcher} one seed gave two states.")
            problems = list(game.audit(s))
            if problems:
                broken(imagined_states_fit_the_view, f"Seat {watcher} imagines the impossible: {'; '.join(problems)}.")
            if game.view(s, watcher) != view.state:
                told = _difference(view.state, game.view(s, watcher))
                broken(imagined_states_fit_the_view, f"Seat {watcher} would see another {told}.")
            if choices_of(game, s, watcher) != view.choices:
                broken(imagined_states_fit_the_view, f"Seat {watcher} would have other choices.")
            _play_on(scene, view, s)


def undo_reveals_nothing(scene: Scene) -> None:
    """An action that shows a seat what was hidden from it before seals the match against that seat's undo."""
    game, s = scene.game, scene.state
    for action in scene.examples():
        after = game.apply(s, action)
        if action.seat == CHANCE or game.seals(s, action, after):
            continue
        view = scene.match.view(action.seat)
        other = game.apply(game.imagine(view, scene.rng), action)
        if game.view(other, action.seat) != game.view(after, action.seat):
            told = _difference(game.view(after, action.seat), game.view(other, action.seat))
            broken(undo_reveals_nothing, f"{action} shows its seat a hidden {told}, but `seals` says no.")
    _shows_no_secret(scene)


def _shows_no_secret(scene: Scene) -> None:
    """What somebody else does openly, and could not do whatever lay behind the screens, tells what lies there."""
    game, s = scene.game, scene.state
    for action in scene.examples() if game.hidden else ():
        after = game.apply(s, action)
        for watcher in range(game.seats):
            told = game.redact(action, watcher, over=False) == action and action.seat not in (CHANCE, watcher)
            if not told or game.seals(s, action, after, watcher):
                continue
            try:
                game.check(game.imagine(scene.match.view(watcher), scene.rng), action)
            except RuleError:
                message = f"{action} tells seat {watcher} what the other one has, but `seals` says no to it."
                broken(undo_reveals_nothing, message)


def sealed_actions_stay_sealed(scene: Scene) -> None:
    """Actions that look alike in somebody's log leave alike what that one sees, unless they reveal something."""
    game, s = scene.game, scene.state
    tried = [(a, after) for a in scene.examples() if not game.seals(s, a, after := game.apply(s, a))]
    for (a, one), (b, two) in pairwise(tried):
        for watcher in scene.watchers:
            if game.redact(a, watcher, over=False) == game.redact(b, watcher, over=False):
                seen, other = game.view(one, watcher), game.view(two, watcher)
                if seen != other:
                    told = _difference(seen, other)
                    broken(sealed_actions_stay_sealed, f"Seat {watcher} sees {a} and {b} apart by their {told}.")


def _play_on(scene: Scene, view: View[Any], s: State) -> None:
    """Search plays many plies from an imagined state."""
    for _ in range(FAR):
        choices = list(scene.game.choices(s))
        if not choices:
            return
        action = scene.rng.choice(choices).sample(scene.rng)
        try:
            s = scene.game.apply(s, action)
        except Exception as error:  # noqa: BLE001 - whatever it is, a bot would have met it
            broken(imagined_states_fit_the_view, f"Behind the view of seat {view.seat} {action} raised {error!r}.")


def _difference(one: State, two: State) -> str:
    old, new = one.to_json(), two.to_json()
    return " and ".join(repr(name) for name in old if old[name] != new.get(name)) or "cache"
