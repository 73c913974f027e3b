"""What is exported can be imported again, and gives the same match."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from stellwerk.cli import main
from stellwerk.core.errors import Malformed, NotFound
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dumps
from stellwerk.eighteen.game import RailGame
from stellwerk.interop.games18xx import Writer, live_actions, read_record, reading, trace_state, write_record
from tests.interop.matches import at_random
from tests.interop.real import FOLDER, WRITTEN, each, record
from tests.marks import sample

READING = reading("1830")
FINISHED = (23, 28, 30, 36)
"""Random matches that end within 1500 plies: one by the bank, the others by a bankruptcy."""

TOLD = ("type", "entity_type", "company", "price", "corporation", "share_price", "shares", "percent", "hex", "tile")


def there_and_back(match: Match) -> Match:
    """The match as it comes out of its own record, through JSON."""
    return read_record(json.loads(json.dumps(write_record(match))))


def essence(actions: Iterable[Any]) -> list[Any]:
    """What both records must tell alike: all but passes of companies, and which of several equal trains is meant."""
    return [
        (*(action.get(key) for key in TOLD), action.get("train", "-").split("-")[0], action.get("city"))
        for action in actions
        if action["type"] != "pass" and not action["type"].startswith("program")
    ]


@each(WRITTEN)
def test_a_real_game_comes_back_with_the_same_log(name: str) -> None:
    match = read_record(record(name))
    again = there_and_back(match)
    assert again.log == match.log
    assert again.state == match.state


@each(WRITTEN)
def test_an_exported_real_game_tells_the_same_actions_certificates_and_tiles(name: str) -> None:
    told = write_record(read_record(record(name)))
    original = [recorded.data for recorded in live_actions(record(name))]
    assert essence(told["actions"]) == essence(original) or sorted(map(str, essence(told["actions"]))) == sorted(
        map(str, essence(original))
    ), "privates may be bought before trains are declined instead of after"
    passes = [sum(a["type"] == "pass" for a in actions) for actions in (told["actions"], original)]
    assert passes[0] == passes[1]
    assert (told["result"], told["game_end_reason"]) == (
        {str(seat): record(name)["result"][str(player["id"])] for seat, player in enumerate(record(name)["players"])},
        record(name)["game_end_reason"],
    )


def told(match: Match, state: Any) -> Any:
    assert isinstance(match.game, RailGame)
    return trace_state(match.game, state)


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (6, {"third_six": "true"}), (10, {"brown_multibuy": "pool_and_bank"}), (13, {}), (14, {}), (17, {})],
)
def test_a_random_match_comes_back_to_the_same_position(seed: int, options: dict[str, str]) -> None:
    assert_comes_back(at_random(seed, 500, **options))


def assert_comes_back(match: Match) -> None:
    """Declined offers are not told; and that site goes on by itself where nothing can be chosen."""
    again = there_and_back(match)
    ply = again.ply
    while told(match, again.at(ply)) != told(match, match.state):
        assert again.log[ply - 1].kind.startswith("pass"), "nothing but passes may follow"
        ply -= 1
    assert again.result == match.result


@pytest.mark.parametrize(
    "seed",
    [
        *FINISHED,
        *sample(1, (seed for seed in range(20, 60) if seed not in FINISHED)),
    ],
)
def test_a_long_random_match_comes_back_to_the_same_position(seed: int) -> None:
    assert_comes_back(at_random(seed, 1500))


def test_variants_become_optional_rules_and_come_back() -> None:
    match = Match(
        new_header(
            "1830", [Seat("A"), Seat("B")], {**READING.options, "third_six": "true", "brown_multibuy": "pool_and_bank"}
        )
    )
    told = write_record(match)
    assert sorted(told["settings"]["optional_rules"]) == ["multiple_brown_from_ipo", "third_6_train"]
    assert read_record(told).header.options == match.header.options


def test_a_match_by_the_book_is_refused_with_the_first_options_that_differ_and_how_many_more() -> None:
    match = Match(new_header("1830", [Seat("A"), Seat("B")]))
    with pytest.raises(Malformed) as caught:
        write_record(match)
    differing = {key for key, value in READING.options.items() if match.header.options[key] != value}
    assert differing
    told = {key for key in differing if f"{key} is '{READING.options[key]}' there" in str(caught.value)}
    assert len(told) == 3
    assert f" and {len(differing) - 3} more. " in str(caught.value)


@pytest.mark.parametrize(("option", "value"), [("pass_policy", "out"), ("raise", "exactly_5"), ("bank", "short_4500")])
def test_an_option_that_the_site_leaves_at_its_default_is_told_too(option: str, value: str) -> None:
    """It would be replayed there by other rules, and perhaps not fail before its result is wrong."""
    header = new_header("1830", [Seat("A"), Seat("B")], {**READING.options, option: value})
    with pytest.raises(Malformed, match=f"{option} is '.*' there, not '{value}'"):
        write_record(Match(header))


def test_other_games_seven_players_and_positions_made_by_hand_are_refused() -> None:
    with pytest.raises(NotFound):
        write_record(Match(new_header("paris-connection", [Seat("A"), Seat("B"), Seat("C")])))
    with pytest.raises(Malformed, match="1848 can be read here, but not written"):
        write_record(Match(new_header("1848", [Seat(str(n)) for n in range(3)], reading("1848").options)))
    seven = Match(new_header("1830", [Seat(str(n)) for n in range(7)], READING.options))
    with pytest.raises(Malformed, match="2 to 6 players"):
        write_record(seven)


def test_an_exchange_for_which_that_site_leaves_no_moment_is_refused() -> None:
    """All spend what they have; then the turn of who can pay for nothing is over there before it begins."""
    match = Match(new_header("1830", [Seat(str(n)) for n in range(6)], READING.options))
    writer, rng = Writer(match, READING), Random(0)
    while match.state.round == "auction" or not writer.gone_on(match.state):
        first = {choice.kind: choice for choice in reversed(match.choices())}
        kinds = ("buy_private_at_face", "set_par", "par", "buy", "pass_turn")
        match.play(next(first[kind] for kind in kinds if kind in first).sample(rng))
    exchange = next(choice for choice in match.choices() if choice.kind == "exchange")
    match.play(exchange.sample(rng))
    with pytest.raises(Malformed, match="would have gone on before exchange"):
        write_record(match)


def sold_by_one_player_to_another(answer: str) -> Match:
    """In the second stock round whoever is on turn asks for a private of somebody else, who answers."""
    match = Match(new_header("1830", [Seat(str(n)) for n in range(3)], READING.options))
    rng = Random(3)
    while not any(choice.kind == "ask_private" for choice in match.choices()):
        first = {choice.kind: choice for choice in reversed(match.choices())}
        kinds = ("buy_private_at_face", "set_par", "pass_turn", "pass_track", "pass_station", "withhold", "pass_trains")
        match.play(next(first[kind] for kind in kinds if kind in first).sample(rng))
    match.play(next(choice for choice in match.choices() if choice.kind == "ask_private").sample(rng))
    match.play(next(choice for choice in match.choices() if choice.kind == answer).sample(rng))
    return match


def test_a_private_that_one_player_sold_to_another_is_refused_with_its_name_and_place() -> None:
    match = sold_by_one_player_to_another("accept")
    private = match.log[-2].args[0]
    with pytest.raises(Malformed, match=f"the sale of {private} from one player to another") as caught:
        write_record(match)
    assert caught.value.where == f"match.log[{match.ply - 1}]"


def test_the_command_export_says_so_in_one_line_and_writes_nothing(tmp_path: Path) -> None:
    file, out = tmp_path / "match.json", tmp_path / "record.json"
    file.write_text(dumps(sold_by_one_player_to_another("accept")), encoding="utf-8")
    result = CliRunner().invoke(main, ["export", str(file), "-o", str(out)])
    assert (result.exit_code, result.stderr.count("\n"), out.exists()) == (1, 1, False)
    assert "from one player to another" in result.stderr


def test_a_declined_sale_between_players_is_left_out() -> None:
    told = write_record(sold_by_one_player_to_another("decline"))
    assert all(action["type"] in ("bid", "par", "pass") for action in told["actions"])


def test_an_action_that_nothing_over_there_stands_for_is_refused_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = sold_by_one_player_to_another("decline")
    told = Writer.tell
    monkeypatch.setattr(Writer, "tell", lambda self, s, a, after: told(self, s, a._replace(kind="wave"), after))
    with pytest.raises(Malformed, match="has no action for buy_private_at_face here"):
        write_record(match)


def test_a_record_names_the_players_the_round_and_who_acts() -> None:
    told = write_record(Match(new_header("1830", [Seat("Ada"), Seat("Bea")], READING.options)))
    assert told["players"] == [{"id": 0, "name": "Ada"}, {"id": 1, "name": "Bea"}]
    assert (told["title"], told["status"], told["round"], told["acting"]) == ("1830", "active", "Auction Round", [0])
    assert (told["result"], told["game_end_reason"], told["actions"]) == ({"0": 1200, "1": 1200}, None, [])


@each(WRITTEN[:1])
def test_the_commands_import_and_export(name: str, tmp_path: Path) -> None:
    match, out = tmp_path / "match.json", tmp_path / "record.json"
    run = CliRunner().invoke
    assert run(main, ["import", str(FOLDER / f"{name}.json"), "-o", str(match)]).exit_code == 0
    assert "--force" in run(main, ["import", str(FOLDER / f"{name}.json"), "-o", str(match)]).stderr
    assert run(main, ["export", str(match), "-o", str(out)]).exit_code == 0
    assert run(main, ["export", str(match), "-o", str(out)]).exit_code == 1
    first, second = (run(main, ["replay", str(file)]).stdout for file in (FOLDER / f"{name}.json", out))
    assert first.splitlines()[1:] == second.splitlines()[1:]
