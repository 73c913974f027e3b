"""Whatever a refusal claims is found so in the position: in games by lot, of all that nobody is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.game import TITLE, RevolutionGame
from stellwerk.games.railroad_revolution.pieces import bump
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution import raw
from tests.games.railroad_revolution.claims import CLAIMS, SILENT, Refused
from tests.games.railroad_revolution.kit import Table, game_for
from tests.games.railroad_revolution.test_finish import impoverished
from tests.marks import sample

WHERE = ("supply", "board")
ABILITIES = [raw.effect_of(action, colour) for action in raw.ACTIONS for colour in raw.COLOURS]
EACH = 30
"""Number of wishes of a position that are looked at, other ones every time."""

BEFORE_GATES = (3, 6, 9)
"""The spaces of the tracks from which the next step goes through a barrier."""

CHECKED = 0.9
"""At least so much of all that is refused can be checked."""


def wishes(s: RevolutionState, seat: int) -> Iterator[Action]:
    """All that somebody could press or ask for on the table, whether it is legal or not."""
    workers = [(colour, where) for colour in raw.COLOURS for where in WHERE]
    asked: list[tuple[Any, ...]] = [("done",), ("sell", s.shares[seat] or 1), ("sell", s.shares[seat] + 1)]
    asked += [("place", colour, action) for colour in raw.COLOURS for action in raw.ACTIONS]
    asked += [("lay", space) for space in raw.NAMES]
    asked += [("build", city) for city in raw.CITIES]
    asked += [("open", area) for area in range(1, len(raw.AREAS) + 1)]
    asked += [("trade", piece) for piece in ("building", "rail")]
    asked += [("use", source, colour, "") for source in ("reward", "bonus") for colour in ("", *raw.COLOURS)]
    asked += [("use", source, "", "") for source in ("promotion", *ABILITIES)] * 2
    asked += [("use", "wire", *worker) for worker in [("", ""), *workers]]
    for track in raw.TRACK_NAMES:
        asked += [("step", track, *worker) for worker in [("", ""), *workers]]
    for loco in raw.LOCOS:
        asked += [("take", loco), ("flip", loco, "up"), ("flip", loco, "down")] * 3
    asked += [(kind, colour) for kind in ("gain", "hire") for colour in ("", *raw.COLOURS)]
    asked += [("promote", *worker, tile) for worker in [("", ""), *workers] for tile in (*s.goals[seat], "D-1") if tile]
    asked += [("swap", *worker, new) for worker in workers for new in raw.COLOURS]
    asked += [("deal", offer) for offer in (0, 1, 2)] * 2
    asked += [("choose", tile) for tile in raw.STARTS] + [("pick", tile) for tile in (*s.goals[seat], "D-2")]
    for kind, *args in asked:
        yield Action(seat, kind, tuple(args))


def short_of_pieces(s: RevolutionState, seat: int, rng: Random) -> None:
    """Stacks, supply, tracks or boards run out early."""
    if rng.random() < 0.3:
        loco = rng.randrange(1, len(raw.LOCOS))
        s.down[0] = bump(s.down[0], loco, s.depot[loco])
        s.depot = bump(s.depot, loco, -s.depot[loco])
    if rng.random() < 0.2:
        colour = rng.randrange(len(raw.COLOURS))
        s.supply[seat] = bump(s.supply[seat], colour, s.bank[colour])
        s.bank = bump(s.bank, colour, -s.bank[colour])
    if rng.random() < 0.1:
        s.steps[seat] = (raw.TOP,) * 3
    elif rng.random() < 0.3:
        s.steps[seat] = (rng.choice(BEFORE_GATES), rng.choice(BEFORE_GATES), rng.choice(BEFORE_GATES))
    if rng.random() < 0.05:
        s.goals[seat], s.managers[seat] = ("", ""), ((), ())
    if rng.random() < 0.05:
        s.offices = [owners if seat in owners else (*owners, seat) for owners in s.offices]
    if rng.random() < 0.1:
        s.rails[seat] = min(s.rails[seat], rng.randrange(3))
    if rng.random() < 0.1:
        s.buildings[seat] = min(s.buildings[seat], rng.randrange(2))
    if not s.buildings[seat] and not s.rails[seat]:
        s.rails[seat] = 1  # without any piece the turn would be skipped
    if rng.random() < 0.3:
        s.up[seat] = tuple(max(count, rng.randrange(2)) for count in s.up[seat])


def poor_games(seed: int, plies: int) -> Iterator[Table]:
    """Positions of a game by lot in which money, shares, workers and pieces are short."""
    rng, game = Random(seed), game_for(2 + seed % 3, track_costs=("normal", "high")[seed % 2])
    s = game.start()
    for _ in range(plies):
        if game.over(s):
            break
        choices = [choice for choice in game.choices(s) if choice.kind != "sell"] or list(game.choices(s))
        kind = rng.choice(sorted({choice.kind for choice in choices}))
        s = game.apply(s, rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
        if s.todo and s.todo[-1].step == "turn" and rng.random() < 0.9:
            seat = int(s.todo[-1].who)
            if rng.random() < 0.5:
                s = impoverished(game, s, seat, rng) if not list(game.audit(s)) else s
            s.cash[seat] = rng.choice((0, 0, 50, 100, 200, 300, 400, 700, 900))
            s.shares[seat] = rng.choice((0, 0, 1, 2))
            short_of_pieces(s, seat, rng)
        if not game.over(s) and CHANCE not in game.owing(s):
            yield Table(game, s)


def refused(game: RevolutionGame, s: RevolutionState, wished: Iterator[Action]) -> Iterator[tuple[str, Refused]]:
    """Of all that is wished what is refused: by which rule, and why."""
    admitted = list(game.choices(s))
    for wish in wished:
        if not any(choice.admits(wish) for choice in admitted):
            with pytest.raises(RuleError) as refusal:
                game.check(s, wish)
            yield refusal.value.rule, Refused(game, s, wish, dict(refusal.value.data))


def moves(game: RevolutionGame, s: RevolutionState, seat: int) -> Iterator[Action]:
    """All that only the end of the turn can speak against."""
    frame = s.todo[-1]
    step = game.steps[frame.step]
    if isinstance(step, Resolving) and int(frame.who) == seat:
        for kind, args, *_ in step.moves(s, frame):
            yield Action(seat, kind, args)
        if frame.step != "prepare":
            yield from (Action(seat, "hire", (colour,)) for colour in raw.COLOURS)
            yield from (Action(seat, "sell", (count + 1,)) for count in range(s.shares[seat]))


def look(seed: int, plies: int, told: Counter[tuple[str, str]]) -> None:
    """Hold every refusal that a part of the wishes meets against the position."""
    rng = Random(seed)
    for t in poor_games(seed, plies):
        (owing,) = t.game.owing(t.s)
        seat = owing if rng.random() < 0.97 else (owing + 1) % t.game.seats
        wished = [*rng.sample(list(wishes(t.s, seat)), EACH), *moves(t.game, t.s, seat)]
        for rule, found in refused(t.game, t.s, iter(wished)):
            case = rule, str(found.d.get("case", ""))
            told[case] += 1
            assert all(TITLE.rulebook.refuse(rule, language, found.d) for language in LANGUAGES)
            assert case in CLAIMS or case in SILENT, (seed, found.a, case)
            assert case in SILENT or CLAIMS[case](found), (seed, found.a, case, found.d, t.s.to_json())


def checked(told: Counter[tuple[str, str]]) -> float:
    """The share of all refusals whose claim was held against the position."""
    return sum(count for case, count in told.items() if case in CLAIMS) / sum(told.values())


def test_what_a_refusal_claims_is_so() -> None:
    told: Counter[tuple[str, str]] = Counter()
    for seed in range(4):
        look(seed, 220, told)
    assert checked(told) >= CHECKED
    assert {("gen.2", ""), ("act.1", "station"), ("R-05", ""), ("gen.5", ""), ("turn.1", "")} <= told.keys()


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(10, range(10, 410)))
def test_what_a_refusal_claims_is_so_in_many_games(seed: int) -> None:
    told: Counter[tuple[str, str]] = Counter()
    look(seed, 300, told)
    assert checked(told) >= CHECKED
