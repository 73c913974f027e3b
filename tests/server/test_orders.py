"""Standing orders on a server: they act at once, by the rules, are their owner's alone, and can be taken back."""

from pathlib import Path
from typing import Any

import pytest
from anyio.to_thread import run_sync
from starlette.requests import Request

from stellwerk.core.match import Seat, new_header
from stellwerk.server import api_words
from stellwerk.server.auth import Caller, caller
from stellwerk.server.errors import TooManyOrders
from stellwerk.server.store import Standing, Store
from stellwerk.server.store.orders import ENDED, MOST, Ended, end_orders
from stellwerk.server.store.seats import Seats
from tests.server.kit import Client, Player, both, new_match, running

PEOPLE = ["Anna", "Ben", "Cleo"]


def table(client: Client, **more: Any) -> list[Player]:
    """A match of 1830 in which Anna is the first to act in the sale."""
    return new_match(client, PEOPLE, {"seating": "free"}, game="1830", **more)


def on_turn(people: list[Player]) -> Player:
    (seat,) = people[0].look()["waiting"]
    return people[int(seat)]


def order(player: Player, kind: str, **args: Any) -> Any:
    answer = player.post("orders", {"kind": kind, "args": args})
    assert answer.status_code == 201, answer.text
    return answer.json()


def orders(player: Player) -> Any:
    return player.get("/orders").json()["orders"]


@both
def test_an_order_acts_as_soon_as_its_seat_is_asked(database: Path | str) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        second = people[(people.index(first) + 1) % 3]
        third = people[(people.index(first) + 2) % 3]
        order(second, "bid", private="CA", price=170)
        order(third, "bid", private="CA", price=164)
        assert first.act("pass_turn").status_code == 200
        log = first.look()["view"]["log"]
        assert [(one["seat"], one["kind"], one["args"]) for one in log] == [
            (people.index(first), "pass_turn", []),
            (people.index(second), "bid", ["CA", 165]),
            (people.index(third), "pass_turn", []),
        ], "165 is the least bid; Cleo would have to bid 170, more than 164, and passes"
        told = first.look()["told"]
        assert "by standing order" not in told[0]
        assert told[1].endswith("(by standing order)")
        assert first.look(lang="de")["told"][2].endswith("(per Dauerauftrag)")
        assert on_turn(people) is first
        assert orders(second)[0]["acts"] == 1
        assert orders(second)[0]["state"] == "active"


def test_an_order_given_while_one_is_asked_acts_at_once(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        told = order(first, "bid", private="SV", price=20)
        assert told["ply"] == 1
        assert told["orders"][0]["acts"] == 1
        assert first.look()["view"]["state"]["privates"]["SV"] == f"P{people.index(first)}"
        second = on_turn(people)
        second.act("pass_turn")
        on_turn(people).act("pass_turn")
        (ended,) = orders(first)
        assert (ended["state"], ended["why"]) == ("ended", "Schuylkill Valley (SV) is yours")


def test_orders_are_nobody_elses(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        other = people[(people.index(first) + 1) % 3]
        seat = people.index(other)
        before = [first.look(), client.get(f"/match/{first.match}").text.count("CA")]
        told = order(other, "bid", private="CA", price=170)
        assert [first.look(), client.get(f"/match/{first.match}").text.count("CA")] == before
        number = told["orders"][0]["number"]
        assert first.get("/orders").json()["orders"] == []
        for path, body in (
            ("orders", {"kind": "decline", "seat": seat}),
            (f"orders/{number}/revoke", {"seat": seat}),
            (f"orders/{number}/resume", {"seat": seat}),
        ):
            assert first.post(path, body).status_code == 403
        assert first.get("/orders", seat=seat).status_code == 403
        assert first.post(f"orders/{number}/revoke", {}).status_code == 404
        assert client.get(f"/api/matches/{first.match}/orders").status_code == 403
        assert orders(other)[0]["state"] == "active"


def test_a_revoked_order_does_nothing(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        second = people[(people.index(first) + 1) % 3]
        number = order(second, "bid", private="CA", price=170)["orders"][0]["number"]
        assert second.post(f"orders/{number}/revoke", {}).json()["orders"] == []
        first.act("pass_turn")
        assert on_turn(people) is second
        assert second.post(f"orders/{number}/resume", {}).status_code == 404


def test_what_an_order_did_is_taken_back_by_its_owner_alone_and_can_be_repeated(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        second = people[(people.index(first) + 1) % 3]
        order(second, "bid", private="CA", price=170)
        first.act("pass_turn")
        assert first.look()["ply"] == 2
        refused = first.post("undo", {"ply": 2})
        assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "others"})
        assert orders(second)[0]["state"] == "active"
        assert second.post("undo", {"ply": 2}).json()["ply"] == 1
        assert second.post("redo", {"ply": 1}).json()["ply"] == 2
        assert first.look()["told"][1].endswith("(by standing order)")


def test_who_takes_his_own_order_back_decides_by_hand_and_can_resume_it(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        second = people[(people.index(first) + 1) % 3]
        number = order(second, "bid", private="CA", price=170)["orders"][0]["number"]
        first.act("pass_turn")
        assert second.post("undo", {"ply": 2}).status_code == 200
        assert on_turn(people) is second
        (paused,) = orders(second)
        assert (paused["state"], paused["why"]) == ("paused", "something was taken back")
        assert second.post(f"orders/{number}/resume", {}).json()["ply"] == 2
        assert orders(second)[0]["state"] == "active"


def test_orders_stand_when_the_server_comes_back_and_other_processes_see_them(database: Path) -> None:
    with running(database, bots=0) as client:
        people = table(client)
        first = on_turn(people)
        second = people[(people.index(first) + 1) % 3]
        first.look()
        with running(database, bots=0) as other:
            order(Player(other, second.match, second.token), "bid", private="CA", price=170)
            assert first.act("pass_turn").status_code == 200
            assert first.look()["ply"] == 2
            assert Player(other, first.match, first.token).look()["told"][1].endswith("(by standing order)")
    with running(database, bots=0) as client:
        again = Player(client, first.match, first.token)
        assert again.look()["told"][1].endswith("(by standing order)")
        assert Player(client, second.match, second.token).get("/orders").json()["orders"][0]["acts"] == 1


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("fly", {}),
        ("bid", {"private": "XX"}),
        ("bid", {"private": "CA", "price": 0}),
        ("bid", {"private": "CA", "price": 10**12}),
        ("bid", {"private": "CA", "price": True}),
        ("bid", {"private": ["CA"]}),
        ("bid", {"private": "CA", "more": 1}),
        ("pass", {"rounds": 99}),
        ("pass", {"stop_sold": 1}),
        ("decline", {"offers": []}),
        ("decline", {"offers": [["private"]]}),
        ("buy", {}),
    ],
)
def test_what_is_no_order_is_refused(client: Client, kind: str, args: Any) -> None:
    player = on_turn(table(client))
    answer = player.post("orders", {"kind": kind, "args": args})
    assert answer.status_code == 400
    assert player.get("/orders").json()["orders"] == []


def test_a_seat_has_so_many_orders_and_no_more(client: Client) -> None:
    people = table(client)
    player = people[(people.index(on_turn(people)) + 1) % 3]
    for _ in range(8):
        order(player, "decline")
    answer = player.post("orders", {"kind": "decline"})
    assert (answer.status_code, answer.json()["error"]) == (409, "orders")


def test_orders_that_have_ended_come_back_only_where_there_is_room(database: Path) -> None:
    store = Store(str(database))
    header = new_header("1830", [Seat(name) for name in PEOPLE])
    store.create("m", header, ["x"] * 3, [], Standing(0, finished=False, bot_due=False))
    first = [store.orders.give("m", 0, {}, 0) for _ in range(MOST)]
    with store.database.writing() as db:
        end_orders(db, "m", [Ended(0, number, ENDED, None) for number in first])
    assert store.orders.resume("m", 0, first[0], 0)
    for _ in range(MOST - 1):
        store.orders.give("m", 0, {}, 0)
    with pytest.raises(TooManyOrders):
        store.orders.resume("m", 0, first[1], 0)
    assert store.orders.resume("m", 0, first[0], 0), "it is one of those that act already"
    assert len(store.orders.active("m")[1]) == MOST
    store.close()


def test_an_order_never_gets_the_number_of_one_that_did_something(client: Client) -> None:
    people = table(client)
    first = on_turn(people)
    order(first, "bid", private="CA", price=165)
    assert orders(first)[0]["acts"] == 1
    number = orders(first)[0]["number"]
    assert first.post(f"orders/{number}/revoke", {}).status_code == 200
    order(first, "decline")
    (given,) = orders(first)
    assert (given["acts"], given["number"] > number) == (0, True)


def test_who_has_left_a_seat_leaves_no_order_and_no_notes_to_the_next(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat passes on between the look who asks and the writing of what was asked for."""
    people = table(client)
    other = people[(people.index(on_turn(people)) + 1) % 3]
    seat = people.index(other)
    look_up = caller

    async def then_leaves(request: Request, name: str) -> Caller:
        found = await look_up(request, name)
        assert await run_sync(Seats.leave, request.app.state.matches.store.seats, name, seat, claims(request, name))
        return found

    def claims(request: Request, name: str) -> int:
        head = request.app.state.matches.store.head(name)
        assert head is not None
        return int(head.claims)

    for path, body in (("orders", {"kind": "decline"}), ("notes", {"body": "Geheim", "version": 0})):
        with monkeypatch.context() as patch:
            patch.setattr(api_words, "caller", then_leaves)
            assert other.post(path, body).status_code == 503, path
        host = people[(seat + 1) % 3]
        code = host.post(f"seats/{seat}/invitation", {}).json()["code"]
        joined = client.post(f"/api/matches/{other.match}/join", json={"code": code}, headers={"cookie": ""})
        other = Player(client, other.match, joined.json()["token"])
        assert orders(other) == []
        assert other.get("/notes").json()["body"] == ""


def test_a_game_without_orders_says_so(client: Client) -> None:
    player = new_match(client)[0]
    told = player.get("/orders").json()
    assert (told["kinds"], told["orders"]) == ([], [])


def test_who_gets_a_seat_finds_no_orders_and_no_notes_there(client: Client) -> None:
    people = table(client)
    other = people[(people.index(on_turn(people)) + 1) % 3]
    seat = people.index(other)
    order(other, "decline")
    other.post("notes", {"body": "Geheim", "version": 0})
    code = other.post(f"seats/{seat}/invitation", {}).json()["code"]
    joined = client.post(f"/api/matches/{other.match}/join", json={"code": code}, headers={"cookie": ""})
    assert joined.status_code in (200, 201), joined.text
    fresh = Player(client, other.match, joined.json()["token"])
    assert fresh.get("/orders").json()["orders"] == []
    assert fresh.get("/notes").json()["body"] == ""
