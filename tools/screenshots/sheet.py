"""A page on which all pictures can be looked through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from tools.screenshots.shot import Shot

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem; background: #eee; color: #111 }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: .5rem; background: #eee }
section { display: flex; flex-wrap: wrap; gap: .8rem; align-items: start }
figure { margin: 0 }
img { display: block; height: 260px; border: 1px solid #999; background: #fff }
figcaption { max-width: 26rem; font-size: 12px; overflow-wrap: anywhere }
"""


def write_sheet(folder: Path, shots: Sequence[Shot]) -> Path:
    """Write `index.html` beside the pictures: a group after the other, each picture a link to itself."""
    groups = {name: list(some) for name, some in groupby(sorted(shots, key=lambda shot: shot.group), _group)}
    links = "".join(f'<a href="#{escape(name)}">{escape(name)} ({len(some)})</a>' for name, some in groups.items())
    parts = "".join(
        f'<h2 id="{escape(name)}">{escape(name)}</h2><section>{"".join(map(_figure, some))}</section>'
        for name, some in groups.items()
    )
    page = folder / "index.html"
    head = f'<!doctype html><meta charset="utf-8"><title>Stellwerk: all pictures</title><style>{STYLE}</style>'
    page.write_text(f"{head}<nav>{links}</nav>{parts}", encoding="utf-8")
    return page


def _group(shot: Shot) -> str:
    return shot.group


def _figure(shot: Shot) -> str:
    file = escape(f"{shot.file}.png")
    told = escape(f"{shot.name}, {shot.look.name}")
    return (
        f'<figure><a href="{file}"><img loading="lazy" src="{file}" alt="{told}"></a>'
        f"<figcaption>{told}</figcaption></figure>"
    )
