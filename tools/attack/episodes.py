"""Episodes, asked in order: actions that are nearly legal in an own match, a doctored position, a race."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from tools.attack.hostile import hostile
from tools.attack.judge import Judge
from tools.attack.mutate import doctored
from tools.attack.wire import Answer, Link, Pulse, request
from tools.attack.world import World, filled

MOVES = 12
"""Actions that are tried in one match."""

LOGLESS = 0.95
"""How many of these matches begin from a position; the others bring their log, which takes longer to read."""

CREATED = 201
OK = 200


class Attacker:
    """One client: asks, and holds every answer against the judge."""

    def __init__(self, port: int, world: World, pulse: Pulse | None = None) -> None:
        self.port, self.world, self.pulse = port, world, pulse
        self.judge = Judge(world.secrets)
        self.link = Link(port, pulse)
        self.where = ""

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = "", others: tuple[str, ...] = ()
    ) -> Answer:
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await self.raw(method, request(method, path, data, **headers), others=others)

    async def raw(self, method: str, sent: bytes, *, fresh: bool = False, others: tuple[str, ...] = ()) -> Answer:
        answer = await self.link.send(sent, method=method, fresh=fresh)
        self.judge.look(self.where, sent, answer, tuple(other.encode() for other in others))
        return answer

    # --- parts -----------------------------------------------------------------------------------------

    async def request(self, rng: Random) -> None:
        """One hostile request."""
        method, sent, plain = hostile(rng, self.world)
        await self.raw(method, sent, fresh=not plain)
        if not plain:
            self.link.close()

    async def match(self, rng: Random) -> None:
        """Play in an own match, with actions that are legal, nearly so, or not at all, and as somebody else."""
        name, tokens = await self._import(rng.choice(self.world.starts if rng.random() < LOGLESS else self.world.files))
        if not name:
            return
        for _ in range(MOVES):
            token = rng.choice(tokens)
            table = await self._look(name, token, tokens)
            if not table:
                return
            action = self._action(rng, table)
            seat = rng.choice((None, None, 0, 1, 9, -1))
            body = {"ply": table["ply"], "action": action if seat is None else {**action, "seat": seat}}
            doing = rng.choice(("actions", "actions", "actions", "check", "undo", "redo", "do"))
            await self._do(rng, name, token, doing, body)
        await self._race(rng, name, tokens)

    async def position(self, rng: Random) -> None:
        """Begin from a position that somebody has been at; if it is taken, do everything with it."""
        start = rng.choice(self.world.starts)
        wrong = doctored(rng, start["position"])
        name, tokens = await self._import({**start, "position": wrong})
        self.judge.tally.notes["positions"] += 1
        if not name:
            return
        self.judge.tally.notes["accepted"] += 1
        for token in tokens[:3]:
            table = await self._look(name, token, tokens)
            for choice in _some(rng, table):
                action = filled(rng, choice)
                await self.ask("POST", f"/api/matches/{name}/check", {"action": action}, token)
                await self.ask("POST", f"/api/matches/{name}/actions", {"ply": table["ply"], "action": action}, token)
                table["ply"] = -1
        for page in ("", "/history?ply=0", "/history", "/charts", "/fragment?lang=de", "/history/fragment"):
            await self.ask("GET", f"/match/{name}{page}")
        await self.ask("GET", f"/api/matches/{name}?ply=0")
        await self.ask("POST", f"/api/matches/{name}/branch", {"ply": 0}, tokens[0])
        await self.ask("POST", f"/api/matches/{name}/undo", {"ply": 1}, tokens[0])

    # --- inner parts -----------------------------------------------------------------------------------

    async def _import(self, file: dict[str, Any]) -> tuple[str, list[str]]:
        answer = await self.ask("POST", "/api/matches", {"file": file})
        if answer.status != CREATED:
            return "", []
        created = json.loads(answer.body)
        return created["id"], [seat["token"] for seat in created["seats"] if seat["token"]] or [""]

    async def _look(self, name: str, token: str, tokens: list[str]) -> dict[str, Any]:
        answer = await self.ask("GET", f"/api/matches/{name}", token=token, others=tuple(filter(None, tokens)))
        table: dict[str, Any] = json.loads(answer.body) if answer.status == OK else {}
        return table

    def _action(self, rng: Random, table: dict[str, Any]) -> dict[str, Any]:
        choices = table["view"]["choices"]
        if not choices:
            logged = table["view"]["log"] or [{"kind": "pass", "args": []}]
            seen = rng.choice(logged)
            action = {"kind": seen["kind"], "args": seen["args"]}
        else:
            action = filled(rng, rng.choice(choices))
        wrong: dict[str, Any] = doctored(rng, action, 2)
        return action if rng.random() < 0.3 else wrong

    async def _do(self, rng: Random, name: str, token: str, doing: str, body: dict[str, Any]) -> None:
        path = f"/api/matches/{name}/{doing}"
        if doing == "check":
            body = {"action": body["action"]}
        elif doing in ("undo", "redo"):
            body = {"ply": body["ply"]}
        elif doing == "do":
            path, body = f"/match/{name}/do", {"do": "act", **body}
        await self.ask("POST", path, doctored(rng, body) if rng.random() < 0.15 else body, token)

    async def _race(self, rng: Random, name: str, tokens: list[str]) -> None:
        """The same action four times at once: one may win."""
        token = rng.choice(tokens)
        table = await self._look(name, token, tokens)
        if not table or not table["view"]["choices"]:
            return
        body = {"ply": table["ply"], "rev": table["rev"], "action": filled(rng, rng.choice(table["view"]["choices"]))}
        sent = request(
            "POST", f"/api/matches/{name}/actions", json.dumps(body).encode(), authorization=f"Bearer {token}"
        )
        links = [Link(self.port, self.pulse) for _ in range(4)]
        answers = await asyncio.gather(*(link.send(sent, method="POST") for link in links))
        for link, answer in zip(links, answers, strict=True):
            self.judge.look(self.where, sent, answer)
            link.close()
        if sum(answer.status == OK for answer in answers) > 1:
            self.judge.tally.findings.append(f"{self.where}: the same action was accepted more than once\n    {sent!r}")


def _some(rng: Random, table: dict[str, Any]) -> list[dict[str, Any]]:
    choices = table.get("view", {}).get("choices", [])
    return rng.sample(choices, min(1, len(choices)))
