"""The log by rounds and turns, what happened since the visitor's last action, and what is outlined of it."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from stellwerk.core.game import Words
from stellwerk.core.match import Match
from stellwerk.core.matchfile import parse
from stellwerk.core.tell import Line
from stellwerk.server.auth import Caller
from stellwerk.server.pages_match import scene_of
from stellwerk.server.table import Table
from stellwerk.web.scene import Scene, Told
from stellwerk.web.story import since, story, unbroken
from stellwerk.web.tables import table_for

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAMES = {
    "g1830/three-break-the-bank": ("lay", 45),
    "g1848/four-by-other-readings": ("lay", 20),
    "g1853/four-link-their-contracts": ("lay", 20),
    "paris/three-to-marseille": ("place", 40),
    "railroad_revolution/two-by-plan": ("place", 8),
}


@cache
def recorded(name: str) -> Match:
    header, log = parse(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8")))
    return Match(header, log, checked=False)


@cache
def late(name: str) -> Scene:
    """A recorded game from the nth action of a kind on, in the eyes of who acted least lately and missed something."""
    whole, (kind, nth) = recorded(name), GAMES[name]
    for ply in [ply for ply, action in enumerate(whole.log) if action.kind == kind][nth:]:
        match = whole.until(ply)
        latest = {action.seat: at for at, action in enumerate(match.log) if action.seat >= 0}
        seat = min(latest, key=lambda one: latest[one])
        scene = scene_of(Table("abc", match, match.ply, 0.0), Caller((seat,)), seat, "en")
        if scene.changed:
            return scene
    raise LookupError(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_stands_once_in_a_turn_of_its_own_round(name: str) -> None:
    scene = late(name)
    rounds = story(scene, scene.told)
    lines = [told for one in rounds for turn in one.turns for told in turn.lines]
    assert tuple(lines) == scene.told
    for one in rounds:
        assert {told.line.round for turn in one.turns for told in turn.lines} == {one.name}
        for turn in one.turns:
            assert {told.seat for told in turn.lines} <= {turn.owner, -1} or turn.name or scene.view.game.hidden
    shown = [told for one in rounds for turn in one.turns for told in turn.shown]
    assert [ply for told in shown for ply in range(told.begin, told.ply + 1)] == [told.ply for told in scene.told]
    html = str(table_for(scene.view.game.title.id).log(scene))
    assert sorted(map(int, re.findall(r'id="log-(\d+)"', html))) == [told.ply for told in shown]


@pytest.mark.parametrize("name", GAMES)
def test_what_others_did_since_is_told_turn_by_turn_and_outlined(name: str) -> None:
    scene = late(name)
    turns = since(scene)
    assert turns
    assert not any(told.seat == scene.seat for told in scene.since)
    assert scene.since[-1].ply == scene.last
    table = table_for(scene.view.game.title.id)
    parts = {part: str(html) for part, html in table.parts(scene).items()}
    assert "Since your last turn" in parts["actions"]
    assert parts["actions"].count("/history?ply=") >= len(turns)
    drawn = "".join(parts.values())
    assert re.search(r'class="[^"]*\bchanged\b', drawn)


def test_a_spectator_and_the_past_have_no_last_turn() -> None:
    scene = late("paris/three-to-marseille")
    table = Table("abc", recorded("paris/three-to-marseille").until(40), 40, 0.0)
    for seat, ply in ((None, None), (0, 20)):
        shown = scene_of(table, Caller(()), seat, "en", ply)
        assert not shown.since
        assert not shown.changed
    assert scene.since


def test_a_turn_is_worded_once() -> None:
    """The line of a turn is kept with its table."""
    scene = replace(late("g1830/three-break-the-bank"), gists={})
    story(scene, scene.told)
    assert scene.gists
    before = dict(scene.gists)
    scene.gists.update(dict.fromkeys(before, "kept"))
    assert {turn.gist for one in story(scene, scene.told) for turn in one.turns} == {"kept"}


def test_no_line_ends_within_an_amount() -> None:
    assert unbroken("tile 59 · −$120 · −£5") == "tile 59 · −\u2060$120 · −\u2060£5"
    assert unbroken("a player called 2 $5") == "a player called 2 $5"
    assert unbroken("2 Gleise · −350 $ · 3 Aktien") == "2 Gleise · −350\u00a0$ · 3 Aktien"


def test_steps_on_a_track_are_one_line_that_is_taken_back_as_a_whole() -> None:
    """At a running table; the history has a line for each position."""
    words = Words("log.step", data={"track": "offices.track", "count": 1})
    told = tuple(Told(ply, 0, Line("a step", owner=0, repeated=words)) for ply in range(11, 19))
    scene = replace(late("railroad_revolution/two-by-plan"), names=("Ben", "Ada"), undo=(10,), gists={})
    (line,) = story(scene, told)[0].turns[0].shown
    assert line.text == "Ben moves up 8 on the office track."
    assert (line.ply, line.begin) == (18, 11)
    drawn = table_for("railroad-revolution").log_line(scene, line, 0)
    assert (drawn.undo, drawn.back) == (True, 10)
    past = replace(scene, acting=False, passing=False, gists={})
    assert [one.text for one in story(past, told)[0].turns[0].shown] == ["a step"] * 8
    other = told[4]._replace(line=told[4].line._replace(repeated=None))
    between = story(replace(scene, gists={}), (*told[:4], other, *told[5:]))[0].turns[0].shown
    assert [one.text for one in between] == [
        "Ben moves up 4 on the office track.",
        "a step",
        "Ben moves up 3 on the office track.",
    ]
