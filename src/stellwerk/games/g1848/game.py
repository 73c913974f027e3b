"""1848 Australia: title, options and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.core.options import Preset, Select, Switch
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.pieces import read_companies
from stellwerk.eighteen.routes import NO_BONUS, Bonus, Border, RouteRules
from stellwerk.eighteen.rules import EndRules, PriceRules, PrivateRules, RunRules, StockRules, TrainRules
from stellwerk.eighteen.ruleset import Company
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1848 import telling
from stellwerk.games.g1848.audit import lending, loans_form
from stellwerk.games.g1848.flow import Flow1848, Track1848
from stellwerk.games.g1848.forms import FORMS_1848
from stellwerk.games.g1848.lending import EXCUSED, LOAN, after_action
from stellwerk.games.g1848.ruleset import LendingRules, Loans, Ruleset1848, rules_of
from stellwerk.games.g1848.state import State1848
from stellwerk.games.g1848.steps.credit import BuyOnCredit
from stellwerk.games.g1848.steps.falling_sale import SellFalling
from stellwerk.games.g1848.steps.loans import PayLender, RaiseMoney, TakeLoan
from stellwerk.games.g1848.steps.own_tile import LayOwnTile
from stellwerk.games.g1848.steps.turn import PayDividendOnTheBrink, PlaceStationOnCredit, TradeWithEngland

ALICE: Final = "ALICE"
"""The area to which the Ghan runs."""

NOT_HERE: Final = ("settle_bids", "bid_off", "set_par", "exchange_private", "choose_city")
"""Steps of 1830 that this book does not have: bids, a par set in the sale, an exchange, homes with two cities."""

STEPS: Final[Mapping[str, type[RailStep]]] = {
    "sell_privates": SellFalling,
    "trade_shares": TradeWithEngland,
    "pay_lender": PayLender,
    "take_loan": TakeLoan,
    "place_station": PlaceStationOnCredit,
    "pay_dividend": PayDividendOnTheBrink,
    "buy_trains": BuyOnCredit,
    "raise_money": RaiseMoney,
    "lay_own_tile": LayOwnTile,
}
"""Steps that only this book has, or tells differently."""


class Title1848(RailTitle):
    """1848 Australia as the rulebook of October 2007 tells it."""

    id = "1848"
    currency = "£"
    forms = FORMS_1848
    rules_version = 2
    seats = range(3, 7)
    seats_rule = "II.1"
    options = (
        Switch("k_bonus", rule="variant.1"),
        Select("car_markers", ("3", "4"), rule="variant.2"),
        Select("auction_pass", ("all", "owners"), rule="IV.4"),
        Select("private_sales", ("director", "anybody"), rule="V.gen.4"),
        Select("tasmania", ("director", "company"), rule="V.gen.5"),
        Select("tasmania_time", ("track_step", "any_time"), rule="V.P3.2"),
        Select("failed_private", ("tile_first", "closes"), rule="R-24"),
        Select("north_australian", ("closes", "stays"), rule="V.P6.2"),
        Select("forced_loans", ("two", "three"), rule="VI.loan.6"),
        Select("boe_first_round", ("refused", "allowed"), rule="R-12"),
        Select("boe_again", ("allowed", "refused"), rule="XIII.buy.5"),
        Select("boe_dividend", ("automatic", "said"), rule="VI.boe.8"),
        Select("com_capital", ("start", "sixty"), rule="VI.com.5"),
        Select("removed_train", ("phase", "in_order"), rule="R-17"),
        Select("forced_used", ("cash", "loans"), rule="IX.forced.4"),
        Select("split_sales", ("one", "refused"), rule="R-41"),
        Select("ghans", ("one", "discount"), rule="IX.e.6"),
        Select("discard_order", ("price", "table"), rule="R-29"),
        Select("discard_time", ("at_once", "after_dividend"), rule="R-29"),
        Select("compensation_sales", ("must", "may"), rule="VI.rec.5"),
        Select("private_powers", ("green", "always"), rule="V.gen.5"),
        Select("bank_breaks", ("empty", "overdrawn"), rule="XIV.1"),
    )
    presets = (
        Preset("book"),
        Preset(
            "18xx-games",
            {
                "k_bonus": "true",
                "car_markers": "4",
                "auction_pass": "owners",
                "private_sales": "anybody",
                "tasmania": "company",
                "tasmania_time": "any_time",
                "failed_private": "closes",
                "north_australian": "stays",
                "forced_loans": "three",
                "boe_first_round": "allowed",
                "boe_again": "refused",
                "boe_dividend": "said",
                "com_capital": "sixty",
                "removed_train": "in_order",
                "forced_used": "loans",
                "split_sales": "refused",
                "ghans": "discount",
                "discard_order": "table",
                "discard_time": "after_dividend",
                "compensation_sales": "may",
                "private_powers": "always",
                "bank_breaks": "overdrawn",
            },
        ),
    )
    folder = files("stellwerk.games.g1848") / "data"
    rule_files = (
        "rules_start.toml",
        "rules_privates.toml",
        "rules_companies.toml",
        "rules_england.toml",
        "rules_directors.toml",
        "rules_track.toml",
        "rules_trains.toml",
        "rules_phases.toml",
        "rules_routes.toml",
        "rules_stock.toml",
        "rules_rulings.toml",
    )

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        return Game1848(self, self.ruleset(seats, options), options, {**dict.fromkeys(NOT_HERE), **STEPS})

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset1848:
        """All options resolved into numbers and records."""
        pieces, money = self.pieces, self.pieces["money"]
        return Ruleset1848(
            **{**self.fields_from_files(seats), "companies": self._companies(options), "bid_step": money["reduction"]},
            **self._rules(options),
            holding_percent=pieces["certificates"]["holding_percent"][str(seats)],
            lending=self._lending(options),
            deeds=(LOAN, EXCUSED),
            companies_fail=True,
            routes=self._routes(options),
            loans=Loans(**{key: value for key, value in pieces["loans"].items() if key != "source"}),
            removals=tuple(pieces["receivership"]["removals"]),
            limit_cut=money["limit_cut"][str(seats)],
            ends={key: value for key, value in pieces["ends"].items() if key != "source"},
        )

    def _rules(self, options: Mapping[str, str]) -> dict[str, Any]:
        """What this book and its options say, by chapter."""
        return {
            "stock_rules": StockRules(
                turn="sell_buy",
                sales_of_one_company="one" if options["split_sales"] == "refused" else "any",
                privates_count=False,
                capital="at_once",
                capital_of_waiting="when_floated" if options["com_capital"] == "sixty" else "when_it_begins",
                standstill_ends=True,
            ),
            "price_rules": PriceRules(drop="per_turn"),
            "private_rules": PrivateRules(
                trades="none",
                seller="director" if options["private_sales"] == "director" else "any",
                tile_time="any_time" if options["tasmania_time"] == "any_time" else "track_step",
                used_by="director",
                used_from="start" if options["private_powers"] == "always" else "purchase",
                own_tile_by="company" if options["tasmania"] == "company" else "director",
                closed_by_train="only" if options["north_australian"] == "stays" else "too",
                worth="nothing",
            ),
            "run_rules": RunRules(best_run="free", pool_earns=False),
            "train_rules": TrainRules(
                discard_order="table" if options["discard_order"] == "table" else "price",
                buyer_discards_first=True,
                other_discards="after_dividend" if options["discard_time"] == "after_dividend" else "at_once",
                discarded="removed",
                early_phase="waits" if options["removed_train"] == "in_order" else "begins",
            ),
            "end_rules": EndRules(bank_breaks="overdrawn" if options["bank_breaks"] == "overdrawn" else "empty"),
        }

    def _lending(self, options: Mapping[str, str]) -> LendingRules:
        return LendingRules(
            passes="owners" if options["auction_pass"] == "owners" else "all",  # noqa: S105  # to pass, not a password
            forced_steps="further" if options["forced_loans"] == "three" else "first",
            used_on_credit=options["forced_used"] == "loans",
            second_extra_by_right=options["ghans"] == "discount",
            failed_tile="lost" if options["failed_private"] == "closes" else "laid",
            debts="after_company" if options["compensation_sales"] == "may" else "at_once",
            dividend="said" if options["boe_dividend"] == "said" else "automatic",
            sold_in_first_round=options["boe_first_round"] == "allowed",
            bought_again=options["boe_again"] == "allowed",
        )

    def _companies(self, options: Mapping[str, str]) -> dict[str, Company]:
        companies = read_companies(self.pieces)
        companies["CAR"] = replace(companies["CAR"], markers=int(options["car_markers"]))
        return companies

    def _routes(self, options: Mapping[str, str]) -> RouteRules:
        """Towns and small harbours are free, red places end a route, a change of gauge counts like a stop."""
        bonus = self.pieces["k_bonus"]
        return RouteRules(
            free=frozenset({"town", "port"}),
            terminal=frozenset({"offboard", "port"}),
            borders=frozenset(self._borders()),
            express={"2E": ALICE},
            bonus=Bonus(frozenset(bonus["hexes"]), tuple(bonus["amounts"]))
            if options["k_bonus"] == "true"
            else NO_BONUS,
        )

    def _borders(self) -> Iterator[Border]:
        """R-27: the hexsides between land of different regions, each named from one side."""
        zone = {name: entry.get("zone", "") for name, entry in self.printed["hex"].items()}
        hexes = self.hexmap.hexes
        for hex_ in hexes:
            for edge in EDGES:
                other = self.hexmap.neighbours[hex_.number][edge]
                if other > hex_.number and zone[hex_.name] and zone[hexes[other].name] not in ("", zone[hex_.name]):
                    yield Border(hex_.name, edge)


class Game1848(RailGame):
    """1848: loans of the Bank of England, and companies that fail."""

    state_class = State1848
    track_class = Track1848
    flow_class = Flow1848

    def start(self) -> RailState:
        """All shares of the lender are on sale at the first price of its track, and it holds what it can lend."""
        s, t = super().start(), rules_of(self.rules)
        nobody = ((),) * t.seats
        s.shares = {**s.shares, t.lender: (*nobody, (), t.companies[t.lender].certificates)}
        s.cell = {**s.cell, t.lender: t.market.track[0]}
        s.par = {**s.par, t.lender: t.market.price[s.cell[t.lender]]}
        s.arrival = {**s.arrival, t.lender: 0}
        s.cash[t.lender] = t.loans.count * t.loans.value
        return s

    def apply(self, s: RailState, a: Action) -> RailState:
        """Debts may have to be settled before the next action."""
        after = super().apply(s, a)
        if after_action(self.rules, s, after):
            self._skip(after)
        return after

    def consequences(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        yield from telling.consequences(self.flow, before, a, after)
        yield from super().consequences(before, a, after)

    def between_rounds(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        yield from super().between_rounds(before, a, after)
        yield from telling.between_rounds(self.flow, before, a, after)

    def own_form(self, s: RailState) -> Iterator[str]:
        return loans_form(rules_of(self.rules), s)

    def own_laws(self, s: RailState) -> Iterator[str]:
        return lending(rules_of(self.rules), s)


TITLE = Title1848()
