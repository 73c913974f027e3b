"""What a request is answered when it is refused: one table from classes to status and code, worded by language."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from starlette.exceptions import HTTPException

from stellwerk.core.action import Json
from stellwerk.core.errors import (
    CannotUndo,
    Clash,
    DataError,
    Malformed,
    NotFound,
    NotYourSeat,
    RuleError,
    StaleAction,
    StellwerkError,
    UnknownVersion,
)
from stellwerk.core.registry import title
from stellwerk.web.i18n import translator

LONGEST_FACT: Final = 500
"""Characters of a fact in an answer that is a text."""


class Moved(StaleAction):
    """An action made for another position, with the ply and the rev of the present one."""

    def __init__(self, given: int, current: int, rev: int) -> None:
        super().__init__(given, current)
        self.ply, self.rev = current, rev


class NoInvitation(NotYourSeat):
    """A code that invites to no seat of a match: it was used, withdrawn, replaced, is too old, or never was one."""

    def __init__(self, match: str) -> None:
        super().__init__()
        self.match = match


class OldLink(NoInvitation):
    """A link of the kind that held the token of a seat."""


class TakenName(Malformed):
    """A name that somebody else at the table has, or that could be taken for it."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "another seat has this name, or one that looks the same")


class NoRecovery(StellwerkError):
    """A code to which no matches belong: it was used, replaced, or never was one."""


class Secret(NotYourSeat):
    """Something that nobody may see before the match is over."""


class StillRunning(StellwerkError):
    """Something that can only be done once the match is over."""


class NotOwnBranch(StellwerkError):
    """Only a branch can be deleted or renamed (`match`), and only while nobody else plays in it (`others`)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooLarge(StellwerkError):
    """A body with more bytes than anything sensible has."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} bytes")
        self.most = most


class NotJson(StellwerkError):
    """A body that does not say that it is JSON: also what a form of a foreign page cannot send."""


class WrongHost(StellwerkError):
    """A request for another server: some name was made to point to this one."""


class Unavailable(StellwerkError):
    """The database cannot answer now: it is locked, full, or away. Nothing was changed; another attempt may succeed."""

    headers: Final = {"retry-after": "3"}


class InDoubt(Unavailable):
    """The database broke off while it confirmed a change: whether that counts shows only when it answers again."""


class Overloaded(StellwerkError):
    """So much waits to be worked at already that nothing more is taken on."""

    headers: Final = {"retry-after": "2"}


class Unreadable(StellwerkError):
    """A match in the database from which no position can be made any more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"match {name} cannot be read")
        self.name = name


class OtherRules(StellwerkError):
    """Somebody wants to play on in a match that was played by other rules than those known here."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"played by version {found} of its rules, not {known}")
        self.found, self.known = found, known


class LostPosition(NotFound):
    """A position of such a match that was not kept, and to which the rules known here do not lead."""

    def __init__(self, ply: int, found: int, known: int) -> None:
        super().__init__("position", ply)
        self.ply, self.found, self.known = ply, found, known


class Foreign(StellwerkError):
    """A request that a page of somebody else made in a visitor's browser."""


class UnknownFile(StellwerkError):
    """A file that is neither a match of ours nor a record that we can read."""


class TooMuchWork(StellwerkError):
    """A file that takes too long to read."""


class Busy(StellwerkError):
    """A file for which nobody has time now: many others are being read."""

    headers: Final = {"retry-after": "60"}


class NoAdvice(StellwerkError):
    """No bot tells what it would do: `others` play, it is not the caller's `turn`, it is `busy` or it `failed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooOften(StellwerkError):
    """Somebody asks for more than their share; in `seconds` there is room again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests; room again in {seconds} s")
        self.seconds = seconds
        self.headers = {"retry-after": str(seconds)}


class NoTime(StellwerkError):
    """Somebody wants to play, or to have a seat back, in a turn whose time is used up."""


class ClosedSeat(StellwerkError):
    """Somebody wants to sit down who has or had another seat at the table, where each seat has secrets."""


class TooManyOrders(StellwerkError):
    """More standing orders than a seat may have at once."""


class Silenced(StellwerkError):
    """Messages at a table where they are switched off, or from somebody who does not play there."""


class NewerNote(StellwerkError):
    """Notes that were written elsewhere since; `version` is that of those."""

    def __init__(self, version: int) -> None:
        super().__init__(f"there is version {version} of these notes")
        self.version = version


class TooMany(StellwerkError):
    """More streams of events at once than one address, or all together, may have."""

    headers: Final = {"retry-after": "30"}


class BrokenRecord(StellwerkError):
    """A record of another site with an action that breaks a rule; `text` says in English which one and how."""

    def __init__(self, action: int, game: str, rule: str, text: str, data: Mapping[str, str | int]) -> None:
        super().__init__(f"action {action} breaks rule {rule}: {text}")
        self.action, self.game, self.rule, self.text, self.data = action, game, rule, text, dict(data)


class Kind(NamedTuple):
    """How a class of refusals is answered: status, code, and the attributes that a program may want to know."""

    status: int
    code: str
    facts: tuple[str, ...] = ()


KINDS: Final[Mapping[type[Exception], Kind]] = {
    RuleError: Kind(422, "illegal", ("game",)),
    StaleAction: Kind(409, "stale", ("given", "current")),
    Moved: Kind(409, "stale", ("given", "ply", "rev")),
    CannotUndo: Kind(409, "undo", ("reason",)),
    StillRunning: Kind(409, "running"),
    OtherRules: Kind(409, "rules", ("found", "known")),
    NotYourSeat: Kind(403, "seat", ("seat",)),
    NotOwnBranch: Kind(403, "branch", ("reason",)),
    Secret: Kind(403, "secret"),
    NoInvitation: Kind(403, "invitation", ("match",)),
    OldLink: Kind(410, "link", ("match",)),
    NoRecovery: Kind(403, "recovery"),
    Foreign: Kind(403, "foreign"),
    NotFound: Kind(404, "not-found", ("what", "name")),
    LostPosition: Kind(404, "lost", ("ply", "found", "known")),
    Malformed: Kind(400, "malformed", ("where", "problem")),
    TakenName: Kind(400, "name", ("where",)),
    UnknownVersion: Kind(400, "version", ("where", "found", "known")),
    UnknownFile: Kind(400, "unknown-file"),
    TooMuchWork: Kind(422, "too-long"),
    Busy: Kind(429, "busy"),
    NoAdvice: Kind(409, "advice", ("reason",)),
    NoTime: Kind(409, "time"),
    ClosedSeat: Kind(403, "closed-seat"),
    TooOften: Kind(429, "rate", ("seconds",)),
    TooMany: Kind(429, "streams"),
    TooManyOrders: Kind(409, "orders"),
    Silenced: Kind(403, "silenced"),
    NewerNote: Kind(409, "notes", ("version",)),
    BrokenRecord: Kind(422, "record", ("action", "game")),
    WrongHost: Kind(400, "host"),
    TooLarge: Kind(413, "too-large", ("most",)),
    NotJson: Kind(415, "media-type"),
    DataError: Kind(500, "data", ("file", "problem")),
    Unreadable: Kind(500, "unreadable", ("name",)),
    Unavailable: Kind(503, "unavailable"),
    InDoubt: Kind(503, "in-doubt"),
    Overloaded: Kind(503, "overloaded"),
}


def N_(message: str) -> str:  # noqa: N802  # the name that gettext knows for a message said elsewhere
    return message


TEXTS: Final[Mapping[str, str]] = {
    "stale": N_("The game has moved on since you looked at it."),
    "undo.nothing": N_("You have nothing to undo or redo."),
    "undo.revealed": N_("Something has been revealed since then, so it cannot be undone."),
    "undo.others": N_("Others have acted since then, so it cannot be undone or redone."),
    "undo.barred": N_("A bot or a standing order has acted since then, so it cannot be undone."),
    "running": N_("This has to wait until the match is over."),
    "rules": N_(
        "This match was played with version %(found)s of its rules. This server has version %(known)s, under "
        "which the match would go differently. You can look at it, or continue from one of its positions as a new "
        "match."
    ),
    "lost": N_(
        "This position was not stored, and version %(known)s of the rules does not lead to it; the match was "
        "played with version %(found)s."
    ),
    "seat": N_("This seat is not yours."),
    "branch.match": N_("This match is not a branch of another one, so it stays as it is."),
    "branch.others": N_("Others play in this branch too, so it stays as it is."),
    "branch": N_("This branch is not yours alone."),
    "secret": N_("This still contains hidden information; you can have it when the match is over."),
    "name": N_("Somebody else at the table has this name, or one that looks the same."),
    "invitation": N_(
        "This invitation opens no seat: it was used, withdrawn or replaced, or is too old. Ask for another."
    ),
    "link": N_("Links of this kind are no longer valid. Ask the sender for a new invitation."),
    "recovery": N_("No matches belong to this code. Each code works once, and a new one replaces it. Was it mistyped?"),
    "host": N_("This server does not accept the host name in the address; see stellwerk serve --allowed-host."),
    "unreadable": N_("This match can no longer be loaded; the server's log says why."),
    "unavailable": N_("Matches cannot be loaded or saved at the moment. Nothing was changed; please try again soon."),
    "in-doubt": N_(
        "The connection to the database broke while this was being saved. You will see whether it counts when "
        "matches can be loaded again."
    ),
    "overloaded": N_("The server is busy. Please try again in a few seconds."),
    "foreign": N_("This request came from another website."),
    "not-found": N_("Nothing was found under that name."),
    "not-found.game": N_("There is no such game here."),
    "not-found.match": N_("There is no such match here."),
    "not-found.ply": N_("The match has no such position."),
    "not-found.18xx.games title": N_("Records of %(name)s cannot be read here."),
    "unknown-file": N_("This is neither a match file of Stellwerk nor a record of 18xx.games."),
    "too-long": N_("Reading this file takes too long."),
    "busy": N_("The server is reading many files right now. Try again in a minute."),
    "rate": N_("Too many requests. Try again in %(seconds)s seconds."),
    "orders": N_("You have reached the limit of standing orders; revoke one first."),
    "silenced": N_("Messages are switched off at this table."),
    "notes": N_("These notes were changed elsewhere in the meantime."),
    "not-found.order": N_("There is no such standing order any more."),
    "streams": N_("Too many pages are connected to this server right now. Try again in a minute."),
    "record": N_("Action %(action)s of this record breaks rule %(rule)s: %(problem)s"),
    "malformed": N_("This is not in the expected form: %(where)s: %(problem)s"),
    "clash": N_("“%(option)s: %(value)s” and “%(other)s: %(found)s” do not go together. %(why)s"),
    "version": N_("This was written by another version of Stellwerk or of the rules: %(where)s"),
    "too-large": N_("This is too large; at most %(most)s bytes are accepted."),
    "advice.others": N_("Other people play in this match, and it was started without bot hints."),
    "advice.origin": N_(
        "This match was branched from one that is still running and was started without bot hints. You can ask "
        "for hints here when that one is over."
    ),
    "time": N_(
        "Your time for this turn has run out, so the bot finishes it. You can take your seat back when the turn "
        "is over."
    ),
    "closed-seat": N_(
        "You have or had another seat at this table, so what is hidden in this one stays hidden from you."
        " Invite somebody who is new to the table, or let a bot play the seat."
    ),
    "advice.turn": N_("A bot can be asked only when it is your turn."),
    "advice.busy": N_("The bot is busy right now. Try again in a little while."),
    "advice.failed": N_("The bot found no answer this time."),
    "media-type": N_("The body must be JSON, with Content-Type: application/json."),
    "data": N_("A data file of this server contradicts itself: %(file)s"),
    "http": N_("The server cannot answer this request."),
    "http.404": N_("There is nothing at this address."),
    "http.405": N_("This address does not take this kind of request."),
    "http.414": N_("This address is too long."),
    "http.431": N_("This request has too many headers."),
}
"""What people read, by code, or where one code has several reasons by code and reason."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal, ready to be shown: `data` holds what a program needs, `text` what a person reads."""

    status: int
    code: str
    text: str
    rule: str | None
    data: Mapping[str, Any]

    def to_json(self) -> Json:
        return {"error": self.code, "text": self.text, "rule": self.rule, "data": dict(self.data)}


def problem(error: Exception, lang: str) -> Problem:
    """Status and words for a refusal. The most exact class of the table decides."""
    if isinstance(error, HTTPException):
        return Problem(error.status_code, "http", _text("http", str(error.status_code), lang, {}), None, {})
    kind = next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)
    data = {name: _plain(getattr(error, name)) for name in kind.facts}
    if isinstance(error, RuleError):
        text = error.said.get(lang) or title(error.game).rulebook.refuse(error.rule, lang, error.data)
        return Problem(kind.status, kind.code, text, error.rule, {**data, **error.data})
    if isinstance(error, Clash):
        return Problem(kind.status, kind.code, _clash(error, lang), error.rule, data)
    if isinstance(error, BrokenRecord):
        told = {**data, "rule": error.rule, "problem": _broken(error, lang)}
        text = _text(kind.code, None, lang, told)
        return Problem(kind.status, kind.code, text, error.rule, {**error.data, **data})
    reason = data.get("reason") or data.get("what")
    return Problem(kind.status, kind.code, _text(kind.code, reason, lang, data), None, data)


def _clash(error: Clash, lang: str) -> str:
    """Which two options do not go together, by the names that a visitor reads, and what the book says about it."""
    known = title(error.game)
    options = {option.id: option for option in known.options}
    said = [
        (known.texts.say(lang, f"option.{name}.name"), options[name].value_name(known.texts, lang, value))
        for name, value in (error.chosen, error.other)
    ]
    (option, value), (other, found) = said
    why = known.rulebook.clash(error.rule, lang)
    return _text("clash", None, lang, {"option": option, "value": value, "other": other, "found": found, "why": why})


def _broken(error: BrokenRecord, lang: str) -> str:
    """The rule's own sentence; what only the reader of records found it says in English."""
    said = title(error.game).rulebook.refuse
    try:
        return error.text if said(error.rule, "en", error.data) != error.text else said(error.rule, lang, error.data)
    except LookupError:
        return error.text


def _text(code: str, reason: object, lang: str, data: Mapping[str, Any]) -> str:
    return translator(lang)(TEXTS.get(f"{code}.{reason}") or TEXTS[code], **data)


def _plain(value: object) -> Json:
    """A fact as an answer repeats it: one from a request may be anything at all."""
    if value is None or type(value) is int:
        return value
    return value[:LONGEST_FACT] if isinstance(value, str) else reprlib.repr(value)
