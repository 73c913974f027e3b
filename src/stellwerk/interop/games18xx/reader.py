"""Game records of 18xx.games: reading them into our matches.

That site skips steps in which nothing can be chosen by rules of its own and asks for passes where we do not, and the
reverse: a `Reader` plays one recorded action at a time and brings both orders together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.eighteen.state import seat_of
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.interop.games18xx.companies import PASSES, CompanyReader
from stellwerk.interop.games18xx.record import Fields, live_actions
from stellwerk.interop.games18xx.shares import BANK, POOL

if TYPE_CHECKING:
    from stellwerk.interop.games18xx.reading import Reading


class Reader(CompanyReader):
    """Plays a record action by action."""

    def __init__(self, record: Json, reading: Reading) -> None:
        super().__init__(record, reading)
        self.live = live_actions(record)
        """The actions that stand in the end."""

        self._turn: tuple[object, ...] = ()
        self._act = self.actions()

    def actions(self) -> Mapping[str, Callable[[Fields], None]]:
        """By its type who carries out an action; a title adds what only its records have."""
        return {
            "bid": self._bid,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "buy_share": self._buy_shares,
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
            "end_game": self._end_game,
        }

    def play(self, data: Mapping[str, Any]) -> list[Action]:
        """Carry out one recorded action; returns what we did for it."""
        self._follow(data)
        log = self.match.log
        before = len(log)
        act = Fields(data)
        kind = act.text("type")
        handler = self._act.get(kind)
        if handler is None:
            if kind == "message" or kind.startswith("program_"):
                return []
            raise act.bad(f"action {kind!r} is not known here")
        if self.ended_by_hand or not self.s.todo:
            title, rule = self.game.title, self.game.end_rule
            raise self._breaks(rule, title.rulebook.refuse(self.game.cite(Refusal(rule)), "en", {}), {})
        try:
            self._before(act)
            handler(act)
            self._end_turn()
        except LookupError as error:
            raise act.bad(f"{kind} names {error}, which is not there") from error
        return log[before:]

    def _follow(self, data: Mapping[str, Any]) -> None:
        """Take note of where in the record we are, for who looks ahead."""

    def _before(self, act: Fields) -> None:
        """What that site does without a word before an action."""

    # -- the sale of the privates

    def _bid(self, act: Fields) -> None:
        private, price, seat = act.text("company"), act.number("price"), self._player(act)
        before = self.s.privates
        if self._frame.step == "sell_privates" and self._at_face(private):
            face = self.game.rules.privates[private].price - self.s.rebate.get(private, 0)
            if price != face:
                raise act.bad(f"{private} costs ${face}, not ${price}")
            self._do(seat, "buy_private_at_face", private)
        else:
            self._do(seat, "bid", private, price)
        self._hand_out(before)

    def _at_face(self, private: str) -> bool:
        """Whether a bid on a private buys it: the first one that is left."""
        return private == next((p for p, owner in self.s.privates.items() if not owner), "")

    def _hand_out(self, before: Mapping[str, str]) -> None:
        """Certificates that came with privates."""
        if before is self.s.privates:
            return
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
        named = [act.text("share")] if "share" in act.data else act.texts("shares")
        company, numbers = self._shares(named, act)
        sources = {self.shares.holder(company, number) for number in numbers}
        source = sources.pop()
        if sources or source not in (BANK, POOL):
            raise act.bad(f"{', '.join(named)} cannot be had from bank or pool")
        percent = self.shares.sum(company, numbers)
        if act.data.get("percent", percent) != percent:
            raise act.bad(f"these certificates are {percent} per cent of {company}")
        if act.by_private:
            seat, facts = self._by_private(act), self.game.rules.privates[act.entity()]
            if facts.exchange != company:
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
                seat, before = self._player(act), self.s.privates
                self._do(seat, "pass_turn")
                self._hand_out(before)
            case "company":
                self._pass_private(self._served(act))
            case _:
                company = self._company(act)
                self._pass_company(self._frame.step, company)

    def _pass_private(self, company: str) -> None:
        """A free station is declined before any other is asked for."""
        step = self.game.rail_steps["place_station"]
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
        elif self._trains_ask(company):
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
        while step == "trade_shares":
            if self.asks.shares(self.s, int(who)):
                return
            self._do(int(who), "pass_turn")
            step, who = self._frame
        if step == "place_station" and not self.asks.station(self.s, str(who)):
            self._direct(str(who), "pass_station")
            step, who = self._frame
        if step == "pay_dividend" and not self.s.revenue and self.s.trains[str(who)]:
            self._direct(str(who), "withhold")
            step, who = self._frame
        if step == "buy_trains" and self._turn_over(str(who)):
            self._direct(str(who), "pass_trains")
            self._end_turn()

    def _turn_over(self, company: str) -> bool:
        """Whether that site asks a company at its trains for nothing more."""
        asked = self._trains_ask(company) or self._privates_ask(company)
        return not asked and not self.asks.must_buy(self.s, company)

    def _end_game(self, act: Fields) -> None:
        """People may stop whenever they like; the match stays as it is."""
        self.ended_by_hand = True
