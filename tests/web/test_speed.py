"""Processor time of the pages, in rulers: what an action's answer costs the server beside the game itself."""

from time import process_time

import pytest
from starlette.requests import Request

from stellwerk.server import api, pages_match
from stellwerk.server.answers import packed
from stellwerk.server.auth import Caller
from stellwerk.server.table import Table
from tests.speed.ruler import best, repeat
from tests.web.late import BANK, before

pytestmark = pytest.mark.speed

TIMES = 4
BARS = {"fragment": 18.0, "view": 10.0}
"""Rulers, at most: less than twice what they take, since a busy machine has its say too."""


def test_the_answer_to_an_action_takes_milliseconds() -> None:
    match = before(BANK, "pay_out", -1)
    table = Table("m", match, match.ply, 0.0)
    who, seat = Caller(tuple(range(len(match.header.seats)))), match.waiting()[0]
    head = [(b"accept-encoding", b"gzip"), (b"accept-language", b"en")]
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": head, "query_string": b""})
    works = {
        "fragment": lambda: packed(request, pages_match.fragment(request, table, who)),
        "view": lambda: packed(request, api.view_answer(request, table, who, seat)),
    }
    taken = best(
        {name: repeat(work, TIMES) for name, work in works.items()},
        process_time,
        lambda found: all(found[name] / TIMES <= bar for name, bar in BARS.items()),
    )
    for name, bar in BARS.items():
        size = len(works[name]().body)
        print(f"{name:10} {taken[name] / TIMES:6.1f} rulers, {size / 1000:.1f} KB compressed")  # noqa: T201
        assert taken[name] / TIMES <= bar
