"""Two tables that differ only in what somebody may not know: whatever that one asks for must be the same at both."""

import json
from typing import Any

from stellwerk.core.match import Match
from tests.server.kit import Client, Player, upload


class Twin:
    """The same players at two tables; asks both the same and demands equal bytes."""

    def __init__(self, client: Client, one: Match, other: Match) -> None:
        client.headers["accept-encoding"] = "identity"  # packed, the names of two matches differ in length
        self.tables = [upload(client, match) for match in (one, other)]
        self.spectators = [Player(client, table[0].match) for table in self.tables]

    def seat(self, seat: int | None) -> list[Player]:
        return self.spectators if seat is None else [table[seat] for table in self.tables]

    def same(self, seat: int | None, path: str, body: Any = None, **query: Any) -> Any:
        players = self.seat(seat)
        answers = [player.get(path, **query) if body is None else player.post(path, body) for player in players]
        return self.equal(players, answers)

    def page(self, seat: int | None, path: str) -> None:
        players = self.seat(seat)
        answers = [player.client.get(f"/match/{player.match}{path}", headers=player.headers()) for player in players]
        assert self.equal(players, answers).status_code == 200

    def equal(self, players: list[Player], answers: list[Any]) -> Any:
        """Everything but the name of the match, and of the request, has to be the same, to the byte."""
        texts = []
        for player, answer in zip(players, answers, strict=True):
            assert answer.headers.pop("x-request-id"), "drawn for each request"
            told = [answer.status_code, answer.text, sorted(answer.headers.items())]
            texts.append(json.dumps(told).replace(player.match, "MATCH"))
        assert texts[0] == texts[1]
        return answers[0]
