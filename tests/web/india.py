"""Scenes of 1853 to draw."""

from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables.g1853 import Table1853
from tests.games.g1853.positions import India

NAMES = ("Anna", "Ben", "Cleo", "Dev", "Eva", "Finn")
TABLE = Table1853()


def scene(t: India, seat: int | None, language: str = "en") -> Scene:
    """What a seat sees of a position."""
    seen = t.game.view(t.s, seat)
    view = View(t.game, seat, seen, choices_of(t.game, t.s, seat) if seat is not None else (), ())
    seats = t.game.seats
    waiting = tuple(t.game.owing(t.s))
    return TABLE.dressed(Scene(view, NAMES[:seats], translator(language), bots=(None,) * seats, waiting=waiting))
