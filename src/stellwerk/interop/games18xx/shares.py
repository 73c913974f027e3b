"""Share certificates by the ids of 18xx.games: "NYC_0" is the director's certificate of NYC, "NYC_1" a small one.

That site keeps the certificates of each holder in a row, a new one at its end, and takes the first of them wherever
any would do. So ids tell who must hold what, and a record that names another's certificate is found out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from stellwerk.eighteen.ruleset import Ruleset

BANK: Final = "bank"
POOL: Final = "pool"

Holder: TypeAlias = int | str
"""A seat, the bank or the pool."""


class Ledger:
    """Who holds which certificate. Companies are named as we do, certificates by their number in the company."""

    def __init__(self, t: Ruleset) -> None:
        self.seats = t.seats
        self.percents: Mapping[str, tuple[int, ...]] = {
            company: (facts.director, *facts.certificates) if facts.operates else facts.certificates
            for company, facts in t.companies.items()
        }
        self.rows: dict[tuple[str, Holder], list[int]] = {
            (company, BANK if company in t.railroads else POOL): list(range(len(percents)))
            for company, percents in self.percents.items()
        }
        self._holders: dict[tuple[str, int], Holder] = {
            (company, number): holder for (company, holder), row in self.rows.items() for number in row
        }
        self.directed = frozenset(t.railroads)
        self.director: dict[str, int] = {}

    def row(self, company: str, holder: Holder) -> list[int]:
        """The certificates of a holder in that site's order."""
        return self.rows.setdefault((company, holder), [])

    def holder(self, company: str, number: int) -> Holder | None:
        """Who holds a certificate."""
        return self._holders.get((company, number))

    def held(self, company: str, holder: Holder) -> int:
        """What the certificates of a holder add up to, in per cent."""
        return self.sum(company, self.rows.get((company, holder), ()))

    def sum(self, company: str, numbers: Iterable[int]) -> int:
        percents = self.percents[company]
        return sum([percents[number] for number in numbers])

    def move(self, company: str, number: int, to: Holder) -> None:
        giver = self.holder(company, number)
        if giver is not None:
            self.row(company, giver).remove(number)
        self.row(company, to).append(number)
        self._holders[company, number] = to

    def first(self, company: str, source: Holder, percent: int) -> int:
        """The certificate of that size which that site would take."""
        return next(n for n in self.row(company, source) if self.percents[company][n] == percent)

    def gain(self, company: str, numbers: Sequence[int], seat: int) -> None:
        """A player gets certificates from the bank or the pool, and perhaps the directorship with them."""
        for number in numbers:
            self.move(company, number, seat)
        if 0 in numbers and company in self.directed:
            self.director[company] = seat
            return
        if company not in self.director:
            return
        held = {other: self.held(company, other) for other in range(self.seats)}
        heir = self._heir(company, held)
        if heir is not None:
            self._swap(company, heir, self.director[company])

    def sell(self, company: str, numbers: Sequence[int], percent: int, seat: int) -> None:
        """A player puts certificates into the pool; of the director's one perhaps only a part."""
        held = {other: self.held(company, other) for other in range(self.seats)}
        held[seat] -= percent
        for number in numbers:
            self.move(company, number, POOL)
        heir = self._heir(company, held)
        if heir is not None:
            enough = self.held(company, seat) >= self.percents[company][0]
            self._swap(company, heir, seat if enough else POOL)
        change = self.sum(company, numbers) - percent
        while change > 0:
            small = self.row(company, POOL)[0]
            change -= self.percents[company][small]
            self.move(company, small, seat)

    def to_sell(self, company: str, percent: int, seat: int) -> list[int]:
        """The certificates that a sale of so much takes: small ones first, the director's one last."""
        given: list[int] = []
        for number in sorted(self.row(company, seat), key=lambda n: (n == 0, self.percents[company][n])):
            if self.sum(company, given) >= percent:
                break
            given.append(number)
        return given

    def _heir(self, company: str, held: Mapping[int, int]) -> int | None:
        """Who becomes director when players hold so much; None when nobody new does."""
        old = self.director.get(company)
        if old is None:
            return None
        most = max(held.values())
        if held[old] == most or most < self.percents[company][0]:
            return None
        around = ((old + step) % self.seats for step in range(1, self.seats))
        return next(seat for seat in around if held[seat] == most)

    def _swap(self, company: str, new: int, to: Holder) -> None:
        """The new director's first certificates go where the old director's would."""
        big, given = self.percents[company][0], 0
        for number in [n for n in self.row(company, new) if n != 0]:
            if given >= big:
                break
            given += self.percents[company][number]
            self.move(company, number, to)
        self.move(company, 0, new)
        self.director[company] = new
