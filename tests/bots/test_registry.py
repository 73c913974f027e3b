"""Bots are found by entry points and asked for by game and name."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from random import Random
from typing import Any

import pytest

from stellwerk.bots import registry
from stellwerk.bots.random import RandomBot
from stellwerk.bots.registry import Games, bot, bots_for
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.view import View

GAME = "paris-connection"


@dataclass(frozen=True)
class Named:
    name: str
    games: Games

    def choose(self, view: View[Any], rng: Random) -> Action:
        raise NotImplementedError


MINE = Named("mine", None)
FOREIGN = Named("foreign", frozenset({"another-game"}))
TWIN = Named("mine", frozenset({GAME}))


def several() -> list[Named]:
    return [FOREIGN, TWIN]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Replace the entry points of this process by given attributes of this file."""

    def by(*names: str) -> None:
        entries = EntryPoints(EntryPoint(name, f"{__name__}:{name}", registry.GROUP) for name in names)
        monkeypatch.setattr(registry, "entry_points", lambda group: entries.select(group=group))
        registry.installed.cache_clear()
        registry._by_name.cache_clear()

    yield by
    monkeypatch.undo()
    registry.installed.cache_clear()
    registry._by_name.cache_clear()


def test_the_random_bot_plays_every_game() -> None:
    assert bot(GAME, "random").games is None
    assert next(iter(bots_for(GAME))) == "random"


def test_an_unknown_bot_and_an_unknown_game_are_not_found() -> None:
    with pytest.raises(NotFound) as bot_error:
        bot(GAME, "nobody")
    assert (bot_error.value.what, bot_error.value.name) == ("bot", "nobody")
    with pytest.raises(NotFound) as game_error:
        bot("no-game", "random")
    assert (game_error.value.what, game_error.value.name) == ("game", "no-game")


def test_an_entry_point_is_a_bot_or_a_function_that_returns_several(install: Any) -> None:
    install("MINE")
    assert bots_for(GAME) == {"mine": MINE}
    install("several")
    assert bots_for(GAME) == {"mine": TWIN}


def test_an_entry_point_may_be_the_class_of_a_bot(install: Any) -> None:
    install("RandomBot")
    assert bots_for(GAME) == {"random": RandomBot()}


NO_BOT = object()
NAMELESS = Named(3, None)  # type: ignore[arg-type]
ONE_GAME = Named("mine", GAME)  # type: ignore[arg-type]  # whose letters would be taken for games


@pytest.mark.parametrize("name", ["NO_BOT", "NAMELESS", "ONE_GAME", "Named", "nothing_of_this_name"])
def test_a_package_that_offers_no_bot_is_named(install: Any, name: str) -> None:
    install(name)
    with pytest.raises(DataError, match=f"{name} = .* offers no bot"):
        bots_for(GAME)


def test_two_bots_of_one_name_for_one_game_are_refused(install: Any) -> None:
    install("MINE", "several")
    with pytest.raises(DataError):
        bots_for(GAME)


def test_a_returned_table_is_the_callers_own() -> None:
    bots_for(GAME).clear()
    assert "random" in bots_for(GAME)


def test_the_random_bot_fills_holes_and_repeats_itself_by_seed() -> None:
    match = Match(new_header(GAME, [Seat(str(n)) for n in range(3)], seed="s"))
    seen = match.view(match.waiting()[0])
    holed = View(seen.game, 0, seen.state, (Choice(0, "bid", (Range(10, 50, 10),)),), ())
    bids = [RandomBot().choose(holed, Random(n)).args[0] for n in range(60)]
    assert set(bids) == {10, 20, 30, 40, 50}
    assert RandomBot().choose(seen, Random(7)) == RandomBot().choose(seen, Random(7))
    assert any(choice.admits(RandomBot().choose(seen, Random(8))) for choice in seen.choices)


def by_family(name: str) -> Named:
    return Named(name, lambda title: title.id.startswith("paris"))


FAMILY = by_family("ours")
OTHER_FAMILY = by_family("ours")
OF_ONE = Named("ours", frozenset({GAME}))


def test_a_bot_may_say_by_a_predicate_which_titles_it_plays(install: Any) -> None:
    install("FAMILY")
    assert bots_for(GAME) == {"ours": FAMILY}
    assert bots_for("1830") == {}


@pytest.mark.parametrize("order", [("FAMILY", "OF_ONE"), ("OF_ONE", "FAMILY")])
def test_a_bot_that_names_a_game_stands_before_one_of_its_family(install: Any, order: tuple[str, str]) -> None:
    install(*order)
    assert bots_for(GAME) == {"ours": OF_ONE}


def test_two_bots_of_one_name_for_one_family_are_refused(install: Any) -> None:
    install("FAMILY", "OTHER_FAMILY")
    with pytest.raises(DataError, match="two bots for paris-connection are called 'ours'"):
        bots_for(GAME)
