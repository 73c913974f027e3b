"""Before every action of a real game our engine offers what that site's engine offers.

Some things are told otherwise there and left out here: who may exchange MH or discard a train besides the one to
move; the free station of DH, which it gives to the private and we to its owner; trains after the company has
declined them; and privates of other players. In 1848 a company that must buy a train and cannot pay is asked there
for its own loan first, and only then what it buys on credit; and on the brink of receivership for a loan instead of
its dividend.
"""

from collections import defaultdict
from typing import Any

from stellwerk.core.choice import Choice, Range
from stellwerk.eighteen.steps.auction import PrivateSale
from stellwerk.games.g1848.ruleset import rules_of
from stellwerk.interop.games18xx import Reader, reader_of
from tests.interop.real import WITH_MOVES, each, lines, live, record

SOURCES = {"bank": "depot", "pool": "discard"}
Options = dict[str, Any]
Entry = tuple[str, str, Any]


def told(reader: Reader) -> Options:
    """Our choices as that site would list them."""
    options: dict[str, dict[str, Any]] = defaultdict(dict)
    mover = reader.match.waiting()[0]
    for choice in reader.match.choices():
        if choice.kind != "exchange" or choice.seat == mover:
            for key, what, price in entries(reader, choice):
                options[key][what] = price
    return options


def entries(reader: Reader, choice: Choice) -> list[Entry]:
    """One choice as kind, what, and price or None."""
    for tell in (of_players, of_track, of_trains, of_words):
        found = tell(reader, choice)
        if found is not None:
            return found
    raise AssertionError(f"no such choice over there: {choice}")


def of_players(reader: Reader, choice: Choice) -> list[Entry] | None:
    theirs, player = reader.reading.theirs, f"P{choice.seat}"
    match choice.kind, choice.args:
        case "lower", (private,):
            return [(f"assign {player}", private, None)]
        case "bid", (private, Range(lo, hi)):
            return [(f"bid {player}", private, (lo, hi))]
        case "buy_private_at_face", (private,):
            step = reader.game.rail_steps["sell_privates"]
            assert isinstance(step, PrivateSale)
            return [(f"bid {player}", private, (step.face(reader.s, private),) * 2)]
        case (("par" | "set_par"), (name, price)):
            return [(f"par {player}", f"{theirs(name)}@{price}", None)]
        case "buy", (name, source, percent):
            return [(f"buy_shares {player}", f"{theirs(name)} {percent}% {pile(source)}", None)]
        case "exchange", (private, source):
            return [(f"buy_shares {private}", f"NYC 10% {pile(source)}", None)]
        case "sell", (name, percent):
            return [(f"sell_shares {player}", f"{theirs(name)} {percent}%", None)]
    return None


def of_track(reader: Reader, choice: Choice) -> list[Entry] | None:
    company = on_turn(reader)
    match choice.kind, choice.args:
        case "lay", (name, number, rotation):
            return [(f"lay_tile {company}", *face(reader, name, number, rotation))]
        case "lay_own", (private, name, number, rotation):
            return [(f"lay_tile {private}", *face(reader, name, number, rotation))]
        case "lay_private", (private, name, number, rotation):
            return [(f"lay_tile {private}", *face(reader, name, number, rotation))]
        case (("home" | "city" | "station"), (name, stop)):
            return [(f"place_token {company}", f"{name} city{stop}", None)]
        case "buy_private", (private, Range(lo, hi)):
            return [(f"buy_company {company}", private, (lo, hi))]
    return None


def of_trains(reader: Reader, choice: Choice) -> list[Entry] | None:
    company = on_turn(reader)
    match choice.kind, choice.args:
        case (("buy_train" | "trade_in"), _) if "trains" in reader.past:
            return []
        case "buy_train", (source, train, price):
            band = (price.lo, price.hi) if isinstance(price, Range) else (price, price)
            return [(f"buy_train {company}", f"{train} {SOURCES.get(source) or reader.reading.theirs(source)}", band)]
        case "trade_in", (old, train):
            cost = dict(reader.game.rules.trains[train].trade_in)[old]
            return [(f"buy_train {company}", f"{train} depot for {old}", (cost, cost))]
        case "buy_cheaper", (private, train):
            cost = reader.game.rules.trains[train].price - reader.game.rules.privates[private].discount
            return [(f"buy_train {private}", f"{train} depot", (cost, cost))]
        case "discard", (train,):
            return [(f"discard_train {company}", train, None)]
    return None


def of_words(reader: Reader, choice: Choice) -> list[Entry] | None:
    company = on_turn(reader)
    match choice.kind:
        case "bankrupt":
            return [(f"bankrupt {company}", "", None)]
        case "pay_out" | "withhold":
            return [(f"dividend {company}", choice.kind.replace("_", ""), None)]
        case "pass_turn":
            return [(f"pass P{choice.seat}", "", None)]
        case "pass_track" | "pass_station" | "pass_trains":
            return [(f"pass {company}", "", None)]
        case "loan":
            return [(f"take_loan {company}", "loan", None)]
        case "lender_pays":
            return [(f"dividend {rules_of(reader.game.rules).lender}", "payout", None)]
        case "run" | "ask_private" | "waive" | "discard_for":
            return []
    return None


def on_turn(reader: Reader) -> str:
    return reader.reading.theirs(str(reader.s.todo[-1].who))


def pile(source: str) -> str:
    return "ipo" if source == "bank" else "pool"


def face(reader: Reader, name: str, number: str, rotation: int) -> tuple[str, None]:
    """A tile by its track: some look the same in several rotations."""
    paths = reader.game.rules.catalogue.face(number, rotation).paths
    return f"{name} {number} {paths}", None


def listed(reader: Reader, options: Options) -> Options:
    """That site's list in the same form."""
    plain: Options = {}
    for key, what in options.items():
        if key.startswith("lay_tile"):
            tiles = [entry.replace("/", " ").split(" ") for entry in what]
            plain[key] = dict(face(reader, name, number, int(turn)) for name, number, turn in tiles)
        elif isinstance(what, dict):
            plain[key] = {entry: tuple(band) for entry, band in what.items()}
        else:
            plain[key] = dict.fromkeys(what)
    return plain


def of_the_owner(reader: Reader, options: Options) -> Options:
    """The free station of DH and the pass on it as its owner's."""
    owner = on_turn(reader)
    return {key.replace(" DH", f" {owner}") if not key.startswith("lay_tile") else key: o for key, o in options.items()}


def without_credit(reader: Reader, options: Options) -> Options:
    """What a company can do with the money it has while it may still borrow of its own will."""
    name, kept = on_turn(reader), dict(options)
    if f"take_loan {name}" not in options:
        return kept
    cash = reader.s.cash[str(reader.s.todo[-1].who)]
    paid = {what: band for what, band in kept.pop(f"buy_train {name}", {}).items() if band[0] <= cash}
    if paid:
        kept[f"buy_train {name}"] = paid
    if not reader.s.revenue:
        kept.pop(f"dividend {name}", None)
    return kept


@each(WITH_MOVES)
def test_the_same_moves_are_legal(name: str) -> None:
    reader, moves = reader_of(record(name)), {line["n"]: line for line in lines(name, "legal")}
    assert len(moves) > 300
    for n, action in enumerate(live(name), 1):
        if n in moves:
            ours, theirs = told(reader), listed(reader, of_the_owner(reader, moves[n]["options"]))
            assert (n, without_credit(reader, ours)) == (n, theirs)
        reader.play(action)
