"""The table of 1830: plus-trains, trains on their last run, and the markers of uncertain times."""

from stellwerk.core.choice import Choice
from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail.cards import train_notes, train_rows
from stellwerk.web.tables.rail.effects import effects
from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table
from tests.games.g1830.purchases import buying
from tests.games.g1830.test_scrapping import FIRST_FOUR, eve
from tests.games.g1830.test_uncertain_times import NONE, RETAIN, SHORT, line

NAMES = ("Anna", "Ben", "Cleo", "Dev")


def scene(t: Table, seat: int, language: str = "en") -> Scene:
    view = View(t.game, seat, t.s, choices_of(t.game, t.s, seat), ())
    return Scene(view, NAMES, translator(language), bots=(None,) * 4, waiting=(seat,))


def parts(t: Table, seat: int = 0, language: str = "en") -> dict[str, str]:
    return {name: str(part) for name, part in table_for("1830").parts(scene(t, seat, language)).items()}


def test_the_table_of_trains_says_what_scraps_each() -> None:
    rows = {row.name: (row.rusts_on, row.left, row.on_sale) for row in train_rows(scene(buying("2", preset="R"), 0))}
    assert rows["2"] == ("4", 5, True)
    assert rows["2+2"] == ("4+4", 1, False)
    assert rows["4+4"] == ("last D", 1, False)
    assert rows["5+5"] == ("", 1, False)


def test_trade_ins_and_variants_are_told_below_it() -> None:
    level = list(train_notes(scene(buying("2", preset="D"), 0)))
    assert level == ["With one of these trains traded in, a diesel costs $750: 4, 5, 6, 7."]
    chosen = {"train_limit": "flexible", "sell_last_train": "false", "delayed_scrapping": "true"}
    told = parts(buying("2", plus_trains="true", **chosen))["trains"]
    for sentence in ("plus-train", "run once more", "if it then gives one up", "is not for sale"):
        assert sentence in told


def test_a_purchase_foretells_last_runs() -> None:
    told = effects(scene(eve(("2", "3")), 1), Choice(*FIRST_FOUR))
    assert "Phase 4 begins" in told.notes
    assert "One last run for PRR: 2-train" in told.notes
    assert not any("loses" in note for note in told.notes)


def test_a_purchase_without_a_new_phase_foretells_what_it_scraps() -> None:
    t = buying("4", preset="R").depot("4", 0).trains("B&O", "2+2", "3").settled()
    told = effects(scene(t, 0), Choice(0, "buy_train", ("bank", "4+4", 300)))
    assert told.notes == ["B&O loses: 2+2-train"]


def test_a_train_that_changes_hands_is_not_lost() -> None:
    t = buying("4", preset="R").trains("B&O", "3").settled()
    told = effects(scene(t, 0), Choice(0, "buy_train", ("B&O", "3", 1)))
    assert not any("loses" in note for note in told.notes)


def test_a_train_on_its_last_run_is_marked() -> None:
    t = eve(("2", "3")).play(FIRST_FOUR)
    assert parts(t, 1)["companies"].count("last run") == 1
    assert parts(t, 1, "de")["companies"].count("letzte Fahrt") == 1
    assert parts(t, 1)["market"].count("last run") == 1
    assert "last run" not in parts(eve(("2", "3")), 1)["companies"]


def test_markers_that_lie_face_down_are_listed_but_not_in_which_order_they_come() -> None:
    shown = parts(line("4"), 1)
    assert "2 × No Change, Short Runs, Withhold Revenue" in shown["trains"]
    assert "until" not in shown["overview"]
    after = parts(line("4", markers=(NONE,)).depot("5", 0).settled(), 1)
    assert "All 5-trains are sold" in after["trains"]


def test_a_sale_that_reveals_a_marker_says_so_beforehand() -> None:
    told = effects(dressed(scene(line("4"), 1)), Choice(1, "buy_train", ("bank", "5", 450)))
    assert "Then a marker of uncertainty is revealed." in told.notes
    other = effects(dressed(scene(buying("2", preset="T"), 0)), Choice(0, "buy_train", ("bank", "2", 80)))
    assert not any("marker" in note for note in other.notes)


def dressed(shown: Scene) -> Scene:
    table = table_for("1830")
    assert isinstance(table, RailTable)
    return table.dressed(shown)


def test_what_holds_is_told_and_until_when() -> None:
    t = line("4", markers=(SHORT,))
    assert "Short Runs until B&amp;O ends its next turn" in parts(t, 1)["overview"]
    assert "Kurze Fahrten, bis die B&amp;O ihren nächsten Zug beendet" in parts(t, 1, "de")["overview"]
    assert "half as many stops" in parts(t, 1)["trains"]
    assert "Short Runs" in parts(t, 1)["companies"]
    later = to(to(t, "run_trains"), "buy_trains")
    later = to(later, "lay_track")
    assert "Short Runs until B&amp;O ends" in parts(later)["overview"]


def test_who_must_withhold_is_told_why() -> None:
    t = to(line("4", markers=(RETAIN,)), "pay_dividend")
    shown = scene(t, 0)
    table = table_for("1830")
    assert "for now all companies keep their revenue" in table.advice(shown)
    said = str(table.parts(shown)["decision"])
    assert "No dividend" in said
    assert "S-5.2-3.0d" in said
    assert "Pay out" not in said + str(table.actions(shown))
