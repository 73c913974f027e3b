"""docs/operating.md: the settings it lists are those there are, and its units and its proxy do what it says."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path
from typing import Any

import click
import pytest

from stellwerk.cli import main
from stellwerk.server import metrics
from stellwerk.server.rates import USUAL as RATES
from tests.docs.pages import DOCS, blocks
from tests.ports import free_ports
from tests.server.kit import FIXED, GAME, Client, running, until

PAGE = "operating.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
START = "from stellwerk.cli import main; main()"
NGINX = os.environ.get("NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")


def block(name: str) -> str:
    (found,) = [one.text for one in blocks(PAGE) if one.name == name]
    return found


def options(command: str) -> set[str]:
    found = main.get_command(click.Context(main), command)
    assert found is not None
    return {name for param in found.params for name in (*param.opts, *param.secondary_opts) if name.startswith("--")}


def test_the_table_of_settings_lists_every_option_of_serve_and_no_other() -> None:
    rows = re.findall(r"^\| (`--[^|]*?) \|", TEXT.replace("\\|", "/"), re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(--[a-z-]+)", row)}
    assert listed == options("serve")


def test_the_defaults_in_the_table_are_the_defaults() -> None:
    command = main.get_command(click.Context(main), "serve")
    assert command is not None
    told = dict(re.findall(r"^\| `(--[a-z-]+)[^|]*` \| `?([^|`]*?)`? \|", TEXT.replace("\\|", "/"), re.MULTILINE))
    compared = 0
    for param in command.params:
        default, said = param.default, told.get(param.opts[-1] if param.opts[-1].startswith("--") else "")
        if isinstance(default, int | float) and not isinstance(default, bool):
            assert said is not None, param.opts
            assert float(said) == float(default), param.opts
            compared += 1
    assert compared > 10


def test_every_command_that_is_shown_knows_the_options_it_is_given() -> None:
    for words in re.findall(r"stellwerk (serve|worker|backup|restore|doctor|expire)\b([^\n`]*)", TEXT):
        command, given = words
        for option in re.findall(r"(?<!\S)--[a-z-]+", given):
            if option != "--help":
                assert option in options(command), words


def test_every_figure_that_is_counted_is_told_and_no_other() -> None:
    kept = {name for name in metrics.REGISTRY._names_to_collectors if name.startswith("stellwerk_")}
    for name in re.findall(r"stellwerk_[a-z_]+", TEXT):
        assert name in kept, name
    families = {re.sub(r"_(total|bucket|count|sum|created)$", "", name) for name in kept}
    assert {name for name in families if name not in TEXT} == set()


def test_the_health_that_is_shown_has_the_fields_there_are(tmp_path: Path) -> None:
    shown = json.loads(block("healthz"))
    with running(tmp_path / "matches.sqlite3") as client:
        assert isinstance(client, Client)
        client._transport.client = ("127.0.0.1", 50000)  # type: ignore[attr-defined]
        told = client.get("/healthz").json()
    assert list(shown) == list(told)
    assert shown["bots"].keys() == told["bots"].keys()


def test_the_usual_limits_are_those_that_are_told() -> None:
    told = re.findall(r"^\| `([a-z]+)` \| ([^|]*\d/[^|]*) \| ([^|]*) \|$", TEXT, re.MULTILINE)
    assert {name: (visitor, address) for name, visitor, address in told} == dict(RATES)


def exec_start(unit: str, folder: Path) -> list[str]:
    """What a unit starts, with our own program and a folder of the test's own."""
    (line,) = re.findall(r"^ExecStart=(.*)$", block(unit), re.MULTILINE)
    line = line.replace("$$", "$").replace("%%", "%").replace("/var/lib/stellwerk", str(folder))
    line = line.replace("/var/backups/stellwerk", str(folder)).replace(
        "postgresql://stellwerk@/stellwerk", f"{folder}/matches.sqlite3"
    )
    program = folder / "stellwerk"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{START}' \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    return shlex.split(line.replace("/opt/stellwerk/bin/stellwerk", str(program)))


@contextmanager
def started(command: list[str], says: str) -> Iterator[str]:
    """A process that has said that it runs."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert says in said, said
        yield said
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) in (0, -signal.SIGTERM), "it ends when it is told to"
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.slow
def test_what_the_units_start_runs(tmp_path: Path) -> None:
    serve = [*exec_start("stellwerk.service", tmp_path), "--port", "0"]
    with started(serve, "Stellwerk is at http://127.0.0.1:") as said:
        found = re.search(r"http://\S+/", said)
        assert found
        done = subprocess.run(["curl", "-sf", f"{found[0]}healthz"], capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["status"] == "ok"
        with started(exec_start("stellwerk-worker.service", tmp_path), "drives bots"):
            pass
        subprocess.run(exec_start("stellwerk-backup.service", tmp_path), check=True, capture_output=True, timeout=300)
    (written,) = tmp_path.glob("*.zip")
    assert re.fullmatch(r"[A-Z][a-z]{2}\.zip", written.name)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    names = ("stellwerk.service", "stellwerk-worker.service", "stellwerk-backup.service", "stellwerk-backup.timer")
    for name in names:
        text = (
            block(name)
            .replace("/opt/stellwerk/bin/stellwerk", "/bin/true")
            .replace("User=stellwerk", f"User={getuser()}")
        )
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [
        "systemd-analyze",
        "verify",
        "--man=no",
        "--recursive-errors=no",
        *(str(tmp_path / name) for name in names),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    complaints = [line for line in done.stderr.splitlines() if "stellwerk" in line]
    assert complaints == []
    assert done.returncode == 0, done.stderr


# --- the proxy -------------------------------------------------------------------------------------------


class Site:
    """The server behind nginx with the configuration of the page."""

    def __init__(self, folder: Path, server: str, plain: int, secure: int, log: Path) -> None:
        self.folder, self.server, self.plain, self.secure, self.log = folder, server, plain, secure, log

    def curl(self, path: str, *options: str, check: bool = True) -> str:
        """Ask as a browser would: by the name of the site, with TLS."""
        site = f"games.example:{self.secure}:127.0.0.1"
        command = ["curl", "-sSk", "--http2", "--max-time", "30", "--resolve", site, *options]
        command.append(f"https://games.example:{self.secure}{path}")
        return subprocess.run(command, capture_output=True, text=True, check=check, timeout=300).stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not NGINX or not shutil.which("openssl") or not shutil.which("curl"):
        pytest.skip("nginx, openssl or curl is not installed")
    folder = tmp_path_factory.mktemp("site")
    certify(folder)
    serve = [*exec_start("stellwerk.service", folder), "--port", "0"]
    log = folder / "server.log"
    plain, secure = free_ports(2)
    with log.open("w", encoding="utf-8") as stderr:
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=stderr, text=True)
        running = [server]
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
            assert found, log.read_text(encoding="utf-8")
            configuration = folder / "nginx.conf"
            configuration.write_text(configured(folder, int(found[1]), plain, secure), encoding="utf-8")
            tried = subprocess.run(
                [NGINX, "-t", "-c", str(configuration)], capture_output=True, text=True, timeout=300, check=False
            )
            assert tried.returncode == 0, tried.stderr
            running.insert(0, subprocess.Popen([NGINX, "-c", str(configuration)], stderr=subprocess.DEVNULL, text=True))
            one = Site(folder, found[0], plain, secure, log)
            until(lambda: one.curl("/healthz", check=False))
            yield one
        finally:
            for process in running:
                process.terminate()
                process.communicate(timeout=300)


def certify(folder: Path) -> None:
    key, certificate = folder / "games.example.key", folder / "games.example.pem"
    subject = ["-subj", "/CN=games.example", "-days", "2"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


def configured(folder: Path, port: int, plain: int, secure: int) -> str:
    """The configuration of the page inside the least that nginx needs, in a folder and on ports of the test's own."""
    text = block("stellwerk.conf").replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("/etc/ssl", str(folder))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl").replace(
        "listen 80;", f"listen 127.0.0.1:{plain};"
    )
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n{paths}access_log off;\n{text}\n}}\n"
    )


def begin(site: Site) -> Any:
    body = json.dumps({"game": GAME, "options": FIXED, "seats": [{"name": name} for name in "ABC"]})
    return json.loads(site.curl("/api/matches", "--json", body))


@pytest.mark.slow
def test_browsers_speak_http2_and_get_cookies_for_tls_only(site: Site) -> None:
    said = site.curl("/", "-D", "-", "-o", "/dev/null")
    assert said.startswith("HTTP/2 200")
    (cookie,) = re.findall(r"(?im)^set-cookie: (stellwerk=.*)$", said)
    assert "secure" in cookie.lower()
    assert "strict-transport-security" in said
    plain = ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", "-H", "Host: games.example"]
    moved = subprocess.run([*plain, f"http://127.0.0.1:{site.plain}/about"], capture_output=True, text=True, check=True)
    assert moved.stdout == "301 https://games.example/about"


@pytest.mark.slow
def test_a_request_keeps_its_name_and_its_origin_behind_the_proxy(site: Site) -> None:
    said = site.curl("/api/games", "-D", "-", "-o", "/dev/null", "-H", "X-Forwarded-For: 198.51.100.7")
    (name,) = re.findall(r"(?im)^x-request-id: ([0-9a-f]{32})\s*$", said)

    def line() -> Any:
        lines = [json.loads(text) for text in site.log.read_text(encoding="utf-8").splitlines()]
        return next((one for one in lines if one.get("request") == name), None)

    told = until(line)
    assert told["route"] == "/api/games"
    assert told["address"] == "127.0.0.1", "what a visitor claims is not believed"


@pytest.mark.slow
def test_events_come_through_at_once(site: Site) -> None:
    created = begin(site)
    resolve = f"games.example:{site.secure}:127.0.0.1"
    url = f"https://games.example:{site.secure}/api/matches/{created['id']}/events"
    command = ["curl", "-sSkN", "--http2", "--max-time", "300", "--resolve", resolve, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stream:
        assert stream.stdout is not None
        assert event(stream.stdout)["ply"] == 3
        token = f"Authorization: Bearer {created['seats'][0]['token']}"
        table = json.loads(site.curl(f"/api/matches/{created['id']}", "-H", token))
        choice = next(one for one in table["view"]["choices"] if one["kind"] == "place")
        body = json.dumps({"ply": 3, "action": {"kind": "place", "args": choice["args"]}})
        began = time.monotonic()
        site.curl(f"/api/matches/{created['id']}/actions", "-H", token, "--json", body)
        assert event(stream.stdout)["ply"] == 4
        assert time.monotonic() - began < 50, "nothing holds it back until a buffer is full"
        stream.terminate()


def event(stream: Any) -> Any:
    while not (line := stream.readline()).startswith("data:"):
        assert line, "the stream ended"
    return json.loads(line.removeprefix("data:"))


@pytest.mark.slow
def test_large_bodies_pass_and_larger_ones_do_not(site: Site) -> None:
    for size, status in ((1_900_000, "400"), (3_000_000, "413")):
        body = site.folder / "body.json"
        body.write_text(json.dumps({"file": {"x": "y" * size}}), encoding="utf-8")
        told = site.curl("/api/matches", "--json", f"@{body}", "-o", "/dev/null", "-w", "%{http_code}")
        assert told == status


@pytest.mark.slow
def test_figures_are_not_for_everybody(site: Site) -> None:
    assert site.curl("/metrics", "-o", "/dev/null", "-w", "%{http_code}") == "404"
    done = subprocess.run(["curl", "-s", f"{site.server}metrics"], capture_output=True, text=True, check=True)
    assert "stellwerk_requests_total" in done.stdout
