"""`kontrapunkt score`: the result of a finished deal, rule by rule, and how its match stands then."""

import argparse
from collections.abc import Mapping

from kontrapunkt import words
from kontrapunkt.commands.common import file_arguments, json_argument, print_json, source
from kontrapunkt.game import SEATS, Match, Result, Seat
from kontrapunkt.naming import seat_name


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_arguments(parser, moment=False)
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the result.

    Raises:
        CommandError: for a record that cannot be used, or that is not finished.
    """
    found = source(chosen, chosen.file)
    state = found.states[-1]
    if state.to_act:
        raise found.error("cli.score.unfinished", seat=seat_name(state.to_act))
    result, match = state.result(), found.replay.after
    if chosen.json:
        said = _match_as_json(match, found.number + 1) if match else None
        print_json({**_as_json(result), "match": said})
        return 0
    print("\n".join(result_lines(result)))
    if match:
        print(words.say("cli.score.match", n=found.number + 1, text=match.text))
    return 0


def result_lines(result: Result) -> list[str]:
    """A result as people read it: the outcome, everybody's number, then what it is made of."""
    lines = [result.text]
    if result.settled:
        lines.append(f"{_numbers(result.seats)} ({result.unit})")
    else:
        lines.append(words.say("cli.score.open"))
    for item in result.items:
        lines.append(f"  {item.rule}: {item.text}" + (f"  {_numbers(item.seats, '+')}" if item.seats else ""))
    return lines


def _numbers(seats: Mapping[Seat, int], sign: str = "") -> str:
    return "  ".join(
        f"{words.say(f'seat.short.{seat}')} {seats[seat]:{sign}}" for seat in SEATS if seat in seats
    )


def _plain(seats: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: seats[seat] for seat in SEATS if seat in seats}


def _as_json(result: Result) -> dict[str, object]:
    return {
        "seats": _plain(result.seats),
        "unit": result.unit,
        "items": [{"rule": i.rule, "text": i.text, "seats": _plain(i.seats)} for i in result.items],
        "text": result.text,
        "winners": list(result.winners),
        "settled": result.settled,
        "grades": dict(result.grades),
    }


def _match_as_json(match: Match, deal: int) -> dict[str, object]:
    """How the match stands after a deal, which is counted in the record."""
    players = {"players": dict(match.scores), "sitting": dict(match.sitting)}
    return {
        "deal": deal,
        "seats": _plain(match.seats),
        **(players if len(match.scores) > len(match.seats) else {}),
        "unit": match.unit,
        "facts": dict(match.facts),
        "dealer": None if match.over else match.dealer,
        "over": match.over,
        "winners": list(match.winners),
        "text": match.text,
    }
