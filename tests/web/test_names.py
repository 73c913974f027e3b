"""A player may be called like a thing of the game: the page, the log and the charts say the name as it was written."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from stellwerk.core.match import Match
from stellwerk.core.registry import title, titles
from stellwerk.core.tell import tell
from stellwerk.core.view import view_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene, Told
from stellwerk.web.tables import table_for
from tests.games.g1830.corners import bankruptcy, forced_purchase, train_of_another
from tests.games.g1830.positions import table
from tests.web.scenes import html_of, positions, scene_of

SEATS = 4


def ids(game: str) -> Iterator[str]:
    """Everything of a game that has a name: companies, privates, colours, workers, places."""
    table = title(game).texts.table
    yield from dict.fromkeys(key.partition(".")[2] for key in table if key.startswith(("name.", "company.", "train.")))


def named(match: Match, seat: int, names: tuple[str, ...], language: str) -> Scene:
    """A scene with other names at the table, in its log too."""
    game, shown = match.game, scene_of(match, seat, language)
    log = enumerate(shown.view.log)
    told = (
        Told(at + 1, action.seat, tell(game, names, game.view(match.at(at), seat), action, language))
        for at, action in log
    )
    return replace(shown, names=names, told=tuple(told))


def drawn(scene: Scene) -> str:
    table = table_for(scene.view.game.title.id)
    return html_of(scene) + (str(table.charts(scene, [scene.view.state])) if table.charted else "")


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
def test_a_name_at_the_table_is_never_looked_up(game: str, language: str) -> None:
    known = [name for name in ids(game) if name.isalnum()]
    marks = tuple(map(mark, range(SEATS)))
    for turn, match in enumerate(positions(7, SEATS, 37, game)):
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
