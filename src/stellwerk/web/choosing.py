"""What the lobby shows of a title's options: presets first, the options behind them by chapter."""

from __future__ import annotations

from stellwerk.core.action import Json
from stellwerk.core.options import Option
from stellwerk.core.title import Title


def preset_values(title: Title) -> Json:
    """By preset the value of every option, to fill the fields with."""
    return {preset.id: dict(title.resolve(preset.options)) for preset in title.presets}


def chapters(title: Title) -> list[tuple[str, list[Option]]]:
    """The options by chapter, both in the order of the title; those without one come first, under ""."""
    found: dict[str, list[Option]] = {}
    for option in title.options:
        found.setdefault(option.chapter, []).append(option)
    return sorted(found.items(), key=lambda entry: bool(entry[0]))
