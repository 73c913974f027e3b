"""Drawings as pure functions: numbers and names in, SVG out. Colours are classes, so that a style sheet decides."""
