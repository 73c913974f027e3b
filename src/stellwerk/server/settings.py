"""How a server is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Settings:
    """What `stellwerk serve` can be told; the defaults are for one computer and those who sit before it."""

    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    """Further names by which browsers may ask for this server; `*` for any."""

    public_url: str | None = None
    """The address by which others reach the server, such as https://games.example: what invitations begin with."""

    database: str | None = None
    """A path or an address of SQLAlchemy; None for a file in the user's data directory."""

    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that tell who asks (X-Forwarded-For, X-Forwarded-Proto); else nobody may."""

    limited: bool = True
    limits: tuple[str, ...] = ()
    """Whether anybody is limited at all, and what replaces the usual limits: `acting=600/minute` (see limits.py).

    Who sits at the computer of a server that listens to it alone is not limited, but by limits named here.
    """

    connections: int = 4096
    connections_per_address: int = 256
    """How many may be open at once, in all (fewer where there are fewer file descriptors) and from one address."""

    head_time: float = 10.0
    body_time: float = 20.0
    """Seconds in which a request has to be there from its first byte: up to the end of its headers, and of its body."""

    idle_time: float = 20.0
    """Seconds for which a connection is kept after an answer, in case another request comes."""

    write_time: float = 30.0
    """Seconds without progress after which somebody who does not read the answer is given up."""

    bot_delay: float = 0.4
    """Seconds from one move to the next, at least, where bots play among themselves and somebody looks."""

    bot_limit: float = 30.0
    """Seconds a bot may think; then an action is drawn by lot instead."""

    import_limit: float = 60.0
    """Seconds that reading a record of another site may take."""

    memory: int = 256
    """Megabytes of matches that stay open in memory, by an estimate; a hundred and more late ones fit."""

    bots: int | None = None
    """Processes in which bots think; 0 for none here, None for one less than there are processors."""

    workers: int = 1
    """Processes that answer requests. From two on, bots are driven by a further one."""

    heartbeat: float = 15.0
    """Seconds without news after which a listener gets a sign of life."""

    streams: int = 4000
    streams_per_address: int = 200
    streams_per_visitor: int = 20
    """How many streams of events may be open at once: in all, from one address, and of one visitor.

    A browser has one stream, however many tabs. The first two refuse a further stream; of a visitor the oldest makes
    room, for the newest is where somebody sits.
    """

    invitation_days: float = 14.0
    """Days after which an invitation to a seat opens it no more."""

    absence_hours: float = 72.0
    """Hours that a match waits for somebody who is not at the table; then others may be invited to their seat."""

    log: Literal["json", "text"] | None = None
    """How lines of the log look; None for text on a terminal and JSON elsewhere."""

    log_level: str | None = None
    """From which level on they are written; None for warnings on a terminal and `info` elsewhere."""

    expire_after: float | None = None
    """Days without an action after which an unfinished match is deleted; None for never."""

    expire_finished: float | None = None
    """Days without a change after which a finished match is deleted; None for never."""

    metrics_for: tuple[str, ...] = ()
    """Networks, besides this computer, that are told the figures of /metrics and /healthz."""
