"""Take all pictures: a server of its own, matches that are the same every time, and a real browser.

    python -m tools.screenshots                      everything, and docs/img anew
    python -m tools.screenshots 1848 lobby           only these groups
    python -m tools.screenshots --only "de-dark"     only what fits a pattern
    python -m tools.screenshots --list               only tell what there is

The pictures come into a folder that git ignores, with a page to look through them: screenshots/index.html.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Thread

import uvicorn
from playwright.sync_api import Error, sync_playwright

from stellwerk.server.app import create_app
from stellwerk.server.run import Server
from stellwerk.server.settings import Settings
from tools.screenshots.camera import Camera
from tools.screenshots.docs import of_docs
from tools.screenshots.pages import of_guides, of_pages
from tools.screenshots.sheet import write_sheet
from tools.screenshots.shot import Shot
from tools.screenshots.tables import FOLDERS, LATE, of_decisions, of_panels, of_rare_states

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "img"
CATALOGUE: dict[str, Callable[[], Iterator[Shot]]] = {
    **{group: partial(of_decisions, folder) for folder, group in FOLDERS.items()},
    **{f"{game}-panels": partial(of_panels, game) for game in LATE},
    "states": of_rare_states,
    "pages": of_pages,
    "guided": of_guides,
    "docs": of_docs,
}
"""What there is, by groups."""

ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars=false"]


def main() -> None:
    asked = _arguments()
    shots = [shot for shot in _everything(asked.groups) if re.search(asked.only, shot.file)]
    if asked.list:
        print(*(shot.file for shot in shots), sep="\n")
        return
    chromium = os.environ.get("CHROMIUM")
    if not chromium:
        sys.exit("set CHROMIUM to a browser, or run `make screenshots`")
    asked.folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        with Camera(browser, site, asked.folder, None if asked.keep_docs else DOCS) as camera:
            failed = _take(camera, shots)
        browser.close()
    print(write_sheet(asked.folder, shots))
    sys.exit(f"{failed} pictures failed" if failed else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__.partition("\n")[0])
    parser.add_argument("groups", nargs="*", choices=(*CATALOGUE, []), help="take only these: %(choices)s")
    parser.add_argument("--only", default="", help="take only what fits this pattern")
    parser.add_argument("--folder", type=Path, default=ROOT / "screenshots", help="where the pictures go")
    parser.add_argument("--keep-docs", action="store_true", help="leave docs/img as it is")
    parser.add_argument("--list", action="store_true", help="tell the names and take nothing")
    return parser.parse_args()


def _everything(groups: Sequence[str]) -> Iterator[Shot]:
    return chain.from_iterable(take() for name, take in CATALOGUE.items() if not groups or name in groups)


def _take(camera: Camera, shots: list[Shot]) -> int:
    """Take them one after the other and tell of each; how many failed."""
    start, failed = time.monotonic(), 0
    for number, shot in enumerate(shots, 1):
        try:
            took = f"{camera.take(shot):4.1f} s"
        except (Error, RuntimeError) as error:
            failed += 1
            took = f"failed: {error}"
        print(f"[{number:3}/{len(shots)}] {time.monotonic() - start:5.0f} s  {shot.file}  {took}", flush=True)
    return failed


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server with a database of its own, on a free port; its bots do not move."""
    settings = Settings(database=str(folder / "pictures.sqlite3"), bot_delay=3600.0, workers=1)
    app = create_app(settings)
    server = Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2), app)
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        site = f"http://127.0.0.1:{sock.getsockname()[1]}"  # the server takes the socket for its own
        thread = Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.05)
        try:
            yield site
        finally:
            server.should_exit = True
            thread.join(30)


if __name__ == "__main__":
    main()
