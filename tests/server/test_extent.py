"""A request costs no more than its bytes are worth: all it holds is bounded before anybody looks at what is in it."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import h11
import pytest
from starlette.requests import Request

from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import MOST_SEATS, dump, parse
from stellwerk.server import cookies as own_cookies
from stellwerk.server.answers import LARGE, SMALL
from stellwerk.server.app import create_app
from stellwerk.server.auth import MONTH, YEAR
from stellwerk.server.connections import PIECE, PIECES, Counted
from stellwerk.server.cookies import cookies
from stellwerk.server.extent import DEEPEST, ENTRIES, TAKEN, TEXT, VALUES, check_body
from stellwerk.server.names import LONGEST, checked_seats, clean_name, clean_text
from stellwerk.server.schemas_pages import BODIES, FORMS
from stellwerk.server.settings import Settings
from stellwerk.server.snapshots import weight
from tests.server.kit import GAME, PEOPLE, Client, new_match, played

SERVER = Path(own_cookies.__file__).parent
MARKS = "\u0315\u0300"
"""Two marks that stand in the wrong order: putting n of them right takes n² steps."""

BODY = {"game": GAME, "seats": [{"name": name} for name in PEOPLE]}


def spent(do: Callable[[], object]) -> float:
    """Seconds of processor time of this thread."""
    began = time.thread_time()
    do()
    return time.thread_time() - began


# --- names and texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a" + MARKS * 40_000, " " * 10**6, "x" * 10**6, "e\u0301" * 200])
def test_a_long_name_is_refused_before_it_is_put_in_order(name: str) -> None:
    def refuse() -> None:
        with pytest.raises(Malformed, match=f"1 to {LONGEST} characters"):
            clean_name(name, "name")

    assert spent(refuse) < 0.01


def test_a_name_may_come_with_more_signs_than_it_has_in_the_end() -> None:
    assert clean_name("  e\u0301" * 20 + " " * 60, "name") == " ".join(["\u00e9"] * 20)
    assert len(clean_name("e\u0301" * LONGEST, "name")) == LONGEST


def test_a_long_text_is_refused_at_once() -> None:
    with pytest.raises(Malformed, match="at most 500"):
        clean_text("a" + MARKS * 40_000, 500, "body")


@pytest.mark.parametrize("path", ["label", "branch", "join"])
def test_labels_and_names_of_seats_are_no_longer_than_other_names(client: Client, path: str) -> None:
    anna = new_match(client)[0]
    said = {"label": {"label": "x" * 161}, "branch": {"ply": 0, "label": "x" * 161}}
    answer = anna.post(path, said.get(path, {"code": "x", "name": "x" * 161}))
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert answer.json()["data"]["where"] == ("name" if path == "join" else "label")


# --- counts ------------------------------------------------------------------------------------------------


def test_seats_are_counted_before_they_are_read() -> None:
    def endless() -> Iterator[Seat]:
        while True:
            yield Seat("Anna", None)

    with pytest.raises(Malformed, match=f"at most {MOST_SEATS}"):
        checked_seats(GAME, endless())


def test_too_many_seats_are_refused(client: Client) -> None:
    answer = client.post("/api/matches", json={**BODY, "seats": [{}] * (MOST_SEATS + 1)})
    assert (answer.status_code, answer.json()["data"]["where"]) == (400, "seats")
    huge = b'{"game": "1830", "seats": [' + b"{}," * 666_646 + b"{}]}"
    answer = client.post("/api/matches", content=huge, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["data"]["most"]) == (413, SMALL)


def test_only_a_file_may_be_large(client: Client) -> None:
    def ask(body: bytes) -> Any:
        return client.post("/api/matches", content=body, headers={"content-type": "application/json"})

    file = json.dumps(dump(played("large", 5)))
    blanks = b" " * SMALL
    assert ask(b' \n{ "file" :' + blanks + file.encode() + b"}").status_code == 201
    assert ask(b'{"file":' + b" " * LARGE + file.encode() + b"}").json()["data"]["most"] == LARGE
    assert ask(b'{"game":"1830",' + blanks + b'"file":' + file.encode() + b"}").json()["data"]["most"] == SMALL
    assert ask(blanks + b'{"file":' + file.encode() + b"}").json()["data"]["most"] == SMALL


# --- match files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"seed": "s" * 201}, "match file.seed"),
        ({"seats": [{"name": "A", "bot": None}] * 21}, "match file.seats"),
        ({"seats": [{"name": "A" * 201, "bot": None}] * 3}, "match file.seats"),
        ({"seats": [{"name": "A", "bot": "b" * 201}] * 3}, "match file.seats"),
        ({"options": {str(number): "x" for number in range(201)}}, "match file.options"),
        ({"options": {"x" * 201: "x"}}, "match file.options"),
        ({"options": {"x": "x" * 201}}, "match file.options"),
        ({"game": "g" * 201}, "match file.game"),
        ({"log": [[0, "k" * 201, []]]}, "match file.log[0]"),
        ({"log": [[0, "place", ["x" * 101]]]}, "match file.log[0]"),
        ({"log": [[0, "place", [[0] * 1001]]]}, "match file.log[0]"),
        ({"log": [[0, "place", [10**13]]]}, "match file.log[0]"),
        ({"x" * 10**6: 1}, "match file." + "x" * 200),
    ],
)
def test_all_that_a_match_file_may_hold_is_bounded(changes: Any, where: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse({**dump(played("file", 0)), **changes})
    assert refused.value.where == where


def test_a_version_is_not_repeated_at_length(client: Client) -> None:
    file = {**dump(played("file", 0)), "version": "v" * 10**5}
    assert len(client.post("/api/matches", json={"file": file}).content) < 2000


def test_the_position_from_which_a_match_starts_counts_as_memory() -> None:
    usual = played("memory", 20)
    file = {**dump(usual), "log": [], "position": usual.state.to_json(), "seed": "s" * 200}
    header, _ = parse(file)
    bare = parse({**file, "position": None})[0]
    more = weight(Match(header, [])) - weight(Match(bare, []))
    assert more > len(json.dumps(file["position"])), "each text of JSON is more bytes in memory than in a file"


# --- every field of every body -----------------------------------------------------------------------------


def test_every_address_that_takes_a_body_has_a_schema(client: Client) -> None:
    app = create_app(Settings(database=":memory:"))
    posted = {getattr(route, "path", "") for route in app.routes if "POST" in (getattr(route, "methods", None) or ())}
    assert posted == set(TAKEN) | set(FORMS)
    assert set(BODIES) <= set(TAKEN)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"x": "t" * (TEXT + 1)}, f"at most {TEXT} characters"),
        ({"x": [0] * (ENTRIES + 1)}, f"at most {ENTRIES} entries"),
        ({"x": {str(number): 0 for number in range(ENTRIES + 1)}}, f"at most {ENTRIES} entries"),
        ({"k" * (TEXT + 1): 0}, "the name of a field"),
        ({"x": [[0] * ENTRIES] * 25}, f"more than {VALUES} values"),
        ({"x": 10**18}, "18 digits"),
        ({"x": [-(10**18)]}, "18 digits"),
        ({"x": [[[[[[[[[0]]]]]]]]]}, f"deeper than {DEEPEST}"),
    ],
)
def test_what_no_schema_bounds_is_bounded_too(data: Any, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        check_body(data, "/no/such/address")
    check_body({"x": ["t" * TEXT, [0] * ENTRIES, 10**18 - 1, [[[[[0]]]]]]}, "/no/such/address")


def test_a_schema_has_the_say_over_its_own_fields() -> None:
    check_body({"body": "x" * 10_000, "version": 0}, "/api/matches/{id}/notes")
    with pytest.raises(Malformed, match="body: a text has at most 10000"):
        check_body({"body": "x" * 10_001, "version": 0}, "/api/matches/{id}/notes")
    with pytest.raises(Malformed, match=re.escape("seats[1].name: a text has at most 160")):
        check_body({"game": "1830", "seats": [{}, {"name": "x" * 161}]}, "/api/matches")
    with pytest.raises(Malformed, match="muted: at most 20"):
        check_body({"muted": list(range(21))}, "/api/matches/{id}/messages/heard")


def test_small_bodies_are_read_and_refused_quickly(client: Client) -> None:
    """As many numbers, texts, lists and fields as fit into 64 KB."""
    for inner in (b"1," * 32_000, b'"",' * 21_000, b"[]," * 21_000, b"9" * 60_000 + b",", b"[" * 60_000):
        body = b'{"ply": [' + inner + b"0]}"
        assert len(body) <= SMALL
        answer = client.post("/api/matches/abc/undo", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


# --- cookies -----------------------------------------------------------------------------------------------


def sent(*headers: str) -> Request:
    return Request({"type": "http", "headers": [(b"cookie", header.encode("latin-1")) for header in headers]})


@pytest.mark.parametrize("sign", ["\\", '"', ";", "=", " ", "; ", "lang=", ";lang=", "; lang=a;\t", "\\073"])
def test_cookies_are_read_in_one_pass(sign: str) -> None:
    header = 'lang="' + sign * (15_500 // len(sign)) + '"'
    assert spent(lambda: cookies(sent(header, header))) < 0.01


def test_our_own_cookies_are_found_among_others() -> None:
    found = cookies(sent('a=b; stellwerk=Ab_-1; x="\\"; lang=de', "theme=dark;turn=90 ; other"))
    assert found == {"stellwerk": "Ab_-1", "lang": "de", "theme": "dark", "turn": "90"}
    assert cookies(sent("stellwerk=" + "x" * 201 + "; lang=de")) == {"lang": "de"}
    assert cookies(sent("xlang=de; lang=\xe9; palette")) == {}
    assert cookies(sent()) == {}


def test_nobody_reads_cookies_in_another_way() -> None:
    for file in SERVER.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"request\.cookies|http\.cookies|SimpleCookie|cookie_parser", text), file


class Days:
    """A clock that both the client's cookies and the server could read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed, real = 0.0, time.time
        monkeypatch.setattr("http.cookiejar.time.time", lambda: real() + 86400 * self.passed)


def test_the_cookie_of_who_comes_back_is_renewed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    client.get("/")
    own, match = client.cookies["stellwerk"], client.post("/api/matches", json=BODY).json()["id"]
    assert "set-cookie" not in client.get("/about").headers, "it is young"
    renewed = 0
    for days.passed in (20, 31, 200, 500, 850):
        answer = client.get("/about", headers={"sec-fetch-dest": "document"})
        told = answer.headers.get_list("set-cookie")
        renewed += bool(told)
        assert client.cookies["stellwerk"] == own
        if told:
            assert f"stellwerk={own}; HttpOnly; Max-Age={YEAR}" in told[0]
            assert f"Max-Age={MONTH}" in told[1]
        assert client.get(f"/api/matches/{match}").json()["held"] == [0, 1, 2]
    assert renewed == 4, "on day 20 it was not a month old"
    days.passed += 366
    client.get("/about")
    assert client.get(f"/api/matches/{match}").json()["held"] == [], "nobody came for a year"


def test_only_a_page_that_is_opened_renews_a_cookie(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    client.get("/")
    days.passed = 40
    assert "set-cookie" not in client.get("/api/games").headers
    assert "set-cookie" not in client.get("/lobby/mine", headers={"sec-fetch-dest": "empty"}).headers
    client.cookies.clear()
    client.cookies.set("stellwerk", "made up")
    assert "set-cookie" not in client.get("/about").headers, "this one was not made here"


# --- pieces ------------------------------------------------------------------------------------------------


def read_all(wire: bytes) -> int:
    """How many bytes of a body are read of what came at once."""
    link, read = Counted(16_384), 0
    link.receive_data(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + wire)
    while type(event := link.next_event()) is not h11.EndOfMessage:
        read += len(event.data) if isinstance(event, h11.Data) else 0
    return read


def chunks(size: int, count: int) -> bytes:
    return b"%x\r\n%s\r\n" % (size, b"x" * size) * count + b"0\r\n\r\n"


def test_a_body_may_come_in_some_small_pieces_but_not_in_many() -> None:
    assert read_all(chunks(1, PIECES)) == PIECES
    assert read_all(chunks(PIECE, 10_000)) == PIECE * 10_000
    with pytest.raises(h11.RemoteProtocolError, match="small pieces"):
        read_all(chunks(1, 2 * PIECES))
    with pytest.raises(h11.RemoteProtocolError, match="small pieces"):
        read_all(chunks(PIECE // 2, 10_000))
