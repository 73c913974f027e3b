"""What an observation of Railroad Revolution holds."""

from __future__ import annotations

from typing import Final

from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.pieces import GRANTS
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, BONUS, HIDDEN, REWARD, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tiles import SIDES
from stellwerk.interop.research.features import THOUSAND, Layout, Numbers

OFFERS: Final = (REWARD, BONUS, WIRE)
"""What a place that was built on may still give."""


class RevolutionLayout(Layout[RevolutionState]):
    """Every player's pieces, then the board, then the turn."""

    def __init__(self, game: RevolutionGame) -> None:
        self.game, self.t = game, game.t
        t, kinds, locos = game.t, len(COLOURS), len(game.t.tiles.locos)
        self.milestones = {tile: n for n, tile in enumerate(t.tiles.milestones)}
        self.deals = {tile: n for n, tile in enumerate(t.tiles.deals)}
        self.grants = {kind: n for n, kind in enumerate(sorted(GRANTS))}
        self.cities = [city.id for city in t.board.cities]
        self.spaces = len(t.board.spaces)
        self.city_tiles = {tile: n for n, tile in enumerate(t.tiles.cities, 1)}
        self.wire_tiles = {tile: n for n, tile in enumerate(t.tiles.telegraph, 1)}
        self.starts = {tile: n for n, tile in enumerate(t.tiles.starts)}
        self.colours = {colour: n for n, colour in enumerate(COLOURS)}
        self.player = 6 + kinds + 4 * kinds + len(t.tracks) + 2 * locos + self.spaces + len(self.milestones) + kinds
        super().__init__(
            {
                "players": game.seats * self.player,
                "stations": len(self.cities) * game.seats,
                "offices": len(t.board.areas) * game.seats,
                "city_tiles": len(self.cities),
                "wires": len(t.board.areas),
                "starts": 2 * len(self.starts),
                "bank": kinds,
                "depot": locos,
                "deal": len(self.deals),
                "drawn": len(self.milestones),
                "action": len(ACTIONS),
                "worker": kinds,
                "ability": kinds,
                "grants": len(self.grants),
                "offers": len(OFFERS),
                "taken": max(map(len, t.tiles.deals.values())),
                "built": len(self.cities) + len(t.board.areas),
                "turn": game.seats,
                "main": 6,
            }
        )

    def fill(self, out: Numbers, s: RevolutionState, seat: int) -> None:
        seats = self.game.seats
        order = [(seat + n) % seats for n in range(seats)]
        at = 0
        for other in order:
            pieces = self.kept(other, self._key(s, other), lambda other=other: self._of(s, other))  # type: ignore[misc]
            out[at : at + self.player] = pieces
            at += self.player
        built = slice(self.at["stations"].start, self.at["offices"].stop)
        out[built] = self.kept(("built", seat), (s.stations, s.offices), lambda: self._built(s, order))
        lying = slice(self.at["city_tiles"].start, self.at["starts"].stop)
        out[lying] = self.kept("lying", (s.tiles, s.wires, s.starts), lambda: self._lying(s))
        table = slice(self.at["bank"].start, self.at["deal"].stop)
        out[table] = self.kept("table", (s.bank, s.depot, s.deal), lambda: self._table(s))
        key = (
            *(s.drawn, s.action, s.worker, s.ability, s.grants, s.turn, s.main, s.ending, s.dealing),
            *(s.offers, s.taken, s.spot, s.laid, s.triangles, s.gained),
        )
        out[self.at["drawn"].start : self.at["main"].stop] = self.kept(
            ("turn", seat), key, lambda: self._turn(s, order)
        )

    def _key(self, s: RevolutionState, seat: int) -> tuple[object, ...]:
        """All that the numbers of a player follow from."""
        return (
            s.cash[seat],
            s.shares[seat],
            s.buildings[seat],
            s.rails[seat],
            s.supply[seat],
            s.posts[seat],
            s.steps[seat],
            s.up[seat],
            s.down[seat],
            s.network[seat],
            s.goals[seat],
            s.reached[seat],
            s.reserve[seat],
            s.managers[seat],
        )

    def _built(self, s: RevolutionState, order: list[int]) -> list[float]:
        places = (*(s.stations.get(city, ()) for city in self.cities), *s.offices)
        return [float(other in there) for there in places for other in order]

    def _lying(self, s: RevolutionState) -> list[float]:
        """The tiles that were laid out when the game began, and differ from game to game; then the start tiles."""
        starts = [0.0] * (2 * len(self.starts))
        for tile, side, colour in s.starts:
            at = 2 * self.starts[tile]
            starts[at : at + 2] = (1 + SIDES.index(side)) / 2, (1 + self.colours[colour]) / len(COLOURS)
        return [
            *(self.city_tiles.get(s.tiles.get(city, ""), 0) / len(self.city_tiles) for city in self.cities),
            *(self.wire_tiles.get(tile, 0) / len(self.wire_tiles) for tile in s.wires),
            *starts,
        ]

    def _table(self, s: RevolutionState) -> list[float]:
        deal = [0.0] * len(self.deals)
        if s.deal:
            deal[self.deals[s.deal]] = 1.0
        return [*(count / 10 for count in (*s.bank, *s.depot)), *deal]

    def _turn(self, s: RevolutionState, order: list[int]) -> list[float]:
        drawn = [0.0] * len(self.milestones)
        for tile in s.drawn:
            if tile != HIDDEN:
                drawn[self.milestones[tile]] = 1.0
        held = [0.0] * len(self.grants)
        for grant in s.grants:
            held[self.grants[grant.kind]] += grant.times
        return [
            *drawn,
            *[float(action == s.action) for action in ACTIONS],
            *[float(colour == s.worker) for colour in COLOURS],
            *[float(colour == s.ability) for colour in COLOURS],
            *held,
            *[float(offer in s.offers) for offer in OFFERS],
            *[float(n in s.taken) for n in range(self.parts["taken"])],
            *self._spot(s),
            *[float(other == s.turn) for other in order],
            float(s.main),
            s.ending / 3,
            s.dealing / 2,
            s.laid / 10,
            s.triangles / 10,
            s.gained / 10,
        ]

    def _spot(self, s: RevolutionState) -> list[float]:
        """Where this action has built: by city, then by area."""
        areas = len(self.t.board.areas)
        return [
            *[float(city == s.spot) for city in self.cities],
            *[float(s.spot == str(area)) for area in range(1, areas + 1)],
        ]

    def _of(self, s: RevolutionState, seat: int) -> list[float]:
        """The pieces of one player; a milestone is 1 while it is a goal and -1 once it is reached."""
        network, goals, promoted = s.network[seat], [0.0] * len(self.milestones), [0.0] * len(COLOURS)
        for colour in (colour for managers in s.managers[seat] for colour in managers):
            promoted[self.colours[colour]] += 0.2
        for tiles, sign in ((s.goals[seat], 1.0), (s.reached[seat], -1.0)):
            for tile in tiles:
                if tile in self.milestones:
                    goals[self.milestones[tile]] = sign
        return [
            s.cash[seat] / THOUSAND,
            s.shares[seat] / 10,
            s.buildings[seat] / 10,
            s.rails[seat] / 20,
            *s.reserve[seat],
            *[count / 5 for count in (*s.supply[seat], *s.posts[seat])],
            *[step / 10 for step in s.steps[seat]],
            *s.up[seat],
            *s.down[seat],
            *[network >> n & 1 for n in range(self.spaces)],
            *goals,
            *promoted,
        ]
