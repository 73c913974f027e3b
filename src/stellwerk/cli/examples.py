"""Examples at the end of a help text."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """The end of a help text; the first character keeps click from wrapping the lines."""
    return "\n".join(["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)])
