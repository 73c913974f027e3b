"""An 18xx title on the shelf: its data files, and the words that all of them share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, ClassVar, Final

from stellwerk.core.errors import DataError
from stellwerk.core.money import DOLLAR, in_money
from stellwerk.core.rulebook import Rulebook
from stellwerk.core.texts import Texts, load_toml
from stellwerk.core.title import Title
from stellwerk.eighteen.check import problems
from stellwerk.eighteen.citations import Citations, read_citations
from stellwerk.eighteen.forms import BOARD, CITES, FORMS, MARKET, PIECES, TILES
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex, HexMap, read_map
from stellwerk.eighteen.market import Market, read_market
from stellwerk.eighteen.pieces import read_all, record_of, usual_cut
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.schema import PLAYERS, faults
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import Catalogue, read_catalogue

SHARED: Final = files("stellwerk.eighteen") / "data"
"""What all titles share: tiles and words."""

"""What stands for money in the shared texts."""

USUAL: Final = ("float_percent", "pool_percent", "company_limit", "bid_step")
"""Fields of the pieces that a file may leave out."""

SPOKEN: Final = ("log", "action", "kind")
"""What is said of every kind of action: in the log, on its button, and above several of them."""

SECTIONS: Final = {
    **dict.fromkeys(("train", "old", "cheapest", "other", "smaller", "opener"), "train"),
    "stock": "stock",
}
"""Fields that hold no id of [name]: types of trains, and where a share lies that nobody holds."""


@cache
def shared_tiles() -> dict[str, Any]:
    """What the tiles of the 18xx family print."""
    return load_toml(SHARED / "tiles.toml")


class RailTitle(Title):
    """A title with a board, a market and pieces in its folder.

    With nothing but those it plays: by the shared steps and the usual rules. A title says what is different.
    """

    seats_rule = "game.players"
    rule_files: ClassVar[tuple[str, ...]] = ()
    """The rules of its own book; neutral sentences stand in for what no book says."""

    game_class: ClassVar[type[RailGame]] = RailGame
    steps: ClassVar[Mapping[str, type[RailStep] | None]] = {}
    """Steps that it plays differently or that only it has; a shared step that it does not have is None."""

    boards: ClassVar[tuple[str, ...]] = (BOARD,)
    """The files of its boards; the first is the one that is played on where no option says otherwise."""

    tile_sets: ClassVar[tuple[str, ...]] = ()
    """The sets of tiles that it is played with; all that its file has where none is named."""

    currency: ClassVar[str] = DOLLAR
    scores_money: ClassVar[bool] = True
    forms: ClassVar[Mapping[str, type]] = FORMS
    """By file what may stand in it; a title that reads fields of its own has records that add them."""

    words: ClassVar[Mapping[str, Collection[str]]] = {}
    """Kinds of stops, of hexes, colours and gauges that this title has besides the usual ones."""

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        return self.game_class(self, self.ruleset(seats, options), options, self.steps)

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        """All options resolved into numbers and records; without any what the files say, and the usual rules."""
        return Ruleset(**self.fields_from_files(seats))

    def fields_from_files(self, seats: int) -> dict[str, Any]:
        """The fields of a ruleset that the data files tell."""
        pieces, money, certificates = self.pieces, self.pieces["money"], self.pieces["certificates"]
        limits = money["certificate_limit"][str(seats)]
        return {
            "seats": seats,
            "hexmap": self.hexmap,
            "catalogue": self.catalogue(*(self.tile_sets or self.file(TILES)["set"])),
            "market": self.market(),
            "companies": self.read("companies", usual_cut(pieces)),
            **{section: self.read(section) for section in ("privates", "trains", "phases")},
            "bank": money["bank"],
            "capital": money["capital"][str(seats)],
            "certificate_limits": tuple(limits) if isinstance(limits, list) else (limits,),
            "marker_prices": tuple(pieces["markers"]["prices"]),
            **{name: value for name, value in {**certificates, **money}.items() if name in USUAL},
        }

    def read(self, section: str, usual: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The things of a section of the pieces, by the records that the title's form has for them."""
        return read_all(record_of(self.forms[PIECES], section), self.pieces, section, usual)

    @cached_property
    def _files(self) -> dict[str, dict[str, Any]]:
        """The data files that have been read."""
        return {}

    def file(self, name: str) -> dict[str, Any]:
        """A data file, which is of its form: misspelt and missing fields are told with their place."""
        if name not in self._files:
            data = load_toml(self.folder.joinpath(name))
            for fault in faults(data, self.forms[name], "", {PLAYERS: [str(seats) for seats in self.seats]}):
                raise DataError(name, fault)
            self._files[name] = data
        return self._files[name]

    def problems(self) -> list[str]:
        """What is wrong with the files and, where they are sound, which actions of its steps have no words."""
        return list(problems(self)) or list(self._unspoken())

    def _unspoken(self) -> Iterator[str]:
        kinds = [kind for step in self.game(self.seats[0]).steps.values() for kind in step.kinds]
        for key in (f"{sort}.{kind}" for kind in kinds for sort in SPOKEN):
            if not self.texts.has(key):
                yield f"texts.toml: {key} is missing"

    @property
    def pieces(self) -> dict[str, Any]:
        return self.file(PIECES)

    @property
    def printed(self) -> dict[str, Any]:
        """The board as its file tells it."""
        return self.file(self.boards[0])

    @cached_property
    def hexmap(self) -> HexMap:
        """The board without any plate."""
        return self.board()

    def board(self, *plates: str, side: str = "") -> HexMap:
        """A board, the first where none is named, with plates of its file laid over it."""
        return read_map(self.file(side) if side else self.printed, plates)

    def catalogue(self, *sets: str) -> Catalogue:
        """The tiles of some sets of this title, with what they print."""
        return read_catalogue(shared_tiles(), self.file(TILES), sets)

    def tiles(self, counts: Mapping[str, int], upgrades: Mapping[str, Iterable[str]] | None) -> Catalogue:
        """So many of each tile, where an option puts them together otherwise than in sets."""
        return Catalogue({**shared_tiles()["tile"], **self.file(TILES).get("tile", {})}, counts, upgrades)

    def market(self, table: str = "") -> Market:
        """A table of prices; one without a name where the title has only one."""
        data = self.file(MARKET)
        return read_market(data["table"][table] if table else data)

    @cached_property
    def citations(self) -> Citations:
        """Which paragraphs of this title's book say what the shared steps refuse; none where it has no book."""
        return read_citations(self.file(CITES) if self.folder.joinpath(CITES).is_file() else {})

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the book, and neutral sentences for what it does not say."""
        own = Rulebook.load([self.folder.joinpath(name) for name in self.rule_files], self.texts)
        return own.with_rules(self.citations.neutral(self.currency))

    @cached_property
    def words_alone(self) -> Texts:
        """A title's words over the shared ones, without names of hexes."""
        shared = Texts.load(SHARED / "texts.toml").table
        told = {key: in_money(entry, self.currency) for key, entry in shared.items()}
        own = Texts.load(*(self.folder.joinpath(name) for name in self.text_files)).table
        return Texts({**told, **own}, SECTIONS)

    @cached_property
    def texts(self) -> Texts:
        """The same with hexes called by their cities, as on the usual board."""
        return self.texts_on(self.hexmap)

    def texts_on(self, board: HexMap) -> Texts:
        """The same with hexes called by their cities, as on some board."""
        return self.words_alone.with_names(_place_names(board.hexes))


def _place_names(hexes: Iterable[Hex]) -> Mapping[str, str]:
    cities = {hex_.name: dict.fromkeys(stop.name for stop in hex_.face.stops if stop.name) for hex_ in hexes}
    return {name: " & ".join(names) for name, names in cities.items() if names}
