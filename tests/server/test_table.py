"""Rows and tables: what was played, undone and repeated comes back from its rows; sentences are worded once."""

import json
from random import Random
from typing import Any

import pytest

from stellwerk.core.chance import draw
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.server.rows import redo_row, replay, rows_of, undo_row
from stellwerk.server.store import Entry
from stellwerk.server.table import Table
from stellwerk.server.told import LATE, LINE, WHOLE
from stellwerk.server.transcript import SIZE, Excerpt
from tests.server.kit import played


def wander(match: Match, rng: Random, steps: int) -> list[Entry]:
    """Play, undo and redo at random; returns the rows."""
    rows = rows_of(match)
    for _ in range(steps):
        if match.over:
            break
        what = rng.random()
        seat = rng.randrange(3)
        if what < 0.25 and match.undoable(seat):
            rows.append(undo_row(match, seat, match.undo(seat, rng.choice(match.undoable(seat)))))
        elif what < 0.4 and match.undone:
            rows.append(redo_row(match, match.redo()[0].seat))
        else:
            choices = list(match.game.choices(match.state))
            before = match.ply
            match.play(rng.choice(choices).sample(rng))
            rows += rows_of(match, before)
    return rows


@pytest.mark.parametrize("seed", range(8))
def test_the_rows_of_a_match_give_it_back(seed: int) -> None:
    match = played(plies=5)
    rows = wander(match, Random(seed), 60)
    again = replay(match.header, rows)
    assert again.log == match.log
    assert again.undone == match.undone
    assert [s.digest() for s in again.states] == [s.digest() for s in match.states]


def test_a_replay_takes_the_draws_of_chance_from_the_rows() -> None:
    match = played(plies=3)
    rows = rows_of(match)
    hand = ("red",) * len(match.log[0].args[1])
    assert (match.log[0].kind, match.log[0].args[1]) != ("deal", hand)
    other = replay(match.header, [Entry("play", [-1, "deal", [0, list(hand)]]), *rows[1:]])
    assert other.state.hands == [hand, *match.state.hands[1:]]


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_sentences_kept_over_plays_and_undos_are_those_of_a_fresh_table(seat: int | None) -> None:
    rng = Random(5)
    match = played(plies=8)
    table = Table("m", match, 8, 0.0)
    for _ in range(60):
        match = table.match.copy()
        actor = rng.randrange(3)
        if rng.random() < 0.4 and match.undoable(actor):
            kept = match.undo(actor)
            rows = [undo_row(match, actor, kept), *rows_of(match, kept)]
        else:
            kept = match.ply
            match.play(rng.choice(list(match.game.choices(match.state))).sample(rng))
            rows = rows_of(match, kept)
        table = table.after(match, rows, kept)
        for lang in ("en", "de"):
            view = match.view(seat)
            fresh = Table("m", match, 8, 0.0)
            assert table.told(view, lang) == fresh.told(view, lang)
            assert table.transcript(view, lang) == fresh.transcript(view, lang)
        if match.over:
            break


def test_the_past_is_told_up_to_its_ply() -> None:
    match = played(plies=9)
    table = Table("m", match, 9, 0.0)
    whole = table.told(match.view(0), "en")
    assert len(whole) == match.ply
    assert table.told(match.view(0, 4), "en") == whole[:4]


def test_seats_that_know_different_things_share_the_words_of_what_all_know() -> None:
    """Treasuries of 1830 are hidden, yet no sentence tells of them: the log is worded once, not for each seat."""
    match = Match(new_header("1830", [Seat(f"P{seat}") for seat in range(4)], {}, "words"))
    while match.ply < 60 and not match.over:
        match.play(draw("words", match.ply, match.choices()), checked=False)
    assert match.game.hidden
    table = Table("t", match, match.ply, 0.0)
    told = [table.transcript(match.view(seat), "en") for seat in (None, 0, 1, 2, 3)]
    first = Table("t", match, match.ply, 0.0)
    fresh = [Table("t", match, match.ply, 0.0).transcript(match.view(seat), "en") for seat in (None, 0, 1, 2, 3)]
    assert told == fresh
    first.transcript(match.view(None), "en")
    assert table.weight() == first.weight()


def test_pages_read_the_same_sentences_with_more_beside_them() -> None:
    match = played(plies=9)
    table = Table("m", match, 9, 0.0)
    read, whole = items(table.transcript(match.view(0), "en")), table.told(match.view(0), "en")
    assert read == [
        [line.text for line in whole],
        [[*line.then, *line.between] for line in whole],
        [action.to_json() for action in match.view(0).log],
    ]
    assert any(line.brief for line in whole)


def test_programs_read_any_part_of_a_long_log_as_it_is() -> None:
    """What is kept in pieces is the same wherever somebody begins to read, and wherever they stop."""
    match = Match(new_header("1830", [Seat(f"P{seat}") for seat in range(4)], {}, "words"))
    while match.ply < LATE + 3 * SIZE + 5 and not match.over:
        match.play(draw("words", match.ply, match.choices()), checked=False)
    table = Table("t", match, match.ply, 0.0)
    whole = items(Table("t", match, match.ply, 0.0).transcript(match.view(1), "de"))
    lines = Table("t", match, match.ply, 0.0).told(match.view(1), "de")
    assert whole[0] == [line.text for line in lines]
    for ply in (match.ply, match.ply - 1, 2 * SIZE, SIZE + 3, 1, 0):
        view = match.view(1, ply)
        for since in (0, 1, SIZE - 1, SIZE, SIZE + 2, 2 * SIZE, match.ply - 2, match.ply):
            read = items(table.transcript(view, "de", since))
            assert read == [part[min(since, ply) : ply] for part in whole]


def items(excerpt: Excerpt) -> list[list[Any]]:
    """The three lists of a part of the log, as a program reads them."""
    return [json.loads(b"[%b]" % b"".join(part.plain for part in parts)) for parts in excerpt]


def test_few_lines_are_remembered_with_all_that_pages_make_of_them() -> None:
    """The line of an action with all that a page needs takes more than twice the room of its sentences."""
    match = Match(new_header("1830", [Seat(f"P{seat}") for seat in range(4)], {}, "words"))
    while match.ply < WHOLE + 60 and not match.over:
        match.play(draw("words", match.ply, match.choices()), checked=False)
    table = Table("t", match, match.ply, 0.0)
    bare = table.weight()
    assert len(table.told(match.view(0), "en")) == match.ply
    assert table.weight() == bare + LINE * WHOLE
