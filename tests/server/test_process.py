"""A real server in a process of its own: streams, sudden death, restart, and an end without delay."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from stellwerk.core.matchfile import dump
from tests.server.kit import FIXED, GAME, late, until

START = "from stellwerk.cli import main; main()"


class Server:
    """`stellwerk serve` on a free port."""

    def __init__(self, database: Path, *options: str, env: Mapping[str, str] | None = None) -> None:
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--database", str(database), *options]
        self.log = database.with_name(f"{database.name}.log")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said + self.log.read_text()
        self.port = int(found[1])

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        link = HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        link.request(method, path, None if body is None else json.dumps(body), headers)
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer.status, json.loads(text)

    def page(self, path: str, language: str) -> str:
        """What a browser of this language is shown."""
        link = HTTPConnection("127.0.0.1", self.port, timeout=300)
        link.request("GET", path, headers={"accept-language": language})
        answer = link.getresponse()
        text = answer.read().decode("utf-8")
        link.close()
        assert answer.status == 200, text
        return text

    def workers(self) -> list[int]:
        """The processes that this one started (Linux)."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]

    def end(self, sig: signal.Signals) -> None:
        """Send a signal and wait."""
        self.process.send_signal(sig)
        self.process.wait(300)

    def close(self) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(database: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(database, *options, env=env)
    try:
        yield server
    finally:
        server.close()


def begin(server: Server, *seats: dict[str, str]) -> tuple[str, list[str]]:
    status, created = server.ask("POST", "/api/matches", {"game": GAME, "options": FIXED, "seats": list(seats)})
    assert status == 201
    return f"/api/matches/{created['id']}", [seat["token"] for seat in created["seats"]]


def listen(server: Server, url: str) -> tuple[HTTPConnection, HTTPResponse]:
    link = HTTPConnection("127.0.0.1", server.port, timeout=300)
    link.request("GET", f"{url}/events")
    return link, link.getresponse()


def event(stream: HTTPResponse) -> Any:
    """The data of the next event."""
    while not (line := stream.readline()).startswith(b"data:"):
        assert line, "the stream ended"
    return json.loads(line.removeprefix(b"data:"))


def place(server: Server, url: str, token: str) -> dict[str, Any]:
    """Build once; returns the table after it."""
    _, table = server.ask("GET", url, token=token)
    choice = next(choice for choice in table["view"]["choices"] if choice["kind"] == "place")
    action = {"kind": "place", "args": choice["args"]}
    status, after = server.ask("POST", f"{url}/actions", {"ply": table["ply"], "action": action}, token)
    assert status == 200
    assert isinstance(after, dict)
    return after


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z (zombie)" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (ProcessLookupError, FileNotFoundError):  # it may go between the two
        return False


def test_after_a_sudden_death_every_accepted_action_is_there_and_bots_go_on(database: Path) -> None:
    people = [{"name": name} for name in "ABC"]
    robots = late("robots", 120, ("random", "greedy", "random"))
    with serving(database, "--bot-delay", "0.02", "--bots", "2") as server:
        url, tokens = begin(server, *people)
        busy = f"/api/matches/{server.ask('POST', '/api/matches', {'file': dump(robots)})[1]['id']}"
        accepted = [place(server, url, tokens[0]) for _ in range(3)][-1]
        until(lambda: server.ask("GET", busy)[1]["ply"] > robots.ply + 3)
        seen = server.ask("GET", busy)[1]
        workers = server.workers()
        assert workers
        server.end(signal.SIGKILL)
        until(lambda: not any(alive(pid) for pid in workers))
    assert not seen["over"], "the bots were in the middle of it"
    with serving(database, "--bot-delay", "0") as server:
        status, table = server.ask("GET", url, token=tokens[0])
        assert status == 200
        assert table["view"] == accepted["view"]
        assert table["rev"] == accepted["rev"]
        assert place(server, url, tokens[0])["ply"] == accepted["ply"] + 1
        now = server.ask("GET", busy)[1]
        assert now["view"]["log"][: seen["ply"]] == seen["view"]["log"]
        until(lambda: server.ask("GET", busy)[1]["over"])


def test_who_listens_hears_of_actions_and_does_not_hold_up_the_end(database: Path) -> None:
    with serving(database) as server:
        url, tokens = begin(server, *[{"name": name} for name in "ABC"])
        match = url.rpartition("/")[2]
        links = [listen(server, url) for _ in range(3)]
        for _, stream in links:
            assert stream.status == 200
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert event(stream) == {"match": match, "ply": 3, "rev": 3, "next": None, "said": 0}
        place(server, url, tokens[0])
        for _, stream in links:
            assert event(stream) == {"match": match, "ply": 4, "rev": 4, "next": None, "said": 0}
        server.ask("POST", f"{url}/undo", {"ply": 4}, tokens[0])
        for _, stream in links:
            assert event(stream) == {"match": match, "ply": 3, "rev": 5, "next": None, "said": 0}
        links.pop()[0].close()
        place(server, url, tokens[0])
        for _, stream in links:
            assert event(stream) == {"match": match, "ply": 4, "rev": 6, "next": None, "said": 0}
        server.end(signal.SIGTERM)
        assert "graceful shutdown exceeded" not in server.log.read_text(), "it need not lose its patience"
        for link, stream in links:
            assert stream.read() == b"\n", "the stream ends where an event ends"
            link.close()


def test_ctrl_c_ends_it_without_a_traceback(database: Path) -> None:
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--database", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert "Ctrl-C" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=300)
    assert said == ""
    assert process.returncode == 0


def test_a_port_that_is_taken_is_named_in_one_line(database: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-c", START, "serve", "--port", str(port), "--database", str(database)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(rf"Error: cannot listen on 127\.0\.0\.1 port {port}: .*\n", done.stderr)


def test_raw_addresses_do_not_leave_the_static_files(database: Path) -> None:
    with serving(database) as server:
        for path in (
            b"/static/../i18n.py",
            b"/static/..%2fi18n.py",
            b"/static//etc/passwd",
            b"/../../etc/passwd",
            b"\xff",
        ):
            with socket.create_connection(("127.0.0.1", server.port), timeout=300) as link:
                link.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answer = b"".join(iter(lambda: link.recv(65536), b""))
            assert re.match(rb"HTTP/1\.1 40[04] ", answer), answer
            assert b"root:" not in answer
            assert b"import" not in answer
