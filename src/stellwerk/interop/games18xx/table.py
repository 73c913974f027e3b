"""A record of 18xx.games on the table: the match that it becomes, and who acts in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import DataError, Malformed, Refusal, RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.state import Frame
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.interop.games18xx.record import RECORD, Fields, optional_rules, players_of
from stellwerk.interop.games18xx.shares import Ledger

if TYPE_CHECKING:
    from stellwerk.interop.games18xx.reading import Reading

SEED: Final = "18xx.games"
"""Nothing is left to chance in these games."""

NOWHERE: Final = Frame("", "")


class RecordTable:
    """The match, and what that site knows besides: which piece is which."""

    def __init__(self, record: Json, reading: Reading) -> None:
        self.reading = reading
        players = players_of(record)
        self.seats = {player.id: seat for seat, player in enumerate(players)}
        self._named = {player.name: seat for seat, player in enumerate(players)}
        header = new_header(
            self.reading.title,
            [Seat(player.name) for player in players],
            self._options(optional_rules(record)),
            seed=SEED,
        )
        self.match = Match(header)
        self._note_position()
        if not isinstance(self.match.game, RailGame):
            raise DataError(reading.title, "is no 18xx title, so it has no records of 18xx.games")
        self.game = self.match.game
        self.asks = reading.asks(self.game)
        self.shares = Ledger(self.game.rules)
        self.trains: dict[str, str] = {}
        """Where each train is that has left the bank: with a company, or in the pool."""

        self.past: set[str] = set()
        """What the company on turn has done with in this turn: trains, privates."""

        self.versions: dict[str, str] = {}
        """As which train each card was bought that has several."""

        self.tiles: dict[str, str] = {}
        """The hex on which each tile lies, by its id."""

        self.lying: dict[str, str] = {}
        """The id of the tile that was laid last on each hex."""

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
    def over(self) -> bool:
        """Whether nothing more is played: the game has ended, or people have ended it."""
        return self.ended_by_hand or not self.s.todo

    # -- who acts

    def _do(self, seat: int, kind: str, *args: Any) -> None:
        self.match.play(tuple.__new__(Action, (seat, kind, args)))  # half the time of a call
        self._note_position()

    def _note_position(self) -> None:
        """Keep at hand what is asked of the present position all the time."""
        s: RailState = self.match.states.present
        self.s, todo = s, s.todo
        self._frame: Frame = todo[-1] if todo else NOWHERE

    def _player(self, act: Fields) -> int:
        """The player who acts; old records name him by his name."""
        named = act.entity()
        seat = self.seats.get(named, self._named.get(named))
        if seat is None:
            raise act.bad(f"there is no player {named!r}")
        return seat

    def _company(self, act: Fields) -> str:
        """The company that acts, for which it must be the turn."""
        company = self.reading.ours(act.entity())
        if self._frame.who != company or company not in self.s.trains:
            said = f"it is the turn of {self._frame.who}, not of {company}"
            raise self._breaks(self.reading.turn_rule, said, {"company": company})
        return company

    def _breaks(self, rule: str, said: str, data: dict[str, str | int]) -> RuleError:
        """What a record does that a rule forbids, by the number that the title's book has for it."""
        return RuleError(self.game.title.id, self.game.cite(Refusal(rule, data)), said, data)

    def _holder(self, act: Fields) -> str:
        """Who has the private by which something is done, or what is left of it when it has closed."""
        holder = {**self.s.privates, **self.s.rights}.get(act.entity(), "")
        if not holder:
            raise act.bad(f"{act.entity()} belongs to nobody")
        return holder

    def _by_private(self, act: Fields) -> int:
        """The seat that acts by a private: its owner, or who directs the company that owns it."""
        holder = self._holder(act)
        return self.s.director[holder] if holder in self.s.director else seat_of(holder)

    def _served(self, act: Fields) -> str:
        """The company for which something is done by a private: its owner, else the one on turn that he directs."""
        holder, company = self._holder(act), str(self._frame.who)
        if holder in self.s.trains:
            return holder
        if self.s.director.get(company) != seat_of(holder):
            raise act.bad(f"the owner of {act.entity()} does not direct the company on turn")
        return company

    def _direct(self, company: str, kind: str, *args: Any) -> None:
        """Let the director of a company act."""
        self._do(self.s.director[company], kind, *args)
