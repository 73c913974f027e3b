"""Prices in one control, rotations that look the same, and how much a company is short of a train."""

import json
from typing import Any

import pytest

from stellwerk.core.choice import Choice, Range
from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import Run
from stellwerk.eighteen.routes.known import KnownRuns
from stellwerk.eighteen.scratch import MOST_TRAINS
from stellwerk.web.tables.rail import RailTable, plan
from stellwerk.web.tables.rail.track import track_data
from stellwerk.web.tables.rail.whys import closed
from tests.web.late import BANK, before, recorded
from tests.web.scenes import Elements, html_of, scene_of


def test_tile_57_is_shown_once_for_each_way_it_looks() -> None:
    whole = recorded(BANK)
    seen = 0
    for ply in [ply for ply, action in enumerate(whole.log) if action.kind == "lay"][:12]:
        match = whole.branch(ply)
        game = match.game
        assert isinstance(game, RailGame)
        scene = RailTable().dressed(scene_of(match, whole.log[ply].seat))
        lays = track_data(scene)["lays"]
        for hex_, some in lays.items():
            drawn = [
                frozenset(game.rules.catalogue.face(tile, way).stop_exits) for tile, way, *_ in some if tile == "57"
            ]
            assert len(drawn) == len(set(drawn)) <= 3, hex_
            seen += len(drawn)
    assert seen


def test_a_company_says_how_much_it_is_short_of_a_train() -> None:
    whole = recorded(BANK)
    for ply, action in enumerate(whole.log):
        s = whole.at(ply)
        if action.kind != "pass_trains" or not s.todo or s.todo[-1].step != "buy_trains":
            continue
        company, game = str(s.todo[-1].who), whole.game
        assert isinstance(game, RailGame)
        bought = [
            choice for choice in game.choices(s) if choice.kind == "buy_train" and choice.args[0] in ("bank", "pool")
        ]
        room = len(s.trains[company]) < game.rules.phases[s.phase].train_limit
        if bought or not room or s.train_pool:
            continue
        cheapest = min(game.rules.trains[name].price for name in game.flow.on_sale(s))
        told = [shut.what for shut in closed(scene_of(whole.branch(ply), action.seat))]
        assert f"{company} is ${cheapest - s.cash[company]} short of a" in " ".join(told)
        return
    raise AssertionError("no such position")


def selling() -> tuple[Match, list[Choice]]:
    """A late position with several trains of other companies that could be bought."""
    for nth in range(-1, -60, -1):
        match = before(BANK, "buy_train", nth)
        offers = [c for c in match.game.choices(match.state) if c.kind == "buy_train" and isinstance(c.args[-1], Range)]
        if len(offers) > 2:
            return match, offers
    raise AssertionError("no such position")


def test_trains_of_others_share_one_number_and_tell_who_has_to_agree() -> None:
    match, offers = selling()
    seat = offers[0].seat
    html = html_of(scene_of(match, seat))
    form = html[html.index('id="priced-buy_train') :]
    form = form[: form.index("</form>")]
    found = Elements(form)
    radios = [attrs for attrs in found.having("data-choice") if attrs.get("type") == "radio"]
    assert [json.loads(radio["data-choice"])["args"][:2] for radio in radios] == [list(c.args[:2]) for c in offers]
    assert len(found.having("data-hole")) == 1
    for radio, offer in zip(radios, offers, strict=True):
        hole = offer.args[-1]
        assert (int(radio["data-lo"]), int(radio["data-hi"])) == (hole.lo, hole.hi)
        assert hole.lo <= int(radio["data-start"]) <= hole.hi
    others = {match.state.director[str(offer.args[0])] for offer in offers} - {seat}
    assert form.count("This is an offer:") == sum(match.state.director[str(o.args[0])] != seat for o in offers)
    assert others or "This is an offer:" not in form


def test_however_many_trains_a_plan_has_its_runs_are_searched_for_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plan comes from outside: with diesels for every company each search would use up all of its time."""
    match = before(BANK, "lay", -1)
    game = match.game
    assert isinstance(game, RailGame)
    clock, best = [0.0], KnownRuns.best

    def used_up(known: KnownRuns, *asked: Any, **how: Any) -> Run:
        position, trains, seconds = asked
        clock[0] += seconds
        return best(known, position, trains, 0.001, **how)

    monkeypatch.setattr(KnownRuns, "best", used_up)
    monkeypatch.setattr(plan, "monotonic", lambda: clock[0])
    steps = [["train", company, "D"] for company in game.rules.railroads for _ in range(MOST_TRAINS)]
    RailTable().plan(scene_of(match, match.waiting()[0]), steps, "")
    told = len(game.rules.railroads) * 4 + 2
    assert clock[0] <= plan.TOGETHER + plan.PICKED + told * plan.LEAST
    assert clock[0] > plan.TOGETHER
