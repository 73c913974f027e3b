"""Hurt a server while people and bots play, then see whether everything they were told is true."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tools.chaos.faults import World, faults_for
from tools.chaos.house import House
from tools.chaos.notes import Notes
from tools.chaos.players import LATE, PATIENCE, Table, wait
from tools.chaos.verdict import judge

SIZE = "256m"
"""Of the file system that a database of SQLite gets for itself, so that it can be filled and made read-only."""


def options(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--cycles", type=int, default=50, help="how many faults (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="draws the same faults again")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--workers", type=int, default=None, help="server processes (default: 1, for postgres 2)")
    parser.add_argument("--tables", type=int, default=2 * len(LATE), help="matches at a time (default: %(default)s)")
    parser.add_argument("--only", action="append", default=[], metavar="FAULT", help="draw from these faults only")
    parser.add_argument(
        "--back", type=float, default=15.0, help="seconds in which play must go on (default: %(default)s)"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so long (default: %(default)s)")
    parser.add_argument("--log", type=Path, default=None, help="where the server's log goes (default: thrown away)")
    return parser.parse_args(words)


@contextmanager
def own_disk() -> Iterator[tuple[Path, bool]]:
    """A folder for the database, on a small file system of its own where that is allowed."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-chaos-", ignore_cleanup_errors=True) as name:
        words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", name]
        try:
            mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
        except FileNotFoundError:
            mounted = False
        try:
            yield Path(name), mounted
        finally:
            if mounted:
                subprocess.run(["umount", "-l", name], check=False)


@contextmanager
def world_of(told: argparse.Namespace, seed: int) -> Iterator[tuple[World, str]]:
    """Everything up and running, with people at the tables."""
    with ExitStack() as leaving:
        scratch = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="stellwerk-chaos-log-")))
        log = told.log or scratch / "log"
        common = ("--bot-delay", "0.02")
        more: dict[str, Any] = {}
        if told.database == "postgres":
            from tests.postgres import server

            postgres = leaving.enter_context(server(fsync=True))
            database = postgres.create()
            house = House(database, log, (*common, "--bots", "0", "--workers", str(told.workers or 2)), workers=2)
            more = {"postgres": postgres}
        else:
            folder, mounted = leaving.enter_context(own_disk())
            if not mounted:
                print("no file system of our own can be mounted here: the disk is neither full nor read-only")
            database = str(folder / "matches.sqlite3")
            house = House(database, log, (*common, "--bots", "1", "--workers", str(told.workers or 1)))
            more = {"file": Path(database), "mounted": mounted}
        leaving.callback(house.close)
        if not house.clock:
            print("no libfaketime here (Debian has a package of that name): clocks do not jump")
        print(f"the server was up after {house.start():.1f} s")
        notes = Notes(PATIENCE)
        kinds = [(game, late) for late in (False, True) for game in sorted(LATE)]
        tables = [Table(house.port, *kinds[n % len(kinds)], seed + n, notes) for n in range(told.tables)]
        for table in tables:
            table.start()
        leaving.callback(end, tables)
        yield World(house, notes, Random(seed), tables, **more), database


def end(tables: list[Table]) -> None:
    for table in tables:
        table.ending.set()
    for table in tables:
        table.join(30.0)


def goes_on(world: World, since: float, seconds: float) -> float:
    """Wait until play has gone on at every table since a moment; a table that stands still is a finding."""

    def all_play() -> bool:
        if (code := world.house.fallen()) is not None:
            world.notes.find(f"the server ended by itself with {code}")
        return all(table.progress > since for table in world.tables)

    if not wait(all_play, seconds):
        for table in world.tables:
            if table.progress <= since:
                world.notes.find(f"{table.name} stands still after {seconds:.0f} s: {table.waits_for}")
        wait(all_play, 4 * seconds)
    return time.monotonic() - since


def main(words: list[str] | None = None) -> int:
    told = options(words)
    seed = told.seed if told.seed is not None else int(time.time())
    print(f"chaos on {told.database}, seed {seed}", flush=True)
    began = time.monotonic()
    back: dict[str, list[float]] = {}
    with world_of(told, seed) as (world, database):
        first = goes_on(world, began, 120.0)
        print(f"all tables play after {first:.1f} s", flush=True)
        faults = faults_for(world)
        if unknown := set(told.only) - set(faults):
            print(f"no such fault here: {', '.join(sorted(unknown))}; there are: {', '.join(faults)}")
            return 2
        drawn = [name for name in faults if not told.only or name in told.only]
        deck: list[str] = []
        for cycle in range(1, told.cycles + 1):
            if time.monotonic() - began > 60 * told.minutes:
                print(f"stopped before cycle {cycle}: {told.minutes:g} minutes are over")
                break
            if not deck:
                deck = world.rng.sample(drawn, len(drawn))
            name = deck.pop()
            print(f"cycle {cycle} of {told.cycles}: {name}", flush=True)
            with world.notes.during(name):
                faults[name](world)
            back.setdefault(name, []).append(goes_on(world, time.monotonic(), told.back))
            time.sleep(world.rng.uniform(0.2, 1.5))
        end(world.tables)
        world.house.stop()
        counted = judge(database, world.notes)
    report(world, back, counted, time.monotonic() - began)
    return 1 if world.notes.findings else 0


def report(world: World, back: dict[str, list[float]], counted: Counter[str], took: float) -> None:
    print(f"\n{'fault':<24}{'times':>6}{'play went on after (s): median':>32}{'longest':>9}")
    for name, times in sorted(back.items()):
        ordered = sorted(times)
        print(f"{name:<24}{len(times):>6}{ordered[len(ordered) // 2]:>32.1f}{ordered[-1]:>9.1f}")
    told = ", ".join(f"{count} × {status}" for status, count in sorted(world.notes.statuses.items()))
    print(f"\nanswers: {told}; the slowest took {world.notes.slowest:.1f} s")
    print(
        f"{counted['matches']} matches, {counted['transactions']} transactions, {counted['positions']} positions kept; "
        f"{counted['acknowledged']} wishes acknowledged, {counted['lost']} without an answer "
        f"({counted['lost, but done']} of them done), {counted['unavailable'] + counted['refused']} refused"
    )
    for finding in world.notes.findings:
        print(f"FOUND {finding}")
    print(f"{len(world.notes.findings)} findings in {took / 60:.1f} minutes")


if __name__ == "__main__":
    sys.exit(main())
