"""`make attack`: attack a server that this starts itself, and tell what was found."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from stellwerk.server import logs
from tools.attack import costs, floods
from tools.attack.crowd import Part, Target, repeat, run
from tools.attack.judge import Judge, Tally
from tools.attack.watch import MEGABYTE, Watch
from tools.attack.wire import Link, new_cookie, request
from tools.attack.world import SHARES, World, build
from tools.rig.serving import Served, serving

QUICK = ("--head-time", "2", "--body-time", "2", "--write-time", "3", "--bots", "1", "--log-level", "error")
VISITOR = {"x_forwarded_for": "198.51.100.1"}
EARLY = 2
"""Most matches that everybody asks for are at their first or second of SHARES: a late one costs far more time."""

SETTLED = 20.0
OTHERS = 40
"""Seconds after a flood in which its connections have to be gone, but for so many: eight to SQLite take three each."""

Row = tuple[str, str]


def main() -> int:
    options = _options()
    print(f"attack with --seed {options.seed}", flush=True)
    until = time.monotonic() + 60 * options.minutes
    parts = [
        Part("requests", "request", int(options.requests * 0.6)),
        Part("matches", "match", int(options.requests * 0.4)),
        Part("positions", "position", options.positions, "positions"),
    ]
    began = time.monotonic()
    world = build(options.games)
    print(
        f"{len(world.files)} positions of {len(world.games)} games read in {time.monotonic() - began:.0f} s", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="stellwerk-attack-") as folder:
        attack = Attack(options, world, Path(folder), until)
        if options.only:
            return attack.again(parts)
        return attack.whole(parts)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make attack ARGS=", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000, help="hostile requests at least")
    parser.add_argument("--positions", type=int, default=10_000, help="doctored positions at least")
    parser.add_argument("--minutes", type=float, default=40.0, help="after which it ends in any case")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="repeats an attack")
    parser.add_argument(
        "--only",
        default="",
        metavar="PART:NUMBER",
        help="repeats one finding, with the same seed and games; `costs` measures alone",
    )
    parser.add_argument("--games", type=int, default=3, help="recorded games of each title to begin from")
    parser.add_argument("--processes", type=int, default=2, help="client processes")
    parser.add_argument("--links", type=int, default=2, help="connections of each")
    parser.add_argument("--memory", type=int, default=800, help="MB by which the server may grow")
    return parser.parse_args()


class Attack:
    """All parts against two servers, one without limits and one with them."""

    def __init__(self, options: argparse.Namespace, world: World, folder: Path, until: float) -> None:
        self.options, self.world, self.folder, self.until = options, world, folder, until
        self.rows: list[Row] = []
        self.findings: list[str] = []

    def costs(self) -> None:
        """Cost of requests whose fields grow, by the byte."""
        logs.configure("json", "critical")  # the server runs in this process
        folder = self.folder / "costs"
        folder.mkdir()
        measured = costs.measure(folder, say=_progress)
        self.rows.append(("costs", f"{measured.requests} requests, the addresses that hold everybody longest:"))
        self.rows += [("", line) for line in costs.told(measured)]
        self.findings += measured.findings
        _progress("")

    def whole(self, parts: list[Part]) -> int:
        self.costs()
        with serving(str(self.folder / "open.sqlite3"), "--no-limits", *QUICK) as served:
            watch = self._begin(served)
            for part in parts:
                tally = run(part, self._target(served), self.options.processes, _progress)
                self._note(part.name, tally)
            self._floods(served)
            self._end(watch, "open server")
        self._limited()
        return self._tell()

    def again(self, parts: list[Part]) -> int:
        name, _, number = self.options.only.partition(":")
        if name == "costs":
            self.costs()
            return self._tell()
        part = next(part for part in parts if part.name == name)
        with serving(str(self.folder / "open.sqlite3"), "--no-limits", *QUICK) as served:
            watch = self._begin(served)
            self._note(name, asyncio.run(repeat(part, self._target(served), number)))
            self._end(watch, "open server")
        return self._tell()

    # --- parts -----------------------------------------------------------------------------------------

    def _target(self, served: Served) -> Target:
        return Target(served.port, self.world, self.options.seed, self.options.links, self.until)

    def _begin(self, served: Served, **headers: str) -> Watch:
        """Matches that anybody may be asked about, one whose tokens nobody knows, and somebody who looks at it."""
        self.world.matches = asyncio.run(_matches(served.port, self.world, headers))
        name, tokens = self.world.matches.pop()
        with sqlite3.connect(next(self.folder.glob("*.sqlite3"))) as database:
            seeds = [seed.encode() for (seed,) in database.execute("SELECT seed FROM matches")]
        self.world.secrets = [*seeds, *(token.encode() for token in tokens)]
        watch = Watch(served, name, tokens[0], **{key.replace("_", "-"): value for key, value in headers.items()})
        watch.start()
        return watch

    def _floods(self, served: Served) -> None:
        before = served.descriptors()
        for name, flood in (
            ("half-sent requests", floods.half_sent(served.port, 1500)),
            ("answers not read", floods.unread(served.port, self.world, 150)),
            ("streams", floods.streams(served.port, self.world, 1000)),
        ):
            _progress(name)
            told = asyncio.run(flood)
            self.rows.append((name, ", ".join(f"{number} {what}" for what, number in sorted(told.items()))))
            if not _settled(served, before):
                self.findings.append(f"{name}: long after it {served.descriptors()} descriptors are open, not {before}")

    def _limited(self) -> None:
        """A server behind a proxy, as others would run it: one address floods, another one is served as ever."""
        path = self.folder / "limited.sqlite3"
        (self.folder / "open.sqlite3").rename(self.folder / "attacked.db")
        with serving(str(path), "--trust-proxy", "127.0.0.1", *QUICK) as served:
            watch = self._begin(served, **VISITOR)
            judge = Judge(self.world.secrets)
            created = asyncio.run(floods.beyond_limits(served.port, judge, max(1500, self.options.requests // 20)))
            self._note("limits", judge.tally)
            if not created[floods.MANY] or created[201] > 250:  # what an address may, and a little time
                self.findings.append(
                    f"limits: one address began {created[201]} matches, {created[floods.MANY]} were refused"
                )
            self._end(watch, "limited server")

    def _note(self, name: str, tally: Tally) -> None:
        answers = ", ".join(f"{number} × {status}" for status, number in sorted(tally.statuses.items()))
        noted = "".join(f", {number} {what}" for what, number in tally.notes.items())
        self.rows.append((name, f"{tally.requests} requests{noted}; slowest {1000 * tally.slowest:.0f} ms; {answers}"))
        self.findings += tally.findings
        _progress("")

    def _end(self, watch: Watch, name: str) -> None:
        watch.stop()
        self.findings += watch.findings[:20]
        if watch.peak - watch.start_memory > self.options.memory * MEGABYTE:
            self.findings.append(f"{name}: memory grew: {watch.memory_told()}")
        self.rows += [(f"visitor of the {name}", watch.told()), (f"memory of the {name}", watch.memory_told())]

    def _tell(self) -> int:
        width = max(len(name) for name, _ in self.rows)
        for name, text in self.rows:
            print(f"{name:{width}}  {text}")
        for finding in self.findings:
            print(f"\nFOUND {finding}")
        kinds = Counter(finding.partition(": ")[2].partition("\n")[0] for finding in self.findings)
        print(
            f"\n{len(self.findings)} findings"
            + "".join(f"\n  {number} × {kind}" for kind, number in kinds.most_common(12))
        )
        return 1 if self.findings else 0


def _settled(served: Served, before: int) -> bool:
    """Whether the server has soon let go of everybody; a few others may have come."""
    end = time.monotonic() + SETTLED
    while served.descriptors() > before + OTHERS:
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


async def _matches(port: int, world: World, headers: dict[str, str]) -> list[tuple[str, list[str]]]:
    """Begin matches; every other one is held by a visitor with a cookie."""
    link = Link(port)
    found: list[tuple[str, list[str]]] = []
    world.cookies = [await new_cookie(link, **headers) for _ in range(2)]
    early = [file for at, file in enumerate(world.files) if at % len(SHARES) < EARLY]
    for file in [*early, *world.files[5::18], world.files[2]]:
        own = {**headers, "cookie": world.cookies[0]} if len(found) % 2 else headers
        answer = await link.send(request("POST", "/api/matches", json.dumps({"file": file}).encode(), **own))
        if answer.status != 201:
            continue
        created = json.loads(answer.body)
        found.append((created["id"], [seat["token"] or "none" for seat in created["seats"]]))
    link.close()
    return found


def _progress(text: str) -> None:
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)
    elif text:
        print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
