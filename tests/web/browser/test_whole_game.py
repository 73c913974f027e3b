"""A whole game in two browsers, one German and one English, against two bots: from the lobby to the final sums."""

import time
from collections import Counter
from itertools import groupby
from random import Random

import pytest
from playwright.sync_api import expect

from stellwerk.core.action import CHANCE
from stellwerk.core.match import Match
from stellwerk.core.matchfile import loads
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIMIT = 900
"""Seconds after which a game that does not come to its end counts as stuck."""


def found(ann: Visitor) -> str:
    """Begin a match in the lobby, for two people and two bots; returns the link of the second seat."""
    page = ann.page
    page.locator(".game", has_text="Paris Connection").click()
    rows = page.locator(".seats li:visible")
    expect(rows).to_have_count(4)
    seats = (("Ann", "me"), ("Bert", "screen"), ("Cleo", "bot:greedy"), ("Dev", "bot:random"))
    for row, (name, kind) in enumerate(seats):
        rows.nth(row).locator(".who").fill(name)
        rows.nth(row).locator(".kind").select_option(kind)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/match/*")
    # The table waits behind the curtain, for two people share this browser so far.
    page.locator("#curtain").get_by_role("button", name="Invite somebody by link").click()
    page.locator(".shares li", has_text="Bert").get_by_role("button", name="Invite somebody").click()
    field = page.locator(".shares li", has_text="Bert").locator("input")
    field.wait_for()
    link = field.input_value()
    page.locator("#share").get_by_role("button", name="Close").click()
    return link


def test_a_whole_game_by_clicking(visit: Visit) -> None:
    rng = Random(53)
    ann = visit("en")
    bert = visit("de")
    bert.page.goto(found(ann))
    bert.page.get_by_role("button", name="Platz nehmen").click()
    bert.page.wait_for_selector("#table")
    assert ann.match == bert.match
    # Bert plays elsewhere now, so nobody has to be kept from Ann's screen.
    ann.page.wait_for_selector("#table:not(.curtained)")
    deadline = time.monotonic() + LIMIT
    turns = {"Ann": 0, "Bert": 0}
    while not (ann.over and bert.over):
        assert time.monotonic() < deadline, f"not over after {turns}"
        for name, player, said in (("Ann", ann, "Your turn, Ann"), ("Bert", bert, "Bert, du bist am Zug")):
            if player.mine and not player.over:
                expect(player.page.locator("#headline")).to_have_text(said)
                player.take_turn(rng)
                turns[name] += 1
        ann.page.wait_for_timeout(30)
    match = loads(ann.page.request.get(f"/api/matches/{ann.match}/file").text())
    # However short the game was, every turn of both was clicked here.
    played = Counter(seat for seat, _ in groupby(action.seat for action in match.log if action.seat != CHANCE))
    assert turns == {"Ann": played[0], "Bert": played[1]}
    assert min(turns.values()) >= 1
    for player in (ann, bert):
        check_sums(player, match)
    expect(ann.page.locator("#part-result h2").first).to_have_text("Final scoring")
    expect(bert.page.locator("#part-result h2").first).to_have_text("Schlusswertung")
    play_again(ann, bert)


def check_sums(player: Visitor, match: Match) -> None:
    """Scores and every line of every sum on the page are those of the engine."""
    result = match.result
    assert result is not None
    assert player.scores() == dict(enumerate(result.scores))
    for seat, lines in enumerate(result.sums):
        card = player.page.locator(f".results > li:has([data-score='{seat}'])")
        rows = [
            [cell.replace("−", "-") for cell in row.locator("td").all_inner_texts()]
            for row in card.locator("tbody tr:not(.none)").all()
        ]
        assert sorted(rows) == sorted([f"{line.number} × {line.each}", str(line.points)] for line in lines)
        assert ("winner" in (card.get_attribute("class") or "")) == (seat in result.winners)


def play_again(ann: Visitor, bert: Visitor) -> None:
    """Who asks first begins the next match; the other is led to the same one."""
    old = ann.match
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda url: not url.endswith(old))
    bert.page.locator("[data-next]").click()
    bert.page.wait_for_url(lambda url: not url.endswith(old))
    assert bert.match == ann.match != old
