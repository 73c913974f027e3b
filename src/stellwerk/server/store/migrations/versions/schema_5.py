"""Advice from bots: whether the players of a match may ask for it although others play."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

meta = sa.table("meta", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    op.add_column("matches", sa.Column("hints", sa.Boolean))
    op.get_bind().execute(sa.update(meta).where(meta.c.key == "schema").values(value="5"))
