"""Connections: how long each may take for what it has to say, and to hear the answer.

uvicorn reads requests; it waits for ever for one that was begun, and for somebody to read an answer.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any, Final, Literal, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from stellwerk.server.addresses import group
from stellwerk.server.gate import Gate

LEAST_RATE: Final = 500
"""Bytes a second that a body has to come with, on the average since it began."""

LONGEST_HEAD: Final = 16 * 1024
"""Bytes that the headers of a request may have."""

PIECES: Final = 256
PIECE: Final = 256
"""In so many pieces a body may come however small they are, and in one more for each so many bytes of it.

A piece is a chunk or what the network brought at once, and costs as much as some hundred bytes.
"""

FAREWELLS: Final = 64
FAREWELL: Final = 1.0
"""So many who are turned away get a sentence at a time, and so many seconds to read it; others are cut off."""

SENTENCES: Final = {
    400: "This is not HTTP.\n",
    408: "The request took too long to arrive.\n",
    413: "The body of this request came in too many small pieces.\n",
    431: "The headers of this request are too large.\n",
    503: "All connections of this server are taken. Please try again soon.\n"
    "Alle Verbindungen dieses Servers sind belegt. Bitte bald noch einmal versuchen.\n",
}
"""What those read whose request was never seen; what a page or a program is answered stands in errors.py."""

RETRY: Final = 5

Phase: TypeAlias = Literal["first", "idle", "head", "body", "answer", "over"]
"""What is waited for: a first byte, another request, the rest of its headers, of its body, our answer, nothing more."""


class Counted(h11.Connection):
    """HTTP that is read until a body has come in too many pieces."""

    def __init__(self, most_unread: int) -> None:
        super().__init__(h11.SERVER, most_unread)
        self._pieces, self._bytes = 0, 0

    def next_event(self) -> Any:
        event = super().next_event()
        if type(event) is h11.Request:
            self._pieces, self._bytes = 0, 0
        elif type(event) is h11.Data:
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > PIECES + self._bytes // PIECE:
                raise h11.RemoteProtocolError("too many small pieces", error_status_hint=413)
        return event


class Connection(H11Protocol):
    """One connection. Its phases follow from the states of h11, and each has its time."""

    gate: Gate

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn = Counted(LONGEST_HEAD)
        self.timeout_keep_alive = self.gate.settings.idle_time  # type: ignore[assignment]  # a timer takes parts of seconds
        self.host: str | None = None
        self.address = ""
        self.phase: Phase = "over"
        self._admitted = False
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._unwritten = 0
        self._came, self._spent = 0, 0.0

    # --- what the transport tells ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.host = self.client[0] if self.client else None
        self.address = group(self.host)
        self._admitted = self.gate.admit(self)
        if self._admitted:
            self._enter("first")
        else:
            self._part(503)

    def data_received(self, data: bytes) -> None:
        if self.phase == "over":
            return
        self._came += len(data)
        super().data_received(data)
        self._follow(began=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self._enter("over")
        self._writing = _stopped(self._writing)
        self.gate.leaving.discard(self)
        self._release()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_writing()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._writing = _stopped(self._writing)
        self._watch_writing()

    # --- what uvicorn tells ----------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow(began=False)
        self._watch_writing()

    def send_400_response(self, msg: str) -> None:
        """Called while the error of h11 is handled, which may know that it was the size of the headers."""
        hint = getattr(sys.exception(), "error_status_hint", 400)
        self._part(hint if hint in SENTENCES else 400)

    def _should_upgrade(self) -> bool:
        """Nothing here speaks anything but HTTP; who asks for more is answered as if they had not."""
        return False

    # --- phases ----------------------------------------------------------------------------------------

    def _follow(self, *, began: bool) -> None:
        """Go on to the phase in which h11 is; a request that was begun has the same time for all its pieces."""
        if self.phase == "over" or self.transport.is_closing():
            self._enter("over")
        elif self.conn.their_state is h11.SEND_BODY:
            self._enter("body")
        elif self._answering():
            self._enter("answer")
        elif began or self.conn.trailing_data[0]:
            self._enter("head")
        else:
            self._enter("idle")

    def _answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    def _enter(self, phase: Phase) -> None:
        if phase == self.phase:
            return
        self.phase = phase
        self._timer = _stopped(self._timer)
        settings = self.gate.settings
        if phase in ("first", "head"):
            self._timer = self.loop.call_later(settings.head_time, self._late)
        elif phase == "body":
            self._came, self._spent = 0, 0.0
            self._timer = self.loop.call_later(settings.body_time / 4, self._check_body)
        if self._admitted:
            if phase in ("answer", "over"):
                self.gate.waiting.pop(self, None)
            else:
                self.gate.waiting.setdefault(self)

    def _check_body(self) -> None:
        """Four times until it has to be there. What this server did not care to read is no fault of who sends."""
        whole = self.gate.settings.body_time
        if not self.flow.read_paused:
            self._spent += whole / 4
        if self._spent >= whole or self._came < LEAST_RATE * self._spent:
            self._late()
        else:
            self._timer = self.loop.call_later(whole / 4, self._check_body)

    def _late(self) -> None:
        if self.phase == "first":
            self.cut_off()
        else:
            self._part(408)

    # --- the end ---------------------------------------------------------------------------------------

    def cut_off(self) -> None:
        """Give up at once."""
        self._enter("over")
        self._release()
        self.transport.abort()

    def _release(self) -> None:
        if self._admitted:
            self._admitted = False
            self.gate.release(self)

    def _part(self, status: int) -> None:
        """Say why, and let the other side read it before the connection goes: closed with bytes unread it would not."""
        started = False
        if self._answering():
            started = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.waiting_for_100_continue = False  # nothing can be written after the farewell
            self.cycle.message_event.set()
        if started or len(self.gate.leaving) >= FAREWELLS:
            self.cut_off()
            return
        self._enter("over")
        self._release()
        self.gate.leaving.add(self)
        self.transport.write(_farewell(status))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._timer = self.loop.call_later(FAREWELL, self.transport.abort)

    def _watch_writing(self) -> None:
        if self._writing is None:
            self._unwritten = self.transport.get_write_buffer_size()
            if self._unwritten:
                self._writing = self.loop.call_later(self.gate.settings.write_time, self._check_writing)

    def _check_writing(self) -> None:
        self._writing = None
        if self.transport.get_write_buffer_size() >= self._unwritten:
            self.cut_off()
        else:
            self._watch_writing()


def guarded(gate: Gate) -> type[Connection]:
    """The protocol for all connections that pass a gate."""
    return type("Guarded", (Connection,), {"gate": gate})


class Unheard(logging.Filter):
    """Keeps what anybody can make uvicorn say, as often as they like, out of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != "Invalid HTTP request received."


def _farewell(status: int) -> bytes:
    body = SENTENCES[status].encode()
    lines = [
        f"HTTP/1.1 {status} {STATUS_PHRASES[status].decode()}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *([f"Retry-After: {RETRY}"] if status == 503 else []),  # noqa: PLR2004
        "\r\n",
    ]
    return "\r\n".join(lines).encode() + body


def _stopped(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """A timer in the place of one that shall ring no more: none."""
    if timer is not None:
        timer.cancel()
    return None
