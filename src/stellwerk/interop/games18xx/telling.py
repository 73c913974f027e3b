"""Actions of ours as 18xx.games records them: with ids of certificates, trains, tiles and cities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError
from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import earnings
from stellwerk.eighteen.state import NOBODY, RailState, seat_of
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.interop.games18xx.pieces import Tiles, Trains
from stellwerk.interop.games18xx.routes import tell_route
from stellwerk.interop.games18xx.shares import Ledger

if TYPE_CHECKING:
    from stellwerk.interop.games18xx.reading import Reading


class Teller:
    """Tells action after action as that site does: with the passes it asks for, and without those it does not."""

    def __init__(self, match: Match, reading: Reading) -> None:
        if not isinstance(match.game, RailGame):
            raise DataError(reading.title, "is no 18xx title, so it has no records of 18xx.games")
        self.match, self.game, self.reading = match, match.game, reading
        self.rules = self.game.rules
        self.asks, self.shares = reading.asks(self.game), Ledger(self.rules)
        self.tiles, self.trains = Tiles(self.rules), Trains()
        self.spent: set[str] = set()
        self.teleport = ""
        """The private by whose power a tile was just laid where a station may follow."""

        self.offer: tuple[RailState, Action] | None = None
        """What awaits the agreement of another player; that site knows only what was agreed."""

        self.actions: list[dict[str, Any]] = []
        self._tell = self.kinds()

    def kinds(self) -> Mapping[str, Callable[[RailState, Action], None]]:
        """By its kind who tells an action; a title adds what only it has."""
        return {
            "buy_private_at_face": self._buy_at_face,
            "bid": self._bid,
            "pass_turn": self._pass_turn,
            "set_par": self._par,
            "par": self._par,
            "buy": self._buy,
            "sell": self._sell,
            "exchange": self._exchange,
            "ask_private": self._ask_private,
            "buy_private": self._buy_private,
            "home": self._home,
            "city": self._city,
            "lay": self._lay,
            "lay_private": self._lay_private,
            "pass_track": self._pass,
            "station": self._station,
            "waive": self._waive,
            "pass_station": self._pass_station,
            "run": self._run,
            "pay_out": self._dividend,
            "withhold": self._dividend,
            "buy_train": self._buy_train,
            "trade_in": self._trade_in,
            "discard": self._discard,
            "discard_for": self._discard_for,
            "pass_trains": self._pass_trains,
            "bankrupt": self._bankrupt,
        }

    def tell(self, before: RailState, action: Action, after: RailState) -> None:
        """Tell one action, from the positions before and after it."""
        if action.kind == "accept" and self.offer is not None:
            asked, self.offer = self.offer, None
            self._of_kind(asked[1].kind)(*asked)
        elif action.kind in ("accept", "decline"):
            self.offer = None
        elif after.todo and after.todo[-1].step == "consent":
            self.offer = (before, action)
        else:
            self._of_kind(action.kind)(before, action)
        self._hand_out(before, after)
        self.trains.scrap(after)

    def _of_kind(self, kind: str) -> Callable[[RailState, Action], None]:
        if kind not in self._tell:
            raise LookupError("no such action over there")
        return self._tell[kind]

    def gone_on(self, s: RailState) -> bool:
        """Whether that site leaves no moment here: whoever is on turn has nothing left to be asked for."""
        step, who = s.todo[-1]
        if step == "trade_shares":
            return not self.asks.shares(s, int(who))
        if step == "buy_trains":
            return not self.asks.must_buy(s, str(who)) and not any(self._questions(s, str(who)))
        return False

    # -- writing it down

    def _write(self, kind: str, entity: int | str, entity_type: str, /, **fields: Any) -> None:
        number = len(self.actions) + 1
        self.actions.append({"type": kind, "entity": entity, "entity_type": entity_type, "id": number, **fields})

    def _by_player(self, kind: str, seat: int, /, **fields: Any) -> None:
        self._write(kind, seat, "player", **fields)

    def _by_company(self, kind: str, s: RailState, /, **fields: Any) -> str:
        """The company on turn acts; returns it."""
        company = str(s.todo[-1].who)
        self._write(kind, self.reading.theirs(company), "corporation", **fields)
        return company

    def _ids(self, company: str, numbers: list[int]) -> list[str]:
        return [f"{self.reading.theirs(company)}_{number}" for number in numbers]

    # -- players

    def _buy_at_face(self, s: RailState, a: Action) -> None:
        (private,) = a.args
        price = self.rules.privates[private].price - s.rebate.get(private, 0)
        self._by_player("bid", a.seat, company=private, price=price)

    def _bid(self, s: RailState, a: Action) -> None:
        private, price = a.args
        self._by_player("bid", a.seat, company=private, price=price)

    def _pass_turn(self, s: RailState, a: Action) -> None:
        if s.round != "stock" or self.asks.shares(s, a.seat):
            self._by_player("pass", a.seat)

    def _hand_out(self, before: RailState, after: RailState) -> None:
        """Certificates that come with privates."""
        for private, share in self.reading.given.items():
            if seat_of(after.privates.get(private, "")) != NOBODY and not before.privates[private]:
                name, _, number = share.rpartition("_")
                if number != "0":
                    self.shares.gain(self.reading.ours(name), [int(number)], seat_of(after.privates[private]))

    def _par(self, s: RailState, a: Action) -> None:
        company, price = a.args
        row, column = self.rules.market.pars[price]
        told = f"{price},{row},{column}"
        self._by_player("par", a.seat, corporation=self.reading.theirs(company), share_price=told)
        self.shares.gain(company, [0], a.seat)

    def _buy(self, s: RailState, a: Action) -> None:
        company, source, percent = a.args
        number = self.shares.first(company, source, percent)
        self._by_player("buy_shares", a.seat, shares=self._ids(company, [number]), percent=percent)
        self.shares.gain(company, [number], a.seat)

    def _sell(self, s: RailState, a: Action) -> None:
        company, percent = a.args
        numbers = self.shares.to_sell(company, percent, a.seat)
        self._by_player("sell_shares", a.seat, shares=self._ids(company, numbers), percent=percent)
        self.shares.sell(company, numbers, percent, a.seat)

    def _exchange(self, s: RailState, a: Action) -> None:
        private, source = a.args
        company = self.rules.privates[private].exchange
        number = next(n for n in self.shares.row(company, source) if n != 0)
        percent = self.shares.percents[company][number]
        self._write("buy_shares", private, "company", shares=self._ids(company, [number]), percent=percent)
        self.shares.gain(company, [number], a.seat)

    def _ask_private(self, s: RailState, a: Action) -> None:
        private, price = a.args
        self._by_player("buy_company", a.seat, company=private, price=price)

    # -- companies: track and stations

    def _buy_private(self, s: RailState, a: Action) -> None:
        private, price = a.args
        self._by_company("buy_company", s, company=private, price=price)

    def _home(self, s: RailState, a: Action) -> None:
        self._by_company("place_token", s, **self._place(s, *a.args))

    def _place(self, s: RailState, name: str, stop: int) -> dict[str, Any]:
        here = s.stations.get(name)
        return {"city": self.tiles.city(name, stop), "slot": len(here[stop]) if here else 0}

    def _city(self, s: RailState, a: Action) -> None:
        layer = self.reading.theirs(s.acted[-1])
        self._write("place_token", layer, "corporation", **self._place(s, *a.args))

    def _lay(self, s: RailState, a: Action) -> None:
        name, number, rotation = a.args
        tile = self.tiles.lay(name, number)
        self._by_company("lay_tile", s, hex=name, tile=tile, rotation=rotation)

    def _lay_private(self, s: RailState, a: Action) -> None:
        private, name, number, rotation = a.args
        self._write("lay_tile", private, "company", hex=name, tile=self.tiles.lay(name, number), rotation=rotation)
        self.spent.add(private)
        if self.rules.privates[private].marker and s.markers[str(s.todo[-1].who)]:
            self.teleport = private

    def _pass(self, s: RailState, a: Action) -> None:
        self._by_company("pass", s)

    def _station(self, s: RailState, a: Action) -> None:
        """The power of a private is used or declined before anything else."""
        name, stop = a.args
        private, self.teleport = self.teleport, ""
        if private and name in self.rules.privates[private].tile:
            self._write("place_token", private, "company", **self._place(s, name, stop))
            return
        if private:
            self._write("pass", private, "company")
        self._by_company("place_token", s, **self._place(s, name, stop))

    def _waive(self, s: RailState, a: Action) -> None:
        self._write("pass", self.teleport, "company")
        self.teleport = ""

    def _pass_station(self, s: RailState, a: Action) -> None:
        private, self.teleport = self.teleport, ""
        if private:
            self._write("pass", private, "company")
            step, company = self.game.rail_steps["place_station"], str(s.todo[-1].who)
            if isinstance(step, PlaceStation) and not any(step.paid_spots(s, company)):
                return
        self._by_company("pass", s)

    # -- companies: trains

    def _run(self, s: RailState, a: Action) -> None:
        company, step = str(s.todo[-1].who), self.game.rail_steps["run_trains"]
        assert isinstance(step, RunTrains)
        position = step.position(s, company)
        routes = []
        for copy, name, route in zip(
            self.trains.of(company, s.trains[company]), s.trains[company], a.args[0], strict=True
        ):
            if route:
                revenue = earnings(position, [self.game.flow.train_now(s, name)], [route])
                routes.append({"train": copy, **tell_route(position, route), "revenue": revenue})
        self._by_company("run_routes", s, routes=routes, extra_revenue=0, subsidy=0)

    def _dividend(self, s: RailState, a: Action) -> None:
        kinds = {ours: theirs for theirs, ours in self.reading.dividends.items()}
        self._by_company("dividend", s, kind=kinds[a.kind])

    def _buy_train(self, s: RailState, a: Action) -> None:
        source, train, price = a.args
        copy = self.trains.take(source, train, str(s.todo[-1].who))
        self._by_company("buy_train", s, train=copy, price=price, variant=train)

    def _trade_in(self, s: RailState, a: Action) -> None:
        old, train = a.args
        company = str(s.todo[-1].who)
        given = self.trains.give(company, old)
        copy, price = self.trains.take("bank", train, company), dict(self.rules.trains[train].trade_in)[old]
        self._by_company("buy_train", s, train=copy, price=price, variant=train, exchange=given)

    def _discard(self, s: RailState, a: Action) -> None:
        copy = self.trains.give(str(s.todo[-1].who), a.args[0])
        self._by_company("discard_train", s, train=copy)

    def _discard_for(self, s: RailState, a: Action) -> None:
        company, train = a.args
        self._write(
            "discard_train", self.reading.theirs(company), "corporation", train=self.trains.give(company, train)
        )

    def _pass_trains(self, s: RailState, a: Action) -> None:
        for _ in self._questions(s, str(s.todo[-1].who)):
            self._by_company("pass", s)

    def _questions(self, s: RailState, company: str) -> Iterator[str]:
        """What is asked at the end of a turn: trains, privates, both or nothing."""
        if self.asks.trains(s, company):
            yield "trains"
        if self.asks.privates(s, company, self.spent):
            yield "privates"

    def _bankrupt(self, s: RailState, a: Action) -> None:
        self._by_company("bankrupt", s)
