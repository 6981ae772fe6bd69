"""When two puzzles are the same up to symmetry (`form`), or too much alike to set both (`likeness`)."""

from functools import singledispatch

from kontrapunkt.game import Action
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake
from kontrapunkt.puzzles.kind import Kind
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.play import Play
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.sure import Sure
from kontrapunkt.puzzles.trick import WhoWins

Forms = tuple[str, str]
"""A puzzle's form and its likeness."""


def forms(kind: Kind) -> Forms:
    """The form and the likeness of a puzzle."""
    form, likeness = _told(kind)
    return f"{kind.game.id} {kind.name} {form}", f"{kind.game.id} {kind.name} {likeness}"


@singledispatch
def _told(kind: Kind) -> Forms:
    """The same without game and kind; of a kind that is not mined, its whole record."""
    return kind.puzzle.record, kind.puzzle.record


def _aim(aim: Aim) -> str:
    return f"{aim.goal.kind} {'own' if aim.own else 'other'}"


@_told.register
def _play(kind: Play) -> Forms:
    state, knowledge = kind.state, kind.knowledge
    view = state.view(None)
    aim = _aim(kind.aim)
    shape = sorted((knowledge.alike(action), action in kind.key) for action in kind.oracle.choices(state))
    size = len(view.hands[kind.turn]), len(view.trick)
    return f"{aim} {kind.target} {knowledge.form(state, kind.turn)}", f"{aim} {size} {shape}"


@_told.register
def _sure(kind: Sure) -> Forms:
    state, knowledge, aim = kind.state, kind.knowledge, _aim(kind.aim)
    view = state.view(None)
    shape = sorted((knowledge.alike(action), action in kind.sure) for action in kind.oracle.choices(state))
    size = len(view.hands[kind.turn]), len(view.trick)
    return f"{aim} {kind.aim.target} {knowledge.form(state, kind.turn)}", f"{aim} {size} {shape}"


@_told.register
def _mistake(kind: FindTheMistake) -> Forms:
    if not kind.mistakes:
        return kind.puzzle.record, kind.puzzle.record
    step = kind.mistakes[0]
    cards = kind.knowledge.alike(step.action), sorted(map(kind.knowledge.alike, step.better))
    aim = _aim(kind.oracle.aim)
    return (
        f"{aim} {step.step - kind.at} {kind.knowledge.form(kind.state, step.seat)} {cards}",
        f"{aim} {step.step - kind.at} {cards}",
    )


@_told.register
def _legal(kind: Legal) -> Forms:
    wrong = [pick for pick in kind.picks if not pick.right]
    shape = sorted((pick.rule, kind.knowledge.alike(Action(pick.key))) for pick in wrong)
    leads = not kind.state.view(None).trick
    return kind.knowledge.form(kind.state, kind.turn), f"{leads} {shape}"


@_told.register
def _trick(kind: WhoWins) -> Forms:
    cards = [Action(play.card) for play in kind.trick.plays]
    ranks = [kind.knowledge.alike(card) for card in cards]
    first = [ranks.index(rank) for rank in ranks]
    dark = [play.dark for play in kind.trick.plays]
    counting = sum(kind.knowledge.worth(card) > 0 for card in cards)
    return f"{ranks} {dark}", f"{first} {dark} {counting}"


@_told.register
def _score(kind: Score) -> Forms:
    labels = [pick.label for pick in kind.picks]
    tricks = [
        [kind.knowledge.alike(Action(play.card)) for play in each.plays]
        for each in kind.played.end.view(None).tricks
    ]
    right = [pick.label for pick in kind.right]
    return f"{labels} {tricks}", f"{right} {kind.knowledge.steps(kind.state)}"
