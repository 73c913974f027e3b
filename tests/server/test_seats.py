"""Invitations: who may give a seat away, who gets it, and that whoever gave it away has no way back in."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from stellwerk.core.matchfile import dump
from stellwerk.server.errors import Unavailable
from stellwerk.server.names import hashed
from stellwerk.server.sitting import DAY, Sitting
from tests.server.kit import FIXED, GAME, PEOPLE, Client, Player, both, new_match, played, running

BOTS = ({"name": "Anna"}, {"name": "Ben"}, {"name": "Robo", "bot": "random"})


def visit(client: Client, name: str) -> None:
    """Come back as somebody with a cookie of that name."""
    client.cookies.clear()
    client.cookies.set("stellwerk", name)


def hosted(client: Client, seats: Any = PEOPLE) -> tuple[str, list[str | None]]:
    """A match that the browser `host` has begun: all seats of people are its own. With the tokens it was told."""
    visit(client, "host")
    sitting = [{"name": seat} if isinstance(seat, str) else seat for seat in seats]
    made = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": sitting}).json()
    return made["id"], [seat["token"] for seat in made["seats"]]


def invited(client: Client, match: str, seat: int = 1) -> str:
    answer = client.post(f"/api/matches/{match}/seats/{seat}/invitation", json={})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    assert answer.json()["link"] == f"/match/{match}/join#{code}"
    return code


def joined(client: Client, match: str, code: str, **more: Any) -> Any:
    return client.post(f"/api/matches/{match}/join", json={"code": code, **more})


def held(client: Client, match: str) -> list[int]:
    seats: list[int] = Player(client, match).look()["held"]
    return seats


def states(client: Client, match: str) -> list[str]:
    listed = client.get(f"/api/matches/{match}/seats").json()["seats"]
    return [seat["state"] + ("+" if seat["until"] else "") for seat in listed]


# --- giving away -----------------------------------------------------------------------------------------


def test_a_browser_takes_the_seat_to_which_it_is_invited(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    assert held(client, match) == [0, 1, 2], "an invitation alone takes nothing away"
    assert states(client, match) == ["own", "own+", "own"]
    visit(client, "guest")
    told = client.post(f"/api/matches/{match}/invitation", json={"code": code}).json()
    assert (told["title"], told["seat"], told["name"]) == ("Paris Connection", 1, "Ben")
    assert [seat["name"] for seat in told["seats"]] == list(PEOPLE)
    assert told["until"] == pytest.approx(time.time() + 14 * DAY, abs=600)
    assert held(client, match) == [], "looking is not joining"
    assert joined(client, match, code).json() == {"seat": 1, "token": None}
    assert held(client, match) == [1]
    visit(client, "host")
    assert (held(client, match), states(client, match)) == ([0, 2], ["own", "taken", "own"])


def test_a_program_gets_a_token_for_the_seat_to_which_it_is_invited(client: Client) -> None:
    anna, ben, _ = new_match(client)
    code = ben.post("seats/1/invitation", {}).json()["code"]
    seat, token = joined(client, anna.match, code).json().values()
    assert seat == 1
    assert Player(client, anna.match, token).look()["held"] == [1]
    assert ben.get().status_code == 403, "the token that made the invitation"
    assert anna.look()["held"] == [0]


def test_a_code_may_be_typed_with_capitals_and_without_lines(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    assert [len(part) for part in code.split("-")] == [5, 5, 5, 5]
    visit(client, "guest")
    assert joined(client, match, f" {code.replace('-', ' ').upper()} ").json()["seat"] == 1


@pytest.mark.parametrize("way", ["cookie", "token", "code", "renewal", "invitation", "older code", "old link", "leave"])
def test_a_host_has_no_way_back_into_a_seat_given_away(client: Client, way: str) -> None:
    """Whatever the host kept or asks for afterwards, the seat stays the guest's alone."""
    match, tokens = hosted(client)
    older = invited(client, match)
    code = invited(client, match)
    visit(client, "guest")
    assert joined(client, match, older).status_code == 403, "replaced by the newer one"
    assert joined(client, match, code).status_code == 200
    visit(client, "host")
    url = f"/api/matches/{match}"
    kept = Player(client, match, tokens[1])
    tries: dict[str, Callable[[], Any]] = {
        "cookie": lambda: client.get(f"{url}?seat=1"),
        "token": kept.get,
        "code": lambda: joined(client, match, code),
        "older code": lambda: joined(client, match, older),
        "renewal": lambda: client.post(f"{url}/seats/1/token", json={}),
        "invitation": lambda: client.post(f"{url}/seats/1/invitation", json={}),
        "old link": lambda: client.get(f"/join/{match}/{tokens[1]}"),
        "leave": lambda: client.post(f"{url}/seats/1/leave", json={}),
    }
    assert tries[way]().status_code == (410 if way == "old link" else 403)
    assert held(client, match) == [0, 2]
    visit(client, "guest")
    assert held(client, match) == [1]


@both
def test_what_a_host_asked_for_while_the_guest_sat_down_gives_no_way_in(client: Client) -> None:
    """A request of the host was let in just before the guest took the seat, and writes just after."""
    match, _ = hosted(client)
    code = invited(client, match)
    sitting: Sitting = client.app.state.sitting  # type: ignore[attr-defined]
    seats = sitting.store.seats
    assert client.portal is not None
    before = client.portal.call(sitting.claims, match)
    visit(client, "guest")
    joined(client, match, code)
    assert not seats.invite(match, 1, hashed("late"), time.time(), before)
    assert not seats.renew(match, 1, hashed("late"), before)
    assert not seats.leave(match, 1, before)
    assert held(client, match) == [1]
    assert joined(client, match, "late").status_code == 403


@both
def test_of_two_who_use_a_code_at_once_one_sits_down(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    sitting: Sitting = client.app.state.sitting  # type: ignore[attr-defined]
    chair = sitting.store.seats.chairs(match)[1]
    assert chair.code_hash == hashed(code)
    crowd = 6
    start = Barrier(crowd)

    def take(visitor: int) -> bool:
        start.wait(300)
        with suppress(Unavailable):  # on a busy machine somebody may wait too long for the writer
            return sitting.store.seats.take(match, chair, hashed(f"token {visitor}"), f"visitor {visitor}", 0)
        return False

    with ThreadPoolExecutor(crowd) as threads:
        got = list(threads.map(take, range(crowd)))
    assert got.count(True) == 1
    holders = [visitor for visitor in range(crowd) if sitting.store.seats.held(f"visitor {visitor}", match)]
    assert holders == [got.index(True)]


@both
def test_of_two_clients_with_one_code_one_sits_down(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    start = Barrier(2)

    def join(name: str) -> int:
        start.wait(300)
        body, cookie = {"code": code}, {"cookie": f"stellwerk={name}"}
        status = 503
        while status == 503:  # on a busy machine somebody may wait too long for the writer
            status = client.post(f"/api/matches/{match}/join", json=body, headers=cookie).status_code
        return status

    client.cookies.clear()
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(join, ("one", "two"))) == [200, 403]


def test_an_invitation_can_be_withdrawn(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    answer = client.post(f"/api/matches/{match}/seats/1/withdraw", json={})
    assert [seat["until"] for seat in answer.json()["seats"]] == [None] * 3
    visit(client, "guest")
    assert joined(client, match, code).json()["error"] == "invitation"
    assert client.post(f"/api/matches/{match}/seats/1/withdraw", json={}).status_code == 403


def test_an_invitation_becomes_too_old(client: Client, database: Path) -> None:
    match, _ = hosted(client)
    code = invited(client, match)
    with sqlite3.connect(database) as db:
        db.execute("UPDATE invitations SET created = created - ?", (14 * DAY - 600,))
    assert states(client, match) == ["own", "own+", "own"]
    with sqlite3.connect(database) as db:
        db.execute("UPDATE invitations SET created = created - 601")
    assert states(client, match) == ["own"] * 3
    visit(client, "guest")
    assert joined(client, match, code).json()["error"] == "invitation"
    visit(client, "host")
    assert invited(client, match) != code


def test_how_long_an_invitation_lasts_is_a_setting(database: Path) -> None:
    with running(database, invitation_days=0.5) as client:
        match, _ = hosted(client)
        until = client.post(f"/api/matches/{match}/seats/1/invitation", json={}).json()["until"]
        assert until == pytest.approx(time.time() + DAY / 2, abs=600)


def test_a_code_opens_one_seat_of_one_match(client: Client) -> None:
    match, tokens = hosted(client)
    other, _ = hosted(client)
    code = invited(client, match)
    visit(client, "guest")
    for wrong in ("", code[:-1], code + "x", code[::-1], hashed(code), tokens[1] or "", "\0", "ä" * 500):
        assert joined(client, match, wrong).status_code == 403, wrong
    assert joined(client, other, code).status_code == 403
    assert joined(client, "nowhere", code).status_code == 404
    assert joined(client, match, code).json()["seat"] == 1


def test_only_who_has_a_seat_invites_to_it_and_never_to_that_of_a_bot(client: Client) -> None:
    match, _ = hosted(client, BOTS)
    url = f"/api/matches/{match}"
    for seat, status in (("2", 403), ("3", 403), ("x", 400), ("-1", 400)):
        for what in ("invitation", "withdraw", "leave", "token"):
            assert client.post(f"{url}/seats/{seat}/{what}", json={}).status_code == status, (seat, what)
    code = invited(client, match)
    assert states(client, match) == ["own", "own+", "bot"]
    for stranger in ("spectator", None):
        client.cookies.clear()
        if stranger:
            visit(client, stranger)
        assert client.get(f"{url}/seats").status_code == 403
        for what in ("invitation", "withdraw", "leave"):
            assert client.post(f"{url}/seats/1/{what}", json={}).status_code == 403
    joined(client, match, code)
    assert client.get(f"{url}/seats", headers={"authorization": "Bearer x"}).status_code == 403
    assert client.get("/api/matches/nix/seats").status_code == 404


@both
def test_a_seat_left_is_free_until_somebody_at_the_table_invites_to_it(client: Client) -> None:
    match, tokens = hosted(client)
    visit(client, "host")
    code = invited(client, match)
    visit(client, "guest")
    joined(client, match, code)
    url = f"/api/matches/{match}"
    assert client.post(f"{url}/seats/1/leave", json={}).json() == {"seat": 1}
    assert held(client, match) == []
    assert client.post(f"{url}/seats/1/invitation", json={}).status_code == 403, "who left is a spectator"
    visit(client, "host")
    assert (held(client, match), states(client, match)) == ([0, 2], ["own", "free", "own"])
    for key in (tokens[1], ""):
        answer = client.get(url, headers={"authorization": f"Bearer {key}"})
        assert answer.status_code == 403
    assert client.post(f"{url}/seats/1/token", json={}).status_code == 403, "free is not yet one's own"
    code = invited(client, match)
    assert states(client, match) == ["own", "free+", "own"]
    refused = joined(client, match, code)
    assert (refused.status_code, refused.json()["error"]) == (403, "closed-seat"), "the guest's hand is nobody else's"
    assert held(client, match) == [0, 2]


def test_a_seat_of_a_shared_screen_is_given_away_in_the_middle(client: Client) -> None:
    match, _ = hosted(client)
    here = Player(client, match)
    table = here.look()
    place = next(choice for choice in table["view"]["choices"] if choice["kind"] == "place")
    assert here.act(place["kind"], *place["args"], ply=table["ply"]).status_code == 200
    code = invited(client, match, 0)
    visit(client, "guest")
    assert joined(client, match, code).status_code == 200
    assert here.look()["view"]["seat"] == 0
    assert here.act("finish").status_code == 200
    visit(client, "host")
    assert here.look()["held"] == [1, 2]
    assert here.look()["undoable"] == [], "what was done at that seat is another's to take back"


# --- names -----------------------------------------------------------------------------------------------


@both
def test_who_sits_down_may_choose_another_name(client: Client) -> None:
    match, _ = hosted(client)
    code = invited(client, match, 0)
    visit(client, "guest")
    for name, status in (
        ("Ben", 400),
        (" bEN\u200b", 400),
        ("", 400),
        ("x" * 41, 400),
        ("a\nb", 400),
        ("  Zoë  ", 200),
    ):
        assert joined(client, match, code, name=name).status_code == status, name
    here = Player(client, match)
    assert [seat["name"] for seat in here.look()["seats"]] == ["Zoë", "Ben", "Clara"]
    assert here.look()["told"][0].startswith("Zoë draws")
    table = here.look()
    place = next(choice for choice in table["view"]["choices"] if choice["kind"] == "place")
    assert here.act(place["kind"], *place["args"], ply=table["ply"]).json()["told"][-1].startswith("Zoë builds")
    page = client.get("/").text
    assert "Zoë, Ben, Clara" in page


# --- the next match --------------------------------------------------------------------------------------


@both
def test_in_the_next_match_a_guest_keeps_the_seat_and_the_host_has_no_way_in(client: Client) -> None:
    visit(client, "host")
    made = client.post("/api/matches", json={"file": dump(played("again"))}).json()
    code = invited(client, made["id"])
    visit(client, "guest")
    joined(client, made["id"], code, name="Gast")
    visit(client, "host")
    following = client.post(f"/api/matches/{made['id']}/again", json={}).json()
    assert [seat["name"] for seat in following["seats"]] == ["Anna", "Gast", "Clara"]
    assert held(client, following["id"]) == [0, 2]
    assert states(client, following["id"]) == ["own", "taken", "own"]
    client.cookies.clear()
    opens = [Player(client, following["id"], seat["token"]).get().status_code for seat in made["seats"]]
    assert opens == [200, 403, 200], "tokens that the host was told when the match was made"
    assert joined(client, following["id"], code).status_code == 403
    visit(client, "guest")
    assert held(client, following["id"]) == [1]


def test_a_free_seat_stays_free_in_the_next_match(client: Client) -> None:
    visit(client, "host")
    made = client.post("/api/matches", json={"file": dump(played("again"))}).json()
    assert client.post(f"/api/matches/{made['id']}/seats/1/leave", json={}).status_code == 200
    following = client.post(f"/api/matches/{made['id']}/again", json={}).json()
    assert states(client, following["id"]) == ["own", "free", "own"]


# --- what is kept and told -------------------------------------------------------------------------------


def test_neither_codes_nor_tokens_are_kept_or_logged(
    database: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    with running(database) as client:
        match, tokens = hosted(client)
        code = invited(client, match)
        visit(client, "guest")
        joined(client, match, code)
        recovery = client.post("/api/recovery", json={}).json()["code"]
        client.post("/api/recovery/use", json={"code": recovery})
        everything = b"".join(path.read_bytes() for path in database.parent.iterdir())
    assert match.encode() in everything
    told = caplog.text + "".join(capfd.readouterr())
    for secret in (code, recovery, *filter(None, tokens)):
        assert secret.encode() not in everything
        assert secret not in told


def test_a_table_hears_when_a_seat_changes_hands(client: Client) -> None:
    match, _ = hosted(client)
    sitting: Sitting = client.app.state.sitting  # type: ignore[attr-defined]
    assert client.portal is not None
    code = invited(client, match)
    before = client.portal.call(sitting.claims, match)
    visit(client, "guest")
    joined(client, match, code)
    assert client.portal.call(sitting.claims, match) == before + 1
    client.post(f"/api/matches/{match}/seats/1/leave", json={})
    assert client.portal.call(sitting.claims, match) == before + 2
