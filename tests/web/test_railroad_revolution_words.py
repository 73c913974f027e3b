"""No text on the table of Railroad Revolution is left untranslated; cities have the same names in every language."""

from dataclasses import replace

from stellwerk.core.match import Seat
from stellwerk.games.railroad_revolution.game import TITLE
from tests.server.kit import Client
from tests.web.site import upload
from tests.web.test_pseudo import leftovers, pseudo, read, unmarked, words_of
from tests.web.test_railroad_revolution_table import finished

__all__ = ["pseudo"]

SHORT = {"W", "V", "O", "G", "T", "A", "B", "C", "D", "S", "R"}
"""Letters on workers, and those of the ids of milestones, deals and start tiles."""


def test_the_table_in_every_stage(client: Client) -> None:
    whole = finished(2)
    own = words_of(*TITLE.board.names.values()) | SHORT
    steps: dict[str, int] = {}
    for ply in range(whole.ply):
        todo = whole.at(ply).todo
        steps.setdefault(todo[-1].step if todo else "", ply)
    plies = {*steps.values(), *range(20, whole.ply, 25), whole.ply}
    for ply in sorted(plies):
        match = whole.until(ply)
        match.header = replace(match.header, seats=(Seat("11"), Seat("12", "random" if 0 in match.waiting() else None)))
        name = upload(client, match)["id"]
        left = leftovers(read(client, f"/match/{name}"))
        assert [text for text in left if not words_of(unmarked(text)) <= own] == [], ply
