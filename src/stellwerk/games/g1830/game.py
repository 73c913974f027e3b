"""1830 Classic: title, options and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final, Literal

from stellwerk.core.options import Preset, Select
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.pieces import read_trains
from stellwerk.eighteen.rules import (
    AuctionRules,
    EndRules,
    HelpRules,
    PrivateRules,
    RunRules,
    StockRules,
    TrackRules,
    TrainRules,
)
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.steps.auction import LowestBidderSpeaks
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import Catalogue
from stellwerk.eighteen.title import RailTitle
from stellwerk.eighteen.trains import Train

CORRECTED_UPGRADES: Final = {"28": ("43",), "29": ("43",)}
"""R-19: what the English list adds."""

TRADES: Final[Mapping[str, Literal["free", "purchase", "none"]]] = {
    "allowed": "free",
    "purchase": "purchase",
    "none": "none",
}


class Title1830(RailTitle):
    """1830 Classic as the German rulebook of 2011 tells it."""

    id = "1830"
    rules_version = 2
    seats = range(2, 8)
    seats_rule = "1.2d"
    options = (
        Select("best_run", ("compulsory", "free"), rule="7.4b"),
        Select("brown_shares", ("pool", "bank"), rule="V-6.3"),
        Select("brown_purchase", ("together", "apart"), rule="C-1.2"),
        Select("sixes", ("2", "3"), rule="V-1.7"),
        Select("diesels", ("6", "unlimited"), rule="V-1.7"),
        Select("upgrade_list", ("printed", "corrected"), rule="R-19"),
        Select("holding", ("certificates", "percent"), rule="R-10"),
        Select("capital", ("round_end", "at_once"), rule="6.3b"),
        Select("bank_breaks", ("empty", "overdrawn"), rule="R-48"),
        Select("bid_off", ("clockwise", "lowest"), rule="C-2.2.2d"),
        Select("auction_resumes", ("priority", "next"), rule="C-2.2.3c"),
        Select("free_private", ("priority", "next"), rule="C-2.2.3b"),
        Select("stalled_sale", ("cheaper", "pays"), rule="P-3"),
        Select("exchange", ("between_turns", "any_time"), rule="4.0.MH.b"),
        Select("exchange_needs", ("room", "purchase"), rule="R-29"),
        Select("private_tile", ("track_step", "any_time"), rule="4.0.CS.b"),
        Select("private_trades", ("allowed", "purchase", "none"), rule="4.1a"),
        Select("discard_order", ("price", "table"), rule="7.6.1b"),
        Select("city_choice", ("director", "layer"), rule="7.3.2h"),
        Select("train_sales", ("forced", "any"), rule="C-2.3.2a"),
        Select("forced_help", ("any", "own"), rule="C-2.3.1f"),
        Select("help_beyond_need", ("none", "others"), rule="C-2.3.1c"),
        Select("bankrupt_privates", ("lost", "counted"), rule="C-2.4b"),
    )
    presets = (
        Preset("classic"),
        Preset(
            "18xx-games",
            {
                "best_run": "free",
                "diesels": "unlimited",
                "upgrade_list": "corrected",
                "holding": "percent",
                "brown_purchase": "apart",
                "capital": "at_once",
                "bank_breaks": "overdrawn",
                "bid_off": "lowest",
                "auction_resumes": "next",
                "free_private": "next",
                "stalled_sale": "pays",
                "exchange": "any_time",
                "private_tile": "any_time",
                "private_trades": "purchase",
                "discard_order": "table",
                "train_sales": "any",
                "help_beyond_need": "others",
                "city_choice": "layer",
                "bankrupt_privates": "counted",
            },
        ),
    )
    folder = files("stellwerk.games.g1830") / "data"
    tile_sets = ("classic",)
    rule_files = (
        "rules_sale.toml",
        "rules_phases.toml",
        "rules_stock.toml",
        "rules_track.toml",
        "rules_routes.toml",
        "rules_trains.toml",
        "rules_tables.toml",
        "rules_rulings.toml",
    )

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        own: dict[str, type[RailStep] | None] = dict(self.steps)
        if options["bid_off"] == "lowest":
            own["bid_off"] = LowestBidderSpeaks
        return self.game_class(self, self.ruleset(seats, options), options, own)

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        """All options resolved into numbers and records."""
        return replace(
            super().ruleset(seats, options),
            catalogue=self._tiles(options["upgrade_list"]),
            trains=self._trains(options),
            holding_percent=60 if options["holding"] == "percent" else None,
            **self._rules(options),
        )

    def _rules(self, options: Mapping[str, str]) -> dict[str, Any]:
        """What the options say, by chapter."""
        several = {"pool", "bank"} if options["brown_shares"] == "bank" else {"pool"}
        return {
            "auction_rules": AuctionRules(
                resumes_with="next" if options["auction_resumes"] == "next" else "priority",
                free_private_to="next" if options["free_private"] == "next" else "priority",
                stalled="pays" if options["stalled_sale"] == "pays" else "cheaper",
            ),
            "stock_rules": StockRules(
                several_from=frozenset(several),
                several_apart=options["brown_purchase"] == "apart",
                capital="at_once" if options["capital"] == "at_once" else "round_end",
            ),
            "private_rules": PrivateRules(
                trades=TRADES[options["private_trades"]],
                exchange="any_time" if options["exchange"] == "any_time" else "between_turns",
                exchange_as_purchase=options["exchange_needs"] == "purchase",
                tile_time="any_time" if options["private_tile"] == "any_time" else "track_step",
                kept_by_bankrupt=options["bankrupt_privates"] == "counted",
            ),
            "track_rules": TrackRules(city_chosen_by="layer" if options["city_choice"] == "layer" else "director"),
            "run_rules": RunRules(best_run="free" if options["best_run"] == "free" else "compulsory"),
            "train_rules": TrainRules(discard_order="table" if options["discard_order"] == "table" else "price"),
            "help_rules": HelpRules(
                sales="any" if options["train_sales"] == "any" else "forced",
                trains_of="any" if options["forced_help"] == "any" else "own",
                beyond_need="others" if options["help_beyond_need"] == "others" else "none",
            ),
            "end_rules": EndRules(bank_breaks="overdrawn" if options["bank_breaks"] == "overdrawn" else "empty"),
        }

    def _tiles(self, upgrade_list: str) -> Catalogue:
        catalogue = self.catalogue(*self.tile_sets)
        if upgrade_list == "corrected":
            for number, added in CORRECTED_UPGRADES.items():
                catalogue.upgrades[number] += added
        return catalogue

    def _trains(self, options: Mapping[str, str]) -> dict[str, Train]:
        trains = read_trains(self.pieces)
        trains["6"] = replace(trains["6"], count=int(options["sixes"]))
        trains["D"] = replace(trains["D"], count=None if options["diesels"] == "unlimited" else int(options["diesels"]))
        return trains


TITLE = Title1830()
