"""What is said of an action that does not meet what is asked; and what it has to meet where four play."""

from collections.abc import Callable
from typing import Any

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import short
from kontrapunkt.families.rank_match.rules import Asked, RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState, RankState
from kontrapunkt.families.rank_match.table import DARK, a_rank, ranks
from kontrapunkt.game import Action, Seat
from kontrapunkt.legality import Requirement, unmet
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards

Asks = Requirement[RankMatchState]


def _says(key: str) -> Callable[[RankMatchState, Action, int], Text]:
    """What says a sentence that names the card played, or else the one that was turned."""

    def said(state: RankMatchState, action: Action, seat: int) -> Text:
        card = action.card or state.turned
        return say(f"rank_match.refusal.{key}", card=card_name(card) if card else "")

    return said


def not_held(state: RankState[Any, Any], action: Action, seat: int) -> Text:
    """That a hand does not hold the card that an action carries.

    Args:
        state: The moment.
        action: The action.
        seat: The number of whose hand it is.
    """
    return say("refusal.not_held", card=the_card(action.carries or HIDDEN), hand=the_cards(state.hands[seat]))


def _limit(state: RankMatchState, action: Action, seat: int) -> Text:
    game, rank = state.game, action[0]
    limit = say(f"rank_match.number.{game.lead_limit}")
    key = f"rank_match.refusal.limit.{game.lead_limit_scope}"
    return say(key, rank=a_rank(rank), ranks=ranks(rank), limit=limit)


def _dark_limit(state: RankMatchState, action: Action, seat: int) -> Text:
    return say("rank_match.refusal.dark.limit", ranks=ranks(state.barred_rank()))


def _may_hold_king(state: RankMatchState, seat: int) -> bool:
    return any(card[0] in "K?" for card in state.hands[seat])  # a hidden card may be the king


def asked(game: RankMatchRules[Any]) -> tuple[Asked[RankMatchState], Asked[RankMatchState]]:
    """What is asked as a rule, and of the seat that has turned a card in the dark and must keep it.

    Args:
        game: The game, by whose options it is settled.
    """
    from_hand, in_dark = game.king_rules
    held = Asks(lambda s, a, i: a.card in s.hands[i], "RK-R4", not_held)
    king = Asks(lambda s, a, i: a[0] != "K" or not s.king_barred(), from_hand, _says("king"))
    limit = Asks(lambda s, a, i: a[0] not in s.barred(), "RK-R9", _limit)
    dark = [Asks(RankMatchState.has_stock, "RK-R5", _says("dark.stock"))]
    if not game.dark_play:
        dark = [Asks(lambda s, a, i: False, "RK-R5", _says("dark.off"))]
    if game.dark_barred_lead == "forbid_dark":
        dark.append(Asks(lambda s, a, i: not s.barred_rank(), "RK-R11", _dark_limit))
    if game.dark_king == "forbid_dark":
        dark.append(
            Asks(lambda s, a, i: not s.king_barred() or _may_hold_king(s, i), in_dark, _says("dark.king"))
        )
    turned = (
        Asks(lambda s, a, i: a.card != s.turned or king.met(s, a, i), in_dark, _says("king.turned")),
        king,
        Asks(lambda s, a, i: a.card != s.turned or limit.met(s, a, i), "RK-R11", _says("turned")),
        limit,
    )
    no_more = (
        Asks(
            lambda s, a, i: not s.turned or s.turned[0] != "K" or not s.king_barred(),
            in_dark,
            _says("dark.turned"),
        ),
        Asks(lambda s, a, i: False, "RK-R11", _says("dark.turned")),
    )
    return (
        Asked({"play": (held, king, limit)}, {DARK: dark}, (DARK,), bars=RankMatchState.barred),
        Asked({"play": (held, *turned)}, {DARK: no_more}, bars=RankMatchState.barred),
    )


def refusal(
    state: RankState[Any, Any],
    action: str,
    seat: Seat | None,
    over: str,
    due: Callable[[Seat, Seat], tuple[str, Text]],
    unreadable: tuple[str, str],
) -> Refusal | None:
    """Why a seat may not do this now; None if it may.

    Args:
        state: The moment.
        action: What it would do.
        seat: The seat; the one to act unless given.
        over: The id of the rule by which a deal that is over is over.
        due: Which rule says whose turn it is, and how, given the seat to act and this one.
        unreadable: The rule that says what can be done at all, and the key of a sentence about what cannot.
    """
    if state.to_act is None:
        return Refusal(over, say("refusal.over"))
    if seat is not None and seat != state.to_act:
        return Refusal(*due(state.to_act, seat))
    legal = tuple(each for each in state.actions() if HIDDEN not in each)
    done = tidy_action(action)
    if done in legal:
        return None
    asked = state.asked.of(done)
    if asked is None:
        return Refusal(unreadable[0], say(unreadable[1], text=short(action)), legal)
    fails = unmet(asked, state, done, state.turn)
    assert fails
    return Refusal(fails.rule, fails.says(state, done, state.turn), legal)


def why_not(state: RankMatchState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now where four play; None if it may."""
    return refusal(
        state,
        action,
        seat,
        over="RK-R13",
        due=lambda turn, other: ("RK-R3", say("refusal.turn", seat=seat_name(turn))),
        unreadable=("RK-R4", "rank_match.refusal.unreadable"),
    )
