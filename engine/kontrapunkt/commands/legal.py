"""`kontrapunkt legal`: print the legal actions, and why others are not legal."""

import argparse

from kontrapunkt.commands import fields, tell
from kontrapunkt.commands.common import declare_shared, source
from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.messages import seat_name
from kontrapunkt.render.speech import say_turn
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare_shared(parser, "file --deal --at --json")


def run(chosen: argparse.Namespace) -> int:
    """Print the legal actions.

    Raises:
        CommandError: if the record cannot be used.
    """
    found = source(chosen, chosen.file)
    state = found.moment(chosen.at)
    turn, view = state.to_act, state.view(None)
    hand = view.hands[turn] if turn else ()
    if turn and HIDDEN in hand:
        raise found.error("cli.legal.hidden", seat=seat_name(turn))
    able = {action.carries for action in state.actions()}
    refused = {card: why for card in hand if card not in able and (why := state.why_not(card))}
    told = [{"action": card, **fields(why, "rule reason")} for card, why in refused.items()]
    as_json = {"to_act": turn, "actions": state.actions(), "refused": told, "others": view.others}
    others = {str(seat_name(seat)): ", ".join(calls) for seat, calls in view.others.items()}
    lines = [say_turn(view)]
    if turn:
        lines.append(catalogue.say("cli.legal.actions", actions=", ".join(state.actions())))
    lines += [catalogue.say("cli.legal.refused", **each) for each in told]
    lines += [catalogue.say("cli.legal.other", seat=who, actions=calls) for who, calls in others.items()]
    return tell(chosen, as_json, lines)
