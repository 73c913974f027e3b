"""Safety: no foreign page plays for a visitor, nothing is served that should not be, cookies are kept well."""

from urllib.parse import quote

import pytest

from stellwerk.server.shield import HEADERS, LONGEST_PART
from tests.server.kit import GAME, PEOPLE, Client, Player, new_match

BODY = {"game": GAME, "seats": [{"name": name} for name in PEOPLE]}


@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/static/main.js", "/static/nothing", "/nothing", "/"])
def test_every_answer_carries_the_headers_of_safety(client: Client, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_what_stands_between_two_slashes_is_bounded(client: Client) -> None:
    assert client.get(f"/static/{'x' * LONGEST_PART}").status_code == 404
    assert client.get(f"/static/{'x' * (LONGEST_PART + 1)}").status_code == 414


def test_scripts_come_only_from_here_and_never_inline() -> None:
    policy = HEADERS["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy
    assert "unsafe-eval" not in policy
    assert "*" not in policy


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://testserver"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
    ],
)
def test_a_page_of_another_site_cannot_change_anything(client: Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/matches", json=BODY, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign")


@pytest.mark.parametrize(
    "headers", [{}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://testserver"}]
)
def test_own_pages_and_programs_can(client: Client, headers: dict[str, str]) -> None:
    assert client.post("/api/matches", json=BODY, headers=headers).status_code == 201


def test_looking_is_free(client: Client) -> None:
    assert client.get("/api/games", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "../i18n.py",
        "%2e%2e/i18n.py",
        "..%2fi18n.py",
        "..%5ci18n.py",
        "%2fetc/passwd",
        "/etc/passwd",
        "....//i18n.py",
        "main.js%00.png",
        quote("../") * 12 + "etc/passwd",
        "x" * LONGEST_PART,
        "",
        ".",
    ],
)
def test_nothing_outside_the_static_files_is_served(client: Client, path: str) -> None:
    answer = client.get(f"/static/{path}", follow_redirects=False)
    assert answer.status_code == 404
    assert b"root:" not in answer.content
    assert b"import" not in answer.content


def test_static_files_are_asked_for_again(client: Client) -> None:
    answer = client.get("/static/main.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    again = client.get("/static/main.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


# --- visitors --------------------------------------------------------------------------------------------


def visit(client: Client, name: str) -> None:
    """Come back as somebody with a cookie of that name."""
    client.cookies.clear()
    client.cookies.set("stellwerk", name)


def test_programs_get_no_cookie(client: Client) -> None:
    players = new_match(client)
    assert "set-cookie" not in players[0].get().headers
    assert not client.cookies


def test_a_new_visitor_gets_a_cookie_that_scripts_cannot_read(client: Client) -> None:
    answer = client.get("/")
    given = answer.headers["set-cookie"].lower()
    assert given.startswith("stellwerk=")
    for part in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert part in given
    assert "secure" not in given
    value = answer.cookies["stellwerk"]
    assert len(value) >= 128 // 6
    assert "set-cookie" not in client.get("/").headers, "who has one keeps it"


def test_over_tls_the_cookie_stays_there(client: Client) -> None:
    assert "secure" in client.get("https://testserver/").headers["set-cookie"].lower()


def test_a_browser_that_begins_a_match_holds_the_seats_of_all_people(client: Client) -> None:
    visit(client, "anna")
    seats = [{"name": "Anna"}, {"name": "Ben"}, {"name": "Robo", "bot": "random"}]
    created = client.post("/api/matches", json={**BODY, "seats": seats, "options": {"start_player": "2"}}).json()
    here = Player(client, created["id"])
    table = here.look()
    assert table["held"] == [0, 1]
    assert table["view"]["seat"] == 1, "the seat that owes a choice"
    assert here.look(seat=0)["view"]["seat"] == 0
    assert here.get(seat=2).status_code == 403
    place = next(choice for choice in table["view"]["choices"] if choice["kind"] == "place")
    body = {"ply": table["ply"], "action": {"seat": 0, "kind": place["kind"], "args": place["args"]}}
    refused = here.post("actions", body)
    assert (refused.status_code, refused.json()["rule"]) == (422, "turn.1")
    del body["action"]["seat"]
    assert here.post("actions", body).json()["view"]["seat"] == 1
    visit(client, "ben")
    assert here.look()["held"] == []


def test_a_branch_made_in_a_browser_is_held_there(client: Client) -> None:
    visit(client, "anna")
    created = client.post("/api/matches", json=BODY).json()
    branch = Player(client, created["id"]).post("branch", {"ply": 4}).json()
    assert Player(client, branch["id"]).look()["held"] == [0, 1, 2]
