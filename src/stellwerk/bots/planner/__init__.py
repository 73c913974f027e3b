"""Bots that look ahead: they play their candidates on, and take the one that promises most."""
