"""Whether what is said of shares, money, privates and turns is true."""

from __future__ import annotations

import re

from tests.eighteen.truth.claims import Claims, Verdict
from tests.eighteen.truth.table import Table

CLAIMS = Claims()
claim = CLAIMS.claim

BUY, SELL = ("buy", "par"), ("sell", "sell_large")


@claim(r"You hold no share of")
def no_share(t: Table) -> Verdict:
    return t.held(t.args[0]) == 0


@claim(r"You hold only .* and cannot sell")
def too_little(t: Table) -> Verdict:
    return 0 < t.held(t.args[0]) == t.data["held"] < t.args[1] == t.data["percent"]


@claim(r"only whole shares of 10% can be sold")
def whole_shares(t: Table) -> Verdict:
    return t.args[1] <= 0 or (t.args[1] % 10 > 0 and t.args[1] <= t.held(t.args[0]) == t.data["held"])


@claim(r"There is no \d+% certificate of .* left in the IPO")
def not_in_bank(t: Table) -> Verdict:
    wanted = t.data["percent"]
    return wanted not in t.stock("bank", t.args[0]) and wanted == (t.args[2] if t.kind == "buy" else wanted)


@claim(r"There is no \d+% certificate of .* in the market")
def not_in_pool(t: Table) -> Verdict:
    return t.args[1] == "pool" and t.args[2] == t.data["percent"] not in t.stock("pool", t.args[0])


@claim(r"has its price already, and nobody directs it")
def undirected(t: Table) -> Verdict:
    return t.args[0] in t.s.par and t.args[0] not in t.s.director


@claim(r"has its director and its par of")
def has_par(t: Table) -> Verdict:
    return t.s.par.get(t.args[0]) == t.data["par"] and t.args[0] in t.s.director


@claim(r"has no price before|has no director yet|has no price yet|Second certificate|second certificate of 20%")
def no_par(t: Table) -> Verdict:
    return t.args[0] not in t.s.par and t.args[0] not in t.s.director


@claim(r"You have sold .* in this (first )?stock round")
def sold_before(t: Table) -> Verdict:
    first = "first stock round" in t.said
    return (t.seat, t.args[0]) in t.s.sold and first == (t.s.stock_rounds == 1 and first)


@claim(r"You have already bought a (certificate|share) in this turn")
def bought(t: Table) -> Verdict:
    return bool(t.s.bought) and t.kind in (*BUY, "ask_private")


@claim(r"No shares are sold in the first stock round")
def first_round(t: Table) -> Verdict:
    return t.s.round == "stock" and t.s.stock_rounds == 1 and t.kind in SELL


@claim(r"Nobody holds enough of .* to take over")
def no_heir(t: Table) -> Verdict:
    company = t.args[0]
    others = [t.held(company, seat) for seat in range(t.t.seats) if seat != t.seat]
    card = t.t.companies[company].director
    return t.s.director.get(company) == t.seat and max(others) < card and t.held(company) - t.args[1] < card


@claim(r"With \d+% you hold as much of")
def as_much_as_allowed(t: Table) -> Verdict:
    most = t.t.holding_percent or 10 * t.t.company_limit
    return t.held(t.args[0]) == t.data["held"] and t.held(t.args[0]) + t.args[2] > most


@claim(r"The market holds \d+% of")
def pool_full(t: Table) -> Verdict:
    now = sum(t.stock("pool", t.args[0]))
    return now == t.data["pool"] and now + t.args[1] > t.data["limit"]


@claim(r"The market holds \d+ certificates of")
def pool_cards(t: Table) -> Verdict:
    """A director sells what he gets for the card: no large one, unless it is his second or the other's."""
    company, directs = t.args[0], t.s.director.get(t.args[0]) == t.seat
    now, big = len(t.stock("pool", company)), t.t.companies[company].director
    own = t.cards(company, t.seat).count(big) - directs
    others = [t.cards(company, seat).count(big) for seat in range(t.t.seats) if seat != t.seat]
    large = own + max(others) * directs
    return now == t.data["pool"] and now + t.args[1] // 10 - min(large, t.args[1] // 20) > t.data["limit"]


@claim(r"(IPO|new|market) share of .* costs .*; you have|This certificate of .* costs .*; you have")
def share_too_dear(t: Table) -> Verdict:
    company = t.args[0]
    if t.kind == "par":
        cost = min(t.t.market.pars) * 2 if t.data.get("case") == "any_par" else t.args[1] * 2
        fixed = t.t.companies[company].par
        cost = fixed * 2 if fixed else cost
    else:
        each = t.s.par[company] if t.args[1] == "bank" else t.price(company)
        cost = each * t.args[2] // 10
    return cost == t.data["cost"] > t.data["cash"] == t.cash(t.seat)


@claim(r"The director's certificate of .* costs( at least)? .*; you have")
def director_too_dear(t: Table) -> Verdict:
    par = min(t.t.market.pars) if "at least" in t.said else t.args[1]
    card = t.t.companies[t.args[0]].director
    return par * card // 10 == t.data["cost"] > t.data["cash"] == t.cash(t.seat)


@claim(r"^The par of .* is (always )?.\d+")
def other_par(t: Table) -> Verdict:
    fixed = t.t.companies[t.args[0]].par
    listed = {int(number) for number in re.findall(r"\d+", t.said.split(" is ")[1])}
    return t.args[1] not in listed and listed == ({fixed} if fixed else set(t.t.market.pars))


@claim(r"First the director of .* sets its par")
def par_is_due(t: Table) -> Verdict:
    return t.top[0] == "set_par" and t.data["company"] not in t.s.par


@claim(r"You hold \d+ certificates that count, and \d+ are allowed")
def card_limit(t: Table) -> Verdict:
    return t.counting(t.seat) == t.data["held"] >= t.data["limit"]


@claim(r"You hold \d+ certificates that count, (but|and) only")
def over_card_limit(t: Table) -> Verdict:
    return t.counting(t.seat) == t.data["held"] > t.data["limit"]


@claim(r"leaves no choice between small certificates and a large one")
def no_choice(t: Table) -> Verdict:
    big = t.t.companies[t.args[0]].director
    cards = list(t.cards(t.args[0], t.seat))
    if t.s.director.get(t.args[0]) == t.seat and big in cards:
        cards.remove(big)
    large = [card for card in cards if card > 10]
    return None if large else True


@claim(r"Several certificates of .* in one turn may come from the market only")
def several(t: Table) -> Verdict:
    sources = {t.args[1], *(source for _, source in t.s.bought)}
    return "bank" in sources and t.s.bought[-1][0] == t.args[0] and t.zone(t.args[0]) == "brown"


@claim(r"The director's certificate of .* is not for sale")
def card_not_for_sale(t: Table) -> Verdict:
    return 20 in t.stock(t.args[1], t.args[0])


@claim(r"has started in this stock round: its shares can be sold")
def just_started(t: Table) -> Verdict:
    return t.args[0] in t.s.floated and t.s.stock_rounds > 1 and t.s.round == "stock"


@claim(r"You have bought .* in this turn and cannot sell it")
def sale_of_purchase(t: Table) -> Verdict:
    return any(company == t.args[0] for company, _ in t.s.bought)


@claim(r"You have bought in this turn: selling comes before|You have sold this company in this turn already")
def wrong_order(t: Table) -> Verdict:
    done = t.s.bought if "bought" in t.said else [name for name, _ in t.s.sale_prices if name == t.args[0]]
    return bool(done) and t.kind in SELL


@claim(r"You have bought .* and sold since")
def purchase_over(t: Table) -> Verdict:
    return t.s.bought[-1][0] == t.args[0] and t.s.bought[-1][1] == "closed"


# -- privates


@claim(r"For now all companies must keep their revenue")
def kept_for_now(t: Table) -> Verdict:
    return t.kind != "withhold" and bool(t.s.in_force)


@claim(r"This costs .*, and the company has")
def private_dear(t: Table) -> Verdict:
    return t.args[1] == t.data["cost"] > t.data["cash"] == t.cash(t.company)


@claim(r"The home station comes first")
def home_first(t: Table) -> Verdict:
    return t.top[0] == "place_home"


@claim(r"^A closed private pays nothing|^A private that has closed|There is no open private of this name")
def closed(t: Table) -> Verdict:
    return t.owner(t.args[0]) is None


@claim(r"belongs to no player; only players sell|changes hands only once more")
def nobodys(t: Table) -> Verdict:
    if "once more" in t.said:
        return t.kind in ("offer_private", "ask_private", "sell", "sell_large", "buy_private")
    return not t.is_a_players(t.args[0])


@claim(r"it may change hands several times in a stock round")
def traded_often(t: Table) -> Verdict:
    return t.s.traded.count(t.args[0]) >= 10


@claim(r"has changed hands in this stock round already")
def traded(t: Table) -> Verdict:
    return t.args[0] in t.s.traded


@claim(r"players do not trade privates")
def no_trade(t: Table) -> Verdict:
    return t.t.private_rules.trades == "none" and t.kind in ("offer_private", "ask_private")


@claim(r"Players trade privates in a stock round after the first")
def trade_time(t: Table) -> Verdict:
    return t.s.round != "stock" or t.s.stock_rounds <= 1 or t.seat != t.top[1]


@claim(r"belongs to the buyer already")
def yours(t: Table) -> Verdict:
    buyer = t.args[1] if t.kind == "offer_private" else t.seat
    return t.owner(t.args[0]) == f"P{buyer}"


@claim(r"does not belong to the player who would sell it")
def not_yours(t: Table) -> Verdict:
    return t.kind == "offer_private" and t.owner(t.args[0]) not in (None, "", f"P{t.seat}")


@claim(r"would cost .*, and the buyer has")
def buyer_short(t: Table) -> Verdict:
    buyer = t.args[1] if t.kind == "offer_private" else t.seat
    return t.args[-1] == t.data["price"] > t.data["cash"] == t.cash(buyer)


@claim(r"^\S.* costs .\d+ at least\.$")
def least(t: Table) -> Verdict:
    return t.args[-1] < t.data["least"]


@claim(r"Whoever wants a private asks its owner|stays with its owner: no player buys")
def asked_only(t: Table) -> Verdict:
    ways = t.t.private_rules.trades == "purchase"
    return ways and (t.kind == "offer_private" or not t.t.privates[t.args[0]].to_companies)


@claim(r"Companies buy privates only from the first|A company buys privates only from its own director")
def private_phase(t: Table) -> Verdict:
    wrong = not t.t.phases[t.s.phase].buy_privates
    others = "own director" in t.said and t.owner(t.args[0]) != f"P{t.seat}"
    return wrong or others


@claim(r"A company buys privates in its own turn|A company takes loans and buys privates in its own turn")
def private_time(t: Table) -> Verdict:
    if t.s.round != "operating":
        return True
    return t.seat != t.director or not t.is_a_players(t.args[0]) if t.args else None


@claim(r"A private can be sold to another player now only to pay for a forced train")
def no_forced_sale(t: Table) -> Verdict:
    return nothing_missing(t)


@claim(r"^A company pays from .* to .* for")
def price_band(t: Table) -> Verdict:
    return not t.data["least"] <= t.args[1] <= t.data["most"]


@claim(r"is never sold to a company")
def kept(t: Table) -> Verdict:
    return not t.t.privates[t.args[0]].to_companies


@claim(r"is swapped for nothing")
def never_swapped(t: Table) -> Verdict:
    return not t.t.privates[t.args[0]].exchange


@claim(r"can be swapped only by the player who owns it")
def not_owner(t: Table) -> Verdict:
    return bool(t.t.privates[t.args[0]].exchange) and t.owner(t.args[0]) != f"P{t.seat}"


@claim(r"is swapped for a share of .*; there is none")
def nothing_to_swap(t: Table) -> Verdict:
    company = t.t.privates[t.args[0]].exchange
    return not any(card < t.t.companies[company].director for card in t.stock(t.args[1], company))


@claim(r"With a share of .* for .* you would hold more than you may")
def swap_over_limit(t: Table) -> Verdict:
    return t.held(t.t.privates[t.args[0]].exchange) + 10 > 60 or t.counting(t.seat) >= t.t.certificate_limit


@claim(r"The power of .* is not for its present owner")
def no_power(t: Table) -> Verdict:
    facts = t.t.privates[t.args[0]]
    lays = facts.tile or facts.terrain or facts.cheap_once
    return not lays or t.owner(t.args[0]) != t.company


@claim(r"The tile of .* is for the company that owns it, not for")
def tile_of_the_company(t: Table) -> Verdict:
    return bool(t.t.privates[t.args[0]].own_tile) and t.owner(t.args[0]) == f"P{t.director}"


@claim(r"The power of a private is for the company that owns it or whose director owns it")
def no_power_1848(t: Table) -> Verdict:
    facts, phase = t.t.privates[t.args[0]], t.t.phases[t.s.phase]
    lays = facts.tile or facts.terrain or facts.cheap_once
    owner = t.owner(t.args[0])
    return not lays or owner not in (t.company, f"P{t.director}") or not (phase.buy_privates or phase.loans)


# -- turns


@claim(r"It is not your turn|This is not yours")
def not_your_turn(t: Table) -> Verdict:
    who = t.top[1]
    if t.top[0] == "set_par":
        return t.owner(str(who)) != f"P{t.seat}"
    if isinstance(who, int):
        return t.seat != who
    if who in t.s.director:
        return t.seat != t.s.director[who]
    return None


@claim(r"An offer awaits an answer first")
def offer_open(t: Table) -> Verdict:
    return bool(t.s.offer) and t.top[0] == "consent"


@claim(r"This step of the turn is not due now|This cannot be done now")
def not_due(t: Table) -> Verdict:
    step = t.game.rail_steps[t.top[0]]
    unfinished = (t.kind == "lay" and len(t.args) < 3) or t.kind == "waive"
    return unfinished or t.kind not in step.kinds


@claim(r"In a stock turn you sell shares, buy|In your turn of a stock round you redeem")
def stock_turn(t: Table) -> Verdict:
    return t.kind not in (*BUY, *SELL, "redeem")


@claim(r"Nothing may be sold now: no money is missing|In an operating round nothing is sold")
def nothing_missing(t: Table) -> Verdict:
    if "In an operating round" in t.said:
        return t.s.round == "operating"
    if t.counted(t.company) or t.cheapest is None:
        return True
    return True if t.cheapest <= t.cash(t.company) + t.cash(t.director) else no_route(t)


def no_route(t: Table) -> Verdict:
    """Whether no track joins a station of the company on turn to another stop."""
    return len(t.arrives(t.company)[1]) < 2 or None


@claim(r"You are not bankrupt: .* needs no money of yours")
def nothing_needed(t: Table) -> Verdict:
    if t.counted(t.company) or t.cheapest is None or t.cheapest <= t.cash(t.company):
        return True
    return no_route(t)


@claim(r"You are not bankrupt")
def not_bankrupt(t: Table) -> Verdict:
    if t.counted(t.company) or t.cheapest is None or t.cheapest <= t.cash(t.company) + t.cash(t.director):
        return True
    worth = sum(t.held(name) * t.price(name) // 10 for name in t.s.shares if name in t.s.cell)
    return True if worth > 0 else no_route(t)


@claim(r"In the basic game no shares are sold")
def basic(t: Table) -> Verdict:
    return t.game.options["scenario"] == "none" and t.kind in (*SELL, "bankrupt")


@claim(r"has earned nothing that it could pay out")
def nothing_earned(t: Table) -> Verdict:
    return t.kind == "pay_out" and t.s.revenue == 0


@claim(r"Pay out the whole revenue or withhold the whole")
def whole_revenue(t: Table) -> Verdict:
    return t.kind not in ("pay_out", "withhold")
