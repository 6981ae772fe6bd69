"""`kontrapunkt review`: print what each decision of a deal cost.

It judges with all hands open, and by what the seat could know.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from kontrapunkt.commands import fields, tell, writing
from kontrapunkt.commands.common import chosen_seat, declare, declare_shared, seat, source
from kontrapunkt.core import files
from kontrapunkt.core.interface import PASS
from kontrapunkt.core.messages import seat_name
from kontrapunkt.puzzles.mining.captions import first_free
from kontrapunkt.puzzles.mining.deals import replay_deal
from kontrapunkt.puzzles.mining.drafts import puzzle_of_mistake
from kontrapunkt.puzzles.model import write
from kontrapunkt.record import Replay
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.review import Decision, Review, decision_text, describe_cost, punishing_hands

_SLICE_MS = 1000.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare_shared(parser, "file --deal")
    declare(parser, "--seat", "cli.review.help.seat", type=seat)
    declare(parser, "--puzzles", "cli.review.help.puzzles", type=Path, metavar="FOLDER")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Print the review.

    Raises:
        CommandError: if the record cannot be read or hides cards, or the seat does not play.
    """
    found = source(chosen, chosen.file)
    if found.replay.deal.hidden:
        raise found.error("cli.review.hidden")
    played = found.replay
    seats = (chosen_seat(chosen.seat, played.game),) if chosen.seat else played.game.seats
    reviews = [Review(moments(played), each) for each in seats]
    for review in reviews:
        while not review.over:
            review.work(_SLICE_MS)
    kept = _kept(reviews, played, chosen.puzzles) if chosen.puzzles else []
    paths = [str(path) for path in kept]
    as_json = {"seats": {review.seat: _as_json(review) for review in reviews}}
    lines = chain(*map(_lines, reviews), paths)
    return tell(chosen, as_json | ({"puzzles": paths} if chosen.puzzles else {}), lines)


def _kept(reviews: list[Review], played: Replay, folder: Path) -> list[Path]:
    """Write sound puzzles about the decisions that were mistakes; return the files."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    line = replay_deal(played, played.record.title or played.game.title)
    story = catalogue.say("cli.review.story", name=line.name)
    taken: set[str] = set()
    paths = []
    for each in (each for review in reviews for each in review.decisions):
        if each.silence or not (each.worse or each.lost):
            continue
        found = puzzle_of_mistake(line, each.step)
        if found is None:
            continue
        title = first_free(found.titles, taken)
        taken.add(title)
        path = folder / f"{found.puzzle.id}.toml"
        with writing(path):
            files.replace(path, write(replace(found.puzzle, title=title, story=story)))
        paths.append(path)
    return paths


def _lines(review: Review) -> Iterator[str]:
    of = {"seat": seat_name(review.seat), "n": review.foreseen, "m": review.searched}
    yield catalogue.say("cli.review.head", all=len(review.decisions), **of)
    decisive = review.decisive()
    if decisive and not review.matters:
        yield f"  {catalogue.say('cli.review.slight')}"
    for each in review.decisions:
        if each.worse or each.lost:
            yield f"  {decision_text(each, describe_cost(each))}"
        if each not in decisive:
            continue
        if each.instead:
            yield f"    {catalogue.say('cli.review.instead', line=', '.join(_line(each)))}"
        if held := punishing_hands(each):
            hands = "; ".join(f"{seat}: {' '.join(cards)}" for seat, cards in held.items())
            yield f"    {catalogue.say('cli.review.against', hands=hands)}"


def _line(of: Decision) -> list[str]:
    """Return the play after the better action, as a record writes it."""
    return [f"{moment.seat} {moment.action}" for moment in of.instead[1:]]


def _as_json(review: Review) -> dict[str, object]:
    decisive = {each.step for each in review.decisive()}
    return {"decisions": [_decision(each, each.step in decisive) for each in review.decisions]}


def _decision(of: Decision, decisive: bool) -> dict[str, object]:
    verdict = of.verdict
    return {
        "at": of.step,
        "trick": of.trick,
        "action": str(of.action),
        "searched": verdict is not None,
        "goal": str(verdict.goal) if verdict else "",
        "lost": of.lost,
        "cost": verdict.cost if verdict else None,
        "better": [str(action) for action in verdict.better] if verdict else [],
        "known": _known(of),
        "luck": of.luck,
        "text": describe_cost(of),
        "decisive": decisive,
        "mattered": of.matters,
        "instead": _line(of),
    }


def _known(of: Decision) -> dict[str, object] | None:
    """Return the cost of a decision by what could be known."""
    found = of.foreseen
    if found is None:
        return None
    return {
        "loss": round(found.loss, 6),
        "error": round(found.error, 6),
        "unit": found.unit,
        "better": "" if found.loss == 0 else PASS if found.silent else str(found.best),
        **fields(found, "deals every solved"),
        "against": punishing_hands(of),
    }
