"""Private notes and messages at a table: whose they are, how long, how often, and who reads them."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import Client, Player, both, new_match, played, running, store_of, upload


def said(player: Player, **query: Any) -> list[str]:
    answer = player.get("/messages", **query)
    assert answer.status_code == 200, answer.text
    return [one["body"] for one in answer.json()["messages"]]


def spectator(player: Player) -> Player:
    return Player(player.client, player.match)


@both
def test_notes_are_kept_for_their_seat_alone(database: Path | str) -> None:
    with running(database, bots=0) as client:
        anna, ben, _ = new_match(client)
        assert anna.get("/notes").json() == {"seat": 0, "body": "", "version": 0, "changed": 0}
        body = "Ben 🚂 <b>bluffs</b>\n" + "x" * 100
        assert anna.post("notes", {"body": body, "version": 0}).json()["version"] == 1
        assert ben.get("/notes").json()["body"] == ""
        assert ben.get("/notes", seat=0).status_code == 403
        assert ben.post("notes", {"seat": 0, "body": "", "version": 1}).status_code == 403
        assert spectator(anna).get("/notes").status_code == 403
    with running(database, bots=0) as client:
        again = Player(client, anna.match, anna.token).get("/notes").json()
    assert (again["body"], again["version"]) == (body, 1)


@both
def test_notes_that_were_changed_elsewhere_are_not_overwritten_silently(database: Path | str) -> None:
    with running(database, bots=0) as client:
        anna = new_match(client)[0]
        assert anna.post("notes", {"body": "one tab", "version": 0}).status_code == 200
        for version in (0, 7):
            late = anna.post("notes", {"body": "another tab", "version": version})
            assert (late.status_code, late.json()["error"], late.json()["data"]) == (409, "notes", {"version": 1})
        assert anna.get("/notes").json()["body"] == "one tab"
        assert anna.post("notes", {"body": "another tab", "version": 1}).json()["version"] == 2


def test_notes_are_bounded(client: Client) -> None:
    anna = new_match(client)[0]
    assert anna.post("notes", {"body": "x" * 10_000, "version": 0}).status_code == 200
    assert anna.post("notes", {"body": "x" * 10_001, "version": 1}).status_code == 400
    assert anna.post("notes", {"body": "a\0b", "version": 1}).status_code == 400
    for version in (-1, 2**31 - 1, 10**17):
        assert anna.post("notes", {"body": "x", "version": version}).status_code == 400, version
    assert len(anna.get("/notes").json()["body"]) == 10_000


@both
def test_what_is_said_is_read_by_the_players_and_nobody_else(database: Path | str) -> None:
    with running(database, bots=0) as client:
        anna, ben, clara = new_match(client)
        before = anna.look()
        assert anna.post("messages", {"body": "  Hallo\r\n<b>Ben</b>  "}).json() == {"number": 1}
        assert ben.post("messages", {"body": "Moin"}).json() == {"number": 2}
        assert said(clara) == ["Hallo\n<b>Ben</b>", "Moin"]
        assert said(clara, since=1) == ["Moin"]
        assert anna.look() == before, "the match itself knows nothing of it"
        refused = spectator(anna).get("/messages")
        assert (refused.status_code, refused.json()["error"]) == (403, "silenced")
        assert spectator(anna).post("messages", {"body": "Hi"}).status_code == 403
        other = new_match(client)[0]
        assert said(other) == []


def test_a_table_may_be_open_to_those_who_watch_or_without_messages(client: Client) -> None:
    open_to_all = new_match(client, talk="all")[0]
    open_to_all.post("messages", {"body": "Hallo"})
    assert said(spectator(open_to_all)) == ["Hallo"]
    assert spectator(open_to_all).post("messages", {"body": "Hi"}).status_code == 403
    silent = new_match(client, talk="off")[0]
    assert silent.post("messages", {"body": "Hallo"}).status_code == 403
    assert silent.get("/messages").status_code == 403
    odd = client.post("/api/matches", json={"game": "paris", "seats": [{}, {}, {}], "talk": "loud"})
    assert odd.status_code == 400


def test_what_is_read_is_noted_and_who_is_muted_is_not_heard(client: Client) -> None:
    anna, ben, clara = new_match(client)
    for player in (anna, ben, clara):
        player.post("messages", {"body": f"from {player.match}"})
    assert anna.get("/messages").json()["heard"] == 1, "what one says oneself is read"
    assert anna.post("messages/heard", {"heard": 99}).json() == {"seat": 0, "heard": 3, "muted": []}
    assert anna.post("messages/heard", {"heard": 2}).json()["heard"] == 3
    assert anna.post("messages/heard", {"muted": [1, 0]}).json()["muted"] == [1]
    assert [one["seat"] for one in anna.get("/messages").json()["messages"]] == [0, 2]
    assert len(said(clara)) == 3
    assert anna.post("messages/heard", {"muted": [9]}).status_code == 400
    assert anna.post("messages/heard", {"muted": [True]}).status_code == 400
    anna.post("messages/heard", {"muted": []})
    assert len(said(anna)) == 3


@pytest.mark.parametrize("body", ["", "  \n ", "x" * 501, "x" * 100_000, "a\u202eb", "a\x07b", 7, None])
def test_what_cannot_be_said_is_refused(client: Client, body: Any) -> None:
    anna = new_match(client)[0]
    assert anna.post("messages", {"body": body}).status_code in (400, 413)
    assert said(anna) == []


def test_nobody_says_too_much_at_once(database: Path) -> None:
    with running(database, bots=0, limits=("talking=3/minute",), limited=True) as client:
        anna = new_match(client)[0]
        answers = [anna.post("messages", {"body": str(number)}).status_code for number in range(4)]
        assert answers == [201, 201, 201, 429]
        assert said(anna) == ["0", "1", "2"]


@both
def test_a_message_that_is_sent_again_stands_once(database: Path | str) -> None:
    with running(database, bots=0) as client:
        anna, ben, _ = new_match(client)
        sent = [anna.post("messages", {"body": "Hallo", "key": "a-1"}).json() for _ in range(3)]
        assert sent == [{"number": 1}] * 3
        assert ben.post("messages", {"body": "Moin", "key": "a-1"}).json() == {"number": 2}, "another seat's key"
        assert anna.post("messages", {"body": "Hallo", "key": "a-2"}).json() == {"number": 3}, "said twice on purpose"
        assert said(anna) == ["Hallo", "Moin", "Hallo"]
    with running(database, bots=0) as client:
        again = Player(client, anna.match, anna.token)
        assert again.post("messages", {"body": "Hallo", "key": "a-2"}).json() == {"number": 3}, "after a restart too"


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "\u00e9", 7, ["a"]])
def test_a_key_is_a_short_word(client: Client, key: Any) -> None:
    anna = new_match(client)[0]
    assert anna.post("messages", {"body": "Hallo", "key": key}).status_code == 400
    assert said(anna) == []


@both
def test_a_message_keeps_its_author_when_the_seat_changes_hands(database: Path | str) -> None:
    with running(database, bots=0) as client:
        anna, ben, _ = new_match(client)
        ben.post("messages", {"body": "I have to go"})
        assert ben.post("seats/1/leave", {}).status_code == 200
        code = anna.post("seats/1/invitation", {}).json()["code"]
        joined = client.post(f"/api/matches/{anna.match}/join", json={"code": code, "name": "Zoe"}).json()
        Player(client, anna.match, joined["token"]).post("messages", {"body": "Hallo"})
        told = anna.get("/messages").json()["messages"]
        assert [(one["name"], one["body"]) for one in told] == [("Ben", "I have to go"), ("Zoe", "Hallo")]


def test_messages_are_in_no_match_file(client: Client) -> None:
    over = upload(client, played("over"))[0]
    assert over.post("messages", {"body": "Gut gespielt"}).status_code == 201
    assert b"Gut gespielt" not in over.get("/file").content


def test_the_next_match_at_a_table_is_read_by_the_same(client: Client) -> None:
    over = upload(client, played("over"))[0]
    store_of(client).talk.set_policy(over.match, "all")
    following = over.post("again", {}).json()["id"]
    assert Player(client, following).get("/messages").json()["readers"] == "all"
