"""What all steps of an 18xx game share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import Step
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState, player, without_key
from stellwerk.eighteen.track import Track

IN_A_TURN: Final = "(a turn)"
ANY_TIME: tuple[str, ...] = ("exchange_private",)
WHENEVER_ON_TURN: tuple[str, ...] = ("exchange_private", "buy_private")
IN_OWN_TURN: tuple[str, ...] = ("exchange_private", "buy_private", "lay_private_tile")


class RailStep(Step[RailState]):
    """A step that looks things up in the ruleset of a title. What it forbids is named by keys (data/rules.toml)."""

    rule: ClassVar[str] = "turn.order"
    turn_rule: ClassVar[str] = "turn.not_yours"
    """The rule that a refusal names when somebody else is to act."""

    closed_rule: ClassVar[str] = ""
    """The rule by which a step that is sometimes open beside another is closed beside all others."""

    explains: ClassVar[tuple[str, ...]] = ()
    """Kinds of such steps for which this one says why not while it is on top."""

    open_beside: ClassVar[tuple[str, ...]] = ()
    """Steps beside which this one is open at any time, besides those that name it themselves in `anytime`."""

    by_chance: ClassVar[bool] = False
    """Whether chance decides here."""

    rounds: ClassVar[tuple[str, ...]] = ("operating",)
    """The rounds in which this step may stand on the to-do stack."""

    lies_on: ClassVar[tuple[str, ...]] = (IN_A_TURN,)
    """The steps on which it may lie there: "" is the bottom, IN_A_TURN stands for `operate` and any step of a turn.

    Steps of a company's turn lie on each other in the order of the flow.
    """

    tells: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that show what somebody has or lacks although nothing is paid: others may not know that."""

    beside: dict[str, RailStep]
    """The steps that are open besides this one, by name; the game puts them there."""

    def __init__(self, rules: Ruleset, track: Track, flow: Flow) -> None:
        self.rules, self.track, self.flow = rules, track, flow
        self.beside = {}

    def director_seat(self, s: RailState, company: str) -> int:
        """The seat that decides for a company."""
        return self.flow.decides(s, company)

    def mover(self, s: RailState, f: Frame) -> int:
        """Whose decision this step is."""
        return f.who if isinstance(f.who, int) else self.director_seat(s, f.who)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Whether its frame is for somebody who exists and can take it, as an audit must know."""
        return s.acted[-1:] == (f.who,) if f.step in self.flow.turn else f.who in s.floated

    def is_seat(self, who: int | str) -> bool:
        return type(who) is int and who in range(self.rules.seats)

    def wanted(self) -> bool:
        """Whether a title needs this step at all beside others."""
        return True

    def next_seat(self, s: RailState, seat: int) -> int:
        return self.flow.next_seat(s, seat)

    def money(self, s: RailState, seat: int) -> int:
        return s.cash[player(seat)]

    def asking_limit(self, s: RailState, buyer: int) -> int:
        """The most that may be asked of a player: all he has; where nobody may know that, all money there is."""
        return self.rules.money if self.rules.information_rules.cash == "owner" else self.money(s, buyer)

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """What its seat or company has at least, and at most, as everybody can tell who sees this step open."""
        return 0, None

    def shows(self, s: RailState, a: Action) -> bool:
        """Whether an action shows its own seat something of money that is hidden from it."""
        return False

    def turn_goes_on_by_cash(self, s: RailState) -> bool:
        """Whether it shows what a player has that a stock turn in which something was bought is over or not."""
        return self.rules.information_rules.cash == "owner" and bool(s.bought)

    def powers(self, s: RailState, company: str) -> Iterator[str]:
        """Privates whose rights a company may use: its own, and what is left of closed ones.

        Where a title says so those of its director too.
        """
        director = player(self.director_seat(s, company))
        begun = self.rules.phases[s.phase].buy_privates or self.rules.private_rules.used_from == "start"
        shared = self.rules.private_rules.used_by == "director" and begun
        for private, owner in s.privates.items():
            alone = self.rules.privates[private].own_tile and self.rules.private_rules.own_tile_by == "company"
            if (owner == company or (shared and owner == director and not alone)) and private not in s.spent:
                yield private
        for private, owner in s.rights.items():
            if owner in (company, director):
                yield private

    def spend(self, s: RailState, private: str) -> None:
        """A right that can be used once is gone."""
        if private in s.rights:
            s.rights = without_key(s.rights, private)
        else:
            s.spent = (*s.spent, private)

    def passed_over(self, s: RailState, f: Frame, a: Action) -> Refusal | None:
        """Why this step had nothing to choose, where its action is wanted in a later one; None where it had."""
        return None

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """Why somebody cannot act for whom this step does not wait."""
        return Refusal(self.turn_rule, {CASE: "others"})

    def why_now(self, s: RailState, a: Action) -> Refusal:
        """Why a company does not do now what belongs to another step of its turn."""
        if a.kind == "lay" and not self.track.lays_left(s):
            return self.track.why_used(s)
        if a.kind == "station" and "station" in s.done_this_turn:
            return Refusal("station.placed")
        return Refusal("turn.company_order")


def unsold(s: RailState) -> Iterator[str]:
    """Privates that are still for sale, cheapest first."""
    return (private for private, owner in s.privates.items() if not owner)
