"""Time limits: what each player has left, what takes it, and who plays when nothing is left."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.server.judge import Judge, stand_in_for
from stellwerk.server.store import Store
from stellwerk.server.store.archive import write
from stellwerk.server.store.clocks import GAP, Clock, Hand, Pace, Time
from stellwerk.server.store.restore import restore
from stellwerk.server.store.schema import matches, seats
from stellwerk.server.store.timing import Spent
from tests.server.kit import Client, Player, both, new_match, running, until

HOUR = 3600.0
DAILY = {"kind": "move", "seconds": 86400}
MOVE = {"kind": "move", "seconds": 600}
BANK = {"kind": "bank", "seconds": 7200, "increment": 30}


class Hands:
    """A clock on the wall and one that nobody sets, both turned by hand."""

    def __init__(self, wall: float = 1e9) -> None:
        self.wall, self.steady = wall, 0.0

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def time(self, store: Store) -> Time:
        return Time(store.database, lambda: self.wall, lambda: self.steady)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def timed(database: Path | str, hands: Hands) -> Iterator[Client]:
    """A server whose time is turned by hand and whose judge looks all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Judge.__init__, "__kwdefaults__", {"look": 0.02})
        with running(database) as client:
            store = client.app.state.matches.store  # type: ignore[attr-defined]
            store.clocks.time = hands.time(store)
            yield client


def clock_of(player: Player) -> Any:
    answer = player.get("/clock")
    assert answer.status_code == 200, answer.text
    return answer.json()["clock"]


# --- the clocks alone ------------------------------------------------------------------------------------


def clock(kind: str = "bank", seconds: int = 100, increment: int = 30, zero: str = "bot") -> Clock:
    """Three players, of whom the first has the turn."""
    hands = tuple(Hand(seat) for seat in range(3))
    return Clock(Pace(kind, seconds, increment if kind == "bank" else 0, zero), 1000.0, (0,), hands)


def test_time_runs_for_who_is_waited_for_alone() -> None:
    assert clock().later(1040.0).left == [60.0, 100.0, 100.0]
    assert clock().runs_out() == 1100.0


def test_a_bank_gets_its_increment_when_the_turn_begins_and_a_move_all_its_time() -> None:
    bank = clock().later(1040.0).played([1], 1).later(1050.0).played([0], 2)
    assert bank.left == [90.0, 120.0, 100.0]
    move = clock("move").later(1040.0).played([1], 1).later(1050.0).played([0], 2)
    assert move.left == [100.0, 90.0, 100.0]


@pytest.mark.parametrize("kind", ["bank", "move"])
def test_an_undo_gives_no_time_back(kind: str) -> None:
    """Neither by taking a turn back nor by ending and taking it back again and again."""
    back = clock(kind).later(1040.0).played([1], 1).undone([0], 0)
    assert back.left[0] == 60.0
    for _ in range(5):
        back = back.played([1], 1).undone([0], 0)
    assert back.left[0] == 60.0


def test_turns_that_are_taken_back_and_begin_again_pay_the_next_player_once() -> None:
    """120 s are a bank of 100 s with one increment of 20 s, however often the turn before it is ended."""
    now = clock(increment=20)
    for _ in range(8):
        now = now.played([1], 1).undone([0], 0)
    assert now.played([1], 1).left == [100.0, 120.0, 100.0]
    assert now.left[1] == 100.0, "without the turn there is no increment"


@pytest.mark.parametrize(("kind", "left"), [("bank", 120 - 90), ("move", 100 - 90)])
def test_a_turn_that_begins_again_goes_on_with_the_time_that_was_used_in_it(kind: str, left: float) -> None:
    """Somebody else's undo gives the next player no fresh turn."""
    late = clock(kind, increment=20).played([1], 1).later(1090.0)
    again = late.undone([0], 0).later(1091.0).played([1], 1)
    assert again.left[1] == left


def test_an_undo_over_several_turns_finds_each_with_what_was_left_of_it() -> None:
    """By hand: 10 s in the first turn, 20 in the second, 30 in the third; a bank of 100 with 20 for each later turn."""
    now = clock(increment=20).later(1010.0)
    for ply, seconds in ((2, 20.0), (4, 30.0)):
        now = now.played([1], ply - 1).played([0], ply).later(now.at + seconds)
    assert now.left[0] == 100 + 2 * 20 - 60
    back = now.undone([0], 0)
    assert back.left[0] == 100 - 60
    assert back.played([1], 1).played([0], 2).left[0] == 100 + 20 - 60
    move = clock("move").later(1010.0)
    for ply, seconds in ((2, 20.0), (4, 30.0)):
        move = move.played([1], ply - 1).played([0], ply).later(move.at + seconds)
    back = move.undone([0], 0)
    assert back.left[0] == 90.0
    assert back.played([1], 1).played([0], 2).left[0] == 80.0
    assert back.played([1], 1).played([0], 2).played([1], 3).played([0], 4).left[0] == 70.0


def test_a_turn_that_begins_with_an_empty_bank_has_a_minute_at_most() -> None:
    """A bank of 100 s: a minute. One of 30 s: no more than it had. What was used in it stays used."""
    empty = clock(increment=0).later(2000.0)
    assert empty.left[0] == 0.0
    assert empty.played([1], 1).played([0], 2).left[0] == 60.0
    again = empty.played([1], 1).played([0], 2).later(2050.0).played([1], 3).undone([0], 2)
    assert again.left[0] == 10.0
    poor = clock(increment=5).later(2000.0).played([1], 1).played([0], 2)
    assert poor.left[0] == 60.0, "an increment does not make it less"
    assert poor.later(2020.0).left[0] == 40.0
    assert clock(increment=90).later(2000.0).played([1], 1).played([0], 2).left[0] == 90.0
    short = clock(seconds=30, increment=0).later(2000.0)
    assert short.played([1], 1).played([0], 2).left[0] == 30.0


def test_clocks_are_the_same_after_they_were_written_and_read() -> None:
    spent = clock().later(1040.0).played([1], 1).later(1050.0).played([0], 2).undone([0], 0).hands[0].spent
    assert Spent.from_row(json.loads(json.dumps(spent.to_json()))) == spent


def ordered(client: Client, people: list[Player], kind: str, **args: Any) -> None:
    for player in people:
        assert player.post("orders", {"kind": kind, "args": args}).status_code == 201


def test_a_turn_that_comes_back_by_standing_orders_is_a_new_one(timed: Client, hands: Hands) -> None:
    """A seat asked again because all others have bid by order gets the time of a turn, though nobody waited between."""
    people = new_match(timed, ("Anna", "Ben", "Cleo"), {"seating": "free"}, game="1830", clock=MOVE)
    (first,) = people[0].look()["waiting"]
    ordered(timed, [people[(first + 1) % 3]], "bid", private="CA", price=170)
    ordered(timed, [people[(first + 2) % 3]], "bid", private="CA", price=164)
    hands.pass_by(500)
    assert people[first].act("pass_turn").status_code == 200
    assert people[0].look()["waiting"] == [first]
    assert clock_of(people[0])["left"][first] == 600


def test_sealed_bids_of_others_begin_no_turn(timed: Client, hands: Hands) -> None:
    """All write their bids for contracts at once: a bot that stands in for one of them gives the others no time."""
    people = new_match(timed, ("Anna", "Ben", "Cleo"), {}, game="1853", clock=MOVE)
    assert people[0].look()["waiting"] == [0, 1, 2]
    hands.pass_by(500)
    assert people[1].post("seats/1/stand-in", {}).status_code == 200
    until(lambda: people[0].look()["waiting"] == [0, 2])
    assert clock_of(people[0])["left"][0] == 100


def test_turns_that_are_redone_are_as_they_were(timed: Client, hands: Hands) -> None:
    """By hand: a first turn of 10 s, a second one of 500 s; to undo both and redo them leaves 100 of 600 s."""
    seats = [{"name": "Anna"}, {"name": "B", "bot": "random"}, {"name": "C", "bot": "random"}]
    anna, *_ = new_match(timed, seats, {"seating": "free"}, game="1830", clock=MOVE)

    def asked() -> bool:
        return bool(anna.look()["waiting"] == [0])

    until(asked)
    hands.pass_by(10)
    assert anna.act("pass_turn").status_code == 200
    until(asked)
    hands.pass_by(500)
    table = anna.look()
    assert clock_of(anna)["left"][0] == 100
    back = anna.post("undo", {"ply": table["ply"]})
    assert back.status_code == 200, back.text
    assert clock_of(anna)["left"][0] == 590
    again = anna.post("redo", {"ply": back.json()["ply"]})
    assert (again.status_code, again.json()["ply"]) == (200, table["ply"])
    assert clock_of(anna)["left"][0] == 100


def test_a_stand_in_for_one_turn_goes_with_the_turn_and_another_stays() -> None:
    for zero, stays in (("pass", None), ("bot", "greedy")):
        late = clock("move", zero=zero).later(2000.0)
        assert [hand.seat for hand in late.overdue()] == [0]
        relieved = late.with_stand_in(0, "greedy")
        assert relieved.runs_out() is None
        assert relieved.played([1], 1).hands[0].stand_in == stays


@pytest.mark.parametrize("kind", ["bank", "move"])
def test_a_bot_that_stands_in_neither_stops_a_clock_nor_refills_it(kind: str) -> None:
    now = clock(kind).later(1040.0)
    for second in range(5):
        now = now.with_stand_in(0, "greedy").later(1041.0 + second).with_stand_in(0, None)
    assert now.left[0] == 55.0


# --- the time of servers ---------------------------------------------------------------------------------


@both
def test_time_stands_still_while_no_server_runs_and_no_set_clock_matters(database: Path | str, hands: Hands) -> None:
    store = Store(str(database))
    try:
        with store.database.writing(silent=True) as db:
            first = hands.time(store)
            began = first.now(db)
            hands.pass_by(100)
            assert first.now(db) == pytest.approx(began + 100)
            first.note(db, first.now(db))
            hands.wall += 50 * HOUR  # somebody sets the clock
            assert first.now(db) == pytest.approx(began + 100)
            hands.wall -= 90 * HOUR
            assert first.now(db) == pytest.approx(began + 100)
            started = hands.time(store)  # beside the first one, by a clock that is wrong
            assert began + 100 <= started.now(db) <= began + 100 + GAP
            hands.wall += 200 * HOUR  # all servers were down for days
            again = Hands(hands.wall).time(store)
            assert began + 100 <= again.now(db) <= began + 100 + GAP
    finally:
        store.close()


# --- matches ---------------------------------------------------------------------------------------------


@both
def test_a_match_with_a_clock_counts_and_a_restart_forgets_nothing(database: Path | str, hands: Hands) -> None:
    with running(database) as client:
        store = client.app.state.matches.store  # type: ignore[attr-defined]
        store.clocks.time = hands.time(store)
        anna, *_ = table = new_match(client, clock=BANK)
        hands.pass_by(20)
        told = clock_of(anna)
        assert told["kind"] == "bank"
        assert told["running"] == [0]
        assert told["left"] == [7180.0, 7200.0, 7200.0]
        assert anna.act("place", "black", "D20").status_code == 200
        hands.pass_by(5)
    hands.pass_by(90 * HOUR)
    with running(database) as client:
        store = client.app.state.matches.store  # type: ignore[attr-defined]
        store.clocks.time = Hands(hands.wall).time(store)
        again = Player(client, table[0].match, table[0].token)
        left = clock_of(again)["left"]
        assert 7180 - 5 - GAP - 1 <= left[0] <= 7180
        assert left[1:] == [7200.0, 7200.0]


@both
def test_who_has_no_time_left_is_played_for_until_they_come_back(timed: Client, hands: Hands) -> None:
    anna, ben, _ = new_match(timed, clock={**DAILY, "zero": "bot"})
    hands.pass_by(86401)
    until(lambda: clock_of(anna)["stand_ins"] == [0])
    until(lambda: anna.look()["waiting"] == [1])
    told = anna.look(lang="en")["told"]
    assert any(line.endswith("(a bot stood in)") for line in told)
    assert clock_of(anna)["left"][1] == 86400.0
    assert ben.post("seats/0/return", {}).status_code == 403
    back = anna.post("seats/0/return", {})
    assert back.status_code == 200
    assert back.json()["clock"]["stand_ins"] == []
    assert back.json()["clock"]["left"][0] == 86400.0


@pytest.mark.parametrize("kind", [DAILY, BANK])
def test_no_clock_is_refilled_but_by_play(timed: Client, hands: Hands, kind: Any) -> None:
    """Not by an invitation to oneself, nor by playing and taking it back."""
    anna, _, _ = new_match(timed, clock=kind)
    hands.pass_by(3600)
    left = kind["seconds"] - 3600
    assert clock_of(anna)["left"][0] == left
    code = anna.post("seats/0/invitation", {}).json()["code"]
    joined = timed.post(f"/api/matches/{anna.match}/join", json={"code": code})
    assert joined.status_code == 200
    anna = Player(timed, anna.match, joined.json()["token"])
    assert clock_of(anna)["left"][0] == left
    anna.act("place", "black", "D20")
    assert anna.post("undo", {"ply": anna.look()["ply"]}).status_code == 200
    assert clock_of(anna)["left"][0] == left


def test_an_invitation_to_oneself_does_not_stop_the_bot_that_plays_for_lack_of_time(
    timed: Client, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does giving the seat back: the turn without time is the bot's to end."""
    monkeypatch.setattr(timed.app.state.bots, "poke", lambda _: None)  # type: ignore[attr-defined]  # it thinks for long
    anna, _, _ = new_match(timed, clock=DAILY)
    hands.pass_by(86401)
    store = timed.app.state.matches.store  # type: ignore[attr-defined]
    store.clocks.stand_in(anna.match, "greedy")
    assert anna.post("seats/0/return", {}).status_code == 409
    monkeypatch.setattr(store.clocks, "due", list)  # no judge who would let it stand in again
    code = anna.post("seats/0/invitation", {}).json()["code"]
    assert timed.post(f"/api/matches/{anna.match}/join", json={"code": code}).status_code == 200
    assert clock_of(anna)["stand_ins"] == [0]


def test_who_has_no_time_left_cannot_play_on_beside_the_bot(
    timed: Client, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by hand, nor by undo and redo again and again, nor by a new order, while the bot thinks."""
    monkeypatch.setattr(timed.app.state.bots, "poke", lambda _: None)  # type: ignore[attr-defined]  # it thinks for long
    people = new_match(timed, ("Anna", "Ben", "Cleo"), {"seating": "free"}, game="1830", clock=MOVE)
    (seat,) = people[0].look()["waiting"]
    late = people[seat]
    hands.pass_by(590)
    assert late.act("pass_turn").status_code == 200
    assert late.post("undo", {"ply": 1}).status_code == 200, "there are 10 s left"
    hands.pass_by(11)
    store = timed.app.state.matches.store  # type: ignore[attr-defined]
    store.clocks.stand_in(late.match, "greedy")
    refused = [
        late.act("pass_turn"),
        late.post("redo", {"ply": 0}),
        late.post("orders", {"kind": "bid", "args": {"private": "SV", "price": 20}}),
    ]
    assert [(one.status_code, one.json()["error"]) for one in refused] == [(409, "time")] * 3
    assert late.look()["ply"] == 0


def test_why_a_bot_stands_in_is_not_told_anew(timed: Client, hands: Hands) -> None:
    """A player who ran out of time cannot let it look as if they had asked for the bot."""
    anna, ben, _ = new_match(timed, clock=DAILY)
    hands.pass_by(86401)
    until(lambda: clock_of(anna)["stand_ins"] == [0])
    assert anna.post("seats/0/stand-in", {}).status_code == 200
    (told,) = ben.get("/record", lang="en").json()["record"]
    assert "ran out of time" in told["text"]
    with timed.app.state.matches.store.database.asking() as db:  # type: ignore[attr-defined]
        assert list(db.scalars(sa.select(seats.c.stand_in_why).where(seats.c.seat == 0))) == ["time"]


def test_a_turn_without_time_is_passed_where_it_can_be(timed: Client, hands: Hands) -> None:
    """In the stock round of 1830 one passes; the player has the next turn again."""
    seats = [{"name": name} for name in ("Anna", "Ben", "Clara")]
    body = {"game": "1830", "seats": seats, "clock": {"kind": "move", "seconds": 600, "zero": "pass"}}
    answer = timed.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    table = [Player(timed, answer.json()["id"], seat["token"]) for seat in answer.json()["seats"]]
    (first,) = table[0].look()["waiting"]
    hands.pass_by(601)
    until(lambda: table[0].look()["waiting"] != [first])
    (action,) = [one for one in table[0].look()["view"]["log"] if one["seat"] == first]
    assert action["kind"] == "pass_turn"
    until(lambda: clock_of(table[0])["stand_ins"] == [])


def test_nobody_waits_for_an_empty_chair_by_the_clock(timed: Client, hands: Hands) -> None:
    """The clock of a seat runs from when somebody sits there."""
    answer = timed.post(
        "/api/matches",
        json={
            "game": "paris-connection",
            "options": {"start_layout": "fixed", "start_player": "1"},
            "seats": [{"free": True}, {"name": "Ben"}, {"name": "Clara"}],
            "clock": DAILY,
        },
    ).json()
    ben = Player(timed, answer["id"], answer["seats"][1]["token"])
    hands.pass_by(50 * HOUR)
    assert clock_of(ben)["running"] == []
    code = answer["invitations"][0]["code"]
    assert timed.post(f"/api/matches/{ben.match}/join", json={"code": code, "name": "Anna"}).status_code == 200
    told = clock_of(ben)
    assert told["running"] == [0]
    assert told["left"][0] == 86400.0


@pytest.mark.parametrize(
    ("pace", "field"),
    [
        ({"kind": "hourglass", "seconds": 60}, "clock.kind"),
        ({"kind": "move", "seconds": 1}, "clock.seconds"),
        ({"kind": "move", "seconds": 10**9}, "clock.seconds"),
        ({"kind": "move", "seconds": 600, "increment": 5}, "clock.increment"),
        ({"kind": "bank", "seconds": 600, "increment": -5}, "clock.increment"),
        ({"kind": "bank", "seconds": 600, "zero": "lose"}, "clock.zero"),
        ({"kind": "bank", "seconds": True}, "seconds"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(client: Client, pace: Any, field: str) -> None:
    seats = [{"name": name} for name in ("Anna", "Ben", "Clara")]
    answer = client.post("/api/matches", json={"game": "paris-connection", "seats": seats, "clock": pace})
    assert answer.status_code == 400
    assert field in answer.json()["text"] or field in str(answer.json()["data"])


def test_a_match_without_a_limit_has_no_clock(client: Client) -> None:
    anna, *_ = new_match(client)
    assert clock_of(anna) is None


def test_clocks_of_a_restored_database_go_on_from_when_a_server_looks(tmp_path: Path, hands: Hands) -> None:
    database, copy = tmp_path / "one.sqlite3", tmp_path / "two.sqlite3"
    with running(database) as client:
        anna, *_ = new_match(client, clock=DAILY)
        write(client.app.state.matches.store.database, tmp_path / "all.zip")  # type: ignore[attr-defined]
    store = Store(str(copy))
    restore(store.database, tmp_path / "all.zip")
    try:
        hands.pass_by(1000 * HOUR)
        store.clocks.time = hands.time(store)
        assert store.clocks.due() == [anna.match]
        assert store.clocks.stand_in(anna.match, stand_in_for("paris-connection")) == []
        with store.database.asking() as db:
            ends = db.scalar(sa.select(matches.c.runs_out))
            assert ends == pytest.approx(store.clocks.time.now(db) + 86400, abs=1)
    finally:
        store.close()
