"""Options of 1830 that touch the same fact make of tiles, ground, trains, money, limits and seats what the book says.

The facts are reckoned anew from the options by plain sums; every two values that go together meet in some set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

import pytest

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import UNLIMITED
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.covering import SEATS, covering, space
from tests.marks import drawn, rule

FEW = 200
"""Number of pairs drawn each day."""

Options = Mapping[str, str]
ON = "true"

LEFT_OUT = {
    "D": {"5": 2, "6": 2, "61": 2, "592": 2, "810": 1, "882": 1},
    "G": {"5": 2, "6": 2, "53": 2, "61": 2, "62": 1, "87": 1, "88": 1, "167": 1, "204": 1, "513": 1},
    "R": {"53": 2, "61": 2, "810": 1, "882": 1},
    "B": {"167": 1, "513": 1, "810": 1, "882": 1, "883": 1, "884": 1, "997": 1, "592": 2},
}
"""S-1.1 to S-4.1: by scenario what is missing of all tiles."""

TIED = {"592": 2, "884": 1, "997": 1, "810": 1, "882": 1, "883": 1}
"""V-1.4: tiles made for one city, which extension A leaves out."""

PRICES = {"2": 80, "3": 180, "4": 300, "5": 450, "6": 630, "7": 710}
ROSTERS = {
    "": {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6},
    "D": {"2": 7, "3": 6, "4": 6, "5": 4, "6": 4, "7": 2, "D": 6},
    "G": {"2": 7, "3": 6, "4": 5, "5": 4, "6": 3, "7": 2, "D": 6},
}
"""T-03; every other scenario has the roster of Classic."""

PLUS = {"2+2": 120, "3+3": 270, "4+4": 380, "5+5": 550, "6+6": 750}
CAPITAL = {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400, 7: 350}
LIMITS = {"classic": (28, 20, 16, 13, 11, 11), "plus": (32, 22, 18, 15, 13, 12)}
BANKS = {"full_12000": 12000, "short_4500": 4500, "extended_20000": 20000}


def letter(o: Options) -> str:
    """The scenario whose material is played with: uncertain times have none."""
    found = o["scenario"].split("+")[-1]
    return "" if found in ("none", "T") else found


def tiles(o: Options) -> dict[str, int]:
    """Number of each tile at the beginning, those on the board included."""
    classic = Counter(TITLE.catalogue("classic").counts)
    every, scenario = Counter(TITLE.catalogue("classic", "plus").counts), letter(o)
    if scenario == "C":
        found = classic + Counter({"26": 2, "27": 2})
        if o["additional_tiles"] == ON:
            found += Counter({"5": 3, "6": 3, "141": 2, "142": 2, "143": 2, "144": 2})
        if o["reading"] == ON:
            found = found - Counter({"53": 2, "61": 2}) + Counter({"592": 2, "997": 2})
        endless = o["unlimited_tiles"] == ON
        return {number: UNLIMITED if endless and number in classic else count for number, count in found.items()}
    if scenario:
        allowed = {"5": 2, "6": 2} if o["d_tiles_5_6"] == ON else {}
        return dict(every - Counter(LEFT_OUT[scenario]) + Counter(allowed))
    if o["tile_set"] == "extension_a":
        return dict(every - Counter(TIED))
    return dict(classic + Counter({"5": 2, "6": 2, "619": 1} if o["tile_set"] == "extension_b" else {}))


def trains(o: Options) -> dict[str, tuple[int | None, int]]:
    """By train how many there are and what each costs."""
    counts: dict[str, int | None] = dict(ROSTERS.get(letter(o), ROSTERS[""]))
    if o["plus_trains"] == ON:
        counts |= {"2": 5, "3": 4, "4": 3, "5": 2, "6": 2, **dict.fromkeys(PLUS, 1)}
    if o["reading"] == ON:
        counts["4"] = 5
    if o["third_six"] == ON:
        counts["6"] = 3
    counts["D"] = {"six": 6, "none": 0, "unlimited": None}[o["diesels"]]
    diesel = 900 if letter(o) == "D" else 1100
    prices = {**PRICES, "D": diesel, **{name: PRICES[name[0]] for name in PLUS}}
    if o["plus_train_prices"] == "surcharged":
        prices |= PLUS
    return {name: (count, prices[name]) for name, count in counts.items() if count != 0}


def ground(o: Options, company: str, *, owns_sv: bool) -> int:
    """V-7.5, V-4.0: what a tile on G15 costs."""
    cheap = company == "RDR" and o["with_rdr"] == ON
    full = 60 if cheap else 120
    return full // 2 if owns_sv and o["sv_discount"] == ON else full


def seats_by(o: Options) -> str:
    """V-1.1, S-5.2."""
    return "private" if "T" in o["scenario"] else {"random": "lot", "free": "number"}[o["seating"]]


def hold_to_the_book(o: Options) -> None:
    seats = int(o[SEATS])
    game = TITLE.game(seats, TITLE.resolve({key: value for key, value in o.items() if key != SEATS}))
    assert isinstance(game, RailGame)
    t, s = game.rules, game.start()
    assert dict(t.catalogue.counts) == tiles(o)
    assert {name: (train.count, train.price) for name, train in t.trains.items()} == trains(o)
    trade_in = 750 if letter(o) == "D" else 800
    given = {name: trade_in for name in trains(o) if name[0] in "4567"}
    assert "D" not in t.trains or dict(t.trains["D"].trade_in) == given
    if o["random_map"] != ON:
        face, site = t.catalogue.face("9", 0), t.hexmap.number["G15"]
        for company in t.railroads:
            for owner in ("", company):
                s.privates = {"SV": owner}
                assert game.track.cost(s, company, site, face) == ground(o, company, owns_sv=owner == company)
    assert t.bank == BANKS[o["bank"]]
    assert t.capital == (360 if seats == 7 and letter(o) in ("D", "G") else CAPITAL[seats])
    assert t.certificate_limit == LIMITS[o["certificate_limits"]][seats - 2] + (o["reading"] == ON)
    assert (t.pool_certificates, t.company_limit) == (5, 5)
    assert t.holding_percent == (60 if o["holding"] == "percent" else None)
    assert t.companies["Erie"].certificates == ((20, *(10,) * 6) if o["erie_second_20"] == ON else (10,) * 8)
    assert t.auction_rules.seats_by == seats_by(o)
    luck = (80, 90, 100, 100, 110, 120) if o["random_revenue"] == ON else ()
    assert (t.dividend_rules.split, t.dividend_rules.luck) == (o["split_revenue"] == ON, luck)
    assert ("grey" in t.phases["6"].colours) == (o["grey_from_phase"] == "6")


@rule("1830", "V-1.4a", "V-1.4b", "V-1.4c", "S-6.3.4", "S-6.3.5", "R-103", "V-4.0c", "V-7.5a", "V-1.7a", "V-5.3")
def test_two_options_that_touch_the_same_fact_make_of_it_what_the_book_says() -> None:
    """For pairs of values drawn anew each day, each in some legal set."""
    made = space()
    names = sorted(made.values)
    pairs = [
        {one: a, other: b}
        for one, other in combinations(names, 2)
        for a in made.values[one]
        for b in made.values[other]
    ]
    tried = 0
    for pair in drawn(FEW, pairs):
        found = made.with_values(pair)
        if found:
            tried += 1
            hold_to_the_book(found)
    assert tried > FEW // 4


@pytest.mark.slow
def test_all_pairs_of_options_make_of_a_fact_what_the_book_says() -> None:
    for found in covering():
        hold_to_the_book(found)
