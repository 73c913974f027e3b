"""Steps that only 1830 has, or tells differently."""
