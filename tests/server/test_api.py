"""The JSON API: each address, what it answers, and every way in which it refuses."""

import json
from random import Random

import pytest

from stellwerk.core.action import DEEPEST
from stellwerk.core.matchfile import dump, dumps, load
from stellwerk.core.registry import title
from stellwerk.core.view import View
from tests.server.kit import FIXED, GAME, PEOPLE, Client, Player, both, new_match, played, upload


def first_place(player: Player) -> tuple[str, ...]:
    """A legal build of the seat on turn."""
    choices = player.look()["view"]["choices"]
    found = next(choice for choice in choices if choice["kind"] == "place")
    return found["kind"], *found["args"]


# --- beginning -------------------------------------------------------------------------------------------


def test_a_new_match_gives_each_seat_a_token(client: Client) -> None:
    answer = client.post("/api/matches", json={"game": GAME, "seats": [{"name": " Anna "}, {"bot": "greedy"}, {}]})
    assert answer.status_code == 201
    created = answer.json()
    assert answer.headers["location"] == f"/api/matches/{created['id']}"
    assert [(seat["name"], seat["bot"]) for seat in created["seats"]] == [
        ("Anna", None),
        ("Greedy 2", "greedy"),
        ("Player 3", None),
    ]
    assert len({seat["token"] for seat in created["seats"]}) == 3


def test_options_are_taken_and_spelled_out(client: Client) -> None:
    view = new_match(client, options={"start_player": "2"})[0].look()["view"]
    assert view["options"] == {"start_layout": "random", "start_player": "2"}


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"game": GAME, "seats": [{}] * 2}, 422, "illegal"),
        ({"game": GAME, "seats": [{}] * 7}, 422, "illegal"),
        ({"game": GAME, "seats": [{}] * 3, "options": {"start_player": "4"}}, 422, "illegal"),
        ({"game": "ludo", "seats": [{}] * 3}, 404, "not-found"),
        ({"game": GAME, "seats": [{"name": "A", "bot": "hal"}] * 3}, 400, "malformed"),
        ({"game": GAME, "seats": [{"name": ""}] * 3}, 400, "malformed"),
        ({"game": GAME, "seats": ["A", "B", "C"]}, 400, "malformed"),
        ({"game": GAME, "seats": 3}, 400, "malformed"),
        ({"game": GAME, "seats": [{"nmae": "A"}] * 3}, 400, "malformed"),
        ({"game": GAME, "seats": [{}] * 3, "options": {"start_player": 2}}, 400, "malformed"),
        ({"game": GAME, "seats": [{}] * 3, "options": {"colour": "pink"}}, 400, "malformed"),
        ({"seats": [{}] * 3}, 400, "malformed"),
        ({"file": {"format": "other"}}, 400, "malformed"),
        ({"file": {"format": "stellwerk-match", "version": 99}}, 400, "version"),
        ({"file": "x"}, 400, "malformed"),
        ([], 400, "malformed"),
    ],
)
def test_what_is_no_match_is_refused(client: Client, body: object, status: int, error: str) -> None:
    answer = client.post("/api/matches", json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


@both
def test_a_match_file_is_gone_on_with(client: Client) -> None:
    match = played("file", 20)
    seats = upload(client, match)
    table = seats[0].look()
    assert table["view"] == match.view(0).to_json()
    assert [seat["name"] for seat in table["seats"]] == list(PEOPLE)


def test_a_file_with_an_illegal_action_is_refused(client: Client) -> None:
    file = dump(played("file", 20))
    file["log"][10] = [0, "place", ["black", "Z99"]]
    answer = client.post("/api/matches", json={"file": file})
    assert answer.status_code == 400
    assert "log[10]" in answer.json()["text"]


# --- asking first ----------------------------------------------------------------------------------------


def test_a_check_tells_what_an_action_would_be_and_changes_nothing(client: Client) -> None:
    anna = new_match(client, options=FIXED)[0]
    before = anna.look()
    kind, *args = first_place(anna)
    answer = client.post(f"{anna.url}/check", json={"action": {"kind": kind, "args": args}}, headers=anna.headers())
    assert answer.status_code == 200
    assert answer.json()["told"].startswith("Anna")
    assert anna.look() == before


def test_a_check_refuses_by_the_same_rule_as_the_action(client: Client) -> None:
    anna = new_match(client, options=FIXED)[0]
    action = {"kind": "finish", "args": []}
    asked = client.post(f"{anna.url}/check", json={"action": action}, headers=anna.headers())
    ply = anna.look()["ply"]
    done = client.post(f"{anna.url}/actions", json={"ply": ply, "action": action}, headers=anna.headers())
    assert (asked.status_code, asked.json()) == (done.status_code, done.json())
    assert asked.status_code == 422


def test_a_check_is_for_own_seats(client: Client) -> None:
    anna = new_match(client, options=FIXED)[0]
    answer = client.post(f"{anna.url}/check", json={"action": {"kind": "finish", "args": []}})
    assert answer.status_code == 403


# --- looking ---------------------------------------------------------------------------------------------


def test_each_seat_sees_its_own_view(client: Client) -> None:
    anna, ben, _ = new_match(client)
    for seat, player in enumerate((anna, ben)):
        table = player.look()
        assert table["view"]["seat"] == seat
        assert table["held"] == [seat]
        assert "?" not in table["view"]["state"]["hands"][seat]
        assert set(table["view"]["state"]["hands"][2]) == {"?"}
    assert [choice["seat"] for choice in ben.look()["view"]["choices"]] == []


def test_without_a_token_one_looks_on(client: Client) -> None:
    anna = new_match(client)[0]
    table = Player(client, anna.match).look()
    assert (table["view"]["seat"], table["held"], table["undoable"], table["redoable"]) == (None, [], [], False)
    assert all(set(hand) == {"?"} for hand in table["view"]["state"]["hands"])
    assert table["waiting"] == [0]


def test_a_view_can_be_read_back_by_a_bot(client: Client) -> None:
    anna = new_match(client)[0]
    view = View.from_json(anna.look()["view"])
    assert view.to_json() == anna.look()["view"]
    assert view.choices


def test_the_past_can_be_looked_at(client: Client) -> None:
    match = played("past", 30)
    anna = upload(client, match)[0]
    for ply in (0, 3, 17, 30):
        table = anna.look(ply=ply)
        assert table["view"] == match.view(0, ply).to_json()
        assert table["ply"] == match.ply
        assert len(table["told"]) == ply
    assert anna.get(ply=match.ply + 1).status_code == 404


def test_the_log_is_told_in_the_language_of_the_caller(client: Client) -> None:
    anna = new_match(client, ["red", "{0}", "Clara"])[0]
    assert anna.act(*first_place(anna)).status_code == 200
    told = {lang: anna.look(lang=lang)["told"] for lang in ("en", "de")}
    assert told["en"][-1].startswith("red builds ")
    assert told["de"][-1].startswith("red baut ")
    assert told["en"][1] == "{0} draws locomotives unseen by the others."
    german = client.get(anna.url, headers={**anna.headers(), "accept-language": "de-AT, en;q=0.5"})
    assert german.json()["told"] == told["de"]
    assert german.headers["content-language"] == "de"


def test_a_refusal_is_said_in_the_language_of_the_caller(client: Client) -> None:
    ben = new_match(client)[1]
    body = {"ply": 3, "action": {"kind": "finish", "args": []}}
    answers = [client.post(f"{ben.url}/actions?lang={lang}", json=body, headers=ben.headers()) for lang in ("en", "de")]
    rulebook = title(GAME).rulebook
    assert [answer.json()["text"] for answer in answers] == [
        rulebook.refuse("turn.1", lang, {}) for lang in ("en", "de")
    ]
    nothing = [client.get(f"/api/nothing?lang={lang}").json()["text"] for lang in ("en", "de")]
    assert nothing[0] != nothing[1]


@pytest.mark.parametrize("query", [{"ply": "x"}, {"ply": "-1"}, {"ply": "1" * 30}, {"seat": "x"}, {"seat": "²"}])
def test_a_query_that_is_no_number_is_malformed(client: Client, query: dict[str, str]) -> None:
    anna = new_match(client)[0]
    assert anna.get(**query).status_code == 400


@both
def test_foreign_seats_and_wrong_tokens_are_refused(client: Client) -> None:
    anna, ben, _ = new_match(client)
    stranger = Player(client, anna.match, new_match(client)[0].token)
    assert anna.get(seat=1).status_code == 403
    assert anna.get(seat=7).status_code == 403
    assert anna.look(seat="none")["view"]["seat"] is None
    assert Player(client, anna.match).get(seat=0).status_code == 403
    for path in ("", "/events", "/file"):
        assert stranger.get(path).status_code == 403
    for path in ("actions", "undo", "redo", "branch"):
        body = {"ply": 3, "action": {"kind": "finish", "args": []}} if path == "actions" else {"ply": 3}
        assert stranger.post(path, body).status_code == 403
        assert Player(client, anna.match).post(path, body).status_code == 403
    assert ben.post("actions", {"ply": 3, "action": {"seat": 0, "kind": "finish"}}).status_code == 403
    assert ben.post("actions", {"ply": 3, "action": {"seat": -1, "kind": "deal"}}).status_code == 403
    assert client.get(anna.url, headers={"authorization": f"Basic {anna.token}"}).status_code == 403
    assert client.get(anna.url, headers={"authorization": "Bearer"}).status_code == 403


@both
def test_what_does_not_exist_is_not_found(client: Client) -> None:
    nobody = Player(client, "nix", "token")
    for path in ("", "/events", "/file"):
        assert nobody.get(path).status_code == 404
        assert Player(client, "nix").get(path).status_code == 404
    for path in ("actions", "undo", "redo", "branch", "again", "seats/0/token"):
        body = {"ply": 3, "action": {"kind": "finish"}} if path == "actions" else {"ply": 3}
        body = {} if path in ("again", "seats/0/token") else body
        assert nobody.post(path, body).status_code == 404
    assert client.get("/api/games/ludo/rules").status_code == 404
    assert client.get("/api/matches/").status_code == 404
    assert client.get("/api").status_code == 404


def test_other_methods_are_not_allowed(client: Client) -> None:
    anna = new_match(client)[0]
    for method, path in (("GET", "/api/matches"), ("DELETE", anna.url), ("PUT", f"{anna.url}/actions")):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["error"]) == (405, "http")
        assert "allow" in answer.headers


def test_who_asks_for_the_head_of_a_stream_is_not_kept_waiting(client: Client) -> None:
    anna = new_match(client)[0]
    answer = client.head(f"{anna.url}/events")
    assert (answer.status_code, answer.content) == (200, b"")


# --- playing ---------------------------------------------------------------------------------------------


def test_an_action_answers_with_the_new_view(client: Client) -> None:
    anna = new_match(client)[0]
    kind, colour, space = first_place(anna)
    table = anna.act(kind, colour, space).json()
    assert (table["ply"], table["rev"], table["undoable"]) == (4, 4, [3])
    assert table["view"]["state"]["lines"][colour][-1] == space
    assert table["view"]["log"][-1] == {"seat": 0, "kind": kind, "args": [colour, space]}


def test_an_illegal_action_names_its_rule(client: Client) -> None:
    anna = new_match(client)[0]
    answer = anna.act("place", "black", "Z99")
    assert answer.status_code == 422
    refused = answer.json()
    assert (refused["error"], refused["rule"]) == ("illegal", "build.4")
    assert refused["data"] == {"game": GAME, "case": "sea"}, "there is no such space"
    assert refused["text"] == title(GAME).rulebook.refuse("build.4", "en", {"case": "sea"})
    assert anna.look()["rev"] == 3


def test_a_stale_action_tells_where_the_match_is(client: Client) -> None:
    anna = new_match(client)[0]
    act = first_place(anna)
    assert anna.act(*act, ply=3).status_code == 200
    for body in ({"ply": 3}, {"ply": 5}, {"ply": 4, "rev": 3}):
        answer = anna.post("actions", {**body, "action": {"kind": "finish"}})
        assert (answer.status_code, answer.json()["error"]) == (409, "stale")
        assert answer.json()["data"] == {"given": body["ply"], "ply": 4, "rev": 4}
    assert anna.post("undo", {"ply": 3}).status_code == 409
    assert anna.post("redo", {"ply": 3}).status_code == 409


@both
def test_undo_and_redo(client: Client) -> None:
    anna, ben, _ = new_match(client)
    start = anna.look()
    built = anna.act(*first_place(anna)).json()
    undone = anna.post("undo", {"ply": built["ply"], "rev": built["rev"]}).json()
    assert undone["view"] == start["view"]
    assert undone["redoable"]
    assert not ben.look()["redoable"]
    refused = ben.post("redo", {"ply": undone["ply"]})
    assert (refused.status_code, refused.json()["data"]) == (409, {"reason": "others"})
    again = anna.post("redo", {"ply": undone["ply"]}).json()
    assert again["view"] == built["view"]
    assert (again["rev"], again["redoable"]) == (built["rev"] + 2, False)


def test_an_undo_of_several_actions_goes_to_one_of_the_plies_that_are_offered(client: Client) -> None:
    anna = new_match(client)[0]
    for _ in range(3):
        anna.act(*first_place(anna))
    table = anna.look()
    assert table["undoable"] == [5, 4, 3]
    assert anna.post("undo", {"ply": 6, "to": 2}).status_code == 409
    assert anna.post("undo", {"ply": 6, "to": 4}).json()["ply"] == 4


def test_what_others_did_is_not_taken_back(client: Client) -> None:
    anna, ben, _ = new_match(client)
    anna.act(*first_place(anna))
    for player, reason in ((ben, "nothing"), (anna, None)):
        answer = player.post("undo", {"ply": 4})
        assert answer.status_code == (409 if reason else 200)
        if reason:
            assert answer.json()["data"] == {"reason": reason}
    table = anna.look()
    anna.choose(table, Random(1))
    while anna.look()["waiting"] == [0]:
        anna.act("finish")
    ben.act(*first_place(ben))
    answer = anna.post("undo", {"ply": ben.look()["ply"]})
    assert answer.json()["data"] == {"reason": "others"}
    assert anna.look()["undoable"] == []


def nested(depth: int) -> list[object]:
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ply": 3},
        {"ply": "3", "action": {"kind": "finish"}},
        {"ply": 3.0, "action": {"kind": "finish"}},
        {"ply": True, "action": {"kind": "finish"}},
        {"ply": 3, "rev": "3", "action": {"kind": "finish"}},
        {"ply": 3, "action": "finish"},
        {"ply": 3, "action": {}},
        {"ply": 3, "action": {"kind": 1}},
        {"ply": 3, "action": {"kind": "finish", "args": {}}},
        {"ply": 3, "action": {"kind": "finish", "args": [1.5]}},
        {"ply": 3, "action": {"kind": "finish", "args": [None]}},
        {"ply": 3, "action": {"kind": "finish", "args": [nested(DEEPEST + 1)]}},
        {"ply": 3, "action": {"kind": "finish", "seat": "0"}},
        {"ply": 3, "action": {"kind": "finish", "more": 1}},
        {"ply": 3, "action": {"kind": "finish"}, "more": 1},
    ],
)
def test_a_malformed_action_is_refused(client: Client, body: object) -> None:
    anna = new_match(client)[0]
    answer = anna.post("actions", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b'{"ply": NaN}', "application/json", 400),
        (b'{"ply": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b'{"ply": 3, "x": "\\ud800"}', "application/json", 400),
        (b"[" * 30_000, "application/json", 400),
        (b'{"a":' * 10_000, "application/json", 400),
        (b"[]", "application/json", 400),
        (b"", "application/json", 400),
        (b"{}", "application/json; charset=utf-8", 400),
        (b"{}", "text/plain", 415),
        (b"ply=3", "application/x-www-form-urlencoded", 415),
        (b"{}", "", 415),
        (b" " * 70_000, "application/json", 413),
    ],
)
def test_a_body_that_is_no_json_object_is_refused(client: Client, content: bytes, kind: str, status: int) -> None:
    anna = new_match(client)[0]
    headers = {**anna.headers(), "content-type": kind}
    for path in ("actions", "undo", "redo", "branch"):
        assert client.post(f"{anna.url}/{path}", content=content, headers=headers).status_code == status


def test_a_match_file_may_be_larger_than_an_action_but_not_endless(client: Client) -> None:
    body = json.dumps({"file": dump(played("large", 8))}).encode()
    kind = {"content-type": "application/json"}
    assert client.post("/api/matches", content=body + b" " * 100_000, headers=kind).status_code == 201
    answer = client.post("/api/matches", content=body + b" " * 2_200_000, headers=kind)
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


# --- afterwards ------------------------------------------------------------------------------------------


def test_the_file_of_a_match_is_given_out_whole_when_it_is_over(client: Client) -> None:
    running = new_match(client)[0]
    answer = Player(client, running.match).get("/file")
    assert (answer.status_code, answer.json()["error"]) == (403, "secret")
    match = played("over")
    anna = upload(client, match)[0]
    for player in (anna, Player(client, anna.match)):
        answer = player.get("/file")
        assert answer.text == dumps(match)
        assert f"{GAME}-{anna.match}.json" in answer.headers["content-disposition"]
    assert load(answer.json()).result == match.result


def test_the_end_shows_everything_to_everybody(client: Client) -> None:
    match = played("over")
    anna = upload(client, match)[0]
    table = Player(client, anna.match).look()
    assert table["over"]
    assert (table["waiting"], table["undoable"]) == ([], [])
    assert table["view"]["result"] == match.result.to_json()  # type: ignore[union-attr]
    assert table["view"]["state"]["hands"] == [list(hand) for hand in match.state.hands]
    assert anna.act("finish").status_code == 422
    assert anna.post("undo", {"ply": match.ply}).json()["data"] == {"reason": "revealed"}


def test_a_branch_begins_from_a_position_of_the_past(client: Client) -> None:
    match = played("over")
    anna = upload(client, match)[0]
    answer = Player(client, anna.match).post("branch", {"ply": 25})
    assert answer.status_code == 201
    branch = answer.json()
    table = Player(client, branch["id"], branch["seats"][1]["token"]).look()
    assert table["view"]["state"] == match.until(25).view(1).to_json()["state"]
    assert table["ply"] == 25
    assert anna.post("branch", {"ply": 9999}).status_code == 404
    assert anna.post("branch", {"ply": -1}).status_code == 404
    assert anna.post("branch", {}).status_code == 400
    assert anna.post("branch", {"ply": 25, "seat": 1}).status_code == 403


def test_a_running_match_is_branched_by_its_players_only(client: Client) -> None:
    match = played("running", 25)
    anna = upload(client, match)[0]
    assert Player(client, anna.match).post("branch", {"ply": 20}).status_code == 403
    branch = anna.post("branch", {"ply": 20}).json()
    state = Player(client, branch["id"], branch["seats"][0]["token"]).look()["view"]["state"]
    assert state == match.view(0, 20).to_json()["state"]


@both
def test_the_next_match_goes_on_with_the_same_tokens(client: Client) -> None:
    anna, ben, _ = upload(client, played("over"))
    assert Player(client, anna.match).post("again", {}).status_code == 403
    first = anna.post("again", {})
    assert first.status_code == 201
    assert first.json() == ben.post("again", {}).json()
    assert {seat["token"] for seat in first.json()["seats"]} == {None}
    following = Player(client, first.json()["id"], ben.token)
    assert following.look()["held"] == [1]
    assert following.look()["view"]["options"] == {**FIXED, "start_player": "2"}
    assert anna.look()["next"] == following.match
    refused = following.post("again", {})
    assert (refused.status_code, refused.json()["error"]) == (409, "running")
    assert anna.post("again", {"x": 1}).status_code == 400


@both
def test_a_lost_token_is_replaced_for_who_holds_the_seat(client: Client) -> None:
    anna, ben, _ = new_match(client)
    assert anna.post("seats/1/token", {}).status_code == 403
    assert Player(client, anna.match).post("seats/0/token", {}).status_code == 403
    assert anna.post("seats/x/token", {}).status_code == 400
    assert anna.post("seats/0/token", {"x": 1}).status_code == 400
    answer = anna.post("seats/0/token", {})
    assert answer.status_code == 201
    assert anna.get().status_code == 403
    assert Player(client, anna.match, answer.json()["token"]).look()["held"] == [0]
    assert ben.look()["held"] == [1]


# --- games -----------------------------------------------------------------------------------------------


def test_the_games_are_listed_with_all_that_a_lobby_needs(client: Client) -> None:
    listed = {lang: client.get(f"/api/games?lang={lang}").json()["games"] for lang in ("en", "de")}
    paris = {lang: next(game for game in games if game["id"] == GAME) for lang, games in listed.items()}
    known = title(GAME)
    assert paris["en"]["name"] == known.name("en")
    assert paris["en"]["seats"] == [3, 4, 5, 6]
    assert paris["en"]["rules"] == len(known.rulebook)
    assert {"random", "greedy"} <= set(paris["en"]["bots"])
    options = {lang: {option["id"]: option for option in game["options"]} for lang, game in paris.items()}
    assert options["en"]["start_layout"]["name"] == "Start layout"
    assert options["de"]["start_layout"]["name"] == "Startaufstellung"
    assert options["de"]["start_layout"]["values"][1]["id"] == "fixed"
    assert "rekonstruiert" in paris["de"]["notices"][0]


def test_the_rules_are_listed_by_number_in_both_languages(client: Client) -> None:
    for lang in ("en", "de"):
        listed = client.get(f"/api/games/{GAME}/rules?lang={lang}").json()["rules"]
        assert [rule["id"] for rule in listed] == [rule.id for rule in title(GAME).rulebook]
        assert listed[0]["text"] == next(iter(title(GAME).rulebook)).text[lang]
