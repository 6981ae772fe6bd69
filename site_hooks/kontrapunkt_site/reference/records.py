"""The part of the reference about records: the grammar, and each game's facts."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from kontrapunkt import record
from kontrapunkt.core.deal import Deal, Record
from kontrapunkt.core.interface import Game, State
from kontrapunkt.core.messages import Message
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.core.rules import PositionError
from kontrapunkt.text import catalogue
from kontrapunkt_site.reference.fence_guide import text_of
from kontrapunkt_site.reference.markup import code, listing, table

DEALS: int = 25
"""The deals that are played at random to find what a record of a game says."""


def grammar(folder: Path) -> str:
    """Return the grammar, in EBNF."""
    return listing(text_of("record.ebnf"), "text")


def facts(folder: Path) -> str:
    """Return a table for each game: the facts that a record may have, each with an example."""
    say = catalogue.say
    heads = (say("reference.fact"), say("reference.where"), say("reference.says"), say("reference.example"))
    parts = []
    for name in GAMES:
        dealt, positions = known_facts(name)
        seen = _played(name)
        rows = []
        for key in dict.fromkeys((*positions, *dealt)):
            places = (("reference.deal", dealt), ("reference.position", positions))
            both = [say(place) for place, keys in places if key in keys]
            example = f"`{key}: {seen[key]}`" if key in seen else ""
            rows.append((code(key), ", ".join(both), meaning(name, key), example))
        parts += [f"### {game_class(name).title} {{ #facts-{name} }}\n", table(heads, rows)]
    return "\n".join(parts)


def examples(folder: Path) -> str:
    """Return a whole deal of each game that somebody has played at random, as a record."""
    return "\n".join(
        f"### {game_class(name).title} {{ #record-{name} }}\n\n{listing(whole_deal(name), 'text')}"
        for name in GAMES
    )


def meaning(game: str, key: str) -> str:
    """Return the meaning of a fact; empty if nobody has written it."""
    told = _told()
    return str(told.get(game, {}).get(key) or told["all"].get(key, ""))


@cache
def _told() -> Mapping[str, Any]:
    return tomllib.loads(text_of("facts.toml"))


@cache
def known_facts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the facts that a game knows in a deal and in a position."""
    state = game_class(name)().deal(1)
    return _known(state, position=False), _known(state, position=True)


def _known(state: State, *, position: bool) -> tuple[str, ...]:
    """Return the facts of a game, from its own error about an unknown one."""
    given = record.write_start(state)
    odd = "not_a_fact_of_any_game"
    deal = Deal(given.deals[0].hands, given.deals[0].stock, position, facts={odd: "1"})
    try:
        state.game.start(Record(given.tags, (deal,)))
    except PositionError as error:
        for fault in error.faults:
            if isinstance(fault.said, Message) and fault.said.values.get("key") == odd:
                return tuple(str(fault.said.values["keys"]).split(", "))
    raise AssertionError(f"{state.game.id} takes any fact")


@cache
def _played(name: str) -> Mapping[str, str]:
    """Return a text for each fact that comes up in random play of a few sessions."""
    game, found = game_class(name)(), dict[str, str]()
    for seed in range(DEALS):
        for state, _ in record.play_at_random(game.deal(seed), Random(seed)):
            if state.to_act:
                facts = record.write_start(state).deals[0].facts
            else:
                facts = state.session.after(state).facts if state.session else {}
            found = {**facts, **found}
    return found


@cache
def whole_deal(name: str) -> str:
    """Return the record of a deal that is played at random."""
    game: Game = game_class(name)()
    start = game.deal(7)
    *_, (_, done) = record.play_at_random(start, Random(7))
    return record.write(record.record_of(start, done))
