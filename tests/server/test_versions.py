"""Rules change, matches stay: one goes on where the new rules say the same, and else it is looked at and branched."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sqlalchemy as sa

from stellwerk.core.action import Action, thaw
from stellwerk.core.errors import NotFound, UnknownVersion
from stellwerk.core.game import Game
from stellwerk.core.match import Match, Seat
from stellwerk.core.positions import EACH
from stellwerk.core.registry import added, title
from stellwerk.core.state import Frame
from stellwerk.core.step import Step
from stellwerk.server import branching
from stellwerk.server.errors import LostPosition, OtherRules
from stellwerk.server.matches import Matches
from stellwerk.server.rows import past_of
from stellwerk.server.store import Store
from stellwerk.server.store.schema import entries
from stellwerk.server.versions import Frozen
from tests.core.toys import TRACK, TakeTurn, Track, TrackGame, TrackState
from tests.server.kit import GAME, Client, both, played, running, until, upload

LONG = 3 * EACH + 9
TURN = EACH + 13
"""The ply at which other rules do something else."""


def later(monkeypatch: pytest.MonkeyPatch, turn: Match | None = None, *, by: int = 1) -> None:
    """Raise the version of the rules; with a match they go another way than it did from one of its plies on."""
    known = title(GAME)
    monkeypatch.setattr(type(known), "rules_version", known.rules_version + by)
    if turn is None:
        return
    before, after, apply = turn.at(TURN).digest(), turn.log[TURN], Game.apply

    def other(self: Game[Any], s: Any, a: Action) -> Any:
        made = apply(self, s, a)
        if a == after and s.digest() == before:
            made.value = {colour: value + 1 for colour, value in made.value.items()}
        return made

    monkeypatch.setattr(Game, "apply", other)


def run(database: Path | str, scenario: Callable[[Matches], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(str(database))
        service = Matches(store)
        try:
            await scenario(service)
        finally:
            await service.close()
            store.close()

    asyncio.run(main())


def kept(database: Path | str, match: Match) -> str:
    """Write a match into a database; returns its name."""
    names: list[str] = []

    async def write(service: Matches) -> None:
        created = await service.create(GAME, (), header=match.header, log=match.log, checked=True)
        names.append(created.id)

    run(database, write)
    return names[0]


@both
def test_a_match_goes_on_under_rules_by_which_all_is_the_same(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(plies=LONG)
    name = kept(database, match)
    later(monkeypatch)

    async def look(service: Matches) -> None:
        table = await service.open(name)
        assert table.frozen is None
        assert table.match.header.rules_version == match.header.rules_version + 1
        saved = service.store.load(name)
        assert saved is not None
        assert saved.header.rules_version == match.header.rules_version + 1
        choice = table.match.choices()[0]
        after = await service.act(name, choice.seat, next(choice.actions()), table.ply)
        assert after.ply > LONG

    run(database, look)


@both
def test_a_match_is_frozen_where_it_would_go_another_way(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(plies=LONG)
    name = kept(database, match)
    later(monkeypatch, match)

    async def look(service: Matches) -> None:
        table = await service.open(name)
        frozen = table.frozen
        assert isinstance(frozen, Frozen)
        assert (frozen.header.rules_version, frozen.known) == (match.header.rules_version, title(GAME).rules_version)
        assert (frozen.ply, frozen.lost) == (LONG, 0), "after the last kept position all is the same again"
        assert (table.waiting(), table.bot_to_move()) == ((), None)
        for ply in range(LONG + 1):
            if TURN < ply < 2 * EACH:
                with pytest.raises(LostPosition):
                    frozen.at(ply)
            else:
                assert frozen.at(ply).to_json() == match.at(ply).to_json()
        with pytest.raises(NotFound):
            frozen.at(LONG + 1)
        frozen.at(1)
        others = [Seat(f"Other {number}") for number in range(3)]
        assert frozen.branch(20, seats=others).header.seats == tuple(others)
        with monkeypatch.context() as loop:
            loop.setattr(Game, "apply", None)
            assert (await service.open(name)).match.state is frozen.state, "nothing is played again in the event loop"
        seat = match.waiting()[0]
        with pytest.raises(OtherRules):
            await service.act(name, seat, next(match.choices()[0].actions()), LONG)
        with pytest.raises(OtherRules):
            await service.undo(name, range(3), LONG)
        saved = service.store.load(name)
        assert saved is not None
        assert saved.header.rules_version == match.header.rules_version
        assert saved.waiting == (), "nobody is waited for"
        with pytest.raises(OtherRules):
            await service.change(name, table.ply, None, lambda match: ([], match.ply))
        branch = await service.open((await branching.branch(service, name, seat, 20)).id)
        assert branch.match.header.rules_version == title(GAME).rules_version
        assert branch.match.header.position is not None
        assert branch.waiting() != ()

    run(database, look)


def test_only_what_follows_the_last_kept_position_is_played_to_open_a_frozen_match(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(plies=LONG)
    name = kept(database, match)
    later(monkeypatch, match)
    saved = Store(str(database)).load(name)
    assert saved is not None
    applied: list[Action] = []
    apply = Game.apply

    def counted(game: Game[Any], state: Any, action: Action) -> Any:
        applied.append(action)
        return apply(game, state, action)

    monkeypatch.setattr(Game, "apply", counted)
    frozen = Frozen(saved, past_of(saved.entries))
    last = max(one.ply for one in saved.snapshots)
    assert (frozen.ply, len(applied)) == (LONG, LONG - last)
    assert frozen.state == match.state


def test_under_its_own_rules_a_frozen_match_goes_on(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody installs the older version again."""
    match = played(plies=LONG)
    bots = replace(match.header, seats=tuple(Seat(f"Robo {n}", "random") for n in range(3)))
    match = Match(bots, match.log, checked=False)
    name = kept(database, match)

    async def look(service: Matches) -> None:
        await service.open(name)

    with monkeypatch.context() as other:
        later(other, match)
        run(database, look)
        assert due(database) == []
    run(database, look)
    assert due(database) == [name]


def test_bots_of_a_frozen_match_of_an_older_database_are_not_waited_for(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody had noted there whose turn it is, only that a bot owes a choice."""
    match = played(plies=LONG)
    bots = replace(match.header, seats=tuple(Seat(f"Robo {n}", "random") for n in range(3)))
    name = kept(database, Match(bots, match.log, checked=False))
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE matches SET waiting = NULL")
    assert due(database) == [name]
    later(monkeypatch, match)
    with running(database):
        until(lambda: due(database) == [])


def due(database: Path) -> list[str]:
    store = Store(str(database))
    try:
        return [one.match for one in store.queue.waiting()]
    finally:
        store.close()


def test_without_digests_only_kept_positions_are_left(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of an older server tell no digests: nobody can say that other rules lead to the same."""
    match = played(plies=LONG)
    name = kept(database, match)
    store = Store(str(database))
    with store.database.writing() as db:
        db.execute(sa.update(entries).values(digest=None))
    store.close()
    later(monkeypatch)

    async def look(service: Matches) -> None:
        frozen = (await service.open(name)).frozen
        assert frozen is not None
        assert (frozen.ply, frozen.lost) == (3 * EACH, LONG - 3 * EACH)
        assert list(frozen.seen(None)) == [frozen.game.view(match.at(ply), None) for ply in range(0, LONG, EACH)]

    run(database, look)


def test_a_match_of_rules_to_come_is_only_looked_at(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(plies=LONG)
    name = kept(database, match)
    later(monkeypatch, by=-1)

    async def look(service: Matches) -> None:
        frozen = (await service.open(name)).frozen
        assert frozen is not None
        assert frozen.lost == 0

    run(database, look)


def test_a_match_of_which_nothing_can_be_read_says_so(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(plies=LONG)
    name = kept(database, match)
    later(monkeypatch)

    def changed(self: Game[Any]) -> Any:
        raise KeyError("no such thing")

    monkeypatch.setattr(type(match.game), "start", changed)
    read = match.game.state_class.from_json
    monkeypatch.setattr(match.game.state_class, "from_json", lambda data: read({**data, "old": 1}))

    async def look(service: Matches) -> None:
        with pytest.raises(UnknownVersion):
            await service.open(name)

    run(database, look)


class RestTwice(TakeTurn):
    def rest(self, s: TrackState, f: Frame, a: Action) -> None:
        super().rest(s, f, a)
        s.coins[a.seat] += 1


class NoRest(TakeTurn):
    """Nobody may rest any more."""

    kinds = ("move",)  # type: ignore[assignment]  # one less


class LaterTrack(Track):
    """The race by other rules: a turn is replaced."""

    rules_version = 2
    turn: ClassVar[type[TakeTurn]] = TakeTurn

    def build(self, seats: int, options: Any) -> TrackGame:
        steps: dict[str, Step[TrackState]] = {**super().build(seats, options).steps, "turn": self.turn()}
        return TrackGame(self, seats, options, steps)


@pytest.mark.parametrize(("turn", "same"), [(TakeTurn, True), (RestTwice, False), (NoRest, False)])
def test_a_made_up_game_is_told_by_what_it_does(database: Path, turn: type[TakeTurn], same: bool) -> None:
    names: list[str] = []

    async def write(service: Matches) -> None:
        table = await service.open((await service.create(TRACK.id, [Seat("A"), Seat("B")], seed="2")).id)
        for kind in ("move", "rest", "move"):
            choice = next(c for c in table.match.choices() if c.kind == kind)
            table = await service.act(table.id, choice.seat, next(choice.actions()), table.ply)
        names.append(table.id)

    async def look(service: Matches) -> None:
        table = await service.open(names[0])
        assert (table.frozen is None) == same
        assert table.match.header.rules_version == (2 if same else 1)

    known = LaterTrack()
    known.turn = turn  # type: ignore[misc]  # of this one title only
    with added(TRACK):
        run(database, write)
    with added(known):
        run(database, look)


def test_page_and_interface_say_by_which_rules_it_was_played(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(plies=LONG)
    with running(database) as client:
        player = upload(client, match)[match.waiting()[0]]
        keeper = client.app.state.matches.keeper  # type: ignore[attr-defined]
        client.portal.call(keeper.settled)  # type: ignore[union-attr]
    later(monkeypatch, match)
    version = match.header.rules_version
    with running(database) as client:
        player.client = client
        seen = player.look()
        assert seen["frozen"] == {"rules_version": version, "known": version + 1, "lost": 0}
        assert (seen["view"]["choices"], seen["waiting"], seen["undoable"]) == ([], [], [])
        assert seen["told"][TURN] == f"An action of other rules: {match.log[TURN].kind}"
        refused = player.act("place", ply=LONG)
        assert (refused.status_code, refused.json()["error"]) == (409, "rules")
        action = next(match.choices()[0].actions())
        checked = player.post("check", {"action": {"kind": action.kind, "args": thaw(action.args)}})
        assert (checked.status_code, checked.json()["error"]) == (409, "rules"), "what cannot be played is not legal"
        lost = player.get(ply=TURN + 1)
        assert (lost.status_code, lost.json()["error"]) == (404, "lost")
        assert player.get(ply=TURN).status_code == 200
        said = {
            "en": f"This match was played with version {version} of its rules.",
            "de": f"Diese Partie wurde nach Version {version} ihrer Regeln gespielt.",
        }
        for path in ("", "/history", f"/history?ply={2 * EACH}"):
            for lang, sentence in said.items():
                page = client.get(f"/match/{player.match}{path}", headers={"accept-language": lang})
                assert page.status_code == 200
                assert sentence in page.text
        gone = client.get(f"/match/{player.match}/history?ply={TURN + 1}", headers={"accept-language": "de"})
        assert gone.status_code == 404
        assert f"Version {version}" in gone.text
        lines = client.get(f"/match/{player.match}/history/log?until={TURN + 1}")
        assert lines.status_code == 200, "lines are told even where the position behind them is lost"
        assert f"An action of other rules: {match.log[TURN].kind}" in lines.text
        branched = player.post("branch", {"ply": 2 * EACH})
        assert branched.status_code == 201, branched.text
        again = Client.get(client, f"/api/matches/{branched.json()['id']}")
        assert again.json()["frozen"] is None
