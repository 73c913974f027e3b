"""What 1853 adds to the table of its engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from markupsafe import Markup

from stellwerk.core.choice import Choice, Range
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.contracts import all_written
from stellwerk.games.g1853.flow import flow_of
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.shares import unredeemed
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.track import is_large
from stellwerk.games.g1853.trains import is_metre
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label
from stellwerk.web.tables.g1853.contract import contracts
from stellwerk.web.tables.g1853.ground import hex_marks, key, layers
from stellwerk.web.tables.g1853.sheet import bond_form, contract_sheet
from stellwerk.web.tables.rail import (
    Column,
    Entry,
    Extras,
    HexMarks,
    Layer,
    Marks,
    Place,
    RailTable,
    money,
    offer_id,
    rail,
    show,
)

FIRST: Final[Mapping[str, tuple[str, ...]]] = {
    "write_bonds": ("write_bond",),
    "pick_cities": ("pick",),
    "choose_plan": ("plan",),
    "sell_elephant": ("offer_elephant",),
    "call_round": ("extra_round",),
    "settle_train": ("pay_train", "return_train"),
    "judge_bid": ("pardon",),
}
"""By step the kinds of actions with which the banner begins."""


def has_elephant(s: RailState, seat: int) -> bool:
    """Whether a player has the elephant; before the bonds are open nobody has."""
    return s.priority == seat and (s.round != "auction" or bool(s.seating))


class Extras1853(Extras):
    """Contracts, two gauges, territories and an elephant."""

    banner = ("close_bid", "keep_elephant", "no_extra_round")
    confirmed = ("redeem", "use_token", "buy_on_credit", "pay_train", "return_train")
    placed = ("write_bond", "pick")
    leads: ClassVar[Mapping[str, str]] = {"write_bond": "#bond", "pick": ".cities-to-pick"}
    names_priority = False

    def first(self, scene: Scene) -> tuple[str, ...]:
        """What these steps are about; the usual order knows nothing of them."""
        _game, s = rail(scene)
        kinds = {choice.kind for choice in scene.choices}
        if "redeem" in kinds and "buy" not in kinds:
            return ("redeem",)  # nothing is bought before all is redeemed
        return FIRST.get(s.todo[-1].step, ()) if s.todo else ()

    def opening(self, scene: Scene) -> str:
        return scene.say("Contracts")

    def seating(self, scene: Scene) -> str:
        _, (_game, s) = scene.say, rail(scene)
        names = " → ".join(scene.player(seat) for seat in s.seating)
        return _("Seats by bond: %(names)s", names=names) if names else ""

    def overview(self, scene: Scene) -> Iterator[str]:
        _, (_game, s) = scene.say, rail(scene)
        if has_elephant(s, s.priority):
            yield _("Elephant: %(name)s", name=scene.player(s.priority))
        if own(s).premium:
            yield _("Premium: %(amount)s", amount=money(scene, own(s).premium))
        if own(s).to_visit:
            yield _("A train must pass through: %(places)s", places=", ".join(map(scene.name, own(s).to_visit)))
        mine = next((contract for contract in contracts(scene) if contract.me and not contract.fulfilled), None)
        if mine:
            yield scene.say.ngettext("Contract: %(num)s join missing", "Contract: %(num)s joins missing", mine.gaps)

    def price(self, scene: Scene, choice: Choice) -> tuple[int, str] | None:
        """The elephant for what the extra round that it can call would pay its buyer."""
        _, (game, s) = scene.say, rail(scene)
        match choice.kind, choice.args:
            case "offer_elephant", (int(buyer), Range(hi=most)):
                name, held = scene.player(buyer), {one: game.flow.earning(s, one, buyer) for one in s.floated}
                paid = sum(s.runs.get(company, 0) * percent for company, percent in held.items()) // 100
                if paid:
                    told = _("Runs like the last would pay %(name)s %(sum)s.", name=name, sum=money(scene, paid))
                    return min(most, paid), told
                return most // 10, _("Starts at a tenth of what %(name)s has.", name=name)
        return None

    # --- the map ---------------------------------------------------------------------------------------

    def hex(self, scene: Scene, hex_: Hex) -> HexMarks:
        return hex_marks(scene, hex_)

    def layers(self, scene: Scene) -> Iterator[Layer]:
        return layers(scene)

    def key(self, scene: Scene) -> Iterator[Entry]:
        return key(scene)

    # --- cards -----------------------------------------------------------------------------------------

    def player(self, scene: Scene, seat: int) -> Marks:
        _, (_game, s) = scene.say, rail(scene)
        mine = own(s)
        tags = (_("elephant"),) if has_elephant(s, seat) else ()
        if not mine.bonds or not mine.bonds[seat] or not all_written(s):
            return Marks(tags)
        back = seat in mine.fulfilled
        said = _("%(bond)s, paid back") if back else _("%(bond)s, laid aside")
        return Marks(tags, ((_("Bond"), said % {"bond": money(scene, mine.bonds[seat])}),))

    def held(self, scene: Scene, company: str, seat: int) -> str:
        _, (_game, s) = scene.say, rail(scene)
        unpaid = TENTH * unredeemed(s, company, seat)
        return _("%(percent)s%% unredeemed", percent=unpaid) if unpaid else ""

    def company(self, scene: Scene, company: str) -> Marks:
        _ = scene.say
        facts = [(_("Size"), self._size(scene, company)), *self._running(scene, company)]
        return Marks(tuple(self._company_tags(scene, company)), tuple(facts), self._note(scene, company))

    def _note(self, scene: Scene, company: str) -> str:
        """What is to know of a company that has not started."""
        _, (game, s) = scene.say, rail(scene)
        size, par = self._size(scene, company), money(scene, s.par[company])
        start = game.rules.float_percent
        return _("%(size)s; par %(par)s; starts when %(start)s%% are sold", size=size, par=par, start=start)

    def _size(self, scene: Scene, company: str) -> str:
        _, (game, s) = scene.say, rail(scene)
        open_size = rules_of(game.rules).company(company).size == "open"
        if open_size and company not in (*own(s).large, *own(s).small):
            return _("large or small: the first stock round decides")
        return _("large") if is_large(game.track, s, company) else _("small")

    def _company_tags(self, scene: Scene, company: str) -> Iterator[str]:
        _, (game, s) = scene.say, rail(scene)
        if company in s.floated and company not in s.director:
            seat = flow_of(game.flow).decides(s, company)
            yield _("manager: %(name)s", name=scene.player(seat)) if seat >= 0 else _("no director")
        if train := own(s).credit.get(company):
            yield _("owes for its %(train)s", train=train)

    def _running(self, scene: Scene, company: str) -> Iterator[tuple[str, str]]:
        _, (game, s) = scene.say, rail(scene)
        facts, plan = rules_of(game.rules).company(company), own(s).plans.get(company)
        if plan:
            paid = _("at %(fee)s each time", fee=money(scene, facts.fee))
            yield _("Second tile"), paid if plan == "paid" else _("free from phase 3 on")
        if not is_large(game.track, s, company) and (facts.size == "small" or company in own(s).small):
            yield _("Train token"), _("spent") if company in own(s).tokens_spent else _("there")

    # --- panels ----------------------------------------------------------------------------------------

    def company_columns(self, scene: Scene) -> Iterator[Column]:
        game, _s = rail(scene)
        names = {company: self._size(scene, company) for company in game.rules.railroads}
        yield Column(scene.say("Size"), names)

    def train_tag(self, scene: Scene, train: str) -> str:
        game, _s = rail(scene)
        return scene.say("metre gauge") if is_metre(game.rules, train) else ""

    def train_notes(self, scene: Scene) -> Iterator[str]:
        """Who may buy which train."""
        _, (game, s) = scene.say, rail(scene)
        cards = ", ".join(name for name, facts in game.rules.trains.items() if facts.card)
        later = ", ".join(name for name in s.depot if is_metre(game.rules, name))
        if s.stock_rounds and s.round == "operating" and not own(s).small_started:
            yield _("No small company started in the first stock round: there is no %(train)s.", train=cards)
        else:
            yield _("%(train)s: for small companies only, in place of the card's other train.", train=cards)
        yield _("%(trains)s run on metre and dual gauge. Before phase 3 only small companies buy them.", trains=later)
        yield _("A small company may give up its train token once and buy the metre train of the next phase.")
        for phase, facts in rules_of(game.rules).phases.items():
            if carriers := ", ".join(rules_of(game.rules).phase(facts.id).carriers):
                yield _(
                    "Phase %(phase)s: companies with these trains build beyond their territory too: %(trains)s.",
                    phase=phase,
                    trains=carriers,
                )
        yield _("No company has to own a train. Whoever decides for one may add what it lacks for a train.")

    def stage(self, scene: Scene) -> str:
        return scene.say("Contract")

    def panel(self, scene: Scene, place: Place) -> Markup:
        _game, s = rail(scene)
        step = s.todo[-1].step if s.todo else ""
        if place == "above_choices" and step == "write_bonds":
            form = bond_form(scene)
            said = label(scene, form.choice) if form.choice else ""
            return show(scene, "g1853/bond.html", bond=form, label=said)
        if place == "stage" and step in ("pick_cities", "draw_order"):
            labels = {offer_id(choice): label(scene, choice) for choice in scene.choices if choice.kind == "pick"}
            return show(scene, "g1853/sheet.html", sheet=contract_sheet(scene), labels=labels)
        if place == "above_players" and (found := contracts(scene)):
            return show(scene, "g1853/contracts.html", contracts=found)
        return Markup("")


class Table1853(RailTable):
    """Draws 1853."""

    extras = Extras1853()
