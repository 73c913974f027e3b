"""Laws of what is written down: JSON, words, undo, and at the end replays and files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from stellwerk.core import matchfile
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import CannotUndo, Malformed, RuleError
from stellwerk.core.game import Game
from stellwerk.core.match import Match
from stellwerk.core.tell import gist, recount
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.view import View
from stellwerk.testing.scene import Scene, broken, leaves

LATEST = 12
FAR = 10
NAMES = ("Ada", "Bertha", "Clara", "Dora", "Emmy", "Frieda", "Grace", "Hedy")


def json_gives_back(scene: Scene) -> None:
    """States, actions, choices and views come back from JSON as they were."""
    game, s, match = scene.game, scene.state, scene.match
    back = game.state_class.from_json(_through(s.to_json()))
    if back != s or back.digest() != s.digest():
        broken(json_gives_back, "The state has changed on the way.")
    for action in [*scene.examples(), *match.log[-LATEST:]]:
        if Action.from_json(_through(action.to_json())) != action:
            broken(json_gives_back, f"{action} has changed on the way.")
    for watcher in (None, scene.rng.randrange(game.seats)):
        view = match.view(watcher)
        if not game.hidden and not match.over:  # what the log of an open game says now, it still says in the end
            view = replace(view, log=view.log[-LATEST:])
        data = _through(view.to_json())
        if (seen := View.from_json(data)) != view or _through(seen.to_json()) != data:
            broken(json_gives_back, f"The view of seat {watcher} has changed on the way.")


def every_action_can_be_told(scene: Scene) -> None:
    """The log and the buttons have words in all languages, for everybody who may read them."""
    game, match = scene.game, scene.match
    plies = range(max(0, match.ply - LATEST), match.ply)
    for language in LANGUAGES:
        for watcher in scene.watchers:
            log = match.view(watcher).log
            for ply in plies:
                before, after = (game.view(match.at(at), watcher) for at in (ply, ply + 1))
                _say(log[ply], partial(_told, game, before, log[ply], after, language))
        for action in scene.examples():
            if action.seat != CHANCE:
                words = game.label(Choice(*action))
                _say(action, partial(game.texts.say, language, words.key, *words.args, **words.data))


def open_words_are_the_same_for_all(scene: Scene) -> None:
    """A game whose words are open tells an action in the same words to all who know it as it was."""
    game, match = scene.game, scene.match
    if not game.open_words:
        return
    for ply in range(max(0, match.ply - LATEST), match.ply):
        action, before = match.log[ply], match.at(ply)
        after = match.at(ply + 1)
        usual = _all_words(game, game.view(before, None), action, game.view(after, None))
        for watcher in scene.watchers:
            seen = game.view(before, watcher), action, game.view(after, watcher)
            if match.view(watcher).log[ply] == action and _all_words(game, *seen) != usual:
                broken(open_words_are_the_same_for_all, f"Seat {watcher} is told otherwise of {action}.")


def the_log_tells_no_secrets(scene: Scene) -> None:
    """What a seat reads of an action and of what followed is the same whatever is hidden from it.

    Only where the action showed it something may it be told of that. A spectator, who knows no more than any seat, is
    shown what any of them is.
    """
    game, s = scene.game, scene.state
    for action in scene.examples() if game.hidden else ():
        after = game.apply(s, action)
        shown = {seat for seat in (None, *range(game.seats)) if game.seals(s, action, after, seat)}
        if shown - {action.seat}:
            shown.add(None)
        for watcher in scene.watchers:
            if game.redact(action, watcher, over=False) != action or watcher in shown:
                continue
            other = game.imagine(scene.match.view(watcher), scene.rng)
            try:
                later = game.play(other, action)
            except RuleError:  # another one could not have done that: then it tells something by itself
                continue
            told, might = (
                _all_words(game, game.view(one, watcher), action, game.view(two, watcher))
                for one, two in ((s, after), (other, later))
            )
            if told != might:
                broken(the_log_tells_no_secrets, f"Seat {watcher} would be told otherwise of {action}.")


def _all_words(game: Game[Any], before: Any, action: Action, after: Any) -> tuple[object, ...]:
    """All that is said of an action, before it is put into a language."""
    return (
        game.words(before, action),
        game.chapter(before, action),
        *game.consequences(before, action, after),
        *game.between_rounds(before, action, after),
        *game.brief(before, action, after),
        game.changed(before, after),
    )


def _told(game: Game[Any], before: Any, action: Action, after: Any, language: str) -> str:
    """A line of the log, and the line of a turn that is made of it."""
    names = NAMES[: game.seats]
    line = recount(game, names, before, action, after, language)
    if not all(
        text.strip() for text in (*line.then, *line.between, *gist(game, names, line.owner, line.brief, language))
    ):
        raise ValueError("something that followed has no words")
    return line.text


def _say(action: Action, say: Callable[[], str]) -> None:
    try:
        said = say()
    except (LookupError, ValueError, AttributeError) as error:
        broken(every_action_can_be_told, f"{action} has no words: {error!r}.")
    if not said.strip():
        broken(every_action_can_be_told, f"{action} is told without a word.")


def undo_is_the_identity(scene: Scene) -> None:
    """Play, then undo, and all is as before; redo, and all is as after."""
    if scene.match.over:
        return
    before = scene.match
    for action in scene.examples()[:3]:
        match = before.copy()
        match.play(action)
        after = (match.state, list(match.log))
        try:
            match.undo(action.seat)
        except CannotUndo as error:
            if error.reason != "revealed":
                broken(undo_is_the_identity, f"{action} cannot be taken back: {error.reason}.")
            continue
        if (match.state, match.state.digest(), match.log) != (before.state, before.state.digest(), before.log):
            broken(undo_is_the_identity, f"{action} left something behind.")
        if match.view(action.seat) != before.view(action.seat):
            broken(undo_is_the_identity, f"{action} left something to see.")
        match.redo()
        if (match.state, match.log) != after:
            broken(undo_is_the_identity, f"{action} was something else when played again.")


def positions_are_audited(scene: Scene) -> None:
    """A match can start from any position; one that was tampered with is refused or can be played."""
    header = scene.match.header
    start = Match(replace(header, position=_through(scene.state.to_json()))).at(0)
    if start != scene.state:
        broken(positions_are_audited, "A match that starts here starts elsewhere.")
    usual = _through(scene.state.to_json())
    values = sorted(Counter(map(json.dumps, leaves(usual))))
    for _ in range(scene.few):
        position = _tampered(_through(usual), values, scene.rng)
        try:
            match = Match(replace(header, position=position))
            for _ in range(FAR):
                if match.over:
                    break
                match.play(scene.rng.choice(list(match.game.choices(match.state))).sample(scene.rng))
        except Malformed:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, the audit should have found it
            told = "; ".join(f"{k} was {usual[k]} and became {v}" for k, v in position.items() if v != usual[k])
            broken(positions_are_audited, f"No audit stopped this change, but then came {error!r}: {told}.")


def results_add_up(scene: Scene) -> None:
    """A game is over exactly when nothing can be chosen and there is a result, whose sums are the scores."""
    game, s = scene.game, scene.state
    result = game.result(s)
    if not game.over(s) == (result is not None) == (next(game.choices(s), None) is None):
        broken(results_add_up, f"over is {game.over(s)}, the result is {result}.")
    if result is None:
        return
    if not len(result.scores) == len(result.sums) == game.seats:
        broken(results_add_up, f"There are {game.seats} seats, but the result is {result}.")
    for score, lines in zip(result.scores, result.sums, strict=True):
        if sum(line.points for line in lines) != score or any(n * each != p for _, n, each, p in lines):
            broken(results_add_up, f"{lines} do not add up to {score}.")
    if not result.winners or not set(result.winners) <= set(range(game.seats)):
        broken(results_add_up, f"The winners are {result.winners}.")
    if not game.title.texts.has(result.reason):
        broken(results_add_up, f"The result needs a text {result.reason!r}.")
    json.dumps(result.to_json())


def replay_repeats(scene: Scene) -> None:
    """The log is the truth: replayed, checked or trusted, or read from a file, it gives the same digests."""
    match = scene.match
    again = matchfile.loads(matchfile.dumps(match), checked=False)
    if again.header != match.header or again.log != match.log:
        broken(replay_repeats, "A match read from its file is another one.")
    for other in (again, Match(match.header, match.log)):
        for ply, (one, two) in enumerate(zip(match.states, other.states, strict=True)):
            if one != two:
                broken(replay_repeats, f"At ply {ply} the same log led elsewhere.")
    if match.state.digest() != again.state.digest():
        broken(replay_repeats, "Equal positions have different digests.")


def a_seed_repeats_chance(scene: Scene) -> None:
    """The same seed and the same decisions make the same match; a branch keeps the past."""
    match = scene.match
    again = Match(match.header)
    for action in match.log:
        if action.seat != CHANCE:
            again.play(action, checked=False)
    if again.log != match.log:
        broken(a_seed_repeats_chance, "Chance drew something else.")
    ply = scene.rng.randrange(match.ply + 1)
    twin = match.branch(ply)
    if twin.log[:ply] != match.log[:ply] or twin.at(ply) != match.at(ply):
        broken(a_seed_repeats_chance, f"A branch at ply {ply} has another past.")
    match.game.title.game(match.game.seats, match.game.again(match.log))


def _through(data: Any) -> Any:
    return json.loads(json.dumps(data))


def _tampered(data: Any, values: list[str], rng: Random) -> Any:
    """The same JSON with one value somewhere exchanged for one of these (in JSON), taken away or doubled."""
    place: Any = data
    key: Any = rng.choice(list(data))
    while isinstance(place[key], list | dict) and place[key] and rng.random() < 0.8:  # noqa: PLR2004 - mostly deep
        place = place[key]
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    match rng.randrange(4):
        case 0 if place is not data:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(key, place[key])
        case 2 if type(place[key]) is int:
            place[key] += rng.choice((-1, 1, 1000))
        case _:
            place[key] = json.loads(rng.choice(values))
    return data
