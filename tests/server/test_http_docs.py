"""docs/http.md: every command in it works and is answered as it says."""

import json
import re
import shlex
from pathlib import Path
from string import Template
from typing import Any

from stellwerk.server.answers import LARGE, SMALL
from stellwerk.server.errors import KINDS
from stellwerk.server.extent import DEEPEST, ENTRIES, TEXT, VALUES
from stellwerk.server.hub import events
from stellwerk.server.shield import LONGEST_ADDRESS, LONGEST_PART, MOST_HEADERS, MOST_PAIRS
from tests.server.kit import Client, new_match

PAGE = Path(__file__).resolve().parents[2] / "docs" / "http.md"
SERVER = "http://testserver"
ELLIPSIS = "…"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STREAM = "-N"


def blocks() -> list[tuple[str, str]]:
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def fits(expected: Any, found: Any) -> bool:
    """Whether an answer is what the page shows, but for ellipses."""
    if expected == ELLIPSIS:
        return True
    if isinstance(expected, dict):
        known = {key: value for key, value in expected.items() if key != ELLIPSIS}
        if not isinstance(found, dict) or (known.keys() != found.keys() if len(known) == len(expected) else False):
            return False
        return known.keys() <= found.keys() and all(fits(value, found[key]) for key, value in known.items())
    if isinstance(expected, list):
        return isinstance(found, list) and fits_list(expected, found)
    return type(expected) is type(found) and bool(expected == found)


def fits_list(expected: list[Any], found: list[Any]) -> bool:
    """In a list an ellipsis stands for any number of items."""
    if not expected:
        return not found
    if expected[0] == ELLIPSIS:
        return fits_list(expected[1:], found) or (bool(found) and fits_list(expected, found[1:]))
    return bool(found) and fits(expected[0], found[0]) and fits_list(expected[1:], found[1:])


def curl(client: Client, command: str) -> Any:
    """Do what a command line of curl would do."""
    words = iter(shlex.split(command.replace("\\\n", " "))[1:])
    headers: dict[str, str] = {}
    body, url = None, ""
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "--json":
            body = next(words)
            headers["content-type"] = "application/json"
        elif word.startswith("-"):
            assert word in ("-OJ", STREAM), word
        else:
            assert not url, word
            url = word
    return client.request("GET" if body is None else "POST", url, content=body, headers=headers)


def test_every_command_is_answered_as_the_page_says(client: Client) -> None:
    known = {"SERVER": SERVER}
    answers = 0
    listed = blocks()
    for (kind, text), (then, shown) in zip(listed, [*listed[1:], ("", "")], strict=True):
        if kind != "sh" or not text.startswith("curl") or STREAM in text.split():
            continue
        answer = curl(client, Template(text).substitute(known))
        assert then == "json", text
        assert fits(json.loads(shown), answer.json()), f"{text}\n{answer.text}"
        answers += 1
        if answer.status_code == 201 and "MATCH" not in known:
            created = answer.json()
            known |= {"MATCH": created["id"], "TOKEN": created["seats"][0]["token"]}
    assert answers == text_of("sh").count("curl ") - 1, "all but the stream"
    assert answers > 10


def text_of(kind: str) -> str:
    return "".join(text for found, text in blocks() if found == kind)


def test_the_event_that_the_page_shows_is_of_the_form_that_is_sent(client: Client) -> None:
    match = new_match(client)[0].match
    head = client.app.state.matches.store.head(match)  # type: ignore[attr-defined]
    sent = events(match, head)["ply"].decode().strip().replace(match, "…")
    shown = text_of("text")
    assert re.sub(r"\d+", "0", sent) == re.sub(r"\d+", "0", shown.strip())


def test_every_refusal_stands_in_the_table() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \| `([\w-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = {(int(status), code) for statuses, code in rows for status in statuses.split(", ")}
    assert listed == {(kind.status, kind.code) for kind in KINDS.values()} | {(404, "http"), (405, "http")}


def test_the_bounds_of_requests_are_those_that_hold() -> None:
    told = " ".join(PAGE.read_text(encoding="utf-8").partition("## Limits")[2].split())
    for bound in (
        f"longer than {LONGEST_ADDRESS} bytes, with more than {LONGEST_PART} bytes between two slashes",
        f"more than {MOST_PAIRS} pairs are refused with 414",
        f"more than {MOST_HEADERS} headers",
        f"at most {SMALL >> 10} KiB, or {LARGE >> 20} MiB where it begins with",
        f"a text has at most {TEXT} characters and a list or an object at most {ENTRIES} entries",
        f"a body at most {VALUES} values, nested at most {DEEPEST} deep, and an integer at most 18 digits",
    ):
        assert bound in told, bound


def test_a_wrong_answer_does_not_fit() -> None:
    assert fits({"a": [1, ELLIPSIS], ELLIPSIS: ELLIPSIS}, {"a": [1, 2], "b": 3})
    assert not fits({"a": 1}, {"a": 1, "b": 2})
    assert not fits({"a": 1, ELLIPSIS: ELLIPSIS}, {"b": 2})
    assert not fits([1], [1, 2])
    assert not fits([1, ELLIPSIS], [])
    assert not fits([ELLIPSIS, 1, ELLIPSIS], [2, 3])
    assert fits([ELLIPSIS, 1, ELLIPSIS], [2, 1])
    assert not fits(False, 0)
