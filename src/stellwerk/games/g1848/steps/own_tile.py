"""The tile of a private that must be laid when it closes."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.state import RailState, seat_of, without_key
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep


class LayOwnTile(RailStep):
    """Its owner, or the director of the company that owns it, lays the tile at once."""

    rule = turn_rule = "V.P3.4"
    kinds = ("lay_own",)
    lies_on = (IN_A_TURN, "discard_train", "choose_city")

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who in s.rights and bool(self.rules.privates[str(f.who)].own_tile)

    def mover(self, s: RailState, f: Frame) -> int:
        owner = s.rights[str(f.who)]
        return s.director[owner] if owner in s.director else seat_of(owner)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        private = str(f.who)
        for name, face in self.track.own_tiles(s, private):
            yield Choice(self.mover(s, f), "lay_own", (private, name, face.number, face.rotation))

    def lay_own(self, s: RailState, f: Frame, a: Action) -> None:
        private, name, number, rotation = a.args
        self.spend(s, private)
        self.track.lay(s, name, self.rules.catalogue.face(number, rotation))

    def skip(self, s: RailState, f: Frame) -> None:
        s.rights = without_key(s.rights, str(f.who))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule, {"private": str(f.who)})
