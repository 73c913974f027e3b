"""An action of an 18xx game in a few words, for the one line that tells a whole turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stellwerk.core.action import Action
from stellwerk.core.game import Words

KINDS: Final[Mapping[str, str]] = {
    "lay_private": "lay",
    "lay_own": "lay",
    "sell_large": "sell",
    "pay_half": "pay_out",
    "home": "station",
}
"""Kinds of action that are told like another one."""

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "lay": ("tile", "hex"),
    "station": ("hex",),
    "trade_in": ("train", "cost"),
    "buy_cheaper": ("train", "cost"),
    "buy_private": ("private", "price"),
    "buy_private_at_face": ("private", "cost"),
    "bid": ("private", "price"),
    "take_group": ("privates", "cost"),
    "par": ("company", "price"),
    "set_par": ("company", "price"),
    "exchange": ("private", "company"),
    "withhold": ("revenue",),
    "discard": ("train",),
    "lower": ("private", "price"),
    "pick": ("company",),
    "redeem": ("company",),
    "use_token": ("train", "cost"),
    "buy_on_credit": ("train",),
}
"""By kind what is said of it; nothing but the words themselves where none is named."""

SILENT: Final = ("log.end_turn", "log.bid_train", "log.bid_private")
"""Sentences that are left out of such a line: the end of a turn, and offers, whose answer tells more."""


def brief(full: Words, a: Action) -> Words | None:
    """The words of a brief line, with no more data than it needs: only so can the same things be added up."""
    kind = KINDS.get(a.kind, a.kind)
    if full.key in SILENT:
        return None
    data: dict[str, Any] = {name: full.data[name] for name in FIELDS.get(kind, ()) if name in full.data}
    if kind in ("sell", "buy"):
        data = {"company": full.data["company"], "count": full.data["percent"], "amount": full.data["cost"]}
    if kind == "buy_train":
        data = {"train": full.data["train"], "count": 1, "amount": full.data["price"]}
    return Words(f"brief.{kind}", data=data)
