"""Where a locomotive may be placed, and why not elsewhere: rules build.3 to build.10."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.errors import Refusal
from stellwerk.games.paris.board import Board, bits
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.tables import Tables


def add_locomotive(board: Board, s: ParisState, colour: str, space: str) -> None:
    """Move a locomotive from its supply to the board, as part of the running build."""
    own, border = tracks(board, s)[colour]
    number = board.number[space]
    s.tracks[colour] = own | 1 << number, border | board.near[number]
    s.lines[colour] = (*s.lines[colour], space)
    s.supply[colour] -= 1
    s.building = (*s.building, space)


def tracks(board: Board, s: ParisState) -> dict[str, tuple[int, int]]:
    """By colour the spaces of its line and their neighbours, from the cache where it is there."""
    if not s.tracks:
        for colour, line in s.lines.items():
            own = board.mask(line)
            s.tracks[colour] = own, board.border(own)
    return s.tracks


def occupied(board: Board, s: ParisState) -> tuple[int, int]:
    """The spaces that hold at least one locomotive, and those that hold two."""
    once = twice = 0
    for own, _ in tracks(board, s).values():
        twice |= once & own
        once |= own
    return once, twice


def open_to(board: Board, own: int, once: int, twice: int) -> int:
    """Spaces with room for one more of a colour: build.6 to build.9."""
    return board.landscape & ~twice & ~own | board.cities & ~once


def legal_spaces(t: Tables, s: ParisState, colour: str) -> Iterator[str]:
    """All spaces on which the next locomotive of a colour may be placed."""
    board = t.board
    own, border = tracks(board, s)[colour]
    once, twice = occupied(board, s)
    candidates = border & open_to(board, own, once, twice)
    closing = candidates & (board.cities | once)
    if closing:
        for _, way in ways(board, s, colour, once, twice):
            for number in bits(closing & way):
                if _cuts_off(board, s, colour, number, once, twice):
                    candidates &= ~(1 << number)
    for number in bits(candidates):
        yield board.spaces[number]


def ways(board: Board, s: ParisState, builder: str, once: int, twice: int) -> Iterator[tuple[str, int]]:
    """For each other colour without a city (R-04) some way to a free one: only a build on it can cut it off."""
    for colour, (own, _) in tracks(board, s).items():
        if colour != builder and not own & board.cities:
            way = board.path(own, open_to(board, own, once, twice))
            if way is not None:
                yield colour, way


def victim(board: Board, s: ParisState, builder: str, number: int, once: int, twice: int) -> str | None:
    """build.10: a colour that a locomotive on this space would cut off from every city."""
    here = 1 << number
    if not here & (board.cities | once):
        return None
    for colour, way in ways(board, s, builder, once, twice):
        if here & way:
            own = tracks(board, s)[colour][0]
            if board.path(own, open_to(board, own, once, twice) & ~here) is None:
                return colour
    return None


def _cuts_off(board: Board, s: ParisState, colour: str, number: int, once: int, twice: int) -> bool:
    return victim(board, s, colour, number, once, twice) is not None


def why_not_here(t: Tables, s: ParisState, colour: str, space: str) -> Refusal:
    """The rule that keeps a locomotive of this colour from this space."""
    board = t.board
    data = {"colour": colour, "hex": space}
    if not s.supply[colour]:
        return Refusal("build.3", {"colour": colour})
    if space == board.eiffel or space in board.stations:
        return Refusal("build.9", {"hex": space})
    if space not in board.number:
        return Refusal("build.4", data)
    number = board.number[space]
    own, border = tracks(board, s)[colour]
    once, twice = occupied(board, s)
    if own >> number & 1:
        return Refusal("build.6", data)
    if twice >> number & 1:
        return Refusal("build.7", {"hex": space})
    if board.cities & once & 1 << number:
        holder = next(c for c, line in s.lines.items() if space in line)
        return Refusal("build.8", {"hex": space, "holder": holder})
    if not border >> number & 1:
        return Refusal("build.5" if board.across[number] & own else "build.4", data)
    cut_off = victim(board, s, colour, number, once, twice)
    return Refusal("build.10", {**data, "victim": cut_off or ""})
