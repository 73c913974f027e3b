"""The end: points for locomotives, milestones, tracks and telegraph links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from stellwerk.core.result import Line, Result
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables


def score(t: Tables, s: RevolutionState) -> Result:
    """score.1 and score.6: most points; then most money, with the shares; else a shared win."""
    sums = tuple(tuple(lines(t, s, seat)) for seat in range(t.seats))
    scores = tuple(sum(line.points for line in one) for one in sums)
    ranks = [(points, s.cash[seat] + t.share_price * s.shares[seat]) for seat, points in enumerate(scores)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Result(scores, winners, "end.last_round", sums)


def lines(t: Tables, s: RevolutionState, seat: int) -> Iterator[Line]:
    """score.2 to score.5, each with its parts."""
    up = sum(s.up[seat])
    yield Line("locomotives", up, t.loco_points, up * t.loco_points)
    for tile in s.reached[seat]:
        points = t.tiles.milestones[tile].points
        yield Line(tile, 1, points, points)
    for track, count in multiplied(t, s, seat).items():
        n = next(n for n, known in enumerate(t.tracks) if known.id == track)
        each = t.tracks[n].points[s.steps[seat][n]]
        yield Line(track, count, each, count * each)
    links = linked(t, s, seat)
    for each in dict.fromkeys(links):
        yield Line("links", links.count(each), each, links.count(each) * each)


def multiplied(t: Tables, s: RevolutionState, seat: int) -> dict[str, int]:
    """perf.2 to perf.4 and R-26: what each track multiplies; the farthest group of cities for the network."""
    cities = t.board.reached(s.network[seat])[0]
    return {
        "offices": sum(1 for owners in s.offices if seat in owners),
        "stations": sum(1 for owners in s.stations.values() if seat in owners),
        "network": (cities & t.board.groups[max(t.board.groups)]).bit_count(),
    }


def linked(t: Tables, s: RevolutionState, seat: int) -> list[int]:
    """score.5: the points between neighbouring areas with own offices."""
    own = [seat in owners for owners in s.offices]
    return [points for (one, two), points in zip(pairwise(own), t.board.area_links, strict=True) if one and two]
