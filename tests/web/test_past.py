"""The past over HTTP: rounds and turns, runs that are drawn again, charts that cost little, branches that say so."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from stellwerk.core.game import Game
from stellwerk.core.match import Match, Seat
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import player
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.svg.runs import pieces
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail.charts import liquidity
from stellwerk.web.tables.rail.ran import replay
from stellwerk.web.timeline import timeline
from tests.server.kit import Client, running
from tests.web.decisions import recorded as golden
from tests.web.late import BANK, recorded
from tests.web.scenes import Elements, scene_of
from tests.web.site import upload

RAIL = ("g1830/three-break-the-bank.json", "g1848/four-reach-the-highest-price.json", "g1853/six-in-a-short-game.json")


def runs(match: Match) -> list[int]:
    return [ply for ply, action in enumerate(match.log) if action.kind == "run"]


@cache
def table_of(path: str) -> Table:
    match = golden(path)
    return Table("abc", match, match.ply, 0.0)


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    """A client, and the name of a long finished match of 1830 of which it holds all seats."""
    with running(tmp_path_factory.mktemp("past") / "matches.sqlite3") as client:
        client.cookies["stellwerk"] = "ann"
        yield client, upload(client, recorded(BANK))["id"]


def plain(match: Match, seat: int | None) -> Scene:
    """A scene without a log in words, which takes its time."""
    names = tuple(chair.name for chair in match.header.seats)
    return Scene(match.view(seat), names, translator("en"), "abc", last=match.ply)


def links(html: str) -> dict[str, int]:
    return {attrs["id"]: int(attrs["data-to"]) for attrs in Elements(html).having("data-to") if "id" in attrs}


# --- rounds and turns ------------------------------------------------------------------------------------


def test_jumps_lead_to_the_beginnings_of_turns_and_rounds() -> None:
    for ply in (0, 40, 131, 140, 141, 142, 1909, 1910):
        jumps_lead_there(ply)


def jumps_lead_there(ply: int) -> None:
    table = table_of(RAIL[0])
    match, course = table.match, table.course()
    scene = plain(match, 0)
    times = timeline(scene, table_for("1830"), course, ply)
    turns, rounds = [turn.first for turn in course.turns], [one.first for one in course.rounds]
    for found, places in (((times.turn_back, times.turn_on), turns), ((times.round_back, times.round_on), rounds)):
        back, on = [at for at in places if at < ply], [at for at in places if at > ply]
        assert found == (back[-1] if back else None, on[0] if on else match.ply if ply < match.ply else None)
    assert [mark.to for mark in times.rounds if mark.now] == [max(at for at in rounds if at <= ply)]
    assert [mark.to for mark in times.turns if mark.now] == [max(at for at in turns if at <= ply)]


def test_a_page_of_the_past_names_its_round_and_who_moves(late: tuple[Client, str]) -> None:
    client, name = late
    for ply in (0, 20, 142, 1000):
        html = client.get(f"/match/{name}/history?ply={ply}").text
        headline = re.search(r'<h2 id="headline">([^<]+)', html)
        assert headline
        assert re.match(r"Seat \d to move", headline[1]), headline[1]
    first = client.get(f"/match/{name}/history/fragment?ply=142&lang=de").text
    assert 'title="Betriebsrunde 3.2" aria-label="Betriebsrunde 3.2" aria-current="true"' in first
    assert links(first)["step-on"] == 143


def test_games_without_rounds_of_their_own_are_counted(client: Client) -> None:
    name = upload(client, golden("paris/four-until-supplies-end.json"))["id"]
    html = client.get(f"/match/{name}/history?ply=30&lang=en").text
    assert re.search(r'title="[^"]+"[^>]*>·<', html)
    assert 'title="Round 3"' in html


# --- runs of the past ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RAIL)
def test_every_piece_of_every_run_is_drawn(path: str) -> None:
    """On the board of its time, in all titles, gauges and kinds of trains."""
    match = golden(path)
    drawn = 0
    for ply in runs(match)[::7]:
        before, action = match.at(ply), match.log[ply]
        scene = table_for(match.header.game).dressed(scene_of_past(match, ply + 1))  # type: ignore[attr-defined]
        html = str(replay(scene, before, action))
        heralds = [match.game.rules.companies[one].homes for one in before.heralds]  # type: ignore[attr-defined]
        used = sum(len(list(pieces(route))) for route in action.args[0])
        if not heralds:
            assert html.count('class="line"') == html.count('class="under"') == used, (path, ply)
        drawn += used
        company = str(before.todo[-1].who)
        earned = match.at(ply + 1).runs[company] if not match.at(ply + 1).luck else None
        assert earned is None or re.search(rf"{re.escape(company.replace('&', '&amp;'))}: \D?{earned}\D?<", html), html[
            :300
        ]
    assert drawn > 20


def scene_of_past(match: Match, ply: int) -> Scene:
    return replace(plain(match, 0), view=match.view(0, ply))


def test_the_last_run_of_a_company_is_shown_at_the_table_and_nothing_else(late: tuple[Client, str]) -> None:
    match = recorded(BANK)
    client, name = late
    last: dict[str, int] = {str(match.at(ply).todo[-1].who): ply for ply in runs(match) if any(match.log[ply].args[0])}
    for company, ply in last.items():
        html = client.get(f"/match/{name}/run", params={"of": company}).text
        assert html == client.get(f"/match/{name}/run?ply={ply + 1}").text
        assert 'class="run r0"' in html
    for bad in ("ply=1", "ply=99999", "of=nobody", "of=", "", "ply=x"):
        assert client.get(f"/match/{name}/run?{bad}").status_code in (400, 404), bad


def test_the_past_draws_a_run_until_its_dividend_is_paid(late: tuple[Client, str]) -> None:
    match = recorded(BANK)
    client, name = late
    ply = next(at for at in runs(match)[40:] if match.log[at + 1].kind in ("pay_out", "withhold"))
    shown = ['id="ran"' in client.get(f"/match/{name}/history/fragment?ply={ply + at}").text for at in range(3)]
    assert shown == [False, True, True]


# --- charts ----------------------------------------------------------------------------------------------


def test_charts_are_drawn_again_without_playing_again(
    late: tuple[Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, name = late
    first = client.get(f"/match/{name}/charts").text
    played: list[object] = []
    apply = Game.apply

    def counted(self: Any, s: Any, a: Any) -> Any:
        played.append(a)
        return apply(self, s, a)

    monkeypatch.setattr(Game, "apply", counted)
    assert client.get(f"/match/{name}/charts").text == first
    assert len(played) == 0


def test_liquidity_is_what_selling_all_that_may_be_sold_would_bring() -> None:
    """By hand: cash, and of each company what the pool takes; the director's share only where somebody follows."""
    match = recorded(BANK)
    game = match.game
    assert isinstance(game, RailGame)
    for ply in range(100, match.ply, 300):
        s = match.at(ply)
        for seat in range(game.seats):
            most = 0
            for company, cell in s.cell.items():
                held, pool = sum(s.shares[company][seat]), sum(s.shares[company][game.rules.pool_index])
                others = max((sum(s.shares[company][other]) for other in range(game.seats) if other != seat), default=0)
                free = held if s.director.get(company) != seat or others >= 20 else held - 20
                most += min(free, 50 - pool) * game.rules.market.price[cell] // 10
            assert liquidity(game, s, seat) == s.cash[player(seat)] + most


def earned(match: Match) -> Iterator[tuple[str, str, int]]:
    for ply in runs(match):
        s = match.at(ply)
        company = str(s.todo[-1].who)
        yield f"{s.stock_rounds}.{s.set_round}", company, match.at(ply + 1).runs[company]


def test_earnings_stand_in_the_round_in_which_they_were_made() -> None:
    table = table_of(RAIL[0])
    drawings = table_for("1830").charts(plain(table.match, 0), table.rounds(0))
    found = next(one for one in drawings if "earned" in one.title)
    cells = {
        (moment, line.name): value
        for line in found.series
        for moment, value in zip(found.moments, line.values, strict=True)
        if value
    }
    assert cells == {(moment, company): sum_ for moment, company, sum_ in earned(table.match) if sum_}


def test_a_player_of_paris_sees_points_of_the_own_hand_only_while_the_match_runs() -> None:
    whole = golden("paris/four-until-supplies-end.json")
    half = whole.until(120)
    for match, seat, names in (
        (half, 1, ["Your points"]),
        (half, None, []),
        (whole, 1, ["Points of the players"]),
    ):
        table = Table("abc", match, match.ply, 0.0)
        drawn = table_for("paris-connection").charts(plain(match, seat), table.rounds(seat))
        assert [one.title for one in drawn if not one.empty and "oints" in one.title] == names
    end = Table("abc", whole, whole.ply, 0.0)
    told = table_for("paris-connection").charts(plain(whole, 1), end.rounds(1))
    points = [line.values[-1] for line in told[0].series]
    assert points == list(whole.result.scores)  # type: ignore[union-attr]


def test_railroad_revolution_ends_its_chart_with_the_scores() -> None:
    match = golden("railroad_revolution/four-pay-high-gates.json")
    table = Table("abc", match, match.ply, 0.0)
    told = table_for("railroad-revolution").charts(plain(match, 0), table.rounds(0))
    assert [line.values[-1] for line in told[0].series] == list(match.result.scores)  # type: ignore[union-attr]


def test_the_end_shows_the_curve_and_leads_on(late: tuple[Client, str]) -> None:
    client, name = late
    html = client.get(f"/match/{name}").text
    assert html.count("data-chart") == 1
    for link in (f"/match/{name}/charts", f"/match/{name}/history?ply=0"):
        assert f'href="{link}"' in html
    assert "data-again" in html


# --- branches and undo -----------------------------------------------------------------------------------


def test_a_branch_says_that_it_is_one(late: tuple[Client, str]) -> None:
    client, whole = late
    made = client.post(f"/api/matches/{whole}/branch", json={"ply": 500, "label": "What <if>"}).json()["id"]
    html = client.get(f"/match/{made}").text
    assert "Branch “What &lt;if&gt;”" in html
    assert f'href="/match/{whole}/history?ply=500"' in html
    assert 'data-open="deleting"' in html
    assert "This is a branch" in html
    assert 'id="branched"' not in client.get(f"/match/{whole}").text
    listed = client.get("/").text
    assert "What &lt;if&gt;" in listed
    assert '<span class="tag">branch</span>' in listed
    assert f'href="/match/{made}"' in client.get(f"/match/{whole}/history?ply=500").text
    mine = dict(client.cookies)
    client.cookies.clear()
    assert 'data-open="deleting"' not in client.get(f"/match/{made}").text
    client.cookies.update(mine)


def test_round_one_screen_an_undo_goes_through_bots_and_says_whose_it_is() -> None:
    """Ann and Cleo share a screen, a bot sits between them: Cleo takes back what Ann did, and the bot's move."""
    whole = recorded(BANK)
    seats = [Seat("Ann"), Seat("Bot", "greedy"), Seat("Cleo")]
    log = whole.log
    at = next(
        ply for ply in range(12, 60) if [log[ply - 2].seat, log[ply - 1].seat, whole.at(ply).todo[-1].who] == [0, 1, 2]
    )
    match = Match(replace(whole.header, seats=tuple(seats)), log[:at], checked=False)
    undo = tuple(match.undoable((0, 2)))
    scene = replace(scene_of(match, 2), names=("Ann", "Bot", "Cleo"), held=(0, 2), undo=undo)
    assert undo[0] == at - 2
    assert "Undo what Ann did" in str(table_for("1830").actions(scene))
    match.undo((0, 2))
    assert (match.ply, match.waiting()) == (at - 2, [0])
