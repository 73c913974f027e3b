"""`stellwerk show`: look at a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from stellwerk.cli.common import MATCH_FILE, read_match, seat_name, write_text
from stellwerk.cli.examples import examples
from stellwerk.cli.tables import listed, table
from stellwerk.core.errors import NotFound
from stellwerk.core.match import Match
from stellwerk.core.tell import recount, tell_end
from stellwerk.core.texts import Texts
from stellwerk.eighteen.state import RailState, is_hidden

LAST_LINES = 5


@click.command(
    epilog=examples(
        "stellwerk show match.json",
        "stellwerk show match.json --at 40 --seat 1",
        "stellwerk show match.json --svg map.svg",
    )
)
@click.argument("file", type=MATCH_FILE)
@click.option(
    "--at",
    "ply",
    type=click.IntRange(0),
    metavar="PLY",
    help="Show the position after this many actions; by default the last one.",
)
@click.option(
    "--seat", type=click.IntRange(0), help="Show only what this seat (from 0) may know; by default everything."
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw the map into this file, with what a spectator or the seat may see.",
)
def show(*, file: Path, ply: int | None, seat: int | None, svg: Path | None) -> None:
    """Show a position of a match FILE as text: whose turn it is, what lies on the table, what happened last.

    Without --seat nothing is hidden: the file of a running match tells everything.
    """
    header, log = read_match(file)
    match = Match(header, log)
    ply = match.ply if ply is None else ply
    if seat is not None and seat >= len(header.seats):
        raise NotFound("seat", seat, range(len(header.seats)))
    for line in shown(match, ply, seat):
        click.echo(line)
    if svg:
        from stellwerk.cli.drawing import drawn

        write_text(svg, drawn(match, ply, seat))
        click.echo(f"\nmap: {svg}")


def shown(match: Match, ply: int, seat: int | None) -> Iterator[str]:
    """A position as lines of text."""
    game, header = match.game, match.header
    truth = match.at(ply)
    state = truth if seat is None else game.view(truth, seat)
    eyes = "everything" if seat is None else f"seat {seat}, {seat_name(header, seat)}"
    yield f"{game.title.name('en')}, ply {ply} of {match.ply}, as seen by: {eyes}"
    choices = list(game.choices(truth))
    for who in dict.fromkeys(choice.seat for choice in choices):
        name = "chance" if who < 0 else f"seat {who}, {seat_name(header, who)},"
        if seat not in (None, who):  # how many bids somebody has tells what he can pay
            yield f"{name} is to decide"
            continue
        count = sum(choice.size() for choice in choices if choice.seat == who)
        yield f"{name} is to decide: {count} possible {'action' if count == 1 else 'actions'}"
    if result := game.result(truth):
        names = [seat_name(header, seat) for seat in range(len(header.seats))]
        last = match.log[ply - 1] if ply else None
        yield f"the game is over. {tell_end(game, names, last, result.reason, 'en')}"
    yield from position(match, state)
    if game.result(truth) is not None:
        yield ""
        yield from _scores(match, truth)
    yield ""
    yield from _history(match, ply, seat)
    yield from _chosen(match)


def position(match: Match, state: Any) -> Iterator[str]:
    """The fields of a state: those with the same keys side by side, one row for each key or seat."""
    texts, header = match.game.texts, match.header
    fields = {name: value for name, value in vars_of(state).items() if name != "todo"}
    groups: dict[tuple[str, ...], dict[str, dict[str, Any]]] = {}
    for name, value in fields.items():
        if isinstance(value, dict) and value:
            groups.setdefault(tuple(map(str, value)), {})[name] = {str(k): v for k, v in value.items()}
        elif isinstance(value, list) and len(value) == len(header.seats):
            seats = tuple(f"{seat} {seat_name(header, seat)}" for seat in range(len(value)))
            groups.setdefault(seats, {})[name] = dict(zip(seats, value, strict=True))
        elif value not in ("", (), [], {}, None):
            yield f"{name}: {listed(value, texts)}"
    for keys, columns in groups.items():
        told = [[name, *(listed(cells[key], texts) for key in keys)] for name, cells in columns.items()]
        told.sort(key=lambda column: max(map(len, column)))  # the widest stands last, where it can be wrapped
        head, *rows = zip(["", *(texts.name("en", key) for key in keys)], *told, strict=True)
        yield ""
        yield from table(head, rows)


def vars_of(state: Any) -> dict[str, Any]:
    """The saved fields of a state by name; money of an 18xx game that these eyes may not see is said to be hidden."""
    found = {name: getattr(state, name) for name in state.to_json()}
    if isinstance(state, RailState):
        found["cash"] = {owner: "hidden" if is_hidden(sum_) else sum_ for owner, sum_ in state.cash.items()}
    return found


def _chosen(match: Match) -> Iterator[str]:
    """The options that differ from the standard ones."""
    texts, usual = match.game.texts, match.game.title.resolve({})
    differ = {option: value for option, value in match.header.options.items() if value != usual.get(option)}
    if differ:
        yield ""
        yield "options that differ from the standard:"
    for option, value in differ.items():
        yield f"  {_said(texts, f'option.{option}.name', option)}: {_said(texts, f'option.{option}.{value}', value)}"


def _said(texts: Texts, key: str, other: str) -> str:
    return texts.say("en", key) if texts.has(key) else other


def _scores(match: Match, state: Any) -> Iterator[str]:
    result, texts = match.game.result(state), match.game.texts
    assert result is not None
    rows = []
    for seat, lines in enumerate(result.sums):
        sums = ", ".join(f"{line.number} {texts.name('en', line.label)} × {line.each}" for line in lines)
        mark = "wins" if seat in result.winners else ""
        rows.append([seat_name(match.header, seat), str(result.scores[seat]), mark, sums])
    yield from table(["", "score", "", "sum"], rows)


def _history(match: Match, ply: int, seat: int | None) -> Iterator[str]:
    """The last actions in words, as these eyes saw them."""
    names = [taken.name for taken in match.header.seats]
    log = match.log if seat is None else match.view(seat).log
    for number in range(max(0, ply - LAST_LINES), ply):
        states = (match.at(number), match.at(number + 1))
        before, after = states if seat is None else (match.game.view(s, seat) for s in states)
        line = recount(match.game, names, before, log[number], after, "en")
        yield f"{number:>4}  {line.text}"
        if line.then or line.between:
            yield f"      → {' · '.join((*line.then, *line.between))}"
    kinds = Counter(action.kind for action in match.log[:ply])
    yield f"      {ply} actions: {', '.join(f'{count} {kind}' for kind, count in kinds.items()) or 'none yet'}"
