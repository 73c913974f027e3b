"""1848 on 18xx.games: falling prices of privates, a lender with a turn of its own, questions that follow no rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from stellwerk.core.action import Json
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.lending import granted
from stellwerk.games.g1848.ruleset import phase_of, rules_of
from stellwerk.games.g1848.state import loans_of
from stellwerk.interop.games18xx.asks import Asks
from stellwerk.interop.games18xx.reader import Reader
from stellwerk.interop.games18xx.reading import Reading
from stellwerk.interop.games18xx.record import Fields
from stellwerk.interop.games18xx.trace import Trace


class LenderAsks(Asks):
    """Asks for loans too."""

    def privates(self, s: RailState, company: str, spent: Collection[str]) -> bool:
        """A company that has taken its loan is asked all the same."""
        loans = rules_of(self.rules).loans
        lends = phase_of(self.rules, s.phase).loans and granted(s) < loans.count
        return (lends and loans_of(s).get(company, 0) < loans.most) or super().privates(s, company, spent)


class LenderReader(Reader):
    """Looks at the next action to see whether a turn goes on: which passes that site asks for we do not know."""

    def __init__(self, record: Json, reading: Reading) -> None:
        super().__init__(record, reading)
        self.lender = rules_of(self.game.rules).lender
        self._live = [recorded.data for recorded in self.live]
        self._at = 0
        self._next: Mapping[str, Any] | None = None
        """The action after the one that is being played, as far as we follow the record; {} after the last one."""

        self._complete = record.get("status") == "finished"

    def actions(self) -> Mapping[str, Callable[[Fields], None]]:
        own = {"assign": self._lower, "take_loan": self._take_loan, "destination_connection": self._note_link}
        return {**super().actions(), **own}

    def _follow(self, data: Mapping[str, Any]) -> None:
        """Keep in mind what comes next, skipping standing orders, which change nothing."""
        live, at = self._live, self._at
        if at == len(live) or not (live[at] is data or live[at] == data):
            self._next = None
            return
        self._at = later = at + 1
        while later < len(live) and live[later]["type"].startswith("program_"):
            later += 1
        if later < len(live):
            self._next = live[later]
        else:
            self._next = {} if self._complete else None

    # -- the lender

    def _before(self, act: Fields) -> None:
        if self._frame.step == "pay_lender" and act.entity() != self.lender:
            self._lender_pays()

    def _lender_pays(self) -> None:
        self._do(int(self._frame.who), "lender_pays")

    def _dividend(self, act: Fields) -> None:
        if act.entity() != self.lender:
            super()._dividend(act)
        elif self._frame.step == "pay_lender":
            self._lender_pays()

    def _take_loan(self, act: Fields) -> None:
        self._direct(self._company(act), "loan")

    # -- privates

    def _at_face(self, private: str) -> bool:
        """Any private is sold at the price to which it has fallen."""
        return private in self.s.privates

    def _lower(self, act: Fields) -> None:
        self._do(self._player(act), "lower", act.text("target"))

    def _lay_private(self, act: Fields, name: str, number: str, rotation: int) -> None:
        """The tile of a private that closes is laid at once."""
        if self._frame.step == "lay_own_tile":
            self._do(self.match.waiting()[0], "lay_own", act.entity(), name, number, rotation)
        else:
            super()._lay_private(act, name, number, rotation)

    def _note_link(self, act: Fields) -> None:
        """Over there somebody says that two homes are joined; we have seen it."""

    # -- the end of a turn

    def _pass_company(self, step: str, company: str) -> None:
        at_trains = step == "buy_trains" and not self.asks.must_buy(self.s, company)
        if at_trains and self._goes_on(company) is not None:
            self.past.add("trains")
        else:
            super()._pass_company(step, company)

    def _turn_over(self, company: str) -> bool:
        goes_on = self._goes_on(company)
        if goes_on is None or self.asks.must_buy(self.s, company):
            return super()._turn_over(company)
        return not goes_on

    def _goes_on(self, company: str) -> bool | None:
        """Whether the record goes on with the turn of a company that is at its trains; None where we cannot tell.

        No turn follows another of the same company at once, because the lender pays between two rounds.
        """
        if self._next is None:
            return None
        if not self._next:
            return False
        entity = str(self._next.get("entity"))
        if self._next.get("entity_type") == "company":
            return entity in self.game.rail_steps["buy_trains"].powers(self.s, company)
        return self.reading.ours(entity) == company


class LenderTrace(Trace):
    """Tells loans, and the lender as a company that is at work from the start and that nobody directs."""

    def company(self, s: RailState, company: str) -> dict[str, Any]:
        told = super().company(s, company)
        if company != rules_of(self.rules).lender:
            return {**told, "loans": loans_of(s).get(company, 0)}
        return {**told, "floated": True, "owner": "pool", "loans": granted(s)}


READING: Final = Reading(
    title="1848",
    phases={"1": "2", "7": "8"},
    given={"P5": "QR_1", "P6": "CAR_0"},
    endings={"price": "stock_market", "loans": "stock_market", "receivership": "closed_five"},
    asks=LenderAsks,
    reader=LenderReader,
    writer=None,
    trace=LenderTrace,
)
