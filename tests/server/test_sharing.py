"""What links begin with, what is said where they lead nowhere, and what a server says of its own address."""

import socket

import pytest
from starlette.testclient import TestClient

from stellwerk.server import run, sharing
from stellwerk.server.app import create_app
from stellwerk.server.hosts import address_in_network, checked_public_url, is_home
from stellwerk.server.settings import Settings
from tests.web.scenes import Elements

NETWORK = "192.168.7.5"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with an address in a network."""
    for module in (sharing, run):
        monkeypatch.setattr(module, "address_in_network", lambda bound: NETWORK if bound == "0.0.0.0" else None)


def lobby(asked: str, **settings: object) -> tuple[str | None, str]:
    """What links begin with by the lobby's page, and what it says of that, for a browser that asked for an address."""
    app = create_app(Settings(database=":memory:", bots=0, **settings))  # type: ignore[arg-type]
    with TestClient(app, base_url=asked) as client:
        answer = client.get("/")
    assert answer.status_code == 200, answer.text
    body = Elements(answer.text).having("data-page")[0]
    notes = [one for one in ("on this computer only", "in the same network") if one in answer.text]
    return body.get("data-origin"), " ".join(notes)


def test_a_server_for_one_computer_says_that_nobody_else_can_open_its_links() -> None:
    assert lobby("http://127.0.0.1:8000") == (None, "on this computer only")
    assert lobby("http://localhost:8000") == (None, "on this computer only")


def test_a_server_for_a_network_puts_its_address_there_into_links() -> None:
    assert lobby("http://127.0.0.1:8000", host="0.0.0.0") == (f"http://{NETWORK}:8000", "in the same network")


def test_the_address_that_a_browser_has_used_stays() -> None:
    assert lobby("http://192.168.7.9:8000", host="0.0.0.0") == (None, "")
    assert lobby("https://games.example", allowed_hosts=("games.example",)) == (None, "")


def test_a_public_address_goes_first_and_may_be_asked_for() -> None:
    for asked in ("http://127.0.0.1:8000", "https://games.example"):
        assert lobby(asked, public_url="https://games.example") == ("https://games.example", "")


def test_a_computer_without_a_network_says_so() -> None:
    assert lobby("http://127.0.0.1:8000", host="::") == (None, "on this computer only")


@pytest.mark.parametrize("host", ["127.0.0.1:x", "127.0.0.1:99999999999", "[::1", "127.0.0.1:", "localhost:80:80"])
def test_no_odd_host_breaks_a_page(host: str) -> None:
    app = create_app(Settings(database=":memory:", bots=0, host="0.0.0.0"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.get("/about", headers={"host": host}).status_code in (200, 400, 421)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://games.example", "https://games.example"),
        ("http://games.example:8080/", "http://games.example:8080"),
        ("http://[2001:db8::7]:8000", "http://[2001:db8::7]:8000"),
    ],
)
def test_a_public_address_has_no_path(given: str, kept: str) -> None:
    assert checked_public_url(given) == kept


@pytest.mark.parametrize(
    "given",
    ["games.example", "ftp://games.example", "https://", "https://games.example/play", "http://a@b", "http://[::1"],
)
def test_what_is_no_public_address_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        checked_public_url(given)


def test_which_addresses_are_those_of_one_computer() -> None:
    assert all(map(is_home, ("127.0.0.1", "127.8.8.8", "::1", "localhost")))
    assert not any(map(is_home, ("0.0.0.0", "192.168.1.5", "games.example")))


def test_the_address_in_the_network_is_one_that_others_can_use() -> None:
    found = address_in_network("0.0.0.0")
    assert found is None or not is_home(found)


def said(capsys: pytest.CaptureFixture[str], host: str, public_url: str | None = None) -> list[str]:
    with socket.socket() as sock:
        sock.bind((host, 0))
        port = sock.getsockname()[1]
        run.tell([sock], public_url)
    return capsys.readouterr().out.replace(str(port), "8000").splitlines()


def test_a_server_prints_addresses_that_a_browser_can_open(capsys: pytest.CaptureFixture[str]) -> None:
    stop = "(stop it with Ctrl-C)"
    assert said(capsys, "127.0.0.1") == [f"Stellwerk is at http://127.0.0.1:8000/ {stop}"]
    assert said(capsys, "0.0.0.0") == [
        f"Stellwerk is at http://127.0.0.1:8000/ {stop}",
        f"Others in your network find it at http://{NETWORK}:8000/",
    ]
    assert said(capsys, "0.0.0.0", "https://games.example") == [
        f"Stellwerk is at http://127.0.0.1:8000/ {stop}",
        "Invitations begin with https://games.example/",
    ]
