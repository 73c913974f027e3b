"""Who of a fleet does what all of it must do once: carry the mail, pass hexes that are due to be visited.

A train with such a role is a kind of its own. The best run is the best among all ways to deal the roles out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from stellwerk.eighteen.routes.rules import Spec

Kinds: TypeAlias = dict[Spec, list[int]]
"""What trains can do and must do, widest range first, and which of them it is."""


def dealt(kinds: Kinds, mail: bool, due: Sequence[int]) -> Iterator[Kinds]:
    """All ways to give one train the mail, if there is any, and each due hex to a train; none that is like another."""
    if not mail and not due:
        yield kinds
        return
    plain = {number: spec._replace(trains=1) for spec, numbers in kinds.items() for number in numbers}
    met: set[tuple[Spec, ...]] = set()
    for carrier in list(plain) if mail else [None]:
        for visitors in product(plain, repeat=len(due)):
            roles = dict(plain)
            for bit, number in zip(due, visitors, strict=True):
                roles[number] = roles[number]._replace(must=roles[number].must | bit)
            if carrier is not None:
                roles[carrier] = roles[carrier]._replace(mail=True)
            alike = tuple(sorted(roles.values(), key=_by_all))
            if alike not in met:
                met.add(alike)
                yield _grouped(roles)


def _by_all(spec: Spec) -> tuple[int, int, tuple[str, ...], str, int, bool, bool, int]:
    gauges = tuple(sorted(spec.gauges or ()))
    return spec.limit, spec.allowance, gauges, spec.goal, spec.tier, spec.apart, spec.mail, spec.must


def _grouped(roles: dict[int, Spec]) -> Kinds:
    kinds: Kinds = {}
    for number, spec in roles.items():
        kinds.setdefault(spec, []).append(number)
    return {spec._replace(trains=len(numbers)): numbers for spec, numbers in kinds.items()}
