"""What options say, by chapter: the records that the steps of an 18xx game look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from stellwerk.core.options import ON
from stellwerk.eighteen.rules import (
    AuctionRules,
    DividendRules,
    EndRules,
    HelpRules,
    InformationRules,
    OperatingRules,
    PriceRules,
    PrivateRules,
    Reform,
    RunRules,
    StockRules,
    TrackRules,
    TrainRules,
)
from stellwerk.games.g1830.options import UNCERTAIN
from stellwerk.games.g1830.ruleset import FIVES

LUCK: Final = (80, 90, 100, 100, 110, 120)
"""What the markers 1 to 6 make of a run, in per cent."""

LAYING: Final[Mapping[str, Literal["any", "new", "new_or_gain"]]] = {
    "free": "any",
    "restricted": "new",
    "semi_restricted": "new_or_gain",
}
"""By option what of a tile a company must reach that lays it."""


def records(options: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a ruleset that are records."""
    return {
        "auction_rules": auction(options),
        "stock_rules": stock(options),
        "price_rules": prices(options),
        "reform": reform(options),
        "private_rules": privates(options),
        "track_rules": track(options),
        "run_rules": runs(options),
        "dividend_rules": dividends(options),
        "operating_rules": operating(options),
        "train_rules": trains(options),
        "help_rules": forced_purchase(options),
        "end_rules": end(options),
        "information_rules": information(options),
    }


def information(options: Mapping[str, str]) -> InformationRules:
    return InformationRules(
        treasuries="open" if options["information"] == "open" else "director",
        cash="owner" if options["information"] == "secret_cash" else "open",
    )


def passed_are_out(options: Mapping[str, str]) -> bool:
    """R-51: in auctions and in stock rounds alike."""
    return options["pass_policy"] != "return"  # noqa: S105  # to pass, not a password


def auction(options: Mapping[str, str]) -> AuctionRules:
    raises: dict[str, Literal["multiples", "exact"]] = {"multiple_of_5": "multiples", "exactly_5": "exact"}
    return AuctionRules(
        seats_by=_seats_by(options["seating"]),
        sale=_sale(options["private_sale"]),
        rest=_rest(options["t_remaining_privates"]),
        bidding="free" if options["bidding"] == "free" else "in_turn",
        raises=raises.get(options["raise"], "any"),
        passed_are_out=passed_are_out(options),
        speaks="lowest" if options["bid_off"] == "lowest" else "clockwise",
        resumes_with="next" if options["auction_resumes"] == "next" else "priority",
        free_private_to="next" if options["free_private"] == "next" else "priority",
        stalled="pays" if options["stalled_sale"] == "pays" else "cheaper",
    )


def _seats_by(seating: str) -> Literal["number", "lot", "private"]:
    if seating == "random":
        return "lot"
    return "private" if seating == "by_private" else "number"


def _sale(way: str) -> Literal["auction", "groups", "dealt"]:
    if way == "groups":
        return "groups"
    return "dealt" if way == "dealt" else "auction"


def _rest(way: str) -> Literal["removed", "sold", "auctioned"]:
    if way == "sold":
        return "sold"
    return "auctioned" if way == "auctioned" else "removed"


def stock(options: Mapping[str, str]) -> StockRules:
    several = {"pool", "bank"} if options["brown_multibuy"] == "pool_and_bank" else {"pool"}
    return StockRules(
        turn=_turn(options),
        sales="single" if options["sale_mode"] == "one_by_one" else "block",
        change_from_pool=True,
        several_from=frozenset(several),
        passed_are_out=passed_are_out(options),
        several_apart=options["brown_purchase"] == "apart",
        capital="at_once" if options["capital"] == "at_once" else "round_end",
    )


def _turn(options: Mapping[str, str]) -> Literal["sell_buy_sell", "sell_buy", "buy_sell"]:
    match options["stock_turn"]:
        case "sell_buy":
            return "sell_buy"
        case "buy_sell":
            return "buy_sell"
    return "sell_buy_sell"


def prices(options: Mapping[str, str]) -> PriceRules:
    """What holds for prices until a reform; R-63: with B under T the director's sales are told apart until then."""
    fall = options["price_fall"]
    apart = fall == "per_sale_except_director" or (fall == "reform" and options["scenario"] == "T+B")
    return PriceRules(
        drop="per_sale" if apart or fall == "per_sale" else "per_share",
        directors_drop="per_share" if apart else "",
        rise="covered" if options["rise_needs_dividend"] == ON else "one",
    )


def reform(options: Mapping[str, str]) -> Reform | None:
    """A cell for each sale after the last 5-train, of which a 5+5 is one (R-61); T lets prices jump as well."""
    if options["price_fall"] != "reform":
        return None
    jumps = options["scenario"] in UNCERTAIN
    return Reform(FIVES, PriceRules(drop="per_sale", rise="jumps" if jumps else prices(options).rise))


def privates(options: Mapping[str, str]) -> PrivateRules:
    return PrivateRules(
        trades=_trades(options),
        resale="at_once" if options["private_trade"] == "free" else "next_round",
        bought_from="next_round" if options["delayed_private_purchase"] == ON else "phase",
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
    return TrackRules(
        city_chosen_by="layer" if options["city_choice"] == "layer" else "director",
        laying=LAYING[options["tile_laying"]],
        joins=frozenset({"59"}) if options["oo_upgrade"] == "flexible" else frozenset(),
    )


def runs(options: Mapping[str, str]) -> RunRules:
    return RunRules(best_run="free" if options["best_run"] == "free" else "compulsory")


def dividends(options: Mapping[str, str]) -> DividendRules:
    return DividendRules(split=options["split_revenue"] == ON, luck=LUCK if options["random_revenue"] == ON else ())


def operating(options: Mapping[str, str]) -> OperatingRules:
    return OperatingRules(order="first" if options["operating_order"] == "fixed" else "current")


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
        lends=options["edition"] == "basic",
    )


def end(options: Mapping[str, str]) -> EndRules:
    return EndRules(bank_breaks="overdrawn" if options["bank_breaks"] == "overdrawn" else "empty", top_price="at_once")
