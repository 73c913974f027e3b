"""Letters of other scripts that look like Latin ones, and signs that look like each other in most fonts."""

from __future__ import annotations

import unicodedata
from typing import Final

CYRILLIC: Final = "CYRILLIC {} LETTER {}"
GREEK: Final = "GREEK {} LETTER {}"
ARMENIAN: Final = "ARMENIAN {} LETTER {}"
LETTERS: Final = (
    (CYRILLIC, "CAPITAL", "A=A VE=B IE=E DZE=S JE=J KA=K EM=M EN=H O=O ER=P ES=C TE=T U=Y HA=X QA=Q WE=W"),
    (CYRILLIC, "SMALL", "A=a IE=e DZE=s JE=j O=o ER=p ES=c U=y HA=x SHHA=h QA=q WE=w"),
    (GREEK, "CAPITAL", "ALPHA=A BETA=B EPSILON=E ZETA=Z ETA=H KAPPA=K MU=M NU=N OMICRON=O RHO=P TAU=T UPSILON=Y CHI=X"),
    (GREEK, "SMALL", "ALPHA=a IOTA=i NU=v OMICRON=o RHO=p UPSILON=u"),
    (ARMENIAN, "CAPITAL", "OH=O SEH=U"),
    (ARMENIAN, "SMALL", "OH=o SEH=u VO=n HO=h"),
)
STROKE: Final = "|"
"""Instead of a small L and what looks like it: a capital L does not, so it must not become the same small letter."""

OTHERS: Final = {
    "CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I": STROKE,
    "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I": "i",
    "CYRILLIC LETTER PALOCHKA": STROKE,
    "CYRILLIC SMALL LETTER PALOCHKA": STROKE,
    "CYRILLIC SMALL LETTER KOMI DE": "d",
    "GREEK CAPITAL LETTER IOTA": STROKE,
    "LATIN SMALL LETTER DOTLESS I": "i",
    "LATIN SMALL LETTER ALPHA": "a",
    "LATIN SMALL LETTER SCRIPT G": "g",
    "LATIN CAPITAL LETTER I": STROKE,
    "LATIN SMALL LETTER L": STROKE,
    "DIGIT ONE": STROKE,
    "DIGIT ZERO": "O",
}
SAME: Final = {
    ord(unicodedata.lookup(form.format(size, letter))): drawn
    for form, size, letters in LETTERS
    for letter, drawn in (pair.split("=") for pair in letters.split())
} | {ord(unicodedata.lookup(name)): drawn for name, drawn in OTHERS.items()}
"""The Latin letter that each of them is drawn like."""


def drawn_like(name: str) -> str:
    """A name with every letter replaced by the Latin one that it looks like; for comparing names, not for showing."""
    return unicodedata.normalize("NFKD", name).translate(SAME)
