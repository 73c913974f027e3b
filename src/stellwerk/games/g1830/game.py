"""1830 Classic: title, options and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Final

from stellwerk.core.texts import load_toml
from stellwerk.core.title import Option
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.pieces import read_companies, read_phases, read_privates, read_trains
from stellwerk.eighteen.steps.auction import LowestBidderSpeaks
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tables import Tables
from stellwerk.eighteen.tiles import Catalogue
from stellwerk.eighteen.title import RailTitle
from stellwerk.eighteen.trains import Train

CORRECTED_UPGRADES: Final = {"28": ("43",), "29": ("43",)}
"""R-19: what the English list adds."""

FLAGS: Final = {
    ("brown_shares", "bank"): "brown_from_bank",
    ("brown_purchase", "apart"): "brown_apart",
    ("capital", "at_once"): "capital_at_once",
    ("bank_breaks", "overdrawn"): "bank_overdrawn",
    ("auction_resumes", "next"): "all_pass_next",
    ("free_private", "next"): "gift_to_next",
    ("stalled_sale", "pays"): "sale_pays_on",
    ("exchange", "any_time"): "exchange_any_time",
    ("exchange_needs", "purchase"): "exchange_like_purchase",
    ("private_tile", "any_time"): "private_tile_any_time",
    ("private_trades", "none"): "no_private_trades",
    ("private_trades", "purchase"): "private_purchase",
    ("discard_order", "table"): "discard_by_table",
    ("best_run", "free"): "any_run",
    ("forced_help", "any"): "help_for_any_train",
    ("city_choice", "layer"): "layer_chooses_city",
    ("train_sales", "any"): "free_train_sales",
    ("help_beyond_need", "others"): "help_beyond_need",
    ("bankrupt_privates", "counted"): "bankrupt_keeps_privates",
}
"""Option values that switch a sentence of the rules."""


class Title1830(RailTitle):
    """1830 Classic as the German rulebook of 2011 tells it."""

    id = "1830"
    rules_version = 2
    seats = range(2, 8)
    seats_rule = "1.2d"
    options = (
        Option("best_run", ("compulsory", "free"), "compulsory", "7.4b"),
        Option("brown_shares", ("pool", "bank"), "pool", "V-6.3"),
        Option("brown_purchase", ("together", "apart"), "together", "C-1.2"),
        Option("sixes", ("2", "3"), "2", "V-1.7"),
        Option("diesels", ("6", "unlimited"), "6", "V-1.7"),
        Option("upgrade_list", ("printed", "corrected"), "printed", "R-19"),
        Option("holding", ("certificates", "percent"), "certificates", "R-10"),
        Option("capital", ("round_end", "at_once"), "round_end", "6.3b"),
        Option("bank_breaks", ("empty", "overdrawn"), "empty", "R-48"),
        Option("bid_off", ("clockwise", "lowest"), "clockwise", "C-2.2.2d"),
        Option("auction_resumes", ("priority", "next"), "priority", "C-2.2.3c"),
        Option("free_private", ("priority", "next"), "priority", "C-2.2.3b"),
        Option("stalled_sale", ("cheaper", "pays"), "cheaper", "P-3"),
        Option("exchange", ("between_turns", "any_time"), "between_turns", "4.0.MH.b"),
        Option("exchange_needs", ("room", "purchase"), "room", "R-29"),
        Option("private_tile", ("track_step", "any_time"), "track_step", "4.0.CS.b"),
        Option("private_trades", ("allowed", "purchase", "none"), "allowed", "4.1a"),
        Option("discard_order", ("price", "table"), "price", "7.6.1b"),
        Option("city_choice", ("director", "layer"), "director", "7.3.2h"),
        Option("train_sales", ("forced", "any"), "forced", "C-2.3.2a"),
        Option("forced_help", ("any", "own"), "any", "C-2.3.1f"),
        Option("help_beyond_need", ("none", "others"), "none", "C-2.3.1c"),
        Option("bankrupt_privates", ("lost", "counted"), "lost", "C-2.4b"),
    )
    folder = files("stellwerk.games.g1830") / "data"
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
        overrides: dict[str, type[RailStep]] = {}
        if options["bid_off"] == "lowest":
            overrides["bid_off"] = LowestBidderSpeaks
        return RailGame(self, self.tables(seats, options), options, overrides)

    def tables(self, seats: int, options: Mapping[str, str]) -> Tables:
        """All options resolved into numbers and flags."""
        pieces, money = self.pieces, self.pieces["money"]
        certificates = pieces["certificates"]
        return Tables(
            seats=seats,
            hexmap=self.hexmap,
            catalogue=self.catalogue(options["upgrade_list"]),
            market=self.market,
            companies=read_companies(pieces),
            privates=read_privates(pieces),
            trains=self._trains(options),
            phases=read_phases(pieces),
            bank=money["bank"],
            capital=money["capital"][str(seats)],
            certificate_limits=(money["certificate_limit"][str(seats)],),
            marker_prices=tuple(pieces["markers"]["prices"]),
            float_percent=certificates["float_percent"],
            pool_percent=certificates["pool_percent"],
            company_limit=certificates["company_limit"],
            holding_percent=60 if options["holding"] == "percent" else None,
            bid_step=money["bid_step"],
            flags=frozenset(flag for (option, value), flag in FLAGS.items() if options[option] == value),
        )

    def catalogue(self, upgrade_list: str) -> Catalogue:
        tiles = load_toml(files("stellwerk.eighteen") / "data" / "tiles.toml")
        catalogue = Catalogue(tiles, "1830")
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
