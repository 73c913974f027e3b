"""The log in words: names of people stand as they were written, ids are said in the language."""

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Words
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.tell import Verbatim, gist, merged, recount, tell

ODD = ("red", "{0} {who.__class__}", "%s\\ €")


def match() -> Match:
    options = {"start_layout": "fixed", "start_player": "1"}
    return Match(new_header("paris-connection", [Seat(name) for name in ODD], options, seed="tell"))


def said(action: Action, lang: str = "en") -> str:
    m = match()
    return tell(m.game, ODD, m.state, action, lang)


def test_the_actor_is_named_and_ids_are_translated() -> None:
    assert said(Action(2, "trade", ("red", "blue", 2))) == "%s\\ € exchanges a red locomotive for 2 blue ones."
    assert said(Action(2, "trade", ("red", "blue", 2)), "de") == "%s\\ € tauscht eine rote Lok gegen 2 blaue."


def test_a_name_that_equals_an_id_is_not_translated() -> None:
    assert said(Action(0, "trade", ("red", "blue", 1)), "de") == "red tauscht eine rote Lok gegen eine blaue."


def test_braces_in_a_name_are_no_fields() -> None:
    assert said(Action(1, "trade", ("red", "blue", 1))) == f"{ODD[1]} exchanges a red locomotive for a blue one."


def test_a_number_in_the_field_seat_is_said_as_the_name_of_that_seat() -> None:
    assert said(Action(CHANCE, "starter", (1,))) == f"{ODD[1]} begins."
    assert said(Action(CHANCE, "deal", (0, ("?", "?")))) == "red draws locomotives unseen by the others."
    hand = Action(CHANCE, "deal", (0, ("blue", "brown", "blue", "brown", "brown")))
    assert said(hand) == "red draws locomotives: 2 blue, 3 brown."
    assert said(hand, "de") == "red zieht Loks: 2 blaue, 3 braune."


def test_every_action_of_a_match_can_be_told_to_everybody_in_both_languages() -> None:
    m = match()
    while not m.over and m.ply < 60:
        m.play(next(choice.sample(None) for choice in m.game.choices(m.state)))  # type: ignore[arg-type]
    for seat in (None, 0, 1, 2):
        for ply, action in enumerate(m.view(seat).log):
            for lang in ("en", "de"):
                assert tell(m.game, ODD, m.game.view(m.states[ply], seat), action, lang)


def test_verbatim_text_obeys_a_format_like_text() -> None:
    assert f"{Verbatim('Ada'):>5}|{Verbatim('Ada')}" == "  Ada|Ada"


def price(company: str, was: int, now: int) -> Words:
    return Words("then.price", data={"company": company, "was": was, "now": now})


def test_the_line_of_a_turn_adds_up_and_leaves_out_what_came_to_nothing() -> None:
    bought = [Words("brief.buy", data={"company": "red", "count": 10, "amount": amount}) for amount in (60, 50)]
    told = merged(
        [bought[0], price("red", 60, 50), bought[1], price("red", 50, 40), price("blue", 5, 6), price("blue", 6, 5)]
    )
    assert told == [Words("brief.buy", data={"company": "red", "count": 20, "amount": 110}), price("red", 60, 40)]


def test_a_build_of_paris_is_told_in_one_line_with_its_value() -> None:
    m = match()
    first = m.ply
    for _ in range(2):
        m.play(Action(*next(choice for choice in m.choices() if choice.kind == "place" and choice.args[0] == "red")))
    m.play(Action(0, "finish"))
    lines = [recount(m.game, ODD, m.at(ply), m.log[ply], m.at(ply + 1), "en") for ply in range(first, m.ply)]
    assert {(line.owner, line.round) for line in lines} == {(0, "")}
    value = m.state.value["red"]
    told = gist(m.game, ODD, 0, [word for line in lines for word in line.brief], "en")
    assert told == ("built 2 red locomotives", *([f"Red 0 → {value}"] if value else []))
    assert lines[0].changed == {m.log[first].args[1]}
