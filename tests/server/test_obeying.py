"""A law of standing orders: whatever is ordered, what follows is legal, ends, and can be taken back and read again."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.core.errors import CannotUndo
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.orders import Amount, Flag, Pick, kinds_for, read_order
from stellwerk.core.registry import titles
from stellwerk.server.marks import Marks
from stellwerk.server.obeying import obey
from stellwerk.server.rows import replay, rows_of, undo_row
from stellwerk.server.store import Entry, Given
from stellwerk.server.table import Table

GAMES = tuple(name for name, title in titles().items() if title.game(title.seats[-1]).order_kinds)


def anything(field: Pick | Amount | Flag, rng: Random) -> Any:
    match field:
        case Pick(many=True):
            return rng.sample(field.values, rng.randint(1, len(field.values)))
        case Pick():
            return rng.choice(field.values)
        case Amount():
            return rng.randint(field.lo, min(field.hi, 400))
        case Flag():
            return rng.random() < 0.3


def some_order(table: Table, rng: Random, number: int) -> Given | None:
    """Anything that a seat can order now."""
    seat = rng.randrange(len(table.names))
    offered = kinds_for(table.match.view(seat))
    if not offered:
        return None
    kind, fields = rng.choice(list(offered.items()))
    order = read_order(table.match.view(seat), kind.id, {one.id: anything(one, rng) for one in fields})
    return Given(seat, number, order.to_json(), "active", None, table.ply, 0.0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_orders_act_by_the_rules_and_come_to_an_end(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    title = titles()[name]
    seats = [Seat(f"Player {number}") for number in range(max(3, title.seats[0]))]
    match = Match(new_header(name, seats, seed=f"orders {seed}"))
    table = Table("law", match, match.ply, 0.0, marks=Marks(ply=match.ply))
    rows = rows_of(match)
    acted = 0
    for number in range(1, 400):
        if match.over:
            break
        given = some_order(table, rng, number) if rng.random() < 0.3 else None
        if given is not None and len(table.orders) < 8:
            table = replace(table, orders=(*table.orders, given))
        before = match.ply
        match.play(rng.choice(match.choices()).sample(rng))
        added = rows_of(match, before)
        table = table.after(match, added, before)
        table, more, ended = obey(table, added)
        rows += [*added, *more]
        acted += sum(row.ordered is not None for row in more)
        assert table.match.ply == len(rows)
        assert not {(one.seat, one.number) for one in ended} & {(one.seat, one.number) for one in table.orders}
        assert all(why is not None for _, _, _, why in ended)
        assert "broken" not in {str(one.why["key"]) for one in ended}, "no order of a game breaks"
    assert acted > 0
    marked = {ply: row.ordered for ply, row in enumerate(rows) if row.ordered is not None}
    assert table.marks.now == marked == Marks().after(rows).now
    checked = Match(match.header, match.log)
    assert checked.state.digest() == match.state.digest() == replay(match.header, rows).state.digest()


def test_an_undo_stops_at_what_an_order_of_another_has_done() -> None:
    match = Match(new_header("1830", [Seat("A"), Seat("B"), Seat("C")], {"seating": "free"}, seed="undo"))
    table = Table("undo", match, 0, 0.0)
    (first,) = match.waiting()
    second = (first + 1) % 3
    body = {"kind": "bid", "args": {"private": "CA", "price": 200, "wait": True}}
    table = replace(table, orders=(Given(second, 1, body, "active", None, 0, 0.0),))
    match.play(next(choice for choice in match.choices() if choice.kind == "pass_turn").sample(Random(1)))
    rows = rows_of(match)
    table, more, _ = obey(table.after(match, rows, 0), rows)
    assert [row.ordered for row in more] == [1]
    assert table.undoable([first]) == []
    with pytest.raises(CannotUndo):
        match.copy().undo(first, None, *table.limits([first]))
    assert table.undoable([second]) == [1]
    assert table.undoable([first, second]) == [1, 0], "who has both seats knows the order"
    target = match.undo(second, None, *table.limits([second]))
    back: list[Entry] = [undo_row(match, second, target)]
    table = table.after(match, back, target)
    table, nothing, paused = obey(table, back)
    assert (nothing, [one.seat for one in paused], table.orders) == ([], [second], ()), "he decides by hand"
    assert table.marks.now == {}
