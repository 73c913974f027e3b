"""What leaves the house: a source distribution that builds itself, a wheel that serves its pages."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from stellwerk.web.assets import NEEDED

ROOT = Path(__file__).resolve().parents[2]
PAGES = "src/stellwerk/web/static"
ALONE = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}

pytestmark = pytest.mark.slow


def build(folder: Path, target: str, out: Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    return subprocess.run(command, cwd=folder, env=ALONE | env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution of this checkout, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    built = build(ROOT, "sdist", folder)
    assert built.returncode == 0, built.stderr
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / packed.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the source distribution builds, with nothing of the checkout at hand."""
    folder = tmp_path_factory.mktemp("wheel")
    built = build(sdist, "wheel", folder)
    assert built.returncode == 0, built.stderr
    (packed,) = folder.glob("*.whl")
    return packed


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel; the libraries are borrowed from this one, so that no network is needed."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    words = ["-m", "pip", "--python", str(python), "install", "-qq", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, *words], env=ALONE, check=True, timeout=300)
    (packages,) = home.glob("lib/python*/site-packages")
    # A folder named here is searched, but the .pth files in it, such as that of an editable install, are not read.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


@contextmanager
def serving(python: Path, database: Path) -> Iterator[int]:
    name = str(python.with_name("stellwerk"))
    command = [name, "serve", "--host", "127.0.0.1", "--port", "0", "--database", str(database)]
    with subprocess.Popen(command, env=ALONE, cwd=database.parent, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
            assert found, said
            yield int(found[1])
        finally:
            process.terminate()


def fetch(port: int, path: str) -> tuple[int, str]:
    link = HTTPConnection("127.0.0.1", port, timeout=300)
    link.request("GET", path)
    answer = link.getresponse()
    text = answer.read().decode()
    link.close()
    return answer.status, text


def test_an_installed_wheel_serves_the_lobby_and_all_it_loads(python: Path, tmp_path: Path) -> None:
    where = [str(python), "-c", "import stellwerk; print(stellwerk.__file__)"]
    told = subprocess.run(where, env=ALONE, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert Path(told).is_relative_to(python.parents[1]), "the wheel is meant, not this checkout"
    with serving(python, tmp_path / "matches.sqlite3") as port:
        status, lobby = fetch(port, "/")
        assert (status, "Paris Connection" in lobby) == (200, True)
        loaded = re.findall(r'"(/static/[^"]+)"', lobby)
        # The worker that all tabs share is started by the script.
        loaded.append("/static/tabs.js")
        assert {path.removeprefix("/static/").partition("?")[0] for path in loaded} == set(NEEDED)
        for path in loaded:
            status, text = fetch(port, path)
            built = (ROOT / PAGES / path.removeprefix("/static/").partition("?")[0]).read_text(encoding="utf-8")
            assert (status, text == built) == (200, True), path


def test_a_source_distribution_holds_all_that_git_keeps(sdist: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is itself a source distribution")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    assert "Makefile" in kept
    assert [name for name in kept if not (sdist / name).is_file()] == []
    assert [name for name in NEEDED if not (sdist / PAGES / name).is_file()] == []


def test_a_wheel_holds_the_package_and_nothing_beside_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"stellwerk"}
    assert {f"stellwerk/web/static/{name}" for name in NEEDED} <= set(names)


@pytest.mark.parametrize("target", ["wheel", "sdist"])
@pytest.mark.parametrize("lost", NEEDED)
def test_a_build_without_the_pages_fails_and_says_what_to_do(
    sdist: Path, tmp_path: Path, target: str, lost: str
) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(sdist, bare, ignore=shutil.ignore_patterns("tests", "docs"))
    (bare / PAGES / lost).unlink()
    built = build(bare, target, tmp_path / "out")
    assert built.returncode != 0
    assert f"{lost} not found" in built.stderr
    assert "make wheel" in built.stderr
    assert "Traceback" not in built.stderr
    assert not list(tmp_path.glob("out/stellwerk*"))


def test_an_editable_install_does_not_wait_for_the_pages(sdist: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(sdist, bare, ignore=shutil.ignore_patterns("static", "tests", "docs"))
    code = f"from hatchling.build import build_editable; print(build_editable({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], cwd=bare, env=ALONE, check=True)
    assert len(list(tmp_path.glob("*.whl"))) == 1


def test_a_wheel_with_machine_code_says_for_which_machines_it_is(sdist: Path, tmp_path: Path) -> None:
    code = tmp_path / "compiled" / "stellwerk" / "core" / f"match{sysconfig.get_config_var('EXT_SUFFIX')}"
    code.parent.mkdir(parents=True)
    code.write_bytes(b"machine code")
    built = build(sdist, "wheel", tmp_path / "out", STELLWERK_COMPILED=str(tmp_path / "compiled"))
    assert built.returncode == 0, built.stderr
    (packed,) = (tmp_path / "out").glob("*.whl")
    assert not packed.name.endswith("-none-any.whl")
    held = zipfile.ZipFile(packed)
    assert held.read(f"stellwerk/core/{code.name}") == b"machine code"
    assert "stellwerk/core/match.py" in held.namelist(), "the source is there to be read, and for tracebacks"


def test_a_wheel_with_machine_code_that_is_not_there_is_refused(sdist: Path, tmp_path: Path) -> None:
    built = build(sdist, "wheel", tmp_path / "out", STELLWERK_COMPILED=str(tmp_path))
    assert built.returncode != 0
    assert "make compiled" in built.stderr
    assert "Traceback" not in built.stderr
    assert not list(tmp_path.glob("out/stellwerk*"))
