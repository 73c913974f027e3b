"""Whether what is said of the sale of privates, of bids and of contracts is true."""

from __future__ import annotations

from tests.eighteen.truth.claims import Claims, Verdict
from tests.eighteen.truth.table import Table

CLAIMS = Claims()
claim = CLAIMS.claim


def unsold(t: Table) -> list[str]:
    return [private for private, owner in t.s.privates.items() if not owner]


def bound(t: Table, private: str = "") -> int:
    """Bids of the seat on privates, one of them left out."""
    return sum(
        max((cost for seat, cost in bids if seat == t.seat), default=0)
        for name, bids in t.s.bids.items()
        if name != private
    )


@claim(r"Only .* can be bought outright now")
def cheapest_only(t: Table) -> Verdict:
    return unsold(t)[0] == t.data["private"] != t.args[0]


@claim(r"In the sale of the privates a turn is one of three things: pass")
def sale_turn(t: Table) -> Verdict:
    return t.kind not in ("bid", "buy_private_at_face", "pass_turn") or t.args[:1] not in [(p,) for p in unsold(t)]


@claim(r"In the sale of the privates a turn is one of three things: buy a private that you can pay")
def sale_turn_1848(t: Table) -> Verdict:
    if t.kind == "buy_private_at_face" and t.args[0] in unsold(t):
        facts = t.t.privates[t.args[0]]
        return facts.price - t.s.rebate.get(t.args[0], 0) > t.cash(t.seat)
    return t.kind not in ("lower", "pass_turn") or t.args[:1] not in [(p,) for p in unsold(t)]


@claim(r"A bid on .* must be at least")
def least_bid(t: Table) -> Verdict:
    highest = max((cost for _, cost in t.s.bids.get(t.args[0], ())), default=t.t.privates[t.args[0]].price)
    return t.args[1] < t.data["least"] and t.data["least"] > highest


@claim(r"For .* you have .* at most: .* less")
def bound_money(t: Table) -> Verdict:
    cash = t.cash(t.seat)
    wanted = t.args[1] if t.kind == "bid" else t.t.privates[t.args[0]].price - t.s.rebate.get(t.args[0], 0)
    return cash == t.data["cash"] and bound(t, t.args[0]) == t.data["bound"] and cash - t.data["bound"] < wanted


@claim(r"is the cheapest private left: (buy it|it is bought)")
def bid_on_cheapest(t: Table) -> Verdict:
    return t.kind == "bid" and unsold(t)[0] == t.args[0]


@claim(r"This auction is held among those who had bid before")
def bid_off(t: Table) -> Verdict:
    return t.top[0] == "bid_off"


@claim(r"With your bid this group costs")
def group_dear(t: Table) -> Verdict:
    return t.data["cost"] > t.data["cash"] == t.cash(t.seat)


@claim(r"decides which debt their own money repays")
def debts(t: Table) -> Verdict:
    return t.top[0] == "repay"


@claim(r"^Each player takes one group")
def groups(t: Table) -> Verdict:
    return t.top[0] == "take_group"


@claim(r"You have passed: (your bid is complete|there is no way back)")
def passed(t: Table) -> Verdict:
    return t.seat in t.s.passed if "no way back" in t.said else t.seat in t.s.closed_bids


@claim(r"There are no loans before the first 3")
def no_loans(t: Table) -> Verdict:
    return not t.has_begun("3")


@claim(r"is large and has its first turn: first its building option")
def plan_due(t: Table) -> Verdict:
    return t.company not in t.s.plans


@claim(r"Your bid has .* cities, and more are not allowed")
def many_cities(t: Table) -> Verdict:
    return len(t.s.notes[t.seat]) == t.data["most"]


@claim(r"No contract brought a share of")
def no_contract(t: Table) -> Verdict:
    return t.args[0] not in t.s.named and t.s.stock_rounds == 1


@claim(r"You own no private, and some price can still fall")
def no_private(t: Table) -> Verdict:
    return f"P{t.seat}" not in t.s.privates.values()


@claim(r"A bid for the choice must be at least")
def least_choice(t: Table) -> Verdict:
    return t.args[0] < t.data["least"]


@claim(r"You may bid .* at most")
def most_choice(t: Table) -> Verdict:
    return t.args[0] > t.data["most"] and t.data["cash"] == t.cash(t.seat)


# -- 1853


@claim(r"You have no unpaid share of")
def nothing_unpaid(t: Table) -> Verdict:
    return not t.s.unredeemed.get(t.args[0], (0,) * t.t.seats)[t.seat]


@claim(r"Redeeming this share of .* costs")
def redeem_dear(t: Table) -> Verdict:
    return t.s.par[t.args[0]] == t.data["cost"] > t.data["cash"] == t.cash(t.seat)


@claim(r"Before you buy, redeem the shares that you have not paid for")
def unpaid(t: Table) -> Verdict:
    owed = {name: row[t.seat] for name, row in t.s.unredeemed.items() if row[t.seat]}
    return bool(owed) and t.data["owed"] == ", ".join(f"{name} ({count})" for name, count in owed.items())


@claim(r"is not paid for: it must be redeemed|Unpaid shares of .* cannot be sold")
def sale_unpaid(t: Table) -> Verdict:
    owed = t.s.unredeemed.get(t.args[0], (0,) * t.t.seats)[t.seat]
    return t.args[1] > t.held(t.args[0]) - 10 * owed


@claim(r"was in no bid: it is on sale when")
def not_in_bids(t: Table) -> Verdict:
    named = t.s.named
    left = sum(sum(t.stock("bank", name)) // 10 for name in named)
    return t.args[0] not in named and left == t.data["left"] > 0


@claim(r"Your bid is closed")
def bid_closed(t: Table) -> Verdict:
    return t.seat in t.s.closed_bids


@claim(r"Now all players name their bonds")
def bonds(t: Table) -> Verdict:
    return t.top[0] == "write_bonds"


@claim(r"With this number of players a bond is at least")
def least_bond(t: Table) -> Verdict:
    return t.args[0] < t.data["least"]


@claim(r"A bid needs at least .* cities and yours has")
def few_cities(t: Table) -> Verdict:
    return len(t.s.notes[t.seat]) == t.data["count"] < t.data["least"]


@claim(r"of your bond are unused, and a bid may have")
def unused(t: Table) -> Verdict:
    return t.kind == "close_bid" and len(t.s.notes[t.seat]) < t.data["most"] and t.data["left"] >= 40


@claim(r"There is no large city on")
def no_city(t: Table) -> Verdict:
    return t.args[0] not in t.t.contracts.cities


@claim(r"gives no share of")
def no_share(t: Table) -> Verdict:
    return t.args[1] not in t.t.contracts.cities[t.args[0]].companies


@claim(r"counts .*, and .* of your bond are left")
def city_dear(t: Table) -> Verdict:
    return t.t.contracts.cities[t.args[0]].value == t.data["cost"] > t.data["left"]


@claim(r"is in your bid already")
def in_bid(t: Table) -> Verdict:
    return t.args[0] in t.s.notes[t.seat]


@claim(r"In your turn you pick one city and one share")
def pick_turn(t: Table) -> Verdict:
    return t.kind not in ("pick", "close_bid")


@claim(r"First the holder of the elephant sells it or keeps it")
def elephant_due(t: Table) -> Verdict:
    return t.top[0] == "sell_elephant"


@claim(r"No new director has an unpaid train to settle")
def nothing_to_settle(t: Table) -> Verdict:
    return t.top[0] != "settle_train"


@claim(r"The elephant can be sold right after a stock round only")
def elephant_time(t: Table) -> Verdict:
    return t.top[0] != "sell_elephant"


@claim(r"The elephant is sold to another player for a whole sum")
def elephant_price(t: Table) -> Verdict:
    buyer, price = t.args
    return buyer == t.seat or not 0 <= price <= t.cash(buyer) == t.data["cash"]


@claim(r"Only the holder of the elephant decides on one extra operating round")
def extra_round(t: Table) -> Verdict:
    return t.seat != t.s.priority or t.top[0] != "extra_round" or t.kind not in ("extra_round", "no_extra_round")


@claim(r"has chosen its building option for good")
def plan(t: Table) -> Verdict:
    return t.company in t.s.plans


# -- 1848


@claim(r"First the Bank of England pays")
def lender_first(t: Table) -> Verdict:
    return t.top[0] == "pay_lender"


@claim(r"A company takes a loan in its own turn")
def loan_time(t: Table) -> Verdict:
    return t.s.round != "operating" or t.seat != t.director or t.top[0] == "pay_lender"


@claim(r"The company has taken its loan in this operating round|A second loan in a round is only for")
def loan_taken(t: Table) -> Verdict:
    return "loan" in t.s.done_this_turn
