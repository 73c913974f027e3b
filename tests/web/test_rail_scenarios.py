"""The boards of scenarios on the page: plates, coal, licences, heralds and values by phase, and runs over them."""

import json
import re

import pytest

from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.svg.stance import STANCES
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail.map import legend_of
from tests.games.g1830.lines import drawn, herald, lay, run, running, standing
from tests.games.g1830.positions import Table, fresh
from tests.web.scenes import Elements

NAMES = ("Ann", "Ben", "Cleo", "Dev")
POINTY = STANCES["pointy"]


def scene(t: Table, seat: int = 0, language: str = "en") -> Scene:
    view = View(t.game, seat, t.s, choices_of(t.game, t.s, seat), ())
    return Scene(view, NAMES[: t.game.seats], translator(language), bots=(None,) * t.game.seats, waiting=(seat,))


def map_of(t: Table, language: str = "en") -> str:
    return str(table_for("1830").map(scene(t, 0, language)))


def labels(t: Table, language: str = "en") -> dict[str, str]:
    return {attrs["data-hex"]: attrs["aria-label"] for attrs in Elements(map_of(t, language)).having("data-hex")}


def written(t: Table, name: str) -> str:
    """What is written on a hex, as markup."""
    return map_of(t).partition(f'data-for="{name}"')[2].partition("data-for=")[0]


def run_data(t: Table) -> dict[str, object]:
    found = re.search(r'id="rail-data">(.*?)</script>', map_of(t), re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1].replace("\\u003c", "<"))["run"]
    return data


# --- the board -----------------------------------------------------------------------------------------


def test_a_plate_is_marked_and_named_and_a_tile_over_it_hides_it() -> None:
    t = fresh(4, "B")
    city = "L10, Roanoke, city with 1 slot, plate 30n"
    assert labels(t)["L10"] == f"{city}, building costs $60, $10 for each route that passes, home of N&W"
    plated = {attrs["data-hex"] for attrs in Elements(map_of(t)).having("data-hex") if "plated" in attrs["class"]}
    assert plated == {"H4", "H6", "F6", "F8", "E5", "E9", "L10"}
    assert map_of(t).count("rim-of-plate") == len(plated)
    t.laid("L10", "57", 0)
    assert "plate" not in labels(t)["L10"]
    assert map_of(t).count("rim-of-plate") == len(plated) - 1


def test_what_was_reconstructed_says_so() -> None:
    said = labels(fresh(4, "B"), "de")
    assert [name for name, text in said.items() if "rekonstruiert" in text] == ["F8"]
    assert not any("rekonstruiert" in text for text in labels(fresh(4), "de").values())


def test_values_by_phase_are_told_and_that_of_the_present_stands_first() -> None:
    early, late = (labels(running("C&O", "3", phase=phase)) for phase in ("4", "5"))
    assert "worth 40 (by phase 40/60)" in early["L8"]
    assert "worth 60 (by phase 40/60)" in late["L8"]
    assert early["M13"].startswith("M13, Deep South, large stop without room for stations, worth 30 (by phase 30/40)")


@pytest.mark.parametrize(("preset", "name"), [("D", "L8"), ("G", "J10"), ("R", "L8")])
def test_the_coal_field_bears_a_lock_and_says_who_has_a_licence(preset: str, name: str) -> None:
    t = running("C&O", "3", preset=preset)
    assert 'class="lock"' in written(t, name)
    assert labels(t)[name].endswith("only with a licence")
    t.game.track.grant_licence(t.s, "C&O")
    assert "only with a licence (held by: C&O)" in labels(t)[name]
    assert map_of(t).count('class="lock"') == 1


def test_each_marked_mountain_shows_what_passing_it_earns() -> None:
    t = fresh(4, "B")
    marked = {name for name, text in labels(t).items() if "$10 for each route that passes" in text}
    assert marked == {"J10", "K9", "K11", "L6", "L8", "L10", "M9"}
    assert map_of(t).count('class="lump"') == len(marked)
    assert ">+10<" in written(t, "L6")
    # A tile covers what building cost, not what passing earns.
    lay(t, {"L6": ("9", {1, 4})})
    assert "$10 for each route that passes" in labels(t)["L6"]


def test_a_home_on_track_shows_its_worth_before_and_after_its_company_begins() -> None:
    t = fresh(4, "D")
    assert legend_of(t.game, t.s, t.game.rules.hexmap["H12"]).herald == 10
    assert ">10<" in written(t, "H12")
    begun = herald(running("PRR", "3"), "PRR", "H12")
    assert ">10<" in written(begun, "H12")
    assert re.search(r'class="marker [^"]*beside"', written(begun, "H12"))
    assert labels(begun)["H12"] == (
        "H12, track to west, east, south-east, home marker without a city: PRR, worth 10 to it"
    )
    assert not [
        hex_.name for hex_ in t.game.rules.hexmap.hexes if legend_of(t.game, t.s, hex_).herald and hex_.name != "H12"
    ]


@pytest.mark.parametrize("preset", ["classic", "D", "G", "R", "B", "C"])
def test_every_named_place_bears_its_name_once(preset: str) -> None:
    t = fresh(4, preset)
    shown = " ".join(re.findall(r'(?:<tspan[^>]*|class="name"[^>]*)>([^<]+)', map_of(t)))
    for hex_ in t.game.rules.hexmap.hexes:
        for stop in hex_.face.stops:
            assert stop.name in shown or " ".join(stop.name.split(" ", 1)) in shown, (hex_.name, stop.name)


def test_both_homes_of_the_c_and_o_are_marked() -> None:
    said = labels(fresh(4, "D"))
    assert {name for name, text in said.items() if "home of C&O" in text} == {"F6", "K13"}


def test_the_whole_board_is_in_view() -> None:
    t = fresh(4, "D")
    (box,) = {attrs["viewbox"] for attrs in Elements(map_of(t)).having("viewbox") if attrs.get("id") == "railmap"}
    left, top, width, height = map(float, box.split())
    for hex_ in t.game.rules.hexmap.hexes:
        x, y = POINTY.middle(hex_.name)
        assert left < x - POINTY.reach.x < x + POINTY.reach.x < left + width
        assert top < y - POINTY.reach.y < y + POINTY.reach.y < top + height


# --- runs ----------------------------------------------------------------------------------------------


def over_the_herald() -> Table:
    """The PRR on H12 between Pittsburgh and Reading, each worth 20."""
    t = herald(running("PRR", "3"), "PRR", "H12")
    lay(t, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    return t.operating("PRR", "run_trains")


def test_the_scripts_know_the_own_herald_as_an_end_of_its_hex() -> None:
    data = run_data(over_the_herald())
    assert data["herald"] == ["H12", 6]
    assert data["worth"]["H12"] == [["H12", 10]]  # type: ignore[index]
    assert data["best"] == [[["H10", 6], ["H10", 4], ["H12", 6], ["H12", 4], ["H14", 4], ["H16", 6]]]
    foreign = standing(herald(running("NYC", "3").opened("PRR", 90, {1: 60}), "PRR", "H12"), "NYC", "H10")
    lay(foreign, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    assert run_data(foreign.operating("NYC", "run_trains"))["herald"] is None


def through_the_mountains() -> Table:
    """From Richmond by way of K11 to Roanoke: two cities worth 20 each, and two marked mountains."""
    t = running("C&O", "2", preset="B")
    lay(t, {"K13": ("57", {1, 4}), "K11": ("8", {4, 0}), "L10": ("57", {3, 0})})
    return standing(t, "C&O", "K13").operating("C&O", "run_trains")


def test_the_scripts_know_what_passing_earns() -> None:
    data = run_data(through_the_mountains())
    assert data["passing"] == {"hexes": ["J10", "K11", "K9", "L10", "L6", "L8", "M9"], "amount": 10}


def test_what_a_legal_run_earns_is_told_by_the_rules() -> None:
    t = over_the_herald()
    calling, passing = drawn(t, "H10 H12! H14 H16"), drawn(t, "H10 H12! H14 H16")[:3]
    for route, earned in ((calling, 50), (passing, 30)):
        assert table_for("1830").preview(scene(t), run(route)) == {"sums": [earned]}
    assert "sums" not in table_for("1830").preview(scene(t), Action(0, "pass_turn", ()))


def test_a_bonus_for_passing_is_in_the_sum_of_a_run() -> None:
    t = through_the_mountains()
    assert table_for("1830").preview(scene(t), run(drawn(t, "K13 K11 L10"))) == {"sums": [20 + 20 + 2 * 10]}
