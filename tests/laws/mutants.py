"""Games that break one law each: subclasses of the toys with one sentence changed for the worse."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.game import Words
from stellwerk.core.result import Result
from stellwerk.core.state import Frame, State
from stellwerk.core.step import Step, then
from stellwerk.core.title import Title
from stellwerk.core.view import View
from tests.core import toys
from tests.core.toys import Auction, AuctionGame, AuctionState, SealBid, Track, TrackGame, TrackState

MUTANTS: dict[str, tuple[str, Title]] = {}
"""By name the law that must catch a mutant (after bars, laws that may do so first by luck), and its title."""


def auction(law: str, **steps: Step[AuctionState]) -> Callable[[type[AuctionGame]], type[AuctionGame]]:
    def register(game: type[AuctionGame]) -> type[AuctionGame]:
        class Mutant(Auction):
            def build(self, seats: int, options: Mapping[str, str]) -> AuctionGame:
                lots = toys.LOTS[options["stack"]]
                usual = {"shuffle": toys.ShuffleLots(lots), "bid": SealBid()}
                return game(self, seats, options, {**usual, **steps})

        MUTANTS[game.__name__] = (law, Mutant())
        return game

    return register


def track(law: str, **steps: Step[TrackState]) -> Callable[[type[TrackGame]], type[TrackGame]]:
    def register(game: type[TrackGame]) -> type[TrackGame]:
        class Mutant(Track):
            def build(self, seats: int, options: Mapping[str, str]) -> TrackGame:
                return game(self, seats, options, {**toys.TRACK.game(2).steps, **steps})

        MUTANTS[game.__name__] = (law, Mutant())
        return game

    return register


def shelf(law: str) -> Callable[[type[Title]], type[Title]]:
    def register(title: type[Title]) -> type[Title]:
        MUTANTS[title.__name__] = (law, title())
        return title

    return register


# --- views -----------------------------------------------------------------------------------------------------


@auction("sealed_actions_stay_sealed")
class ShowsSealedBids(AuctionGame):
    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        seen = super().view(s, seat)
        seen.bids = dict(s.bids)
        return seen


@auction("imagined_states_fit_the_view")
class ShowsTheNextLot(AuctionGame):
    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        seen = super().view(s, seat)
        seen.stack = s.stack[:2] + seen.stack[2:]
        return seen

    def imagine(self, view: View[AuctionState], rng: Random) -> AuctionState:
        blind = view.state.copy()
        blind.stack = blind.stack[:1] + (toys.HIDDEN,) * len(blind.stack[1:])
        return super().imagine(View(self, view.seat, blind, view.choices, view.log), rng)


@auction("views_tell_no_secrets")
class ShowsSpectatorsMore(AuctionGame):
    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        return s if seat is None else super().view(s, seat)


@auction("views_tell_no_secrets")
class TellsSpectatorsTheStack(AuctionGame):
    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        return a if seat is None else super().redact(a, seat, over=over)


@auction("views_tell_no_secrets")
class DeniesThatTheLogHides(AuctionGame):
    secret_kinds = frozenset()


@auction("views_tell_no_secrets")
class DeniesThatItHides(AuctionGame):
    hidden = False


@auction("something_is_hidden")
class HidesNothing(AuctionGame):
    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        return s

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        return a

    def imagine(self, view: View[AuctionState], rng: Random) -> AuctionState:
        return view.state


@auction("imagined_states_fit_the_view")
class ImaginesLotsThatAreNotThere(AuctionGame):
    def imagine(self, view: View[AuctionState], rng: Random) -> AuctionState:
        s = super().imagine(view, rng)
        s.stack = s.stack[:1] + ("engine",) * len(s.stack[1:])
        return s


@auction("imagined_states_fit_the_view")
class ImaginesBeyondItsGenerator(AuctionGame):
    def imagine(self, view: View[AuctionState], rng: Random) -> AuctionState:
        return super().imagine(view, random.Random())


@auction("undo_reveals_nothing")
class LetsBiddersPeek(AuctionGame):
    def seals(self, before: AuctionState, a: Action, after: AuctionState, seat: int | None = None) -> bool:
        return a.seat == CHANCE or self.over(after)


class BidLessThanOthers(SealBid):
    """What a seat may do depends on what the others have written secretly."""

    def choices(self, s: AuctionState, f: Frame) -> Iterator[Choice]:
        most = max(s.bids.values(), default=toys.CASH)
        for choice in super().choices(s, f):
            yield choice._replace(args=(Range(0, max(0, min(most, s.cash[choice.seat]))),))


@auction("choices_follow_from_the_view|imagined_states_fit_the_view", bid=BidLessThanOthers())
class OffersWhatDependsOnSecrets(AuctionGame):
    pass


# --- rules -----------------------------------------------------------------------------------------------------


@track("apply_leaves_its_state_alone")
class ChangesItsInput(TrackGame):
    def apply(self, s: TrackState, a: Action) -> TrackState:
        after = super().apply(s, a)
        s.coins[0], s.coins[1] = s.coins[1], s.coins[0]
        return after


@track("apply_leaves_its_state_alone")
class SharesAList(TrackGame):
    def apply(self, s: TrackState, a: Action) -> TrackState:
        after = super().apply(s, a)
        if after.loans == s.loans:
            after.loans = s.loans
        return after


@dataclass(slots=True)
class TrackStateOfReplaced(TrackState):
    replaced = frozenset({"coins"})


@track("apply_leaves_its_state_alone")
class ChangesWhatIsReplaced(TrackGame):
    state_class = TrackStateOfReplaced

    def start(self) -> TrackState:
        return TrackStateOfReplaced.from_json(super().start().to_json())


@track("apply_leaves_its_state_alone")
class ThrowsHiddenDice(TrackGame):
    def apply(self, s: TrackState, a: Action) -> TrackState:
        after = super().apply(s, a)
        after.weather = random.choice(["rain", "wind", "fog", "hail"])
        return after


@track("looking_changes_nothing")
class ChangesWhenLookedAt(TrackGame):
    def audit(self, s: TrackState) -> Iterator[str]:
        s.coins.reverse()
        return super().audit(s)


@track("choices_fit_their_steps")
class DeniesChance(TrackGame):
    chancy = False


class PrintMoney(toys.TakeLoan):
    """The bank does not pay what it lends."""

    def borrow(self, s: TrackState, f: Frame, a: Action) -> None:
        super().borrow(s, f, a)
        s.bank += 1


@track("pieces_are_conserved", loan=PrintMoney())
class MakesMoney(TrackGame):
    pass


class PayWithoutMoney(toys.GiveWay):
    """Paying is offered, but fails."""

    def pay(self, s: TrackState, f: Frame, a: Action) -> None:
        raise ZeroDivisionError


@track(
    "no_choice_raises|looking_changes_nothing|imagined_states_fit_the_view|positions_are_audited",
    bump=PayWithoutMoney(),
)
class OffersWhatFails(TrackGame):
    pass


class OfferTwice(toys.GiveWay):
    """The same choice stands there twice."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield from super().choices(s, f)
        yield Choice(int(f.who), "back")


@track("choices_are_unique", bump=OfferTwice())
class OffersTwice(TrackGame):
    pass


class OfferFlying(toys.GiveWay):
    """A kind that no open step has."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "fly")


@track("choices_fit_their_steps", bump=OfferFlying())
class OffersUnknownKinds(TrackGame):
    pass


class OfferNothing(toys.GiveWay):
    """A hole that no value fits."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "pay", (Range(2, 1),))


@track("choices_fit_their_steps", bump=OfferNothing())
class OffersNoValue(TrackGame):
    pass


class OfferToChanceToo(toys.GiveWay):
    """Chance may act before a person, but not beside one."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "back")
        yield Choice(CHANCE, "pay")


@track("choices_fit_their_steps", bump=OfferToChanceToo())
class MixesChanceWithPeople(TrackGame):
    pass


class OfferToStrangers(toys.GiveWay):
    """There is no such seat."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(7, "back")

    def back(self, s: TrackState, f: Frame, a: Action) -> None:
        s.place[int(f.who)] -= 1


@track("choices_fit_their_steps", bump=OfferToStrangers())
class OffersToStrangers(TrackGame):
    pass


@auction("choices_fit_their_steps", bid=type("Alone", (SealBid,), {"alone": True})())
class ForgetsThatAllBidAtOnce(AuctionGame):
    pass


@track("choices_fit_their_steps")
class WaitsForTheWrongSeat(TrackGame):
    def owing(self, s: TrackState) -> list[int]:
        return [0] if s.todo else []


@track("refusals_name_a_rule", turn=type("Yes", (toys.TakeTurn,), {"admits": lambda *_: True})())
class AdmitsMoreThanItOffers(TrackGame):
    pass


@track("no_choice_raises", turn=type("No", (toys.TakeTurn,), {"admits": lambda *_: False})())
class AdmitsLessThanItOffers(TrackGame):
    pass


class RestForEver(toys.TakeTurn):
    """Nobody can move on."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "rest")

    def rest(self, s: TrackState, f: Frame, a: Action) -> None:
        then(s, f)


@track("every_game_ends", turn=RestForEver())
class NeverEnds(TrackGame):
    pass


@track("every_game_ends")
class GetsStuck(TrackGame):
    def choices(self, s: TrackState) -> Iterator[Choice]:
        return iter(()) if max(s.place) > 2 else super().choices(s)

    def owing(self, s: TrackState) -> list[int]:
        return [] if max(s.place) > 2 else super().owing(s)


@track("refusals_name_a_rule", bump=type("Rule99", (toys.GiveWay,), {"why": lambda *_: Refusal("99")})())
class NamesARuleThatIsNotThere(TrackGame):
    pass


@track("refusals_name_a_rule", turn=type("NoData", (toys.TakeTurn,), {"why": lambda *_: Refusal("2.1")})())
class FillsNoFields(TrackGame):
    pass


class TrustArguments(toys.TakeTurn):
    """Forgets that anything can be tried."""

    def why(self, s: TrackState, f: Frame, a: Action) -> Refusal:
        return Refusal("2.1", {"most": a.args[0] - 1}) if a.kind == "move" else Refusal(self.rule)


@track("refusals_name_a_rule", turn=TrustArguments())
class StumblesOverNonsense(TrackGame):
    pass


@track("refusals_name_a_rule")
class RefusesNothing(TrackGame):
    def check(self, s: TrackState, a: Action) -> None:
        if a.seat not in range(self.seats):
            super().check(s, a)

    def apply(self, s: TrackState, a: Action) -> TrackState:
        return super().apply(s, a) if any(c.admits(a) for c in self.choices(s)) else s


# --- records ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Forgetful(TrackState):
    """Has a field that JSON loses although the rules depend on it."""

    tired: list[int] = field(default_factory=list)

    def to_json(self) -> Any:
        return {**State.to_json(self), "tired": []}


@track("json_gives_back")
class LosesAField(TrackGame):
    state_class = Forgetful

    def start(self) -> Forgetful:
        usual = super().start()
        return Forgetful(usual.todo, usual.place, usual.coins, usual.loans, tired=[1])


@track("replay_repeats")
class StartsDifferently(TrackGame):
    starts = 0

    def start(self) -> TrackState:
        type(self).starts += 1
        s = super().start()
        s.weather = f"day {self.starts}"
        return s


@track("positions_are_audited")
class AuditsNothing(TrackGame):
    def audit(self, s: TrackState) -> Iterator[str]:
        return iter(())


@track("results_add_up")
class CountsWrongly(TrackGame):
    def result(self, s: TrackState) -> Result | None:
        result = super().result(s)
        return result and Result((*result.scores[:-1], 99), result.winners, result.reason, result.sums)


@track("results_add_up")
class ScoresTooEarly(TrackGame):
    def result(self, s: TrackState) -> Result | None:
        done = s.copy()
        done.todo = []
        return super().result(done)


@track("results_add_up")
class EndsWithoutWords(TrackGame):
    def result(self, s: TrackState) -> Result | None:
        result = super().result(s)
        return result and Result(result.scores, result.winners, "end.unspeakable", result.sums)


@track("every_action_can_be_told")
class TellsWithoutWords(TrackGame):
    def words(self, before: TrackState, a: Action) -> Words:
        return Words("log.unspeakable") if a.kind == "pay" else super().words(before, a)


@track("every_action_can_be_told")
class LeavesBracesEmpty(TrackGame):
    arguments: Mapping[str, tuple[str, ...]] = {}  # type: ignore[misc]


@auction("open_words_are_the_same_for_all")
class TellsOnlyTheOwnerWhatWasBid(AuctionGame):
    open_words = True

    def words(self, before: AuctionState, a: Action) -> Words:
        known = a.kind == "bid" and any(bid != toys.SEALED for bid in before.bids.values())
        return Words("log.sealed") if known else super().words(before, a)


@auction("the_log_tells_no_secrets")
class TellsWhatItHasSeenBehindTheViews(AuctionGame):
    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        self.behind = dict(s.bids)
        return super().view(s, seat)

    def consequences(self, before: AuctionState, a: Action, after: AuctionState) -> Iterator[Words]:
        yield Words("title", data={"bids": tuple(self.behind.items())})


# --- steps ----------------------------------------------------------------------------------------------------


@track("steps_fit_together", bump=type("Fly", (toys.GiveWay,), {"kinds": ("back", "pay", "fly")})())
class LacksAMethod(TrackGame):
    pass


@track("steps_fit_together", bump=type("Skip", (toys.GiveWay,), {"kinds": ("back", "pay", "skip")})())
class NamesAKindLikeAHook(TrackGame):
    pass


@track("steps_fit_together", loan=type("Rest", (toys.TakeLoan,), {"kinds": ("borrow", "rest"), "rest": print})())
class HasTwoMethodsForOneKind(TrackGame):
    pass


@track("steps_fit_together", bump=type("Beside", (toys.GiveWay,), {"anytime": ("nowhere",)})())
class OpensAStepThatIsNotThere(TrackGame):
    pass


@track("steps_fit_together")
class EndsByARuleThatIsNotThere(TrackGame):
    end_rule = "99"
