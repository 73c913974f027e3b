"""variant.1 and variant.2: the bonus for K cities, and the fourth marker of CAR; both are off in this book."""

from __future__ import annotations

import pytest

from tests.games.g1848.lines import earns, on_turn, running
from tests.games.g1848.positions import act, table
from tests.marks import rule

SYDNEY_TO_MELBOURNE = (
    ("F17", "57", 0),
    ("G16", "6", 1),
    ("G14", "57", 1),
    ("G12", "1", 0),
    ("H11", "6", 1),
)
"""Sydney - Wollongong - Canberra - (change) - a town of G12 - Melbourne."""

BOTH_K = [
    ("F17", 6),
    ("F17", 0),
    ("G16", 6),
    ("G16", 1),
    ("G14", 6),
    ("G14", 1),
    ("G12", 7),
    ("G12", 0),
    ("H11", 6),
]

MELBOURNE_TO_ALICE = (
    ("H11", "5", 1),
    ("H9", "57", 1),
    ("H7", "6", 2),
    ("G6", "57", 2),
    ("F5", "57", 2),
    ("E4", "6", 3),
    ("D5", "9", 0),
    ("C6", "8", 0),
    ("B5", "8", 3),
)
"""Melbourne - Geelong - (change) - Mount Gambier - Adelaide - Port Pirie - Port Augusta - Alice Springs."""

BY_ADELAIDE = [
    ("H11", 6),
    ("H11", 1),
    ("H9", 6),
    ("H9", 1),
    ("H7", 6),
    ("H7", 2),
    ("G6", 6),
    ("G6", 2),
    ("F5", 6),
    ("F5", 2),
    ("E4", 6),
    ("E4", 3),
    ("D5", 3),
    ("C6", 2),
    ("B5", 3),
    ("A6", 6),
]


@rule("1848", "variant.1", "R-26")
def test_variant_1_a_train_between_k_cities_earns_a_bonus_only_by_option() -> None:
    """Four cities of 20 and a town of 10."""
    assert earns(running("VR", SYDNEY_TO_MELBOURNE, "5", phase="5"), BOTH_K) == 90
    with_bonus = running("VR", SYDNEY_TO_MELBOURNE, "5", phase="5", k_bonus="true")
    assert earns(with_bonus, BOTH_K) == 90 + 50
    assert earns(with_bonus, BOTH_K[4:]) == 20 + 10 + 20


@rule("1848", "variant.1")
def test_variant_1_not_for_the_ghan() -> None:
    """Melbourne and Adelaide on the way to Alice Springs (60): a diesel earns a bonus, the 2E does not."""
    t = running("VR", MELBOURNE_TO_ALICE, "D", "2E", phase="7", k_bonus="true")
    assert earns(t, BY_ADELAIDE, []) == 6 * 20 + 60 + 50
    assert earns(t, [], BY_ADELAIDE) == 20 + 60


@rule("1848", "variant.1")
@pytest.mark.parametrize(("count", "amount"), [(0, 0), (1, 0), (2, 50), (3, 100), (4, 150), (5, 200)])
def test_variant_1_the_amounts(count: int, amount: int) -> None:
    bonus = table(4, k_bonus="true").game.rules.routes.bonus
    assert bonus.worth(count) == amount
    assert bonus.hexes == {"B19", "D1", "F17", "G6", "H11"}
    assert table(4).game.rules.routes.bonus.worth(count) == 0


CAR_LINE = (("E4", "57", 1), ("E2", "6", 2), ("F5", "6", 2), ("H7", "5", 2))


@rule("1848", "variant.2", "VIII.token.2")
def test_variant_2_car_has_three_markers_or_by_option_four() -> None:
    """Port Augusta, Mount Gambier and Port Pirie are taken; Whyalla would be the fourth."""
    t = on_turn("CAR", CAR_LINE).station("CAR", "F5").station("CAR", "H7").operating("CAR", "place_station")
    assert t.turn[0] != "place_station"
    t.refused(act(0, "station", "E2", 0), "VIII.token.2")
    four = on_turn("CAR", CAR_LINE, car_markers="4").station("CAR", "F5").station("CAR", "H7")
    after = four.operating("CAR", "place_station").play(act(0, "station", "E2", 0))
    assert after.s.stations["E2"] == (("CAR",),)
    assert after.money("CAR") == 500 - 100
