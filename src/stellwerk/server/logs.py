"""What the server writes down: events with fields, as lines of JSON or for the eye, and without anybody's secrets.

Every module says `log = logger(__name__)` and then `log.warning("a bot failed", match=name, bot=bot)`: the event is
a constant sentence, what differs is a field. Lines of other libraries go the same way. All are plain records of
`logging` in between, so that a program which uses the server as a library sees them as it sees all others.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import Mapping, MutableMapping
from contextvars import ContextVar
from itertools import pairwise
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

Form = Literal["json", "text"]
LEVELS: Final = ("debug", "info", "warning", "error")

HIDDEN: Final = "[hidden]"
SECRET_FIELDS: Final = re.compile(
    r"token|cookie|authori[sz]ation|seed|code|secret|password|visitor|hash|query|link|key", re.IGNORECASE
)
"""Fields that are never written, whatever they hold."""

BEFORE: Final = re.compile(
    r"(?i)(bearer\s+|(?:set-)?cookie:?\s*|stellwerk=|://[^\s:/@]+:|/(?:join|recover|share)/(?:[^\s/]+/)?"
    r"|(?:token|seed|code|secret|password|hash)['\"]?\s*[:=]\s*['\"]?)[^\s'\"@,;)}\]]+"
)
"""What a secret follows: only what stands before it is written."""

RANDOM: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{20,}")
CODE: Final = re.compile(r"(?<![a-z0-9-])[a-z0-9]{5}(?:-[a-z0-9]{5}){3}(?![a-z0-9-])")
HEX: Final = re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{32,}(?![0-9A-Za-z])")
CHANGES: Final = 8
"""How often capitals, small letters and digits follow each other in what is no word: words of a program do it less."""

OWN: Final = frozenset({"request", "method", "route", "level", "time", "logger"})
"""Fields that we make ourselves."""

MOST: Final = 10
SPAN: Final = 60.0
KINDS: Final = 1_000
"""A warning of one kind is written at most `MOST` times in `SPAN` seconds; so many kinds are told apart."""

FIELDS: Final = "stellwerk_fields"
about: ContextVar[Mapping[str, Any] | None] = ContextVar("about", default=None)
"""What every line is about that is written now, in this task and the threads it waits for: see `requests.py`."""

Log = structlog.stdlib.BoundLogger


def logger(name: str) -> Log:
    """Where a module says what happens."""
    chain: list[Processor] = [structlog.stdlib.filter_by_level, structlog.contextvars.merge_contextvars, _as_record]
    made: Log = structlog.wrap_logger(logging.getLogger(name), chain, wrapper_class=Log, context_class=dict)
    return made


def configure(form: Form | None = None, level: str | None = None, stream: TextIO | None = None) -> None:
    """Write everything that is logged in this process to a stream, by default stderr.

    Unless told otherwise a terminal gets lines for the eye from warnings on, everything else JSON from info on.
    """
    stream = stream or sys.stderr
    eye = form == "text" or (form is None and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(colours=eye and stream.isatty() and "NO_COLOR" not in os.environ, eye=eye))
    handler.addFilter(Flood())
    handler.addFilter(_told_already)
    root = logging.getLogger()
    for old in root.handlers[:]:
        if isinstance(old.formatter, structlog.stdlib.ProcessorFormatter):
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel((level or ("warning" if eye and stream.isatty() else "info")).upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = name != "uvicorn.access"  # it writes whole addresses; `requests.py` writes templates
        theirs.setLevel(logging.NOTSET)
    logging.getLogger("uvicorn.error").addFilter(_no_small_talk)
    for chatty in ("alembic", "sqlalchemy", "asyncio", "multipart"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def masked(text: str) -> str:
    """A text without what looks like a secret."""
    text = BEFORE.sub(lambda found: found[1] + HIDDEN, text)
    text = CODE.sub(HIDDEN, HEX.sub(HIDDEN, text))
    return RANDOM.sub(lambda found: HIDDEN if drawn_by_lot(found[0]) else found[0], text)


class Flood(logging.Filter):
    """Lets a warning of one kind pass so often, then counts: the next one that passes says how many did not."""

    def __init__(self, most: int = MOST, span: float = SPAN) -> None:
        super().__init__()
        self.most, self.span = most, span
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        fields = getattr(record, FIELDS, None)
        kind = (record.name, record.levelno, str(fields["event"] if fields else record.msg)[:200])
        now = time.monotonic()
        if kind not in self._seen and len(self._seen) >= KINDS:
            self._seen.clear()
        began, count = self._seen.get(kind, (now, 0))
        if now - began >= self.span:
            if count > self.most:
                record.stellwerk_withheld = count - self.most
            began, count = now, 0
        self._seen[kind] = began, count + 1
        return count < self.most


def drawn_by_lot(word: str) -> bool:
    """Whether letters and digits stand in it as only a generator puts them; of a generator, nearly always."""
    classes = ["d" if sign.isdigit() else "u" if sign.isupper() else "l" for sign in word if sign.isalnum()]
    return sum(a != b for a, b in pairwise(classes)) >= CHANGES


def _as_record(_log: WrappedLogger, _method: str, event: EventDict) -> tuple[tuple[str], dict[str, Any]]:
    """The event as a record that anybody can read; its fields go along for our own formatter."""
    passed = {name: event.pop(name) for name in ("exc_info", "stack_info", "stacklevel") if name in event}
    words = [str(event["event"]), *(f"{name}={value}" for name, value in event.items() if name != "event")]
    # A per cent sign in it is no place for an argument: there are none.
    return (" ".join(words),), {**passed, "extra": {FIELDS: dict(event)}}


def _formatter(*, colours: bool, eye: bool) -> logging.Formatter:
    show: Any = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    if eye:
        plain = structlog.dev.plain_traceback
        show = structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=plain, timestamp_key="time")
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[_from_record],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _mask,
            show,
        ],
        keep_exc_info=False,
    )


def _from_record(_log: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    record: logging.LogRecord = event["_record"]
    fields: Mapping[str, Any] = getattr(record, FIELDS, None) or {"event": event["event"]}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    told: dict[str, Any] = {
        "time": f"{stamp}.{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "event": fields["event"],
        "logger": record.name,
        "process": record.process,
    }
    if withheld := getattr(record, "stellwerk_withheld", 0):
        told["withheld"] = withheld
    told |= {name: value for name, value in (about.get() or {}).items() if value is not None}
    told |= {name: value for name, value in fields.items() if name != "event"}
    del event["event"]
    return {**told, **event}


def _mask(_log: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {
        name: value if name in OWN else HIDDEN if SECRET_FIELDS.search(name) else _masked(value)
        for name, value in event.items()
    }


def _masked(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        return [_masked(item) for item in value]
    if isinstance(value, MutableMapping):
        return {str(k): HIDDEN if SECRET_FIELDS.search(str(k)) else _masked(item) for k, item in value.items()}
    return masked(str(value))


def _told_already(record: logging.LogRecord) -> bool:
    """An error that was written down with its request need not be told again by the server below."""
    error = record.exc_info[1] if record.exc_info else None
    return not (record.name == "uvicorn.error" and getattr(error, "stellwerk_told", False))


def _no_small_talk(record: logging.LogRecord) -> bool:
    """That a process starts and ends is told by `run.py`."""
    return record.levelno >= logging.WARNING
