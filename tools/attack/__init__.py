"""An attack on a server of its own: hostile requests, doctored positions, floods. `python -m tools.attack --help`."""
