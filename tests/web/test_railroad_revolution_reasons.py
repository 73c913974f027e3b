"""What is closed on the table of Railroad Revolution says why; what is open keeps its digit or begins on the board."""

import json
import re

from stellwerk.core.action import Action
from stellwerk.web.tables.revolution import RevolutionTable
from tests.games.railroad_revolution.kit import Table, act, table
from tests.web.scenes import Elements, html_of
from tests.web.test_railroad_revolution_table import shown, text_of


def test_a_closed_worker_has_a_reason_beside_open_ones() -> None:
    """Orange makes the city free, all others would have to pay $200."""
    t = table(2).cash(0, 0).shares(0, 0).workers(0, {"white": 4, "orange": 1})
    html = text_of(RevolutionTable().decision(shown(t)))
    assert "You have $0 ($0 in cash, shares 0 × $150); the cheapest station costs $200." in html


def test_hiring_that_cannot_be_paid_says_so() -> None:
    assert "Hiring costs $800; you have $799 in cash." in text_of(
        RevolutionTable().decision(shown(table(2).cash(0, 799)))
    )
    assert "Hiring costs" not in text_of(RevolutionTable().decision(shown(table(2).cash(0, 800))))


def test_a_promotion_that_is_not_possible_names_what_the_open_milestone_lacks() -> None:
    t = table(2).workers(0, {"white": 4, "grey": 1}).goal(0, 0, "A1-4").goal(0, 1, "A2-1", "violet")
    html = text_of(RevolutionTable().decision(shown(t.play(act(0, "place", "white", "trade")))))
    assert "You have no worker of this colour (turquoise) for the 16-point milestone" in html


def test_each_closed_worker_has_the_reason_that_holds_for_it() -> None:
    """Without a city at the network only violet can build: its locomotive lays a rail to one."""
    t = table(2).cash(0, 2000).station("washington", 0).station("charlotte", 0).buildings(0, 11)
    t.workers(0, {"white": 3, "violet": 1, "grey": 1}).locos(0, up=["loco-rail"]).rails(0, on=["R02"])
    html = text_of(RevolutionTable().decision(shown(t)))
    assert "white, grey: Every city connected to your network has a station of yours." in html


def test_digits_belong_to_their_groups_whatever_is_closed_or_used() -> None:
    """With money or without Telegraph is 3; what is left of a station's rewards keeps its digit too."""

    def digits(t: Table) -> dict[str, str]:
        html = RevolutionTable().decision(shown(t))
        return dict(re.findall(r'id="title-([\w-]+)".*?data-key="(\d)"', html, re.DOTALL))

    rich = digits(table(2).cash(0, 2000))
    assert rich == {"place-station": "1", "place-railroad": "2", "place-telegraph": "3", "place-trade": "4"}
    assert digits(table(2).cash(0, 0).shares(0, 0)) == rich
    built = table().cash(0, 2000).play(act(0, "place", "white", "station"), act(0, "build", "charlotte"))
    before, after = digits(built), digits(built.play(act(0, "use", "bonus")))
    assert before["use-reward"] == after["use-reward"]
    assert before["grant-promote-0"] == after["grant-promote-0"]
    assert "use-bonus" not in after


def test_a_turn_can_begin_on_the_board() -> None:
    """A place names the workers with which it can be built at once; whatever it says the rules then allow."""
    t = table(2).cash(0, 700).shares(0, 0).workers(0, {"white": 4, "turquoise": 1})
    html = html_of(shown(t))
    offers = [one for one in Elements(html).having("data-begin") if one["data-begin"]]
    assert {one["data-on"] for one in offers} == {"station", "railroad", "telegraph"}
    for one in offers:
        ask = json.loads(one["data-ask"])
        for colour in one["data-begin"].split():
            t.play(act(0, "place", colour, one["data-on"]), Action(0, ask["kind"], tuple(ask["args"])))
    spots = {one["data-rr"] for one in offers if "data-rr" in one}
    assert {"R02", "R04", "R06", "washington", "charlotte"} == spots  # R04 costs 400 and three triangles: just enough
    assert "you can build here with a worker: white, turquoise" in html
    poor = [one["data-on"] for one in Elements(html_of(shown(t.cash(0, 0)))).having("data-begin")]
    assert set(poor) == {"telegraph"}
