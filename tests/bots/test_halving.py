"""Sequential halving: within its budget, fair to all candidates, and right where the answer is plain."""

from collections import Counter

import pytest

from stellwerk.bots.planner.halving import ranked


@pytest.mark.parametrize("candidates", [1, 2, 3, 7, 16])
@pytest.mark.parametrize("rollouts", [1, 10, 64, 200])
def test_it_keeps_within_its_budget_and_tries_everybody(candidates: int, rollouts: int) -> None:
    played = Counter[int]()

    def play(candidate: int, luck: int) -> tuple[float, float]:
        played[candidate] += 1
        return float(candidate), float(luck)

    trials = ranked(range(candidates), play, rollouts)
    assert len(trials) == len(played) == candidates
    assert played.total() <= max(rollouts, candidates)


def test_candidates_of_a_round_meet_the_same_lucks() -> None:
    met: dict[str, list[int]] = {"good": [], "bad": [], "worse": []}

    def play(candidate: str, luck: int) -> tuple[float, float]:
        met[candidate].append(luck)
        return float(candidate == "good"), 0.0

    best, *others = ranked(("bad", "good", "worse"), play, 40)
    assert best.candidate == "good"
    for trial in others:
        lucks = met[trial.candidate]
        assert lucks == met["good"][: len(lucks)]
    assert len(met["good"]) > len(met["worse"])


def test_of_equals_the_first_stays_first() -> None:
    trials = ranked("abcd", lambda _candidate, _luck: (1.0, 5.0), 32)
    assert trials[0].candidate == "a"
    assert trials[0].score == 5.0
