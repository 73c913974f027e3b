"""Pictures of every page and of every kind of decision, to look at a change from all sides, and those of docs/img."""
