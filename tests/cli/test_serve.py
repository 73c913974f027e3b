"""`stellwerk serve` looks before it starts whether there is anything to show."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stellwerk.cli import serve as command
from stellwerk.web.assets import NEEDED, STATIC, missing, remedy

Run = Callable[..., Result]


def built(folder: Path, *, without: str = "") -> Path:
    folder.mkdir(parents=True)
    for name in NEEDED:
        if name != without:
            (folder / name).write_text("x", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", NEEDED)
def test_a_file_that_is_lost_or_empty_is_missing(tmp_path: Path, name: str) -> None:
    folder = built(tmp_path / "static", without=name)
    assert missing(folder) == [name]
    (folder / name).touch()
    assert missing(folder) == [name]
    (folder / name).write_text("x", encoding="utf-8")
    assert missing(folder) == []


def test_a_checkout_is_told_to_build_and_an_installation_to_install_again(tmp_path: Path) -> None:
    assert remedy(STATIC).startswith("run `make web` in ")
    installed = tmp_path / "lib" / "site-packages" / "stellwerk" / "web" / "static"
    assert remedy(installed).startswith("install stellwerk again")


def test_serve_without_the_pages_says_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "missing", lambda: ["main.css", "main.js"])
    monkeypatch.setattr("stellwerk.server.run.serve", lambda settings: pytest.fail("the server started"))
    result = run("serve")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the pages are not built, main.css, main.js not found: run `make web`")
    assert result.stderr.count("\n") == 1
