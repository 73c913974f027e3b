"""R-30: what can bring something is open, what can bring nothing is closed with its true cause, whatever it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution.kit import GAME, act, game_for, table
from tests.games.railroad_revolution.raw import (
    CITY_TILES,
    COLOURS,
    DEALS,
    NAMES,
    PLAIN,
    TOP,
    WANTED,
    WIRES,
    brings,
    effect_of,
    parts,
)
from tests.games.railroad_revolution.scenes import A, B, C, dealing, office, station
from tests.marks import rule

STACKS = ("loco-money", "loco-steps", "loco-shares", "loco-rail")
RICH: Final = 9000
CAUSES: Final = {
    "steps": {"R-18"},
    "loco": {"gen.7"},
    "rail": {"rail.7", "R-23"},
    "station": {"station.1", "act.1"},
    "office": {"telegraph.1", "act.1"},
    "promote": {"R-14"},
    **{part: {"setup.26"} for part in ("workers", "one_of", "any_worker", "swap")},
}


def emptied(s: RevolutionState, seat: int, rng: Random) -> RevolutionState:
    """The same position, rich in money, with some things used up that rewards could give."""
    s = s.copy()
    s.cash[seat], s.shares[seat] = RICH, 9
    s.supply[seat] = (s.supply[seat][0] + 8, *s.supply[seat][1:])
    if rng.random() < 0.5:
        s.steps[seat] = tuple(TOP if rng.random() < 0.9 else TOP - 1 for _ in s.steps[seat])
    if rng.random() < 0.5:
        s.depot = (0,) * len(s.depot)
    if rng.random() < 0.5:
        s.bank = (0,) * len(COLOURS)
    if rng.random() < 0.5 and not s.main:
        s.rails[seat] = 0
    if rng.random() < 0.2 and not s.main:
        s.network[seat] = (1 << len(NAMES)) - 1
    if rng.random() < 0.3 and not s.main:
        s.buildings[seat] = 0
    if rng.random() < 0.3:
        s.goals[seat] = ("", s.goals[seat][1])
        s.managers[seat] = ((), s.managers[seat][1])
    if rng.random() < 0.3:
        asked = [WANTED.get(goal, []) for goal in s.goals[seat]]
        full = [tuple("white" if colour == "any" else colour for colour in colours) for colours in asked]
        s.managers[seat] = (full[0], full[1])
    return s


def rewards(s: RevolutionState, seat: int) -> Iterator[tuple[Action, Mapping[str, Any]]]:
    """All rewards that this seat has before it, and what each of them gives."""
    if s.action and not s.main and s.spot in s.tiles:
        for source, part in (("reward", "main"), ("bonus", "first")):
            if source in s.offers:
                reward = CITY_TILES[s.tiles[s.spot]][part]
                yield act(seat, "use", source, *reward.get("one_of", ())[:1]), reward
    if "wire" in s.offers:
        yield act(seat, "use", "wire", "white", "supply"), WIRES[s.wires[int(s.spot) - 1]]
    if s.ability:
        yield act(seat, "use", "promotion"), {"promote": 1}
        if (s.action, s.ability) in PLAIN:
            yield act(seat, "use", effect_of(s.action, s.ability)), PLAIN[s.action, s.ability]
    if s.action == "telegraph" and s.ability == "turquoise" and not s.main and s.wires[int(s.spot) - 1]:
        yield act(seat, "use", "w.tele.turquoise"), WIRES[s.wires[int(s.spot) - 1]]
    if s.action == "station" and s.ability in ("grey", "turquoise") and not s.main:
        reward = CITY_TILES[s.tiles[s.spot]]["first" if s.ability == "grey" else "main"]
        yield act(seat, "use", f"w.station.{s.ability}", *reward.get("one_of", ())[:1]), reward
    if (s.action == "trade" and s.ability == "grey") or (
        s.todo[-1].step == "deal" and not (s.taken and seat != s.turn)
    ):
        for n, offer in enumerate(DEALS[s.deal]):
            if n not in s.taken:
                yield act(seat, "deal", n), offer["reward"]


def check(game: RevolutionGame, s: RevolutionState, seat: int) -> Iterator[tuple[str, bool]]:
    """Each reward is open exactly if some part of it brings something, and closed with a cause that is so."""
    offered = list(game.choices(s))
    for wish, reward in rewards(s, seat):
        is_open = any(brings(s, seat, part) for part in parts(reward))
        if is_open and "one_of" in reward and not s.bank[COLOURS.index(wish.args[1])]:
            continue  # the other colour is due then
        assert any(choice.admits(wish) for choice in offered) == is_open, (wish, reward)
        if offered and not is_open:  # without any choice nobody is asked
            with pytest.raises(RuleError) as refused:
                game.check(s, wish)
            assert any(refused.value.rule in CAUSES[part] for part in parts(reward)), (wish, refused.value.rule)
        yield str(wish.args[0]) if wish.kind == "use" else "deal", is_open


def test_every_reward_is_open_exactly_if_it_can_bring_something() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(24):
        rng, game = Random(seed), game_for(2 + seed % 3)
        s = game.start()
        while not game.over(s):
            top = s.todo[-1]
            if CHANCE not in game.owing(s) and top.step in ("act", "deal") and not s.grants:
                seat = int(top.who)
                for _ in range(2):
                    seen.update(check(game, emptied(s, seat, rng), seat))
            choices = [choice for choice in game.choices(s) if choice.kind != "sell"] or list(game.choices(s))
            s = game.apply(s, rng.choice(choices).sample(rng))
    kinds = {
        "reward",
        "bonus",
        "wire",
        "promotion",
        "deal",
        "w.tele.turquoise",
        "w.station.turquoise",
        "w.trade.violet",
    }
    assert {(kind, is_open) for kind in kinds for is_open in (True, False)} <= seen.keys()


@rule(GAME, "R-30", "telegraph.6", "R-18")
def test_nobody_gives_up_a_worker_or_400_for_steps_that_no_marker_can_take() -> None:
    """T6, four steps, lies in area 8."""
    t = table().cash(A, 2000).workers(A, {"white": 4, "turquoise": 2}).steps(A, offices=12, stations=12, network=12)
    opened = office(t, A, "turquoise", 8)
    opened.refused(act(A, "use", "wire", "white", "supply"), "R-18", case="all")
    opened.refused(act(A, "use", "w.tele.turquoise"), "R-18", case="all")


@rule(GAME, "R-30", "deal.4", "dealtile.2", "rail.7")
def test_nobody_gives_shares_for_a_rail_that_is_not_there() -> None:
    asked = dealing(table().deal("D3").rails(A, left=0))
    asked.refused(act(A, "deal", 0), "rail.7")
    assert asked.offered(A, "deal") == [(1,)]


@rule(GAME, "R-30", "telegraph.6", "gen.7")
def test_nobody_gives_up_a_worker_for_an_empty_stack() -> None:
    t = table().locos(B, down=[*STACKS[:2] * 5]).locos(C, down=[*STACKS[2:] * 5])
    opened = office(t, A, "white", 7)
    opened.refused(act(A, "use", "wire", "white", "supply"), "gen.7", case="none")


@rule(GAME, "R-30", "R-14")
def test_no_ability_is_given_for_a_promotion_that_no_milestone_takes() -> None:
    t = table(2).workers(A, {"white": 4, "orange": 1}).goal(A, 0, "A1-1", "orange").goal(A, 1, "A2-1", "violet")
    placed = t.play(act(A, "place", "orange", "trade"))
    placed.refused(act(A, "use", "promotion"), "R-14", case="all_full")


@rule(GAME, "R-30")
def test_a_promotion_for_which_only_the_worker_is_missing_is_open() -> None:
    """A1-1 asks for an orange worker: one may still be hired."""
    t = table(2).cash(A, 2000).workers(A, {"white": 4, "violet": 1}).goal(A, 1, "A2-1", "violet")
    built = station(t, A, "violet", "washington")
    assert ("promotion", "", "") in built.offered(A, "use")
