"""Counts of positions of Railroad Revolution, each added up by hand beside its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from stellwerk.core.action import CHANCE
from tests.games.railroad_revolution.kit import Table, act, chance, fresh, table

FILE = Path(__file__).with_name("railroad_revolution.perft")


def frozen() -> dict[str, tuple[int, ...]]:
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {name: tuple(int(n) for n in (one, two) if n != "-") for name, one, two, *_ in lines}


COUNTS = frozen()


def start() -> Table:
    return table(2)


def hiring() -> Table:
    return table(2).cash(0, 800)


def penniless() -> Table:
    return table(2).cash(0, 0).shares(0, 0)


def loco_pays() -> Table:
    return penniless().locos(0, up=["loco-money"])


def last_white() -> Table:
    """The other workers stand on the player board."""
    posts = {"trade": {"white": 3, "violet": 1}}
    return table(2).shares(0, 0).workers(0, {"white": 1}, posts)


def put(t: Table, colour: str, action: str) -> Table:
    return t.play(act(0, "place", colour, action))


def station_white() -> Table:
    return put(table(2), "white", "station")


def station_violet() -> Table:
    return put(table(2), "violet", "station")


def washington() -> Table:
    return station_white().play(act(0, "build", "washington"))


def in_debt() -> Table:
    """Washington is built for money that only the flip brings; the reward would bring none."""
    t = table(2).cash(0, 0).shares(0, 1).locos(0, up=["loco-money"], down=["loco-promote"])
    t = put(t.station("washington", 1), "violet", "station").play(act(0, "build", "washington"))
    return t.play(act(0, "use", "reward", "orange"), act(0, "use", "w.station.violet"))


def railroad() -> Table:
    return put(table(2), "white", "railroad")


def second_rail() -> Table:
    return put(table(2).shares(0, 1), "white", "railroad").play(act(0, "lay", "R02"))


def third_rail() -> Table:
    """A turquoise worker in place of the violet one, and money for any terrain."""
    t = table(2).cash(0, 700).shares(0, 5).workers(0, {"white": 4, "turquoise": 1})
    t = put(t, "turquoise", "railroad").play(act(0, "lay", "R02"), act(0, "lay", "R03"))
    return t.play(act(0, "use", "w.rail.turquoise"))


def last_rail() -> Table:
    return put(table(2).rails(0, left=1), "white", "railroad")


def telegraph() -> Table:
    return put(table(2), "violet", "telegraph")


def office() -> Table:
    """Area 1: three shares; its first office is a neutral one."""
    return telegraph().play(act(0, "open", 1))


def four_workers() -> Table:
    t = penniless().workers(0, {"white": 4})
    return put(t, "white", "telegraph").play(act(0, "open", 1))


def fifth_worker() -> Table:
    """Four workers, but money for one more."""
    t = table(2).workers(0, {"white": 4})
    return put(t, "white", "telegraph").play(act(0, "open", 1))


def trade() -> Table:
    return put(table(2), "white", "trade")


def second_section() -> Table:
    return put(table(2).buildings(0, 11), "white", "trade")


def gated(**options: str) -> Table:
    t = table(2, **options).cash(0, 40).shares(0, 0).steps(0, offices=3, stations=6, network=9)
    return put(t, "violet", "trade").play(act(0, "use", "w.trade.violet"))


def gates() -> Table:
    return gated()


def gates_paid() -> Table:
    return gated().play(act(0, "trade", "rail"))


def high_gate() -> Table:
    return gated(track_costs="high").play(act(0, "trade", "rail"))


def tops() -> Table:
    t = table(2).shares(0, 0).steps(0, offices=12, stations=12, network=12)
    return put(t, "violet", "trade")


def deal() -> Table:
    """D1 after an office in area 3, which brings three shares."""
    return put(table(2), "white", "telegraph").play(act(0, "open", 3), act(0, "done"))


def deal_swap() -> Table:
    return deal().play(act(0, "deal", 0))


def deal_of_others() -> Table:
    return deal().play(act(0, "done"))


def deal_once() -> Table:
    """The other player has four shares, and three less after the lower offer."""
    t = put(table(2).shares(1, 4), "white", "telegraph").play(act(0, "open", 3), act(0, "done"), act(0, "done"))
    return t.play(act(1, "deal", 1))


def closing(**options: str) -> Table:
    """A station in Chicago and two rails with one triangle: A2-1 is reached at the end of this turn."""
    t = table(2, **options).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    t = t.goal(0, 1, "A2-1", "violet").workers(0, {"white": 4})
    return put(t, "white", "telegraph").play(act(0, "open", 2), act(0, "done"))


def pick() -> Table:
    return closing()


def pick_of_all() -> Table:
    return closing(milestone_choice="open")


def laid_out(*tiles: str, side: str) -> Table:
    """Set-up by lot, but for the start tiles."""
    t = fresh(2)
    while t.game.owing(t.s) == [CHANCE]:
        choice = next(t.game.choices(t.s))
        action = choice.sample(Random(0))
        if action.kind == "layout":
            action = chance("layout", tiles, *[side] * 4, ("violet", "orange", "grey", "turquoise"))
        t = t.play(action, settle=False)
    return t


def start_tiles() -> Table:
    return laid_out("S1", "S2", "S3", "S4", side="front")


def start_rail() -> Table:
    """S1 is for a rail; before the game nothing is sold."""
    t = start_tiles()
    (seat,) = t.waits_for()
    return t.play(act(seat, "choose", "S1"))


def the_end() -> Table:
    """The last turn of the last round: an office with one share, and nobody to spare."""
    t = penniless().ending(2).starter(1).workers(0, {"white": 4})
    return put(t, "white", "telegraph").play(act(0, "open", 7))


CORNERS: Final[Mapping[str, Callable[[], Table]]] = {
    corner.__name__: corner
    for corner in (
        start,
        hiring,
        penniless,
        loco_pays,
        last_white,
        station_white,
        station_violet,
        washington,
        in_debt,
        railroad,
        second_rail,
        third_rail,
        last_rail,
        telegraph,
        office,
        four_workers,
        fifth_worker,
        trade,
        second_section,
        gates,
        gates_paid,
        high_gate,
        tops,
        deal,
        deal_swap,
        deal_of_others,
        deal_once,
        pick,
        pick_of_all,
        start_tiles,
        start_rail,
        the_end,
    )
}


def counted(name: str) -> tuple[int, ...]:
    """How many positions the engine reaches after each number of actions."""
    t = CORNERS[name]()
    layer, counts = {t.at().digest(): t.s}, []
    for _ in COUNTS[name]:
        choices = [(at, choice) for at in layer.values() for choice in t.game.choices(at)]
        assert all(choice.seat != CHANCE for _, choice in choices)
        reached = [t.game.apply(at, action) for at, choice in choices for action in choice.actions()]
        layer = {after.digest(): after for after in reached}
        counts.append(len(layer))
    return tuple(counts)


def test_every_corner_is_counted() -> None:
    assert list(COUNTS) == list(CORNERS)
    assert len(COUNTS) >= 30


@pytest.mark.parametrize("name", CORNERS)
def test_the_engine_reaches_as_many_positions_as_were_counted(name: str) -> None:
    assert counted(name) == COUNTS[name]
