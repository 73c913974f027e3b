"""Laws of trains on credit, tokens and rounds in 1853."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.audit import among, once
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.ruleset import Ruleset1853
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.trains import is_metre, is_small


def train_form(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """Only names of the game stand there."""
    mine = own(s)
    yield from among("credit", mine.credit, list(t.companies))
    yield from among("credit", mine.credit.values(), list(t.trains))
    yield from once(
        "tokens_spent", mine.tokens_spent, [name for name in t.companies if t.company(name).size != "large"]
    )


def train_laws(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """One sentence for each law that is broken."""
    mine = own(s)
    settling = {frame.who for frame in s.todo if frame.step == "settle_train"}
    for company, train in mine.credit.items():
        if s.trains[company] != (train,):
            yield f"{company}: the train on credit is its only one"
        if company in s.director and company not in settling:
            yield f"{company}: only a company without a director has a train on credit"
    for company in mine.tokens_spent:
        if not is_small(t, s, company) or company not in s.floated:
            yield f"{company}: only a small company that has started has spent a token"
    yield from _metre(t, s)
    if mine.small_started and not s.stock_rounds:
        yield "small companies start in the first stock round at the earliest"
    longest = t.phases[s.phase].rounds + t.operating_rules.extra_rounds
    if s.round == "operating" and s.set_length > (longest if mine.extra_round else longest - 1):
        yield "a set is as long as the phase said when it began, and one round longer if the elephant called it"
    if mine.extra_round and (s.round != "operating" or s.set_round != s.set_length):
        yield "the extra round is the last one of a set"


def _metre(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """Which companies can own the metre version of a card."""
    versions = {name for name, facts in t.trains.items() if facts.card}
    for company, trains in s.trains.items():
        if not versions.isdisjoint(trains) and not is_small(t, s, company):
            yield f"{company}: only small companies own a {' or '.join(sorted(versions))}"
    owned = {train for trains in (s.train_pool, *s.trains.values()) for train in trains}
    if owned & versions and not own(s).small_started:
        yield "there are such trains only if a small company started in the first stock round"
    for name in owned:
        if is_metre(t, name) and name not in versions and not _could_be_owned(t, s, name):
            yield f"train {name}: it is not on sale yet"


def _could_be_owned(t: Ruleset1853, s: RailState, train: str) -> bool:
    """Whether a metre train is on sale, or is of the next phase, for which tokens were spent."""
    opened = t.ordinal[t.begins[t.trains[train].after]]
    return opened <= t.ordinal[s.phase] or (opened == t.ordinal[s.phase] + 1 and bool(own(s).tokens_spent))
