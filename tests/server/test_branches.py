"""Branches: their names, the way back, and who may delete which."""

from pathlib import Path

import sqlalchemy as sa

from stellwerk.server.expiry import Expiry
from stellwerk.server.names import hashed
from stellwerk.server.store import Store
from stellwerk.server.store.schema import matches
from tests.server.kit import Client, Player, both, played, running, upload


def as_(client: Client, who: str) -> None:
    """Browse with this cookie and no other."""
    client.cookies.clear()
    client.cookies["stellwerk"] = who


def made(client: Client, name: str, ply: int = 25, **more: str) -> str:
    """A branch that the cookie of this client holds with all its seats."""
    as_(client, "ann")
    found = client.post(f"/api/matches/{name}/branch", json={"ply": ply, **more}).json()
    return str(found["id"])


def look(client: Client, name: str) -> dict[str, object]:
    found: dict[str, object] = client.get(f"/api/matches/{name}").json()
    return found


@both
def test_a_branch_knows_its_name_and_where_it_came_from(database: Path | str) -> None:
    with running(database) as client:
        whole = upload(client, played("over"))[0].match
        branch = made(client, whole, label="  Ben sells  first ")
        told = look(client, branch)
        assert (told["label"], told["parent"]) == ("Ben sells first", {"id": whole, "ply": 25})
        assert (look(client, whole)["label"], look(client, whole)["parent"]) == (None, None)
        again = client.post(f"/api/matches/{branch}/label", json={"label": "Cleo first"})
        assert again.json() == {"id": branch, "label": "Cleo first"}
        assert look(client, branch)["label"] == "Cleo first"
        assert client.post(f"/api/matches/{branch}/label", json={"label": None}).json()["label"] is None
        for bad in ("x" * 500, "\u202e", "a\x00b"):
            assert client.post(f"/api/matches/{branch}/label", json={"label": bad}).status_code == 400
        assert client.post(f"/api/matches/{whole}/label", json={"label": "Mine"}).json()["data"] == {"reason": "match"}


@both
def test_the_maker_of_a_branch_deletes_it_for_good(database: Path | str) -> None:
    """What was branched from it hangs on the match that it came from, and what followed it stays."""
    with running(database) as client:
        whole = upload(client, played("over"))[0].match
        branch = made(client, whole)
        inner = made(client, branch, 10)
        assert client.post(f"/api/matches/{branch}/delete", json={}).json() == {
            "id": branch,
            "parent": whole,
            "ply": 25,
        }
        assert client.get(f"/api/matches/{branch}").status_code == 404
        assert client.get(f"/match/{branch}").status_code == 404
        assert client.post(f"/api/matches/{branch}/delete", json={}).status_code == 404
        assert look(client, inner)["parent"] == {"id": whole, "ply": 25}
        assert look(client, whole)["over"]


def test_a_match_and_what_others_play_in_are_never_deleted(client: Client) -> None:
    players = upload(client, played("over"))
    whole = players[0].match
    assert players[0].post("delete", {}).json()["data"] == {"reason": "match"}
    branch = made(client, whole)
    seats = client.post(f"/api/matches/{whole}/branch", json={"ply": 25}).json()["seats"]
    assert len(seats) > 1
    # Somebody who holds nothing, somebody else's cookie, and the token of one seat alone.
    as_(client, "mallory")
    assert client.post(f"/api/matches/{branch}/delete", json={}).status_code == 403
    assert client.post(f"/api/matches/{branch}/label", json={"label": "x"}).status_code == 403
    as_(client, "ann")
    code = client.post(f"/api/matches/{branch}/seats/1/invitation", json={}).json()["code"]
    as_(client, "ben")
    assert client.post(f"/api/matches/{branch}/join", json={"code": code}).status_code == 200
    for who in ("ann", "ben"):
        as_(client, who)
        refused = client.post(f"/api/matches/{branch}/delete", json={})
        assert (refused.status_code, refused.json()["data"]) == (403, {"reason": "others"})
    assert look(client, branch)["ply"] == 25


def test_a_seat_that_changes_hands_meanwhile_keeps_a_branch(client: Client, database: Path) -> None:
    """The condition stands in the transaction: whoever was looked up before counts no more."""
    whole = upload(client, played("over"))[0].match
    branch = made(client, whole)
    store = Store(str(database))
    assert not store.branches.remove(branch, 99, [])
    assert not store.branches.remove(whole, 0, [])
    assert [one.id for one in store.branches.of(whole, hashed("ann"), 10)] == [branch]
    assert store.branches.of(whole, hashed("ben"), 10) == []
    with store.database.reading() as db:
        assert db.scalar(sa.select(sa.func.count()).select_from(matches)) == 2
    store.close()


def test_a_program_with_the_only_seat_of_a_person_deletes_its_branch(client: Client) -> None:
    client.cookies.clear()
    bots = {"game": "paris-connection", "seats": [{"name": "A"}, {"bot": "random"}, {"bot": "random"}]}
    created = client.post("/api/matches", json=bots).json()
    anna = Player(client, created["id"], created["seats"][0]["token"])
    branch = anna.post("branch", {"ply": 0}).json()
    own = Player(client, branch["id"], branch["seats"][0]["token"])
    assert own.post("delete", {}).status_code == 200


def test_a_branch_can_be_deleted_when_the_match_it_came_from_has_expired(client: Client) -> None:
    """It is still a branch, and the page says so; there is nowhere to go back to."""
    whole = upload(client, played("over"))[0].match
    branch = made(client, whole)
    database = client.app.state.matches.store.database  # type: ignore[attr-defined]
    with database.writing() as db:
        db.execute(sa.update(matches).where(matches.c.id == whole).values(changed=1.0))
    assert Expiry(None, 1).expire(database) == [whole]
    assert look(client, branch)["parent"] is None
    page = client.get(f"/match/{branch}").text
    assert 'id="branched"' in page
    assert f"/match/{whole}" not in page
    gone = client.post(f"/api/matches/{branch}/delete", json={})
    assert gone.json() == {"id": branch, "parent": None, "ply": 25}
    assert client.get(f"/api/matches/{branch}").status_code == 404
