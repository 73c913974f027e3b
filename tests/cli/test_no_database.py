"""A database that is not there is refused by every command that looks after one, and nothing is made."""

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import Result

from stellwerk.server.store import Database, database_url
from stellwerk.server.store.archive import write
from tests import postgres
from tests.server.conftest import postgres_server

__all__ = ["postgres_server"]

Run = Callable[..., Result]

COMMANDS: dict[str, tuple[str, ...]] = {
    "backup": ("backup", "{folder}/all.zip"),
    "doctor": ("doctor",),
    "expire": ("expire", "--expire-after", "1"),
    "expire, dry run": ("expire", "--expire-after", "1", "--dry-run"),
    "worker": ("worker", "--bots", "1"),
}

every_command = pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)


def refused(run: Run, words: tuple[str, ...], folder: Path, where: str) -> str:
    """What a command says that is refused for want of a database."""
    result = run(*(word.format(folder=folder) for word in words), "--database", where)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("Error: there is no database of Stellwerk at ")
    return result.stderr


@every_command
def test_a_file_that_is_not_there_is_refused_and_not_made(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert str(tmp_path / "typo.sqlite3") in refused(run, words, tmp_path, f"{tmp_path}/typo.sqlite3")
    assert str(tmp_path / "no" / "typo.sqlite3") in refused(run, words, tmp_path, f"{tmp_path}/no/typo.sqlite3")
    refused(run, words, tmp_path, f"sqlite:///{tmp_path}/typo.sqlite3")
    refused(run, words, tmp_path, ":memory:")
    assert list(tmp_path.iterdir()) == []


@every_command
def test_a_file_without_our_tables_is_refused_and_left_alone(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    empty, other = tmp_path / "empty.sqlite3", tmp_path / "other.sqlite3"
    empty.touch()
    engine = sa.create_engine(database_url(str(other)))
    with engine.begin() as db:
        db.exec_driver_sql("CREATE TABLE bookmarks (name TEXT)")
    engine.dispose()
    for file in (empty, other):
        refused(run, words, tmp_path, str(file))
    assert empty.stat().st_size == 0
    with engine.connect() as db:
        assert sa.inspect(db).get_table_names() == ["bookmarks"]
    engine.dispose()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.sqlite3", "other.sqlite3"]


@every_command
def test_the_usual_place_is_not_made_either(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    result = run(*(word.format(folder=tmp_path) for word in words))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: there is no database of Stellwerk at ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
@every_command
def test_a_database_of_postgresql_without_our_tables_is_refused_and_left_alone(
    run: Run, tmp_path: Path, postgres_server: postgres.Server, words: tuple[str, ...]
) -> None:
    url = postgres_server.create()
    try:
        refused(run, words, tmp_path, url)
        engine = sa.create_engine(database_url(url))
        with engine.connect() as db:
            assert sa.inspect(db).get_table_names() == []
        engine.dispose()
    finally:
        postgres_server.drop(url)


def test_a_database_that_is_there_is_looked_after(run: Run, tmp_path: Path) -> None:
    Database(f"{tmp_path}/matches.sqlite3").close()
    for name in ("backup", "doctor", "expire"):
        words = (word.format(folder=tmp_path) for word in COMMANDS[name])
        assert run(*words, "--database", f"{tmp_path}/matches.sqlite3").exit_code == 0


def test_a_restore_makes_its_database_and_none_from_a_broken_file(run: Run, tmp_path: Path) -> None:
    source, file = Database(f"{tmp_path}/matches.sqlite3"), tmp_path / "all.zip"
    write(source, file)
    source.close()
    (tmp_path / "broken.zip").write_bytes(file.read_bytes()[:-40])
    made = tmp_path / "made.sqlite3"
    assert run("restore", tmp_path / "broken.zip", "--database", made).exit_code == 1
    assert not made.exists()
    assert run("restore", file, "--check", "--database", made).exit_code == 0
    assert not made.exists()
    assert run("restore", file, "--database", made).exit_code == 0
    assert made.exists()
