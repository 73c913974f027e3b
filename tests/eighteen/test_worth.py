"""What a choice brings: the same as making it and looking for the best run without any memory."""

from collections.abc import Iterator

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import KnownRuns, best_run
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train
from stellwerk.eighteen.worth import Outlook, Worth, filled, next_train
from tests.web.decisions import recorded

GAMES = (
    "g1830/three-break-the-bank.json",
    "g1830_presets/r-four-run-plus-trains.json",
    "g1848/three-break-the-bank.json",
    "g1853/four-link-their-contracts.json",
)
MOST = 12
"""So many choices of a position are held against the slow way."""


def stages(path: str, kind: str) -> Iterator[tuple[RailGame, RailState, str]]:
    """An early, a middle and a late position before an action of a kind."""
    match: Match = recorded(path)
    plies = [ply for ply, action in enumerate(match.log) if action.kind == kind]
    assert isinstance(match.game, RailGame)
    for ply in (plies[0], plies[len(plies) // 2], plies[-2]):
        state = match.at(ply)
        yield match.game, state, str(state.todo[-1].who)


def solved(game: RailGame, s: RailState, company: str, trains: tuple[Train, ...]) -> int:
    """What the best run earns, found anew."""
    step = game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    if not trains:
        return 0
    run = best_run(step.position(s, company), trains, mail=game.rules.run_rules.mail)
    return run.revenue + run.post


def slowly(game: RailGame, s: RailState, company: str, action: Action, trains: tuple[Train, ...]) -> int:
    """Make the choice, then all choices of cities that follow from it, and take the best."""
    after = game.play(s, action)
    if after.todo[-1].step == "choose_city":
        follows = [choice for choice in game.choices(after) if choice.kind == "city"]
        return max(slowly(game, after, company, Action(*choice), trains) for choice in follows)
    return solved(game, after, company, trains)


@pytest.mark.parametrize("path", GAMES)
@pytest.mark.parametrize("kind", ["lay", "station"])
def test_a_tile_or_a_station_brings_what_the_best_run_after_it_earns(path: str, kind: str) -> None:
    for game, s, company in stages(path, kind):
        outlook = Outlook(game, s, company)
        trains = game.flow.fleet_now(s, company) or next_train(game, s)
        assert outlook.trains == trains
        assert outlook.now().sum == solved(game, s, company, trains)
        choices = [choice for choice in game.choices(s) if choice.kind == kind][:MOST]
        assert choices
        for choice in choices:
            action = filled(choice)
            assert action is not None
            found = outlook.after(action)
            assert found.proven
            assert found.sum == slowly(game, s, company, action, trains), action


@pytest.mark.parametrize("path", [*GAMES[:1], *GAMES[2:]])
def test_a_train_brings_what_the_fleet_earns_with_it_whoever_has_to_agree(path: str) -> None:
    seen = 0
    for game, s, company in stages(path, "buy_train"):
        outlook = Outlook(game, s, company, assumes=False)
        for choice in (choice for choice in game.choices(s) if choice.kind == "buy_train"):
            action = filled(choice)
            assert action is not None
            after = game.play(s, action)
            if after.todo[-1].step == "consent":
                after = game.play(after, Action(int(after.todo[-1].who), "accept"))
            if after.todo[-1].step == "discard_train":
                continue
            seen += 1
            assert action.args[1] in after.trains[company]
            expected = solved(game, after, company, game.flow.fleet_now(after, company))
            assert outlook.after(action).sum == expected, action
    assert seen


def test_a_company_without_a_train_is_judged_by_the_next_one_on_sale() -> None:
    game, s, company = next(stages(GAMES[0], "lay"))
    assert not s.trains[company]
    assert [train.name for train in Outlook(game, s, company).trains] == ["2"]
    assert Outlook(game, s, company, assumes=False).trains == ()
    assert Outlook(game, s, company, assumes=False).now() == Worth(0, 0)


def test_what_was_found_is_not_searched_again_and_what_was_cut_short_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game, s, company = list(stages(GAMES[0], "run"))[-1]
    position, trains = game.track.position(s, company), game.flow.fleet_now(s, company)
    asked: list[float | None] = []

    def counted(*given: object, **more: object) -> object:
        asked.append(given[2])  # type: ignore[arg-type]
        return best_run(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("stellwerk.eighteen.routes.known.best_run", counted)
    known = KnownRuns(most=8)
    first = known.best(position, trains, 5.0)
    assert known.best(position, trains, 9.0) is first
    assert known.best(game.track.position(s.copy(), company), trains) is first
    assert asked == [5.0]
    assert known.best(position, trains[:0]).revenue == 0
    assert len(asked) == 2


def test_a_run_that_was_cut_short_is_searched_again_by_who_gives_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game, s, company = list(stages(GAMES[0], "run"))[-1]
    position, trains = game.track.position(s, company), game.flow.fleet_now(s, company)
    whole = best_run(position, trains)
    cut = type(whole)(((),) * len(trains), 0, False, whole.bound)
    found = iter([cut, whole])
    monkeypatch.setattr("stellwerk.eighteen.routes.known.best_run", lambda *_given, **_more: next(found))
    known = KnownRuns()
    assert known.best(position, trains, 0.1) is cut
    assert known.best(position, trains, 0.1) is cut
    assert known.best(position, trains, 2.0) is whole
    assert known.best(position, trains) is whole
