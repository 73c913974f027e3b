"""Laws that every position of Paris Connection keeps; a position made by hand is held against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.core.state import Frame
from stellwerk.games.paris.state import ENDINGS, ParisState
from stellwerk.games.paris.tables import Tables

LANDSCAPE_HOLDS = 2
SET_UP = ("layout", "deal", "starter")


def audit(t: Tables, s: ParisState) -> Iterator[str]:
    """One sentence for each law that is broken."""
    for name, table in (("lines", s.lines), ("supply", s.supply), ("value", s.value)):
        if tuple(table) != t.colours:
            yield f"{name} must name the colours {', '.join(t.colours)} in this order"
            return
    if len(s.hands) != t.seats or any(colour not in t.colours for hand in s.hands for colour in hand):
        yield f"hands must be {t.seats} lists of colours"
        return
    yield from _pieces(t, s)
    yield from _spaces(t, s)
    yield from _turn(t, s)


def _pieces(t: Tables, s: ParisState) -> Iterator[str]:
    """Locomotives are conserved: 31 of each colour are in supplies, on the board, behind screens or yet in the bag."""
    held = Counter(colour for hand in s.hands for colour in hand)
    drawing = any(frame.step == "deal" for frame in s.todo)
    worth = t.board.points(t.board.value)
    for colour in t.colours:
        built = max(len(s.lines[colour]) - 1, 0)
        bag = t.each - s.supply[colour] - built - held[colour]
        if s.supply[colour] < 0 or bag < 0 or (bag and not drawing):
            yield f"{colour}: supply, board and hands must hold {t.each} locomotives together"
        if s.value[colour] < 0:
            yield f"{colour}: a value is never negative"
        if s.value[colour] > worth:
            yield f"{colour}: a value is at most {worth}, what all cities are worth together"


def _spaces(t: Tables, s: ParisState) -> Iterator[str]:
    """Every line starts on a start space of its own and no space holds more than it may."""
    starts = [line[0] for line in s.lines.values() if line]
    if len(set(starts)) != len(starts) or not set(starts) <= set(t.board.stations):
        yield "every line begins on a start space of its own"
    holders = Counter(space for line in s.lines.values() for space in line[1:])
    for space, count in holders.items():
        if space not in t.board.number or space == t.board.eiffel or space in t.board.stations:
            yield f"no locomotive can stand on {space!r}"
        elif count > (1 if space in t.board.value else LANDSCAPE_HOLDS):
            yield f"{space} holds too many locomotives"
    if any(len(set(line)) != len(line) for line in s.lines.values()):
        yield "a colour stands once on a space at most"


def _turn(t: Tables, s: ParisState) -> Iterator[str]:
    """The to-do stack is empty when the game has ended, else the rest of a set-up or a single turn."""
    setting_up = any(frame.step in SET_UP for frame in s.todo)
    if s.ended and s.ended not in ENDINGS:
        yield f"a game ends by {', '.join(ENDINGS)}, not {s.ended!r}"
    if bool(s.ended) == bool(s.todo):
        yield "a position is either ended or has something to do"
    elif s.todo and not setting_up and (len(s.todo) != 1 or not _is_turn(t, s.todo[0])):
        yield f"one of seats 0 to {t.seats - 1} must be on turn"
    elif any(frame.step == "build" for frame in s.todo) != bool(s.building):
        yield "a build has begun exactly when locomotives have been placed in it"
    if s.colour not in ("", *t.colours) or bool(s.colour) != bool(s.building):
        yield "the colour of a build is one of the colours, and there is one only while somebody builds"
    elif s.building and s.lines[s.colour][-len(s.building) :] != s.building:
        yield "the locomotives of a build are the last of their line"
    if setting_up and not _is_set_up(t, s.todo):
        yield "the set-up is a layout, a draw for each seat in turn, and who begins"
    waiting = {frame.who for frame in s.todo if frame.step == "deal"}
    if waiting and any(len(hand) != (0 if seat in waiting else t.draw) for seat, hand in enumerate(s.hands)):
        yield f"a hand is dealt to each seat in turn: {t.draw} locomotives to those who had theirs, none to the others"
    if setting_up and any(len(line) > 1 for line in s.lines.values()):
        yield "nothing is built before the game is set up"


def _is_turn(t: Tables, frame: Frame) -> bool:
    return frame.step in ("turn", "build") and frame.who in range(t.seats)


def _is_set_up(t: Tables, todo: list[Frame]) -> bool:
    """Whether these are the last frames of the set-up: what has been done lies on the stack no more."""
    first, *rest = todo
    whole = [*(Frame("deal", seat) for seat in reversed(range(t.seats))), Frame("layout")]
    begins = first == Frame("starter") or (first.step == "turn" and first.who in range(t.seats))
    return begins and rest == whole[: len(rest)]
