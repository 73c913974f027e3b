"""Game records of 18xx.games: reading them into our matches.

The record tells what people did; revenue, prices and legality are worked out anew by our engine. That site skips
steps in which nothing can be chosen by rules of its own and asks for passes where we do not, and the reverse: a
`Reader` plays one recorded action at a time and brings both orders together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Match
from stellwerk.eighteen.state import seat_of
from stellwerk.eighteen.steps.falling_sale import SellFalling
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.interop.companies18xx import PASSES, CompanyReader
from stellwerk.interop.record18xx import Fields, Recorded, is_record, live_actions
from stellwerk.interop.shares18xx import BANK, POOL

__all__ = ["Reader", "Recorded", "live_actions", "read_record"]


def read_record(record: Json) -> Match:
    """The whole record as a match of ours; raises a RuleError where it breaks a rule."""
    reader = Reader(record)
    for recorded in live_actions(record):
        reader.play(recorded.data)
    return reader.match


class Reader(CompanyReader):
    """Plays a record action by action."""

    def __init__(self, record: Json) -> None:
        super().__init__(record)
        self._turn: tuple[object, ...] = ()
        self._live = [recorded.data for recorded in live_actions(record)] if self.game.t.lender else []
        self._at = 0
        self._next: Mapping[str, Any] | None = None
        """The action after the one that is being played, as far as we follow the record; {} after the last one.

        Only with a lender is it asked for.
        """

        self._complete = is_record(record) and record.get("status") == "finished"

        self._act: Mapping[str, Callable[[Fields], None]] = {
            "bid": self._bid,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "pass": self._pass,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "buy_company": self._buy_company,
            "bankrupt": self._bankrupt,
            "assign": self._lower,
            "take_loan": self._take_loan,
            "destination_connection": self._note_link,
            "end_game": self._end_game,
        }

    def play(self, data: Mapping[str, Any]) -> list[Action]:
        """Carry out one recorded action; returns what we did for it."""
        before = self.match.ply
        self._follow(data)
        kind = data["type"]
        if kind == "message" or kind.startswith("program_"):
            return []
        act = Fields(data)
        handler = self._act.get(kind)
        if handler is None:
            raise act.bad(f"action {kind!r} is not known here")
        if self.over:
            title, rule = self.game.title, self.game.end_rule
            raise RuleError(title.id, rule, title.rulebook.refuse(rule, "en", {}), {})
        lender = self.game.t.lender
        if lender and self._frame.step == "pay_lender" and act.entity() != lender:
            self._lender_pays()
        handler(act)
        self._end_turn()
        return self.match.log[before:]

    def _follow(self, data: Mapping[str, Any]) -> None:
        """Keep in mind what comes next, skipping standing orders, which change nothing."""
        if self._at == len(self._live) or self._live[self._at] != data:
            self._next = None
            return
        self._at += 1
        later = self._at
        while later < len(self._live) and self._live[later]["type"].startswith("program_"):
            later += 1
        if later < len(self._live):
            self._next = self._live[later]
        else:
            self._next = {} if self._complete else None

    # -- the sale of the privates

    def _bid(self, act: Fields) -> None:
        private, price, seat = act.text("company"), act.number("price"), self._player(act)
        cheapest = next((p for p, owner in self.s.privates.items() if not owner), "")
        before = dict(self.s.privates)
        falling = isinstance(self.game.made["sell_privates"], SellFalling)
        if self._frame.step == "sell_privates" and (private == cheapest or (falling and private in before)):
            face = self.game.t.privates[private].price - self.s.rebate.get(private, 0)
            if price != face:
                raise act.bad(f"{private} costs ${face}, not ${price}")
            self._do(seat, "buy_private_at_face", private)
        else:
            self._do(seat, "bid", private, price)
        self._hand_out(before)

    def _lower(self, act: Fields) -> None:
        self._do(self._player(act), "lower", act.text("target"))

    def _hand_out(self, before: Mapping[str, str]) -> None:
        """Certificates that came with privates."""
        for private, owner in self.s.privates.items():
            if owner and not before.get(private):
                given = self.reading.given.get(private)
                if given and (not given.endswith("_0") or self._share(given)[0] in self.s.par):
                    self.shares.gain(*self._share(given), seat_of(owner))

    # -- shares

    def _share(self, share: str) -> tuple[str, list[int]]:
        company, numbers = self._shares([share], None)
        return company, numbers

    def _shares(self, shares: list[str], act: Fields | None) -> tuple[str, list[int]]:
        """The company and the numbers of certificates of one company."""
        companies, numbers = set(), []
        for share in shares:
            name, _, number = share.rpartition("_")
            company = self.reading.ours(name)
            known = self.shares.percents.get(company, ())
            if not number.isdecimal() or not int(number) < len(known) or int(number) in numbers:
                raise (act or Fields({})).bad(f"there is no certificate {share!r}")
            companies.add(company)
            numbers.append(int(number))
        if len(companies) != 1:
            raise (act or Fields({})).bad("certificates of one company are traded at a time")
        return companies.pop(), numbers

    def _par(self, act: Fields) -> None:
        company, seat = self.reading.ours(act.text("corporation")), self._player(act)
        price = act.text("share_price").split(",")[0]
        if not price.isdecimal():
            raise act.bad("expected share_price to begin with a number")
        self._do(seat, "set_par" if self._frame.step == "set_par" else "par", company, int(price))
        self.shares.gain(company, [0], seat)

    def _buy_shares(self, act: Fields) -> None:
        company, numbers = self._shares(act.texts("shares"), act)
        sources = {self.shares.holder(company, number) for number in numbers}
        source = sources.pop()
        if sources or source not in (BANK, POOL):
            raise act.bad(f"{', '.join(act.texts('shares'))} cannot be had from bank or pool")
        percent = self.shares.sum(company, numbers)
        if act.data.get("percent", percent) != percent:
            raise act.bad(f"these certificates are {percent} per cent of {company}")
        if act.data.get("entity_type") == "company":
            seat = seat_of(self.s.privates.get(act.entity(), ""))
            if self.game.t.privates[act.entity()].exchange != company if act.entity() in self.game.t.privates else True:
                raise act.bad(f"{act.entity()} is not exchanged for {company}")
            self._do(seat, "exchange", act.entity(), source)
        else:
            seat = self._player(act)
            for number in numbers:
                self._do(seat, "buy", company, source, self.shares.percents[company][number])
        self.shares.gain(company, numbers, seat)

    def _sell_shares(self, act: Fields) -> None:
        company, numbers = self._shares(act.texts("shares"), act)
        seat = self._player(act)
        if any(self.shares.holder(company, number) != seat for number in numbers):
            raise act.bad(f"{', '.join(act.texts('shares'))} do not all belong to the seller")
        whole = self.shares.sum(company, numbers)
        percent = act.number("percent") if "percent" in act.data else whole
        if percent != whole and not (0 in numbers and whole - self.shares.percents[company][0] < percent < whole):
            raise act.bad(f"these certificates are {whole} per cent of {company}")
        self._do(seat, "sell", company, percent)
        self.shares.sell(company, numbers, percent, seat)

    # -- passing

    def _pass(self, act: Fields) -> None:
        match act.data.get("entity_type"):
            case "player":
                seat, before = self._player(act), dict(self.s.privates)
                self._do(seat, "pass_turn")
                self._hand_out(before)
            case "company":
                self._pass_private(self._owner(act))
            case _:
                company = self._company(act)
                self._pass_company(self._frame.step, company)

    def _pass_private(self, company: str) -> None:
        """A free station is declined before any other is asked for."""
        step = self.game.made["place_station"]
        if self._frame.step != "place_station" or not isinstance(step, PlaceStation):
            return
        if Choice(self.s.director[company], "waive") in self.match.choices():
            self._direct(company, "waive")
        elif not any(step.paid_spots(self.s, company)):
            self._direct(company, "pass_station")

    def _pass_company(self, step: str, company: str) -> None:
        """A pass ends the step at which that site stands: track, station, trains or privates."""
        if step in PASSES:
            self._direct(company, PASSES[step])
        elif step != "buy_trains" or self.asks.must_buy(self.s, company):
            self._direct(company, "pass_trains")
        elif self._goes_on(company) is not None or self._trains_ask(company):
            self.past.add("trains")
        else:
            self.past.add("privates")

    def _trains_ask(self, company: str) -> bool:
        return "trains" not in self.past and self.asks.trains(self.s, company)

    def _privates_ask(self, company: str) -> bool:
        return "privates" not in self.past and self.asks.privates(self.s, company, self.spent)

    def _end_turn(self) -> None:
        """That site ends turns by itself in which nothing is left to ask."""
        s = self.s
        turn = (s.stock_rounds, s.set_round, s.acted)
        if turn != self._turn:
            self._turn, self.past = turn, set()
        step, who = self._frame
        while step == "trade_shares" and not self.asks.shares(self.s, int(who)):
            self._do(int(who), "pass_turn")
            step, who = self._frame
        if step == "place_station" and not self.asks.station(self.s, str(who)):
            self._direct(str(who), "pass_station")
            step, who = self._frame
        if step == "pay_dividend" and not self.s.revenue and self.s.trains[str(who)]:
            self._direct(str(who), "withhold")
            step, who = self._frame
        if step == "buy_trains":
            company = str(who)
            goes_on = self._goes_on(company)
            if goes_on is not None and not self.asks.must_buy(self.s, company):
                if not goes_on:
                    self._direct(company, "pass_trains")
                    self._end_turn()
            elif not (self._trains_ask(company) or self._privates_ask(company) or self.asks.must_buy(self.s, company)):
                self._direct(company, "pass_trains")
                self._end_turn()

    def _goes_on(self, company: str) -> bool | None:
        """Whether the record goes on with the turn of a company that is at its trains; None where we cannot tell.

        With a lender that site's questions at the end of a turn follow no rule that we know; but then no turn follows
        another of the same company at once, because the lender pays between two rounds.
        """
        if not self.game.t.lender or self._next is None:
            return None
        if not self._next:
            return False
        entity = str(self._next.get("entity"))
        if self._next.get("entity_type") == "company":
            return entity in self.game.made["buy_trains"].powers(self.s, company)
        return self.reading.ours(entity) == company

    def _end_game(self, act: Fields) -> None:
        """People may stop whenever they like; the match stays as it is."""
        self.ended_by_hand = True
