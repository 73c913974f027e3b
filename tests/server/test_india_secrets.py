"""Bonds and cities of contracts are nowhere in what others get: pages, views, logs, refusals, undo, branch, events."""

import json
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.g1853.state import UNKNOWN
from stellwerk.server import branching as module
from tests.games.g1853.positions import CITY, act, pick
from tests.marks import rule
from tests.server.kit import Client, Player, upload
from tests.server.twins import Twin

GAME = "1853"
OWNER, LAST = 0, 2
BONDS = (170, 150, 120)
SPECTATOR = None
OTHERS = (SPECTATOR, 1, 2)
PAGES = ("", "/fragment", "/history", "/charts")


def begun(*actions: Action) -> Match:
    match = Match(new_header(GAME, [Seat(name) for name in ("Anna", "Ben", "Clara")], seed="nobody reads this seed"))
    for action in actions:
        match.play(action)
    return match


def bonds(*amounts: int) -> list[Action]:
    return [act(seat, "write_bond", amount) for seat, amount in enumerate(amounts)]


def body(ply: int, action: Action) -> dict[str, Any]:
    return {"ply": ply, "action": {"kind": action.kind, "args": list(action.args)}}


def same_everywhere(both: Twin, ply: int, *tried: Action) -> None:
    """Whatever somebody else asks for is the same at both tables, to the byte."""
    for seat in OTHERS:
        both.same(seat, "", lang="de")
        both.same(seat, "", ply=ply // 2)
        both.same(seat, "/file")
        both.same(seat, "undo", {"ply": ply, "to": 999})
        both.same(seat, "redo", {"ply": ply})
        for action in tried:
            both.same(seat, "check", {"action": {"kind": action.kind, "args": list(action.args)}})
        for page in PAGES:
            both.page(seat, page)


def post(both: Twin, ply: int, action: Action) -> None:
    answers = [player.post("actions", body(ply, action)) for player in both.seat(action.seat)]
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text


TRIED = (
    act(0, "pick", CITY["Delhi"], "NWR"),
    act(0, "pick", CITY["Lahore"], "NWR"),
    act(0, "close_bid"),
    act(0, "write_bond", 730),
    act(0, "claim"),
)


@rule(GAME, "2.5.2a", "R-55")
def test_a_bond_changes_no_byte_of_what_others_get_before_all_have_written(client: Client) -> None:
    both = Twin(client, begun(act(OWNER, "write_bond", 80)), begun(act(OWNER, "write_bond", 730)))
    same_everywhere(both, 1, *TRIED[:3])
    post(both, 1, act(1, "write_bond", 100))
    same_everywhere(both, 2, *TRIED[:3])
    for player in both.seat(OWNER):
        assert player.post("undo", {"ply": 2}).status_code == 200
    same_everywhere(both, 1)
    with pytest.raises(AssertionError):
        Twin(client, begun(*bonds(80, 100, 90)), begun(*bonds(730, 100, 90))).same(SPECTATOR, "")


@rule(GAME, "2.1b", "2.5.4b", "2.5.11")
def test_a_city_changes_no_byte_of_what_others_get(client: Client) -> None:
    """Delhi or Lahore for a share of NWR, through all bids into the first stock round."""
    matches = [begun(*bonds(*BONDS), pick(OWNER, city, "NWR")) for city in ("Delhi", "Lahore")]
    both, rng, ply = Twin(client, *matches), Random(3), matches[0].ply
    same_everywhere(both, ply, *TRIED)
    while matches[0].state.round == "auction" or ply % 8:
        alike = set(matches[1].choices())
        action = rng.choice([choice for choice in matches[0].choices() if choice in alike]).sample(rng)
        post(both, ply, action)
        for match in matches:
            match.play(action)
        ply = matches[0].ply
        if ply % 4 == 0:
            same_everywhere(both, ply, *TRIED)
    assert both.same(1, "").json()["ply"] == ply
    with pytest.raises(AssertionError):
        both.same(OWNER, "")


@rule(GAME, "2.5.4b")
def test_an_undone_pick_is_as_secret_as_one_that_stands(client: Client) -> None:
    both = Twin(client, *(begun(*bonds(*BONDS), pick(OWNER, city, "NWR")) for city in ("Delhi", "Lahore")))
    for path, more in (("undo", {"ply": 4}), ("redo", {"ply": 3}), ("undo", {"ply": 4})):
        assert [player.post(path, more).status_code for player in both.seat(OWNER)] == [200, 200]
        for seat in OTHERS:
            both.same(seat, "")
            both.page(seat, "/fragment")


@rule(GAME, "2.1b")
def test_a_branch_holds_contracts_that_its_maker_could_imagine(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Twin(client, *(begun(*bonds(*BONDS), pick(OWNER, city, "NWR")) for city in ("Delhi", "Lahore")))
    found = []
    for player in both.seat(1):
        monkeypatch.setattr(module, "SystemRandom", lambda: Random(5))
        branch = player.post("branch", {"ply": 4}).json()
        seats = [Player(client, branch["id"], seat["token"]) for seat in branch["seats"]]
        found.append([seat.look()["view"]["state"]["notes"] for seat in seats])
    assert json.dumps(found[0]) == json.dumps(found[1])
    assert found[0][OWNER][OWNER] != [UNKNOWN]


@rule(GAME, "2.5.4b")
def test_no_city_of_another_contract_stands_in_any_byte(client: Client) -> None:
    """The names of cities are on the map, so the log and the position are searched."""
    seats = upload(client, begun(*bonds(*BONDS), pick(OWNER, "Delhi", "NWR")))
    mine, theirs = seats[OWNER].look(), seats[1].look()
    assert mine["view"]["log"][-1]["args"] == [CITY["Delhi"], "NWR"]
    assert theirs["view"]["log"][-1]["args"] == [UNKNOWN, "NWR"]
    assert mine["view"]["state"]["notes"][OWNER] == [CITY["Delhi"]]
    assert theirs["view"]["state"]["notes"][OWNER] == [UNKNOWN]


def test_a_bond_that_was_taken_back_beneath_another_is_gone_after_a_restart_too(client: Client) -> None:
    seats = upload(client, begun(*bonds(*BONDS[:2])))
    assert seats[0].post("undo", {"ply": 2}).status_code == 200
    now = seats[1].look()
    assert (now["ply"], now["view"]["state"]["bonds"]) == (1, [0, 150, 0])
    client.app.state.matches.cache.clear()  # type: ignore[attr-defined]
    again = seats[1].look()
    assert (again["ply"], again["rev"], again["view"]) == (now["ply"], now["rev"], now["view"])
    assert seats[0].post("redo", {"ply": 1}).status_code == 409
    assert seats[0].act("write_bond", 80).status_code == 200


@rule(GAME, "2.5.2a")
def test_the_log_tells_the_bonds_once_all_are_written(client: Client) -> None:
    """A spectator who has read the log before reads it anew."""
    seats = upload(client, begun(*bonds(*BONDS[:2])))
    watcher = Player(client, seats[0].match)
    before = watcher.look(lang="en")
    seats[LAST].act("write_bond", BONDS[LAST])
    after = watcher.look(lang="en")
    assert [entry["args"] for entry in before["view"]["log"]] == [[-1], [-1]]
    assert [entry["args"] for entry in after["view"]["log"]] == [[bond] for bond in BONDS]
    assert "Anna has written down a bond." in json.dumps(before)
    assert "Anna writes down a bond of \\u00a3170." in json.dumps(after)
    assert "has written down" not in json.dumps(after)
