"""The pages over HTTP: who sees what, what is refused how, and that every link leads somewhere."""

import re
from collections import Counter
from random import Random

import pytest
from starlette.testclient import TestClient

from stellwerk.core.match import Match, new_header
from stellwerk.core.registry import added, titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.game import TITLE
from stellwerk.server import api, pages_lobby
from stellwerk.web.choosing import chapters
from tests.server.kit import FIXED, Client, running
from tests.web.scenes import NAMES, Elements, choices_on, match_of
from tests.web.site import begin, do, finished, first_place, upload
from tests.web.variants import VARIANTS

UNVEIL = "data-unveil"


def seat_shown(html: str) -> str:
    (found,) = Elements(html).having("data-rev")
    return found["data-seat"]


def offers_to_pass(html: str) -> list[str]:
    return [attrs[UNVEIL] for attrs in Elements(html).having(UNVEIL)]


# --- what is there -------------------------------------------------------------------------------------


def test_the_lobby_lists_games_bots_options_and_own_matches(client: Client) -> None:
    html = client.get("/").text
    assert "Paris Connection" in html
    assert {"bot:greedy", "bot:random", "me", "friend", "screen"} <= {
        attrs.get("value", "") for attrs in Elements(html).having("value")
    }
    assert {attrs["data-option"] for attrs in Elements(html).having("data-option")} == {
        option.id for known in titles().values() for option in known.options
    }
    match = begin(client)["id"]
    assert f'href="/match/{match}"' in client.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_an_anchor_for_every_number(client: Client, language: str) -> None:
    html = client.get(f"/rules/paris-connection?lang={language}").text
    anchors = {attrs["id"] for attrs in Elements(html).having("id")}
    assert {rule.id for rule in TITLE.rulebook} <= anchors
    assert TITLE.rulebook["build.10"].title[language] in html


def test_no_heading_of_a_long_book_stands_twice(client: Client) -> None:
    html = client.get("/rules/1830?lang=de").text
    headings = re.findall(r'<h2 class="chapter" id="chapter-([^"]+)">', html)
    assert headings[:2] == ["comp", "1"]
    assert [name for name in headings if name[0] in "VS"] == [f"V-{n}" for n in range(9)] + [f"S-{n}" for n in range(7)]
    assert len(set(headings)) == len(headings)


def test_many_chapters_of_options_are_folded_and_few_are_not(client: Client) -> None:
    with added(VARIANTS):
        html = client.get("/?lang=de").text
        panels = dict(re.findall(r'data-game="([^"]+)"(.*?begin-row)', html, re.DOTALL))
    assert panels["1830"].count('<details class="fold"') == len(chapters(titles()["1830"]))
    assert panels["1830"].count('<details class="fold" open>') == 1
    assert 'class="fold"' not in panels[VARIANTS.id]
    assert "About the lots</h3>" in panels[VARIANTS.id]


def test_an_option_says_what_it_changes_and_its_field_points_there(client: Client) -> None:
    html = client.get("/?lang=de").text
    field = Elements(html).having("data-option")
    pointed = {attrs["aria-describedby"] for attrs in field}
    assert pointed <= {attrs["id"] for attrs in Elements(html).having("id")}
    assert titles()["1830"].texts.say("de", "option.diesels.about") in html


def test_options_that_do_not_go_together_are_told_by_name_and_rule(client: Client) -> None:
    body = {"game": "1830", "seats": [{"name": name} for name in "ABC"], "options": {"scenario": "G"}}
    answer = client.post("/api/matches?lang=de", json=body)
    assert (answer.status_code, answer.json()["error"], answer.json()["rule"]) == (400, "malformed", "V-1.2")
    assert answer.json()["text"] == (
        "„Spielplanseite: Classic“ und „Szenario: G: Niemand erwartet die Canadian Pacific“ passen nicht zusammen. "
        "Dieses Szenario wird auf der anderen Seite des Spielplans gespielt."
    )


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/match/nowhere", "/rules/nowhere", "/learn/nowhere", "/match/nowhere/history", "/match/nowhere/join"],
)
def test_an_address_that_leads_nowhere_is_answered_by_a_friendly_page(client: Client, path: str) -> None:
    answer = client.get(path, headers={"accept-language": "de"})
    assert answer.status_code == 404
    assert "Endstation" in answer.text
    assert 'href="/"' in answer.text


def test_every_link_of_every_page_leads_somewhere(client: Client) -> None:
    over, running_match = upload(client, finished())["id"], begin(client)["id"]
    seen: set[str] = set()
    todo = ["/", f"/match/{over}", f"/match/{running_match}", f"/match/{over}/history?ply=3"]
    while todo:
        path = todo.pop()
        if path in seen or len(seen) > 250:
            continue
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        if answer.headers["content-type"].startswith("text/html") and not re.search(r"ply=\d{2}", path):
            page = Elements(answer.text)
            places = {attrs["id"] for attrs in page.having("id")}
            for attrs in page.having("href"):
                address, _, anchor = attrs["href"].partition("#")
                if address.startswith("/"):
                    todo.append(address)
                elif not address and anchor:
                    assert anchor in places
    assert {"/about", f"/api/matches/{over}/file"} <= seen


def test_nothing_on_a_page_needs_an_exception_from_the_content_policy(client: Client) -> None:
    over, now = upload(client, finished())["id"], begin(client)["id"]
    for path in ("/", "/about", "/rules/paris-connection", "/x", f"/match/{over}", f"/match/{now}?seat=0"):
        answer = client.get(path)
        assert "unsafe" not in answer.headers["content-security-policy"]
        for tag, attrs in Elements(answer.text).found:
            assert "style" not in attrs, (path, tag)
            assert not [name for name in attrs if name.startswith("on")], (path, tag)
            if tag == "script":
                assert attrs.get("type") == "application/json" or attrs.get("src", "").startswith("/static/")
            for name in ("src", "href", "action"):
                assert not re.match(r"(https?:)?//|javascript:", attrs.get(name, "")), (path, tag)


# --- language and colours ------------------------------------------------------------------------------


def test_the_language_is_negotiated_switched_and_remembered(client: Client) -> None:
    assert '<html lang="en"' in client.get("/about").text
    assert '<html lang="de"' in client.get("/about", headers={"accept-language": "de"}).text
    switched = client.get("/about?lang=de")
    assert '<html lang="de"' in switched.text
    assert "lang=de" in switched.headers["set-cookie"]
    assert '<html lang="de"' in client.get("/about").text


def test_the_switch_keeps_the_rest_of_the_address(client: Client) -> None:
    match = upload(client, finished())["id"]
    links = [attrs["href"] for attrs in Elements(client.get(f"/match/{match}/history?ply=7").text).having("hreflang")]
    assert links == [f"?ply=7&lang={language}" for language in LANGUAGES]


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example/x", "/%2Fevil.example/x"])
def test_an_address_that_looks_like_another_host_leads_to_none(client: Client, path: str) -> None:
    answer = client.get(f"http://testserver{path}")
    assert answer.status_code == 404
    assert "evil.example" not in answer.text


def test_colours_come_from_the_cookie_and_from_nothing_else_in_it(client: Client) -> None:
    for theme, mark in (
        ("dark", 'data-theme="dark"'),
        ("light", 'data-theme="light"'),
        ('"><b>', '<html lang="en" data-thousands=",">'),
    ):
        client.cookies.set("theme", theme)
        assert mark in client.get("/about").text.partition("<head>")[0]


# --- seats ---------------------------------------------------------------------------------------------


def test_a_spectator_sees_the_public_view(client: Client) -> None:
    match = begin(client)["id"]
    client.cookies.clear()
    html = client.get(f"/match/{match}").text
    assert seat_shown(html) == ""
    assert choices_on(html) == offers_to_pass(html) == []
    assert seat_shown(client.get(f"/match/{match}?seat=1").text) == ""


def test_who_holds_one_seat_always_sees_it(client: Client) -> None:
    match = begin(client, ("11", ("12", "random"), ("13", "random")))["id"]
    html = client.get(f"/match/{match}").text
    assert seat_shown(html) == "0"
    assert offers_to_pass(html) == []


def test_who_holds_several_seats_sees_one_only_after_asking_for_it(client: Client) -> None:
    match = begin(client)["id"]
    html = client.get(f"/match/{match}").text
    assert seat_shown(html) == ""
    assert offers_to_pass(html) == ["0"]
    assert seat_shown(client.get(f"/match/{match}/fragment?seat=0").text) == "0"
    # The turn passes: what the first one saw is gone from the page at once.
    assert do(client, match, "act", 0, action=first_place(client, match)).status_code == 200
    passed = do(client, match, "act", 0, action={"kind": "finish"}).text
    assert seat_shown(passed) == ""
    assert offers_to_pass(passed) == ["1"]
    assert [attrs["data-as"] for attrs in Elements(passed).having("data-as")] == ["0"]
    assert offers_to_pass(client.get(f"/match/{match}/fragment?seat=0").text) == ["1"]
    assert seat_shown(client.get(f"/match/{match}/fragment?seat=1").text) == "1"


def test_round_one_screen_the_next_player_can_take_the_turn_back_and_sees_nothing_by_it(client: Client) -> None:
    """Bert has shown up already; what he takes back was Ann's, so her screen is what follows."""
    match = begin(client)["id"]
    do(client, match, "act", 0, action=first_place(client, match))
    do(client, match, "act", 0, action={"kind": "finish"})
    html = client.get(f"/match/{match}/fragment?seat=1").text
    assert seat_shown(html) == "1"
    ply = client.get(f"/api/matches/{match}").json()["ply"]
    assert [attrs["data-undo"] for attrs in Elements(html).having("data-undo") if attrs.get("id") == "undo"] == [
        str(ply - 1)
    ]
    back = do(client, match, "undo", 1, to=ply - 1)
    assert back.status_code == 200
    assert (seat_shown(back.text), offers_to_pass(back.text)) == ("", ["0"])
    assert choices_on(back.text) == []
    again = do(client, match, "redo", 0)
    assert offers_to_pass(again.text) == ["1"]


def test_who_sits_elsewhere_cannot_take_back_what_was_done_at_another_screen(client: Client) -> None:
    made = begin(client)
    match, token = made["id"], made["seats"][1]["token"]
    do(client, match, "act", 0, action=first_place(client, match))
    do(client, match, "act", 0, action={"kind": "finish"})
    other = {"authorization": f"Bearer {token}"}
    now = client.get(f"/api/matches/{match}", headers=other).json()
    assert (now["undoable"], now["redoable"]) == ([], False)
    answer = client.post(f"/api/matches/{match}/undo", headers=other, json={"ply": now["ply"]})
    assert (answer.status_code, answer.json()["data"]) == (409, {"reason": "nothing"})


def test_no_curtain_falls_once_all_is_open(client: Client) -> None:
    match = upload(client, finished())["id"]
    html = client.get(f"/match/{match}").text
    assert offers_to_pass(html) == []
    assert "data-again" in html


def test_an_invitation_changes_hands_only_when_it_is_accepted(client: Client) -> None:
    """As a browser without script does it: the code is typed, shown what it is for, and then the button is pressed."""
    match = begin(client, ("Ulla", "Vera", "Wim"))["id"]
    code = client.post(f"/api/matches/{match}/seats/1/invitation", json={}).json()["code"]
    mine = client.cookies["stellwerk"]
    client.cookies.clear()
    door = f"/match/{match}/join"
    empty = client.get(door)
    assert (empty.status_code, "Vera" in empty.text) == (200, False)
    wrong = client.post(door, data={"code": "nonsense"})
    assert (wrong.status_code, 'name="code"' in wrong.text) == (403, True)
    shown = client.post(door, data={"code": code.upper().replace("-", " ")})
    assert shown.status_code == 200
    assert "the seat of Vera, at a table with Ulla, Wim" in shown.text
    assert client.get(f"/api/matches/{match}").json()["held"] == []
    taken = client.post(door, data={"code": code, "sit": "yes", "name": "Wim"})
    assert (taken.status_code, "Somebody else at the table has this name" in taken.text) == (400, True)
    accepted = client.post(door, data={"code": code, "sit": "yes", "name": "Zoe"}, follow_redirects=False)
    assert (accepted.status_code, accepted.headers["location"]) == (303, f"/match/{match}")
    now = client.get(f"/api/matches/{match}").json()
    assert (now["held"], [seat["name"] for seat in now["seats"]]) == ([1], ["Ulla", "Zoe", "Wim"])
    client.cookies.clear()
    client.cookies.set("stellwerk", mine)
    assert client.get(f"/api/matches/{match}").json()["held"] == [0, 2]
    assert client.post(door, data={"code": code, "sit": "yes"}, follow_redirects=False).status_code == 403


def test_a_link_of_the_old_kind_gets_an_honest_page(client: Client) -> None:
    created = begin(client)
    match, token = created["id"], created["seats"][1]["token"]
    for answer in (client.get(f"/join/{match}/{token}"), client.post(f"/join/{match}/{token}")):
        assert answer.status_code == 410
        assert "Ask the sender for a new invitation" in answer.text
        assert f'href="/match/{match}"' in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"\xff", 400),
        (b"code=%ff", 400),
        (b"&".join([b"a=b"] * 20), 400),
        (b"code=" + b"x" * 5000, 413),
        (b"", 403),
    ],
)
def test_a_form_that_is_none_is_refused(client: Client, body: bytes, status: int) -> None:
    assert client.post(f"/match/{begin(client)['id']}/join", content=body).status_code == status


# --- acting --------------------------------------------------------------------------------------------


def test_an_action_is_answered_by_the_table_as_it_then_stands(client: Client) -> None:
    match = begin(client)["id"]
    choice = first_place(client, match)
    ply = client.get(f"/api/matches/{match}").json()["ply"]
    html = do(client, match, "act", 0, action=choice).text
    assert html.lstrip().startswith('<div id="table"')
    assert f'data-ply="{ply + 1}"' in html
    assert f'data-forced="{choice["args"][0]}"' in html
    back = do(client, match, "undo", 0, to=ply).text
    assert f'data-ply="{ply}"' in back
    assert f'data-ply="{ply + 1}"' in do(client, match, "redo", 0).text


def test_a_refusal_is_json_with_the_rule_in_the_readers_language(client: Client) -> None:
    match = begin(client)["id"]
    client.cookies.set("lang", "de")
    answer = do(client, match, "act", 0, action={"kind": "place", "args": ["red", "F20"]})
    assert answer.status_code == 422
    assert answer.json()["rule"] == "build.9"
    assert answer.json()["text"] == TITLE.rulebook.refuse("build.9", "de", {"hex": "F20"})


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"do": "act", "ply": 0, "action": {"kind": "finish"}}, 409),
        ({"do": "fly", "ply": 4}, 400),
        ({"do": "act", "ply": "4"}, 400),
        ({"do": "undo", "ply": 4}, 409),
        ({"do": "act", "ply": 4, "seat": 9, "action": {"kind": "finish"}}, 403),
    ],
)
def test_what_is_sent_wrongly_is_refused_and_changes_nothing(
    client: Client, body: dict[str, object], status: int
) -> None:
    match = begin(client)["id"]
    before = client.get(f"/api/matches/{match}").json()
    assert before["ply"] == 4 - 1
    if body["ply"] == 4:
        body = {**body, "ply": before["ply"]}
    answer = client.post(f"/match/{match}/do", json=body)
    assert answer.status_code == status
    assert answer.json()["text"]
    assert client.get(f"/api/matches/{match}").json() == before


# --- the past ------------------------------------------------------------------------------------------


def test_any_position_of_the_past_can_be_looked_at(client: Client) -> None:
    match = finished()
    name = upload(client, match)["id"]
    for ply in (0, 1, 5, match.ply // 2, match.ply):
        html = client.get(f"/match/{name}/history?ply={ply}").text
        assert choices_on(html) == []
        assert f'id="slide" min="0" max="{match.ply}" value="{ply}"' in html
        assert html.count(' aria-current="step"') == (1 if ply else 0)
    assert client.get(f"/match/{name}/history?ply=99999").status_code == 200
    assert client.get(f"/match/{name}/history?ply=x").status_code == 400


# --- secrets -------------------------------------------------------------------------------------------


def twins() -> tuple[Match, Match]:
    """Two matches that differ only in what lies behind the screens of seats 1 and 2."""
    rng = Random(7)
    one = match_of(seats=3, seed="twins", options=FIXED)
    while one.ply < 40 and not one.over:
        choices = [choice for choice in one.game.choices(one.state) if choice.kind != "trade"]
        one.play(rng.choice(choices).sample(rng))
    log = list(one.log)
    a, b = (next(n for n, act in enumerate(log) if act.kind == "deal" and act.args[0] == seat) for seat in (1, 2))
    assert log[a].args[1] != log[b].args[1]
    log[a], log[b] = (
        log[a]._replace(args=(1, log[b].args[1])),
        log[b]._replace(args=(2, log[a].args[1])),
    )
    other = Match(new_header(one.header.game, one.header.seats, one.header.options, "other"), log)
    return one, other


def test_no_page_of_a_seat_depends_on_what_is_hidden_from_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    pages = []
    for match in twins():
        with running(tmp_path_factory.mktemp("twin") / "m.sqlite3") as client:
            client.get("/")
            name = upload(client, match)["id"]
            paths = ["", "/fragment?seat=0", *(f"/history?ply={ply}&seat=0" for ply in range(0, match.ply + 1, 6))]
            shown = [client.get(f"/match/{name}{path}").text.replace(name, "ID") for path in paths]
            client.cookies.clear()
            shown += [client.get(f"/match/{name}").text.replace(name, "ID")]
            pages.append(shown)
            own = next(act for act in match.log if act.kind == "deal" and act.args[0] == 0)
            drawn = ", ".join(f"{count} {colour}" for colour, count in sorted(Counter(own.args[1]).items()))
            assert f"{NAMES[0]} draws locomotives: {drawn}." in shown[1]
    assert pages[0] == pages[1]


# --- what nobody foresaw -------------------------------------------------------------------------------


def test_a_broken_server_answers_people_with_a_page_and_programs_with_json(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    for module in (pages_lobby, api):
        monkeypatch.setattr(module, "titles", broken)
    calm = TestClient(client.app, raise_server_exceptions=False)
    page = calm.get("/", headers={"accept-language": "de"})
    assert page.status_code == 500
    assert "Endstation" in page.text
    program = calm.get("/api/games")
    assert (program.status_code, program.json()["error"]) == (500, "http")


def test_the_rules_of_all_games_are_listed_and_the_lobby_leads_there(client: Client) -> None:
    lobby, shelf = client.get("/").text, client.get("/rules")
    header = lobby[: lobby.index("</header>")]
    assert 'href="/rules"' in header
    assert 'href="/learn"' in header
    assert shelf.status_code == 200
    for known in titles().values():
        assert f'href="/rules/{known.id}"' in shelf.text
        assert f"{len(known.rulebook)} rules" in shelf.text
