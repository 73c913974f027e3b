"""What the log of 1853 tells besides, as soon as everybody may know it: bonds, fulfilled contracts, sizes."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.contracts import all_written
from stellwerk.games.g1853.rounds import ELEPHANT
from stellwerk.games.g1853.state import own


def consequences(before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    """Only what is open to all in the position after it."""
    old, new = own(before), own(after)
    if all_written(after) and not all_written(before):
        bonds = (Words("part.seat_gets", data={"seat": seat, "amount": bond}) for seat, bond in enumerate(new.bonds))
        yield Words("then.bonds", data={"takers": tuple(bonds)})
    for seat in new.fulfilled[len(old.fulfilled) :]:
        data = {"seat": seat, "amount": new.bonds[seat], "cities": new.notes[seat]}
        yield Words("then.contract", data=data)
    for size, companies, known in (("large", new.large, old.large), ("small", new.small, old.small)):
        for company in companies[len(known) :]:
            yield Words(f"then.{size}", data={"company": company})
    if a.kind == "accept" and before.offer[:1] == (ELEPHANT,):
        yield Words("then.elephant", data={"seat": before.offer[2], "price": before.offer[3]})
