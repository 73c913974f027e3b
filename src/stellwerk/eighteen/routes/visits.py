"""Whether trains can run at all, and whether they can come to hexes that they would have to visit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from stellwerk.eighteen.routes.best import best_run
from stellwerk.eighteen.routes.graph import Graph, build
from stellwerk.eighteen.routes.listing import Growth, Legs, Lister, TooMany, Trail
from stellwerk.eighteen.routes.rules import Position, Spec, specs_of
from stellwerk.eighteen.trains import Train


class _Seen(Exception):
    """A route has been found."""


@dataclass
class _Seeker(Lister):
    """Lists routes until one passes all the hexes that its train must pass."""

    def _note(self, home: int, start: int, arm: Growth, other: Trail) -> None:
        known = len(self.found)
        super()._note(home, start, arm, other)
        if len(self.found) > known and not self.spec.must & ~arm[8]:
            raise _Seen


def can_run(position: Position, trains: Sequence[Train]) -> bool:
    """Whether one of these trains can run any route."""
    kinds = specs_of(trains, position.rules)
    graph = build(position, max((spec.limit for spec in kinds), default=0))
    legs = Legs(graph)
    return bool(graph.links) and any(
        _lists(position, graph, legs, spec, trains[same[0]]) for spec, same in kinds.items()
    )


def can_visit(position: Position, trains: Sequence[Train], hexes: Collection[str], homes: Collection[str]) -> bool:
    """Whether a train can come to each of these hexes from an own station on one of the homes, and a run to all."""
    narrowed = replace(position, visits=tuple(hexes), homes_at=frozenset(homes))
    kinds = specs_of(trains, position.rules)
    if len(narrowed.visits) > 1:
        alone = all(can_visit(position, trains, (name,), homes) for name in hexes)
        return alone and any(best_run(replace(position, visits=narrowed.visits), trains).routes)
    return any(_finds(narrowed, trains[same[0]], spec) for spec, same in kinds.items())


def _finds(position: Position, train: Train, spec: Spec) -> bool:
    """Whether one train has a route that passes all hexes to be visited, on the track that suits it."""
    if spec.gauges is not None:
        position = replace(position, faces=[face.on_gauges(spec.gauges) for face in position.faces])
    graph = build(position, spec.limit)
    if not graph.links or not _holds(graph, sum(graph.visits)):
        return False
    must = sum(graph.visits)
    return _lists(position, graph, Legs(graph), spec._replace(must=must), train)


def _lists(position: Position, graph: Graph, legs: Legs, spec: Spec, train: Train) -> bool:
    """Whether one train has a route that passes what it must."""
    try:
        _Seeker(graph, legs, spec, position.rules.bonus).run()
    except _Seen:
        return True
    except TooMany:
        return any(best_run(position, (train,)).routes)
    return False


def _holds(graph: Graph, bits: int) -> bool:
    """Whether these hexes lie on the track at all that trains can use."""
    held = 0
    for node in graph.nodes:
        held |= node.marks
    for link in graph.links:
        held |= link.marks
    return not bits & ~held
