"""A copy of a match can be played on without changing the original."""

from random import Random

from stellwerk.core.match import Match, Seat, new_header


def picture(m: Match) -> object:
    return m.log.copy(), [s.digest() for s in m.states], [b.copy() for b in m.undone], m.view(0).to_json()


def test_a_copy_and_its_original_do_not_touch_each_other() -> None:
    m = Match(new_header("paris-connection", [Seat("A"), Seat("B"), Seat("C")], seed="copy"))
    rng = Random(3)
    for _ in range(9):
        m.play(rng.choice(list(m.game.choices(m.state))).sample(rng))
    seat = m.log[-1].seat
    before = picture(m)
    twin = m.copy()
    assert picture(twin) == before
    twin.undo(seat)
    assert picture(m) == before
    undone = picture(twin)
    assert undone != before
    m.play(rng.choice(list(m.game.choices(m.state))).sample(rng))
    assert picture(twin) == undone
    twin.redo()
    assert picture(twin) == before
