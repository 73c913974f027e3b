"""Real games replay with equal states after every action, and end as they ended."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from stellwerk.cli import main
from stellwerk.interop.games18xx import reader_of, reading, trace_state
from tests.interop.real import FOLDER, NAMES, differences, each, lines, live, record

Run = Callable[..., Result]


@each(NAMES)
def test_a_real_game_replays_with_equal_states_to_the_same_end(name: str) -> None:
    data, told = record(name), lines(name, "trace")
    reader = reader_of(data)
    assert differences(trace_state(reader.game, reader.s), told[0]["state"]) == []
    for action, line in zip(live(name), told[1:], strict=True):
        reader.play(action)
        state = trace_state(reader.game, reader.s, finished=reader.over)
        assert (line["n"], differences(state, line["state"])) == (line["n"], [])
    assert list(reader.game.audit(reader.s)) == []
    worth = {
        player: sum(line.points for line in reader.game.wealth(reader.s, seat)) for player, seat in reader.seats.items()
    }
    ended = reader.reading.ending(reader.s.ended)
    assert (ended or None, worth) == (data["game_end_reason"], data["result"])


@each(NAMES)
def test_replay_writes_the_trace_of_a_record(name: str, tmp_path: Path) -> None:
    out, data = tmp_path / "trace.jsonl", record(name)
    result = CliRunner().invoke(main, ["replay", str(FOLDER / f"{name}.json"), "--trace", str(out)])
    assert (result.exit_code, result.stderr) == (0, "")
    told = lines(name, "trace")
    assert f"{len(told) - 1} actions, all legal" in result.stdout
    if data["game_end_reason"]:
        (ended,) = re.findall(r"\((\w+)\)", result.stdout)
        assert reading(data["title"]).ending(ended) == data["game_end_reason"]
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["n"] for line in written] == [line["n"] for line in told]
    assert all(line.keys() == {"n", "state"} for line in written)
    assert [
        n
        for n, (mine, yours) in enumerate(zip(written, told, strict=True))
        if differences(mine["state"], yours["state"])
    ] == []
