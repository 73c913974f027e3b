"""Every game as an environment of PettingZoo, in which the agents act one after the other (AEC).

    from stellwerk.interop.pettingzoo import env
    table = env("paris-connection", seats=4)

An optional extra: `pip install stellwerk[research]`. The ids of actions are those of a fixed catalogue
(`stellwerk.interop.research.catalogue`), the observation is a dict of features and mask. Both, and the rewards, are
told in docs/research.md. The name of an environment ends with a version, which is raised whenever an id or a feature
changes its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from stellwerk.core.chance import new_seed
from stellwerk.core.registry import title
from stellwerk.core.result import Result
from stellwerk.core.view import View
from stellwerk.interop.research.features import LIMIT, Numbers, layout_of, table_of
from stellwerk.interop.research.play import Play, new_game, reward

VERSION: Final = 0
"""Of catalogue, features and rewards together."""

LONGEST: Final = 20_000
"""Decisions after which a game is cut off: who plays at random may never come to an end."""

Observation = dict[str, Any]


def env(
    game: str,
    seats: int | None = None,
    *,
    preset: str | None = None,
    options: Mapping[str, str] | None = None,
    longest: int = LONGEST,
) -> Environment:
    """The environment of a game, for four seats or the nearest number unless told."""
    return Environment(game, seats, title(game).resolve(options or {}, preset), longest)


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A table of one game. Its agents are `player_0`, `player_1` ... in the order of the seats."""

    def __init__(self, game: str, seats: int | None, options: Mapping[str, str], longest: int) -> None:
        super().__init__()
        if longest < 1:
            raise ValueError(f"a game has at least one decision, not {longest}")
        self.game = new_game(game, seats, options)
        version = f"r{self.game.title.rules_version}_v{VERSION}"
        self.metadata = {"name": f"{game}_{version}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.longest = longest
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.layout = layout_of(self.game)
        self.play = Play(self.game, "")
        self.catalogue = self.play.catalogue
        seen = spaces.Box(-LIMIT, LIMIT, (self.layout.size,), np.float32)
        mask = spaces.Box(0, 1, (self.catalogue.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.catalogue.size) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._seen: tuple[object, int, Numbers] = (None, 0, np.zeros(0, np.float32))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same draws. Options are not used."""
        self.play = Play(self.game, new_seed() if seed is None else str(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.seat]

    def observe(self, agent: str) -> Observation:
        """The features of what an agent may know, and the ids that it may choose; none if it is not its turn."""
        seat, play = self._seats[agent], self.play
        mask = np.zeros(self.catalogue.size, np.int8)
        if seat == play.seat:
            mask[play.ids()] = 1
        return {"observation": self.observation(seat), "action_mask": mask}

    def observation(self, seat: int) -> Numbers:
        """The features of what a seat may know."""
        play = self.play
        state, known, out = self._seen
        if state is not play.state or known != seat:  # while a price is said, nothing else changes
            out = self.layout.observe(play.seen(seat), seat)
            self._seen = play.state, seat, out
        out = out.copy()
        self.layout.add_saying(out, play.sentence if seat == play.seat else None)
        return out

    def legal_table(self, least: int = 0) -> Numbers:
        """What the agent on turn may choose, a row of features (`features.COLUMNS`) for each id."""
        return table_of(self.catalogue).of(self.play.ids(), least)

    def view(self, agent: str) -> View[Any]:
        """What an agent may know, as bots of Stellwerk get it."""
        return self.play.view(self._seats[agent])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise RuntimeError("no game is being played: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        play = self.play
        play.say(int(action) if action is not None else -1)
        if play.over or play.decisions >= self.longest:
            self._end(play.result)
        else:
            self.agent_selection = self.possible_agents[play.seat]

    def _end(self, result: Result | None) -> None:
        """Tell everybody what the game was worth: a part of the victory, less what was to be expected."""
        over = result is not None
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = reward(result, seat, len(self.possible_agents)) if result else 0.0
            self.infos[agent] = {"score": result.scores[seat]} if result else {}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str:
        """The last action in words."""
        game, play = self.game, self.play
        if not play.log:
            return f"{game.title.name('en')}: the first decision"
        done = play.log[-1]
        return f"{game.title.name('en')}: seat {done.seat} {done.kind} {' '.join(map(str, done.args))}".rstrip()

    def close(self) -> None:
        """There is nothing to give back."""
