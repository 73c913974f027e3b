"""A player may be called like a thing of the game: the page, the log and the charts say the name as it was written."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from stellwerk.core.course import Finished, Round
from stellwerk.core.match import Match
from stellwerk.core.registry import title, titles
from stellwerk.core.view import view_of
from stellwerk.web.charts import show_charts
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import label
from tests.games.g1830.corners import bankruptcy, forced_purchase, train_of_another
from tests.games.g1830.positions import table
from tests.web.decisions import decisions, recorded
from tests.web.scenes import html_of, positions, scene_of, told_of

SEATS = 4


def ids(game: str) -> Iterator[str]:
    """Everything of a game that has a name: companies, privates, colours, workers, places."""
    table = title(game).texts.table
    yield from dict.fromkeys(key.partition(".")[2] for key in table if key.startswith(("name.", "company.", "train.")))


def named(match: Match, seat: int, names: tuple[str, ...], language: str) -> Scene:
    """A scene with other names at the table, in its log too."""
    shown = scene_of(match, seat, language)
    return replace(shown, names=names, told=told_of(match, shown.view, names, language))


def drawn(scene: Scene) -> str:
    table = table_for(scene.view.game.title.id)
    rounds = [Finished(Round(0, None, 1, 0), (), scene.view.ply, scene.view.state)]
    return html_of(scene) + (show_charts(scene, table.charts(scene, rounds)) if table.charted else "")


def called(scene: Scene, names: tuple[str, ...]) -> str:
    """The page with marks for names, which are then filled in: what a page must say that looks no name up."""
    html = drawn(scene)
    for seat, name in enumerate(names):
        html = html.replace(mark(seat), name)
    return html


def mark(seat: int) -> str:
    return f"Zq{seat}zQ"


@pytest.mark.parametrize("game", sorted(titles()))
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("step", [101, pytest.param(37, marks=pytest.mark.long)])
def test_a_name_at_the_table_is_never_looked_up(game: str, language: str, step: int) -> None:
    known = [name for name in ids(game) if name.isalnum()]
    marks = tuple(map(mark, range(SEATS)))
    for turn, match in enumerate(positions(7, SEATS, step, game)):
        seat = turn % SEATS
        names = tuple(known[(turn * SEATS + at) % len(known)] for at in range(SEATS))
        expected = called(named(match, seat, marks, language), names)
        assert drawn(named(match, seat, names, language)) == expected, names


CORNERS = {
    "offer": lambda: table().private("SV", 0).stock(),
    "forced": forced_purchase,
    "bankrupt": bankruptcy,
    "another": train_of_another,
}


@pytest.mark.parametrize("corner", CORNERS)
def test_nor_where_somebody_is_asked_or_short_of_money(corner: str) -> None:
    t = CORNERS[corner]()
    names = ("CA", "SV", "pool", "BO")[: t.game.seats]
    for seat in range(t.game.seats):
        shown = Scene(
            view_of(t.game, t.s, seat, []), names, translator("en"), waiting=(seat,), bots=(None,) * len(names)
        )
        expected = called(replace(shown, names=tuple(map(mark, range(len(names))))), names)
        assert drawn(shown) == expected


FOLDERS = ("g1830", "g1848", "g1853", "paris", "railroad_revolution")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_button_says_an_id_instead_of_words(folder: str) -> None:
    """Ids are English words or signs: in German none of the words stands on a button."""
    seen = 0
    for decision in decisions(folder):
        match = recorded(decision.game).until(decision.ply)
        for seat in match.waiting():
            shown = scene_of(match, seat, "de")
            for choice in shown.choices:
                words = re.findall(r"\w+", label(shown, choice))
                plain = {arg for arg in choice.args if isinstance(arg, str) and arg.islower() and len(arg) > 2}
                assert plain.isdisjoint(words), (decision, words)
                seen += len(plain)
    assert seen
