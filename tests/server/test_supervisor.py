"""Several processes under one supervisor, and workers of bots: whoever is killed is replaced, and none is left over."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from stellwerk.core.matchfile import dump
from stellwerk.server.lifeline import Lifeline
from stellwerk.server.supervisor import Child, Role, Supervisor
from tests.server.kit import late, until
from tests.server.test_process import START, Server, alive, begin, event, listen, place, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
PEOPLE = [{"name": name} for name in "ABC"]


def driver(database: Path) -> int:
    """The process that sees to a match which waits for its bots."""
    with sqlite3.connect(database) as db:
        row = db.execute("SELECT bot_owner FROM matches WHERE bot_owner IS NOT NULL").fetchone()
    db.close()
    return int(row[0].split("/")[1]) if row else 0


def robots(server: Server, left: int = 250) -> str:
    """Bots that play among themselves for a while."""
    file = dump(late("robots", left, ("random", "greedy", "random")))
    return f"/api/matches/{server.ask('POST', '/api/matches', {'file': file})[1]['id']}"


def family(server: Server) -> list[int]:
    """The processes below a server, and below those."""
    found: list[int] = []
    todo = [server.process.pid]
    while todo:
        pid = todo.pop()
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
        todo += map(int, children)
        found += map(int, children)
    return found


def ply(server: Server, url: str) -> int:
    return int(server.ask("GET", url)[1]["ply"])


def servers(server: Server) -> set[int]:
    """The children that listen on the server's port."""
    told = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    ports = [line.split() for line in told]
    inodes = {
        f"socket:[{words[9]}]" for words in ports if words[1].endswith(f":{server.port:04X}") and words[3] == "0A"
    }
    return {pid for pid in server.workers() if inodes & set(_links(pid))}


def _links(pid: int) -> Iterator[str]:
    try:
        links = list(Path(f"/proc/{pid}/fd").iterdir())
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return
    for link in links:
        try:
            yield str(link.readlink())
        except OSError:
            continue


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced_and_nobody_notices(database: Path) -> None:
    with serving(database, "--workers", "2", "--bots", "1", "--bot-delay", "0.02") as server:
        url, tokens = begin(server, *PEOPLE)
        link, stream = listen(server, url)
        assert event(stream)["ply"] == 3
        place(server, url, tokens[0])
        assert event(stream)["ply"] == 4, "whichever process took the action"
        link.close()

        before = servers(server)
        assert len(before) == 2
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(servers(server) - {victim}) == 2)
        assert place(server, url, tokens[0])["ply"] == 5, "nothing was lost"

        busy = robots(server)
        link, stream = listen(server, busy)
        begun = event(stream)["ply"]
        while event(stream)["ply"] <= begun + 3:
            pass  # the moves of another process are heard of
        link.close()
        first = until(lambda: driver(database))
        assert first not in servers(server), "bots have a process of their own"
        os.kill(first, signal.SIGKILL)
        now = ply(server, busy)
        until(lambda: ply(server, busy) > now + 3)  # by another process, then

        everybody = family(server)
        server.end(signal.SIGTERM)
        assert server.process.returncode == 0
        until(lambda: not any(alive(pid) for pid in everybody))


@pytest.mark.slow
def test_no_process_outlives_a_supervisor_that_was_killed(database: Path) -> None:
    with serving(database, "--workers", "2", "--bots", "1", "--bot-delay", "0.02") as server:
        robots(server)
        until(lambda: driver(database))
        until(lambda: len(family(server)) >= 4)
        everybody = family(server)
        server.end(signal.SIGKILL)
        until(lambda: not any(alive(pid) for pid in everybody))


@pytest.mark.slow
def test_a_hangup_renews_every_process_while_requests_are_answered(database: Path) -> None:
    with serving(database, "--workers", "2", "--bots", "0") as server:
        url, _ = begin(server, *PEOPLE)
        before = servers(server)
        server.process.send_signal(signal.SIGHUP)

        def renewed() -> bool:
            assert server.ask("GET", url)[0] == 200
            return len(servers(server)) == 2 and not servers(server) & before

        until(renewed)
        server.end(signal.SIGINT)
        assert server.process.returncode == 0


@pytest.mark.slow
def test_nobody_gets_less_or_more_because_several_processes_answer(database: Path) -> None:
    limits = ("--limit", "reading=20/hour")
    with serving(database, "--workers", "2", "--bots", "0", *limits) as server:
        kept = HTTPConnection("127.0.0.1", server.port, timeout=300)
        assert [asked(kept, "/about", "ann") for _ in range(21)] == [200] * 20 + [429], "one connection, one process"
        kept.close()
        apart = []
        for _ in range(60):
            link = HTTPConnection("127.0.0.1", server.port, timeout=300)
            apart.append(asked(link, "/about", "ben"))
            link.close()
        assert sorted(apart) == [200] * 20 + [429] * 40, "many connections, both processes"


def asked(link: HTTPConnection, path: str, cookie: str) -> int:
    link.request("GET", path, headers={"cookie": f"stellwerk={cookie}"})
    answer = link.getresponse()
    answer.read()
    return answer.status


def test_several_processes_need_a_database_that_they_can_share() -> None:
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--database", "sqlite://", "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert "cannot share one in memory" in done.stderr


# --- workers ---------------------------------------------------------------------------------------------


@contextmanager
def working(database: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", START, "worker", "--database", str(database), "--bots", "1", "--bot-delay", "0.1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert "drives bots" in process.stdout.readline()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(300)
        process.stdout.close()


@pytest.mark.slow
def test_what_a_killed_worker_was_at_another_one_goes_on_with(database: Path) -> None:
    with serving(database, "--bots", "0") as server, working(database) as one:
        busy = robots(server, 600)
        until(lambda: driver(database) == one.pid)
        with working(database) as two:
            now = ply(server, busy)
            one.kill()
            one.wait(300)
            until(lambda: driver(database) == two.pid and ply(server, busy) > now + 3)
            two.send_signal(signal.SIGTERM)
            assert two.wait(300) == 0
            assert driver(database) == 0, "what it was at is given back"


def test_a_worker_says_in_one_line_what_is_wrong_with_its_database(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, "worker", "--database", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: database: ")
    assert done.stderr.count("\n") == 1


# --- the supervisor itself -------------------------------------------------------------------------------


def lives(folder: Path, line: Lifeline) -> None:
    """Notes its number, is ready, and does nothing more until it is told to stop."""
    (folder / str(os.getpid())).touch()
    line.start(lambda: os._exit(0))
    while True:
        line.beat(ready=True)
        time.sleep(0.1)


def fails(folder: Path, _line: Lifeline) -> None:
    """Dies before it is ready."""
    (folder / str(os.getpid())).touch()
    os._exit(7)


@contextmanager
def supervised(role: Role) -> Iterator[Supervisor]:
    """A supervisor that looks when it is told to."""
    supervisor = Supervisor([role])
    supervisor._children = [Child(role)]
    try:
        yield supervisor
    finally:
        supervisor._children[0].end(time.monotonic())


@pytest.mark.slow
def test_a_process_that_hangs_is_replaced_and_one_that_lives_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hung = 6.0  # it says something each second; a busy machine may take longer
    monkeypatch.setattr("stellwerk.server.supervisor.HUNG", hung)
    with supervised(Role("test", lives, (tmp_path,))) as supervisor:
        (child,) = supervisor._children

        def ready() -> bool:
            supervisor._look()
            return child.ready

        until(ready)
        first = child.pid
        assert first is not None
        began = child.seen
        while child.seen <= began + hung:
            supervisor._look()
        assert child.pid == first, "it gave signs of life"
        os.kill(first, signal.SIGSTOP)
        until(lambda: ready() and child.pid != first)
        assert not alive(first)
    assert any("no sign of life" in record.getMessage() for record in caplog.records)


def test_a_process_that_cannot_start_is_tried_again_more_and_more_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.supervisor.FIRST_PAUSE", 0.05)
    with supervised(Role("test", fails, (tmp_path,))) as supervisor:
        (child,) = supervisor._children
        pauses: list[float] = []

        def failed(times: int) -> bool:
            supervisor._look()
            if child.failures > len(pauses):
                pauses.append(round(child.after - time.monotonic(), 1))
            return child.failures >= times

        until(lambda: failed(4))
    assert len(list(tmp_path.iterdir())) >= 4
    assert pauses[-1] > pauses[0]
