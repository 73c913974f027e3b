"""Why a reward, an ability or an offer of a deal is closed, and the sentences that all refusals share."""

from __future__ import annotations

from typing import Final

from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.gains import because, brings_nothing, what_is_gone
from stellwerk.games.railroad_revolution.moves import workers_held
from stellwerk.games.railroad_revolution.pieces import NUMBER, crew, find_grant
from stellwerk.games.railroad_revolution.refusals_used import not_allowed
from stellwerk.games.railroad_revolution.rewards import SPECIALISTS, Reward
from stellwerk.games.railroad_revolution.state import BONUS, POSTS, PROMOTION, REWARD, SUPPLY, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables

BEFORE: Final = ("w.trade.orange", "w.trade.grey")
"""Abilities besides plain rewards that do not look back at the main action."""


def short_of_workers(t: Tables, s: RevolutionState, seat: int, given: int, case: str = "") -> Refusal:
    """gen.2, or R-07 in the turn of somebody else."""
    rule = "gen.2" if s.turn in (seat, -1) else "R-07"
    data = {"workers": crew(s, seat) - given, "least": t.least_workers}
    return because(rule, case, **data) if case else Refusal(rule, data)


def fortune(t: Tables, s: RevolutionState, seat: int, given: int = 0) -> dict[str, int]:
    """What a player could pay: the cash, and the shares that could be sold for it."""
    cash, shares = s.cash[seat], s.shares[seat] - given
    return {"cash": cash, "shares": shares, "each": t.share_price, "total": cash + shares * t.share_price}


def why_use(t: Tables, s: RevolutionState, seat: int, source: str, colour: str, where: str) -> Refusal:
    """Rewards and abilities: not there, not yet, used already, or not to be paid."""
    if source == WIRE:
        return _why_wire(t, s, seat, colour, where)
    if where:
        return because("act.2", "no_colour")
    if source in (REWARD, BONUS):
        if source not in s.offers:
            return _why_no_offer(s, source)
        tile = t.tiles.cities[s.tiles[s.spot]]
        return _why_reward(t, s, seat, tile.main if source == REWARD else tile.first, colour)
    if source == PROMOTION or source.startswith("w."):
        return _why_ability(t, s, seat, source, colour)
    return Refusal("act.2")


def _why_no_offer(s: RevolutionState, source: str) -> Refusal:
    first = s.stations.get(s.spot, (-2,))[0]
    if source == BONUS and s.spot in s.stations and s.turn != first:
        return Refusal("station.8", {"city": s.spot})
    if s.action != "station":
        return Refusal("act.2")
    return because("act.2", "not_yet" if s.main else "used")


def _why_wire(t: Tables, s: RevolutionState, seat: int, colour: str, where: str) -> Refusal:
    """telegraph.6: a worker for the tile of the area in which this action opened an office."""
    if WIRE not in s.offers:
        if s.action != "telegraph" or s.main:
            return Refusal("telegraph.6")
        return because("telegraph.6", "used" if s.wires[int(s.spot) - 1] else "no_tile")
    if colour not in NUMBER or where not in (SUPPLY, POSTS):
        return because("turn.3", "worker")
    if not workers_held(s, seat, colour, where):
        return because("telegraph.6", "no_worker", colour=colour, where=where)
    gone = brings_nothing(t, s, seat, t.tiles.telegraph[s.wires[int(s.spot) - 1]])
    return gone or Refusal("telegraph.6")


def _why_ability(t: Tables, s: RevolutionState, seat: int, source: str, colour: str) -> Refusal:
    own = (PROMOTION, f"w.{RULE_OF.get(s.action)}.{s.worker}")
    if s.worker in SPECIALISTS and not s.ability and source in own:
        return Refusal("act.8", {"colour": s.worker})
    if source == PROMOTION and s.action and s.worker not in SPECIALISTS:
        promotes = find_grant(s, "promote")
        return because("act.2", "white") if promotes else not_allowed(t, s, seat, "promote")
    if source == PROMOTION and s.ability:
        return what_is_gone(t, s, seat, "promote") or Refusal("act.2")
    if source != PROMOTION and source.rsplit(".", maxsplit=1)[-1] not in SPECIALISTS:
        return Refusal("act.2")
    if source != f"w.{RULE_OF.get(s.action)}.{s.ability}":
        return because("act.2", "other", colour=s.worker, action=s.action) if s.action else Refusal("act.2")
    if s.main and source not in (*t.effects, *BEFORE):
        return because("act.2", "not_yet")
    return _why_effect(t, s, seat, source, colour)


def _why_effect(t: Tables, s: RevolutionState, seat: int, source: str, colour: str) -> Refusal:
    """The ability of this turn's worker, which is not used yet."""
    match source:
        case "w.tele.turquoise":
            wire = s.wires[int(s.spot) - 1]
            return _why_reward(t, s, seat, t.tiles.telegraph[wire], colour) if wire else Refusal("R-24")
        case "w.station.turquoise":
            return _why_reward(t, s, seat, t.tiles.cities[s.tiles[s.spot]].main, colour)
        case "w.station.grey":
            return _why_reward(t, s, seat, t.tiles.cities[s.tiles[s.spot]].first, colour)
        case "w.rail.turquoise" if s.laid < t.rails_per_action:
            return because("R-23", "fewer")
        case "w.rail.turquoise" if not s.rails[seat]:
            return Refusal("R-23")
        case "w.rail.turquoise" if not t.board.reached(s.network[seat])[1]:
            return because("R-23", "no_space")
        case "w.trade.grey":
            return because("act.2", "offer")
    if source in t.effects:
        return _why_reward(t, s, seat, t.effects[source], colour)
    return because("act.2", "no_colour") if colour else Refusal("act.2")


def _why_reward(t: Tables, s: RevolutionState, seat: int, reward: Reward, colour: str) -> Refusal:
    if colour and not reward.one_of:
        return because("act.2", "no_colour")
    if not colour:
        choose = because("station.4", "choose") if reward.one_of else Refusal("act.2")
        return brings_nothing(t, s, seat, reward) or choose
    if colour not in reward.one_of and any(s.bank[NUMBER[known]] for known in reward.one_of):
        return Refusal("station.4", {"colour": colour})
    return Refusal("setup.26", {"colour": colour})


def why_deal(t: Tables, s: RevolutionState, seat: int, offer: int) -> Refusal:
    offers = t.tiles.deals.get(s.deal, ())
    grey = s.action == "trade" and s.ability == "grey"
    if not grey and (s.action or not s.dealing):
        return Refusal("deal.1")
    if not 0 <= offer < len(offers):
        return Refusal("deal.3")
    if offer in s.taken:
        return Refusal("R-12")
    if s.taken and seat != s.turn:
        return Refusal("deal.6")
    cost = offers[offer].shares
    if s.shares[seat] + (t.extra["trade_grey_shares"] if grey else 0) < cost:
        return Refusal("R-25" if grey else "deal.4", {"cost": cost, "shares": s.shares[seat]})
    return brings_nothing(t, s, seat, offers[offer].reward) or Refusal("deal.1")
