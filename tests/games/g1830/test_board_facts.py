"""The 1830+ side, its plates and the scenarios are those that were put together from public sources, where at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.tiles import STOP
from stellwerk.games.g1830.forms import PLUS
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import fresh, game_for
from tests.records import beside, needs

FACTS = beside() / "facts" / "1830plus.json"
CLASSIC = beside() / "facts" / "1830.json"
SCENARIOS = ("D", "G", "R", "B")

pytestmark = needs(FACTS.is_file() and CLASSIC.is_file(), f"there is no {FACTS}")


@cache
def facts() -> Any:
    return json.loads(FACTS.read_text(encoding="utf-8"))


@cache
def classic() -> Any:
    return json.loads(CLASSIC.read_text(encoding="utf-8"))


def told(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What the facts say of a hex, in the words of our files, in which ground that costs nothing is none."""
    terrain = entry.get("terrain", {})
    terrain = terrain if terrain.get("cost") else {}
    return {
        "kind": entry["kind"],
        "label": entry.get("label", ""),
        "stops": [(stop["kind"], stop.get("name", ""), worth(stop), stop.get("slots", 0)) for stop in entry["stops"]],
        "paths": {frozenset(map(end, path)) for path in entry["paths"]},
        "terrain": (terrain.get("type", ""), terrain.get("cost", 0)),
        "impassable": set(entry.get("impassable", [])),
        "area": entry.get("area", ""),
        "as_tile": entry.get("same_track_as", {}).get("tile", ""),
    }


def worth(stop: Mapping[str, Any]) -> tuple[int, ...]:
    value = stop["revenue"]
    return (value["low"], value["high"]) if isinstance(value, dict) else (value,)


def end(name: str) -> int:
    return int(name[1:]) + (STOP if name[0] == "S" else 0)


def ours(hex_: Hex) -> dict[str, Any]:
    """The same of a hex of ours."""
    return {
        "kind": hex_.kind,
        "label": hex_.face.label,
        "stops": [(stop.kind, stop.name, stop.revenue, stop.slots) for stop in hex_.face.stops],
        "paths": {frozenset((path.a, path.b)) for path in hex_.face.paths},
        "terrain": (hex_.terrain, hex_.cost),
        "impassable": {edge for edge in range(6) if hex_.impassable >> edge & 1},
        "area": hex_.area,
        "as_tile": hex_.as_tile,
    }


def test_every_hex_of_the_other_side_is_as_told() -> None:
    board, hexes = TITLE.board(side=PLUS), facts()["board"]["hexes"]
    assert set(board.number) == set(hexes)
    assert len(board.hexes) == 112
    for name, entry in hexes.items():
        assert ours(board[name]) == told(entry), name


def plates() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Our name of each plate on each of its hexes, the hex, and what the facts tell; a tile is no plate."""
    for number, entry in facts()["overlays"].items():
        hexes = dict.fromkeys(name for some in entry["hexes"].values() for name in some)
        for name in hexes if number != "30g" else ():
            yield f"{number}-{name}" if len(hexes) > 1 else number, name, entry


def test_every_plate_is_as_told() -> None:
    assert {plate for plate, _, _ in plates()} == set(TITLE.file(PLUS)["plate"])
    for plate, name, entry in plates():
        assert list(TITLE.file(PLUS)["plate"][plate]["hex"]) == [name]
        assert ours(TITLE.board(plate, side=PLUS)[name]) == told(entry), plate


def test_privates_block_the_hexes_of_the_facts() -> None:
    """One that is not in play blocks nothing."""
    blocked: dict[str, set[str]] = {}
    for name, entry in facts()["board"]["hexes"].items():
        for private in entry.get("private", ()):
            blocked.setdefault(private, set()).add(name)
    found = {name: set(entry["blocks"]) for name, entry in TITLE.pieces["privates"].items() if name != "source"}
    assert found == blocked


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_what_the_facts_tell(scenario: str) -> None:
    says, rules, start = facts()["scenarios"][scenario], game_for(4, scenario).rules, fresh(4, scenario).s
    assert dict(rules.catalogue.counts) == says["tiles"]
    assert start.depot == says["trains"]
    assert rules.bank == says["bank"]
    assert game_for(7, scenario).rules.capital == says["capital_7_players"]
    assert [name for name in rules.companies if name not in game_for().rules.companies] == says["companies_added"]
    assert list(rules.privates) == says["private_order"]
    prices = (*rules.marker_prices, *rules.marker_prices)[:2] if len(rules.marker_prices) == 1 else rules.marker_prices
    assert prices == (says["token_costs"]["second"], says["token_costs"]["further"])
    diesel = rules.trains["D"]
    assert (diesel.price, {cost for _, cost in diesel.trade_in}) == (
        says["diesel"]["price"],
        {says["diesel"]["trade_in"]},
    )
    assert {train for train, _ in diesel.trade_in} == set(says["diesel"]["trade_in_types"])
    laid = {name: (tile["tile"], tile["rotation"]) for name, tile in says.get("tiles_on_board", {}).items()}
    assert (start.tiles, rules.preprinted) == (laid, laid)
    twenties = [name for name, facts_ in rules.companies.items() if 20 in facts_.certificates]
    assert set(twenties) == set(says["second_20_percent"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plates_and_homes_of_a_scenario_are_as_told(scenario: str) -> None:
    says, rules = facts()["scenarios"][scenario], game_for(4, scenario).rules
    board, mountains = rules.hexmap, facts()["scenarios"][scenario].get("coal_marks", {})
    covered = {name: facts()["overlays"][plate] for plate, name in says["overlays"].items() if plate != "30g"}
    for hex_ in board.hexes:
        expected = told(covered.get(hex_.name, facts()["board"]["hexes"][hex_.name]))
        if hex_.name in mountains.get("hexes", ()):
            expected["terrain"] = ("mountain", mountains["terrain_cost"])
        assert ours(hex_) == expected, hex_.name
    assert dict(homes_of(rules)) == expected_homes(says)
    for company, herald in says["heralds"].items():
        assert rules.companies[company].homes == (herald["hex"],)
        assert board[herald["hex"]].face.stops == ()
        assert rules.routes.herald == herald["revenue"]


def homes_of(rules: Ruleset) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, company in rules.companies.items():
        yield name, company.homes


def expected_homes(says: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    usual = {name: company.homes for name, company in game_for().rules.companies.items()}
    listed = {name: (home,) if isinstance(home, str) else tuple(home) for name, home in says["homes"].items()}
    return usual | listed


def test_companies_beyond_classic_are_as_told() -> None:
    free = game_for(4, railroads="custom", map="plus", home_choice="free", with_nw="true", with_pmq="true")
    more = game_for(4, railroads="custom", map="plus", home_choice="free", with_nkp="true", with_rdr="true")
    companies = {**free.rules.companies, **more.rules.companies}
    for entry in facts()["companies_added"]:
        company = companies[entry["id"]]
        assert (company.markers, [company.director, *company.certificates]) == (entry["tokens"], entry["certificates"])
    for name, entry in facts()["board"]["hexes"].items():
        for home in entry.get("home", ()):
            if "custom" in home.get("scenarios", ["custom"]):
                assert name in companies[home["company"]].homes
        for company_, cost in entry.get("terrain_cost_for", {}).items():
            if company_ != "certainty":
                assert companies[company_].ground == {name: cost}


def test_tile_sets_and_limits_are_as_told() -> None:
    sets = facts()["tile_sets"]
    for name in ("classic", "extension_a", "extension_b"):
        assert dict(game_for(4, tile_set=name).rules.catalogue.counts) == sets[name]
    assert dict(TITLE.catalogue("classic", "plus").counts) == facts()["tiles_all"]
    for seats, limit in facts()["players"]["certificate_limit"].items():
        assert game_for(int(seats), "D").rules.certificate_limit == limit


def test_scenario_c_is_as_told() -> None:
    says = classic()["scenario_C_on_this_board"]
    plain, board = game_for().rules.hexmap, game_for(4, "C").rules.hexmap
    for name, added in says["paths_added"].items():
        paths = {frozenset(map(end, path)) for path in added}
        assert ours(board[name])["paths"] == ours(plain[name])["paths"] | paths
    reading, rdr = game_for(4, "C", reading="true").rules, says["RDR"]
    company = reading.companies["RDR"]
    assert (company.homes, [company.director, *company.certificates]) == ((rdr["home"],), rdr["certificates"])
    assert company.markers == rdr["tokens"]
    tile = rdr["starting_tile"]
    assert reading.preprinted == {rdr["home"]: (tile["tile"], tile["rotation"])}
    for seats, limit in says["with_Reading"]["certificate_limit"].items():
        assert game_for(int(seats), "C", reading="true").rules.certificate_limit == limit
