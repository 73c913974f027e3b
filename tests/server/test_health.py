"""`/healthz`, `/readyz` and `/metrics`: true, quick, and silent towards strangers."""

import os
import sqlite3
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from stellwerk import __version__
from stellwerk.server import health, metrics
from stellwerk.server.health import Health, admitted
from stellwerk.server.store import Store
from stellwerk.server.store.schema import SCHEMA_VERSION
from tests.server.kit import Client, new_match, running, until
from tests.server.test_process import serving


def near(client: Client) -> Client:
    """As if the client sat at the server's own computer."""
    client._transport.client = ("127.0.0.1", 50000)  # type: ignore[attr-defined]
    return client


def forget(client: Client) -> None:
    """Do not wait until the latest look is old."""
    client.app.state.health = None  # type: ignore[attr-defined]


def test_a_server_that_is_well_says_so_with_figures(client: Client) -> None:
    answer = near(client).get("/healthz")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["status"], told["reasons"], told["version"]) == ("ok", [], __version__)
    assert told["database"] == {"kind": "sqlite", "schema": str(SCHEMA_VERSION)}
    assert told["bots"] == {"waiting": 0, "oldest_seconds": 0.0, "stalled": 0}
    assert told["disk_free_bytes"] > 0
    assert "paris-connection" in told["games"]
    assert client.get("/readyz").json() == {"status": "ready"}


def test_strangers_learn_only_whether_it_is_well(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "reasons": []}
    assert client.get("/metrics").status_code == 404


def request(host: str, port: int = 1, **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (host, port), "headers": raw})


def test_figures_are_for_this_computer_and_named_networks() -> None:
    assert admitted(request("127.0.0.1"), ())
    assert admitted(request("::1"), ())
    assert not admitted(request("10.1.2.3"), ())
    assert admitted(request("10.1.2.3"), ("10.0.0.0/8",))
    assert not admitted(request("11.1.2.3"), ("10.0.0.0/8",))
    assert not admitted(request("127.0.0.1", x_forwarded_for="198.51.100.7"), ()), "that came through a proxy"
    assert not admitted(request("testclient"), ("0.0.0.0/0",))


def test_a_proxy_in_a_named_network_lets_nobody_in_but_who_it_tells_of() -> None:
    named, header = ("10.0.0.0/8",), "198.51.100.7"
    proxy = request("10.1.2.3", x_forwarded_for=header)
    assert not admitted(proxy, named), "the address is that of a proxy nobody trusts"
    assert admitted(request("10.1.2.3", 0, x_forwarded_for=header), named), "a trusted one told it"
    assert not admitted(request("198.51.100.7", 0, x_forwarded_for=header), named)


def test_a_database_that_is_locked_for_long_is_told_with_503(database: Path) -> None:
    with running(database) as client, sqlite3.connect(database, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        forget(client)
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["reasons"]) == (503, ["the database cannot be written"])
        assert client.get("/readyz").status_code == 503
        other.execute("ROLLBACK")
        forget(client)
        assert client.get("/healthz").status_code == 200
    other.close()


def test_looking_changes_nothing(database: Path) -> None:
    """A process that watches the file for changes must not wake up because somebody asked for its health."""
    with running(database) as client, sqlite3.connect(database) as other:
        before = other.execute("PRAGMA data_version").fetchone()
        for _ in range(3):
            forget(client)
            client.get("/healthz")
        assert other.execute("PRAGMA data_version").fetchone() == before
    other.close()


def test_a_match_that_waits_for_a_bot_for_long_is_told(database: Path) -> None:
    with running(database, bots=0) as client:
        alarm = client.app.state.bots.alarm  # type: ignore[attr-defined]
        now = time.monotonic()
        alarm.clock = lambda: now
        new_match(client, [{"name": name, "bot": "random"} for name in "ABC"])
        until(lambda: alarm.waiting)
        forget(client)
        assert near(client).get("/healthz").json()["bots"] == {"waiting": 1, "oldest_seconds": 0.0, "stalled": 0}
        now += 61
        forget(client)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["reasons"] == ["1 matches have waited for a bot for more than 60 seconds"]
        assert answer.json()["bots"] == {"waiting": 1, "oldest_seconds": 61.0, "stalled": 1}
        assert client.get("/readyz").status_code == 200, "people can still play"


def test_a_disk_without_space_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "free_bytes", lambda _database: 5 * 2**20)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["reasons"] == ["the disk of the database is nearly full: 5 MiB are left"]


def test_many_who_ask_cost_one_look(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Any] = []
    examine = health.examine
    monkeypatch.setattr(health, "FRESH", 3600.0)

    def counted(store: Store) -> Health:
        looks.append(store)
        return examine(store)

    monkeypatch.setattr(health, "examine", counted)
    for _ in range(20):
        client.get("/healthz")
    assert len(looks) == 1


def figure(text: str, name: str) -> float:
    found = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(name + " ")]
    return float(found[0]) if found else 0.0


def test_requests_and_refusals_are_counted_by_template(client: Client) -> None:
    anna = new_match(near(client))[0]
    route = '{method="GET",route="/api/matches/{id}",status="200"}'
    before = client.get("/metrics").text
    for _ in range(3):
        anna.look()
    client.get("/api/matches/nowhere-at-all")
    client.request("BREW", "/api/games")
    after = client.get("/metrics").text
    grown = figure(after, f"stellwerk_requests_total{route}") - figure(before, f"stellwerk_requests_total{route}")
    assert grown == 3
    refused = 'stellwerk_refusals_total{code="not-found"}'
    assert figure(after, refused) - figure(before, refused) == 1
    assert 'method="other"' in after
    assert "nowhere-at-all" not in after
    assert anna.match not in after
    assert figure(after, "process_resident_memory_bytes") > 1e6


def test_several_processes_tell_their_figures_together(tmp_path: Path) -> None:
    """Two processes count; a third one that only looks tells the sum, without the gauges of one that has ended."""
    count = "from stellwerk.server import metrics as m; m.CACHE.labels('hit').inc(2); m.STREAMS.set(5)"
    tell = "from stellwerk.server import metrics as m; print(m.exposition().decode())"
    env = {**os.environ, metrics.FOLDER: str(tmp_path)}
    pids = []
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", count], env=env) as process:
            assert process.wait(300) == 0
        pids.append(process.pid)
    gone = f"from stellwerk.server import metrics as m; m.gone({pids[0]})"
    subprocess.run([sys.executable, "-c", gone], env=env, check=True, timeout=300)
    told = subprocess.run([sys.executable, "-c", tell], env=env, check=True, capture_output=True, text=True).stdout
    assert figure(told, 'stellwerk_match_cache_total{outcome="hit"}') == 4
    assert figure(told, "stellwerk_streams") == 5


def test_a_supervisor_cleans_up_behind_itself_and_behind_one_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(metrics.FOLDER, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        assert process.wait(300) == 0
    killed, living = (tmp_path / f"{metrics.PREFIX}{pid}-x" for pid in (process.pid, os.getppid()))
    for folder in (killed, living):
        folder.mkdir()
        (folder / "counter_1.db").touch()
    with metrics.shared_folder():
        assert not killed.exists()
        assert living.exists()
        own = Path(os.environ[metrics.FOLDER])
        assert own.is_dir()
    assert not own.exists()
    assert metrics.FOLDER not in os.environ


def test_the_log_tells_of_trouble_and_of_its_end(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stellwerk.server.operating.SAMPLE", 0.05)
    monkeypatch.setattr(health, "FRESH", 0.0)
    free = [10]
    monkeypatch.setattr(health, "free_bytes", lambda _database: free[0])
    with running(database):
        until(lambda: any("not well" in record.getMessage() for record in caplog.records))
        free[0] = 2**40
        until(lambda: any("well again" in record.getMessage() for record in caplog.records))


@pytest.mark.slow
def test_two_server_processes_tell_the_same_figures_whichever_is_asked(database: Path) -> None:
    with serving(database, "--workers", "2", "--bots", "1", "--log", "json", "--log-level", "error") as server:

        def count() -> float:
            link = HTTPConnection("127.0.0.1", server.port, timeout=300)
            link.request("GET", "/metrics")
            told = link.getresponse().read().decode()
            link.close()
            return figure(told, 'stellwerk_requests_total{method="GET",route="/api/games",status="200"}')

        for asked in range(1, 31):
            assert server.ask("GET", "/api/games")[0] == 200
            until(lambda asked=asked: count() == asked)  # type: ignore[misc]
        assert server.ask("GET", "/healthz")[0] == 200
