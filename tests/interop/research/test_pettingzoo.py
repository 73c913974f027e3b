"""Every game is an environment that PettingZoo's own tests accept, and an observation tells what its seat may know."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from stellwerk.core.registry import title
from stellwerk.interop.pettingzoo import Environment, env
from stellwerk.interop.research.features import COLUMNS, LIMIT, SAYING, layout_of, table_of
from stellwerk.interop.research.play import IllegalId, new_game

GAMES = ["1830", "1848", "1853", "paris-connection", "railroad-revolution"]
HIDING = [("paris-connection", {}), ("railroad-revolution", {}), ("1830", {"information": "secret_cash"}), ("1853", {})]


def seats_of(game: str) -> int:
    """One number of seats for all tests, since a catalogue takes a while."""
    return title(game).seats[-1]


def wander(table: Environment, seed: int, decisions: int) -> None:
    """Play at random for some decisions."""
    rng = Random(seed)
    table.reset(seed=seed)
    while table.agents and not table.play.over and table.play.decisions < decisions:
        mask = table.last()[0]["action_mask"]
        table.step(int(rng.choice(np.flatnonzero(mask))))


def judged(game: str, cycles: int) -> list[str]:
    """What PettingZoo's tests complain about; what they refuse is an error."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(game, seats_of(game)), num_cycles=cycles)
        seed_test(lambda: env(game, seats_of(game)), num_cycles=cycles)
    # They know their own environments with masks by name; for all others they wonder about observations that are dicts,
    # and about the mask of an agent whose game is over.
    known = (
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
        "Action mask numpy array is",
    )
    return [str(warning.message) for warning in said if not str(warning.message).startswith(known)]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_each_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(game, cycles=15) == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_each_game_for_long(game: str) -> None:
    assert judged(game, cycles=1000) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_what_may_be_said_and_numbers_are_bounded(game: str) -> None:
    table = env(game, seats_of(game))
    wander(table, 3, 60)
    seen = table.observe(table.agent_selection)
    assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(set(table.play.ids()))
    assert np.abs(seen["observation"]).max() < LIMIT
    assert table.observation_space(table.agent_selection).contains(seen)
    other = next(agent for agent in table.agents if agent != table.agent_selection)
    assert not table.observe(other)["action_mask"].any()


def test_a_game_ends_with_rewards_that_add_up_and_scores() -> None:
    table = env("paris-connection", 3)
    table.reset(seed=5)
    rng = np.random.default_rng(5)
    told: dict[str, tuple[float, Any]] = {}
    for agent in table.agent_iter():
        seen, reward, over, _, info = table.last()
        if over:
            told[agent] = (reward, info["score"])
        table.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    result = table.play.result
    assert result is not None
    assert [told[agent][1] for agent in table.possible_agents] == list(result.scores)
    assert sum(reward for reward, _ in told.values()) == pytest.approx(0)
    best = max(told.values())[0]
    assert best == pytest.approx(1 / len(result.winners) - 1 / 3)


def test_a_game_that_does_not_end_is_cut_off() -> None:
    table = env("paris-connection", 3, longest=5)
    wander(table, 1, 5)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}


def test_an_illegal_id_is_refused() -> None:
    table = env("paris-connection", 3)
    table.reset(seed=1)
    illegal = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    for wrong in (illegal, table.catalogue.size, None):
        with pytest.raises(IllegalId):
            table.step(wrong)


def test_who_acts_before_the_start_or_after_the_end_is_told_so() -> None:
    table = env("paris-connection", 3, longest=1)
    with pytest.raises(RuntimeError, match="reset"):
        table.step(0)
    wander(table, 1, 1)
    while table.agents:
        table.step(None)
    with pytest.raises(RuntimeError, match="reset"):
        table.step(None)
    with pytest.raises(ValueError, match="at least one decision"):
        env("paris-connection", 3, longest=0)


def test_names_have_versions_and_games_their_options() -> None:
    table = env("1830", 6)
    assert table.metadata["name"] == f"1830_r{title('1830').rules_version}_v0"
    assert str(table) == table.metadata["name"]
    assert env("paris-connection", 3, options={"start_layout": "fixed"}).game.options["start_layout"] == "fixed"


def test_while_a_price_is_said_the_observation_tells_what_was_said() -> None:
    table = env("1830", 6)
    table.reset(seed=1)
    agent = table.agent_selection
    before = table.observe(agent)["observation"]
    bid = next(number for number in table.play.ids() if table.catalogue.name(number).startswith("bid"))
    table.step(bid)
    assert table.agent_selection == agent
    after = table.observe(agent)["observation"]
    assert not before[-SAYING:].any()
    assert after[-SAYING] == pytest.approx((bid + 1) / table.catalogue.size)
    assert np.array_equal(before[:-SAYING], after[:-SAYING])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_from_earlier_observations_changes_nothing(game: str) -> None:
    """Parts of an observation are made anew only where something changed; a fresh layout makes all of them."""
    table = env(game, seats_of(game))
    for seed in (1, 2):
        wander(table, seed, 40)
        for seat in range(table.game.seats):
            fresh = type(table.layout)(table.game)  # type: ignore[arg-type]  # each takes its own game
            state = table.play.seen(seat)
            assert np.array_equal(fresh.observe(state, seat), table.layout.observe(state, seat))


@pytest.mark.parametrize(("game", "options"), HIDING)
def test_an_observation_is_the_same_whatever_is_hidden(game: str, options: dict[str, str]) -> None:
    table = env(game, seats_of(game), options=options)
    wander(table, 7, 50)
    rules, layout = table.game, layout_of(table.game)
    for seat in range(rules.seats):
        view = table.play.view(seat)
        seen = layout.observe(view.state, seat)
        for n in range(3):
            other = rules.view(rules.imagine(view, Random(n)), seat)
            assert np.array_equal(layout.observe(other, seat), seen)


def part(table: Environment, name: str, seat: int, **changes: Any) -> list[float]:
    """A part of the observation of a seat, where something of the position were otherwise."""
    state = table.play.seen(seat).seen_as(**changes)
    return [round(float(value), 3) for value in table.layout.observe(state, seat)[table.layout.at[name]]]


def test_who_is_asked_sees_what_is_offered() -> None:
    table = env("1830", 3)
    table.reset(seed=1)
    rules = table.layout.t  # type: ignore[attr-defined]
    privates, trains, companies = list(rules.privates), list(rules.trains), list(rules.companies)

    def told(seat: int, offer: tuple[Any, ...]) -> dict[str, float]:
        names = ["any", "price", *privates, *(f"train {train}" for train in trains), *companies, "own", "left", "right"]
        seen = part(table, "offer", seat, offer=offer)
        return {name: value for name, value in zip(names, seen, strict=True) if value}

    assert told(0, ()) == {}
    private, train, one, other = privates[1], trains[0], companies[0], companies[2]
    assert told(0, ("private", one, private, 40)) == {"any": 1, "price": 0.04, private: 1, one: 1}
    assert told(0, ("trade", private, 1, 0, 55)) == {"any": 1, "price": 0.055, private: 1, "own": 1, "left": -1}
    assert told(1, ("trade", private, 1, 0, 55)) == {"any": 1, "price": 0.055, private: 1, "own": -1, "right": 1}
    bought = {"any": 1, "price": 0.1, f"train {train}": 1, one: 1, other: -1}
    assert told(2, ("train", one, other, train, 100)) == bought


def test_bids_tell_who_leads_and_what_has_become_cheaper() -> None:
    table = env("1830", 3)
    table.reset(seed=1)
    first, second = list(table.layout.t.privates)[:2]  # type: ignore[attr-defined]
    changes = {"bids": {second: ((0, 45), (2, 60))}, "rebate": {first: 5}}
    assert part(table, "bids", 1, **changes)[:3] == [0, 0.06, 0]
    assert part(table, "bidders", 1, **changes)[:3] == [0, pytest.approx(2 / 3, abs=0.001), 0]
    assert part(table, "rebates", 1, **changes)[:3] == [0.005, 0, 0]


def test_loans_and_contracts_are_seen() -> None:
    table = env("1848", 3)
    table.reset(seed=1)
    company = next(iter(table.layout.t.companies))  # type: ignore[attr-defined]
    before, after = (part(table, "companies", 0, loans=loans) for loans in ({}, {company: 3}))
    assert [b - a for a, b in zip(before, after, strict=True) if a != b] == [pytest.approx(0.3)]
    table = env("1853", 3)
    table.reset(seed=1)
    one, other = list(table.layout.hexes)[:2]  # type: ignore[attr-defined]
    changes: dict[str, Any] = {"notes": (("?",), (other, one), ()), "bonds": (-1, 250, 0), "fulfilled": (2,)}
    assert part(table, "contract", 1, **changes)[:3] == [1, 1, 0]
    assert part(table, "bonds", 1, **changes) == [0.25, 0, -1]
    assert part(table, "fulfilled", 1, **changes) == [0, 1, 0]


def test_the_tiles_that_were_laid_out_are_seen() -> None:
    """They differ from deal to deal, and everybody sees them."""
    table = env("railroad-revolution", 3)
    seen = []
    for seed in (1, 2):
        table.reset(seed=seed)
        seen.append(part(table, "city_tiles", 0) + part(table, "wires", 0) + part(table, "starts", 0))
    assert seen[0] != seen[1]
    state, tiles = table.play.state, list(table.game.t.tiles.cities)  # type: ignore[attr-defined]
    known = [round((1 + tiles.index(state.tiles[city])) / len(tiles), 3) for city in state.tiles]
    assert sorted(known) == sorted(value for value in part(table, "city_tiles", 1) if value)
    assert sum(value > 0 for value in part(table, "starts", 0)) == 2 * len(state.starts) > 0


def test_legal_ids_are_rows_of_features() -> None:
    table = env("1830", 6)
    wander(table, 2, 30)
    ids = table.play.ids()
    rows = table.legal_table()
    assert rows.shape == (len(ids), len(COLUMNS))
    assert rows[:, 0].astype(int).tolist() == ids
    padded = table.legal_table(least=len(ids) + 3)
    assert np.array_equal(padded[: len(ids)], rows)
    assert padded[len(ids) :, 0].tolist() == [-1, -1, -1]
    digits = [table.catalogue.digits, table.catalogue.digits + 13]
    said = table_of(table.catalogue).of(digits)[:, -2:]
    assert said.tolist() == [[1, 0], [2, 3]]  # 0 at the place of ones, 3 at that of tens


def test_a_game_without_seats_told_has_four_or_the_nearest_number() -> None:
    assert new_game("paris-connection").seats == 4
    assert new_game("railroad-revolution").seats == 4
