"""The steps that only 1848 has, or that its book tells differently."""
