"""Actions, lines of play and aims in words."""

from collections.abc import Iterable, Sequence

from kontrapunkt import words
from kontrapunkt.cards import SUIT_SIGNS, Card
from kontrapunkt.game import Action, Seat, State, View
from kontrapunkt.naming import faces, seat_name, the_card
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.search import Solver

Move = tuple[Seat, Action]
"""Who does what."""


def spoken(action: str) -> str:
    """An action as one speaks of it: "the ten of diamonds"."""
    card = Action(action).card
    return the_card(card) if card else words.say("puzzle.action", action=action)


def listed(actions: Iterable[str], word: str = "or") -> str:
    """Several actions as one speaks of them: "the king of clubs or the five of hearts"."""
    return words.listed(word, [spoken(action) for action in actions])


def sign(card: Card) -> str:
    """A card as a sign: "10♦"; with German faces, for whose suits there are no signs, its name."""
    if faces() == "german":
        return spoken(card)
    return f"{'10' if card.rank == 'T' else card.rank}{SUIT_SIGNS.get(card.suit, '')}"


def distinct(knowledge: Knowledge, actions: Iterable[Action]) -> tuple[Action, ...]:
    """One action of each kind of equals."""
    return tuple({knowledge.alike(action): action for action in reversed(list(actions))}.values())[::-1]


def told_line(state: State, moves: Sequence[Move]) -> str:
    """A line of play, trick by trick: "West 3♣, North Q♠, East 10♦, South 4♠ (East takes trick 10, 13)"."""
    parts: list[str] = []
    trick: list[str] = []
    for seat, action in moves:
        tricks = len(state.view(None).tricks)
        state = state.apply(action, seat)
        card = action.card
        trick.append(words.say("puzzle.line.play", seat=seat_name(seat), card=sign(card) if card else action))
        view = state.view(None)
        if len(view.tricks) > tricks:
            parts.append(_trick(trick, view))
            trick = []
    if trick:
        parts.append(", ".join(trick))
    return "; ".join(parts)


def _trick(plays: list[str], view: View) -> str:
    last = view.tricks[-1]
    values = {"seat": seat_name(last.winner), "number": last.number, "plays": ", ".join(plays)}
    if last.card_points is None:
        return words.say("puzzle.line.trick.bare", **values)
    return words.say("puzzle.line.trick", n=last.card_points, **values)


def wish(aim: Aim, knowledge: Knowledge, solver: Solver) -> str:
    """What a side wants, as an infinitive clause: "get clean", "take at least 24 card points from here"."""
    goal, target = aim.goal, aim.target
    own = aim.own
    others = aim.opponents
    if goal.kind in ("cleans", "not-cleans"):
        return words.say("puzzle.want.clean" if own else "puzzle.want.dirty", others=others)
    if goal.kind == "points":
        return words.say("puzzle.want.points" if own else "puzzle.want.few", others=others, n=target)
    if goal.kind == "tricks":
        return words.say(f"puzzle.want.tricks.{'own' if own else 'other'}", others=others, n=target)
    if goal.kind == "difference":
        lead = target if aim.more else -target
        key = "ahead" if lead > 0 else "behind" if lead else "even"
        return words.say(f"puzzle.want.{key}", others=others, n=abs(lead))
    if goal.kind in ("contract", "wins", "no-tricks"):
        return words.say(f"puzzle.want.{goal.kind}.{'own' if own else 'other'}", others=others)
    return knowledge.outcome(aim, solver)


def asked(aim: Aim, turn: Seat, view: View, knowledge: Knowledge, solver: Solver) -> str:
    """The question of a puzzle that is played."""
    key = "puzzle.play.lead" if not view.trick else "puzzle.play.follow"
    values = {"seat": seat_name(turn), "side": aim.name, "others": aim.opponents, "n": len(aim.others)}
    many = {1: ".alone", 3: ".three"}.get(len(aim.seats), "")
    return words.say(f"{key}{many}", want=wish(aim, knowledge, solver), **values)
