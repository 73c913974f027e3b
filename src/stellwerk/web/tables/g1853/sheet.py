"""The contract sheet: what each city would give and cost, how the own bid stands, and what the others have shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.contracts import all_written, in_valley, why_not_close, why_not_pick, worth
from stellwerk.games.g1853.ruleset import ContractRules, rules_of
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.steps.bids import PickCities
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail import Why, badge, offer_id, rail


class Writer(NamedTuple):
    """A player while bonds are written: whether his is."""

    name: str
    me: bool
    done: bool


class Bond(NamedTuple):
    """What the visitor may write down, and who has written."""

    choice: Choice | None
    least: int
    most: int
    step: int
    own: int
    """What the visitor has written; 0 for who has not, or has no seat."""

    each: int
    """What the cheapest city counts."""

    fewest: int
    largest: int
    """How many cities a bid has at least and at most."""

    writers: tuple[Writer, ...]


def bond_form(scene: Scene) -> Bond:
    """The form in which a bond is written."""
    game, s = rail(scene)
    rules, mine = rules_of(game.rules).contracts, own(s)
    choice = next((choice for choice in scene.choices if choice.kind == "write_bond"), None)
    hole = choice.args[0] if choice else None
    least, most, step = (hole.lo, hole.hi, hole.step) if isinstance(hole, Range) else (rules.least_bond, 0, 1)
    return Bond(
        choice,
        least,
        most,
        step,
        0 if scene.seat is None else mine.bonds[scene.seat],
        rules.least_value,
        rules.least_cities,
        rules.most_cities,
        tuple(Writer(scene.player(seat), seat == scene.seat, bond != 0) for seat, bond in enumerate(mine.bonds)),
    )


class After(NamedTuple):
    """How a bid would stand: what is left of the bond, and of the cash once the shares are paid for."""

    left: int
    size: int
    cash: int
    unpaid: tuple[str, ...]
    """Shares that would stay unredeemed, as companies."""


class Offered(NamedTuple):
    """A share that a city would give."""

    id: str
    company: str
    badge: Markup
    par: int
    left: int
    """How many the bank has left."""

    choice: Choice | None
    after: After | None
    label: str


class City(NamedTuple):
    """A city on the sheet."""

    hex: str
    name: str
    value: int
    valley: bool
    taken: str
    """The company of which it gave a share, if it is on the own note."""

    offers: tuple[Offered, ...]
    why: Why | None
    """Why it cannot be noted."""


class Bidder(NamedTuple):
    """What everybody knows of a bid."""

    name: str
    me: bool
    turn: bool
    bond: int
    cities: int
    shares: tuple[tuple[str, Markup], ...]
    closed: bool


class Sheet(NamedTuple):
    """The whole sheet of a visitor; what is his own is empty for who has no seat."""

    bond: int
    used: int
    size: int
    fewest: int
    most: int
    valley: int
    valley_most: int
    now: After | None
    cities: tuple[City, ...]
    close: Why | None
    """Why the own bid cannot be closed yet."""

    closed: bool
    picks: bool
    """Whether the visitor is to pick now."""

    bidders: tuple[Bidder, ...]

    @property
    def left(self) -> int:
        return self.bond - self.used


def contract_sheet(scene: Scene) -> Sheet:
    """How the bids stand, seen by the visitor."""
    game, s = rail(scene)
    rules, mine, seat = rules_of(game.rules).contracts, own(s), scene.seat
    bond, note = (0, ()) if seat is None else (mine.bonds[seat], mine.notes[seat])
    why = why_not_close(rules, bond, note)
    return Sheet(
        bond,
        worth(rules, note),
        len(note),
        rules.least_cities,
        rules.most_cities,
        in_valley(rules, note) + (rules.valley_with in note),
        rules.valley_most,
        None if seat is None else _after(scene, s, seat),
        tuple(_cities(scene, bond, note)),
        _why(scene, why) if why and seat is not None else None,
        seat in mine.closed_bids,
        any(choice.kind == "pick" for choice in scene.choices),
        tuple(_bidders(scene)),
    )


def _bidders(scene: Scene) -> Iterator[Bidder]:
    game, s = rail(scene)
    mine = own(s)
    for seat in s.seating or range(game.seats):
        yield Bidder(
            scene.player(seat),
            seat == scene.seat,
            seat in scene.waiting,
            mine.bonds[seat],
            len(mine.notes[seat]),
            tuple((company, badge(scene, company)) for company in mine.taken[seat]),
            seat in mine.closed_bids,
        )


def _cities(scene: Scene, bond: int, note: tuple[str, ...]) -> Iterator[City]:
    """Cities by their names; those of the own note first."""
    game, s = rail(scene)
    rules, mine = rules_of(game.rules).contracts, own(s)
    taken = {} if scene.seat is None else dict(zip(note, mine.taken[scene.seat], strict=False))
    closed = scene.seat in mine.closed_bids or scene.seat is None
    for name in sorted(rules.cities, key=lambda name: (name not in taken, scene.name(name))):
        city = rules.cities[name]
        why = None if name in taken or closed else why_not_pick(rules, bond, note, name)
        yield City(
            name,
            city_name(scene, name),
            city.value,
            name in rules.valley or name == rules.valley_with,
            taken.get(name, ""),
            tuple(_offers(scene, rules, name)) if name not in taken else (),
            _why(scene, why) if why else None,
        )


def _offers(scene: Scene, rules: ContractRules, name: str) -> Iterator[Offered]:
    _, (game, s) = scene.say, rail(scene)
    for company in rules.cities[name].companies:
        choice = next((c for c in scene.choices if c.kind == "pick" and c.args == (name, company)), None)
        left = s.shares[company][game.rules.bank_index].count(TENTH)
        after = _after(scene, game.apply(s, Action(*choice)), choice.seat) if choice else None
        said = _("%(city)s with a share of %(company)s", city=city_name(scene, name), company=company)
        id_ = offer_id(choice) if choice else f"pick-{name}-{company}"
        yield Offered(id_, company, badge(scene, company), s.par[company], left, choice, after, said)


def _after(scene: Scene, s: RailState, seat: int) -> After:
    """What the bids would leave a player if they ended as they stand."""
    game, _s = rail(scene)
    rules, mine = rules_of(game.rules).contracts, own(s)
    paid = s.copy()
    step = game.rail_steps["pick_cities"]
    assert isinstance(step, PickCities)
    if all_written(s) and s.round == "auction":
        step.pay_shares(paid, seat)
    unpaid = [
        company
        for company, counts in own(paid).unredeemed.items()
        for _n in range(counts[seat] if seat < len(counts) else 0)
    ]
    note = mine.notes[seat]
    return After(mine.bonds[seat] - worth(rules, note), len(note), paid.cash[player(seat)], tuple(unpaid))


def _why(scene: Scene, refusal: Refusal) -> Why:
    game, _s = rail(scene)
    rule = game.cite(refusal)
    return Why(scene.refusal(rule, dict(refusal.data)), rule)


def city_name(scene: Scene, name: str) -> str:
    """What a hex of a contract is called: by its city."""
    game, _s = rail(scene)
    return next((stop.name for stop in game.rules.hexmap[name].face.stops if stop.name), name)
