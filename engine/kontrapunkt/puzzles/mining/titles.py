"""Titles for mined puzzles: patterns by kind and theme, filled with what is plain to see.

A puzzle has several, best first, so that a run need not use one twice. Never named is a card that the reader
is to find.
"""

from functools import singledispatch
from itertools import count
from typing import Final

from kontrapunkt import words
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake
from kontrapunkt.puzzles.kind import Kind
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.naming import given_away
from kontrapunkt.puzzles.play import Play
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.sure import Sure
from kontrapunkt.puzzles.trick import WhoWins
from kontrapunkt.puzzles.wording import spoken

PATTERNS: Final = 3
"""How many patterns there are for every topic."""

Topic = tuple[str, dict[str, object]]
"""What a title is about, as its key has it, and the values for its pattern."""


def titles(kind: Kind, turn: int) -> tuple[str, ...]:
    """The titles that a puzzle may have, best first; none for a kind that is not mined.

    Args:
        kind: The puzzle.
        turn: A number that settles which pattern comes first, so that puzzles of one topic do not all sound
            alike.
    """
    topic = _topic(kind)
    if topic is None:
        return ()
    key, values = topic
    numbers = [1 + (turn + place) % PATTERNS for place in range(PATTERNS)]
    found = [words.say(f"puzzle.mined.title.{key}.{number}", **values) for number in numbers]
    silent = [title for title in found if not given_away(title, kind.possible, kind.many)]
    return tuple(words.capital(title) for title in silent or found)


def first_free(found: tuple[str, ...], taken: set[str]) -> str:
    """The first of these titles that is not taken; if all are, the first with a number.

    Args:
        found: The titles, best first.
        taken: Those that others have.
    """
    free = next((title for title in found if title not in taken), None)
    if free:
        return free
    numbered = (words.say("puzzle.mined.title.again", title=found[0], number=number) for number in count(2))
    return next(title for title in numbered if title not in taken)


@singledispatch
def _topic(kind: Kind) -> Topic | None:
    """What a title is about; nothing of a kind that is not mined."""
    return None


@_topic.register
def _sure(kind: Sure) -> Topic:
    view = kind.state.view(None)
    values: dict[str, object] = {"seat": seat_name(kind.turn), "n": len(view.hands[kind.turn])}
    if view.trick:
        return "sure.follow", {**values, "card": spoken(view.trick[0].card)}
    return "sure.lead", values


@_topic.register
def _play(kind: Play) -> Topic:
    view = kind.state.view(None)
    theme = kind.puzzle.themes[0] if kind.puzzle.themes[0] in _GOALS else "result"
    values: dict[str, object] = {
        "seat": seat_name(kind.turn),
        "n": len(view.hands[kind.turn]),
        "target": kind.target or 0,
    }
    if view.trick:
        return f"play.{theme}.follow", {**values, "card": spoken(view.trick[0].card)}
    return f"play.{theme}.lead", values


@_topic.register
def _mistake(kind: FindTheMistake) -> Topic:
    theme = kind.puzzle.themes[0] if kind.puzzle.themes[0] in _GOALS else "result"
    mistaken = [step.step for step in kind.mistakes]
    innocent = next(
        step
        for number, step in enumerate(kind.played.steps[kind.at :], kind.at + 1)
        if number not in mistaken
    )
    return f"mistake.{theme}", {"side": kind.oracle.aim.name, "card": spoken(innocent.action)}


@_topic.register
def _legal(kind: Legal) -> Topic:
    view = kind.state.view(None)
    values = {"seat": seat_name(kind.turn), "number": view.trick_number}
    if view.trick:
        return "legal.follow", {**values, "card": spoken(view.trick[0].card)}
    return "legal.lead", {**values, "n": len(view.hands[kind.turn])}


@_topic.register
def _trick(kind: WhoWins) -> Topic:
    lead = kind.trick.plays[0]
    dark = any(play.dark for play in kind.trick.plays)
    pointless = kind.trick.card_points is None
    return "trick.dark" if dark else "trick.plain" if pointless else "trick", {
        "seat": seat_name(lead.seat),
        "card": spoken(lead.card),
        "number": kind.trick.number,
        "n": kind.trick.card_points,
        "more": len(kind.trick.plays) - 2,
    }


@_topic.register
def _score(kind: Score) -> Topic:
    tricks = kind.state.view(None).tricks
    return "score", {
        "n": len(tricks),
        "card": spoken(tricks[-1].plays[-1].card),
        "seat": seat_name(tricks[0].winner),
    }


_GOALS: Final = ("cleaning", "keeping-dirty", "card-points", "result")
