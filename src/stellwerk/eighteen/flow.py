"""How rounds and turns follow each other. A title overrides what its book tells differently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import on_sale
from stellwerk.eighteen.phases import Phases
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import (
    by_price,
    check_price_end,
    has_top_price,
    move_marker,
    pay_capital,
    percent,
    price,
    price_rules,
    sold_out,
    waits,
)
from stellwerk.eighteen.state import BANK, RailState, clockwise
from stellwerk.eighteen.track import Track
from stellwerk.eighteen.trains import Train


class Flow(Phases):
    """The order of rounds and turns, and who decides.

    Steps know it as `self.flow` and call it where something is over: what follows is the title's business.
    """

    turn: ClassVar[tuple[str, ...]] = (
        "place_home",
        "lay_track",
        "place_station",
        "run_trains",
        "pay_dividend",
        "buy_trains",
    )
    """The steps of a company's turn, in this order."""

    def __init__(self, rules: Ruleset, track: Track) -> None:
        self.rules, self.track = rules, track
        track.fleet = self.fleet_now
        self._turns: dict[str, tuple[Frame, ...]] = {}
        """By company the steps of its turn as they lie on the stack."""

    def comes_after(self, step: str, other: str) -> bool:
        """Whether a step comes after another one in a company's turn."""
        turn = self.turn
        return step in turn and other in turn and turn.index(step) > turn.index(other)

    # --- seats -----------------------------------------------------------------------------------------

    def next_seat(self, s: RailState, seat: int) -> int:
        """The seat whose turn comes after this one's."""
        return clockwise(s, self.rules.seats, seat)[0]

    def decides(self, s: RailState, company: str) -> int:
        """The seat that decides for a company: that of its director."""
        return s.director[company]

    # --- the beginning ---------------------------------------------------------------------------------

    def begin(self, s: RailState) -> None:
        """Where lots decide on the seats they are drawn before anything else."""
        if self.rules.auction_rules.seats_by == "lot":
            then(s, Frame("draw_seats"))
        else:
            self.begin_sale(s)

    def begin_sale(self, s: RailState) -> None:
        """The privates are sold, one by one or in groups, or dealt."""
        match self.rules.auction_rules.sale:
            case "auction":
                then(s, Frame("sell_privates", s.priority))
            case "groups":
                then(s, Frame("bid_for_groups", s.priority))
            case "dealt":
                then(s, Frame("deal_privates", 0))

    # --- stock rounds ----------------------------------------------------------------------------------

    def begin_stock_round(self, s: RailState) -> None:
        """The holder of the priority begins."""
        if s.phase == next(iter(self.rules.phases)) and not self.rules.second_phase_is_bought:
            s.phase = list(self.rules.phases)[1]
        s.round = "stock"
        s.stock_rounds += 1
        s.passes = 0
        s.passed, s.sold, s.traded = (), (), ()
        reform = self.rules.reform
        s.reformed = s.reformed or (reform is not None and not any(s.depot.get(name) for name in reform.trains))
        self.begin_stock_turn(s, s.priority)

    def begin_stock_turn(self, s: RailState, seat: int) -> None:
        s.bought, s.has_acted, s.declined, s.sale_prices = (), False, (), ()
        then(s, Frame("trade_shares", seat))

    def end_stock_round(self, s: RailState) -> None:
        """Sold-out companies rise, new ones get their capital, the set of operating rounds begins.

        Where the top price ends the game at once, it does so now.
        """
        for company in sold_out(self.rules, s):
            move_marker(s, company, self.rules.market.up(s.cell[company]))
            check_price_end(self.rules, s, company)
        if self.ends_at_once(s):
            return
        pay_capital(self.rules, s)
        self.begin_set(s)

    def begin_set(self, s: RailState) -> None:
        """The first operating round after a stock round begins; the phase says how many there will be."""
        s.passed = ()
        s.round = "operating"
        s.set_length, s.set_round = self.rules.phases[s.phase].rounds, 0
        self.begin_operating_round(s)

    # --- operating rounds ------------------------------------------------------------------------------

    def begin_operating_round(self, s: RailState) -> None:
        """Privates pay, then the companies that have floated act."""
        s.set_round += 1
        s.acted, s.roster = (), s.floated
        if self.rules.private_rules.bought_from == "next_round":
            s.privates_open = self.rules.phases[s.phase].buy_privates
        match self.rules.operating_rules.order:
            case "first":
                s.roster = tuple(by_price(self.rules, s, s.floated))
            case "table":
                s.roster = tuple(company for company in self.rules.companies if company in s.floated)
        self.pay_privates(s)
        then(s, Frame("operate"))

    def pay_privates(self, s: RailState) -> None:
        """Each private that is owned pays its income."""
        for owner, income in self.private_income(s).items():
            pay(self.rules, s, BANK, owner, income)

    def private_income(self, s: RailState) -> dict[str, int]:
        """By owner what the privates pay at a time."""
        incomes: dict[str, int] = {}
        for private, owner in s.privates.items():
            if owner:
                incomes[owner] = incomes.get(owner, 0) + self.rules.privates[private].income
        return incomes

    def next_company(self, s: RailState) -> str | None:
        """The next company of the round that has not acted yet; by prices of the moment the dearest."""
        waiting = [company for company in s.roster if company not in s.acted]
        if self.rules.operating_rules.order == "current":
            waiting = by_price(self.rules, s, tuple(waiting))
        return waiting[0] if waiting else None

    def go_on(self, s: RailState, f: Frame) -> None:
        """The next company acts, or the round is over; `f` is the frame that comes again after each turn."""
        if self.ends_at_once(s):
            return
        company = self.next_company(s)
        if company is None:
            s.todo.append(f)
            if not self.settle_discards(s):
                s.todo.pop()
                self.end_operating_round(s)
            return
        s.acted = (*s.acted, company)
        if waits(self.rules, s, company):
            s.todo.append(f)
        else:
            self.begin_turn(s, company)
            s.todo.append(f)
            s.todo.extend(self._turns.get(company) or self._turn_of(company))

    def _turn_of(self, company: str) -> tuple[Frame, ...]:
        """The steps of a company's turn, the first one on top; made once for each company."""
        frames = self._turns[company] = tuple([Frame(step, company) for step in reversed(self.turn)])
        return frames

    def begin_turn(self, s: RailState, company: str) -> None:
        """Forget what the company before has done in its turn."""
        s.done_this_turn, s.has_acted, s.revenue, s.last_sale_price, s.declined = (), False, 0, 0, ()
        s.luck, s.sale_prices = 0, ()

    def end_operating_round(self, s: RailState) -> None:
        """A broken bank ends the game when the next stock round would begin, or now."""
        done = s.set_round >= s.set_length
        if s.ending and (done or self.rules.end_rules.broken_bank == "after_round"):
            s.ended = s.ending
        elif done:
            self.end_set(s)
        else:
            self.begin_operating_round(s)

    def end_set(self, s: RailState) -> None:
        """A stock round follows a set of operating rounds."""
        self.begin_stock_round(s)

    # --- trains ----------------------------------------------------------------------------------------

    def on_sale(self, s: RailState) -> Iterator[str]:
        """The types of trains that the bank sells now."""
        return on_sale(self.rules, s)

    def why_not_taken(self, s: RailState, company: str, source: str, train: str) -> Refusal | None:
        """Why a company may not buy a train of bank, pool or another company that others could; None where it may."""
        return None

    def supply(self, s: RailState, card: str) -> int | None:
        """How many trains of a type there are in this game; None any number."""
        return self.rules.trains[card].count

    def train_now(self, s: RailState, name: str) -> Train:
        """A train as it runs now; a title may have times in which trains run less far than their cards say."""
        return self.rules.trains[name]

    def fleet_now(self, s: RailState, company: str) -> tuple[Train, ...]:
        """The trains of a company as they run now."""
        return tuple([self.train_now(s, name) for name in s.trains[company]])

    def ends_at_once(self, s: RailState) -> bool:
        """Whether the top price ends the game here and now, be it that a price has fallen again within the turn."""
        at_once = self.rules.end_rules.top_price != "after_set"
        rises = at_once and "price" in self.rules.ends
        if at_once and (s.ending == "price" or (rises and any(has_top_price(self.rules, s, c) for c in s.cell))):
            s.ended = "price"
        return bool(s.ended)

    def earning(self, s: RailState, company: str, seat: int) -> int:
        """The per cents of a company for which a player is paid dividends: all he holds, where they are paid for."""
        return percent(s, company, seat)

    def may_pay_out(self, s: RailState, company: str) -> bool:
        """Whether a company is free to pay dividends; a title may have times in which all must withhold."""
        return True

    # --- offers of a title's own ---------------------------------------------------------------------------

    def carry_out(self, s: RailState, offer: tuple[str | int, ...]) -> None:
        """What follows when an offer is accepted that only this title knows."""
        raise LookupError(f"there is no such offer: {offer!r}")

    def is_open(self, s: RailState, asked: int) -> bool:
        """Whether the offer on the table is one that only this title knows, and that this seat can accept."""
        return False

    # --- prices ----------------------------------------------------------------------------------------

    def has_earned(self, s: RailState, company: str) -> None:
        """A company has got money in its turn, besides what it keeps of a run; a title may know what it owes of it."""

    def paid_out(self, s: RailState, company: str) -> None:
        """What a dividend of all revenue does to a price: it moves right, as often as the revenue says."""
        cell = s.cell[company]
        for _ in range(self.steps_right(s, company)):
            cell = self.rules.market.right(cell)
        move_marker(s, company, cell)
        check_price_end(self.rules, s, company)
        if self.rules.end_rules.top_price == "instantly" and self.ends_at_once(s):
            s.todo.clear()

    def steps_right(self, s: RailState, company: str) -> int:
        """How often a price moves right when all revenue is paid out."""
        now = price(self.rules, s, company)
        match price_rules(self.rules, s).rise:
            case "covered":
                return int(s.revenue >= now)
            case "jumps":
                return min(max(s.revenue // now, 1), price_rules(self.rules, s).most_steps)
        return 1

    def withheld(self, s: RailState, company: str) -> None:
        """What it does to a price that nothing is paid: it moves left, by some books only if shares lie in the pool."""
        if price_rules(self.rules, s).fall == "in_pool" and not s.shares[company][self.rules.pool_index]:
            return
        move_marker(s, company, self.rules.market.left(s.cell[company]))
