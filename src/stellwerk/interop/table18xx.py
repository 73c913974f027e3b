"""A record of 18xx.games on the table: the match that it becomes, and who acts in it."""

from __future__ import annotations

from typing import Any, Final, cast

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.state import Frame
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import NOBODY, RailState, player
from stellwerk.interop.asks18xx import Asks
from stellwerk.interop.record18xx import RECORD, Fields, optional_rules, players_of, reading_of
from stellwerk.interop.shares18xx import Ledger
from stellwerk.interop.titles18xx import Reading

SEED: Final = "18xx.games"
"""Nothing is left to chance in these games."""

NOWHERE: Final = Frame("", "")


class RecordTable:
    """The match, and what that site knows besides: which piece is which."""

    def __init__(self, record: Json) -> None:
        self.reading: Reading = reading_of(record)
        players = players_of(record)
        self.seats = {player.id: seat for seat, player in enumerate(players)}
        header = new_header(
            self.reading.title,
            [Seat(player.name) for player in players],
            self._options(optional_rules(record)),
            seed=SEED,
        )
        self.match = Match(header)
        self.game = cast("RailGame", self.match.game)
        self.asks = Asks(self.game)
        self.shares = Ledger(self.game.t)
        self.trains: dict[str, str] = {}
        """Where each train is that has left the bank: with a company, or in the pool."""

        self.past: set[str] = set()
        """What the company on turn has done with in this turn: trains, privates."""

        self.versions: dict[str, str] = {}
        """As which train each card was bought that has several."""

        self.tiles: dict[str, str] = {}
        """The hex on which each tile lies, by its id."""

        self.spent: set[str] = set()
        """Privates whose power is used up."""

        self.ended_by_hand = False

    def _options(self, rules: list[str]) -> dict[str, str]:
        options = dict(self.reading.options)
        for rule in rules:
            if rule not in self.reading.variants:
                raise Malformed(f"{RECORD}.settings.optional_rules", f"{rule!r} is not known here")
            options.update([self.reading.variants[rule]])
        return options

    @property
    def s(self) -> RailState:
        state: RailState = self.match.states[-1]  # type: ignore[assignment]  # a match knows no more than a state
        return state

    @property
    def over(self) -> bool:
        """Whether nothing more is played: the game has ended, or people have ended it."""
        return self.ended_by_hand or not self.s.todo

    # -- who acts

    @property
    def _frame(self) -> Frame:
        todo = self.s.todo
        return todo[-1] if todo else NOWHERE

    def _do(self, seat: int, kind: str, *args: Any) -> None:
        self.match.play(Action(seat, kind, args))

    def _player(self, act: Fields) -> int:
        seat = self.seats.get(act.entity())
        if seat is None:
            raise act.bad(f"there is no player {act.entity()!r}")
        return seat

    def _company(self, act: Fields) -> str:
        """The company that acts, for which it must be the turn."""
        company = self.reading.ours(act.entity())
        if self._frame.who != company or company not in self.s.trains:
            rule = self.reading.turn_rule
            said = f"it is the turn of {self._frame.who}, not of {company}"
            raise RuleError(self.game.title.id, rule, said, {"company": company})
        return company

    def _owner(self, act: Fields) -> str:
        """The company on turn, by whose private something is done."""
        private = act.entity()
        company = str(self._frame.who)
        owners = (company, player(self.s.director.get(company, NOBODY)))
        held = {**self.s.privates, **self.s.rights}.get(private)
        if company not in self.s.trains or held not in owners:
            raise act.bad(f"{private} does not belong to the company on turn")
        return company

    def _direct(self, company: str, kind: str, *args: Any) -> None:
        """Let the director of a company act."""
        self._do(self.s.director[company], kind, *args)
