"""Texts for a mined puzzle, and keys to find duplicates.

Two puzzles may be the same up to symmetry (`form`), or too similar to publish both (`likeness`). A puzzle has
several titles, best first, so that a run does not have to use one twice. They are patterns by kind and theme,
filled with what is plain to see; they never name a card that the reader is to find. The solution of a puzzle
has the lines of play. The explanation has the reasons, as far as search and rules know them: the effect of a
card on its trick, the trick in which a goal is lost, and the number of decisions still to find.
"""

from collections.abc import Iterator
from functools import singledispatch
from itertools import chain, count
from textwrap import fill
from typing import Final

from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Text, capital, clause, listed, row, say, seat_name, side_name
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake, JudgedCard
from kontrapunkt.puzzles.goal_oracle import Try
from kontrapunkt.puzzles.kind import GoalPuzzle, Pick, PuzzleKind, SeatPuzzle
from kontrapunkt.puzzles.legal import Legal, named_in_list
from kontrapunkt.puzzles.phrasing import action_phrase, action_phrases, revealing_words
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.sure import Sure
from kontrapunkt.puzzles.trick import TrickPuzzle, WhoWins

# Duplicates ------------------------------------------------------------------------------------------------

Forms = tuple[str, str]
"""The form and the likeness of a puzzle."""


def forms(kind: PuzzleKind) -> Forms:
    """Return the form and the likeness of a puzzle."""
    form, likeness = _form(kind)
    return f"{kind.game.id} {kind.name} {form}", f"{kind.game.id} {kind.name} {likeness}"


@singledispatch
def _form(kind: PuzzleKind) -> Forms:
    """Return the same without game and kind; the record for a kind that is not mined."""
    return kind.puzzle.record, kind.puzzle.record


def _aim(aim: Aim) -> str:
    return f"{aim.goal.kind} {aim.whose}"


@_form.register
def _aiming_form(kind: GoalPuzzle) -> Forms:
    state, knowledge, view = kind.state, kind.knowledge, kind.state.view(None)
    aim, target = _aim(kind.aim), kind.aim.target if isinstance(kind, Sure) else kind.puzzle.target
    shape = sorted((knowledge.alike(action), action in kind.key) for action in kind.oracle.moves(state))
    size = len(view.hands[kind.turn]), len(view.trick)
    return f"{aim} {target} {knowledge.form(state, kind.turn)}", f"{aim} {size} {shape}"


@_form.register
def _mistake_form(kind: FindTheMistake) -> Forms:
    if not kind.mistakes:
        return kind.puzzle.record, kind.puzzle.record
    step = kind.mistakes[0]
    cards = kind.knowledge.alike(step.action), sorted(map(kind.knowledge.alike, step.better))
    lost = f"{_aim(kind.oracle.aim)} {step.step - kind.at}"
    return f"{lost} {kind.knowledge.form(kind.state, step.seat)} {cards}", f"{lost} {cards}"


@_form.register
def _legal_form(kind: Legal) -> Forms:
    shape = sorted((pick.rule, kind.knowledge.alike(Action(pick.key))) for pick in kind.wrong)
    leads = not kind.state.view(None).trick
    return kind.knowledge.form(kind.state, kind.turn), f"{leads} {shape}"


@_form.register
def _trick_form(kind: WhoWins) -> Forms:
    cards = [Action(play.card) for play in kind.trick.plays]
    ranks = [kind.knowledge.alike(card) for card in cards]
    first = [ranks.index(rank) for rank in ranks]
    dark = [play.dark for play in kind.trick.plays]
    counting = sum(kind.knowledge.worth(card) > 0 for card in cards)
    return f"{ranks} {dark}", f"{first} {dark} {counting}"


@_form.register
def _score_form(kind: Score) -> Forms:
    labels = [pick.label for pick in kind.picks]
    alike, over = kind.knowledge.alike, kind.played.end.view(None).tricks
    tricks = [[alike(Action(play.card)) for play in each.plays] for each in over]
    right = [pick.label for pick in kind.right]
    return f"{labels} {tricks}", f"{right} {kind.knowledge.steps(kind.state)}"


# Titles ----------------------------------------------------------------------------------------------------

_GOALS: Final = ("cleaning", "keeping-dirty", "card-points", "result")

PATTERNS: Final = 3
"""The number of patterns for every topic."""

Topic = tuple[str, dict[str, object]]
"""The topic of a title, as in its key, and the values for its pattern."""


def titles(kind: PuzzleKind, turn: int) -> tuple[str, ...]:
    """Return the possible titles of a puzzle, best first; none for other kinds.

    Args:
        turn: A number that decides which pattern comes first, so that puzzles of one topic do not all sound
            alike.
    """
    topic = _topic(kind)
    if topic is None:
        return ()
    key, values = topic
    numbers = [1 + (turn + place) % PATTERNS for place in range(PATTERNS)]
    found = [str(capital(say(f"puzzle.mined.title.{key}.{number}", **values))) for number in numbers]
    silent = [title for title in found if not revealing_words(title, kind.possible, kind.many)]
    return tuple(silent or found)


def first_free(found: tuple[str, ...], taken: set[str]) -> str:
    """Return the first title that is not taken; if all are, the first with a number.

    Args:
        found: The titles, best first.
        taken: The titles of other puzzles.
    """
    again = (str(say("puzzle.mined.title.again", title=found[0], number=number)) for number in count(2))
    return next(title for title in chain(found, again) if title not in taken)


@singledispatch
def _topic(kind: PuzzleKind) -> Topic | None:
    """Return the topic of a title; None for a kind that is not mined."""
    return None


@_topic.register
def _seat_topic(kind: SeatPuzzle) -> Topic:
    """Return the task of the seat; leading and following have different topics."""
    asked = f"play.{_theme(kind)}"
    if isinstance(kind, Legal | Sure):
        asked = "legal" if isinstance(kind, Legal) else "sure"
    view, target = kind.state.view(None), kind.puzzle.target or 0
    values: dict[str, object] = {"seat": seat_name(kind.turn), "n": len(view.hands[kind.turn])}
    values |= {"number": view.trick_number, "target": target}
    if not view.trick:
        return f"{asked}.lead", values
    return f"{asked}.follow", {**values, "card": action_phrase(view.trick[0].card)}


def _theme(kind: PuzzleKind) -> str:
    return kind.puzzle.themes[0] if kind.puzzle.themes[0] in _GOALS else "result"


@_topic.register
def _mistake_topic(kind: FindTheMistake) -> Topic:
    mistaken = [step.step for step in kind.mistakes]
    innocent = next(
        step
        for number, step in enumerate(kind.played.steps[kind.at :], kind.at + 1)
        if number not in mistaken
    )
    return f"mistake.{_theme(kind)}", {"side": kind.oracle.aim.name, "card": action_phrase(innocent.action)}


@_topic.register
def _trick_topic(kind: WhoWins) -> Topic:
    lead = kind.trick.plays[0]
    dark = any(play.dark for play in kind.trick.plays)
    pointless = kind.trick.card_points is None
    return "trick.dark" if dark else "trick.plain" if pointless else "trick.points", {
        "seat": seat_name(lead.seat),
        "card": action_phrase(lead.card),
        "number": kind.trick.number,
        "n": kind.trick.card_points,
        "more": len(kind.trick.plays) - 2,
    }


@_topic.register
def _score_topic(kind: Score) -> Topic:
    tricks = kind.state.view(None).tricks
    return "score", {
        "n": len(tricks),
        "card": action_phrase(tricks[-1].plays[-1].card),
        "seat": seat_name(tricks[0].winner),
    }


# Explanations ----------------------------------------------------------------------------------------------

WIDTH: Final = 110
"""The width of the paragraphs, in characters."""

MOST: Final = 3
"""The greatest number of wrong cards to explain."""


def explanation(kind: PuzzleKind) -> str:
    """Return the explanation of a sound puzzle in Markdown; empty for other kinds."""
    paragraphs = (" ".join(str(capital(each)).split()) for each in _why(kind))
    told = [each for each in paragraphs if each]
    wrapped = [fill(each, WIDTH, break_long_words=False, break_on_hyphens=False) for each in told]
    return "\n\n".join(wrapped) + "\n" if wrapped else ""


@singledispatch
def _why(kind: PuzzleKind) -> Iterator[Text]:
    """Yield the paragraphs of the explanation; none for a kind that is not mined."""
    return iter(())


@_why.register
def _play_why(kind: ReachGoal) -> Iterator[Text]:
    key, state = kind.key[0], kind.state
    yield kind.knowledge.situation(state)
    yield say("puzzle.mined.why.key", card=action_phrase(key), standing=kind.knowledge.standing(state, key))
    yield row(capital(_fails(kind, each)) for each in kind.tries[:MOST])
    more = kind.proof.root.decisions - 1
    number = kind.turning_trick
    if number is None:
        return
    values = {"side": kind.aim.name, "size": len(kind.aim.seats), "n": more, "number": number}
    yield say("puzzle.mined.why.more" if more > 0 else "puzzle.mined.why.no_more", **values)


@_why.register
def _sure_why(kind: Sure) -> Iterator[Text]:
    yield kind.solved[0]
    for action in kind.tempting[:1]:
        yield say("puzzle.sure.why.tempting", card=action_phrase(action))
        yield kind.beaten(action)


def _fails(kind: ReachGoal, each: Try) -> Text:
    """Name the trick in which a wrong card loses, and its effect on its own trick."""
    standing = kind.knowledge.standing(kind.state, each.action)
    values = {"number": each.trick, "here": int(each.at_once), "standing": standing}
    return say("puzzle.mined.why.fails", card=action_phrase(each.action), **values)


@_why.register
def _mistake_why(kind: FindTheMistake) -> Iterator[Text]:
    step = kind.mistakes[0]
    knowledge, before = kind.knowledge, step.before
    yield knowledge.situation(before)
    values = {"seat": seat_name(step.seat), "card": action_phrase(step.action)}
    yield say("puzzle.mined.why.gave", **values, standing=knowledge.standing(before, step.action))
    yield row(
        capital(
            say(
                "puzzle.mined.why.better", card=action_phrase(each), standing=knowledge.standing(before, each)
            )
        )
        for each in step.better[:MOST]
    )
    yield row((_shows(kind, step), _others(kind, step)))


def _shows(kind: FindTheMistake, step: JudgedCard) -> Text:
    """Name the trick in which the mistake shows."""
    tried = kind.oracle.try_action(step.before, step.action)
    return say("puzzle.mined.why.shows", number=tried.trick, here=int(tried.at_once))


def _others(kind: FindTheMistake, mistake: JudgedCard) -> Text:
    """Describe the side's other important cards; empty for none."""
    only = [step for step in kind.steps if step.kind == "only" and step is not mistake]
    if not only or len(kind.mistakes) > 1:
        return ""
    cards = action_phrases([step.action for step in only], "and")
    return say("puzzle.mined.why.only", cards=cards, n=len(only))


@_why.register
def _legal_why(kind: Legal) -> Iterator[Text]:
    book = kind.game.rulebook
    wrong: dict[str, list[Pick]] = {}
    for pick in kind.wrong:
        wrong.setdefault(pick.rule, []).append(pick)
    for rule, picks in wrong.items():
        cards = listed("and", [named_in_list(pick) for pick in picks])
        why = _cited(kind, book[rule].statement, rule) if rule in book else picks[0].said
        yield say("puzzle.mined.why.barred", cards=capital(cards), n=len(picks), why=why)
    free = {(pick.text, pick.rule): pick for pick in kind.right}
    yield say("puzzle.mined.why.free", why=row(_cited(kind, each.said, each.rule) for each in free.values()))


def _cited(kind: PuzzleKind, text: Text, rule: str) -> Text:
    """Return a sentence with the rule behind it, if it is one of the game's."""
    return row((clause(text), f"([{rule}]).")) if rule in kind.game.rulebook else text


@_why.register
def _trick_why(kind: WhoWins) -> Iterator[Text]:
    yield _cited(kind, kind.right[0].said, kind.right[0].rule)
    if kind.trick.card_points is not None:
        yield _worth(kind)


def _worth(kind: TrickPuzzle) -> Text:
    """Add up the card points of the trick, card by card."""
    parts = [say("puzzle.mined.why.card", card=action_phrase(card), n=worth) for card, worth in kind.counting]
    if not parts:
        return say("puzzle.mined.why.empty")
    return say(
        "puzzle.mined.why.holds",
        cards=listed("and", parts),
        n=kind.trick.card_points,
        of=len(parts),
    )


@_why.register
def _score_why(kind: Score) -> Iterator[Text]:
    tricks = kind.state.view(None).tricks
    for side in kind.game.sides:
        taken = [trick for trick in tricks if trick.winner in side and trick.card_points]
        if taken:
            points = [str(trick.card_points) for trick in taken]
            total = sum(trick.card_points or 0 for trick in taken)
            values: dict[str, object] = {"n": len(taken), "sum": total, "size": len(side)}
            values |= {"side": side_name(side), "points": listed("and", points)}
            yield say("puzzle.mined.why.took", **values)
    yield row(_cited(kind, item.said, item.rule) for item in kind.result.items)
