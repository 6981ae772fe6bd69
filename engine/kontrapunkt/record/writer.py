"""The strict writer: Record to text."""

import re
from itertools import pairwise

from kontrapunkt.core.action import CHANCE, SEATS
from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal, Move, Record, near_tag, tidy_tag
from kontrapunkt.record.text import GLUED, is_action, is_actor, read_card, read_seat

_NAME = re.compile(r"\w{1,40}")
_KEY = re.compile(r"[a-z][a-z_]{0,39}")
_HEADINGS = ("Deal", "Position")
_LIMIT = 9999


def write(record: Record) -> str:
    """Write a record so that `read` returns an equal one.

    Raises:
        ValueError: if a record cannot express it, as with an action that is not in its canonical form.
    """
    lines = [_tag(name, value) for name, value in record.tags.items() if name != "Dealer"]
    if len(lines) < len(record.tags) or not record.deals:
        raise ValueError("a record has at least one deal, and the dealer belongs to a deal")
    for deal in record.deals:
        if deal.dealer:
            lines.append(_tag("Dealer", deal.dealer))
        if lines and lines[-1] and not lines[-1].startswith("["):
            lines.append("")
        lines += ["[Position]" if deal.position else "[Deal]", *_start(deal)]
        moves = _moves(deal.moves)
        if moves:
            lines += ["", *moves]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name) or name != tidy_tag(name) or near_tag(name) or name in _HEADINGS:
        raise ValueError(f"a tag cannot be named {name!r}")
    quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("”", "\\”")
    return f'[{name} "{quoted}"]'


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(cards) or "-"


def _start(deal: Deal) -> list[str]:
    lines = [f"{seat}: {_cards(deal.hands[seat])}" for seat in SEATS if seat in deal.hands]
    if deal.stock is not None:
        lines.append(f"stock: {_cards(deal.stock)}")
    for key, text in deal.facts.items():
        if not _KEY.fullmatch(key) or read_seat(key) or key == "stock" or "{" in text:
            raise ValueError(f"the fact {key!r} cannot be written as {text!r}")
        lines.append(f"{key}: {text}")
    if deal.comment:
        lines.append(_comment(deal.comment))
    return lines


def _comment(text: str) -> str:
    return "{" + text.replace("}", "\\}") + (" }" if text.endswith("\\") else "}")


def _moves(moves: tuple[Move, ...]) -> list[str]:
    """Return the lines: one for each numbered trick, with a comment ending a line."""
    lines: list[list[str]] = [[]]
    for move in moves:
        numbers = (move.trick or 0, (move.claim and move.claim.card_points) or 0)
        if not all(0 <= number <= _LIMIT for number in numbers):
            raise ValueError(f"no record can hold the numbers {numbers}")
        if move.trick is not None:
            lines.append([])
        lines[-1].append(("" if move.trick is None else f"{move.trick}. ") + f"{move.actor} {_action(move)}")
        if move.claim:
            points = "" if move.claim.card_points is None else f" {move.claim.card_points}"
            lines[-1].append(f"-> {move.claim.winner}{points}")
        if move.comment:
            lines[-1].append(_comment(move.comment))
        if move.claim or move.comment:
            lines.append([])
    return [_joined(line) for line in lines if line]


def _joined(parts: list[str]) -> str:
    """Join the parts of a line: two spaces before a seat, one before a chance event."""
    first, *others = parts
    return first + "".join((" " if part.startswith(CHANCE) else "  ") + part for part in others)


def _action(move: Move) -> str:
    if not is_actor(move.actor) or move.actor != move.actor.upper():
        raise ValueError(f"{move.actor!r} is no actor")
    action = str(move.action)
    if not is_action(action):
        raise ValueError(f"{action!r} is not the text form of an action")
    parts = action.split(" ")
    whole = not any(GLUED.fullmatch(word) for word in parts)  # the reader would split `w?`
    plain = whole and (
        len(parts) == 1
        or (
            read_card(parts[0]) is None
            and all(not is_actor(word) or is_actor(after) for word, after in pairwise(parts[1:]))
        )
    )
    return action if plain else f'"{action}"'
