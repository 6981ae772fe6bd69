"""`kontrapunkt legal`: whose turn it is, what is legal, and why the other cards in the hand are not."""

import argparse

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN
from kontrapunkt.commands import fields, print_json
from kontrapunkt.commands.common import file_arguments, json_argument, source
from kontrapunkt.naming import seat_name
from kontrapunkt.render.speech import say_turn


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
    turn, view = state.to_act, state.view(None)
    hand = view.hands[turn] if turn else ()
    if turn and HIDDEN in hand:
        raise found.error("cli.legal.hidden", seat=seat_name(turn))
    able = {action.carries for action in state.actions()}
    refused = {card: why for card in hand if card not in able and (why := state.why_not(card))}
    if chosen.json:
        told = [{"action": card, **fields(why, "rule reason")} for card, why in refused.items()]
        print_json({"to_act": turn, "actions": state.actions(), "refused": told, "others": view.others})
        return 0
    print(say_turn(view))
    if turn:
        print(words.say("cli.legal.actions", actions=", ".join(state.actions())))
    for card, why in refused.items():
        print(words.say("cli.legal.refused", action=card, **fields(why, "rule reason")))
    for seat, calls in view.others.items():
        print(words.say("cli.legal.other", seat=seat_name(seat), actions=", ".join(calls)))
    return 0
