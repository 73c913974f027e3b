"""Options by which 1830 is read as 18xx.games reads it: what each of them changes, and that the book does not."""

from __future__ import annotations

from stellwerk.core.choice import Range
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.test_emergency import YES, buy, forced, with_trains
from tests.marks import rule


def owners(**options: str) -> Table:
    """Seat 0 is on turn in the second stock round; seat 1 owns DH and BO, seat 0 CS, a company SV."""
    t = table(3, **options).phase("2").opened("PRR", par=67, shares={2: 60})
    t = t.private("SV", "PRR").private("CS", 0).private("DH", 1).private("BO", 1)
    return t.cash({0: 100, 1: 0}).stock(0)


@rule("1830", "4.1a")
def test_4_1_a_private_may_be_the_purchase_of_a_turn() -> None:
    t = owners(private_offers="purchase")
    assert t.offers("ask_private") == [("DH", Range(1, 100))], "no free ones, not BO, none of companies, no own ones"
    assert not t.offers("offer_private")
    asked = t.play(act(0, "ask_private", "DH", 30))
    assert asked.play(act(1, "decline")).offers("buy", "PRR"), "a declined offer is no purchase"
    bought = asked.play(act(1, "accept"))
    assert (bought.s.privates["DH"], bought.money(0), bought.money(1)) == ("P0", 70, 30)
    assert bought.turn == ("trade_shares", 1), "nothing else can be done in this turn"
    assert bought.s.priority == 0, "the priority stays"
    after = t.play(act(0, "buy", "PRR", "bank", 10))
    assert not after.offers("ask_private"), "one purchase in a turn"


@rule("1830", "4.1a")
def test_4_1_by_the_book_a_trade_is_beside_the_purchase() -> None:
    t = owners().play(act(0, "ask_private", "DH", 0), act(1, "accept"))
    assert t.offers("buy", "PRR")


@rule("1830", "P-8")
def test_p_8_a_private_is_bought_ten_times_in_a_stock_round_at_most() -> None:
    """Seats 0 and 1 sell DH to each other at $1, seat 2 buys nothing: the round goes on as long as they do."""
    t = owners(private_offers="purchase").cash({0: 100, 1: 100})
    for count in range(10):
        buyer = count % 2
        assert ("DH", Range(1, t.money(buyer))) in t.offers("ask_private"), count
        t = t.play(act(buyer, "ask_private", "DH", 1), act(1 - buyer, "accept"))
        assert t.s.round == "stock"
        if t.turn == ("trade_shares", 2):
            t = t.play(act(2, "pass_turn"))
    assert t.turn == ("trade_shares", 0)
    t.refused(act(0, "ask_private", "DH", 1), "P-8", private="DH", most=10)
    sound, doctored = t.sound().s, t.s.copy()
    assert sound.traded == ("DH",) * 10
    doctored.traded = ("DH",) * 11
    assert [fault for fault in t.game.audit(doctored) if fault.startswith("traded")]


@rule("1830", "5.4c", "4.1a")
def test_5_4_after_a_private_brown_shares_can_still_be_bought() -> None:
    t = owners(private_offers="purchase").opened("NYC", par=67, shares={2: 40}, pool=30, cell=(7, 1))
    bought = t.stock(0).play(act(0, "ask_private", "DH", 30), act(1, "accept"))
    assert bought.offers("buy") == [("NYC", "pool", 10)], "20 in the brown zone; PRR no more"


@rule("1830", "C-2.3.1c")
def test_c_2_3_1_by_an_option_the_director_helps_beyond_need() -> None:
    """320 in the treasury, a 4-train at 300 in the bank, a 5-train (450) of NYC: up to its printed price."""
    t = with_trains(forced("5", 320, 1000, help_beyond_need="others").pool("4"), NYC=("5",), BO=("4",))
    assert t.offers("buy_train", "NYC", "5") == [(Range(1, 450),)]
    assert t.offers("buy_train", "B&O", "4") == [(Range(1, 320),)], "no more than its printed price with help"
    after = t.play(buy("NYC", "5", 450), YES)
    assert (after.money("PRR"), after.money(0)) == (0, 870)
    book = with_trains(forced("5", 320, 1000).pool("4"), NYC=("5",))
    assert book.offers("buy_train", "NYC", "5") == [(Range(1, 320),)]


@rule("1830", "C-2.3.2a", "C-2.3.2e")
def test_c_2_3_2_free_sales_set_a_floor_to_prices_and_need_a_train_in_reach() -> None:
    """B&O has a train and $50, its director $100; 4-trains cost 300. He sells a share of PRR for $100."""
    t = table(3, train_sales="any").phase("4").opened("B&O", shares={0: 60}).opened("PRR", shares={0: 40, 1: 20})
    t = t.opened("NYC", par=67, shares={1: 60}).home("B&O").home("NYC").home("PRR")
    t = with_trains(t.cash({0: 100, "B&O": 50}).operating("B&O", "buy_trains"), BO=("4",), NYC=("4",))
    assert t.offers("buy_train", "NYC", "4") == [(Range(1, 50),)]
    sold = t.play(act(0, "sell", "PRR", 10))
    assert sold.money(0) == 200
    assert not sold.offers("buy_train", "NYC", "4"), "from $151 on, which the treasury does not have"
    poor = with_trains(t.cash({"B&O": 0}).operating("B&O", "buy_trains"), BO=("4",), NYC=("4",))
    assert not poor.offers("sell"), "there is no train that it could buy"


@rule("1830", "4.0.DH.a")
def test_4_0_at_any_time_is_for_the_extra_tile_of_cs_not_for_dh() -> None:
    t = table(private_tile="any_time").phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    t = t.private("CS", "PRR").private("DH", "PRR").operating("PRR", "buy_trains")
    assert t.offers("lay_private", "CS")
    t.refused(act(0, "lay_private", "DH", "F16", "57", 0), "4.0.DH.a", private="DH")


@rule("1830", "4.0.DH.b")
def test_4_0_a_free_station_may_be_waived_and_paid_for() -> None:
    """With a line from F16 to its home the PRR could place the station there without DH."""
    t = table(private_tile="any_time").phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    t = t.private("DH", "PRR").laid("H14", "8", 1).laid("G15", "9", 0).operating("PRR")
    laid = next(
        t.play(act(0, "lay_private", "DH", *where))
        for where in t.offers("lay_private", "DH")
        if t.play(act(0, "lay_private", "DH", *where)).offers("waive")
    )
    assert laid.play(act(0, "station", "F16", 0)).money("PRR") == 380
    waived = laid.play(act(0, "waive"))
    assert waived.play(act(0, "station", "F16", 0)).money("PRR") == 340
    assert not waived.offers("waive")


@rule("1830", "4.0.MH.b", "R-29")
def test_4_0_mh_is_exchanged_at_any_time_even_after_a_sale_of_nyc() -> None:
    for option, may in (("any_time", True), ("between_turns", False)):
        t = table(3, exchange=option).opened("NYC", shares={1: 60, 0: 10}).private("MH", 0).stock(0)
        sold = t.play(act(0, "sell", "NYC", 10))
        assert bool(sold.offers("exchange")) is may


@rule("1830", "4.0.MH.b")
def test_4_0_mh_is_exchanged_even_while_trains_are_discarded() -> None:
    for option, may in (("any_time", True), ("between_turns", False)):
        t = table(3, exchange=option).phase("4").opened("NYC", shares={1: 60}).opened("PRR", shares={0: 60})
        t = t.private("MH", 2).home("PRR").home("NYC").trains("NYC", "3", "3", "3").cash({"PRR": 900})
        t = t.depot("4", 0).operating("PRR", "buy_trains")
        full = t.play(act(0, "buy_train", "bank", "5", 450))
        assert full.turn == ("discard_train", "NYC")
        assert "MH" not in full.s.privates, "the first 5-train closes all privates"
        assert not full.offers("exchange")
        four = table(3, exchange=option).phase("3").opened("NYC", shares={1: 60}).opened("PRR", shares={0: 60})
        four = four.private("MH", 2).home("PRR").home("NYC").trains("NYC", "3", "3", "3", "3").cash({"PRR": 900})
        crowded = four.depot("3", 0).operating("PRR", "buy_trains").play(act(0, "buy_train", "bank", "4", 300))
        assert crowded.turn == ("discard_train", "NYC")
        assert bool(crowded.offers("exchange")) is may


@rule("1830", "7.6.1b")
def test_7_6_1_by_an_option_another_company_discards_before_it_is_asked() -> None:
    five = table(3, discard_order="table").phase("4").opened("PRR", shares={0: 60}).opened("NYC", shares={1: 60})
    five = five.opened("CPR", par=67, shares={2: 60}).home("PRR").home("NYC").home("CPR").cash({"PRR": 900})
    five = five.trains("NYC", "3", "3", "3").trains("CPR", "4", "4", "4").depot("4", 0).operating("PRR", "buy_trains")
    both = five.play(act(0, "buy_train", "bank", "5", 450))
    assert both.turn == ("discard_train", "NYC")
    ahead = both.play(act(2, "discard_for", "CPR", "4"))
    assert ahead.turn == ("discard_train", "NYC")
    assert ahead.play(act(1, "discard", "3")).turn[0] == "buy_trains", "CPR need not be asked any more"
    both.refused(act(1, "discard_for", "NYC", "3"), "7.6.1a")
    book = table(3).phase("4").opened("PRR", shares={0: 60}).opened("NYC", shares={1: 60})
    book = book.opened("CPR", par=67, shares={2: 60}).home("PRR").home("NYC").home("CPR").cash({"PRR": 900})
    book = book.trains("NYC", "3", "3", "3").trains("CPR", "4", "4", "4").depot("4", 0).operating("PRR", "buy_trains")
    book.play(act(0, "buy_train", "bank", "5", 450)).refused(act(2, "discard_for", "CPR", "4"), "7.6.1b")
