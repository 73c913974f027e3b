"""Who is at which table, seats for friends, and seats whose players stay away."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.core.match import Seat
from stellwerk.server.hub import Ear
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed
from stellwerk.server.presence import LOOKED, Presence
from stellwerk.server.store import Store
from stellwerk.server.store.attendance import Attended, Visit
from stellwerk.server.store.schema import matches, meta, seats
from stellwerk.server.store.uptime import AWAKE, OUTAGE, Uptime
from tests.server.kit import FIXED, GAME, Client, Player, new_match, sit, store_of

ANN, ZOE = hashed("ann"), hashed("zoe")
SEATS = [Seat("Ann"), Seat("Ben"), Seat("Robo", "random")]
FRIENDS = ({"name": "Ann"}, {"free": True}, {"name": "Robo", "bot": "random"})


def attended(store: Store, name: str, now: float | None = None) -> Attended:
    return store.attendance.of([name], time.time() if now is None else now)[name]


def test_a_seat_is_attended_while_a_stream_of_its_player_follows_the_match(database: Path) -> None:
    """A short absence is none; a bot is neither here nor away."""

    async def scenario() -> None:
        store = Store(str(database))
        service, presence = Matches(store), Presence(store, grace=0.3)
        name = (await service.create(GAME, SEATS, FIXED)).id
        await sit(service, ANN, name, 0)
        await sit(service, ZOE, name, 1)
        presence.start()
        ear = Ear()

        async def told(wanted: str) -> None:
            async with asyncio.timeout(300):
                while wanted not in b"".join(await ear.wait(300)).decode():
                    pass

        with presence.attending(ear, ANN, [name], told=True):
            await told('"here": [0], "away": [1]')
            with presence.attending(Ear(), ZOE, [name], told=False):
                await told('"here": [0, 1], "away": []')
            with presence.attending(Ear(), ZOE, [name], told=False):
                await asyncio.sleep(0.6)
                assert attended(store, name) == Attended((0, 1), ()), "who only goes to another page has not left"
            await told('"here": [0], "away": [1]')
        await presence.close()
        store.close()

    asyncio.run(scenario())


def test_who_comes_at_another_process_is_told_soon(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within seconds, not when what they noted has to be noted again."""
    assert LOOKED <= 10
    monkeypatch.setattr("stellwerk.server.presence.LOOKED", 0.2)

    async def scenario() -> None:
        store = Store(str(database))
        service, here, there = Matches(store), Presence(store, grace=0.1), Presence(store, grace=0.1)
        name = (await service.create(GAME, SEATS, FIXED)).id
        await sit(service, ANN, name, 0)
        await sit(service, ZOE, name, 1)
        here.start()
        there.start()
        ear = Ear()

        async def told(wanted: str) -> None:
            async with asyncio.timeout(300):
                while wanted not in b"".join(await ear.wait(300)).decode():
                    pass

        with here.attending(ear, ANN, [name], told=True):
            await told('"here": [0], "away": [1]')
            with there.attending(Ear(), ZOE, [name], told=False):
                await told('"here": [0, 1], "away": []')
            await told('"here": [0], "away": [1]')
        await here.close()
        await there.close()
        store.close()

    asyncio.run(scenario())


def test_what_a_process_noted_that_died_is_forgotten(database: Path) -> None:
    async def scenario() -> None:
        store = Store(str(database))
        name = (await Matches(store).create(GAME, SEATS, FIXED)).id
        await sit(Matches(store), ANN, name, 0)
        assert store.attendance.note([Visit(ANN, name), Visit(ZOE, name)], 1000.0) == {name}
        assert attended(store, name, 999.0) == Attended((0,), (1,))
        assert attended(store, name, 1001.0) == Attended((), (0, 1))
        store.close()

    asyncio.run(scenario())


def begin(client: Client) -> Any:
    client.cookies.set("stellwerk", "ann")
    answer = client.post("/api/matches", json={"game": GAME, "options": FIXED, "seats": list(FRIENDS)})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_friend_gets_a_seat_that_nobody_had_and_a_name_of_their_own(client: Client) -> None:
    made = begin(client)
    name, (invited,) = made["id"], made["invitations"]
    assert made["seats"][1] == {"seat": 1, "name": "Guest 2", "bot": None, "token": None}
    assert client.get(f"/api/matches/{name}").json()["held"] == [0], "the host plays one seat alone"
    assert client.get(f"/api/matches/{name}/seats").json()["seats"][1]["state"] == "free"
    assert "curtain" not in client.get(f"/match/{name}").text
    body = {"code": invited["code"], "name": "Zoe"}
    client.cookies.set("stellwerk", "zoe")
    joined = client.post(f"/api/matches/{name}/join", json=body)
    assert joined.json() == {"seat": 1, "token": None}
    assert client.get(f"/api/matches/{name}").json()["seats"][1]["name"] == "Zoe"


def test_somebody_has_to_be_there_who_can_invite(client: Client) -> None:
    for chairs in ([{"free": True}] * 3, [{"free": True}, {"bot": "random"}, {"free": True}]):
        answer = client.post("/api/matches", json={"game": GAME, "seats": chairs})
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    both = [{"free": True, "bot": "random"}, {}, {}]
    assert client.post("/api/matches", json={"game": GAME, "seats": both}).status_code == 400


def wait(store: Store, name: str, hours: float) -> None:
    """Let a match wait for so long for whoever is to move, none of whom are there."""
    with store.database.writing() as db:
        db.execute(sa.update(matches).where(matches.c.id == name).values(changed=time.time() - hours * 3600))
        db.execute(sa.update(seats).where(seats.c.match == name).values(here_until=None))


def test_time_in_which_no_server_ran_is_no_absence(client: Client) -> None:
    """Everybody was away for 96 hours, but for 90 of them there was no table to come to."""
    ann, ben, _ = new_match(client)
    store, name, now = store_of(client), ann.match, time.time()
    wait(store, name, 96)
    assert [one["vacant"] for one in ben.get("/seats").json()["seats"]] == [True, False, False]
    awake = sa.delete(meta).where(sa.or_(meta.c.key == AWAKE, meta.c.key.startswith(OUTAGE)))
    with store.database.writing() as db:
        db.execute(awake)
        db.execute(sa.insert(meta), {"key": AWAKE, "value": f"{now - 90 * 3600:.0f}"})
    assert [one["vacant"] for one in ben.get("/seats").json()["seats"]] == [False] * 3, "a server has just started"
    Uptime(store.database).note()
    assert ben.post("seats/0/invitation", {}).status_code == 403, "it has noted the outage"
    wait(store, name, 90 + 73)
    assert ben.post("seats/0/invitation", {}).status_code == 201


def test_only_a_long_silence_of_the_servers_is_an_outage(database: Path) -> None:
    store, now = Store(str(database)), [1000.0]
    one, two = (Uptime(store.database, lambda: now[0]) for _ in range(2))
    for now[0] in (1000.0, 1100.0, 1250.0, 5250.0, 5350.0, 9350.0):
        one.note()
        two.note()
    assert one.between(0.0, 9350.0) == 1350.0, "none ran from 1250 to 5250, and from 5350 to 9350"
    assert one.between(5250.0, 9350.0) == 100.0
    assert one.between(1000.0, 1250.0) == 250.0
    store.close()


def test_the_seat_of_somebody_who_stays_away_is_offered_to_somebody_else(client: Client) -> None:
    ann, ben, _ = new_match(client)
    store, name = store_of(client), ann.match
    assert ann.look()["waiting"] == [0]

    def offer() -> Any:
        return ben.post("seats/0/invitation", {})

    wait(store, name, 71)
    assert offer().status_code == 403
    wait(store, name, 73)
    assert [one["vacant"] for one in ben.get("/seats").json()["seats"]] == [True, False, False]
    assert ben.post("seats/2/invitation", {}).status_code == 403, "nobody waits for Clara"
    code = offer().json()["code"]
    assert ann.look()["held"] == [0], "an offer alone takes nothing away"

    store.attendance.note([Visit(hashed(str(ann.token)), name)], time.time() + 1)
    back = client.post(f"/api/matches/{name}/join", json={"code": code})
    assert (back.status_code, back.json()["error"]) == (403, "invitation"), "Ann was there meanwhile"
    assert offer().status_code == 403

    wait(store, name, 73)
    joined = client.post(f"/api/matches/{name}/join", json={"code": offer().json()["code"], "name": "Zoe"})
    assert joined.status_code == 200
    assert ann.get().status_code == 403
    assert Player(client, name, joined.json()["token"]).look()["seats"][0]["name"] == "Zoe"


def test_a_running_match_is_saved_as_far_as_who_saves_it_may_know(client: Client) -> None:
    ann, ben, _ = new_match(client)
    file = ben.get("/file").json()
    assert (file["seed"], file["log"]) == (None, [])
    hands = ben.look()["view"]["state"]["hands"]
    assert sorted(file["position"]["hands"][1]) == sorted(hands[1]), "what Ben sees"
    again = client.post("/api/matches", json={"file": file})
    assert again.status_code == 201, again.text
    assert client.get(f"/api/matches/{ann.match}/file").status_code == 403, "a spectator"

    client.cookies.set("stellwerk", "ann")
    alone = new_match(client, ("Ann", {"name": "Ben"}, {"name": "Robo", "bot": "random"}))[0]
    whole = client.get(f"/api/matches/{alone.match}/file").json()
    assert whole["seed"] is None
    assert len(whole["log"]) >= 3, "round one screen the whole log"


def test_who_plays_against_bots_alone_saves_a_match_without_looking_into_their_hands(client: Client) -> None:
    """What they hold is imagined: the match can be gone on with, and one's own hand is as it was."""
    client.cookies.set("stellwerk", "ann")
    bots = [{"name": f"Robo {number}", "bot": "random"} for number in (1, 2)]
    alone = new_match(client, ("Ann", *bots))[0]
    file = client.get(f"/api/matches/{alone.match}/file").json()
    assert (file["seed"], file["log"]) == (None, [])
    assert sorted(file["position"]["hands"][0]) == sorted(alone.look()["view"]["state"]["hands"][0])
    again = client.post("/api/matches", json={"file": file})
    assert again.status_code == 201, again.text

    rail = client.post("/api/matches", json={"game": "1830", "seats": [{"name": "Ann"}, *bots]}).json()["id"]
    whole = client.get(f"/api/matches/{rail}/file").json()
    assert whole["seed"] is None
    assert whole["log"], "everybody saw all of it"
    assert client.post("/api/matches", json={"file": whole}).status_code == 201
