"""What tiles give and ask for, in words: put together from the data, so that corrected data are told correctly."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.texts import LANGUAGES, Texts
from stellwerk.games.railroad_revolution.rewards import NUMBERS, Reward
from stellwerk.games.railroad_revolution.tiles import SIDES, Milestone, Need, Tiles

AFTER = ("promote_price", "rail_price")
"""Parts that say more about the part before them."""


def with_tiles(texts: Texts, tiles: Tiles) -> Texts:
    """The texts with names of all tiles: what they bring and ask for."""
    names = {
        name: {language: describe(texts, language, reward) for language in LANGUAGES} for name, reward in _all(tiles)
    }
    for loco in tiles.locos:
        names[f"{loco.id}.bonus"] = {language: _bonus(what) for language, what in names[loco.id].items()}
        for language, what in names[loco.id].items():
            names[loco.id][language] = texts.say(language, "reward.locomotive", what=what)
    for deal in tiles.deals:
        names[deal] = {language: _deal(texts, language, tiles, deal) for language in LANGUAGES}
    for tile in tiles.milestones.values():
        names[tile.id] = {language: _milestone(texts, language, tile) for language in LANGUAGES}
    return Texts({**texts.table, **{f"name.{name}": said for name, said in names.items()}})


def _bonus(what: str) -> str:
    """Money that comes in has a plus."""
    return f"+{what}" if "$" in (what[:1], what[-1:]) else what


def _deal(texts: Texts, language: str, tiles: Tiles, deal: str) -> str:
    """A deal by its offers: "2 shares: $600; 1 share: 3 steps"."""
    return "; ".join(
        texts.say(
            language,
            "reward.offer",
            shares=texts.say(language, f"reward.{'one' if offer.shares == 1 else 'many'}.shares", count=offer.shares),
            what=describe(texts, language, offer.reward),
        )
        for offer in tiles.deals[deal]
    )


def _milestone(texts: Texts, language: str, tile: Milestone) -> str:
    """A milestone by its points and conditions."""
    needs = ", ".join(describe_needs(texts, language, tile))
    return texts.say(language, "reward.milestone", points=tile.points, needs=needs)


def describe(texts: Texts, language: str, reward: Reward) -> str:
    """What a reward costs and gives: "pay $100: turn a locomotive"."""
    pay = texts.say(language, "reward.one.pay", count=reward.pay) + ": " if reward.pay else ""
    return pay + (", ".join(_parts(texts, language, reward)) or texts.say(language, "reward.nothing"))


def describe_needs(texts: Texts, language: str, tile: Milestone) -> list[str]:
    """The conditions of a milestone, one sentence each."""
    return [
        texts.say(language, f"need.{'one' if need.least == 1 else 'many'}.{_sort(need)}", of=need.of, least=need.least)
        for need in tile.needs
    ]


def _sort(need: Need) -> str:
    """The words for a condition: a single triangle is none of many."""
    return "terrain_one" if need.kind == "terrain" and need.of == 1 else need.kind


def part_of(kind: str, price: int) -> str:
    """The words for a part of a reward: a rail that costs something is not free."""
    return "rail_paid" if kind == "rail" and price else kind


def _parts(texts: Texts, language: str, reward: Reward) -> Iterator[str]:
    for colour in reward.workers:
        yield texts.say(language, "reward.worker", colour=colour)
    if reward.one_of:
        either = f" {texts.say(language, 'reward.or')} "
        yield either.join(texts.say(language, "reward.worker", colour=colour) for colour in reward.one_of)
    for name in NUMBERS:
        count = getattr(reward, name)
        if count and name != "pay" and name not in AFTER:
            price = getattr(reward, f"{name}_price", 0)
            said = texts.say(language, f"reward.{'one' if count == 1 else 'many'}.{part_of(name, price)}", count=count)
            yield f"{said} ({texts.say(language, f'reward.one.{name}_price', count=price)})" if price else said


def _all(tiles: Tiles) -> Iterator[tuple[str, Reward]]:
    for loco in tiles.locos:
        yield loco.id, loco.reward
    yield from tiles.telegraph.items()
    yield from ((tile.id, tile.main) for tile in tiles.cities.values() if not tile.city)
    for deal, offers in tiles.deals.items():
        for n, offer in enumerate(offers, 1):
            yield f"{deal}.{n}", offer.reward
    for start, rewards in tiles.starts.items():
        yield from zip((f"{start}.{side}" for side in SIDES), rewards, strict=True)
