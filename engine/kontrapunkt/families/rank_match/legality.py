"""What an action has to meet where four play, and what is said of one that does not."""

from collections.abc import Callable
from typing import Any

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import short
from kontrapunkt.families.rank_match.asked import CARD, Asked
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.families.rank_match.table import CARDS, DARK, a_rank, ranks
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


def _not_held(state: RankMatchState, action: Action, seat: int) -> Text:
    return say("refusal.not_held", card=the_card(CARDS[action]), hand=the_cards(state.hands[seat]))


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
    held = Asks(lambda s, a, i: a.card in s.hands[i], "RK-R4", _not_held)
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
        Asked({CARD: (held, king, limit), DARK: dark}, (DARK,), bars=RankMatchState.barred),
        Asked({CARD: (held, *turned), DARK: no_more}, bars=RankMatchState.barred),
    )


def why_not(state: RankMatchState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now; None if it may."""
    if state.to_act is None:
        return Refusal("RK-R13", say("refusal.over"))
    if seat is not None and seat != state.to_act:
        return Refusal("RK-R3", say("refusal.turn", seat=seat_name(state.to_act)))
    legal = tuple(each for each in state.actions() if str(each) != HIDDEN)
    done = tidy_action(action)
    if done in legal:
        return None
    if done != DARK and done.card is None:
        return Refusal("RK-R4", say("rank_match.refusal.unreadable", text=short(action)), legal)
    lists = state.asked.lists
    fails = unmet(lists[DARK if done == DARK else CARD], state, done, state.turn)
    assert fails
    return Refusal(fails.rule, fails.says(state, done, state.turn), legal)
