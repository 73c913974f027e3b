"""Bots that are programs of their own and speak lines of JSON on their standard streams.

`process:COMMAND` in place of a bot's name starts one for each seat and each game. It is asked by a line on its
standard input and answers by a line on its standard output (docs/writing-a-bot.md). Who names a command runs it, so
only the arena of the person at the machine knows such names: the registry that a server asks does not.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from stellwerk.bots.registry import Bot, bot
from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed, NotFound, StellwerkError
from stellwerk.core.view import View

PREFIX: Final = "process:"
SECONDS: Final = 60.0
"""How long a program may think about one decision."""

FAREWELL: Final = 2.0
"""Seconds that it has to end after its input is closed."""

LONGEST_ANSWER: Final = 65_536
"""Bytes of an answer; the longest run of trains takes a few thousand."""

SEED_BITS: Final = 53
"""What every language's JSON reads as a whole number."""

QUOTED: Final = 200
"""Characters of an answer that an error shows."""


class BotFailed(StellwerkError):
    """A bot that does not play: it raised an error, or its program cannot be started, has ended or answers nonsense."""

    def __init__(self, command: str, problem: str) -> None:
        super().__init__(f"the bot {command!r} {problem}")
        self.command, self.problem = command, problem


@dataclass
class ProcessBot:
    """A running program that plays one seat of one game."""

    command: str
    process: subprocess.Popen[bytes]
    seconds: float = SECONDS
    games: frozenset[str] | None = None
    _rest: bytes = b""
    _answered: bool = False

    @property
    def name(self) -> str:
        return PREFIX + self.command

    def choose(self, view: View[Any], rng: Random) -> Action:
        question = {"type": "choose", "seed": rng.getrandbits(SEED_BITS), "view": view.to_json()}
        line = self._exchange(json.dumps(question, separators=(",", ":")).encode() + b"\n")
        return self._action(line, view.seat)

    def _action(self, line: bytes, seat: int | None) -> Action:
        try:
            answer = json.loads(line)
            return Action.from_json({"seat": seat, **answer} if isinstance(answer, dict) else answer)
        except (ValueError, RecursionError, Malformed) as error:
            shown = line[:QUOTED].decode(errors="replace").strip()
            raise BotFailed(self.command, f"answered {shown!r}, which is no action: {error}") from error

    def _exchange(self, question: bytes) -> bytes:
        """Write a line and read one, in bounded time; a program may begin to answer before it has read all."""
        until = time.monotonic() + self.seconds
        into, out = self.process.stdin, self.process.stdout
        assert into is not None
        assert out is not None
        left = memoryview(question)
        with selectors.DefaultSelector() as waiting:
            waiting.register(out, selectors.EVENT_READ)
            if self._answered and waiting.select(0):
                self._take(os.read(out.fileno(), LONGEST_ANSWER))
                raise self._too_much()
            waiting.register(into, selectors.EVENT_WRITE)
            while b"\n" not in self._rest:
                if len(self._rest) > LONGEST_ANSWER:
                    raise BotFailed(self.command, f"answered with more than {LONGEST_ANSWER} bytes")
                ready = waiting.select(max(0.0, until - time.monotonic()))
                if not ready:
                    raise BotFailed(self.command, f"has not answered within {self.seconds:g} seconds")
                for key, _ in ready:
                    if key.fileobj is out:
                        self._take(os.read(out.fileno(), LONGEST_ANSWER))
                    else:
                        left = left[self._give(into.fileno(), left) :]
                        if not left:
                            waiting.unregister(into)
        line, _, self._rest = self._rest.partition(b"\n")
        if self._rest:
            raise self._too_much()
        self._answered = True
        return line

    def _too_much(self) -> BotFailed:
        """What follows an answer would be taken for the next one, to a question that it was not meant for."""
        shown = self._rest[:QUOTED].decode(errors="replace").strip()
        return BotFailed(self.command, f"said more than one line after a question: {shown!r}")

    def _take(self, more: bytes) -> None:
        if not more:
            raise BotFailed(self.command, self._how_ended())
        self._rest += more

    @staticmethod
    def _give(into: int, left: memoryview) -> int:
        """How much has been written; who no longer listens may have answered all the same, and needs no more."""
        try:
            return os.write(into, left)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            return len(left)

    def _how_ended(self) -> str:
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        return f"has ended with exit code {code} before its answer"

    def close(self) -> None:
        """Close its input, which is the order to end; what is left then of it and all that it started is killed."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody, or nobody alive, is left
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def command_of(name: str) -> list[str]:
    """The words of the command that a name stands for, whose program is there."""
    command = name.removeprefix(PREFIX).strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BotFailed(command, f"is no command: {error}") from error
    if not words:
        raise NotFound("bot", PREFIX)
    if shutil.which(words[0]) is None:
        raise BotFailed(command, "cannot be started: there is no such program, or it may not be run")
    return words


def start(command: str, seconds: float = SECONDS) -> ProcessBot:
    """Start a program in a group of its own; what it writes to its standard error is shown."""
    words = command_of(command)
    try:
        process = subprocess.Popen(  # noqa: S603 - the person at the machine has named it
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
    except OSError as error:
        raise BotFailed(command, f"cannot be started: {error.strerror}") from error
    assert process.stdin is not None
    os.set_blocking(process.stdin.fileno(), False)
    return ProcessBot(command, process, seconds)


def is_process(name: str) -> bool:
    """Whether a name stands for a program."""
    return name.startswith(PREFIX)


@contextmanager
def seated(game: str, name: str) -> Iterator[Bot]:
    """The bot of that name for one game: an installed one, or a program that is started and ended."""
    if not is_process(name):
        yield bot(game, name)
        return
    program = start(name.removeprefix(PREFIX).strip())
    try:
        yield program
    finally:
        program.close()
