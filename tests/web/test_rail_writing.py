"""What is written on 18xx maps can be read: nothing lies on rails, circles or other texts, on any hex of any board."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.memo import Memo
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.tiles import Face
from stellwerk.web.svg.draw import Point
from stellwerk.web.svg.face import shapes
from stellwerk.web.svg.naming import shortened
from stellwerk.web.svg.room import FINE, REACH, nearest
from stellwerk.web.svg.stance import STANCES
from stellwerk.web.svg.writing import Legend, writing
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail import map as rail_map
from stellwerk.web.tables.rail.look import stance_of
from stellwerk.web.tables.rail.map import cells, homes_of, legend_of
from tests.marks import sample
from tests.web.boards import faces_on, games
from tests.web.decisions import GOLDEN, recorded
from tests.web.ink import faults, inks
from tests.web.scenes import NAMES, scene_of

BOARDS = dict(games())
FILES = sorted(file for file in GOLDEN.glob("g18*/*.json") if ".expected" not in file.name)
POINTY = STANCES["pointy"]
WIDE = "H20"
"""The name of a hex as wide as names of hexes are."""


def opened(game: RailGame) -> Match:
    return Match(new_header(game.title.id, [Seat(name) for name in NAMES[: game.seats]], dict(game.options), "w"))


def on_map(match: Match, language: str, turn: int = 0) -> list[str]:
    """What cannot be read on the map of a position."""
    assert isinstance(match.game, RailGame)
    stance = stance_of(match.game)
    return [
        f"{cell.name}: {fault}"
        for cell in cells(replace(scene_of(match, None, language), turn=turn))
        for fault in faults(cell.shapes + cell.writing, stance)
    ]


@pytest.mark.parametrize("board", BOARDS)
def test_everything_on_a_board_can_be_read_before_the_first_action(board: str) -> None:
    assert on_map(opened(BOARDS[board]), "de") == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_everything_on_a_board_can_be_read_at_the_end_of_a_recorded_game(file: object) -> None:
    assert on_map(recorded(str(file).removeprefix(f"{GOLDEN}/")), "en") == []


FULL = (
    "g1830/three-break-the-bank.json",
    "g1830_presets/d-four-choose-a-home.json",
    "g1848/three-break-the-bank.json",
    "g1853/four-link-their-contracts.json",
    "g1830_presets/g-three-with-one-licence.json",
)


TURNED = [(path, turn) for path in FULL for turn in (90, 180, 270)]


@pytest.mark.parametrize(("path", "turn"), sample(3, TURNED))
def test_so_it_can_be_on_a_board_that_is_turned(path: str, turn: int) -> None:
    """What is written stays upright on the screen, and keeps off rails and circles that are turned."""
    game = recorded(path).game
    assert isinstance(game, RailGame)
    assert on_map(opened(game), "de", turn) == []
    assert on_map(recorded(path), "en", turn) == []


@pytest.mark.parametrize(("x", "y"), [(-500.0, 0.0), (500.0, 0.0), (0.0, -500.0), (-500.0, 500.0)])
def test_a_wish_far_outside_of_a_hex_finds_the_place_nearest_to_it(x: float, y: float) -> None:
    """On a turned map wishes of wide names lie there."""
    found = nearest(0, Point(x, y))
    assert found is not None
    edge = REACH / FINE
    assert found == (max(-edge, min(x, edge)), max(-edge, min(y, edge)))


MOVING = ("g1830_presets/tg-four-buy-two-licences.json", "g1848/three-break-the-bank.json", FULL[3])


@pytest.mark.parametrize("path", MOVING)
def test_a_hex_that_changed_is_drawn_anew(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of hexes is what would be drawn without that, from position to position."""
    match = recorded(path)
    for ply in range(0, match.ply, match.ply // 12):
        shown = RailTable().dressed(scene_of(match.until(ply), ply % 2, "en"))
        remembered = list(cells(shown))
        with monkeypatch.context() as forgetful:
            forgetful.setattr(rail_map, "_known", Memo(1))
            assert remembered == list(cells(shown)), ply


def test_what_is_written_stands_upright_on_a_turned_map() -> None:
    match = recorded(FULL[0])
    found = 0
    for cell in cells(replace(scene_of(match, None, "en"), turn=270)):
        for ink in inks(cell.writing):
            if ink.kind == "name" and len(ink.text) > 4:
                left, top, right, bottom = ink.bounds
                assert bottom - top > right - left, (cell.name, ink.text)
                found += 1
    assert found > 10


def later(game: RailGame) -> Iterator[tuple[str, Face, Legend]]:
    """Every tile in every rotation on every hex where it may lie, with what is written there then; alike ones once."""
    s, seen = opened(game).state, set()
    homes = homes_of(game, s)
    for hex_ in game.rules.hexmap.hexes:
        printed = legend_of(game, s, hex_, homes.get(hex_.name, ()), Legend(coordinate=WIDE))
        bare = replace(printed, cost=0, ground=(), price="", premium=0, tag="")
        for face in faces_on(game, hex_):
            legend = replace(bare, plate=face.number, asides=bare.asides if len(face.stops) > 1 else ())
            if (face, legend) not in seen:
                seen.add((face, legend))
                yield f"{hex_.name} {face.name}", face, legend


def some(game: RailGame) -> Iterator[tuple[str, Face, Legend]]:
    """Some of these: every tile and every hex are among them, and more, in all rotations."""
    met: set[str] = set()
    for at, (name, face, legend) in enumerate(later(game)):
        both = {name.split()[0], f"tile {face.number}"}
        if not at % 7 or not both <= met:
            met |= both
            yield name, face, legend


def unreadable(game: RailGame, laid: Iterable[tuple[str, Face, Legend]]) -> list[str]:
    stance = stance_of(game)
    return [
        f"{name} {legend.names}: {fault}"
        for name, face, legend in laid
        for fault in faults(shapes(face, stance) + writing(face, stance, legend), stance)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["1830 classic", "1848 book", "1853 book"])
def test_every_tile_can_be_read_and_on_every_hex_one_that_may_lie_there(board: str) -> None:
    assert unreadable(BOARDS[board], some(BOARDS[board])) == []


@pytest.mark.slow
@pytest.mark.parametrize("board", sample(1, BOARDS))
def test_every_tile_can_be_read_on_every_hex_where_it_may_lie(board: str) -> None:
    assert unreadable(BOARDS[board], later(BOARDS[board])) == []


# --- the measure itself, and how names are made to fit ---------------------------------------------------


def test_what_lies_on_something_else_is_found() -> None:
    game = BOARDS["1830 classic"]
    face = game.rules.catalogue.face("57", 0)
    rails = str(shapes(face, POINTY))
    for wrong in (  # on the circle, over the rim to the south, over that to the east, digits wider than their circle
        '<text class="name" font-size="9.4" x="0" y="0">Erie</text>',
        '<text class="name" font-size="9.4" x="0" y="46">Erie</text>',
        '<text class="name" font-size="9.4" x="35" y="-12">Philadelphia</text>',
        '<g class="worth"><circle cx="0" cy="30" r="7"/><text x="0" y="33">1000</text></g>',
    ):
        assert list(faults(rails + wrong, POINTY)), wrong
    right = '<text class="name" font-size="9.4" x="12" y="31">Erie</text>'
    assert list(faults(rails + right, POINTY)) == []
    assert list(faults(rails + right + right, POINTY)) == ["name Erie on name Erie"]


def test_a_name_keeps_its_size_where_there_is_room_and_is_short_only_where_there_is_none() -> None:
    game = BOARDS["1830 classic"]
    wide, narrow = game.rules.catalogue.face("57", 1), game.rules.catalogue.face("63", 0)
    assert ">Pittsburgh<" in writing(wide, POINTY, Legend(names=("Pittsburgh",)))
    assert 'font-size="9.4"' in writing(wide, POINTY, Legend(names=("Pittsburgh",)))
    assert ">Erie<" in writing(narrow, POINTY, Legend(names=("Erie",)))
    assert ">Pitt.<" in writing(narrow, POINTY, Legend(names=("Pittsburgh",)))


@pytest.mark.parametrize(
    ("name", "two", "one"),
    [
        ("Pittsburgh", "Pittsburgh", "Pitt."),
        ("Columbus", "Columbus", "Col."),
        ("Baltimore", "Baltim.", "Balt."),
        ("Atlantic City", "A. City", "A. City"),
        ("Erie", "Erie", "Erie"),
        ("Port Augusta", "P. Augusta", "P. Aug."),
        ("Cawnpore", "Cawnpore", "Cawn."),
    ],
)
def test_names_are_shortened_between_syllables(name: str, two: str, one: str) -> None:
    assert (shortened(name, 2), shortened(name, 1)) == (two, one)
    assert shortened("Wagga Wagga", 0) == "W.W."


def test_equal_hexes_look_alike_whatever_was_drawn_before() -> None:
    game = BOARDS["1830 classic"]
    face = game.rules.catalogue.face("14", 0)
    legend = Legend(names=("Scranton",), coordinate="F16", plate="14")
    first = writing(face, POINTY, legend)
    writing.cache_clear()
    assert writing(face, POINTY, legend) == first
