"""Why a mined puzzle's answer is right, in words: what the search and the rules know of it, and no more.

The solution of a puzzle gives the lines of play; an explanation says what stands behind them: what a card
does in its trick, in which trick a goal is lost, how much is still to be found.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from textwrap import fill
from typing import Final

from kontrapunkt import words
from kontrapunkt.game import Action, State, Trick
from kontrapunkt.naming import seat_name, side_name
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake, Judged
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import Kind, Pick
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.play import Play, Try
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.sure import Sure
from kontrapunkt.puzzles.trick import WhoWins
from kontrapunkt.puzzles.wording import Move, listed, spoken

WIDTH: Final = 110
"""How wide the paragraphs are written."""

MOST: Final = 3
"""How many wrong cards are gone into."""


def explanation(kind: Kind) -> str:
    """The explanation of a sound puzzle, in Markdown; empty for a kind that is not mined."""
    told = [words.capital(" ".join(paragraph.split())) for paragraph in _told(kind) if paragraph.strip()]
    wrapped = [fill(each, WIDTH, break_long_words=False, break_on_hyphens=False) for each in told]
    return "\n\n".join(wrapped) + "\n" if wrapped else ""


@singledispatch
def _told(kind: Kind) -> Iterator[str]:
    """Its paragraphs; none for a kind that is not mined."""
    return iter(())


@_told.register
def _play(kind: Play) -> Iterator[str]:
    key, state = kind.key[0], kind.state
    yield kind.knowledge.situation(state)
    yield words.say("puzzle.mined.why.key", card=spoken(key), standing=kind.knowledge.standing(state, key))
    yield " ".join(words.capital(_fails(kind, each)) for each in kind.tries[:MOST])
    more = kind.proof.root.decisions - 1
    number = kind.turning_trick
    if number is None:
        return
    values = {"side": kind.aim.name, "size": len(kind.aim.seats), "n": more, "number": number}
    yield words.say("puzzle.mined.why.more" if more > 0 else "puzzle.mined.why.no_more", **values)


@_told.register
def _sure(kind: Sure) -> Iterator[str]:
    yield kind.solution[0]
    for action in kind.tempting[:1]:
        yield words.say("puzzle.sure.why.tempting", card=spoken(action))
        yield kind.beaten(action)


def _fails(kind: Play, each: Try) -> str:
    """In which trick a wrong card loses the goal, and what it does in its own."""
    then = kind.state.apply(each.action)
    number = _lost_in(kind.oracle, kind.state, then, each.line)
    here = number == kind.state.view(None).trick_number
    return words.say(
        "puzzle.mined.why.fails.here" if here else "puzzle.mined.why.fails",
        card=spoken(each.action),
        number=number,
        standing=kind.knowledge.standing(kind.state, each.action),
    )


def _lost_in(oracle: GoalOracle, before: State, then: State, line: Sequence[Move]) -> int:
    """The number of the trick in which an aim that was given away is lost for everybody to see.

    Args:
        oracle: The aim.
        before: The state before the card that gave it away.
        then: The state after it.
        line: Best play from there.
    """
    number, state = before.view(None).trick_number, then
    for seat, action in line:
        if oracle.decided(state) is not None:
            break
        number = state.view(None).trick_number
        state = state.apply(action, seat)
    return number


@_told.register
def _mistake(kind: FindTheMistake) -> Iterator[str]:
    step = kind.mistakes[0]
    knowledge, before = kind.knowledge, step.before
    yield knowledge.situation(before)
    values = {"seat": seat_name(step.seat), "card": spoken(step.action)}
    yield words.say("puzzle.mined.why.gave", **values, standing=knowledge.standing(before, step.action))
    yield " ".join(
        words.capital(
            words.say("puzzle.mined.why.better", card=spoken(each), standing=knowledge.standing(before, each))
        )
        for each in step.better[:MOST]
    )
    yield f"{_shows(kind, step)} {_others(kind, step)}"


def _shows(kind: FindTheMistake, step: Judged) -> str:
    """In which trick it comes out."""
    then = step.before.apply(step.action)
    line = kind.oracle.best_line(then) if then.to_act else ()
    number = _lost_in(kind.oracle, step.before, then, line)
    here = number == step.before.view(None).trick_number
    return words.say("puzzle.mined.why.shows.here" if here else "puzzle.mined.why.shows", number=number)


def _others(kind: FindTheMistake, mistake: Judged) -> str:
    """What there is to say about the side's other cards; empty for nothing."""
    only = [step for step in kind.steps if step.kind == "only" and step is not mistake]
    if not only or len(kind.mistakes) > 1:
        return ""
    cards = listed([step.action for step in only], "and")
    return words.say("puzzle.mined.why.only", cards=cards, n=len(only))


@_told.register
def _legal(kind: Legal) -> Iterator[str]:
    book = kind.game.rulebook
    wrong: dict[str, list[Pick]] = {}
    for pick in kind.picks:
        if not pick.right:
            wrong.setdefault(pick.rule, []).append(pick)
    for rule, picks in wrong.items():
        cards = words.listed("and", [_named(pick) for pick in picks])
        why = _cited(kind, book[rule].statement, rule) if rule in book else picks[0].text
        yield words.say("puzzle.mined.why.barred", cards=words.capital(cards), n=len(picks), why=why)
    free = dict.fromkeys((pick.text, pick.rule) for pick in kind.picks if pick.right)
    yield words.say("puzzle.mined.why.free", why=" ".join(_cited(kind, *each) for each in free))


def _named(pick: Pick) -> str:
    return spoken(pick.key) if Action(pick.key).card else pick.label


def _cited(kind: Kind, text: str, rule: str) -> str:
    """A sentence with the rule behind it, if that is one of the game's."""
    return f"{text.rstrip('.')} ([{rule}])." if rule in kind.game.rulebook else text


@_told.register
def _trick(kind: WhoWins) -> Iterator[str]:
    right = next(pick for pick in kind.picks if pick.right)
    yield _cited(kind, right.text, right.rule)
    if kind.trick.card_points is not None:
        yield _worth(kind, kind.trick)


def _worth(kind: Kind, trick: Trick) -> str:
    """What lies in a trick, card by card."""
    counting = [(card, worth) for card in trick.cards if (worth := kind.knowledge.worth(Action(card)))]
    parts = [words.say("puzzle.mined.why.card", card=spoken(card), n=worth) for card, worth in counting]
    if not parts:
        return words.say("puzzle.mined.why.empty")
    return words.say(
        "puzzle.mined.why.holds", cards=words.listed("and", parts), n=trick.card_points, of=len(parts)
    )


@_told.register
def _score(kind: Score) -> Iterator[str]:
    tricks = kind.state.view(None).tricks
    for side in kind.game.sides:
        taken = [trick for trick in tricks if trick.winner in side and trick.card_points]
        if taken:
            points = [str(trick.card_points) for trick in taken]
            total = sum(trick.card_points or 0 for trick in taken)
            values = {"n": len(taken), "sum": total, "size": len(side)}
            key = "puzzle.mined.why.took" if len(taken) > 1 else "puzzle.mined.why.took.one"
            yield words.say(key, side=side_name(side), points=words.listed("and", points), **values)
    yield " ".join(_cited(kind, item.text, item.rule) for item in kind.result.items)
