"""The table of 1848: that of every 18xx title, with its lender, loans, receivership and changes of gauge."""

from stellwerk.web.tables.g1848.table import Table1848

__all__ = ["Table1848"]
