"""What can be chosen before a game of 1830: editions, scenarios, variants and readings, and named sets of them."""

from __future__ import annotations

from typing import Final

from stellwerk.core.options import OFF, ON, Condition, Number, Option, Preset, Select, Switch

SCENARIOS: Final = ("none", "D", "G", "R", "B", "T", "C", "T+D", "T+G", "T+R", "T+B")
UNCERTAIN: Final = ("T", "T+D", "T+G", "T+R", "T+B")
"""Those with uncertain times, alone or on top of another one."""

OWN_SIDE: Final = ("D", "G", "R", "B", "T+D", "T+G", "T+R", "T+B")
"""Those that are played on the 1830+ side, with their own privates and trains."""

OWN_SET: Final = ("D", "G", "R", "B", "C", "T+D", "T+G", "T+R", "T+B")
"""Those with their own tiles and homes."""

PLAIN: Final = ("none", "T")
"""Those that leave railroads, tiles and homes to the other options."""


def without(*scenarios: str) -> tuple[str, ...]:
    """All scenarios but these."""
    return tuple(scenario for scenario in SCENARIOS if scenario not in scenarios)


CUSTOM: Final = Condition((ON,), "railroads", ("custom",), "V-1.6")

BASE: Final[tuple[Option, ...]] = (
    Select("edition", ("classic", "basic"), rule="C-1.0", chapter="base"),
    Select(
        "scenario",
        SCENARIOS,
        rule="S-0a",
        chapter="base",
        needs=(Condition(without("none"), "edition", ("classic",), "S-0a"),),
    ),
)

INFORMATION: Final[tuple[Option, ...]] = (
    Select("information", ("restricted", "open", "secret_cash"), rule="V-0.1", chapter="V-0"),
)

SCOPES: Final = {
    "C": ("edition", ("classic",)),
    "S-0": ("scenario", without("none")),
    **{
        f"S-{number}": ("scenario", tuple(value for value in SCENARIOS if letter in value.split("+")))
        for number, letter in enumerate("DGRBTC", 1)
    },
}
"""By chapter of the book under which edition or scenarios it applies."""

SETUP: Final[tuple[Option, ...]] = (
    Select(
        "seating",
        ("random", "free", "by_private"),
        rule="V-1.1",
        chapter="V-1",
        needs=(
            Condition(("by_private",), "scenario", UNCERTAIN, "V-1.1"),
            Condition(("random", "free"), "scenario", without(*UNCERTAIN), "S-5.2-1.0b"),
        ),
    ),
    Select(
        "map",
        ("classic", "plus"),
        rule="V-1.2",
        chapter="V-1",
        needs=(
            Condition(("classic",), "scenario", ("none", "T", "C"), "V-1.2"),
            Condition(("plus",), "scenario", without("C"), "V-1.2"),
        ),
    ),
    Select(
        "bank",
        ("full_12000", "short_4500", "extended_20000"),
        rule="V-1.3",
        chapter="V-1",
        needs=(Condition(("short_4500", "extended_20000"), "scenario", ("none", "B", "T", "C", "T+B"), "V-1.3"),),
    ),
    Select(
        "tile_set",
        ("classic", "extension_a", "extension_b", "scenario"),
        rule="V-1.4a",
        chapter="V-1",
        needs=(
            Condition(("scenario",), "scenario", OWN_SET, "V-1.4a"),
            Condition(("classic", "extension_a", "extension_b"), "scenario", PLAIN, "V-1.4a"),
        ),
    ),
    Select(
        "privates",
        ("classic", "scenario"),
        rule="V-1.5",
        chapter="V-1",
        needs=(
            Condition(("scenario",), "scenario", OWN_SIDE, "V-1.5"),
            Condition(("classic",), "scenario", ("none", "T", "C"), "V-1.5"),
        ),
    ),
    Select(
        "railroads",
        ("classic", "scenario", "custom"),
        rule="V-1.6",
        chapter="V-1",
        needs=(
            Condition(("scenario",), "scenario", OWN_SET, "V-1.6"),
            Condition(("classic", "custom"), "scenario", PLAIN, "V-1.6"),
        ),
    ),
    Switch(
        "with_nw",
        rule="V-1.6",
        chapter="V-1",
        needs=(Condition((ON,), "railroads", ("custom",), "V-1.6"), Condition((ON,), "map", ("plus",), "R-105")),
    ),
    Switch("with_pmq", rule="V-1.6", chapter="V-1", needs=(CUSTOM,)),
    Switch("with_nkp", rule="V-1.6", chapter="V-1", needs=(CUSTOM,)),
    Switch("with_rdr", rule="V-1.6", chapter="V-1", needs=(CUSTOM,)),
    Select(
        "roster",
        ("classic", "scenario"),
        rule="V-1.7a",
        chapter="V-1",
        needs=(
            Condition(("scenario",), "scenario", OWN_SIDE, "T-03"),
            Condition(("classic",), "scenario", ("none", "T", "C"), "T-03"),
        ),
    ),
    Switch(
        "third_six",
        rule="V-1.7b",
        chapter="V-1",
        needs=(
            Condition((ON,), "roster", ("classic",), "T-03"),
            Condition((ON,), "scenario", PLAIN, "T-03"),
        ),
        excludes=(Condition((ON,), "plus_trains", (ON,), "R-107"),),
    ),
    Switch(
        "plus_trains",
        rule="V-1.7d",
        chapter="V-1",
        needs=(
            Condition((ON,), "scenario", without("D", "G", "C", "T+D", "T+G"), "T-03"),
            Condition((OFF,), "scenario", without("R", "B", "T+R", "T+B"), "V-1.7d"),
        ),
    ),
    Select("diesels", ("six", "none", "unlimited"), rule="V-1.7e", chapter="V-1"),
    Select(
        "private_sale",
        ("auction", "groups", "dealt"),
        rule="V-1.8a",
        chapter="V-1",
        needs=(
            Condition(("dealt",), "scenario", UNCERTAIN, "V-1.8a"),
            Condition(("groups",), "privates", ("classic",), "V-1.8a"),
            Condition(("groups",), "scenario", ("none", "C"), "V-1.8a"),
            Condition(("auction",), "scenario", without("T", "T+D", "T+G", "T+R", "T+B"), "V-1.8a"),
        ),
    ),
    Select(
        "bidding",
        ("formal", "free"),
        rule="V-1.8b",
        chapter="V-1",
        needs=(Condition(("free",), "private_sale", ("auction", "dealt"), "R-106"),),
    ),
    Select("pass_policy", ("return", "out"), rule="V-1.8d", chapter="V-1"),
    Select(
        "raise",
        ("min_5", "multiple_of_5", "exactly_5"),
        rule="V-1.8f",
        chapter="V-1",
        needs=(Condition(("multiple_of_5", "exactly_5"), "private_sale", ("auction", "dealt"), "R-106"),),
    ),
)

SEQUENCE: Final[tuple[Option, ...]] = (Select("operating_order", ("variable", "fixed"), rule="V-2.0a", chapter="V-2"),)

PHASES: Final[tuple[Option, ...]] = (
    Switch("delayed_scrapping", rule="V-3.0a", chapter="V-3"),
    Switch("delayed_private_purchase", rule="V-3.0b", chapter="V-3"),
)

PRIVATES: Final[tuple[Option, ...]] = (
    Select("dh_station", ("fixed", "flexible"), rule="V-4.0a", chapter="V-4"),
    Switch("sv_discount", rule="V-4.0c", chapter="V-4"),
)

MARKET: Final[tuple[Option, ...]] = (
    Select(
        "price_fall",
        ("per_share", "per_sale", "per_sale_except_director", "reform"),
        rule="V-5.1a",
        chapter="V-5",
        needs=(
            Condition(("per_share", "per_sale"), "scenario", ("none", "D", "G", "R", "C"), "V-5.1a"),
            Condition(("per_sale_except_director",), "scenario", without("T", "T+D", "T+G", "T+R", "T+B"), "V-5.1a"),
            Condition(("reform",), "scenario", without("B"), "V-5.1a"),
        ),
    ),
    Switch(
        "rise_needs_dividend",
        rule="V-5.2",
        chapter="V-5",
        needs=(Condition((OFF,), "scenario", without("B", "T+B"), "V-5.2"),),
    ),
    Select(
        "certificate_limits",
        ("classic", "plus"),
        rule="V-5.3",
        chapter="V-5",
        needs=(Condition(("classic",), "scenario", ("none", "T", "C"), "V-5.3"),),
    ),
)

STOCK: Final[tuple[Option, ...]] = (
    Select("stock_turn", ("sell_buy_sell", "sell_buy", "buy_sell"), rule="V-6.1a", chapter="V-6"),
    Select("sale_mode", ("block", "one_by_one"), rule="V-6.2a", chapter="V-6"),
    Select("brown_multibuy", ("pool", "pool_and_bank"), rule="V-6.3a", chapter="V-6"),
    Select(
        "private_trade",
        ("restricted", "free", "none"),
        rule="V-6.4a",
        chapter="V-6",
        needs=(
            Condition(("restricted", "free"), "scenario", without("C"), "V-6.4a"),
            Condition(("none",), "scenario", ("C",), "V-6.4a"),
        ),
    ),
    Switch(
        "erie_second_20",
        rule="V-6.5a",
        chapter="V-6",
        needs=(
            Condition((ON,), "scenario", without("G", "R", "T+G", "T+R"), "V-6.5a"),
            Condition((OFF,), "scenario", without("D", "T+D"), "V-6.5a"),
        ),
    ),
)

OPERATING: Final[tuple[Option, ...]] = (
    Switch("split_revenue", rule="V-7.1", chapter="V-7"),
    Select(
        "home_choice",
        ("printed", "scenario", "free"),
        rule="V-7.3",
        chapter="V-7",
        needs=(
            Condition(("scenario",), "scenario", OWN_SET, "V-7.3"),
            Condition(("printed", "free"), "scenario", PLAIN, "V-7.3"),
            Condition(("printed",), "map", ("classic",), "V-7.3"),
        ),
    ),
    Select("tile_laying", ("free", "restricted", "semi_restricted"), rule="V-7.6a", chapter="V-7"),
    Select("train_limit", ("fixed", "flexible"), rule="V-7.7a", chapter="V-7"),
    Switch("sell_last_train", on=True, rule="V-7.7c", chapter="V-7"),
    Select("oo_upgrade", ("fixed", "flexible"), rule="V-7.8a", chapter="V-7"),
)

END: Final[tuple[Option, ...]] = (
    Select(
        "game_end",
        ("standard", "top_price"),
        rule="V-8.0a",
        chapter="V-8",
        needs=(Condition(("standard",), "scenario", without("T", "T+D", "T+G", "T+R", "T+B"), "V-8.0a"),),
    ),
)

OF_SCENARIOS: Final[tuple[Option, ...]] = (
    Switch("d_tiles_5_6", rule="S-1.1.9", chapter="S", needs=(Condition((ON,), "scenario", ("D", "T+D"), "S-1.1.9"),)),
    Select(
        "t_remaining_privates",
        ("removed", "sold", "auctioned"),
        rule="S-5.2-1.0c",
        chapter="S",
        needs=(Condition(("sold", "auctioned"), "scenario", UNCERTAIN, "S-5.2-1.0c"),),
    ),
    Switch("random_revenue", rule="S-6.3.1", chapter="S", needs=(Condition((ON,), "scenario", ("C",), "S-6.3.1"),)),
    Switch("reading", rule="S-6.3.2", chapter="S", needs=(Condition((ON,), "scenario", ("C",), "S-6.3.2"),)),
    Switch("unlimited_tiles", rule="S-6.3.4", chapter="S", needs=(Condition((ON,), "scenario", ("C",), "S-6.3.4"),)),
    Switch("additional_tiles", rule="S-6.3.5", chapter="S", needs=(Condition((ON,), "scenario", ("C",), "S-6.3.5"),)),
    Number("map_number", 1, 999, 1, rule="S-6.3.11", chapter="S"),
    Switch("random_map", rule="S-6.3.11", chapter="S", needs=(Condition((ON,), "scenario", ("C",), "S-6.3.11"),)),
)

RULINGS: Final[tuple[Option, ...]] = (
    Select(
        "group_prices",
        ("printed", "corrected"),
        rule="R-02",
        chapter="R",
        needs=(Condition(("corrected",), "private_sale", ("groups",), "R-02"),),
    ),
    Select(
        "grey_from_phase",
        ("7", "6"),
        rule="R-08",
        chapter="R",
        needs=(Condition(("6",), "tile_set", ("extension_a", "scenario"), "R-08"),),
    ),
    Select("upgrade_list", ("printed", "corrected"), rule="R-19", chapter="R"),
    Select(
        "plus_train_prices",
        ("type_price", "surcharged"),
        rule="R-25",
        chapter="R",
        needs=(Condition(("surcharged",), "plus_trains", (ON,), "R-25"),),
    ),
)

READINGS: Final[tuple[Option, ...]] = (
    Select("best_run", ("compulsory", "free"), rule="7.4b", chapter="readings"),
    Select("brown_purchase", ("together", "apart"), rule="C-1.2", chapter="readings"),
    Select("holding", ("certificates", "percent"), rule="R-10", chapter="readings"),
    Select("capital", ("round_end", "at_once"), rule="6.3b", chapter="readings"),
    Select("bank_breaks", ("empty", "overdrawn"), rule="R-48", chapter="readings"),
    Select(
        "bid_off",
        ("clockwise", "lowest"),
        rule="C-2.2.2d",
        chapter="readings",
        needs=(Condition(("lowest",), "private_sale", ("auction", "dealt"), "R-106"),),
        excludes=(Condition(("lowest",), "bidding", ("free",), "R-106"),),
    ),
    Select("auction_resumes", ("priority", "next"), rule="C-2.2.3c", chapter="readings"),
    Select("free_private", ("priority", "next"), rule="C-2.2.3b", chapter="readings"),
    Select("stalled_sale", ("cheaper", "pays"), rule="P-3", chapter="readings"),
    Select("exchange", ("between_turns", "any_time"), rule="4.0.MH.b", chapter="readings"),
    Select("exchange_needs", ("room", "purchase"), rule="R-29", chapter="readings"),
    Select("private_tile", ("track_step", "any_time"), rule="4.0.CS.b", chapter="readings"),
    Select("private_offers", ("beside", "purchase"), rule="4.1a", chapter="readings"),
    Select("discard_order", ("price", "table"), rule="7.6.1b", chapter="readings"),
    Select("city_choice", ("director", "layer"), rule="7.3.2h", chapter="readings"),
    Select(
        "train_sales",
        ("forced", "any"),
        rule="C-2.3.2a",
        chapter="readings",
        excludes=(Condition(("any",), "edition", ("basic",), "R-43"),),
    ),
    Select(
        "forced_help",
        ("any", "own"),
        rule="C-2.3.1f",
        chapter="readings",
        excludes=(Condition(("own",), "edition", ("basic",), "R-43"),),
    ),
    Select(
        "help_beyond_need",
        ("none", "others"),
        rule="C-2.3.1c",
        chapter="readings",
        excludes=(Condition(("others",), "edition", ("basic",), "R-43"),),
    ),
    Select(
        "bankrupt_privates",
        ("lost", "counted"),
        rule="C-2.4b",
        chapter="readings",
        excludes=(Condition(("counted",), "edition", ("basic",), "R-43"),),
    ),
)
"""Where others read the book differently."""

OPTIONS: Final = (
    *BASE,
    *INFORMATION,
    *SETUP,
    *SEQUENCE,
    *PHASES,
    *PRIVATES,
    *MARKET,
    *STOCK,
    *OPERATING,
    *END,
    *OF_SCENARIOS,
    *RULINGS,
    *READINGS,
)

OWN_MATERIAL: Final = {
    "map": "plus",
    "tile_set": "scenario",
    "privates": "scenario",
    "railroads": "scenario",
    "roster": "scenario",
    "certificate_limits": "plus",
    "home_choice": "scenario",
}
"""What all scenarios on the 1830+ side bring."""

DEALT: Final = {"seating": "by_private", "private_sale": "dealt", "price_fall": "reform", "game_end": "top_price"}
"""What uncertain times bring."""

LEVEL: Final = {**OWN_MATERIAL, "erie_second_20": ON}
PACIFIC: Final = OWN_MATERIAL
EMPIRES: Final = {**OWN_MATERIAL, "plus_trains": ON}
VIRGINIA: Final = {**OWN_MATERIAL, "plus_trains": ON, "rise_needs_dividend": ON}

PRESETS: Final = (
    Preset("classic"),
    Preset("basic", {"edition": "basic", "information": "open", "seating": "free", "private_sale": "groups"}),
    Preset("D", {"scenario": "D", **LEVEL}),
    Preset("G", {"scenario": "G", **PACIFIC}),
    Preset("R", {"scenario": "R", **EMPIRES}),
    Preset("B", {"scenario": "B", **VIRGINIA, "price_fall": "per_sale_except_director"}),
    Preset("T", {"scenario": "T", **DEALT}),
    Preset(
        "C",
        {
            "scenario": "C",
            "tile_set": "scenario",
            "railroads": "scenario",
            "private_trade": "none",
            "home_choice": "scenario",
        },
    ),
    Preset("T+D", {"scenario": "T+D", **LEVEL, **DEALT}, group="T"),
    Preset("T+G", {"scenario": "T+G", **PACIFIC, **DEALT}, group="T"),
    Preset("T+R", {"scenario": "T+R", **EMPIRES, **DEALT}, group="T"),
    Preset("T+B", {"scenario": "T+B", **VIRGINIA, **DEALT}, group="T"),
    Preset(
        "18xx-games",
        {
            "information": "open",
            "seating": "free",
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
            "private_offers": "purchase",
            "discard_order": "table",
            "train_sales": "any",
            "help_beyond_need": "others",
            "city_choice": "layer",
            "bankrupt_privates": "counted",
        },
    ),
)
