"""The track that routes can use, boiled down: nodes where ways part, links of plain track between them.

A link is used by one route at most, as a whole: whatever shares a hexside is one link or lies at the same node. A
walk is one way through a node: between two of its links or from a link to a stop where the route ends, calling at
one stop or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Call, End, Position
from stellwerk.eighteen.routes.track import RouteTrack
from stellwerk.eighteen.tiles import STOP


class Walk(NamedTuple):
    """A way through a node, and the gauges that a train needs for it and for the links it joins."""

    node: int
    a: int
    b: int
    """The second link, or NONE where the route ends."""

    call: int
    """The number of the stop, or NONE."""

    gauges: frozenset[str]

    def back(self) -> Walk:
        return Walk(self.node, self.b, self.a, self.call, self.gauges)


class Node(NamedTuple):
    """A place where ways part or trains call."""

    links: tuple[int, ...]
    walks: tuple[Walk, ...]
    marks: int = 0
    """The marked hex in which it lies, as a bit."""


class Link(NamedTuple):
    """Plain track from one node to another: the edges over which a train leaves hex after hex, either way."""

    first: int
    there: tuple[End, ...]
    back: tuple[End, ...]
    toll: int
    """How many borders it crosses that count like small stops."""

    marks: int = 0
    """The marked hexes between its nodes, as bits."""

    def ends_from(self, node: int) -> tuple[End, ...]:
        return self.there if node == self.first else self.back


class Graph(NamedTuple):
    """All track that some route of a company can use."""

    calls: tuple[Call, ...]
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    near: tuple[int, ...]
    """By stop the least range that a route from an own station to it takes."""

    amount: int = 0
    """What a route earns for each marked hex that it passes or calls in."""

    twice: int = 0
    """Marked hexes, as bits, that a route may come to more than once: it earns that for them once."""

    paid: int = 0
    visits: tuple[int, ...] = ()
    """Those marked hexes for which a route earns something, and those that some train must pass, each as a bit."""


def build(position: Position, longest: int = UNLIMITED) -> Graph:
    """Boil the track down that trains of at most this range can use; a position remembers it."""
    if longest not in position.graphs:
        track = RouteTrack(position)
        track.reach(longest)
        track.cut_dead_ends()
        position.graphs[longest] = _Knots(track).graph()
    return position.graphs[longest]


def without(graph: Graph, links: set[int]) -> Graph:
    """The same track without some of its links."""
    nodes = tuple(
        Node(
            tuple(link for link in node.links if link not in links),
            tuple(walk for walk in node.walks if walk.a not in links and walk.b not in links - {NONE}),
            node.marks,
        )
        for node in graph.nodes
    )
    return graph._replace(nodes=nodes)


class _Knots:
    """Track knotted into nodes and links."""

    def __init__(self, track: RouteTrack) -> None:
        self.track, self.across = track, track.position.hexmap.across
        number, passing, due = track.position.hexmap.number, track.position.rules.passing, track.position.visits
        self.amount = passing.amount
        bits = {name: 1 << bit for bit, name in enumerate(sorted({*passing.hexes, *due}))}
        self.bits = {number[name]: bit for name, bit in bits.items()}
        """The marked hexes, each as a bit."""

        self.paid = sum(bits[name] for name in passing.hexes)
        self.visits = tuple(bits[name] for name in sorted(set(due)))

        self.plain: dict[End, End] = {}
        """Ends between which there is nothing but one way from edge to edge."""

        self.hubs = list(self._groups())
        self.hub_of = {end: number for number, group in enumerate(self.hubs) for end in group}
        self.call_of = {end: number for number, end in enumerate(end for end in self.hub_of if end[1] >= STOP)}
        self.links: list[Link] = []
        self.gauges: list[frozenset[str]] = []
        self.port: dict[tuple[End, int], int] = {}
        """By an end of a node, and the stop joined to it inside the hex or NONE, the link that begins there."""

        self.middles: list[Node] = []

    def _groups(self) -> Iterator[list[End]]:
        """Ends of a hex that hang together, where track from stop to stop does not join; plain track is set aside."""
        ways, plain, met = self.track.ways, self.plain, set[End]()
        for start, ends in ways.items():
            if start in met or start in plain:
                continue
            hex_, at = start
            if len(ends) == 1 and at < STOP and ends[0] < STOP and len(ways[hex_, ends[0]]) == 1:
                end = hex_, ends[0]
                plain[start], plain[end] = end, start
                continue
            group, stack = [], [start]
            met.add(start)
            while stack:
                end = stack.pop()
                group.append(end)
                at = end[1]
                for other in ways[end]:
                    if (at < STOP or other < STOP) and (there := (hex_, other)) not in met:
                        met.add(there)
                        stack.append(there)
            yield group

    def graph(self) -> Graph:
        number = 0
        while number < len(self.hubs):  # a link that returns to its node makes a new one on its way
            for end in self.hubs[number]:
                if end[1] < STOP and (end, NONE) not in self.port:
                    self._lay_link(number, end)
            number += 1
        self._join_stops()
        calls = tuple(self.call_of)
        nodes = [self._node(number, group) for number, group in enumerate(self.hubs)]
        return Graph(
            calls=tuple(self.track.calls[end] for end in calls),
            nodes=(*nodes, *self.middles),
            links=tuple(self.links),
            near=tuple(self.track.near[end] for end in calls),
            amount=self.amount,
            twice=self._twice(nodes) | sum(self.visits) if self.bits else 0,
            paid=self.paid,
            visits=self.visits,
        )

    def _twice(self, nodes: list[Node]) -> int:
        """The marked hexes with several nodes or links, or with a node that one train may take twice."""
        once = twice = 0
        for marks in (*(node.marks for node in nodes), *(link.marks for link in self.links)):
            twice |= once & marks
            once |= marks
        for node in nodes:
            calls = {walk.call for walk in node.walks}
            if len(calls) > 1 or (calls == {NONE} and len(node.links) > 3):
                twice |= node.marks
        return twice

    def _lay_link(self, number: int, start: End) -> None:
        chain, back, gauge, marks = [start], list[End](), frozenset[str](), 0
        hub_of, plain, gauged = self.hub_of, self.plain, bool(self.track.position.rules.gauges)
        far = self._across(start)
        back.append(far)
        while far not in hub_of:
            on = plain[far]
            if self._returns(number, far):
                hub_of[far] = hub_of[on] = len(self.hubs)
                self.hubs.append([far, on])
                break
            if gauged:
                gauge |= self.track.gauge(far[0], far[1], on[1])
            if self.bits:
                marks |= self.bits.get(far[0], 0)
            chain.append(on)
            far = self._across(on)
            back.append(far)
        self.port[start, NONE] = self.port[far, NONE] = len(self.links)
        toll = sum(map(self.track.position.toll, chain)) if self.track.position.rules.borders else 0
        self.links.append(Link(number, tuple(chain), tuple(back[::-1]), toll, marks))
        self.gauges.append(gauge)

    def _returns(self, number: int, end: End) -> bool:
        """Whether plain track from here leads back to the node it came from."""
        while end not in self.hub_of:
            end = self._across(self.plain[end])
        return self.hub_of[end] == number

    def _across(self, end: End) -> End:
        out = self.across[end[0]][end[1]]
        assert out is not None, "dead ends are cut off"
        return out

    def _join_stops(self) -> None:
        """Track from stop to stop inside a hex is a link without hexsides."""
        for end in self.call_of:
            hex_, stop = end
            for other in self.track.ways[end]:
                if stop < other and other >= STOP:
                    self._join(end, (hex_, other))

    def _join(self, a: End, b: End) -> None:
        """Join two stops by a link, or by two with a node between if both lie at the same node."""
        first, last = self.hub_of[a], self.hub_of[b]
        gauge = self.track.gauge(a[0], a[1], b[1])
        links = (len(self.links), len(self.links) + int(first == last))
        self.port[a, b[1]], self.port[b, a[1]] = links
        self.links.append(Link(first, (), (), 0))
        self.gauges.append(gauge)
        if first == last:
            middle = len(self.hubs) + len(self.middles)
            self.links.append(Link(middle, (), (), 0))
            self.gauges.append(gauge)
            self.middles.append(Node(links, (Walk(middle, *links, NONE, gauge),)))

    def _node(self, number: int, group: list[End]) -> Node:
        walks: list[Walk] = []
        for end in group:
            hex_, at = end
            if at >= STOP:
                walks.extend(self._through(number, end))
                continue
            for other in self.track.ways[end]:
                if at < other < STOP:
                    gauge = self.track.gauge(hex_, at, other)
                    a, b = self.port[end, NONE], self.port[(hex_, other), NONE]
                    walks.append(self._walk(number, a, b, NONE, gauge))
        used = {link for walk in walks for link in (walk.a, walk.b) if link != NONE}
        return Node(tuple(sorted(used)), tuple(walks), self.bits.get(group[0][0], 0))

    def _through(self, node: int, end: End) -> Iterator[Walk]:
        """All walks that call at a stop."""
        hex_, at = end
        number, through = self.call_of[end], self.track.calls[end].through
        arms = [
            (
                self.port[end, other] if other >= STOP else self.port[(hex_, other), NONE],
                self.track.gauge(hex_, other, at),
            )
            for other in self.track.ways[end]
        ]
        for link, gauge in arms:
            yield self._walk(node, link, NONE, number, gauge)
        if through:
            for (a, gauge), (b, more) in combinations(arms, 2):
                yield self._walk(node, a, b, number, gauge | more)

    def _walk(self, node: int, a: int, b: int, call: int, gauge: frozenset[str]) -> Walk:
        if b != NONE:
            gauge |= self.gauges[b]
        return Walk(node, a, b, call, gauge | self.gauges[a])
