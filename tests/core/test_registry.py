"""Games are found by entry points; whatever is wrong with one is said by its name."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from stellwerk.core import registry
from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.title import Title
from tests.core.toys import AUCTION, TRACK, Auction

TWIN = Auction()


def both() -> list[Title]:
    return [TRACK, AUCTION]


def junk() -> list[Any]:
    return ["a game"]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Replace the entry points of this process by attributes of this file."""

    def by(*names: str) -> None:
        entries = EntryPoints(EntryPoint(name, f"{__name__}:{name}", registry.GROUP) for name in names)
        monkeypatch.setattr(registry, "entry_points", lambda group: entries.select(group=group))
        registry.installed.cache_clear()

    yield by
    monkeypatch.undo()
    registry.installed.cache_clear()


def test_the_games_of_this_package_are_installed() -> None:
    assert registry.titles()["paris-connection"] is registry.title("paris-connection")


def test_an_entry_point_names_a_title_or_a_function(install: Any) -> None:
    install("AUCTION")
    assert registry.titles() == {AUCTION.id: AUCTION}
    install("both")
    assert list(registry.titles()) == sorted([AUCTION.id, TRACK.id])


def test_two_games_of_one_id_are_refused(install: Any) -> None:
    install("both", "TWIN")
    with pytest.raises(DataError, match=r"test_registry:TWIN: a game called 'toy-auction' is installed already"):
        registry.titles()


@pytest.mark.parametrize("name", ["missing", "junk", "Auction", "GROUP"])
def test_an_entry_point_that_leads_nowhere_is_named(install: Any, name: str) -> None:
    install("AUCTION", name)
    with pytest.raises(DataError) as refused:
        registry.titles()
    assert refused.value.file.endswith(f":{name}")


def test_a_module_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch, install: Any) -> None:
    install()
    entries = EntryPoints([EntryPoint("gone", "no_such_package.game:TITLE", registry.GROUP)])
    monkeypatch.setattr(registry, "entry_points", lambda group: entries)
    registry.installed.cache_clear()
    with pytest.raises(DataError, match=r"no_such_package\.game:TITLE: .*No module named"):
        registry.titles()


def test_an_unknown_game_is_not_found() -> None:
    with pytest.raises(NotFound, match="no game 'monopoly'"):
        registry.title("monopoly")


def test_a_title_can_be_added_for_a_while() -> None:
    with registry.added(AUCTION):
        assert registry.title(AUCTION.id) is AUCTION
        assert AUCTION.id in registry.titles()
        with registry.added(AUCTION, TRACK):
            assert registry.title(TRACK.id) is TRACK
        assert registry.title(AUCTION.id) is AUCTION
    assert AUCTION.id not in registry.titles()
    assert TRACK.id not in registry.titles()


def test_an_added_title_is_forgotten_after_an_error_too() -> None:
    with pytest.raises(ZeroDivisionError), registry.added(AUCTION):
        raise ZeroDivisionError
    assert AUCTION.id not in registry.titles()


def test_an_added_title_hides_no_other() -> None:
    with (
        registry.added(AUCTION),
        pytest.raises(DataError, match="installed already"),
        registry.added(TWIN),
    ):
        pytest.fail("a second game of the same id came in")
