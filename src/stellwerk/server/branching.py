"""Branches of matches: begun, named and deleted by whoever plays in them alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from random import SystemRandom

from anyio.to_thread import run_sync

from stellwerk.core.chance import new_seed
from stellwerk.core.errors import NotYourSeat
from stellwerk.core.match import Match
from stellwerk.server.errors import NotOwnBranch
from stellwerk.server.matches import Matches
from stellwerk.server.names import unguided
from stellwerk.server.store import Origin
from stellwerk.server.table import Created, Table


async def branch(
    matches: Matches, name: str, seat: int | None, ply: int, label: str | None = None, who: Collection[int] = ()
) -> Created:
    """Another match from an earlier position, under a name of its own.

    A finished match is open to all and is branched with its past. From a running one a seat gets a position
    that could be behind what it saw: nothing hidden leaks. `who` are all seats of the caller: where they get no
    advice in the running match bots do not help in the branch either until that one is over. Nor do they in a branch
    of such a branch, be it finished: its past is the present of the match that still runs.
    """
    table = await matches.open(name)
    match = table.match
    origin = Origin(label, name, ply)
    seats = unguided(match.header.game, match.header.seats)
    if match.over:
        make = partial(match.branch, ply, seats=seats)
        return await matches.put(make, at=name, origin=origin, help_after=table.help_after)
    if seat is None:
        raise NotYourSeat(None)
    imagined = await matches.work(table, lambda _: match.game.imagine(match.view(seat, ply), SystemRandom()).to_json())
    version = match.game.title.rules_version  # a match of other rules goes on by those known here
    header = replace(match.header, rules_version=version, seats=seats, seed=new_seed(), position=imagined)
    running = name if table.help_after is None else table.help_after
    help_after = running if table.fair.keeps_help_from(who or (seat,)) else None
    return await matches.put(lambda: Match(header), origin=origin, help_after=help_after)


async def call(matches: Matches, name: str, who: Collection[int], label: str | None) -> Table:
    """Give an own branch another name, or none."""
    table = await matches.open(name)
    _check_own(table, who)
    if not await run_sync(matches.store.branches.name, name, label, table.claims):
        raise NotOwnBranch("others")
    table = await matches.open(name)
    matches.tell(table)
    return table


async def remove(matches: Matches, name: str, who: Collection[int], visitor: str) -> Origin:
    """Delete an own branch for good; returns where it came from."""
    async with matches.alone(name):
        table = await matches.open(name)
        _check_own(table, who)
        browsers = await run_sync(matches.store.devices.browsers, visitor)
        if not await run_sync(matches.store.branches.remove, name, table.claims, list(browsers)):
            raise NotOwnBranch("others")
        matches.cache.forget(name)
    matches.tell(table)
    matches.tell_lists(browsers)
    return table.origin


def _check_own(table: Table, who: Collection[int]) -> None:
    """Refuse what only the maker of a branch may do, as long as nobody else plays in it."""
    if not table.origin.branched:
        raise NotOwnBranch("match")
    if not who:
        raise NotYourSeat(None)
    if not table.own_branch(who):
        raise NotOwnBranch("others")
