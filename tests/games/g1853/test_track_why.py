"""Why a tile is refused in 1853: a paragraph of its book for every hex and every tile, with no field left open."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from tests.games.g1853.building import TO_HYDERABAD, on_turn
from tests.games.g1853.naive_track import FEES
from tests.games.g1853.positions import GAME, India, act
from tests.games.g1853.test_track_naive import COMPANIES, PHASES, built, grow
from tests.marks import rule

OPEN = "4.0d"
"""What is said of a hex on which something can be laid: this is not how."""

TILES_TRIED = 60


def refusal(t: India, action: Action) -> RuleError:
    with pytest.raises(RuleError) as caught:
        t.game.play(t.s, action)
    error = caught.value
    for tongue in LANGUAGES:
        assert "{" not in t.game.refusal(error.rule, tongue, error.data), (error.rule, action)
    return error


def reasons(t: India, seat: int, rng: Random) -> set[str]:
    """The rules named for every hex, and for some tiles on some of them."""
    hexes, offers = t.game.rules.hexmap.hexes, set(t.offers("lay"))
    open_hexes, named = {name for name, _, _ in offers}, set()
    for hex_ in hexes:
        refused = refusal(t, act(seat, "lay", hex_.name))
        assert (refused.rule == OPEN) == (hex_.name in open_hexes), (hex_.name, refused.rule)
        named.add(refused.rule)
    numbers = list(t.game.rules.catalogue)
    for _ in range(TILES_TRIED):
        tile = rng.choice(hexes).name, rng.choice(numbers), rng.randrange(6)
        if tile not in offers:
            named.add(refusal(t, act(seat, "lay", *tile)).rule)
    return named


@rule(GAME, "4.1.6a", "4.1.6b", "4.2.1a", "4.2.2b")
@pytest.mark.parametrize("seed", range(4))
def test_every_hex_and_tile_has_a_reason(seed: int) -> None:
    rng = Random(seed)
    t, named = built(rng), set[str]()
    for phase in PHASES:
        grow(t, rng, phase)
        for company in rng.sample(COMPANIES, 2):
            acts, seat = t.operating(company), t.game.flow.decides(t.s, company)
            named |= reasons(acts, seat, rng)
            new = sorted(lay for lay in acts.offers("lay") if not t.game.track.replaces(t.s, lay[0]))
            if new and company in t.mine.plans and company in FEES:
                named |= reasons(acts.play(act(seat, "lay", *rng.choice(new))), seat, rng)
    assert {"4.1.6a", "4.1.7a", "4.2.1a", "4.2.1b", "4.2.2b"} <= named
    assert not any(number[0].islower() for number in named), "every refusal names a paragraph of the book"


@rule(GAME, "4.1.12a", "4.1.6b")
def test_the_price_that_is_named_is_that_of_the_gauge_that_leads_there() -> None:
    """N16 lies in mountains, behind Hyderabad, which standard track passes: 140, though metre track would cost 70."""
    t = on_turn("MSM", *TO_HYDERABAD, ("O15", "6", 3), cash=100)
    assert refusal(t, act(0, "lay", "N16")).data["cost"] == 140
