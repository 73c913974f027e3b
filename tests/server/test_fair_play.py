"""Fair play: what an undo may not sound out, who sees which secrets, who gets help, and the record of all that."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.server.store.events import UNDONE, note
from tests.server.kit import FIXED, GAME, Client, Player, both, new_match, running, store_of, until
from tests.server.test_orders import on_turn, order, orders, table
from tests.server.test_seats import invited, joined, visit

THREE = [{"name": name} for name in ("Anna", "Ben", "Clara")]


def undo(player: Player) -> Any:
    return player.post("undo", {"ply": player.look()["ply"]})


def record(player: Player, **query: Any) -> list[Any]:
    answer = player.get("/record", **query)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["record"]
    return found


# --- undo and the orders of others -----------------------------------------------------------------------


@both
def test_a_secret_limit_cannot_be_sounded_out_by_undo(database: Path | str) -> None:
    """Ben bids up to 230 by order. Anna bids, sees that he bids more, and cannot take her bid back to try another."""
    with running(database, bots=0) as client:
        people = table(client)
        anna = on_turn(people)
        ben = people[(people.index(anna) + 1) % 3]
        order(ben, "bid", private="CA", price=230)
        assert anna.act("bid", "CA", 200).status_code == 200
        log = anna.look()["view"]["log"]
        assert (log[1]["seat"], log[1]["args"]) == (people.index(ben), ["CA", 205])
        refused = undo(anna)
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "others"})
        assert anna.look()["undoable"] == []
        assert ben.look()["undoable"] == [1], "his order's action is his own"


@both
def test_an_order_that_stopped_has_answered_too(database: Path | str) -> None:
    """Ben bids up to 170 and else decides by hand. Anna sees that he does, and cannot try a lower bid instead."""
    with running(database, bots=0) as client:
        people = table(client)
        anna = on_turn(people)
        ben = people[(people.index(anna) + 1) % 3]
        order(ben, "bid", private="CA", price=170, wait=False)
        assert anna.act("bid", "CA", 200).status_code == 200
        assert on_turn(people) is ben
        (stopped, *_) = orders(ben)
        assert stopped["state"] == "ended"
        refused = undo(anna)
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "barred"})
        assert anna.look()["undoable"] == []
    with running(database, bots=0) as client:
        again = Player(client, anna.match, anna.token)
        assert again.look()["undoable"] == [], "another process, or the next one, knows it too"
        assert Player(client, ben.match, ben.token).act("pass_turn").status_code == 200


def test_who_holds_both_seats_may_take_back_what_an_own_order_did(database: Path) -> None:
    with running(database, bots=0) as client:
        visit(client, "host")
        made = client.post("/api/matches", json={"game": "1830", "options": {"seating": "free"}, "seats": THREE}).json()
        people = [Player(client, made["id"], seat["token"]) for seat in made["seats"]]
        anna = on_turn(people)
        order(people[(people.index(anna) + 1) % 3], "bid", private="CA", price=230)
        assert anna.act("pass_turn").status_code == 200
        screen = Player(client, made["id"])
        assert screen.look()["undoable"] == [1, 0]


# --- the record ------------------------------------------------------------------------------------------


@both
def test_an_undo_stands_in_the_record_with_what_it_took_back(database: Path | str) -> None:
    with running(database) as client:
        anna, ben, _ = new_match(client)
        anna.act("place", "black", "D20")
        anna.act("place", "black", "C19")
        assert undo(anna).status_code == 200
        assert anna.post("redo", {"ply": 4}).status_code == 200
        assert undo(anna).status_code == 200
        assert anna.post("undo", {"ply": 4}).status_code == 200
        told = record(ben, lang="en")
        assert [(one["kind"], one["seat"], one["text"]) for one in told] == [
            ("undone", 0, "Anna took an action back."),
            ("redone", 0, "Anna redid what had been undone."),
            ("undone", 0, "Anna took an action back."),
            ("undone", 0, "Anna took an action back."),
        ]
        assert [one["number"] for one in told] == [1, 2, 3, 4]
        assert told[0]["more"] != told[3]["more"]
        assert "Amiens" in told[3]["more"][0], "which is D20"
        german = record(ben, lang="de")
        assert german[0]["text"] == "Anna hat eine Aktion zurückgenommen."
        assert german[0]["more"] != told[0]["more"]
        assert record(ben, before=3, lang="en") == told[:2]
        assert client.get(f"/api/matches/{anna.match}/record").status_code == 403, "it is for those at the table"


def test_a_sealed_bid_that_others_keep_is_not_told_as_taken_back(database: Path) -> None:
    """Anna and Ben have written bonds at once; Anna takes hers back, and Ben's stays."""
    with running(database, bots=0) as client:
        people = new_match(client, ("Anna", "Ben", "Cleo"), {}, game="1853")
        for player in people[:2]:
            assert player.act("write_bond", 80).status_code == 200
        assert undo(people[0]).json()["ply"] == 1
        (told,) = record(people[2], lang="en")
        assert (told["text"], told["more"]) == ("Anna took an action back.", ["Anna has written down a bond."])


def test_no_event_is_buried_under_others(database: Path) -> None:
    """Of 502 undos the first two are forgotten, and Ben's leaving stays."""
    with running(database, bots=0) as client:
        _, ben, _ = new_match(client)
        assert ben.post("seats/1/leave", {}).status_code == 200
        store = store_of(client)
        with store.database.writing(ben.match) as db:
            for _ in range(502):
                note(db, ben.match, UNDONE, 0, {"name": "Anna"})
        kept = [(one.number, one.kind) for one in store.events.of(ben.match, most=1000)]
        assert kept == [(1, "left"), *((number, "undone") for number in range(4, 504))]


def test_the_record_tells_nothing_that_only_the_player_knew(database: Path) -> None:
    """A locomotive that Anna gave away is told as somebody knows it who only watches."""
    with running(database) as client:
        people = new_match(client)
        trade = next(one for one in people[0].look()["view"]["choices"] if one["kind"] == "trade")
        assert people[0].act("trade", *trade["args"]).status_code == 200
        public = people[1].look(lang="en")["told"][3]
        assert undo(people[0]).status_code == 200
        assert record(people[1], lang="en")[0]["more"] == [public]


def test_the_record_tells_who_sat_down_and_who_got_up(database: Path) -> None:
    with running(database) as client:
        visit(client, "host")
        body = {"game": "1830", "seats": [*THREE[:2], {"free": True}]}
        made = client.post("/api/matches", json=body).json()
        match, code = made["id"], made["invitations"][0]["code"]
        visit(client, "guest")
        assert joined(client, match, code, name="Zoe").status_code == 200
        visit(client, "host")
        code = invited(client, match, 1)
        visit(client, "other")
        assert joined(client, match, code, name="Yves").status_code == 200
        assert client.post(f"/api/matches/{match}/seats/1/leave", json={}).status_code == 200
        visit(client, "host")
        told = [(one["kind"], one["seat"], one["text"]) for one in record(Player(client, match), lang="en")]
        assert told == [
            ("joined", 2, "Zoe has sat down. The invitation came from Anna."),
            ("joined", 1, "Yves has taken over the seat that Ben gave away."),
            ("left", 1, "Yves has left the seat."),
        ]


def test_the_record_tells_when_a_bot_stood_in_and_why(database: Path) -> None:
    with running(database, bots=0) as client:
        anna, ben, _ = new_match(client, game="1830", options={})
        assert anna.post("seats/0/stand-in", {}).status_code == 200
        assert anna.post("seats/0/return", {}).status_code == 200
        begun, ended = record(ben, lang="en")
        assert (begun["kind"], ended["kind"]) == ("stood-in", "returned")
        assert begun["text"].startswith("Anna let a bot (")
        assert ended["text"] == "Anna has taken the seat back from the bot."


# --- help from bots --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("wise")
@pytest.mark.parametrize("hints", [False, True])
def test_a_stand_in_cannot_be_used_as_advice(database: Path, *, hints: bool) -> None:
    """Let the strong bot play, come back and take its move back: the move stays.

    So it does with advice, where locomotives are hidden and a bot has answered that knows its own.
    """
    with running(database) as client:
        anna, *_ = new_match(client, hints=hints)
        assert anna.post("seats/0/stand-in", {}).status_code == 200
        until(lambda: anna.look()["waiting"] == [1])
        assert anna.post("seats/0/return", {}).status_code == 200
        back = undo(anna)
        assert back.status_code == 409
        assert back.json()["data"] == {"reason": "barred"}


@pytest.mark.parametrize("hints", [False, True])
def test_where_nothing_is_hidden_a_stand_in_can_be_taken_back_with_hints(database: Path, *, hints: bool) -> None:
    with running(database) as client:
        people = new_match(client, game="1830", options={"seating": "free"}, hints=hints)
        anna = on_turn(people)
        seat = people.index(anna)
        assert anna.post(f"seats/{seat}/stand-in", {}).status_code == 200
        until(lambda: on_turn(people) is not anna)
        assert anna.post(f"seats/{seat}/return", {}).status_code == 200
        assert undo(anna).status_code == (200 if hints else 409)


@both
def test_a_branch_of_a_running_match_without_advice_gives_none(database: Path | str) -> None:
    with running(database) as client:
        anna, *_ = new_match(client)
        made = anna.post("branch", {"ply": anna.look()["ply"]}).json()
        copy = [Player(client, made["id"], seat["token"]) for seat in made["seats"]]
        asked = copy[0].post("advice", {"seat": None})
        assert (asked.status_code, asked.json()["data"]) == (409, {"reason": "origin"})
        assert "still running" in asked.json()["text"]
        refused = copy[0].post("seats/0/stand-in", {})
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "origin"})
        again = copy[0].post("branch", {"ply": 0}).json()
        further = Player(client, again["id"], again["seats"][0]["token"])
        assert further.post("advice", {"seat": None}).json()["data"] == {"reason": "origin"}, "nor does a branch of it"


@pytest.mark.usefixtures("wise")
def test_a_branch_gives_advice_to_whom_its_origin_gives_it(database: Path) -> None:
    with running(database) as client:
        visit(client, "host")
        made = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": THREE}).json()
        branch = client.post(f"/api/matches/{made['id']}/branch", json={"ply": 3}).json()
        assert client.post(f"/api/matches/{branch['id']}/advice", json={"seat": None}).status_code == 200
        anna, *_ = new_match(client, hints=True)
        branch = anna.post("branch", {"ply": 3}).json()
        copy = Player(client, branch["id"], branch["seats"][0]["token"])
        refused = copy.post("advice", {"seat": None}).json()["data"]
        assert refused == {"reason": "others"}, "a token is one seat's, and the origin is no reason"


def test_a_copy_of_a_running_match_without_advice_gives_none(database: Path) -> None:
    with running(database) as client:
        anna, *_ = new_match(client)
        file = anna.get("/file").json()
        assert file["running"] == anna.match
        made = client.post("/api/matches", json={"file": file}).json()
        copy = Player(client, made["id"], made["seats"][0]["token"])
        assert copy.post("advice", {"seat": None}).json()["data"] == {"reason": "origin"}


def played_out(player: Player) -> None:
    rng = Random("to the end")
    while not (table := player.look())["over"]:
        assert player.choose(table, rng).status_code == 200


def test_a_branch_that_was_played_to_its_end_opens_no_way_to_advice(database: Path) -> None:
    """Its past is the present of the match that still runs: neither a branch of it nor a copy gives advice."""
    with running(database, bots=0) as client:
        visit(client, "anna")
        seats = [{"name": "Anna"}, {"free": True}, {"name": "Clara"}]
        made = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": seats}).json()
        branch = client.post(f"/api/matches/{made['id']}/branch", json={"ply": 3}).json()
        played_out(Player(client, branch["id"]))
        again = client.post(f"/api/matches/{branch['id']}/branch", json={"ply": 0}).json()
        refused = client.post(f"/api/matches/{again['id']}/advice", json={})
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "origin"})
        file = client.get(f"/api/matches/{branch['id']}/file").json()
        copy = client.post("/api/matches", json={"file": {**file, "log": file["log"][:1]}}).json()
        refused = client.post(f"/api/matches/{copy['id']}/advice", json={})
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "origin"})


def test_a_match_against_bots_alone_is_copied_without_a_mark(database: Path) -> None:
    with running(database, bots=0) as client:
        visit(client, "host")
        seats = [{"name": "Anna"}, {"name": "B", "bot": "random"}, {"name": "C", "bot": "random"}]
        made = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": seats}).json()
        assert "running" not in client.get(f"/api/matches/{made['id']}/file").json()


# --- seats and their secrets -----------------------------------------------------------------------------


def at_a_table(client: Client, game: str = GAME) -> str:
    """Anna has begun a match of three; Ben and Clara have sat down, and Ben has got up again."""
    visit(client, "anna")
    body = {"game": game, "seats": [{"name": "Anna"}, {"free": True}, {"free": True}]}
    made = client.post("/api/matches", json=body).json()
    for who, invitation in zip(("ben", "clara"), made["invitations"], strict=True):
        visit(client, who)
        assert joined(client, made["id"], invitation["code"], name=who.capitalize()).status_code == 200
    visit(client, "ben")
    assert client.post(f"/api/matches/{made['id']}/seats/1/leave", json={}).status_code == 200
    match: str = made["id"]
    return match


@both
def test_a_seat_that_was_left_stays_closed_to_those_who_sit_elsewhere(database: Path | str) -> None:
    with running(database, bots=0) as client:
        match = at_a_table(client)
        code = ""
        for who in ("anna", "clara"):
            visit(client, who)
            code = invited(client, match, 1)
            refused = joined(client, match, code)
            assert (refused.status_code, refused.json()["error"]) == (403, "closed-seat")
            assert Player(client, match).look()["held"] == [{"anna": 0, "clara": 2}[who]]
        visit(client, "clara")
        assert client.post(f"/api/matches/{match}/seats/2/leave", json={}).status_code == 200
        assert joined(client, match, code).status_code == 403, "who has just got up has not forgotten their own hand"
        visit(client, "ben")
        assert joined(client, match, code).status_code == 200, "the last one to sit there may come back"


def test_a_seat_without_secrets_may_be_taken_by_anybody(database: Path) -> None:
    with running(database, bots=0) as client:
        match = at_a_table(client, "1830")
        visit(client, "anna")
        assert joined(client, match, invited(client, match, 1)).status_code == 200
        assert Player(client, match).look()["held"] == [0, 1]


def test_somebody_new_takes_a_seat_that_was_left(database: Path) -> None:
    with running(database, bots=0) as client:
        match = at_a_table(client)
        visit(client, "anna")
        code = invited(client, match, 1)
        visit(client, "zoe")
        assert joined(client, match, code, name="Zoe").status_code == 200


def test_a_program_with_another_seat_is_known_by_its_token(database: Path) -> None:
    with running(database, bots=0) as client:
        anna, ben, _ = new_match(client)
        assert ben.post("seats/1/leave", {}).status_code == 200
        code = anna.post("seats/1/invitation", {}).json()["code"]
        assert anna.post("join", {"code": code}).status_code == 403
        assert Player(client, anna.match).post("join", {"code": code}).status_code == 200


def test_those_at_the_table_let_a_bot_play_a_seat_that_was_left(database: Path) -> None:
    with running(database, bots=0) as client:
        match = at_a_table(client)
        visit(client, "anna")
        assert client.post(f"/api/matches/{match}/seats/2/stand-in", json={}).status_code == 403, "Clara is there"
        assert client.post(f"/api/matches/{match}/seats/1/stand-in", json={}).status_code == 200
        assert record(Player(client, match), lang="en")[-1]["text"].endswith("plays the seat that Ben has left.")
        code = invited(client, match, 1)
        visit(client, "zoe")
        assert joined(client, match, code, name="Zoe").status_code == 200
        assert [one["stood_in"] for one in client.get(f"/api/matches/{match}/seats").json()["seats"]] == [False] * 3
