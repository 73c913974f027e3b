"""Whether what is said of trains is true."""

from __future__ import annotations

from tests.eighteen.truth.claims import Claims, Verdict
from tests.eighteen.truth.table import Table

CLAIMS = Claims()
claim = CLAIMS.claim


def asked_for(t: Table) -> str:
    """The train that was to be bought."""
    return str(t.args[0] if t.kind in ("use_token", "buy_on_credit") else t.args[1])


@claim(r"The bank does not sell the .* yet: the .* comes first|waits until all seven 2/1M trains are sold")
def smaller_first(t: Table) -> Verdict:
    train, smaller, order = asked_for(t), t.data["smaller"], list(t.t.trains)
    earlier = order.index(smaller) < order.index(train)
    return earlier and t.left(smaller) == t.data["count"] > 0 and t.left(train) != 0


@claim(r"on sale only after both 6/6\+ have been sold")
def both_sixes(t: Table) -> Verdict:
    return t.left("6") > 0


@claim(
    r"is not on sale before the first .* has been sold|on sale only after the first 6-train|once the first 5 is sold"
)
def opener(t: Table) -> Verdict:
    facts = t.t.trains[asked_for(t)]
    return bool(facts.after) and not t.has_begun(facts.after)


@claim(r"The bank has sold its last")
def sold_out(t: Table) -> Verdict:
    return t.left(asked_for(t)) == 0


@claim(r"has rusted: there is none left")
def rusted(t: Table) -> Verdict:
    train = asked_for(t)
    facts = t.t.trains[train]
    by = [name for name in (facts.rusts_on, facts.rusts_on_last) if name]
    sold = [name for name in by if t.has_begun(name) or t.left(name) < (t.t.trains[t.card(name)].count or 0)]
    return bool(sold) and t.left(train) == 0 and not t.is_anywhere(train)


@claim(r"There is no .* in this game")
def absent(t: Table) -> Verdict:
    train = asked_for(t)
    if train in t.t.trains:
        return bool(t.t.trains[train].card) and not t.s.small_started
    return train not in t.s.depot and not t.is_anywhere(train)


@claim(r"All 2/1M trains are sold|A 3 has been sold: the bank has no more")
def no_more_cards(t: Table) -> Verdict:
    begun = t.has_begun("3")
    first = (t.s.stock_rounds, t.s.set_round) == (1, 1)
    return t.left("2") == 0 and (begun if "A 3" in t.said else not begun and not first)


@claim(r"The .* costs .[\d,]+ at the bank|The .* in the pool costs")
def printed_price(t: Table) -> Verdict:
    return t.args[2] != t.data["price"] == t.t.trains[t.args[1]].price


@claim(r"There is no .* in the pool|among the trains that were handed back")
def not_in_pool(t: Table) -> Verdict:
    return t.args[0] == "pool" and t.args[1] not in t.s.train_pool


@claim(r" owns no .*(-train|[Dd]iesel)")
def not_owned(t: Table) -> Verdict:
    if t.kind == "trade_in":
        return t.args[0] not in t.s.trains[t.company]
    return t.args[0] == t.data["company"] and t.args[1] not in t.s.trains[t.args[0]]


@claim(r"buys no train of its own")
def own_train(t: Table) -> Verdict:
    return t.args[0] == t.company


@claim(r"A .* of another company .*costs .\d+ at least")
def least_price(t: Table) -> Verdict:
    return t.args[2] < t.data["least"] and t.args[1] in t.s.trains[t.args[0]]


@claim(r"may own \d+ trains now and has no room")
def limit(t: Table) -> Verdict:
    most = t.t.phases[t.s.phase].train_limit
    return len(t.counted(t.company)) >= most == t.data["limit"]


@claim(r"owns a 2E already")
def has_extra(t: Table) -> Verdict:
    return "2E" in t.s.trains[t.company]


@claim(r"A 2E comes from the bank only")
def extra_not_traded(t: Table) -> Verdict:
    return t.args[1] == "2E" and t.args[0] not in ("bank", "pool")


@claim(r"Companies buy trains of each other only after the first 3")
def no_trade(t: Table) -> Verdict:
    return not t.has_begun("3") and t.args[0] in t.s.trains


@claim(r"From a company of another director the .* costs")
def printed_between(t: Table) -> Verdict:
    other, train, cost = t.args
    return t.s.director[other] != t.director and cost != t.data["price"] == t.t.trains[train].price


@claim(r"No train is traded in for")
def no_trade_in(t: Table) -> Verdict:
    return not t.t.trains[t.args[1]].trade_in


@claim(r"only a train of these types can be traded in")
def types(t: Table) -> Verdict:
    listed = t.data["types"].split(", ")
    return t.args[0] not in listed and listed == [old for old, _ in t.t.trains[t.args[1]].trade_in]


@claim(r"can trade in only a 4 or 4\+ of its own")
def trade_in_1848(t: Table) -> Verdict:
    old, new = t.args
    return old not in ("4", "4+") or new != "D" or old not in t.s.trains[t.company] or t.has_begun("8")


@claim(r"has a route but no train")
def must_buy(t: Table) -> Verdict:
    return not t.counted(t.company) and len(t.arrives(t.company)[1]) > 1


@claim(r"must buy one at once")
def must_buy_basic(t: Table) -> Verdict:
    return must_buy(t)


@claim(r"The treasury \(.*\) can pay for a train")
def can_pay(t: Table) -> Verdict:
    cheapest = t.cheapest
    return cheapest is not None and cheapest <= t.cash(t.company) == t.data["cash"] < t.data["cost"] == t.args[2]


@claim(r"That costs .*, but the treasury holds|The treasury (holds|has)|^This train costs .*: the treasury has")
def short(t: Table) -> Verdict:
    own = t.cash(t.seat) if "own" in t.data else 0
    return t.data["cost"] > t.data["cash"] + own and t.data["cash"] == t.cash(t.company)


@claim(r"With the director's money only the cheapest train")
def cheapest_only(t: Table) -> Verdict:
    face, cheapest = t.t.trains[t.args[1]].price, t.t.trains[t.data["cheapest"]].price
    return cheapest == t.cheapest and face > cheapest > t.cash(t.company)


@claim(r"Treasury and director together are .* short")
def gap(t: Table) -> Verdict:
    return t.data["gap"] == t.args[2] - t.cash(t.company) - t.cash(t.director) > 0


@claim(r"With the director's money the .* may cost .* at most|When shares are sold for it")
def most(t: Table) -> Verdict:
    return t.args[2] > t.data["most"] == t.t.trains[t.args[1]].price and t.args[2] > t.cash(t.company)


@claim(r"You need not sell that much: you are .* short")
def too_much(t: Table) -> Verdict:
    assert t.cheapest is not None
    gap_now = t.cheapest - t.cash(t.company) - t.cash(t.director)
    return gap_now == t.data["gap"] > 0 and t.args[1] * t.price(t.args[0]) >= gap_now * 10


@claim(r"Selling so much of .* would cost you its directorship")
def directorship(t: Table) -> Verdict:
    left = t.held(t.args[0]) - t.args[1]
    others = [t.held(t.args[0], seat) for seat in range(t.t.seats) if seat != t.seat]
    return t.args[0] == t.company and max(others) > left


@claim(r"Trains are given (away|up) only when the limit|The bank takes no train for money")
def no_discard(t: Table) -> Verdict:
    return t.top[0] not in ("discard_train", "discard_ahead")


@claim(r"First .* (train|trains).*(pool|owns)|First the company (hands back|gives up) a train")
def discard_first(t: Table) -> Verdict:
    owner = str(t.top[1])
    wrong = t.kind != "discard" or not t.args or t.args[0] not in t.s.trains[owner]
    return wrong and len(t.counted(owner)) > t.t.phases[t.s.phase].train_limit


@claim(r"After the sale this train \(.*\) must cost")
def least_after_sale(t: Table) -> Verdict:
    """The money of treasury and director would have sufficed without the last share."""
    could = t.cash(t.company) + t.cash(t.director) - t.s.last_sale_price
    return t.s.last_sale_price > 0 and t.args[2] < t.data["least"] <= could + 1


@claim(r"A company pays for its trains alone")
def alone(t: Table) -> Verdict:
    return t.game.title.id == "1848"


# -- 1853: tokens and credit


@claim(r"is large: only small companies|is large and cannot have|is large and buys no")
def large(t: Table) -> Verdict:
    size = t.t.companies[t.company].size
    mine = t.s.small
    return size == "large" or (size == "open" and t.company not in mine)


@claim(r"has used its train token already")
def token_spent(t: Table) -> Verdict:
    return t.company in t.s.tokens_spent


@claim(r"train token only while there is no M train to buy")
def m_on_sale(t: Table) -> Verdict:
    train = t.data["train"]
    facts = t.t.trains[train]
    offered = facts.card or (facts.after and t.has_begun(facts.after))
    return train in t.s.train_pool or (bool(offered) and bool(facts.card or t.left(train)))


@claim(r"The train token of .* buys the next type of M train and nothing else")
def token_for_another(t: Table) -> Verdict:
    later = [n for n, facts in t.t.trains.items() if n.endswith("M") and facts.after and not t.has_begun(facts.after)]
    return not later or t.args[0] != later[0] or t.left(later[0]) == 0


@claim(r"The train token can be used from the second operating round")
def token_early(t: Table) -> Verdict:
    return (t.s.stock_rounds, t.s.set_round) == (1, 1)


@claim(r"has a director: only a company under a manager")
def directed(t: Table) -> Verdict:
    return t.company in t.s.director


@claim(r"has a train: credit is for a company without")
def has_train(t: Table) -> Verdict:
    return bool(t.s.trains[t.company])


@claim(r"and can pay for the .*: credit is for a company that cannot")
def credit_not_needed(t: Table) -> Verdict:
    return t.cash(t.company) == t.data["cash"] >= t.t.trains[t.args[0]].price


@claim(r"still owes for (its|a) train")
def owes(t: Table) -> Verdict:
    return t.data["company"] in t.s.credit


@claim(r"A new director comes to terms first")
def terms(t: Table) -> Verdict:
    return t.top[0] == "settle_train" and t.top[1] in t.s.credit


@claim(r"is run by a manager: it withholds")
def managed(t: Table) -> Verdict:
    return t.company not in t.s.director


@claim(r"The discount of P4 is for one 2E")
def one_2e(t: Table) -> Verdict:
    opened = t.has_begun("5")
    price = t.t.trains["2E"].price - t.t.privates["P4"].discount
    owned = t.owner("P4") in (t.company, f"P{t.director}")
    return (
        t.args != ("P4", "2E") or not owned or not opened or price > t.cash(t.company) or "2E" in t.s.trains[t.company]
    )


@claim(r"is still unpaid: another company cannot buy it")
def unpaid(t: Table) -> Verdict:
    return t.s.credit.get(t.args[0]) == t.args[1]


@claim(r"This company is not the one that gives up a train now")
def another_discards(t: Table) -> Verdict:
    return t.args[:1] != (t.top[1],)


@claim(r"There is no such train to buy")
def no_such_train(t: Table) -> Verdict:
    known = {*t.t.trains, *t.t.left_out}
    sources = {"bank", "pool", *t.s.trains}
    if t.kind == "buy_train":
        return t.args[1] not in known or t.args[0] not in sources
    return t.kind in ("trade_in", "use_token", "buy_on_credit") and not set(map(str, t.args)) & known


@claim(r"has been declined in this turn: only a better offer")
def declined(t: Table) -> Verdict:
    return any(offer[-1] == t.data["price"] for offer in t.s.declined)


@claim(r"the only train of an insolvent|only train of an insolvent company")
def only_train(t: Table) -> Verdict:
    return t.args[0] in t.s.debts and len(t.s.trains[t.args[0]]) == 1


@claim(r"The company is insolvent: its revenue repays")
def insolvent(t: Table) -> Verdict:
    return t.company in t.s.debts


@claim(r"Each train runs one route|The trains run now")
def run_due(t: Table) -> Verdict:
    return t.top[0] == "run_trains"
