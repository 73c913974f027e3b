"""Fair play: time used by turns, a record of each table, previous holders of seats, and authors of messages."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"

KEY = sa.String(40)
meta = sa.table("meta", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    _add_tables()
    _add_columns()
    # Nobody has kept older names: the present one is the best that is known.
    op.execute(
        "UPDATE messages SET name = (SELECT seats.name FROM seats"
        " WHERE seats.match = messages.match AND seats.seat = messages.seat)"
    )
    # A seat that was left has no token, but somebody had been seen there.
    op.execute("UPDATE seats SET taken = (token_hash <> '' OR here_until IS NOT NULL)")
    op.execute("INSERT INTO sitters (match, seat, number, visitor_hash) SELECT match, seat, 1, visitor_hash FROM holds")
    op.get_bind().execute(sa.update(meta).where(meta.c.key == "schema").values(value="6"))


def _add_tables() -> None:
    op.create_table(
        "sitters",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("visitor_hash", sa.String(64), nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )


def _add_columns() -> None:
    op.add_column("matches", sa.Column("help_after", KEY))
    op.add_column("matches", sa.Column("stops", sa.JSON))
    op.add_column("seats", sa.Column("clock", sa.JSON))
    op.add_column("seats", sa.Column("stand_in_since", sa.Float))
    op.add_column("seats", sa.Column("stand_in_why", sa.String(8)))
    op.add_column("seats", sa.Column("taken", sa.Boolean))
    op.add_column("invitations", sa.Column("inviter", sa.Integer))
    op.add_column("messages", sa.Column("name", sa.String(200)))
    op.add_column("messages", sa.Column("key", sa.String(64)))
