"""Standing orders, private notes, messages between players, a shelf for matches that are put away, and branches.

Nothing is made anew: columns are added at the end of their tables, which costs the same in a large database.
"""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

KEY = sa.String(40)
HASH = sa.String(64)
meta = sa.table("meta", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    _add_tables()
    _add_columns()
    op.get_bind().execute(sa.update(meta).where(meta.c.key == "schema").values(value="3"))


def _add_tables() -> None:
    op.create_table(
        "orders",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("why", sa.JSON),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "messages",
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shelf",
        sa.Column("visitor_hash", HASH, primary_key=True),
        sa.Column("match", KEY, sa.ForeignKey("matches.id"), primary_key=True, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )


def _add_columns() -> None:
    op.add_column("matches", sa.Column("label", sa.String(200)))
    # Alembic would add the reference by a statement of its own, which SQLite does not know.
    op.execute(
        "ALTER TABLE matches ADD COLUMN parent VARCHAR(40) CONSTRAINT matches_parent_fkey REFERENCES matches (id)"
    )
    op.add_column("matches", sa.Column("parent_ply", sa.Integer))
    op.create_index("ix_matches_parent", "matches", ["parent"])
    op.add_column("matches", sa.Column("orders_rev", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("talk", sa.String(8)))
    op.add_column("matches", sa.Column("said", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("heard", sa.Integer))
    op.add_column("seats", sa.Column("muted", sa.JSON))
    op.add_column("seats", sa.Column("here_until", sa.Float))
    op.add_column("invitations", sa.Column("vacates", sa.Boolean))
    op.add_column("entries", sa.Column("ordered", sa.Integer))
