"""Every picture that a page shows is there, every one that is there is shown, and `make screenshots` takes them all."""

import re
from pathlib import Path

from stellwerk.core.walkthrough import walkthrough_of
from tests.docs.pages import DOCS
from tools.screenshots.docs import of_docs

ROOT = DOCS.parent
PICTURES = DOCS / "img"
MOST = 4_000_000
"""Bytes of all pictures: whoever clones the project fetches them too."""

IMAGE = re.compile(r"!\[([^\]]+)\]\(([^)\s]+)\)")


def shown() -> dict[Path, str]:
    """The pictures of all pages, with what is said of them."""
    pages = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    found = ((page, match) for page in pages for match in IMAGE.finditer(page.read_text(encoding="utf-8")))
    return {(page.parent / match[2]).resolve(): match[1] for page, match in found}


def test_pages_show_the_pictures_that_are_there_and_no_others() -> None:
    assert {path.name for path in shown()} == {path.name for path in PICTURES.iterdir()}
    assert all(path.exists() for path in shown())


def test_every_picture_is_taken_by_name() -> None:
    assert {f"{shot.doc}.webp" for shot in of_docs()} == {path.name for path in PICTURES.iterdir()}


def test_pictures_are_light() -> None:
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST


def test_the_film_of_the_first_match_has_its_steps() -> None:
    walk = walkthrough_of("1830")
    assert walk is not None
    film = [shown()[PICTURES / f"first-match-{number}.webp"] for number in range(1, len(walk.guide.steps) + 1)]
    assert film == [step.title["en"] for step in walk.guide.steps]
