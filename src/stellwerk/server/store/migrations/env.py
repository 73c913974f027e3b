"""What Alembic runs first: it works in the transaction that it is handed, and opens nothing by itself."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
