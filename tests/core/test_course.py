"""The course of a match: rounds and turns, found once, kept, and cut with the log."""

from random import Random

from stellwerk.core.course import MOST, Course
from stellwerk.core.game import Chapter, Game, Words
from stellwerk.core.match import Match
from tests.web.late import BANK, recorded
from tests.web.scenes import match_of, play


def read(match: Match, course: Course | None = None) -> Course:
    course = course or Course()
    course.read(match.game, ((ply, match.at(ply), match.log[ply]) for ply in range(course.far, match.ply)))
    return course


def told(course: Course) -> tuple[object, ...]:
    return course.rounds, course.turns, course.far, course.kept


def test_rounds_of_an_18xx_game_are_those_of_its_positions() -> None:
    """A round begins with the position in which its first action is done, and ends where the next one begins."""
    match = recorded(BANK)
    course = read(match)
    where = [(s.round, s.stock_rounds, s.set_round if s.round == "operating" else 0) for s in match.states]
    began = [ply for ply in range(match.ply) if ply == 0 or where[ply] != where[ply - 1]]
    assert [one.first for one in course.rounds] == began
    ends = list(course.finished(match.ply, match.state))
    assert [end.last for end in ends] == [*began[1:], match.ply]
    assert all(end.state == match.at(end.last) for end in ends)
    assert sum(len(end.turns) for end in ends) == len(course.turns)


def test_the_turns_of_an_operating_round_are_those_of_its_companies() -> None:
    match = recorded(BANK)
    course = read(match)
    operating = [one for one in course.rounds if one.name and one.name.key == "head.operating"]
    for one in operating[::6]:
        companies = [turn.chapter.turn.data["company"] for turn in course.turns_in(one) if turn.chapter.turn]
        assert len(companies) == len(set(companies)) == len(course.turns_in(one)) > 0
        for turn in course.turns_in(one):
            assert course.turn_of(turn.first) == turn
            assert course.round_of(turn.first) == one


def test_a_game_without_rounds_is_counted_by_who_has_the_turn_again() -> None:
    match = match_of(seats=4)
    play(match, Random(3), 60)
    course = read(match)
    for one in course.rounds[1:-1]:
        seats = [turn.chapter.seat for turn in course.turns_in(one)]
        assert sorted(seats) == [0, 1, 2, 3]


def test_reading_on_after_a_cut_gives_the_same_as_reading_all() -> None:
    for match in (recorded(BANK), match_of(seats=3)):
        play(match, Random(5), 40) if not match.over else None
        whole = read(match)
        for ply in (0, 1, match.ply // 3, match.ply // 2, match.ply - 1):
            again = whole.until(ply)
            assert again.far == ply
            assert told(again) == told(read(match.until(ply)))
            assert told(read(match, again)) == told(whole)


def test_positions_of_very_many_rounds_are_thinned_out_and_the_last_ones_stay() -> None:
    match = match_of(seats=3)

    class Many(type(match.game)):  # type: ignore[misc]
        def chapter(self, before: object, a: object) -> Chapter:
            return Chapter(Words("round", (next(numbers),)), None, 0)

    numbers = iter(range(10_000))
    game: Game = match.game.__class__.__new__(Many)  # type: ignore[type-arg]
    course = Course()
    course.read(game, ((ply, match.at(0), match.log[0]) for ply in range(10_000)))
    assert len(course.rounds) == 10_000
    assert MOST <= course.kept <= 2 * MOST
    assert list(course.finished(10_000, match.state))[-2].round.number == 9_999
