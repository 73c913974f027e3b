"""The table of every 18xx title."""

from stellwerk.web.tables.rail.table import RailTable

__all__ = ["RailTable"]
