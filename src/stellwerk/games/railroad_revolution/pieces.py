"""Moving pieces about: workers, locomotives, rewards, and what a player may still do."""

from __future__ import annotations

from stellwerk.games.railroad_revolution.rewards import COLOURS, Reward
from stellwerk.games.railroad_revolution.state import ACTIONS, DOWN, SUPPLY, UP, Grant, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

NUMBER = {colour: n for n, colour in enumerate(COLOURS)}
KINDS = len(COLOURS)
GRANTED = (
    ("steps", "steps"),
    ("flip", "flip"),
    ("loco", "loco"),
    ("rail", "rail"),
    ("station", "station"),
    ("office", "office"),
    ("swap", "swap"),
    ("start_rail", "start_rail"),
    ("start_station", "start_station"),
    ("start_office", "start_office"),
)
"""Parts of a reward that become grants of some kind."""

GRANTS = frozenset({*(kind for _, kind in GRANTED), "promote", "gain", "third"})


def bump(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The same counts with one of them changed."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def crew(s: RevolutionState, seat: int) -> int:
    """gen.2: the workers a player has, beside the player board and on it."""
    return sum(s.supply[seat]) + sum(s.posts[seat])


def held(s: RevolutionState, seat: int, colour: int, where: str) -> int:
    """How many workers of a colour are in the own supply, or on the action spaces."""
    return s.supply[seat][colour] if where == SUPPLY else sum(s.posts[seat][colour::KINDS])


def remove_worker(s: RevolutionState, seat: int, colour: str, where: str) -> None:
    """Take a worker from the own supply or from an action space, the one just used first."""
    n = NUMBER[colour]
    if where == SUPPLY:
        s.supply[seat] = bump(s.supply[seat], n, -1)
        return
    posts = s.posts[seat]
    latest = ACTIONS.index(s.action) * KINDS + n if s.action else n
    place = latest if posts[latest] else next(spot for spot in range(n, len(posts), KINDS) if posts[spot])
    s.posts[seat] = bump(posts, place, -1)


def give_worker(s: RevolutionState, seat: int, colour: str, where: str) -> None:
    """setup.28: a worker that is given up goes to the general supply."""
    remove_worker(s, seat, colour, where)
    s.bank = bump(s.bank, NUMBER[colour], 1)


def take_worker(s: RevolutionState, seat: int, colour: str) -> None:
    """setup.28: a worker that is received goes to the own supply."""
    s.bank = bump(s.bank, NUMBER[colour], -1)
    s.supply[seat] = bump(s.supply[seat], NUMBER[colour], 1)


def add_grant(s: RevolutionState, kind: str, count: int, price: int = 0) -> None:
    """Something more may be done; the same thing at the same price is counted together."""
    for n, grant in enumerate(s.grants):
        if grant.kind == kind and grant.price == price:
            s.grants = (*s.grants[:n], grant._replace(times=grant.times + count), *s.grants[n + 1 :])
            return
    s.grants = (*s.grants, Grant(kind, count, price))


def find_grant(s: RevolutionState, kind: str) -> Grant | None:
    """The cheapest way to do something."""
    found = None
    for grant in s.grants:
        if grant.kind == kind and (found is None or grant.price < found.price):
            found = grant
    return found


def spend_grant(s: RevolutionState, seat: int, kind: str) -> None:
    """Do it once and pay its price."""
    grant = find_grant(s, kind)
    if grant is None:
        raise LookupError(f"nothing allows {kind}")
    s.cash[seat] -= grant.price
    left = () if grant.times == 1 else (grant._replace(times=grant.times - 1),)
    n = s.grants.index(grant)
    s.grants = (*s.grants[:n], *left, *s.grants[n + 1 :])


def drop(s: RevolutionState) -> None:
    """Whatever a player did not use is lost."""
    s.grants = s.offers = s.taken = ()
    s.action = s.worker = s.ability = s.spot = ""
    s.main = s.laid = s.triangles = s.gained = 0


def receive(s: RevolutionState, seat: int, reward: Reward, colour: str = "") -> None:
    """Pay for a reward and have it; `colour` is the one chosen where two stand to choose from."""
    s.cash[seat] += reward.money - reward.pay
    s.shares[seat] += reward.shares
    s.gained += reward.shares
    for due in (*reward.workers, *((colour,) if reward.one_of else ())):
        receive_worker(s, seat, due)
    for part, kind in GRANTED:
        count = getattr(reward, part)
        if count:
            add_grant(s, kind, count, reward.rail_price if kind == "rail" else 0)
    if reward.promote:
        add_grant(s, "promote", reward.promote, reward.promote_price)
    if reward.any_worker:
        add_grant(s, "gain", reward.any_worker)


def receive_worker(s: RevolutionState, seat: int, colour: str) -> None:
    """setup.26 and R-03: where the colour is gone another may be chosen, where all are gone there is none."""
    if s.bank[NUMBER[colour]]:
        take_worker(s, seat, colour)
    elif any(s.bank):
        add_grant(s, "gain", 1)


def flip_loco(t: Tables, s: RevolutionState, seat: int, loco: str, side: str) -> None:
    """trade.6 and trade.7: face up it gives its bonus and is turned down, face down it is turned up."""
    n = t.loco_number[loco]
    by = 1 if side == DOWN else -1
    s.up[seat] = bump(s.up[seat], n, by)
    s.down[seat] = bump(s.down[seat], n, -by)
    if side == UP:
        receive(s, seat, t.tiles.locos[n].reward)


def gate_of(t: Tables, s: RevolutionState, seat: int, track: int) -> tuple[int, int, int] | None:
    """Money, shares and workers for the next step on a track; None on its top (R-18)."""
    place = s.steps[seat][track] + 1
    if place >= len(t.tracks[track].points):
        return None
    gate = t.tracks[track].gates[place]
    return (gate.money, gate.shares, gate.workers) if gate else (0, 0, 0)
