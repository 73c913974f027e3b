"""The sale of the privates on an 18xx table, in all its ways: groups, dealt ones, free bids, drawn seats."""

from __future__ import annotations

import re

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.web.tables.base import label
from stellwerk.web.tables.rail.cards import player_cards
from stellwerk.web.tables.rail.groups import group_sale
from stellwerk.web.tables.rail.main import buttons
from stellwerk.web.tables.rail.stages import fitting
from tests.server.kit import Client
from tests.web.decisions import decisions, position
from tests.web.scenes import NAMES, choices_on, html_of, scene_of


def match_with(preset: str, seats: int = 4, seed: str = "sale", **options: str) -> Match:
    return Match(new_header("1830", [Seat(name) for name in NAMES[:seats]], options, seed, preset))


def played(match: Match, *actions: tuple[int, str, tuple[int | str, ...]]) -> Match:
    for action in actions:
        match.play(Action(*action))
    return match


def groups() -> Match:
    """The bids of the book's example: Ann 5, Ben passes, Cleo 10, Dev 20, Ann passes, Cleo 25, Dev 30, Cleo passes."""
    bids = [(0, 5), (1, 0), (2, 10), (3, 20), (0, 0), (2, 25), (3, 30), (2, 0)]
    steps = [(seat, "bid_for_choice", (price,)) if price else (seat, "pass_turn", ()) for seat, price in bids]
    return played(match_with("basic"), *steps)


def test_drawn_seats_are_told_and_players_stand_in_their_order() -> None:
    match = match_with("classic")
    order = match.state.seating
    names = [NAMES[seat] for seat in order]
    for seat in (None, 0):
        page = html_of(scene_of(match, seat))
        assert f"Seats by lot: {' → '.join(names)}" in page
        assert f"Seats by lot: {', '.join(names)}." in page, "the log"
    assert [card.seat for card in player_cards(scene_of(match, 0))] == list(order)
    assert "Sitzordnung nach Los" in html_of(scene_of(match, 0, "de"))
    free = scene_of(match_with("classic", seating="free"), 0)
    assert "Seats by" not in html_of(free)
    assert [card.seat for card in player_cards(free)] == [0, 1, 2, 3]


def test_seats_by_dealt_privates_are_told() -> None:
    match = match_with("T")
    names = " → ".join(NAMES[seat] for seat in match.state.seating)
    page = html_of(scene_of(match, match.waiting()[0]))
    assert f"Seats by private: {names}" in page
    assert page.count(" is dealt ") == 4


def test_the_bidding_for_groups_shows_prices_bids_and_who_is_out() -> None:
    match = played(match_with("basic"), (0, "bid_for_choice", (5,)), (1, "pass_turn", ()))
    shown = scene_of(match, 2)
    sale = group_sale(shown)
    assert sale is not None
    assert [row.price for row in sale.rows] == [130, 110, 160, 220]
    assert [row.income for row in sale.rows] == [25, 25, 25, 30]
    assert (sale.bids, sale.order) == ((("Ann", 5),), ())
    page = html_of(shown)
    assert [button.label for button in buttons(shown)] == ["Bid $10 for the choice", "Pass"]
    assert [card.passed for card in player_cards(shown)] == [False, True, False, False]
    assert [card.tied for card in player_cards(shown)] == [5, 0, 0, 0]
    assert '<span class="tag">passed</span>' in page


def test_groups_are_taken_in_their_rows_for_what_one_pays_in_all() -> None:
    match = groups()
    shown = scene_of(match, 3)
    sale = group_sale(shown)
    assert sale is not None
    assert sale.order == ("Dev", "Cleo", "Ann", "Ben")
    assert [row.cost for row in sale.rows] == [160, 140, 190, 250], "30 more than the price"
    page = html_of(shown)
    assert {str(choice.to_json()) for choice in shown.choices} <= set(map(str, choices_on(page)))
    assert "Take for $190" in page
    taking = [label(shown, choice) for choice in shown.choices if choice.kind == "take_group"]
    assert "for $160" in taking[0], "a button for a single group tells the same sum as its row"
    assert "Für $190 nehmen" in html_of(scene_of(match, 3, "de"))
    match.play(Action(3, "take_group", (3,)))
    taken = group_sale(scene_of(match, 2))
    assert taken is not None
    assert [row.owner for row in taken.rows] == ["", "", "Dev", ""]
    assert [row.choice is None for row in taken.rows] == [False, False, True, False]
    assert group_sale(scene_of(match_with("classic"), 0)) is None


def test_everybody_has_a_form_to_bid_where_bids_are_free() -> None:
    match = match_with("classic", bidding="free", seating="free")
    for seat in range(4):
        shown = scene_of(match, seat)
        forms = [choice for choice in choices_on(html_of(shown)) if choice["kind"] == "bid"]
        assert {form["args"][0] for form in forms} == {"CS", "DH", "MH", "CA", "BO"}
        assert {form["seat"] for form in forms} == {seat}
    said = html_of(scene_of(match, 2))
    assert "You may bid on privates at any moment, even in the turns of others." in said
    assert "Ann to move" in said
    assert "that costs no turn" in html_of(scene_of(match, 0))


def test_a_free_auction_asks_all_but_the_highest_and_its_button_raises() -> None:
    match = match_with("classic", bidding="free", seating="free")
    played(match, (1, "bid", ("CS", 45)), (2, "bid", ("CS", 50)), (3, "bid", ("CS", 55)))
    match.play(Action(0, "buy_private_at_face", ("SV",)))
    assert sorted(match.waiting()) == [1, 2]
    shown = scene_of(match, 1)
    assert next(button.label for button in buttons(shown)).startswith("Bid $60 on ")
    assert "all but the highest have declined" in html_of(shown)
    assert "Ben, Cleo to move" in html_of(scene_of(match, 3))
    outbid = scene_of(match, 3)
    assert not [choice for choice in choices_on(html_of(outbid)) if choice["args"][:1] == ["CS"]], "the highest waits"


def test_a_sale_without_bids_says_so() -> None:
    match = match_with("T", seats=3, t_remaining_privates="sold")
    while match.state.todo[-1].step == "set_par":
        match.play(Action(match.waiting()[0], "set_par", ("B&O", 67)))
    assert "There are no bids in this sale." in html_of(scene_of(match, match.waiting()[0]))


def test_the_lobby_says_which_games_draw_the_seats(client: Client) -> None:
    """The script shows one of the two sentences by the chosen options."""
    page = client.get("/").text
    found = dict(re.findall(r'data-game="([^"]+)"[^>]*data-drawn="([^"]*)"', page))
    assert "by_private" in found["1830"]
    assert found["1848"] == "{}"
    assert page.count("seats are drawn by lot when the match begins") == len(found)


def test_who_sets_the_par_of_a_company_in_the_sale_sees_the_prices() -> None:
    """The others still see what is sold."""
    match = position(next(one for one in decisions("g1830") if one.step == "set_par"))
    (turn,) = match.waiting()
    assert match.state.round == "auction"
    assert fitting(scene_of(match, turn), sells=True) == "market"
    assert fitting(scene_of(match, (turn + 1) % match.game.seats), sells=True) == "sale"
