"""`kontrapunkt review`: what each decision of a deal gave away, with all hands open."""

import argparse
from collections.abc import Iterator

from kontrapunkt import words
from kontrapunkt.commands import CommandError
from kontrapunkt.commands.common import file_arguments, json_argument, print_json, seat, source
from kontrapunkt.naming import name_action, seat_name
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.review import Decision, Review

_SLICE_MS = 1000.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_arguments(parser, moment=False)
    parser.add_argument("--seat", type=seat, help=words.say("cli.review.help.seat"))
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints what the decisions gave away.

    Raises:
        CommandError: for a record that cannot be read, that hides cards, or in which the seat does not play.
    """
    found = source(chosen, chosen.file)
    if found.hidden:
        raise found.error("cli.review.hidden")
    played = found.replay
    seats = played.game.seats
    if chosen.seat and chosen.seat not in seats:
        who = words.listed("or", [seat_name(each) for each in seats])
        raise CommandError(words.say("cli.play.seat", seat=seat_name(chosen.seat), seats=who))
    reviews = [Review(moments(played), each) for each in seats if chosen.seat in (None, each)]
    for review in reviews:
        while not review.over:
            review.work(_SLICE_MS)
    if chosen.json:
        print_json({"seats": {review.seat: _as_json(review) for review in reviews}})
        return 0
    for review in reviews:
        print("\n".join(_lines(review)))
    return 0


def _lines(review: Review) -> Iterator[str]:
    of = {"seat": seat_name(review.seat), "n": review.judged, "all": len(review.decisions)}
    yield words.say("cli.review.head", goal=review.goal or "-", **of)
    for each in review.decisions:
        if each.verdict and each.verdict.kind == "lost":
            told = words.say(
                "sitting.review.card", n=each.trick, what=name_action(each.action), verdict=each.verdict.text
            )
            yield f"  {told}"


def _as_json(review: Review) -> dict[str, object]:
    return {"goal": review.goal, "decisions": [_decision(each) for each in review.decisions]}


def _decision(of: Decision) -> dict[str, object]:
    verdict = of.verdict
    return {
        "at": of.step,
        "trick": of.trick,
        "action": str(of.action),
        "searched": verdict is not None,
        "lost": verdict is not None and verdict.kind == "lost",
        "cost": verdict.cost if verdict else None,
        "better": [str(action) for action in verdict.better] if verdict else [],
        "text": str(verdict.text) if verdict else "",
    }
