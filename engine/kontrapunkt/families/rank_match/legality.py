"""What an action has to meet where four play a game in which ranks match, and what is said if it does not."""

from typing import Any

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.rank_match.rules import Asked, RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState, RankState
from kontrapunkt.families.rank_match.table import DARK, a_rank, ranks
from kontrapunkt.game import Action
from kontrapunkt.legality import Asking, Requirement
from kontrapunkt.said import Text, card_name, say, the_card, the_cards


def not_held(state: RankState[Any, Any], action: Action, seat: int) -> Text:
    """That a hand does not hold the card that an action carries.

    Args:
        state: The moment.
        action: The action.
        seat: The number of whose hand it is.
    """
    return say("refusal.not_held", card=the_card(action.carries or HIDDEN), hand=the_cards(state.hands[seat]))


def _values(state: RankMatchState, action: Action, seat: int) -> dict[str, object]:
    """What sentences take: the card played, or else the one that was turned, and what may not be led."""
    card, game = action.card or state.turned, state.game
    led = {"rank": a_rank(action[0]), "ranks": ranks(state.barred_rank())}
    limit = {"three": int(game.lead_limit == 3), "team": int(game.lead_limit_scope == "team")}
    return {"card": card_name(card) if card else "", **led, **limit}


_asks = Asking[RankMatchState]("rank_match.refusal", _values)


def _may_hold_king(state: RankMatchState, seat: int) -> bool:
    return any(card[0] in "K?" for card in state.hands[seat])  # a hidden card may be the king


def asked(game: RankMatchRules[Any]) -> tuple[Asked[RankMatchState], Asked[RankMatchState]]:
    """What is asked as a rule, and of the seat that has turned a card in the dark and must keep it.

    Args:
        game: The game, by whose options it is settled.
    """
    from_hand, in_dark = game.king_rules
    held = Requirement[RankMatchState](lambda s, a, i: a.card in s.hands[i], "RK-R4", not_held)
    king = _asks(lambda s, a, i: a[0] != "K" or not s.king_barred(), from_hand, "king")
    limit = _asks(lambda s, a, i: a[0] not in s.barred(), "RK-R9", f"limit.{game.lead_limit_scope}")
    dark = [_asks(lambda s, a, i: s.stock, "RK-R5", "dark.stock")]
    if not game.options.on("dark_play"):
        dark = [_asks(lambda s, a, i: False, "RK-R5", "dark.off")]
    if game.dark_barred_lead == "forbid_dark":
        dark.append(_asks(lambda s, a, i: not s.barred_rank(), "RK-R11", "dark.limit"))
    if game.dark_king == "forbid_dark":
        dark.append(_asks(lambda s, a, i: not s.king_barred() or _may_hold_king(s, i), in_dark, "dark.king"))
    turned = (
        _asks(lambda s, a, i: a.card != s.turned or king.met(s, a, i), in_dark, "king.turned"),
        king,
        _asks(lambda s, a, i: a.card != s.turned or limit.met(s, a, i), "RK-R11", "turned"),
        limit,
    )
    no_more = (
        _asks(
            lambda s, a, i: not s.turned or s.turned[0] != "K" or not s.king_barred(), in_dark, "dark.turned"
        ),
        _asks(lambda s, a, i: False, "RK-R11", "dark.turned"),
    )
    unknown = ("RK-R4", "rank_match.refusal.unreadable")
    return (
        Asked({"play": (held, king, limit)}, {DARK: dark}, unknown, (DARK,), bars=RankMatchState.barred),
        Asked({"play": (held, *turned)}, {DARK: no_more}, unknown, bars=RankMatchState.barred),
    )
