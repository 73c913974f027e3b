"""The table of 1853: bonds, the contract sheet, contracts, the elephant, and what cards show besides."""

from collections import Counter
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.web.tables import table_for
from stellwerk.web.tables.g1853.contract import contracts
from stellwerk.web.tables.g1853.sheet import After, bond_form, contract_sheet
from stellwerk.web.tables.rail.asks import ask, task
from stellwerk.web.tables.rail.cards import company_cards, overview, player_cards, train_rows
from stellwerk.web.tables.rail.look import BANNER, ON_MAP
from stellwerk.web.tables.rail.main import buttons
from stellwerk.web.tables.rail.panels import first_price, market_rows, price_notes
from stellwerk.web.tables.rail.routes import line_of, run_summary
from tests.games.g1853.lines import way
from tests.games.g1853.positions import act, bidding, fresh, pick, table
from tests.games.g1853.test_mail import EAST, WEST, on_turn
from tests.games.g1853.test_runs import junction
from tests.web.india import TABLE, scene
from tests.web.scenes import Elements, choices_on, html_of, match_of, play, scene_of

ANNA, BEN, CLEO = 0, 1, 2


# --- everything ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_choice_stands_on_the_page_once_and_every_step_is_asked_for(seed: int) -> None:
    match = match_of("1853", 3 + seed, f"india-{seed}", {"contract_claim": "manual"} if seed == 2 else None)
    rng = Random(seed)
    for _ in range(25):
        for seat in match.waiting():
            shown = TABLE.dressed(scene_of(match, seat, "de" if seed else "en"))
            ends = {*BANNER, *TABLE.extras.banner}
            wanted = Counter(str(c.to_json()) for c in shown.choices if c.kind not in ON_MAP)
            parts = table_for("1853").parts(shown)
            banner = [c for c in choices_on(parts.pop("actions")) if c["kind"] != "run"]
            found = Counter(str(c) for c in choices_on("\n".join(parts.values())) if c["kind"] != "run")
            found.update(str(c) for c in banner if c["kind"] in ends)
            assert found == wanted
            assert all(any(choice.admits(Action.from_json(c)) for choice in shown.choices) for c in banner)
            assert task(shown)
            assert ask(shown)
            assert not any("$" in part for part in parts.values())
        play(match, rng, 10)
        if match.over:
            break
    assert match.ply > 200


# --- bonds -----------------------------------------------------------------------------------------------


def test_a_bond_is_written_from_the_least_to_all_cash_in_tens() -> None:
    form = bond_form(scene(fresh(3), ANNA))
    assert (form.least, form.most, form.step) == (80, 730, 10)
    assert (form.fewest, form.largest, form.each) == (4, 6, 20)
    assert [writer.done for writer in form.writers] == [False] * 3


def test_who_has_written_is_seen_and_what_is_not() -> None:
    t = fresh(3).play(act(BEN, "write_bond", 610))
    for seat in (ANNA, CLEO, None):
        shown = scene(t, seat)
        assert [writer.done for writer in bond_form(shown).writers] == [False, True, False]
        assert "£610" not in html_of(shown)
    mine = scene(t, BEN)
    assert bond_form(mine).own == 610
    assert bond_form(mine).choice is None
    assert "You have written down £610" in html_of(mine)


def test_what_is_unredeemed_comes_first_where_nothing_can_be_bought_before() -> None:
    t = table(3).started("EIR", {ANNA: 40, BEN: 20}).unpaid("EIR", BEN, 1).cash({BEN: 200}).stock(BEN)
    assert buttons(scene(t, BEN))[0].label == "Redeem a share of EIR · £100"


def test_the_banner_leads_to_the_bond_and_never_writes_one() -> None:
    """The least bond at a careless click would be a bad start."""
    first = buttons(scene(fresh(3), ANNA))[0]
    assert (first.id, first.choice, dict(first.acts)) == ("write_bond", None, {"data-go": "#bond"})


# --- the sheet -------------------------------------------------------------------------------------------


def test_the_sheet_adds_up_values_limits_and_cash() -> None:
    """Delhi counts 40 and Bombay 40 of a bond of 200; two shares of £100 and £96 leave 334 of 530."""
    t = bidding(200, 100, 90).play(
        pick(ANNA, "Delhi", "EIR"),
        pick(BEN, "Nagpur", "BNR"),
        pick(CLEO, "Nagpur", "BNR"),
        pick(ANNA, "Bombay", "GIP"),
        pick(BEN, "Lahore", "NWR"),
        pick(CLEO, "Lahore", "NWR"),
    )
    sheet = contract_sheet(scene(t, ANNA))
    assert (sheet.bond, sheet.used, sheet.left) == (200, 80, 120)
    assert (sheet.size, sheet.fewest, sheet.most) == (2, 4, 6)
    assert (sheet.valley, sheet.valley_most) == (0, 2)
    assert sheet.now == After(120, 2, 730 - 200 - 100 - 96, ())
    assert sheet.close is not None
    assert sheet.close.rule == "2.5.4c"
    cities = {city.name: city for city in sheet.cities}
    assert len(cities) == 23
    assert list(cities)[:2] == ["Bombay", "Delhi"], "those of the own note come first"
    assert cities["Delhi"].taken == "EIR"
    madras = cities["Madras"]
    assert [(offer.company, offer.par, offer.left) for offer in madras.offers] == [("MSM", 80, 8), ("SIR", 75, 8)]
    assert madras.offers[1].after == After(90, 3, 334 - 75, ())
    assert cities["Nagpur"].offers[0].left == 6, "Ben and Cleo have two"


def test_what_cannot_be_paid_is_foreseen_to_stay_unredeemed() -> None:
    """A bond of 690 leaves £40 for shares: not one can be paid for."""
    t = bidding(690, 100, 90)
    offer = next(city for city in contract_sheet(scene(t, ANNA)).cities if city.name == "Mysore").offers[0]
    assert offer.after == After(670, 1, 40, ("SIR",))


def test_a_city_that_is_closed_says_by_which_rule() -> None:
    """A bond of 80 for four cities has no room for one that counts more than 20."""
    t = bidding(80, 100, 90)
    t = t.play(pick(BEN, "Delhi", "EIR"), pick(CLEO, "Nagpur", "BNR"))
    delhi = next(city for city in contract_sheet(scene(t, ANNA)).cities if city.name == "Delhi")
    assert delhi.why is not None
    assert delhi.why.rule == "2.5.9b"
    assert all(offer.choice is None for offer in delhi.offers)
    assert "#2.5.9b" in html_of(scene(t, ANNA))


def test_passing_is_told_when_it_is_open() -> None:
    t = bidding(90, 80, 80)
    for name, company in (("Nagpur", "BNR"), ("Lahore", "NWR"), ("Multan", "NWR"), ("Jaipur", "BBCI")):
        for seat in (ANNA, BEN, CLEO):
            t = t.play(pick(seat, name, company))
    shown = scene(t, ANNA)
    sheet = contract_sheet(shown)
    assert (sheet.size, sheet.left, sheet.close) == (4, 10, None)
    assert [button.id for button in buttons(shown)] == ["close_bid"]
    assert "You may pass" in html_of(shown)


def test_others_see_shares_and_never_cities() -> None:
    t = bidding(200, 100, 90).play(pick(ANNA, "Mysore", "SIR"), pick(BEN, "Nagpur", "BNR"))
    for seat in (BEN, CLEO, None):
        sheet = contract_sheet(scene(t, seat))
        anna = sheet.bidders[0]
        assert (anna.name, anna.bond, anna.cities) == ("Anna", 200, 1)
        assert [company for company, _ in anna.shares] == ["SIR"]
        mysore = next(city for city in sheet.cities if city.name == "Mysore")
        assert mysore.taken == ""
    assert next(city for city in contract_sheet(scene(t, ANNA)).cities if city.name == "Mysore").taken == "SIR"


def test_a_city_that_can_be_noted_is_marked_on_the_map() -> None:
    for seat, count in ((ANNA, 23), (BEN, 0)):
        hexes = Elements(TABLE.map(scene(bidding(200, 100, 90), seat))).having("data-hex")
        assert sum("open" in attrs["class"].split() for attrs in hexes) == count


# --- contracts -------------------------------------------------------------------------------------------


def test_the_own_contract_is_read_by_its_player_alone() -> None:
    t = table(3).bid(ANNA, 120, {"Delhi": "EIR", "Jaipur": "BBCI", "Ajmer": "BBCI", "Multan": "NWR"}).stock()
    mine = next(contract for contract in contracts(scene(t, ANNA)) if contract.me)
    assert mine.groups == (("Delhi",), ("Jaipur",), ("Ajmer",), ("Multan",))
    assert (mine.bond, mine.gaps, mine.fulfilled) == (120, 3, False)
    other = contracts(scene(t, BEN))[ANNA]
    assert (other.groups, other.size, other.bond) == ((), 4, 120)
    assert "Multan" not in TABLE.parts(scene(t, BEN))["holdings"]
    assert "Contract: 3 joins missing" in html_of(scene(t, ANNA))
    assert "joins missing" not in html_of(scene(t, BEN))


def test_fulfilled_contracts_are_open() -> None:
    t = table(3).bid(ANNA, 120, {"Delhi": "EIR", "Jaipur": "BBCI", "Ajmer": "BBCI", "Multan": "NWR"}).stock()
    ben = contracts(scene(t, CLEO))[BEN]
    assert ben.fulfilled
    assert sorted(name for group in ben.groups for name in group) == ["Bangalore", "Mysore", "Nagpur", "Trichinopoly"]


def test_bonds_stand_on_the_cards_of_their_players() -> None:
    t = table(3).bid(ANNA, 120, {"Delhi": "EIR", "Jaipur": "BBCI", "Ajmer": "BBCI", "Multan": "NWR"}).stock()
    cards = player_cards(scene(t, BEN))
    assert cards[ANNA].marks.facts == (("Bond", "£120, laid aside"),)
    assert cards[BEN].marks.facts == (("Bond", "£80, paid back"),)


# --- cards -----------------------------------------------------------------------------------------------


def test_the_elephant_is_marked_in_every_round() -> None:
    assert not any(card.marks.tags for card in player_cards(scene(fresh(3), CLEO))), "bonds decide on it"
    for t in (bidding(200, 240, 160), bidding(240, 200, 160), table(3)):
        assert "Elephant: " in html_of(scene(t, CLEO))
        marked = [card.name for card in player_cards(scene(t, CLEO)) if "elephant" in card.marks.tags]
        assert marked == [scene(t, CLEO).player(t.s.priority)]


def test_the_elephant_is_offered_for_what_an_extra_round_would_pay_the_buyer() -> None:
    """Of a run for 130 Ben has 20%; Cleo has nothing, so a tenth of her 95 stands there; Dev has less than his 13."""
    t = table(4).started("EIR", {0: 50, 1: 20, 3: 10}).cash({0: 10, 1: 300, 2: 95, 3: 8}).stock(0)
    t.s.runs["EIR"] = 130
    shown = scene(t.play(*(act(seat, "pass_turn") for seat in range(4))), ANNA)
    offers = [choice for choice in shown.choices if choice.kind == "offer_elephant"]
    assert [first_price(TABLE.dressed(shown), choice) for choice in offers] == [
        (26, "Runs like the last would pay Ben £26."),
        (9, "Starts at a tenth of what Cleo has."),
        (8, "Runs like the last would pay Dev £13."),
    ]
    assert 'data-start="26"' in html_of(shown)


def test_unredeemed_shares_stand_beside_what_is_held() -> None:
    t = table(3).started("EIR", {ANNA: 40, BEN: 20}).unpaid("EIR", BEN, 1).stock()
    eir = next(card for card in company_cards(scene(t, ANNA)) if card.id == "EIR")
    assert [(holding.name, holding.cards) for holding in eir.holdings][1] == ("Ben", "10% unredeemed")


def test_sizes_plans_and_tokens() -> None:
    t = table(3).started("EIR", {ANNA: 40, BEN: 20}).started("SIR", {ANNA: 40, CLEO: 20})
    t.mine.plans["EIR"] = "paid"
    t.mine.tokens_spent = ("SIR",)
    cards = {card.id: card.marks for card in company_cards(scene(t.stock(), ANNA))}
    assert cards["EIR"].facts == (("Size", "large"), ("Second tile", "at £50 each time"))
    assert cards["SIR"].facts == (("Size", "small"), ("Train token", "spent"))
    assert cards["BBCI"].note.startswith("large or small: the first stock round decides; par £84")


def test_a_manager_is_named_and_what_he_owes() -> None:
    t = table(3).managed("MSM", (CLEO,), pool=60)
    t.mine.credit["MSM"] = "2"
    msm = next(card for card in company_cards(scene(t, ANNA)) if card.id == "MSM")
    assert msm.marks.tags == ("manager: Cleo", "owes for its 2")


def test_the_market_is_one_line_and_says_how_far_prices_rise() -> None:
    shown = scene(fresh(3), ANNA)
    (line,) = market_rows(shown)
    assert [cell.price for cell in line][:4] == [10, 20, 30, 40]
    assert len(line) == 35
    assert price_notes(shown) == [
        "Sales do not move prices.",
        "If nothing is paid out, a price falls only if shares of the company lie in the market.",
        "A dividend raises a price by a cell for each time it is as high as the price, 5 at most.",
    ]
    assert 'class="market line"' in TABLE.parts(shown)["market"]


def test_the_first_round_is_named_after_contracts() -> None:
    assert overview(scene(fresh(3), ANNA)).opening == "Contracts"
    assert "Sale of the privates" not in html_of(scene(fresh(3), ANNA))
    assert "Kontrakte" in html_of(scene(fresh(3), ANNA, "de"))
    assert overview(scene(bidding(200, 240, 160), ANNA)).seating == "Seats by bond: Ben → Anna → Cleo"


def test_what_forbids_every_purchase_is_said_once() -> None:
    """Ben has to redeem a share of EIR before he may buy anything, whatever it is."""
    t = table(3).started("EIR", {ANNA: 40, BEN: 20}).unpaid("EIR", BEN, 1).cash({BEN: 10}).stock(BEN)
    assert html_of(scene(t, BEN)).count("#2.7.4a") == 1


def test_premiums_and_hexes_that_must_be_passed_stand_above_the_table() -> None:
    t = table(3).phase("5").started("EIR", {ANNA: 40, BEN: 20}).operating("EIR")
    t.mine.premium, t.mine.to_visit = 40, ("K25",)
    notes = overview(scene(t, ANNA)).notes
    assert "Premium: £40" in notes
    assert "A train must pass through: K25" in notes


def test_both_gauges_of_trains_are_told_apart_in_the_list() -> None:
    rows = train_rows(scene(fresh(3), ANNA))
    assert [row.name for row in rows if row.tag == "metre gauge"] == ["2M", "3M", "4M"]
    assert [row.name for row in rows if not row.tag] == ["2 / 1M", "3", "4", "5", "6"]


# --- mail ------------------------------------------------------------------------------------------------


def test_the_train_that_carries_mail_is_marked_with_what_it_brings() -> None:
    """90 and 50 are 140; the mail of Patna and Calcutta is 80."""
    shown = scene(on_turn("2", "2"), ANNA)
    found = run_summary(shown)
    assert found is not None
    assert found.best.revenue == 140
    assert found.post is not None
    east = next(number for number, line in enumerate(found.lines, 1) if "Calcutta" in line.places)
    assert (found.post.number, found.post.amount) == (east, 80)
    assert found.richer is None, "nothing pays the shareholders more"
    assert buttons(shown)[0].label == "Run for £140, mail £80"
    page = TABLE.parts(shown)["decision"]
    marks = [attrs for _tag, attrs in Elements(page).found if attrs.get("class") == "post"]
    assert ["hidden" in attrs for attrs in marks] == [number != east for number in (1, 2)]


def test_a_drawn_run_is_told_its_mail() -> None:
    t = on_turn("2", "2")
    shown = scene(t, ANNA)
    for routes, sums, post in (
        ((way(t, WEST), way(t, EAST)), [50, 90], [2, 80]),
        (((), way(t, WEST)), [0, 50], [2, 50]),
    ):
        told = TABLE.preview(shown, act(ANNA, "run", routes))
        assert (told["sums"], told["mail"]) == (sums, post)


def test_a_junction_is_no_place_of_a_route() -> None:
    t = junction("T16 R16", "T16 R14")
    position = t.game.track.position(t.s, "SIR")
    line = line_of(scene(t, ANNA), position, "2", way(t, "T16 S15 R16"), 40)
    assert line.places == ("Trichinopoly", "Bangalore")
    assert line.worth == (20, 20)
