"""What stands beside the map of an 18xx title."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.tables.generic import groups
from stellwerk.web.tables.rail_look import BANNER, ON_MAP


def panels(scene: Scene) -> dict[str, Markup]:
    """By the names of `rail_look.PANELS` the fragments beside the map; one that is missing is left out."""
    return {"now": now(scene)}


def now(scene: Scene) -> Markup:
    """What can be done besides the map and the banner."""
    others = tuple(choice for choice in scene.view.choices if choice.kind not in {*ON_MAP, *BANNER})
    rest = replace(scene, view=replace(scene.view, choices=others))
    return render(scene.language, "generic/choices.html", scene=scene, groups=list(groups(rest)))
