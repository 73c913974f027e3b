"""Homes without a city, homes to choose from, and tiles without end, as the page shows them."""

from dataclasses import replace

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.web.tables.rail.track import stacks
from tests.games.g1830.positions import Table, table
from tests.web.scenes import NAMES, Elements, scene_of
from tests.web.test_rail_map import data_of, map_of


def placed(t: Table) -> Match:
    """A match that starts from a position set up by hand."""
    seats = [Seat(name) for name in NAMES[: t.game.seats]]
    header = new_header("1830", seats, dict(t.game.options), "set up")
    return Match(replace(header, position=t.s.to_json()))


def choosing() -> Match:
    """The RDR chooses between a mountain without a city and Reading; the PRR has begun on H12."""
    t = table(4, railroads="custom", map="plus", home_choice="free", with_rdr="true")
    t.opened("RDR", shares={0: 60}).opened("PRR", shares={1: 60}).cash({"RDR": 500}).home("PRR")
    return placed(t.operating("RDR", "place_home"))


def test_a_company_sees_all_its_homes_and_which_has_no_city() -> None:
    drawn = map_of(choosing(), 0)
    assert data_of(drawn)["stops"] == {"G15": [[0, "home", False]], "H16": [[0, "home", True]]}
    labels = {attrs["data-hex"]: attrs["aria-label"] for attrs in Elements(drawn).having("data-hex")}
    assert labels["G15"] == "G15, building costs $120, home of RDR, you can place a station here"
    assert labels["H16"] == "H16, Reading, city with 1 slot, home of RDR, you can place a station here"
    assert labels["H12"] == "H12, track to west, east, south-east, home marker without a city: PRR, worth 10 to it"


def test_a_button_names_the_home_and_counts_cities_only_where_there_are_several() -> None:
    def said(match: Match) -> list[str]:
        labels = (match.game.label(choice, match.state) for choice in match.choices() if choice.kind == "home")
        return [match.game.texts.say("en", words.key, *words.args, **words.data) for words in labels]

    assert said(choosing()) == ["Home station at G15", "Home station at Reading"]
    t = table(4).phase("3").laid("E11", "59", 0).opened("Erie", shares={0: 60}).operating("Erie", "place_home")
    assert said(placed(t)) == [f"Home station at Dunkirk & Buffalo, city {number}" for number in (1, 2)]


def test_of_tiles_without_end_no_number_is_told() -> None:
    t = table(4, "C", unlimited_tiles="true").opened("NYC", shares={0: 60}).cash({"NYC": 500}).home("NYC")
    match = placed(t.operating("NYC"))
    assert data_of(map_of(match, 0))["left"] == {"57": "∞"}
    assert {(stack.left, stack.total) for some in stacks(scene_of(match, 0)).values() for stack in some} == {("∞", "∞")}
