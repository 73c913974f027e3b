"""What a player of Paris Connection wants to know at a glance, worked out from the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.tables import Tables
from stellwerk.games.paris.track import occupied, open_to, tracks
from stellwerk.web.scene import Scene
from stellwerk.web.svg.shapes import SHAPES
from stellwerk.web.tables.base import label


@dataclass(frozen=True, slots=True)
class Company:
    """A colour: how it looks, what is left of it, what it is worth, and what the visitor holds of it."""

    id: str
    name: str
    letter: str
    shape: str
    supply: int
    value: int
    held: int
    spaces: int
    """On how many spaces its next locomotive may be placed by the visitor."""

    @property
    def worth(self) -> int:
        return self.held * self.value


@dataclass(frozen=True, slots=True)
class Exchange:
    """One way to exchange and what it would do, or the rule that forbids it."""

    give: Company
    take: Company
    count: int
    choice: Choice | None
    said: str
    """The outcome or the refusal, in words."""

    label: str = ""
    """What the button says that exchanges so."""

    rule: str = ""
    size: int = 0
    points: int = 0
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """Locomotives behind a screen: how many, what they would score now, how many are too many."""

    size: int
    limit: int
    penalty: int
    worth: int

    @property
    def surplus(self) -> int:
        return max(self.size - self.limit, 0)

    @property
    def points(self) -> int:
        return self.worth - self.surplus * self.penalty


def paris(scene: Scene) -> tuple[ParisGame, Tables, ParisState]:
    """The scene's game, its tables and its position, by their types."""
    game, state = scene.view.game, scene.view.state
    assert isinstance(game, ParisGame)
    assert isinstance(state, ParisState)
    return game, game.t, state


def own_hand(scene: Scene) -> Counter[str]:
    _, _, s = paris(scene)
    return Counter(s.hands[scene.seat]) if scene.seat is not None else Counter()


def companies(scene: Scene) -> list[Company]:
    """All six, in the order of the data file."""
    _, t, s = paris(scene)
    held = own_hand(scene)
    spaces = Counter(choice.args[0] for choice in scene.choices if choice.kind == "place")
    return [
        Company(
            id=colour,
            name=scene.name(colour),
            letter=scene.texts.say(scene.language, f"letter.{colour}"),
            shape=SHAPES[at % len(SHAPES)],
            supply=s.supply[colour],
            value=s.value[colour],
            held=held[colour],
            spaces=spaces[colour],
        )
        for at, colour in enumerate(t.colours)
    ]


def holding(scene: Scene, hand: Counter[str] | None = None) -> Holding:
    """What the visitor holds, or would hold with another hand."""
    _, t, s = paris(scene)
    held = own_hand(scene) if hand is None else hand
    worth = sum(count * s.value[colour] for colour, count in held.items())
    return Holding(held.total(), t.limit, t.penalty, worth)


def exchanges(scene: Scene) -> Iterator[Exchange]:
    """Every exchange of something held for anything, with its outcome or the rule against it."""
    _, t, _ = paris(scene)
    legal = {choice.args: choice for choice in scene.choices if choice.kind == "trade"}
    if not legal:
        return
    known = companies(scene)
    for give in known:
        for take in known if give.held else ():
            for count in t.exchange:
                choice = legal.get((give.id, take.id, count))
                yield _possible(scene, give, take, count, choice) if choice else _refused(scene, give, take, count)


def _possible(scene: Scene, give: Company, take: Company, count: int, choice: Choice) -> Exchange:
    _ = scene.say
    game, _t, s = paris(scene)
    after = game.apply(s, Action(*choice))
    hand = own_hand(scene)
    hand[give.id] -= 1
    hand[take.id] += count
    old, new = holding(scene), holding(scene, +hand)
    said = _(
        "Give %(give)s, take %(count)s × %(take)s: you then hold %(size)s of %(limit)s, worth %(points)s now "
        "(before: %(before)s).",
        give=give.name,
        count=count,
        take=take.name,
        size=new.size,
        limit=new.limit,
        points=new.points,
        before=old.points,
    )
    return Exchange(
        give, take, count, choice, said, label(scene, choice), size=new.size, points=new.points, ends=game.over(after)
    )


def _refused(scene: Scene, give: Company, take: Company, count: int) -> Exchange:
    game, _t, s = paris(scene)
    assert scene.seat is not None
    try:
        game.check(s, Action(scene.seat, "trade", (give.id, take.id, count)))
    except RuleError as error:
        return Exchange(give, take, count, None, scene.refusal(error.rule, error.data), rule=error.rule)
    raise AssertionError("no choice admits what the rules allow")


@dataclass(frozen=True, slots=True)
class Build:
    """The build that is going on: which colour, how far, what it has earned so far."""

    colour: str
    spaces: tuple[str, ...]
    most: int
    points: int
    ends: bool


def build(scene: Scene) -> Build | None:
    game, t, s = paris(scene)
    if not s.building:
        return None
    ends = any(game.over(game.apply(s, Action(*choice))) for choice in game.choices(s) if choice.kind == "finish")
    return Build(s.colour, s.building, t.build[-1], t.board.points(s.building), ends)


def to_marseille(t: Tables, s: ParisState, colour: str) -> int | None:
    """How many locomotives a line needs to reach Marseille if nobody else builds; None when it is cut off."""
    board = t.board
    if not s.lines[colour]:
        return None
    own = tracks(board, s)[colour][0]
    once, twice = occupied(board, s)
    free, goal = open_to(board, own, once, twice), 1 << board.number[board.marseille]
    if own & goal:
        return 0
    reached, edge, steps = own, own, 0
    while edge:
        steps += 1
        edge = board.border(edge) & free & ~reached
        if edge & goal:
            return steps
        reached |= edge
    return None


@dataclass(frozen=True, slots=True)
class End:
    """How near the end is: supplies that still hold something, and the line closest to Marseille."""

    supplies: int
    of: int
    leader: str | None
    needs: int
    taken_by: str | None
    reach: int
    """How many locomotives a single build may place."""

    @property
    def near(self) -> bool:
        return self.supplies <= 2 or (self.leader is not None and self.needs <= self.reach)


def end(scene: Scene) -> End:
    _, t, s = paris(scene)
    ways = [
        (way, colour)
        for colour in t.colours
        if s.supply[colour] and (way := to_marseille(t, s, colour)) is not None and way <= s.supply[colour]
    ]
    needs, leader = min(ways, default=(0, None))
    there = next((colour for colour in t.colours if t.board.marseille in s.lines[colour]), None)
    left = sum(1 for count in s.supply.values() if count)
    return End(left, len(t.colours), leader, needs, there, t.build[-1])


def recent(scene: Scene) -> frozenset[str]:
    """Spaces that were built since the visitor's last action; for a spectator, in the latest build."""
    built: list[str] = []
    for action in reversed(scene.view.trail):
        if action.seat == scene.seat or (scene.seat is None and built and action.kind != "place"):
            break
        if action.kind == "place":
            built.append(action.args[1])
    return frozenset(built)
