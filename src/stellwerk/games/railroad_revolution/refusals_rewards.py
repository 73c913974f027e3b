"""Why a reward, an ability or an offer of a deal is refused, and the sentences that all refusals share."""

from __future__ import annotations

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import need
from stellwerk.games.railroad_revolution.moves import can_do, workers_held
from stellwerk.games.railroad_revolution.pieces import NUMBER, crew
from stellwerk.games.railroad_revolution.rewards import SPECIALISTS, Reward
from stellwerk.games.railroad_revolution.state import BONUS, PROMOTION, REWARD, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables


def because(rule: str, case: str, **data: str | int) -> Refusal:
    """A rule that forbids for several causes, and the one that holds."""
    return Refusal(rule, {CASE: case, **data})


def short_of_workers(t: Tables, s: RevolutionState, seat: int, given: int) -> Refusal:
    """gen.2, or R-07 in the turn of somebody else."""
    rule = "gen.2" if s.turn in (seat, -1) else "R-07"
    return Refusal(rule, {"workers": crew(s, seat) - given, "least": t.least_workers})


def unpaid(t: Tables, s: RevolutionState, seat: int, price: int, rest: int | None = None, given: int = 0) -> Refusal:
    """gen.1: all that the player has, against the price and what the rest of the main action takes.

    `rest` is what that costs at least after this, unless the action leaves it as it is; `given` are the shares that
    are given away for it and can no longer be sold. Who could pay lacks workers.
    """
    due = need(t, s, seat, s.action, s.main, s.laid) if rest is None else rest
    have = fortune(t, s, seat, given)
    if due >= NO_WAY:
        return because("gen.1", "needed", price=price, **have)
    if price + due <= have["total"]:
        return short_of_workers(t, s, seat, 0)
    if have["cash"] < 0 <= due:
        worth = have["shares"] * t.share_price
        return because("gen.1", "owing", owed=-have["cash"], worth=worth, price=price + due)
    if due > 0:
        return because("gen.1", "rest", price=price, rest=due, **have)
    if due < 0:
        return because("gen.1", "sale", price=price, sale=-due, **have)
    return Refusal("gen.1", {"price": price, **have})


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
        return _why_reward(t, s, seat, tile.main if source == REWARD else tile.first, colour, 0)
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
    if not workers_held(s, seat, colour, where):
        return because("telegraph.6", "no_worker", colour=colour, where=where)
    return short_of_workers(t, s, seat, 1)


def _why_ability(t: Tables, s: RevolutionState, seat: int, source: str, colour: str) -> Refusal:
    own = (PROMOTION, f"w.{RULE_OF.get(s.action)}.{s.worker}")
    if s.worker in SPECIALISTS and not s.ability and source in own:
        return Refusal("act.8", {"colour": s.worker})
    if source != f"w.{RULE_OF.get(s.action)}.{s.ability}":
        return because("act.2", "other", colour=s.worker, action=s.action) if s.action else Refusal("act.2")
    if s.main and source not in t.effects:
        return because("act.2", "not_yet")
    return _why_effect(t, s, seat, source, colour)


def _why_effect(t: Tables, s: RevolutionState, seat: int, source: str, colour: str) -> Refusal:
    """The ability of this turn's worker, which is not used yet."""
    match source:
        case "w.tele.turquoise":
            if not s.wires[int(s.spot) - 1]:
                return Refusal("R-24")
            price = t.extra["tele_turquoise_price"]
            return because("act.2", "no_colour") if colour else unpaid(t, s, seat, price)
        case "w.station.turquoise":
            reward, more = t.tiles.cities[s.tiles[s.spot]].main, t.extra["station_turquoise_price"]
            return _why_reward(t, s, seat, reward, colour, more)
        case "w.station.grey":
            return _why_reward(t, s, seat, t.tiles.cities[s.tiles[s.spot]].first, colour, 0)
        case "w.rail.turquoise" if s.laid < t.rails_per_action:
            return because("R-23", "fewer")
        case "w.rail.turquoise":
            return because("R-23", "no_space") if s.rails[seat] else Refusal("R-23")
    if source in t.effects:
        return _why_reward(t, s, seat, t.effects[source], colour, 0)
    return Refusal("act.2")


def _why_reward(t: Tables, s: RevolutionState, seat: int, reward: Reward, colour: str, more: int) -> Refusal:
    if colour and not reward.one_of:
        return because("act.2", "no_colour")
    if reward.one_of and colour not in reward.one_of:
        return Refusal("station.4", {"colour": colour})
    if reward.one_of and not s.bank[NUMBER[colour]]:
        return Refusal("setup.26", {"colour": colour})
    return unpaid(t, s, seat, reward.pay + more) if reward.one_of or can_do(s, reward) else _nothing(reward)


def _nothing(reward: Reward) -> Refusal:
    """gen.7 and setup.26: the supply has nothing of what a reward would give."""
    return because("gen.7", "none") if reward.loco else because("setup.26", "none")


def why_deal(t: Tables, s: RevolutionState, seat: int, offer: int) -> Refusal:
    offers = t.tiles.deals.get(s.deal, ())
    grey = s.action == "trade" and s.ability == "grey"
    if not 0 <= offer < len(offers):
        return Refusal("deal.1")
    if not grey and (s.action or not s.dealing):
        return Refusal("deal.1")
    if offer in s.taken:
        return Refusal("R-12")
    if s.taken and seat != s.turn:
        return Refusal("deal.6")
    cost = offers[offer].shares
    if s.shares[seat] + (t.extra["trade_grey_shares"] if grey else 0) < cost:
        return Refusal("R-25" if grey else "deal.4", {"cost": cost, "shares": s.shares[seat]})
    reward, back = offers[offer].reward, t.extra["trade_grey_shares"] if grey else 0
    return unpaid(t, s, seat, reward.pay, given=cost - back) if can_do(s, reward) else _nothing(reward)
