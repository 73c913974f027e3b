"""Whether what is said of tiles, stations and ways is true."""

from __future__ import annotations

from typing import Final

from stellwerk.eighteen.tiles import COLOURS
from tests.eighteen.truth.claims import Claims, Verdict
from tests.eighteen.truth.table import EDGE_ENDS, Table

CLAIMS = Claims()
claim = CLAIMS.claim

NAMED: Final = ("yellow", "green", "brown", "grey")


def chosen(t: Table) -> bool:
    """Whether a tile was named, and how it was turned."""
    return len(t.lay) > 2


@claim(r"is grey: no tile may lie|is red: no tile may lie|No tile may lie on")
def fixed(t: Table) -> Verdict:
    kind = t.t.hexmap[t.lay[0]].kind
    return kind in ("grey", "red", "blue") and (kind in t.said or "No tile" in t.said)


@claim(r"The tiles? of this turn (has|have) been laid|In a turn a company either lays yellow tiles or upgrades")
def laid(t: Table) -> Verdict:
    return bool({"track", "upgrade", "second"} & set(t.s.done_this_turn))


@claim(r"has chosen the first option: before phase 3 it lays one")
def later_tiles(t: Table) -> Verdict:
    return t.s.plans.get(t.company) == "later" and not t.has_begun("3")


@claim(r"is closed while a player owns")
def blocked(t: Table) -> Verdict:
    private = t.data["private"]
    return t.is_a_players(private) and t.lay[0] in t.t.privates[private].blocks


@claim(
    r"cannot be laid on .* (yet: in phase|in this phase)|cannot be laid on .*: there are only"
    r"|Tiles of this colour cannot be laid yet|is printed green and is upgraded from phase 4"
)
def colour_later(t: Table) -> Verdict:
    colours = t.t.phases[t.s.phase].colours
    told = t.said.split("only")[-1] if "only" in t.said else ""
    return t.new.colour not in colours and (not told or {name for name in NAMED if name in told} == set(colours))


@claim(r"The next tile on .* would be")
def next_colour(t: Table) -> Verdict:
    return t.data["colour"] not in t.t.phases[t.s.phase].colours and t.data["colour"] == t.colour_after(t.lay[0])


@claim(
    r"needs a (yellow|green) tile (first|with its own letters)|The first tile on .* must be yellow"
    r"|takes a tile of the next colour"
)
def first_colour(t: Table) -> Verdict:
    face = t.t.catalogue.face(t.lay[1], 0)
    site = t.t.hexmap[t.lay[0]]
    wanted = COLOURS[min(COLOURS.index(t.face(t.lay[0]).colour) + 1, 4)]
    named = next((colour for colour in NAMED if colour in t.said), wanted)
    bare = t.lay[0] not in t.s.tiles
    return bare and named == wanted and (face.colour != wanted or face.label != site.label(wanted))


@claim(r"does not bear the letters")
def letters(t: Table) -> Verdict:
    face = t.t.catalogue.face(t.lay[1], 0)
    return face.label != t.t.hexmap[t.lay[0]].label(face.colour)


@claim(r"is of another kind than")
def another_kind(t: Table) -> Verdict:
    new = t.t.catalogue.face(t.lay[1], 0)
    return t.kinds(new) != t.kinds(t.face(t.lay[0])) or new.label != t.t.hexmap[t.lay[0]].label(new.colour)


@claim(r"does not have the (cities|stations) of")
def other_stops(t: Table) -> Verdict:
    return t.kinds(t.t.catalogue.face(t.lay[1], 0)) != t.kinds(t.face(t.lay[0]))


@claim(r"does not have the stations that may come on")
def other_kind(t: Table) -> Verdict:
    new = t.t.catalogue.face(t.lay[1], 0)
    calls = any(kind in ("city", "town") for kind in t.kinds(new))
    return calls != bool(t.t.hexmap[t.lay[0]].face.stops)


@claim(r"cannot be replaced by|does not let .* replace|does not replace what lies|cannot come on .* now: yellow first")
def not_listed(t: Table) -> Verdict:
    old, site = t.face(t.lay[0]), t.t.hexmap[t.lay[0]]
    if t.lay[0] in t.s.tiles:
        listed = t.t.catalogue.upgrades[old.number]
    else:
        listed = site.upgrades or (t.t.catalogue.upgrades[site.as_tile] if site.as_tile else ())
    lie = "list of tiles" not in t.said or old.colour in t.said
    return t.lay[1] not in listed and lie


@claim(r"No tile replaces the one on")
def last_tile(t: Table) -> Verdict:
    old = t.face(t.lay[0])
    return t.lay[0] not in t.s.tiles or not t.t.catalogue.upgrades[old.number]


@claim(r"leads? against a side where|leads off the map|lead against a side")
def leads_nowhere(t: Table) -> Verdict:
    """A side at which the map ends, or a neighbour is printed that has no track there."""
    if not chosen(t):
        return None
    at = t.t.hexmap.number[t.lay[0]]
    for edge in range(EDGE_ENDS):
        if t.new.exits & 1 << edge:
            near = t.t.hexmap.neighbours[at][edge]
            if near < 0:
                return True
            beyond = t.t.hexmap.hexes[near]
            if beyond.fixed and not t.lying[near].exits & 1 << (edge + 3) % 6:
                return True
    return None if t.t.hexmap[t.lay[0]].name else False


@claim(r"would lose old track|change the gauge of|would change its gauge")
def loses_track(t: Table) -> Verdict:
    """Some old track, from side to side or side to stop, is not there on the new tile."""
    if not chosen(t):
        return None
    old, new = t.face(t.lay[0]), t.new
    if old.exits & ~new.exits:
        return True
    ends = {(path.a, path.b) for path in old.paths if path.b < EDGE_ENDS}
    kept = {(path.a, path.b) for path in new.paths if path.b < EDGE_ENDS}
    gauges = {(p.a, p.gauge) for p in old.paths} - {(p.a, g) for p in new.paths for g in (p.gauge, "standard", "metre")}
    through = [pair for pair in ends - kept if not new.stops]
    apart = len([exits for exits in old.stop_exits if exits])
    return bool(through or gauges or apart > 1 or new.stops) or None


@claim(r"There is no tile .* left to lay|No tile .* is left|None of the tiles for .* is left")
def none_left(t: Table) -> Verdict:
    if chosen(t) and t.lay[1] in t.s.supply:
        return t.s.supply[t.lay[1]] == 0
    named = str(t.data.get("tiles", t.data.get("tile", ""))).split(", ")
    return all(not t.s.supply.get(number, 0) for number in named)


@claim(
    r"No tile on .* would be joined|No (route|track) of the company leads to tile"
    r"|No unbroken way in one gauge"
)
def unconnected(t: Table) -> Verdict:
    """No side of the hex that the tile uses is one at which track of the company arrives."""
    at = t.t.hexmap.number[t.lay[0]]
    own = [stop for stop, here in enumerate(t.s.stations.get(t.lay[0], ())) if t.company in here]
    arriving = {edge for near, edge in t.arrives(t.company)[0] if near == at}
    if own:
        return None
    if chosen(t):
        return True if not any(t.new.exits & 1 << edge for edge in arriving) else None
    return True if not arriving else None


@claim(r"The way of .* ends in .*: the stations of .* fill")
def barred(t: Table) -> Verdict:
    """That city is full of others, the company comes as far, and without it more is reached."""
    place, owners = t.data["place"], t.data["owners"].split(", ")
    at, company = t.t.hexmap.number[place], t.company
    shut = [
        stop
        for stop in range(len(t.face(place).stops))
        if t.is_shut(place, t.face(place), stop, company) and (at, stop) in t.arrives(company)[1]
    ]
    standing = {owner for stop in range(len(t.face(place).stops)) for owner in t.markers(place, stop)}
    return bool(shut) and set(owners) == standing and company not in owners


@claim(r"The way of .* changes its gauge where it has no station|The way to .* changes its gauge")
def changes_gauge(t: Table) -> Verdict:
    """In no single gauge does track of the company arrive; of whatever gauge some does."""
    at = t.t.hexmap.number[t.lay[0]]
    whatever = {edge for near, edge in t.follow(t.company, "")[0] if near == at}
    stops = {stop for near, stop in t.follow(t.company, "")[1] if near == at}
    return bool(whatever or stops)


@claim(r"has another gauge than the track that leads there|No tile for .* has the gauge")
def other_gauge(t: Table) -> Verdict:
    at = t.t.hexmap.number[t.lay[0]]
    return any(near == at for near, _ in t.arrives(t.company)[0])


@claim(r"A second tile|For a second tile on|The second tile,|The way to tile .* may not use")
def second_tile(t: Table) -> Verdict:
    return bool(t.s.first_tile)


@claim(r"No track leads from a station of .* to .*: it begins on its home hex")
def begins_at_home(t: Table) -> Verdict:
    at = t.t.hexmap.number[t.lay[0]]
    homes = [name for name, here in t.s.stations.items() if any(t.company in stop for stop in here)]
    return not any(t.face(name).paths for name in homes) and all(near != at for near, _ in t.arrives(t.company)[0])


@claim(r"lies outside the territory of")
def outside(t: Table) -> Verdict:
    return t.lay[0] not in t.t.territories[t.company]


@claim(r"That costs .*, but the treasury holds")
def dear(t: Table) -> Verdict:
    return t.data["cost"] > t.data["cash"] == t.cash(t.company)


@claim(r"leads onto new track of tile|would .* reach new track")
def not_new(t: Table) -> Verdict:
    return t.t.track_rules.laying != "any" or None


# -- stations


@claim(r"has no such circle for a station|This place in .* is not an empty circle|has not enough places for stations")
def no_circle(t: Table) -> Verdict:
    name, stop = t.lay
    places = t.face(name).stops
    if stop >= len(places) or places[stop].kind != "city" or not places[stop].slots:
        return True
    return "has no such" not in t.said and len(t.markers(name, stop)) >= places[stop].slots


@claim(r"No circle of this city in .* is free")
def full(t: Table) -> Verdict:
    name, stop = t.lay
    return len(t.markers(name, stop)) >= t.face(name).stops[stop].slots


@claim(r"has a (station|marker|station marker) on .* already|already has a station")
def stands_there(t: Table) -> Verdict:
    return any(t.company in here for here in t.s.stations.get(t.lay[0], ()))


@claim(r"has no (station |free )?(station|marker) left|has no free marker")
def no_marker(t: Table) -> Verdict:
    return t.s.markers[t.company] == 0


@claim(r"The last (circle|place) (of|in) .* is kept|The circle in .* is kept|is kept for the C&O")
def kept(t: Table) -> Verdict:
    """Of some company whose home this is no station stands there yet."""
    at_home = [
        name
        for name, facts in t.t.companies.items()
        if t.lay[0] in (*facts.homes, facts.second_home, *facts.more_homes, *getattr(facts, "large_home", ()))
    ]
    standing = {owner for stop in t.s.stations.get(t.lay[0], ()) for owner in stop}
    return any(name not in standing and name != t.company for name in at_home) or "C&O" in t.said


@claim(r"Only with P3 can the tile of Tasmania be laid|no tile of the usual colours|is laid by a private")
def own_tile(t: Table) -> Verdict:
    return t.t.catalogue.face(t.lay[1], 0).colour not in COLOURS


@claim(r"First the tile of Tasmania must be laid")
def tasmania_first(t: Table) -> Verdict:
    return t.top[0] == "lay_own_tile"


@claim(r"The ground of .* costs|The first upgrade of .* costs")
def ground(t: Table) -> Verdict:
    return t.data["cost"] > t.data["cash"] == t.cash(t.company)


@claim(r"The (station|marker) of this turn has been placed")
def placed(t: Table) -> Verdict:
    return "station" in t.s.done_this_turn


@claim(r"In .* the company at home there chooses its city first")
def home_chooses(t: Table) -> Verdict:
    if t.top[0] == "choose_city":
        return bool(t.data["hex"] in t.t.companies[str(t.top[1])].homes)
    return any(t.lay[0] in facts.homes and name not in t.s.operated for name, facts in t.t.companies.items())


@claim(r"No (route|track|unbroken track) leads from a station of the company to this city")
def no_way(t: Table) -> Verdict:
    place = (t.t.hexmap.number[t.lay[0]], t.lay[1])
    return True if place not in t.arrives(t.company)[1] else None


@claim(r"reaches no city that has room")
def nowhere(t: Table) -> Verdict:
    hexes = t.t.hexmap.hexes
    for at, stop in t.arrives(t.company)[1]:
        place = t.lying[at].stops[stop]
        if place.kind == "city" and place.slots > len(t.markers(hexes[at].name, stop)):
            return None
    return True


@claim(r"This station costs|A station costs")
def station_dear(t: Table) -> Verdict:
    return t.data["cost"] > t.data["cash"] == t.cash(t.company)


# -- tiles of privates


@claim(
    r"^The power of .* is for .* alone, and not for|The tile of .* goes to|gives no right to build"
    r"|lays one tile in the whole game|builds for half the cost once"
)
def not_its_hex(t: Table) -> Verdict:
    facts = t.t.privates[t.args[0]]
    name = t.args[1]
    if name not in (*facts.tile, *facts.cheap):
        return True
    return True if name in t.s.tiles or t.args[0] in t.s.spent or t.s.done_this_turn else None


@claim(r"lays one tile, and only where none lies yet|A tile lies on .* already: the power")
def site_taken(t: Table) -> Verdict:
    return t.args[1] in t.s.tiles


@claim(r"The discount of P2 is for one desert hex|The tile of Tasmania is laid once|Track has been laid: the tile of")
def late(t: Table) -> Verdict:
    facts, name = t.t.privates[t.args[0]], t.args[1]
    site = t.t.hexmap[name]
    suits = name in facts.tile or (bool(facts.terrain) and site.terrain == facts.terrain and bool(site.cost))
    done = {"track", "upgrade", t.args[0]} & set(t.s.done_this_turn)
    return not suits or name in t.s.tiles or bool(done) or t.top[0] != "lay_track" or t.args[0] in t.s.spent or None


# -- licences


@claim(r"has its licence for")
def licensed(t: Table) -> Verdict:
    return t.company in t.s.licences


@claim(r"For a licence a station of .* must be joined")
def licence_unjoined(t: Table) -> Verdict:
    at = t.t.hexmap.number[t.data["hex"]]
    return True if all(near != at for near, _ in t.arrives(t.company)[1]) else None
