"""Whatever is played, taken back, repeated, copied and cut, in any order: a match is what its log says."""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stellwerk.core import matchfile
from stellwerk.core.action import Action
from stellwerk.core.errors import CannotUndo
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import added
from tests.core.toys import AUCTION, TRACK
from tests.marks import examples

SEATS = (Seat("Anna"), Seat("Robo", "random"), Seat("Clara"))
watchers = st.sampled_from([None, 0, 1, 2])


class Play(RuleBasedStateMachine):
    """Drives a match next to a plain list of what its log should be."""

    match: Match
    log: list[Action]
    undone: list[list[Action]]

    def __init__(self) -> None:
        super().__init__()
        self.known = added(AUCTION, TRACK)
        self.known.__enter__()

    def teardown(self) -> None:
        self.known.__exit__(None, None, None)

    @initialize(title=st.sampled_from([AUCTION, TRACK]), seed=st.integers(0, 99))
    def begin(self, title: Any, seed: int) -> None:
        self.match = Match(new_header(title.id, SEATS, seed=f"seed {seed}"))
        self.log, self.undone = list(self.match.log), []

    @precondition(lambda self: not self.match.over)
    @rule(seed=st.integers(0, 2**16), checked=st.booleans())
    def play(self, seed: int, checked: bool) -> None:
        rng = Random(seed)
        action = rng.choice(self.match.choices()).sample(rng)
        entered = self.match.play(action, checked=checked)
        assert entered[0] == action
        self.log += entered
        self.undone = []

    @rule(seat=watchers, far=st.integers(0, 3) | st.none())
    def undo(self, seat: int | None, far: int | None) -> None:
        plies = self.match.undoable(seat)
        assert plies == sorted(plies, reverse=True)
        to = None if far is None else plies[far] if far < len(plies) else -1
        if not plies or to == -1:
            with pytest.raises(CannotUndo):
                self.match.undo(seat, to)
            return
        target = self.match.undo(seat, to)
        assert target == (plies[0] if to is None else to)
        self.undone.append(self.log[target:])
        self.log = self.log[:target]

    @rule()
    def redo(self) -> None:
        if not self.undone:
            with pytest.raises(CannotUndo):
                self.match.redo()
            return
        block = self.undone.pop()
        assert self.match.redo() == block
        self.log += block

    @rule()
    def go_on_with_a_copy(self) -> None:
        old, self.match = self.match, self.match.copy()
        if not old.over:
            old.play(next(old.choices()[0].actions()))

    @rule()
    def go_on_from_the_file(self) -> None:
        self.match = matchfile.loads(matchfile.dumps(self.match))
        self.undone = []

    @rule(part=st.floats(0, 1))
    def look_back(self, part: float) -> None:
        ply = int(part * self.match.ply)
        past = self.match.until(ply)
        assert past.log == self.log[:ply]
        assert past.undone == []

    @rule(watcher=watchers)
    def look(self, watcher: int | None) -> None:
        fresh = Match(self.match.header, self.log)
        assert self.match.view(watcher) == fresh.view(watcher)

    @invariant()
    def the_match_is_what_its_log_says(self) -> None:
        if not hasattr(self, "match"):
            return
        assert self.match.log == self.log
        assert self.match.undone == self.undone
        fresh = Match(self.match.header, self.log)
        assert self.match.states == fresh.states
        assert self.match.choices() == fresh.choices() == tuple(self.match.game.choices(self.match.state))
        assert self.match.waiting() == fresh.waiting()
        assert self.match.over == fresh.over


TestPlay = Play.TestCase
TestPlay.settings = settings(examples(30), stateful_step_count=30)
