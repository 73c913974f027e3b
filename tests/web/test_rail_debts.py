"""Insolvent companies on the page: before a loan is taken, while a debt is open, and which debt is repaid first."""

from stellwerk.core.texts import LANGUAGES
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail.effects import effects
from tests.games.g1830.positions import Table, act
from tests.games.g1830.test_insolvency import forced, insolvent
from tests.web.scenes import choices_on
from tests.web.test_rail_scenarios import scene


def part(t: Table, name: str, language: str = "en", seat: int = 0) -> str:
    return str(table_for("1830").parts(scene(t, seat, language))[name])


def two_debts() -> Table:
    """Debts of 50 and 80, and 60 in cash from a sale."""
    t = insolvent(50).opened("Erie", par=67, shares={0: 60}).opened("CPR", par=67, shares={2: 40, 0: 20})
    t = t.home("Erie", 0).trains("Erie", "D")
    t.s.debts["Erie"] = 80
    t.s.cell["CPR"] = next(cell for cell, price in t.game.rules.market.price.items() if price == 60)
    return t.stock(turn=0).play(act(0, "sell", "CPR", 10))


def test_who_pays_for_a_train_on_loan_is_said_before_it_is_bought() -> None:
    """Treasury 200, director 150, a diesel at 1100: the bank lends 750."""
    t = forced("7", 200, 150)
    panel = part(t, "decision")
    assert 'id="forced-gap">$750<' in panel
    assert "Loan of the bank" in panel
    assert "Shares that may be sold" not in panel
    assert "no more shares than it takes" not in panel
    assert "sell shares" not in part(t, "actions")
    assert "the bank lends it" in part(t, "actions")
    (choice,) = (choice for choice in t.choices() if choice.args[:2] == ("bank", "D"))
    told = effects(scene(t), choice)
    assert "Treasury $200 + Ann $150 + loan of the bank $750" in told.notes
    assert told.warnings == ["PRR then owes the bank $750 and is insolvent"]


def test_where_the_director_can_pay_nothing_is_said_of_a_loan() -> None:
    t = forced("4", 200, 1000)
    panel = part(t, "decision")
    assert 'id="forced-gap">$0<' in panel
    assert "insolvent" not in panel
    assert "adds $100" in part(t, "actions")


def test_the_card_of_an_insolvent_company_says_what_it_owes_and_who_administers_it() -> None:
    t = insolvent(117).operating("B&M", "run_trains")
    card = part(t, "companies")
    assert '<span class="tag bad">insolvent</span>' in card
    assert "<dt>Owes the bank</dt><dd><b>$117</b>" in card
    assert card.count('title="Administrator"') == 1
    assert card.count('title="Director"') == 1
    assert "<dt>Schuldet der Bank</dt><dd><b>$117</b>" in part(t, "companies", "de")


def test_which_debt_is_repaid_first_is_asked_for_and_its_effect_is_said() -> None:
    t = two_debts()
    for language in LANGUAGES:
        asked = part(t, "actions", language)
        assert t.game.title.texts.say(language, "step.repay") in asked
        assert t.game.title.texts.say(language, "ask.repay") in asked
    offered = [choice["args"] for choice in choices_on(part(t, "decision")) if choice["kind"] == "repay"]
    assert offered == [["B&M"], ["Erie"]]
    first = next(choice for choice in t.choices() if choice.args == ("B&M",))
    # 50 repay the debt of B&M; the other 10 go to what is then the only debt.
    assert effects(scene(t), first).notes == [
        "Debt of B&M: $50 → $0",
        "Debt of Erie: $80 → $70",
    ]
