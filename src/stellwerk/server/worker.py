"""A process in which bots think and records are read: a line of JSON in, one out, until the server closes the pipe.

    {"bot": "greedy", "key": "...", "view": {...}, "log": [...]}   ->   {"action": {...}} or {"error": "..."}
    {"advise": "planner", "key": "...", "view": {...}}             ->   {"advice": [...]} or {"error": "..."}
    {"record": {...}}                                              ->   {"match": {...}} or why there is none

The view, whose log stands beside it, is all that a bot gets to know; `key` seeds its generator and tells nothing
about the seed of the match.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from random import Random
from typing import Any, BinaryIO, Final

from stellwerk.bots.advice import Advice, Adviser
from stellwerk.bots.registry import bot
from stellwerk.core.action import Json
from stellwerk.core.view import View
from stellwerk.server.imports import read

READY: Final = {"ready": True}
CANDIDATES: Final = 10
"""So many of what an adviser has considered are handed on."""

PATIENCE: Final = 10
"""How much a thinking bot gives way to the server that answers people."""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    # What a bot prints must not end up between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    _say(answers, READY)
    while True:
        job = json.loads(jobs.get())
        _say(answers, _done(job))


def _done(job: Json) -> Json:
    if "record" in job:
        return read(job["record"])
    return advise(job) if "advise" in job else think(job)


def think(job: Json) -> Json:
    """Ask a bot for an action; whatever goes wrong inside it is an answer too."""
    try:
        view: View[Any] = View.from_json({**job["view"], "log": job["log"]})
        chosen = bot(view.game.title.id, job["bot"]).choose(view, Random(job["key"]))
        answer = {"action": chosen.to_json()}
        json.dumps(answer)
    except Exception:  # noqa: BLE001  # a bot may fail in any way, and the match goes on
        return {"error": traceback.format_exc(limit=-3)}
    return answer


def advise(job: Json) -> Json:
    """Ask a bot what it would do in somebody's place, and why."""
    try:
        view: View[Any] = View.from_json(job["view"])
        adviser = bot(view.game.title.id, job["advise"])
        assert isinstance(adviser, Adviser)
        found = adviser.advise(view, Random(job["key"]))[:CANDIDATES]
        answer = {"advice": [_told(one) for one in found]}
        json.dumps(answer)
    except Exception:  # noqa: BLE001  # it may fail in any way, and who asked is told so
        return {"error": traceback.format_exc(limit=-3)}
    return answer


def _told(one: Advice) -> Json:
    reasons = [[reason.key, dict(reason.data)] for reason in one.reasons]
    return {"action": one.action.to_json(), "worth": one.worth, "reasons": reasons}


def _listen(stdin: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    for line in stdin:
        jobs.put(line)
    os._exit(0)  # the server is gone, even if a bot still thinks


def _say(answers: BinaryIO, answer: Json) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
