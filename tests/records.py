"""Where recorded games and collected facts come from, decided in one place.

The strongest ones were made by another engine. They stand beside the checkout in `../shared`, or in the folder that
STELLWERK_RECORDS names, and are no part of the project. A continuous integration (CI=true) must have them: there a
missing record is an error. Elsewhere the records of our own in tests/interop/records stand in for them, and a test
that only the others can feed says that it is skipped.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "tests" / "interop" / "records"


class RecordsMissing(Exception):
    """A continuous integration that would prove less than it seems to."""


def beside(env: Mapping[str, str] = os.environ) -> Path:
    """The folder of what others have recorded, be it there or not."""
    return Path(env.get("STELLWERK_RECORDS") or ROOT.parent / "shared").resolve()


def missing(what: str, env: Mapping[str, str] = os.environ) -> str:
    """The reason to skip a test; in a continuous integration there is none."""
    if env.get("CI", "").lower() in {"1", "true", "yes"}:
        raise RecordsMissing(f"{what}: put the records there, or name their folder in STELLWERK_RECORDS")
    return f"{what}, and nothing can stand in for it"


def games(env: Mapping[str, str] = os.environ) -> Path:
    """The folder of recorded games: that of others, else our own."""
    theirs = beside(env) / "fixtures"
    if not theirs.is_dir():
        missing(f"there is no {theirs}", env)
        return OWN
    return theirs


def needs(found: object, what: str, env: Mapping[str, str] = os.environ) -> pytest.MarkDecorator:
    """Mark tests for which nothing of our own can stand in: skip them where `found` is nothing and `what` says why."""
    return pytest.mark.skipif(not found, reason="" if found else missing(what, env))
