"""Which actions of a record stand: undo, redo, and what clears it."""

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.interop.games18xx import live_actions
from tests.interop.small import Record


def test_an_undo_drops_the_latest_standing_action() -> None:
    assert Record().bid(0, "SV", 20).passes(1, 2).undo().live() == [1, 2]
    assert Record().bid(0, "SV", 20).passes(1, 2).undo().undo().live() == [1]


def test_an_undo_with_action_id_drops_everything_after_it() -> None:
    assert Record().bid(0, "SV", 20).passes(1, 2, 0).undo(to=1).live() == [1]
    assert Record().bid(0, "SV", 20).passes(1, 2, 0).undo(to=0).live() == []


def test_a_redo_restores_the_latest_undone_block() -> None:
    assert Record().bid(0, "SV", 20).passes(1, 2, 0).undo(to=1).redo().live() == [1, 2, 3, 4]
    twice = Record().bid(0, "SV", 20).passes(1, 2).undo().undo()
    assert twice.redo().live() == [1, 2]
    assert twice.redo().live() == [1, 2, 3]


def test_any_other_action_clears_what_could_be_redone() -> None:
    assert Record().bid(0, "SV", 20).passes(1).undo().passes(1).redo().live() == [1, 4]


def test_messages_never_count() -> None:
    record = Record().bid(0, "SV", 20).passes(1).by(0, "message", message="hello")
    assert record.undo().live() == [1]
    assert record.by(2, "message", message="sorry").redo().live() == [1, 2]


def test_nothing_to_undo_or_redo_changes_nothing() -> None:
    assert Record().undo().redo().redo().bid(0, "SV", 20).live() == [4]


def test_what_was_undone_is_not_played() -> None:
    reader = Record().bid(0, "SV", 20).bid(1, "CS", 40).undo().passes(1).read()
    assert reader.s.privates["SV"] == "P0"
    assert reader.s.privates["CS"] == ""


def test_automatic_actions_go_with_the_action_they_follow() -> None:
    auto = [{"type": "pass", "entity": 17, "entity_type": "player"}]
    record = Record().bid(0, "SV", 20).passes(1)
    record.actions[0]["auto_actions"] = auto
    told = live_actions(record.json)
    assert [(recorded.data["type"], recorded.auto) for recorded in told] == [
        ("bid", False),
        ("pass", True),
        ("pass", False),
    ]
    assert Record().bid(0, "SV", 20).undo().live() == []


def test_standing_orders_do_nothing_themselves() -> None:
    record = Record().sold()
    plain = record.read()
    record.by(0, "program_buy_shares", corporation="B&O", until_condition="float").by(0, "program_share_pass")
    record.by(0, "program_disable", reason="shares were sold").by(0, "program_something_new")
    assert record.read().s == plain.s


@pytest.mark.parametrize("broken", [{"type": "undo", "action_id": "2"}, {"type": 3}, {}, [], None, "undo"])
def test_what_is_no_action_is_malformed(broken: object) -> None:
    record = Record().bid(0, "SV", 20).json
    record["actions"].append(broken)
    with pytest.raises(Malformed):
        live_actions(record)
