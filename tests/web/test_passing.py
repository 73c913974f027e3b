"""Positions on the way to the present: what a page is told that shows moves one by one."""

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.match import Match
from stellwerk.server.pages_match import BEHIND, following
from tests.server.kit import Client
from tests.web.decisions import recorded as golden
from tests.web.late import BANK, recorded
from tests.web.scenes import Elements
from tests.web.site import upload


def after(client: Client, match: str, ply: int, seat: int = 0) -> str:
    answer = client.get(f"/match/{match}/fragment?after={ply}&seat={seat}")
    assert answer.status_code == 200, answer.text
    return answer.text


def table(html: str) -> dict[str, str]:
    return next(attrs for attrs in Elements(html).having("data-rev") if attrs.get("id") == "table")


def test_each_position_is_shown_up_to_the_present(client: Client) -> None:
    """They look like the table did then: nothing of what came later, and nothing to do but to take back."""
    whole = recorded(BANK)
    match = Match(whole.header, whole.log[:120], checked=False)
    name = upload(client, match)["id"]
    shown, revs = 114, []
    while shown < match.ply:
        html = after(client, name, shown)
        here = table(html)
        assert int(here["data-ply"]) == shown + 1
        shown += 1
        revs.append(int(here["data-rev"]))
        lines = [int(attrs["data-ply"]) for attrs in Elements(html).having("data-ply") if attrs["id"] != "table"]
        assert max(lines) == shown
        if shown == match.ply:
            assert "data-behind" not in here
        else:
            assert int(here["data-behind"]) == match.ply - shown
            assert not Elements(html).having("data-choice")
            assert "data-mine" not in here
    assert revs == sorted(set(revs)), "each is newer than the one before, and the present the newest"
    assert client.get(f"/match/{name}/fragment?seat=0").text == after(client, name, match.ply - 1)


def test_a_seat_sees_of_the_way_what_it_saw_then(client: Client) -> None:
    """Hands of others are hidden; so is what the same seat drew later."""
    match = golden("railroad_revolution/four-pay-high-gates.json")
    for seat in (0, 1):
        ply = match.ply // 2
        half = Match(match.header, match.log[: ply + 3], checked=False)
        name = upload(client, half)["id"]
        html = after(client, name, ply, seat)
        past = client.get(f"/match/{name}/history/fragment?ply={table(html)['data-ply']}&seat={seat}").text
        for part in ("part-players", "part-panels"):
            assert f'id="{part}"' in html
            assert _part(html, part) == _part(past, part)


def _part(html: str, name: str) -> str:
    return html.partition(f'id="{name}"')[2].partition("</section>")[0].partition(">")[2]


@pytest.mark.parametrize(("shown", "next_"), [(0, 2), (1, 2), (2, 4), (4, 4), (7, 4)])
def test_chance_is_not_stopped_at(shown: int, next_: int) -> None:
    """From a position that was taken back the way leads to the present too."""
    log = [Action(seat, "act") for seat in (0, CHANCE, 1, CHANCE)]
    assert following(log, shown) == next_


def test_who_is_far_behind_is_led_to_the_present() -> None:
    log = [Action(0, "act")] * 1000
    assert following(log, 1000 - BEHIND) == 1001 - BEHIND
    assert following(log, 999 - BEHIND) == 1000


def test_what_is_no_ply_is_refused(client: Client) -> None:
    name = upload(client, Match(recorded(BANK).header))["id"]
    for given in ("x", "-1", "1" * 40, ""):
        assert client.get(f"/match/{name}/fragment?after={given}").status_code == 400, given
