"""`stellwerk replay`: hold a match against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TextIO

import click

from stellwerk.cli.common import MATCH_FILE, read_json, seat_name
from stellwerk.cli.examples import examples
from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.match import Header, Match
from stellwerk.core.matchfile import parse
from stellwerk.core.registry import title
from stellwerk.core.tell import tell_end
from stellwerk.interop.games18xx import is_record, live_actions, reader_of, trace_state


@click.command(
    epilog=examples(
        "stellwerk replay match.json",
        "stellwerk replay match.json --trace trace.jsonl",
    )
)
@click.argument("file", type=MATCH_FILE)
@click.option(
    "--trace",
    type=click.File("w", encoding="utf-8", lazy=False),
    help="Write a JSON line for each ply: ply, action, digest, state (all hidden things included); - for stdout.",
)
def replay(*, file: Path, trace: TextIO | None) -> None:
    """Check every action of a match FILE against the rules and print how it ended.

    FILE is a match file or a record of 18xx.games. An action that the rules forbid ends the replay with exit code
    1, its ply (for a record its id), the rule and why. A trace begins with the position before the first action
    (ply 0, action null); line n stands for ply n. For a record the lines are {"n": ..., "state": ...}, one for each
    action that stands, with the state as that site's engine tells it.
    """
    data = read_json(file)
    told = _replay_record(data, trace) if is_record(data) else _replay_match(data, trace)
    for line in told:
        click.echo(line, err=trace is not None and trace.name == "<stdout>")


def _replay_match(data: Any, trace: TextIO | None) -> list[str]:
    header, log = parse(data)
    game = title(header.game).game(len(header.seats), header.options)
    state = Match(header).at(0)
    _write(trace, 0, None, state)
    for ply, action in enumerate(log):
        try:
            state = game.play(state, action)
        except RuleError as error:
            said = json.dumps(action.to_json(), ensure_ascii=False)
            raise click.ClickException(f"ply {ply}: {said} breaks rule {error.rule}: {error.text}") from error
        _write(trace, ply + 1, action, state)
    return outcome(header, Match(header, log, checked=False), len(log))


def _replay_record(data: dict[str, Any], trace: TextIO | None) -> list[str]:
    reader, live = reader_of(data), live_actions(data)
    for number, recorded in enumerate([None, *live]):
        if recorded:
            try:
                reader.play(recorded.data)
            except RuleError as error:
                raise click.ClickException(refused(recorded.data, error)) from error
        if trace:
            state = trace_state(reader.game, reader.s, finished=reader.over)
            trace.write(json.dumps({"n": number, "state": state}, ensure_ascii=False) + "\n")
    return _record_outcome(data, reader, len(live))


def refused(action: Any, error: RuleError) -> str:
    """What a record did that the rules forbid, and why."""
    said = json.dumps({key: value for key, value in action.items() if key != "auto_actions"}, ensure_ascii=False)
    return f"action {action.get('id', '(automatic)')}: {said} breaks rule {error.rule}: {error.text}"


def _record_outcome(data: dict[str, Any], reader: Any, actions: int) -> list[str]:
    """How the game ended, and where the record tells another result than the rules give."""
    match = reader.match
    worth = [sum(line.points for line in reader.game.wealth(reader.s, seat)) for seat in range(reader.game.seats)]
    if reader.ended_by_hand and not match.over:
        lines = [f"{actions} actions, all legal. The players ended the game (manually_ended)."]
        lines += [f"  {seat.name}  {worth[number]:>5}" for number, seat in enumerate(match.header.seats)]
    else:
        lines = outcome(match.header, match, actions)
        lines[0] += f" ({reader.s.ended})" if match.over else ""
    told = data.get("result")
    for player, seat in reader.seats.items():
        if isinstance(told, dict) and told.get(player, worth[seat]) != worth[seat]:
            lines.append(f"The record says {told[player]} for {match.header.seats[seat].name}, not {worth[seat]}.")
    return lines


def outcome(header: Header, match: Match, plies: int) -> list[str]:
    """How a match stands: its result, or who is to decide."""
    result = match.result
    if result is None:
        waiting = ", ".join(seat_name(header, seat) for seat in match.waiting())
        return [f"{plies} actions, all legal; {waiting} to decide"]
    names = [seat_name(header, seat) for seat in range(len(header.seats))]
    ended = tell_end(match.game, names, match.log[-1] if match.log else None, result.reason, "en")
    order = sorted(range(len(header.seats)), key=lambda seat: -result.scores[seat])
    width = max(len(seat_name(header, seat)) for seat in order)
    return [
        f"{plies} actions, all legal. {ended}",
        *(
            f"  {seat_name(header, seat):<{width}}  {result.scores[seat]:>5}{'  wins' * (seat in result.winners)}"
            for seat in order
        ),
    ]


def _write(trace: TextIO | None, ply: int, action: Action | None, state: Any) -> None:
    if trace:
        entry = {"ply": ply, "action": action and action.to_json(), "digest": state.digest(), "state": state.to_json()}
        trace.write(json.dumps(entry, ensure_ascii=False) + "\n")
