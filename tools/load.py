"""Load a server with late matches of 1830, and with bots, and hold what people notice against the bars.

Everything happens on this computer, in a temporary folder, and ends by itself:

    python -m tools.load                     all scenarios
    python -m tools.load --matches 100 --seconds 5

Clients ask twice: with the pauses of people who think, for which the bars are, and in a closed loop, each as soon as it
has its answer. In the loop everybody waits for everybody else on the same cores, however quick the server is: eight
clients wait for eight answers. Its figures are told for comparison.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from stellwerk.core.chance import draw, new_seed
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.server.names import hashed, new_match_id, new_token
from stellwerk.server.rows import rows_of
from stellwerk.server.snapshots import due
from stellwerk.server.store import Store
from stellwerk.server.table import Table
from tools.rig.figures import percentile, spread
from tools.rig.http import Got, Http
from tools.rig.serving import Served, serving

GAME: Final = "1830"
LATE: Final = 1172
"""Plies behind a late position."""

SHARES: Final = {"view": 0.6, "page": 0.2, "act": 0.2}
"""What a client asks for; every act is taken back by the next, so matches stay as late as they are."""

SEATS: Final = 4
PATTERNS: Final = 4
"""How many different matches there are; the others are the same under other names."""

OK: Final = 200
MADE: Final = 201
MOVED: Final = 409
GIGABYTE: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Known:
    """A match in the database, and the tokens of its seats."""

    id: str
    tokens: tuple[str, ...]


@dataclass
class Times:
    """Seconds by what was asked for, and what was not answered as it should be."""

    taken: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in SHARES})
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that must hold, and whether it did."""

    text: str
    found: float
    most: float

    @property
    def held(self) -> bool:
        return self.found <= self.most


class Found(NamedTuple):
    """Seconds that views took, and bytes that the matches took."""

    views: list[float]
    grown: int


# --- what is loaded --------------------------------------------------------------------------------------


def late_matches() -> list[Match]:
    """Some matches that dice have played for long, in which somebody can act."""
    found: list[Match] = []
    number = 0
    while len(found) < PATTERNS:
        number += 1
        seed = f"load/{number}"
        match = Match(new_header(GAME, [Seat(f"P{seat}") for seat in range(SEATS)], {}, seed))
        while not match.over and match.ply < LATE:
            match.play(draw(seed, match.ply, match.choices()), checked=False)
        if not match.over:
            found.append(match)
    return found


def fill(database: str, number: int, patterns: Sequence[Match]) -> list[Known]:
    """Write so many matches into a database."""
    store = Store(database)
    ready = [(match.header, rows_of(match), due(match), Table("", match, 0, 0.0).standing()) for match in patterns]
    known = []
    for place in range(number):
        header, rows, kept, standing = ready[place % len(ready)]
        name, tokens = new_match_id(), tuple(new_token() for _ in range(SEATS))
        store.create(name, replace(header, seed=new_seed()), [hashed(token) for token in tokens], rows, standing)
        store.keep(name, len(rows), kept)
        known.append(Known(name, tokens))
    store.close()
    return known


# --- clients ---------------------------------------------------------------------------------------------


class Client:
    """Somebody who looks at matches and plays in them."""

    def __init__(self, served: Served, known: Sequence[Known], seed: str, times: Times) -> None:
        self.http = Http(served.host, served.port)
        self.known, self.rng, self.times = known, random.Random(seed), times
        self.undo: tuple[Known, int, dict[str, int]] | None = None

    async def run(self, until: float, pause: float) -> None:
        """Ask for one thing after the other, with pauses of about so many seconds between."""
        kinds, weights = list(SHARES), list(SHARES.values())
        while time.monotonic() < until:
            if pause:
                await asyncio.sleep(self.rng.expovariate(1 / pause))
            await self.ask(self.rng.choices(kinds, weights)[0])
        await self.http.close()

    async def ask(self, kind: str) -> None:
        match = self.rng.choice(self.known)
        if kind == "act":
            await self._act(match)
        elif kind == "view":
            await self.view(match, self.rng.randrange(SEATS))
        else:
            await self._time(kind, "GET", f"/match/{match.id}", None, match.tokens[self.rng.randrange(SEATS)])

    async def view(self, match: Known, seat: int) -> Got | None:
        return await self._time("view", "GET", f"/api/matches/{match.id}", None, match.tokens[seat])

    async def _act(self, match: Known) -> None:
        """Take back what was done last, or do something that can be taken back."""
        if self.undo:
            (before, seat, when), self.undo = self.undo, None
            await self._time("act", "POST", f"/api/matches/{before.id}/undo", when, before.tokens[seat])
            return
        seen = await self.view(match, 0)
        waiting = seen.json()["waiting"] if seen else []
        own = await self.view(match, waiting[0]) if waiting else None
        if own is None:
            return
        seat, mine = waiting[0], own.json()
        plain = [one for one in mine["view"]["choices"] if not _has_holes(one["args"])]
        if not plain:
            return
        choice = self.rng.choice(plain)
        body = {"ply": mine["ply"], "rev": mine["rev"], "action": {"kind": choice["kind"], "args": choice["args"]}}
        got = await self._time("act", "POST", f"/api/matches/{match.id}/actions", body, match.tokens[seat])
        done = got.json() if got else {"undoable": False}
        if done["undoable"]:
            self.undo = match, seat, {"ply": done["ply"], "rev": done["rev"]}

    async def _time(self, kind: str, method: str, path: str, body: Any, token: str) -> Got | None:
        """The answer as it came: reading it takes time in which no other client notices that its own is there."""
        began = time.perf_counter()
        got = await self.http.ask(method, path, body, authorization=f"Bearer {token}")
        self.times.taken[kind].append(time.perf_counter() - began)
        if got.status == MOVED:  # somebody else was quicker
            return None
        if got.status != OK:
            self.times.wrong.append(f"{method} {path}: {got.status} {got.body[:200]!r}")
            return None
        return got


def _has_holes(args: Any) -> bool:
    if isinstance(args, dict):
        return True
    return isinstance(args, list) and any(map(_has_holes, args))


async def crowd(served: Served, known: Sequence[Known], clients: int, seconds: float, pause: float) -> Times:
    """So many clients at once for so long."""
    times = Times()
    until = time.monotonic() + seconds
    everybody = (Client(served, known, f"client/{number}", times) for number in range(clients))
    await asyncio.gather(*(client.run(until, pause) for client in everybody))
    return times


async def look_at_all(served: Served, known: Sequence[Known]) -> list[str]:
    """Open every match once, so that all that fit are in memory; returns what went wrong."""
    client = Client(served, known, "all", Times())
    for match in known:
        await client.view(match, 0)
    await client.http.close()
    return client.times.wrong


async def set_up_tables(served: Served, tables: int) -> None:
    """Begin matches in which only bots sit."""
    http = Http(served.host, served.port)
    seats = [{"name": f"B{seat}", "bot": "random"} for seat in range(SEATS)]
    for _ in range(tables):
        got = await http.post("/api/matches", {"game": GAME, "seats": seats})
        if got.status != MADE:
            raise RuntimeError(f"{got.status}: {got.body!r}")
    await http.close()


# --- scenarios -------------------------------------------------------------------------------------------


class Load:
    """All scenarios, one after the other, each with a server and a database of its own."""

    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args, self.folder = args, folder
        self.patterns = late_matches()
        self.bars: list[Bar] = []
        self.wrong: list[str] = []

    def run(self) -> None:
        size = self.args.matches
        few, many = size * 2 // 5, size * 2
        idle = self._serve("idle, 1 late match", 1, clients=1, pauses=(0.02,)).views
        found = {}
        for number in (few, size, many):
            what = f"{number} late matches"
            found[number] = self._serve(what, number, clients=self.args.clients, pauses=(0, self.args.pause))
        views = {number: one.views for number, one in found.items()}
        self._hold(
            f"{size} late matches: view p99 over p50 of an idle server",
            percentile(views[size], 0.99) / percentile(idle, 0.5),
            5,
        )
        self._hold(
            f"view p95 with {many} late matches over {few}",
            percentile(views[many], 0.95) / percentile(views[few], 0.95),
            1.5,
        )
        self._hold(f"memory of {many} late matches in GB", found[many].grown / GIGABYTE, many / 1000)
        self.bots()

    def bots(self) -> None:
        """A person who plays beside tables at which only bots sit, and beside none."""
        found = {}
        for tables in (0, self.args.bot_tables):
            what = f"a person beside {tables} tables of bots"
            found[tables] = self._serve(what, 20, clients=1, pauses=(0.1,), tables=tables).views
        beside, alone = (percentile(found[tables], 0.95) for tables in (self.args.bot_tables, 0))
        self._hold(f"a person's view p95 beside {self.args.bot_tables} tables of bots over none", beside / alone, 2)

    def _serve(self, what: str, size: int, *, clients: int, pauses: Sequence[float], tables: int = 0) -> Found:
        """How long clients waited that pause for so long, the last such ones if there are several kinds."""
        database = self.folder / f"{size}-{tables}-{clients}.sqlite3"
        known = fill(str(database), size, self.patterns)
        words = ("--no-limits", "--workers", str(self.args.workers), "--memory", str(self.args.memory))
        with (self.folder / "server.log").open("w") as log, serving(str(database), *words, errors=log) as served:
            before = served.rss()
            self.wrong += asyncio.run(look_at_all(served, known))
            grown = served.rss() - before
            asyncio.run(set_up_tables(served, tables))
            times = Times()
            for pause in pauses:
                began = served.cpu()
                times = asyncio.run(crowd(served, known, clients, self.args.seconds, pause))
                self._tell(what, times, pause, served.cpu() - began)
        print(f"{'':38} {grown / 2**20:.0f} MB more than at first", flush=True)
        database.unlink()
        return Found(times.taken["view"], grown)

    def _tell(self, what: str, times: Times, pause: float, cpu: float) -> None:
        told = "  ".join(f"{kind} {spread(taken)}" for kind, taken in times.taken.items() if taken)
        asked = sum(map(len, times.taken.values()))
        how = f"pauses of {pause:g} s" if pause else "closed loop"
        rate, busy = asked / self.args.seconds, cpu / self.args.seconds
        print(f"{what:38} {how:15} {told}  ms p50/p95/p99, {rate:.0f} requests/s, {busy:.0%} of a core", flush=True)
        self.wrong += times.wrong

    def _hold(self, text: str, found: float, most: float) -> None:
        self.bars.append(Bar(text, found, most))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500, help="late matches; also 2/5 and twice as many")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds that a client thinks between two requests")
    parser.add_argument("--seconds", type=float, default=15.0, help="for how long each scenario is measured")
    parser.add_argument("--bot-tables", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1, help="server processes")
    parser.add_argument("--memory", type=int, default=1000, help="megabytes of matches that a server keeps")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load = Load(args, Path(folder))
        load.run()
    for text in load.wrong[:10]:
        print(f"wrong: {text}")
    for bar in load.bars:
        print(f"{'held  ' if bar.held else 'MISSED'} {bar.text}: {bar.found:.2f}, at most {bar.most:g}")
    return 0 if all(bar.held for bar in load.bars) and not load.wrong else 1


if __name__ == "__main__":
    sys.exit(main())
