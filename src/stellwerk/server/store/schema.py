"""The tables of the database as they are today; how older ones become so is told by the migrations."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA_VERSION: Final = 2

metadata = sa.MetaData()

# Rows that are read together lie together on the disk, so that a damaged page concerns few matches. (PostgreSQL
# has no such tables and ignores the word.)
ROWID: Final = False

meta = sa.Table(
    "meta",
    metadata,
    # `schema`: the number above; `epoch`: a word that changes when the database is restored to an earlier state.
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(40), nullable=False),
)
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("position", sa.JSON(none_as_null=True)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("finished", sa.Float),
    sa.Column("follows", sa.ForeignKey("matches.id"), unique=True),
    # What is known of the present position without making it: for lists, events and the queue of bots.
    sa.Column("rev", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("claims", sa.Integer, nullable=False),
    # Null where nobody has looked: in a database that knew nothing of them.
    sa.Column("waiting", sa.JSON(none_as_null=True)),
    sa.Column("winners", sa.JSON(none_as_null=True)),
    # Since when a bot owes a choice, and which process sees to it until when.
    sa.Column("bot_since", sa.Float),
    sa.Column("bot_owner", sa.String(40)),
    sa.Column("bot_until", sa.Float),
    # The queue can be read without the rows of the matches: a damaged one must not stop the others.
    sa.Index("ix_matches_bot_since", "bot_since", "id"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("bot", sa.String(80)),
    sa.Column("token_hash", sa.String(64), nullable=False),
    sqlite_with_rowid=ROWID,
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # Of the position behind it, so that other rules can be told to lead to the same ones.
    sa.Column("digest", sa.String(16)),
    sqlite_with_rowid=ROWID,
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
holds = sa.Table(
    "holds",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("visitor_hash", sa.String(64), nullable=False, index=True),
    sqlite_with_rowid=ROWID,
)
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
)
devices = sa.Table(
    "devices",
    metadata,
    # A further browser of a visitor; the first one is known by the visitor's own hash.
    sa.Column("cookie_hash", sa.String(64), primary_key=True),
    sa.Column("visitor_hash", sa.String(64), nullable=False, index=True),
)
recoveries = sa.Table(
    "recoveries",
    metadata,
    sa.Column("visitor_hash", sa.String(64), primary_key=True),
    sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
)
