"""The table of Paris Connection."""

from stellwerk.web.tables.paris.table import ParisTable

__all__ = ["ParisTable"]
