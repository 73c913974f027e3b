"""Every game as a game of OpenSpiel, with the ids of the same catalogue as the PettingZoo environments.

    import pyspiel
    import stellwerk.interop.openspiel      # registers stellwerk_paris_connection, stellwerk_1830 ...
    game = pyspiel.load_game("stellwerk_paris_connection(players=4)")

An optional extra: `pip install stellwerk[openspiel]`. The first node is chance's: it draws one of `deals` deals, and
all that is drawn in the game follows from it, hidden from everybody as before. Returns add up to 0: a part of the
victory, less an equal part. A game of more than `longest` ids is cut off and worth nothing to anybody.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel

from stellwerk.core.game import Game
from stellwerk.core.registry import title, titles
from stellwerk.core.title import Title
from stellwerk.interop.research.catalogue import catalogue_of
from stellwerk.interop.research.features import layout_of
from stellwerk.interop.research.play import Play, new_game, reward

DEALS: Final = 1000
LONGEST: Final = 20_000


def name_of(game: str) -> str:
    """The short name under which OpenSpiel knows one of our games."""
    return "stellwerk_" + game.replace("-", "_")


def _type(known: Title) -> Any:
    return pyspiel.GameType(
        short_name=name_of(known.id),
        long_name=known.name("en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=known.seats[-1],
        min_num_players=known.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        parameter_specification={
            "players": min(known.seats, key=lambda seats: (abs(seats - 4), seats)),
            "preset": known.presets[0].id,
            "deals": DEALS,
            "longest": LONGEST,
        },
    )


class Facts(NamedTuple):
    """What a game of OpenSpiel is; its states carry it, since a pickled game loses what Python put into it."""

    title: str
    players: int
    preset: str
    deals: int
    longest: int

    @property
    def rules(self) -> Game[Any]:
        return new_game(self.title, self.players, title(self.title).resolve({}, self.preset))


class StellwerkGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules of a title for a number of players."""

    title_id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        known = title(self.title_id)
        kind = _type(known)
        chosen = {**kind.parameter_specification, **(params or {})}
        seats, deals, longest = (int(chosen[name]) for name in ("players", "deals", "longest"))
        if deals < 1 or longest < 1:
            raise ValueError(f"there is at least one deal and one decision, not deals={deals} and longest={longest}")
        self.facts = Facts(known.id, seats, str(chosen["preset"]), deals, longest)
        info = pyspiel.GameInfo(
            num_distinct_actions=catalogue_of(self.facts.rules).size,
            max_chance_outcomes=deals,
            num_players=seats,
            min_utility=-1 / seats,
            max_utility=1 - 1 / seats,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> StellwerkState:
        return StellwerkState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observers have no parameters here, not {params}")
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return Observer(self, recall=recall)


class StellwerkState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position: a deal, and what has been said since."""

    def __init__(self, game: StellwerkGame) -> None:
        super().__init__(game)
        self.facts = game.facts
        self.play: Play | None = None
        self.said = 0

    def current_player(self) -> int:
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.play.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.play is not None
        return sorted(self.play.ids()) if player == self.play.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.facts.deals) for deal in range(self.facts.deals)]

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = Play(self.facts.rules, str(action))
        else:
            self.play.say(action)
            self.said += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else catalogue_of(self.facts.rules).name(action)

    def is_terminal(self) -> bool:
        return self.play is not None and (self.play.over or self.said >= self.facts.longest)

    def returns(self) -> list[float]:
        result = self.play.result if self.play else None
        seats = range(self.facts.players)
        return [reward(result, seat, len(seats)) if result else 0.0 for seat in seats]

    def __str__(self) -> str:
        """All that has happened, for people."""
        return "nothing dealt" if self.play is None else f"deal {self.play.seed}: " + told(self.play, None)


class Observer:
    """What a player may know: as features, and as words."""

    def __init__(self, game: StellwerkGame, *, recall: bool) -> None:
        self.layout, self.recall = layout_of(game.facts.rules), recall
        self.tensor = np.zeros(self.layout.size, np.float32)
        self.dict = {name: self.tensor[at] for name, at in self.layout.at.items()}

    def set_from(self, state: StellwerkState, player: int) -> None:
        self.tensor.fill(0)
        play = state.play
        if play is not None:
            saying = play.sentence if player == play.seat else None
            self.tensor[:] = self.layout.observe(play.seen(player), player, saying)

    def string_from(self, state: StellwerkState, player: int) -> str:
        if state.play is None:
            return f"player {player}: nothing dealt"
        if self.recall:
            return f"player {player}: {told(state.play, player)}"
        play = state.play
        saying = play.sentence and play.seat == player and (play.sentence.number, play.sentence.values, play.ids())
        return f"player {player}: {play.seen(player).digest()} {saying or ''}".rstrip()


def told(play: Play, player: int | None) -> str:
    """The log as a player knows it, or all of it, and what has been said since."""
    log = play.log if player is None else play.view(player).log
    words = [" ".join(map(str, (action.seat, action.kind, *action.args))) for action in log]
    if play.sentence is not None and player in (None, play.seat):
        words.append(f"{play.seat} says {play.catalogue.name(play.sentence.number)} {play.ids()}")
    return "; ".join(words)


def register() -> list[str]:
    """Make every installed game known to OpenSpiel; returns their short names."""
    names = []
    for known in titles().values():
        made = type(f"Game_{name_of(known.id)}", (StellwerkGame,), {"title_id": known.id, "__module__": __name__})
        globals()[made.__name__] = made  # where pickle looks for it
        pyspiel.register_game(_type(known), made)
        names.append(name_of(known.id))
    return names


NAMES: Final = register()
