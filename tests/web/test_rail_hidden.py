"""Money that a visitor may not know: said to be hidden in words, with the rule, and open again in the end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.eighteen.game import RailGame
from stellwerk.server.table import Table as Served
from stellwerk.web.charts import show_charts
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail.effects import effects
from stellwerk.web.tables.rail.look import money
from stellwerk.web.tables.rail.track import preview
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule
from tests.server.kit import Client
from tests.web.late import BANK, recorded
from tests.web.scenes import NAMES, Elements, html_of, scene_of
from tests.web.site import upload
from tests.web.test_pages import offers_to_pass, seat_shown


def seated(value: str) -> Table:
    """Ann directs PRR, which has 457, Ben NYC, which has 271."""
    t = table(4, information=value).opened("PRR", par=82, shares={0: 60}).opened("NYC", par=76, shares={1: 50, 2: 10})
    t.cash({0: 613, 1: 727, 2: 311, 3: 89, "PRR": 457, "NYC": 271})
    return t.home("PRR").home("NYC").trains("NYC", "2")


def match_at(t: Table) -> Match:
    header = new_header("1830", [Seat(name) for name in NAMES[:4]], t.game.options, seed="hidden")
    return Match(replace(header, position=t.s.to_json()))


def veils(html: str) -> list[dict[str, str]]:
    return [attrs for attrs in Elements(html).having("title") if attrs.get("class") == "veiled"]


@rule("1830", "C-1.1", "V-0.1")
@pytest.mark.parametrize(
    ("language", "word", "why"),
    [
        ("en", "hidden", "Only the director of NYC knows this. Rule V-0.1"),
        ("de", "verdeckt", "Das weiß nur der Direktor der NYC. Regel V-0.1"),
    ],
)
def test_a_hidden_treasury_says_so_and_why(language: str, word: str, why: str) -> None:
    match = match_at(seated("restricted").stock(turn=0))
    html = html_of(scene_of(match, 0, language))
    assert {attrs["href"] for attrs in veils(html)} == {"/rules/1830#V-0.1"}
    assert [attrs["title"] for attrs in veils(html) if "NYC" in attrs["title"]] == [why] * 3  # side, card and sheet
    assert f">{word}</a>" in html
    assert ("$457" in html, "$271" in html, "$727" in html) == (True, False, True)


@rule("1830", "V-0.1")
def test_what_bank_and_hidden_money_are_together_is_told_because_it_follows_from_what_is_seen() -> None:
    """Of 12,000 Ann sees the players' 613, 727, 311 and 89 and her company's 457: 9,803 are left."""
    html = html_of(scene_of(match_at(seated("restricted").stock(turn=0)), 0))
    assert "Bank + hidden $9,803" in html
    assert "Bank $" in html_of(scene_of(match_at(seated("open").stock(turn=0)), 0))


@rule("1830", "V-0.1")
def test_secret_cash_leaves_a_players_worth_without_it() -> None:
    """Ben holds half of NYC at 76: 380."""
    html = html_of(scene_of(match_at(seated("secret_cash").stock(turn=0)), 0))
    assert "Only Ben knows this. Rule V-0.1" in [attrs["title"] for attrs in veils(html)]
    assert "$380 <small>without cash</small>" in html
    assert "$727" not in html
    assert "$613" in html


@rule("1830", "V-0.1")
def test_an_effect_tells_what_others_gain_and_not_what_they_have_then() -> None:
    """NYC pays out 120: Ben, who has 727, gets 60 for his half, and Cleo 12 for a tenth."""
    t = seated("secret_cash")
    t.s.revenue = 120
    scene = scene_of(match_at(t.operating("NYC", "pay_dividend")), 1)
    changes = {row.name: (row.change, money(scene, row.cash)) for row in effects(scene, Choice(1, "pay_out")).money}
    assert changes == {"Ben": (60, "$787"), "Cleo": (12, "hidden")}


def test_a_preview_is_silent_about_a_treasury_of_somebody_else() -> None:
    t = seated("restricted").operating("PRR", "lay_track")
    lay = next(choice for choice in t.game.choices(t.s) if choice.kind == "lay")
    seen = [preview(scene_of(match_at(t), seat), act(0, *lay[1:2], *lay.args))["cash"] for seat in (0, 1)]
    assert seen == [457, None]


@rule("1830", "V-0.1")
def test_charts_leave_cash_out_for_all_where_somebodys_is_secret_and_show_it_in_the_end() -> None:
    whole = recorded(BANK)
    options = {**whole.header.options, "information": "secret_cash"}
    over = Match(replace(whole.header, options=options), whole.log, checked=False)
    running = over.until(over.ply - 1)
    drawn = table_for("1830")
    tables = [Served("abc", match, match.ply, 0.0) for match in (running, over)]
    scenes = [Scene(table.match.view(0), ("Ann", "Ben", "Cleo"), translator("en"), "abc") for table in tables]
    pages = [
        str(show_charts(scene, drawn.charts(scene, table.rounds(0))))
        for scene, table in zip(scenes, tables, strict=True)
    ]
    assert (
        ["Liquidity" in page for page in pages] == ["Income of the players" in page for page in pages] == [False, True]
    )
    assert ["Shares and privates of the players, without cash" in page for page in pages] == [True, False]
    game, s = over.game, running.state
    assert isinstance(game, RailGame)
    shares = [sum(line.points for line in game.wealth(s, seat) if line.label != "cash") for seat in range(3)]
    assert over.result is not None
    assert [last_row(page) for page in pages] == [shares, list(over.result.scores)]
    assert list(over.seen(None)) == over.states
    assert over.view(None, 900).state == over.states[900]


def last_row(page: str) -> list[int]:
    """What the first chart shows in the end, by player."""
    rows = re.findall(r"<tr>.*?</tr>", page.partition("</table>")[0])
    return [int(cell) for cell in re.findall(r"<td>(\d+)</td>", rows[-1])]


# --- round one screen ------------------------------------------------------------------------------------


@rule("1830", "V-0.1")
@pytest.mark.parametrize(("value", "shown", "curtain"), [("restricted", "1", []), ("secret_cash", "", ["1"])])
def test_round_one_screen_treasuries_are_those_of_the_seat_on_turn_and_secret_cash_has_a_curtain(
    client: Client, value: str, shown: str, curtain: list[str]
) -> None:
    match = match_at(seated(value).stock(turn=1))
    name = upload(client, match)["id"]
    html = client.get(f"/match/{name}").text
    assert (seat_shown(html), offers_to_pass(html)) == (shown, curtain)
    assert ("$271" in html, "$457" in html) == (value == "restricted", False)
    for page in ("history", "charts"):
        assert client.get(f"/match/{name}/{page}").status_code == 200
    assert ("$271" in client.get(f"/match/{name}/history").text) == (value == "restricted")


@rule("1830", "V-0.1")
@pytest.mark.parametrize(("language", "said"), [("en", "Too expensive"), ("de", "Zu teuer")])
def test_who_is_asked_for_more_than_he_has_reads_why_he_can_only_decline(language: str, said: str) -> None:
    t = seated("secret_cash").private("SV", 0).stock(turn=0).play(act(0, "offer_private", "SV", 3, 90))
    scene = scene_of(match_at(t), 3, language)
    html = str(table_for("1830").parts(scene)["decision"])
    assert said in html
    assert "$90" in html
    assert "#V-0.1" in html
