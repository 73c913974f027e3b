"""Secrets of a log that are opened while a match goes on, and taking back what several do at once in secret."""

from collections.abc import Hashable, Iterator, Mapping

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import added
from tests.core.test_match import ANNA, BEN, BOT, CARL, bid, why_not
from tests.core.toys import LOTS, SEALED, Auction, AuctionGame, AuctionState, SealBid, ShuffleLots


class Envelopes(SealBid):
    """A bid may be taken back until all are in."""

    sealed = True


class OpenGame(AuctionGame):
    """All bids are told as soon as only one lot is left."""

    def opened(self, s: AuctionState) -> Hashable:
        return self.all_told(s)

    def all_told(self, s: AuctionState) -> bool:
        return len(s.stack) == 1

    def recall(self, a: Action, seat: int | None, now: AuctionState) -> Action:
        return a if self.all_told(now) and a.kind == "bid" else super().recall(a, seat, now)


class OpenAuction(Auction):
    """The auction of the other tests with envelopes."""

    id = "toy-open-auction"

    def build(self, seats: int, options: Mapping[str, str]) -> AuctionGame:
        steps = {"shuffle": ShuffleLots(LOTS[options["stack"]]), "bid": Envelopes()}
        return OpenGame(self, seats, options, steps)


OPEN = OpenAuction()


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    with added(OPEN):
        yield


def auction(*seats: Seat) -> Match:
    return Match(new_header(OPEN.id, seats, seed="s"))


def seen(match: Match, seat: int | None) -> list[int]:
    """The bids of the log as a seat reads them."""
    return [action.args[0] for action in match.view(seat).log if action.kind == "bid"]


# --- what is opened ------------------------------------------------------------------------------------------


def test_a_log_is_told_anew_when_its_secrets_are_opened() -> None:
    match = auction(ANNA, BEN)
    for amounts in ((1, 2), (3, 4)):
        assert seen(match, None) == [SEALED] * (match.ply - 1)
        for seat, amount in enumerate(amounts):
            match.play(bid(seat, amount))
    assert [seen(match, seat) for seat in (None, 0, 1)] == [[1, 2, 3, 4]] * 3
    match.play(bid(0, 1))
    assert seen(match, None) == [1, 2, 3, 4, 1]


def test_a_log_is_redacted_again_where_the_match_goes_back() -> None:
    match = auction(ANNA, BEN)
    for amounts in ((1, 2), (3, 4)):
        for seat, amount in enumerate(amounts):
            match.play(bid(seat, amount))
    twin = match.copy()
    assert seen(match, 0) == [1, 2, 3, 4]
    assert seen(match.until(4), 0) == [1, SEALED, 3]
    assert seen(twin, 0) == [1, 2, 3, 4]


def test_what_a_log_tells_is_asked_once_while_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    match = auction(ANNA, BEN, CARL)
    match.play(bid(0, 1))
    asked: list[Action] = []
    recall = OpenGame.recall

    def counted(game: OpenGame, a: Action, seat: int | None, now: AuctionState) -> Action:
        asked.append(a)
        return recall(game, a, seat, now)

    monkeypatch.setattr(OpenGame, "recall", counted)
    for _ in range(3):
        match.view(None)
    assert len(asked) == match.ply
    match.play(bid(1, 1))
    match.view(None)
    assert len(asked) == match.ply


# --- taking back in secret -----------------------------------------------------------------------------------


def test_an_envelope_can_be_taken_back_while_others_fill_theirs() -> None:
    match = auction(ANNA, BEN, CARL)
    match.play(bid(0, 1))
    match.play(bid(1, 2))
    assert match.undoable(0) == [1]
    assert match.undo(0) == 1
    assert (match.log[1:], match.state.bids) == ([bid(1, 2)], {1: 2})
    assert match.waiting() == [0, 2]
    assert not match.undone
    assert seen(match, None) == [SEALED]
    match.play(bid(0, 5))
    match.play(bid(2, 0))
    assert match.state.cash == [5, 10, 10]


def test_nobody_takes_back_an_envelope_once_all_are_open() -> None:
    match = auction(ANNA, BEN)
    match.play(bid(0, 1))
    match.play(bid(1, 2))
    assert (why_not(match, 0), why_not(match, 1)) == ("revealed", "revealed")


def test_the_latest_envelope_comes_back_with_a_redo() -> None:
    match = auction(ANNA, BEN, CARL)
    match.play(bid(0, 1))
    match.play(bid(1, 2))
    assert match.undo(1) == 2
    assert match.redo() == [bid(1, 2)]
    assert match.undo() == 2


def test_the_envelope_of_a_bot_stays() -> None:
    match = auction(ANNA, BOT, CARL)
    match.play(bid(0, 1))
    match.play(bid(1, 7))
    match.undo(0)
    assert match.state.bids == {1: 7}


def test_without_envelopes_another_bid_stops_an_undo() -> None:
    """The step says that it keeps secrets; the other auctions do not."""
    with added(Auction()):
        match = Match(new_header("toy-auction", (ANNA, BEN, CARL), seed="s"))
        match.play(bid(0, 1))
        match.play(bid(1, 2))
        assert why_not(match, 0) == "others"
