"""The table of Railroad Revolution: all that is legal can be pressed, all else names its rule, secrets stay secret."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from xml.etree import ElementTree as ET

import pytest
from markupsafe import escape

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.state import HIDDEN
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point
from stellwerk.web.svg.usa import on_land, place
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import Fact
from stellwerk.web.tables.revolution import RevolutionTable
from stellwerk.web.tables.revolution.layout import BESIDE, FRAME, layout
from stellwerk.web.tables.revolution.line import areas, deal, depot
from stellwerk.web.tables.revolution.map import draw_map
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.web.decisions import decisions, recorded
from tests.web.scenes import NAMES, Elements, choices_on, html_of, match_of, play, scene_of

DECISIONS = {"start", "prepare", "turn", "act", "deal", "pick"}


@cache
def finished(seats: int, seed: int = 1) -> Match:
    """A game by lot, in which little is sold and hired, so that much is played."""
    rng = Random(seed)
    match = match_of(GAME, seats, f"revolution-{seed}")
    while not match.over:
        choices = list(match.game.choices(match.state))
        kinds = sorted({choice.kind for choice in choices})
        few = [kind for kind in kinds if kind not in ("sell", "hire")]
        kind = rng.choice(few if few and rng.random() < 0.9 else kinds)
        match.play(rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
    return match


def moments(seats: int, seed: int = 1, step: int = 13) -> Iterator[Match]:
    whole = finished(seats, seed)
    for ply in range(0, whole.ply, step):
        yield whole.until(ply)


def opened(t: Table) -> Match:
    """A position that was set up by hand, as a match."""
    header = new_header(GAME, [Seat(name) for name in NAMES[: t.game.seats]])
    return Match(replace(header, position=json.loads(json.dumps(t.at().to_json()))))


def shown(t: Table, seat: int = 0, language: str = "en") -> Scene:
    return scene_of(opened(t), seat, language)


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- everything that is legal, and nothing else --------------------------------------------------------


def test_railroad_revolution_has_a_table_of_its_own() -> None:
    assert isinstance(table_for(GAME), RevolutionTable)


@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_choice_of_a_seat_can_be_pressed_and_nothing_else(seats: int) -> None:
    seen = Counter[str]()
    for match in moments(seats, step=5 * seats + 3):
        for seat in (None, *match.waiting()):
            offered = choices_on(html_of(scene_of(match, seat)))
            expected = [choice.to_json() for choice in match.view(seat).choices]
            assert sorted(map(str, offered)) == sorted(map(str, expected))
        seen[match.state.todo[-1].step] += 1
    assert {"turn", "act", "deal"} <= seen.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_can_be_taken_from_the_page(language: str) -> None:
    """A game is played by what pages offer alone, until each kind of decision has been taken."""
    rng, taken = Random(3), set[str]()
    match = match_of(GAME, 2, "pages")
    while not match.over and taken != DECISIONS and match.ply < 1500:
        (seat,) = match.waiting()
        step = match.state.todo[-1].step
        if step in taken and rng.random() < 0.85:
            play(match, rng, 1)
            continue
        offered = [one for one in choices_on(html_of(scene_of(match, seat, language))) if one["kind"] != "sell"]
        match.play(Action.from_json(rng.choice(offered)))
        taken.add(step)
    assert taken == DECISIONS


@pytest.mark.parametrize("option", ["milestone_choice", "track_costs"])
def test_variants_can_be_pressed_too(option: str) -> None:
    (value,) = (known.values[1] for known in TITLE.options if known.id == option)
    match, rng = match_of(GAME, 2, "variant", {option: value}), Random(7)
    for _ in range(45):
        play(match, rng, 9)
        for seat in match.waiting():
            offered = choices_on(html_of(scene_of(match, seat)))
            assert sorted(map(str, offered)) == sorted(str(one.to_json()) for one in match.view(seat).choices)


def test_whatever_is_asked_is_refused_by_a_rule() -> None:
    """What is drawn as closed is closed, and the answer names the rule in both languages."""
    rules = set()
    for match in moments(3, seed=2, step=29):
        (seat,) = match.waiting()
        asks = [json.loads(one["data-ask"]) for one in Elements(html_of(scene_of(match, seat))).having("data-ask")]
        assert len(asks) > 20
        for ask in asks:
            with pytest.raises(RuleError) as refusal:
                match.game.check(match.state, Action(seat, ask["kind"], tuple(ask["args"])))
            rules.add(refusal.value.rule)
            for language in LANGUAGES:
                assert TITLE.rulebook.refuse(refusal.value.rule, language, refusal.value.data)
    assert len(rules) > 8


def test_the_past_offers_nothing_and_asks_nothing() -> None:
    whole = finished(2)
    for ply in range(0, whole.ply, 60):
        html = html_of(scene_of(whole, 0, ply=ply))
        assert choices_on(html) == []
        assert Elements(html).having("data-ask") == []
        assert not re.search(r'<g[^>]*role="button"', html)


def test_ids_of_the_page_are_unique() -> None:
    for match in moments(4, step=31):
        for seat in match.waiting():
            ids = Counter(one["id"] for one in Elements(html_of(scene_of(match, seat))).having("id"))
            assert [name for name, count in ids.items() if count > 1] == []


# --- the board ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_shows_every_city_space_rail_and_station_once(language: str) -> None:
    for match in moments(4, step=40):
        s = match.state
        drawn = ET.fromstring(str(draw_map(scene_of(match, 0, language))))
        spots = [group for group in drawn.iter("g") if group.get("data-rr")]
        assert [spot.get("data-rr") for spot in spots] == [
            *(space.id for space in TITLE.board.spaces),
            *(city.id for city in TITLE.board.cities),
        ]
        lanes = Counter(p.attrib["class"] for p in drawn.iter("path") if p.get("class", "").startswith("lane"))
        assert lanes == {f"lane s{seat}": rails.bit_count() for seat, rails in enumerate(s.network)}
        marks = Counter(g.attrib["class"] for g in drawn.iter("g") if g.get("class", "").startswith("seat"))
        owners = Counter(owner for some in s.stations.values() for owner in some)
        assert marks == {f"seat s{owner}" if owner >= 0 else "seat nobody": n for owner, n in owners.items()}
        assert all(spot.get("aria-label") for spot in spots)


def test_cities_stand_where_they_are_and_their_boxes_hide_neither_cities_nor_each_other() -> None:
    where = layout(TITLE.board.cities, TITLE.board.links)
    near = [(x, y) for x in (-14, 0, 14) for y in (-14, 0, 14)]
    assert all(any(on_land(node.moved(*by)) for by in near) for node in where.nodes.values())
    assert not on_land(place(20.0, -60.0))
    west, east = where.nodes["san-francisco"], where.nodes["washington"]
    assert west.x < where.nodes["denver"].x < where.nodes["chicago"].x < east.x
    assert where.nodes["duluth"].y < where.nodes["kansas-city"].y < where.nodes["houston"].y
    for one, two in combinations(where.boxes.values(), 2):
        assert one.overlap(two) == 0
    left, top, width, height = FRAME
    for box in where.boxes.values():
        assert not any(box.holds(node, 0) for node in where.nodes.values())
        assert box.x > left
        assert box.x + box.width < left + width
        assert box.y > top
        assert box.y + box.height < top + height
        assert not any(box.holds(segment.middle, 0) for segment in where.segments.values())
        for space in TITLE.board.spaces:
            segment = where.segments[space.id]
            (x, y), aside = segment.middle, segment.aside
            if space.triangles:
                assert not box.holds(Point(x + aside.x * BESIDE, y + aside.y * BESIDE), 5), space.id
            if space.deal:
                assert not box.holds(Point(x - aside.x * BESIDE, y - aside.y * BESIDE), 5), space.id


def test_the_map_speaks_of_terrain_deals_owners_and_rewards() -> None:
    t = table(2).rails(0, on=["R02", "R03"]).rails(1, on=["R02", "R03", "R08"])
    scene = shown(t.station("chicago", 1, 0).buildings(0, 11).buildings(1, 11), 1)
    labels = {one["data-rr"]: one["aria-label"] for one in Elements(draw_map(scene)).having("data-rr")}
    assert labels["R02"] == "Washington – Chicago 1; 2 triangles ($200); rails of Ann, Ben"
    assert labels["R08"] == "Chicago – Duluth 1; 1 triangle ($100); rails of Ben"
    assert "deal symbol" in labels["R10"]
    assert labels["chicago"].startswith("Chicago, group 2, station for $300; reward: ")
    assert labels["chicago"].endswith("; built: Ben, Ann")
    assert "nobody's (first space)" in labels["duluth"]
    german = {
        one["data-rr"]: one["aria-label"] for one in Elements(draw_map(shown(table(2), 1, "de"))).having("data-rr")
    }
    assert german["R02"] == "Washington – Chicago 1; 2 Dreiecke ($200)"


def test_the_telegraph_line_the_deal_and_the_stacks_are_those_of_the_position() -> None:
    t = table(3).office(1, 0).office(2, 0, 1).deal("D4", used=["D1", "D2"])
    t.buildings(0, 10).buildings(1, 11)
    scene = shown(t)
    line = areas(scene)
    assert [area.number for area in line] == list(range(1, 9))
    assert [area.deal for area in line] == [area.deal for area in TITLE.board.areas]
    assert [bool(area.gift) for area in line] == [bool(wire) for wire in t.s.wires]
    assert [area.joined for area in line][:2] == [True, False]
    assert [area.link for area in line] == [*TITLE.board.area_links, None]
    offered = deal(scene)
    assert offered is not None
    assert (offered.id, offered.left, offered.used) == ("D4", 6, 2)
    assert [shares for shares, _ in offered.offers] == [2, 1]
    assert [left for _, left in depot(scene)] == [4, 4, 4, 4]


def test_the_tracks_show_points_gates_and_markers() -> None:
    t = table(2).steps(0, network=5).steps(1, offices=2)
    html = RevolutionTable().tracks(shown(t))
    labels = [one["aria-label"] for tag, one in Elements(html).found if tag == "svg" and one.get("class") == "track"]
    assert labels == [
        "Office track: points for each now: Ann 0, Ben 1",
        "Station track: points for each now: Ann 1, Ben 1",
        "Network track: points for each now: Ann 10, Ben 3",
    ]
    assert html.count('class="gate"') == 9


# --- an action, step by step ---------------------------------------------------------------------------------


def test_a_turn_begins_with_a_button_for_each_worker_on_each_action() -> None:
    t = table(2).cash(0, 0).shares(0, 0)
    html = RevolutionTable().decision(shown(t))
    for action in ("station", "railroad", "telegraph", "trade"):
        assert f'id="group-place-{action}"' in html
    legal = {tuple(one["args"]) for one in choices_on(html) if one["kind"] == "place"}
    assert ("white", "telegraph") in legal
    assert ("white", "railroad") not in legal
    assert "#act.1" in html  # why Railroad cannot be chosen
    assert "violet: turn a locomotive for $100" in html


def test_a_debt_is_shown_and_the_end_is_refused_until_it_is_paid() -> None:
    t = table().cash(0, 40).shares(0, 0).locos(0, up=["loco-money"])
    owing = t.play(act(0, "place", "violet", "station"), act(0, "build", "washington"))
    scene = shown(owing)
    html = RevolutionTable().decision(scene)
    assert RevolutionTable().purse(scene)[0] == Fact("Still to pay", "$160", warn=True)
    assert f"#{'R-06'}" in html
    assert "do-done" not in RevolutionTable().actions(scene)
    assert RevolutionTable().advice(scene) == "Pay $160 before you end the turn."
    paid = owing.play(act(0, "use", "w.station.violet"), act(0, "flip", "loco-money", "up"))
    assert RevolutionTable().purse(shown(paid))[0] == Fact("Your cash", "$340")
    assert 'id="do-done"' in RevolutionTable().actions(shown(paid))


@pytest.mark.parametrize(("cash", "held", "asked"), [(40, 5, 2), (50, 5, 1), (40, 1, 1), (900, 5, 1)])
def test_so_many_shares_are_proposed_as_pay_a_debt(cash: int, held: int, asked: int) -> None:
    """A station in Washington costs $200, a share brings $150."""
    t = table().cash(0, cash).shares(0, held)
    built = t.play(act(0, "place", "violet", "station"), act(0, "build", "washington"))
    (count,) = Elements(RevolutionTable().decision(shown(built))).having("data-hole")
    assert (count["value"], count["max"]) == (str(asked), str(held))


def test_rewards_abilities_and_grants_stand_in_groups() -> None:
    t = table().cash(0, 2000).workers(0, {"white": 4, "turquoise": 1})
    built = t.play(act(0, "place", "turquoise", "station"), act(0, "build", "charlotte"))
    html = RevolutionTable().decision(shown(built))
    for group in ("use-reward", "use-bonus", "ability"):
        assert f'id="group-{group}"' in html
    took = built.play(act(0, "use", "bonus"))
    html = RevolutionTable().decision(shown(took))
    assert 'id="group-use-bonus"' not in html
    assert 'id="group-grant-steps-0"' in html
    assert 'id="do-step-stations"' in html
    assert "1 → 1 each" in html
    assert 'data-press="#do-step-network' in RevolutionTable().tracks(shown(took))


def test_a_worker_gate_asks_which_worker_is_given_up() -> None:
    t = table().cash(0, 2000).workers(0, {"white": 4, "violet": 2, "grey": 1}).steps(0, network=9)
    ready = t.play(act(0, "place", "violet", "trade"), act(0, "use", "w.trade.violet"))
    html = RevolutionTable().decision(shown(ready))
    ways = [one["args"] for one in choices_on(html) if one["kind"] == "step" and one["args"][0] == "network"]
    assert ["network", "grey", "supply"] in ways
    assert ["network", "violet", "board"] in ways
    assert "give up a worker (player board)" in html


def test_a_swap_is_picked_from_two_rows() -> None:
    t = table().workers(0, {"white": 4, "violet": 1})
    ready = t.play(act(0, "place", "violet", "telegraph"), act(0, "use", "w.tele.violet"))
    html = RevolutionTable().decision(shown(ready))
    whens = [json.loads(one["data-when"]) for one in Elements(html).having("data-when")]
    swaps = [one["args"] for one in choices_on(html) if one["kind"] == "swap"]
    assert [f"{colour}-{where}" for colour, where, _ in swaps] == [when["give"] for when in whens]
    assert [new for *_, new in swaps] == [when["take"] for when in whens]


def test_the_others_are_asked_in_a_deal_with_one_offer_each() -> None:
    t = table(3).cash(0, 2000).shares(1, 4).rails(0, on=["R02", "R03"]).deal("D3")
    laid = t.play(act(0, "place", "white", "railroad"), act(0, "lay", "R10"), act(0, "lay", "R11"))
    assert "a deal for all" in RevolutionTable().decision(shown(laid))
    dealing = laid.play(act(0, "done"))
    mine = RevolutionTable().decision(shown(dealing))
    assert "You caused this deal: both offers are open to you." in mine
    assert "No deal" in RevolutionTable().actions(shown(dealing))
    other = dealing.play(act(0, "done"))
    assert other.waits_for() == [1]
    html = RevolutionTable().decision(shown(other, 1))
    assert "Ann caused this deal: you may take one offer." in html
    assert "Ben decides about the deal." in RevolutionTable().actions(shown(other, 0))


def test_each_step_and_the_whole_action_can_be_taken_back() -> None:
    match = finished(2).until(next(at for at, a in enumerate(finished(2).log) if a.kind == "place"))
    (seat,) = match.waiting()
    start = match.ply
    match.play(Action(seat, "place", ("white", "telegraph")))
    match.play(next(Action(*choice) for choice in match.view(seat).choices if choice.kind == "open"))
    undo = [
        int(one["data-undo"]) for one in Elements(RevolutionTable().actions(scene_of(match, seat))).having("data-undo")
    ]
    assert undo == [start + 1, start]


# --- boards and milestones -----------------------------------------------------------------------------------


def test_a_board_shows_pieces_by_section_workers_locomotives_and_milestones() -> None:
    t = table(2).rails(0, on=["R02", "R03"]).workers(0, {"white": 3}, {"trade": {"white": 1, "orange": 1}})
    t.locos(0, up=["loco-rail"], down=["loco-promote"]).goal(0, 0, "A1-1", "orange")
    said = text_of(RevolutionTable().panels(shown(t)))
    assert "Price 400 500 600 700 800 900 1000 1100" in said
    assert "Buildings 1 2 1 2 1 2 2 1" in said
    assert "Rails · 2 2 2 2 2 2 1" in said
    assert "a free rail (for $100) face up" in said.replace("  ", " ") or "face up" in said
    assert "managers 1 of 1: orange" in said
    assert "not yet: 2 connected cities of group 2 1/2" in said
    assert "points if the game ended now" in said


def test_drawn_milestones_are_shown_to_who_draws_and_to_nobody_else() -> None:
    picks = 0
    for seed in range(1, 4):
        whole = finished(3, seed)
        for ply in (at for at, action in enumerate(whole.log) if action.kind == "pick"):
            match = whole.until(ply)
            (seat,) = match.waiting()
            drawn = match.state.drawn
            own = html_of(scene_of(match, seat))
            assert all(f'id="pick-{tile}"' in own for tile in drawn)
            for other in (None, *(other for other in range(3) if other != seat)):
                html = html_of(scene_of(match, other))
                assert not any(re.search(rf">{tile}\b", html) for tile in drawn)
            picks += 1
    assert picks > 2


def test_stacks_stay_face_down() -> None:
    for match in moments(2, step=50):
        html = html_of(scene_of(match, 0))
        hidden = {tile for stack in match.state.stacks.values() for tile in stack} - {
            tile for stack in match.view(0).state.stacks.values() for tile in stack if tile != HIDDEN
        }
        assert not any(TITLE.texts.name("en", tile) in text_of(html) for tile in hidden)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_final_sums_are_all_on_the_table(language: str) -> None:
    match = finished(3)
    assert match.result is not None
    html = RevolutionTable().result(scene_of(match, None, language))
    for score in match.result.scores:
        assert re.search(rf">{score}</span>", html)
    for lines in match.result.sums:
        for line in lines:
            assert f"{line.number} × {line.each}" in html
            if line.label in TITLE.tiles.milestones:
                stack = TITLE.tiles.milestones[line.label].stack
                assert ("Milestone" if language == "en" else "Meilenstein") + f" {stack}" in html


def test_the_final_sums_have_the_same_rows_for_every_seat() -> None:
    match = finished(3)
    html = RevolutionTable().result(scene_of(match, None))
    cards = html.split("<li ")[1:]
    labels = [re.findall(r'<th scope="row">(.*?)</th>', card) for card in cards]
    assert all(rows == labels[0] for rows in labels)
    assert {"Locomotives face up", "Office track", "Station track", "Network track"} <= set(labels[0])
    assert 'class="none"' in html


def test_after_the_end_points_are_final_and_nothing_is_said_to_be_put_back() -> None:
    match = finished(3)
    over = html_of(scene_of(match, 0))
    assert "if the game ended now" not in over
    assert "points now" not in over
    assert "you put back" not in over
    assert "if the game ended now" in html_of(scene_of(match.until(match.ply // 2), 0))


def test_what_was_put_back_is_told_to_whoever_did_by_name() -> None:
    t = table(2)
    t.s.known = {"B-1": 0, "B-2": 1}
    name = TITLE.texts.name("en", "B-1")
    assert f"you put back {name})" in text_of(RevolutionTable().tracks(shown(t, 0)))
    assert f"you put back {TITLE.texts.name('en', 'B-2')})" in text_of(RevolutionTable().tracks(shown(t, 1)))


def test_no_internal_code_is_shown_to_people() -> None:
    codes = re.compile(r"\b(A[12]-\d|[BCD]-\d+|S[1-4]|D[1-9]|T[1-6])\b")
    for match in moments(2, step=40):
        for language in LANGUAGES:
            assert codes.findall(text_of(html_of(scene_of(match, 0, language)))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_which_data_are_reconstructed(language: str) -> None:
    html = RevolutionTable().tracks(scene_of(finished(2).until(30), 0, language))
    for notice in TITLE.notices:
        assert str(escape(TITLE.texts.say(language, notice))) in html


def test_points_so_far_are_those_of_the_scoring() -> None:
    match = finished(4)
    assert match.result is not None
    for board in RevolutionTable().facts(scene_of(match, 0), 0):
        assert "points" not in board.said
    before = match.until(match.ply - 1)
    said = [fact.said for fact in RevolutionTable().facts(scene_of(before, 0), 1)]
    assert any(re.fullmatch(r"\d+ points if the game ended now", one) for one in said)


# --- what would be lost --------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_ending_is_bright_only_when_nothing_is_lost_by_it_and_else_names_it(step: int) -> None:
    """Wherever a turn can be ended: what could still be pressed besides selling and hiring is named on the button."""
    seen = Counter[bool]()
    for match in moments(3, step=step):
        (seat,) = match.waiting()
        scene = scene_of(match, seat)
        actions = table_for(GAME).actions(scene)
        ends = [one for one in Elements(actions).having("id") if one["id"] == "do-done"]
        if not ends:
            continue
        left = {choice.kind for choice in scene.choices} - {"done", "sell", "hire"}
        said = text_of(actions)
        lost = left - {"deal"} if match.state.todo[-1].step == "deal" else left
        assert ("(forfeits: " in said) == bool(lost), (match.ply, left)
        assert ("primary" in ends[0].get("class", "")) == (not left)
        seen[bool(left)] += 1
    assert seen[True] > 5
    assert seen[False] > 5


def test_a_place_where_something_can_be_built_tells_what_that_costs_now() -> None:
    """R07 has one triangle: $100 besides the $400 of the first rail of an action; a rail of a start tile is free."""
    start = next(one for one in decisions("railroad_revolution") if one.name == "prepare-lay")
    said = [label for label in places(recorded(start.game), start.ply) if "you can lay a rail here" in label]
    assert said
    assert all(label.endswith("you can lay a rail here, free of charge") for label in said)
    whole = recorded("railroad_revolution/four-pay-high-gates.json")
    first = next(at for at, one in enumerate(whole.log) if one.kind == "lay" and whole.at(at).main)
    said = [label for label in places(whole, first) if "1 triangle ($100)" in label and "you can lay" in label]
    assert not whole.at(first).laid
    assert said
    assert all(label.endswith("you can lay a rail here for $500") for label in said)


def places(match: Match, ply: int) -> list[str]:
    """The places of the map in words, as the deciding seat sees them."""
    seat = int(match.at(ply).todo[-1].who)
    return [one["aria-label"] for one in Elements(str(draw_map(scene_of(match.until(ply), seat)))).having("data-rr")]
