"""Answers of which some parts have been compressed before are what they would be without that."""

import gzip
import json
import zlib
from random import Random

import pytest

from stellwerk.core.chance import draw
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.server.answers import VIEW, Answer, Items
from stellwerk.server.pressing import RAW, Part, gzipped, pressed
from stellwerk.server.rows import rows_of, undo_row
from stellwerk.server.table import Table
from stellwerk.server.transcript import LONG, SIZE, Excerpt

BACK = {9: SIZE + 5, 20: 3, 30: LONG}
"""By step of a game how many plies are taken back."""


@pytest.mark.parametrize("seed", range(20))
def test_parts_make_one_gzip_file_whichever_of_them_are_compressed_already(seed: int) -> None:
    rng = Random(seed)
    texts = [bytes(rng.choices(b"abcdefgh", k=rng.choice((0, 1, 50, 70_000)))) for _ in range(rng.randrange(6))]
    parts = [Part(text, pressed(text) if rng.random() < 0.5 else b"") for text in texts]
    whole = b"".join(texts)
    assert gzip.decompress(gzipped(parts, whole, VIEW)) == whole


def test_lists_that_are_json_already_stand_where_they_belong() -> None:
    lists = [Items([Part(b'1,"\\u0000"'), Part(b",2", pressed(b",2"))]), Items([]), Items([Part(b"[3]")])]
    answer = Answer({"a": lists[0], "b": "\0", "c": {"d": lists[1], "e": [lists[2]]}, "f": None})
    wanted = {"a": [1, "\0", 2], "b": "\0", "c": {"d": [], "e": [[[3]]]}, "f": None}
    assert json.loads(bytes(answer.body)) == wanted
    assert json.loads(gzip.decompress(gzipped(answer.parts, bytes(answer.body), VIEW))) == wanted


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        Answer({"a": {1, 2}})


def read(excerpt: Excerpt) -> list[bytes]:
    """The lists of an excerpt; what is compressed of them must be the same as what is not."""
    for part in (part for parts in excerpt for part in parts):
        assert not part.pressed or zlib.decompress(part.pressed + bytes.fromhex("0300"), RAW) == part.plain
    return [b"".join(part.plain for part in parts) for parts in excerpt]


def test_what_is_compressed_of_a_log_follows_it_through_undos() -> None:
    match = Match(new_header("1830", [Seat(f"P{seat}") for seat in range(4)], {}, "words"))
    while match.ply < 2 * LONG - 3:
        match.play(draw("words", match.ply, match.choices()), checked=False)
    table, rng, compressed = Table("t", match, match.ply, 0.0), Random(7), set()
    for step in range(40):
        match = table.match.copy()
        if step in BACK:
            kept = match.ply - BACK[step]
            match.go_back(kept)
            rows = [undo_row(match, 0, kept)]
        else:
            kept = match.ply
            match.play(rng.choice(match.choices()).sample(rng), checked=False)
            rows = rows_of(match, kept)
        table = table.after(match, rows, kept)
        view, fresh = match.view(1), Table("t", match, match.ply, 0.0)
        excerpt = table.transcript(view, "de")
        assert read(excerpt) == read(fresh.transcript(view, "de"))
        assert [f"[{part.decode()}]" for part in read(excerpt)][2] == json.dumps(
            [action.to_json() for action in match.log], separators=(",", ":"), ensure_ascii=False
        )
        compressed.add(sum(bool(part.pressed) for part in excerpt.told))
    assert compressed == {0, 1, 2}
