"""What runs earn in 1853: revenue for dividend or treasury, mail for the treasury alone, and hexes to be visited."""

from stellwerk.core.choice import Choice
from stellwerk.eighteen.runs import Runs
from stellwerk.eighteen.state import BANK
from stellwerk.games.g1853.state import own
from tests.games.g1853.lines import built, way
from tests.games.g1853.positions import India, act, table
from tests.marks import rule

EAST, WEST = "H24 H26 I27 J28", "H22 H24"
"""Patna and Calcutta, and Benares and Patna, each a line of its own."""


def on_turn(*trains: str, phase: str = "3", to_visit: tuple[str, ...] = ()) -> India:
    """The East Indian is about to run between Benares, Patna and Calcutta: 20, 30 and 50."""
    t = table(4).phase(phase).started("EIR", {0: 40, 1: 20}).trains("EIR", *trains)
    built(built(t, EAST, tiles={"H24": "14"}), WEST)
    own(t.s).to_visit = to_visit
    return t.operating("EIR", "run_trains")


def hole(t: India) -> Runs:
    (choice,) = t.game.choices(t.s)
    assert isinstance(choice, Choice)
    runs = choice.args[0]
    assert isinstance(runs, Runs)
    return runs


@rule("1853", "4.6.1", "4.6.2", "4.6.6a", "4.6.6b", "R-44")
def test_kept_revenue_and_mail_come_from_the_bank() -> None:
    """Patna 30, a small station 10, Calcutta 50: 90, and the ends 80 again."""
    t = on_turn("2")
    before = dict(t.s.cash)
    t = t.play(act(0, "run", (way(t, EAST),), 1))
    assert (t.s.revenue, t.s.runs["EIR"], t.s.mail["EIR"]) == (90, 90, 80)
    t = t.play(act(0, "withhold"))
    assert t.s.cash["EIR"] - before["EIR"] == 90 + 80
    assert before[BANK] - t.s.cash[BANK] == 90 + 80


@rule("1853", "4.6.6b")
def test_mail_goes_to_the_treasury_when_all_is_paid_out() -> None:
    t = on_turn("2")
    before = dict(t.s.cash)
    t = t.play(act(0, "run", (way(t, EAST),), 1)).play(act(0, "pay_out"))
    assert t.s.cash["EIR"] - before["EIR"] == 80
    assert t.s.cash["P0"] - before["P0"] == 90 * 40 // 100


@rule("1853", "4.6.4a", "R-44")
def test_trains_add_up_and_the_best_mail_is_the_default() -> None:
    """90 and 50 are 140; the mail of the ends is 80 on one route, 50 on the other."""
    t = on_turn("2", "2")
    run = (way(t, EAST), way(t, WEST))
    for args, mail in (((run,), 80), ((run, 1), 80), ((run, 2), 50), ((run, 0), 0)):
        after = t.play(act(0, "run", *args)).s
        assert (after.revenue, after.mail["EIR"]) == (140, mail)


@rule("1853", "4.6.6a")
def test_a_train_that_stays_carries_no_mail() -> None:
    t = on_turn("2", "2")
    t.refused(act(0, "run", (way(t, EAST), ()), 2), "4.6.6a")
    t.refused(act(0, "run", (way(t, EAST), ()), 3), "4.6.6a")
    t.refused(act(0, "run", (way(t, EAST), ()), -1), "4.6.6a")


@rule("1853", "R-44")
def test_the_run_offered_earns_most_with_mail_and_another_one_for_the_shareholders() -> None:
    """A 2-train runs 30 + 10 + 50 and has 80 by mail; with the small station at I27 as its end it would have less."""
    told = hole(on_turn("2", "2")).to_json()
    assert told["best"] == {
        **told["best"],
        "revenue": 140,
        "mail": 1 + (told["best"]["routes"][0][0][0] == "H22"),
        "post": 80,
    }
    assert told["dividend"]["revenue"] == 140
    assert told["best"]["proven"]


@rule("1853", "R-44")
def test_without_a_run_there_is_no_mail() -> None:
    t = on_turn("2")
    after = t.play(act(0, "run", ((),))).s
    assert (after.revenue, after.mail["EIR"]) == (0, 0)


@rule("1853", "4.6.6a")
def test_the_log_tells_who_carries_the_mail() -> None:
    t = on_turn("2", "2")
    for args in ((1,), ()):
        words = t.game.words(t.s, act(0, "run", (way(t, EAST), way(t, WEST)), *args))
        assert (words.key, words.data["train"], words.data["post"]) == ("log.run_mail", "2", 80)
    assert t.game.words(t.s, act(0, "run", (way(t, EAST), ()), 0)).key == "log.run"


@rule("1853", "4.5.1b")
def test_a_company_without_trains_earns_nothing() -> None:
    t = on_turn()
    assert t.s.todo[-1].step != "run_trains"
    assert t.s.revenue == 0


def test_trains_that_no_track_suits_are_not_asked_for() -> None:
    """The only line is of the other gauge."""
    assert on_turn("2M").s.todo[-1].step != "run_trains"


# --- what must be visited -------------------------------------------------------------------------------


INLAND, BEYOND = "H18 H20", "H20 H22"
"""From Allahabad to a small station, and to Benares, which lies outside the territory of the Great Indian Peninsula."""


def due(*trains: str) -> India:
    """The Great Indian Peninsula must run to Benares in this turn."""
    t = table(4).phase("5").started("GIP", {0: 40, 1: 20}).trains("GIP", *trains)
    built(built(t, BEYOND, tiles={"H20": "14"}), INLAND)
    own(t.s).to_visit = ("H22",)
    return t.operating("GIP", "run_trains")


@rule("1853", "4.2.3b", "R-35")
def test_a_run_over_the_tile_upgraded_outside_is_due() -> None:
    t = due("5")
    t.refused(act(0, "run", (way(t, INLAND),), 1), "4.2.3b", hex="H22")
    assert t.may(act(0, "run", (way(t, BEYOND),), 1))
    assert {"H22"} <= {name for route in hole(t).best().routes for name, _ in route}


@rule("1853", "4.4.2b", "R-35")
def test_a_run_to_the_station_placed_outside_is_due() -> None:
    t = due("5")
    t.station("GIP", "H22")
    t.s.done_this_turn = ("station",)
    t.refused(act(0, "run", (way(t, INLAND),), 1), "4.4.2b", hex="H22")
    assert {"H22"} <= {name for route in hole(t).best().routes for name, _ in route}


def test_what_no_run_can_do_is_asked_of_nobody() -> None:
    t = on_turn("2", phase="5", to_visit=("B8",))
    assert t.may(act(0, "run", (way(t, EAST),), 1))
