"""The map of 18xx titles: geometry of tiles, what is written on hexes, and what the scripts are told."""

import json
import re
from math import dist, hypot
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Match
from stellwerk.core.registry import title
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import read_map
from stellwerk.eighteen.tiles import STOP
from stellwerk.games.g1830.game import TITLE as AMERICA
from stellwerk.games.g1848.game import TITLE as AUSTRALIA
from stellwerk.web.svg.company import RIMS, contrast, ink_on
from stellwerk.web.svg.stance import APOTHEM, RADIUS, STANCES, Stance
from stellwerk.web.svg.tile import picture, tile
from stellwerk.web.svg.track import line, samples, slot_size, slots, spots
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail.map import hex_of, level_colours
from stellwerk.web.tables.rail.routes import run_summary
from tests.web.late import BANK, FREE, before
from tests.web.scenes import Elements, match_of, scene_of

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def rules() -> RailGame:
    game = title("1830").game(4)
    assert isinstance(game, RailGame)
    return game


GAME = rules()
CATALOGUE = GAME.rules.catalogue
OTHERS = AUSTRALIA.ruleset(4, {option.id: option.default for option in AUSTRALIA.options}).catalogue
BOX = AMERICA.catalogue("classic", "plus")
FACES = [face for number in BOX for face in BOX.faces(number)]
FACES += [face for number in OTHERS if number not in BOX for face in OTHERS.faces(number)]


POINTY, FLAT = STANCES["pointy"], STANCES["flat"]
WHITE = {"kind": "white"}
either_way = pytest.mark.parametrize("stance", STANCES.values(), ids=STANCES)


# --- geometry --------------------------------------------------------------------------------------------


@either_way
def test_a_line_begins_at_its_edge_and_ends_at_its_stop_or_other_edge(stance: Stance) -> None:
    for face in FACES:
        for path in face.paths:
            drawn = [float(value) for value in NUMBER.findall(line(face, path, stance))]
            assert dist(drawn[:2], stance.exits[path.a]) < 0.1
            goal = stance.exits[path.b] if path.b < STOP else spots(face, stance)[path.b - STOP].at
            # A broad city covers the end of a line that stops short of its middle.
            assert dist(drawn[-2:], goal) < 5


@either_way
def test_cities_lie_inside_their_hex_and_apart_from_each_other_and_from_foreign_track(stance: Stance) -> None:
    for face in FACES:
        size = slot_size(face)
        places = [(stop, at) for stop in range(len(face.stops)) for at in slots(face, stop, stance)]
        for stop, at in places:
            assert hypot(*at) <= RADIUS - size / 2
            for other, there in places:
                if stop != other and face.stops[stop].kind == face.stops[other].kind == "city":
                    assert dist(at, there) > 2 * size - 5
            for path in face.paths:
                if face.stops[stop].kind == "city" and path.b != STOP + stop and path.b >= STOP:
                    assert min(dist(point, at) for point in samples(face, path, stance)) > size * 0.75


@either_way
def test_six_turns_bring_a_tile_back_and_one_moves_its_track(stance: Stance) -> None:
    for number in CATALOGUE:
        drawn = {str(tile(face, stance)) for face in CATALOGUE.faces(number)}
        ways = {tuple((path.a, path.b) for path in face.paths) for face in CATALOGUE.faces(number)}
        assert len(drawn) >= len(ways)


def test_a_picture_shows_value_and_label() -> None:
    shown = re.findall(r"<text[^>]*>([^<]*)", str(picture(CATALOGUE.face("62", 0), POINTY)))
    assert sorted(shown) == ["80", "NY"]
    assert str(picture(CATALOGUE.face("63", 0), POINTY)).count('class="slot"') == 2
    assert str(picture(CATALOGUE.face("1", 0), POINTY)).count("<rect") == 2


def test_edges_lie_where_tiles_count_them() -> None:
    # On a corner 0 is the south-west, 1 the west, 3 the north-east; y grows to the south.
    assert POINTY.exits[0].x < 0 < POINTY.exits[0].y
    assert POINTY.exits[1].x == pytest.approx(-APOTHEM)
    assert POINTY.exits[3].y < 0 < POINTY.exits[3].x
    # On an edge 0 is the south, 1 the south-west, 3 the north.
    assert FLAT.exits[0].y == pytest.approx(APOTHEM)
    assert FLAT.exits[1].x < 0 < FLAT.exits[1].y
    assert FLAT.exits[3].y == pytest.approx(-APOTHEM)


@either_way
def test_neighbours_share_their_edge_corner_for_corner(stance: Stance) -> None:
    """The board says who lies at which edge; the drawing has both hexes end there in the same two points."""
    hexes = {f"{letter}{number}": WHITE for letter in "ABCD" for number in range(1 + ord(letter) % 2, 9, 2)}
    board = read_map({"layout": stance.layout, "hex": hexes})
    shared = 0
    for hex_ in board.hexes:
        for edge, other in enumerate(board.neighbours[hex_.number]):
            if other >= 0:
                mine, theirs = stance.edge(hex_.name, edge), stance.edge(board.hexes[other].name, (edge + 3) % 6)
                assert dist(mine[0], theirs[1]) == pytest.approx(0, abs=1e-9)
                assert dist(mine[1], theirs[0]) == pytest.approx(0, abs=1e-9)
                shared += 1
    # Twelve neighbours in the lines of a letter, and seven edges between each two lines; both sides look.
    assert shared == 2 * (12 + 3 * 7)


@either_way
def test_what_is_written_on_a_tile_stays_upright_and_inside_its_hex(stance: Stance) -> None:
    for face in FACES:
        drawn = str(tile(face, stance))
        assert "rotate" not in "".join(re.findall(r"<text[^>]*>", drawn))
        for attrs in re.findall(r'<text[^>]* x="([^"]+)" y="([^"]+)"', drawn):
            x, y = map(float, attrs)
            assert abs(x) <= stance.reach.x
            assert abs(y) <= stance.reach.y


# --- companies -------------------------------------------------------------------------------------------


def test_letters_can_be_read_on_the_colour_of_every_company() -> None:
    companies = GAME.rules.companies.values()
    for company in companies:
        assert contrast(company.colour, ink_on(company.colour)) >= 4.5, company.id
    assert len({company.colour for company in companies}) == len(companies)
    assert len(RIMS) >= len(companies)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# --- the map of a position -------------------------------------------------------------------------------


def data_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="rail-data">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def map_of(match: Match, seat: int | None, language: str = "en") -> str:
    return str(table_for("1830").map(scene_of(match, seat, language)))


def on_turn(match: Match) -> int:
    return next(iter(match.waiting()))


def test_every_title_of_the_engine_has_this_table_and_no_other_game_does() -> None:
    assert isinstance(table_for("1830"), RailTable)
    assert not isinstance(table_for("paris-connection"), RailTable)


def test_every_hex_is_a_button_with_words() -> None:
    match = before(BANK, "lay", -1)
    game = match.game
    assert isinstance(game, RailGame)
    for language in ("en", "de"):
        buttons = list(Elements(map_of(match, 0, language)).having("data-hex"))
        assert [attrs["data-hex"] for attrs in buttons] == [hex_.name for hex_ in game.rules.hexmap.hexes]
        labels = {attrs["data-hex"]: attrs["aria-label"] for attrs in buttons}
        assert all(label.startswith(name) for name, label in labels.items())
        assert "Altoona" in labels["H12"]
        assert ("stations: PRR" if language == "en" else "Bahnhöfe: PRR") in labels["H12"]


@pytest.mark.parametrize(
    ("kind", "en", "de"),
    [
        ("lay", "you can build here", "hier kannst du bauen"),
        ("station", "you can place a station here", "hier kannst du einen Bahnhof setzen"),
    ],
)
def test_who_hears_the_map_hears_where_something_can_be_done_and_where_track_leads(kind: str, en: str, de: str) -> None:
    match = before(BANK, kind, -1)
    game, s = match.game, match.state
    assert isinstance(game, RailGame)
    ways = {"en": ("south-west", "west", "north-west", "north-east", "east", "south-east")}
    ways["de"] = ("Südwesten", "Westen", "Nordwesten", "Nordosten", "Osten", "Südosten")
    open_hexes = {str(choice.args[0]) for choice in game.choices(s) if choice.kind == kind}
    assert open_hexes
    for language, said in (("en", en), ("de", de)):
        labels = {
            attrs["data-hex"]: attrs["aria-label"]
            for attrs in Elements(map_of(match, on_turn(match), language)).having("data-hex")
        }
        assert {name for name, label in labels.items() if said in label} == open_hexes
        assert not any(said in attrs["aria-label"] for attrs in Elements(map_of(match, None)).having("data-hex"))
        for hex_ in game.rules.hexmap.hexes:
            exits = game.track.lying(s)[hex_.number].exits
            heard = labels[hex_.name].split(", ")
            for edge, way in enumerate(ways[language]):
                told = any(way in part.replace("track to ", "").replace("Gleis nach ", "").split(" ") for part in heard)
                assert told == bool(exits >> edge & 1), (labels[hex_.name], way)


def looks(game: RailGame, choice: tuple[Any, ...]) -> tuple[object, ...]:
    """A choice with what its tile joins in place of its rotation: a straight city turned round is the same."""
    if not choice[0].startswith("lay"):
        return choice
    face = game.rules.catalogue.face(choice[-2], choice[-1])
    plain = sorted((path.a, path.b) for path in face.paths if path.b < STOP)
    return *choice[:-1], str(plain), tuple(sorted(face.stop_exits))


@pytest.mark.parametrize(("kind", "nth"), [("lay", 3), ("lay", -1), ("lay_private", 0), ("station", -1), ("run", 2)])
def test_the_scripts_are_told_of_every_choice_on_the_map_and_of_nothing_else(kind: str, nth: int) -> None:
    match = before(FREE if kind == "lay_private" else BANK, kind, nth)
    seat = on_turn(match)
    data = data_of(map_of(match, seat))
    told: set[tuple[object, ...]] = set()
    lays, stops = data["lays"], data["stops"]
    assert isinstance(lays, dict)
    assert isinstance(stops, dict)
    for hex_, some in lays.items():
        for tile_, rotation, what, owner in some:
            told.add((what, *([owner] if owner else []), hex_, tile_, rotation))
    told |= {(what, hex_, stop) for hex_, some in stops.items() for stop, what, city in some if city}
    game = match.game
    assert isinstance(game, RailGame)
    legal = {
        (choice.kind, *choice.args)
        for choice in game.choices(match.state)
        if choice.seat == seat and hex_of(game, choice)
    }
    assert told <= legal
    assert {looks(game, choice) for choice in told} == {looks(game, choice) for choice in legal}, "equal ones once"
    assert bool(data["run"]) == any(choice.kind == "run" for choice in game.choices(match.state))
    open_hexes = {
        attrs["data-hex"] for attrs in Elements(map_of(match, seat)).having("data-hex") if " open" in attrs["class"]
    }
    assert open_hexes == set(lays) | set(stops)


def test_who_is_not_on_turn_is_offered_nothing() -> None:
    match = before(BANK, "lay", -1)
    for seat in (None, *(seat for seat in range(3) if seat != on_turn(match))):
        data = data_of(map_of(match, seat))
        assert (data["lays"], data["stops"], data["run"]) == ({}, {}, None)
        assert ' open"' not in map_of(match, seat)


def test_each_hex_that_is_closed_can_be_asked_about_and_is_refused_by_a_rule_of_track() -> None:
    match = before(BANK, "lay", 40)
    seat, game = on_turn(match), match.game
    data = data_of(map_of(match, seat))
    assert isinstance(game, RailGame)
    assert data["why"] is True
    assert isinstance(data["lays"], dict)
    closed = set(game.rules.hexmap.number) - set(data["lays"])
    assert closed
    for hex_ in closed:
        with pytest.raises(RuleError) as refused:
            game.check(match.state, Action(seat, "lay", (hex_,)))
        assert refused.value.rule.startswith(("7.2", "7.0h", "3.", "comp.1"))
    assert data_of(map_of(before(BANK, "run", -1), seat))["why"] is False


def test_a_preview_tells_the_cost_what_is_reached_and_how_it_looks() -> None:
    match = before(BANK, "lay", 0)
    seat, game = on_turn(match), match.game
    assert isinstance(game, RailGame)
    scene = scene_of(match, seat)
    company = str(match.state.todo[-1].who)
    for choice in (choice for choice in game.choices(match.state) if choice.kind == "lay"):
        action = Action(seat, "lay", choice.args)
        after = game.play(match.state, action)
        seen = table_for("1830").preview(scene, action)
        assert seen["cost"] == match.state.cash[company] - after.cash[company]
        grown = len(game.track.reach(after, company).stops) > len(game.track.reach(match.state, company).stops)
        assert bool(seen["reaches"]) == grown
        assert 'data-p="' in seen["drawing"]


def test_the_best_run_is_summed_train_by_train() -> None:
    match = before(BANK, "run", -1)
    summary = run_summary(scene_of(match, on_turn(match)))
    assert summary is not None
    assert sum(route.revenue for route in summary.lines) == summary.best.revenue > 0
    assert all(sum(route.worth) == route.revenue for route in summary.lines)
    parts = table_for("1830").parts(scene_of(match, on_turn(match)))
    for part in ("actions", "decision"):
        (button,) = (one for one in Elements(parts[part]).having("data-choice") if one.get("data-run") == "best")
        action = Action.from_json(json.loads(button["data-choice"]))
        assert any(choice.admits(action) for choice in match.game.choices(match.state))


def test_values_of_the_phase_stand_out() -> None:
    assert level_colours(GAME.rules) == ("yellow", "brown")
    early = map_of(match_of("1830", 4), 0)
    assert 'class="level c-yellow now"' in early
    assert 'class="level c-brown now"' not in early
    late = map_of(before(BANK, "lay", -1), None)
    assert 'class="level c-brown now"' in late


def test_homes_and_closed_hexes_are_marked_at_the_beginning() -> None:
    html = map_of(match_of("1830", 4), 0)
    assert len(re.findall(r'class="marker [^"]*home"', html)) == len(GAME.rules.companies)
    assert {"SV", "CS", "DH", "MH", "CA"} <= set(re.findall(r'class="tile-tag"[^>]*>([^<]*)', html))


def test_what_changed_last_is_marked() -> None:
    match = before(BANK, "station", -1)
    last = match.log[-1]
    assert last.kind == "lay"
    fresh = [
        attrs["data-hex"] for attrs in Elements(map_of(match, None)).having("data-hex") if "fresh" in attrs["class"]
    ]
    assert last.args[0] in fresh
