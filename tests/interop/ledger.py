"""A reckoning of recorded games of 1830 that knows nothing of the engine: only the record, and numbers of the box.

Each state of a trace must follow from the one before by what the action between them costs and brings. What an action
sets off by itself (a round ends, privates pay) is admitted only in the amount that the box names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

BANK = 12_000
INCOME = {"SV": 5, "CS": 10, "DH": 15, "MH": 20, "CA": 25, "BO": 30}
FACE = {"SV": 20, "CS": 40, "DH": 70, "MH": 110, "CA": 160, "BO": 220}
WHOLE = 100

State = Mapping[str, Any]


def faults(record: Mapping[str, Any], states: list[State], actions: list[Mapping[str, Any]]) -> Iterator[str]:
    """Everything in a record and its trace that does not add up."""
    seats = {player["id"]: seat for seat, player in enumerate(record["players"])}
    earned: dict[str, int] = {}
    for n, state in enumerate(states):
        yield from (f"{n}: {fault}" for fault in conserved(state))
    for n, (action, before, after) in enumerate(zip(actions, states[:-1], states[1:], strict=True), 1):
        step = Step(action, before, after, seats)
        if action["type"] == "run_routes":
            earned[action["entity"]] = sum(route["revenue"] for route in action["routes"])
        judge = JUDGES.get(action["type"])
        if judge is not None:
            yield from (f"{n} {action['type']}: {fault}" for fault in judge(step, earned))
    for player, seat in seats.items():
        if (worth := wealth(states[-1], seat)) != record["result"][str(player)]:
            yield f"P{seat} is worth {worth}, not {record['result'][str(player)]}"


def conserved(state: State) -> Iterator[str]:
    """Money and certificates are neither made nor lost."""
    holders = [*state["players"], *state["corps"].values()]
    if (money := state["bank"] + sum(holder["cash"] for holder in holders)) != BANK:
        yield f"there are {money} dollars"
    for name, company in state["corps"].items():
        held = company["ipo"] + company["pool"] + sum(p["shares"].get(name, 0) for p in state["players"])
        if held != WHOLE:
            yield f"{held} per cent of {name} are somewhere"


def wealth(state: State, seat: int) -> int:
    """Money, shares at their price, privates at their face value."""
    player = state["players"][seat]
    shares = sum((state["corps"][name]["price"] or 0) * held // 10 for name, held in player["shares"].items())
    total = player["cash"] + shares + sum(FACE[private] for private in player["companies"])
    assert isinstance(total, int)
    return total


class Step:
    """An action between two states."""

    def __init__(self, action: Mapping[str, Any], before: State, after: State, seats: Mapping[Any, int]) -> None:
        self.action, self.before, self.after, self.seats = action, before, after, seats

    def holder(self, state: State, who: Any) -> Mapping[str, Any]:
        found: Mapping[str, Any] = state["players"][self.seats[who]] if who in self.seats else state["corps"][who]
        return found

    def brings(self, who: Any, amount: int, what: str) -> Iterator[str]:
        """Somebody's money changes by an amount, and by the income of privates if a round begins with it."""
        before, after = self.holder(self.before, who), self.holder(self.after, who)
        change, income = after["cash"] - before["cash"], sum(INCOME[private] for private in after["companies"])
        if change not in (amount, amount + income):
            yield f"{what} changes the money of {who} by {change}, not by {amount}"

    def cost_of_shares(self) -> int:
        """The price of certificates where they were: the bank sells at par, everybody else at the market's price."""
        name = self.action["shares"][0].rpartition("_")[0]
        before, after = self.before["corps"][name], self.after["corps"][name]
        from_bank = before["ipo"] - after["ipo"] == self.action["percent"]
        price = before["par"] if from_bank else before["price"]
        cost = price * self.action["percent"] // 10
        assert isinstance(cost, int)
        return cost


def par(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    name, price = step.action["corporation"], int(step.action["share_price"].split(",")[0])
    if step.after["corps"][name]["par"] != price:
        yield f"{name} starts at {step.after['corps'][name]['par']}, not at {price}"
    given = name == "B&O" and "BO" in step.holder(step.before, step.action["entity"])["companies"]
    yield from step.brings(step.action["entity"], 0 if given else -2 * price, "the director's certificate")


def buy_shares(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    if step.action["entity_type"] == "player":  # MH is exchanged for nothing
        yield from step.brings(step.action["entity"], -step.cost_of_shares(), "a purchase")


def sell_shares(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    name = step.action["shares"][0].rpartition("_")[0]
    proceeds = step.before["corps"][name]["price"] * step.action["percent"] // 10
    yield from step.brings(step.action["entity"], proceeds, "a sale")
    if step.after["corps"][name]["price"] > step.before["corps"][name]["price"]:
        yield f"{name} rises when it is sold"


def lay_tile(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    told = f"{step.action['tile'].split('-')[0]}/{step.action['rotation']}"
    if step.after["tiles"].get(step.action["hex"]) != told:
        yield f"{step.after['tiles'].get(step.action['hex'])} lies on {step.action['hex']}, not {told}"


def place_token(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    if step.action["entity_type"] == "corporation":
        before, after = (step.holder(state, step.action["entity"]) for state in (step.before, step.after))
        if len(after["tokens"]) != len(before["tokens"]) + 1 or after["tokens_left"] != before["tokens_left"] - 1:
            yield f"{step.action['entity']} has {after['tokens']} and {after['tokens_left']} left"


def buy_train(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    """What the company cannot pay its director does."""
    if step.action["entity_type"] != "corporation":
        return
    name, price = step.action["entity"], step.action["price"]
    yield from step.brings(name, -min(price, step.before["corps"][name]["cash"]), "a train")
    kind = step.action.get("variant") or step.action["train"].split("-")[0]
    if kind not in step.after["corps"][name]["trains"]:
        yield f"{name} has no {kind}-train after buying one"


def dividend(step: Step, earned: Mapping[str, int]) -> Iterator[str]:
    name, before = step.action["entity"], step.before["corps"][step.action["entity"]]
    revenue, paid = earned.get(name, 0), step.action["kind"] == "payout"
    yield from step.brings(name, revenue * before["pool"] // WHOLE if paid else revenue, "a run")
    for player, seat in step.seats.items():
        held = step.before["players"][seat]["shares"].get(name, 0)
        yield from step.brings(player, revenue * held // WHOLE if paid else 0, "a dividend")


def buy_company(step: Step, _earned: Mapping[str, int]) -> Iterator[str]:
    private, price = step.action["company"], step.action["price"]
    yield from step.brings(step.action["entity"], -price, "a private")
    owner = next(p for p, seat in step.seats.items() if private in step.before["players"][seat]["companies"])
    yield from step.brings(owner, price, "the sale of a private")


JUDGES = {
    judge.__name__: judge
    for judge in (par, buy_shares, sell_shares, lay_tile, place_token, buy_train, dividend, buy_company)
}
