"""Deals of Konter a Matt for the worked cases: players by their place, S0 (the dealer) to S3."""

from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import Game, Seat
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.record import Deal

DEALER: Seat = "E"
Said = tuple[tuple[str, str], ...]
"""Who announces what, before the first card."""

E5 = ["KC TC JH TH KD 9D", "AC 9C AS JS KH AD", "QD TS 9S AH JD TD", "QC JC QS QH KS 9H"]
E5_TRICKS = [
    "S1 AC S2 QD S3 QS S0 KC",
    "S1 AS S2 9S S3 QH S0 9D",
    "S3 KS S0 JH S1 9C S2 TS",
    "S1 KH S2 AH S3 QC S0 TH",
    "S3 9H S0 KD S1 JS S2 TD",
    "S3 JC S0 TC S1 AD S2 JD",
]
"""The deal with all six tricks, KM-E5; clubs are trumps."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def seat_of(game: Game, place: str, dealer: Seat = DEALER) -> Seat:
    """The seat of S0, S1, S2 or S3."""
    return game.after(dealer, int(place[1]))


def dealt(
    hands: list[str], game: KonterAMatt | None = None, session: KonterSession | None = None
) -> KonterState:
    """A deal of the hands of S0 to S3; S1 has seen the first three of the own."""
    game = game or KonterAMatt()
    dealer = (session.dealer if session else None) or DEALER
    seats = {seat_of(game, f"S{i}", dealer): cards(hand) for i, hand in enumerate(hands)}
    facts = {"first": " ".join(hands[1].split()[:3])}
    state = game.start(Deal(seats, dealer=dealer, facts=facts), session=session)
    assert isinstance(state, KonterState)
    return state


def play(state: KonterState, tricks: list[str]) -> KonterState:
    """Tricks as `S1 AC S2 QD ...`; the turns must be as they are told."""
    dealer = state.session.dealer
    assert dealer
    for trick in tricks:
        words = trick.split()
        for place, one in zip(words[::2], words[1::2], strict=True):
            seat = seat_of(state.game, place, dealer)
            assert state.to_act == seat
            state = state.apply(one, seat)
    return state


def say(state: KonterState, said: Said) -> KonterState:
    """Announcements, in turn or not."""
    dealer = state.session.dealer
    assert dealer
    for place, what in said:
        state = state.apply(f"say {what}", seat_of(state.game, place, dealer))
    return state


def holding(hand: str, trump: str, trick: str, game: KonterAMatt | None = None) -> KonterState:
    """A first trick in progress: N is to play, with six cards, to what W led (and S, and E) laid."""
    game = game or KonterAMatt("wellkomm")
    laid = cards(trick)
    own = cards(hand)
    seats: tuple[Seat, ...] = ("N", "E", "S", "W")
    order = tuple(game.after("N", 4 - len(laid) + i) for i in range(len(laid)))
    rest = [one for one in game.pack if one not in own + laid]
    hands = {"N": own}
    for seat in seats[1:]:
        size = 6 - (seat in order)
        hands[seat], rest = tuple(rest[:size]), rest[size:]
    facts = {"trump": trump, "trick": " ".join(f"{s} {c}" for s, c in zip(order, laid, strict=True))}
    state = game.start(Deal(hands, None, True, facts=facts))  # type: ignore[arg-type]
    assert isinstance(state, KonterState)
    assert state.to_act == "N"
    return state


def lines(state: KonterState) -> tuple[int, int]:
    """What a finished deal brings the even team (S0, S2) and the odd one."""
    result = state.result().seats
    dealer = state.session.dealer
    assert dealer
    return result[dealer], result[state.game.after(dealer)]


def ended(
    makers: int,
    points: tuple[int, int],
    said: Said = (),
    capot: bool = False,
    session: KonterSession | None = None,
    game: KonterAMatt | None = None,
) -> KonterState:
    """A deal that ends with the last trick, taken by who has more; it was begun as a position.

    Args:
        makers: The side that named trumps, 0 (N-S) or 1 (E-W).
        points: Card points of both sides in the end.
        said: What was announced, by seat.
        capot: Whether the winners took every trick.
        session: The session it is played in.
        game: The game; anticlockwise, with the session's options, unless given.
    """
    game = game or (session.game if session else KonterAMatt())  # type: ignore[assignment]
    assert isinstance(game, KonterAMatt)
    winner = int(points[1] >= points[0])
    leader: Seat = "E" if winner else "N"
    dealer = (session.dealer if session else None) or ("N" if makers else "E")
    assert game.side_of["NESW".index(game.after(dealer))] == makers
    # The leader's ace of trumps takes four nines and tens: four points.
    order = [game.after(leader, i) for i in range(4)]
    hands = {seat: (one,) for seat, one in zip(order, cards("AC 9S 9H 9D"), strict=True)}
    before = [points[0] - 4 * (not winner), points[1] - 4 * winner]
    lost = 0 if capot else 1 if points[1 - winner] < 16 else 2  # the best four cards left count fifteen
    tricks = [lost, 5 - lost] if winner else [5 - lost, lost]
    facts = {
        "trump": "C",
        "lead": leader,
        "points": f"NS {before[0]} EW {before[1]}",
        "tricks": f"NS {tricks[0]} EW {tricks[1]}",
    }
    if said:
        facts["calls"] = ", ".join(f"{seat} say {what}" for seat, what in said)
    state = game.start(Deal(hands, None, True, dealer, facts), session=session)
    for _ in range(4):
        state = state.apply(state.actions()[0])
    assert isinstance(state, KonterState)
    return state
