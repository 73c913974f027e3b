"""The table of 1853."""

from stellwerk.web.tables.g1853.table import Table1853

__all__ = ["Table1853"]
