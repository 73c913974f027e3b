"""What others have in an 18xx game is nowhere in what a seat gets: pages, charts, views, refusals, undo, branch."""

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.core.registry import title
from stellwerk.eighteen.state import BANK, HIDDEN, player
from stellwerk.server import branching as module
from tests.marks import rule
from tests.server.kit import Client
from tests.server.twins import Twin
from tests.web.late import recorded

GAME = "three-break-the-bank"
WATCHER = 0
LONG = 12
ODD = (977, 883, 797, 683, 571, 463, 367, 283, 197)
"""Sums that no price, cost or income of the game comes near; what is paid later leaves them odd."""

SHIFT = 101

DIGEST = re.compile(r"\b(?:data-version=\"|\?v=)[0-9a-f]{12}\"")
"""The checksum of a part of the page or of its files, in which any three digits may stand side by side."""


def late() -> Any:
    """A late position with several directors in which somebody else lays track, as JSON."""
    states = recorded(GAME).states
    for s in reversed(states[: len(states) // 2]):
        top = s.todo[-1] if s.todo else None
        directors = {s.director[company] for company in s.floated}
        if top and top.step == "lay_track" and len(directors) > 2 and s.director[top.who] != WATCHER:
            return s.to_json()
    raise AssertionError("no such position")


def secret(state: Any, value: str) -> list[str]:
    """Whose money the watcher may not know, without the bank."""
    companies = [company for company in state["floated"] if state["director"][company] != WATCHER]
    players = [player(seat) for seat in range(3) if seat != WATCHER]
    return [*companies, *(players if value == "secret_cash" else [])]


def with_sums(value: str, shift: int) -> Match:
    """That position with odd sums where the watcher may not look; each moved by so much to the bank."""
    state = late()
    cash = dict(state["cash"])
    for owner, odd in zip(secret(state, value), ODD, strict=False):
        cash[owner] = odd - shift
    cash[BANK] = 0
    cash[BANK] = 12_000 - sum(cash.values())
    header = recorded(GAME).header
    options = {**header.options, "information": value}
    assert cash[BANK] > 0
    state |= {"cash": cash}
    return Match(replace(header, options=title("1830").resolve(options), position=state))


def twins(value: str) -> tuple[Match, Match]:
    one, other = with_sums(value, 0), with_sums(value, SHIFT)
    assert one.state.cash != other.state.cash
    assert one.state.ending == other.state.ending
    return one, other


def public_actions(one: Match, other: Match) -> list[Action]:
    """A course of play that is legal in both, and that leads through steps of several kinds."""
    rng = Random(5)
    one, other = one.copy(), other.copy()
    actions: list[Action] = []
    while not one.over and len(actions) < LONG:
        alike = set(other.choices())
        choices = [choice for choice in one.choices() if choice in alike]
        kinds = sorted({choice.kind for choice in choices})
        kind = kinds[len(actions) % len(kinds)]
        action = rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)
        one.play(action)
        other.play(action)
        actions.append(action)
    return actions


@rule("1830", "V-0.1", "C-1.1")
@pytest.mark.parametrize("value", ["restricted", "secret_cash"])
def test_other_hidden_sums_change_no_byte_of_what_a_seat_gets(client: Client, value: str) -> None:
    one, other = twins(value)
    both = Twin(client, one, other)
    for ply, action in enumerate(public_actions(one, other)):
        for seat in (None, WATCHER):
            both.same(seat, "", lang="de")
            both.same(seat, "", ply=ply // 2)
            both.same(seat, "/file")
            both.same(seat, "undo", {"ply": ply, "to": 999})
            for attempt in attempts(one):
                both.same(seat, "check", {"action": attempt})
            if ply % 4 == 0:
                for page in ("", "/fragment", "/history", "/charts"):
                    both.page(seat, page)
        body = {"ply": ply, "action": {"kind": action.kind, "args": list(action.args)}}
        answers = [owner.post("actions", body) for owner in both.seat(action.seat)]
        assert [answer.status_code for answer in answers] == [200, 200]
    assert both.same(WATCHER, "").json()["ply"] == LONG


def attempts(match: Match) -> list[dict[str, Any]]:
    """What somebody could try for a company that is not his, in the hope that the refusal tells a sum."""
    frame = match.state.todo[-1]
    return [
        {"kind": "lay", "args": ["D20", "57", 0]},
        {"kind": "station", "args": ["E19", 0]},
        {"kind": "buy_train", "args": ["bank", "D", 1100]},
        {"kind": "buy_private", "args": ["MH", 220]},
        {"kind": "sell", "args": [str(frame.who), 10]},
        {"kind": "lay_private", "args": ["DH", "F16", "57", 0]},
        {"kind": "bankrupt", "args": []},
    ]


@rule("1830", "V-0.1")
@pytest.mark.parametrize("value", ["restricted", "secret_cash"])
def test_no_hidden_sum_stands_in_any_byte_and_its_owner_reads_it(client: Client, value: str) -> None:
    """Each sum is looked for as digits of their own; whoever owns it finds it on the page and in the view."""
    match = with_sums(value, 0)
    both = Twin(client, match, match)
    hidden = {owner: match.state.cash[owner] for owner in secret(match.state.to_json(), value)}
    hidden[BANK] = match.state.cash[BANK]
    assert set(hidden.values()) >= {977, 883}
    rivals = [both.seat(seat)[0] for seat in (None, WATCHER)]
    for rival in rivals:
        pages = [rival.client.get(f"/match/{rival.match}{page}", headers=rival.headers()) for page in PAGES]
        read = DIGEST.sub("", "".join(page.text for page in pages) + rival.get("").text)
        assert not [amount for amount in hidden.values() if re.search(rf"(?<![\d.]){amount}(?![\d.])", read)]
    director = match.state.director[next(iter(hidden))]
    owner = both.seat(director)[0]
    told = owner.client.get(f"/match/{owner.match}/fragment", headers=owner.headers()).text
    assert "$977" in told
    assert owner.look()["view"]["state"]["cash"][next(iter(hidden))] == 977
    assert rivals[1].look()["view"]["state"]["cash"][next(iter(hidden))] == HIDDEN


PAGES = ("", "/fragment", "/history", "/charts", "/fragment?lang=de")


def test_the_comparison_can_fail(client: Client) -> None:
    both = Twin(client, *twins("restricted"))
    director = next(iter({0, 1, 2} - {WATCHER}))
    with pytest.raises(AssertionError):
        both.same(director, "")


@rule("1830", "V-0.1")
def test_a_branch_of_a_running_match_has_money_that_its_maker_could_imagine(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same dice two tables that differ only in hidden sums branch alike, and every dollar is there."""
    both = Twin(client, *twins("secret_cash"))
    monkeypatch.setattr(module, "SystemRandom", lambda: Random(4))
    found = []
    for watcher in both.seat(WATCHER):
        created = watcher.post("branch", {"ply": 0})
        assert created.status_code == 201, created.text
        branch = created.json()
        views = [
            client.get(f"/api/matches/{branch['id']}", headers={"authorization": f"Bearer {seat['token']}"}).json()
            for seat in branch["seats"]
        ]
        found.append([view["view"]["state"]["cash"] for view in views])
    assert json.dumps(found[0]) == json.dumps(found[1])
