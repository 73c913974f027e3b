"""A short attack on a real server finds nothing; and the attacker would see it if there were something."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tools.attack.hostile import hostile
from tools.attack.judge import Judge
from tools.attack.mutate import doctored, places
from tools.attack.wire import SLOW, Answer
from tools.attack.world import World, addresses

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_a_short_attack_finds_nothing() -> None:
    short = ("--requests", "2000", "--positions", "200", "--games", "1", "--seed", "short", "--minutes", "10")
    command = [sys.executable, "-m", "tools.attack", *short]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert "0 findings" in done.stdout


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(500, {}, b"", 0.1), "status 500"),
        (Answer(-1, {}, b"", 0.1), "status -1"),
        (Answer(200, {}, b"", SLOW + 1), "6.0 s"),
        (Answer(400, {}, b'  File "/srv/stellwerk/x.py", line 3', 0.1), "a trace"),
        (Answer(200, {}, b"{'seed': 'hush'}", 0.1), "a secret"),
        (Answer(200, {}, b"token of another seat: theirs", 0.1), "a secret"),
    ],
)
def test_what_may_never_be_is_found(answer: Answer, told: str) -> None:
    judge = Judge([b"hush"])
    judge.look("here", b"GET /", answer, (b"theirs",))
    assert len(judge.tally.findings) == 1
    assert told in judge.tally.findings[0]


def test_what_is_as_it_should_be_is_no_finding() -> None:
    judge = Judge([b"hush"])
    judge.look("here", b"POST / hush", Answer(422, {}, b"does not know 'hush'", 0.1))
    assert judge.tally.findings == []
    assert judge.tally.statuses == {422: 1}


def test_the_same_seed_attacks_with_the_same_bytes_and_reaches_every_address() -> None:
    world = World(
        files=[{"game": "1830", "log": []}],
        starts=[{"game": "1830", "log": [], "position": {"a": [1, "b"]}}],
        routes=addresses(),
        games=["1830"],
        matches=[("abc", ["token-of-abc"])],
    )
    sent = [hostile(Random(f"x/{number}"), world) for number in range(3000)]
    assert sent == [hostile(Random(f"x/{number}"), world) for number in range(3000)]
    seen = b"\n".join(data for _, data, _ in sent)
    for _, template in world.routes:
        literal = max(template.split("{"), key=len).rpartition("}")[2]
        assert literal.encode() in seen, template


def test_a_doctored_position_is_another_one_and_leaves_the_first_alone() -> None:
    position = {"cash": [100, 200], "todo": [["turn", 0]], "hands": {"a": ["red", "blue"]}}
    before = json.dumps(position)
    made = [doctored(Random(number), position) for number in range(500)]
    assert json.dumps(position) == before
    assert sum(one != position for one in made) > 450
    touched = {str(place) for one in made for place in places(one)}
    assert len(touched) > 100
