"""Scenario T: markers of uncertainty, revealed by the sale of 5-trains (S-5.1, S-5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.chance import draw
from stellwerk.core.choice import Draw
from stellwerk.core.errors import RuleError
from stellwerk.games.g1830.game import TITLE
from stellwerk.games.g1830.state import State1830, own
from tests.games.g1830.lines import drawn, herald, lay, running, standing
from tests.games.g1830.operating import go_on, to
from tests.games.g1830.positions import Table, act, fresh, table
from tests.games.g1830.purchases import PASS, buy, buying
from tests.marks import rule

NONE, SHORT, RETAIN = "no_change", "short_runs", "retain_revenue"
FIRST_FIVE = buy("bank", "5", 450)


def reveal(marker: str) -> Action:
    return act(CHANCE, "reveal", (marker,))


def markers(preset: str) -> Counter[str]:
    return Counter(own(fresh(4, preset).s).face_down)


@rule("1830", "S-5.1.0", "R-61")
@pytest.mark.parametrize(("preset", "none"), [("T", 2), ("T+D", 3), ("T+G", 3), ("T+R", 2), ("T+B", 2)])
def test_s_5_1_one_marker_more_than_5_trains(preset: str, none: int) -> None:
    """Three 5-trains in Classic, and with the 5+5 in R and B: four markers. Four in D and G: five markers."""
    assert markers(preset) == Counter({NONE: none, SHORT: 1, RETAIN: 1})
    assert not markers("classic")


@rule("1830", "R-61")
def test_r_61_t_alone_is_not_for_seven() -> None:
    with pytest.raises(RuleError) as caught:
        TITLE.game(7, TITLE.resolve({}, "T"))
    assert caught.value.rule == "R-61"
    assert sum(markers("T+R").values()) == 4


@rule("1830", "S-5.2-3.0a", "S-5.1.0")
def test_s_5_2_each_5_train_from_the_bank_reveals_a_marker() -> None:
    """Two of the four change nothing: the draw is from all four, each as likely as any other."""
    t = buying("4", preset="T").depot("4", 0).settled().play(FIRST_FIVE)
    assert t.turn == ("reveal_marker", "NYC")
    assert t.game.owing(t.s) == [CHANCE]
    (choice,) = t.choices()
    assert choice.args == (Draw(((NONE, 2), (SHORT, 1), (RETAIN, 1)), 1),)
    seen = Counter(choice.sample(Random(seed)).args[0][0] for seed in range(400))
    assert {marker: round(count / 100) for marker, count in seen.items()} == {NONE: 2, SHORT: 1, RETAIN: 1}
    t.refused(PASS, "S-5.2-3.0a")
    after = t.play(reveal(SHORT))
    assert after.turn == ("buy_trains", "NYC")
    assert Counter(own(after.s).face_down) == Counter({NONE: 2, RETAIN: 1})


@rule("1830", "S-5.2-3.0a")
def test_s_5_2_what_is_revealed_is_told_in_the_log() -> None:
    t = buying("4", preset="T").depot("4", 0).settled().play(FIRST_FIVE)
    words = t.game.words(t.s, reveal(SHORT))
    said = {tongue: t.game.title.texts.say(tongue, words.key, **words.data) for tongue in ("en", "de")}
    assert "NYC" in said["en"]
    assert "Short Runs" in said["en"]
    assert "Kurze Fahrten" in said["de"]


@rule("1830", "S-5.2-3.0a")
def test_s_5_2_nothing_tells_beforehand_which_marker_comes() -> None:
    """The position is the same whatever the seed will draw, and it lists the markers in a fixed order."""
    t = buying("4", preset="T").depot("4", 0).settled().play(FIRST_FIVE)
    outcomes = {draw(seed, 7, t.choices()) for seed in map(str, range(60))}
    assert outcomes == {reveal(marker) for marker in (NONE, SHORT, RETAIN)}
    assert own(t.s).face_down == (NONE, NONE, SHORT, RETAIN)
    assert t.game.seals(t.s, reveal(NONE), t.play(reveal(NONE)).s)
    assert t.game.chancy
    assert not table().game.chancy


@rule("1830", "S-5.2-3.0b")
def test_s_5_2_no_change_changes_nothing() -> None:
    t = buying("4", preset="T").depot("4", 0).settled().play(FIRST_FIVE, reveal(NONE))
    assert own(t.s).in_force == {}
    assert [t.game.flow.train_now(t.s, name).stops for name in ("3", "4", "5")] == [3, 4, 5]
    assert t.game.flow.may_pay_out(t.s, "NYC")


@rule("1830", "R-100")
def test_r_100_only_the_banks_own_5_trains_draw() -> None:
    """From another company or the pool nothing is revealed; nor does a 6-train reveal anything."""
    t = buying("5", preset="T").trains("B&O", "5").pool("5").settled()
    before = own(t.s).face_down
    other = t.play(buy("B&O", "5", 1), act(1, "accept"))
    pool = t.play(buy("pool", "5", 450))
    assert other.turn == pool.turn == ("buy_trains", "NYC")
    assert own(other.s).face_down == own(pool.s).face_down == before
    six = buying("5", preset="T").depot("5", 0).settled().play(buy("bank", "6", 630))
    assert six.turn == ("buy_trains", "NYC")


@rule("1830", "R-61", "S-5.2-3.0f")
def test_r_61_a_5_plus_5_draws_too_and_is_the_last() -> None:
    t = buying("5", preset="T+R").depot("5", 0).settled()
    assert len(own(t.s).face_down) == 2
    t = t.play(buy("bank", "5+5", 450), reveal(RETAIN))
    assert own(t.s).face_down == ()
    assert own(t.s).in_force == {RETAIN: "NYC"}


@rule("1830", "S-5.2-3.0f")
def test_s_5_2_after_the_last_5_train_the_marker_that_is_left_is_removed() -> None:
    """What holds then holds on to its end."""
    t = buying("5", preset="T").depot("5", 1).settled()
    assert own(t.s).face_down == (SHORT, RETAIN)
    t = t.play(FIRST_FIVE, reveal(SHORT))
    assert (own(t.s).face_down, own(t.s).in_force) == ((), {SHORT: "NYC"})


# -- what holds for a while


def line(*trains: str, markers: tuple[str, ...] = (), **options: str) -> Table:
    """Phase 4, the 4-trains are sold. B&O (seat 1) buys the first 5-train, and PRR (seat 0) acts after it.

    PRR owns these trains and runs from Altoona (10) to Pittsburgh (20) and Lancaster (20); B&O runs between Baltimore
    (30) and Atlantic City (10). Prices: B&O 100, PRR 67.
    """
    t = table(4, "T", **options).phase("4").depot("4", 0)
    t = t.opened("B&O", par=100, shares={1: 60}).opened("PRR", par=67, shares={0: 60}).home("B&O").home("PRR")
    t = t.laid("H10", "57", 1).laid("H14", "9", 1).laid("H16", "57", 1).laid("I17", "9", 1)
    t = t.trains("PRR", *trains).cash({"B&O": 3000, "PRR": 3000}).operating("B&O", "buy_trains")
    for marker in markers:
        t = t.play(act(1, "buy_train", "bank", "5", 450), reveal(marker))
    return t


def finished(t: Table) -> Table:
    """The company on turn ends it, doing as little as it may."""
    now = (t.s.set_round, t.s.acted)
    while (t.s.set_round, t.s.acted) == now and t.s.round == "operating":
        t = go_on(t)
    return t


def ranges(t: Table) -> dict[str, tuple[int | None, int]]:
    """How far each type of train runs now."""
    return {
        name: (train.stops, train.towns)
        for name in t.game.rules.trains
        for train in (t.game.flow.train_now(t.s, name),)
    }


@rule("1830", "S-5.2-3.0c", "R-62")
def test_s_5_2_short_runs_halve_all_trains_until_the_buyer_has_had_its_next_turn() -> None:
    usual = {"2": (2, 0), "3": (3, 0), "4": (4, 0), "5": (5, 0), "6": (6, 0), "D": (None, 0)}
    halved = {"2": (2, 0), "3": (2, 0), "4": (2, 0), "5": (3, 0), "6": (3, 0), "D": (None, 0)}
    assert ranges(line("4")) == usual
    t = line("4", markers=(SHORT,))
    assert ranges(t) == halved
    for company in ("B&O", "PRR", "B&O"):
        assert (t.s.acted[-1], ranges(t)) == (company, halved)
        t = finished(t)
    assert (t.s.acted[-1], ranges(t)) == ("PRR", usual)
    assert own(t.s).in_force == {}


@rule("1830", "S-5.2-3.0c")
def test_s_5_2_in_short_runs_a_4_train_serves_two_cities() -> None:
    """Lancaster by Altoona to Pittsburgh would be 20 + 10 + 20; with two stops the best are 10 + 20."""
    t = to(line("4", markers=(SHORT,)), "pay_dividend")
    assert (t.turn[1], t.s.revenue) == ("PRR", 10 + 20)
    usual = to(line("4", markers=(NONE,)), "pay_dividend")
    assert usual.s.revenue == 20 + 10 + 20
    long = (("H10", 6), ("H10", 4), ("H12", 6), ("H12", 4), ("H14", 4), ("H16", 6))
    short = to(line("4", markers=(SHORT,)), "run_trains")
    short.refused(act(0, "run", (long,)), "S-5.2-3.0c", range=2, stops=3)


@rule("1830", "R-62")
def test_r_62_plus_trains_halve_both_numbers() -> None:
    t = buying("5", preset="T+R").play(FIRST_FIVE, reveal(SHORT))
    told = ranges(t)
    assert (told["5+5"], told["2+2"], told["3+3"]) == ((3, 3), (1, 1), (2, 2))
    assert told["D"] == (None, 0)


@rule("1830", "R-62", "S-5.2-3.0c")
def test_r_62_a_plus_train_on_too_long_a_run_is_told_that_runs_are_short() -> None:
    """A 4+4 runs as a 2+2: three large cities are one too many."""
    t = herald(running("PRR", "4+4", preset="T+R", phase="5"), "PRR", "H12")
    lay(t, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    own(t.s).face_down, own(t.s).in_force = (NONE, NONE, RETAIN), {SHORT: "PRR"}
    t = standing(t, "PRR", "H10").operating("PRR", "run_trains")
    t.refused(act(0, "run", (drawn(t, "H10 H12! H14 H16"),)), "S-5.2-3.0c", train="4+4", large=3, range=2)
    assert t.play(act(0, "run", (drawn(t, "H10 H12 H14 H16"),))).s.revenue == 20 + 20


@rule("1830", "S-5.2-3.0d")
def test_s_5_2_while_revenue_is_retained_nobody_pays() -> None:
    """PRR may only withhold: its price moves left. So it is for B&O, which drew the marker, until its turn is over."""
    t = to(line("4", markers=(RETAIN,)), "pay_dividend")
    t.refused(act(0, "pay_out"), "S-5.2-3.0d")
    assert [choice.kind for choice in t.choices() if choice.kind in ("pay_out", "withhold")] == ["withhold"]
    before, cash = t.s.cell["PRR"], t.money("PRR")
    t = t.play(act(0, "withhold"))
    assert t.s.cell["PRR"] == (before[0], before[1] - 1)
    assert t.money("PRR") == cash + 50
    t = to(t.play(PASS), "pay_dividend")
    assert t.turn == ("pay_dividend", "B&O")
    t.refused(act(1, "pay_out"), "S-5.2-3.0d")
    t = to(finished(t), "pay_dividend")
    assert t.turn == ("pay_dividend", "PRR")
    t.play(act(0, "pay_out"))


@rule("1830", "S-5.2-3.0d")
def test_s_5_2_while_revenue_is_retained_nobody_splits() -> None:
    split = {"split_revenue": "true"}
    assert to(line("4", markers=(NONE,), **split), "pay_dividend").may(act(0, "pay_half"))
    t = to(line("4", markers=(RETAIN,), **split), "pay_dividend")
    t.refused(act(0, "pay_half"), "S-5.2-3.0d")
    assert not t.may(act(0, "pay_out"))


@rule("1830", "S-5.2-3.0e")
def test_s_5_2_both_may_hold_together() -> None:
    """B&O buys two 5-trains and draws both."""
    t = line("4", markers=(SHORT, RETAIN))
    assert own(t.s).in_force == {SHORT: "B&O", RETAIN: "B&O"}
    t = to(t, "pay_dividend")
    assert (t.turn[1], t.s.revenue) == ("PRR", 10 + 20)
    t.refused(act(0, "pay_out"), "S-5.2-3.0d")


@rule("1830", "S-5.2-3.0e")
def test_s_5_2_each_ends_with_its_own_company() -> None:
    """B&O draws short runs, PRR after it retained revenue: each lasts until its own company has acted again."""
    t = to(to(line("4", markers=(SHORT,)), "run_trains"), "buy_trains")
    t = t.play(act(0, "buy_train", "bank", "5", 450), reveal(RETAIN))
    assert own(t.s).in_force == {SHORT: "B&O", RETAIN: "PRR"}
    t = finished(finished(t))
    assert (t.s.acted[-1], own(t.s).in_force) == ("PRR", {RETAIN: "PRR"})
    assert own(finished(t).s).in_force == {}


@rule("1830", "S-5.2-3.0e", "S-5.2-3.0f")
def test_s_5_2_both_may_stay_unseen() -> None:
    """Two of the three 5-trains brought no change, and the third is never sold."""
    t = line("4", markers=(NONE, NONE))
    assert own(t.s).in_force == {}
    assert Counter(own(t.s).face_down) == Counter({SHORT: 1, RETAIN: 1})


def test_impossible_markers_are_told() -> None:
    """A position with markers that do not fit the trains sold, or that lie with nobody, is refused."""
    t = line("4", markers=(SHORT,))
    for change in (
        {"face_down": (NONE, NONE)},
        {"face_down": (NONE, NONE, SHORT)},
        {"face_down": (NONE, RETAIN, NONE)},
        {"face_down": (NONE, NONE, NONE)},
        {"in_force": {SHORT: "NYC"}},
        {"in_force": {RETAIN: "B&O"}},
        {"in_force": {NONE: "B&O"}},
        {"running_out": (RETAIN,)},
        {"in_force": {SHORT: "PRR"}, "running_out": (SHORT,)},
    ):
        assert list(t.game.audit(doctored(t, change))), change
    assert not list(t.game.audit(doctored(t, {})))
    classic = table()
    assert list(classic.game.audit(doctored(classic, {"face_down": (NONE,)})))


def doctored(t: Table, change: Mapping[str, object]) -> State1830:
    s = own(t.s.copy())
    for name, value in change.items():
        setattr(s, name, value)
    return s
