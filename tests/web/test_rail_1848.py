"""The 18xx table with a lender: loans, receivership, falling sales, cards with two trains, gauges and Tasmania."""

import json
import re
from collections import Counter
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.g1848 import Table1848
from stellwerk.web.tables.g1848.lender import credit_needed, lender_card, price_track, why_no_loan
from stellwerk.web.tables.rail.asks import ask, task
from stellwerk.web.tables.rail.cards import Version, company_cards, overview, player_cards, private_rows, train_rows
from stellwerk.web.tables.rail.effects import Change, effects
from stellwerk.web.tables.rail.hexes import gauge_changes
from stellwerk.web.tables.rail.look import BANNER, ON_MAP
from stellwerk.web.tables.rail.map import cells
from stellwerk.web.tables.rail.panels import market_rows
from stellwerk.web.tables.rail.routes import run_summary
from stellwerk.web.tables.rail.track import preview, stacks, track_data
from tests.games.g1848.failing import LOAN, linked, weak
from tests.games.g1848.lines import ALICE, EAST, on_turn, running
from tests.games.g1848.positions import England, act, fresh, table
from tests.web.scenes import Elements, choices_on, html_of, match_of, play, scene_of

NAMES = ("Anna", "Ben", "Cleo", "Dev")
TABLE = Table1848()


def scene(t: England, seat: int, language: str = "en") -> Scene:
    view = View(t.game, seat, t.s, choices_of(t.game, t.s, seat), ())
    return TABLE.dressed(Scene(view, NAMES, translator(language), bots=(None,) * 4, waiting=tuple(t.game.owing(t.s))))


def in_debt() -> England:
    """Compensation of 240 with 100 of a loan in the treasury and 50 in the hand: 90 are missing."""
    t = weak(0).opened("SAR", par=70, shares={1: 60, 0: 30}).home("SAR").cash({0: 50}).operating("VR")
    return t.play(LOAN)


def last_site() -> England:
    """The first 5 has been sold, and Cleo owns the tile of Tasmania."""
    t = weak(600, phase="4", column=7).depot("4", 0).private("P3", 2).operating("VR", "buy_trains")
    return t.play(act(0, "buy_train", "bank", "5", 500))


# --- everything ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_choice_stands_on_the_page_once_and_every_step_is_asked_for(seed: int) -> None:
    match = match_of("1848", 3, options={"boe_dividend": "said"} if seed == 2 else None)
    rng = Random(seed)
    for _ in range(25):
        for seat in match.waiting():
            shown = TABLE.dressed(scene_of(match, seat, "de" if seed else "en"))
            wanted = Counter(str(c.to_json()) for c in shown.choices if c.kind not in ON_MAP)
            page = html_of(shown)
            parts = table_for("1848").parts(shown)
            banner = [c for c in choices_on(parts.pop("actions")) if c["kind"] != "run"]
            found = Counter(str(c) for c in choices_on("\n".join(parts.values())) if c["kind"] != "run")
            found.update(str(c) for c in banner if c["kind"] in {*BANNER, "lender_pays"})
            assert found == wanted
            assert all(any(choice.admits(Action.from_json(c)) for choice in shown.choices) for c in banner)
            assert task(shown)
            assert ask(shown)
            assert "$" not in page
        play(match, rng, 9)
        if match.over:
            break
    assert match.ply > 60


def test_money_is_written_as_the_title_writes_it() -> None:
    page = html_of(scene(weak(300, column=7).operating("VR"), 0))
    assert "£300" in page
    assert "$" not in page
    other = html_of(scene_of(match_of("1830", 3), 0))
    assert "$" in other
    assert "£" not in other


# --- the sale --------------------------------------------------------------------------------------------


def test_a_private_for_sale_has_its_price_its_least_price_and_both_deeds() -> None:
    """P4 costs 170 and is never lowered below 140; each lowering takes 5 off."""
    t = fresh(4).play(act(0, "lower", "P4"))
    row = next(row for row in private_rows(scene(t, 1)) if row.id == "P4")
    assert (row.price, row.face, row.least) == (165, 170, 140)
    assert [(choice.kind, said) for choice, said in row.acts] == [
        ("buy_private_at_face", "Buy for £165"),
        ("lower", "Lower to £160"),
    ]
    assert not next(row for row in private_rows(scene(t, 0)) if row.id == "P4").acts, "not on turn"


def test_a_private_at_its_least_price_is_not_lowered() -> None:
    t = fresh(4)
    t.s.rebate["P4"] = 30
    row = next(row for row in private_rows(scene(t, 0)) if row.id == "P4")
    assert [choice.kind for choice, _said in row.acts] == ["buy_private_at_face"]


def test_a_lowered_price_is_told_in_the_log() -> None:
    match = match_of("1848", 4)
    match.play(act(0, "lower", "P4"))
    assert scene_of(match, 0).told[-1].text == "Ann lowers The Ghan (P4) to £165."


# --- loans -----------------------------------------------------------------------------------------------


def test_a_loan_tells_money_both_prices_and_what_is_left() -> None:
    """VI.loan: 100 more, two fields to the left from 110 to 80; the Bank of England rises from 70 to 80."""
    told = effects(scene(weak(500, column=7).operating("VR"), 0), Choice(0, "loan"))
    assert told.money == [Change("VR", 100, 600)]
    assert told.notes == [
        "VR takes 1 loan: £100",
        "Loans left: 19",
        "Price of VR: £110 → £80",
        "Price of BOE: £70 → £80",
    ]
    assert told.warnings == []


@pytest.mark.parametrize("step", ["lay_track", "place_station", "buy_trains"])
def test_a_loan_stands_beside_every_step(step: str) -> None:
    t = weak(500, column=7).operating("VR", step)
    page = html_of(scene(t, 0))
    assert 'id="confirm-loan"' in page


def test_a_loan_that_ruins_says_so() -> None:
    """240 are due, 100 come from the loan, so Anna pays 140 and has 50; limits of four players fall from 17 to 15.

    Who led the company there loses two more.
    """
    t = weak(0).cash({0: 50}).operating("VR")
    told = effects(scene(t, 0), Choice(0, "loan"))
    assert told.money == [Change("Anna", -140, -90), Change("Ben", 160, 790), Change("Cleo", 80, 710)]
    assert told.warnings == [
        "VR goes into receivership: Bank of England takes it over",
        "Anna then owes £90",
    ]
    assert "Certificate limits: Anna 17 → 13, Ben 17 → 15, Cleo 17 → 15, Dev 17 → 15" in told.notes


def test_the_sixteenth_loan_says_that_it_brings_the_end() -> None:
    t = weak(500, column=7).loans("QR", 5).loans("SAR", 5).loans("FT", 5).operating("VR")
    told = effects(scene(t, 0), Choice(0, "loan"))
    assert told.warnings == ["16 loans granted: the last rounds are played"]
    after = t.play(LOAN)
    assert overview(scene(after, 0)).ending == "16 loans granted: the last rounds are played"
    assert "Loans left: 4" in overview(scene(after, 0)).notes


def test_why_there_is_no_loan_is_said_with_its_rule() -> None:
    early = why_no_loan(scene(weak(500, phase="2", column=7).operating("VR"), 0))
    assert early is not None
    assert early.rule == "VI.boe.4"
    assert why_no_loan(scene(weak(500, column=7).operating("VR"), 0)) is None
    shown = scene(weak(500, column=7).operating("VR").play(LOAN), 0)
    again = why_no_loan(shown)
    assert again is not None
    assert again.rule == "VI.loan.1"
    assert html_of(shown).count("no-loan") == 1


def test_loans_stand_on_the_cards_of_companies() -> None:
    t = weak(500, column=7).loans("VR", 3).operating("VR")
    cards = {card.id: card for card in company_cards(scene(t, 0))}
    ((name, shown),) = cards["VR"].marks.facts
    assert (name, re.sub("<[^>]*>", "", shown)) == ("Loans", "▮▮▮ 3")
    assert "BOE" not in cards


# --- the lender ------------------------------------------------------------------------------------------


def lent() -> England:
    """SAR, led by Ben, is in receivership with a station at Adelaide, worth 20; three loans; Anna holds 20%."""
    t = weak(500, column=7).laid("G6", "57", 2).failed("SAR", 1, "G6").loans("VR", 3).england({0: 20})
    return t.operating("VR")


def test_the_lender_has_a_card_of_its_own() -> None:
    """Phase 3 pays 100 at least: with 20 for Adelaide a share gets 12. Three loans lift its price to 100."""
    card = lender_card(scene(lent(), 0))
    assert (card.price, card.least, card.earned, card.each) == (100, 100, 20, 12)
    assert card.stations == ("Adelaide",)
    assert [(entry.company, entry.director) for entry in card.failed] == [("SAR", "Ben")]
    assert (card.granted, card.left, card.loans_end, card.failed_end) == (3, 17, 16, 5)
    assert card.holdings == (("Anna", 20),)
    assert card.pool == 80
    page = html_of(scene(lent(), 0))
    assert "a share: (£100 + £20) / 10" in page
    assert "3 of 20; the game ends after 16" in page
    assert "put there by Ben" in page


def test_a_title_without_a_lender_has_no_card_for_one() -> None:
    shown = scene_of(match_of("1830", 3), 0)
    page = html_of(shown)
    assert 'id="lender"' not in page
    assert "Loans" not in page


def test_a_company_in_receivership_comes_last_and_lowers_limits() -> None:
    shown = scene(lent(), 0)
    assert [card.id for card in company_cards(shown)][-1] == "SAR"
    assert company_cards(shown)[-1].marks == (("in receivership",), (), "put there by Ben")
    limits = {card.name: (card.limit, card.limit_note) for card in player_cards(shown)}
    assert limits == {"Anna": (15, ""), "Ben": (13, "lowered by SAR"), "Cleo": (15, ""), "Dev": (15, "")}
    assert "In receivership: 1" in overview(shown).notes


def test_prices_of_the_lender_lie_below_the_market() -> None:
    shown = scene(lent(), 0)
    rows = list(market_rows(shown))
    assert len(rows) == 6
    assert all(row[0].zone == "closing" for row in rows)
    track = price_track(shown)
    assert [step.price for step in track[:4]] == [70, 80, 90, 100]
    assert [step.loans for step in track if step.now] == [3]
    assert [step.loans for step in track if step.last] == [16, 17, 18, 19, 20]


def test_debts_are_asked_for_and_shown() -> None:
    t = in_debt()
    assert t.turn == ("raise_money", 0)
    shown = scene(t, 0)
    assert "Your turn, Anna · £90 short of the compensation" in TABLE.headline(shown)
    assert "You owe £90" in TABLE.advice(shown)
    page = html_of(shown)
    assert '<td id="debt-gap">£90</td>' in page
    assert "−£90" in page
    assert player_cards(shown)[0].cash == -90


# --- trains ----------------------------------------------------------------------------------------------


def test_a_card_of_trains_shows_both_versions() -> None:
    t = table(4).phase("5").stock()
    rows = {row.name: row for row in train_rows(scene(t, 0))}
    assert list(rows) == ["2 / 2+", "3 / 3+", "4 / 4+", "5 / 5+", "6 / 6+", "8 / D", "2E"]
    assert rows["5 / 5+"].versions == (Version("5", 500), Version("5+", 550))
    assert {name for name, row in rows.items() if row.on_sale} == {"5 / 5+", "2E"}
    assert {name for name, row in rows.items() if row.extra} == {"2E"}
    assert (rows["5 / 5+"].left, rows["8 / D"].left) == (2, None)


def test_a_train_on_credit_tells_loans_and_prices_beforehand() -> None:
    """120 in the treasury: a 3 takes one loan (110 to 80), a 3+ two (two and three fields, to 50)."""
    shown = scene(linked(weak(120, column=7)).operating("VR", "buy_trains"), 0)
    credit = credit_needed(shown)
    assert credit is not None
    assert (credit.train, credit.price, credit.cash, credit.missing) == ("3", 200, 120, 80)
    assert [plan[1:] for plan in credit.plans] == [("3", 200, 1, 110, 80, 80), ("3+", 230, 2, 110, 50, 90)]
    assert task(shown) == "buy a train on credit"
    assert "It has £120" in ask(shown)


def test_a_train_on_credit_that_ruins_says_so() -> None:
    shown = scene(linked(weak(0)).operating("VR", "buy_trains"), 0)
    credit = credit_needed(shown)
    assert credit is not None
    assert {plan.after for plan in credit.plans} == {None}
    told = effects(shown, Choice(0, "buy_train", ("bank", "3", 200)))
    assert "The train is not bought" in told.warnings
    assert "£40 → receivership" in html_of(shown)


def test_who_can_pay_needs_no_credit() -> None:
    assert credit_needed(scene(linked(weak(200, column=7)).operating("VR", "buy_trains"), 0)) is None
    assert task(scene(linked(weak(200, column=7)).operating("VR", "buy_trains"), 0)) == "buy a train"


def test_a_train_at_a_discount_is_offered_with_its_price() -> None:
    """P4 takes 100 off the 2E of 200."""
    t = weak(150, phase="5", column=7).right("P4", 0).operating("VR", "buy_trains")
    told = effects(scene(t, 0), Choice(0, "buy_cheaper", ("P4", "2E")))
    assert told.money == [Change("VR", -100, 50)]


def test_the_ghan_calls_at_its_ends_alone() -> None:
    """Port Augusta 20 and Alice Springs 40 in phase 5; the town between them does not count."""
    summary = run_summary(scene(running("CAR", ALICE[:4], "2E", phase="5"), 0))
    assert summary is not None
    (line,) = summary.lines
    assert set(line.places) == {"Port Augusta", "Alice Springs"}
    assert (sum(line.worth), line.revenue) == (60, 60)


def test_a_company_on_the_brink_is_asked_before_it_falls() -> None:
    t = linked(weak(300)).operating("VR", "run_trains")
    shown = scene(t, 0)
    assert task(shown) == "on the brink of receivership"
    page = html_of(shown)
    assert 'id="confirm-withhold"' in page
    assert 'id="confirm-loan"' in page
    assert 'id="confirm-pay_out"' not in page


# --- track and map ---------------------------------------------------------------------------------------


def hexes(t: England, seat: int = 0) -> dict[str, dict[str, str]]:
    return {attrs["data-hex"]: attrs for attrs in Elements(html_of(scene(t, seat))).having("data-hex")}


def test_two_new_tiles_are_asked_for_one_by_one() -> None:
    t = on_turn("NSW", EAST, phase="3")
    assert ask(scene(t, 0)).startswith("Lay up to 2 new tiles, or replace one")
    choice = next(c for c in t.choices() if c.kind == "lay" and c.args[0] not in t.s.tiles)
    after = t.play(act(0, "lay", *choice.args))
    assert ask(scene(after, 0)).startswith("You may lay another new tile")
    assert ask(scene(on_turn("NSW", EAST, phase="2"), 0)).startswith("Lay or replace one tile")


def test_a_right_makes_desert_cheaper_in_the_preview() -> None:
    """E6 beside Port Augusta costs 40; P2 takes 40 off."""
    t = on_turn("CAR", (("E4", "57", 1),), phase="3").private("P2", 0)
    shown = scene(t, 0)
    lays = track_data(shown)["lays"]
    assert isinstance(lays, dict)
    kinds = {(kind, private) for _tile, _turn, kind, private in lays["E6"]}
    assert kinds == {("lay", ""), ("lay_private", "P2")}
    choice = next(c for c in shown.choices if c.kind == "lay_private" and c.args[1] == "E6")
    assert preview(shown, act(0, "lay_private", *choice.args))["cost"] == 0
    assert preview(shown, act(0, "lay", *choice.args[1:]))["cost"] == 40


def test_track_over_a_border_bears_a_sign() -> None:
    """Canberra lies in New South Wales, G12 in Victoria."""
    t = on_turn("NSW", EAST, phase="3")
    assert [(name, other) for name, _edge, other in gauge_changes(t.game, t.s)] == [("G12", "G14")]
    page = html_of(scene(t, 0))
    signs = [attrs["data-edge"] for attrs in Elements(page).having("data-edge")]
    assert signs == ["G12-4"]
    assert "change of gauge to G12" in hexes(t)["G14"]["aria-label"]
    assert "change of gauge to G14" in hexes(t)["G12"]["aria-label"]
    assert page.count('class="region"') == len(t.game.rules.routes.borders) > 20


def test_a_map_without_gauges_has_no_borders() -> None:
    page = html_of(scene_of(match_of("1830", 3), 0))
    assert 'class="region"' not in page
    assert 'class="gauge"' not in page


def test_ground_is_told_with_its_cost() -> None:
    shown = hexes(on_turn("NSW"))
    assert "building costs £40" in shown["C8"]["aria-label"]
    assert "building costs £50" in shown["D17"]["aria-label"]
    assert "port worth 10" in shown["B21"]["aria-label"]
    assert html_of(scene(on_turn("NSW"), 0)).count('class="desert"') == 8


def test_a_company_without_a_circle_lies_beside_them() -> None:
    """NSW has the only circle of Sydney; at Adelaide the COM finds one free."""
    t = table(4).phase("6").opened("NSW", par=80, shares={0: 60}).home("NSW")
    t = t.opened("COM", par=80, shares={1: 60}).home("COM").stock()
    page = html_of(scene(t, 0))
    assert len(re.findall(r'class="marker [^"]*beside"', page)) == 1
    written = {name: page.split(f'data-for="{name}"')[1].split("data-for=")[0] for name in ("F17", "G6")}
    assert re.search(r'class="marker [^"]*beside"', written["F17"])
    assert "COM" in written["G6"]


def test_the_second_home_waits_beside_the_circles_unless_one_is_left() -> None:
    """Sydney keeps its only circle for NSW; the green K tile has two."""
    bare = html_of(scene(table(4).phase("3").stock(), 0))
    green = html_of(scene(table(4).phase("3").laid("F17", "238", 0).stock(), 0))
    for page, small in ((bare, True), (green, False)):
        written = page.split('data-for="F17"')[1].split("data-for=")[0]
        (radius,) = re.findall(r'marker co-2 home"><circle class="disc" [^>]* r="([0-9.]+)"', written)
        assert (float(radius) < 9) == small


def test_a_company_that_waits_says_so() -> None:
    t = table(4).phase("3").opened("COM", par=80, shares={1: 60}).stock()
    assert next(card for card in company_cards(scene(t, 0)) if card.id == "COM").waits
    assert not next(card for card in company_cards(scene(t.phase("6"), 0)) if card.id == "COM").waits


def test_sites_of_tasmania_bear_the_private_until_its_tile_lies() -> None:
    t = weak(500, column=7).private("P3", 2).operating("VR")
    shown = hexes(t)
    assert "place for the tile of Tasmanian Railways (P3)" in shown["I8"]["aria-label"]
    assert "c-blue" in shown["I8"]["class"]
    assert "place for" not in hexes(weak(500, column=7).operating("VR"))["I8"]["aria-label"]


def test_the_last_site_is_chosen_on_the_map() -> None:
    t = last_site()
    assert t.turn == ("lay_own_tile", "P3")
    shown = scene(t, 2)
    assert TABLE.headline(shown) == "Your turn, Cleo · lay Tasmania"
    data = track_data(shown)
    assert set(data["lays"]) == {"I8", "I10"}
    found = hexes(t, 2)
    assert {name for name, attrs in found.items() if "open" in attrs["class"].split()} == {"I8", "I10"}
    choice = shown.choices[0]
    seen = preview(shown, act(2, "lay_own", *choice.args))
    assert (seen["cost"], seen["colour"]) == (0, "blue")
    assert json.dumps(data)


def test_all_tiles_stand_in_the_list() -> None:
    found = stacks(scene(table(4).stock(), 0))
    assert "241" in {stack.number for stack in found["blue"]}
    assert sum(len(some) for some in found.values()) == len(table(4).game.rules.catalogue.counts)


def test_rights_of_closed_privates_stand_with_their_owners() -> None:
    t = weak(500, phase="5", column=7).right("P2", 1).right("P4", "VR").operating("VR")
    shown = scene(t, 0)
    assert next(card for card in player_cards(shown) if card.name == "Ben").rights == ("P2",)
    assert company_cards(shown)[0].rights == ("P4",)
    rows = {row.id: row for row in private_rows(shown)}
    assert (rows["P2"].owner, rows["P2"].closed) == ("Ben", True)
    assert (rows["P4"].owner, rows["P4"].closed) == ("VR", True)


def test_a_hex_is_described_in_german_too() -> None:
    t = on_turn("NSW", EAST, phase="3")
    shown = scene(t, 0, "de")
    assert "Spurwechsel nach G12" in next(cell.label for cell in cells(shown) if cell.name == "G14")
