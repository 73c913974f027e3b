"""The core: knows no game, needs only the standard library."""
