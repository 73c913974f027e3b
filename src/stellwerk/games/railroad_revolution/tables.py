"""The numbers of the book, for one number of players and one choice of variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk.core.errors import DataError
from stellwerk.games.railroad_revolution.board import Board, Gate, Track
from stellwerk.games.railroad_revolution.rewards import COLOURS, Reward, read_reward
from stellwerk.games.railroad_revolution.state import ACTIONS, BUILDING, RAIL
from stellwerk.games.railroad_revolution.tiles import Tiles

FILE = "numbers.toml"
RULE_OF = dict(zip(ACTIONS, ("station", "rail", "tele", "trade"), strict=True))


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything that steps look up; nothing of it ever changes."""

    board: Board
    tiles: Tiles
    seats: int
    tracks: tuple[Track, ...]
    """With the money gates of the variant that is played."""

    money: int
    shares: int
    white: int
    buildings: int
    rails: int
    workers: tuple[int, ...]
    """All in the game, by colour."""

    depot: tuple[int, ...]
    """Locomotives in the stacks at the start."""

    taken_stations: tuple[str, ...]
    taken_offices: tuple[int, ...]
    share_price: int
    hire_price: int
    least_workers: int
    rails_price: int
    triangle_price: int
    rails_per_action: int
    loco_points: int
    drawn: int
    effects: Mapping[str, Reward]
    """Abilities that are plain rewards, by the id of their rule."""

    extra: Mapping[str, int]
    """The numbers of the other abilities."""

    section_of: Mapping[str, tuple[int, ...]]
    """By kind of piece: the section of the leftmost one, when so many are left."""

    loco_number: Mapping[str, int]
    loco_worth: tuple[tuple[int, int], ...]
    """By type the money and shares of a flip."""

    def section(self, buildings: int, rails: int) -> int:
        """The leftmost section that is not empty; the number of sections when all are."""
        return min(self.section_of[BUILDING][buildings], self.section_of[RAIL][rails])


def compile_tables(board: Board, tiles: Tiles, numbers: Mapping[str, Any], seats: int, *, high: bool) -> Tables:
    """Read the numbers that hold for so many seats; `high` takes the barriers of the harder variant."""
    try:
        return _compile(board, tiles, numbers, seats, high=high)
    except (KeyError, TypeError) as error:
        raise DataError(FILE, f"something is missing: {error!r}") from error


def _compile(board: Board, tiles: Tiles, numbers: Mapping[str, Any], seats: int, *, high: bool) -> Tables:
    setup, constants, effects = numbers["setup"], numbers["constants"], numbers["effects"]
    held = numbers["components"]["workers"]
    workers = (setup["white_workers"] * seats, *(held[colour] for colour in COLOURS[1:]))
    stack = setup["loco_stack"][str(seats)]
    plain = {f"w.{name.replace('_', '.')}": data for name, data in effects.items() if isinstance(data, dict)}
    return Tables(
        board=board,
        tiles=tiles,
        seats=seats,
        tracks=tuple(
            track._replace(gates=tuple(_gate(gate, high=high) for gate in track.gates)) for track in board.tracks
        ),
        money=setup["money"],
        shares=setup["shares"],
        white=setup["white_workers"],
        buildings=setup["buildings"],
        rails=setup["rails"],
        workers=workers,
        depot=tuple(0 if loco.starting else stack for loco in tiles.locos),
        taken_stations=tuple(setup["first_stations_taken"][str(seats)]),
        taken_offices=tuple(setup["first_offices_taken"][str(seats)]),
        share_price=constants["share_price"],
        hire_price=constants["hire_price"],
        least_workers=constants["least_workers"],
        rails_price=constants["rails_price"],
        triangle_price=constants["triangle_price"],
        rails_per_action=constants["rails_per_action"],
        loco_points=constants["loco_points"],
        drawn=constants["milestones_drawn"],
        effects={name: read_reward(FILE, name, data) for name, data in plain.items()},
        extra={name: data for name, data in effects.items() if isinstance(data, int)},
        section_of={
            BUILDING: _sections([part.buildings for part in board.sections]),
            RAIL: _sections([part.rails for part in board.sections]),
        },
        loco_number={loco.id: n for n, loco in enumerate(tiles.locos)},
        loco_worth=tuple((loco.reward.money, loco.reward.shares) for loco in tiles.locos),
    )


def _gate(gate: Gate | None, *, high: bool) -> Gate | None:
    return gate._replace(money=gate.high) if gate and gate.money and high else gate


def _sections(counts: list[int]) -> tuple[int, ...]:
    """By number left the section of the leftmost piece; with none left the number of sections."""
    places = [len(counts)]
    for section in reversed(range(len(counts))):
        places += [section] * counts[section]
    return tuple(places)
