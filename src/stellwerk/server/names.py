"""Names that people give themselves and bots they ask for, and names that we draw."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from stellwerk.bots.registry import bots_for
from stellwerk.core.errors import Malformed
from stellwerk.core.guide import GUIDE
from stellwerk.core.match import Seat
from stellwerk.core.matchfile import MOST_SEATS
from stellwerk.server.errors import TakenName
from stellwerk.server.logs import drawn_by_lot
from stellwerk.server.look_alikes import drawn_like

LONGEST: Final = 40
NOTE: Final = 10_000
MESSAGE: Final = 500
"""How many characters a name, private notes and a message may have."""

SPARE: Final = 4
RAW: Final = SPARE * LONGEST
"""So many times as many may come before they are put in order: blanks go, and marks join their letters."""

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without signs that look alike: somebody may have to read a match's id to somebody."""

GROUPS: Final = 4
GROUP: Final = 5
"""How the codes are written that people copy by hand."""

UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
TURNING: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of the text behind a name."""


TOO_LONG: Final = f"a name has 1 to {LONGEST} characters"
INK: Final = "LNPS"
"""Letters, numbers, punctuation and symbols: marks alone need something to stand on."""

UNSEEN: Final = frozenset({"Cc", "Cf"})
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
"""Signs without ink: what only forms others, letters that are drawn as nothing, and the choice of a variant."""


def clean_name(name: Any, where: str) -> str:
    """A name as it may stand on a page: trimmed, not empty, not long, nothing that cannot be seen."""
    if not isinstance(name, str):
        raise Malformed(where, "expected a string")
    if len(name) > RAW:  # putting marks in order takes the square of their number
        raise Malformed(where, TOO_LONG)
    if any(unicodedata.category(sign) in UNPRINTABLE or sign in TURNING for sign in name):
        raise Malformed(where, "control characters are not allowed in a name")
    trimmed = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(trimmed) <= LONGEST:
        raise Malformed(where, TOO_LONG)
    if not any(unicodedata.category(sign)[0] in INK for sign in folded(trimmed)):
        raise Malformed(where, "nothing of this name can be seen")
    return trimmed


def clean_text(text: str, most: int, where: str) -> str:
    """What somebody says, as it may stand on a page: lines are kept, but nothing that cannot be seen or turns text."""
    if len(text) > SPARE * most:
        raise Malformed(where, f"at most {most} characters")
    lines = [" ".join(line.split()) for line in text.replace("\r", "").strip().split("\n")]
    cleaned = unicodedata.normalize("NFC", "\n".join(lines))
    if any(unicodedata.category(sign) in UNPRINTABLE or sign in TURNING for sign in cleaned if sign != "\n"):
        raise Malformed(where, "control characters are not allowed")
    if not 1 <= len(cleaned) <= most:
        raise Malformed(where, f"a text has 1 to {most} characters")
    return cleaned


def folded(name: str) -> str:
    """What is left of a name for the eye: two names that fold to one could not be told apart."""
    same = unicodedata.normalize("NFKC", name).casefold()
    seen = (sign for sign in same if unicodedata.category(sign) not in UNSEEN and sign not in BLANK)
    return unicodedata.normalize("NFKC", " ".join("".join(seen).split()))


def looks(name: str) -> frozenset[str]:
    """Skeletons of a name: names that have one of these in common could not be told apart."""
    return frozenset((folded(name), folded(drawn_like(name))))


def checked_seats(game: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats with clean names, no two alike, and bots that are installed."""
    known = bots_for(game)
    seats = tuple(islice(seats, MOST_SEATS + 1))
    if len(seats) > MOST_SEATS:
        raise Malformed("seats", f"at most {MOST_SEATS} of them")
    checked: list[Seat] = []
    sitting: set[str] = set()
    for number, seat in enumerate(seats):
        if seat.bot is not None and seat.bot not in known:
            raise Malformed(f"seats[{number}].bot", f"no bot of that name plays {game}; there are {', '.join(known)}")
        name = clean_name(seat.name, f"seats[{number}].name")
        if looks(name) & sitting:
            raise Malformed(f"seats[{number}].name", "another seat has this name, or one that looks the same")
        sitting |= looks(name)
        checked.append(Seat(name, seat.bot))
    return tuple(checked)


def unguided(game: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The same seats, with real bots where a guide played: it leads its own match and no other."""
    by_strength = list(bots_for(game))
    mild = by_strength[
        min(1, len(by_strength) - 1)
    ]  # who has just learned a game meets the weakest that does not draw lots
    return tuple(Seat(seat.name, mild if seat.bot == GUIDE else seat.bot) for seat in seats)


def free_name(name: str, others: Iterable[str], where: str) -> str:
    """A clean name that could not be taken for one of the others."""
    clean = clean_name(name, where)
    if any(looks(clean) & looks(other) for other in others):
        raise TakenName(where)
    return clean


def is_match_id(text: str) -> bool:
    """Whether there could be a match of this name at all."""
    return 1 <= len(text) <= LONGEST and text.isascii() and text.isalnum()


def new_match_id() -> str:
    """Short, and with 59 bits nothing that is found by trying."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_code() -> str:
    """99 bits that somebody can read, write down and type: four groups of five signs."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def clean_code(given: str) -> str:
    """A code as we made it, however it was typed; what can be none stays wrong."""
    typed = [sign for sign in given[: 4 * LONGEST].lower() if sign in ALPHABET]
    return "-".join("".join(typed[at : at + GROUP]) for at in range(0, len(typed), GROUP))


def new_token() -> str:
    """192 bits that open a seat or know a visitor again. The log must hide them; one in 100,000 looks like words."""
    while not drawn_by_lot(token := secrets.token_urlsafe(24)):
        pass
    return token


def hashed(secret: str) -> str:
    """What the store keeps of a token or a visitor's cookie."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
