"""Game records of 18xx.games: reading them into our matches.

The record tells what people did; revenue, prices and legality are worked out anew by our engine. That site skips
steps in which nothing can be chosen by rules of its own and asks for passes where we do not, and the reverse: a
`Reader` plays one recorded action at a time and brings both orders together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed, NotFound, StellwerkError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.eighteen.depot import limit, on_sale
from stellwerk.eighteen.routes import from_connections
from stellwerk.eighteen.shares import may_gain
from stellwerk.eighteen.state import RailState, player, seat_of
from stellwerk.eighteen.steps.privates import price_band
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.eighteen.steps.trains import BuyTrains

NAMES: Final = {"ERIE": "Erie", "NYNH": "NNH"}
"""Companies that we call otherwise."""

OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "1830": {
        "best_run": "free",
        "diesels": "unlimited",
        "upgrade_list": "corrected",
        "holding": "percent",
        "capital": "at_once",
        "bank_breaks": "overdrawn",
        "bid_off": "lowest",
        "auction_resumes": "next",
        "exchange": "any_time",
        "private_tile": "any_time",
        "private_trades": "none",
        "discard_order": "table",
        "forced_help": "any",
        "train_sales": "any",
        "city_choice": "layer",
    }
}
"""How that site reads the rules of each title."""

OPTIONAL_RULES: Final = {"multiple_brown_from_ipo": ("brown_shares", "bank"), "third_6_train": ("sixes", "3")}
SILENT: Final = frozenset({"message", "end_game", "program_buy_shares", "program_share_pass", "program_disable"})


@dataclass(frozen=True, slots=True)
class Recorded:
    """One live action of a record; `auto` ones took effect by a standing order."""

    data: Mapping[str, Any]
    auto: bool = False


def live_actions(record: Mapping[str, Any]) -> list[Recorded]:
    """The actions that stand in the end, after all undoing and redoing, in playing order."""
    live: list[Mapping[str, Any]] = []
    undone: list[list[Mapping[str, Any]]] = []
    for data in record["actions"]:
        kind = data["type"]
        if kind == "undo":
            undone.append(_undo(live, data.get("action_id")))
        elif kind == "redo":
            live.extend(undone.pop() if undone else [])
        elif kind != "message":
            undone.clear()
            live.append(data)
    return list(_with_automatic(live))


def _undo(live: list[Mapping[str, Any]], keep: int | None) -> list[Mapping[str, Any]]:
    at = len(live) - 1 if keep is None else next((n for n, data in enumerate(live) if data["id"] > keep), len(live))
    taken = live[max(at, 0) :]
    del live[max(at, 0) :]
    return taken


def _with_automatic(live: list[Mapping[str, Any]]) -> Iterator[Recorded]:
    for data in live:
        yield Recorded(data)
        for auto in data.get("auto_actions") or ():
            yield Recorded(auto, auto=True)


def read_record(record: Json) -> Match:
    """The whole record as a match of ours; raises a RuleError where it breaks a rule."""
    reader = Reader(record)
    for recorded in live_actions(record):
        reader.play(recorded.data)
    return reader.match


class Reader:
    """Plays a record action by action."""

    def __init__(self, record: Json) -> None:
        if not isinstance(record, dict) or not {"title", "players", "actions"} <= record.keys():
            raise Malformed("18xx.games record", "expected an object with title, players and actions")
        title = record["title"]
        if title not in OPTIONS:
            raise NotFound("18xx.games title", title)
        options = dict(OPTIONS[title])
        for rule in (record.get("settings") or {}).get("optional_rules") or ():
            if rule not in OPTIONAL_RULES:
                raise Malformed("18xx.games record", f"optional rule {rule!r} is not known here")
            options.update([OPTIONAL_RULES[rule]])
        self.seats = {str(entry["id"]): seat for seat, entry in enumerate(record["players"])}
        names = [Seat(entry["name"]) for entry in record["players"]]
        self.match = Match(new_header(title, names, options, seed="18xx.games"))
        self.track: Any = self.match.game.steps["lay_track"]
        self.trains: dict[str, str] = {}
        self.tiles: dict[str, str] = {}
        self.left_bank: set[str] = set()
        self.turn: tuple[object, ...] = ()
        self.past: set[str] = set()

    @property
    def s(self) -> RailState:
        state: RailState = self.match.state
        return state

    def play(self, data: Mapping[str, Any]) -> list[Action]:
        """Carry out one recorded action; returns what we did for it."""
        before = self.match.ply
        kind = data["type"]
        if kind not in SILENT:
            handler: Callable[[Mapping[str, Any]], None] | None = getattr(self, f"_{kind}", None)
            if handler is None:
                raise Malformed("18xx.games record", f"action {kind!r} is not known here")
            self._new_turn()
            handler(data)
            self._end_turn()
        return self.match.log[before:]

    def _do(self, kind: str, *args: Any, seat: int | None = None) -> None:
        chosen = self.match.waiting()[0] if seat is None else seat
        self.match.play(Action(chosen, kind, args))

    def _step(self) -> tuple[str, int | str]:
        return self.s.todo[-1] if self.s.todo else ("", "")

    def _seat(self, data: Mapping[str, Any]) -> int:
        return self.seats[str(data["entity"])]

    # -- the sale of the privates

    def _bid(self, data: Mapping[str, Any]) -> None:
        private, price = data["company"], data["price"]
        cheapest = next((p for p, owner in self.s.privates.items() if not owner), "")
        seat = self._seat(data)
        if self._step()[0] == "sell_privates" and private == cheapest:
            self._do("buy_private_at_face", private, seat=seat)
        else:
            self._do("bid", private, price, seat=seat)

    # -- shares

    def _par(self, data: Mapping[str, Any]) -> None:
        company = ours(data["corporation"])
        price = int(str(data["share_price"]).split(",")[0])
        self.left_bank.add(f"{data['corporation']}_0")
        self._do("set_par" if self._step()[0] == "set_par" else "par", company, price, seat=self._seat(data))

    def _buy_shares(self, data: Mapping[str, Any]) -> None:
        shares = data["shares"]
        source = "pool" if shares[0] in self.left_bank or shares[0] == "PRR_1" else "bank"
        self.left_bank.update(shares)
        if data["entity_type"] == "company":
            self._do("exchange", data["entity"], source, seat=seat_of(self.s.privates[data["entity"]]))
            return
        company = ours(shares[0].rpartition("_")[0])
        for _ in shares:
            self._do("buy", company, source, int(data["percent"]) // len(shares), seat=self._seat(data))

    def _sell_shares(self, data: Mapping[str, Any]) -> None:
        company = ours(data["shares"][0].rpartition("_")[0])
        self._do("sell", company, int(data["percent"]), seat=self._seat(data))

    # -- passing

    def _pass(self, data: Mapping[str, Any]) -> None:
        step, who = self._step()
        if data["entity_type"] == "player":
            if who == self._seat(data):
                self._do("pass_turn", seat=self._seat(data))
        elif data["entity_type"] == "corporation" and who == ours(data["entity"]):
            self._pass_company(step)

    def _pass_company(self, step: str) -> None:
        """A pass ends the step at which that site stands: track, station, trains or privates."""
        if step == "lay_track":
            self._do("pass_track")
        elif step == "place_station":
            self._do("pass_station")
        elif self._trains_ask():
            self.past.add("trains")
        else:
            self.past.add("privates")

    def _new_turn(self) -> None:
        turn = (self.s.stock_rounds, self.s.set_round, self.s.acted)
        if turn != self.turn:
            self.turn, self.past = turn, set()

    def _end_turn(self) -> None:
        """That site ends a turn by itself: a player's without anything to do, a company's without trains or privates to buy."""
        self._new_turn()
        step, who = self._step()
        while step == "trade_shares" and not self._shares_ask(int(who)):
            self._do("pass_turn")
            step, who = self._step()
        if step == "buy_trains" and not self._must_buy() and not self._trains_ask() and not self._privates_ask():
            self._do("pass_trains")

    def _shares_ask(self, seat: int) -> bool:
        """Whether something can be sold or bought; to open a company one par is taken for enough, though two are due."""
        step, t = self.match.game.steps["trade_shares"], self.match.game.t
        if not isinstance(step, TradeShares):
            return True
        if any(step.sales(self.s, seat)) or any(step.purchases(self.s, seat)):
            return True
        closed = (company for company in self.s.shares if company not in self.s.par)
        penniless = self.s.cash[player(seat)] < min(t.market.pars)
        return not penniless and not self.s.bought and any(
            (seat, company) not in self.s.sold and may_gain(t, self.s, seat, company, t.companies[company].director)
            for company in closed
        )

    def _company(self) -> str:
        return str(self.s.todo[-1].who)

    def _must_buy(self) -> bool:
        step = self.match.game.steps["buy_trains"]
        return isinstance(step, BuyTrains) and step.must_buy(self.s, self._company())

    def _trains_ask(self) -> bool:
        """Whether some train could be paid for, be it for $1 from another company."""
        if "trains" in self.past:
            return False
        company, t = self._company(), self.match.game.t
        cash, own = self.s.cash[company], self.s.trains[company]
        trades = (cost for name in on_sale(t, self.s) for old, cost in t.trains[name].trade_in if old in own)
        if any(cost <= cash for cost in trades):
            return True
        prices = [t.trains[name].price for name in [*on_sale(t, self.s), *self.s.scrap]]
        if any(trains for other, trains in self.s.trains.items() if other != company):
            prices.append(1)
        return len(own) < limit(t, self.s) and bool(prices) and min(prices) <= cash

    def _privates_ask(self) -> bool:
        """Whether a private could be bought, or one with a power left is owned."""
        if "privates" in self.past:
            return False
        company, t = self._company(), self.match.game.t
        if any(t.privates[p].extra_tile and p not in self.used for p, o in self.s.privates.items() if o == company):
            return True
        if not t.phases[self.s.phase].buy_privates:
            return False
        least = [
            price_band(t.privates[p].price)[0]
            for p, owner in self.s.privates.items()
            if seat_of(owner) >= 0 and t.privates[p].to_companies
        ]
        return bool(least) and min(least) <= self.s.cash[company]

    used: set[str] = set()

    # -- track and stations

    def _lay_tile(self, data: Mapping[str, Any]) -> None:
        number = data["tile"].rpartition("-")[0]
        if data["entity_type"] == "company":
            self.used = {*self.used, data["entity"]}
            self._do("lay_private", data["entity"], data["hex"], number, data["rotation"])
        else:
            self._do("lay", data["hex"], number, data["rotation"])
        self.tiles[data["tile"]] = data["hex"]

    def _place_token(self, data: Mapping[str, Any]) -> None:
        tile, _, stop = data["city"].rpartition("-")
        name = self.tiles.get(tile) or tile.rpartition("-")[0]
        step, _ = self._step()
        kind = {"choose_city": "city", "place_home": "home"}.get(step, "station")
        if step == "lay_track":
            self._do("pass_track")
        self._do(kind, name, int(stop))

    # -- trains

    def _run_routes(self, data: Mapping[str, Any]) -> None:
        self._on_to("run_trains")
        company = self._company()
        runs = [
            (entry["train"].rpartition("-")[0], entry["connections"], entry.get("hexes"))
            for entry in data["routes"]
            if entry.get("connections")
        ]
        track = self.match.game.track
        self._do("run", from_connections(self.match.game.t.hexmap, track.lying(self.s), self.s.stations, company, runs))

    def _dividend(self, data: Mapping[str, Any]) -> None:
        self._do("pay_out" if data["kind"] == "payout" else "withhold")

    def _on_to(self, wanted: str) -> None:
        """Pass the steps that were skipped over there."""
        passes = {"lay_track": "pass_track", "place_station": "pass_station"}
        while (step := self._step()[0]) != wanted and step in passes:
            self._do(passes[step])

    def _buy_train(self, data: Mapping[str, Any]) -> None:
        self._on_to("buy_trains")
        company = self._company()
        train = data["train"].rpartition("-")[0]
        exchange = data.get("exchange")
        source = self.trains.get(data["train"], "bank")
        self.trains[data["train"]] = company
        if exchange:
            self.trains[exchange] = "pool"
            self._do("trade_in", exchange.rpartition("-")[0], data.get("variant") or train)
            return
        self._do("buy_train", source, train, data["price"])
        self._agree()

    def _discard_train(self, data: Mapping[str, Any]) -> None:
        self.trains[data["train"]] = "pool"
        self._do("discard", data["train"].rpartition("-")[0])

    def _buy_company(self, data: Mapping[str, Any]) -> None:
        self._do("buy_private", data["company"], data["price"])
        self._agree()

    def _agree(self) -> None:
        """Over there the buyer's word is enough: people have agreed elsewhere."""
        if self._step()[0] == "consent":
            self._do("accept")

    def _bankrupt(self, data: Mapping[str, Any]) -> None:
        self._on_to("buy_trains")
        self._do("bankrupt")


def ours(name: str) -> str:
    return NAMES.get(name, name)


def theirs(name: str) -> str:
    return {value: key for key, value in NAMES.items()}.get(name, name)


__all__ = ["Reader", "Recorded", "StellwerkError", "live_actions", "ours", "player", "read_record", "theirs"]
