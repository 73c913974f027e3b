"""Titles that break one law each before a game of theirs is begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.game import Game
from stellwerk.core.guide import Guide
from stellwerk.core.options import Select
from stellwerk.core.texts import Texts
from stellwerk.core.title import Title
from tests.core import toys
from tests.core.toys import Auction, Track
from tests.laws.mutants import MUTANTS, shelf

__all__ = ["MUTANTS"]


def without(title: Title, *keys: str, **more: dict[str, str]) -> Texts:
    kept = {key: entry for key, entry in title.texts.table.items() if key not in keys}
    return Texts({**kept, **more})


@shelf("data_fits_together")
class KnowsItsProblems(Track):
    def problems(self) -> list[str]:
        return ["texts.toml: a word is missing"]


@shelf("texts_are_complete")
class HasNoSummary(Track):
    texts = without(toys.TRACK, "summary")


@shelf("texts_are_complete")
class HasANamelessOption(Auction):
    texts = without(toys.AUCTION, "option.stack.long")


@shelf("texts_are_complete")
class HasAnOptionWithoutRule(Auction):
    options = (Select("stack", ("short", "long"), rule="99"),)


@shelf("sentences_have_the_same_fields")
class SaysLessInGerman(Track):
    texts = without(toys.TRACK, greeting={"en": "Hello {who}", "de": "Hallo"})


@shelf("tables_are_refused")
class SeatsAnybody(Track):
    def game(self, seats: int, options: Mapping[str, str] | None = None) -> Game[Any]:
        return super().game(min(max(seats, 2), 3), options)


@shelf("tables_are_refused")
class TakesAnyOption(Track):
    def resolve(self, options: Mapping[str, str], preset: str | None = None) -> dict[str, str]:
        return {}


@shelf("a_guide_can_be_played")
class GuidesIntoARefusal(Track):
    guide = Guide(
        about={},
        names=("Ben",),
        options={},
        preset=None,
        seed="guide",
        opening=(Action(0, "fly"),),
        steps=(),
        end={},
    )
