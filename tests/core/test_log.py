"""A log whose first actions are unread is a list to everybody, and reads no more than is asked for."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.log import BLOCK, Early, Unread, common
from stellwerk.core.match import Match
from stellwerk.core.registry import title
from stellwerk.testing import play_out

LONG = 3 * BLOCK + 40
LATE = 20


def number(place: int) -> Action:
    return Action(place % 3, "step", (place,))


class Source:
    """Makes the first actions of a log, and counts which were asked for."""

    def __init__(self, count: int = LONG) -> None:
        self.asked: list[int] = []
        self.log = Unread(Early(count, self.read), [number(place) for place in range(count, count + LATE)])
        self.plain = [number(place) for place in range(count + LATE)]

    def read(self, places: Sequence[int]) -> list[Action]:
        self.asked += places
        return [number(place) for place in places]


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_done_with_it_it_is_the_list(seed: int) -> None:
    rng, source = Random(seed), Source()
    logs = [(source.log, source.plain)]
    for _ in range(60):
        log, plain = rng.choice(logs)
        start, stop = (rng.choice((None, rng.randint(-LONG, LONG + 2 * LATE))) for _ in range(2))
        part = slice(start, stop, rng.choice((None, 1, 7, -1)))
        match rng.randrange(6):
            case 0:
                log.append(number(-1))
                plain.append(number(-1))
            case 1:
                cut = rng.randint(max(0, len(plain) - 2 * BLOCK), len(plain))
                del log[cut:]
                del plain[cut:]
            case 2:
                logs.append((log.copy(), plain.copy()))
            case 3:
                assert log[part] == plain[part]
            case 4 if plain:
                place = rng.randrange(-len(plain), len(plain))
                assert log[place] == plain[place]
            case _:
                assert (len(log), bool(log)) == (len(plain), bool(plain))
    for log, plain in logs:
        assert log == plain
        assert plain == log
        assert [*log] == plain
        assert [*reversed(log)] == plain[::-1]
        assert pickle.loads(pickle.dumps(log)) == plain
    assert len(source.asked) == len(set(source.asked)), "nothing is read twice"


def test_its_end_and_its_length_need_no_reading() -> None:
    source = Source()
    log = source.log
    copy = log.copy()
    copy.append(number(7))
    del copy[LONG + 3 :]
    assert (len(copy), copy[-1], log[-LATE:]) == (LONG + 3, number(LONG + 2), source.plain[LONG:])
    assert common(log, copy) == LONG + 3
    assert log[LONG:] == source.plain[LONG:]
    assert log[LONG + LATE + 5 :] == []
    assert log[9:3] == []
    assert source.asked == []
    assert log[LONG - 1] == number(LONG - 1)
    assert source.asked == [*range(3 * BLOCK, LONG)]


def test_it_is_cut_at_its_end_alone_and_no_place_lies_outside_it() -> None:
    log = Source().log
    with pytest.raises(IndexError):
        del log[3:5]
    for place in (len(log), -len(log) - 1):
        with pytest.raises(IndexError):
            log[place]
    assert log != Source(5).log
    assert log != "log"


def test_other_words_for_it_are_found_when_they_are_asked_for() -> None:
    source = Source()
    told = source.log.told(lambda action: action._replace(kind="told"))
    assert (len(told), source.asked) == (LONG, [])
    assert told[BLOCK + 5] == number(BLOCK + 5)._replace(kind="told")
    assert source.asked == [*range(BLOCK, 2 * BLOCK)]
    assert told[5] == number(5)._replace(kind="told")
    assert sorted(source.asked) == [*range(LONG)], "who asks for the first is given all"


@pytest.mark.parametrize("game", ["1830", "paris-connection", "railroad-revolution"])
@pytest.mark.parametrize("seat", [None, 1])
def test_a_view_of_an_unread_match_is_that_of_a_read_one(game: str, seat: int | None) -> None:
    plain = play_out(title(game), 3, 5)
    plain.go_back(plain.ply - 4)
    log, first = plain.log, plain.ply - LATE
    assert isinstance(log, list)
    asked: list[int] = []

    def read(places: Sequence[int]) -> list[Action]:
        asked.extend(places)
        return [log[place] for place in places]

    kept = {ply: plain.at(ply) for ply in (first - 3, first + 2)}
    match = Match.resume(plain.header, Unread(Early(first, read), log[first:]), kept)
    view, same = match.view(seat), plain.view(seat)
    fewer = view.offering(view.choices[:1])
    assert (view.ply, view.trail[-3:], fewer.ply) == (plain.ply, list(same.log[-3:]), plain.ply)
    assert asked == [], "who looks at its end reads nothing"
    match.go_back(plain.ply - 2)
    assert view == same, "and a view keeps its log when the match goes back"
    assert fewer == replace(same, choices=same.choices[:1])
    assert list(view.trail) == list(same.log)
    assert match.view(seat).log == same.log[:-2]
