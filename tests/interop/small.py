"""Small records made by hand."""

from __future__ import annotations

from typing import Any

from stellwerk.interop.games18xx import Reader, live_actions, reader_of

IDS = ("ada", 17, "cy", 4, "eve", 99)
"""Players are named by numbers or by strings over there."""


class Record:
    """A record that grows action by action."""

    def __init__(self, seats: int = 3, rules: tuple[str, ...] = ()) -> None:
        self.players = [{"id": IDS[seat], "name": f"Seat {seat}"} for seat in range(seats)]
        self.rules, self.actions = list(rules), list[dict[str, Any]]()

    def add(self, kind: str, entity: int | str | None = None, entity_type: str = "", **fields: Any) -> Record:
        told = {"type": kind, "id": len(self.actions) + 1, **fields}
        if entity is not None:
            told |= {"entity": entity, "entity_type": entity_type}
        self.actions.append(told)
        return self

    def by(self, seat: int, kind: str, **fields: Any) -> Record:
        return self.add(kind, IDS[seat], "player", **fields)

    def bid(self, seat: int, company: str, price: int) -> Record:
        return self.by(seat, "bid", company=company, price=price)

    def passes(self, *seats: int) -> Record:
        for seat in seats:
            self.by(seat, "pass")
        return self

    def undo(self, to: int | None = None) -> Record:
        return self.add("undo", IDS[0], "player", **({} if to is None else {"action_id": to}))

    def redo(self) -> Record:
        return self.add("redo", IDS[0], "player")

    def sold(self) -> Record:
        """Three players buy all privates at face value; B&O is opened at 100, and seat 0 begins the stock round."""
        self.bid(0, "SV", 20).bid(1, "CS", 40).bid(2, "DH", 70).bid(0, "MH", 110).bid(1, "CA", 160).bid(2, "BO", 220)
        return self.by(2, "par", corporation="B&O", share_price="100,0,6")

    @property
    def json(self) -> dict[str, Any]:
        return {
            "id": "small",
            "title": "1830",
            "players": self.players,
            "settings": {"seed": 1, "optional_rules": self.rules},
            "actions": self.actions,
        }

    def read(self) -> Reader:
        """Play all that stands."""
        reader = reader_of(self.json)
        for recorded in live_actions(self.json):
            reader.play(recorded.data)
        return reader

    def live(self) -> list[int]:
        """The ids of the actions that stand."""
        return [recorded.data["id"] for recorded in live_actions(self.json)]
