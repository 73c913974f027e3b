"""The server: keeps matches, lets people and bots play them, and shows each seat its own view."""
