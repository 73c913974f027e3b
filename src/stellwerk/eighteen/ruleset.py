"""The tables of an 18xx title: what its rulebook and its pieces print, with all options resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Final, Literal

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.market import Market
from stellwerk.eighteen.routes import RouteRules
from stellwerk.eighteen.rules import (
    AuctionRules,
    DividendRules,
    EndRules,
    HelpRules,
    InformationRules,
    OperatingRules,
    PriceRules,
    PrivateRules,
    Reform,
    RunRules,
    StockRules,
    TrackRules,
    TrainRules,
)
from stellwerk.eighteen.schema import (
    Amount,
    CompanyName,
    HexName,
    Id,
    Paint,
    Percent,
    PhaseName,
    Positive,
    PrivateName,
    RuleNumber,
    TerrainName,
    TileColour,
    TileName,
    TrainName,
    Written,
)
from stellwerk.eighteen.tiles import Catalogue
from stellwerk.eighteen.trains import Train

TENTH: Final = 10
"""The usual share, in per cent."""

NEUTRAL: Final = "#666666"
"""The colour of a company that has none of its own."""


@dataclass(frozen=True, slots=True)
class Company:
    """A railroad: how its certificates are cut, where it starts, how many station markers it has."""

    id: Id
    markers: Amount = 0
    home: HexName = ""
    home_stops: Annotated[tuple[Amount, ...], Written("stops")] = (0,)
    """The stops of the home hex among which it may choose."""

    other_homes: tuple[HexName, ...] = ()
    """Hexes in which it may begin instead, on their first stop; its director chooses in its first turn."""

    more_homes: Mapping[HexName, Amount] = field(default_factory=dict)
    """By hex and stop further homes: it places a station in each of them too, and a circle is kept for it there."""

    closed_home: HexName = ""
    """One of several homes in which nobody else places a station before it has begun. Without one, others leave it
    room in at least one of them."""

    director: Percent = 20
    certificates: Annotated[tuple[Percent, ...], Written("others")] = (10,) * 8
    """The other certificates, in per cent."""

    colour: Paint = NEUTRAL
    """What its markers and cards are painted with."""

    par: Amount = 0
    """The only par it can have; 0 leaves the choice to its director."""

    second_home: HexName = ""
    """A further home, where it places a station too. Such a company has no circle kept free: where all are taken, its
    markers lie beside them."""

    waits_for: PhaseName = ""
    """It does not act until its two homes are joined by track, or this phase has begun."""

    marker_prices: tuple[Amount, ...] = ()
    """What its stations cost, where that is not what the others pay."""

    ground: Mapping[HexName, Amount] = field(default_factory=dict)
    """What the first tile on a hex costs it, where that is not what the others pay."""

    operates: bool = True
    """Whether it is a railroad. One that is not has shares for sale, but neither director nor turns, and trade does not
    move its price."""

    @property
    def homes(self) -> tuple[str, ...]:
        """All hexes among which it may choose its home."""
        return (self.home, *self.other_homes) if self.home else ()

    @property
    def has_large(self) -> bool:
        """Whether some certificate besides the director's is more than a tenth."""
        return any(cert > TENTH for cert in self.certificates)


@dataclass(frozen=True, slots=True)
class Private:
    """A private company; powers are keys that steps look for."""

    id: Id
    price: Positive
    income: Amount
    blocks: tuple[HexName, ...] = ()
    """Hexes that nobody may build on while a player owns it."""

    to_companies: bool = True
    """Whether a company may buy it."""

    tile: tuple[HexName, ...] = ()
    """Hexes on one of which its owner company may once lay a tile without a connection."""

    extra_tile: bool = False
    """Whether that tile comes on top of the usual one."""

    marker: bool = False
    """Whether a station may be placed there free of charge in the same turn."""

    marker_later: bool = False
    """Whether that holds in later turns too."""

    exchange: CompanyName = ""
    """A company of which its owner may take a share for it."""

    share: CompanyName = ""
    """A company of which its first buyer gets a share."""

    directs: CompanyName = ""
    """A company of which its first buyer gets the director's certificate."""

    closes_with_train_of: CompanyName = ""

    band: tuple[Amount, ...] = ()
    """The least and the most that a company may pay for it; by default from half to double its price."""

    least: Amount = 0
    """The price below which it is never lowered, where privates are sold by lowering."""

    own_tile: TileName = ""
    """A tile that nobody else may lay, on one of its hexes."""

    terrain: TerrainName = ""
    """Once, ground of this kind is cheaper by `discount`; such a right outlives the private."""

    cheap: Mapping[HexName, Amount] = field(default_factory=dict)
    """Hexes on which the first tile costs its owner company so much, where it could build anyway.

    A company that pays less than is printed there anyway pays the same part of that.
    """

    cheap_once: bool = False
    """Whether that holds for one of them only, and only if the owner says so."""

    licence: bool = False
    """Whether a company that buys it has a licence for the hexes that ask for one, and keeps it."""

    closes_on: Literal["", "use", "tiles", "run"] = ""
    """What closes it: a tile that it makes cheaper, tiles on all its cheap hexes, whoever lays them, or the first run
    of its owner through a hex that asks for a licence."""

    discount: Amount = 0
    train: TrainName = ""
    """Once, a train of this type is cheaper by `discount`; such a right outlives the private."""

    @property
    def outlives(self) -> bool:
        """Whether its right stays with its owner when it closes."""
        return bool(self.discount)


@dataclass(frozen=True, slots=True)
class Phase:
    """What holds from the sale of the first train of a type on."""

    id: Id
    colours: frozenset[TileColour]
    train_limit: Positive
    rounds: Positive
    """Operating rounds in the sets that begin in this phase."""

    level: Amount
    """Which value of two-valued stops counts."""

    buy_privates: bool = False
    close_privates: bool = False
    train: TrainName = ""
    """The train whose first sale begins this phase."""

    tiles: Positive = 1
    """New tiles that a company may lay in a turn; replacing one is always the only lay of a turn."""

    trades: bool = True
    """Whether companies may buy trains from each other."""

    rule: RuleNumber = ""
    """The rule that says which tiles may be laid."""


@dataclass(frozen=True, slots=True)
class PrivateGroup:
    """Privates that are sold together."""

    privates: tuple[PrivateName, ...]
    price: Positive


@dataclass(frozen=True)
class Ruleset:
    """All numbers of a title for a number of seats."""

    seats: int
    hexmap: HexMap
    catalogue: Catalogue
    market: Market
    companies: Mapping[str, Company]
    privates: Mapping[str, Private]
    trains: Mapping[str, Train]
    left_out: frozenset[str] = field(default_factory=frozenset, kw_only=True)
    """Trains of this title that are not in this game."""

    phases: Mapping[str, Phase]
    bank: int
    capital: int
    """What each player starts with."""

    certificate_limits: tuple[int, ...]
    """How many certificates a player may hold, by the number of companies that have failed, the last holding on."""

    marker_prices: tuple[int, ...]
    """What the second, third ... station of a company costs, the last price holding on."""

    float_percent: int = 60
    pool_percent: int = 50
    pool_certificates: int | None = None
    """How many certificates of a company may lie in the pool, where a title counts those instead."""

    company_limit: int = 5
    """Certificates of one company that a player may hold."""

    holding_percent: int | None = None
    """A limit in per cent instead, where an option says so."""

    bid_step: int = 5
    groups: tuple[PrivateGroup, ...] = ()
    """What privates are sold in, where they are sold in groups."""

    auction_rules: AuctionRules = field(default_factory=AuctionRules)
    stock_rules: StockRules = field(default_factory=StockRules)
    price_rules: PriceRules = field(default_factory=PriceRules)
    reform: Reform | None = None
    private_rules: PrivateRules = field(default_factory=PrivateRules)
    track_rules: TrackRules = field(default_factory=TrackRules)
    run_rules: RunRules = field(default_factory=RunRules)
    dividend_rules: DividendRules = field(default_factory=DividendRules)
    operating_rules: OperatingRules = field(default_factory=OperatingRules)
    train_rules: TrainRules = field(default_factory=TrainRules)
    help_rules: HelpRules = field(default_factory=HelpRules)
    end_rules: EndRules = field(default_factory=EndRules)
    information_rules: InformationRules = field(default_factory=InformationRules)
    routes: RouteRules = field(default_factory=RouteRules)
    licence_price: int = 0
    """What a licence for the hexes that ask for one costs (`routes.licensed`)."""

    limit_cut: int = 0
    """By how much the limit of a player falls further for each company that failed under him."""

    ends: Mapping[str, int] = field(default_factory=dict)
    """What besides an empty bank brings the end, and from which number on: a `price`, or what the title counts."""

    deeds: tuple[str, ...] = ()
    """What a company can do in its turn that only this title knows."""

    preprinted: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Tiles with their rotations that lie on the board from the start, out of the supply."""

    companies_fail: bool = False
    """Whether companies can leave the game."""

    @cached_property
    def cards(self) -> tuple[tuple[str, str, str], ...]:
        """By train its name, the card under which the depot counts it, and the train whose phase opens its sale."""
        return tuple((name, facts.card or name, facts.after) for name, facts in self.trains.items())

    @cached_property
    def closed_by_trains(self) -> Mapping[str, tuple[str, ...]]:
        """By company the privates that close when it gets a train."""
        found: dict[str, tuple[str, ...]] = {}
        for private, facts in self.privates.items():
            company = facts.closes_with_train_of
            if company:
                found[company] = (*found.get(company, ()), private)
        return found

    @cached_property
    def closed_by_tiles(self) -> tuple[str, ...]:
        """The privates that close with tiles: with the first that they help to lay, or with all on their hexes."""
        return tuple(private for private, facts in self.privates.items() if facts.closes_on in ("use", "tiles"))

    @cached_property
    def cheaper_hexes(self) -> frozenset[str]:
        """The hexes on which some private makes the first tile cheaper."""
        return frozenset(name for facts in self.privates.values() for name in facts.cheap)

    @cached_property
    def own_tiles(self) -> frozenset[str]:
        """The tiles that only the owner of some private may lay."""
        return frozenset(facts.own_tile for facts in self.privates.values() if facts.own_tile)

    @cached_property
    def scrapping(self) -> frozenset[str]:
        """The trains whose first or last sale scraps others."""
        return frozenset(name for facts in self.trains.values() for name in (facts.rusts_on, facts.rusts_on_last))

    @cached_property
    def certificate_limit(self) -> int:
        """The limit while no company has failed."""
        return self.certificate_limits[0]

    @property
    def money(self) -> int:
        """All money of the game."""
        return self.bank

    @cached_property
    def railroads(self) -> tuple[str, ...]:
        """The companies that operate."""
        return tuple(name for name, company in self.companies.items() if company.operates)

    @cached_property
    def tenths_only(self) -> frozenset[str]:
        """The companies whose certificates are all tenths, but for the director's."""
        return frozenset(name for name, facts in self.companies.items() if set(facts.certificates) == {TENTH})

    @cached_property
    def second_phase_is_bought(self) -> bool:
        """Whether the second phase begins with the sale of a train, and not with the first stock round."""
        return bool(list(self.phases.values())[1].train)

    @cached_property
    def ordinal(self) -> Mapping[str, int]:
        """The place of each phase among all of them."""
        return {phase: place for place, phase in enumerate(self.phases)}

    @cached_property
    def begins(self) -> Mapping[str, str]:
        """By train the phase that its first sale begins."""
        return {phase.train: name for name, phase in self.phases.items() if phase.train}

    @cached_property
    def bank_index(self) -> int:
        return self.seats

    @cached_property
    def pool_index(self) -> int:
        return self.seats + 1
