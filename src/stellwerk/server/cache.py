"""Tables that stay in memory: the newest of each match, up to so many bytes of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from stellwerk.server.table import Table


class Cache:
    """Remembers tables, and forgets those that were not asked for the longest once they are too many bytes."""

    def __init__(self, memory: int, let_go: Callable[[Table], None] = lambda _table: None) -> None:
        """`let_go` hears of each table that is forgotten for want of room."""
        self.memory, self._let_go = memory, let_go
        self.bytes = 0
        self._tables: OrderedDict[str, tuple[Table, int]] = OrderedDict()

    def get(self, name: str) -> Table | None:
        found = self._tables.get(name)
        return found and found[0]

    def keep(self, table: Table) -> Table:
        """Remember a table unless a newer one of its match is known, which is returned then."""
        known, weight = self._tables.pop(table.id, (None, 0))
        if known is not None and known.rev > table.rev:
            table = known
        self.bytes -= weight
        weight = table.weight()
        self._tables[table.id] = table, weight
        self.bytes += weight
        while self.bytes > self.memory and len(self._tables) > 1:
            _, (forgotten, lost) = self._tables.popitem(last=False)
            self.bytes -= lost
            self._let_go(forgotten)
        return table

    def forget(self, name: str) -> None:
        _, weight = self._tables.pop(name, (None, 0))
        self.bytes -= weight

    def tables(self) -> list[Table]:
        """Those in memory, the latest asked for first."""
        return [table for table, _ in reversed(self._tables.values())]

    def clear(self) -> None:
        self._tables.clear()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._tables)
