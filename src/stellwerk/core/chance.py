"""Chance as a seat: its draws come from a secret seed and the ply, and are written into the log.

A replay needs no generator. Each ply has a generator of its own, keyed by a keyed hash of the seed: outcomes that
are public tell nothing about the seed, and so nothing about outcomes to come.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256
from random import Random

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice


def new_seed() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_hex(16)


def generator(seed: str, *purpose: str | int) -> Random:
    """A generator for one purpose, such as a ply."""
    message = "/".join(map(str, purpose)).encode()
    return Random(hmac.digest(seed.encode(), message, sha256))


def draw(seed: str, ply: int, choices: Iterable[Choice]) -> Action:
    """What chance does at this ply."""
    rng = generator(seed, "chance", ply)
    return rng.choice(list(choices)).sample(rng)
