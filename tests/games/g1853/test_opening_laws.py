"""The laws of all games hold while contracts are made, and the audit tells bids that cannot have come about."""

from random import Random

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.testing.check import LAWS, LAWS_OF_CHANCE
from stellwerk.testing.scene import Scene
from tests.games.g1853.positions import CITY, GAME, India, bidding, fresh, pick, table

STRIDE = 4


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_law_holds_in_the_opening(seats: int) -> None:
    rng = Random(seats)
    match = Match(new_header(GAME, [Seat(f"Player {n}") for n in range(seats)], seed=f"a seed for {seats} bidders"))
    while match.state.round == "auction":
        action = rng.choice(match.choices()).sample(rng)
        if action.kind == "write_bond":
            action = action._replace(args=(80 + 10 * rng.randrange(4),))
        match.play(action)
    chance = [ply for ply, action in enumerate(match.log) if action.seat == CHANCE]
    for ply in sorted({*range(0, match.ply, STRIDE), *chance}):
        for law in LAWS_OF_CHANCE if ply in chance else LAWS:
            law(Scene(match.until(ply), rng, few=5))


# --- bids that cannot have come about ------------------------------------------------------------------------


def problems(t: India) -> str:
    return "; ".join(t.game.audit(t.s))


def picked() -> India:
    return bidding(130, 100, 90).play(pick(0, "Calcutta", "EIR"), pick(1, "Bombay", "BBCI"), pick(2, "Lahore", "NWR"))


def test_real_bids_are_sound() -> None:
    assert not problems(fresh(3))
    assert not problems(picked())


@pytest.mark.parametrize(
    ("bonds", "says"),
    [
        ((130, 100), "one for each seat"),
        ((130, 100, 70), "there is no 70"),
        ((135, 100, 90), "there is no 135"),
        ((740, 100, 90), "there is no 740"),
        ((140, 100, 90), "all money together"),
        ((0, 100, 90), "before all bonds are written"),
    ],
)
def test_bonds_that_nobody_wrote(bonds: tuple[int, ...], says: str) -> None:
    t = picked()
    t.mine.bonds = bonds
    assert says in problems(t)


@pytest.mark.parametrize(
    ("note", "taken", "says"),
    [
        (("G15",), ("EIR",), "there is no 'G15'"),
        (("?",), ("EIR",), "there is no '?'"),
        ((CITY["Calcutta"],), ("EIR", "EIR"), "do not go together"),
        ((CITY["Calcutta"],), ("PRR",), "there is no 'PRR'"),
        ((CITY["Lahore"],), ("EIR",), "a share that its city does not give"),
        ((CITY["Delhi"],), ("NWR",), "holds other shares than it has picked"),
    ],
)
def test_notes_that_nobody_has(note: tuple[str, ...], taken: tuple[str, ...], says: str) -> None:
    t = picked()
    t.mine.notes, t.mine.taken = (note, *t.mine.notes[1:]), (taken, *t.mine.taken[1:])
    assert says in problems(t)


def test_a_bid_that_can_never_be_complete() -> None:
    t = bidding(80, 80, 80).play(pick(0, "Patna", "EIR"))
    t.mine.notes = ((CITY["Calcutta"],), *t.mine.notes[1:])
    assert "can never be complete" in problems(t)


def test_a_bid_that_was_closed_too_early() -> None:
    t = picked()
    t.mine.closed_bids = (1,)
    assert "the bid of seat 1 is not complete" in problems(t)


def test_it_is_the_turn_of_who_has_picked_least() -> None:
    t = picked()
    t.s.todo = [t.s.todo[-1]._replace(who=1)]
    assert "there is nobody for one of these steps" in problems(t)


def test_bonds_lie_aside_until_contracts_are_fulfilled() -> None:
    t = table(4).bid(1, 130, {"Calcutta": "EIR", "Patna": "EIR", "Delhi": "EIR", "Jaipur": "BBCI"})
    assert not problems(t)
    t.mine.fulfilled = (0, 1, 2, 3)
    assert "all money together is 14870, not 15000" in problems(t)
    t.s.cash["P1"] += 130
    assert not problems(t)


def test_an_illegal_contract_may_stand_in_a_position_and_an_unread_one_may_not() -> None:
    t = table(4).bid(1, 130, {"Patna": "EIR", "Benares": "EIR", "Delhi": "EIR"})
    assert not problems(t)
    t.mine.closed_bids = (0, 2, 3)
    assert "begins when all bids are complete" in problems(t)


def test_the_size_of_a_company_fits_the_contract_that_decided_on_it() -> None:
    homes = (CITY["Ajmer"], CITY["Bombay"])
    t = table(4).bid(1, 130, {"Ajmer": "BBCI", "Bombay": "GIP", "Delhi": "EIR"})
    t.mine.size_by, t.mine.small, t.mine.large = 1, ("BBCI",), ()
    assert "is large if the contract of its first director" in problems(t)
    t.mine.small, t.mine.large, t.mine.shown = (), ("BBCI",), homes
    assert not problems(t)
    t.mine.notes = (t.mine.notes[0], (CITY["Ajmer"], CITY["Jaipur"], CITY["Delhi"]), *t.mine.notes[2:])
    assert "holds what was shown of it" in problems(t)
    t.mine.shown = (CITY["Ajmer"],)
    assert "only the homes of a large company" in problems(t)
