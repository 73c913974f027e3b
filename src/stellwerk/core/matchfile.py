"""Matches as JSON files: a documented, versioned format (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Sized
from random import Random
from typing import Any, Final, TypeVar

from stellwerk.core.action import Action, Json, freeze, is_text, thaw
from stellwerk.core.bounds import check_bounds
from stellwerk.core.chance import new_seed
from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.core.match import Header, Match, Seat

FORMAT: Final = "stellwerk-match"
VERSION: Final = 1
KEYS: Final = frozenset({"format", "version", "game", "rules_version", "options", "seats", "seed", "position", "log"})
RUNNING: Final = "running"
"""The key under which a file may name the running match of which it is a copy."""

LONGEST_NAME: Final = 40
"""Characters in the name of a match."""

ENTRY_LENGTH: Final = 3
LONGEST_LOG: Final = 20_000
"""Actions in a file. Each costs a state of its own, and in some games two players can exchange things for ever."""

MOST_SEATS: Final = 20
MOST_OPTIONS: Final = 200
LONGEST_WORD: Final = 200
"""Characters of any text in a file: a name, a seed, an option, the kind of an action."""


def dump(match: Match, *, seed: bool = True) -> Json:
    """The whole match: hidden draws and the seed included, so not for the eyes of a player while it runs.

    Without the seed it tells nothing of what chance has yet to do.
    """
    header = match.header
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": header.game,
        "rules_version": header.rules_version,
        "options": dict(header.options),
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in header.seats],
        "seed": header.seed if seed else None,
        "position": header.position,
        "log": [[action.seat, action.kind, thaw(action.args)] for action in match.log],
    }


def dump_seen(match: Match, seat: int, rng: Random) -> Json:
    """A running match as far as a seat may know it.

    Where nothing is hidden from the seat that is all of it but the seed; else a position that could be behind what
    it sees, without a past.
    """
    view = match.view(seat)
    if view.state == match.state and list(view.log) == match.log:
        return dump(match, seed=False)
    version, position = match.game.title.rules_version, match.game.imagine(view, rng).to_json()
    return {**dump(match, seed=False), "rules_version": version, "position": position, "log": []}


def open_log(match: Match, seat: int) -> bool:
    """Whether a seat was there when everything happened: the log from the start of the game tells it nothing new."""
    view = match.view(seat)
    return list(view.log) == match.log and (match.header.position is None or view.state == match.state)


def dumps(match: Match) -> str:
    """The match file as text, one line per action."""
    return written(dump(match))


def written(data: Json) -> str:
    """A match file as text, one line per action."""
    data = dict(data)
    log = data.pop("log")
    head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in log)
    return f'{head},\n "log": [\n{lines}\n ]\n}}\n' if log else f'{head},\n "log": []\n}}\n'


def running_of(data: dict[str, Json]) -> str | None:
    """The running match of which a match file says that it is a copy."""
    named = data.get(RUNNING)
    return named if isinstance(named, str) and len(named) <= LONGEST_NAME and is_text(named) else None


def load(data: Json, *, checked: bool = True) -> Match:
    """Read a match, refusing what is not of the format and, if checked, any action that breaks a rule."""
    return Match(*parse(data), checked=checked)


def loads(text: str, *, checked: bool = True) -> Match:
    """Read a match from the text of a file."""
    return load(parse_text(text), checked=checked)


def parse_text(text: str) -> Json:
    """The JSON of a file, with an error that says what is wrong."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("match file", f"not JSON: {error}") from error


def parse(data: Json) -> tuple[Header, list[Action]]:
    """Header and log of a match file, not yet held against the rules."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed("match file", f'expected an object with "format": "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise UnknownVersion("match file", data.get("version"), VERSION)
    for key in data:
        if key not in KEYS and key != RUNNING:
            raise Malformed(f"match file.{key[:LONGEST_WORD]}", "unknown")
    seats = _few(_typed(data, "seats", list), "seats", MOST_SEATS)
    header = Header(
        _word(_typed(data, "game", str), "game"),
        _typed(data, "rules_version", int),
        tuple(_seat(entry) for entry in seats),
        _options(_few(_typed(data, "options", dict), "options", MOST_OPTIONS)),
        _seed(data.get("seed")),
        data.get("position"),
    )
    log = _typed(data, "log", list)
    if len(log) > LONGEST_LOG:
        raise Malformed("match file.log", f"a log has at most {LONGEST_LOG} actions")
    return header, [_entry(entry, ply) for ply, entry in enumerate(log)]


T = TypeVar("T", bound=Sized)


def _few(value: T, key: str, most: int) -> T:
    """A list or an object of the file, counted before anybody looks at what is in it."""
    if len(value) > most:
        raise Malformed(f"match file.{key}", f"at most {most} of them")
    return value


def _word(text: str, key: str) -> str:
    if len(text) > LONGEST_WORD:
        raise Malformed(f"match file.{key}", f"a text has at most {LONGEST_WORD} characters")
    return text


def _options(options: dict[str, Json]) -> dict[str, str]:
    for name, value in options.items():
        if not isinstance(value, str):
            raise Malformed("match file.options", "expected strings")
        _word(name, "options")
        _word(value, "options")
    return options


def _seed(seed: Json) -> str:
    """A file may leave the seed out, as one that tells a running match must: then chance is drawn anew."""
    if seed is None:
        return new_seed()
    if not is_text(seed) or not seed or "\0" in seed:  # no database has this sign in a text
        raise Malformed("match file.seed", "expected a string that is not empty")
    return _word(seed, "seed")


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    if type(data.get(key)) is not kind:
        raise Malformed(f"match file.{key}", f"expected {kind.__name__}")
    return data[key]


def _seat(entry: Json) -> Seat:
    if not isinstance(entry, dict):
        raise Malformed("match file.seats", "expected objects with name and bot")
    name, bot = entry.get("name"), entry.get("bot")
    if not is_text(name) or not (bot is None or is_text(bot)) or not entry.keys() <= {"name", "bot"}:
        raise Malformed("match file.seats", "expected objects with name and bot")
    _word(name, "seats")
    _word(bot or "", "seats")
    return Seat(name, bot)


def _entry(entry: Json, ply: int) -> Action:
    where = f"match file.log[{ply}]"
    if not isinstance(entry, list) or len(entry) != ENTRY_LENGTH:
        raise Malformed(where, "expected [seat, kind, args]")
    seat, kind, args = entry
    if type(seat) is not int or not is_text(kind) or not isinstance(args, list):
        raise Malformed(where, "expected [seat, kind, args]")
    _word(kind, f"log[{ply}]")
    check_bounds(args, where)
    return Action(seat, kind, freeze(args, where))
