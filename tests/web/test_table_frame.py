"""What stands round every table: who is to move, who only watches, and which keys work there."""

import re

import pytest

from stellwerk.core.registry import titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import label
from tests.games.railroad_revolution.kit import GAME as REVOLUTION
from tests.games.railroad_revolution.kit import table
from tests.server.kit import Client
from tests.web.scenes import match_of, scene_of
from tests.web.site import begin, finished, upload
from tests.web.test_railroad_revolution_table import finished as revolution
from tests.web.test_railroad_revolution_table import opened


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "each"), [("paris", 1), ("revolution", 7), pytest.param("revolution", 1, marks=pytest.mark.long)]
)
def test_the_headline_of_a_moment_of_the_past_names_somebody_or_chance(game: str, each: int, language: str) -> None:
    """Of all moments, or of each so many: looking back at one costs more the later it is."""
    whole = finished() if game == "paris" else revolution(3)
    drawn, said = table_for(whole.header.game), {"en": " to move", "de": " am Zug"}[language]
    chance = {"en": "Chance decides", "de": "Der Zufall entscheidet"}[language]
    lines = set()
    for ply in range(0, whole.ply, each):
        match = whole.until(ply)
        lines.add(drawn.headline(scene_of(match, None, language, ply)))
    assert not any(line.startswith(said) or not line.strip() for line in lines)
    assert {chance} < lines


@pytest.mark.parametrize(("language", "said"), [("en", "You are watching"), ("de", "Du schaust zu")])
def test_who_has_no_seat_is_told_that_they_watch(client: Client, language: str, said: str) -> None:
    match = begin(client)["id"]
    own = client.get(f"/match/{match}?lang={language}").text
    client.cookies.clear()
    foreign = client.get(f"/match/{match}?lang={language}").text
    assert said in foreign
    assert said not in own


def test_nobody_watches_a_game_that_is_over(client: Client) -> None:
    match = upload(client, finished())["id"]
    client.cookies.clear()
    assert 'id="watching"' not in client.get(f"/match/{match}").text


KEYS = {
    "paris-connection": ("choose a colour", "to the exchange"),
    REVOLUTION: (
        "to the action or reward that bears the digit; again: to the next button there",
        "to the next city or rail space where you may build",
    ),
    "1830": ("turn the tile that is about to be laid",),
    "1848": ("turn the tile that is about to be laid",),
    "1853": ("turn the tile that is about to be laid",),
}


@pytest.mark.parametrize("game", KEYS)
def test_a_table_lists_its_own_keys_and_no_others(client: Client, game: str) -> None:
    assert set(KEYS) == set(titles())
    match = upload(client, match_of(game, 3))["id"]
    html = client.get(f"/match/{match}").text
    listed = set(re.findall(r"<dd>(.*?)</dd>", html.partition('<dialog id="keys"')[2].partition("</dialog>")[0]))
    foreign = {key for other, keys in KEYS.items() for key in keys} - set(KEYS[game])
    assert listed >= set(KEYS[game])
    assert not listed & foreign


@pytest.mark.parametrize(("language", "said"), [("en", "Sell shares: …"), ("de", "Aktien verkaufen: …")])
def test_the_button_for_selling_shares_fits_one_share_too(language: str, said: str) -> None:
    """The page puts a number in place of the dots."""
    scene = scene_of(opened(table(2).shares(0, 3)), 0, language)
    sell = next(choice for choice in scene.choices if choice.kind == "sell")
    assert label(scene, sell) == said
