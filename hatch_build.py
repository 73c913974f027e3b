"""A hook of the build: no wheel and no source distribution leaves without the built pages.

An editable install does not need them yet: `make web` builds them into the checkout afterwards. STELLWERK_COMPILED may
name a folder that `make compiled` has made: then a wheel has machine code beside the sources, for this kind of machine.
"""

from __future__ import annotations

import os
import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Refuses to build a distribution in which every page would answer with an error, and adds machine code."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        web = Path(self.root) / "src" / "stellwerk" / "web"
        missing = runpy.run_path(str(web / "assets.py"))["missing"](web / "static")
        if missing:
            raise SystemExit(
                f"stellwerk cannot be packed: {', '.join(missing)} not found in src/stellwerk/web/static.\n"
                "The pages are built from web/ first: run `make wheel`, or `make web` and then this build again."
            )
        compiled = os.environ.get("STELLWERK_COMPILED")
        if compiled and self.target_name == "wheel":
            add_compiled(Path(compiled).resolve(), build_data)


def add_compiled(folder: Path, build_data: dict[str, Any]) -> None:
    """Put the compiled modules of a folder into a wheel, which then is one for this Python and machine alone."""
    found = list((folder / "stellwerk").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))
    if not found:
        raise SystemExit(
            f"stellwerk cannot be packed: {folder} has no compiled modules for this Python. Run `make compiled`."
        )
    build_data["force_include"].update({str(path): str(path.relative_to(folder)) for path in found})
    build_data.update(pure_python=False, infer_tag=True)
