"""Take the pictures of docs/img anew: a server of its own, a game of bots, and a real browser.

The game is the same every time: its seed is fixed, and so is every choice of the bots; of 18xx titles recorded games
are shown. With the name of a folder more pages in more sizes, languages and colours are taken into it, for looking at
a change from all sides.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from stellwerk.bots.registry import bot
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump, parse
from stellwerk.core.registry import title
from stellwerk.server.app import create_app
from stellwerk.server.run import Server
from stellwerk.server.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "img"
GAME = "paris-connection"
ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
SEED = "a fine day for building railways"
DESKTOP = (1280, 860)
PHONE = (390, 844)
GOLDEN = ROOT / "tests" / "golden"
WIDE = (1400, 960)
LAPTOP = (1366, 768)


@dataclass(frozen=True)
class Shot:
    """One picture: which page, for whom, and what is done before it is taken."""

    name: str
    path: str
    size: tuple[int, int] = DESKTOP
    language: str = "en"
    scheme: str = "light"
    click: tuple[str, ...] = ()
    full: bool = False
    top: str = ""
    """What stands at the top of the picture."""

    hover: str = ""
    """What lies under the pointer."""

    only: str = ""
    """What alone is in the picture."""


def main() -> None:
    chromium = os.environ.get("CHROMIUM")
    if not chromium:
        sys.exit("set CHROMIUM to a browser, or run `make screenshots`")
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        for shot in shots(browser, site, everything=pictures != PICTURES):
            print(pictures / f"{shot.name}.png")
            take(browser, site, shot, pictures)
        browser.close()


def shots(browser: Browser, site: str, *, everything: bool) -> Iterator[Shot]:
    """The pictures, once their matches are there."""
    running, over = played(turns=30), played(turns=None)
    now, past, shared = (open_file(browser, site, match) for match in (running, over, hot_seat(running)))
    chosen = ("#company-purple",)
    table = Shot("table", f"/match/{now}", click=chosen)
    yield table
    yield replace(table, name="table-de-dark", language="de", scheme="dark")
    yield replace(table, name="table-phone", size=PHONE)
    yield replace(table, name="refusal", click=(*chosen, "#hex-F20"))
    yield Shot("curtain", f"/match/{shared}")
    yield Shot("result", f"/match/{past}")
    yield Shot("history", f"/match/{past}/history?ply=60")
    yield Shot("lobby", "/")
    cards = Shot(
        "lobby-1830", "/", size=LAPTOP, click=(".game:has([value='1830'])",), top="[data-game='1830'] .summary"
    )
    yield cards
    yield from rail_shots(browser, site)
    yield from scenario_shots(browser, site)
    yield from revolution_shots(browser, site)
    yield from lender_shots(browser, site)
    yield from contract_shots(browser, site)
    if not everything:
        return
    yield replace(table, name="exchange", click=("#give label", "label:has(#take-blue)"))
    pages = {"table": f"/match/{now}", "result": f"/match/{past}", "history": f"/match/{past}/history?ply=60"}
    site_pages = {"lobby": "/", "rules": f"/rules/{GAME}", "help": "/about", "not-found": "/nowhere"}
    for name, path in {**pages, **site_pages}.items():
        for size, width in ((DESKTOP, "desktop"), (PHONE, "phone")):
            for language, scheme in (("en", "light"), ("de", "dark")):
                yield Shot(f"{name}-{width}-{language}-{scheme}", path, size, language, scheme, full=True)


def rail_shots(browser: Browser, site: str) -> Iterator[Shot]:
    """1830 from the sale to the end of a recorded game."""
    whole = recorded("g1830/three-break-the-bank")
    sale, stock, lay, run = (
        open_file(browser, site, whole.until(ply))
        for ply in (
            moment(whole, "bid", 0) + 1,
            moment(whole, "par", 4),
            moment(whole, "lay", 60),
            moment(whole, "run", 60),
        )
    )
    past = open_file(browser, site, whole)
    table = Shot("1830-auction", f"/match/{sale}", size=WIDE)
    yield table
    offer = "label.chip:has([id^=offer-buy]), label.chip:has([name=offer])"
    chosen = replace(table, name="1830-stock", path=f"/match/{stock}", click=(offer,))
    yield chosen
    for scheme in ("light", "dark"):
        yield replace(chosen, name=f"hover-{scheme}", scheme=scheme, hover=".foreseen:not([hidden]) button.primary")
    tile = replace(table, name="1830-tile", path=f"/match/{lay}", click=(".hx.open", ".offer"))
    yield tile
    yield replace(table, name="1830-routes", path=f"/match/{run}")
    yield replace(table, name="1830-run-1366", path=f"/match/{run}", size=LAPTOP)
    yield replace(table, name="1830-market", path=f"/match/{run}", top="#part-market")
    yield replace(table, name="1830-sheet", path=f"/match/{run}", top="#part-sheet")
    yield replace(table, name="1830-chart", path=f"/match/{past}/charts")
    yield replace(table, name="1830-phone", path=f"/match/{stock}", size=PHONE, click=("#tab-companies",))
    yield replace(tile, name="1830-dark", language="de", scheme="dark")


def scenario_shots(browser: Browser, site: str) -> Iterator[Shot]:
    """The board of each scenario of 1830 before the first tile, and a table of scenario D in the middle of a game."""
    for scenario in ("D", "G", "R", "B", "C"):
        start = by_bots("1830", 4, scenario, plies=0)
        path = f"/match/{open_file(browser, site, start)}"
        yield Shot(f"1830-map-{scenario}", path, size=LAPTOP, only=".railbox")
    whole = by_bots("1830", 4, "D", plies=500)
    run = open_file(browser, site, whole.until(moment(whole, "run", -1)))
    yield Shot("1830-table-D", f"/match/{run}", size=WIDE)


def lender_shots(browser: Browser, site: str) -> Iterator[Shot]:
    """1848 shortly before its end: trains that change gauge, loans, and the Bank of England with its prices."""
    whole = recorded("g1848/six-take-too-many-loans")
    run = open_file(browser, site, whole.until(moment(whole, "run", -4)))
    table = Shot("1848-table", f"/match/{run}", size=WIDE)
    yield table
    yield replace(table, name="1848-market", top="#part-market")
    yield replace(table, name="1848-phone", size=PHONE, click=("#tab-companies",))


def contract_shots(browser: Browser, site: str) -> Iterator[Shot]:
    """1853 in the bids, with a share looked at, and late with two gauges, mail and a territory."""
    whole = by_bots("1853", 4)
    bid = open_file(browser, site, whole.until(moment(whole, "pick", 5)))
    run = open_file(browser, site, whole.until(moment(whole, "run", -3)))
    lifted = ("[data-unveil]",)
    sheet = Shot("1853-contract", f"/match/{bid}", size=WIDE, click=(*lifted, "label.chip:has([name=offer])"))
    yield sheet
    yield replace(sheet, name="1853-contract-phone", size=PHONE)
    yield Shot("1853-table", f"/match/{run}", size=WIDE, click=lifted)


def revolution_shots(browser: Browser, site: str) -> Iterator[Shot]:
    """Railroad Revolution at the start, before a turn, in the middle of actions, in a deal, and at the end."""
    whole = by_bots("railroad-revolution", 3)
    half = whole.ply // 2

    def first(after: int, step: str, action: str = "", main: int = 0) -> str:
        """The first such decision after a ply, with the one who decides at the screen."""
        places = ((ply, whole.at(ply)) for ply in range(after, whole.ply))
        match = whole.until(
            next(ply for ply, s in places if (s.todo[-1].step, s.action, s.main) == (step, action, main))
        )
        (me,) = match.waiting()
        seats = (replace(seat, bot=None if at == me else "greedy") for at, seat in enumerate(match.header.seats))
        match.header = replace(match.header, seats=tuple(seats))
        return f"/match/{open_file(browser, site, match)}"

    table = Shot("railroad-revolution", first(half, "act", "railroad", 2), size=WIDE)
    yield table
    yield replace(table, name="railroad-revolution-turn", path=first(half, "turn"))
    station = replace(table, name="railroad-revolution-station", path=first(half, "act", "station"))
    yield station
    yield replace(station, name="railroad-revolution-dark", language="de", scheme="dark")
    deal = replace(table, name="railroad-revolution-deal", path=first(half, "deal"))
    yield deal
    yield replace(deal, name="railroad-revolution-phone", size=PHONE)
    yield replace(table, name="railroad-revolution-start", path=first(0, "start"))
    yield replace(table, name="railroad-revolution-result", path=f"/match/{open_file(browser, site, whole)}")


def by_bots(game: str, seats: int, preset: str | None = None, plies: int = 100_000) -> Match:
    """A game of the strong bot against itself, or its beginning, with people at the seats."""
    options = title(game).resolve({}, preset)
    match = Match(new_header(game, [Seat(name) for name in ("Ada", "Ben", "Cleo", "Dev")[:seats]], options, SEED))
    player, rng = bot(game, "greedy"), Random(SEED)
    while not match.over and match.ply < plies:
        seat = match.waiting()[0]
        match.play(player.choose(match.view(seat), rng))
    return match


def recorded(name: str) -> Match:
    """A recorded game, with people at its seats."""
    header, log = parse(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8")))
    names = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gil")[: len(header.seats)]
    return Match(replace(header, seats=tuple(Seat(name) for name in names)), log, checked=False)


def moment(match: Match, kind: str, nth: int) -> int:
    """The ply before the nth action of a kind, counted from 0, or from the end."""
    return [ply for ply, action in enumerate(match.log) if action.kind == kind][nth]


def played(turns: int | None) -> Match:
    """A game of four bots, to its end or until seat 0 is to move after so many turns."""
    seats = [Seat("Ada"), Seat("Ben", "greedy"), Seat("Cleo", "greedy"), Seat("Dev", "greedy")]
    match = Match(new_header(GAME, seats, {"start_player": "1"}, SEED))
    player, rng, done = bot(GAME, "greedy"), Random(SEED), 0
    while not match.over and (turns is None or done < turns or match.waiting() != [0]):
        (seat,) = match.waiting()
        match.play(player.choose(match.view(seat), rng))
        done += match.log[-1].kind in ("finish", "trade")
    return match


def hot_seat(match: Match) -> Match:
    """The same game with two people before one screen."""
    seats = (*match.header.seats[:1], Seat("Ben"), *match.header.seats[2:])
    return Match(replace(match.header, seats=seats), match.log)


ROOM: dict[str, Any] = {}
"""What the browser remembers between two pictures: which seats are its own."""


def open_file(browser: Browser, site: str, match: Match) -> str:
    """Open a match as a visitor does who drops its file into the lobby."""
    with browser.new_context(base_url=site, storage_state=ROOM.get("state")) as context:
        page = context.new_page()
        page.goto("/")
        answer = page.request.post("/api/matches", data={"file": dump(match)})
        if not answer.ok:
            sys.exit(answer.text())
        ROOM["state"] = context.storage_state()
        return str(answer.json()["id"])


def take(browser: Browser, site: str, shot: Shot, folder: Path) -> None:
    width, height = shot.size
    with browser.new_context(
        base_url=site,
        viewport={"width": width, "height": height},
        device_scale_factor=2 if shot.size == PHONE else 1,
        locale=shot.language,
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
        storage_state=ROOM["state"],
    ) as context:
        page: Page = context.new_page()
        page.goto(shot.path)
        for selector in shot.click:
            page.locator(selector).first.click()
        if shot.top:
            page.locator(shot.top).evaluate("one => one.scrollIntoView()")
        page.wait_for_timeout(400)
        page.mouse.move(2, 2)
        if shot.hover:
            page.locator(shot.hover).first.hover()
        if shot.only:
            page.locator(shot.only).screenshot(path=folder / f"{shot.name}.png")
        else:
            page.screenshot(path=folder / f"{shot.name}.png", full_page=shot.full)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server with a database of its own, on a free port."""
    app = create_app(Settings(database=str(folder / "pictures.sqlite3"), bot_delay=3600.0, workers=1))
    server = Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2), app)
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        thread = Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)


if __name__ == "__main__":
    main()
