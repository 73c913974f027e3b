"""What the scripts say: the page hands them over, so that all words stand in the catalogues."""

from __future__ import annotations

from stellwerk.web.i18n import Translator


def words(_: Translator) -> dict[str, str]:
    """By name what a script may have to say; fields in braces are filled by the script."""
    return {
        "lost": _("Connection lost. Trying to reach the server again …"),
        "unreachable": _("The server cannot be reached. Nothing was changed."),
        "failed": _("Something went wrong on the server. Nothing was changed."),
        "stale": _("The table has moved on; here is how it stands now."),
        "rule": _("Rule {rule}"),
        "pickFirst": _("Choose a colour first."),
        "pickHere": _("Build here with"),
        "chosen": _("{name} chosen."),
        "buildNow": _("{name} is chosen: build it on a marked space, or choose another colour."),
        "copied": _("Copied"),
        "copyFailed": _("It is selected: copy it by hand."),
        "seatOwn": _("yours"),
        "seatInvited": _("yours until the invitation is accepted"),
        "seatTaken": _("plays elsewhere"),
        "seatFree": _("free"),
        "seatOffered": _("free, somebody is invited"),
        "linkOf": _("Link to the seat of {name}"),
        "leaveSure": _("Really? Only an invitation by somebody at the table opens it again."),
        "recovered": _("This browser has your matches now ({matches}). The code is used up; make another one to keep."),
        "signOutSure": _("Really? Without another device or a code your seats are lost."),
        "othersSure": _("Really sign out all others?"),
        "adjusted": _("adjusted: {count}"),
        "clashing": _("does not go together: {count}"),
        "noFile": _("This is no match file: {problem}"),
        "yourTurn": _("It is your turn in one of your matches."),
        "opening": _("Opening {file} …"),
        "tooFew": _("Choose at least {least}."),
        "tooMany": _("Choose at most {most}."),
        "themeAuto": _("Colours: like the system"),
        "themeLight": _("Colours: light"),
        "themeDark": _("Colours: dark"),
        "tile": _("Tile"),
        "left": _("{left} left"),
        "costs": _("costs {cost}, leaves {cash}"),
        "free": _("costs nothing"),
        "reaches": _("newly reached: {places}"),
        "cityNumber": _("City {number}"),
        "noCity": _("Without a city"),
        "rotationOf": _("{name}, rotation {number} of {count}"),
        "turnLeft": _("Turn left"),
        "turnRight": _("Turn right"),
        "build": _("Build"),
        "placeStation": _("Place station"),
        "cancel": _("Cancel"),
        "whyNot": _("Why not another tile?"),
        "clickStops": _("click the stops in turn"),
        "noWay": _("No free track leads on to {hex}."),
        "legalRun": _("Legal run for {sum}."),
        "wheel": _("Ctrl + wheel enlarges the map"),
        "wheelMac": _("⌘ + wheel enlarges the map"),
        "nameNeeded": _("Every seat needs a name."),
    }


def bot_name(_: Translator, bot: str) -> str:
    """What people call a bot; one from another package is called as its author did."""
    known = {"random": _("easy bot"), "greedy": _("strong bot")}
    return known.get(bot) or _("bot %(name)s", name=bot)
