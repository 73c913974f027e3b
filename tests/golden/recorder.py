"""Writing golden games down: the match file, and what must come out when it is replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from stellwerk.core import matchfile
from stellwerk.core.match import Match


def expected(match: Match) -> dict[str, Any]:
    """The result of a finished match, and a digest of each of its positions."""
    result = match.result
    assert result is not None
    return {
        "reason": result.reason,
        "scores": list(result.scores),
        "winners": list(result.winners),
        "digests": [state.digest() for state in match.states],
    }


def record(folder: Path, names: Iterable[str], played: Callable[[str], Match]) -> None:
    """Play these games and write each into two files of a folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        match = played(name)
        (folder / f"{name}.json").write_text(matchfile.dumps(match), encoding="utf-8")
        text = json.dumps(expected(match), indent=1)
        (folder / f"{name}.expected.json").write_text(f"{text}\n", encoding="utf-8")
