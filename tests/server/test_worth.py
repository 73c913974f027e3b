"""What choices bring, and plans, over HTTP: in portions, for the visitor's own seat, and never with a trace."""

from typing import Any

import pytest
from httpx2 import Response

from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.scratch import MOST_STEPS
from stellwerk.eighteen.worth import Outlook, filled
from tests.server.kit import Client
from tests.web.late import BANK, before
from tests.web.site import upload

STEP = ["train", "PRR", "D"]
EARLY = 30
"""The lay before which positions are opened: early ones are opened sooner."""


def sit(client: Client, match: Match) -> str:
    client.get("/")
    return str(upload(client, match)["id"])


def rev(client: Client, match: str) -> int:
    return int(client.get(f"/api/matches/{match}").json()["rev"])


def ask(client: Client, match: str, **query: int) -> Response:
    return client.get(f"/match/{match}/worth", params={"rev": rev(client, match), **query})


def portions(client: Client, match: str) -> list[dict[str, Any]]:
    found, start = [], 0
    while True:
        answer = ask(client, match, **{"from": start})
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
        if found[-1]["next"] is None:
            return found
        start = found[-1]["next"]


def test_every_tile_is_told_once_with_what_the_best_run_earns_then(client: Client) -> None:
    match = before(BANK, "lay", EARLY)
    game, s = match.game, match.state
    assert isinstance(game, RailGame)
    company = str(s.todo[-1].who)
    told = [value for portion in portions(client, sit(client, match)) for value in portion["values"]]
    choices = [choice for choice in game.choices(s) if choice.kind == "lay"]
    assert [tuple(key[1:]) for key, *_ in told if key[0] == "lay"] == [choice.args for choice in choices]
    outlook = Outlook(game, s, company)
    for (kind, *args), total, gain, proven in told:
        action = next(filled(choice) for choice in choices if (kind, choice.args) == ("lay", tuple(args)))
        assert action is not None
        worth = outlook.after(action)
        assert (total, gain, proven) == (worth.sum, worth.sum - outlook.now().sum, True)


def test_an_answer_ends_when_its_time_is_over_and_says_where_to_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.pages_worth.PORTION", 0.0)
    found = portions(client, sit(client, before(BANK, "lay", EARLY)))
    assert [len(portion["values"]) for portion in found] == [1] * found[0]["total"]
    assert [portion["next"] for portion in found[:-1]] == list(range(1, len(found)))


def test_what_is_past_is_refused_and_strangers_are_told_nothing(client: Client) -> None:
    name = sit(client, before(BANK, "lay", EARLY))
    stale = client.get(f"/match/{name}/worth", params={"rev": 10**6})
    assert stale.status_code == 409
    assert stale.json()["error"] == "stale"
    for query in ("", "?rev=x", "?rev=-1", "?rev=0&from=x", f"?rev={'9' * 30}"):
        assert client.get(f"/match/{name}/worth{query}").status_code in (400, 422), query
    beyond = ask(client, name, **{"from": 10**8}).json()
    assert beyond["values"] == []
    assert beyond["next"] is None
    client.cookies.clear()
    assert ask(client, name).json()["values"] == []


def plan(client: Client, match: str, steps: Any, company: Any = None) -> Response:
    return client.post(f"/match/{match}/plan", json={"steps": steps, "company": company})


def test_a_plan_is_drawn_and_leaves_no_trace(client: Client) -> None:
    match = before(BANK, "lay", EARLY)
    name = sit(client, match)
    view = client.get(f"/api/matches/{name}").json()
    lay = next(choice for choice in match.game.choices(match.state) if choice.kind == "lay")
    company = str(match.state.todo[-1].who)
    drawn = plan(client, name, [["lay", company, *lay.args], ["train", company, "D"]], company)
    assert drawn.status_code == 200
    assert f'data-changed="{lay.args[0]}"' in drawn.text
    assert "does not fit any more" not in drawn.text
    twice = plan(client, name, [["lay", company, *lay.args], ["lay", company, *lay.args]], company)
    assert twice.text.count("does not fit any more") == 1
    assert client.get(f"/api/matches/{name}").json() == view
    assert client.get(f"/match/{name}/plan").status_code == 200


def test_who_watches_may_plan_as_well(client: Client) -> None:
    name = sit(client, before(BANK, "lay", EARLY))
    client.cookies.clear()
    assert plan(client, name, [STEP], "PRR").status_code == 200


NO_PLANS: list[Any] = [
    "train",
    None,
    {"0": STEP},
    [STEP] * (MOST_STEPS + 1),
    [[]],
    [["lay"] * 6],
    ["lay"],
    [[1, "PRR"]],
    [["train", "PRR", 1.5]],
    [["train", "PRR", None]],
    [["train", "PRR", ["D"]]],
    [["train", "PRR", True]],
    [["train", "x" * 21]],
]


def test_what_is_no_plan_is_refused(client: Client) -> None:
    name = sit(client, before(BANK, "lay", EARLY))
    for steps in NO_PLANS:
        assert plan(client, name, steps).status_code == 400, steps


ODD: list[Any] = [
    ["lay", "PRR", "H12", "57", 10**17],
    ["home", "PRR", "<b>", -1],
    ["phase", "<script>"],
    ["x"],
    ["sell", "PRR", 1],
    ["city", "PRR", "H12", "x"],
    ["city", "PRR", "H12"],
]


def test_a_step_that_makes_no_sense_is_told_as_such_and_never_as_markup(client: Client) -> None:
    name = sit(client, before(BANK, "lay", EARLY))
    for step in ODD:
        answer = plan(client, name, [step], "nobody")
        assert answer.status_code == 200
        assert "does not fit any more" in answer.text
        assert "on <b>" not in answer.text
        assert "Phase <script>" not in answer.text


def test_a_game_without_rails_has_neither(client: Client) -> None:
    seats = [{"name": "A"}, {"name": "B"}, {"name": "C"}]
    made = client.post("/api/matches", json={"game": "paris-connection", "seats": seats}).json()
    assert client.get(f"/match/{made['id']}/worth?rev=0").status_code == 404
    assert client.get(f"/match/{made['id']}/plan").status_code == 404
