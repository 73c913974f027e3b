"""Gzip from parts, of which some have been compressed before: what stays the same is compressed once."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

RAW: Final = -zlib.MAX_WBITS
"""Without head and tail: those are for the whole."""

HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip file: compressed by deflate, without name and time, by an unknown system."""

ONCE: Final = 6
"""How hard that is compressed which is sent again and again."""


class Part(NamedTuple):
    """Some bytes, and the same compressed if they have been."""

    plain: bytes
    pressed: bytes = b""


def pressed(plain: bytes) -> bytes:
    """Bytes compressed in a way that others can stand before and behind them: they refer to nothing but themselves."""
    press = zlib.compressobj(ONCE, zlib.DEFLATED, RAW)
    return press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH)


def gzipped(parts: Sequence[Part], plain: bytes, level: int) -> bytes:
    """A gzip file of these parts, which together are `plain`."""
    press = zlib.compressobj(level, zlib.DEFLATED, RAW)
    told = [HEAD]
    for part in parts:
        if part.pressed:
            told += press.flush(zlib.Z_FULL_FLUSH), part.pressed
        else:
            told.append(press.compress(part.plain))
    told += press.flush(), zlib.crc32(plain).to_bytes(4, "little"), (len(plain) & 0xFFFFFFFF).to_bytes(4, "little")
    return b"".join(told)
