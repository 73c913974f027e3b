"""Which records are used: those of others, else ours, but never silently fewer in a continuous integration."""

from pathlib import Path

import pytest

from tests.records import OWN, RecordsMissing, beside, games, needs


def told(folder: Path, **more: str) -> dict[str, str]:
    return {"STELLWERK_RECORDS": str(folder), **more}


@pytest.mark.parametrize("ci", ["", "true"])
def test_the_records_of_others_come_first(tmp_path: Path, ci: str) -> None:
    (tmp_path / "fixtures").mkdir()
    env = told(tmp_path, CI=ci)
    assert beside(env) == tmp_path.resolve()
    assert games(env) == tmp_path.resolve() / "fixtures"
    assert needs([1], "no facts", env).args == (False,)


def test_elsewhere_our_own_stand_in_and_the_rest_is_skipped(tmp_path: Path) -> None:
    env = told(tmp_path)
    assert games(env) == OWN
    assert list(OWN.glob("*.json"))
    mark = needs([], "no facts", env)
    assert (mark.args, mark.kwargs) == ((True,), {"reason": "no facts, and nothing can stand in for it"})


@pytest.mark.parametrize("ci", ["true", "True", "1"])
def test_in_a_continuous_integration_a_missing_record_is_an_error(tmp_path: Path, ci: str) -> None:
    env = told(tmp_path, CI=ci)
    for ask in (lambda: games(env), lambda: needs([], "no facts", env)):
        with pytest.raises(RecordsMissing, match="STELLWERK_RECORDS"):
            ask()
