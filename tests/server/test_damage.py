"""Damaged pages of a database: the matches on them say so, and everything else goes on."""

import shutil
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from stellwerk.core.match import Header, Seat
from stellwerk.server.errors import Unreadable
from stellwerk.server.names import hashed
from stellwerk.server.store import Entry, Standing, Store
from tests.server.kit import Player, act, new_match, running, store_of

HEADER = Header("some-game", 1, (Seat("A"), Seat("B", "random")), {}, "seed", None)
RUNNING = Standing(1, finished=False, bot_due=True, waiting=(1,))
TURN = Entry("play", [0, "pass", []])
PAGE = 4096
LEAVES = {10, 13}
"""The first byte of a page that holds rows, of a table with and without keys of its own."""


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty matches with as many rows as fill pages of their own, all written at the same time."""
    database = tmp_path_factory.mktemp("healthy") / "x.sqlite3"
    store = Store(str(database))
    names = [f"match-{number:02}" for number in range(40)]
    for name in names:
        store.create(name, HEADER, [hashed(name), "b"], [], RUNNING)
        store.seats.claim("anna", name, [0])
    with store.database.writing(silent=True) as db:
        for rev in range(1, 41):
            for name in names:
                row = {"m": name, "r": rev, "b": f'[0, "pass", ["{name} {rev} {"x" * 60}"]]'}
                db.execute(
                    sa.text("INSERT INTO entries (match, rev, kind, body, created) VALUES (:m, :r, 'play', :b, 1.0)"),
                    row,
                )
        db.execute(sa.text("UPDATE matches SET rev = 40, ply = 40"))
    with store.database.asking() as db:
        db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return database


def damaged(healthy: Path, target: Path, page: int, filling: bytes) -> Store:
    shutil.copy(healthy, target)
    with target.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(filling)
    return Store(str(target))


def leaves(database: Path) -> list[tuple[int, set[str]]]:
    """Pages with rows behind the first one, and the matches they name."""
    data = database.read_bytes()
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    names = [f"match-{number:02}" for number in range(40)]
    return [
        (number, {name for name in names if name.encode() in page})
        for number, page in enumerate(pages)
        if number and page[0] in LEAVES
    ]


@pytest.mark.parametrize("filling", ["zeros", "noise"])
def test_a_damaged_page_concerns_the_matches_on_it_and_no_others(healthy: Path, tmp_path: Path, filling: str) -> None:
    """For each page with rows of entries in turn: all other matches are read as before, and lists show them all."""
    rng = Random(filling)
    rows = [(page, named) for page, named in leaves(healthy) if 0 < len(named) < 5]
    assert len(rows) > 40, "the rows of a match lie together"
    names = [f"match-{number:02}" for number in range(40)]
    for page, named in rng.sample(rows, 12):
        spoilt = bytes(PAGE) if filling == "zeros" else rng.randbytes(PAGE)
        store = damaged(healthy, tmp_path / f"{page}.sqlite3", page, spoilt)
        unreadable = {name for name in names if not readable(store, name)}
        assert unreadable <= beside(named, names)
        assert unreadable
        assert len(store.of_visitor("anna", 50)) == 40
        assert len(store.queue.lease("w", 50)) == 40
        others = sorted(set(names) - beside(named, names))
        store.append(others[0], 40, [TURN], RUNNING)
        store.close()


def beside(named: set[str], names: list[str]) -> set[str]:
    """The matches on a page and the next one on either side: its first row is found by way of the page before it."""
    order = sorted(names)
    places = [order.index(name) for name in named]
    return set(order[max(0, min(places) - 1) : max(places) + 2])


def readable(store: Store, name: str) -> bool:
    try:
        saved, outline = store.load(name), store.outline(name)
        head = store.head(name)
    except Unreadable as error:
        return bool(error.name != name)  # the honest page needs the name
    assert saved is not None
    assert outline is not None
    assert head is not None
    assert (len(saved.entries), outline.rows, head.rev) == (40, 40, 40)
    assert all(entry.body[2][0].startswith(name) for entry in saved.entries)
    return True


def test_a_damaged_page_of_the_matches_themselves_spoils_no_list_and_no_queue(healthy: Path, tmp_path: Path) -> None:
    """Whatever page with more than entries is lost: most matches can be read, and what can be is listed and played."""
    pages = [(page, named) for page, named in leaves(healthy) if len(named) >= 5]
    assert sum(len(named) < 40 for _, named in pages) >= 2, "some hold rows of matches, some are indexes"
    for page, named in pages:
        store = damaged(healthy, tmp_path / f"{page}.sqlite3", page, bytes(PAGE))
        seen = store.of_visitor("anna", 50)
        assert len(seen) == 40 or page_of_holds(healthy, page)
        left = 40 - len(beside(named, [f"match-{number:02}" for number in range(40)]))
        assert len([one for one in seen if one.readable]) >= left
        assert len(store.queue.lease("w", 50)) >= left
        store.close()


def page_of_holds(database: Path, page: int) -> bool:
    """Whether a page tells who holds which seat: what stood there nobody knows any more."""
    data = database.read_bytes()
    return b"anna" in data[page * PAGE : (page + 1) * PAGE]


def test_a_match_on_a_damaged_page_says_so_and_all_others_can_be_played(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite3"
    with running(database) as client:
        client.cookies.set("stellwerk", "anna")
        tables = [new_match(client) for _ in range(12)]
        for players in tables:
            store_of(client).seats.claim(hashed("anna"), players[0].match, [0])
        for players in tables * 3:
            assert act(players).status_code == 200
        with store_of(client).database.asking() as db:
            db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    ids = [players[0].match for players in tables]
    data = database.read_bytes()
    hit: set[str] = set()
    for start in range(PAGE, len(data), PAGE):
        page = data[start : start + PAGE]
        on_it = {one for one in ids if one.encode() in page}
        if page[0] in LEAVES and b'"trade"' in page and len(on_it) < 5 and not hit:
            hit = on_it
            data = data[:start] + bytes(PAGE) + data[start + PAGE :]
    concerned = beside(hit, ids)
    assert len(concerned) < len(ids)
    database.write_bytes(data)
    with running(database) as client:
        client.cookies.set("stellwerk", "anna")
        for name in ids:
            answer = client.get(f"/api/matches/{name}")
            assert (answer.status_code, answer.json().get("error")) in ((200, None), (500, "unreadable"))
            assert answer.status_code == 200 or name in concerned
            shown = client.get(f"/match/{name}")
            assert shown.status_code == answer.status_code
            assert (answer.status_code == 200) != ("can no longer be loaded" in shown.text)
        lobby = client.get("/")
        assert lobby.status_code == 200
        listed = lobby.text + client.get("/?page=2").text
        assert all(name in listed for name in ids)
        for players in tables:
            if players[0].match not in concerned:
                assert act([Player(client, one.match, one.token) for one in players]).status_code == 200
