"""What options say, by chapter: the records that the steps of an 18xx game look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from stellwerk.core.options import ON
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


def records(options: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a ruleset that are records."""
    return {
        "auction_rules": auction(options),
        "stock_rules": stock(options),
        "private_rules": privates(options),
        "track_rules": track(options),
        "run_rules": runs(options),
        "train_rules": trains(options),
        "help_rules": forced_purchase(options),
        "end_rules": end(options),
    }


def auction(options: Mapping[str, str]) -> AuctionRules:
    return AuctionRules(
        resumes_with="next" if options["auction_resumes"] == "next" else "priority",
        free_private_to="next" if options["free_private"] == "next" else "priority",
        stalled="pays" if options["stalled_sale"] == "pays" else "cheaper",
    )


def stock(options: Mapping[str, str]) -> StockRules:
    several = {"pool", "bank"} if options["brown_multibuy"] == "pool_and_bank" else {"pool"}
    return StockRules(
        several_from=frozenset(several),
        several_apart=options["brown_purchase"] == "apart",
        capital="at_once" if options["capital"] == "at_once" else "round_end",
    )


def privates(options: Mapping[str, str]) -> PrivateRules:
    return PrivateRules(
        trades=_trades(options),
        exchange="any_time" if options["exchange"] == "any_time" else "between_turns",
        exchange_as_purchase=options["exchange_needs"] == "purchase",
        tile_time="any_time" if options["private_tile"] == "any_time" else "track_step",
        kept_by_bankrupt=options["bankrupt_privates"] == "counted",
    )


def _trades(options: Mapping[str, str]) -> Literal["free", "purchase", "none"]:
    if options["private_trade"] == "none":
        return "none"
    return "purchase" if options["private_offers"] == "purchase" else "free"


def track(options: Mapping[str, str]) -> TrackRules:
    return TrackRules(city_chosen_by="layer" if options["city_choice"] == "layer" else "director")


def runs(options: Mapping[str, str]) -> RunRules:
    return RunRules(best_run="free" if options["best_run"] == "free" else "compulsory")


def trains(options: Mapping[str, str]) -> TrainRules:
    return TrainRules(
        discard_order="table" if options["discard_order"] == "table" else "price",
        scrapping="after_run" if options["delayed_scrapping"] == ON else "at_once",
        limit="flexible" if options["train_limit"] == "flexible" else "fixed",
        last_train="sold" if options["sell_last_train"] == ON else "kept",
    )


def forced_purchase(options: Mapping[str, str]) -> HelpRules:
    return HelpRules(
        sales="any" if options["train_sales"] == "any" else "forced",
        trains_of="any" if options["forced_help"] == "any" else "own",
        beyond_need="others" if options["help_beyond_need"] == "others" else "none",
    )


def end(options: Mapping[str, str]) -> EndRules:
    return EndRules(bank_breaks="overdrawn" if options["bank_breaks"] == "overdrawn" else "empty")
