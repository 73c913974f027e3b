"""The log as a story: its lines by round and turn, a line for each turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from stellwerk.core.action import CHANCE
from stellwerk.core.tell import gist, merged, say
from stellwerk.web.scene import Scene, Told

MINUS: Final = re.compile("−(?=[$£])")
UNIT: Final = re.compile(r"(?<=[0-9]) (?=\$(?![0-9]))")


def unbroken(text: str) -> str:
    """The same words, in which no line ends between a minus, a number and the sign of its money."""
    return UNIT.sub("\u00a0", MINUS.sub("−\u2060", text))


class ToldTurn(NamedTuple):
    """What one player, or one company, did in succession, in words; where it stands in the match tells `Course`."""

    owner: int
    """The seat that decided; CHANCE where nobody did."""

    name: str
    """The company, or "" where the turn is the player's own."""

    gist: str
    """All of it in a line; "" where the steps tell as much."""

    lines: tuple[Told, ...]
    between: tuple[str, ...]
    """What happened after it, between two rounds."""

    shown: tuple[Told, ...]
    """Its lines as the log shows them: at a running table one for several actions that the game tells as one."""

    @property
    def first(self) -> int:
        return self.lines[0].ply

    @property
    def last(self) -> int:
        return self.lines[-1].ply


class ToldRound(NamedTuple):
    """The turns of a round, one after the other, as far as they are shown."""

    name: str
    turns: tuple[ToldTurn, ...]


def turns(scene: Scene, told: Iterable[Told]) -> list[ToldTurn]:
    """Lines one after the other, by turns; what chance does belongs to the turn that led to it."""
    groups: list[list[Told]] = []
    for line in told:
        if groups and _same_turn(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_turn(scene, tuple(group)) for group in groups]


def story(scene: Scene, told: Iterable[Told]) -> list[ToldRound]:
    """Lines one after the other, by rounds and turns."""
    rounds: list[tuple[str, list[ToldTurn]]] = []
    for turn in turns(scene, told):
        name = turn.lines[0].line.round
        if rounds and rounds[-1][0] == name:
            rounds[-1][1].append(turn)
        else:
            rounds.append((name, [turn]))
    return [ToldRound(name, tuple(found)) for name, found in rounds]


def since(scene: Scene) -> list[ToldTurn]:
    """The turns of others since the visitor's last action."""
    return [turn for turn in turns(scene, scene.since) if turn.owner != CHANCE]


def _shortened(scene: Scene, lines: Iterable[Told]) -> tuple[Told, ...]:
    short: list[Told] = []
    for told in lines:
        last = short[-1] if short else told
        both = [each.line.repeated for each in (last, told) if each.line.repeated is not None]
        words = merged(both) if len(both) > 1 and last is not told and last.seat == told.seat else []
        if len(words) == 1:
            text = say(scene.view.game, scene.names, words[0], scene.language, told.seat)
            line = told.line._replace(text=text, then=last.line.then + told.line.then, repeated=words[0])
            short[-1] = told._replace(line=line, first=last.begin)
        else:
            short.append(told)
    return tuple(short)


def _same_turn(group: list[Told], told: Told) -> bool:
    one, two = group[0].line, told.line
    if one.round != two.round or group[-1].line.between:
        return False
    return told.seat == CHANCE or (one.turn, one.owner) == (two.turn, two.owner)


def _turn(scene: Scene, lines: tuple[Told, ...]) -> ToldTurn:
    first, place = lines[0].line, (lines[0].ply, lines[-1].ply)
    said = scene.gists.get(place)
    if said is None:
        words = (word for told in lines for word in told.line.brief)
        said = " · ".join(gist(scene.view.game, scene.names, first.owner, words, scene.language))
        scene.gists[place] = said
    between = tuple(note for told in lines for note in told.line.between)
    shown = _shortened(scene, lines) if scene.running else lines
    return ToldTurn(first.owner, first.turn, unbroken(said), lines, between, shown)
