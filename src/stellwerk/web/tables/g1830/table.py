"""What 1830 adds to the table of its engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.core.choice import Choice
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1830.ruleset import NO_CHANGE, RETAIN_REVENUE, SHORT_RUNS, rules_of
from stellwerk.games.g1830.state import own
from stellwerk.games.g1830.steps.uncertainty import REVEAL
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail import Extras, Marks, RailTable, company_on_turn, rail


class Extras1830(Extras):
    """In uncertain times markers that the sale of a train reveals hold for all companies for a while."""

    apart = frozenset({"repay"})

    def variant(self, scene: Scene, step: str) -> str:
        game, s = rail(scene)
        kept = step == "pay_dividend" and bool(s.revenue) and not game.flow.may_pay_out(s, company_on_turn(scene))
        return "must_withhold" if kept else ""

    def overview(self, scene: Scene) -> Iterator[str]:
        """What holds now, and at the end of whose turn it goes."""
        _, (_game, s) = scene.say, rail(scene)
        mine = own(s)
        for marker, company in mine.in_force.items():
            if marker in mine.running_out:
                yield _("%(marker)s until %(company)s ends this turn", marker=scene.name(marker), company=company)
            else:
                yield _("%(marker)s until %(company)s ends its next turn", marker=scene.name(marker), company=company)

    def company(self, scene: Scene, company: str) -> Marks:
        """The markers that lie with a company."""
        _game, s = rail(scene)
        lying = (marker for marker, holder in own(s).in_force.items() if holder == company)
        return Marks(tags=tuple(scene.name(marker) for marker in lying))

    def notes(self, scene: Scene, after: RailState, choice: Choice) -> Iterator[str]:
        """A sale after which chance decides."""
        _ = scene.say
        if any(frame.step == REVEAL for frame in after.todo):
            yield _("Then a marker of uncertainty is revealed.")

    def train_notes(self, scene: Scene) -> Iterator[str]:
        _, (game, s) = scene.say, rail(scene)
        if any(train.towns for train in game.rules.trains.values()):
            yield _("A plus-train is the last of its type. It serves as many small cities besides its large ones.")
        if rules_of(game.rules).uncertainty:
            yield from self._markers(scene)
        if SHORT_RUNS in own(s).in_force:
            yield _("Short runs: a train serves half as many stops, rounded up. A diesel runs any distance.")
        if RETAIN_REVENUE in own(s).in_force:
            yield _("Withhold Revenue: no company pays dividends.")

    def _markers(self, scene: Scene) -> Iterator[str]:
        """Which markers nobody has seen yet; that is known to all, but not which of them comes next."""
        _, (_game, s) = scene.say, rail(scene)
        unseen = Counter(own(s).face_down)
        if unseen:
            listed = ", ".join(
                f"{count} × {scene.name(marker)}" if marker == NO_CHANGE else scene.name(marker)
                for marker, count in unseen.items()
            )
            yield _("Each 5-train sold by the bank reveals one of these markers by lot: %(markers)s.", markers=listed)
        else:
            yield _("All 5-trains are sold: no more markers are revealed.")


class Table1830(RailTable):
    """Draws 1830."""

    extras = Extras1830()
