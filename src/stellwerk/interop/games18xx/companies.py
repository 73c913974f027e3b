"""What companies do in a record of 18xx.games: track, stations, routes, dividends, trains and privates."""

from __future__ import annotations

from itertools import chain
from typing import Final

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.eighteen.routes import earnings
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.interop.games18xx.record import Fields
from stellwerk.interop.games18xx.routes import Told, read_run
from stellwerk.interop.games18xx.shares import BANK, POOL
from stellwerk.interop.games18xx.table import RecordTable

TEXT: Final = frozenset({str})
LIST: Final = frozenset({list})

PASSES: Final = {"lay_track": "pass_track", "place_station": "pass_station", "pay_dividend": "withhold"}
"""How each step is passed that one site skips and the other asks for."""


class CompanyReader(RecordTable):
    """Plays the actions of companies."""

    # -- track and stations

    def _lay_tile(self, act: Fields) -> None:
        name, tile, rotation = act.text("hex"), act.text("tile"), act.number("rotation")
        number = tile.rpartition("-")[0]
        if act.by_private:
            self._lay_private(act, name, number, rotation)
        else:
            self._direct(self._company(act), "lay", name, number, rotation)
        old = self.lying.get(name, "")
        if self.tiles.get(old) == name:
            del self.tiles[old]
        self.tiles[tile], self.lying[name] = name, tile

    def _lay_private(self, act: Fields, name: str, number: str, rotation: int) -> None:
        """A tile by the power of a private, whosever turn it is: the rules say whether its owner may."""
        self._do(self._by_private(act), "lay_private", act.entity(), name, number, rotation)
        self.spent.add(act.entity())

    def _place_token(self, act: Fields) -> None:
        tile, _, stop = act.text("city").rpartition("-")
        if not stop.isdecimal():
            raise act.bad("expected city to end with a number")
        name = self.tiles.get(tile) or tile.rpartition("-")[0]
        match self._frame.step:
            case "choose_city":
                self._do(self.match.waiting()[0], "city", name, int(stop))
            case "place_home":
                self._direct(self._company(act), "home", name, int(stop))
            case _:
                company = self._served(act) if act.by_private else self._company(act)
                self._on_to("place_station", company)
                self._direct(company, "station", name, int(stop))

    def _on_to(self, wanted: str, company: str) -> None:
        """Pass the steps of a company that were skipped over there."""
        while (step := self._frame.step) != wanted and step in PASSES and self._frame.who == company:
            self._direct(company, PASSES[step])

    # -- trains

    def _run_routes(self, act: Fields) -> None:
        company = self._company(act)
        self._on_to("run_trains", company)
        step = self.game.rail_steps["run_trains"]
        if self._frame.step != "run_trains" or not isinstance(step, RunTrains):
            raise act.bad(f"{company} does not run trains now")
        position = step.position(self.s, company)
        trains = self.game.flow.fleet_now(self.s, company)
        told = self._told(act, company)
        try:
            run = read_run(position, trains, told)
        except Malformed as error:
            raise act.bad(f"{error.where}: {error.problem}") from error
        self._direct(company, "run", run)
        tales = [(train, route, tale) for train, route, tale in zip(trains, run, told, strict=True) if tale]
        for train, route, tale in tales:
            if tale.revenue is not None:
                earned = self.s.revenue if len(tales) == 1 else earnings(position, [train], [route])
                self._hold_against(tale.revenue, earned, train.name)

    def _told(self, act: Fields, company: str) -> list[Told | None]:
        """By train of the company what the record tells of its route."""
        told: list[Told | None] = [None] * len(self.s.trains[company])
        free = list(enumerate(self.s.trains[company]))
        for entry in act.objects("routes"):
            copy = entry.text("train")
            name = self.versions.get(copy, copy.rpartition("-")[0])
            place = next((place for place in free if place[1] == name), None)
            if place is None:
                raise act.bad(f"{company} has no train {name!r} left to run")
            free.remove(place)
            told[place[0]] = self._tale(entry, name)
        return told

    def _tale(self, entry: Fields, train: str) -> Told | None:
        """What is told of the route of a train: the hexes between its stops, or in old records only hexes in order."""
        connections = entry.data.get("connections") or []
        if not isinstance(connections, list) or not _are_texts(connections):
            raise entry.bad("expected connections to be lists of hexes")
        hexes, nodes = entry.data.get("hexes") or [], entry.data.get("nodes") or []
        if not _is_texts(hexes) or not _is_texts(nodes):
            raise entry.bad("expected hexes and nodes to be lists of strings")
        revenue = entry.number("revenue") if entry.data.get("revenue") is not None else None
        if connections:
            return Told(_hexes(connections), tuple(nodes), revenue)
        if len(hexes) > 1:
            return Told((), tuple(nodes), revenue, tuple(hexes))
        if revenue:
            self._hold_against(revenue, 0, train)
        return None

    def _hold_against(self, claimed: int, earned: int, train: str) -> None:
        """What a record claims is never trusted."""
        if claimed != earned:
            said = f"the {train} train earns ${earned} on this route, not ${claimed}"
            data: dict[str, str | int] = {"train": train, "revenue": earned, "claimed": claimed}
            raise self._breaks(self.reading.revenue_rule, said, data)

    def _dividend(self, act: Fields) -> None:
        kind = act.text("kind")
        if kind not in self.reading.dividends:
            raise act.bad(f"a dividend of kind {kind!r} is not known here")
        self._direct(self._company(act), self.reading.dividends[kind])

    def _train(self, act: Fields, key: str) -> tuple[str, str, str]:
        """The id of a train, its type as it was bought, and where it is."""
        train = act.text(key)
        name, _, copy = train.rpartition("-")
        facts = self.game.rules.trains.get(name)
        if facts is None or not copy.isdecimal() or (facts.count is not None and int(copy) >= facts.count):
            raise act.bad(f"there is no train {train!r}")
        return train, self.versions.get(train, name), self.trains.get(train, BANK)

    def _version(self, act: Fields, train: str, name: str) -> str:
        """Which side of the card a buyer of a new train takes."""
        wanted = act.maybe_text("variant") or name
        facts = self.game.rules.trains.get(wanted)
        if facts is None or name not in (wanted, facts.card):
            raise act.bad(f"{train} is no {wanted!r} train")
        return wanted

    def _buy_train(self, act: Fields) -> None:
        company = self._served(act) if act.by_private else self._company(act)
        self._on_to("buy_trains", company)
        train, name, source = self._train(act, "train")
        if source == BANK:
            name = self.versions[train] = self._version(act, train, name)
        if act.by_private:
            self._buy_by_private(act, company, name)
        elif act.data.get("exchange") is not None:
            old, old_name, place = self._train(act, "exchange")
            if place != company:
                raise act.bad(f"{company} does not own the train {old}")
            self._direct(company, "trade_in", old_name, name)
            self.trains[old] = POOL
        else:
            self._direct(company, "buy_train", source, name, act.number("price"))
            self._agree()
        if company in self.s.director:
            self.trains[train] = company

    def _buy_by_private(self, act: Fields, company: str, train: str) -> None:
        """A train at the price that a private has printed on it."""
        self._direct(company, "buy_cheaper", act.entity(), train)

    def _discard_train(self, act: Fields) -> None:
        company = self.reading.ours(act.entity())
        train, name, place = self._train(act, "train")
        if place != company:
            raise act.bad(f"{company} does not own the train {train}")
        if company == self._frame.who:
            self._direct(company, "discard", name)
        else:
            self._direct(company, "discard_for", company, name)
        self.trains[train] = POOL

    def _buy_company(self, act: Fields) -> None:
        private, price = act.text("company"), act.number("price")
        if act.data.get("entity_type") == "player":
            self._do(self._player(act), "ask_private", private, price)
        else:
            self._direct(self._company(act), "buy_private", private, price)
        self._agree()

    def _agree(self) -> None:
        """Over there the buyer's word is enough: people have agreed elsewhere."""
        if self._frame.step == "consent":
            self._do(int(self._frame.who), "accept")

    def _bankrupt(self, act: Fields) -> None:
        company = self._company(act)
        self._on_to("buy_trains", company)
        self._direct(company, "bankrupt")


def _hexes(connections: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    """The hexes of connections; newer records may tell the ends of the track behind a blank."""
    if " " not in "".join(chain.from_iterable(connections)):
        return tuple(map(tuple, connections))
    return tuple([tuple([name.partition(" ")[0] for name in connection]) for connection in connections])


def _are_texts(values: list[Json]) -> bool:
    """Whether some values are lists of strings."""
    return LIST.issuperset(map(type, values)) and TEXT.issuperset(map(type, chain.from_iterable(values)))


def _is_texts(value: Json) -> bool:
    return isinstance(value, list) and TEXT.issuperset(map(type, value))
