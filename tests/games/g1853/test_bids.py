"""Chapter 2: capital, bonds and the order of seats, and what a bid may hold."""

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.choice import Range
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.eighteen.state import BANK
from stellwerk.games.g1853.game import TITLE
from tests.games.g1853.positions import CITY, GAME, India, act, bidding, fresh, pick
from tests.marks import rule

ULRICH, HELMUT, BERND = 0, 1, 2
"""The players of the book's example; Ulrich has the highest bond."""


# --- before the bids -------------------------------------------------------------------------------------


@rule(GAME, "1.intro.2")
def test_three_to_six_players() -> None:
    assert list(TITLE.seats) == [3, 4, 5, 6]
    for seats in (2, 7):
        with pytest.raises((RuleError, Malformed)):
            TITLE.game(seats, {})


@rule(GAME, "2.3a", "R-02", "1.money.1")
@pytest.mark.parametrize(("seats", "capital"), [(3, 730), (4, 570), (5, 570), (6, 510)])
def test_the_capital_of_all_players_comes_out_of_the_bank(seats: int, capital: int) -> None:
    t = fresh(seats)
    assert [t.money(seat) for seat in range(seats)] == [capital] * seats
    assert t.money(BANK) == 15000 - seats * capital
    assert sum(t.s.cash.values()) == 15000 == 17760 - 2500 - 200 - 60


@rule(GAME, "R-02")
def test_the_bank_of_three_players_after_the_deal() -> None:
    assert fresh(3).money(BANK) == 12810


@rule(GAME, "1.money.2")
def test_a_bank_of_another_size() -> None:
    assert fresh(3, bank_size="12000").money(BANK) == 9810


@rule(GAME, "2.4", "R-06")
def test_a_short_game() -> None:
    assert fresh(3, short_game="true").money(BANK) == 7810
    assert fresh(3, short_game="true", bank_size="12000").money(BANK) == 9810


@rule(GAME, "2.3b")
def test_every_bond_can_be_paid_with_the_notes_that_are_dealt() -> None:
    """No change is needed for any multiple of ten, which is why bonds are such multiples (R-05)."""
    dealt = {3: {100: 6, 50: 1, 20: 2, 10: 4}, 4: {100: 3, 50: 3, 20: 4, 10: 4}, 6: {100: 3, 50: 2, 20: 4, 10: 3}}
    for seats, notes in dealt.items():
        sums = {0}
        for note, count in notes.items():
            sums = {total + note * n for total in sums for n in range(count + 1)}
        (hole,) = fresh(seats).offers("write_bond", seat=0)[0]
        assert max(sums) == fresh(seats).money(0)
        assert set(hole.values()) <= sums


@rule(GAME, "2.1a")
def test_what_lies_on_the_table_at_first() -> None:
    t = fresh(4)
    assert not t.s.director
    assert all(t.s.shares[company][t.numbers.bank_index][0] == 20 for company in t.numbers.companies)
    assert (t.s.phase, t.s.depot["2"], t.s.tiles) == ("1", 6, {})


# --- bonds -----------------------------------------------------------------------------------------------


@rule(GAME, "2.5.2a", "2.5.2b", "R-05")
@pytest.mark.parametrize(("seats", "least", "cash"), [(3, 80, 730), (4, 60, 570), (5, 60, 570), (6, 60, 510)])
def test_everybody_writes_a_bond_at_once(seats: int, least: int, cash: int) -> None:
    t = fresh(seats)
    assert t.game.owing(t.s) == list(range(seats))
    assert t.choices() == [(seat, "write_bond", (Range(least, cash, 10),)) for seat in range(seats)]
    t.refused(act(1, "write_bond", least - 10), "2.5.2b", least=least)
    t = t.play(act(2, "write_bond", least))
    assert t.game.owing(t.s) == [seat for seat in range(seats) if seat != 2]
    t.refused(act(2, "write_bond", 100), "2.5.2a")
    t.refused(pick(0, "Delhi", "EIR"), "2.5.2a")


@rule(GAME, "R-05")
def test_the_step_of_bonds() -> None:
    fresh(3).refused(act(0, "write_bond", 85), "R-05")
    fresh(3).refused(act(0, "write_bond", 740), "R-05")
    assert fresh(3, bond_step="1").may(act(0, "write_bond", 85))
    fresh(3, bond_step="1").refused(act(0, "write_bond", 731), "R-05")


@rule(GAME, "2.5.3a", "2.5.3c", "2.5.3d", "2.5.x1", "1.elephant.1")
def test_the_highest_bond_sits_first_and_has_the_elephant() -> None:
    """Helmut 100, Bernd 90, Ulrich 130."""
    helmut, bernd, ulrich = 0, 1, 2
    t = bidding(100, 90, 130)
    assert t.s.seating == (ulrich, helmut, bernd)
    assert t.s.priority == ulrich
    assert t.turn == ("pick_cities", ulrich)
    assert [t.money(seat) for seat in (helmut, bernd, ulrich)] == [630, 640, 600]
    assert t.money(BANK) == 12810


@rule(GAME, "2.5.3b")
def test_lots_decide_among_equal_bonds() -> None:
    t = fresh(4).play(*(act(seat, "write_bond", bond) for seat, bond in enumerate((80, 100, 80, 100))))
    assert t.game.owing(t.s) == [CHANCE]
    t = t.play(act(CHANCE, "draw_order", (3, 1))).play(act(CHANCE, "draw_order", (0, 2)))
    assert (t.s.seating, t.s.priority, t.turn) == ((3, 1, 0, 2), 3, ("pick_cities", 3))


@rule(GAME, "2.5.3b")
def test_the_lots_follow_from_the_seed() -> None:
    drawn = set()
    for seed in range(12):
        logs = []
        for _ in range(2):
            match = Match(new_header(GAME, [Seat("A"), Seat("B"), Seat("C")], seed=f"lots {seed}"))
            for seat in range(3):
                match.play(act(seat, "write_bond", 100 if seat < 2 else 90))
            logs.append(match.log)
        assert logs[0] == logs[1]
        assert logs[0][-1].args[0] in ((0, 1), (1, 0))
        drawn.add(logs[0][-1].args)
    assert len(drawn) == 2


def test_chance_has_nothing_to_do_where_no_bonds_are_equal() -> None:
    assert bidding(100, 90, 130).turn[0] == "pick_cities"


# --- picking ---------------------------------------------------------------------------------------------


@rule(GAME, "2.5.4a", "2.5.5", "2.5.x2")
def test_the_first_picks_of_the_example() -> None:
    t = bidding(130, 100, 90).play(
        pick(ULRICH, "Calcutta", "EIR"),
        pick(HELMUT, "Bombay", "BBCI"),
        pick(BERND, "Lahore", "NWR"),
        pick(ULRICH, "Patna", "EIR"),
    )
    assert t.turn == ("pick_cities", HELMUT)
    assert t.mine.taken == (("EIR", "EIR"), ("BBCI",), ("NWR",))
    assert (t.holding("EIR", ULRICH), t.holding("BBCI", HELMUT), t.holding("NWR", BERND)) == (20, 10, 10)
    t.refused(pick(BERND, "Multan", "NWR"), "2.5.4a")


def ulrich_picks(*cities: tuple[str, str], bonds: tuple[int, int, int] = (130, 100, 90)) -> India:
    """The others note what is nobody's business."""
    t = bidding(*bonds)
    others = [("Multan", "NWR"), ("Jaipur", "BBCI"), ("Nagpur", "BNR"), ("Mysore", "SIR")]
    for place, (city, company) in enumerate(cities):
        t = t.play(pick(0, city, company), pick(1, *others[place]), pick(2, *others[place]))
    return t


@rule(GAME, "2.5.x3", "2.5.7a", "2.5.x4", "2.5.1", "2.5.9a", "2.7.1")
def test_ulrich_uses_up_his_bond() -> None:
    t = ulrich_picks(("Calcutta", "EIR"), ("Patna", "EIR"))
    t.refused(pick(0, "Lucknow", "EIR"), "2.5.7a", hex=CITY["Lucknow"])
    t.refused(pick(0, "Benares", "EIR"), "2.5.7a")
    assert not t.offers("pick", CITY["Allahabad"])
    t = ulrich_picks(("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"))
    assert t.may(pick(0, "Jaipur", "BBCI"))
    t = ulrich_picks(("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"), ("Jaipur", "BBCI"))
    assert t.mine.taken[0] == ("EIR", "EIR", "EIR", "BBCI")
    assert (t.holding("EIR", 0), t.holding("BBCI", 0)) == (30, 10)
    t.refused(pick(0, "Lahore", "NWR"), "2.5.9b", cost=20, left=0)
    assert t.may(act(0, "close_bid"))


@rule(GAME, "2.5.1", "2.5.9b", "R-09")
def test_cities_worth_130_need_a_bond_of_130() -> None:
    t = ulrich_picks(("Calcutta", "EIR"), ("Patna", "EIR"), bonds=(120, 100, 90))
    t.refused(pick(0, "Delhi", "EIR"), "2.5.9b", left=10, count=1)
    assert t.may(pick(0, "Madras", "SIR"))


@rule(GAME, "2.5.9b", "R-09")
def test_enough_must_be_left_for_the_least_number_of_cities() -> None:
    bidding(80, 80, 80).refused(pick(0, "Calcutta", "EIR"), "2.5.9b", left=30, count=3)
    t = bidding(100, 80, 80)
    t.refused(pick(0, "Calcutta", "EIR"), "2.5.9b", left=50, count=3)
    assert t.may(pick(0, "Bombay", "GIP"))


@rule(GAME, "2.5.x5", "2.5.10a", "2.5.5")
def test_the_shares_of_a_city() -> None:
    t = bidding(130, 100, 90)
    assert t.offers("pick", CITY["Delhi"]) == [("EIR",), ("GIP",), ("NWR",), ("BBCI",)]
    assert t.may(pick(0, "Lahore", "NWR"))
    t.refused(pick(0, "Lahore", "SIR"), "2.5.5", hex=CITY["Lahore"], company="SIR")
    t.refused(act(0, "pick", CITY["Delhi"], "EIR", "GIP"), "2.5.10a")
    after = t.play(pick(0, "Delhi", "EIR"))
    assert [after.holding(company, 0) for company in ("EIR", "GIP", "NWR", "BBCI")] == [10, 0, 0, 0]


@rule(GAME, "2.5.8")
def test_small_towns_are_not_bid() -> None:
    bidding(130, 100, 90).refused(act(0, "pick", "G15", "EIR"), "2.5.8", hex="G15")


@rule(GAME, "2.5.9a")
def test_what_cities_count() -> None:
    cities = fresh(4).numbers.contracts.cities
    dear = {"Calcutta": 50, "Bombay": 40, "Delhi": 40, "Madras": 30, "Waltair": 30}
    assert {name: cities[hex_].value for name, hex_ in CITY.items()} == {name: dear.get(name, 20) for name in CITY}
    assert len(cities) == 23


@rule(GAME, "2.5.10b", "R-10")
def test_a_city_stands_once_on_a_note_and_on_as_many_notes_as_players_like() -> None:
    t = bidding(170, 100, 90).play(pick(0, "Delhi", "EIR"), pick(1, "Delhi", "GIP"), pick(2, "Lahore", "NWR"))
    t.refused(pick(0, "Delhi", "NWR"), "2.5.10b", hex=CITY["Delhi"])


@rule(GAME, "R-10")
def test_there_are_eight_shares_before_a_director_is_named() -> None:
    t = bidding(200, 190, 180, 170)
    for city in ("Delhi", "Patna"):
        t = t.play(*(pick(seat, city, "EIR") for seat in range(4)))
    assert t.in_bank("EIR") == 20
    t.refused(pick(0, "Calcutta", "EIR"), "R-10")
    assert t.may(pick(0, "Calcutta", "BNR"))


@rule(GAME, "2.5.6", "2.5.4d")
@pytest.mark.parametrize(("seats", "most"), [(3, 6), (4, 6), (5, 5), (6, 4)])
def test_the_most_cities(seats: int, most: int) -> None:
    """With all of them anything may be left of a bond, and one more is refused."""
    bonds = [300, *range(200, 200 - 10 * (seats - 1), -10)]
    t = bidding(*bonds)
    cities = [("Lahore", "NWR"), ("Jaipur", "BBCI"), ("Nagpur", "BNR"), ("Mysore", "SIR"), ("Bangalore", "MSM")]
    for city, company in [*cities, ("Cawnpore", "GIP")][:most]:
        t = t.play(*(pick(seat, city, company) for seat in range(seats)))
    t.refused(pick(0, "Waltair", "ECR"), "2.5.6", most=most)
    assert t.choices() == [(0, "close_bid", ())]


def with_three(bond: int, *cities: tuple[str, str], seats: int = 4) -> India:
    """Seat 0 has noted these cities, everybody else some others, and it is on turn again."""
    bonds = [bond, *(80 for _ in range(seats - 1))] if bond >= 80 else [60] * seats
    t = bidding(*bonds)
    others = [("Lahore", "NWR"), ("Jaipur", "BBCI"), ("Nagpur", "BNR"), ("Mysore", "SIR")]
    for place, (city, company) in enumerate(cities):
        t = t.play(pick(0, city, company), *(pick(seat, *others[place]) for seat in range(1, seats)))
    return t


@rule(GAME, "2.5.4c")
def test_nobody_passes_below_the_least_number() -> None:
    t = with_three(130, ("Lahore", "NWR"), ("Multan", "NWR"), ("Karachi", "NWR"), seats=3)
    t.refused(act(0, "close_bid"), "2.5.4c", least=4, count=3)


@rule(GAME, "2.5.4d", "2.5.6")
def test_nobody_passes_with_40_left() -> None:
    four = (("Lahore", "NWR"), ("Multan", "NWR"), ("Karachi", "NWR"), ("Peshawar", "NWR"))
    with_three(120, *four, seats=3).refused(act(0, "close_bid"), "2.5.4d", left=40, most=6)
    assert with_three(110, *four, seats=3).may(act(0, "close_bid"))


@rule(GAME, "2.5.7b", "R-08")
def test_a_bid_of_three_has_one_city_of_the_valley_and_perhaps_calcutta() -> None:
    assert with_three(110, ("Patna", "EIR"), ("Calcutta", "EIR"), ("Delhi", "EIR")).may(act(0, "close_bid"))
    t = with_three(100, ("Patna", "EIR"), ("Benares", "EIR"), ("Delhi", "EIR"))
    t.refused(act(0, "close_bid"), "2.5.7b")
    assert t.may(pick(0, "Lahore", "NWR"))


@rule(GAME, "R-08", "2.5.7b")
def test_two_of_the_valley_need_a_fourth_city() -> None:
    t = with_three(60, ("Patna", "EIR"))
    t.refused(pick(0, "Benares", "EIR"), "R-08", hex=CITY["Benares"], left=20, count=2)
    t = with_three(80, ("Patna", "EIR"))
    assert t.may(pick(0, "Benares", "EIR"))
    t = with_three(80, ("Patna", "EIR"), ("Benares", "EIR"))
    t.refused(pick(0, "Bombay", "GIP"), "R-08", left=0, count=1)
    t.refused(pick(0, "Madras", "SIR"), "R-08", left=10, count=1)
    t = with_three(80, ("Patna", "EIR"), ("Benares", "EIR"), ("Nagpur", "BNR"))
    t.refused(act(0, "close_bid"), "2.5.7b")
    assert t.may(pick(0, "Lahore", "NWR"))


@rule(GAME, "R-07", "2.5.4e", "2.5.11")
def test_a_pass_is_final_and_the_last_one_ends_the_picks() -> None:
    three = [("Lahore", "NWR"), ("Multan", "NWR"), ("Karachi", "NWR")]
    t = with_three(110, *three)
    t = t.play(pick(0, "Peshawar", "NWR"), act(1, "close_bid"), pick(2, "Ajmer", "BBCI"), pick(3, "Ajmer", "BBCI"))
    t = t.play(act(0, "close_bid"))
    assert t.turn == ("pick_cities", 2)
    t.refused(pick(1, "Delhi", "GIP"), "R-07")
    t = t.play(act(2, "close_bid"))
    assert (t.s.round, t.turn) == ("auction", ("pick_cities", 3))
    t = t.play(act(3, "close_bid"))
    assert (t.s.round, t.s.stock_rounds, t.turn) == ("stock", 1, ("trade_shares", 0))
    t.refused(pick(0, "Delhi", "GIP"), "2.5.11")
    t.refused(act(1, "close_bid"), "2.5.11")
