"""Who sits down and who gets up: invitations to seats, and the browsers of a visitor."""

from __future__ import annotations

from functools import partial
from hmac import compare_digest
from time import time
from typing import Final, NamedTuple

from anyio.to_thread import run_sync

from stellwerk.core.action import Json
from stellwerk.core.errors import NotFound, NotYourSeat
from stellwerk.server.auth import Caller
from stellwerk.server.errors import ClosedSeat, NoInvitation, NoRecovery, Unavailable
from stellwerk.server.matches import Matches
from stellwerk.server.names import clean_code, free_name, hashed, new_code, new_token
from stellwerk.server.presence import Presence
from stellwerk.server.store import Chair
from stellwerk.server.store.clocks import ASKED, LEFT

HOUR: Final = 3600
DAY: Final = 24 * HOUR
TRIES: Final = 5
"""How often is looked again because seats changed hands meanwhile."""


class Invitation(NamedTuple):
    """What somebody is told who has the code of an invitation."""

    chair: Chair
    chairs: list[Chair]
    until: float


def told_invitation(match: str, seat: int, code: str, until: float) -> dict[str, Json]:
    """What who invites is told, this once."""
    return {"seat": seat, "code": code, "link": f"/match/{match}/join#{code}", "until": int(until)}


class Sat(NamedTuple):
    """Who has sat down: the seat, and for a program its token."""

    seat: int
    token: str | None


class Sitting:
    """Seats of matches and browsers of visitors.

    What changes a seat needs `claims` as it was before the caller was looked up (see store/seats.py); None is
    returned where seats changed hands since, and the caller has to be looked up again.
    """

    def __init__(self, matches: Matches, days: float, absence: float = 72.0, presence: Presence | None = None) -> None:
        self.matches, self.store, self.presence = matches, matches.store, presence
        self.lasts, self.absence = days * DAY, absence * HOUR

    # --- invitations -----------------------------------------------------------------------------------

    async def claims(self, name: str) -> int:
        head = await run_sync(self.store.head, name)
        if head is None:
            raise NotFound("match", name)
        return head.claims

    async def chairs(self, name: str) -> list[Chair]:
        """All seats, without invitations that are too old, or void since who was away has come back."""
        oldest = time() - self.lasts
        found = await run_sync(self.store.seats.chairs, name)
        void = {one.seat for one in found if one.stale or (one.invited and one.invited < oldest)}
        return [one._replace(invited=None, vacates=None) if one.seat in void else one for one in found]

    async def vacant(self, name: str) -> set[int]:
        """The seats whose players the match has been waiting for, without them being at the table, for too long.

        Time in which no server ran does not count.
        """
        since, waiting = await run_sync(self.store.seats.awaited, name)
        now = time()
        asked = [one for one in await self.chairs(name) if one.seat in waiting and one.bot is None and not one.free]
        away = {one.seat: max(since, one.here_until or 0.0) for one in asked}
        long = {seat: begin for seat, begin in away.items() if begin + self.absence < now}
        ran = {seat: await run_sync(self.store.uptime.between, begin, now) for seat, begin in long.items()}
        return {seat for seat, seconds in ran.items() if seconds > self.absence}

    async def invite(self, name: str, seat: int, who: Caller, claims: int) -> tuple[str, float] | None:
        """A code for a seat and when it ends.

        The seat is the caller's, or at a table of theirs a free one, or that of somebody who has been away for too
        long: then the code works as long as they stay away.
        """
        vacates = await self._may_give(name, seat, who)
        code, now = new_code(), time()
        inviter = seat if seat in who.seats else min(who.seats, default=None)
        invite = partial(self.store.seats.invite, vacates=vacates or None, inviter=inviter)
        made = await run_sync(invite, name, seat, hashed(code), now, claims)
        return (code, now + self.lasts) if made else None

    async def withdraw(self, name: str, seat: int, who: Caller, claims: int) -> bool | None:
        await self._may_give(name, seat, who)
        return await run_sync(self.store.seats.withdraw, name, seat, claims) or None

    async def leave(self, name: str, seat: int, claims: int) -> bool | None:
        """Give up a seat that is the caller's: it is free then."""
        left = await run_sync(self.store.seats.leave, name, seat, claims)
        if left:
            await self._tell([name])
        return left or None

    async def renew(self, name: str, seat: int, claims: int) -> str | None:
        """Another token for a seat that is the caller's; the old one opens nothing any more."""
        token = new_token()
        return token if await run_sync(self.store.seats.renew, name, seat, hashed(token), claims) else None

    async def invitation(self, name: str, code: str) -> Invitation:
        """To which seat a code invites; all hashes are compared, in constant time."""
        chairs = await self.chairs(name)
        if not chairs:
            raise NotFound("match", name)
        given = hashed(clean_code(code))
        fits = [compare_digest(given, one.code_hash or "") for one in chairs]
        for chair, fit in zip(chairs, fits, strict=True):
            if fit and chair.invited is not None:
                return Invitation(chair, chairs, chair.invited + self.lasts)
        raise NoInvitation(name)

    async def join(
        self, name: str, code: str, visitor: str | None, called: str | None = None, token_hash: str | None = None
    ) -> Sat:
        """Sit down by an invitation, as a browser or, without a visitor, as a program; the code is used up.

        A program that has a seat at the table tells it by the hash of its token.
        """
        token = new_token()
        fair = (await self.matches.open(name)).fair
        for _ in range(TRIES):
            claims = await self.claims(name)
            chair, chairs, _until = await self.invitation(name, code)
            fair.check_sitting_down(chair, *await self._seats_of(name, visitor, token_hash))
            if called is not None:
                others = (one.name for one in chairs if one.seat != chair.seat)
                chair = chair._replace(name=free_name(called, others, "name"))
            if await run_sync(self.store.seats.take, name, chair, hashed(token), visitor, claims):
                await self._tell([name], visitor)
                return Sat(chair.seat, None if visitor else token)
        raise Unavailable("seats change hands all the time")

    async def closed(self, name: str, chair: Chair, visitor: str) -> bool:
        """Whether a seat is refused to a visitor because of another one of theirs at the table."""
        try:
            fair = (await self.matches.open(name)).fair
            fair.check_sitting_down(chair, *await self._seats_of(name, visitor, None))
        except ClosedSeat:
            return True
        return False

    async def _seats_of(
        self, name: str, visitor: str | None, token_hash: str | None
    ) -> tuple[set[int], set[int], set[int]]:
        """The seats that somebody has at a table, those they have ever had, and those that nobody has had since."""
        if visitor is not None:
            ever, last = await run_sync(self.store.seats.sat, visitor, name)
            return await run_sync(self.store.seats.held, visitor, name), ever, last
        keys = await run_sync(self.store.seats.keys, name) if token_hash else []
        own = {seat for seat, (key, person) in enumerate(keys) if person and key == token_hash}
        return own, own, own

    async def may_stand_in(self, name: str, seat: int, who: Caller) -> str:
        """Refuse who may not let a bot play a seat; tells why it plays, if it may.

        The seat is the caller's, or one that its player has left, at a table of the caller's.
        """
        if seat in who.seats:
            return ASKED
        chair = next((one for one in await self.chairs(name) if one.seat == seat), None)
        if not who.seats or chair is None or not chair.abandoned:
            raise NotYourSeat(seat)
        return LEFT

    async def _may_give(self, name: str, seat: int, who: Caller) -> bool:
        """Refuse who may not invite to a seat; tells whether an invitation would take it from somebody."""
        if seat in who.seats:
            return False
        chairs = {one.seat: one for one in await self.chairs(name)}
        if not who.seats or seat not in chairs:
            raise NotYourSeat(seat)
        if chairs[seat].free:
            return False
        if not (chairs[seat].vacates or seat in await self.vacant(name)):
            raise NotYourSeat(seat)
        return True

    # --- browsers of a visitor -------------------------------------------------------------------------

    async def offer(self, visitor: str) -> str:
        """A code by which another browser becomes this visitor's; it replaces any earlier one."""
        code = new_code()
        await run_sync(self.store.devices.offer, visitor, hashed(code), time())
        return code

    async def recover(self, visitor: str, code: str) -> int:
        """Let a browser become that visitor's who made the code; returns how many matches are theirs together."""
        touched = await run_sync(self.store.devices.recover, visitor, hashed(clean_code(code)))
        if touched is None:
            raise NoRecovery
        await self._tell(touched, visitor)
        return len(await self.matches.mine(visitor))

    async def sign_out(self, visitor: str) -> None:
        """Let the cookie of a browser open nothing any more."""
        await self._tell(await run_sync(self.store.devices.sign_out, visitor, hashed(new_token())))

    async def sign_out_others(self, visitor: str, fresh: str) -> None:
        """Leave a visitor this browser alone, with a fresh cookie, and no code."""
        await self._tell(await run_sync(self.store.devices.sign_out_others, visitor, fresh))

    async def _tell(self, names: list[str], visitor: str | None = None) -> None:
        """Wake the tables of these matches, and all lobbies of a visitor."""
        for name in names:
            self.matches.hub.wake(name)
            if self.presence is not None:
                self.presence.seats_changed(name)
        if visitor is not None:
            for browser in await run_sync(self.store.devices.browsers, visitor):
                self.matches.hub.wake(browser)
