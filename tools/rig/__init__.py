"""What the tools that load, attack and hurt a server share: a server process of their own, and a small HTTP client."""
