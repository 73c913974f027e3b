"""Laws of the turn: what is to do, who does it, and that it can be finished."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.state import Frame
from stellwerk.games.railroad_revolution.finish import can_finish
from stellwerk.games.railroad_revolution.pieces import GRANTS, crew
from stellwerk.games.railroad_revolution.rewards import COLOURS, SPECIALISTS
from stellwerk.games.railroad_revolution.state import ACTIONS, BONUS, REWARD, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import HANDED_OUT, LETTERS, SIDES

RESOLVING = ("act", "deal", "prepare")
MOST_GRANTED = 12
MOST_GRANTS = 20
MOST_SHARES = 60
HIGHEST_PRICE = 1000


def audit_turn(t: Tables, s: RevolutionState, *, shuffled: bool) -> Iterator[str]:
    """One sentence for each law that is broken."""
    for part in (_stack(t, s, shuffled=shuffled), _due(t, s, shuffled=shuffled), _starts(t, s), _turn(t, s)):
        found = list(part)
        if found:
            yield from found
            return
    busy = int(s.todo[-1].who) if s.todo and s.todo[-1].step in RESOLVING else -1
    for seat in range(t.seats):
        if seat != busy and s.cash[seat] < 0:
            yield f"seat {seat} owes money"
        if seat != busy and crew(s, seat) < t.least_workers:
            yield f"seat {seat} has fewer than {t.least_workers} workers"
    if busy >= 0 and not can_finish(t, s, busy):
        yield f"seat {busy} cannot finish what it has begun"


def setup_frames(*, shuffled: bool) -> list[Frame]:
    """What chance does before the game, in its order."""
    hands = [Frame("hand", letter) for letter in HANDED_OUT]
    stacks = [Frame("stack", letter) for letter in LETTERS] if shuffled else []
    return [Frame("cities"), Frame("wires"), *hands, *stacks, Frame("reveal"), Frame("layout"), Frame("starter")]


def _stack(t: Tables, s: RevolutionState, *, shuffled: bool) -> Iterator[str]:
    """The to-do stack is a set-up, a turn, a deal, or the draw of milestones."""
    todo = list(reversed(s.todo))
    if not todo:
        if s.ending != 3 or s.turn != -1 or s.starter not in range(t.seats):
            yield "a game is over after its last round"
        return
    if s.ending not in range(3):
        yield "the end is away, near, or in its last round"
    setup = setup_frames(shuffled=shuffled)
    if todo[-1] == Frame("starter"):
        if todo != setup[-len(todo) :] or s.starter != -1 or s.turn != -1 or s.ending:
            yield "this is no set-up"
        return
    if s.starter not in range(t.seats):
        yield "there must be a first player"
    elif todo[-1].step == "begin":
        order = [Frame("start", (s.starter - 1 - n) % t.seats) for n in range(t.seats)]
        rest = todo[1:-1] if todo[0].step == "prepare" else todo[:-1]
        asked = order[len(order) - len(rest) - 1] if len(rest) < len(order) else Frame("")
        if rest != order[len(order) - len(rest) :] or todo[-1].who != s.starter or s.turn != -1 or s.ending:
            yield "start tiles are chosen in turn"
        elif todo[0].step == "prepare" and todo[0].who != asked.who:
            yield "the start tile is that of the seat that has just chosen"
        elif todo == [Frame("begin", s.starter)]:
            yield "the game must begin"
    elif s.turn not in range(t.seats) or not _is_turn(t, s, todo):
        yield f"one of seats 0 to {t.seats - 1} must be on turn, with what comes after"


def _is_turn(t: Tables, s: RevolutionState, todo: list[Frame]) -> bool:
    seats = [(s.turn + n) % t.seats for n in range(t.seats)]
    if len(todo) == 1:
        return todo[0] in (Frame("turn", s.turn), Frame("act", s.turn))
    if todo[-1] == Frame("close", s.turn):
        deals = [Frame("deal", seat) for seat in seats]
        left = len(todo) - 2
        return todo[-2] == Frame("reveal") and left <= len(deals) and todo[:-2] == deals[len(deals) - left :]
    frames = [Frame(step, seat) for seat, _, _ in s.due for step in ("draw", "pick")]
    return bool(frames) and todo in ([*frames, Frame("next", s.turn)], [*frames[1:], Frame("next", s.turn)])


def _due(t: Tables, s: RevolutionState, *, shuffled: bool) -> Iterator[str]:
    """Milestones are drawn when somebody has to choose one."""
    step = s.todo[-1].step if s.todo else ""
    if bool(s.due) != (step in ("draw", "pick")):
        yield "new milestones are due when they are drawn"
        return
    if len({(seat, place) for seat, place, _ in s.due}) != len(s.due):
        yield "a milestone is due once in a place"
    for seat, place, letter in s.due:
        if seat not in range(t.seats) or place not in (0, 1) or letter not in LETTERS:
            yield f"nobody can be due a milestone {letter!r}"
            return
    if step == "draw" and (not shuffled or not s.stacks[s.due[0][2]]):
        yield "there is nothing to draw"
    if step == "pick" and not shuffled and not s.stacks[s.due[0][2]]:
        yield "there is nothing to choose from"
    drawing = shuffled and step == "pick"
    if bool(s.drawn) != drawing or len(s.drawn) > t.drawn:
        yield f"up to {t.drawn} milestones are drawn before one is chosen"
    elif s.drawn and any(t.tiles.milestones[tile].stack != s.due[0][2] for tile in s.drawn):
        yield "milestones are drawn from the stack that is due"


def _starts(t: Tables, s: RevolutionState) -> Iterator[str]:
    """There is a start tile for everybody who has yet to choose, each with a worker."""
    waiting = [frame for frame in s.todo if frame.step == "start"]
    laid = any(frame.step == "starter" for frame in s.todo) and all(frame.step != "layout" for frame in s.todo)
    if len(s.starts) != (t.seats if laid else len(waiting)):
        yield "there are as many start tiles as seats that have to choose"
    tiles = {tile for tile, _, _ in s.starts}
    colours = {colour for _, _, colour in s.starts}
    if len(tiles) != len(s.starts) or not tiles <= t.tiles.starts.keys():
        yield "every start tile is there once"
    if len(colours) != len(s.starts) or not colours <= set(SPECIALISTS):
        yield "beside each start tile is a worker of another colour"
    if any(side not in SIDES for _, side, _ in s.starts):
        yield "a start tile shows one of its sides"
    top = s.todo[-1] if s.todo else Frame("")
    unready = {frame.who for frame in (*waiting, top) if frame.step in ("start", "prepare")}
    everybody = laid or any(frame.step == "starter" for frame in s.todo)
    for seat, reserve in enumerate(s.reserve):
        if any(reserve) and not everybody and seat not in unready:
            yield f"the pieces beside the board are those of seats that have to choose, not of {seat}"
    if top.step == "start" and any(not s.bank[n] for n in range(1, len(s.bank))):
        yield "the workers beside the start tiles come from the general supply"


def _turn(t: Tables, s: RevolutionState) -> Iterator[str]:
    """What is open in a turn belongs to its action; between turns nothing is."""
    top = s.todo[-1] if s.todo else Frame("")
    if top.step != "act" and (
        s.action or s.main or s.worker or s.ability or s.spot or s.offers or s.laid or s.triangles
    ):
        yield "an action is open only within a turn"
    if top.step not in RESOLVING and (s.grants or s.gained):
        yield "what was granted is lost at the end of a turn"
    if s.taken and (top.step != "deal" or s.taken not in _taken(s, int(top.who))):
        yield "the offers of a deal are taken once each, and both by the player on turn only"
    if s.dealing not in _dealings(s, top.step):
        yield "a deal follows a rail or an office beside a deal symbol"
    if top.step == "turn" and not any(s.supply[int(top.who)]):
        yield "who is on turn has a worker to place"
    if s.gained not in range(MOST_SHARES) or len({(grant.kind, grant.price) for grant in s.grants}) != len(s.grants):
        yield "grants are counted together"
    if len(s.grants) > MOST_GRANTS:
        yield f"no more than {MOST_GRANTS} different things are granted at a time"
        return
    yield from _grants(s, top.step)
    if top.step == "act":
        yield from _action(t, s, int(top.who))


def _grants(s: RevolutionState, step: str) -> Iterator[str]:
    """What is granted is something that can be done, and not too often."""
    for grant in s.grants:
        if grant.kind not in GRANTS or grant.times not in range(1, MOST_GRANTED):
            yield f"nothing grants {grant.kind!r} so often"
        elif grant.price not in range(HIGHEST_PRICE + 1):
            yield f"nothing costs {grant.price}"
        elif grant.kind.startswith("start_") and step != "prepare":
            yield "start pieces are placed in set-up"
        elif grant.kind == "third" and (s.action != "railroad" or s.main):
            yield "a third rail belongs to a whole Railroad action"


def _taken(s: RevolutionState, seat: int) -> list[tuple[int, ...]]:
    one: list[tuple[int, ...]] = [(0,), (1,)]
    return [*one, (0, 1), (1, 0)] if seat == s.turn else one


def _dealings(s: RevolutionState, step: str) -> tuple[int, ...]:
    if step == "act":
        return {"railroad": (0, 1), "telegraph": (0, 1), "trade": (0, 2)}.get(s.action, (0,))
    if step == "deal":
        return (1,)
    if step == "reveal" and s.turn >= 0:
        return (1, 2)
    return (0,)


def _action(t: Tables, s: RevolutionState, seat: int) -> Iterator[str]:
    if s.action not in ACTIONS or s.worker not in COLOURS or s.ability not in ("", *{s.worker} & {*SPECIALISTS}):
        yield "there are four actions and five colours of workers"
        return
    rails = s.action == "railroad"
    if s.main not in range(t.rails_per_action + 1 if rails else 2) or s.main > max(1, s.rails[seat] if rails else 1):
        yield "so much is not left of a main action"
    if (s.laid or s.triangles) and not rails:
        yield "only Railroad lays rails at a price"
    most = max(t.board.terrain)
    if s.laid not in range(t.rails_per_action + 2 - s.main) or s.triangles not in range(s.laid * most + 1):
        yield "so many rails were not laid"
    building = s.action in ("station", "telegraph") and not s.main
    if not building:
        spots: list[str] = [""]
    elif s.action == "station":
        spots = [city for city, owners in s.stations.items() if seat in owners]
    else:
        spots = [str(n) for n, owners in enumerate(s.offices, 1) if seat in owners]
    if s.spot not in spots:
        yield "a building stands where this action built"
        return
    possible: tuple[str, ...] = ()
    if building:
        possible = (REWARD, BONUS) if s.action == "station" else (WIRE,) if s.wires[int(s.spot) - 1] else ()
    if len(set(s.offers)) != len(s.offers) or not set(s.offers) <= set(possible):
        yield "rewards are those of the place where this action built"
    if s.dealing == 2 and s.ability:
        yield "who has dealt alone has used the ability"
