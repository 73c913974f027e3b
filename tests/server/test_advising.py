"""Help from bots: what one would do and why, for whoever may ask; and a bot that plays somebody's seat for a while."""

from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots import reasons
from stellwerk.bots.advice import Reason
from tests.server.kit import Player, new_match, running, until
from tests.server.test_seats import held, invited, joined, visit

BOTS = ["Anna", {"name": "B", "bot": "first"}, {"name": "C", "bot": "first"}]


def ask(player: Player, language: str = "en") -> Any:
    url = f"/api/matches/{player.match}/advice"
    return player.client.post(url, json={"seat": None}, headers={**player.headers(), "accept-language": language})


@pytest.mark.usefixtures("wise")
def test_a_bot_tells_its_three_best_with_worth_and_reasons_and_nothing_illegal(database: Path) -> None:
    with running(database) as client:
        anna = new_match(client, BOTS)[0]
        told = ask(anna, "de")
        assert told.status_code == 200, told.text
        advice = told.json()["advice"]
        assert [one["worth"] for one in advice] == [20, 19, 18]
        choices = anna.look()["view"]["choices"]
        assert [one["action"] for one in advice] == [
            {"seat": 0, "kind": choice["kind"], "args": choice["args"]} for choice in choices[:3]
        ]
        names = {"black": "Schwarz", "blue": "Blau", "brown": "Braun", "purple": "Lila", "red": "Rot", "yellow": "Gelb"}
        for rank, one in enumerate(advice, 1):
            colour = names[one["action"]["args"][0]]
            assert one["reasons"] == [f"{colour} ist Nummer {rank}"], "one that nobody has put into words is left out"
            assert colour in one["text"]
        before = anna.look()
        assert ask(anna).json()["advice"][0]["reasons"][0].endswith("is number 1")
        assert anna.look()["rev"] == before["rev"], "asking changes nothing"


@pytest.mark.usefixtures("wise")
def test_where_others_play_only_a_match_begun_like_that_has_advice(database: Path) -> None:
    with running(database) as client:
        for hints, status in ((None, 409), (False, 409), (True, 200)):
            visit(client, "host")
            made = client.post(
                "/api/matches",
                json={"game": "paris-connection", "seats": [{"name": name} for name in "ABC"], "hints": hints},
            ).json()
            waiting = client.get(f"/api/matches/{made['id']}").json()["waiting"][0]
            url = f"/api/matches/{made['id']}/advice"
            assert client.post(url, json={"seat": waiting}).status_code == 200, "round one screen"
            code = invited(client, made["id"], (waiting + 1) % 3)
            visit(client, "guest")
            assert joined(client, made["id"], code).status_code == 200
            visit(client, "host")
            answer = client.post(url, json={"seat": waiting})
            assert answer.status_code == status, answer.text
            if status == 409:
                assert answer.json()["data"] == {"reason": "others"}
            visit(client, "guest")
            late = client.post(url, json={"seat": None})
            assert (late.status_code, late.json()["data"]) == (409, {"reason": "turn" if hints else "others"})


def test_without_an_adviser_nobody_is_asked_and_no_button_is_shown(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.advising.adviser_for", lambda game: None)
    with running(database) as client:
        visit(client, "host")
        made = client.post(
            "/api/matches", json={"game": "paris-connection", "seats": [{"name": n} for n in "ABC"]}
        ).json()
        assert client.post(f"/api/matches/{made['id']}/advice", json={"seat": None}).status_code == 404
        assert "data-advise" not in client.get(f"/match/{made['id']}").text


def test_reasons_of_our_own_bots_are_put_into_words_in_both_languages() -> None:
    for key, said in reasons._own().table.items():
        assert set(said) == {"en", "de"}, key
    assert reasons.sentence("paris-connection", "random", Reason("no.such.reason"), "en") is None


def test_a_bot_plays_a_seat_until_its_player_takes_it_back(database: Path) -> None:
    with running(database) as client:
        visit(client, "host")
        seats = [{"name": "Anna"}, {"name": "Ben"}, {"name": "C", "bot": "random"}]
        match = client.post("/api/matches", json={"game": "paris-connection", "seats": seats}).json()["id"]
        code = invited(client, match, 1)
        visit(client, "guest")
        joined(client, match, code)
        url = f"/api/matches/{match}/seats/0"
        assert client.post(f"{url}/stand-in", json={}).status_code == 403, "the seat of somebody else"
        visit(client, "host")
        assert client.post(f"{url}/stand-in", json={}).json()["seat"] == 0
        assert held(client, match) == [0]
        assert [one["stood_in"] for one in client.get(f"/api/matches/{match}/seats").json()["seats"]] == [
            True,
            False,
            False,
        ]
        page = client.get(f"/match/{match}").text
        assert "data-standing" in page
        # The bots play up to the one person who is left.
        until(lambda: client.get(f"/api/matches/{match}").json()["waiting"] == [1])
        assert client.post(f"{url}/return", json={}).json() == {"clock": None}
        assert "data-standing" not in client.get(f"/match/{match}").text
        visit(client, "guest")
        table = Player(client, match).look()
        trade = next(choice for choice in table["view"]["choices"] if choice["kind"] == "trade")
        assert Player(client, match).act(trade["kind"], *trade["args"], ply=table["ply"]).status_code == 200
        until(lambda: client.get(f"/api/matches/{match}").json()["waiting"] == [0])
