"""What the log and the buttons say of trains and the elephant in 1853."""

import pytest

from stellwerk.core.action import Action
from stellwerk.core.tell import tell
from tests.games.g1853.positions import India, act
from tests.games.g1853.test_rounds import asked, for_sale
from tests.games.g1853.test_trains_credit import MANAGER, managed, takeover
from tests.games.g1853.test_trains_token import sold_out

NAMES = ("Anna", "Bert", "Carl", "Dora")


@pytest.mark.parametrize(
    ("t", "action", "english", "german"),
    [
        (
            sold_out(),
            act(0, "use_token", "2M"),
            "Anna: MSM gives up its train token and buys a 2M-train for £250.",
            "Anna: MSM gibt ihre Lok-Marke ab und kauft eine 2M-Lok für £250.",
        ),
        (
            managed(),
            act(MANAGER, "buy_on_credit", "2"),
            "Bert: GIP buys a 2-train on credit and owes £300.",
            "Bert: GIP kauft eine 2er-Lok auf Kredit und schuldet £300.",
        ),
        (
            takeover(),
            act(MANAGER, "pay_train"),
            "Bert pays for the train that GIP has on credit.",
            "Bert bezahlt die Lok, die GIP auf Kredit hat.",
        ),
        (
            takeover(),
            act(MANAGER, "return_train"),
            "Bert gives the unpaid train of GIP back to the bank.",
            "Bert gibt die unbezahlte Lok von GIP an die Bank zurück.",
        ),
        (
            for_sale(),
            act(0, "offer_elephant", 2, 5),
            "Anna offers the elephant to Carl for £5.",
            "Anna bietet Carl den Elefanten für £5 an.",
        ),
        (for_sale(), act(0, "keep_elephant"), "Anna keeps the elephant.", "Anna behält den Elefanten."),
        (
            asked(),
            act(0, "extra_round"),
            "Anna calls an extra operating round.",
            "Anna setzt eine zusätzliche Betriebsrunde an.",
        ),
        (
            asked(),
            act(0, "no_extra_round"),
            "Anna calls no extra operating round.",
            "Anna setzt keine zusätzliche Betriebsrunde an.",
        ),
    ],
)
def test_log(t: India, action: Action, english: str, german: str) -> None:
    assert t.may(action)
    assert (tell(t.game, NAMES, t.s, action, "en"), tell(t.game, NAMES, t.s, action, "de")) == (english, german)
