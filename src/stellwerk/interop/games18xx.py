"""Game records of 18xx.games: reading them into our matches.

The record tells what people did; revenue, prices and legality are worked out anew by our engine. That site skips
steps in which nothing can be chosen by rules of its own and asks for passes where we do not, and the reverse: a
`Reader` plays one recorded action at a time and brings both orders together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.state import Frame
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.route_check import earnings
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.interop.asks18xx import Asks
from stellwerk.interop.record18xx import RECORD, Fields, Recorded, live_actions, optional_rules, players_of, reading_of
from stellwerk.interop.routes18xx import Told, read_run
from stellwerk.interop.shares18xx import BANK, POOL, Ledger
from stellwerk.interop.titles18xx import Reading

__all__ = ["Reader", "Recorded", "live_actions", "read_record"]

SEED: Final = "18xx.games"
"""Nothing is left to chance in these games."""

NOWHERE: Final = Frame("", "")
PASSES: Final = {"lay_track": "pass_track", "place_station": "pass_station"}


def read_record(record: Json) -> Match:
    """The whole record as a match of ours; raises a RuleError where it breaks a rule."""
    reader = Reader(record)
    for recorded in live_actions(record):
        reader.play(recorded.data)
    return reader.match


class Reader:
    """Plays a record action by action."""

    def __init__(self, record: Json) -> None:
        self.reading: Reading = reading_of(record)
        players = players_of(record)
        self.seats = {player.id: seat for seat, player in enumerate(players)}
        header = new_header(
            self.reading.title,
            [Seat(player.name) for player in players],
            self._options(optional_rules(record)),
            seed=SEED,
        )
        self.match = Match(header)
        self.game = cast("RailGame", self.match.game)
        self.asks = Asks(self.game)
        self.shares = Ledger(self.game.t)
        self.trains: dict[str, str] = {}
        """Where each train is that has left the bank: with a company, or in the pool."""

        self.tiles: dict[str, str] = {}
        """The hex on which each tile lies, by its id."""

        self.spent: set[str] = set()
        """Privates whose power is used up."""

        self.past: set[str] = set()
        """What the company on turn has declined for good in this turn: trains, privates."""

        self.ended_by_hand = False
        self._turn: tuple[object, ...] = ()
        self._act: Mapping[str, Callable[[Fields], None]] = {
            "bid": self._bid,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "pass": self._pass,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "buy_company": self._buy_company,
            "bankrupt": self._bankrupt,
            "end_game": self._end_game,
        }

    def _options(self, rules: list[str]) -> dict[str, str]:
        options = dict(self.reading.options)
        for rule in rules:
            if rule not in self.reading.variants:
                raise Malformed(f"{RECORD}.settings.optional_rules", f"{rule!r} is not known here")
            options.update([self.reading.variants[rule]])
        return options

    @property
    def s(self) -> RailState:
        return cast("RailState", self.match.state)

    @property
    def over(self) -> bool:
        """Whether nothing more is played: the game has ended, or people have ended it."""
        return self.ended_by_hand or not self.s.todo

    def play(self, data: Mapping[str, Any]) -> list[Action]:
        """Carry out one recorded action; returns what we did for it."""
        before = self.match.ply
        kind = data["type"]
        if kind == "message" or kind.startswith("program_"):
            return []
        act = Fields(data)
        handler = self._act.get(kind)
        if handler is None:
            raise act.bad(f"action {kind!r} is not known here")
        if self.over:
            raise RuleError(
                self.game.title.id,
                self.game.end_rule,
                self.game.title.rulebook.refuse(self.game.end_rule, "en", {}),
                {},
            )
        handler(act)
        self._end_turn()
        return self.match.log[before:]

    # -- who acts

    @property
    def _frame(self) -> Frame:
        todo = self.s.todo
        return todo[-1] if todo else NOWHERE

    def _do(self, seat: int, kind: str, *args: Any) -> None:
        self.match.play(Action(seat, kind, args))

    def _player(self, act: Fields) -> int:
        seat = self.seats.get(act.entity())
        if seat is None:
            raise act.bad(f"there is no player {act.entity()!r}")
        return seat

    def _company(self, act: Fields) -> str:
        """The company that acts, for which it must be the turn."""
        company = self.reading.ours(act.entity())
        if self._frame.who != company:
            rule = self.reading.turn_rule
            said = f"it is the turn of {self._frame.who}, not of {company}"
            raise RuleError(self.game.title.id, rule, said, {"company": company})
        return company

    def _owner(self, act: Fields) -> str:
        """The company on turn, by whose private something is done."""
        private = act.entity()
        company = str(self._frame.who)
        if company not in self.s.trains or self.s.privates.get(private) != company:
            raise act.bad(f"{private} does not belong to the company on turn")
        return company

    def _direct(self, company: str, kind: str, *args: Any) -> None:
        """Let the director of a company act."""
        self._do(self.s.director[company], kind, *args)

    # -- the sale of the privates

    def _bid(self, act: Fields) -> None:
        private, price, seat = act.text("company"), act.number("price"), self._player(act)
        cheapest = next((p for p, owner in self.s.privates.items() if not owner), "")
        before = dict(self.s.privates)
        if self._frame.step == "sell_privates" and private == cheapest:
            self._do(seat, "buy_private_at_face", private)
        else:
            self._do(seat, "bid", private, price)
        self._hand_out(before)

    def _hand_out(self, before: Mapping[str, str]) -> None:
        """Certificates that came with privates."""
        for private, owner in self.s.privates.items():
            if owner and not before.get(private):
                given = self.reading.given.get(private)
                if given and not given.endswith("_0"):
                    self.shares.gain(*self._share(given), seat_of(owner))

    # -- shares

    def _share(self, share: str) -> tuple[str, list[int]]:
        company, numbers = self._shares([share], None)
        return company, numbers

    def _shares(self, shares: list[str], act: Fields | None) -> tuple[str, list[int]]:
        """The company and the numbers of certificates of one company."""
        companies, numbers = set(), []
        for share in shares:
            name, _, number = share.rpartition("_")
            company = self.reading.ours(name)
            known = self.shares.percents.get(company, ())
            if not number.isdecimal() or not int(number) < len(known) or int(number) in numbers:
                raise (act or Fields({})).bad(f"there is no certificate {share!r}")
            companies.add(company)
            numbers.append(int(number))
        if len(companies) != 1:
            raise (act or Fields({})).bad("certificates of one company are traded at a time")
        return companies.pop(), numbers

    def _par(self, act: Fields) -> None:
        company, seat = self.reading.ours(act.text("corporation")), self._player(act)
        price = act.text("share_price").split(",")[0]
        if not price.isdecimal():
            raise act.bad("expected share_price to begin with a number")
        self._do(seat, "set_par" if self._frame.step == "set_par" else "par", company, int(price))
        self.shares.gain(company, [0], seat)

    def _buy_shares(self, act: Fields) -> None:
        company, numbers = self._shares(act.texts("shares"), act)
        sources = {self.shares.holder(company, number) for number in numbers}
        source = sources.pop()
        if sources or source not in (BANK, POOL):
            raise act.bad(f"{', '.join(act.texts('shares'))} cannot be had from bank or pool")
        percent = self.shares.sum(company, numbers)
        if act.data.get("percent", percent) != percent:
            raise act.bad(f"these certificates are {percent} per cent of {company}")
        if act.data.get("entity_type") == "company":
            seat = seat_of(self.s.privates.get(act.entity(), ""))
            if self.game.t.privates[act.entity()].exchange != company if act.entity() in self.game.t.privates else True:
                raise act.bad(f"{act.entity()} is not exchanged for {company}")
            self._do(seat, "exchange", act.entity(), source)
        else:
            seat = self._player(act)
            for number in numbers:
                self._do(seat, "buy", company, source, self.shares.percents[company][number])
        self.shares.gain(company, numbers, seat)

    def _sell_shares(self, act: Fields) -> None:
        company, numbers = self._shares(act.texts("shares"), act)
        seat, percent = self._player(act), act.number("percent")
        if any(self.shares.holder(company, number) != seat for number in numbers):
            raise act.bad(f"{', '.join(act.texts('shares'))} do not all belong to the seller")
        whole = self.shares.sum(company, numbers)
        if percent != whole and not (0 in numbers and whole - self.shares.percents[company][0] < percent < whole):
            raise act.bad(f"these certificates are {whole} per cent of {company}")
        self._do(seat, "sell", company, percent)
        self.shares.sell(company, numbers, percent, seat)

    # -- passing

    def _pass(self, act: Fields) -> None:
        match act.data.get("entity_type"):
            case "player":
                seat, before = self._player(act), dict(self.s.privates)
                self._do(seat, "pass_turn")
                self._hand_out(before)
            case "company":
                self._pass_private(self._owner(act))
            case _:
                company = self._company(act)
                self._pass_company(self._frame.step, company)

    def _pass_private(self, company: str) -> None:
        """A free station is declined before any other is asked for."""
        step = self.game.made["place_station"]
        if self._frame.step != "place_station" or not isinstance(step, PlaceStation):
            return
        if Choice(self.s.director[company], "waive") in self.match.choices():
            self._direct(company, "waive")
        elif not any(step.paid_spots(self.s, company)):
            self._direct(company, "pass_station")

    def _pass_company(self, step: str, company: str) -> None:
        """A pass ends the step at which that site stands: track, station, trains or privates."""
        if step in PASSES:
            self._direct(company, PASSES[step])
        elif step != "buy_trains" or self.asks.must_buy(self.s, company):
            self._direct(company, "pass_trains")
        elif self._trains_ask(company):
            self.past.add("trains")
        else:
            self.past.add("privates")

    def _trains_ask(self, company: str) -> bool:
        return "trains" not in self.past and self.asks.trains(self.s, company)

    def _privates_ask(self, company: str) -> bool:
        return "privates" not in self.past and self.asks.privates(self.s, company, self.spent)

    def _end_turn(self) -> None:
        """That site ends turns by itself in which nothing is left to ask."""
        s = self.s
        turn = (s.stock_rounds, s.set_round, s.acted)
        if turn != self._turn:
            self._turn, self.past = turn, set()
        step, who = self._frame
        while step == "trade_shares" and not self.asks.shares(self.s, int(who)):
            self._do(int(who), "pass_turn")
            step, who = self._frame
        if step == "buy_trains":
            company = str(who)
            if not (self._trains_ask(company) or self._privates_ask(company) or self.asks.must_buy(self.s, company)):
                self._direct(company, "pass_trains")
                self._end_turn()

    # -- track and stations

    def _lay_tile(self, act: Fields) -> None:
        name, tile, rotation = act.text("hex"), act.text("tile"), act.number("rotation")
        number = tile.rpartition("-")[0]
        if act.data.get("entity_type") == "company":
            company = self._owner(act)
            self._direct(company, "lay_private", act.entity(), name, number, rotation)
            self.spent.add(act.entity())
        else:
            self._direct(self._company(act), "lay", name, number, rotation)
        self.tiles = {lying: hex_ for lying, hex_ in self.tiles.items() if hex_ != name}
        self.tiles[tile] = name

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
                company = self._owner(act) if act.data.get("entity_type") == "company" else self._company(act)
                self._on_to("place_station", company)
                self._direct(company, "station", name, int(stop))

    def _on_to(self, wanted: str, company: str) -> None:
        """Pass the steps that were skipped over there."""
        while (step := self._frame.step) != wanted and step in PASSES:
            self._direct(company, PASSES[step])

    # -- trains

    def _run_routes(self, act: Fields) -> None:
        company = self._company(act)
        self._on_to("run_trains", company)
        step = self.game.made["run_trains"]
        if self._frame.step != "run_trains" or not isinstance(step, RunTrains):
            raise act.bad(f"{company} does not run trains now")
        position = step.position(self.s, company)
        trains = [self.game.t.trains[name] for name in self.s.trains[company]]
        told = self._told(act, company)
        run = read_run(position, trains, told)
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
            name = entry.text("train").rpartition("-")[0]
            place = next((place for place in free if place[1] == name), None)
            if place is None:
                raise act.bad(f"{company} has no train {name!r} left to run")
            free.remove(place)
            connections = entry.data.get("connections") or []
            if not isinstance(connections, list) or not all(_is_texts(hexes) for hexes in connections):
                raise act.bad("expected connections to be lists of hexes")
            nodes = entry.data.get("nodes") or []
            if not _is_texts(nodes):
                raise act.bad("expected nodes to be a list of strings")
            revenue = entry.number("revenue") if entry.data.get("revenue") is not None else None
            if connections:
                told[place[0]] = Told(tuple(map(tuple, connections)), tuple(nodes), revenue)
            elif revenue:
                self._hold_against(revenue, 0, name)
        return told

    def _hold_against(self, claimed: int, earned: int, train: str) -> None:
        """What a record claims is never trusted."""
        if claimed != earned:
            said = f"the {train} train earns ${earned} on this route, not ${claimed}"
            data: dict[str, str | int] = {"train": train, "revenue": earned, "claimed": claimed}
            raise RuleError(self.game.title.id, self.reading.revenue_rule, said, data)

    def _dividend(self, act: Fields) -> None:
        kind = act.text("kind")
        if kind not in self.reading.dividends:
            raise act.bad(f"a dividend of kind {kind!r} is not known here")
        self._direct(self._company(act), self.reading.dividends[kind])

    def _train(self, act: Fields, key: str) -> tuple[str, str, str]:
        """The id of a train, its type, and where it is."""
        train = act.text(key)
        name, _, copy = train.rpartition("-")
        facts = self.game.t.trains.get(name)
        if facts is None or not copy.isdecimal() or (facts.count is not None and int(copy) >= facts.count):
            raise act.bad(f"there is no train {train!r}")
        return train, name, self.trains.get(train, BANK)

    def _buy_train(self, act: Fields) -> None:
        company = self._company(act)
        self._on_to("buy_trains", company)
        train, name, source = self._train(act, "train")
        if act.data.get("exchange") is not None:
            old, old_name, place = self._train(act, "exchange")
            if place != company:
                raise act.bad(f"{company} does not own the train {old}")
            self._direct(company, "trade_in", old_name, name)
            self.trains[old] = POOL
        else:
            self._direct(company, "buy_train", source, name, act.number("price"))
            self._agree()
        self.trains[train] = company

    def _discard_train(self, act: Fields) -> None:
        company = self._company(act)
        train, name, place = self._train(act, "train")
        if place != company:
            raise act.bad(f"{company} does not own the train {train}")
        self._direct(company, "discard", name)
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

    def _end_game(self, act: Fields) -> None:
        """People may stop whenever they like; the match stays as it is."""
        self.ended_by_hand = True


def _is_texts(value: Json) -> bool:
    return isinstance(value, list) and all(type(item) is str for item in value)
