"""One match of a game, played at random and held against all laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from stellwerk.core.action import CHANCE
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import added
from stellwerk.core.title import Title
from stellwerk.core.view import View
from stellwerk.testing import bloat, records, rules, secrets
from stellwerk.testing.scene import Law, LawBroken, Scene, broken, pick
from stellwerk.testing.shelf import check_title

LAWS: Final[tuple[Law, ...]] = (
    rules.choices_fit_their_steps,
    rules.choices_are_unique,
    secrets.choices_follow_from_the_view,
    records.json_gives_back,
    rules.looking_changes_nothing,
    rules.no_choice_raises,
    rules.apply_leaves_its_state_alone,
    rules.pieces_are_conserved,
    rules.refusals_name_a_rule,
    secrets.views_tell_no_secrets,
    secrets.imagined_states_fit_the_view,
    secrets.undo_reveals_nothing,
    secrets.sealed_actions_stay_sealed,
    records.every_action_can_be_told,
    records.open_words_are_the_same_for_all,
    records.the_log_tells_no_secrets,
    records.undo_is_the_identity,
    records.positions_are_audited,
    bloat.positions_are_bounded,
    records.results_add_up,
)
"""What every position keeps; those come first that explain best why a later one is broken too."""

LAWS_OF_CHANCE: Final[tuple[Law, ...]] = (
    rules.choices_fit_their_steps,
    rules.choices_are_unique,
    rules.no_choice_raises,
    rules.apply_leaves_its_state_alone,
    rules.pieces_are_conserved,
    rules.refusals_name_a_rule,
)
"""What a position keeps in which chance acts: nobody decides there, so nobody needs to imagine anything."""

EVERY: Final = slice(None)

LAST_LAWS: Final[tuple[Law, ...]] = (records.replay_repeats, records.a_seed_repeats_chance)
"""What every finished match keeps."""


def check_laws(  # noqa: PLR0913 - all but the table have a default that a title begins with
    title: Title,
    seats: int,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    *,
    scenes: int = 6,
    most: int | None = None,
    kinds: slice = EVERY,
    longest: int = 20_000,
    draw: Callable[[View[Any]], object] | None = None,
) -> Match:
    """Play a match at random and hold it against every law; returns the finished match.

    The laws are tried at its first and last position, before one action of each kind, and at some more positions
    (`scenes`), or only at so many of all these as `most` says. `kinds` takes some of the kinds of action that the game
    has, in the order of their names: several tables of a title can share them. The title need not be installed.
    `longest` is the number of actions after which the game should have ended. `draw` draws a view, if there is a table
    for the game: no position may be too large to be drawn.
    """
    with added(title):
        where = f"{title.id} for {seats} with {dict(options or {})}, seed {seed}"
        try:
            check_title(title)
            match = play_out(title, seats, seed, options, longest=longest)
        except LawBroken as error:
            raise LawBroken(error.law, f"{error.message} ({where})") from error
        rng = Random(f"laws/{seed}")
        plies = sorted(_plies(match, rng, scenes, kinds))
        for ply in plies if most is None else sorted(rng.sample(plies, min(most, len(plies)))):
            chance = ply < match.ply and match.log[ply].seat == CHANCE
            _hold(LAWS_OF_CHANCE if chance else LAWS, Scene(match.until(ply), rng, draw=draw), where)
        _hold((*LAST_LAWS, something_is_hidden), Scene(match, rng), where)
        return match


def play_out(
    title: Title, seats: int, seed: int = 0, options: Mapping[str, str] | None = None, *, longest: int = 20_000
) -> Match:
    """A match in which everybody picks a kind of action at random, then an action of that kind."""
    rng = Random(f"play/{seed}")
    with added(title):
        chairs = [Seat(records.NAMES[seat % len(records.NAMES)]) for seat in range(seats)]
        match = Match(new_header(title.id, chairs, options, seed=f"the secret seed {seed}"))
        while not match.over:
            if match.ply >= longest:
                broken(every_game_ends, f"This one has not ended after {longest} actions.")
            rules.choices_fit_their_steps(Scene(match, rng))
            choices = list(match.game.choices(match.state))
            if not choices:
                broken(every_game_ends, f"At ply {match.ply} nobody can do anything: {match.state.todo}.")
            kind = rng.choice(sorted({choice.kind for choice in choices}))
            try:
                match.play(pick(choices, kind, rng), checked=False)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game is to blame and is told so
                broken(rules.no_choice_raises, f"At ply {match.ply} {kind} raised {error!r}.")
    return match


def every_game_ends(match: Match) -> None:
    """Every game ends, and until then somebody can do something."""


def something_is_hidden(scene: Scene) -> None:
    """A game that says it hides something does so at least once in a match."""
    game = scene.game
    if game.hidden and all(game.view(s, watcher) == s for s in scene.match.states for watcher in scene.watchers):
        broken(something_is_hidden, "This one showed everything to everybody.")


def _plies(match: Match, rng: Random, scenes: int, kinds: slice) -> set[int]:
    """The first decision, the end, before an action of each of these kinds, and some more."""
    first = next((ply for ply, action in enumerate(match.log) if action.seat != CHANCE), 0)
    by_kind: dict[str, list[int]] = {}
    for ply, action in enumerate(match.log):
        by_kind.setdefault(action.kind, []).append(ply)
    tried = sorted({kind for step in match.game.steps.values() for kind in step.kinds})[kinds]
    more = (rng.randrange(first, match.ply + 1) for _ in range(scenes))
    return {first, match.ply, *(rng.choice(plies) for kind, plies in by_kind.items() if kind in tried), *more}


def _hold(laws: tuple[Law, ...], scene: Scene, where: str) -> None:
    for law in laws:
        try:
            law(scene)
        except LawBroken as error:
            raise LawBroken(error.law, f"{error.message} ({where}, ply {scene.match.ply})") from error
        except Exception as error:
            told = f"Something raised {error!r}. ({where}, ply {scene.match.ply})"
            raise LawBroken(law.__name__, told) from error
