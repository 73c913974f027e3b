"""P-1: a train of another director's company changes hands only if he agrees."""

from tests.games.g1848.positions import England, act, table
from tests.marks import rule


def offered() -> England:
    """Seat 0's VR offers seat 1's NSW the printed price of one of its two trains."""
    t = table(3).phase("3").opened("VR", par=80, shares={0: 60}).opened("NSW", par=70, shares={1: 60})
    t.home("VR").home("NSW").trains("NSW", "2", "3").cash({"VR": 500, "NSW": 0})
    return t.operating("VR", "buy_trains").play(act(0, "buy_train", "NSW", "2", 100))


@rule("1848", "P-1")
def test_the_seller_agrees() -> None:
    t = offered()
    assert t.turn == ("consent", 1)
    after = t.play(act(1, "accept"))
    assert (after.s.trains["VR"], after.money("VR"), after.money("NSW")) == (("2",), 400, 100)


@rule("1848", "P-1", "P-3")
def test_a_declined_offer_is_not_made_again_and_others_wait() -> None:
    t = offered()
    t.refused(act(0, "pass_trains"), "P-1")
    after = t.play(act(1, "decline"))
    assert after.s.trains["VR"] == ()
    after.refused(act(0, "buy_train", "NSW", "2", 100), "P-3", price=100)
    assert after.may(act(0, "buy_train", "NSW", "3", 200))


@rule("1848", "P-3", "V.gen.4")
def test_for_a_private_of_another_player_more_may_be_offered() -> None:
    t = table(3, private_sales="anybody").phase("3").opened("VR", par=80, shares={0: 60}).home("VR")
    t = t.cash({"VR": 500}).private("P1", 1).operating("VR").play(act(0, "buy_private", "P1", 10), act(1, "decline"))
    t.refused(act(0, "buy_private", "P1", 10), "P-3", price=10, count=1, most=3)
    assert t.play(act(0, "buy_private", "P1", 11), act(1, "accept")).money(1) == t.money(1) + 11
