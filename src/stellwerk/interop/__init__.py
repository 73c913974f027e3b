"""Other programs' records and interfaces."""
