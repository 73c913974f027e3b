"""Guided matches: every step of every guide can be played, and what is wrong with one is told."""

from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError
from stellwerk.core.guide import Guide, Pattern
from stellwerk.core.guide_check import guide_problems
from stellwerk.core.match import Match
from stellwerk.core.registry import title, titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.walkthrough import Walkthrough, walkthrough_of, work_out
from stellwerk.games.paris.game import TITLE

GUIDED = ("1830", "1848", "1853", "paris-connection", "railroad-revolution")
FILE = Path(__file__).parents[2] / "src/stellwerk/games/paris/data/guide.toml"


def walkthrough(game: str) -> Walkthrough:
    found = walkthrough_of(game)
    assert found is not None
    return found


def test_every_game_of_ours_has_a_guide() -> None:
    assert set(GUIDED) <= {name for name, known in titles().items() if known.guide}


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_is_playable_and_its_refusals_happen(game: str) -> None:
    assert list(guide_problems(title(game))) == []
    assert 5 <= len(walkthrough(game).guide.steps) <= 8


@pytest.mark.parametrize("game", GUIDED)
def test_a_course_knows_where_a_log_stands(game: str) -> None:
    led = walkthrough(game)
    for at, step in enumerate(led.guide.steps):
        match = Match(led.header("Ada"), led.until(at), checked=False)
        assert led.place(match.log)[:2] == (at, "asked" if step.do else "looking")
        for action in step.do:
            match.play(action)
        after = led.place(match.log)
        assert after[:2] == ((at, "done") if step.then else (at + 1, led.place(led.until(at + 1)).how))
    assert led.place(led.log)[:2] == (len(led.guide.steps), "over")


def test_another_legal_action_is_a_detour_and_what_counts_as_well_is_done() -> None:
    led = walkthrough("paris-connection")
    first = led.guide.steps[0]
    start = list(led.until(0))
    strange = led.place([*start, first.detours[0].action])
    assert (strange.how, strange.detour) == ("elsewhere", first.detours[0])
    assert led.place([*start, Action(0, "place", ("brown", "G23"))]).how == "done"


def test_a_pattern_fits_by_kind_and_by_the_arguments_that_it_names() -> None:
    action = Action(0, "place", ("brown", "H22"))
    fits = [Pattern("place"), Pattern("place", ("*", "H22")), Pattern("place", ("brown",))]
    assert all(pattern.fits(action) for pattern in fits)
    others = [Pattern("trade"), Pattern("place", ("red",)), Pattern("place", ("brown", "H22", "*"))]
    assert not any(pattern.fits(action) for pattern in others)


def test_all_texts_are_there_in_both_languages_and_no_text_is_long() -> None:
    for game in GUIDED:
        guide = walkthrough(game).guide
        texts = [guide.about, guide.end]
        for step in guide.steps:
            texts += [step.title, step.text, *([step.done] if step.done else [])]
            texts += [refused.nudge for refused in step.refused] + [detour.text for detour in step.detours]
            assert all(len(step.text[language]) < 400 for language in LANGUAGES), (game, step.id)
        assert all(text.keys() == set(LANGUAGES) for text in texts)


class Written:
    """A guide as its author wrote it."""

    name = "guide.toml"

    def __init__(self, text: str) -> None:
        self.text = text

    def read_text(self, encoding: str) -> str:
        return self.text

    def is_file(self) -> bool:
        return True


def changed(old: str, new: str) -> Guide:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    return Guide.load(Written(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('rule = "build.4"', 'rule = "build.7"', "is refused by build.4, not by build.7"),
        ('try = ["place", "brown", "H24"]', 'try = ["place", "brown", "G23"]', "is refused by None"),
        ('try = ["place", "yellow", "E17"]', 'try = ["place", "yellow", "A21"]', "is no detour: build.4 refuses it"),
        ('do = [["place", "brown", "H24"]]', 'do = [["place", "brown", "A21"]]', "step city"),
        ('also = [["place", "brown", "*"]]', 'also = [["fly"]]', "nothing of the kind fly"),
    ],
)
def test_what_does_not_happen_is_told(old: str, new: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(TITLE), "guide", changed(old, new))
    assert any(problem in told for told in guide_problems(TITLE)), list(guide_problems(TITLE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('do = [["place", "brown", "H24"]]', ""),
        ("[step.done]", "[step.over]"),
        ('seed = "guide-5"', ""),
        ('de = "Marseille" }', 'fr = "Marseille" }'),
        ('id = "city"', 'id = "hand"'),
        ('names = ["Ben", "Cleo"]', 'names = "Ben"'),
        ('[["place", "brown", "H22"]]', '[[1.5, "brown", "H22"]]'),
    ],
)
def test_a_file_that_is_no_guide_is_refused_by_its_name(old: str, new: str) -> None:
    with pytest.raises(DataError, match=r"guide\.toml"):
        changed(old, new)


def test_a_guide_that_leads_into_a_refusal_names_its_step() -> None:
    with pytest.raises(DataError, match="step city"):
        work_out(TITLE, changed('do = [["place", "brown", "H24"]]', 'do = [["place", "brown", "A21"]]'))


def test_a_title_without_the_file_has_no_guide(tmp_path: Path) -> None:
    class Bare(type(TITLE)):  # type: ignore[misc]
        folder: Any = tmp_path

    assert Bare().guide is None
