"""Whatever a refusal claims is found so on the table, by the naive rules: in games by lot, for what is not offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.game import TITLE
from stellwerk.games.paris.state import ParisState
from tests.games.paris.naive import AXIAL, CITIES, DASHED, LANDSCAPE, MARSEILLE, MOST_BUILT, WHERE, Table, axial
from tests.games.paris.positions import COLOURS, STATIONS, game_for
from tests.games.paris.test_against_naive import TASTES, Taste
from tests.marks import sample

EIFFEL: Final = "F20"
SEA: Final = ("C17", "B16", "Z1", "")
SPACES: Final = (*CITIES, *LANDSCAPE, *STATIONS.values(), EIFFEL, *SEA)
EACH: Final = 40
"""Number of wishes of a position that are looked at, other ones every time."""


class Refused(NamedTuple):
    """A refusal: the table, what was asked for, and the data of the sentence."""

    table: Table
    a: Action
    d: Mapping[str, Any]

    @property
    def space(self) -> str:
        return str(self.a.args[1])

    @property
    def own(self) -> tuple[str, ...]:
        """The line of the colour that is asked for."""
        return self.table.lines[self.a.args[0]]


Claim = Callable[[Refused], bool]


def beside(space: str) -> set[str]:
    """All spaces that share a side, dashed or not; start spaces too."""
    q, r = axial(space)
    places = {**WHERE, **{axial(station): station for station in STATIONS.values()}}
    return {places[q + dq, r + dr] for dq, dr in AXIAL if (q + dq, r + dr) in places}


def not_connected(r: Refused) -> bool:
    return not beside(r.space) & set(r.own)


def dashed_only(r: Refused) -> bool:
    touched = beside(r.space) & set(r.own)
    return bool(touched) and all(frozenset({r.space, other}) in DASHED for other in touched)


def cuts_off(r: Refused) -> bool:
    victim = r.d["victim"]
    after = r.table.with_locomotive(r.a.args[0], r.space)
    return after.cut_off(str(victim)) and not r.table.cut_off(str(victim))


def build_of_one_colour(r: Refused) -> bool:
    """Nothing is placed yet, five are, or the colour is another one."""
    if r.a.kind == "finish" or not r.table.built:
        return not r.table.built
    return bool(r.a.args[0] != r.table.colour or len(r.table.built) == MOST_BUILT == r.d["most"])


CLAIMS: Final[Mapping[tuple[str, str], Claim]] = {
    ("turn.1", ""): lambda r: r.a.seat != r.table.seat,
    ("turn.2", ""): lambda r: bool(r.table.built) and r.a.kind == "trade",
    ("build.2", ""): build_of_one_colour,
    ("build.3", ""): lambda r: r.table.supply[r.d["colour"]] == 0,
    ("build.4", ""): not_connected,
    ("build.4", "sea"): lambda r: r.space not in {*CITIES, *LANDSCAPE, *STATIONS.values(), EIFFEL},
    ("build.5", ""): dashed_only,
    ("build.6", ""): lambda r: r.space in r.own,
    ("build.7", ""): lambda r: len(r.table.standing(r.space)) == 2,
    ("build.8", ""): lambda r: r.space in CITIES and r.table.standing(r.space) == {r.d["holder"]},
    ("build.9", ""): lambda r: r.space == EIFFEL or r.space in STATIONS.values(),
    ("build.10", ""): cuts_off,
    ("trade.2", ""): lambda r: r.a.args[2] not in (1, 2),
    ("trade.3", ""): lambda r: r.a.args[0] not in r.table.hands[r.a.seat],
    ("trade.4", ""): lambda r: r.a.args[0] == r.a.args[1] or r.a.args[1] not in COLOURS,
    ("R-05", ""): lambda r: 0 < r.table.supply[r.d["colour"]] == r.d["left"] < r.a.args[2],
    ("R-05", "empty"): lambda r: r.table.supply[r.d["colour"]] == 0,
    ("R-08", ""): lambda r: MARSEILLE in r.table.built,
    ("end.1", ""): lambda r: r.table.over == "supply",
    ("end.2", ""): lambda r: r.table.over == "marseille",
}


def wishes(s: ParisState, seat: int, rng: Random) -> Iterator[Action]:
    """Of all that somebody could ask for, legal or not, a part."""
    tops = [space for line in s.lines.values() for space in line if space not in STATIONS.values()]
    near = sorted({other for space in tops for other in beside(space)})
    for _ in range(EACH):
        colour = s.colour if s.colour and rng.random() < 0.5 else rng.choice(COLOURS)
        spaces = near if near and rng.random() < 0.7 else SPACES
        yield Action(seat, "place", (colour, rng.choice(spaces)))
        yield Action(seat, "trade", (rng.choice(COLOURS), rng.choice((*COLOURS, "green")), rng.randrange(4)))
    yield Action(seat, "finish")
    for colour, line in s.lines.items():
        for pair in DASHED:
            if pair & set(line) and not pair <= set(line):
                (other,) = pair - set(line)
                yield Action(seat, "place", (colour, other))


def look(s: ParisState, rng: Random, told: Counter[tuple[str, str]]) -> None:
    """Hold every refusal that a part of the wishes meets against the table."""
    game, table = game_for(len(s.hands)), Table.of(s)
    seat = table.seat if rng.random() < 0.95 and not table.over else rng.randrange(len(s.hands))
    admitted = list(game.choices(s))
    for wish in wishes(s, seat, rng):
        if any(choice.admits(wish) for choice in admitted):
            continue
        with pytest.raises(RuleError) as refusal:
            game.check(s, wish)
        rule, data = refusal.value.rule, refusal.value.data
        case = rule, str(data.get("case", ""))
        told[case] += 1
        assert all(TITLE.rulebook.refuse(rule, language, data) for language in LANGUAGES)
        assert CLAIMS[case](Refused(table, wish, data)), (wish, case, data)


def play(seats: int, seed: int, taste: Taste, told: Counter[tuple[str, str]]) -> None:
    """A whole game; of the long middle part every third position."""
    game, rng = game_for(seats), Random(seed)
    s = game.start()
    while not game.over(s):
        actions = [choice.sample(rng) for choice in game.choices(s)]
        if actions[0].seat != CHANCE and (rng.random() < 0.3 or s.colour):
            look(s, rng, told)
        s = game.apply(s, taste(rng, sorted(actions)))
    look(s, rng, told)


def test_what_a_refusal_claims_is_so() -> None:
    told: Counter[tuple[str, str]] = Counter()
    for seats, taste in zip((3, 4, 5, 6), TASTES.values(), strict=True):
        play(seats, seats, taste, told)
    rare = {
        ("build.10", ""),
        ("end.1", ""),
        ("end.2", ""),
        ("R-08", ""),
        ("R-05", ""),
        ("R-05", "empty"),
        ("build.3", ""),
    }
    assert set(CLAIMS) - rare <= told.keys()


@pytest.mark.parametrize(
    ("seats", "seed", "taste"), sample(6, [(3 + n % 4, n, name) for n in range(10, 130) for name in TASTES])
)
def test_what_a_refusal_claims_is_so_in_many_games(seats: int, seed: int, taste: str) -> None:
    told: Counter[tuple[str, str]] = Counter()
    play(seats, seed, TASTES[taste], told)
    assert told
