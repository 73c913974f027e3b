"""The table of every 18xx title, and what a title needs that adds to it.

A title with panels, marks or effects of its own overrides `Extras` and hangs it on a subclass:

    class MyTable(RailTable):
        extras = MyExtras()

which an entry point of the group `stellwerk.tables` names for the title. What else stands here reads a scene: the rules
and the position behind it, whose turn it is, and how amounts, companies and trains are shown.
"""

from stellwerk.web.tables.rail.asks import purchase
from stellwerk.web.tables.rail.extras import Column, Entry, Extras, HexMarks, Layer, Marks, Place, planned_for
from stellwerk.web.tables.rail.key import ground_names, sample
from stellwerk.web.tables.rail.look import badge, company_on_turn, money, rail, show, stance_of, train_name
from stellwerk.web.tables.rail.offers import Why, offer_id, offered
from stellwerk.web.tables.rail.table import RailTable
from stellwerk.web.tables.rail.whys import refused

__all__ = [
    "Column",
    "Entry",
    "Extras",
    "HexMarks",
    "Layer",
    "Marks",
    "Place",
    "RailTable",
    "Why",
    "badge",
    "company_on_turn",
    "ground_names",
    "money",
    "offer_id",
    "offered",
    "planned_for",
    "purchase",
    "rail",
    "refused",
    "sample",
    "show",
    "stance_of",
    "train_name",
]
