"""Which gauge a company builds on is the title's: what it reaches and what it may lay follow from that."""

from __future__ import annotations

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.track import Track
from stellwerk.games.g1830.game import Title1830
from tests.games.rail_table import Table


class ByCompany(Track):
    """PRR builds on standard gauge, all others on metre gauge, of which 1830 has no track at all."""

    def networks(self, s: RailState, company: str) -> tuple[frozenset[str] | None, ...]:
        return (frozenset({"standard" if company == "PRR" else "metre"}),)


class TwoGauges(RailGame):
    track_class = ByCompany


class Title(Title1830):
    id = "1830-gauges"
    game_class = TwoGauges


def operating(company: str) -> Table:
    game = Title().game(4)
    assert isinstance(game, TwoGauges)
    t = Table(game, game.start())
    t.s.privates.clear()
    return t.phase("2").opened(company, shares={0: 60}).home(company).cash({company: 500}).operating(company)


def test_a_company_lays_tiles_of_its_gauge_where_its_track_leads() -> None:
    t = operating("PRR")
    assert {name for name, _ in t.game.track.lays(t.s, "PRR")} == {"H10", "H14"}


def test_track_of_another_gauge_is_neither_reached_nor_joined() -> None:
    """Altoona's printed track is of standard gauge: from there a company of the other gauge gets nowhere."""
    t = operating("NYC")
    t.s.stations["H12"] = (("NYC",),)
    t.game.track.forget(t.s)
    assert t.game.track.reach(t.s, "NYC").stops == {(t.game.rules.hexmap.number[name], 0) for name in ("E19", "H12")}
    assert list(t.game.track.lays(t.s, "NYC")) == []
