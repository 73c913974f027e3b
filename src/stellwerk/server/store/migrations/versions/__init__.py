"""One script for each schema. They are never changed once they are out: what they begin with lies in real databases."""
