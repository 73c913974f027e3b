"""Guided matches over HTTP: begun, led, left, and counted nowhere else."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from stellwerk.core import walkthrough
from stellwerk.core.guide import Guide
from stellwerk.core.title import Title
from stellwerk.core.walkthrough import walkthrough_of
from stellwerk.server import guided
from tests.server.kit import Client
from tests.web.scenes import Elements, match_of
from tests.web.site import do, upload

GAME = "paris-connection"


def begin(client: Client, game: str = GAME) -> str:
    answer = client.post(f"/learn/{game}", follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"].removeprefix("/match/")


def box(html: str) -> dict[str, str]:
    (found,) = (attrs for attrs in Elements(html).having("data-how"))
    return found


def where(html: str) -> tuple[int, str]:
    found = box(html)
    return int(found["data-step"]), found["data-how"]


def go(client: Client, match: str, step: int) -> Any:
    now = client.get(f"/api/matches/{match}").json()
    return client.post(f"/match/{match}/guide", json={"step": step, "ply": now["ply"], "rev": now["rev"]})


def act(client: Client, match: str, kind: str, *args: object) -> Any:
    return do(client, match, "act", 0, action={"kind": kind, "args": list(args)})


def test_the_steps_lead_through_a_whole_match_and_back(client: Client) -> None:
    match = begin(client)
    assert where(client.get(f"/match/{match}").text) == (0, "asked")
    wrong = act(client, match, "place", "brown", "H24")
    assert (wrong.status_code, wrong.json()["rule"]) == (422, "build.4")
    assert where(act(client, match, "place", "yellow", "E17").text) == (0, "elsewhere")
    assert where(go(client, match, 0).text) == (0, "asked")
    assert where(act(client, match, "place", "brown", "H22").text) == (1, "asked")
    assert where(go(client, match, 2).text) == (2, "asked")
    assert where(act(client, match, "finish").text) == (2, "done")
    led = walkthrough_of(GAME)
    assert led is not None
    last = len(led.guide.steps)
    assert where(go(client, match, last).text) == (last, "over")
    assert client.get(f"/api/matches/{match}").json()["over"]
    assert where(go(client, match, 3).text) == (3, "asked")
    assert not client.get(f"/api/matches/{match}").json()["over"]


def test_what_is_done_for_the_learner_is_explained_before_the_others_act(client: Client) -> None:
    """Step 2 of Paris Connection ends a build; then Ben builds blue and Cleo red."""
    match = begin(client)
    now = client.get(f"/api/matches/{match}").json()
    body = {"step": 2, "done": True, "ply": now["ply"], "rev": now["rev"]}
    told = client.post(f"/match/{match}/guide", json=body)
    assert where(told.text) == (2, "done")
    assert "Next Ben builds blue into Troyes" in told.text
    assert client.get(f"/api/matches/{match}").json()["waiting"] == [1]
    assert where(go(client, match, 3).text) == (3, "asked")
    assert client.get(f"/api/matches/{match}").json()["waiting"] == [0]


def test_an_undo_leads_back_too(client: Client) -> None:
    match = begin(client)
    go(client, match, 3)
    answer = do(client, match, "undo", 0)
    assert where(answer.text) == (2, "asked")


def test_nobody_else_sees_the_box_or_leads(client: Client) -> None:
    match = begin(client)
    client.cookies.clear()
    assert "data-how" not in client.get(f"/match/{match}").text
    assert go(client, match, 1).status_code == 403
    assert client.post(f"/match/{match}/guide/freed", json={}).status_code == 403


def test_a_match_whose_guide_has_changed_since_is_not_led(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(client)
    known = walkthrough_of(GAME)
    assert known is not None
    other = replace(known, guide=replace(known.guide, seed="another seed"))
    monkeypatch.setattr(guided, "walkthrough_of", lambda _game: other)
    before = client.get(f"/api/matches/{match}").json()["rev"]
    assert go(client, match, 2).status_code == 404
    assert client.get(f"/api/matches/{match}").json()["rev"] == before


def test_no_guide_is_played_through_in_the_event_loop(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[bool] = []

    def work_out(known: Title, guide: Guide) -> walkthrough.Walkthrough:
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            played.append(True)
        return worked_out(known, guide)

    worked_out = walkthrough.work_out
    monkeypatch.setattr(walkthrough, "work_out", work_out)
    walkthrough._walkthrough.cache_clear()
    assert client.get(f"/learn/{GAME}").status_code == 200
    assert where(client.get(f"/match/{begin(client)}").text) == (0, "asked")
    assert not played


@pytest.mark.parametrize("step", [-1, 7, 10**12])
def test_there_are_only_so_many_steps(client: Client, step: int) -> None:
    assert go(client, begin(client), step).status_code == 404


def test_who_plays_on_has_real_bots_and_no_guide(client: Client) -> None:
    match = begin(client)
    act(client, match, "place", "yellow", "E17")
    freed = client.post(f"/match/{match}/guide/freed", json={}).json()["id"]
    now = client.get(f"/api/matches/{freed}").json()
    assert (now["ply"], [seat["bot"] for seat in now["seats"]]) == (4, [None, "greedy", "greedy"])
    assert "data-how" not in client.get(f"/match/{freed}").text


def test_the_lobby_marks_which_matches_are_guided(client: Client) -> None:
    led = begin(client)
    free = client.post(f"/match/{led}/guide/freed", json={}).json()["id"]
    lobby = client.get("/").text
    rows = {match: lobby.split(f'id="mine-{match}"')[1].split("</li>")[0] for match in (led, free)}
    tag = '<span class="tag">guided</span>'
    assert (tag in rows[led], tag in rows[free]) == (True, False)


def test_a_branch_has_real_bots_too(client: Client) -> None:
    match = begin(client)
    made = client.post(f"/api/matches/{match}/branch", json={"ply": 3}).json()["id"]
    assert [seat["bot"] for seat in client.get(f"/api/matches/{made}").json()["seats"]] == [None, "greedy", "greedy"]


def test_the_guide_waits_where_a_bot_would_move(client: Client) -> None:
    match = begin(client)
    act(client, match, "trade", "yellow", "red", 1)
    now = client.get(f"/api/matches/{match}").json()
    assert (now["waiting"], where(client.get(f"/match/{match}").text)) == ([1], (0, "elsewhere"))


def test_no_guide_sits_at_a_table_that_somebody_else_begins(client: Client) -> None:
    seats = [{"name": "Ada"}, {"name": "Ben", "bot": "guide"}, {"name": "Cleo"}]
    assert client.post("/api/matches", json={"game": GAME, "seats": seats}).status_code == 400


def test_a_match_that_is_not_guided_cannot_be_led(client: Client) -> None:
    match = upload(client, match_of(seats=3))["id"]
    assert go(client, match, 0).status_code in (403, 404)


def test_the_pages_tell_what_comes(client: Client) -> None:
    assert client.get("/learn").status_code == 200
    for game in ("1830", "1848", "1853", GAME, "railroad-revolution"):
        led = walkthrough_of(game)
        assert led is not None
        html = client.get(f"/learn/{game}?lang=de").text
        assert all(step.title["de"] in html for step in led.guide.steps), game
    assert client.get("/learn/chess").status_code == 404
