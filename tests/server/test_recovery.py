"""One visitor in several browsers: codes that bring matches to another one, and signing out."""

from typing import Any

import pytest

from tests.server.kit import FIXED, GAME, Client, Player, both

PEOPLE = ("Anna", "Ben", "Clara")


def visit(client: Client, name: str) -> None:
    """Come back as somebody with a cookie of that name."""
    client.cookies.clear()
    client.cookies.set("stellwerk", name)


def begun(client: Client, name: str) -> str:
    visit(client, name)
    seats = [{"name": one} for one in PEOPLE]
    match: str = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": seats}).json()["id"]
    return match


def code_of(client: Client, name: str) -> str:
    visit(client, name)
    answer = client.post("/api/recovery", json={})
    assert answer.status_code == 201
    code: str = answer.json()["code"]
    return code


def use(client: Client, name: str, code: str) -> Any:
    visit(client, name)
    return client.post("/api/recovery/use", json={"code": code})


def held(client: Client, name: str, match: str) -> list[int]:
    visit(client, name)
    seats: list[int] = Player(client, match).look()["held"]
    return seats


@both
def test_a_code_brings_all_matches_to_another_browser_and_both_keep_them(client: Client) -> None:
    desk, phone = begun(client, "desk"), begun(client, "phone")
    code = code_of(client, "desk")
    assert use(client, "phone", code.upper()).json() == {"matches": 2}
    for name in ("desk", "phone"):
        assert held(client, name, desk) == held(client, name, phone) == [0, 1, 2]
        page = client.get("/").text
        assert f"mine-{desk}" in page
        assert f"mine-{phone}" in page
    later = begun(client, "phone")
    assert held(client, "desk", later) == [0, 1, 2], "what one begins the other has too"
    assert held(client, "stranger", desk) == []


def test_a_code_works_once_and_a_new_one_replaces_it(client: Client) -> None:
    match = begun(client, "desk")
    old = code_of(client, "desk")
    code = code_of(client, "desk")
    assert len(code.replace("-", "")) == 20
    assert use(client, "phone", old).json()["error"] == "recovery"
    assert use(client, "phone", code).status_code == 200
    assert use(client, "thief", code).json()["error"] == "recovery"
    assert held(client, "thief", match) == []
    for wrong in ("", "x", code[:-1], "ä" * 500):
        assert use(client, "thief", wrong).status_code == 403
    again = code_of(client, "phone")
    assert use(client, "tablet", again).json() == {"matches": 1}
    assert held(client, "tablet", match) == [0, 1, 2]


def test_a_lost_cookie_is_made_good_by_a_code_that_was_written_down(client: Client) -> None:
    match = begun(client, "desk")
    code = code_of(client, "desk")
    client.cookies.clear()
    answer = client.post("/api/recovery/use", json={"code": code})
    assert answer.json() == {"matches": 1}
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert Player(client, match).look()["held"] == [0, 1, 2]


@both
def test_two_visitors_with_browsers_of_their_own_become_one(client: Client) -> None:
    mine, other = begun(client, "desk"), begun(client, "tablet")
    assert use(client, "phone", code_of(client, "desk")).status_code == 200
    void = code_of(client, "desk")
    assert use(client, "phone", code_of(client, "tablet")).json() == {"matches": 2}
    for name in ("desk", "phone", "tablet"):
        assert held(client, name, mine) == held(client, name, other) == [0, 1, 2], name
    assert use(client, "thief", void).status_code == 403, "the code of a visitor that is no more"
    assert use(client, "desk", code_of(client, "phone")).json() == {"matches": 2}, "their own"


def test_a_seat_taken_in_one_browser_is_held_in_all(client: Client) -> None:
    match = begun(client, "host")
    invitation = client.post(f"/api/matches/{match}/seats/1/invitation", json={}).json()["code"]
    use(client, "phone", code_of(client, "desk"))
    client.post(f"/api/matches/{match}/join", json={"code": invitation})
    assert held(client, "phone", match) == held(client, "desk", match) == [1]
    assert held(client, "host", match) == [0, 2]


@pytest.mark.parametrize(("leaves", "stays"), [("desk", "phone"), ("phone", "desk")])
def test_a_browser_that_signs_out_has_nothing_and_the_others_go_on(client: Client, leaves: str, stays: str) -> None:
    """Whether it was the first one or not; its old cookie, if somebody kept it, opens nothing."""
    match = begun(client, "desk")
    use(client, "phone", code_of(client, "desk"))
    code = code_of(client, stays)
    visit(client, leaves)
    answer = client.post("/api/recovery/sign-out", json={})
    assert "HttpOnly" in answer.headers["set-cookie"]
    client.cookies.clear()
    client.cookies.set("stellwerk", answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
    assert Player(client, match).look()["held"] == []
    assert held(client, leaves, match) == []
    assert held(client, stays, match) == [0, 1, 2]
    assert use(client, "tablet", code).json() == {"matches": 1}
    assert held(client, leaves, match) == []


@both
def test_the_only_browser_that_signs_out_comes_back_by_its_code(client: Client) -> None:
    match = begun(client, "desk")
    code = code_of(client, "desk")
    client.post("/api/recovery/sign-out", json={"others": False})
    assert held(client, "desk", match) == []
    assert use(client, "new", code).json() == {"matches": 1}
    assert (held(client, "new", match), held(client, "desk", match)) == ([0, 1, 2], [])


@both
@pytest.mark.parametrize("here", ["desk", "phone"])
def test_all_others_can_be_signed_out(client: Client, here: str) -> None:
    """The thief has a cookie of each browser and the code; nothing of that is worth anything afterwards."""
    match = begun(client, "desk")
    use(client, "phone", code_of(client, "desk"))
    code = code_of(client, "desk")
    visit(client, here)
    answer = client.post("/api/recovery/sign-out", json={"others": True})
    fresh = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert held(client, fresh, match) == [0, 1, 2]
    assert held(client, "desk", match) == held(client, "phone", match) == []
    assert use(client, "thief", code).status_code == 403
    assert use(client, "tablet", code_of(client, fresh)).json() == {"matches": 1}


def test_a_foreign_page_makes_nobody_use_its_code(client: Client) -> None:
    code = code_of(client, "thief")
    match = begun(client, "victim")
    for path, body in (("/api/recovery/use", {"code": code}), ("/api/recovery/sign-out", {}), ("/api/recovery", {})):
        answer = client.post(path, json=body, headers={"sec-fetch-site": "cross-site"})
        assert (answer.status_code, answer.json()["error"]) == (403, "foreign")
    assert held(client, "thief", match) == []
