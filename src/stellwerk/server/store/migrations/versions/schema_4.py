"""Time limits: how much time the players of a match have, what is left of it, and who plays for whom.

Columns are added at the end of their tables, which costs the same in a large database. A branch whose origin had
expired was no branch any more; from here on it stays one, and older ones cannot be told from other matches.
"""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"

meta = sa.table("meta", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    op.add_column("matches", sa.Column("pace", sa.JSON))
    op.add_column("matches", sa.Column("clock_at", sa.Float))
    op.add_column("matches", sa.Column("runs_out", sa.Float))
    op.create_index("ix_matches_runs_out", "matches", ["runs_out"])
    op.add_column("seats", sa.Column("time_left", sa.Float))
    op.add_column("seats", sa.Column("stand_in", sa.String(80)))
    op.get_bind().execute(sa.update(meta).where(meta.c.key == "schema").values(value="4"))
