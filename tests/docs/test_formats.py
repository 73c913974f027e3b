"""The page about formats is true: every example is read by the code that it describes."""

import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stellwerk.cli import main
from stellwerk.core import matchfile
from stellwerk.core.action import DEEPEST, Action, freeze
from stellwerk.core.choice import Choice, Draw, Hole, OneOf, Range, Shuffle, Subset
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match
from stellwerk.core.matchfile import FORMAT, KEYS, VERSION
from stellwerk.core.result import Line, Result
from stellwerk.core.view import View
from stellwerk.server.store import Database
from stellwerk.server.store.archive import MANIFEST, write
from tests.docs.pages import DOCS, blocks

PAGE = "formats.md"
HOLES: dict[str, type[Hole]] = {
    "range": Range,
    "one-of": OneOf,
    "subset": Subset,
    "draw": Draw,
    "shuffle": Shuffle,
}


def example(name: str) -> Any:
    (text,) = [block.text for block in blocks(PAGE) if (block.language, block.name) == ("json", name)]
    return json.loads(text)


def match() -> Match:
    return matchfile.load(example("match"))


def hole(data: dict[str, Any]) -> Hole:
    kind = HOLES[data["hole"]]
    return kind(**{key: freeze(value) for key, value in data.items() if key != "hole"})


def test_every_example_of_the_page_is_read_by_a_test() -> None:
    names = {block.name for block in blocks(PAGE)}
    source = Path(__file__).read_text(encoding="utf-8")
    assert names == set(re.findall(r'example\("(\w+)"\)', source))


def test_the_action_is_the_latest_of_the_match() -> None:
    assert Action.from_json(example("action")) == match().log[-1]
    assert str(DEEPEST) in (DOCS / PAGE).read_text(encoding="utf-8").split("nested at most ")[1][:2]


def test_the_choice_is_written_as_the_page_says() -> None:
    data = example("choice")
    args = tuple(hole(arg) if isinstance(arg, dict) else arg for arg in data["args"])
    choice = Choice(data["seat"], data["kind"], args)
    assert choice.to_json() == data
    assert choice.admits(Action(2, "bid", ("B&O", 30)))


def test_every_hole_is_shown_and_admits_what_the_page_says() -> None:
    shown = example("holes")
    assert {entry["hole"]["hole"] for entry in shown} == HOLES.keys()
    core = {kind.__name__ for kind in Hole.__subclasses__() if kind.__module__ == Hole.__module__}
    assert {kind.__name__ for kind in HOLES.values()} == core
    for entry in shown:
        made = hole(entry["hole"])
        assert made.to_json() == entry["hole"]
        assert [value for value in entry["fits"] if not made.admits(freeze(value))] == []
        assert [value for value in entry["does not"] if made.admits(freeze(value))] == []


def test_the_state_is_the_position_of_the_match() -> None:
    data = example("state")
    assert match().state.to_json() == data
    assert match().game.state_class.from_json(data) == match().state


def test_the_digest_is_made_as_the_page_says() -> None:
    told = {name: value for name, value in example("state").items() if name != "ended"}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert match().state.digest() == hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def test_the_result_adds_up_and_is_written_as_the_page_says() -> None:
    data = example("result")
    sums = tuple(tuple(Line(**line) for line in lines) for lines in data["sums"])
    result = Result(tuple(data["scores"]), tuple(data["winners"]), data["reason"], sums)
    assert result.to_json() == data
    for score, lines in zip(result.scores, result.sums, strict=True):
        assert sum(line.points for line in lines) == score
        assert all(line.number * line.each == line.points for line in lines)
    golden = DOCS.parent / "tests" / "golden" / "paris" / "three-to-marseille.json"
    assert matchfile.loads(golden.read_text(encoding="utf-8")).result == result


def test_the_view_is_what_seat_0_sees_of_the_match() -> None:
    data = example("view")
    assert match().view(0).to_json() == data
    assert View.from_json(data) == match().view(0)
    for key in ("ply", "choices", "result"):
        del data[key]
    assert View.from_json(data) == match().view(0)


def test_the_match_file_is_written_as_the_page_says() -> None:
    data = example("match")
    assert matchfile.dump(match()) == data
    assert json.loads(matchfile.dumps(match())) == data
    assert (data["format"], data["version"]) == (FORMAT, VERSION)


def test_every_field_of_a_match_file_is_explained() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \|", (DOCS / PAGE).read_text(encoding="utf-8").split("## Match file")[1], re.MULTILINE
    )
    assert set(rows) == KEYS


def test_a_match_may_start_from_the_position_of_the_page() -> None:
    data = {**example("match"), "position": example("state"), "log": []}
    assert matchfile.load(data).state == match().state


def test_an_action_that_breaks_a_rule_is_told_as_the_page_says() -> None:
    data = example("match")
    data["log"][3] = [0, "place", ["black", "F20"]]
    with pytest.raises(Malformed, match=r"^log\[3\]: paris-connection build\.9: F20 is closed: "):
        matchfile.load(data)
    assert "`log[3]: paris-connection build.9: F20 is closed: …`" in (DOCS / PAGE).read_text(encoding="utf-8")


def test_the_trace_has_the_line_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(example("match")), encoding="utf-8")
    done = CliRunner().invoke(main, ["replay", str(file), "--trace", str(tmp_path / "trace.jsonl")])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["ply"] for line in lines] == list(range(5))
    assert lines[0]["action"] is None
    assert lines[-1] == {**example("trace"), "state": example("state")}


def test_the_manifest_of_a_backup_has_the_fields_that_are_told(tmp_path: Path) -> None:
    shown = example("manifest")
    database = Database(str(tmp_path / "matches.sqlite3"))
    write(database, tmp_path / "all.zip")
    database.close()
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        found = json.loads(archive.read(MANIFEST))
    assert archive.namelist()[-1] == MANIFEST
    assert list(found) == list(shown)
    assert list(found["tables"][0]) == list(shown["tables"][0])
    assert (found["format"], found["version"], found["schema"]) == (shown["format"], shown["version"], shown["schema"])
