"""What an observation of Paris Connection holds."""

from __future__ import annotations

from collections import Counter

import numpy as np

from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import HIDDEN, ParisState
from stellwerk.games.paris.track import tracks
from stellwerk.interop.research.features import Layout, Numbers


class ParisLayout(Layout[ParisState]):
    """Hands, supplies, values and lines."""

    def __init__(self, game: ParisGame) -> None:
        self.game, self.t = game, game.t
        self.colours = {colour: n for n, colour in enumerate(self.t.colours)}
        count, spaces = len(self.colours), len(self.t.board.spaces)
        self.bytes = (count * spaces + 7) // 8
        super().__init__(
            {
                "hand": count,
                "hand_sizes": game.seats,
                "supply": count,
                "values": count,
                "building": count,
                "built": 1,
                "on_turn": game.seats,
                "lines": count * spaces,
            }
        )

    def fill(self, out: Numbers, s: ParisState, seat: int) -> None:
        t, seats, count = self.t, self.game.seats, len(self.colours)
        hands = s.hands[seat:] + s.hands[:seat]
        row = [0.0] * (4 * count + 2 * seats + 1)
        for colour, held in Counter(hands[0]).items():
            if colour != HIDDEN:
                row[self.colours[colour]] = held / t.limit
        at = count
        for hand in hands:
            row[at] = len(hand) / t.limit
            at += 1
        for left in s.supply.values():
            row[at] = left / t.each
            at += 1
        for value in s.value.values():
            row[at] = value / 10
            at += 1
        if s.building:
            row[at + self.colours[s.colour]] = 1.0
            row[at + count] = len(s.building) / 5
        at += count + 1
        if s.todo and isinstance(s.todo[-1].who, int):
            row[at + (s.todo[-1].who - seat) % seats] = 1.0
        out[: len(row)] = row
        bits, spaces = 0, len(t.board.spaces)
        for n, (own, _) in enumerate(tracks(t.board, s).values()):
            bits |= own << n * spaces
        lines = np.frombuffer(bits.to_bytes(self.bytes, "little"), np.uint8)
        out[self.at["lines"]] = np.unpackbits(lines, count=count * spaces, bitorder="little")
