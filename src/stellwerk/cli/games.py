"""`stellwerk games`: what can be played."""

from __future__ import annotations

import json
from typing import Any

import click

from stellwerk.bots.registry import bots_for
from stellwerk.cli.examples import examples
from stellwerk.core.registry import titles
from stellwerk.core.title import Title


@click.command(
    epilog=examples(
        "stellwerk games --json",
    )
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def games(*, as_json: bool) -> None:
    """List the games that are installed, with their seats, options and bots."""
    listed = [described(title) for title in titles().values()]
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    for entry in listed:
        click.echo(f"{entry['id']}  {entry['name']}, {entry['seats'][0]} to {entry['seats'][1]} seats")
        click.echo(f"  bots     {', '.join(entry['bots'])}")
        if len(entry["presets"]) > 1:
            click.echo(f"  presets  {', '.join(preset['id'] for preset in entry['presets'])}")
        for option in entry["options"]:
            values = ", ".join(f"{v} (default)" if v == option["default"] else v for v in option["values"])
            click.echo(f"  option   {option['id']}: {values}")
            if option["about"]:
                click.echo(f"           {option['about']}")
        for notice in entry["notices"]:
            click.echo(f"  note     {notice}")


def described(title: Title) -> dict[str, Any]:
    """What this command tells about a game."""
    return {
        "id": title.id,
        "name": title.name("en"),
        "seats": [title.seats[0], title.seats[-1]],
        "rules_version": title.rules_version,
        "rules": len(title.rulebook),
        "bots": list(bots_for(title.id)),
        "options": [
            {
                "id": o.id,
                "kind": o.kind,
                "values": list(o.values),
                "default": o.default,
                "rule": o.rule,
                "about": o.about(title.texts, "en") or None,
            }
            for o in title.options
        ],
        "presets": [{"id": preset.id, "options": dict(preset.options)} for preset in title.presets],
        "notices": [title.texts.say("en", key) for key in title.notices],
    }
