"""Matches of ours as game records of 18xx.games, for matches that are played by that site's reading of the rules."""

from __future__ import annotations

from typing import Final, cast

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import DataError, Malformed
from stellwerk.core.registry import title
from stellwerk.eighteen.state import RailState
from stellwerk.interop.games18xx.telling import Teller

ROUNDS: Final = {"auction": "Auction Round", "stock": "Stock Round", "operating": "Operating Round"}
NAMED: Final = 3
"""Options that a refusal names one by one."""


class Writer(Teller):
    """Writes a whole match down, or says at which place it cannot be told and why."""

    def record(self) -> Json:
        """The match as a record; refused where its options are not those of that site."""
        match, game, rules = self.match, self.game, self._optional_rules()
        for ply, action in enumerate(match.log):
            self._write_action(ply, action)
        s = cast("RailState", match.state)
        worth = {seat: sum(line.points for line in game.wealth(s, seat)) for seat in range(game.seats)}
        ranked = sorted(worth, key=lambda seat: -worth[seat])
        return {
            "id": "hs_stellwerk",
            "description": "",
            "user": {"id": 0, "name": match.header.seats[0].name},
            "players": [{"id": seat, "name": chair.name} for seat, chair in enumerate(match.header.seats)],
            "max_players": game.seats,
            "title": self.reading.name,
            "settings": {"seed": 1, "optional_rules": rules},
            "user_settings": None,
            "status": "finished" if match.over else "active",
            "turn": max(s.stock_rounds, 1),
            "round": ROUNDS.get(s.round, s.round),
            "acting": match.waiting(),
            "result": {str(seat): worth[seat] for seat in ranked},
            "actions": self.actions,
            "loaded": True,
            "created_at": 0,
            "updated_at": 0,
            "game_end_reason": self.reading.ending(s.ended) or None,
        }

    def _write_action(self, ply: int, action: Action) -> None:
        """Tell one action, or say which one cannot be told and why."""
        before, place = cast("RailState", self.match.at(ply)), f"match.log[{ply}]"
        if action.kind == "accept" and before.offer[:1] == ("trade",):
            private = before.offer[1]
            raise Malformed(place, f"18xx.games does not take the sale of {private} from one player to another")
        if not action.kind.startswith("pass") and self.gone_on(before):
            raise Malformed(place, f"18xx.games would have gone on before {action.kind}")
        try:
            self.tell(before, action, cast("RailState", self.match.at(ply + 1)))
        except (LookupError, StopIteration) as error:
            raise Malformed(place, f"18xx.games has no action for {action.kind} here ({error!r})") from error

    def _optional_rules(self) -> list[str]:
        """The variants that a match plays; raises with all options that differ from that site's reading."""
        match, reading = self.match, self.reading
        if match.header.position is not None:
            raise Malformed("match", "18xx.games knows only games that begin at the beginning")
        if len(match.header.seats) not in reading.players:
            least, most = reading.players[0], reading.players[-1]
            raise Malformed("match", f"18xx.games plays {reading.name} with {least} to {most} players")
        options = match.game.options
        variants = {option: (rule, value) for rule, (option, value) in reading.variants.items()}
        unknown = [option for option in variants if option not in options]
        if unknown:
            raise DataError(reading.name, f"variants name options that {reading.title} has not: {', '.join(unknown)}")
        rules = [rule for option, (rule, value) in variants.items() if options[option] == value]
        differ = [
            f"{option} is {value!r} there, not {options[option]!r}"
            for option, value in reading.all_options.items()
            if options[option] != value and option not in variants
        ]
        if differ:
            raise Malformed("options", self._otherwise(differ))
        return rules

    def _otherwise(self, differ: list[str]) -> str:
        """Why a match of other options cannot be told: the first that differ, and the preset without any such."""
        named, more = "; ".join(differ[:NAMED]), len(differ) - NAMED
        rest = f" and {more} more" if more > 0 else ""
        preset = title(self.reading.title).preset_of(self.reading.all_options)
        advice = f". A match begun with --preset {preset.id} can be exported" if preset else ""
        return f"18xx.games plays {self.reading.name} differently: {named}{rest}{advice}"
