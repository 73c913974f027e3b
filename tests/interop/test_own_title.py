"""What a title of a package brings for its records: found by name, used in place of the shared classes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from stellwerk.core.errors import DataError, Malformed, NotFound, RuleError
from stellwerk.core.registry import title
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import player, seat_of
from stellwerk.interop.games18xx import (
    Asks,
    Fields,
    Reader,
    Reading,
    added,
    live_actions,
    reader_of,
    reading,
    readings,
    write_record,
)
from stellwerk.interop.games18xx import registry as module
from tests.interop.matches import at_random
from tests.interop.small import Record


class Waving(Reader):
    """Knows an action more, and stumbles over another."""

    waved = 0

    def actions(self) -> Mapping[str, Callable[[Fields], None]]:
        return {**super().actions(), "wave": self._wave, "stumble": self._stumble}

    def _wave(self, act: Fields) -> None:
        self.waved += 1

    def _stumble(self, act: Fields) -> None:
        raise KeyError(act.text("over"))


class KnowsMore(Asks):
    """What a title with steps of its own would bring."""


OWN = replace(reading("1830"), called="1830 of ours", reader=Waving, asks=KnowsMore)
TWIN = replace(OWN, names={})
G1848 = reading("1848")


def both() -> list[Reading]:
    return [OWN, G1848]


def junk() -> list[Any]:
    return ["a reading"]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Replace the entry points of this process by attributes of this file."""

    def by(*names: str) -> None:
        entries = EntryPoints(EntryPoint(name, f"{__name__}:{name}", module.GROUP) for name in names)
        monkeypatch.setattr(module, "entry_points", lambda group: entries.select(group=group))
        module.installed.cache_clear()

    yield by
    monkeypatch.undo()
    module.installed.cache_clear()


def of_ours(record: Record) -> dict[str, Any]:
    return {**record.json, "title": "1830 of ours"}


def test_the_titles_of_this_package_are_read() -> None:
    assert list(readings()) == ["1830", "1848"]


def test_an_entry_point_names_a_reading_or_a_function(install: Any) -> None:
    install("OWN")
    assert readings() == {"1830 of ours": OWN}
    with pytest.raises(NotFound, match=r"18xx.games title '1848'"):
        reading("1848")
    install("both")
    assert readings() == {"1830 of ours": OWN, "1848": G1848}


@pytest.mark.parametrize("name", ["missing", "junk", "Waving", "__name__"])
def test_an_entry_point_that_leads_nowhere_is_named(install: Any, name: str) -> None:
    install("OWN", name)
    with pytest.raises(DataError) as refused:
        readings()
    assert refused.value.file.endswith(f":{name}")


def test_two_readings_of_one_title_are_refused(install: Any) -> None:
    install("OWN", "TWIN")
    with pytest.raises(DataError, match=r":TWIN: records of '1830 of ours' are read already"):
        readings()
    install("OWN")
    with pytest.raises(DataError, match="read already"), added(TWIN):
        pytest.fail("a second reading of the same title came in")


def test_a_record_is_read_by_the_classes_of_its_title() -> None:
    record = Record().by(0, "wave").by(1, "wave").sold()
    with added(OWN):
        reader = reader_of(of_ours(record))
        assert (type(reader), type(reader.asks)) == (Waving, KnowsMore)
        for recorded in live_actions(of_ours(record)):
            reader.play(recorded.data)
    assert isinstance(reader, Waving)
    assert reader.waved == 2
    assert reader.s.round == "stock"
    with pytest.raises(NotFound, match="1830 of ours"):
        reader_of(of_ours(record))
    with pytest.raises(Malformed, match="'wave' is not known here"):
        record.read()


def test_a_name_that_is_not_there_is_told_with_its_action() -> None:
    record = Record().by(0, "stumble", over="a stone")
    with added(OWN), pytest.raises(Malformed, match="names 'a stone', which is not there") as caught:
        reader_of(of_ours(record)).play(record.actions[0])
    assert caught.value.where == "18xx.games record, action 1"


def test_a_private_acts_for_its_owner_whosever_turn_it_is_and_the_rules_judge() -> None:
    """In 1830 a tile is laid by a private only in the turn of the company that owns it."""
    data = write_record(at_random(23, 900))
    reader = reader_of(data)
    for recorded in live_actions(data):
        reader.play(recorded.data)
        owner, on_turn = reader.s.privates.get("CS", ""), reader.s.todo[-1]
        if owner in reader.s.director and on_turn.step == "lay_track" and on_turn.who != owner:
            break
    else:
        pytest.fail("no company owned CS while another was on turn")
    laid = {"type": "lay_tile", "entity": "CS", "entity_type": "company", "hex": "B20", "tile": "58-0", "rotation": 0}
    with pytest.raises(RuleError):
        reader.play(laid)


def test_where_privates_are_not_traded_nobody_is_asked_for_one_of_another() -> None:
    data = write_record(at_random(23, 900))
    reader = reader_of(data)
    game = title("1830").game(reader.game.seats, {**reader.game.options, **title("1830").preset("C").options})
    assert isinstance(game, RailGame)
    asked = 0
    for recorded in live_actions(data):
        reader.play(recorded.data)
        s = reader.s
        others = [owner for owner in s.privates.values() if seat_of(owner) >= 0]
        if s.round != "stock" or s.stock_rounds < 2 or not others:
            continue
        for seat in range(game.seats):
            if not s.bought and s.cash[player(seat)] and reader.asks.private_of_another(s, seat):
                asked += 1
                assert not Asks(game).private_of_another(s, seat)
    assert asked
