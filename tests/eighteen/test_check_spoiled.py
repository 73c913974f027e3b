"""Whatever stands in a data file, the checks answer with problems and never with an error of their own."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.eighteen.test_check import KINDS, copied
from tests.marks import sample

ODD = ('""', '"x"', "-1", "0", "99999", "true", "1.5", "[]", "{}", '["x"]', "[[1]]")
VALUE = re.compile(r'(?<== )("[^"\n]*"|-?\d+|true|false|\[[^\[\]\n]*\])')
FILES = ("pieces.toml", "map.toml", "tiles.toml", "market.toml", "cites.toml", "scenarios.toml", "map_plus.toml")
EACH = 8
"""Number of values spoiled in a test, one after the other."""


@pytest.mark.parametrize(("name", "seed"), sample(5, [(name, seed) for name in KINDS for seed in range(20)]))
def test_a_value_of_another_sort_is_told_and_breaks_no_check(tmp_path: Path, name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    for number in range(EACH):
        title = copied(name, tmp_path / str(number))
        folder = tmp_path / str(number)
        file = folder / rng.choice([file for file in FILES if (folder / file).is_file()])
        text = file.read_text(encoding="utf-8")
        value, odd = rng.choice(list(VALUE.finditer(text))), rng.choice(ODD)
        file.write_text(text[: value.start()] + odd + text[value.end() :], encoding="utf-8")
        assert all(": " in problem for problem in title.problems()), (file, value, odd)
