"""Whatever somebody sends, the server answers with a status that is described, never with a failure of its own."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stellwerk.core.matchfile import dump
from tests.marks import examples
from tests.server.kit import FIXED, GAME, PEOPLE, Client, Player, new_match, operation, played, running, upload
from tests.web.late import BANK, before

FUZZ = settings(examples(30), suppress_health_check=list(HealthCheck))
JSON = {"content-type": "application/json"}
COLOURS = ("black", "blue", "brown", "purple", "red", "yellow", "?", "pink")
POSTS = (
    *("actions", "undo", "redo", "branch", "again", "invitation", "join", "nix"),
    *("seats/0/token", "seats/9/token", "seats/0/invitation", "seats/0/withdraw", "seats/9/leave"),
)

numbers = st.one_of(
    st.integers(-3, 12),
    st.integers(),
    st.sampled_from([2**31, 2**63, -(2**63), 10**40, 10**17]),
    st.floats(),
    st.booleans(),
)
words = st.one_of(
    st.sampled_from(
        ["", "deal", "place", "finish", "trade", "starter", "ply", "A1", "R28", "\x00", "\u202e", *COLOURS]
    ),
    st.text(max_size=8),
)
leaves = st.one_of(st.none(), numbers, words)
junk = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    database: Path = tmp_path_factory.mktemp("fuzz") / "matches.sqlite3"
    with running(database) as client:
        yield client


@pytest.fixture(scope="module")
def anna(client: Client) -> Player:
    """Somebody on turn, in the middle of a match."""
    # The token of seat 0 is fuzzed too.
    match = next(match for plies in range(40, 60) if (match := played("fuzz", plies)).waiting() != [0])
    return upload(client, match)[match.waiting()[0]]


def send(player: Player, path: str, content: bytes, **headers: str) -> int:
    url = f"{player.url}/{path}" if path else "/api/matches"
    answer = player.client.post(url, content=content, headers={**JSON, **player.headers(), **headers})
    assert answer.status_code < 500
    return answer.status_code


def loose(value: Any) -> bytes:
    """JSON as Python writes it: with NaN, Infinity and halves of characters."""
    return json.dumps(value, ensure_ascii=True).encode()


@FUZZ
@given(path=st.sampled_from(["", *POSTS]), content=st.one_of(st.binary(max_size=200), junk.map(loose)))
def test_any_bytes_are_answered(anna: Player, path: str, content: bytes) -> None:
    assert send(anna, path, content) in (201, 200, 400, 403, 404, 409, 422)


@FUZZ
@given(
    path=st.sampled_from(POSTS),
    body=st.fixed_dictionaries(
        {},
        optional={
            "ply": st.one_of(numbers, junk),
            "rev": st.one_of(numbers, junk),
            "to": st.one_of(numbers, junk),
            "seat": st.one_of(numbers, junk),
            "action": junk,
        },
    ),
)
def test_any_fields_are_answered(anna: Player, path: str, body: Any) -> None:
    send(anna, path, loose(body))


arguments = st.recursive(
    st.one_of(st.sampled_from([*COLOURS, "A1", "K27", "R28", ""]), st.integers(-2, 5), st.text(max_size=4), numbers),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@FUZZ
@given(
    kind=st.one_of(
        st.sampled_from(["place", "finish", "trade", "deal", "layout", "starter", "copy", "__class__"]), words
    ),
    args=st.lists(arguments, max_size=4),
    seat=st.one_of(st.none(), st.integers(-2, 4)),
)
def test_any_action_is_legal_or_refused(anna: Player, kind: str, args: list[Any], seat: int | None) -> None:
    table = anna.look()
    body = {"ply": table["ply"], "action": {"kind": kind, "args": args, **({} if seat is None else {"seat": seat})}}
    status = send(anna, "actions", loose(body))
    now = anna.look()
    if status == 200:
        assert now["rev"] > table["rev"]
        assert anna.post("undo", {"ply": now["ply"]}).status_code in (200, 409)
    else:
        assert status in (400, 403, 422)
        assert now == table


@FUZZ
@given(
    body=st.fixed_dictionaries(
        {},
        optional={
            "game": st.one_of(st.just(GAME), junk),
            "seats": st.one_of(
                junk,
                st.lists(
                    st.one_of(
                        junk,
                        st.fixed_dictionaries(
                            {}, optional={"name": st.one_of(st.text(max_size=50), junk), "bot": st.one_of(words, junk)}
                        ),
                    ),
                    max_size=7,
                ),
            ),
            "options": st.one_of(
                junk,
                st.dictionaries(
                    st.one_of(words, st.sampled_from(sorted(FIXED))),
                    st.one_of(leaves, st.sampled_from(["random", "fixed", "draw", "6"])),
                ),
            ),
            "file": junk,
        },
    )
)
def test_any_new_match_is_begun_or_refused(client: Client, body: Any) -> None:
    send(Player(client, ""), "", loose(body))


FILES = [dump(played("file", 9)), dump(played("file", 45)), dump(played("file"))]
POSITION = played("file", 45).state.to_json()
POSITIONED = {**copy.deepcopy(FILES[0]), "position": POSITION, "log": []}


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(found for key, item in inner for found in paths(item, (*here, key)))]


@st.composite
def broken_files(draw: st.DrawFn) -> Any:
    """A match file in which something is another than it should be."""
    file = copy.deepcopy(draw(st.sampled_from([*FILES, POSITIONED, POSITIONED])))
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from([path for path in paths(file) if path]))
        at = file
        for key in place[:-1]:
            at = at[key]
        what = draw(st.sampled_from(["junk", "leaf", "cut", "twice"]))
        if what == "junk":
            at[place[-1]] = draw(junk)
        elif what == "leaf":
            at[place[-1]] = draw(leaves)
        elif what == "cut":
            del at[place[-1]]
        elif isinstance(at, list):
            at.insert(place[-1], at[place[-1]])
    return file


@settings(examples(60), suppress_health_check=list(HealthCheck))
@given(file=broken_files())
def test_any_file_is_gone_on_with_or_refused(client: Client, file: Any) -> None:
    content = loose({"file": file})
    answer = client.post("/api/matches", content=content, headers=JSON)
    assert answer.status_code in (201, 400, 404, 422)
    if answer.status_code == 201:
        created = answer.json()
        for seat in created["seats"]:
            player = Player(client, created["id"], seat["token"])
            table = player.look()
            if table["waiting"] == [seat["seat"]] and table["view"]["choices"]:
                choice = table["view"]["choices"][-1]
                assert player.act(choice["kind"], *choice["args"]).status_code == 200
            player.look(ply=0)
            player.post("branch", {"ply": 0})


@FUZZ
@given(
    path=st.lists(
        st.one_of(st.sampled_from(["api", "matches", "games", "rules", "..", "static", "%00"]), st.text()), max_size=5
    ),
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]),
)
def test_any_address_is_answered(client: Client, path: list[str], method: str) -> None:
    url = "http://testserver/" + "/".join(quote(part.encode("utf-8", "replace"), safe="%") for part in path)
    assert client.request(method, url, follow_redirects=False).status_code < 500


@FUZZ
@given(
    page=st.sampled_from(["", "/fragment", "/history", "/history/fragment"]),
    query=st.dictionaries(
        st.sampled_from(["ply", "seat", "lang", "x"]),
        st.one_of(st.text(max_size=5), st.integers().map(str), st.sampled_from(["none", "de"])),
    ),
    body=st.one_of(
        junk,
        st.fixed_dictionaries(
            {"do": st.sampled_from(["act", "undo", "redo", "x"]), "ply": numbers},
            optional={"rev": numbers, "seat": numbers, "action": junk, "to": numbers},
        ),
    ),
)
def test_any_page_is_answered(anna: Player, page: str, query: dict[str, str], body: Any) -> None:
    url = f"/match/{anna.match}"
    assert anna.client.get(url + page, params=query, headers=anna.headers()).status_code in (200, 400, 403, 404)
    done = anna.client.post(f"{url}/do", content=loose(body), headers={**JSON, **anna.headers()})
    assert done.status_code in (200, 400, 403, 409, 422)


@FUZZ
@given(
    ply=st.one_of(st.none(), st.text(max_size=5), st.integers().map(str)),
    seat=st.one_of(st.none(), st.text(max_size=5), st.integers(-1, 5).map(str), st.just("none")),
    lang=st.one_of(st.none(), st.text(max_size=5), st.sampled_from(["de", "en", "fr"])),
)
def test_any_query_is_answered(anna: Player, ply: str | None, seat: str | None, lang: str | None) -> None:
    query = {"ply": ply, "seat": seat, "lang": lang}
    answer = anna.get(**{key: value for key, value in query.items() if value is not None})
    assert answer.status_code in (200, 400, 403, 404)


printable = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=30)


@FUZZ
@given(
    name=st.sampled_from(["authorization", "accept-language", "cookie", "content-type", "origin", "sec-fetch-site"]),
    value=st.one_of(
        printable,
        printable.map("Bearer {}".format),
        printable.map("stellwerk={}; lang=de".format),
        printable.map("de;q={}".format),
    ),
)
def test_any_header_is_answered(anna: Player, name: str, value: str) -> None:
    headers = {name.encode(): value.encode("latin-1")}
    got = anna.client.get(anna.url, headers=headers)
    assert got.status_code in (200, 403)
    body = {"game": GAME, "seats": [{"name": person} for person in PEOPLE]}
    content = json.dumps(body).encode()
    posted = anna.client.post(
        "/api/matches", content=content, headers={b"content-type": b"application/json", **headers}
    )
    assert posted.status_code in (201, 403, 415)


def test_a_lay_of_the_wrong_form_is_refused_by_a_rule(client: Client) -> None:
    """On a red hex, which takes no tile, with and without what belongs to a lay."""
    players = upload(client, before(BANK, "lay", 30))
    director = players[players[0].look()["waiting"][0]]
    wrong: list[list[Any]] = [["F2"], ["F2", "57"], ["F2", "57", "x"], ["F2", 57, 0], ["F2", "57", 0, 0], [[], []], []]
    for args in wrong:
        assert director.act("lay", *args).status_code == 422, args


def test_the_fuzzed_addresses_exist() -> None:
    assert [path for path in POSTS if operation("post", f"/api/matches/x/{path}") is None] == ["nix"]


def test_after_all_that_the_server_still_plays(client: Client) -> None:
    anna = new_match(client)[0]
    assert anna.look()["waiting"] == [0]
