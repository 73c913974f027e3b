"""How the tables of older versions become those of today, step by step; Alembic runs the scripts in `versions`."""
