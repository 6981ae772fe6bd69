"""`kontrapunkt legal`: whose turn it is, what is legal, and why the other cards in the hand are not."""

import argparse
from dataclasses import dataclass

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN
from kontrapunkt.commands import print_json
from kontrapunkt.commands.common import file_arguments, json_argument, source
from kontrapunkt.game import Action, Seat, State
from kontrapunkt.naming import seat_name
from kontrapunkt.render.speech import say_turn
from kontrapunkt.rules import Refusal


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be done at a moment.

    Attributes:
        actions: The actions of the seat to act.
        refused: The cards with which it can do nothing, each with the reason.
        others: What other seats may do out of turn, by seat.
    """

    actions: tuple[Action, ...]
    refused: dict[str, Refusal]
    others: dict[Seat, tuple[Action, ...]]

    @classmethod
    def of(cls, state: State) -> "Choice":
        """What may be done in a state."""
        others = {seat: state.actions(seat) for seat in state.game.seats if seat != state.to_act}
        others = {seat: calls for seat, calls in others.items() if calls}
        if state.to_act is None:
            return cls((), {}, others)
        hand = state.view(state.to_act).hands[state.to_act]
        able = {action.carries for action in state.actions()}
        refused = {str(card): why for card in hand if card not in able and (why := state.why_not(card))}
        return cls(state.actions(), refused, others)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_arguments(parser)
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints what is legal.

    Raises:
        CommandError: for a record that cannot be used.
    """
    found = source(chosen, chosen.file)
    state = found.moment(chosen.at)
    turn = state.to_act
    if turn and HIDDEN in state.view(None).hands[turn]:
        raise found.error("cli.legal.hidden", seat=seat_name(turn))
    choice = Choice.of(state)
    if chosen.json:
        _print_json(turn, choice)
        return 0
    print(say_turn(state.view(None)))
    if turn:
        print(words.say("cli.legal.actions", actions=", ".join(choice.actions)))
    for card, why in choice.refused.items():
        print(words.say("cli.legal.refused", action=card, rule=why.rule, reason=why.reason))
    for seat, calls in choice.others.items():
        print(words.say("cli.legal.other", seat=seat_name(seat), actions=", ".join(calls)))
    return 0


def _print_json(turn: Seat | None, choice: Choice) -> None:
    refused = [
        {"action": card, "rule": why.rule, "reason": why.reason} for card, why in choice.refused.items()
    ]
    print_json({"to_act": turn, "actions": list(choice.actions), "refused": refused, "others": choice.others})
