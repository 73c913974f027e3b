"""Standing orders: what a seat has told beforehand to be done for it whenever it is asked.

A game offers kinds of orders (`Game.order_kinds`). A kind is stateless: it says what can be filled in, and decides from
what the seat knows. Whatever it decides is held against the seat's choices: an order never does what its owner could
not do by hand. The words are texts of the game: `order.KIND.name`, `order.KIND.FIELD`, `order.value.VALUE`, `stop.KEY`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import admitted
from stellwerk.core.errors import Malformed
from stellwerk.core.step import S
from stellwerk.core.view import View

MOST: Final = 10**7
"""No amount in an order is larger."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of some values, or with `many` any number of them, but at least one."""

    id: str
    values: tuple[str, ...]
    many: bool = False
    chosen: tuple[str, ...] = ()
    """What is chosen until somebody chooses otherwise."""

    def read(self, given: Json) -> Json:
        if not self.many:
            if not isinstance(given, str) or given not in self.values:
                raise Malformed(self.id, f"expected one of {', '.join(self.values)}")
            return given
        if not isinstance(given, list) or not given or not all(isinstance(one, str) for one in given):
            raise Malformed(self.id, "expected a list of texts that is not empty")
        if not set(given) <= set(self.values):
            raise Malformed(self.id, f"expected some of {', '.join(self.values)}")
        return [value for value in self.values if value in given]

    @property
    def usual(self) -> Json:
        return list(self.chosen or self.values) if self.many else next(iter((*self.chosen, *self.values)), None)

    def to_json(self) -> Json:
        return {"field": "pick", "id": self.id, "values": list(self.values), "many": self.many, "usual": self.usual}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number from lo to hi."""

    id: str
    lo: int
    hi: int
    usual: int

    def read(self, given: Json) -> Json:
        if type(given) is not int or not self.lo <= given <= self.hi:
            raise Malformed(self.id, f"expected a number from {self.lo} to {self.hi}")
        return given

    def to_json(self) -> Json:
        return {"field": "amount", "id": self.id, "lo": self.lo, "hi": self.hi, "usual": self.usual}


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    id: str
    usual: bool = True

    def read(self, given: Json) -> Json:
        if type(given) is not bool:
            raise Malformed(self.id, "expected true or false")
        return given

    def to_json(self) -> Json:
        return {"field": "flag", "id": self.id, "usual": self.usual}


Field: TypeAlias = Pick | Amount | Flag


@dataclass(frozen=True, slots=True)
class Order:
    """What a seat has ordered: a kind, and a value for each of its fields."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {"kind": self.kind, "args": dict(self.args)}

    @classmethod
    def from_json(cls, data: Json) -> Order:
        """Read back what was checked when it was given."""
        match data:
            case {"kind": str(kind), "args": dict(args)}:
                return cls(kind, args)
        raise Malformed("order", "expected an object with kind and args")


class Stop(NamedTuple):
    """Why an order does not go on: a key of the game's texts, and what fills its fields.

    One that is `done` has reached its purpose: the next order may act. Else the seat decides for itself.
    """

    key: str
    data: Mapping[str, Any] = {}
    done: bool = False

    def to_json(self) -> Json:
        return {"key": self.key, "data": dict(self.data)}


class Asked(NamedTuple, Generic[S]):
    """What an order decides from: all of it is known to the seat."""

    now: View[S]
    then: View[S]
    """As the seat saw the match when it last acted, or when it gave the order if that was later."""

    given: View[S]
    """As it saw the match when it gave the order."""

    acts: tuple[Action, ...] = ()
    """What the order has done so far and still stands."""

    own: bool = False
    """Whether the latest action of the seat was the order's."""


Decision: TypeAlias = Action | Stop | None


class OrderKind(ABC, Generic[S]):
    """One kind of standing orders of a game."""

    id: ClassVar[str]

    @abstractmethod
    def fields(self, view: View[S]) -> tuple[Field, ...] | None:
        """What can be filled in by who sees this; None where no such order can be given now."""

    @abstractmethod
    def decide(self, order: Order, asked: Asked[S]) -> Decision:
        """What to do for a seat that is asked; None where the order has nothing to say to it."""


def kinds_for(view: View[Any]) -> dict[OrderKind[Any], tuple[Field, ...]]:
    """The orders that a seat can give now, with what can be filled in."""
    if view.seat is None or view.game.over(view.state):
        return {}
    offered = {kind: kind.fields(view) for kind in view.game.order_kinds}
    return {kind: fields for kind, fields in offered.items() if fields is not None}


def read_order(view: View[Any], kind: str, given: Mapping[str, Json]) -> Order:
    """An order that comes from outside; what is not filled in is as usual."""
    known = {one.id: fields for one, fields in kinds_for(view).items()}
    if kind not in known:
        raise Malformed("kind", "no such order can be given here now")
    names = {one.id for one in known[kind]}
    if unknown := [name for name in given if name not in names]:
        raise Malformed("args", f"does not know {unknown[0]!r}")
    return Order(kind, {one.id: one.read(given.get(one.id, one.usual)) for one in known[kind]})


def decide(order: Order, asked: Asked[Any]) -> Decision:
    """What an order says where a seat is asked; nothing but what its choices admit."""
    kind = next((one for one in asked.now.game.order_kinds if one.id == order.kind), None)
    if kind is None:
        return Stop("stop.unknown")
    decision = kind.decide(order, asked)
    if isinstance(decision, Action) and not admitted(decision, asked.now.choices):
        return Stop("stop.illegal")
    return decision
