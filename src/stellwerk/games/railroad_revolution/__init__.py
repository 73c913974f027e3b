"""Railroad Revolution."""
