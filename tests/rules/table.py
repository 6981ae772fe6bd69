"""Positions for the worked cases: name what matters, the rest of the pack fills up."""

from collections.abc import Iterable
from pathlib import Path

from kontrapunkt.core.cards import Card, card, pack
from kontrapunkt.core.interface import SEATS, Session, State, left_of
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.record import Deal, Replay, read, replay_session


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def position(
    game: RankMatchGame,
    *,
    stock: int = 0,
    top: str = "",
    gone: str = "",
    lead: str = "N",
    trick: str = "",
    hands: dict[str, str] | None = None,
    **facts: str,
) -> RankMatchState:
    """A position at trick start (or with `trick`, in it), unnamed cards dealt from what is not `gone`.

    `gone` are cards that must have been played; the unnamed ones are low where possible. In the first part of
    Ristiklappi the sides are dirty where queens are gone and nothing else is said.
    """
    given = {seat: cards((hands or {}).get(seat, "")) for seat in SEATS}
    size = game.hand_size if stock else max(map(len, given.values()))
    played = cards(" ".join(word for word in trick.split() if len(word) == 2))
    top_cards = cards(top)
    used = {*(c for hand in given.values() for c in hand), *played, *cards(gone), *top_cards}
    # Blanks first, from the twos up; counting cards last.
    loose = [one for one in sorted(pack(52), key=_late) if one not in used]
    late = set(trick.split()) & set(SEATS) if not stock else set()
    full = {seat: (*given[seat], *_take(loose, size - (seat in late) - len(given[seat]))) for seat in SEATS}
    rest = (*top_cards, *_take(loose, stock - len(top_cards)))
    queens = sum(one.rank == "Q" for one in loose) + gone.count("Q")
    if queens and stock and "dirty" in game.own_facts and "dirty" not in facts:
        facts["dirty"] = "NS EW" if queens > 1 else "NS"  # somebody has taken them
    facts = {"lead": lead, **({"trick": trick} if trick else {}), **facts}
    return game.start(Deal(full, rest, True, facts=facts))


def _late(one: Card) -> tuple[bool, int]:
    return one.rank in "AKQJT", "23456789TJAQK".index(one.rank)


def _take(loose: list[Card], number: int) -> list[Card]:
    taken = [loose.pop(0) for _ in range(number)]
    return taken


def play(state: RankMatchState, text: str) -> RankMatchState:
    """Plays cards (and `dark`) in turn."""
    for action in text.split():
        state = state.apply(action)
    return state


def last_trick(game: RankMatchGame, plays: str, **facts: str) -> RankMatchState:
    """Trick 13 with one card in each hand: `N 7C E 5C S AC W 3C`, played out."""
    words = plays.split()
    seats, hand = words[::2], words[1::2]
    assert seats == [left_of(next(s for s in SEATS if s == seats[0]), i) for i in range(4)]
    state = position(game, stock=0, lead=seats[0], hands=dict(zip(seats, hand, strict=True)), **facts)
    return play(state, " ".join(hand))


def match_record(name: str) -> tuple[Replay, ...]:
    """The deals of a session in `sessions/`, replayed."""
    path = Path(__file__).parent / "sessions" / f"{name}.record"
    return replay_session(read(path.read_text(encoding="utf-8")))


def after(deal: Replay) -> Session:
    """The session after a deal that is over and settled."""
    assert deal.after is not None
    return deal.after


def brought(deal: Replay) -> list[tuple[str, int, int]]:
    """What a deal brings: each item's rule, and its numbers for North–South and East–West."""
    items = deal.end.result().items
    return [(item.rule, item.seats.get("N", 0), item.seats.get("E", 0)) for item in items]


def legal(state: State) -> set[str]:
    return {str(action) for action in state.actions()}


def ranks(actions: Iterable[str]) -> set[str]:
    return {action if action == "dark" else action[0] for action in actions}
