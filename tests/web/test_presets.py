"""Every preset of every 18xx title: its card in the lobby, its picture, and its table at whatever is decided there."""

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree as ET

import pytest

from stellwerk.core.match import Match
from stellwerk.core.registry import title, titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.eighteen.game import RailGame
from stellwerk.web.choosing import picture_of, preset_groups
from tests.server.kit import Client
from tests.web.scenes import Elements, html_of, match_of, play, scene_of

CARDS = [(game.id, preset.id) for game in titles().values() if len(game.presets) > 1 for preset in game.presets]
OF_1830 = [preset.id for preset in title("1830").presets]
KEY = re.compile(r"\b(?:action|ask|kind|log|option|power|preset|step|train|zone)\.[a-z][a-z_]*\b|[%][(]\w+[)]s")
"""A key of a text, or a field that nobody filled in: either means that words are missing."""

PLIES = 420
every_card = pytest.mark.parametrize(("game", "preset"), CARDS)


def decisions(preset: str) -> Iterator[Match]:
    """A game by lot, stopped wherever a step offers a kind of action that it has not offered before."""
    match = match_of("1830", 4, f"web-{preset}", dict(title("1830").preset(preset).options))
    rng, seen = Random(preset), set[tuple[str, str]]()
    while not match.over and match.ply < PLIES:
        here = {(match.state.todo[-1].step, choice.kind) for choice in match.game.choices(match.state)}
        if not here <= seen:
            seen |= here
            yield match
        play(match, rng, 1)
    yield match


@pytest.mark.parametrize("preset", OF_1830)
def test_a_table_has_words_for_whatever_is_decided_there(preset: str) -> None:
    for match in decisions(preset):
        seat = next(iter(match.waiting()), None)
        for language in LANGUAGES:
            html = html_of(scene_of(match, seat, language))
            assert KEY.findall(html) == [], (match.ply, language)
            assert 'id="railmap"' in html
        for choice in match.game.choices(match.state):
            words = match.game.label(choice, match.state)
            assert match.game.title.texts.has(words.key), words.key


@every_card
def test_a_picture_shows_every_hex_of_the_board_in_a_few_kilobytes(game: str, preset: str) -> None:
    drawing = str(picture_of(title(game), preset))
    assert len(drawing) < 10_000
    built = title(game).game(title(game).seats[0], title(game).preset(preset).options)
    assert isinstance(built, RailGame)
    paths = [attrs["d"] for attrs in Elements(drawing).having("d")]
    assert sum(d.count("z") for d in paths) == len(built.rules.hexmap.hexes)
    ET.fromstring(drawing)
    assert "style" not in drawing


def test_presets_on_another_board_have_another_picture() -> None:
    drawn = {preset: picture_of(title("1830"), preset) for preset in OF_1830}
    assert len({drawn[preset] for preset in ("classic", "D", "G", "R", "B", "C")}) == 6
    assert drawn["T"] == drawn["basic"] == drawn["classic"]
    assert drawn["T+D"] == drawn["D"]


@every_card
def test_the_card_of_a_preset_has_a_picture_that_can_be_kept(client: Client, game: str, preset: str) -> None:
    html = client.get("/?lang=de").text
    address = next(
        attrs["src"]
        for tag, attrs in Elements(html).found
        if tag == "img" and f"/{game}/{preset.replace('+', '%2B')}." in attrs["src"]
    )
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"].startswith("public, max-age=")
    assert answer.text == picture_of(title(game), preset)


def test_no_picture_of_what_is_unknown(client: Client) -> None:
    assert client.get("/picture/1830/nothing.svg").status_code == 400
    assert client.get("/picture/nothing/classic.svg").status_code == 404


def test_uncertain_times_in_a_scenario_stand_apart(client: Client) -> None:
    groups = preset_groups(title("1830"))
    assert [(name, [preset.id for preset in some][-1]) for name, some in groups] == [("", "18xx-games"), ("T", "T+B")]
    html = client.get("/?lang=de").text
    assert "<legend>Unsichere Zeiten in einem Szenario</legend>" in html
    radios = [attrs for attrs in Elements(html).having("name") if attrs["name"] == "preset-1830"]
    assert len(radios) == len(OF_1830)
    assert [attrs["value"] for attrs in radios if "checked" in attrs] == ["classic"]


def test_what_does_not_go_together_is_told_with_both_options(client: Client) -> None:
    def told(**options: str) -> list[tuple[list[str], str]]:
        answer = client.post("/lobby/options?lang=en", json={"game": "1830", "options": options})
        assert answer.status_code == 200
        return [(clash["options"], clash["rule"]) for clash in answer.json()["clashes"]]

    assert told() == []
    assert (["third_six", "plus_trains"], "R-107") in told(third_six="true", plus_trains="true")
    # A scenario alone clashes with all that it brings of its own.
    several = told(scenario="D")
    assert {"map", "tile_set", "privates", "railroads", "roster"} <= {options[0] for options, _rule in several}
    said = client.post("/lobby/options?lang=de", json={"game": "1830", "options": {"scenario": "D"}}).json()
    assert all("passen nicht zusammen" in clash["text"] for clash in said["clashes"])


def test_a_set_of_options_from_outside_is_not_trusted(client: Client) -> None:
    for body in (
        {"game": "1830"},
        {"game": "1830", "options": {"scenario": 1}},
        {"game": "1830", "options": {"x": "y"}},
    ):
        assert client.post("/lobby/options", json=body).status_code == 400
    assert client.post("/lobby/options", json={"game": "nothing", "options": {}}).status_code == 404
