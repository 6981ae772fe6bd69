"""`kontrapunkt score`: print the result of a deal, and the session's score."""

import argparse

from kontrapunkt.commands import fields, tell
from kontrapunkt.commands.common import declare_shared, source
from kontrapunkt.core.interface import Session
from kontrapunkt.core.messages import seat_name
from kontrapunkt.core.view_model import in_seat_order
from kontrapunkt.render.plain_lines import result_lines
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare_shared(parser, "file --deal --json")


def run(chosen: argparse.Namespace) -> int:
    """Print the result.

    Raises:
        CommandError: if the record cannot be used or is not finished.
    """
    found = source(chosen, chosen.file)
    state = found.replay.end
    if state.to_act:
        raise found.error("cli.score.unfinished", seat=seat_name(state.to_act))
    result, session = state.result(), found.replay.after
    number = found.number + 1
    said = _session_as_json(session, number) if session else None
    stands = [catalogue.say("cli.score.session", n=number, text=session.text)] if session else []
    as_json = {**result.as_data(), "session": said, "match": said}  # its former name
    return tell(chosen, as_json, [*result_lines(result), *stands])


def _session_as_json(session: Session, deal: int) -> dict[str, object]:
    """Return the session's score after a deal, given by its number in the record.

    Args:
        deal: The number of the deal, from 1.
    """
    players = {"players": dict(session.scores), "sitting": dict(session.players_by_seat)}
    return {
        "deal": deal,
        "seats": in_seat_order(session.seats),
        **(players if len(session.scores) > len(session.seats) else {}),
        "unit": session.unit,
        "facts": dict(session.facts),
        "dealer": None if session.over else session.dealer,
        **fields(session, "over winners text"),
    }
