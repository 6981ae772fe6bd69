"""What a card does in its trick, as far as everybody's cards on the table tell: who could still beat it."""

from kontrapunkt import words
from kontrapunkt.game import SEATS, Action, seat_name
from kontrapunkt.games.sedma import SedmaState
from kontrapunkt.games.sedma.table import a_rank


def situation(state: SedmaState) -> str:
    """Whose the trick is so far and who may still take it, in a sentence; empty where a card is to be led.

    Args:
        state: The state, with no stock left.
    """
    trick = state.trick
    if not trick or state.first_part:
        return ""
    lead = trick[0][0]
    later = _holders(state, lead, 4 - len(trick))
    key = "open" if later else "safe" if len(trick) < 3 else "last"
    values = {"winner": _name(_winner(state)), "seat": _name(state.turn), "rank": a_rank(lead)}
    return words.say(f"puzzle.sedma.situation.{key}", **values, **_told(later))


def standing(state: SedmaState, action: Action) -> str:
    """What an action does to the trick, in a sentence or two; empty for a card that nobody sees yet.

    Args:
        state: The state, with no stock left.
        action: What its seat may do there.
    """
    if action.card is None or state.first_part:
        return ""
    trick = state.trick
    rank = a_rank(action[0])
    others = _holders(state, action[0], 4)
    values = {"rank": rank, **_told(others)}
    if not trick:
        return words.say(f"puzzle.sedma.standing.lead.{_who(state, others)}", **values)
    if action[0] == trick[0][0]:
        later = _holders(state, action[0], 4 - len(trick))
        key = f"puzzle.sedma.standing.over.{_who(state, later)}"
        return words.say(key, **{**values, **_told(later)})
    worth = state.game.values.get(action[0], 0)
    kept = words.say(f"puzzle.sedma.standing.kept.{_who(state, others)}", **values)
    if not worth:
        return kept
    given = words.say("puzzle.sedma.standing.gives", n=worth, winner=_name(_winner(state)))
    return f"{given} {kept}"


def _holders(state: SedmaState, rank: str, before: int) -> list[int]:
    """The seats after the one to act, fewer than so many, that hold a card of a rank."""
    places = ((state.turn + step) % 4 for step in range(1, before))
    return [place for place in places if any(card[0] == rank for card in state.hands[place])]


def _winner(state: SedmaState) -> int:
    """Whose the trick in progress is so far."""
    trick = state.trick
    last = max(place for place, card in enumerate(trick) if card[0] == trick[0][0])
    return (state.turn - len(trick) + last) % 4


def _who(state: SedmaState, holders: list[int]) -> str:
    """Who can still beat a card: nobody, the partner alone, or an opponent too."""
    if not holders:
        return "nobody"
    return "partner" if all(place & 1 == state.turn & 1 for place in holders) else "others"


def _told(holders: list[int]) -> dict[str, object]:
    names = [_name(place) for place in holders]
    return {"seats": words.listed("and", names) if names else "", "n": len(names)}


def _name(place: int) -> str:
    return seat_name(SEATS[place])


words.register(
    "en",
    {
        "puzzle.sedma.situation.safe": "The trick is {winner}’s so far, and nobody after {seat} has {rank}.",
        "puzzle.sedma.situation.last": "The trick is {winner}’s so far, and {seat} plays last.",
        "puzzle.sedma.situation.open": "The trick is {winner}’s so far; {seats}, still to play, {n:has|have} "
        "{rank}.",
        "puzzle.sedma.standing.lead.nobody": "Nobody else has {rank}, so nothing can beat it.",
        "puzzle.sedma.standing.lead.partner": "Of the others only {seats}, the partner, has {rank}: the "
        "trick stays with the side.",
        "puzzle.sedma.standing.lead.others": "{seats} {n:has|have} {rank} too, and it can be beaten.",
        "puzzle.sedma.standing.over.nobody": "It takes the trick over, and nobody can take it back.",
        "puzzle.sedma.standing.over.partner": "It takes the trick over; only {seats}, the partner, can take "
        "it on.",
        "puzzle.sedma.standing.over.others": "It takes the trick over; {seats} can take it back.",
        "puzzle.sedma.standing.gives": "It adds {n} card points to {winner}’s trick.",
        "puzzle.sedma.standing.kept.nobody": "Nobody else has {rank}: kept, it could not be beaten when it "
        "is led.",
        "puzzle.sedma.standing.kept.partner": "Of the others only {seats}, the partner, has {rank}.",
        "puzzle.sedma.standing.kept.others": "{seats} {n:has|have} {rank} too.",
    },
)
