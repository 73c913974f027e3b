"""Measure how fast the engine is, and how much faster than an older commit.

    python -m tools.bench                    today's sources
    python -m tools.bench --base 1496801     and ratios against a commit, both measured in this run
    python -m tools.bench --compiled build/compiled     and today's sources compiled to machine code (`make compiled`)
    python -m tools.bench --write            put the table into docs/speed.md

Time is that of the processor. Both trees work in turns, each in a process of its own, so that whatever else the
machine does meets both; of each work the best of several rounds counts. The unit is a ruler (tests/speed/ruler.py), a
fixed piece of plain Python, of which each process takes the time too: about a millisecond on the machine of the bars.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "speed.md"
BEGIN: Final = "<!-- bench -->"
END: Final = "<!-- end of bench -->"
TODAY: Final = "today"


class Row(NamedTuple):
    """A line of the table: a work of `work.py`, what it is called, and in what its figure is told."""

    work: str
    called: str
    unit: str
    each: bool = False
    """Whether the time of one is told, and not how many a ruler takes."""

    once: bool = False
    """Whether one round is enough: what does not depend on time."""


ROWS: Final = (
    Row("replay 1830", "records of 1830 replayed, every action checked", "actions a ruler"),
    Row("replay 1848", "records of 1848, the same", "actions a ruler"),
    Row("walk 1830", "records of 1830 played as bots play, all choices listed", "decisions a ruler"),
    Row("walk 1848", "records of 1848, the same", "decisions a ruler"),
    Row("random 1830", "random play of 1830, four seats", "decisions a ruler"),
    Row("random 1848", "random play of 1848", "decisions a ruler"),
    Row("random 1853", "random play of 1853", "decisions a ruler"),
    Row("random paris-connection", "random play of Paris Connection", "decisions a ruler"),
    Row("random railroad-revolution", "random play of Railroad Revolution", "decisions a ruler"),
    Row("best runs", "best run of a recorded position of 1830, mean", "rulers", each=True),
    Row("stress boards", "slowest best run of the stress boards", "rulers", each=True),
    Row("posts", "an action over HTTP at ply 1,000 of 1830, in its JSON answer all of the log", "rulers", each=True),
    Row("copies", "copy of a late state of 1830", "rulers", each=True),
    Row("answers", "a server's answer to an action late in 1830, mean of five kinds", "rulers", each=True),
    Row("memory", "memory of a match of 1830 at ply 1,200", "MB", once=True),
)


class Took(NamedTuple):
    """The best time of a work, and how much of it was done; or why it could not be."""

    seconds: float = float("inf")
    amount: float = 0
    problem: str = ""


class Worker:
    """A process that does the works with the sources of one tree."""

    def __init__(self, tree: Path, records: Path, package: Path | None = None) -> None:
        path = os.pathsep.join(map(str, (package or tree / "src", tree)))
        env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "STELLWERK_RECORDS": str(records.parent)}
        command = [sys.executable, "-P", str(Path(__file__).with_name("work.py")), str(records)]
        self.process = subprocess.Popen(  # our own program
            command, env=env, cwd=tree, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.best: dict[str, Took] = {}

    def do(self, work: str) -> None:
        """Let a work be done, and keep its time if it is the best so far."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{work}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        took = Took(**json.loads(line)) if line else Took(problem="the process has ended")
        if took.problem or took.seconds <= self.best.get(work, Took()).seconds:
            self.best[work] = took

    def figure(self, row: Row) -> float | None:
        """What the table tells of a work; None where this tree cannot do it."""
        took, rulers = self.best[row.work], self.best["ruler"]
        if took.problem:
            return None
        if row.once:
            return took.amount / 1e6
        ruler = rulers.seconds / rulers.amount
        return took.seconds / took.amount / ruler if row.each else took.amount / (took.seconds / ruler)

    def faster(self, row: Row, older: Worker) -> float | None:
        """How many times as fast as in an older tree, or how many times smaller, in seconds and not in rulers."""
        mine, theirs = self.best[row.work], older.best[row.work]
        if mine.problem or theirs.problem:
            return None
        if row.once:
            return theirs.amount / mine.amount
        return (theirs.seconds / theirs.amount) / (mine.seconds / mine.amount)

    def close(self) -> None:
        assert self.process.stdin  # a pipe
        self.process.stdin.close()
        self.process.wait(60)


def git(*words: str) -> str:
    """What git says of this checkout; the program ends where there is no git, or no checkout of it."""
    try:
        said = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        sys.exit("bench: an older commit cannot be looked up without git on the path")
    if "not a git repository" in said.stderr:
        sys.exit(f"bench: {ROOT} is no checkout of git, so there are no older commits to compare with")
    return said.stdout.strip()


def commit_of(base: str) -> str:
    """The commit that somebody means, by its short name."""
    found = git("rev-parse", "--verify", "--quiet", "--short", "--end-of-options", f"{base}^{{commit}}")
    if not found:
        shallow = git("rev-parse", "--is-shallow-repository") == "true"
        sys.exit(f"bench: there is no commit {base!r} here{' (git fetch --unshallow brings all)' if shallow else ''}")
    return found


@contextmanager
def tree_of(commit: str, records: Path) -> Iterator[Path]:
    """The files of a commit in a folder that is gone afterwards, with the records where its tests look for them."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-bench-") as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
        (Path(folder) / "shared").mkdir()
        (Path(folder) / "shared" / "fixtures").symlink_to(records)
        yield tree


def measure(workers: Sequence[Worker], rows: Sequence[Row], rounds: int) -> None:
    """All works by all workers in turns, the first round for warming up too: the best counts."""
    for number in range(rounds):
        for row in (Row("ruler", "", ""), *rows):
            if number and row.once:
                continue
            for worker in workers:
                worker.do(row.work)
        sys.stderr.write(f"round {number + 1} of {rounds}\n")


def table(workers: Mapping[str, Worker], base: str, rows: Sequence[Row]) -> str:
    """A column for each worker, and for each of today how many times as fast as the base it is."""
    older = workers.get(base)
    newer = [name for name in workers if name != base]
    heads = ["what", "", *newer]
    if older:
        heads += [base, *(f"ratio, {name}" if name != TODAY else "ratio" for name in newer)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [row.called, row.unit, *(told(workers[name].figure(row)) for name in newer)]
        if older:
            cells.append(told(older.figure(row)))
            ratios = [workers[name].faster(row, older) for name in newer]
            cells += ["" if ratio is None else f"{ratio:.2f}" for ratio in ratios]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def tell_how(workers: Mapping[str, Worker]) -> None:
    """What could not be done and why, and how long a ruler was."""
    for name, worker in workers.items():
        for work, took in worker.best.items():
            if took.problem:
                sys.stderr.write(f"{work}, {name}: {took.problem}\n")
        rulers = worker.best["ruler"]
        if not rulers.problem:
            sys.stderr.write(f"a ruler was {1000 * rulers.seconds / rulers.amount:.3f} ms for {name}\n")


def told(figure: float | None) -> str:
    """A figure with three digits that count."""
    if figure is None:
        return "-"
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"


def write(text: str) -> None:
    """Put the table between its marks on the page about speed."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{text}\n{END}", page, flags=re.DOTALL), encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", default="", help="a commit to compare with")
    parser.add_argument("--compiled", type=Path, help="a folder with today's package compiled, to be measured too")
    parser.add_argument("--rounds", type=int, default=5, help="how often each work is done; the best time counts")
    parser.add_argument("--only", default="", help="only works whose name has this in it")
    parser.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    given = parser.parse_args()
    rows = [row for row in ROWS if given.only in row.work]
    if not rows:
        parser.error(f"no work has {given.only!r} in its name: there are {', '.join(row.work for row in ROWS)}")
    if given.rounds < 1:
        parser.error("at least one round is needed")
    if given.write and given.only:
        parser.error("the page has all works: --write goes without --only")
    if given.compiled and not (given.compiled / "stellwerk").is_dir():
        parser.error(f"{given.compiled} has no compiled package: `make compiled` makes it")
    base = commit_of(given.base) if given.base else ""
    sys.path.insert(0, str(ROOT))
    from tests.records import OWN, games  # which may have to say that records are missing

    if games() == OWN:
        sys.stderr.write("the records of others are not there: those of our own are replayed instead, which are few\n")
    if base and git("status", "--porcelain", "--untracked-files=no"):
        sys.stderr.write("today's sources are those on the disk, with what is not committed\n")
    with ExitStack() as stack:
        workers = {TODAY: Worker(ROOT, games())}
        if given.compiled:
            workers["compiled"] = Worker(ROOT, games(), given.compiled.resolve())
        if base:
            workers[base] = Worker(stack.enter_context(tree_of(base, games())), games())
        for worker in workers.values():
            stack.callback(worker.close)
        measure(list(workers.values()), rows, given.rounds)
        text = table(workers, base, rows)
        tell_how(workers)
    sys.stdout.write(f"{text}\n")
    if given.write:
        write(text)


if __name__ == "__main__":
    main()
