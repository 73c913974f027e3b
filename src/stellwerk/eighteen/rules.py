"""What the books of 18xx titles say differently, as typed records by chapter.

A title fills in the fields in which its book, or an option of it, departs from the defaults; a step reads the one field
it needs. The defaults are what most books of the family say. What only one book has is a step of its title instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """Seats, and the sale of the privates."""

    seats_by: Literal["number", "lot", "private", "bond"] = "number"
    """How the players sit clockwise: by the numbers of their seats, by lot, by the privates dealt to them, or by the
    bonds that they have written down."""

    sale: Literal["auction", "groups", "dealt"] = "auction"
    """How the privates are sold: one by one, in groups for whose choice one bids, or one dealt to each player."""

    rest: Literal["removed", "sold", "auctioned"] = "removed"
    """What becomes of privates that were dealt to nobody: they leave, or are sold without bids, or like all others."""

    bidding: Literal["in_turn", "free"] = "in_turn"
    """Whether one bids in one's turn, or at any moment."""

    raises: Literal["any", "multiples", "exact"] = "any"
    """By how much a bid is higher: by the least step or more, by multiples of it, or by exactly one."""

    passed_are_out: bool = False
    """Whether a pass is final in the auction of a private."""

    speaks: Literal["clockwise", "lowest"] = "clockwise"
    """Who raises or passes in such an auction: one bidder after the other, or whoever bids lowest; then he who passes
    is out, and bids on later privates go on meanwhile."""

    resumes_with: Literal["priority", "next"] = "priority"
    """Who speaks after all have passed: the holder of the priority, or the seat after the last who passed."""

    free_private_to: Literal["priority", "next"] = "priority"
    """Who gets a private whose price has fallen to nothing."""

    stalled: Literal["cheaper", "pays"] = "cheaper"
    """What happens in a sale that has come to a halt: the cheapest private becomes cheaper, or all pay on."""


@dataclass(frozen=True, slots=True)
class StockRules:
    """Stock rounds: what a player does in a turn, and what it does to prices."""

    turn: Literal["sell_buy_sell", "sell_buy", "buy_sell"] = "sell_buy_sell"
    """What may come in which order; where a purchase ends the turn nothing is sold after it."""

    sales: Literal["block", "single"] = "block"
    """Whether several certificates of a company are sold together at one price, or always one after the other."""

    change_from_pool: bool = False
    """Whether a part of a large certificate may be sold when the pool has one as change."""

    sales_of_one_company: Literal["any", "one"] = "any"
    """How often a player may sell shares of the same railroad in one turn; those of other companies are not counted."""

    several_from: frozenset[str] = frozenset({"pool"})
    """Where several shares of one company may be bought in a turn, if its price lies in the zone that allows it."""

    several_apart: bool = False
    """Whether such purchases may go on after a sale."""

    privates_count: bool = True
    """Whether privates count as certificates."""

    capital: Literal["round_end", "at_once"] = "round_end"
    """When a company that has floated receives its capital."""

    capital_of_waiting: Literal["when_it_begins", "when_floated"] = "when_it_begins"
    """When a company receives it that has floated and may not begin yet."""

    director: Literal["bought", "swapped"] = "bought"
    """How the director's certificate leaves the bank: it is the first of a company that is bought, or nobody buys it
    and whoever becomes director swaps smaller ones for it. Then a company may also be without a director; the
    certificate lies with the bank or in the pool meanwhile."""

    sells_new: bool = True
    """Whether a player may sell a company in the turn in which he has bought of it."""

    goes_on_by: Literal["trade", "purchase"] = "trade"
    """What keeps a round going and moves the priority: any trade, or a purchase only."""

    sale_discount: int = 0
    """How much less than its price a tenth brings in the first stock round."""

    passed_are_out: bool = False
    """Whether who passes has no further turn in that round."""

    standstill_ends: bool = False
    """Whether a game in which nobody can do anything any more ends."""


Drop = Literal["per_share", "per_sale", "per_turn", "never"]


@dataclass(frozen=True, slots=True)
class PriceRules:
    """What sales and dividends do to prices."""

    drop: Drop = "per_share"
    """When a price falls a row: for each share sold, for each sale, once for all that is sold in a turn, or never."""

    directors_drop: Literal["", "per_share"] = ""
    """When it falls by sales of the company's own director, where that is not when it falls by those of others."""

    rise: Literal["one", "covered", "jumps"] = "one"
    """How far a dividend moves a price: one step; one if it is as high as the price; or one for each time it is, from
    one to `most_steps`."""

    most_steps: int = 4
    fall: Literal["always", "in_pool"] = "always"
    """Whether a price falls whenever nothing is paid, or only if shares of the company lie in the pool."""


@dataclass(frozen=True, slots=True)
class Reform:
    """Other rules for prices, from the stock round after the last of some trains is bought until the end."""

    trains: tuple[str, ...]
    rules: PriceRules


@dataclass(frozen=True, slots=True)
class PrivateRules:
    """Privates after their sale."""

    trades: Literal["free", "purchase", "none"] = "free"
    """Whether players trade privates: freely, as the purchase of a turn, or not at all."""

    most_purchases: int = 10
    """How often one may be the purchase of a turn in the same stock round: each purchase keeps the round going."""

    resale: Literal["next_round", "at_once"] = "next_round"
    """When a private that a player has bought of another may change hands again."""

    bought_from: Literal["phase", "next_round"] = "phase"
    """From when companies buy privates: as soon as a phase allows it, or from the operating round after that."""

    seller: Literal["any", "director"] = "any"
    """Of whom a company buys privates: of any player, or of its director only."""

    exchange: Literal["between_turns", "any_time"] = "between_turns"
    """When a private is exchanged for a share."""

    exchange_as_purchase: bool = False
    """Whether that needs all that a purchase of the share would need."""

    tile_time: Literal["track_step", "any_time"] = "track_step"
    """When a company lays a tile by the power of a private."""

    used_by: Literal["owner", "director"] = "owner"
    """Who uses a power for a company: only the company that owns the private, or its director as owner too."""

    used_from: Literal["purchase", "start"] = "purchase"
    """From when a director may do so: from the phase in which companies may buy privates, or from the start."""

    own_tile_by: Literal["director", "company"] = "director"
    """Who lays the tile of a private that nobody else may lay: its owner as director too, or only a company."""

    closed_by_train: Literal["too", "only"] = "too"
    """Whether a private that closes with a company's train closes with the others too, or keeps its right till then."""

    worth: Literal["face", "nothing"] = "face"
    """What a private counts at the end."""

    kept_by_bankrupt: bool = False
    """Whether the privates of a bankrupt count at the end."""


@dataclass(frozen=True, slots=True)
class TrackRules:
    """Track and stations."""

    city_chosen_by: Literal["director", "layer"] = "director"
    """Who chooses the city of a home station where track first reaches a hex with several."""

    laying: Literal["any", "new", "new_or_gain"] = "any"
    """To what a company must have a route that lays a tile: to any track of it, to some that is new, or to that unless
    the tile raises what its trains can earn."""

    joins: frozenset[str] = frozenset()
    """Tiles with several cities whose track may all be led into one city of the next tile, where they do not all have
    a station; a lone station then chooses its city."""

    gauges: tuple[str, ...] = ()
    """Gauges of track that each make a network of their own: a connection keeps its gauge, dual track counts as any,
    and every company builds all of them. None named: all track is one network."""

    apart: frozenset[str] = frozenset()
    """Colours of tiles that never lie side by side."""


@dataclass(frozen=True, slots=True)
class RunRules:
    """Runs and dividends."""

    best_run: Literal["compulsory", "free"] = "compulsory"
    """Whether only a run that earns the most possible is legal."""

    pool_earns: bool = True
    """Whether a company receives the dividends of its shares in the pool."""

    mail: bool = False
    """Whether one train that runs earns besides, for the treasury alone, what the two ends of its route are worth."""


@dataclass(frozen=True, slots=True)
class DividendRules:
    """What becomes of what was earned."""

    split: bool = False
    """Whether the shareholders may be paid half of it, which leaves the price where it is."""

    luck: tuple[int, ...] = ()
    """The markers of which one is drawn after each run: the per cents of the run that are earned."""


@dataclass(frozen=True, slots=True)
class OperatingRules:
    """Operating rounds."""

    order: Literal["current", "first", "table"] = "current"
    """By which prices companies act: by those of the moment, or by those at the beginning of the round; or in the order
    of the list, whatever their prices are."""

    extra_rounds: int = 0
    """How many rounds may be called on top of those that the phase gives a set."""


@dataclass(frozen=True, slots=True)
class TrainRules:
    """Trains: the phases that they begin, discards, and what used ones are good for."""

    discard_order: Literal["price", "table", "from_buyer"] = "price"
    """Which company over the limit discards first: the dearest, or the first in the list, which is gone through from
    its beginning or from the buyer on."""

    buyer_discards_first: bool = False
    other_discards: Literal["at_once", "after_dividend"] = "at_once"
    """When companies discard if no purchase has brought them over the limit."""

    discarded: Literal["pool", "removed"] = "pool"
    """Where a discarded train goes."""

    early_phase: Literal["begins", "waits"] = "begins"
    """What the first sale of a train does whose phase is not the next one: its phase begins, with all that was skipped,
    or only its own effects come about."""

    scrapping: Literal["at_once", "after_run"] = "at_once"
    """When scrapped trains leave their companies: at once, or when each has run once more for its owner."""

    limit: Literal["fixed", "flexible"] = "fixed"
    """Whether a company at its limit buys no train, or buys one and gives up another at once."""

    least_price: int = 1
    """What a company pays at least for a train of another one."""

    last_train: Literal["sold", "kept"] = "sold"
    """Whether the only train of a company that has a route may be bought by another."""


@dataclass(frozen=True, slots=True)
class HelpRules:
    """Trains that a director pays for."""

    duty: Literal["route", "none"] = "route"
    """Whether a company that has a route must own a train."""

    gifts: bool = False
    """Whether a director may add what the treasury lacks for any train, of his own free will."""

    sales: Literal["forced", "any"] = "forced"
    """When a director may sell shares for a train."""

    trains_of: Literal["own", "any"] = "any"
    """Whose trains may be bought with a director's money: of companies of his own, or of any."""

    beyond_need: Literal["none", "others"] = "none"
    """Whether a director may add money for trains of other companies although the treasury could pay for a train."""

    lends: bool = False
    """Whether the bank lends what treasury and director lack; else the director sells, or is bankrupt."""


@dataclass(frozen=True, slots=True)
class InformationRules:
    """What players may know of each other's money; certificates, trains and all else are always open."""

    treasuries: Literal["open", "director"] = "open"
    """Who knows what a company has: everybody, or only its director."""

    cash: Literal["open", "owner"] = "open"
    """Who knows what a player has: everybody, or only that player."""

    @property
    def hides(self) -> bool:
        """Whether any money is hidden from anybody; that of the bank is then too, or it would tell the sum of it."""
        return (self.treasuries, self.cash) != ("open", "open")


@dataclass(frozen=True, slots=True)
class EndRules:
    """The end of the game."""

    bank_breaks: Literal["empty", "overdrawn"] = "empty"
    """When the bank is broken: when it has nothing left, or when it has paid more than it had."""

    broken_bank: Literal["after_set", "after_round"] = "after_set"
    """When a broken bank ends the game: after the set of operating rounds, or after the round in which it broke."""

    top_price: Literal["after_set", "at_once", "instantly"] = "after_set"
    """When a price that brings the end does so: after the set of operating rounds, after the company's turn or the
    stock round in which it came about, or with the dividend itself."""
