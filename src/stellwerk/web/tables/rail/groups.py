"""The sale of privates in groups as rows: what they cost, who has bid for the choice, and in which order it goes."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.core.choice import Choice
from stellwerk.eighteen.state import seat_of
from stellwerk.eighteen.steps.groups import order_of_choice
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.look import rail


class GroupRow(NamedTuple):
    """A group: its privates, its price, what it pays in each round, and who has taken it."""

    names: tuple[str, ...]
    price: int
    income: int
    owner: str
    choice: Choice | None
    """The visitor's choice to take it."""

    cost: int
    """What the visitor would pay, his bid included."""


class GroupSale(NamedTuple):
    """All groups, the last bids from the highest on, and once these are over the order of choice."""

    rows: tuple[GroupRow, ...]
    bids: tuple[tuple[str, int], ...]
    order: tuple[str, ...]


def group_sale(scene: Scene) -> GroupSale | None:
    """How the sale stands; None where none is going on."""
    game, s = rail(scene)
    if s.round != "auction" or not game.rules.groups:
        return None
    own = 0 if scene.seat is None else dict(s.group_bids).get(scene.seat, 0)
    rows = []
    for number, group in enumerate(game.rules.groups, 1):
        owner = seat_of(s.privates[group.privates[0]])
        choice = next((c for c in scene.choices if c.kind == "take_group" and c.args == (number,)), None)
        rows.append(
            GroupRow(
                tuple(scene.name(private) for private in group.privates),
                group.price,
                sum(game.rules.privates[private].income for private in group.privates),
                scene.player(owner) if owner >= 0 else "",
                choice,
                group.price + own,
            )
        )
    bidding = s.todo[-1].step == "bid_for_groups"
    order = () if bidding else tuple(scene.player(seat) for seat in order_of_choice(s, game.seats))
    bids = tuple((scene.player(seat), price) for seat, price in reversed(s.group_bids))
    return GroupSale(tuple(rows), bids, order)
