"""The queries for the head of a match, asked by every request. Put together once, which takes longer than asking."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from stellwerk.server.store.schema import matches, meta

_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
_later = matches.alias("later")
_first = matches.alias("first")
HEAD: Final = sa.select(
    matches.c.rev,
    matches.c.claims,
    sa.select(_later.c.id).where(_later.c.follows == _here).scalar_subquery(),
    matches.c.ply,
    sa.select(meta.c.value).where(meta.c.key == "epoch").scalar_subquery(),
    matches.c.orders_rev,
    matches.c.said,
    *(_origin := (matches.c.label, matches.c.parent, matches.c.parent_ply)),
    sa.select(_first.c.id)
    .where(_first.c.id == matches.c.help_after, _first.c.finished.is_(None))
    .correlate(matches)
    .scalar_subquery(),
).where(matches.c.id == _here)
ALONE: Final = sa.select(
    matches.c.rev,
    matches.c.claims,
    sa.null(),
    matches.c.ply,
    sa.null(),
    matches.c.orders_rev,
    matches.c.said,
    *_origin,
    matches.c.help_after,
).where(matches.c.id == _here)
"""The same without what is looked up elsewhere: a damaged index must not hide all matches."""

HEADS: Final = (
    sa.select(
        matches.c.id,
        matches.c.rev,
        matches.c.claims,
        _later.c.id,
        matches.c.ply,
        sa.null(),
        matches.c.orders_rev,
        matches.c.said,
    )
    .join(_later, _later.c.follows == matches.c.id, isouter=True)
    .where(matches.c.id.in_(sa.bindparam("names", expanding=True)))
)
