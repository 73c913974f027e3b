"""What a company has built outside its territory in one turn, two places that only two trains can visit (1853)."""

from tests.games.g1853.lines import built, way
from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule

HYDERABAD, NAGPUR, TOWN = "O15", "K17", "L10"


def two_branches(*, stands: bool = True) -> India:
    """One line leaves Madras, the only home of MSM; at Hyderabad two of them lead on, out of its territory.

    A town at the end of one has to be visited already.
    """
    t = table().phase("5")
    t.mine.small = ("BBCI",)
    t.started("MSM", {0: 50}).cash({"MSM": 500}).trains("MSM", "5", "5")
    if stands:
        t.station("MSM", HYDERABAD)
    built(t, f"R18 Q17 P16 {HYDERABAD}", tiles={HYDERABAD: "102"})
    built(t, f"{HYDERABAD} N16 M17 L16 {NAGPUR}", tiles={NAGPUR: "102"})
    built(t, f"{HYDERABAD} N14 M13 L12 {TOWN}")
    t.operating("MSM", "place_station")
    t.mine.to_visit = (TOWN,)
    return t


@rule(GAME, "4.4.2a", "4.4.2b", "R-35", "R-59")
def test_only_each_place_for_itself_is_reached_from_home() -> None:
    """Both can be reached from Madras, though not both at once: in the run one train sets out from Hyderabad."""
    t = two_branches().play(act(0, "station", NAGPUR, 0))
    assert t.mine.to_visit == (TOWN, NAGPUR)
    home = way(t, f"R18 Q17 P16 {HYDERABAD} N14 M13 L12 {TOWN}")
    further = way(t, f"{HYDERABAD} N16 M17 L16 {NAGPUR}")
    assert t.play(act(0, "run", (home, further))).s.revenue
    t.refused(act(0, "run", (home, ())), "4.4.2b", hex=NAGPUR)


@rule(GAME, "R-35")
def test_no_place_that_leaves_another_unvisited() -> None:
    """Without a station in Hyderabad both trains would have to leave Madras by the same track."""
    t = two_branches(stands=False)
    assert not t.offers("station", NAGPUR)
    t.mine.to_visit = ()
    assert t.offers("station", NAGPUR)
