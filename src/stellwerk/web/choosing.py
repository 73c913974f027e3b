"""What the lobby shows of a title's options: presets first, the options behind them by chapter."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from stellwerk.core.action import Json
from stellwerk.core.options import Option, Preset
from stellwerk.core.title import Title
from stellwerk.web.tables import table_for


def preset_values(title: Title) -> Json:
    """By preset the value of every option, to fill the fields with."""
    return {preset.id: dict(title.resolve(preset.options)) for preset in title.presets}


def preset_groups(title: Title) -> list[tuple[str, list[Preset]]]:
    """The presets by group, in the order of the title; those without one come first, under ""."""
    found: dict[str, list[Preset]] = {"": []}
    for preset in title.presets:
        found.setdefault(preset.group, []).append(preset)
    return list(found.items())


def has_picture(title: Title) -> bool:
    """Whether the presets of a title are shown with their maps."""
    return table_for(title.id).pictured


@lru_cache(maxsize=64)
def picture_of(title: Title, preset: str) -> Markup:
    """The map on which a preset is played, as a small picture of its own; the same each time, so it is kept."""
    return table_for(title.id).picture(title.game(title.seats[0], title.preset(preset).options))


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
