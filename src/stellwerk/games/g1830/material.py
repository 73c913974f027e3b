"""What lies on the table: board, tiles, railroads, privates, trains and money, as options and scenario say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from stellwerk.core.options import ON
from stellwerk.eighteen.forms import BOARD, PIECES, TILES
from stellwerk.eighteen.hexmap import HexMap, printed
from stellwerk.eighteen.pieces import read_companies, read_trains
from stellwerk.eighteen.routes import NO_PASSING, Passing, RouteRules
from stellwerk.eighteen.ruleset import Company, Phase, Private, PrivateGroup
from stellwerk.eighteen.schema import read
from stellwerk.eighteen.state import UNLIMITED
from stellwerk.eighteen.tiles import Catalogue
from stellwerk.eighteen.title import RailTitle
from stellwerk.eighteen.trains import Train
from stellwerk.games.g1830.forms import PLUS, SCENARIOS, Licence, Material
from stellwerk.games.g1830.random_map import random_map

WHOLE_SET: Final = ("D", "G", "R", "B")
"""Scenarios that use all tiles of the box but those that they leave out."""

CLASSIC_COMPANIES: Final = ("PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M")
CLASSIC_PRIVATES: Final = ("SV", "CS", "DH", "MH", "CA", "BO")
CLASSIC_TRAINS: Final = ("2", "3", "4", "5", "6", "D")
ADDED: Final = {"with_nw": "N&W", "with_pmq": "PMQ", "with_nkp": "NKP", "with_rdr": "RDR"}
"""By option the railroads that join a game which is put together freely."""

BANKS: Final = {"full_12000": 12000, "short_4500": 4500, "extended_20000": 20000}
SECOND_20: Final = (20, 10, 10, 10, 10, 10, 10)
"""The certificates besides the director's where two of 10% have become one of 20%."""

CORRECTED_UPGRADES: Final = {"28": ("43",), "29": ("43",)}
"""R-19: what the English list adds."""

TRADED_IN: Final = frozenset("4567")
"""Types that are taken in payment for a diesel; a plus-train is of the type of its first number."""

SMALL: Final = frozenset({"town"})
"""What plus-trains count apart; everything else is large."""


@dataclass(frozen=True)
class Table:
    """The options of a game and the files of its title, turned into what is played with."""

    title: RailTitle
    seats: int
    options: Mapping[str, str]

    def on(self, option: str) -> bool:
        return self.options[option] == ON

    @property
    def scenario(self) -> str:
        """The letter of the scenario whose material is used: uncertain times bring none of their own."""
        return self.options["scenario"].removeprefix("T+").replace("none", "").replace("T", "")

    @cached_property
    def parts(self) -> tuple[Material, ...]:
        """All that changes the material of Classic, in the order in which it does."""
        return tuple(self._parts())

    def _parts(self) -> Iterator[Material]:
        file = self.title.file(SCENARIOS)
        if self.scenario:
            yield _material(file["scenario"], self.scenario)
        if self.on("reading"):
            yield _material(file, "reading")
        if self.on("additional_tiles"):
            yield _material(file, "additional")
        if self.on("d_tiles_5_6"):
            yield _material(file, "d_tiles")
        if self.options["home_choice"] == "free":
            yield _material(file["free"], self.options["map"])
        if self.options["railroads"] == "custom":
            yield _material(file, "custom")
        if self.options["tile_set"].startswith("extension_"):
            yield _material(file["extension"], self.options["tile_set"].removeprefix("extension_"))

    def fields(self) -> dict[str, Any]:
        """The fields of a ruleset that the material decides."""
        file = self.title.file(SCENARIOS)
        money = self.title.pieces["money"]
        limits = file["limits"]["plus"] if self.options["certificate_limits"] == "plus" else money
        capital = {**money["capital"], **self._merged("capital")}
        prices = [part.marker_prices for part in self.parts if part.marker_prices]
        return {
            "hexmap": self.board,
            "catalogue": self._catalogue(),
            "companies": self._companies(),
            "privates": self._privates(),
            "groups": self._groups(),
            "trains": (trains := self._trains()),
            "left_out": frozenset(read_trains(self.title.pieces).keys() - trains.keys()),
            "phases": self._phases(trains),
            "preprinted": {name: (laid.tile, laid.rotation) for name, laid in self._merged("preprinted").items()},
            "bank": BANKS[self.options["bank"]],
            "capital": capital[str(self.seats)],
            "certificate_limits": (
                limits["certificate_limit"][str(self.seats)] + sum(part.certificate_limit for part in self.parts),
            ),
            "marker_prices": prices[-1] if prices else tuple(self.title.pieces["markers"]["prices"]),
            "routes": self._routes(trains),
            "licence_price": self.licence.price if self.licence else 0,
        }

    @property
    def plates(self) -> tuple[str, ...]:
        return tuple(plate for part in self.parts for plate in part.plates)

    @cached_property
    def board(self) -> HexMap:
        """The side that is played on, with its plates; a scenario may say what its marked mountains cost."""
        if self.on("random_map"):
            return self._random_map()
        if self.options["map"] == "classic" and not self.plates:
            return self.title.hexmap
        board = self.title.board(*self.plates, side=PLUS if self.options["map"] == "plus" else "")
        costs = {name: part.coal.cost for part in self.parts if part.coal for name in part.coal.hexes}
        return replace(board, hexes=tuple(replace(hex_, cost=costs.get(hex_.name, hex_.cost)) for hex_ in board.hexes))

    def _random_map(self) -> HexMap:
        """A map that is dealt out anew, around homes, privates and tiles that lie there from the start."""
        data = self.title.file(BOARD)
        homes = (company.home for company in self._companies().values())
        kept = (hex_ for private in self._printed_privates().values() for hex_ in private.blocks)
        shown = {**data, "hex": printed(data, self.plates)}
        return random_map(shown, homes, (*kept, *self._merged("preprinted")), int(self.options["map_number"]))

    def _phases(self, trains: Mapping[str, Train]) -> dict[str, Phase]:
        """The phases whose trains are in the game; grey tiles come with phase 7 or, by an option, with phase 6."""
        phases = {name: phase for name, phase in self.title.read("phases").items() if phase.train in ("", *trains)}
        if self.options["grey_from_phase"] == "6":
            phases["6"] = replace(phases["6"], colours=phases["6"].colours | {"grey"})
        return phases

    @property
    def licence(self) -> Licence | None:
        """The hex that asks for a licence, if there is one."""
        return next((part.licence for part in self.parts if part.licence), None)

    def _merged(self, field: str) -> dict[str, Any]:
        return {key: value for part in self.parts for key, value in getattr(part, field).items()}

    def _catalogue(self) -> Catalogue:
        """The tiles of the scenario, of an extension or of Classic; always by the list of upgrades for all of them."""
        whole = self.scenario in WHOLE_SET or self.options["tile_set"] == "extension_a"
        every = self.title.catalogue("classic", "plus")
        counts = dict(every.counts if whole else self.title.catalogue("classic").counts)
        for part in self.parts:
            for number, count in part.tiles_in.items():
                counts[number] = counts.get(number, 0) + count
            for number, count in part.tiles_out.items():
                counts[number] -= count
        if self.on("unlimited_tiles"):
            replaced = {number for number, count in counts.items() if not count}
            counts |= dict.fromkeys(self.title.catalogue("classic").counts.keys() - replaced, UNLIMITED)
        upgrades = dict(self.title.file(TILES)["set"]["plus"]["upgrades"])
        if self.options["upgrade_list"] == "corrected":
            upgrades |= {number: (*upgrades[number], *added) for number, added in CORRECTED_UPGRADES.items()}
        return self.title.tiles({number: count for number, count in counts.items() if count}, upgrades)

    def _companies(self) -> dict[str, Company]:
        known = read_companies(self.title.pieces)
        added = [name for option, name in ADDED.items() if self.on(option)]
        names = [*CLASSIC_COMPANIES, *(name for part in self.parts for name in part.companies), *added]
        companies = {name: known[name] for name in names}
        changes: dict[str, dict[str, Any]] = {name: {} for name in names}
        for name in names:
            if homes := self._merged("homes").get(name):
                changes[name] |= {"home": homes[0], "other_homes": tuple(homes[1:])}
            if closed := self._merged("closed_homes").get(name):
                changes[name]["closed_home"] = closed
            if ground := self._merged("ground").get(name):
                changes[name]["ground"] = ground
            if cut := self._merged("certificates").get(name):
                changes[name] |= {"director": cut.director, "certificates": tuple(cut.others)}
        companies = {name: replace(company, **changes[name]) for name, company in companies.items()}
        if self.on("erie_second_20"):
            companies["Erie"] = replace(companies["Erie"], certificates=SECOND_20)
        return companies

    def _printed_privates(self) -> dict[str, Private]:
        """The privates of the scenario or of Classic, in the order of their sale."""
        known: dict[str, Private] = self.title.read("privates")
        named = [part.privates for part in self.parts if part.privates]
        return {name: known[name] for name in (named[-1] if named else CLASSIC_PRIVATES)}

    def _privates(self) -> dict[str, Private]:
        """The same with what options and the board say of their powers."""
        chosen = self._printed_privates()
        if "JK" in chosen and self.licence:
            beside = self.board.neighbours[self.board.number[self.licence.hex]]
            hexes = [self.board.hexes[number].name for number in beside if number >= 0]
            chosen["JK"] = replace(chosen["JK"], cheap=self._halved(*hexes))
        if self.on("sv_discount"):
            chosen["SV"] = replace(chosen["SV"], cheap=self._halved("G15"), closes_on="use")
        if self.options["dh_station"] == "flexible":
            chosen["DH"] = replace(chosen["DH"], marker_later=True)
        return chosen

    def _halved(self, *names: str) -> dict[str, int]:
        """Half of what is printed on some hexes, where anything is."""
        return {name: self.board[name].cost // 2 for name in names if self.board[name].cost}

    def _groups(self) -> tuple[PrivateGroup, ...]:
        """R-02: two printed prices are not the sum of what the privates of the group cost."""
        if self.options["private_sale"] != "groups":
            return ()
        known = self._privates()
        groups = [read(PrivateGroup, entry, PIECES, "groups") for entry in self.title.pieces["groups"][str(self.seats)]]
        if self.options["group_prices"] == "corrected":
            groups = [replace(group, price=sum(known[name].price for name in group.privates)) for group in groups]
        return tuple(groups)

    def _trains(self) -> dict[str, Train]:
        known, file = read_trains(self.title.pieces), self.title.file(SCENARIOS)
        counts: dict[str, int | None] = {name: known[name].count for name in CLASSIC_TRAINS}
        if self.on("plus_trains"):
            counts |= file["plus_trains"]["trains"]
        counts |= self._merged("trains")
        if self.on("third_six"):
            counts["6"] = 3
        if self.options["diesels"] == "none":
            del counts["D"]
        elif self.options["diesels"] == "unlimited":
            counts["D"] = None
        trains = {name: replace(train, count=counts[name]) for name, train in known.items() if name in counts}
        if self.options["plus_train_prices"] == "surcharged":
            for name, price in file["plus_trains"]["surcharged"].items():
                trains[name] = replace(trains[name], price=price)
        if "D" in trains:
            trains["D"] = self._diesel(trains)
        return {name: _lasting(train, trains) for name, train in trains.items()}

    def _diesel(self, trains: Mapping[str, Train]) -> Train:
        priced = [part.diesel for part in self.parts if part.diesel]
        price, cheaper = (priced[-1].price, priced[-1].trade_in) if priced else (1100, 800)
        given = tuple((name, cheaper) for name in trains if name[0] in TRADED_IN)
        return replace(trains["D"], price=price, trade_in=given)

    def _routes(self, trains: Mapping[str, Train]) -> RouteRules:
        """Plus-trains, heralds, the hex that asks for a licence, marked mountains, and cities that count as one."""
        coal = next((part.coal for part in self.parts if part.coal), None)
        return RouteRules(
            small=SMALL if any(train.towns for train in trains.values()) else frozenset(),
            apart=True,
            whole=frozenset(name for part in self.parts for name in part.whole),
            licensed=frozenset(part.licence.hex for part in self.parts if part.licence),
            passing=Passing(frozenset(coal.hexes), coal.bonus) if coal else NO_PASSING,
            herald=self.title.file(SCENARIOS)["heralds"]["worth"],
        )


def _lasting(train: Train, trains: Mapping[str, Train]) -> Train:
    """A train that another one would scrap which is not in the game, or of which there is no last, stays for ever."""
    first, last = train.rusts_on, train.rusts_on_last
    ends = last in trains and trains[last].count is not None
    return replace(train, rusts_on=first if first in trains else "", rusts_on_last=last if ends else "")


def _material(file: Mapping[str, Any], name: str) -> Material:
    return read(Material, file[name], SCENARIOS, name)
