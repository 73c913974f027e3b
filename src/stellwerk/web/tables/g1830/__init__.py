"""The table of 1830: that of every 18xx title, with plus-trains and the markers of uncertain times."""

from stellwerk.web.tables.g1830.table import Table1830

__all__ = ["Table1830"]
