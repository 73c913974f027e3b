"""Drawings beside single rules: each that a title names is drawn, tells what it shows, and shows what is allowed."""

import re
from itertools import pairwise
from typing import Any

import pytest

from stellwerk.core.errors import DataError
from stellwerk.core.registry import title
from stellwerk.core.texts import LANGUAGES
from stellwerk.web import sketches
from stellwerk.web.reading import first_scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail.look import rail
from tests.server.kit import Client

EXPECTED = {
    "1830": {
        "tiles": {"7.2.2.3", "7.2.2.5"},
        "price": {"5.5a", "5.5b", "5.5c", "5.5d"},
        "board": {"7.2.1.1", "7.3.2d", "7.3.3a", "7.3.3b", "7.4.2a", "7.4.2h"},
    },
    "1848": {
        "tiles": {"VIII.upgrade.1", "VIII.upgrade.4"},
        "price": {"XII.1", "XII.2", "XIII.price.1", "XIII.end.1"},
        "board": {"VIII.track.4", "VIII.gauge.2", "VIII.token.5", "XI.gen.2"},
    },
    "1853": {
        "tiles": {"4.1.5a", "4.2.5a", "4.2.6a"},
        "price": {"4.7.1a", "4.7.1c", "4.7.1e"},
        "board": {"4.1.6a", "4.4.6", "4.5.3"},
    },
    "paris-connection": {"spaces": {"build.4", "build.5", "build.7", "build.8"}},
    "railroad-revolution": {"signs": {"act.3", "rail.2", "w.rail.violet", "w.trade.grey", "loco.2"}},
}
"""Where a drawing says more than a sentence: upgrades, prices, stations, routes, gauges, track, workers."""

RAIL = ("1830", "1848", "1853")


@pytest.mark.parametrize("game", EXPECTED)
def test_every_game_draws_what_is_better_drawn(game: str) -> None:
    found = sketches.sketches_of(title(game))
    for kind, rules in EXPECTED[game].items():
        assert rules <= {rule for sketch in found if sketch.draw == kind for rule in sketch.rules}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EXPECTED)
def test_every_sketch_is_drawn_and_says_what_it_shows(game: str, language: str) -> None:
    drawn = sketches.drawn_by_rule(game, language)
    for sketch in sketches.sketches_of(title(game)):
        for rule in sketch.rules:
            htmls = [one.html for one in drawn[rule] if one.caption == sketch.caption[language]]
            assert len(htmls) == 1
            assert f'aria-label="{sketch.alt[language]}"' in htmls[0]
            assert 'role="img"' in htmls[0]
            assert " id=" not in htmls[0], "several drawings stand on one page"
        assert sketch.alt[language] != sketch.caption[language]


def test_a_page_of_rules_shows_them_beside_their_rules(client: Client) -> None:
    html = client.get("/rules/1830?lang=de").text
    rule = html.partition('id="5.5a"')[2].partition('<div class="rule')[0]
    assert "<figure" in rule
    assert "Zwei Aktien werden verkauft: zwei Zeilen nach unten." in rule
    assert html.count('class="rule-drawing"') == sum(len(one.rules) for one in sketches.sketches_of(title("1830")))


@pytest.mark.parametrize("game", RAIL)
def test_a_row_of_tiles_is_a_row_of_upgrades_that_keep_their_track(game: str) -> None:
    catalogue = rail(first_scene(title(game), "en"))[0].rules.catalogue
    for sketch in sketches.sketches_of(title(game)):
        if sketch.draw == "tiles" and sketch.data.get("arrows", True):
            names = [(name.partition("/")[0], int(name.partition("/")[2] or 0)) for name in sketch.data["tiles"]]
            for (old, turned), (new, turn) in pairwise(names):
                assert new in catalogue.upgrades[old]
                assert joins(catalogue.face(old, turned)) <= joins(catalogue.face(new, turn))


def joins(face: Any) -> set[tuple[int, int]]:
    return {(path.a, path.b) for path in face.paths}


@pytest.mark.parametrize("game", RAIL)
def test_an_arrow_on_the_market_leads_where_the_price_goes(game: str) -> None:
    """The drawing has both prices, and its arrow is as long as the move."""
    market = rail(first_scene(title(game), "en"))[0].rules.market
    for sketch in sketches.sketches_of(title(game)):
        if sketch.draw == "price":
            (html,) = {one.html for rule in sketch.rules for one in sketches.drawn_by_rule(game, "en")[rule]}
            ((way, steps),) = sketch.data["moves"].items()
            goal = market.pars[sketch.data["price"]]
            for _ in range(steps):
                goal = getattr(market, way)(goal)
            assert f">{market.price[goal]}<" in html
            (x1, y1), (x2, y2) = (map(float, end.split()) for end in re.findall(r'd="M([^LM]+)L([^LM]+)M', html)[0])
            length = abs(x2 - x1) if way in {"left", "right"} else abs(y2 - y1)
            assert length == pytest.approx(steps * (46 if way in {"left", "right"} else 30) - 5)


@pytest.mark.parametrize(
    ("game", "what", "data"),
    [
        ("1830", "poem", {}),
        ("1830", "price", {"price": 3, "moves": {"up": 1}}),
        ("1830", "price", {"price": 350, "moves": {"up": 1}}),
        ("1830", "board", {"hexes": ["H10", "H12"], "runs": [["H12:city", "H12:1", "H10:city"]]}),
        ("railroad-revolution", "signs", {"signs": ["unicorn"]}),
        ("paris-connection", "tiles", {"tiles": ["9"]}),
    ],
)
def test_what_cannot_be_drawn_is_refused(game: str, what: str, data: dict[str, Any]) -> None:
    with pytest.raises(DataError):
        table_for(game).sketch(first_scene(title(game), "en"), what, data, "a drawing")
