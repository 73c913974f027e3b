"""Every game can be played at the plain table, whatever its choices are like."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import thaw
from stellwerk.core.choice import Choice, Draw, Hole, OneOf, Range, Shuffle, Subset
from stellwerk.core.match import Match
from stellwerk.core.registry import added, titles
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import label
from stellwerk.web.tables.generic import FEW, GenericTable, groups, sheets
from tests.core.toys import AUCTION, TRACK
from tests.web.scenes import Elements, choices_on, html_of, match_of, play, scene_of

TOYS = (AUCTION, TRACK)


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with added(*TOYS):
        yield


def generic_html(scene: Any) -> str:
    return "\n".join(GenericTable().parts(scene).values())


@pytest.mark.parametrize("game", [toy.id for toy in TOYS])
def test_a_game_without_a_table_gets_the_plain_one(game: str) -> None:
    assert isinstance(table_for(game), GenericTable)
    match = match_of(game, 3)
    rng = Random(game)
    while not match.over:
        for seat in (None, *range(3)):
            scene = scene_of(match, seat)
            expected = [choice.to_json() for choice in match.view(seat).choices]
            assert sorted(map(str, choices_on(html_of(scene)))) == sorted(map(str, expected))
        play(match, rng, 1)
    assert Elements(html_of(scene_of(match, None))).having("data-score")


@pytest.mark.parametrize("game", sorted(titles()))
def test_every_installed_game_can_be_played_at_the_plain_table(game: str) -> None:
    match = match_of(game, titles()[game].seats[0])
    rng = Random(game)
    for _ in range(12):
        for seat in match.waiting():
            html = generic_html(scene_of(match, seat, "de"))
            expected = [choice.to_json() for choice in match.view(seat).choices]
            assert sorted(map(str, choices_on(html))) == sorted(map(str, expected))
        play(match, rng, 3)


def with_choices(match: Match, *choices: Choice) -> Any:
    from dataclasses import replace

    scene = scene_of(match, 0)
    return replace(scene, view=replace(scene.view, choices=choices))


@pytest.mark.parametrize(
    ("hole", "kind"),
    [
        (Range(5, 50, 5), "range"),
        (OneOf(("engine", 3, ("a", 1))), "one-of"),
        (Subset(("a", "b", "c"), 1, 2), "subset"),
        (Shuffle(("a", "b")), "shuffle"),
        (Draw((("a", 2), ("b", 1)), 2), "draw"),
    ],
)
def test_each_kind_of_hole_has_its_input(hole: Hole, kind: str) -> None:
    scene = with_choices(match_of(AUCTION.id, 3), Choice(0, "bid", (hole, "fixed")))
    found = Elements(generic_html(scene)).having("data-hole")
    assert [(attrs["data-hole"], attrs["data-kind"]) for attrs in found] == [("0", kind)]


def test_the_items_of_a_hole_are_json_and_named() -> None:
    items = ("engine", 3, ("coal", 1))
    scene = with_choices(match_of(AUCTION.id, 3), Choice(0, "bid", (OneOf(items),)))
    (group,) = groups(scene)
    (_, _, (field,)) = group.forms[0]
    assert [value for value, _ in field.items] == ['"engine"', "3", '["coal",1]']
    assert thaw(items[2]) == ["coal", 1]
    assert field.items[0][1] == scene.name("engine")


def test_many_choices_are_sorted_by_what_they_begin_with() -> None:
    many = [Choice(0, "bid", (lot, n)) for lot in ("engine", "coal") for n in range(FEW)]
    scene = with_choices(match_of(AUCTION.id, 3), *many)
    assert [len(group.buttons) for group in groups(scene)] == [FEW, FEW]
    assert [group.name.rpartition(": ")[2] for group in groups(scene)] == [scene.name("engine"), scene.name("coal")]


def test_a_button_says_what_the_game_says_with_dots_for_what_is_open() -> None:
    scene = with_choices(match_of(AUCTION.id, 3), Choice(0, "bid", (Range(0, 9),)), Choice(0, "unheard", ("coal", 2)))
    assert "…" in label(scene, scene.choices[0])
    assert label(scene, scene.choices[1]) == f"unheard {scene.name('coal')} 2"


def test_sheets_show_every_field_that_is_not_empty_but_the_stack_of_things_to_do() -> None:
    scene = scene_of(match_of(AUCTION.id, 3), 0)
    shown = {sheet.name: dict(sheet.rows) for sheet in sheets(scene)}
    assert shown["cash"] == {"Ann": "10", "Ben": "10", "Cleo": "10"}
    assert set(shown) == {"cash", "won", "stack"}
    assert "todo" not in shown
