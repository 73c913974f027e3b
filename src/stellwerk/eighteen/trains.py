"""Trains: how far they run, what they cost, and when they leave the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stellwerk.eighteen.schema import Amount, Id, Positive, TrainName


@dataclass(frozen=True, slots=True)
class Train:
    """A type of train. `stops` is how many stops it counts at most, None any number.

    `towns` is how many small stops or borders it may count besides (the second number, or the plus, of a plus-train).
    `count` None is an unlimited supply. `rusts_on` names the train whose first sale scraps this one, `rusts_on_last`
    the one whose last sale does. `trade_in` maps trains that may be given in to the reduced price. `after` names the
    train that must have been sold before this one is on sale beside others; without it the types are sold in order.
    `further` ones are issued when a company must buy a train and there is none left. `card` names the train on the same
    card, of which a buyer takes either. `extra` trains are outside the limit and do not meet the duty to own a train; a
    company has one at most and never sells it.
    """

    name: Id
    price: Amount
    stops: Positive | None = None
    count: Amount | None = None
    towns: Amount = 0
    rusts_on: TrainName = ""
    rusts_on_last: TrainName = ""
    trade_in: tuple[tuple[TrainName, Amount], ...] = ()
    after: TrainName = ""
    further: bool = False
    card: TrainName = ""
    extra: bool = False


def halved(train: Train) -> Train:
    """The same train for as long as trains serve half as many stops, rounded up and two in all at least.

    Both numbers of a plus-train are halved; a train without a limit keeps having none.
    """
    if train.stops is None:
        return train
    towns = (train.towns + 1) // 2
    return replace(train, stops=max((train.stops + 1) // 2, 2 - towns), towns=towns)
