"""The tables of the database as they are today; how older ones become so is told by the migrations."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA_VERSION: Final = 6

metadata = sa.MetaData()

# Rows that are read together lie together on the disk, so that a damaged page concerns few matches. (PostgreSQL
# has no such tables and ignores the word.)
ROWID: Final = False

meta = sa.Table(
    "meta",
    metadata,
    # `outage:...`: when no server ran, and for how long (see uptime.py); `awake`: until when one ran.
    # `schema`: the number above; `epoch`: a word that changes when the database is restored to an earlier state;
    # `clock`: how long servers have run, and by the clock on the wall when that was noted (see clocks.py).
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
    # The name that people gave it; which match it was branched from, and where.
    sa.Column("label", sa.String(200)),
    sa.Column("parent", sa.ForeignKey("matches.id", name="matches_parent_fkey"), index=True),
    sa.Column("parent_ply", sa.Integer),
    # How often its standing orders were changed: what was worked out with others must not be written.
    sa.Column("orders_rev", sa.Integer, nullable=False, server_default="0"),
    # Who reads what is said at the table (null: the players), and how many messages there are.
    sa.Column("talk", sa.String(8)),
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),
    # How much time its players have (null: as much as they like), when their clocks were last looked at, and when the
    # first one runs out; both by the clock of clocks.py, which stands still while no server runs.
    sa.Column("pace", sa.JSON(none_as_null=True)),
    sa.Column("clock_at", sa.Float),
    sa.Column("runs_out", sa.Float, index=True),
    # Whether players may ask a bot what it would do although others play (null: no).
    sa.Column("hints", sa.Boolean),
    # The running match without advice from which this one was branched: bots do not help here until that one ends.
    sa.Column("help_after", sa.String(40)),
    # Positions at which somebody's standing order has stopped, as [ply, seat]: others cannot undo past them.
    sa.Column("stops", sa.JSON(none_as_null=True)),
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
    # Up to which message it has read, and which seats it does not want to hear.
    sa.Column("heard", sa.Integer),
    sa.Column("muted", sa.JSON(none_as_null=True)),
    # Until when who has the seat counts as being at the table; once that is past, since when they are away.
    sa.Column("here_until", sa.Float),
    # Seconds on its clock when the clocks of the match were last looked at, and the bot that plays for its player.
    sa.Column("time_left", sa.Float),
    sa.Column("stand_in", sa.String(80)),
    # The time that it has used, by turns (see `Spent` of timing.py); null in matches from before this was kept.
    sa.Column("clock", sa.JSON(none_as_null=True)),
    # Since when a bot stands in, by the clock on the wall, and why: `time`, `asked` or `left`.
    sa.Column("stand_in_since", sa.Float),
    sa.Column("stand_in_why", sa.String(8)),
    # Whether anybody has ever had the seat.
    sa.Column("taken", sa.Boolean),
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
    # The number of the standing order that played it; null where a person, a bot or chance did.
    sa.Column("ordered", sa.Integer),
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
    # True if it takes the seat from its present player, as long as they stay away.
    sa.Column("vacates", sa.Boolean),
    # The seat of the player who made it.
    sa.Column("inviter", sa.Integer),
)
sitters = sa.Table(
    "sitters",
    metadata,
    # Which visitors have ever had which seats, and which of them had a seat last.
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("visitor_hash", sa.String(64), nullable=False, index=True),
    sqlite_with_rowid=ROWID,
)
events = sa.Table(
    "events",
    metadata,
    # What happened at a table beside the game: undos, seats that changed hands, bots that stood in.
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sqlite_with_rowid=ROWID,
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
orders = sa.Table(
    "orders",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.JSON, nullable=False),
    # `active`, `paused` or `ended`, and why it is no longer active; from which ply on it looks at what happens.
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("why", sa.JSON(none_as_null=True)),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sqlite_with_rowid=ROWID,
)
notes = sa.Table(
    "notes",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
)
messages = sa.Table(
    "messages",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # The name of its author when it was written, and the key by which a repeated request is known.
    sa.Column("name", sa.String(200)),
    sa.Column("key", sa.String(64)),
    sqlite_with_rowid=ROWID,
)
shelf = sa.Table(
    "shelf",
    metadata,
    # Matches that a visitor has put away into the archive.
    sa.Column("visitor_hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sqlite_with_rowid=ROWID,
)

BELONGING: Final = tuple(
    table
    for table in reversed(metadata.sorted_tables)
    if table is not matches and any(key.column is matches.c.id for key in table.foreign_keys)
)
"""Tables with rows of matches, in an order in which they can be emptied."""
