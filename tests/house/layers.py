"""Which part of Stellwerk may import which: the layers of docs/architecture.md, as data and a checker."""

import ast
import sys
from collections.abc import Iterator
from importlib.util import find_spec

STANDARD_LIBRARY = frozenset({*sys.stdlib_module_names, "__future__"})

# Each layer and the layers it may import, besides itself, the top package and installed libraries.
ALLOWED: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "testing": frozenset({"core"}),
    "eighteen": frozenset({"core"}),
    "games": frozenset({"core", "eighteen"}),
    "bots": frozenset({"core", "eighteen", "games"}),
    "interop": frozenset({"core", "eighteen", "games"}),
    "web": frozenset({"core", "eighteen", "games"}),
    "server": frozenset({"core", "eighteen", "games", "bots", "interop", "web"}),
    "cli": frozenset({"core", "eighteen", "games", "bots", "interop", "web", "server"}),
}
# Single modules that a layer must not know although their layer is allowed: the pages see views, not matches.
FORBIDDEN: dict[str, frozenset[str]] = {"web": frozenset({"stellwerk.core.match"})}
# Packages whose inner modules are their own business: everybody else imports from the package itself.
FACADES = (
    "stellwerk.eighteen.audit",
    "stellwerk.eighteen.check",
    "stellwerk.eighteen.routes",
    "stellwerk.interop.games18xx",
    "stellwerk.web.tables.g1848",
    "stellwerk.web.tables.g1853",
    "stellwerk.web.tables.paris",
    "stellwerk.web.tables.rail",
    "stellwerk.web.tables.revolution",
)
# Layers that stand on the standard library alone.
BARE = frozenset({"core", "testing"})


def imported(source: str, module: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of every import in a source, wherever it stands; relative ones made absolute.

    `from a import b` yields both `a` and `a.b`, since b may be a module.
    """
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            anchor = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*anchor, *([node.module] if node.module else [])])
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def offences(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """List the imports of a module that its layer may not make."""
    layer = layer_of(module)
    if layer is None:
        return []
    if layer not in ALLOWED:
        return [f"{module}: {layer} is no layer; give it a place in tests/house/layers.py"]
    names = list(imported(source, module, is_package=is_package))
    return [
        *(f"{module}:{line}: {layer} must not import {name}" for line, name in names if not admitted(layer, name)),
        *(
            f"{module}:{line}: import {inner} from its package"
            for line, name in names
            if (inner := behind(module, name))
        ),
    ]


def behind(module: str, name: str) -> bool:
    """Whether a module outside a package with a façade imports an inner module of it."""
    for package in FACADES:
        outside = not f"{module}.".startswith(f"{package}.")
        first = name.removeprefix(f"{package}.").partition(".")[0]
        if outside and name.startswith(f"{package}.") and find_spec(f"{package}.{first}"):
            return True
    return False


def admitted(layer: str, name: str) -> bool:
    top = name.partition(".")[0]
    if top != "stellwerk":
        return layer not in BARE or top in STANDARD_LIBRARY
    if any(name == module or name.startswith(f"{module}.") for module in FORBIDDEN.get(layer, ())):
        return False
    target = layer_of(name)
    # A name of the top package that is no layer is a constant such as __version__.
    return target not in ALLOWED or target == layer or target in ALLOWED[layer]


def layer_of(module: str) -> str | None:
    """Name the layer a module of Stellwerk belongs to; None for the top package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None
