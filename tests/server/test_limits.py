"""Who asks too often is told when to come back, others go on; and nobody borrows another one's address."""

import logging
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.matchfile import dump
from stellwerk.server.addresses import group, is_home, is_private
from stellwerk.server.app import create_app
from stellwerk.server.errors import TooOften
from stellwerk.server.limits import Limits, kind_of
from stellwerk.server.rates import SHARE, USUAL, Rate, rates_of
from stellwerk.server.settings import Settings
from stellwerk.server.tallies import Tallies, Tally, tallies
from tests.server.kit import GAME, PEOPLE, Client, played
from tests.server.kit import USUAL as QUICK

BODY = {"game": GAME, "seats": [{"name": name} for name in PEOPLE]}
FAR = ("203.0.113.5", 40_000)
SHARED = Settings(host="0.0.0.0", limits=("acting=60/minute",))


class Clock:
    """Time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def scope(address: str | None = FAR[0], cookie: str = "", **headers: str) -> dict[str, Any]:
    given = {**headers, **({"cookie": f"stellwerk={cookie}"} if cookie else {})}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
    return {"type": "http", "client": None if address is None else (address, 1), "headers": named}


def limits(clock: Clock, *named: str, **settings: Any) -> Limits:
    return Limits(Settings(**{"host": "0.0.0.0", "limits": named, **settings}), clock=clock)


def allowed(over: Limits, kind: str, who: dict[str, Any], at_most: int = 10_000) -> int:
    """How often somebody may do something at once."""
    for done in range(at_most):
        try:
            over.charge(kind, who)
        except TooOften:
            return done
    return at_most


@contextmanager
def visited(database: Path, *named: str, client: tuple[str, int] = FAR, **settings: Any) -> Iterator[Client]:
    usual = {**QUICK, "host": "0.0.0.0", "limits": named}
    with Client(create_app(Settings(database=str(database), **{**usual, **settings})), client=client) as found:
        yield found


# --- counting --------------------------------------------------------------------------------------------


def test_a_window_may_be_used_up_at_once_and_then_fills_evenly() -> None:
    clock = Clock()
    over, anna = limits(clock, "acting=60/minute"), scope(cookie="anna")
    assert allowed(over, "acting", anna) == 60
    with pytest.raises(TooOften) as refused:
        over.charge("acting", anna)
    assert (refused.value.seconds, refused.value.headers) == (1, {"retry-after": "1"})
    clock.now += 10
    assert allowed(over, "acting", anna) == 10
    clock.now += 3600
    assert allowed(over, "acting", anna) == 60, "nobody saves up more than a window"


def test_who_comes_back_when_told_is_served() -> None:
    clock = Clock()
    over, anna = limits(clock, "creating=3/10 minutes"), scope(cookie="anna")
    assert allowed(over, "creating", anna) == 3
    with pytest.raises(TooOften) as refused:
        over.charge("creating", anna)
    clock.now += refused.value.seconds - 1
    assert allowed(over, "creating", anna) == 0
    clock.now += 1
    assert allowed(over, "creating", anna) == 1


def test_refusals_do_not_make_it_worse() -> None:
    clock = Clock()
    over, anna = limits(clock, "acting=60/minute"), scope(cookie="anna")
    allowed(over, "acting", anna)
    for _ in range(500):
        assert allowed(over, "acting", anna, 1) == 0
    clock.now += 1
    assert allowed(over, "acting", anna) == 1


def test_one_visitor_does_not_use_up_what_others_at_the_same_address_have() -> None:
    over = limits(Clock(), "acting=60/minute")
    assert allowed(over, "acting", scope(cookie="anna")) == 60
    assert allowed(over, "acting", scope(cookie="ben")) == 60
    assert allowed(over, "acting", scope(authorization="Bearer abc")) == 60
    assert allowed(over, "reading", scope(cookie="anna"), 10) == 10, "each kind of work has a limit of its own"


def test_inventing_cookies_gets_nobody_further_than_their_address_allows() -> None:
    over = limits(Clock(), "acting=6/minute")
    done = sum(allowed(over, "acting", scope(cookie=f"made up {number}")) for number in range(100))
    assert done == 6 * SHARE
    assert allowed(over, "acting", scope("198.51.100.7", cookie="ben")) == 6


def test_a_line_of_version_6_is_one_address_however_many_it_has() -> None:
    over = limits(Clock(), "acting=6/minute")
    done = sum(allowed(over, "acting", scope(f"2001:db8:1:2:{number:x}::1")) for number in range(100))
    assert done == 6 * SHARE
    assert allowed(over, "acting", scope("2001:db8:1:3::1")) == 6 * SHARE


def test_the_strictest_of_several_windows_decides() -> None:
    clock = Clock()
    over, anna = limits(clock, "creating=5/minute; 8/hour"), scope(cookie="anna")
    assert allowed(over, "creating", anna) == 5
    clock.now += 60
    assert allowed(over, "creating", anna) in (3, 4), "of eight in an hour five are gone; a minute gives back little"


def test_memory_is_bounded_and_who_asks_most_is_remembered() -> None:
    tally, rate = Tally(places=1024), Rate(5, 60)
    for _ in range(5):
        tally.count(("busy",), rate, 0.0)
    for number in range(50_000):
        tally.count((f"once {number}",), rate, 0.0)
    assert len(tally.marks) == len(tally.until) == 1024
    assert tally.wait(("busy",), rate, 0.0) > 0
    assert sum(tally.wait((f"once {number}",), Rate(1, 12), 0.0) > 0 for number in range(50_000)) <= 1024
    assert tally.wait(("once 49999",), Rate(1, 12), 0.0) > 0, "who has just asked"


def ask(counted: Tallies, times: int) -> None:
    assert allowed(Limits(SHARED, counted, clock=Clock()), "acting", scope(cookie="anna"), times) == times


def test_processes_that_were_started_with_the_same_tallies_count_together() -> None:
    counted = tallies(shared=True)
    for _ in range(2):
        other = multiprocessing.get_context("spawn").Process(target=ask, args=(counted, 20))
        other.start()
        other.join(300)
        assert other.exitcode == 0
    here = Limits(SHARED, counted, clock=Clock())
    assert allowed(here, "acting", scope(cookie="anna")) == 20
    assert allowed(Limits(SHARED, clock=Clock()), "acting", scope(cookie="anna")) == 60, "who has tallies of its own"


# --- whom they hold for ----------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", None])
def test_who_sits_at_the_computer_of_a_private_server_is_not_limited(address: str | None) -> None:
    assert allowed(limits(Clock(), host="127.0.0.1"), "acting", scope(address, cookie="bot")) == 10_000


def test_but_a_limit_that_was_named_holds_for_everybody() -> None:
    over = limits(Clock(), "acting=60/minute", host="127.0.0.1")
    assert allowed(over, "acting", scope("127.0.0.1", cookie="bot")) == 60
    assert allowed(over, "reading", scope("127.0.0.1", cookie="bot")) == 10_000


def test_a_proxy_nobody_told_of_does_not_open_the_gate(caplog: pytest.LogCaptureFixture) -> None:
    over = limits(Clock(), host="127.0.0.1")
    with caplog.at_level(logging.WARNING):
        for visitor in ("anna", "ben", "cleo"):
            who = scope("127.0.0.1", cookie=visitor, x_forwarded_for="203.0.113.9")
            assert 0 < allowed(over, "acting", who) < 10_000
    assert [record.message for record in caplog.records if "--trust-proxy" in record.message], "how it is mended"
    assert len(caplog.records) == 1


def test_no_limits_means_none() -> None:
    assert allowed(limits(Clock(), limited=False), "creating", scope(cookie="anna")) == 10_000
    assert allowed(limits(Clock(), "reading=off"), "reading", scope(cookie="anna"), 200_000) == 200_000


@pytest.mark.parametrize(
    "bad", ["acting", "acting=", "acting=many", "nothing=6/minute", "acting@visitor=6/minute", "=6/s"]
)
def test_what_is_no_limit_is_said(bad: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        rates_of([bad])


def test_the_usual_limits_leave_people_alone() -> None:
    """Twenty people of a school at one address, each with a move every two seconds and the page that follows it."""
    clock, over = Clock(), limits(Clock())
    over.clock = clock
    for _ in range(600):
        for person in range(20):
            who = scope(cookie=f"pupil {person}")
            over.charge("acting", who)
            for _ in range(4):
                over.charge("reading", who)
        clock.now += 2


# --- what costs what -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/matches", "creating"),
        ("POST", "/api/matches/abc/branch", "creating"),
        ("POST", "/api/matches/abc/again", "creating"),
        ("POST", "/api/matches/abc/actions", "acting"),
        ("POST", "/api/matches/abc/advice", "advising"),
        ("POST", "/api/matches/abc/check", "acting"),
        ("POST", "/match/abc/do", "acting"),
        ("POST", "/lobby/options", "acting"),
        ("GET", "/join/abc/token", "joining"),
        ("POST", "/join/abc/token", "joining"),
        ("POST", "/match/abc/join", "joining"),
        ("POST", "/api/matches/abc/join", "joining"),
        ("POST", "/api/matches/abc/invitation", "joining"),
        ("POST", "/api/matches/abc/seats/0/invitation", "acting"),
        ("POST", "/api/recovery/use", "joining"),
        ("POST", "/api/recovery", "acting"),
        ("GET", "/api/matches/abc", "reading"),
        ("GET", "/match/abc", "reading"),
        ("GET", "/match/abc/history", "reviewing"),
        ("GET", "/match/abc/history/fragment", "reviewing"),
        ("GET", "/match/abc/history/log", "reviewing"),
        ("GET", "/match/abc/run", "reviewing"),
        ("GET", "/history", "reading"),
        ("GET", "/match/abc/charts", "charting"),
        ("GET", "/match/abc/worth", "reckoning"),
        ("GET", "/match/abc/plan", "reckoning"),
        ("POST", "/match/abc/plan", "reckoning"),
        ("GET", "/", "reading"),
        ("DELETE", "/", "reading"),
    ],
)
def test_every_request_is_of_a_kind(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind
    assert kind in USUAL


def test_new_matches_are_limited(database: Path) -> None:
    with visited(database, "creating=3/hour") as client:
        assert [client.post("/api/matches", json=BODY).status_code for _ in range(31)][-2:] == [201, 429]
        answer = client.post("/api/matches", json=BODY)
        assert answer.json()["error"] == "rate"
        seconds = answer.json()["data"]["seconds"]
        assert 0 < seconds <= 120, "thirty an hour for an address"
        assert answer.headers["retry-after"] == str(seconds)
        assert client.get("/api/games").status_code == 200, "reading goes on"


def test_pages_of_the_past_are_limited_for_an_address_whoever_asks(database: Path) -> None:
    with visited(database, "reviewing@address=4/hour") as client:
        match = client.post("/api/matches", json=BODY).json()["id"]
        pages = ("history", "history/fragment?ply=0", "history/log", "run?ply=1")
        for page in pages:
            client.cookies.clear()
            assert client.get(f"/match/{match}/{page}").status_code in (200, 404), page
        for page in pages:
            client.cookies.clear()
            answer = client.get(f"/match/{match}/{page}", headers={"accept": "text/html"})
            assert answer.status_code == 429, page
            assert int(answer.headers["retry-after"]) > 0
            assert "<h1" in answer.text
        assert client.get(f"/match/{match}").status_code == 200


def test_files_are_limited_before_anybody_reads_them(database: Path) -> None:
    file = {"file": dump(played("limits", 5))}
    with visited(database, "importing@address=2/hour") as client:
        assert [client.post("/api/matches", json=file).status_code for _ in range(3)] == [201, 201, 429]
        assert client.post("/api/matches", json=BODY).status_code == 201


def test_matches_with_bots_are_limited(database: Path) -> None:
    seats = [{"name": "Anna"}, {"name": "Ben"}, {"bot": "random"}]
    with visited(database, "bots@address=2/hour") as client:
        answers = [client.post("/api/matches", json={**BODY, "seats": seats}).status_code for _ in range(3)]
        assert answers == [201, 201, 429]
        assert client.post("/api/matches", json=BODY).status_code == 201


def test_codes_cannot_be_guessed(database: Path) -> None:
    with visited(database, "joining@address=5/hour") as client:
        wrong = [client.post("/api/recovery/use", json={"code": f"{number}"}).status_code for number in range(6)]
        assert wrong[5] == 429
        assert all(400 <= status < 429 for status in wrong[:5])


def test_people_read_a_sentence_in_their_language(database: Path) -> None:
    with visited(database, "reading@address=1/hour") as client:
        client.get("/about")
        page = client.get("/about", headers={"accept": "text/html", "accept-language": "de"})
        assert page.status_code == 429
        assert page.headers["content-type"].startswith("text/html")
        assert "Sekunden" in page.text
        assert int(page.headers["retry-after"]) > 3000
        script = client.get("/lobby/mine", headers={"accept": "*/*", "accept-language": "en"})
        assert (script.status_code, script.json()["error"]) == (429, "rate")
        assert "Try again" in script.json()["text"]


# --- addresses -------------------------------------------------------------------------------------------


def test_addresses_are_grouped_by_line() -> None:
    assert group("203.0.113.5") == "203.0.113.5"
    assert group("::ffff:203.0.113.5") == "203.0.113.5"
    assert group("2001:db8:1:2:3:4:5:6") == group("2001:db8:1:2::") != group("2001:db8:1:3::")
    assert group("fe80::1%eth0") == group("fe80::2")
    assert len(group("x" * 5000)) <= 64
    assert group(None) != group("")


def test_only_this_computer_is_at_home() -> None:
    assert is_home("127.0.0.1")
    assert not is_home("192.168.1.5")
    assert is_private("localhost")
    assert is_private("::1")
    assert not any(map(is_private, ("0.0.0.0", "::", "192.168.1.5", "games.example")))
