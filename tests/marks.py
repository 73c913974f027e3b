"""Marks that tests share."""

import pytest


def rule(game: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules of the book it shows: `@rule("paris-connection", "build.4")`."""
    return pytest.mark.rule(game, *ids)
