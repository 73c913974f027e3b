"""What nobody may know: the order of the milestone stacks, and what another player has drawn from them."""

from __future__ import annotations

from random import Random

from stellwerk.core.action import Action
from stellwerk.games.railroad_revolution.state import HIDDEN, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import LETTERS


def show(s: RevolutionState, seat: int | None) -> RevolutionState:
    """A stack is face down; who put tiles under it knows those."""
    known = {tile: owner for tile, owner in s.known.items() if owner == seat}
    if known:
        stacks = {
            letter: tuple([tile if tile in known else HIDDEN for tile in stack]) for letter, stack in s.stacks.items()
        }
    else:
        stacks = {letter: (HIDDEN,) * len(stack) for letter, stack in s.stacks.items()}
    others = s.drawn and (seat is None or s.due[0][0] != seat)
    return s.seen_as(known=known, stacks=stacks, drawn=(HIDDEN,) * len(s.drawn) if others else s.drawn)


def redact(a: Action, seat: int | None) -> Action:
    """The log tells nobody how the stacks were shuffled, and only the player who drew what was drawn."""
    if a.kind == "stack" or (a.kind == "draw" and a.args[0] != seat):
        return a._replace(args=(a.args[0], (HIDDEN,) * len(a.args[1])))
    return a


def imagine(t: Tables, seen: RevolutionState, rng: Random) -> RevolutionState:
    """Shuffle what is not seen into the places that are hidden."""
    s = seen.copy()
    for letter in LETTERS:
        drawn = s.drawn if s.due and s.due[0][2] == letter else ()
        open_ = {tile for goals in s.goals for tile in goals} | {tile for tiles in s.reached for tile in tiles}
        open_ |= {*s.stacks[letter], *drawn}
        unseen = [tile for tile in t.tiles.stacks[letter] if tile not in open_]
        rng.shuffle(unseen)
        if HIDDEN in drawn:
            s.drawn = tuple(unseen.pop() for _ in drawn)
        s.stacks[letter] = tuple(unseen.pop() if tile == HIDDEN else tile for tile in s.stacks[letter])
    return s
