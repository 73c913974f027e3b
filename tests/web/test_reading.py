"""The pages of rules: what applies to a match, drawings, the rules on one page, the help."""

import pytest
from markupsafe import escape

from stellwerk.core.registry import title
from stellwerk.core.texts import LANGUAGES
from stellwerk.web import reading
from tests.server.kit import Client
from tests.web.scenes import Elements, match_of
from tests.web.site import upload

GAMES = ("1830", "1848", "1853", "paris-connection", "railroad-revolution")


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_told_on_one_page_with_drawings(client: Client, game: str) -> None:
    parts, drawn = reading.summary_of(title(game)), {one.id for one in reading.figures_of(game, "en")}
    assert {part.drawing for part in parts} - {""} <= drawn
    assert {"goal", "end"} <= {part.id for part in parts}
    for language in LANGUAGES:
        html = client.get(f"/rules/{game}/summary?lang={language}").text
        assert all(str(escape(part.title[language])) in html for part in parts)
        assert "<svg" in html.partition('class="columns"')[2]


def test_a_title_without_a_summary_has_no_such_page(client: Client) -> None:
    assert client.get("/rules/chess/summary").status_code == 404


def test_variants_and_scenarios_apply_only_where_they_were_chosen() -> None:
    known = title("1830")
    plain, scenario = (reading.unused(known, known.resolve({}, preset)) for preset in (None, "D"))
    assert {"S-1.1.1", "V-5.2"} <= plain
    assert "7.4b" not in plain
    assert "S-1.1.1" not in scenario
    assert any(rule.startswith("S-2") for rule in scenario)
    assert "V-5.2" not in reading.unused(known, known.resolve({"rise_needs_dividend": "true"}))


def test_the_rules_of_a_match_mark_what_does_not_apply(client: Client) -> None:
    match = upload(client, match_of("1830", 3))["id"]
    html = client.get(f"/rules/1830?match={match}").text
    idle = {attrs["id"] for attrs in Elements(html).having("id") if "idle" in attrs.get("class", "").split()}
    assert idle == reading.unused(title("1830"), match_of("1830", 3).header.options)
    assert 'id="applies"' in html
    for other in ("", "nobody", "x" * 50, match):
        game = "1848" if other == match else "1830"
        assert 'id="applies"' not in client.get(f"/rules/{game}?match={other}").text


def test_a_page_of_rules_stays_sensible(client: Client) -> None:
    answer = client.get("/rules/1830", headers={"accept-encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 150_000
    assert answer.text.count("<details") > 10


def test_the_help_leads_newcomers_to_every_game(client: Client) -> None:
    html = client.get("/about?lang=de").text
    for game in GAMES:
        assert f'href="/learn/{game}"' in html
        assert f'href="/rules/{game}/summary"' in html
    assert html.index("So fängst du an") < html.index("<kbd>")
