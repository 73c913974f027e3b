"""The cost of requests by the byte is measured, and attacks that once held everybody would be found again."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stellwerk.server import answers, cookies, names
from stellwerk.server.app import create_app
from stellwerk.server.settings import Settings
from tools.attack.bodies import bodies
from tools.attack.costs import MOST, Cost, Costs, Row, _problem, measure
from tools.attack.growing import Scene, cases

SCENE = Scene("abc", "stellwerk=x", "1830", {"format": "stellwerk-match", "seats": [], "log": []})


class Slow:
    """Reads cookies as a parser does that copies what is left for each backslash."""

    def __init__(self, usual: re.Pattern[str]) -> None:
        self.usual = usual

    def findall(self, text: str) -> list[Any]:
        found, left = self.usual.findall(text), text
        while "\\" in left:
            left = left[left.index("\\") + 1 :] + ""
            left.translate({0: None})
        return found


def measured(folder: Path, address: str, *where: str) -> Costs:
    return measure(folder, lambda case: case.address == address and case.where in where, say=lambda _: None)


# --- what is asked -----------------------------------------------------------------------------------------


def test_every_address_that_takes_a_body_is_asked_with_each_of_its_fields() -> None:
    app = create_app(Settings(database=":memory:"))
    posted = {getattr(route, "path", "") for route in app.routes if "POST" in (getattr(route, "methods", None) or ())}
    asked: dict[str, set[str]] = {}
    for case in cases(SCENE):
        asked.setdefault(case.address, set()).add(case.where.partition(":")[0])
    assert {f"POST {path}" for path in posted} <= asked.keys()
    for path, fields in {
        "/api/matches": {"seats", "seats.0.name", "options.seating", "file.log", "file.seed", "file.position"},
        "/api/matches/{id}/notes": {"body", "version", "seat", "unknown", "pieces"},
        "/api/matches/{id}/messages": {"body", "key"},
        "/api/matches/{id}/orders": {"kind", "args"},
        "/api/matches/{id}/branch": {"label", "ply"},
        "/api/matches/{id}/advice": {"seat"},
        "/api/matches/{id}/seats/{seat}/stand-in": {"body", "unknown"},
        "/match/{id}/plan": {"steps", "company"},
        "/match/{id}/do": {"action", "Cookie", "headers"},
    }.items():
        assert fields <= asked[f"POST {path}"], path
    assert bodies().keys() <= {address.removeprefix("POST ") for address in asked}


def test_a_case_grows_by_what_it_says() -> None:
    for case in cases(SCENE):
        sizes = [len(case.made(size)) for size in case.sizes]
        assert sizes == sorted(sizes), case
        assert sizes[-1] >= 0.8 * case.sizes[-1], case
        assert sizes[-1] <= case.sizes[-1] * 1.5 + 3000, case


# --- what is found -----------------------------------------------------------------------------------------


def row(size: int, held: float, spent: float, status: int = 200) -> Row:
    return Row("GET /", "x", size, Cost(held, spent, status))


@pytest.mark.parametrize(
    ("small", "large", "found"),
    [
        (None, row(100, MOST + 0.001, 0.03), "held everybody 21 ms"),
        (None, row(100, MOST - 0.001, 5.0), ""),
        (row(100, 0.001, 0.01), row(400, 0.001, 0.16), "16.0 times as much"),
        (row(100, 0.001, 0.01), row(400, 0.001, 0.04), ""),
        (row(100, 0.0, 0.0001), row(400, 0.0, 0.005), ""),
        (row(100, 0.0, 0.001, 400), row(400, 0.0, 0.16, 201), ""),
    ],
)
def test_what_holds_everybody_or_grows_too_fast_is_found(small: Row | None, large: Row, found: str) -> None:
    told = _problem(large, small)
    assert found in told
    assert bool(found) == bool(told)


def nothing(*_: object) -> None:
    """In the place of a check."""


def unbounded_names(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(answers, "check_body", nothing)
    patch.setattr(names, "RAW", 10**9)


def unbounded_seats(patch: pytest.MonkeyPatch) -> None:
    """Every body may be as large as a file, and each entry is looked at before they are counted."""
    patch.setattr(answers, "FILE", re.compile(b""))


def slow_cookies(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cookies, "OWN", Slow(cookies.OWN))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "where", "unbind", "told"),
    [
        ("POST /api/matches", "seats.0.name: marks", unbounded_names, "times as much"),
        ("POST /api/matches", "large seats: a list of objects", unbounded_seats, "held everybody"),
        ("GET /match/{id}", "Cookie: '\\\\'", slow_cookies, "held everybody"),
    ],
)
def test_attacks_of_old_are_found_when_a_bound_is_taken_away(
    tmp_path: Path, address: str, where: str, unbind: Callable[[pytest.MonkeyPatch], None], told: str
) -> None:
    for bound in (True, False):
        folder = tmp_path / str(bound)
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            if not bound:
                unbind(patch)
            found = measured(folder, address, where)
        assert found.requests > 1
        assert bool(found.findings) != bound, found
        assert bound or told in found.findings[0]
