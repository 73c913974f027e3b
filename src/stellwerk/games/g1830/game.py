"""1830: title and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import ClassVar, Final

from stellwerk.core.errors import RuleError
from stellwerk.eighteen.forms import BOARD
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.licences import BuyLicence
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1830.check import problems
from stellwerk.games.g1830.forms import FORMS_1830, PLUS
from stellwerk.games.g1830.material import Table
from stellwerk.games.g1830.options import OPTIONS, PRESETS, SCOPES, UNCERTAIN
from stellwerk.games.g1830.play import Game1830
from stellwerk.games.g1830.records import records
from stellwerk.games.g1830.ruleset import Ruleset1830, uncertainty
from stellwerk.games.g1830.steps.insolvency import BuyTrainsOnLoan, Repay, WithholdInDebt
from stellwerk.games.g1830.steps.uncertainty import REVEAL, RevealMarker, RunInUncertainTimes

POOL_CERTIFICATES: Final = 5
"""R-11: the pool counts certificates, of whatever size."""


class Title1830(RailTitle):
    """1830 as the German rulebook of 2011 tells it: basic game, Classic, variants and scenarios."""

    id = "1830"
    rules_version = 4
    seats = range(2, 8)
    seats_rule = "1.2d"
    options = OPTIONS
    presets = PRESETS
    seats_drawn: ClassVar[Mapping[str, tuple[str, ...]]] = {"seating": ("random", "by_private")}
    rule_scopes: ClassVar[Mapping[str, tuple[str, tuple[str, ...]]]] = SCOPES
    folder = files("stellwerk.games.g1830") / "data"
    forms = FORMS_1830
    boards = (BOARD, PLUS)
    tile_sets = ("classic",)
    game_class: ClassVar[type[RailGame]] = Game1830
    text_files = ("texts.toml", "texts_options.toml")
    notices = ("notice.plus",)
    rule_files = (
        "rules_setup.toml",
        "rules_phases.toml",
        "rules_stock.toml",
        "rules_track.toml",
        "rules_routes.toml",
        "rules_trains.toml",
        "rules_classic.toml",
        "rules_variants.toml",
        "rules_variants_rounds.toml",
        "rules_scenarios.toml",
        "rules_scenarios_rb.toml",
        "rules_scenarios_tc.toml",
        "rules_tables.toml",
        "rules_tables_tiles.toml",
        "rules_rulings.toml",
        "rules_rulings_plus.toml",
    )

    def problems(self) -> list[str]:
        """What is wrong with the files of all titles, then with that of the scenarios."""
        return super().problems() or list(problems(self))

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        rules = self.ruleset(seats, options)
        if options["scenario"] == "T" and seats > len(rules.privates):
            raise RuleError(self.id, "R-61", self.rulebook.refuse("R-61", "en", {"given": seats}), {"given": seats})
        own: dict[str, type[RailStep] | None] = dict(self.steps)
        if rules.help_rules.lends:
            own |= {"buy_trains": BuyTrainsOnLoan, "pay_dividend": WithholdInDebt, "repay": Repay}
        if options["scenario"] in UNCERTAIN:
            own |= {REVEAL: RevealMarker, "run_trains": RunInUncertainTimes}
        if rules.licence_price:
            own["buy_licence"] = BuyLicence
        return self.game_class(self, rules, options, own)

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        """All options resolved into numbers and records."""
        table = Table(self, seats, options).fields()
        rules = Ruleset1830(**self.fields_from_files(seats))
        top = {"price": max(rules.market.price.values())}
        return replace(
            rules,
            ends=top if options["game_end"] == "top_price" else {},
            pool_certificates=POOL_CERTIFICATES,
            holding_percent=60 if options["holding"] == "percent" else None,
            uncertainty=uncertainty(table["trains"]) if options["scenario"] in UNCERTAIN else None,
            **table,
            **records(options),
        )


TITLE = Title1830()
