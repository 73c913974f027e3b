"""What 1853 adds to the table of its engine."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.hexmap import Hex
from stellwerk.web.scene import Scene
from stellwerk.web.tables.g1853.ground import hex_marks, key, layers
from stellwerk.web.tables.rail import Entry, Extras, HexMarks, Layer, RailTable


class Extras1853(Extras):
    """Contracts, two gauges, territories and an elephant."""

    def hex(self, scene: Scene, hex_: Hex) -> HexMarks:
        return hex_marks(scene, hex_)

    def key(self, scene: Scene) -> Iterator[Entry]:
        return key(scene)

    def layers(self, scene: Scene) -> Iterator[Layer]:
        return layers(scene)


class Table1853(RailTable):
    """Draws 1853."""

    extras = Extras1853()
