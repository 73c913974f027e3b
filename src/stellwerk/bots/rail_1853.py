"""The 18xx bot as it plays 1853: contracts, shares at par, two gauges, and trains that nobody has to buy."""

from __future__ import annotations

from typing import Final

from stellwerk.bots.rail import RailBot
from stellwerk.bots.rail_1853_operate import Operator1853
from stellwerk.bots.rail_1853_stock import Investor1853

BOT: Final = RailBot(games=frozenset({"1853"}), investor=Investor1853, operator=Operator1853)
