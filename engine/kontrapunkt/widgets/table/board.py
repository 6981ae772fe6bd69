"""The looks of a deal at a table: board, controls, scoresheet and review."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from kontrapunkt import render
from kontrapunkt.core.interface import Seat, Session, State
from kontrapunkt.core.messages import true_minus
from kontrapunkt.record import PlayedSession
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line
from kontrapunkt.widgets.review import Decision, show_decision
from kontrapunkt.widgets.table.session import HELPS, TableSession

DEFAULT_SEAT: Final = "S"
"""The reader's seat at a fresh table."""


def due(at: TableSession) -> list[str]:
    """Return whose turn it is, or how the deal ended."""
    if at.awaited:
        return [catalogue.say("refusal.turn", seat=render.seat_name(at.awaited))]
    if not at.decides:
        return [render.say_turn(at.view)]
    return [catalogue.say("table.yours"), *([str(at.view.task)] if at.view.task else [])]


def line_of(at: TableSession) -> render.ScoresheetLine:
    """Return the scoresheet line of the finished deal."""
    return sheet_line(len(at.history.earlier) + 1, at.state, at.helped)


def sheet_line(number: int, end: State, help: Sequence[str] = ()) -> render.ScoresheetLine:
    """Return the scoresheet line of a finished deal.

    Args:
        number: The number of the deal in the session, from 1.
        help: The kinds of help taken in it, of `HELPS`.
    """
    result = end.result()
    who = end.session.players_by_seat
    numbers = {name: result.seats.get(seat, 0) for seat, name in who.items()} if result.seats else {}
    counted = {how: help.count(how) for how in HELPS}
    helped = ", ".join(catalogue.say(f"table.helped.{how}", n=n) for how, n in counted.items() if n)
    return render.ScoresheetLine(number, numbers, result.text, helped)


def standing(played: PlayedSession) -> str:
    """Return the number of the deal and the session's score; empty for the first deal."""
    if not played.earlier:
        return ""
    return catalogue.say("play.deal", n=len(played.earlier) + 1, standing=played.start.session.standing)


def score(at: TableSession) -> str:
    """Return the number of the deal and the session's score, as short as a line on a phone."""
    session = at.history.session_after if at.ended else at.history.start.session
    if session is None or not session.unit:
        return standing(at.history)
    told = [f"{_side_name(at, seats)} {_total(at, session, seats)}" for seats in _sides_in_turn(at)]
    scores = ", ".join(told)
    if at.ended:
        return catalogue.say("play.score.total", scores=scores)
    number = len(at.history.earlier) + 1
    if len(told) > 2:
        return catalogue.say("play.score", n=number, scores=catalogue.capital(scores))
    return catalogue.say("play.score.unit", n=number, unit=catalogue.capital(session.unit), scores=scores)


def action_area(at: TableSession, widget_id: str, *, elsewhere: bool = False) -> str:
    """Render the calls, or the button that uncovers the cards.

    Args:
        widget_id: The prefix of element ids.
        elsewhere: Whether the reader chooses on the table (`bids`).
    """
    if at.covered:
        return render.cover(at.awaited, widget_id=widget_id)
    kept = at.busy or len(at.people) > 1
    return render.action_buttons(at.view, widget_id=widget_id, kept=kept, elsewhere=elsewhere, explained=True)


def bids(at: TableSession, widget_id: str) -> str:
    """Render the reader's choice of a bid or of trumps; empty if there is none."""
    return "" if at.finished or not at.decides else render.bids(at.view, widget_id=widget_id)


def _further(at: TableSession) -> str:
    """Return the key of the label for a hint's second step."""
    advised = at.hint.recommendation if at.hint else None
    cards = advised is None or advised.action.carries
    return "table.hint.card" if cards else "table.hint.what"


def controls(
    at: TableSession,
    widget_id: str,
    header: str,
    settings: tuple[str, str] | None,
    looked: Decision | None = None,
) -> str:
    """Render the row of buttons.

    Args:
        widget_id: The prefix of element ids.
        header: The header of a shared table's log.
        settings: A button and the list of settings that it opens, while they may be changed; None later.
        looked: The decision of a finished deal on display; None for none.
    """
    ended = at.ended
    able = at.hint is not None and at.given < at.hints
    if ended:
        names = {seat: render.seat_name(seat) for seat in at.people if seat != at.seat}
        rare = [(f"look {seat}", catalogue.say("table.review.as", seat=name)) for seat, name in names.items()]
    else:
        able_to = {"ask": at.state.game.heuristics, "open": not at.open, "finish": not at.finishing}
        rare = [(event, catalogue.say(f"table.{event}")) for event, can in able_to.items() if can]
        rare += _handing(at)
    rare.append(("leave", catalogue.say("table.leave")))
    taken = any(seat in at.people for seat, _ in at.history.done)
    hint = catalogue.say(_further(at) if able and at.given else "table.hint")
    onward = "deal" if settings else "leave" if ended and at.over else "next"
    idle, take_back = not ended and not settings, catalogue.say("render.take_back")
    row = [
        settings[0] if settings else render.button("back", take_back, key="Backspace", idle=not taken),
        render.button("hint", hint, key="h", idle=not able),
        render.button(
            onward,
            catalogue.say(f"table.{onward}"),
            key="n",
            idle=idle,
            strong=ended,
            id_=f"{widget_id}-onward",
            focus=ended,
        ),
    ]
    if looked:
        row[:2] = [
            render.button("result", catalogue.say("ending.result"), key="Backspace"),
            render.button(
                f"from {looked.step}",
                catalogue.say("table.review.again"),
                about=catalogue.say("render.trick", n=looked.trick),
            ),
        ]
    further = render.buttons(rare, () if at.hint else ("ask",)) + _record(at, widget_id, header)
    return render.session_controls(widget_id, row, further, settings[1] if settings else "")


def _handing(at: TableSession) -> list[tuple[str, str]]:
    """Return buttons that let another person at this screen call out of turn."""
    if at.open or len(at.people) == 1:
        return []
    others = [seat for seat in at.people if seat not in (at.seat, at.awaited)]
    return [(f"hand {seat}", catalogue.say("table.hand", seat=render.seat_name(seat))) for seat in others]


def ending(at: TableSession, link: Callable[[str], str]) -> str:
    """Render the end of a deal in the place of the table.

    Args:
        link: Renders a rule's id, as a link if the site has a page for it.
    """
    room = [f"kp-room-{render.room_for(at.most)}", *(["kp-end-slate"] if at.state.session.slate else [])]
    return render.ending(at.state.result(), at.seat, side(at), link, _decisions(at), room)


def score_of_deal(at: TableSession) -> str:
    """Render the score of each side in a finished deal and in the session; empty if nothing is counted."""
    unit = at.state.result().unit
    key = f"ending.score.{unit}"
    head = catalogue.say(key if catalogue.knows(key) else "ending.score", unit=unit)
    return render.score(_scores(at), head)


def _scores(at: TableSession) -> list[render.SideScore]:
    """Return the score of each side after a deal, the reader's first; empty if nothing is counted."""
    result, after = at.state.result(), at.history.session_after
    if not result.seats:
        return []
    summed = after is not None and after.unit == result.unit
    found = []
    for seats in _sides_in_turn(at):
        deal = result.seats[seats[0]]
        total = _total(at, after, seats) if after and summed else None
        shown = catalogue.signed(deal) if result.paid else true_minus(str(deal))
        found.append(
            render.SideScore(catalogue.capital(_side_name(at, seats)), shown, total, at.seat in seats)
        )
    return found


def _total(at: TableSession, session: Session, seats: Sequence[Seat]) -> str:
    """Return the score of a side in a session; after a deal its players may change seats."""
    player = at.state.session.players_by_seat[seats[0]]
    return true_minus(str(session.scores[player]))


def _sides_in_turn(at: TableSession) -> list[tuple[Seat, ...]]:
    """Return the game's sides, the reader's first."""
    sides = at.state.game.sides
    own = next((place for place, seats in enumerate(sides) if at.seat in seats), 0)
    return [*sides[own:], *sides[:own]]


def _side_name(at: TableSession, seats: Sequence[Seat]) -> str:
    """Return the name of a side within a sentence: "you", "your side", "East–West"."""
    if at.seat in seats:
        return catalogue.say("ending.own", n=len(seats))
    return str(render.side_name(seats))


def side(at: TableSession) -> tuple[Seat, ...]:
    """Return the reader's side in a finished deal: those who won or lost together; empty for none."""
    seat, game, winners = at.seat, at.state.game, at.state.result().winners
    if seat is None:
        return ()
    if all(len(each) == 1 for each in game.parties(at.history.start)):
        return (seat,)
    return tuple(each for each in game.seats if (each in winners) == (seat in winners))


def _decisions(at: TableSession) -> render.Decisions:
    """Return the decisions that mattered so far."""
    review = at.review
    if review is None or not review.decisions:
        return render.Decisions()
    found = review.decisive()
    if not review.over:
        found = found if review.matters else []
    key = "judging" if not review.over else "lost" if review.matters else "slight" if found else "none"
    head = catalogue.say(f"table.review.{key}", n=review.foreseen, all=len(review.decisions))
    if len(at.people) > 1:
        head = f"{catalogue.say('table.review.as', seat=render.seat_name(review.seat))}: {head}"
    listed = [replace(show_decision(each), is_stored=at.is_stored_as_puzzle(each)) for each in found]
    return render.Decisions(head, listed, review.over)


def no_puzzle(at: TableSession, shelf: str) -> str:
    """Render that none of the decisions that mattered became a puzzle; empty if one did.

    Args:
        shelf: The page with the reader's own mistakes; empty for none.
    """
    mistakes, review = at.mistakes if shelf else None, at.review
    if review is None or mistakes is None or not mistakes.over or mistakes.puzzles:
        return ""
    found = review.decisive()
    return render.prose(catalogue.say("mistakes.none", n=len(found)), "kp-no-puzzle") if found else ""


def beside(at: TableSession, looked: Decision | None, other: Line | None) -> str:
    """Render what a decision on display cost, or another play of the deal; empty for neither."""
    if looked:
        return render.review(show_decision(looked))
    return _compared(at, other) if other else ""


def _compared(at: TableSession, other: Line) -> str:
    """Render the reader's play of a deal beside another's: result beside result, card by card.

    Args:
        other: The moments of the other play.
    """
    seat, own = at.seat, side(at)
    both = zip(at.history.done, ((each.seat, each.action) for each in other[1:]), strict=False)
    parted = next((step for step, (one, two) in enumerate(both) if one != two), None)
    if parted is None:
        told = catalogue.say("compare.alike")
    else:
        trick = at.line[parted].view.trick_number
        mine, theirs = at.line[parted + 1].sentence, other[parted + 1].sentence
        told = catalogue.say("compare.parted", n=trick, mine=mine, theirs=theirs)
    plays = [
        (catalogue.say("compare.yours"), at.state.result(), _listed(at.line.rows)),
        (catalogue.say("compare.theirs"), other[-1].state.result(), _listed(other.rows)),
    ]
    return render.compared(told, plays, seat, own)


def decision_at(at: TableSession, step: int) -> Decision | None:
    """Return a decision that mattered; None if there is none.

    Args:
        step: The number of actions before it.
    """
    review = at.review
    return next((each for each in review.decisive() if each.step == step), None) if review else None


def moment(at: TableSession, of: Decision, widget_id: str) -> Markup:
    """Render the table as the reader saw it at a decision, with the better card marked."""
    view = at.line[of.step].state.view(at.seat)
    marked = [str(of.better.card)] if of.better and of.better.card else []
    return render.TableRenderer(
        view, widget_id=widget_id, foot=at.seat, chosen=marked, most=at.most, playing=True
    ).html()


def how_judged(at: TableSession) -> str:
    """Render how many decisions the review judged, and how, folded; empty before it is over."""
    review = at.review
    if review is None or not review.decisions or not review.over:
        return ""
    counted = {"n": review.foreseen, "m": review.searched, "all": len(review.decisions)}
    told = catalogue.say("table.review.how", **counted)
    return render.folded(catalogue.say("ending.judged"), render.prose(told))


def advice(at: TableSession) -> str:
    """Render the club player's opinion of each action, once it has one."""
    if at.estimates is None or at.thinks:
        return ""
    estimates = at.estimates
    count = catalogue.say("table.asked", deals=estimates.of_chosen.deals, all=f"{estimates.count:,}")
    return render.advice(count, [catalogue.capital(str(each)) for each in estimates.sentences])


def scoresheet(at: TableSession, sheet: Sequence[render.ScoresheetLine]) -> str:
    """Render the scoresheet of the finished deals."""
    lines = [*sheet, *([line_of(at)] if at.ended else [])]
    return render.scoresheet(lines, at.history.session_after if at.ended else at.history.start.session)


def tricks(at: TableSession) -> str:
    """Render the tricks of the finished deal, or the last trick during play."""
    if at.ended:
        return _listed(at.line.rows)
    if at.finished or not at.view.tricks:
        return ""
    *_, last = at.view.tricks
    steps = tuple(range(1, len(last.plays) + 1))
    row = render.TrickRow(last.number, last.plays, steps, last.winner, last.card_points, added=last.added)
    return render.last_trick(_listed([row]))


def _listed(rows: Sequence[render.TrickRow]) -> str:
    return "".join(render.trick_list(rows, interactive=False))


def _record(at: TableSession, widget_id: str, header: str) -> str:
    """Render the records to take away; nothing between two people's turns."""
    if at.covered:
        return ""
    seat = at.record_seat
    whole, alone = at.records
    place = next(iter(at.people), DEFAULT_SEAT)
    seated = [] if place == DEFAULT_SEAT else [f"terms seat={place}"]  # where the other will sit
    told = catalogue.say("record.own", seat=render.seat_name(seat)) if seat else catalogue.say("record.open")
    if at.number is not None and not seat:
        told += " " + catalogue.say("table.number.told", n=at.number)
    return render.record_list(
        whole,
        widget_id=widget_id,
        told=told,
        link=(header, *seated, f"record {alone}"),
        name=at.history.game.id,
    )
