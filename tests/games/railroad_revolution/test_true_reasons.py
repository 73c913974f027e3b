"""A reason is true: whatever a refusal says of money, workers and pieces is found so in the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.pieces import crew
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, RevolutionState
from tests.games.railroad_revolution.kit import GAME, Table, act, dear, fortune, game_for, table
from tests.marks import rule

WHERE = ("supply", "board")
SOURCES = ("reward", "bonus", "promotion", *(name for name in TITLE.texts.table if name.startswith("name.w.")))
Truth = Callable[[RevolutionState, int, dict[str, Any]], bool]


def colour_gone(s: RevolutionState, seat: int, data: dict[str, Any]) -> bool:
    return not s.bank[COLOURS.index(data["colour"])]


TRUTHS: dict[tuple[str, str], Truth] = {
    ("gen.1", ""): lambda s, seat, d: d["price"] > d["total"] == s.cash[seat] + 150 * d["shares"],
    ("gen.1", "rest"): lambda s, seat, d: d["price"] + d["rest"] > d["total"] == s.cash[seat] + 150 * d["shares"],
    ("gen.1", "sale"): lambda s, seat, d: d["price"] > d["total"] + d["sale"],
    ("gen.1", "owing"): lambda s, seat, d: s.cash[seat] == -d["owed"] and d["price"] + d["owed"] > d["worth"],
    ("gen.2", ""): lambda s, seat, d: d["workers"] < d["least"],
    ("R-07", ""): lambda s, seat, d: d["workers"] < d["least"],
    ("act.1", "station"): lambda s, seat, d: d["price"] > d["total"],
    ("act.1", "rails"): lambda s, seat, d: d["price"] > d["total"],
    ("act.1", "last_rail"): lambda s, seat, d: d["price"] > d["total"],
    ("gen.5", ""): lambda s, seat, d: s.cash[seat] < d["price"],
    ("gen.7", "none"): lambda s, seat, d: not any(s.depot),
    ("setup.26", ""): colour_gone,
    ("setup.26", "none"): lambda s, seat, d: not any(s.bank),
    ("perf.6", ""): lambda s, seat, d: s.cash[seat] < d["price"],
    ("perf.7", ""): lambda s, seat, d: s.shares[seat] < d["count"],
    ("R-06", ""): lambda s, seat, d: s.cash[seat] == -d["missing"] < 0,
    ("deal.4", ""): lambda s, seat, d: s.shares[seat] < d["cost"],
    ("R-25", ""): lambda s, seat, d: s.shares[seat] + 1 < d["cost"],
    ("R-05", ""): lambda s, seat, d: not s.supply[seat][COLOURS.index(d["colour"])],
    ("station.1", "no_building"): lambda s, seat, d: not s.buildings[seat],
    ("telegraph.1", "no_building"): lambda s, seat, d: not s.buildings[seat],
    ("rail.7", ""): lambda s, seat, d: not s.rails[seat],
    ("act.2", "not_yet"): lambda s, seat, d: bool(s.main),
}


def wishes(s: RevolutionState, seat: int) -> Iterator[Action]:
    """All that somebody could press or ask for on the table, whether it is legal or not."""
    workers = [(colour, where) for colour in COLOURS for where in WHERE]
    asked: list[tuple[Any, ...]] = [("done",), ("sell", s.shares[seat] or 1)]
    asked += [("place", colour, action) for colour in COLOURS for action in ACTIONS]
    asked += [("lay", space.id) for space in TITLE.board.spaces]
    asked += [("build", city.id) for city in TITLE.board.cities]
    asked += [("open", area) for area in range(1, len(TITLE.board.areas) + 1)]
    asked += [("trade", piece) for piece in ("building", "rail")]
    asked += [("use", source.removeprefix("name."), "", "") for source in SOURCES]
    asked += [("use", source, colour, "") for source in ("reward", "bonus") for colour in COLOURS]
    asked += [("use", "wire", *worker) for worker in workers]
    for track in TITLE.board.tracks:
        asked += [("step", track.id, *worker) for worker in [("", ""), *workers]]
    for loco in TITLE.tiles.locos:
        asked += [("take", loco.id), ("flip", loco.id, "up"), ("flip", loco.id, "down")]
    asked += [(kind, colour) for kind in ("gain", "hire") for colour in COLOURS]
    asked += [("promote", *worker, tile) for worker in workers for tile in s.goals[seat] if tile]
    asked += [("swap", *worker, new) for worker in workers for new in COLOURS]
    asked += [("deal", offer) for offer in (0, 1)]
    for kind, *args in asked:
        yield Action(seat, kind, tuple(args))


def poor_games(seeds: range, plies: int) -> Iterator[Table]:
    """Positions of games by lot in which money, shares, workers and pieces are short."""
    for seed in seeds:
        rng, game = Random(seed), game_for(2 + seed % 3)
        s = game.start()
        for _ in range(plies):
            if game.over(s):
                break
            choices = [choice for choice in game.choices(s) if choice.kind != "sell"] or list(game.choices(s))
            kind = rng.choice(sorted({choice.kind for choice in choices}))
            s = game.apply(s, rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
            if s.todo and s.todo[-1].step == "turn":
                seat = int(s.todo[-1].who)
                s.cash[seat] = rng.choice((0, 50, 200, 400, 700))
                s.shares[seat] = rng.choice((0, 0, 1, 2))
            if not game.over(s) and CHANCE not in game.owing(s):
                yield Table(game, s)


def refusals(t: Table, wished: Iterable[Action]) -> Iterator[tuple[Action, str, dict[str, Any]]]:
    """Of all that is wished what is refused, by which rule and with which data."""
    admitted = list(t.game.choices(t.s))
    for wish in wished:
        if not any(choice.admits(wish) for choice in admitted):
            with pytest.raises(RuleError) as refusal:
                t.game.check(t.s, wish)
            yield wish, refusal.value.rule, dict(refusal.value.data)


def test_what_a_refusal_says_is_so() -> None:
    """All wishes of a position are many: of each a part is looked at, another one every time."""
    told: Counter[str] = Counter()
    rng = Random(1)
    for t in poor_games(range(6), 220):
        s, (seat,) = t.s, t.game.owing(t.s)
        for wish, number, data in refusals(t, rng.sample(list(wishes(s, seat)), 20)):
            case = (number, str(data.get("case", "")))
            assert all(TITLE.rulebook.refuse(number, language, data) for language in LANGUAGES)
            if case in TRUTHS:
                told[number] += 1
                assert TRUTHS[case](s, seat, data), (wish, number, data, s.cash[seat], s.shares[seat], crew(s, seat))
    assert {"gen.2", "act.1", "R-05", "gen.5", "act.2"} <= told.keys()


# --- money, case by case -------------------------------------------------------------------------------------------


def said(t: Table, action: Action, language: str = "en") -> str:
    with pytest.raises(RuleError) as refused:
        t.game.play(t.s, action)
    return TITLE.rulebook.refuse(refused.value.rule, language, refused.value.data)


@rule(GAME, "gen.1", "rail.2")
def test_a_rail_that_is_too_dear_is_told_with_all_numbers() -> None:
    """R04 has three triangles, and two rails cost $400; the space behind it has none."""
    laying = table().cash(0, 300).shares(0, 2).play(act(0, "place", "white", "railroad"))
    laying.refused(act(0, "lay", "R04"), "gen.1", price=700, **fortune(300, 2))
    assert said(laying, act(0, "lay", "R04")) == "You have $600 ($300 in cash, shares 2 × $150); this costs $700."


@rule(GAME, "gen.1", "gen.5")
def test_what_the_main_action_still_costs_is_counted_too() -> None:
    placed = table().cash(0, 900).shares(0, 0).play(act(0, "place", "white", "railroad"))
    asked = act(0, "hire", "violet")
    placed.refused(asked, "gen.1", case="rest", price=800, rest=600, **fortune(900, 0))
    assert said(placed, asked, "de") == (
        "Du hast $900 ($900 bar, Aktien 0 × $150); das kostet $800 und der Rest der Aktion mindestens $600."
    )


@rule(GAME, "gen.1", "R-06")
def test_what_is_owed_counts_against_what_is_wanted() -> None:
    laid = table().cash(0, 300).shares(0, 2).play(act(0, "place", "white", "railroad"), act(0, "lay", "R06"))
    laid.refused(act(0, "lay", "R02"), "gen.1", case="owing", owed=200, worth=300, price=200)


@rule(GAME, "gen.5")
def test_hiring_with_a_debt_names_the_debt() -> None:
    laid = table().cash(0, 400).shares(0, 2).play(act(0, "place", "white", "railroad"), act(0, "lay", "R06"))
    laid.refused(act(0, "hire", "white"), "gen.5", case="owing", price=800, owed=100)


@rule(GAME, "perf.8", "gen.2")
def test_a_step_that_costs_a_worker_asks_for_one_that_is_there() -> None:
    t = table().workers(0, {"white": 4, "violet": 2}).steps(0, network=9)
    ready = t.play(act(0, "place", "violet", "trade"), act(0, "use", "w.trade.violet"))
    ready.refused(act(0, "step", "network"), "perf.8", track="network")
    grey = act(0, "step", "network", "grey", "supply")
    ready.refused(grey, "perf.8", case="no_worker", track="network", colour="grey", where="supply")
    ready.refused(act(0, "step", "offices", "white", "supply"), "perf.8", case="none", track="offices")


# --- before a worker is placed -----------------------------------------------------------------------------------


@rule(GAME, "turn.2", "rail.4", "rail.5", "station.6", "station.9", "telegraph.3")
def test_at_the_start_of_a_turn_a_place_says_what_is_wrong_with_it() -> None:
    t = table(2).cash(0, 2000).station("washington", 0).office(3, 0).buildings(0, 10)
    t.refused(act(0, "lay", "R01"), "rail.5", space="R01")
    t.refused(act(0, "lay", "R31"), "rail.4", space="R31")
    t.refused(act(0, "build", "washington"), "station.9", city="washington")
    t.refused(act(0, "build", "denver"), "station.6", city="denver")
    t.refused(act(0, "open", 3), "telegraph.3", area=3)
    for placeable in (act(0, "lay", "R06"), act(0, "build", "charlotte"), act(0, "open", 4)):
        t.refused(placeable, "turn.2")
    poor = table(2).cash(0, 0).shares(0, 0)
    poor.refused(act(0, "lay", "R06"), "act.1", **dear("rails", 600, 0, 0))
    poor.refused(act(0, "build", "charlotte"), "act.1", **dear("station", 200, 0, 0))


@rule(GAME, "turn.2")
def test_a_second_worker_is_refused_because_one_is_placed() -> None:
    placed = table().play(act(0, "place", "white", "trade"))
    placed.refused(act(0, "place", "white", "station"), "turn.2", case="placed")


@rule(GAME, "R-01", "gen.3")
def test_locomotives_of_the_start_and_shares_that_nobody_has() -> None:
    table().shares(0, 0).refused(act(0, "sell", 1), "gen.3", case="none")
    table().shares(0, 2).refused(act(0, "sell", 3), "gen.3", shares=2)
