"""The page about records is true: its package is found, and the commands read, write and trace records of its title."""

import json
from pathlib import Path

import pytest

from stellwerk.interop.games18xx import write_record
from tests.docs.packages import CLI, install, run
from tests.docs.pages import blocks
from tests.interop.matches import at_random

PAGE = "interop.md"
FROM_PYTHON = "match = read_record(record)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The files of the page, installed, and beside them a record of its title that looks at the clock once."""
    for block in blocks(PAGE):
        if block.name:
            tmp_path.joinpath(block.name).write_text(block.text, encoding="utf-8")
    install(tmp_path)
    record = write_record(at_random(23, 120))
    looks = {"type": "look", "entity": 0, "entity_type": "player"}
    record = {**record, "title": "1830 Long", "actions": [looks, *record["actions"]]}
    tmp_path.joinpath("record.json").write_text(json.dumps(record), encoding="utf-8")
    return tmp_path


def test_a_record_of_the_package_is_replayed_with_its_own_bank_and_action(package: Path) -> None:
    told = run(package, "-c", CLI, "replay", "record.json", "--trace", "trace.jsonl")
    assert "all legal" in told
    start = json.loads(package.joinpath("trace.jsonl").read_text(encoding="utf-8").splitlines()[0])["state"]
    assert start["bank"] + sum(player["cash"] for player in start["players"]) == 24000
    assert "NYNH" in start["corps"]


def test_a_match_of_the_package_goes_there_and_back(package: Path) -> None:
    assert "long-1830" in run(package, "-c", CLI, "import", "record.json", "-o", "match.json")
    run(package, "-c", CLI, "export", "match.json", "-o", "again.json")
    again, record = (json.loads(package.joinpath(name).read_text("utf-8")) for name in ("again.json", "record.json"))
    assert (again["title"], again["description"]) == ("1830 Long", "the long game")
    essence = [(act["type"], act["entity"]) for act in record["actions"] if act["type"] != "look"]
    assert [(act["type"], act["entity"]) for act in again["actions"]] == essence


def test_the_server_reads_records_of_the_package_too(package: Path) -> None:
    code = "import json; from stellwerk.server.imports import read; print(read(json.load(open('record.json'))).keys())"
    assert run(package, "-c", code) == "dict_keys(['match'])\n"


def test_the_title_of_the_package_has_the_18xx_bots(package: Path) -> None:
    told = run(package, "-c", "from stellwerk.bots.registry import bots_for; print(*bots_for('long-1830'))")
    assert told.split() == ["random", "greedy", "planner-easy", "planner-normal", "planner"]


def test_the_lines_from_python_run() -> None:
    (code,) = (block.text for block in blocks(PAGE) if FROM_PYTHON in block.text)
    names = {"record": write_record(at_random(23, 60))}
    exec(code, names)  # what the page says
    assert names["reader"].match.log == names["match"].log
