"""Stellwerk plays, studies and simulates railway board games with every rule enforced."""

__version__ = "0.1.0"
