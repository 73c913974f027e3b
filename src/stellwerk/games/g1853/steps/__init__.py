"""Steps that only 1853 has, or tells differently."""
