"""Meaning of buttons and of lines of the log in English: what is done, with what, for how much.

They are read by patterns of their own and not by the texts of the product, which would agree with themselves.
"""

import re
from collections.abc import Mapping
from typing import Final

SUM: Final = r"[$£]\d+"
PARTS: Final = {
    "sum": SUM,
    "par": SUM,
    "mail": SUM,
    "each": SUM,
    "count": r"\d+",
    "tile": r"\S+",
    "place": r"[^,]+?",
    "rest": r".*?",
}
"""Patterns of parts of a label; any other part is some text."""

RAIL: Final = (
    ("Pass|Pass (the round is over)|Decline", "passes.|declines."),
    ("End the turn|End the turn (the round is over)|End the turn (without a train)", "ends the turn.|ends its turn."),
    ("Buy <thing> · <sum>|Buy for <sum> <thing>|Buy <thing> for <sum>", "buys <thing> for <sum>"),
    ("Lower <thing> by £5|Lower to <sum> <thing>", "lowers <thing> to <sum>."),
    ("Bid <sum> on <thing>", "bids <sum> on <thing>."),
    ("Bid <sum> for the choice", "bids <sum> for the choice."),
    ("Take <thing> for <sum>|Take for <sum> <thing>", "takes <thing> and pays <sum>."),
    ("Par of <thing>: <par>", "sets the par of <thing> at <par>."),
    ("Par <thing> at <par> · <sum>", "pars <thing> at <par> and pays <sum> for the director's certificate."),
    ("Buy <count>% of <thing> (<source>) · <sum>", "buys <count>% of <thing> (<source>) for <sum>"),
    ("Sell <count>% of <thing> · <sum>", "sells <count>% of <thing> for <sum>."),
    (
        "Sell <count>% of <thing> by the large certificate · <sum>",
        "sells <count>% of <thing> by the large certificate for <sum>.",
    ),
    ("Swap <thing> for a share (<source>)", "swaps <thing> for 10% of <company> (<source>)."),
    ("Offer <thing> to <seat> for <sum>", "offers <thing> to <seat> for <sum>."),
    ("Offer <seat> <sum> for <thing>", "offers <seat> <sum> for <thing>."),
    ("Offer <seat> <sum> for a <train> of <company>", "offers <company> <sum> for a <train>."),
    ("Agree: <thing> for <sum>", "agrees. <rest>buys a <thing> from <company> for <sum>"),
    ("Agree: <thing> for <sum>", "agrees. <rest>buys <thing> for <sum>"),
    ("Agree: <thing> for <sum>", "agrees. <rest>gets <thing> for <sum>"),
    ("Decline: <thing> for <sum>", "declines."),
    ("Buy a <train> (<company>) for <sum>", "buys a <train> (<company>) for <sum>."),
    ("Buy a <train> with the right of <thing> · <sum>", "buys a <train> for <sum> with the right of <thing>."),
    ("Buy a <train> with the train token · <sum>", "gives up its train token and buys a <train> for <sum>."),
    ("Buy a <train> on credit · <sum>", "buys a <train> on credit and owes <sum>."),
    ("Trade in a <old> for a <train> · <sum>", "trades in a <old> for a <train> and pays <sum>."),
    ("Discard a <train>", "puts a <train> into the pool.|gives up a <train>."),
    ("Declare bankruptcy", "is bankrupt."),
    ("Build <tile> on <place>|Build <tile> on <place> (<power>)", "lays tile <tile> on <place>."),
    ("Build <tile> on <place> (<power>)", "lays tile <tile> on <place> by the power of <private> (<power>)."),
    ("Build <tile> on <place>", "lays Tasmania on <place>."),
    ("Buy a licence for <thing>: <sum>", "buys a licence for <thing> for <sum>."),
    ("Lay no track", "lays no track."),
    ("Place no station", "places no station."),
    ("Place a station: <place>|Place a station: <place>, City <city>", "places a station at <place>."),
    ("Place a station: <place>|Place a station: <place>, City <city>", "places its home station at <place>."),
    ("Place a station: <place>, City <city>", "chooses a city at <place> for the station of <company>."),
    ("Run for <sum>|Run as drawn for <sum>|Run as drawn for <sum>, best <best>", "runs its trains. earns <sum>:"),
    (
        "Run for <sum>, mail <mail>|Run as drawn for <sum> and mail <mail>",
        "runs its trains; the <train> carries mail for <mail>. earns <sum>:",
    ),
    (
        "Run as drawn for <sum> and mail <mail>, best <best>",
        "runs its trains; the <train> carries mail for <mail>. earns <sum>:",
    ),
    ("Run for <sum> with mail of <mail>: more for the shareholders", "carries mail for <mail>. earns <sum>:"),
    ("Pay out <each> a share", "pays out <sum>. <each> a share"),
    ("Pay out <each> a share", "pays out <sum>."),
    ("Pay out <paid>, keep <kept>", "keeps <kept> and pays out <paid>."),
    ("Withhold <sum>", "withholds <sum>."),
    ("Go on without a loan", "withholds £0."),
    ("Take a loan of <sum>", "takes a loan of <sum>."),
    ("The Bank of England pays", "The Bank of England pays."),
    ("Write down a bond of <sum>", "writes down a bond of <sum>."),
    ("Write down a bond of <sum>", "has written down a bond."),
    ("Note <place>, take a share of the <company>", "notes <place> and takes a share of the <company>."),
    ("Note <place>, take a share of the <company>", "notes a city and takes a share of the <company>."),
    ("Pass: my bid is complete", "passes: the bid is complete."),
    ("Redeem a share of <thing> · <sum>", "redeems a share of <thing> for <sum>."),
    ("Offer the elephant to <seat> for <sum>", "offers the elephant to <seat> for <sum>."),
    ("Keep the elephant", "keeps the elephant."),
    ("Building option: <thing>", "chooses its building option: <thing>."),
    ("Call an extra operating round", "calls an extra operating round."),
    ("No extra round", "calls no extra operating round."),
    ("Pay for the train · <sum>", "pays for the train that <company> has on credit."),
    ("Give the train back", "gives the unpaid train of <company> back to the bank."),
    ("Show my contract", "shows a fulfilled contract and gets the bond back."),
    ("Reveal a marker: <thing>", "reveals a marker of uncertainty: <thing>."),
    ("Put it towards the debt of <thing>", "puts their own money towards the debt of <thing>."),
    ("Pardon", "pardons the illegal bid of <seat>."),
    ("Do not pardon", "does not pardon the illegal bid of <seat>."),
    ("Waive the free station", "waives the free station."),
)
"""Labels of 18xx titles, and how the log tells each; alternatives are parted by a stroke."""

USES: Final = (
    ("main reward", "takes the main reward"),
    ("bonus of the first station", "takes the bonus of the first station"),
    ("promotion instead of the ability", "promotes a worker instead"),
    ("violet: turn a locomotive for $100", "pays $100 (violet) to turn a locomotive"),
    ("grey: bonus of the first station", "takes the bonus of the first station (grey)"),
    ("orange: the city costs nothing", "builds for free (orange)"),
    ("turquoise: main reward again for $300", "pays $300 (turquoise) to take the reward again"),
    ("violet: a locomotive for $300", "pays $300 (violet) for a locomotive"),
    ("grey: 2 shares", "takes 2 shares (grey)"),
    ("orange: $100 and $50 for each triangle", "takes $100 and $50 for each triangle (orange)"),
    ("turquoise: a third rail", "may lay a third rail (turquoise)"),
    ("violet: swap a worker", "may swap a worker (violet)"),
    ("grey: bonus of the first office", "takes the bonus of the first office (grey)"),
    ("orange: $100 for each share of this action", "takes $100 for each share of this action (orange)"),
    ("turquoise: telegraph tile for $400", "pays $400 (turquoise) for the telegraph tile"),
    ("violet: up to 3 steps", "may move up 3 times (violet)"),
    ("grey: an offer of the deal, and a share", "may take an offer of the deal and a share (grey)"),
    ("orange: $100 for each locomotive", "takes $100 for each locomotive (orange)"),
    ("turquoise: turn a locomotive", "may turn a locomotive (turquoise)"),
)
"""Rewards and abilities of Railroad Revolution, and what the log says that somebody does who uses one."""

REVOLUTION: Final = (
    ("Take this start tile: <thing>", "takes a start tile: <thing>."),
    ("Step up: <track>; <rest>", "moves up 1 on the <track>."),
    (
        "Step up and give up <colour> (<where>): <track>; <rest>",
        "gives up a worker (<colour>) to move up 1 on the <track>.",
    ),
    ("Done|Done (forfeits: <rest>)", "has used the start tile."),
    ("End the turn|End the turn (forfeits: <rest>)", "ends the turn."),
    ("No deal", "makes no deal."),
    ("Done with the deal|Done with the deal (forfeits: <rest>)", "ends the deal."),
    ("Swap <colour> (<where>) for <new>", "swaps a worker: <colour> (<where>) for <new>."),
    ("Area <count>: <rest>", "opens an office in area <count>."),
    ("Worker (<colour>) on <thing>", "puts a worker (<colour>) on <thing>."),
    ("<thing>; <rest>; you can lay a rail here", "lays a rail on <thing>."),
    ("<place>, group <rest>; you can build a station here", "builds a station in <place>."),
    ("Sell shares: <count> for <sum>", "sells <count> shares. <rest>+<sum>"),
    ("Sell shares: 1 for <sum>", "sells a share. <rest>+<sum>"),
    ("Take: <thing>; <rest>|Take: <thing>", "takes a <thing>."),
    ("Deal: <which> offer; for <rest>", "makes a deal: <thing>."),
    ("Promote <colour> (<where>) to the <thing>; <rest>", "promotes a worker (<colour>, <where>) to the <thing>."),
    *((f"Use: {use}|Use: {use}; <rest>", f"{did}.") for use, did in USES),
    *((f"Use: {use} (<colour>)|Use: {use} (<colour>); <rest>", f"{did}: a worker (<colour>).") for use, did in USES),
    ("Give up <colour> (<where>): telegraph tile", "gives up a worker (<colour>, <where>) for the telegraph tile."),
    ("Turn down and use: locomotive “<thing>”; <rest>", "uses a locomotive: <thing>.|uses a locomotive: +<thing>."),
    ("Turn up: <thing>; <rest>|Turn up: <thing>", "turns the <thing> face up again."),
    ("Sell a piece (<thing>); <sum>", "sells a piece (<thing>). <rest>+<sum>"),
    ("Hire a worker (<colour>) for <sum>", "hires a worker (<colour>). <rest>-<sum>"),
    ("Take a worker (<colour>)|Take a worker (<colour>); <rest>", "takes a worker (<colour>)."),
    ("Keep this milestone: <thing>", "keeps the <thing>."),
)
"""The same of Railroad Revolution."""

PARIS: Final = (
    ("Give <give>, take 1 × <take>", "exchanges a <give> locomotive for a <take> one."),
    ("Give <give>, take <count> × <take>", "exchanges a <give> locomotive for <count> <take> ones."),
    ("End the build", "ends the build: <colour> rises by"),
    ("<colour> is chosen; <place>, <rest>", "builds a <colour> locomotive on <place>."),
)
"""The same of Paris Connection."""

FREE: Final = "nothing"
BUILDS: Final = re.compile(
    rf"(?P<what>(?:Build|Place a station:) .+?|.+; you can (?:lay|build) .+? here)"
    rf"(?: for (?P<sum>{SUM})|(?P<free>, free of charge))"
)
"""The cost of building is told beforehand."""

PAID: Final = re.compile(rf"(?:costs |\. -)(?P<sum>{SUM})")


def differs(label: str, line: str) -> str:
    """How the log tells something else than the button said that was pressed; "" where it does not."""
    said, told = _plain(label), _plain(line)
    builds = BUILDS.fullmatch(said)
    if builds:
        said = builds["what"]
    known = [(found, told_by) for means, told_by in MEANINGS if (found := means.fullmatch(said))]
    if not known:
        return f"nobody knows what “{label}” means"
    fits = any(_tells(told, told_by, found.groupdict()) for found, told_by in known)
    paid = PAID.search(told)
    if fits and builds and (builds["sum"] or FREE) != (paid["sum"] if paid else FREE):
        fits = False
    return "" if fits else f"“{label}” was pressed, but the log says: {line}"


def _plain(text: str) -> str:
    """A text with plain signs and numbers; a hex or a private that has a name is known by that alone."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("\u2060", "").replace("−", "-"))
    return re.sub(r" \([A-Z]+\d+\)", "", text)


def _pattern(text: str, known: Mapping[str, str]) -> str:
    """A text with names of its parts as an expression; parts that are known have to be those."""
    found = [re.escape(part) for part in re.split(r"<\w+>", text)]
    names = re.findall(r"<(\w+)>", text)
    parts = [re.escape(known[name]) if name in known else f"(?P<{name}>{PARTS.get(name, '.+?')})" for name in names]
    return "".join(part for pair in zip(found, [*parts, ""], strict=True) for part in pair)


def _tells(line: str, text: str, said: Mapping[str, str]) -> bool:
    """Whether a line tells just that, about the same things and sums."""
    same = {name: value for name, value in said.items() if name != "rest"}
    if "each" in said:  # a tenth of what is paid out
        same["sum"] = f"{said['each'][0]}{10 * int(said['each'][1:])}"
    return re.match(rf"(?:.*?[ :])?{_pattern(text, same)}(?!\w)", line, re.IGNORECASE) is not None


MEANINGS: Final = tuple(
    (re.compile(_pattern(label, {})), line)
    for labels, lines in (*RAIL, *REVOLUTION, *PARIS)
    for label in labels.split("|")
    for line in lines.split("|")
)
"""A label's pattern, and the pattern of its log line."""
