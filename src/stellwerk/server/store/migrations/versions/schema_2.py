"""A summary of each match's position, kept positions, a queue of bots, invitations and devices.

Whose turn it is and who has won cannot be told without the rules: `waiting` and `winners` stay null, which says that
nobody has looked yet.
"""

import json
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

KEY = sa.String(40)
HASH = sa.String(64)
meta = sa.table("meta", sa.column("key"), sa.column("value"))
matches = sa.table(
    "matches", *map(sa.column, ("id", "created", "bot_due", "rev", "ply", "changed", "claims", "bot_since"))
)
entries = sa.table("entries", *map(sa.column, ("match", "rev", "kind", "created")), sa.column("body", sa.Text))


def upgrade() -> None:
    _add_tables()
    _add_columns()
    _tell_of_positions()
    _tell_of_plies()
    with op.batch_alter_table("matches") as batch:
        for name in ("rev", "ply", "claims"):
            batch.alter_column(name, existing_type=sa.Integer, nullable=False)
        batch.alter_column("changed", existing_type=sa.Float, nullable=False)
        batch.alter_column("seed", existing_type=sa.String(200), type_=sa.Text, existing_nullable=False)
        batch.drop_column("bot_due")
    op.create_index("ix_matches_bot_since", "matches", ["bot_since", "id"])
    db = op.get_bind()
    db.execute(sa.update(meta).where(meta.c.key == "schema").values(value="2"))
    db.execute(sa.insert(meta), {"key": "epoch", "value": secrets.token_hex(8)})


def _add_tables() -> None:
    op.create_table(
        "snapshots",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("code_hash", HASH, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("cookie_hash", HASH, primary_key=True),
        sa.Column("visitor_hash", HASH, nullable=False, index=True),
    )
    op.create_table(
        "recoveries",
        sa.Column("visitor_hash", HASH, primary_key=True),
        sa.Column("code_hash", HASH, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )


def _add_columns() -> None:
    """SQLite makes three tables anew, in the order of their keys: a damaged page then tells of few matches."""
    with op.batch_alter_table("entries", **_clustered()) as batch:
        batch.add_column(sa.Column("digest", sa.String(16)))
    if op.get_bind().dialect.name == "sqlite":
        for name in ("seats", "holds"):
            with op.batch_alter_table(name, **_clustered()):
                pass
    for name, kind in (("rev", sa.Integer), ("ply", sa.Integer), ("changed", sa.Float), ("waiting", sa.JSON)):
        op.add_column("matches", sa.Column(name, kind))
    for name, kind in (("winners", sa.JSON), ("claims", sa.Integer), ("bot_since", sa.Float)):
        op.add_column("matches", sa.Column(name, kind))
    op.add_column("matches", sa.Column("bot_owner", KEY))
    op.add_column("matches", sa.Column("bot_until", sa.Float))


def _clustered() -> dict[str, Any]:
    sqlite = op.get_bind().dialect.name == "sqlite"
    return {"recreate": "always", "table_kwargs": {"sqlite_with_rowid": False}} if sqlite else {}


def _tell_of_positions() -> None:
    """How far each match is, and since when. A bot that owes a choice has done so since the last row."""
    here = entries.c.match == matches.c.id
    last = sa.select(sa.func.max(entries.c.created)).where(here).scalar_subquery()
    changed = sa.func.coalesce(last, matches.c.created)
    rows = sa.select(sa.func.coalesce(sa.func.max(entries.c.rev), 0)).where(here).scalar_subquery()
    plies = sa.select(sa.func.count()).where(here, entries.c.kind == "play").scalar_subquery()
    values = {"rev": rows, "ply": plies, "changed": changed, "claims": 0}
    op.get_bind().execute(sa.update(matches).values(values))
    due = sa.update(matches).where(matches.c.bot_due.is_(sa.true()))
    op.get_bind().execute(due.values(bot_since=matches.c.changed))


def _tell_of_plies() -> None:
    """Where something was taken back, the ply is not the number of actions."""
    db = op.get_bind()
    back = sa.select(entries.c.match).where(entries.c.kind == "undo").distinct()
    for name in db.scalars(back).all():
        query = sa.select(entries.c.kind, sa.cast(entries.c.body, sa.Text)).where(entries.c.match == name)
        rows = db.execute(query.order_by(entries.c.rev)).all()
        with suppress(ValueError, TypeError, IndexError):  # rows that tell of nothing: the match cannot be read anyway
            db.execute(sa.update(matches).where(matches.c.id == name).values(ply=ply(rows)))


def ply(rows: Iterable[Any]) -> int:
    """How many actions stand at the end of a match's rows."""
    now = 0
    undone: list[int] = []
    for kind, body in rows:
        if kind == "play":
            now += 1
            undone.clear()
        elif kind == "undo":
            _, target = json.loads(body)
            undone.append(now - target)
            now = target
        else:
            now += undone.pop()
    return now
