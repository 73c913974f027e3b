"""The log says what happened, not what was clicked, and no internal codes."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.core.tell import recount, tell
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.state import HIDDEN
from tests.games.railroad_revolution.kit import Table, act, chance, table

NAMES = ("Ada", "Ben", "Cy", "Di")


def said(t: Table, action: Action, language: str = "en") -> str:
    return tell(t.game, NAMES, t.s, action, language)


def dealing() -> Table:
    t = table(3).cash(0, 2000).shares(1, 4).rails(0, on=["R02", "R03"]).deal("D3")
    laid = t.play(act(0, "place", "white", "railroad"), act(0, "lay", "R10"), act(0, "lay", "R11"))
    assert said(laid, act(0, "done")) == "Ada ends the turn."
    return laid.play(act(0, "done"))


def test_the_end_of_a_turn_and_of_a_deal_are_told_apart() -> None:
    t = dealing()
    assert said(t, act(0, "done")) == "Ada makes no deal."
    assert said(t, act(0, "done"), "de") == "Ada tätigt keinen Handel."
    t.s.taken = (0,)
    assert said(t, act(0, "done")) == "Ada ends the deal."


@pytest.mark.parametrize(("count", "told"), [(1, "Ben draws a milestone."), (3, "Ben draws 3 milestones.")])
def test_hidden_milestones_are_counted(count: int, told: str) -> None:
    assert said(table(), chance("draw", 1, (HIDDEN,) * count)) == told


def test_milestones_that_one_sees_are_told_by_points_and_conditions() -> None:
    told = said(table(), chance("draw", 1, ("A1-2",)))
    assert told == "Ben draws milestones: 18-point milestone (3 connected cities of group 2)."
    assert said(table(), act(0, "pick", "A1-2"), "de").startswith("Ada behält den Meilenstein zu 18 Punkten (")


def test_a_locomotive_that_is_used_says_what_it_brings() -> None:
    t = table().locos(0, up=["loco-money"])
    assert said(t, act(0, "flip", "loco-money", "up")) == "Ada uses a locomotive: +$600."
    assert said(t, act(0, "flip", "loco-money", "up"), "de") == "Ada nutzt eine Lok: +$600."


def test_one_share_is_sold_in_the_singular() -> None:
    assert said(table(), act(0, "sell", 1)) == "Ada sells a share."
    assert said(table(), act(0, "sell", 2)) == "Ada sells 2 shares."


@pytest.mark.parametrize(
    ("action", "english", "german"),
    [
        (
            act(1, "use", "w.station.turquoise", "", ""),
            "Ben pays $300 (turquoise) to take the reward again.",
            "Ben zahlt $300 (Türkis) und nimmt die Hauptbelohnung noch einmal.",
        ),
        (
            act(0, "use", "promotion", "", ""),
            "Ada promotes a worker instead.",
            "Ada befördert stattdessen einen Arbeiter.",
        ),
        (
            act(0, "use", "reward", "violet", ""),
            "Ada takes the main reward: a worker (violet).",
            "Ada nimmt die Hauptbelohnung: einen Arbeiter (Violett).",
        ),
        (
            act(0, "step", "offices", "", ""),
            "Ada moves up 1 on the office track.",
            "Ada rückt auf der Büroleiste 1 Feld vor.",
        ),
    ],
)
def test_rewards_abilities_and_steps_are_told_as_sentences(action: Action, english: str, german: str) -> None:
    assert said(table(), action) == english
    assert said(table(), action, "de") == german


def test_every_reward_and_ability_has_a_sentence_of_its_own() -> None:
    t = table()
    colours = ("violet", "grey", "orange", "turquoise")
    abilities = {f"w.{action}.{colour}" for action in ("station", "rail", "tele", "trade") for colour in colours}
    for source in {"reward", "bonus", "promotion", *abilities}:
        for language in LANGUAGES:
            assert ".did" not in said(t, act(0, "use", source, "", ""), language)


def test_steps_on_a_track_can_be_told_together() -> None:
    t = table()
    line = recount(t.game, NAMES, t.s, act(0, "step", "offices"), t.s, "en")
    assert line.repeated == Words("log.step", data={"track": "offices.track", "colour": "", "where": "", "count": 1})
    assert recount(t.game, NAMES, t.s, act(0, "hire", "white"), t.s, "en").repeated is None
