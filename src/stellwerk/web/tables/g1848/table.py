"""What 1848 adds to the table of its engine."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.lending import granted
from stellwerk.games.g1848.ruleset import phase_of, rules_of
from stellwerk.games.g1848.state import loans_of
from stellwerk.games.g1848.steps.credit import BuyOnCredit
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import el
from stellwerk.web.tables.g1848.lender import credit_needed, debt, lender_card, price_track, why_no_loan
from stellwerk.web.tables.rail import (
    Column,
    Extras,
    Marks,
    Place,
    RailTable,
    company_on_turn,
    money,
    offered,
    purchase,
    rail,
    show,
    train_name,
)


class Extras1848(Extras):
    """The Bank of England lends to companies and takes those over whose price has fallen too far."""

    banner = ("lender_pays",)
    confirmed = ("loan",)
    apart = frozenset({"raise_money"})

    def variant(self, scene: Scene, step: str) -> str:
        _game, s = rail(scene)
        if step == "pay_dividend" and not s.revenue:
            return "on_the_brink"
        buying, company = purchase(scene), company_on_turn(scene)
        if isinstance(buying, BuyOnCredit) and buying.must_buy(s, company) and buying.borrows(s, company):
            return "must_borrow"
        return ""

    def first(self, scene: Scene) -> tuple[str, ...]:
        """A company that earned nothing and is about to fall may borrow first: there the loan is what is decided."""
        kinds = {choice.kind for choice in scene.choices}
        return ("loan",) if "withhold" in kinds and "pay_out" not in kinds else ()

    def button(self, scene: Scene, choice: Choice) -> str:
        _game, s = rail(scene)
        return scene.say("Go on without a loan") if choice.kind == "withhold" and not s.revenue else ""

    def overview(self, scene: Scene) -> Iterator[str]:
        _, (game, s) = scene.say, rail(scene)
        yield _("Loans left: %(left)s", left=rules_of(game.rules).loans.count - granted(s))
        if s.failed:
            yield _("In receivership: %(count)s", count=len(s.failed))

    def company(self, scene: Scene, company: str) -> Marks:
        _, (_game, s) = scene.say, rail(scene)
        taken, failed = loans_of(s).get(company, 0), dict(s.failed)
        shown = el("span", {"class": "notes-lent", "aria-hidden": "true"}, "▮" * taken) + f" {taken}" if taken else "0"
        if company not in failed:
            return Marks(facts=((_("Loans"), shown),))
        return Marks((_("in receivership"),), note=_("put there by %(name)s", name=scene.player(failed[company])))

    def limit_note(self, scene: Scene, seat: int) -> str:
        _, (_game, s) = scene.say, rail(scene)
        led = [company for company, director in s.failed if director == seat]
        return _("lowered by %(companies)s", companies=", ".join(led)) if led else ""

    def notes(self, scene: Scene, after: RailState, choice: Choice) -> Iterator[str]:
        """Loans that are taken, how many are left, and a train that the lender takes out of the game."""
        game, s = rail(scene)
        loans = rules_of(game.rules).loans
        for company in game.rules.railroads:
            taken = loans_of(after).get(company, 0) - loans_of(s).get(company, 0)
            if taken > 0:
                yield scene.say.ngettext(
                    "%(company)s takes %(num)s loan: %(worth)s",
                    "%(company)s takes %(num)s loans: %(worth)s",
                    taken,
                    company=company,
                    worth=money(scene, taken * loans.value),
                )
        if granted(after) != granted(s):
            yield scene.say("Loans left: %(left)s", left=loans.count - granted(after))
        for train, left in s.depot.items():
            if len(after.failed) > len(s.failed) and after.depot[train] == left - 1:
                yield scene.say("Out of the game: %(train)s", train=train_name(scene, train))

    def warnings(self, scene: Scene, after: RailState, choice: Choice) -> Iterator[str]:
        """Companies that are taken over."""
        _, (game, s) = scene.say, rail(scene)
        for company, _seat in after.failed[len(s.failed) :]:
            lender = scene.name(rules_of(game.rules).lender)
            yield _("%(company)s goes into receivership: %(lender)s takes it over", company=company, lender=lender)
            if choice.kind == "buy_train":
                yield _("The train is not bought")

    def ending(self, scene: Scene, reason: str) -> str:
        _, (game, _s) = scene.say, rail(scene)
        count = game.rules.ends.get(reason, 0)
        known = {
            "loans": _("%(count)s loans granted: the last rounds are played", count=count),
            "receivership": _("%(count)s companies in receivership: the last rounds are played", count=count),
        }
        return known.get(reason) or super().ending(scene, reason)

    def company_columns(self, scene: Scene) -> Iterator[Column]:
        game, s = rail(scene)
        yield Column(
            scene.say("Loans"), {company: str(loans_of(s).get(company) or "") for company in game.rules.railroads}
        )

    def phase_columns(self, scene: Scene) -> Iterator[Column]:
        _, (game, _s) = scene.say, rail(scene)
        phases = {name: phase_of(game.rules, name) for name in game.rules.phases}
        yield Column(_("Loans"), {name: _("yes") if phase.loans else "–" for name, phase in phases.items()})
        least = {name: phase.lender_pays for name, phase in phases.items()}
        shown = {name: money(scene, amount) if amount else "–" for name, amount in least.items()}
        yield Column(_("%(lender)s pays at least", lender=scene.name(rules_of(game.rules).lender)), shown)

    def train_notes(self, scene: Scene) -> Iterator[str]:
        yield scene.say(
            "A train with + makes one change of gauge besides its stops; else each change of gauge counts as a stop."
        )

    def panel(self, scene: Scene, place: Place) -> Markup:
        if place == "above_companies":
            return show(scene, "g1848/lender.html", lender=lender_card(scene), offered=offered(scene))
        if place == "below_market":
            return show(scene, "g1848/track.html", lender=lender_card(scene), track=price_track(scene))
        if place == "above_choices":
            return self._forced(scene)
        refusal = why_no_loan(scene) if place == "below_choices" else None
        return show(scene, "g1848/no_loan.html", no_loan=refusal) if refusal else Markup("")

    def _forced(self, scene: Scene) -> Markup:
        """A train that must be bought on credit, or money that must be raised."""
        if credit := credit_needed(scene):
            names = {
                train: train_name(scene, train) for train in (credit.train, *(plan.train for plan in credit.plans))
            }
            return show(scene, "g1848/credit.html", lender=lender_card(scene), credit=credit, train_name=names.get)
        owed = debt(scene)
        return show(scene, "g1848/debt.html", debt=owed) if owed else Markup("")


class Table1848(RailTable):
    """Draws 1848."""

    extras = Extras1848()
