"""Scenes of 1853 to draw."""

from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables.g1853 import Table1853
from tests.games.g1853.positions import India, act, bidding, fresh, pick, table

NAMES = ("Anna", "Ben", "Cleo", "Dev", "Eva", "Finn")
TABLE = Table1853()


def scene(t: India, seat: int | None, language: str = "en") -> Scene:
    """What a seat sees of a position."""
    seen = t.game.view(t.s, seat)
    view = View(t.game, seat, seen, choices_of(t.game, t.s, seat) if seat is not None else (), ())
    seats = t.game.seats
    waiting = tuple(t.game.owing(t.s))
    return TABLE.dressed(Scene(view, NAMES[:seats], translator(language), bots=(None,) * seats, waiting=waiting))


def stages() -> list[India]:
    """Bonds, a bid, a stock turn with an unredeemed share and a contract, and a turn of a company."""
    bid = bidding(200, 150, 120, 100).play(pick(0, "Delhi", "EIR"))
    cities = {"Delhi": "EIR", "Jaipur": "BBCI", "Ajmer": "BBCI"}
    stock = (
        table(4).bid(0, 120, cities).started("EIR", {0: 40, 1: 20}).unpaid("EIR", 1, 1).managed("MSM", (2,), pool=60)
    )
    late = table(4).phase("3").bid(0, 120, cities).started("EIR", {0: 40, 1: 20}).operating("EIR")
    return [fresh(4).play(act(3, "write_bond", 300)), bid, stock.stock(), late]
