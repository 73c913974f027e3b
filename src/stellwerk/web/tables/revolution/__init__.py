"""The table of Railroad Revolution."""

from stellwerk.web.tables.revolution.table import RevolutionTable

__all__ = ["RevolutionTable"]
