"""`stellwerk fit` writes a data file that says where its figures come from, and refuses what it cannot play."""

import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import Result

from stellwerk.bots.planner.rail_constants import constants

Run = Callable[..., Result]


def test_constants_are_written_with_their_provenance(run: Run, tmp_path: Path) -> None:
    file, seed = tmp_path / "value.toml", 'a "quoted" \\ seed'
    words = ("fit", "1848", "--seats", "random,random,random", "--games", "1", "--seed", seed)
    assert run(*words, "-o", file).exit_code == 0
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    assert told["provenance"]["how"] == "fitted"
    assert f"1 games of random,random,random, seed {seed!r}" in told["provenance"]["note"]
    assert set(told["constants"]) == {field.name for field in fields(constants("1848"))}
    result = run(*words, "-o", tmp_path / "missing" / "value.toml")
    assert (result.exit_code, "cannot write" in result.output) == (1, True)


@pytest.mark.parametrize(
    "words",
    [
        ("paris-connection",),
        ("1830", "--seats", "nobody,greedy"),
        ("1830", "--seats", "greedy"),
        ("1830", "--games", "0"),
        ("1830", "--preset", "nothing"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(run: Run, words: tuple[str, ...]) -> None:
    assert run("fit", *words).exit_code in (1, 2)
