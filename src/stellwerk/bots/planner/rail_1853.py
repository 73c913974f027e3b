"""The planner for 1853: forecasts of what companies will earn, by which it trades, buys trains and builds."""

from __future__ import annotations

from stellwerk.bots.planner.rail_1853_operate import PlanningOperator
from stellwerk.bots.planner.rail_1853_stock import PlanningInvestor
