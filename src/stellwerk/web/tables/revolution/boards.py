"""The player boards: pieces left by section, workers on the action spaces, locomotives, milestones, points so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.core.result import Line
from stellwerk.games.railroad_revolution.milestones import fulfils
from stellwerk.games.railroad_revolution.moves import open_places
from stellwerk.games.railroad_revolution.pieces import KINDS, crew
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.scoring import lines
from stellwerk.games.railroad_revolution.state import ACTIONS
from stellwerk.games.railroad_revolution.tiles import SIDES
from stellwerk.games.railroad_revolution.words import describe_needs
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tokens import seat_badge
from stellwerk.web.tables.revolution.look import (
    Gift,
    by_args,
    does,
    gift,
    revolution,
    step_of,
    worker_icon,
)

LOGO_NEAR: Final = 3
"""So many pieces left of the logo are few."""


class Token(NamedTuple):
    """Some workers of a colour."""

    icon: Markup
    colour: str
    many: int


class Section(NamedTuple):
    """A part of a player board: its price, the pieces left, and whether the logo stands behind it."""

    price: int
    buildings: int
    rails: int
    current: bool
    logo: bool


class Engine(NamedTuple):
    """Locomotives of a type."""

    gift: Gift
    up: int
    down: int


class Condition(NamedTuple):
    """What a milestone asks for, and how much of it is there."""

    text: str
    found: int
    least: int

    @property
    def met(self) -> bool:
        return self.found >= self.least


class Milestone(NamedTuple):
    """A milestone as a card."""

    id: str
    name: str
    stack: str
    points: int
    managers: Sequence[Markup]
    missing: Sequence[Markup]
    workers: str
    conditions: Sequence[Condition]
    acts: dict[str, str | None]


class Board(NamedTuple):
    """Everything before one seat."""

    seat: int
    badge: Markup
    name: str
    cash: int
    shares: int
    crew: int
    supply: Sequence[Token]
    posts: Sequence[tuple[str, Sequence[Token]]]
    sections: Sequence[Section]
    left: int
    engines: Sequence[Engine]
    goals: Sequence[Milestone]
    reached: Sequence[tuple[str, int]]
    sums: Sequence[Line]
    points: int
    reserve: tuple[int, int]


def boards(scene: Scene) -> list[Board]:
    """The own board first, then those of the others in turn order."""
    seats = len(scene.names)
    first = scene.seat or 0
    return [_board(scene, (first + n) % seats) for n in range(seats)]


def _board(scene: Scene, seat: int) -> Board:
    _game, t, s = revolution(scene)
    sums = tuple(lines(t, s, seat))
    sections = _sections(scene, seat)
    posts = [s.posts[seat][n * KINDS : (n + 1) * KINDS] for n in range(len(ACTIONS))]
    return Board(
        seat=seat,
        badge=seat_badge(seat),
        name=scene.player(seat),
        cash=s.cash[seat],
        shares=s.shares[seat],
        crew=crew(s, seat),
        supply=_tokens(scene, s.supply[seat]),
        posts=[(scene.name(action), _tokens(scene, here)) for action, here in zip(ACTIONS, posts, strict=True)],
        sections=sections,
        left=sum(section.buildings + section.rails for section in sections[: t.board.logo]),
        engines=[
            Engine(gift(scene, loco.reward), up, down)
            for loco, up, down in zip(t.tiles.locos, s.up[seat], s.down[seat], strict=True)
            if up or down
        ],
        goals=[
            milestone(scene, seat, goal, managers)
            for goal, managers in zip(s.goals[seat], s.managers[seat], strict=True)
            if goal
        ],
        reached=[(t.tiles.milestones[tile].stack, t.tiles.milestones[tile].points) for tile in s.reached[seat]],
        sums=sums,
        points=sum(line.points for line in sums),
        reserve=s.reserve[seat],
    )


def own_goals(scene: Scene) -> list[Milestone]:
    """The milestones before the visitor, as long as they can be reached."""
    game, _t, s = revolution(scene)
    if scene.seat is None or game.over(s):
        return []
    return [
        milestone(scene, scene.seat, goal, managers)
        for goal, managers in zip(s.goals[scene.seat], s.managers[scene.seat], strict=True)
        if goal
    ]


def _tokens(scene: Scene, counts: Sequence[int]) -> list[Token]:
    return [
        Token(worker_icon(scene, colour), scene.name(colour), n) for colour, n in zip(COLOURS, counts, strict=True) if n
    ]


def _sections(scene: Scene, seat: int) -> list[Section]:
    """Pieces leave from the left, so those that are left stand on the right."""
    _game, t, s = revolution(scene)
    printed, current = t.board.sections, t.section(s.buildings[seat], s.rails[seat])
    rows: list[Section] = []
    buildings, rails = s.buildings[seat], s.rails[seat]
    for n in reversed(range(len(printed))):
        houses, tracks = min(buildings, printed[n].buildings), min(rails, printed[n].rails)
        buildings, rails = buildings - houses, rails - tracks
        rows.append(Section(printed[n].price, houses, tracks, n == current, n == t.board.logo - 1))
    return rows[::-1]


# --- milestones ------------------------------------------------------------------------------------------


def milestone(
    scene: Scene, seat: int, tile: str, managers: Sequence[str] = (), acts: dict[str, str | None] | None = None
) -> Milestone:
    """A milestone as a seat stands to it."""
    _game, t, s = revolution(scene)
    known = t.tiles.milestones[tile]
    conditions = []
    for need, text in zip(known.needs, describe_needs(scene.texts, scene.language, known), strict=True):
        found = max((n for n in range(1, need.least + 1) if fulfils(t, s, seat, need._replace(least=n))), default=0)
        conditions.append(Condition(text, found, need.least))
    return Milestone(
        tile,
        scene.name(tile),
        known.stack,
        known.points,
        [worker_icon(scene, colour) for colour in managers],
        [worker_icon(scene, colour, " wanted") for colour in open_places(known, tuple(managers))],
        _workers(scene, known.workers, managers),
        conditions,
        acts or {},
    )


def _workers(scene: Scene, wanted: Sequence[str], managers: Sequence[str]) -> str:
    """The managers of a milestone in words."""
    _ = scene.say
    names = [_("any colour") if colour == "any" else scene.name(colour) for colour in wanted]
    return _("managers %(there)s of %(all)s: %(names)s", there=len(managers), all=len(wanted), names=", ".join(names))


def drawn(scene: Scene) -> list[Milestone]:
    """The milestones from which the visitor chooses."""
    if step_of(scene) != "pick" or scene.seat is None:
        return []
    return [
        milestone(scene, scene.seat, tile, (), does(scene, choice, "pick", tile))
        for (tile,), choice in by_args(scene, "pick").items()
    ]


class Start(NamedTuple):
    """A start tile on the table, with the worker beside it."""

    id: str
    gift: Gift
    icon: Markup
    colour: str
    acts: dict[str, str | None]


def starts(scene: Scene) -> list[Start]:
    """The start tiles that nobody has taken."""
    _game, t, s = revolution(scene)
    legal: dict[tuple[str, ...], Choice] = by_args(scene, "choose")
    return [
        Start(
            tile,
            gift(scene, t.tiles.starts[tile][SIDES.index(side)]),
            worker_icon(scene, colour),
            scene.name(colour),
            does(scene, legal.get((tile,)), "choose", tile) if step_of(scene) == "start" else {},
        )
        for tile, side, colour in s.starts
    ]


def stacks(scene: Scene) -> Iterator[tuple[str, int, list[str]]]:
    """The milestones left of each letter; by name those that the visitor has put back."""
    game, _t, s = revolution(scene)
    for name, stack in s.stacks.items():
        own = [] if game.over(s) else [tile for tile in stack if tile in s.known and s.known[tile] == scene.seat]
        yield name, len(stack), [scene.name(tile) for tile in own]
