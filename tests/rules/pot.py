"""Deals of Kontraspiel for the worked cases: players by their place, P1 (eldest hand) to P4 (the dealer)."""

from collections.abc import Iterable, Mapping

from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import Game, Seat
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.kontraspiel.constants import PACK
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.record import Deal

DEALER: Seat = "W"
KS = Kontraspiel()
PLACES = ("P1", "P2", "P3", "P4")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def seat_of(place: str, dealer: Seat = DEALER, game: Game = KS) -> Seat:
    """The seat of P1, P2, P3 or P4; a seat's own letter stays."""
    return game.after(dealer, int(place[1])) if place in PLACES else place  # type: ignore[return-value]


def dealt(
    turn_up: str,
    hands: Mapping[str, str] | None = None,
    game: Kontraspiel = KS,
    session: KontraspielSession | None = None,
    pot: int = 0,
) -> KontraspielState:
    """Cards just dealt.

    Args:
        turn_up: The card turned up.
        hands: The hands by place, where they matter; the others get what is left.
        game: The game.
        session: The session it is played in.
        pot: What lies in the pot, where there is no session.
    """
    dealer = (session.dealer if session else None) or DEALER
    given = {seat_of(place, dealer, game): cards(text) for place, text in (hands or {}).items()}
    taken = {card(turn_up), *(one for hand in given.values() for one in hand)}
    rest = [one for one in PACK if one not in taken]
    for place in PLACES:
        seat = seat_of(place, dealer, game)
        if seat not in given:
            given[seat], rest = tuple(rest[:5]), rest[5:]
    facts = {"pot": str(pot)} if pot else {}
    state = game.start(Deal(given, (card(turn_up), *rest), dealer=dealer, facts=facts), session=session)
    assert isinstance(state, KontraspielState)
    return state


def do(state: KontraspielState, *done: str) -> KontraspielState:
    """Things done, each by the place before it (`P3 match C`) or, without one, by the seat to act."""
    dealer = state.session.dealer
    assert dealer
    for what in done:
        first, _, rest = what.partition(" ")
        seat = seat_of(first, dealer, state.game) if first in PLACES else None
        state = state.apply(rest if seat else what, seat)
    return state


def play(state: KontraspielState, tricks: Iterable[str]) -> KontraspielState:
    """Tricks as `P1 9D P2 KD ...`; the turns must be as they are told."""
    dealer = state.session.dealer
    assert dealer
    for trick in tricks:
        told = trick.split()
        for place, one in zip(told[::2], told[1::2], strict=True):
            assert state.to_act == seat_of(place, dealer, state.game)
            state = state.apply(one)
    return state


def allowed(state: KontraspielState, place: str) -> set[str]:
    """What a place may do."""
    dealer = state.session.dealer
    assert dealer
    return {str(action) for action in state.actions(seat_of(place, dealer, state.game))}


def ended(
    winners: str,
    calls: str,
    turn_up: str = "KH",
    pot: int = 0,
    game: Kontraspiel = KS,
    session: KontraspielSession | None = None,
) -> KontraspielState:
    """A deal whose tricks these places win in turn; it is begun as a position before the last trick.

    Args:
        winners: The five winners, as `P3 P3 P1 P2 P4`.
        calls: What was said, as `P1 pass, P2 play`; a dealer who takes up does it before.
        turn_up: The card turned up.
        pot: What lay in the pot before the stake, where there is no session.
        game: The game.
        session: The session it is played in.
    """
    dealer = (session.dealer if session else None) or DEALER
    won = [seat_of(place, dealer, game) for place in winners.split()]
    order = [game.after(dealer, i) for i in range(1, 5)]
    told = []
    for call in calls.split(", ") if calls else ():
        place, _, what = call.partition(" ")
        told.append(f"{seat_of(place, dealer, game)} {what}")
    taken_up = next((call[0] for call in told if call.endswith(("take", "swap"))), "")
    bound = session is not None and session.bound(dealer, card(turn_up)) and turn_up[0] == "A"
    if turn_up in ("JC", "JS") or bound:
        taken_up = taken_up or dealer
    top = card("JC") if turn_up != "JC" else card("JS")
    low = [one for one in cards("9C 9S 9H 9D") if one != turn_up]
    hands = {seat: (top if seat == won[4] else low.pop(),) for seat in order}
    twos = [seat for i, seat in enumerate(won[:4]) if won[: i + 1].count(seat) == 2]
    facts = {
        "lead": won[3],
        "calls": ", ".join(told),
        "tricks": " ".join(f"{seat} {won[:4].count(seat)}" for seat in order),
        "turn_up": turn_up,
        "taken_up": taken_up,
        "first_two": twos[0] if twos else "",
        "pot": str(pot) if pot else "",
    }
    position = Deal(hands, None, True, dealer, {key: text for key, text in facts.items() if text})
    state = game.start(position, session=session)
    for _ in range(4):
        state = state.apply(state.actions()[0])
    assert isinstance(state, KontraspielState)
    assert state.phase == "over"
    return state


def after(end: KontraspielState) -> KontraspielSession:
    """The session after a finished deal."""
    session = end.session.after(end)
    assert isinstance(session, KontraspielSession)
    return session


def brings(state: KontraspielState) -> tuple[int, ...]:
    """What a finished deal brings P1 to P4, the dealer's stake left out; and the pot after it."""
    result, dealer = state.result(), state.session.dealer
    assert dealer
    chips = [result.seats[seat_of(place, dealer, state.game)] for place in PLACES]
    chips[3] += 1
    return (*chips, state.session.pot + result.pot)


def places(state: KontraspielState) -> dict[Seat, str]:
    """The place of each seat."""
    dealer = state.session.dealer
    assert dealer
    return {seat_of(place, dealer, state.game): place for place in PLACES}
