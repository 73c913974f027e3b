"""A hook of the build: no wheel and no source distribution leaves without the built pages.

An editable install does not need them yet: `make web` builds them into the checkout afterwards.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Refuses to build a distribution in which every page would answer with an error."""

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
