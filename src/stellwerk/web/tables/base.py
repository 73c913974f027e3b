"""What every game's table shows: whose turn it is, the seats, the log and the final sums. Games add the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice, Hole
from stellwerk.core.course import Finished, Round
from stellwerk.core.errors import DataError
from stellwerk.core.game import Chapter, Game
from stellwerk.core.result import Line
from stellwerk.core.tell import SEAT, Verbatim, tell_end
from stellwerk.web.charts import Drawing, show_charts
from stellwerk.web.render import render
from stellwerk.web.scene import Scene, Told
from stellwerk.web.story import since, story, unbroken

PARTS: Final = ("actions", "players", "result", "map", "decision", "log", "panels")
"""The fragments of a table, in the order in which a reader without a screen meets them."""


class Fact(NamedTuple):
    """A small thing to know about a seat: said in full, shown short."""

    said: str
    shown: str
    warn: bool = False
    sum: str = ""
    """The name of a number that scripts show changing: what it is of, then whose."""


class Button(NamedTuple):
    """A button of the banner: a choice without holes, or what leads to one by the attributes that scripts listen to."""

    id: str
    choice: Choice | None
    label: str
    css: str = ""
    key: str = ""
    acts: Mapping[str, str] = {}


class LogLine(NamedTuple):
    """A line of the log as it looks: all that it is drawn from."""

    ply: int
    text: str
    then: tuple[str, ...]
    path: str
    """The address of the match."""

    spot: str
    own: bool
    now: bool
    """Whether it is the visitor's own, and whether the past is shown just after it."""

    back: int
    """The ply to which an undo of it leads."""

    replays: bool
    undo: bool
    """Whether the board can show it again, and whether the visitor may take it back."""


class Tab(NamedTuple):
    """A part that shares its place with others, and what its tab is called."""

    part: str
    name: str


class Frame(NamedTuple):
    """Where the parts of a table stand; the bar above them always holds `actions`.

    A part that a table does not draw, or that is empty, leaves its place to the others.
    """

    stages: tuple[Tab, ...]
    """What shares the middle of the screen."""

    fit: str
    """The stage that fits what is decided now: it comes by itself."""

    decision: tuple[str, ...]
    """The upper half of the dock: what the present choice needs."""

    lookups: tuple[Tab, ...]
    """The lower half of the dock: what one looks up, the first of them unless another was chosen."""

    sides: tuple[str, ...] = ("players",)
    """A column at the left of a wide screen, a strip below the bar on others."""

    where: str = "overview"
    """The part that stands in the top line of the page: where in the game we are."""


class Meaning(NamedTuple):
    """A sign of a board, and what it means."""

    picture: Markup
    text: str


class Figure(NamedTuple):
    """Something of a game that a drawing tells better than words: for its rules and its summary."""

    id: str
    title: str
    html: Markup
    small: bool = True
    """Whether it has room on a page that is printed."""


class Table(ABC):
    """How one game is drawn. Each part is a fragment of HTML that replaces its former self after every event."""

    css: ClassVar[str] = "plain"
    """The layout of the style sheet that fits this table."""

    charted: ClassVar[bool] = False
    """Whether `charts` has something to show."""

    pictured: ClassVar[bool] = False
    """Whether `picture` draws the board, for the cards of presets."""

    reckons: ClassVar[bool] = False
    """Whether `worth` tells what choices bring, and `plan` draws a scratch board."""

    def parts(self, scene: Scene) -> dict[str, Markup]:
        return {name: getattr(self, name)(scene) for name in PARTS}

    def frame(self, scene: Scene, parts: Mapping[str, Markup]) -> Frame:
        """Where the parts stand. Without a `decision` the panels take its place."""
        _, over = scene.say, bool(parts.get("result"))
        lookups = (Tab("log", _("Log")), Tab("panels", _("More")))
        decided = bool(parts.get("decision"))
        return Frame(
            stages=(Tab("map", _("Board")), Tab("result", _("Final scoring"))),
            fit="result" if over else "map",
            decision=("decision",) if decided else ("panels",),
            lookups=lookups if decided else lookups[:1],
        )

    @abstractmethod
    def map(self, scene: Scene) -> Markup:
        """The board."""

    @abstractmethod
    def panels(self, scene: Scene) -> Markup:
        """Everything beside the board that is only looked up."""

    def decision(self, scene: Scene) -> Markup:
        """What the present choice needs besides the bar and the board."""
        return Markup("")

    def actions(self, scene: Scene) -> Markup:
        return self.banner(scene)

    def banner(self, scene: Scene, **more: Any) -> Markup:
        """Who is to move, what is asked, and what can be pressed at once; it stays in view while a page is scrolled."""
        _ = scene.say
        more.setdefault("undo_label", "")
        if scene.undo and scene.view.trail[scene.undo[0]].seat != scene.seat:
            # Round one screen the turn has passed on, and what is taken back is another player's.
            name = scene.player(scene.view.trail[scene.undo[0]].seat)
            more["undo_label"] = _("Undo what %(name)s did", name=name)
        said = {"headline": self.headline(scene), "advice": self.advice(scene), "purse": self.purse(scene)}
        more.setdefault("since", since(scene))
        if scene.acting and scene.held and scene.view.game.over(scene.view.state):
            again = _("To the next match") if scene.next else _("Play again")
            more["buttons"] = [Button("again", None, again, "primary", acts={"data-again": ""})]
        return self._render(scene, "parts/actions.html", **said, **more)

    def purse(self, scene: Scene) -> Sequence[Fact]:
        """What the visitor has to spend, said in the banner."""
        return ()

    def players(self, scene: Scene) -> Markup:
        result = scene.view.game.result(scene.view.state)
        seats = [(seat, name, self.facts(scene, seat)) for seat, name in enumerate(scene.names)]
        return self._render(scene, "parts/players.html", seats=seats, result=result)

    def log(self, scene: Scene) -> Markup:
        """A running table shows what is new; the past shows what lies round it, so that a reader can go anywhere."""
        told = scene.told
        before, after = (told[0].ply - 1, scene.last - told[-1].ply) if told else (0, 0)
        now = 0 if scene.running else scene.view.ply
        lines = {"told": told, "story": story(scene, told)}
        return self._render(scene, "parts/log.html", **lines, before=before, after=after, now=now)

    def log_line(self, scene: Scene, told: Told, now: int) -> LogLine:
        """What a line of the log is drawn from; `now` is the ply that the past shows."""
        ply, log = told.ply, scene.view.trail
        return LogLine(
            ply=ply,
            text=unbroken(told.text),
            then=tuple(map(unbroken, told.line.then)),
            path=scene.path,
            spot=self.spot(scene, ply),
            own=told.seat == scene.seat,
            now=ply == now,
            replays=scene.running and ply <= len(log) and self.replays(log[ply - 1]),
            back=told.begin - 1,
            undo=scene.running and told.begin - 1 in scene.undo,
        )

    def result(self, scene: Scene) -> Markup:
        """How the game ended and how each score adds up; nothing while it runs."""
        result = scene.view.game.result(scene.view.state)
        if result is None:
            return Markup("")
        order = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
        last = scene.view.trail[-1] if scene.view.trail else None
        reason = tell_end(scene.view.game, scene.names, last, result.reason, scene.language)
        rows = self._rows(scene, result.sums)
        curve = show_charts(scene, self.charts(scene, scene.rounds)[:1]) if scene.rounds and self.charted else ""
        return self._render(
            scene, "parts/result.html", result=result, order=order, reason=reason, rows=rows, curve=curve
        )

    def _rows(self, scene: Scene, sums: Sequence[Sequence[Line]]) -> list[tuple[str | Markup, list[Line | None]]]:
        """The same rows for each seat, so that sums can be compared line by line; None where a seat lacks one."""
        labels: list[tuple[str | Markup, int]] = []
        found: list[dict[tuple[str | Markup, int], Line]] = []
        for lines in sums:
            counted: Counter[str | Markup] = Counter()
            own, place = {}, 0
            for line in lines:
                name = self.sum_label(scene, line)
                key = name, counted[name]
                counted[name] += 1
                if key not in labels:
                    labels.insert(place, key)
                place, own[key] = labels.index(key) + 1, line
            found.append(own)
        return [(key[0], [own.get(key) for own in found]) for key in labels]

    def headline(self, scene: Scene) -> str:
        """Whose turn it is, in a few words."""
        _ = scene.say
        result = scene.view.game.result(scene.view.state)
        if result:
            names = ", ".join(scene.player(seat) for seat in result.winners)
            return scene.say.ngettext("%(names)s wins", "%(names)s win together", len(result.winners), names=names)
        if scene.on_turn and scene.seat is not None:
            return _("Your turn, %(name)s", name=scene.player(scene.seat))
        names = ", ".join(scene.player(seat) for seat in scene.waiting if seat >= 0)
        # In the past one can stop between a person's action and the draw that follows it.
        return _("%(names)s to move", names=names) if names else _("Chance decides")

    def advice(self, scene: Scene) -> str:
        """What can be done now, in a sentence."""
        _ = scene.say
        if scene.view.game.over(scene.view.state):
            return _("The game is over.")
        return _("Choose an action below.") if scene.on_turn else ""

    def forced(self, scene: Scene) -> str:
        """What is chosen on the map without asking, such as the colour of a build that has begun."""
        return ""

    def spot(self, scene: Scene, ply: int) -> str:
        """The hex of the map that a line of the log speaks of."""
        return ""

    def preview(self, scene: Scene, action: Action) -> dict[str, Json]:
        """What a player sees of a legal action before doing it."""
        return {}

    def worth(self, scene: Scene, start: int, seconds: float) -> dict[str, Json]:
        """What the choices of a seat bring, from one on, as many as can be told in so many seconds."""
        return {}

    def plan(self, scene: Scene, steps: list[Any], company: str) -> dict[str, Any]:
        """A scratch board after some steps as scripts send them: map, panel, values."""
        return {}

    def charts(self, scene: Scene, rounds: Sequence[Finished]) -> list[Drawing]:
        """How the match went, from the end of each round as the visitor of the present scene may know it.

        The first one is shown beside the final scoring too.
        """
        return []

    def short_round(self, scene: Scene, one: Round) -> str:
        """A round in a sign or two."""
        return str(one.number) if one.number and one.name is None else "·"

    def turn_name(self, scene: Scene, chapter: Chapter) -> str:
        """Whose turn it is, in full."""
        if chapter.turn is not None:
            return scene.texts.say(scene.language, chapter.turn.key, *chapter.turn.args, **chapter.turn.data)
        return scene.player(chapter.seat) if chapter.seat >= 0 else scene.say("Chance")

    def turn_mark(self, scene: Scene, chapter: Chapter) -> str | Markup:
        """The same in short."""
        return self.turn_name(scene, chapter)

    def replays(self, action: Action) -> bool:
        """Whether the board can show again what was done: `replay` draws it."""
        return False

    def replay(self, scene: Scene, before: Any, action: Action) -> Markup:
        """An action of the past, told and drawn upon the board of the scene, from the position before it."""
        return Markup("")

    def figures(self, scene: Scene) -> Sequence[Figure]:
        """What rules and summary show of this game, from its first position as a spectator sees it."""
        return ()

    def sketch(self, scene: Scene, what: str, data: Mapping[str, Any], label: str) -> Markup:
        """A drawing beside a single rule, from the data of the title; `label` says what is to be seen on it."""
        raise DataError("sketches.toml", f"this table draws no {what!r}")

    def picture(self, game: Game[Any]) -> Markup:
        """The board before the first action as a picture of a few kilobytes, without words."""
        return Markup("")

    def sum_label(self, scene: Scene, line: Line) -> str | Markup:
        """What a line of a final sum counts."""
        return scene.name(line.label)

    def facts(self, scene: Scene, seat: int) -> Sequence[Fact]:
        """What stands beside a player's name."""
        return ()

    def _render(self, scene: Scene, template: str, **context: Any) -> Markup:
        return render(scene.language, template, scene=scene, table=self, **context)


def label(scene: Scene, choice: Choice) -> str:
    """What stands on a button: the game's own words, with an ellipsis for what is still to be filled in."""
    words = scene.view.game.label(choice, scene.view.state)
    args = tuple(_open(arg) for arg in words.args)
    data = {field: _open(value) for field, value in words.data.items()}
    if type(data.get(SEAT)) is int:
        data[SEAT] = Verbatim(scene.player(data[SEAT]))
    if scene.texts.has(words.key):
        return scene.texts.say(scene.language, words.key, *args, **data)
    return " ".join([choice.kind, *(scene.name(arg) if isinstance(arg, str) else str(arg) for arg in args)])


def _open(value: Any) -> Any:
    return "…" if isinstance(value, Hole) else value


def sign_list(scene: Scene, entries: Iterable[Meaning]) -> Markup:
    """Signs with what they mean."""
    return render(scene.language, "parts/signs.html", entries=list(entries))
