"""What a tile or a hex shows: stops and the track between them and the edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from stellwerk.eighteen.schema import meant

WITH_SLOTS: Final = frozenset({"city"})
MAY_HAVE_SLOTS: Final = frozenset({"city", "offboard"})


def face_problems(entry: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Paths between ends that exist, each once; places for markers in cities and nowhere else."""
    stops = entry.get("stops", ())
    seen: Counter[frozenset[str]] = Counter()
    for path in entry.get("paths", ()):
        track, _, gauge = path.partition(" ")
        ends = track.split("-")
        seen[frozenset(ends)] += 1
        for end in ends:
            if end.startswith("S") and int(end[1:]) >= len(stops):
                yield f"path {path!r} ends at stop {end}, but there {_are(len(stops))}"
        if ends[0] == ends[1]:
            yield f"path {path!r} leads back to where it begins"
        if gauge and gauge not in known["gauge"]:
            yield f"path {path!r} has the unknown gauge {gauge!r}{meant(gauge, known['gauge'])}"
    yield from (f"the path {'-'.join(sorted(ends))} stands twice" for ends, count in seen.items() if count > 1)
    for number, stop in enumerate(stops):
        if stop["kind"] in WITH_SLOTS and "slots" not in stop:
            yield f"stop {number}: a {stop['kind']} has slots, or slots = 0 where no station may stand"
        if stop["kind"] not in MAY_HAVE_SLOTS and stop.get("slots"):
            yield f"stop {number}: a {stop['kind']} has no slots"
        if stop["revenue"] == []:
            yield f"stop {number}: revenue is empty"


def _are(stops: int) -> str:
    return f"are {stops} stops" if stops != 1 else "is only one stop"
