"""Ratings explain results by strengths: they find those that made the results, whatever the order of the games."""

from math import log
from random import Random

import pytest

from stellwerk.bots.arena import Record
from stellwerk.bots.rating import MIDDLE, SCALE, expected, ratings


def game(seats: tuple[str, ...], scores: tuple[int, ...], number: int = 0) -> Record:
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Record(number, seats, 1, 1, scores, winners, "end")


def drawn(strengths: dict[str, float], seats: tuple[str, ...], rng: Random) -> tuple[int, ...]:
    """Scores of a game in which places are drawn in proportion to strengths."""
    left, scores = list(range(len(seats))), [0] * len(seats)
    for points in range(len(seats), 0, -1):
        [seat] = rng.choices(left, [strengths[seats[seat]] for seat in left])
        scores[seat] = points
        left.remove(seat)
    return tuple(scores)


def test_of_two_bots_the_rating_is_the_logarithm_of_their_victories() -> None:
    records = [game(("a", "b"), (1, 0))] * 299 + [game(("a", "b"), (0, 1))] * 99
    rated = ratings(records)
    assert list(rated) == ["a", "b"]
    # Where two divide n games, and each has won and lost once against strength 1, strengths are reciprocal; the
    # condition for the best w is 299 + 1 = 398 w² / (w² + 1) + 2 w / (w + 1).
    w = 3.0**0.5
    for _ in range(100):
        w = 300 / (398 * w / (w * w + 1) + 2 / (w + 1))
    assert rated["a"].points == pytest.approx(MIDDLE + SCALE * log(w), abs=0.01)
    assert rated["b"].points == pytest.approx(MIDDLE - SCALE * log(w), abs=0.01)
    assert expected(rated, "a", ["b"]) == pytest.approx(300 / 400, abs=0.01)


def test_strengths_that_made_the_results_are_found_within_their_margins() -> None:
    true = {"weak": 0.3, "middle": 1.0, "strong": 4.0}
    rng = Random(5)
    tables = [("weak", "middle", "strong", "middle"), ("strong", "weak", "weak"), ("middle", "strong")]
    records = [game(seats, drawn(true, seats, rng)) for seats in tables * 400]
    rated = ratings(records)
    assert list(rated) == ["strong", "middle", "weak"]
    for one, other in (("strong", "middle"), ("middle", "weak")):
        found = rated[one].points - rated[other].points
        assert abs(found - SCALE * log(true[one] / true[other])) < rated[one].margin + rated[other].margin
    assert all(0 < rating.margin < 40 for rating in rated.values())


def test_the_order_of_games_and_seats_does_not_matter() -> None:
    records = [game(("a", "b", "c"), (3, 2, 1)), game(("c", "b", "a"), (5, 5, 1)), game(("b", "c", "a"), (0, 9, 2))]
    turned = [game(record.seats[::-1], record.scores[::-1]) for record in records[::-1]]
    one, other = ratings(records), ratings(turned)
    assert list(one) == list(other)
    for name, rating in one.items():
        assert rating.points == pytest.approx(other[name].points)


def test_bots_that_are_always_level_are_rated_alike_and_few_games_say_little() -> None:
    rated = ratings([game(("a", "b"), (1, 1))] * 5)
    assert rated["a"].points == pytest.approx(rated["b"].points)
    more = ratings([game(("a", "b"), (1, 0)), game(("a", "b"), (0, 1))] * 50)
    assert more["a"].margin < rated["a"].margin


def test_a_bot_that_never_loses_has_a_finite_rating_that_grows_with_its_games() -> None:
    few, many = (ratings([game(("a", "b", "b"), (1, 0, 0))] * count)["a"].points for count in (5, 50))
    assert MIDDLE < few < many < MIDDLE + 2000


def test_a_winner_counts_as_first_whatever_the_scores() -> None:
    bankrupt = Record(0, ("a", "b"), 1, 1, (5, 9), (0,), "bankrupt")
    rated = ratings([bankrupt] * 10)
    assert rated["a"].points > rated["b"].points


def test_who_meets_only_itself_stays_in_the_middle() -> None:
    assert ratings([game(("a", "a"), (2, 1))] * 9) == {}
