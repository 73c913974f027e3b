"""Second reading of 3.4 and 4.8: trains that a company of 1853 may buy at the end of its turn."""

from __future__ import annotations

from typing import Final

from stellwerk.games.g1853.state import State1853

PRICES: Final = {"2": 300, "1M": 180, "3": 440, "4": 620, "5": 830, "6": 1050, "2M": 250, "3M": 430, "4M": 590}
LIMITS: Final = {"2": 4, "3": 4, "4": 3, "5": 2}
METRE: Final = {"2M": "3", "3M": "4", "4M": "5"}
"""By metre train the phase that puts it on sale."""

LEAST: Final = 10
"""4.8.9a: the lowest price between companies."""

Deal = tuple[object, ...]


def is_small(s: State1853, company: str) -> bool:
    return company in ("MSM", "SIR", "ECR", *s.small)


def first_round(s: State1853) -> bool:
    return (s.stock_rounds, s.set_round) == (1, 1)


def new(s: State1853) -> list[str]:
    """4.8.3, 4.8.11 to 4.8.13, 4.8.16, 4.8.17: what the bank sells."""
    left = [train for train in "23456" if s.depot[train]]
    found = left[:1]
    if s.phase == "5" and s.depot["6"]:
        found.append("6")
    if not s.depot["2"] and s.small_started and first_round(s) and s.phase == "2":
        found.append("2")
    if "2" in found and s.small_started:
        found.append("1M")
    return list(dict.fromkeys(found)) + [metre for metre, phase in METRE.items() if s.phase >= phase and s.depot[metre]]


def may_own(s: State1853, company: str, train: str) -> bool:
    """4.8.15, 4.8.18: who may buy metre trains."""
    return not train.endswith("M") or is_small(s, company) or (train != "1M" and s.phase >= "3")


def options(s: State1853, company: str, seat: int) -> set[Deal]:
    """All purchases; prices between companies as the lowest and the highest."""
    found: set[Deal] = {("pass_trains",)}
    if company in s.credit:
        return found
    cash, trains = s.cash[company], s.trains[company]
    money = cash + s.cash[f"P{seat}"]
    supply = new(s)
    if len(trains) < LIMITS[s.phase]:
        stock = [("bank", train) for train in supply] + [("pool", train) for train in set(s.train_pool)]
        for source, train in stock:
            if PRICES[train] <= money and may_own(s, company, train):
                found.add(("buy_train", source, train, PRICES[train]))
        for other, owned in s.trains.items():
            for train in owned if other != company and other not in s.credit and money >= LEAST else ():
                if may_own(s, company, train):
                    found.add(("buy_train", other, train, LEAST, money))
        found |= token(s, company, money, supply)
    if company not in s.director and not trains:
        on_credit = (t for t in supply if PRICES[t] > cash and may_own(s, company, t))
        found |= {("buy_on_credit", train) for train in on_credit}
    return found


def token(s: State1853, company: str, money: int, supply: list[str]) -> set[Deal]:
    """4.8.19, R-49: while no metre train is on sale a small company may take one of the next phase, once."""
    later = [train for train, phase in METRE.items() if phase > s.phase]
    on_sale = any(train.endswith("M") for train in (*supply, *s.train_pool))
    if not is_small(s, company) or company in s.tokens_spent or first_round(s) or on_sale or not later:
        return set()
    train = later[0]
    return {("use_token", train)} if s.depot[train] and PRICES[train] <= money else set()
