"""VI: loans of the Bank of England."""

from tests.games.g1848.positions import act, table
from tests.marks import rule


@rule("1848", "VI.loan.3", "VI.boe.7")
def test_a_loan_brings_100_and_moves_both_prices() -> None:
    t = table(4).phase("3").opened("VR", par=80, shares={0: 40, 1: 20}, cell=(3, 7)).cash({"VR": 800})
    t.home("VR").operating("VR")
    after = t.play(act(0, "loan"))
    assert (after.money("VR"), after.s.cell["VR"], after.price("BOE")) == (900, (3, 5), 80)
    after.refused(act(0, "loan"), "VI.loan.1")
