"""What the lobby shows of a title's options: presets first, the options behind them by chapter."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Json
from stellwerk.core.options import Option
from stellwerk.core.title import Title


def preset_values(title: Title) -> Json:
    """By preset the value of every option, to fill the fields with."""
    return {preset.id: dict(title.resolve(preset.options)) for preset in title.presets}


FOLDED: Final = 4
"""More chapters than so many are folded: one opens what one wants to change."""


def folded(title: Title) -> bool:
    """Whether the chapters of a title's options are folded."""
    return len(chapters(title)) > FOLDED


def chapters(title: Title) -> list[tuple[str, list[Option]]]:
    """The options by chapter, both in the order of the title; those without one come first, under ""."""
    found: dict[str, list[Option]] = {}
    for option in title.options:
        found.setdefault(option.chapter, []).append(option)
    return sorted(found.items(), key=lambda entry: bool(entry[0]))
