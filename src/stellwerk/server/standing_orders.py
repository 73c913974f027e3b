"""Standing orders are given, resumed and revoked; what they do then is worked out with every change (`obeying`)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from anyio.to_thread import run_sync

from stellwerk.core.action import Json
from stellwerk.core.errors import NotFound
from stellwerk.core.orders import read_order
from stellwerk.server.errors import Moved, OtherRules
from stellwerk.server.matches import Matches
from stellwerk.server.table import Table


async def give(matches: Matches, table: Table, seat: int, kind: str, args: Mapping[str, Json]) -> Table:
    """Give a standing order at a table as it was before the caller was found to sit there.

    If the seat is asked already the order acts now.
    """
    if frozen := table.frozen:
        raise OtherRules(frozen.header.rules_version, frozen.known)
    await matches.check_time(table.id, (seat,))
    order = await matches.work(table, lambda table: read_order(table.match.view(seat), kind, args))
    await run_sync(matches.store.orders.give, table.id, seat, order.to_json(), table.ply, table.claims)
    return await _obey(matches, table.id)


async def resume(matches: Matches, name: str, seat: int, number: int) -> Table:
    """Let an order act again that was paused or has stopped: only what happens from now on stops it."""
    table = await matches.open(name)
    if not await run_sync(matches.store.orders.resume, name, seat, number, table.ply):
        raise NotFound("order", number)
    return await _obey(matches, name)


async def revoke(matches: Matches, name: str, seat: int, number: int) -> Table:
    if not await run_sync(matches.store.orders.revoke, name, seat, number):
        raise NotFound("order", number)
    return await matches.open(name)


async def _obey(matches: Matches, name: str) -> Table:
    """Let orders act where somebody is asked already."""
    table = await matches.open(name)
    if table.frozen:
        return table
    with suppress(Moved):  # then somebody else's change has seen the order
        return await matches.change(name, table.ply, table.rev, lambda match: ([], match.ply))
    return await matches.open(name)
