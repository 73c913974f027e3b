"""Whose bot thinks next: people first, fair turns, and a pause of its own for what fails."""

from collections import Counter

from stellwerk.server.agenda import LONGEST_PAUSE, TROUBLE_PAUSE, TURN, Agenda
from stellwerk.server.store.queue import Due


def agenda(*matches: str, watched: str = "") -> Agenda:
    """Matches whose names begin with P have people in them."""
    made = Agenda(lambda match: match == watched)
    made.add((Due(match, 0.0, match.startswith("P")) for match in matches), 0.0)
    return made


def turn(a: Agenda, now: float = 0.0) -> str | None:
    """Who has the next turn, which is over at once."""
    item = a.next(now)
    if item is None:
        return None
    item.busy = False
    return item.match


def test_equal_matches_have_equally_many_turns() -> None:
    a = agenda("a", "b", "c")
    turns = Counter(turn(a) for _ in range(30 * TURN))
    assert set(turns) == {"a", "b", "c"}
    assert max(turns.values()) - min(turns.values()) <= 1


def test_a_match_with_people_comes_first_and_one_that_is_looked_at_before_its_like() -> None:
    a = agenda("a", "b", "P1", "P2", watched="P2")
    assert [a.next(0.0).match for _ in range(4)] == ["P2", "P1", "a", "b"]  # type: ignore[union-attr]
    b = agenda("a", "b", "P1", watched="b")
    assert [b.next(0.0).match for _ in range(3)] == ["P1", "b", "a"]  # type: ignore[union-attr]


def test_whoever_has_waited_the_longest_has_a_turn_now_and_then_however_many_people_play() -> None:
    a = agenda("a", "P1", "P2", "b")
    turns = Counter(turn(a) for _ in range(10 * TURN))
    assert turns["a"] == turns["b"] == 5
    assert turns["P1"] + turns["P2"] == 10 * TURN - 10


def test_a_match_in_which_a_bot_thinks_is_not_asked_for_another_move() -> None:
    a = agenda("a")
    assert a.next(0.0) is not None
    assert a.next(0.0) is None


def test_while_this_process_rests_only_people_have_turns() -> None:
    a = agenda("a", "P")
    assert [getattr(a.next(0.0, people=True), "match", None) for _ in range(2)] == ["P", None]


def test_what_fails_again_and_again_is_left_alone_for_longer_and_longer() -> None:
    a = agenda("broken", "good")
    item = a.items["broken"]
    now, pauses = 0.0, []
    for _ in range(12):
        pauses.append(a.failed(item, now))
        assert turn(a, now) == "good", "others have their turns meanwhile"
        now += pauses[-1]
        assert "broken" in [turn(a, now), turn(a, now)], "it is tried again"
    assert pauses == sorted(pauses)
    assert pauses[:3] == [1.0, 2.0, 4.0]
    assert pauses[-1] == LONGEST_PAUSE
    a.moved(item, now)
    assert a.failed(item, now) == 1.0, "after a move all is forgotten"


def test_where_the_database_is_to_blame_the_pauses_stay_short() -> None:
    a = agenda("a")
    assert max(a.failed(a.items["a"], 0.0, TROUBLE_PAUSE) for _ in range(9)) == TROUBLE_PAUSE


def test_a_match_in_which_something_happens_gets_another_chance_at_once() -> None:
    a = agenda("a")
    a.failed(a.items["a"], 0.0)
    assert turn(a) is None
    assert a.changed("a", 0.0)
    assert turn(a) == "a"
    assert not a.changed("unknown", 0.0)


def test_matches_that_fail_take_no_place_away() -> None:
    a = agenda("a", "b")
    a.failed(a.items["a"], 0.0)
    assert (len(a), a.at_hand()) == (2, 1)
