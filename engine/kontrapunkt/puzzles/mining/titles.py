"""Titles for mined puzzles: patterns by kind and theme, filled with what is plain to see.

A puzzle has several, best first, so that a run need not use one twice. Never named is a card that the reader
is to find.
"""

from collections.abc import Callable
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
from kontrapunkt.puzzles.telling import spoken
from kontrapunkt.puzzles.trick import WhoWins

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
    for of, topic in _TOPICS.items():
        if isinstance(kind, of):
            key, values = topic(kind)
            numbers = [1 + (turn + place) % PATTERNS for place in range(PATTERNS)]
            found = [words.say(f"puzzle.mined.title.{key}.{number}", **values) for number in numbers]
            silent = [title for title in found if not given_away(title, kind.possible, kind.many)]
            return tuple(title[:1].upper() + title[1:] for title in silent or found)
    return ()


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


def _play(kind: Kind) -> Topic:
    assert isinstance(kind, Play)
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


def _mistake(kind: Kind) -> Topic:
    assert isinstance(kind, FindTheMistake)
    theme = kind.puzzle.themes[0] if kind.puzzle.themes[0] in _GOALS else "result"
    mistaken = [step.step for step in kind.mistakes]
    innocent = next(
        step
        for number, step in enumerate(kind.played.steps[kind.at :], kind.at + 1)
        if number not in mistaken
    )
    return f"mistake.{theme}", {"side": kind.sight.aim.name, "card": spoken(innocent.action)}


def _legal(kind: Kind) -> Topic:
    assert isinstance(kind, Legal)
    view = kind.state.view(None)
    values = {"seat": seat_name(kind.turn), "number": view.trick_number}
    if view.trick:
        return "legal.follow", {**values, "card": spoken(view.trick[0].card)}
    return "legal.lead", {**values, "n": len(view.hands[kind.turn])}


def _trick(kind: Kind) -> Topic:
    assert isinstance(kind, WhoWins)
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


def _score(kind: Kind) -> Topic:
    assert isinstance(kind, Score)
    tricks = kind.state.view(None).tricks
    return "score", {
        "n": len(tricks),
        "card": spoken(tricks[-1].plays[-1].card),
        "seat": seat_name(tricks[0].winner),
    }


_GOALS: Final = ("cleaning", "keeping-dirty", "card-points", "result")

_TOPICS: Final[dict[type[Kind], Callable[[Kind], Topic]]] = {
    Play: _play,
    FindTheMistake: _mistake,
    Legal: _legal,
    WhoWins: _trick,
    Score: _score,
}

words.register(
    "en",
    {
        "puzzle.mined.title.again": "{title} ({number})",
        "puzzle.mined.title.play.cleaning.lead.1": "{seat} leads to get clean",
        "puzzle.mined.title.play.cleaning.lead.2": "Clean within {n} {n:trick|tricks}",
        "puzzle.mined.title.play.cleaning.lead.3": "{seat} wants a clean end",
        "puzzle.mined.title.play.cleaning.follow.1": "{card} is led, and a stain to lose",
        "puzzle.mined.title.play.cleaning.follow.2": "{seat} has dirty hands and {n} {n:card|cards}",
        "puzzle.mined.title.play.cleaning.follow.3": "Clean after {card}?",
        "puzzle.mined.title.play.keeping-dirty.lead.1": "{seat} leads, and they stay dirty",
        "puzzle.mined.title.play.keeping-dirty.lead.2": "{n} {n:trick|tricks} to keep the stain",
        "puzzle.mined.title.play.keeping-dirty.lead.3": "{seat} guards the stain",
        "puzzle.mined.title.play.keeping-dirty.follow.1": "{card} is led, and the stain must stay",
        "puzzle.mined.title.play.keeping-dirty.follow.2": "{seat} stands in the way with {n} {n:card|cards}",
        "puzzle.mined.title.play.keeping-dirty.follow.3": "Still dirty after {card}?",
        "puzzle.mined.title.play.card-points.lead.1": "{target} {target:point|points} from {seat}’s lead",
        "puzzle.mined.title.play.card-points.lead.2": "{n} {n:card|cards} for {target} {target:point|points}",
        "puzzle.mined.title.play.card-points.lead.3": "{seat} counts to {target}",
        "puzzle.mined.title.play.card-points.follow.1": "{card} is led: take {target} {target:point|points}",
        "puzzle.mined.title.play.card-points.follow.2": "{seat} has {n} {n:card|cards} and wants {target}",
        "puzzle.mined.title.play.card-points.follow.3": "{target} {target:point|points} after {card}",
        "puzzle.mined.title.play.result.lead.1": "{seat} leads for the deal",
        "puzzle.mined.title.play.result.lead.2": "{n} {n:trick|tricks} decide",
        "puzzle.mined.title.play.result.lead.3": "It hangs on {seat}’s lead",
        "puzzle.mined.title.play.result.follow.1": "{card} is led, and the deal is at stake",
        "puzzle.mined.title.play.result.follow.2": "{seat} decides with {n} {n:card|cards}",
        "puzzle.mined.title.play.result.follow.3": "What to do about {card}?",
        "puzzle.mined.title.mistake.cleaning.1": "{side} had a way to get clean",
        "puzzle.mined.title.mistake.cleaning.2": "{card} falls: who lost the way?",
        "puzzle.mined.title.mistake.cleaning.3": "Not so clean, {side}",
        "puzzle.mined.title.mistake.keeping-dirty.1": "{side} let them off",
        "puzzle.mined.title.mistake.keeping-dirty.2": "{card} falls: who let them off?",
        "puzzle.mined.title.mistake.keeping-dirty.3": "A hole in the fence of {side}",
        "puzzle.mined.title.mistake.card-points.1": "{side} had more coming",
        "puzzle.mined.title.mistake.card-points.2": "{card} falls: where did the points go?",
        "puzzle.mined.title.mistake.card-points.3": "Where {side} lost count",
        "puzzle.mined.title.mistake.result.1": "{side} had it in their hands",
        "puzzle.mined.title.mistake.result.2": "{card} falls: who let it slip?",
        "puzzle.mined.title.mistake.result.3": "A slip by {side}",
        "puzzle.mined.title.legal.lead.1": "{seat} leads to trick {number}, but what?",
        "puzzle.mined.title.legal.lead.2": "Not every card of {seat}’s",
        "puzzle.mined.title.legal.lead.3": "{seat} has {n} cards and no free choice",
        "puzzle.mined.title.legal.follow.1": "{card} is led: what may {seat} play?",
        "puzzle.mined.title.legal.follow.2": "{seat} to follow in trick {number}",
        "puzzle.mined.title.legal.follow.3": "{seat}’s hands are tied",
        "puzzle.mined.title.trick.1": "{card} and {more:one|two|three} more",
        "puzzle.mined.title.trick.2": "{seat} led, and who won?",
        "puzzle.mined.title.trick.3": "{n:Nothing|1 point|{n} points} in trick {number}",
        "puzzle.mined.title.trick.plain.1": "{card} and {more:one|two|three} more",
        "puzzle.mined.title.trick.plain.2": "{seat} led, and who won?",
        "puzzle.mined.title.trick.plain.3": "Whose is trick {number}?",
        "puzzle.mined.title.trick.dark.1": "{card} is led, and the dark plays along",
        "puzzle.mined.title.trick.dark.2": "Turned up in trick {number}",
        "puzzle.mined.title.trick.dark.3": "{seat} led, the stock had a say",
        "puzzle.mined.title.score.1": "The last card was {card}",
        "puzzle.mined.title.score.2": "{n} tricks to add up",
        "puzzle.mined.title.score.3": "It ended with {card}",
    },
)
