"""The description of the API: every address and every status is in it, and each status is really answered."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.server import api, api_advice, api_clock, api_record, api_seats, api_words
from stellwerk.server.answers import SMALL
from stellwerk.server.imports import QUEUE, Imports
from stellwerk.server.limits import Limits
from stellwerk.server.matches import Matches
from stellwerk.server.openapi import document
from stellwerk.server.rates import USUAL, rates_of
from stellwerk.server.schemas import SCHEMAS
from stellwerk.server.schemas_words import SCHEMAS as WORDS
from stellwerk.server.shield import LONGEST_ADDRESS, MOST_HEADERS
from stellwerk.server.store.schema import matches as rows
from stellwerk.server.store.schema import seats as chairs
from tests.server.kit import (
    FIXED,
    GAME,
    PEOPLE,
    Client,
    Player,
    new_match,
    operation,
    played,
    running,
    store_of,
    upload,
)
from tests.server.schema import faults

SEAT = ("token", "invitation", "withdraw", "leave", "return", "stand-in")


def test_no_name_stands_for_two_schemas() -> None:
    assert not SCHEMAS.keys() & WORDS.keys()


def described() -> set[tuple[str, str, int]]:
    return {
        (method, path, int(status))
        for path, methods in document()["paths"].items()
        for method, what in methods.items()
        for status in what["responses"]
        if status != "5XX"
    }


def test_every_route_is_described_and_nothing_else() -> None:
    routes = (
        *api.routes,
        *api_seats.routes,
        *api_clock.routes,
        *api_advice.routes,
        *api_words.routes,
        *api_record.routes,
    )
    routed = {(method.lower(), route.path) for route in routes for method in (route.methods or set()) - {"HEAD"}}
    assert routed == {(method, path) for method, path, _ in described()}


def test_the_description_is_served(client: Client) -> None:
    assert client.get("/api/openapi.json").json() == document()


@pytest.mark.usefixtures("wise")
def test_every_described_status_is_answered_and_no_other(database: Path) -> None:
    with running(database) as client:
        for method, path, options in requests(client):
            client.request(method, path, **options)
        stream_statuses(client)
        other_rules(client)
        no_time(client)
        too_many_files(client)
        too_much_of_anything(client)
        assert described() - client.seen == set()
        assert client.seen - described() == set()


def other_rules(client: Client) -> None:
    """As if a match had been played by rules that are yet to come."""
    anna = new_match(client)[0]
    matches: Matches = client.app.state.matches  # type: ignore[attr-defined]  # as below
    with matches.store.database.writing() as db:
        db.execute(sa.update(rows).where(rows.c.id == anna.match).values(rules_version=rows.c.rules_version + 1))
    matches.cache.forget(anna.match)
    anna.post("check", {"action": {"kind": "finish"}})
    anna.post("seats/0/stand-in", {})


def no_time(client: Client) -> None:
    """As if the time of a turn were used up."""
    anna = new_match(client, clock={"kind": "move", "seconds": 600})[0]
    used = {"clock": None, "time_left": 0, "stand_in": "random"}
    with store_of(client).database.writing() as db:
        db.execute(sa.update(chairs).where(chairs.c.match == anna.match, chairs.c.seat == 0).values(used))
    anna.post("seats/0/return", {})


def too_many_files(client: Client) -> None:
    """As if so many records were being read that no further one is taken."""
    imports: Imports = client.app.state.imports  # type: ignore[attr-defined]  # the client knows it as any application
    imports._waiting = QUEUE
    client.post("/api/matches", json={"file": {"title": "1830", "players": [], "actions": []}})


def too_much_of_anything(client: Client) -> None:
    """Each address with too long a query, with too many headers, and once more often than somebody may."""
    limits: Limits = client.app.state.limits  # type: ignore[attr-defined]  # as above
    many = {f"x-{number}": "y" for number in range(MOST_HEADERS)}
    for method, path, _ in sorted(described()):
        client.request(method.upper(), path, params={"x": "y" * LONGEST_ADDRESS})
        client.request(method.upper(), path, headers=many)
    limits.rates = rates_of(f"{kind}@address=1/day" for kind in USUAL)
    limits.named = frozenset(USUAL)
    for kind in USUAL:
        limits.charge(kind, {"type": "http", "client": ("testclient", 1), "headers": []})
    for method, path, _ in sorted(described()):
        client.request(method.upper(), path)


def requests(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """Requests that are answered in every way there is, but for a stream that does not end."""
    anna = new_match(client)[0]
    over = upload(client, played("over"))[0]
    place = next(choice for choice in anna.look()["view"]["choices"] if choice["kind"] == "place")
    act = {"ply": 3, "action": {"kind": place["kind"], "args": place["args"]}}
    mine: dict[str, Any] = {"headers": anna.headers()}
    wrong = {"headers": {"authorization": "Bearer wrong"}}
    seats = [{"name": name} for name in PEOPLE]
    url, past, nix = anna.url, over.url, "/api/matches/nix"
    wanted: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "/api/openapi.json", {}),
        ("GET", "/api/games", {}),
        ("GET", f"/api/games/{GAME}/rules", {}),
        ("GET", "/api/games/ludo/rules", {}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": seats, "options": FIXED}}),
        ("POST", "/api/matches", {"json": {"game": "ludo", "seats": seats}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": seats[:1]}}),
        ("POST", f"{url}/check", {"json": {"action": act["action"]}, **mine}),
        ("POST", f"{url}/check", {"json": {"action": {"kind": "finish"}}, **mine}),
        ("POST", f"{url}/actions", {"json": {**act, "action": {"kind": "finish"}}, **mine}),
        ("POST", f"{url}/actions", {"json": act, **mine}),
        ("POST", f"{url}/actions", {"json": act, **mine}),
        ("POST", f"{url}/undo", {"json": {"ply": 3}, **mine}),
        ("POST", f"{url}/undo", {"json": {"ply": 4}, **mine}),
        ("POST", f"{url}/redo", {"json": {"ply": 4}, **mine}),
        ("POST", f"{url}/redo", {"json": {"ply": 3}, **mine}),
        ("POST", f"{url}/branch", {"json": {"ply": 4}, **mine}),
        ("POST", f"{url}/again", {"json": {}, **mine}),
        *requests_for_branches(client),
        ("POST", f"{past}/again", {"json": {}, "headers": over.headers()}),
        ("GET", f"{past}/file", {}),
        ("GET", f"{url}/file", {}),
        ("GET", url, mine),
        ("GET", url, wrong),
        ("GET", f"{url}?ply=x", mine),
        ("GET", f"{url}/events", wrong),
        ("GET", f"{nix}/events", {}),
        ("GET", f"{nix}/file", {}),
        ("GET", nix, {}),
    ]
    for path, body in (
        ("/actions", act),
        ("/check", {"action": act["action"]}),
        ("/undo", {"ply": 4}),
        ("/redo", {"ply": 4}),
        ("/branch", {"ply": 4}),
        ("/again", {}),
        ("/invitation", {"code": "x"}),
        ("/join", {"code": "x"}),
        *((f"/seats/0/{what}", {}) for what in SEAT),
    ):
        wanted.append(("POST", nix + path, {"json": body}))
    taking = ["/api/matches", *(url + path for path in ("/actions", "/check", "/undo", "/redo", "/branch", "/again"))]
    taking += [f"{url}/invitation", f"{url}/join", "/api/recovery", "/api/recovery/use", "/api/recovery/sign-out"]
    for path in [*taking, *(f"{url}/seats/0/{what}" for what in SEAT)]:
        json = {"content-type": "application/json"}
        wanted += [
            ("POST", path, {"json": [], **mine}),
            ("POST", path, {"content": b"x", **mine}),
            ("POST", path, {"content": b" " * 3_000_000, "headers": json}),
            ("POST", path, {"json": {}, "headers": {"sec-fetch-site": "cross-site"}}),
        ]
    return [*wanted, *requests_for_words(client), *requests_for_advice(client), *requests_for_seats(client)]


def requests_for_advice(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    alone = new_match(client, [PEOPLE[0], *({"name": name, "bot": "first"} for name in PEOPLE[1:])])[0]
    anna, json = new_match(client)[0], {"content-type": "application/json"}
    mine, url = {"headers": anna.headers()}, f"{anna.url}/advice"
    return [
        ("POST", f"{alone.url}/advice", {"json": {}, "headers": alone.headers()}),
        ("POST", url, {"json": {}, **mine}),
        ("POST", url, {"json": {}}),
        ("POST", "/api/matches/nix/advice", {"json": {}}),
        ("POST", url, {"json": [], **mine}),
        ("POST", url, {"content": b"x", **mine}),
        ("POST", url, {"content": b" " * 3_000_000, "headers": json}),
        ("POST", url, {"json": {}, "headers": {"sec-fetch-site": "cross-site"}}),
    ]


def requests_for_words(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """The same for standing orders, notes and messages."""
    anna = new_match(client, game="1830", options={"seating": "free"})[0]
    quiet = new_match(client, talk="off")[0]
    mine, url, nix = {"headers": anna.headers()}, anna.url, "/api/matches/nix"
    order, note, message = {"kind": "decline"}, {"body": "x", "version": 0}, {"body": "x"}
    wanted: list[tuple[str, str, dict[str, Any]]] = [
        *(("POST", f"{url}/orders", {"json": order, **mine}) for _ in range(9)),
        ("POST", f"{url}/orders/1/resume", {"json": {}, **mine}),
        ("POST", f"{url}/orders/99/resume", {"json": {}, **mine}),
        ("POST", f"{url}/orders/1/revoke", {"json": {}, **mine}),
        ("POST", f"{url}/orders/1/revoke", {"json": {}, **mine}),
        ("POST", f"{url}/notes", {"json": note, **mine}),
        ("POST", f"{url}/notes", {"json": note, **mine}),
        ("POST", f"{url}/messages", {"json": message, **mine}),
        ("POST", f"{url}/messages/heard", {"json": {"heard": 1}, **mine}),
        ("POST", f"{quiet.url}/messages", {"json": message, "headers": quiet.headers()}),
        ("GET", f"{url}/record?before=x", mine),
        *((("GET"), f"{url}/{what}", mine) for what in ("orders", "notes", "messages", "record")),
        *((("GET"), f"{url}/{what}", {}) for what in ("orders", "notes", "messages", "record")),
        *((("GET"), f"{nix}/{what}", {}) for what in ("orders", "notes", "messages", "record")),
    ]
    bodies: dict[str, Any] = {"/orders": order, "/orders/1/revoke": {}, "/orders/1/resume": {}}
    bodies |= {"/notes": note, "/messages": message, "/messages/heard": {}}
    for path, body in bodies.items():
        json = {"content-type": "application/json"}
        wanted += [
            ("POST", nix + path, {"json": body}),
            ("POST", url + path, {"json": []}),
            ("POST", url + path, {"content": b"x", **mine}),
            ("POST", url + path, {"content": b" " * 3_000_000, "headers": json}),
            ("POST", url + path, {"json": body, "headers": {"sec-fetch-site": "cross-site"}}),
        ]
    return wanted


def requests_for_branches(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """A branch of who holds all its seats is named and deleted."""
    client.cookies["stellwerk"] = "branching"
    whole = upload(client, played("over"))[0].url
    url = f"/api/matches/{client.post(f'{whole}/branch', json={'ply': 5}).json()['id']}"
    wrong: dict[str, Any] = {"headers": {"authorization": "Bearer wrong"}}
    for path, body in (("label", {"label": "x"}), ("delete", {})):
        client.post(f"{url}/{path}", json=body, **wrong)
        client.post(f"/api/matches/nix/{path}", json=body)
        client.post(f"{url}/{path}", json=[])
        client.post(f"{url}/{path}", content=b"x", headers={"content-type": "text/plain"})
        client.post(f"{url}/{path}", content=b" " * (SMALL + 1), headers={"content-type": "application/json"})
        client.post(f"{url}/{path}", json=body)
    client.cookies.clear()
    return []


def requests_for_seats(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """The same for seats, in the order in which they are possible."""
    anna, ben, clara = new_match(client)
    mine, url = {"headers": anna.headers()}, anna.url
    code = ben.post("seats/1/invitation", {}).json()["code"]
    recovery = client.post("/api/recovery", json={}).json()["code"]
    client.cookies.clear()
    return [
        ("GET", f"{url}/seats", mine),
        ("POST", f"{url}/seats/0/stand-in", {"json": {}, **mine}),
        ("GET", f"{url}/seats", {}),
        ("GET", "/api/matches/nix/seats", {}),
        ("POST", f"{url}/invitation", {"json": {"code": code}}),
        ("POST", f"{url}/join", {"json": {"code": code}}),
        ("POST", f"{url}/seats/0/invitation", {"json": {}, **mine}),
        ("POST", f"{url}/seats/0/withdraw", {"json": {}, **mine}),
        ("POST", f"{url}/seats/2/token", {"json": {}, **mine}),
        ("GET", f"{url}/clock", {}),
        ("GET", "/api/matches/nix/clock", {}),
        ("POST", f"{url}/seats/0/return", {"json": {}, **mine}),
        ("POST", f"{url}/seats/0/leave", {"json": {}, **mine}),
        ("POST", f"{url}/seats/2/token", {"json": {}, "headers": clara.headers()}),
        ("POST", "/api/recovery/use", {"json": {"code": recovery}}),
        ("POST", "/api/recovery/use", {"json": {"code": recovery}}),
        ("POST", "/api/recovery/sign-out", {"json": {}}),
        ("POST", "/api/recovery", {"json": {}}),
    ]


def stream_statuses(client: Client) -> None:
    """A stream answers 200 and goes on until the server is closed; too many are refused."""
    anna = new_match(client)[0]
    streams = client.app.state.streams  # type: ignore[attr-defined]
    streams.open, before = streams.most, streams.open
    assert client.get(f"{anna.url}/events").status_code == 429
    streams.open = before
    client.app.state.matches.hub.close()  # type: ignore[attr-defined]
    assert client.get(f"{anna.url}/events").status_code == 200


def test_every_schema_is_used() -> None:
    text = str(document())
    assert [name for name in SCHEMAS if f"'#/components/schemas/{name}'" not in text] == []


def test_the_examples_of_bodies_fit_their_schemas() -> None:
    fits: list[tuple[str, Any]] = [
        ("NewMatch", {"game": GAME, "seats": [{"name": "A"}, {"bot": "random"}, {}], "options": FIXED}),
        ("NewMatch", {"file": {}}),
        ("Act", {"ply": 1, "action": {"kind": "trade", "args": ["red", "blue", 1]}}),
        ("Undo", {"ply": 1, "rev": 2, "to": 0}),
    ]
    for name, body in fits:
        assert faults(body, SCHEMAS[name], document()) == []


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"ply": "1", "action": {"kind": "x", "args": []}}, "Act"),
        ({"action": {"kind": "x", "args": []}}, "Act"),
        ({"ply": 1, "more": 2}, "Redo"),
        ({"ply": True}, "Redo"),
        ({"seat": 1, "token": None}, "Token"),
        ([], "Nothing"),
    ],
)
def test_the_checker_finds_faults(value: Any, name: str) -> None:
    assert faults(value, SCHEMAS[name], document()) != []


def test_the_client_of_these_tests_refuses_what_is_not_described(client: Client) -> None:
    assert operation("get", "/api/matches/abc") is not None
    assert operation("get", "/api/matches/abc/def") is None
    answer = Player(client, new_match(client)[0].match).get()
    with pytest.raises(AssertionError):
        client.check("post", "/api/matches", answer)
