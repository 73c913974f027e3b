"""The table of Paris Connection: everything legal can be clicked, nothing hidden can be read, sums add up."""

import re
from collections import Counter
from random import Random
from xml.etree import ElementTree as ET

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.board import place_of
from stellwerk.web.tables import table_for
from stellwerk.web.tables.paris import ParisTable
from stellwerk.web.tables.paris.facts import (
    companies,
    end,
    exchanges,
    holding,
    paris,
    recent,
    to_marseille,
)
from tests.web.scenes import GAME, Elements, choices_on, html_of, match_of, play, positions, scene_of

COLOURS = {"black", "blue", "brown", "purple", "red", "yellow"}


def at_turn(seed: str = "turn", **options: str) -> Match:
    return match_of(seed=seed, options={"start_player": "1", "start_layout": "fixed", **options})


def test_paris_has_a_table_of_its_own() -> None:
    assert isinstance(table_for(GAME), ParisTable)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_choice_of_a_seat_can_be_clicked_and_nothing_else(seats: int) -> None:
    for match in positions(seats, seats, step=31):
        for seat in (None, *match.waiting(), seats - 1):
            offered = choices_on(html_of(scene_of(match, seat)))
            expected = [choice.to_json() for choice in match.view(seat).choices]
            assert sorted(map(str, offered)) == sorted(map(str, expected))


def test_the_past_offers_nothing() -> None:
    match = at_turn()
    play(match, Random(1), 30)
    for ply in range(0, match.ply + 1, 5):
        assert choices_on(html_of(scene_of(match, 0, ply=ply))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_is_well_formed_and_shows_every_space_and_locomotive_once(language: str) -> None:
    for match in positions(5, step=25):
        scene = scene_of(match, 0, language)
        drawn = ET.fromstring(str(ParisTable().map(scene)).split('id="mapbox">')[1].split("</div>")[0])
        _, t, s = paris(scene)
        spaces = [group.get("data-hex") for group in drawn.iter("g") if group.get("data-hex")]
        assert sorted(map(str, spaces)) == sorted(t.board.spaces)
        engines = Counter(
            group.attrib["class"].split()[1].removeprefix("co-")
            for group in drawn.iter("g")
            if group.get("class", "").startswith("loco ")
        )
        assert engines == Counter({colour: len(line) for colour, line in s.lines.items() if line})
        names = {" ".join(span.text or "" for span in text) for text in drawn.iter("text") if len(text)}
        assert {name.replace("- ", "-") for name in names} == {t.board.names[space] for space in t.board.value}


def test_hexes_stand_where_the_board_has_them() -> None:
    html = ParisTable().map(scene_of(at_turn(), 0))
    for attrs in Elements(html).having("data-hex"):
        row, column = place_of(attrs["data-hex"])
        assert float(attrs["data-y"]) == pytest.approx(row * 36, abs=0.06)
        assert float(attrs["data-x"]) == pytest.approx(column * 24 * 3**0.5 / 2, abs=0.06)


def test_a_hex_says_which_colours_can_be_built_there() -> None:
    match = at_turn()
    html = ParisTable().map(scene_of(match, 0))
    legal: dict[str, set[str]] = {}
    for choice in match.view(0).choices:
        if choice.kind == "place":
            legal.setdefault(choice.args[1], set()).add(choice.args[0].capitalize())
    assert legal
    for attrs in Elements(html).having("data-hex"):
        said = attrs["aria-label"].partition("you can build here: ")[2]
        assert {name for name in said.split(", ") if name} == legal.get(attrs["data-hex"], set())


def test_colours_are_told_apart_by_shape_and_by_letter_in_both_languages() -> None:
    for language in LANGUAGES:
        known = companies(scene_of(at_turn(), 0, language))
        assert {company.id for company in known} == COLOURS
        assert len({company.shape for company in known}) == len({company.letter for company in known}) == 6


def test_cards_tell_supply_value_and_holding() -> None:
    match = at_turn()
    play(match, Random(3), 40)
    for company in companies(scene_of(match, 2)):
        assert company.supply == match.state.supply[company.id]
        assert company.value == match.state.value[company.id]
        assert company.held == match.state.hands[2].count(company.id)


def test_an_exchange_tells_what_it_would_do() -> None:
    for match in positions(8, step=40):
        (seat,) = match.waiting() or (0,)
        for one in exchanges(scene_of(match, seat)):
            action = Action(seat, "trade", (one.give.id, one.take.id, one.count))
            if one.choice is None:
                assert one.rule in {"trade.4", "R-05"}
                assert one.said
                continue
            after = Match(match.header, match.log, checked=False)
            after.play(action)
            hand = Counter(after.state.hands[seat])
            surplus = max(hand.total() - 15, 0)
            assert one.size == hand.total()
            assert one.points == sum(match.state.value[c] * n for c, n in hand.items()) - 20 * surplus
            assert one.ends == after.over


def test_what_a_holding_is_worth_equals_the_final_score_if_the_game_ended_now() -> None:
    for match in positions(9, step=30):
        if match.over:
            assert match.result is not None
            for seat in range(4):
                assert holding(scene_of(match, seat)).points == match.result.scores[seat]


def test_a_surplus_is_warned_of() -> None:
    match = at_turn()
    while len(match.state.hands[0]) <= 15:
        (seat,) = match.waiting()
        trades = [choice for choice in match.view(seat).choices if choice.kind == "trade"]
        wanted = 2 if seat == 0 else 1
        match.play(Action(*next(choice for choice in trades if choice.args[2] == wanted)))
    scene = scene_of(match, 0)
    assert holding(scene).surplus == 1
    assert "−20" in ParisTable().decision(scene)
    assert [fact.warn for fact in ParisTable().facts(scene, 0)] == [False, True]


def test_the_way_to_marseille_is_counted_in_locomotives() -> None:
    match = at_turn()
    scene = scene_of(match, 0)
    _, t, s = paris(scene)
    needed = to_marseille(t, s, "black")
    assert needed is not None
    # Walking that way with the rules themselves takes exactly as many locomotives, and no walk takes fewer.
    layer, steps = {s.lines["black"][0]}, 0
    while t.board.marseille not in layer:
        near = {other for space in layer for other in neighbours(t.board, space)}
        layer, steps = near - {t.board.eiffel, *t.board.stations}, steps + 1
    assert needed == steps
    assert end(scene).needs == min(filter(None, (to_marseille(t, s, colour) for colour in COLOURS)))


def neighbours(board: object, space: str) -> list[str]:
    row, column = place_of(space)
    steps = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
    found = [f"{chr(ord('A') + row + down)}{column + right}" for down, right in steps]
    cut = {frozenset(pair) for pair in board.dashed}  # type: ignore[attr-defined]
    return [
        other
        for other in found
        if other in board.number and frozenset({space, other}) not in cut  # type: ignore[attr-defined]
    ]


def test_what_others_built_since_the_last_own_action_is_marked() -> None:
    match = at_turn()
    first = next(choice for choice in match.view(0).choices if choice.kind == "place")
    match.play(Action(*first))
    match.play(Action(0, "finish"))
    second = next(choice for choice in match.view(1).choices if choice.kind == "place")
    match.play(Action(*second))
    assert recent(scene_of(match, 0)) == {second.args[1]}
    assert recent(scene_of(match, 1)) == set()
    assert recent(scene_of(match, 2)) == {first.args[1], second.args[1]}
    assert recent(scene_of(match, None)) == {second.args[1]}


def test_the_final_sums_are_all_on_the_table() -> None:
    *_, match = positions(12, step=50)
    assert match.result is not None
    html = ParisTable().result(scene_of(match, None))
    scores = {int(attrs["data-score"]) for attrs in Elements(html).having("data-score")}
    assert scores == set(range(4))
    for score in match.result.scores:
        assert re.search(rf">{score}</span>", html)
    for lines in match.result.sums:
        for line in lines:
            assert f"{line.number} × {line.each}".replace("-", "−") in html


def test_taking_back_is_offered_for_the_last_locomotive_and_for_the_whole_build() -> None:
    match = at_turn()
    for _ in range(3):
        match.play(Action(*next(choice for choice in match.view(0).choices if choice.kind == "place")))
    scene = scene_of(match, 0)
    banner, log = (
        Elements(part).having("data-undo") for part in (ParisTable().actions(scene), ParisTable().log(scene))
    )
    assert [int(attrs["data-undo"]) for attrs in banner] == [match.ply - 1, match.ply - 3]
    assert [int(attrs["data-undo"]) for attrs in log] == sorted(scene.undo), "the steps of a turn in order of play"
    assert Elements(html_of(scene_of(match, 1))).having("data-undo") == []
