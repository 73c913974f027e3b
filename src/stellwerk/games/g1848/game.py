"""1848 Australia: title, options and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Final

from stellwerk.core.options import Preset, Select, Switch
from stellwerk.eighteen.game import LENDING, RailGame
from stellwerk.eighteen.pieces import read_companies, read_phases, read_privates, read_trains
from stellwerk.eighteen.routes import NO_BONUS, Bonus, Border, RouteRules
from stellwerk.eighteen.steps.falling_sale import SellFalling
from stellwerk.eighteen.steps.own_tile import LayOwnTile
from stellwerk.eighteen.tables import Company, Loans, Tables
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.title import RailTitle

ALICE: Final = "ALICE"
"""The area to which the Ghan runs."""

ALWAYS: Final = frozenset(
    {
        "any_run",
        "buyer_discards_first",
        "capital_at_once",
        "director_powers",
        "no_private_trades",
        "no_used_trains",
        "pool_earns_nothing",
        "privates_uncounted",
        "privates_worthless",
        "purchase_ends_turn",
        "sale_is_one_row",
        "standstill_ends",
    }
)
"""Sentences in which this book differs from that of 1830, whatever the options say."""

NOT_HERE: Final = ("settle_bids", "bid_off", "set_par", "exchange_private", "choose_city")
"""Steps of 1830 that this book does not have: bids, a par set in the sale, an exchange, homes with two cities."""

FLAGS: Final = {
    ("auction_pass", "owners"): "only_owners_pass",
    ("private_sales", "director"): "privates_from_director",
    ("tasmania", "company"): "own_tile_by_company",
    ("tasmania_time", "any_time"): "private_tile_any_time",
    ("failed_private", "closes"): "failed_privates_lose_tile",
    ("north_australian", "stays"): "closes_with_train_only",
    ("forced_loans", "three"): "forced_loans_cost_more",
    ("boe_first_round", "allowed"): "lender_sold_first",
    ("com_capital", "sixty"): "capital_before_link",
    ("removed_train", "in_order"): "phases_in_order",
    ("split_sales", "refused"): "one_sale_each_turn",
    ("forced_used", "loans"): "borrow_for_used_trains",
    ("ghans", "discount"): "second_extra_by_right",
    ("discard_order", "table"): "discard_by_table",
    ("discard_time", "after_dividend"): "discards_wait",
    ("compensation_sales", "may"): "debts_wait",
    ("private_powers", "always"): "powers_from_start",
    ("boe_again", "allowed"): "lender_bought_again",
    ("boe_dividend", "said"): "lender_pays_aloud",
    ("bank_breaks", "overdrawn"): "bank_overdrawn",
}
"""Option values that switch a sentence of the rules."""


class Title1848(RailTitle):
    """1848 Australia as the rulebook of October 2007 tells it."""

    id = "1848"
    currency = "£"
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
        overrides = {**dict.fromkeys(NOT_HERE), **LENDING, "sell_privates": SellFalling, "lay_own_tile": LayOwnTile}
        return RailGame(self, self.tables(seats, options), options, overrides)

    def tables(self, seats: int, options: Mapping[str, str]) -> Tables:
        """All options resolved into numbers and flags."""
        pieces, money, certificates = self.pieces, self.pieces["money"], self.pieces["certificates"]
        switched = frozenset(flag for (option, value), flag in FLAGS.items() if options[option] == value)
        return Tables(
            seats=seats,
            hexmap=self.hexmap,
            catalogue=self.catalogue("all"),
            market=self.market(),
            companies=self._companies(options),
            privates=read_privates(pieces),
            trains=read_trains(pieces),
            phases=read_phases(pieces),
            bank=money["bank"],
            capital=money["capital"][str(seats)],
            certificate_limits=tuple(money["certificate_limit"][str(seats)]),
            marker_prices=tuple(pieces["markers"]["prices"]),
            float_percent=certificates["float_percent"],
            pool_percent=certificates["pool_percent"],
            holding_percent=certificates["holding_percent"][str(seats)],
            bid_step=money["reduction"],
            flags=ALWAYS | switched,
            routes=self._routes(options),
            loans=Loans(**{key: value for key, value in pieces["loans"].items() if key != "source"}),
            removals=tuple(pieces["receivership"]["removals"]),
            limit_cut=money["limit_cut"][str(seats)],
            ends={key: value for key, value in pieces["ends"].items() if key != "source"},
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


TITLE = Title1848()
