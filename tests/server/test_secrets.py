"""What is behind a screen is nowhere in what another seat gets: not in views, log, events, refusals, undo or branch."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump
from stellwerk.server import branching as module
from tests.server.kit import PEOPLE, Client, Player, new_match, played
from tests.server.twins import Twin

SPECTATOR = None
LONG = 8


def twins(plies: int = 40) -> tuple[Match, Match]:
    """Two matches from one position, but for what is behind the screens of Ben and Clara."""
    origin = played("twins", plies)
    state = origin.state.to_json()
    ben, clara = (list(hand) for hand in state["hands"][1:])
    mine = next(colour for colour in ben if colour not in clara)
    theirs = next(colour for colour in clara if colour not in ben)
    ben.remove(mine)
    clara.remove(theirs)
    order = origin.game.t.colours.index  # type: ignore[attr-defined]
    other = [state["hands"][0], sorted([*ben, theirs], key=order), sorted([*clara, mine], key=order)]
    both = (state, {**state, "hands": other})
    assert both[0]["hands"] != both[1]["hands"]
    return tuple(Match(replace(origin.header, position=position)) for position in both)  # type: ignore[return-value]


def public_actions(one: Match, other: Match) -> list[Action]:
    """A course of play that is legal in both."""
    rng = Random(3)
    actions: list[Action] = []
    one, other = one.copy(), other.copy()
    while not one.over and len(actions) < LONG:
        choices = [choice for choice in one.game.choices(one.state) if choice in set(other.game.choices(other.state))]
        action = rng.choice(choices).sample(rng)
        one.play(action)
        other.play(action)
        actions.append(action)
    return actions


def test_other_hidden_hands_change_no_byte_of_what_a_seat_gets(client: Client) -> None:
    one, other = twins()
    both = Twin(client, one, other)
    for ply, action in enumerate(public_actions(one, other)):
        for seat in (SPECTATOR, 0):
            both.same(seat, "", lang="de")
            both.same(seat, "", ply=ply // 2)
            both.same(seat, "/file")
            both.same(seat, "undo", {"ply": ply, "to": 999})
            both.same(seat, "redo", {"ply": ply})
            both.same(seat, "actions", {"ply": ply, "action": {"kind": "trade", "args": ["red", "red", 2]}})
            if ply % 4 == 0:
                both.page(seat, "/fragment")
                both.page(seat, "/history")
        body = {"ply": ply, "action": {"kind": action.kind, "args": list(action.args)}}
        answers = [player.post("actions", body) for player in both.seat(action.seat)]
        assert [answer.status_code for answer in answers] == [200, 200]
    assert both.same(0, "").json()["ply"] == LONG


def test_an_undo_shows_nothing_either(client: Client) -> None:
    one, other = twins()
    both = Twin(client, one, other)
    action = next(action for action in public_actions(one, other) if action.kind == "place")
    if action.seat != 0:
        pytest.fail("the position has Anna on turn")
    body = {"ply": 0, "action": {"kind": action.kind, "args": list(action.args)}}
    for path, more in (("actions", body), ("undo", {"ply": 1}), ("redo", {"ply": 0}), ("undo", {"ply": 1})):
        assert both.same(0, path, more).status_code == 200
        both.same(SPECTATOR, "")


def test_the_comparison_can_fail(client: Client) -> None:
    both = Twin(client, *twins())
    with pytest.raises(AssertionError):
        both.same(1, "")


def test_a_branch_holds_only_what_its_maker_could_know(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Twin(client, *twins())
    hands = []
    for player in both.seat(0):
        monkeypatch.setattr(module, "SystemRandom", lambda: Random(11))
        branch = player.post("branch", {"ply": 0}).json()
        seats = [Player(client, branch["id"], seat["token"]) for seat in branch["seats"]]
        hands.append([seats[n].look()["view"]["state"]["hands"][n] for n in range(3)])
    assert hands[0] == hands[1], "equal dice give equal branches, whatever is behind the screens"


def test_a_match_shows_nobody_the_hands_of_others_nor_the_seed(client: Client) -> None:
    seats = new_match(client)
    everybody = [*seats, Player(client, seats[0].match)]
    match: Match = client.app.state.matches.cache.get(seats[0].match).match  # type: ignore[attr-defined]
    rng = Random(8)
    for _ in range(30):
        tables = [player.look(lang=rng.choice(["en", "de"])) for player in everybody]
        assert not tables[0]["over"]
        on_turn = tables[0]["waiting"][0]
        if rng.random() < 0.1 and tables[on_turn]["undoable"]:
            seats[on_turn].post("undo", {"ply": tables[0]["ply"]})
        else:
            seats[on_turn].choose(tables[on_turn], rng)
        curious = rng.choice(everybody)
        curious.get("/file")
        curious.get(ply=rng.randrange(tables[0]["ply"] + 1))
        curious.act("trade", "red", "blue", 3)
    for owner in range(3):
        hand = match.log[owner].args[1]
        drawn = json.dumps(hand, separators=(",", ":")).encode()
        for seat, player in enumerate(everybody):
            shown = b"".join(player.received)
            if seat == owner or not held(match, seat, hand):
                assert (drawn in shown) == (seat == owner)
            assert (told(match, owner) in shown) == (seat == owner)
            assert match.header.seed.encode() not in shown


def held(match: Match, seat: int, hand: Sequence[str]) -> bool:
    """Whether a seat had a hand of its own that is equal."""
    return seat < len(PEOPLE) and any(sorted(at.hands[seat]) == sorted(hand) for at in match.states)


def told(match: Match, seat: int) -> bytes:
    """The English sentence about a drawn hand."""
    drawn = Counter(match.log[seat].args[1])
    names = ", ".join(f"{count} {colour}" for colour, count in sorted(drawn.items()))
    return f"{PEOPLE[seat]} draws locomotives: {names}.".encode()


def test_an_uploaded_match_tells_its_seed_to_nobody_while_it_runs(client: Client) -> None:
    match = played("planted-seed-0123456789", 20)
    created = client.post("/api/matches", json={"file": dump(match)})
    anna = Player(client, created.json()["id"], created.json()["seats"][0]["token"])
    anna.look()
    anna.get("/file")
    anna.act("nonsense")
    assert b"planted-seed" not in created.content + b"".join(anna.received)
