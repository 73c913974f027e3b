"""Where a locomotive may be placed, and why not elsewhere: rules build.3 to build.10."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.games.paris.board import Board
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


def with_room(board: Board, once: int, twice: int) -> int:
    """build.7 to build.9: spaces with room for one more, of a colour that is not there yet (build.6)."""
    return board.landscape & ~twice | board.cities & ~once


def open_to(board: Board, own: int, once: int, twice: int) -> int:
    """Spaces with room for one more of a colour: build.6 to build.9.

    A city that it holds is full. Bots think of lines that are longer than what stands: cities at which these call count
    as open, as all their judgement takes it.
    """
    return board.landscape & ~twice & ~own | board.cities & ~once


def legal_spaces(t: Tables, s: ParisState, colours: Iterable[str]) -> Iterator[tuple[str, int]]:
    """By colour all spaces on which its next locomotive may be placed, as bits."""
    board = t.board
    once, twice = occupied(board, s)
    needed, room = vital(board, s, once, twice), with_room(board, once, twice)
    for colour in colours:
        own, border = s.tracks[colour]
        spaces = border & room & ~own
        for other, spared in needed.items():
            if other != colour:
                spaces &= ~spared
        yield colour, spaces


def vital(board: Board, s: ParisState, once: int, twice: int) -> dict[str, int]:
    """build.10 and R-04: the spaces that must stay open for a colour without a city, by colour."""
    cities, needed = board.cities, {}
    closing, room = cities | once, with_room(board, once, twice)
    for colour, (own, _) in tracks(board, s).items():
        if own & cities:
            continue
        free, known = room & ~own, s.bottlenecks.get(colour)
        if known is None or not _still_true(known, own, free):
            known = s.bottlenecks[colour] = own, free, *board.bottlenecks(own, free)
        if spaces := known[2] & closing:
            needed[colour] = spaces
    return needed


def _still_true(known: tuple[int, int, int, int], own: int, free: int) -> bool:
    """Whether bottlenecks are as they were: no new ones while all ways are free, none gone while none is opened."""
    line, opened, spaces, ways = known
    return not ways & ~free and (not spaces or (own == line and not free & ~opened))


def victim(board: Board, s: ParisState, builder: str, number: int, once: int, twice: int) -> str | None:
    """A colour that a locomotive on this space would cut off from every city."""
    needed = vital(board, s, once, twice)
    return next((colour for colour, spaces in needed.items() if colour != builder and spaces >> number & 1), None)


def why_not_here(t: Tables, s: ParisState, colour: str, space: str) -> Refusal:
    """The rule that keeps a locomotive of this colour from this space."""
    board = t.board
    data = {"colour": colour, "hex": space}
    if not s.supply[colour]:
        return Refusal("build.3", {"colour": colour})
    if space == board.eiffel or space in board.stations:
        return Refusal("build.9", {"hex": space})
    if space not in board.number:
        return Refusal("build.4", {CASE: "sea"})
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
