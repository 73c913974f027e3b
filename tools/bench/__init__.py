"""How fast the engine is, in a unit of its own, and beside an older commit in one run."""
