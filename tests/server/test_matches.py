"""The service: one truth for all servers on a database, warm matches at once, cold ones from the store."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.core.action import Action
from stellwerk.core.errors import CannotUndo, Malformed, NotFound, NotYourSeat, RuleError, StaleAction
from stellwerk.core.match import Seat
from stellwerk.core.matchfile import dump, parse
from stellwerk.server import branching, summaries
from stellwerk.server import tables as module
from stellwerk.server.auth import seat_for
from stellwerk.server.errors import Moved, StillRunning, Unavailable, Unreadable
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed
from stellwerk.server.opening import restored
from stellwerk.server.store import Store
from stellwerk.server.store.schema import entries
from stellwerk.server.store.schema import matches as rows
from stellwerk.server.table import Table
from tests.server.kit import FIXED, GAME, PEOPLE, both, played, sit
from tests.web.decisions import recorded

SEATS = [Seat(name) for name in PEOPLE]


def run(database: Path | str, scenario: Callable[[Matches], Awaitable[None]], **options: Any) -> None:
    """Run a scenario against a service of its own."""

    async def main() -> None:
        store = Store(str(database))
        try:
            await scenario(Matches(store, **options))
        finally:
            store.close()

    asyncio.run(main())


async def step(service: Matches, table: Table, rng: Random) -> Table:
    """One random legal action of whoever is on turn."""
    choices = list(table.match.game.choices(table.match.state))
    action = rng.choice(choices).sample(rng)
    return await service.act(table.id, action.seat, action, table.ply, table.rev)


@both
def test_a_match_is_created_opened_and_played(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        created = await service.create(GAME, SEATS, FIXED)
        assert len(set(created.tokens)) == 3
        table = await service.open(created.id)
        assert table.names == list(PEOPLE)
        assert table.rev == table.ply == 3
        after = await step(service, table, Random(1))
        assert after.ply == 4
        assert table.ply == 3, "a table in hand is a snapshot"
        assert (await service.open(created.id)).match.log == after.match.log

    run(database, scenario)


@both
def test_what_was_accepted_is_there_for_another_server(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        other = Matches(Store(str(database)))
        rng = Random(2)
        for _ in range(12):
            first, second = (service, other) if rng.random() < 0.5 else (other, service)
            table = await step(first, await first.open(name), rng)
            seen = await second.open(name)
            assert (seen.rev, seen.match.log) == (table.rev, table.match.log)
            assert seen.match.state.digest() == table.match.state.digest()
        other.store.close()

    run(database, scenario)


@both
def test_of_two_servers_the_loser_is_told_that_the_position_moved_on(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        other = Matches(Store(str(database)))
        table = await service.open(name)
        await other.open(name)
        append = service.store.append

        def late(*args: Any, **named: Any) -> None:
            """Between the look of one server and its write the other one writes."""
            monkeypatch.setattr(service.store, "append", append)
            asyncio.run_coroutine_threadsafe(step(other, table, Random(3)), loop).result(10)
            append(*args, **named)

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(service.store, "append", late)
        with pytest.raises(Moved) as caught:
            await step(service, table, Random(4))
        now = await service.open(name)
        assert now.rev == table.rev + 1
        assert (caught.value.given, caught.value.ply, caught.value.rev) == (table.ply, now.ply, now.rev)
        assert now.match.log == (await other.open(name)).match.log
        other.store.close()

    run(database, scenario)


@both
def test_of_two_requests_at_once_one_is_stale(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        table = await service.open(name)
        tries = [step(service, table, Random(seed)) for seed in range(5)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(result, Table) for result in results) == 1
        assert sum(isinstance(result, StaleAction) for result in results) == 4

    run(database, scenario)


def test_a_refused_action_changes_nothing(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        before = await service.open(name)
        with pytest.raises(RuleError):
            await service.act(name, 0, Action(0, "place", ("red", "A1")), before.ply)
        with pytest.raises(RuleError):
            await service.act(name, 1, Action(1, "finish"), before.ply)
        with pytest.raises(NotYourSeat):
            await service.act(name, 1, Action(0, "finish"), before.ply)
        for ply, rev in ((before.ply - 1, None), (before.ply + 1, None), (before.ply, before.rev + 1)):
            with pytest.raises(StaleAction):
                await service.act(name, 0, Action(0, "finish"), ply, rev)
        assert await service.open(name) is before

    run(database, scenario)


def test_the_same_ply_of_another_position_is_told_apart_by_its_rev(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        start = await service.open(name)
        places = [c for c in start.match.game.choices(start.match.state) if c.kind == "place"]
        one, other = Action(*places[0]), Action(*places[1])
        seen = await service.act(name, 0, one, start.ply)
        back = await service.undo(name, (0,), seen.ply)
        moved = await service.act(name, 0, other, back.ply)
        assert (moved.ply, moved.rev) == (seen.ply, seen.rev + 2)
        with pytest.raises(StaleAction):
            await service.undo(name, (0,), seen.ply, seen.rev)

    run(database, scenario)


@both
def test_undo_and_redo_survive_a_cold_open(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        name = (await service.create(GAME, SEATS, FIXED)).id
        table = await service.open(name)
        place = next(c for c in table.match.game.choices(table.match.state) if c.kind == "place")
        table = await service.act(name, 0, Action(*place), table.ply)
        full = table.match.log.copy()
        table = await service.undo(name, (0,), table.ply, table.rev)
        cold = Matches(service.store)
        assert (await cold.open(name)).redoable((0,))
        assert not (await cold.open(name)).redoable((1,))
        with pytest.raises(CannotUndo, match="others"):
            await cold.redo(name, (1,), table.ply)
        again = await cold.redo(name, (0,), table.ply)
        assert again.match.log == full
        with pytest.raises(CannotUndo, match="nothing"):
            await cold.redo(name, (0,), again.ply)

    run(database, scenario)


def test_a_warm_open_reads_nothing_and_a_cold_one_does(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def counting(*args: Any) -> Any:
        read.append(1)
        return restored(*args)

    monkeypatch.setattr(module, "restored", counting)

    async def scenario(service: Matches) -> None:
        names = [(await service.create(GAME, SEATS, FIXED)).id for _ in range(3)]
        assert len(read) == 0, "who begins a match has its table already"
        await service.open(names[2])
        await service.open(names[1])
        assert len(read) == 0
        await service.open(names[0])
        assert len(read) == 1, "only two stay warm, and the first one was not asked for the longest"
        await asyncio.gather(*(service.open(names[2]) for _ in range(9)))
        assert len(read) == 2, "those who wait for the same match wait for one opening"

    usual = Table("m", played(plies=3), 3, 0.0).weight()
    run(database, scenario, memory=int(2.5 * usual))


def test_who_lacks_the_match_or_the_token_is_refused(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        created = await service.create(GAME, SEATS, FIXED)
        for seat, token in enumerate(created.tokens):
            assert seat_for(service.store, created.id, hashed(token)) == seat
        for wrong in ("", "x", created.tokens[0][:-1], hashed(created.tokens[0]), "\ud800"):
            with pytest.raises(NotYourSeat):
                seat_for(service.store, created.id, hashed(wrong))
        with pytest.raises(NotFound):
            await service.open("nix")
        with pytest.raises(NotFound):
            seat_for(service.store, "nix", hashed(created.tokens[0]))

    run(database, scenario)


def test_tokens_and_visitors_are_kept_only_as_hashes(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        created = await service.create(GAME, SEATS, FIXED)
        await sit(service, hashed("anna's cookie"), created.id, 0)
        code = await sit(service, hashed("ben's cookie"), created.id, 1)
        service.store.close()
        everything = b"".join(path.read_bytes() for path in database.parent.iterdir())
        assert created.id.encode() in everything
        for secret in (*created.tokens, code, "anna's cookie", "ben's cookie"):
            assert secret.encode() not in everything

    run(database, scenario)


@both
def test_who_joins_takes_the_seat_from_the_screen_it_was_on(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        seats = [Seat("Anna"), Seat("Ben"), Seat("Robo", "random")]
        created = await service.create(GAME, seats, FIXED)
        await service.claim_people("anna", created)
        assert service.store.seats.held("anna", created.id) == {0, 1}
        await sit(service, "ben", created.id, 1)
        assert (service.store.seats.held("anna", created.id), service.store.seats.held("ben", created.id)) == ({0}, {1})

    run(database, scenario)


@both
def test_my_matches_say_whose_turn_it_is(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        created = await service.create(GAME, SEATS, FIXED)
        await sit(service, "anna", created.id, 0)
        await sit(service, "ben", created.id, 1)
        (mine,) = await service.mine("anna")
        assert (mine.id, mine.game, mine.names, mine.over, mine.ply) == (created.id, GAME, PEOPLE, False, 3)
        assert mine.your_turn
        assert [summary.your_turn for summary in await service.mine("ben")] == [False]
        assert await service.mine("clara") == []
        assert mine.changed >= mine.created > 0

    run(database, scenario)


@both
def test_the_next_match_is_the_same_for_all_and_keeps_tokens_and_holders(database: Path | str) -> None:
    async def scenario(service: Matches) -> None:
        header, log = parse(dump(played("again")))
        created = await service.create(GAME, header.seats, header=header, log=log)
        await sit(service, "anna", created.id, 0)
        first, second = await asyncio.gather(service.again(created.id), service.again(created.id))
        assert first == second == await service.again(created.id)
        assert first.id != created.id
        assert first.tokens == ()
        table = await service.open(first.id)
        assert table.names == list(PEOPLE)
        assert table.match.header.options["start_player"] == "2"
        assert seat_for(service.store, first.id, hashed(created.tokens[2])) == 2
        assert service.store.seats.held("anna", first.id) == {0}
        assert (await service.open(created.id)).next == first.id
        with pytest.raises(StillRunning):
            await service.again(first.id)

    run(database, scenario)


@both
def test_in_the_next_match_the_second_player_begins_and_everybody_keeps_the_own_seat(database: Path | str) -> None:
    """Railroad Revolution says nothing of a next match, so everybody moves on by one seat."""

    async def scenario(service: Matches) -> None:
        header, log = parse(dump(recorded("railroad_revolution/two-by-plan.json")))
        seats = (Seat("Anna"), Seat("Ben"))
        created = await service.create(header.game, seats, header=replace(header, seats=seats), log=log)
        await sit(service, "anna", created.id, 0)
        next_one = await service.again(created.id)
        assert (await service.open(next_one.id)).names == ["Ben", "Anna"]
        assert seat_for(service.store, next_one.id, hashed(created.tokens[1])) == 0
        assert service.store.seats.held("anna", next_one.id) == {1}

    run(database, scenario)


def test_a_finished_match_is_branched_with_its_past(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        header, log = parse(dump(played("branch")))
        created = await service.create(GAME, header.seats, header=header, log=log)
        branch = await branching.branch(service, created.id, None, 20)
        table = await service.open(branch.id)
        assert table.match.log == log[:20]
        assert table.match.header.seed != header.seed
        assert set(branch.tokens).isdisjoint(created.tokens)
        with pytest.raises(NotFound):
            await branching.branch(service, created.id, None, len(log) + 1)

    run(database, scenario)


def test_a_running_match_is_branched_only_by_a_seat_from_what_it_saw(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        header, log = parse(dump(played("running", 30)))
        created = await service.create(GAME, header.seats, header=header, log=log)
        with pytest.raises(NotYourSeat):
            await branching.branch(service, created.id, None, 20)
        origin = (await service.open(created.id)).match
        branch = (await service.open((await branching.branch(service, created.id, 1, 20)).id)).match
        assert branch.view(1).state == origin.view(1, 20).state
        assert branch.log == []
        assert branch.header.seed != origin.header.seed
        for ply in range(origin.ply + 1):
            await branching.branch(service, created.id, 1, ply)

    run(database, scenario)


def test_an_uploaded_match_that_still_runs_draws_from_another_seed(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        for plies, same in ((10, False), (None, True)):
            header, log = parse(dump(played("upload", plies)))
            created = await service.create(GAME, header.seats, header=header, log=log)
            match = (await service.open(created.id)).match
            assert match.log == log
            assert (match.header.seed == header.seed) == same

    run(database, scenario)


def test_unknown_bots_games_and_seats_are_refused(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        with pytest.raises(Malformed, match="bot"):
            await service.create(GAME, [Seat("A"), Seat("B"), Seat("C", "hal")], FIXED)
        with pytest.raises(Malformed, match=r"seats\[1\]"):
            await service.create(GAME, [Seat("A"), Seat("\n"), Seat("C")], FIXED)
        with pytest.raises(NotFound):
            await service.create("ludo", SEATS)
        with pytest.raises(RuleError):
            await service.create(GAME, SEATS[:2])
        with pytest.raises(Malformed, match="options"):
            await service.create(GAME, SEATS, {"colour": "pink"})

    run(database, scenario)


def test_finding_out_how_matches_stand_rests_when_it_fails_and_leaves_none_out(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summaries, "PATIENCE", 0.02)
    asked: list[str] = []

    async def scenario(service: Matches) -> None:
        names = sorted([(await service.create(GAME, SEATS, FIXED)).id for _ in range(3)])
        with service.store.database.writing() as db:
            db.execute(sa.update(rows).values(waiting=None))
        look, learn, faults = (
            service.store.unknown,
            service.summaries.learned,
            iter([Unreadable("?"), Unavailable("away")]),
        )

        def unknown(most: int, after: str = "") -> list[str]:
            asked.append(after)
            if len(asked) == 1:
                raise next(faults)
            return look(most, after)

        async def learned(name: str, **how: Any) -> Any:
            if name == names[1] and (fault := next(faults, None)):
                raise fault
            return await learn(name, **how)

        monkeypatch.setattr(service.store, "unknown", unknown)
        monkeypatch.setattr(service.summaries, "learned", learned)
        began = asyncio.get_running_loop().time()
        await asyncio.wait_for(service.summaries.catch_up(), 300)
        assert asyncio.get_running_loop().time() - began >= 2 * 0.02, "a rest after each fault"
        assert look(10) == []

    run(database, scenario)


def test_what_was_opened_while_the_database_was_restored_is_not_remembered(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(service: Matches) -> None:
        table = await service.open((await service.create(GAME, SEATS, FIXED)).id)
        bystander = (await service.create(GAME, SEATS, FIXED)).id
        other = Matches(service.store)
        await step(other, table, Random(1))
        catch_up = service._caught_up

        async def meanwhile(*given: Any) -> Table | None:
            found = await catch_up(*given)
            monkeypatch.setattr(service, "_caught_up", catch_up)
            with service.store.database.writing() as db:
                gone = sa.and_(entries.c.match == table.id, entries.c.rev > table.rev)
                db.execute(sa.delete(entries).where(gone))
                db.execute(sa.update(rows).where(rows.c.id == table.id).values(rev=table.rev, ply=table.ply))
            service.store.database.renew_epoch()
            await service.open(bystander)
            return found

        monkeypatch.setattr(service, "_caught_up", meanwhile)
        assert (await service.open(table.id)).rev == table.rev
        assert (await service.open(table.id)).rev == table.rev

    run(database, scenario)
