"""1853 India: title, options and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from stellwerk.core.options import Number, Preset, Select, Switch
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import RouteRules
from stellwerk.eighteen.rules import (
    AuctionRules,
    EndRules,
    HelpRules,
    OperatingRules,
    PriceRules,
    RunRules,
    StockRules,
    TrackRules,
    TrainRules,
)
from stellwerk.eighteen.ruleset import Phase
from stellwerk.eighteen.schema import read
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import STANDARD
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1853.forms import FORMS_1853
from stellwerk.games.g1853.play import Game1853
from stellwerk.games.g1853.ruleset import METRE, CityBid, ContractRules, Ruleset1853, Train1853
from stellwerk.games.g1853.steps.bids import DrawOrder, PickCities, WriteBonds
from stellwerk.games.g1853.steps.judge import Atones, ClaimBond, JudgeBid
from stellwerk.games.g1853.steps.lay import ChoosePlan, LayTrack1853
from stellwerk.games.g1853.steps.rounds import AnswerOffers, CallRound, SellElephant
from stellwerk.games.g1853.steps.run import RunTrains1853
from stellwerk.games.g1853.steps.stations import PlaceStation1853
from stellwerk.games.g1853.steps.trains import BuyTrains1853, SettleTrain

USUAL_BANK: Final = 15000
NOT_HERE: Final = (
    "sell_privates",
    "settle_bids",
    "bid_off",
    "set_par",
    "place_home",
    "exchange_private",
    "buy_private",
    "lay_private_tile",
    "trade_private",
    "choose_city",
    "discard_ahead",
)
"""Shared steps that this book does not have: privates, pars to choose, homes with a choice of cities."""

STEPS: Final[Mapping[str, type[RailStep]]] = {
    "write_bonds": WriteBonds,
    "draw_order": DrawOrder,
    "pick_cities": PickCities,
    "claim_bond": ClaimBond,
    "judge_bid": JudgeBid,
    "trade_shares": Atones,
    "choose_plan": ChoosePlan,
    "lay_track": LayTrack1853,
    "place_station": PlaceStation1853,
    "run_trains": RunTrains1853,
    "buy_trains": BuyTrains1853,
    "settle_train": SettleTrain,
    "sell_elephant": SellElephant,
    "consent": AnswerOffers,
    "call_round": CallRound,
}
"""Steps that only this book has, or tells differently."""


class Title1853(RailTitle):
    """1853 India as the German rulebook of the second edition tells it."""

    id = "1853"
    rules_version = 1
    currency = "£"
    forms = FORMS_1853
    seats = range(3, 7)
    seats_rule = "1.intro.2"
    game_class = Game1853
    options = (
        Switch("short_game", rule="2.4"),
        Number("bank_size", 3070, 30000, USUAL_BANK, 10, rule="1.money.2"),
        Select("bond_step", ("10", "1"), rule="R-05"),
        Select("contract_claim", ("auto", "manual"), rule="R-38"),
        Select("markers_per_turn", ("1", "any"), rule="R-40"),
        Select("mixed_terrain", ("sum", "dearest"), rule="R-56"),
        Select("train_limit_phase5", ("2", "3"), rule="R-03"),
        Select("bank_break_in_stock_round", ("end_after_round", "one_more_or"), rule="R-51"),
    )
    presets = (Preset("book"), Preset("short", {"short_game": "true"}))
    folder = files("stellwerk.games.g1853") / "data"
    text_files = ("texts.toml", "texts_options.toml", "texts_bids.toml", "texts_trains.toml")
    rule_files = (
        "rules_overview.toml",
        "rules_bids.toml",
        "rules_first_round.toml",
        "rules_stock.toml",
        "rules_track.toml",
        "rules_upgrades.toml",
        "rules_stations.toml",
        "rules_running.toml",
        "rules_trains.toml",
        "rules_end.toml",
        "rules_rulings.toml",
        "rules_rulings_more.toml",
    )

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        return Game1853(self, self.ruleset(seats, options), options, {**dict.fromkeys(NOT_HERE), **STEPS})

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset1853:
        """All options resolved into numbers and records."""
        pieces, fields = self.pieces, self.fields_from_files(seats)
        shares, number = pieces["certificates"], str(seats)
        return Ruleset1853(
            **{
                **fields,
                "bank": self._bank(options),
                "phases": self._phases(fields["phases"], options),
                "float_percent": shares["starts_at"][number],
            },
            **self._rules(),
            holding_percent=shares["holding_percent"][number],
            routes=self._routes(fields["trains"]),
            ends={key: value for key, value in pieces["ends"].items() if key != "source"},
            contracts=self._contracts(seats, options),
            territories={
                name: frozenset(area["hexes"]) for name, area in pieces["territories"].items() if name != "source"
            },
            ground={kind: costs for kind, costs in pieces["ground"].items() if kind != "source"},
            ground_together="dearest" if options["mixed_terrain"] == "dearest" else "sum",
            markers_per_turn=1 if options["markers_per_turn"] == "1" else None,
            last_rounds="one_more" if options["bank_break_in_stock_round"] == "one_more_or" else "end",
        )

    def _bank(self, options: Mapping[str, str]) -> int:
        """R-06: a bank size that somebody chose holds in a short game too."""
        chosen = int(options["bank_size"])
        short = options["short_game"] == "true" and chosen == USUAL_BANK
        return int(self.pieces["money"]["short_bank"]) if short else chosen

    def _phases(self, phases: Mapping[str, Phase], options: Mapping[str, str]) -> dict[str, Phase]:
        """R-03: charter and table differ on the last train limit."""
        limit = int(options["train_limit_phase5"])
        last = list(phases)[-1]
        return {**phases, last: replace(phases[last], train_limit=limit)}

    def _rules(self) -> dict[str, Any]:
        """What this book says, by chapter."""
        return {
            "auction_rules": AuctionRules(seats_by="bond"),
            "stock_rules": StockRules(
                privates_count=False,
                capital="at_once",
                director="swapped",
                sells_new=False,
                goes_on_by="purchase",
                standstill_ends=True,
                sale_discount=self.pieces["money"]["sale_discount"],
            ),
            "price_rules": PriceRules(drop="never", rise="jumps", most_steps=5, fall="in_pool"),
            "track_rules": TrackRules(gauges=(STANDARD, METRE), apart=frozenset({"grey"})),
            "run_rules": RunRules(best_run="free", pool_earns=False, mail=True),
            "operating_rules": OperatingRules(order="table", extra_rounds=1),
            "train_rules": TrainRules(discard_order="from_buyer", least_price=10),
            "help_rules": HelpRules(duty="none", gifts=True),
            "end_rules": EndRules(broken_bank="after_round", top_price="instantly"),
        }

    def _routes(self, trains: Mapping[str, Train1853]) -> RouteRules:
        """Small stations and junctions are free; a train needs track of its gauge; a hex is called at once."""
        several = (hex_.name for hex_ in self.hexmap.hexes if sum(stop.kind == "city" for stop in hex_.face.stops) > 1)
        return RouteRules(
            free=frozenset({"town", "junction"}),
            gauges={name: frozenset({train.gauge}) for name, train in trains.items()},
            whole=frozenset(several),
            junctions=frozenset({"junction"}),
        )

    def _contracts(self, seats: int, options: Mapping[str, str]) -> ContractRules:
        data, number, hexes = self.pieces["contracts"], str(seats), self.printed["hex"]
        return ContractRules(
            least_cities=data["least_cities"][number],
            most_cities=data["most_cities"][number],
            unused=data["unused"],
            valley=frozenset(name for name, entry in hexes.items() if entry.get("valley")),
            valley_with=data["valley_with"],
            valley_most=data["valley_most"],
            valley_most_of_three=data["valley_most_of_three"],
            cities={
                name: read(CityBid, entry["bid"], "map.toml", f"hex.{name}.bid")
                for name, entry in hexes.items()
                if "bid" in entry
            },
            bond_step=int(options["bond_step"]),
            claim="manual" if options["contract_claim"] == "manual" else "auto",
        )


TITLE = Title1853()
