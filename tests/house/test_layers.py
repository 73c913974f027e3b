"""The layers hold: core <- eighteen <- games <- bots, interop <- server, cli; web sees views only."""

from pathlib import Path

import pytest

from tests.house.layers import imported, offences

SRC = Path(__file__).resolve().parents[2] / "src"


def test_every_module_imports_only_what_stands_below_it() -> None:
    found = []
    for path in sorted((SRC / "stellwerk").rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        found += offences(path.read_text(encoding="utf-8"), module, is_package=is_package)
    assert found == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("stellwerk.core.step", "import sqlalchemy"),
        ("stellwerk.core.step", "from stellwerk.games import paris"),
        ("stellwerk.core.step", "from ..games.paris import game"),
        ("stellwerk.core.step", "from stellwerk import games"),
        ("stellwerk.core.step", "def late():\n    import stellwerk.server.app"),
        ("stellwerk.core.step", "if TYPE_CHECKING:\n    from jinja2 import Environment"),
        ("stellwerk.testing.check", "import pytest"),
        ("stellwerk.testing.check", "from stellwerk.games.paris import game"),
        ("stellwerk.core.step", "from stellwerk.testing import check_laws"),
        ("stellwerk.eighteen.routes", "from stellwerk.games.g1830 import game"),
        ("stellwerk.games.paris.game", "from stellwerk.bots import random"),
        ("stellwerk.games.paris.game", "from stellwerk.web import svg"),
        ("stellwerk.bots.greedy", "import stellwerk.server.store"),
        ("stellwerk.bots.greedy", "from stellwerk.interop import games18xx"),
        ("stellwerk.interop.games18xx", "from stellwerk.bots import arena"),
        ("stellwerk.web.tables", "from stellwerk.core.match import Match"),
        ("stellwerk.web.tables", "from stellwerk.core import match"),
        ("stellwerk.web.tables", "from stellwerk.bots import random"),
        ("stellwerk.web.tables", "from ..server import app"),
        ("stellwerk.web.tables", "import stellwerk.cli"),
        ("stellwerk.server.app", "from stellwerk.cli import main"),
        ("stellwerk.attic.junk", "x = 1"),
    ],
)
def test_an_import_against_the_layers_is_found(module: str, source: str) -> None:
    assert offences(source, module) != []


@pytest.mark.parametrize(
    "source",
    ["from stellwerk.eighteen.routes.sweep import Sweep", "from stellwerk.eighteen.routes import sweep"],
)
def test_the_inside_of_a_package_with_a_facade_is_its_own_business(source: str) -> None:
    assert offences(source, "stellwerk.bots.rail") != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("stellwerk.core.step", "import dataclasses\nfrom . import action\nfrom .errors import RuleError"),
        ("stellwerk.core.step", "from stellwerk import __version__"),
        ("stellwerk.games.paris.steps", "from stellwerk.core.step import Step\nfrom .game import PARIS"),
        ("stellwerk.web.tables", "from stellwerk.core.action import Action\nimport jinja2"),
        ("stellwerk.server.app", "from stellwerk.core.match import Match\nfrom stellwerk.web import tables"),
        ("stellwerk.cli.serve", "from stellwerk.server.app import app\nimport click"),
        ("stellwerk.bots.rail", "from stellwerk.eighteen.routes import best_run"),
        ("stellwerk.eighteen.routes.best", "from stellwerk.eighteen.routes.sweep import Sweep"),
    ],
)
def test_an_import_along_the_layers_is_admitted(module: str, source: str) -> None:
    assert offences(source, module) == []


def test_relative_imports_of_a_package_start_at_the_package_itself() -> None:
    assert list(imported("from .game import X", "stellwerk.games.paris", is_package=True)) == [
        (1, "stellwerk.games.paris.game"),
        (1, "stellwerk.games.paris.game.X"),
    ]
