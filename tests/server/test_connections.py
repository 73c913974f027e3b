"""A real server among clients that send half a request, do not read, or come by the thousand."""

import json
import logging
import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from stellwerk.server.listening import SENSIBLE
from stellwerk.server.seldom import Seldom
from tests.server.kit import until
from tests.server.test_process import START

QUICK = ("--head-time", "1.2", "--body-time", "1.2", "--idle-time", "1.2", "--write-time", "1.2")
"""Seconds that those have who ask as they should, on a busy machine too."""

SOON = 0.6
"""Seconds within which somebody has said what they mean to say, or the machine is busy: half of that patience."""

TOO_LATE = b"HTTP/1.1 408 "
GET = b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


class Server:
    """`stellwerk serve` on a free port, with what it says on stderr."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.log = folder / "stderr.txt"
        database = str(folder / "matches.sqlite3")
        command = [
            sys.executable,
            "-c",
            START,
            "serve",
            "--port",
            "0",
            "--database",
            database,
            "--log-level",
            "warning",
            *options,
        ]
        with self.log.open("w") as out:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said + self.log.read_text()
        self.port = int(found[1])

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def ask(self, request: bytes = GET, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """One request over a connection of its own: status, headers, body."""
        head, _, body = request.partition(b"\r\n\r\n")
        more = [f"{name.replace('_', '-')}: {value}".encode() for name, value in headers.items()]
        return parted(self.told([b"\r\n".join([head, *more, b"Connection: close", b"", body])]))

    def told(self, pieces: Iterable[bytes]) -> bytes:
        """All that is answered to something. Whoever the machine has kept from saying it in time says it again."""
        while True:
            began = time.monotonic()
            with self.connect() as link:
                with suppress(BrokenPipeError, ConnectionResetError):
                    for piece in pieces:
                        link.sendall(piece)
                late = time.monotonic() - began > SOON
                whole = everything(link)
            if not late or (whole and not whole.startswith(TOO_LATE)):
                return whole

    def spoken(self) -> list[str]:
        return self.log.read_text().splitlines()

    def descriptors(self) -> int:
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def holds(self, link: socket.socket) -> bool:
        """Whether it has not closed its end of a connection: a socket that nobody holds has no inode any more."""
        told = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        ends = (f":{self.port:04X}", f":{link.getsockname()[1]:04X}")
        lines = [line.split() for line in told]
        return any((words[1][8:], words[2][8:]) == ends and words[9] != "0" for words in lines)

    def spent(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(300)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.close()


def parted(whole: bytes) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    head, _, body = whole.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    status = int(first.split()[1])
    return status, {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}, body


def everything(link: socket.socket) -> bytes:
    """All until the server closes."""
    whole = b""
    try:
        while piece := link.recv(65536):
            whole += piece
    except ConnectionResetError:
        pass
    return whole


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all who only want to see it lose its patience."""
    with serving(tmp_path_factory.mktemp("connections"), *QUICK) as server:
        yield server


@contextmanager
def patience(at_least: float = SOON) -> Iterator[None]:
    """The server waits for somebody, but not for ever."""
    began = time.monotonic()
    yield
    assert at_least < time.monotonic() - began < 100


# --- time ------------------------------------------------------------------------------------------------


def test_who_says_nothing_is_let_go(server: Server) -> None:
    with patience(), server.connect() as link:
        assert everything(link) == b""


@pytest.mark.parametrize("half", [b"G", b"GET /about HTTP/1.1\r\n", GET[:-2]])
def test_half_a_request_is_given_up(server: Server, half: bytes) -> None:
    with patience():
        assert server.told([half]).startswith(TOO_LATE)


def drip(link: socket.socket, start: bytes, drop: bytes, pause: float = 0.1) -> tuple[int, bytes]:
    """Send something a bit at a time until the server has had enough: how many bits, and what it said."""
    link.sendall(start)
    link.settimeout(pause)
    for number in range(200):
        with suppress(TimeoutError):
            return number, link.recv(65536)
        link.sendall(drop)
    return 200, b""


def test_headers_that_come_drop_by_drop_do_not_count_as_patience(server: Server) -> None:
    with server.connect() as link:
        drops, said = drip(link, b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: b\r\n")
    assert drops < 100
    assert said.startswith(TOO_LATE)


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (POST + b"Content-Length: 60000\r\n\r\n{", b" "),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    ],
)
def test_a_body_that_comes_drop_by_drop_is_given_up(server: Server, start: bytes, drop: bytes) -> None:
    with server.connect() as link:
        drops, said = drip(link, start, drop)
    assert drops < 100
    assert said.startswith(TOO_LATE)


def test_a_body_that_goes_on_after_the_answer_is_cut_off(server: Server) -> None:
    """The type is refused before the body is read."""
    start = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with server.connect() as link:
        drops, said = drip(link, start, b"1\r\n \r\n")
        assert drops < 100
        assert said.startswith(b"HTTP/1.1 415 ")
        with suppress(BrokenPipeError, ConnectionResetError):
            assert drip(link, b"", b"1\r\n \r\n")[0] < 100


def test_a_body_that_comes_in_pieces_but_in_time_is_read(server: Server) -> None:
    body = json.dumps({"game": "paris-connection", "seats": [{}] * 3}).encode()
    head = POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    pieces = [head, *(body[at : at + 16] for at in range(0, len(body), 16))]
    assert parted(server.told(pieces))[0] == 201


def test_a_connection_is_kept_for_another_request_but_not_for_ever(server: Server) -> None:
    said, late = [b""], True
    while late:
        began = time.monotonic()
        with patience(), server.connect() as link:
            said = []
            with suppress(BrokenPipeError, ConnectionResetError):
                for _ in range(3):
                    link.sendall(b"HEAD /about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    said.append(link.recv(65536)[:13])
            late = time.monotonic() - began > SOON
            said.append(everything(link))
    assert said == [b"HTTP/1.1 200 "] * 3 + [b""]


def test_who_does_not_read_the_answer_is_given_up(server: Server) -> None:
    """Far more than the buffers of the system hold, asked for by one who never reads."""
    asked = b"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000
    with ExitStack() as stack:
        links = [stack.enter_context(socket.socket()) for _ in range(5)]
        for link in links:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.connect(("127.0.0.1", server.port))
            link.setblocking(False)
            with suppress(BlockingIOError):
                link.send(asked)
        for link in links:
            assert select.select([link], [], [], 300)[0], "it is answered"
        until(lambda: not any(server.holds(link) for link in links))
    assert server.ask()[0] == 200


def test_a_stream_of_events_lives_longer_than_all_of_these(server: Server) -> None:
    body = json.dumps({"game": "paris-connection", "seats": [{}] * 3}).encode()
    _, _, text = server.ask(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    match = json.loads(text)["id"]
    with server.connect() as link:
        link.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        heard = b""
        while b"event: ply" not in heard:
            heard += link.recv(65536)
        end = time.monotonic() + 2.4
        while (left := end - time.monotonic()) > 0:
            link.settimeout(left)
            with suppress(TimeoutError):
                assert link.recv(65536), "it was ended"


# --- size ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"x" * 9000), 414),
        (b"GET /?%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"x" * 9000), 414),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n" % (b"A: b\r\n" * 150), 431),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: %s\r\n\r\n" % (b"x" * 200_000), 431),
        (b"GET /%s HTTP/1.1\r\n\r\n" % (b"x" * 200_000), 431),
        (b"nonsense\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, 400),
    ],
)
def test_what_is_no_sensible_request_is_refused(server: Server, request_: bytes, status: int) -> None:
    assert parted(server.told([request_]))[0] == status


def test_an_upgrade_is_not_taken_up(server: Server) -> None:
    status, _, _ = server.ask(GET.replace(b"\r\n\r\n", b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"))
    assert status == 200


def test_who_is_refused_before_being_invited_to_send_is_not_invited_any_more(server: Server) -> None:
    with server.connect() as link:
        link.sendall(POST + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        everything(link)
    assert server.ask()[0] == 200
    assert server.spoken() == []


def test_none_of_this_is_worth_a_line_in_the_log(server: Server) -> None:
    for request in (b"nonsense\r\n\r\n", POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", GET[:-2]):
        with server.connect() as link:
            link.sendall(request)
            everything(link)
    with server.connect() as link:
        link.sendall(POST + b"Content-Length: 100\r\n\r\n{")
    assert server.ask()[0] == 200
    assert server.spoken() == []


# --- number ----------------------------------------------------------------------------------------------


def test_half_sent_requests_by_the_hundred_lock_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, "--connections", "100", "--head-time", "3000") as server, ExitStack() as stack:
        for _ in range(300):
            link = stack.enter_context(server.connect())
            link.sendall(b"GET / HTTP/1.1\r\n")
        assert server.ask()[0] == 200, "without waiting for any of them"
        assert server.descriptors() < 200


def test_when_all_places_are_taken_others_are_told_so(tmp_path: Path) -> None:
    body = json.dumps({"game": "paris-connection", "seats": [{}] * 3}).encode()
    with serving(tmp_path, "--connections", "5") as server, ExitStack() as stack:
        match = json.loads(server.ask(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)[2])["id"]
        for _ in range(5):
            link = stack.enter_context(server.connect())
            link.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert link.recv(65536).startswith(b"HTTP/1.1 200 ")
        for _ in range(20):
            status, headers, said = server.ask()
            assert (status, headers["retry-after"], headers["connection"]) == (503, "5", "close")
            assert b"try again" in said
            assert b"versuchen" in said
        assert len([line for line in server.spoken() if "turned away" in line]) == 1, "once a minute, not once each"


def test_one_address_does_not_take_the_places_of_others(tmp_path: Path) -> None:
    body = json.dumps({"game": "paris-connection", "seats": [{}] * 3}).encode()
    few = ("--host", "0.0.0.0", "--connections", "20", "--connections-per-address", "4")
    with serving(tmp_path, *few) as server, ExitStack() as stack:
        match = json.loads(server.ask(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)[2])["id"]
        stream = f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        statuses = []
        for _ in range(30):
            link = stack.enter_context(server.connect())
            link.sendall(stream)
            statuses.append(link.recv(65536)[:13])
        assert statuses.count(b"HTTP/1.1 200 ") == 4
        assert statuses.count(b"HTTP/1.1 503 ") == 26
        other = stack.enter_context(socket.socket())
        other.bind(("127.0.0.2", 0))
        other.connect(("127.0.0.1", server.port))
        other.sendall(GET)
        assert other.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_without_descriptors_nothing_spins_and_the_log_stays_short(tmp_path: Path) -> None:
    """Something else has used them up: the limit of connections is above what is left."""
    with serving(tmp_path) as server, ExitStack() as stack:
        pid = server.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        assert usual[0] == min(usual[1], SENSIBLE)
        assert server.ask()[0] == 200
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (server.descriptors() + 3, usual[1]))
        for _ in range(60):
            stack.enter_context(server.connect())
        until(lambda: any("turned away" in line for line in server.spoken()))
        before = server.spent()
        time.sleep(2)
        assert server.spent() - before < 1
        assert len(server.spoken()) < 5
        resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)
        assert server.ask()[0] == 200


# --- proxies ---------------------------------------------------------------------------------------------


def statuses(server: Server, *forwarded: str) -> list[int]:
    return [server.ask(x_forwarded_for=value)[0] for value in forwarded]


def is_secure(server: Server) -> bool:
    """Whether a visitor gets a cookie for TLS alone when somebody says that they came that way."""
    _, headers, _ = server.ask(GET.replace(b"/about", b"/"), x_forwarded_proto="https", x_forwarded_for="203.0.113.99")
    return "secure" in headers["set-cookie"].lower()


def test_nobody_is_believed_to_ask_for_somebody_else(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit", "reading@address=4/hour") as server:
        assert not is_secure(server)
        assert statuses(server, *(f"203.0.113.{number}" for number in range(4))) == [200, 200, 200, 429]


def test_a_trusted_proxy_is_believed_and_what_it_passes_on_is_not(tmp_path: Path) -> None:
    """Only the last address was written by the proxy; those before it may be anybody's invention."""
    with serving(tmp_path, "--limit", "reading@address=3/hour", "--trust-proxy", "127.0.0.1") as server:
        spoofed = [f"198.51.100.{number}, 203.0.113.1" for number in range(4)]
        assert is_secure(server)
        assert statuses(server, *spoofed) == [200, 200, 200, 429]
        assert statuses(server, "203.0.113.1, 203.0.113.2", "203.0.113.3, 127.0.0.1") == [200, 200]


def test_words_are_said_once_a_minute(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("stellwerk.server.seldom.time.monotonic", lambda: now)
    seldom = Seldom(logging.getLogger("test"))
    for _ in range(50):
        seldom.warn("%s is full", "the bus")
        now += 1
    assert [record.getMessage() for record in caplog.records] == ["the bus is full"]
    now += 11
    seldom.warn("%s is full", "the bus")
    assert "49 times more" in caplog.records[-1].getMessage()
