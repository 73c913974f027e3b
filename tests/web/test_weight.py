"""What pages weigh on the way to a browser, late in games of 1830, where most is on the board."""

import re

import pytest

from tests.server.kit import Client
from tests.web.late import BANK, before, recorded
from tests.web.site import upload

ANSWER, FIRST = 25_000, 150_000
"""Bytes, compressed: the answer to an action, and all that comes before the first one."""


def weight(client: Client, address: str) -> int:
    """Bytes of an answer as they cross the wire."""
    with client.stream("GET", address, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.status_code == 200
        return sum(map(len, answer.iter_raw()))


@pytest.mark.parametrize("kind", ["lay", "run", "pay_out", "buy_train", "buy"])
def test_the_answer_to_an_action_late_in_a_game_is_light(client: Client, kind: str) -> None:
    match = before(BANK, kind, -1)
    action = recorded(BANK).log[match.ply]
    name = upload(client, match)["id"]
    assert weight(client, f"/match/{name}/fragment") < ANSWER
    rev = client.get(f"/api/matches/{name}").json()["rev"]
    body = {"do": "act", "ply": match.ply, "rev": rev, "seat": action.seat, "action": action.to_json()}
    answer = client.post(f"/match/{name}/do", json=body, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200, answer.text
    assert int(answer.headers["content-length"]) < ANSWER


def test_a_first_page_with_everything_is_light(client: Client) -> None:
    """The page of a late match, and each file that it names."""
    name = upload(client, before(BANK, "pay_out", -1))["id"]
    html = client.get(f"/match/{name}").text
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    assert any(".js" in one for one in files)
    assert any(".css" in one for one in files)
    assert weight(client, f"/match/{name}") + sum(weight(client, one) for one in files) < FIRST


def parts_of(html: str) -> dict[str, tuple[str, bool]]:
    """The version of each part, and whether what is in it was left out."""
    found = re.findall(r'id="part-([a-z]+)"[^>]*? data-version="([0-9a-f]+)"( data-same)?', html)
    return {name: (version, bool(same)) for name, version, same in found}


@pytest.mark.parametrize("kind", ["lay", "run", "pay_out", "buy_train", "buy"])
def test_parts_that_the_page_has_are_not_sent_again(client: Client, kind: str) -> None:
    match = before(BANK, kind, -1)
    action = recorded(BANK).log[match.ply]
    name = upload(client, match)["id"]
    first = parts_of(client.get(f"/match/{name}").text)
    assert {"actions", "map", "market", "log", "companies"} <= first.keys()
    has = {"x-parts": ",".join(f"{part}.{version}" for part, (version, _) in first.items()), "accept-encoding": "gzip"}
    rev = client.get(f"/api/matches/{name}").json()["rev"]
    body = {"do": "act", "ply": match.ply, "rev": rev, "seat": action.seat, "action": action.to_json()}
    answer = client.post(f"/match/{name}/do", json=body, headers=has)
    after = parts_of(answer.text)
    # What comes without its content is what has not changed, and nothing else.
    assert {part for part, (_, same) in after.items() if same} == {
        part for part in after.keys() & first.keys() if after[part][0] == first[part][0]
    }
    assert after["actions"][0] != first["actions"][0]
    assert any(same for _, same in after.values())
    whole = weight(client, f"/match/{name}/fragment")
    print(f"{kind:10} {int(answer.headers['content-length'])} of {whole} bytes")  # noqa: T201  # `pytest -s` shows it
    assert int(answer.headers["content-length"]) < whole
    # Whoever says nothing, or something else, gets everything.
    for said in ({}, {"x-parts": "map.000000000000,,.,log"}, {"x-parts": "," * 5000}):
        html = client.get(f"/match/{name}/fragment", headers=said).text
        assert {part: version for part, (version, same) in parts_of(html).items() if not same} == {
            part: version for part, (version, _) in after.items()
        }
