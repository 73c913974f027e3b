"""A visitor's matches as the lobby lists them: own turns first, filtered, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from babel.dates import format_timedelta
from starlette.datastructures import QueryParams

from stellwerk.core.errors import Malformed
from stellwerk.core.registry import titles
from stellwerk.server.names import LONGEST, folded
from stellwerk.server.store import Listed, Pace
from stellwerk.server.store.clocks import MOVE
from stellwerk.web.i18n import translator

PAGE: Final = 8
"""How many matches are shown at once."""

MANY: Final = 5
"""From more than so many on it is worth looking for one of them."""


class Wish(NamedTuple):
    """What somebody looks for: a player or a name, a game, in the list or in the archive, and on which page."""

    who: str = ""
    game: str = ""
    shelf: bool = False
    page: int = 1

    @classmethod
    def of(cls, query: QueryParams) -> Wish:
        page = query.get("page", "")
        return cls(
            query.get("who", "").strip()[:LONGEST],
            query.get("of", "")[: 2 * LONGEST],
            query.get("shelf") == "1",
            int(page) if page.isascii() and page.isdigit() and len(page) < 4 else 1,  # noqa: PLR2004
        )

    @property
    def choosy(self) -> bool:
        return bool(self.who or self.game)


class Row(NamedTuple):
    """A match in the lobby: what it is, its game by name, when something happened in it, and what its clocks say."""

    match: Listed
    game: str
    ago: str
    pace: str | None = None
    left: str | None = None
    rules: str = ""
    """By which scenario or preset it is played, where the game has several."""

    @property
    def title(self) -> str:
        """The game and how it is played: "1830 · D: …", or the preset alone where that names the game."""
        if not self.rules or self.rules.startswith(self.game):
            return self.rules or self.game
        return f"{self.game} · {self.rules}"

    @property
    def group(self) -> str:
        return "turn" if self.match.your_turn else "over" if self.match.over else "running"

    @property
    def order(self) -> int:
        return ("turn", "running", "over").index(self.group)

    @property
    def winners(self) -> list[str]:
        return [self.match.names[seat] for seat in self.match.winners]

    @property
    def awaited(self) -> str | None:
        """Who is to move, as far as somebody is; not a seat that nobody has taken yet."""
        seats = [seat for seat in self.match.waiting if seat not in self.match.free]
        return self.match.names[seats[0]] if seats else None


class Mine(NamedTuple):
    """One page of a visitor's matches, and how many there are of each kind."""

    wish: Wish
    rows: list[Row]
    first: int
    """The number of the first one on the page, from 1 on."""

    found: int
    """How many fit what is looked for."""

    pages: int
    total: int
    """How many there are in all, without those that were put away."""

    turns: int
    shelved: int
    games: list[tuple[str, str]]
    """The games that can be looked for, with their names."""

    unreadable: list[str]

    @property
    def any(self) -> bool:
        return bool(self.total or self.shelved)

    @property
    def many(self) -> bool:
        """Whether it is worth looking for one of them."""
        return self.total + self.shelved > MANY or self.wish.choosy


def mine_of(found: Sequence[Listed], wish: Wish, lang: str) -> Mine:
    """The page of a visitor's matches that is asked for; the nearest one where there is none of its number."""
    known = titles()
    names = {game: one.name(lang) for game, one in known.items()}
    readable = [one for one in found if one.readable and one.game in known]
    here = [one for one in readable if one.shelved == wish.shelf]
    fit = list(_fitting(here, wish, names))
    pages = max(1, -(-len(fit) // PAGE))
    page = min(max(1, wish.page), pages)
    start = (page - 1) * PAGE
    return Mine(
        wish=wish._replace(page=page),
        rows=[_row(one, names[one.game], lang) for one in fit[start : start + PAGE]],
        first=start + 1,
        found=len(fit),
        pages=pages,
        total=sum(not one.shelved for one in readable),
        turns=sum(one.your_turn and not one.shelved for one in readable),
        shelved=sum(one.shelved for one in readable),
        games=sorted({(one.game, names[one.game]) for one in readable}, key=lambda game: game[1]),
        unreadable=[one.id for one in found if not one.readable or one.game not in known],
    )


def _fitting(found: Iterable[Listed], wish: Wish, names: dict[str, str]) -> Iterable[Listed]:
    wanted = folded(wish.who)
    for one in found:
        if wish.game in ("", one.game):
            told = (*one.names, names[one.game], one.label or "")
            if not wanted or any(wanted in folded(text) for text in told):
                yield one


def _row(one: Listed, game: str, lang: str) -> Row:
    left = None if one.left is None else _lasting(one.left, lang)
    return Row(one, game, _ago(one.changed, lang), one.pace and told_pace(one.pace, lang), left, _rules(one, lang))


def _rules(one: Listed, lang: str) -> str:
    """The preset of a match by name; "" where its game has only one, or does not know these options any more."""
    _, known = translator(lang), titles()[one.game]
    if len(known.presets) == 1:
        return ""
    try:
        preset = known.preset_of(one.options)
    except Malformed:
        return ""
    return known.texts.say(lang, preset.texts[0]) if preset else _("own choice of rules")


def told_pace(pace: Pace, lang: str) -> str:
    """How much time players have, in words."""
    _ = translator(lang)
    if pace.kind == MOVE:
        return _("%(time)s for each turn", time=_lasting(pace.seconds, lang))
    bank, more = _lasting(pace.seconds, lang), _lasting(pace.increment, lang)
    if not pace.increment:
        return _("%(bank)s for the whole match", bank=bank)
    return _("%(bank)s + %(more)s for each turn", bank=bank, more=more)


def _lasting(seconds: float, lang: str) -> str:
    return format_timedelta(timedelta(seconds=max(1, round(seconds))), locale=lang, threshold=1.5)


def _ago(then: float, lang: str) -> str:
    passed = datetime.fromtimestamp(then, UTC) - datetime.now(UTC)
    return format_timedelta(min(passed, timedelta(seconds=-1)), add_direction=True, locale=lang)
