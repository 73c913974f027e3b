"""The map of 1853: gauges, ground, premiums, the valley, homes, and what is shown on demand."""

import re

import pytest

from stellwerk.core.action import Action
from stellwerk.eighteen.tiles import Face
from stellwerk.web.svg.face import shapes
from stellwerk.web.svg.stance import STANCES
from stellwerk.web.svg.writing import Legend
from stellwerk.web.tables.g1853.ground import hex_marks, layers
from stellwerk.web.tables.rail.hexes import Known, describe
from stellwerk.web.tables.rail.key import map_key
from stellwerk.web.tables.rail.map import cells, draw_map, homes_of, written
from stellwerk.web.tables.rail.track import preview
from tests.games.g1853.positions import CITY, India, bidding, fresh, pick, table
from tests.web.decisions import recorded
from tests.web.india import TABLE, scene
from tests.web.ink import faults
from tests.web.scenes import Elements, scene_of

POINTY = STANCES["pointy"]


def said(t: India, name: str, language: str = "en") -> str:
    """What a hex is in words."""
    return next(cell.label for cell in cells(scene(t, 0, language)) if cell.name == name)


def on_hex(t: India, name: str) -> str:
    """What is written on a hex."""
    hex_ = t.numbers.hexmap[name]
    return written(t.game, t.s, hex_, Legend(price=hex_marks(scene(t, 0), hex_).price))


# --- gauges ----------------------------------------------------------------------------------------------


def test_gauges_differ_by_more_than_their_colours() -> None:
    """Metre gauge has ties, dual gauge a second line inside, standard gauge neither."""
    catalogue = fresh(4).numbers.catalogue
    broad, metre, dual = (shapes(catalogue.face(number, 0), POINTY) for number in ("9", "79", "233"))
    assert 'class="tk"' in broad
    assert "ties" not in broad + dual
    assert "core" not in broad + metre
    assert 'class="tk metre"' in metre
    assert 'class="ties"' in metre
    assert 'class="tk dual"' in dual
    assert 'class="core"' in dual


def test_each_line_can_still_be_found_once_by_who_draws_routes() -> None:
    for number, count in (("9", 1), ("79", 1), ("233", 1), ("106", 4)):
        face = fresh(4).numbers.catalogue.face(number, 0)
        ends = [attrs["data-p"] for attrs in Elements(shapes(face, POINTY)).having("data-p")]
        assert len(ends) == len(set(ends)) == count


def test_a_junction_is_no_town() -> None:
    t = table(4)
    drawn = shapes(t.numbers.catalogue.face("106", 0), POINTY)
    assert 'class="junction"' in drawn
    assert "town" not in drawn
    hex_ = t.numbers.hexmap["K21"]
    words = describe(scene(t, 0), hex_, t.numbers.catalogue.face("106", 0), (), Known())
    assert "junction" in words
    assert "town" not in words


def test_the_key_explains_what_is_not_on_every_board() -> None:
    texts = [entry.text for entry in map_key(scene(fresh(4), 0))]
    assert texts[:4] == [
        "standard gauge",
        "metre gauge",
        "dual gauge: for trains of every gauge",
        "junction: no stop",
    ]
    assert {"river", "two rivers", "hill", "mountain", "high mountain"} < set(texts)
    assert len(texts) == 12


# --- ground ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sign", "price", "words"),
    [
        ("H18", "water", "40/30", "river: the first tile costs £40, with metre gauge £30"),
        ("H20", "water", "60/40", "two rivers: the first tile costs £60, with metre gauge £40"),
        ("C13", "hill", "80/50", "hill: the first tile costs £80, with metre gauge £50"),
        ("C7", "mountain", "140/70", "mountain: the first tile costs £140, with metre gauge £70"),
        ("B12", "mountain high", "240/100", "high mountain: the first tile costs £240, with metre gauge £100"),
    ],
)
def test_ground_shows_its_sign_and_what_it_costs_by_gauge(name: str, sign: str, price: str, words: str) -> None:
    t = fresh(4)
    drawn = on_hex(t, name)
    assert f'class="{sign}"' in drawn
    assert f">{price}<" in drawn
    assert words in said(t, name)


def test_hill_and_river_together_cost_the_sum_or_as_much_as_the_dearer() -> None:
    assert ">120/80<" in on_hex(fresh(4), "L10")
    assert "hill + river" in said(fresh(4), "L10")
    assert ">80/50<" in on_hex(fresh(4, mixed_terrain="dearest"), "L10")


def test_a_tile_covers_ground_and_premium() -> None:
    t = fresh(4)
    assert ">(40)<" in on_hex(t, "D14")
    assert "the first tile brings £40" in said(t, "D14")
    t.game.track.lay(t.s, "D14", t.numbers.catalogue.face("58", 0))
    assert "(40)" not in on_hex(t, "D14")
    assert "140/70" not in on_hex(t, "D14")
    assert "£40" not in said(t, "D14")


def test_cities_of_the_valley_are_shaded_and_said() -> None:
    t = fresh(4)
    shaded = re.findall(r'class="hx [^"]*\bvalley\b[^"]*"[^>]*data-hex="(\w+)"', draw_map(scene(t, 0)))
    assert sorted(shaded) == sorted(CITY[name] for name in ("Cawnpore", "Lucknow", "Allahabad", "Benares", "Patna"))
    assert "in the Ganges valley" in said(t, CITY["Patna"])
    assert "in the Ganges valley" not in said(t, CITY["Calcutta"])
    assert "im Gangestal" in said(t, CITY["Patna"], "de")


def test_what_a_city_counts_in_contracts_is_said() -> None:
    words = said(fresh(4), CITY["Delhi"])
    assert "counts 40 in a contract and gives a share of EIR, GIP, NWR, BBCI" in words


# --- homes and territories -------------------------------------------------------------------------------


def test_all_homes_are_marked_until_their_companies_start() -> None:
    homes = homes_of(fresh(4).game, fresh(4).s)
    assert homes == {
        "J28": ["EIR", "BNR"],
        "H24": ["EIR"],
        "H20": ["GIP"],
        "M9": ["GIP", "BBCI"],
        "F14": ["NWR"],
        "C11": ["NWR"],
        "K17": ["BNR"],
        "H10": ["BBCI"],
        "R18": ["MSM"],
        "T16": ["SIR"],
        "N22": ["ECR"],
    }
    started = table(4).started("EIR", {0: 40, 1: 20})
    assert "EIR" not in {name for names in homes_of(started.game, started.s).values() for name in names}


def test_the_home_that_is_kept_for_a_company_of_open_size() -> None:
    t = fresh(4)
    assert "kept for BBCI, if it becomes large" in said(t, "M9")
    t.mine.small = ("BBCI",)
    assert "BBCI, if" not in said(t, "M9")
    assert homes_of(t.game, t.s)["M9"] == ["GIP"]


def test_territories_are_outlined_on_demand_first_that_of_the_company_on_turn() -> None:
    t = table(4).phase("3").started("SIR", {0: 40, 1: 20}).operating("SIR")
    found = {layer.id: layer for layer in layers(scene(t, 0))}
    assert list(found)[:2] == ["contracts", "territory"]
    assert [name for name in found if name.startswith("territory-")] == [
        f"territory-{name}" for name in t.numbers.companies
    ]
    assert found["territory"].name == "Territory of the company whose turn it is (SIR)"
    assert set(found["territory"].inside) == t.numbers.territories["SIR"]
    assert len(found["territory-SIR"].inside) == 15
    assert "territory of BNR, MSM, SIR, ECR" in said(t, "R18")


def test_an_outline_has_an_edge_wherever_the_territory_ends() -> None:
    t = fresh(4)
    sir = next(layer for layer in layers(scene(t, 0)) if layer.id == "territory-SIR")
    hexmap, inside = t.numbers.hexmap, set(sir.inside)
    ends = sum(
        near < 0 or hexmap.hexes[near].name not in inside
        for name in inside
        for near in hexmap.neighbours[hexmap.number[name]]
    )
    line = next(attrs["d"] for attrs in Elements(sir.drawing).having("d"))
    assert line.count("M") == ends


def test_the_map_has_every_layer_and_a_list_of_them() -> None:
    page = TABLE.map(scene(fresh(4), 0))
    drawn = [attrs["data-layer"] for attrs in Elements(page).having("data-layer")]
    assert drawn == ["contracts", *(f"territory-{name}" for name in fresh(4).numbers.companies)]
    options = [attrs["value"] for tag, attrs in Elements(page).found if tag == "option"]
    assert options == ["", *drawn]


def test_the_own_contract_is_a_layer_for_its_player_only() -> None:
    t = bidding(240, 200, 160)
    t = t.play(pick(0, "Delhi", "EIR"))
    assert "contract" in [layer.id for layer in layers(scene(t, 0))]
    assert "contract" not in [layer.id for layer in layers(scene(t, 1))]
    assert "contract" not in [layer.id for layer in layers(scene(t, None))]


def clear(t: India, name: str) -> None:
    """What is written on a hex is legible: the name of its city lies on nothing else."""
    face = t.game.track.lying(t.s)[t.numbers.hexmap.number[name]]
    assert not list(faults(shapes(face, POINTY) + on_hex(t, name), POINTY)), name


@pytest.mark.parametrize("name", CITY.values())
def test_no_name_of_a_city_lies_on_its_circles(name: str) -> None:
    clear(fresh(4), name)


@pytest.mark.parametrize("city", ["Delhi", "Calcutta"])
def test_five_stations_leave_room_for_the_name_of_their_city(city: str) -> None:
    t = fresh(4)
    for number in ("500", "900"):
        fits = [face for face in t.numbers.catalogue.faces(number) if lays(t, CITY[city], face)]
        t.game.track.lay(t.s, CITY[city], fits[0])
        clear(t, CITY[city])


def lays(t: India, name: str, face: Face) -> bool:
    """Whether a tile keeps all track of a hex."""
    return t.game.track.lying(t.s)[t.numbers.hexmap.number[name]].stops_onto(face) is not None


def test_a_premium_does_not_make_a_tile_free() -> None:
    """The second tile of a turn, on a river: £30 for the ground, and premiums of £200 and £40 for first tiles."""
    match = recorded("g1853/five-by-other-readings.json")
    shown = scene_of(match.until(2361), 2)
    seen = preview(shown, Action(2, "lay", ("H2", "73", 3)))
    assert match.at(2361).cash["NWR"] == 184
    assert (seen["cost"], seen["cash"]) == (30, 184 - 30 + 200 + 40)
