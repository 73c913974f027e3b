"""What is asked of whom in an 18xx game, in words: by the step on top of the stack and how it stands."""

from __future__ import annotations

from typing import Any, NamedTuple

from stellwerk.core.tell import Verbatim
from stellwerk.eighteen.depot import limit
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import over_limit, too_many
from stellwerk.eighteen.state import CLOSED, RailState, player
from stellwerk.eighteen.steps.base import unsold
from stellwerk.eighteen.steps.forced import ForcedPurchase, Need
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import company_on_turn, rail


class Help(NamedTuple):
    """A company that must buy a train and cannot pay for one alone."""

    company: str
    director: int
    need: Need
    worth: int
    """What the director could raise by selling shares."""

    lent: bool
    """Whether the bank lends what is missing."""

    @property
    def gap(self) -> int:
        """What is missing; 0 when treasury and director can pay together."""
        return max(0, self.need.gap)

    @property
    def lost(self) -> bool:
        """Whether all shares that may be sold do not bring what is missing."""
        return not self.lent and self.worth < self.need.gap


def purchase(scene: Scene) -> ForcedPurchase | None:
    """The rules of buying trains, while trains are bought."""
    game, s = rail(scene)
    step = game.rail_steps[s.todo[-1].step] if s.todo else None
    return step if isinstance(step, ForcedPurchase) else None


def help_needed(scene: Scene) -> Help | None:
    """What a forced purchase needs, while there is one."""
    _game, s = rail(scene)
    step, company = purchase(scene), company_on_turn(scene)
    need = step.need(s, company) if step else None
    if step is None or need is None:
        return None
    seat = step.director_seat(s, company)
    return Help(company, seat, need, 0 if step.lends else step.sale_value(s, company, seat), step.lends)


def task(scene: Scene) -> str:
    """The step in two or three words, "" where a title has none for it."""
    return _say(scene, "step")


def ask(scene: Scene) -> str:
    """The step in a sentence, "" where a title has none for it."""
    return _say(scene, "ask")


def _say(scene: Scene, sort: str) -> str:
    _game, s = rail(scene)
    if not s.todo:
        return ""
    step = s.todo[-1].step
    for name in (_variant(scene, step), step):
        if scene.texts.has(f"{sort}.{name}"):
            return scene.texts.say(scene.language, f"{sort}.{name}", **_data(scene))
    return ""


def _variant(scene: Scene, step: str) -> str:
    """How a step stands that is put differently at different times."""
    game, s = rail(scene)
    if own := extras_of(scene).variant(scene, step):
        return own
    if step == "consent" and s.offer:
        if s.offer[0] == "trade":
            return "consent_sale" if s.offer[2] == s.todo[-1].who else "consent_purchase"
        return f"consent_{s.offer[0]}"
    if step in ("sell_privates", "bid_off"):
        return _sale_variant(game, step)
    if step == "trade_shares" and isinstance(s.todo[-1].who, int):
        return _stock_variant(game, s, s.todo[-1].who)
    if step == "pay_dividend" and game.rules.dividend_rules.split:
        return "split_dividend"
    forced, buying = help_needed(scene), purchase(scene)
    if forced and forced.lent and forced.gap:
        return "on_loan"
    if forced:
        return "bankruptcy" if forced.lost else "raise_money" if forced.gap else "help_company"
    if buying and buying.must_buy(s, company_on_turn(scene)):
        return "must_buy"
    return _nothing_open(scene, step) or (_more_tiles(scene) if step == "lay_track" else step)


def _stock_variant(game: RailGame, s: RailState, seat: int) -> str:
    """How a stock turn is put: at first, after a purchase or a sale, or when something must be sold."""
    if over_limit(game.rules, s, seat) and too_many(game.rules, s, seat):
        return "over_limit"
    if len(s.bought) == 1 and s.bought[0][1] == CLOSED:
        return "after_sale"
    return "after_purchase" if s.bought else "trade_shares"


def _sale_variant(game: RailGame, step: str) -> str:
    """How a sale is put in which bids are free, or are not made at all."""
    rules = game.rules.auction_rules
    if rules.sale == "dealt" and rules.rest == "sold":
        return "sell_without_bids"
    if rules.bidding == "free":
        return "sell_while_bidding" if step == "sell_privates" else "bid_off_freely"
    return step


def beside(scene: Scene) -> str:
    """What somebody may do whose turn it is not, in a sentence; "" where that is nothing out of the ordinary."""
    bids = any(choice.kind == "bid" for choice in scene.choices)
    return scene.texts.say(scene.language, "ask.bid_any_time") if bids else ""


def _nothing_open(scene: Scene, step: str) -> str:
    """How a step is put in which only going on is left."""
    kinds = {choice.kind for choice in scene.choices}
    if scene.on_turn and purchase(scene) and not kinds & {"buy_train", "buy_cheaper", "trade_in"}:
        return "no_train"
    if scene.on_turn and "buy_licence" in kinds and not kinds & {"lay", "lay_private"}:
        return "buy_licence"
    return "no_track" if scene.on_turn and step == "lay_track" and not kinds & {"lay", "lay_private"} else ""


def _more_tiles(scene: Scene) -> str:
    """How track is asked for: for the first tile, for a further one, or only for that of a private."""
    game, s = rail(scene)
    if not game.track.lays_left(s):
        return "lay_by_private"
    if "track" in s.done_this_turn:
        return "lay_another"
    return "lay_several" if game.track.new_tiles(s) > 1 else "lay_track"


def _data(scene: Scene) -> dict[str, Any]:
    """All that a sentence may fill in."""
    game, s = rail(scene)
    company, forced = company_on_turn(scene), help_needed(scene)
    data: dict[str, Any] = {
        "company": company,
        "cash": s.cash.get(company, 0),
        "revenue": s.revenue,
        "limit": limit(game.rules, s),
        "tiles": game.track.new_tiles(s),
        "private": next(unsold(s), ""),
        **_offer(scene, s),
    }
    who = s.todo[-1].who
    if isinstance(who, int):
        data["gap"] = max(0, -s.cash[player(who)])
    if who in s.privates:
        data["company"] = game.rules.privates[str(who)].directs
    if forced:
        data |= {
            "train": forced.need.train,
            "gap": forced.gap,
            "help": forced.need.price - forced.need.cash,
            "worth": forced.worth,
            "who": Verbatim(scene.player(forced.director)),
        }
    return data


def _offer(scene: Scene, s: RailState) -> dict[str, Any]:
    """What somebody else proposes."""
    match s.offer:
        case ("private", str(company), str(private), int(price)):
            return {"by": company, "private": private, "price": price}
        case ("trade", str(private), int(seller), int(buyer), int(price)):
            other = buyer if s.todo[-1].who == seller else seller
            return {"by": Verbatim(scene.player(other)), "private": private, "price": price}
        case ("train", str(company), str(seller), str(train), int(price)):
            return {"by": company, "source": seller, "train": train, "price": price}
        case (str(), int(seller), int(), int(price)):
            return {"by": Verbatim(scene.player(seller)), "price": price}
    return {}
