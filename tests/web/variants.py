"""The toy auction with options of every kind, in chapters, with presets and a condition."""

from functools import cached_property

from stellwerk.core.options import Condition, Number, Preset, Select, Switch
from stellwerk.core.texts import Texts
from tests.core.toys import Auction

WORDS = {
    "title": "Toy variants",
    "chapter.lots": "About the lots",
    "option.open.name": "Bids are open",
    "option.open.true": "yes",
    "option.open.false": "no",
    "option.cash.name": "Cash at the start",
    "preset.plain.name": "As the book has it",
    "preset.plain.about": "A short auction with little money.",
    "preset.grand.name": "A grand auction",
    "preset.grand.about": "All lots, open bids and much money.",
}


class VariantTitle(Auction):
    """Its options change nothing but what the lobby shows."""

    id = "toy-variants"
    options = (
        Select("stack", ("short", "long"), rule="2", chapter="lots"),
        Switch("open", rule="3", needs=(Condition(("true",), "stack", ("long",), "3"),)),
        Number("cash", 10, 30, 10, 5, rule="1", chapter="lots"),
    )
    presets = (Preset("plain"), Preset("grand", {"stack": "long", "open": "true", "cash": "30"}))

    @cached_property
    def texts(self) -> Texts:
        return Texts({**super().texts.table, **{key: {"en": said, "de": said} for key, said in WORDS.items()}})


VARIANTS = VariantTitle()
