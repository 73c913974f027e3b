"""One engine for 18xx games: titles are tables and small step overrides on it."""
