"""Laws of trains, prices and rounds in 1853, held against a plain reading of the book all through games by lot."""

from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.state import own
from tests.games.g1853.positions import GAME, India, table
from tests.marks import rule

PLIES = 150
LIKED = {"buy_train": 4, "use_token": 9, "buy_on_credit": 9, "run": 9, "lay": 3, "pay_out": 2}
STANDARD = ("2", "3", "4", "5", "6")
METRE = {"2M": "3", "3M": "4", "4M": "5"}
"""In which phase metre trains come."""

LIMITS = {"2": 4, "3": 4, "4": 3, "5": 2}
ROUNDS = {"2": 1, "3": 2, "4": 3, "5": 3}
CARDS = {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "2M": 2, "3M": 3, "4M": 2}
MORE = {"2": 1, "2M": 1, "3M": 1}


def midgame(seed: int) -> tuple[India, Random]:
    """Five companies are in operation, and a stock round begins; in every other game a small one started first."""
    rng, t = Random(seed), table(3 + seed % 4)
    t.mine.named, t.mine.small = tuple(t.numbers.companies), ("BBCI",)
    if seed % 2:
        t.small_started()
    for number, company in enumerate(rng.sample(list(t.numbers.companies), 5)):
        t.started(company, {number % t.game.seats: 40, (number + 1) % t.game.seats: 10}, pool=10)
    return t.stock(), rng


def drawn(t: India, rng: Random) -> Action:
    choices = t.choices()
    kinds = sorted({choice.kind for choice in choices})
    kind = rng.choices(kinds, [LIKED.get(kind, 1) for kind in kinds])[0]
    return rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)


def on_sale(s: RailState) -> set[str]:
    """4.8.3, 4.8.11 to 4.8.16, without the first operating round."""
    lowest = next((name for name in STANDARD if s.depot[name]), "")
    found = {lowest} - {""} | {name for name, phase in METRE.items() if s.depot[name] and s.phase >= phase}
    if s.phase == "5" and s.depot["6"]:
        found.add("6")
    return found | {"1M"} if lowest == "2" and own(s).small_started else found


def supply_holds(s: RailState) -> None:
    """T5: no card is made, and none is lost but by a change of phase."""
    owned = [train for trains in (s.train_pool, *s.trains.values()) for train in trains]
    for card, count in CARDS.items():
        out = sum(train == card or (train, card) == ("1M", "2") for train in owned)
        assert out + s.depot[card] <= count + (MORE.get(card, 0) if own(s).small_started else 0)
    assert s.phase < "4" or not {"2", "1M"} & set(owned)
    assert s.phase < "5" or not {"3", "2M"} & set(owned)


def limits_hold(s: RailState) -> None:
    """4.8.5: more trains than the phase allows only while somebody is asked which go back."""
    crowded = [company for company, trains in s.trains.items() if len(trains) > LIMITS[s.phase]]
    assert all(any(frame == ("discard_train", company) for frame in s.todo) for company in crowded)


@rule(GAME, "T5", "T6", "4.8.3a", "4.8.5a", "4.8.12", "4.9b", "4.0a")
@pytest.mark.parametrize("seed", range(4))
def test_trains_and_rounds_by_the_tables_all_through_a_game(seed: int) -> None:
    t, rng = midgame(seed)
    length = 0
    for _ in range(PLIES):
        if not t.s.todo:
            break
        was, t = t.s, t.play(drawn(t, rng))
        s = t.s
        assert set(t.game.flow.on_sale(s)) == on_sale(s)
        supply_holds(s)
        limits_hold(s)
        if s.round == "operating":
            length = ROUNDS[s.phase] if was.round == "stock" else length
            assert s.set_length == length + own(s).extra_round
            assert list(s.roster) == [company for company in t.numbers.companies if company in s.floated]
            assert s.roster[: len(s.acted)] == s.acted
