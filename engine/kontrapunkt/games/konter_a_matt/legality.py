"""What an action has to meet in Konter a Matt, and what is said of one that does not."""

from collections.abc import Sequence

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import LEAD, TRUMP, Legality, is_card
from kontrapunkt.game import Action
from kontrapunkt.games.konter_a_matt import table
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.legality import Asking, Choice, Requirement
from kontrapunkt.said import Text, card_name, say, suit_name, the_card, the_cards


def _holds(state: KonterState, action: Action, seat: int) -> bool:
    """Whether a seat holds the cards of an announcement, or may hold them where its hand is hidden."""
    hand = state.hands[seat]
    lacking = [card for card in table.HOLDS[action] if card not in hand]
    if not lacking or hand[-1:] != (HIDDEN,):
        return not lacking
    left = state.unseen
    return hand.count(HIDDEN) >= len(lacking) and all(left[card] for card in lacking)


def _lacks(state: KonterState, action: Action, seat: int) -> Text:
    name, needed = state.game.call_label(action), table.HOLDS[action]
    lacking = [card for card in needed if card not in state.hands[seat]]
    values = {"needed": the_cards(needed), "lacking": the_cards(lacking, "or")}
    n = len(needed) if len(lacking) == len(needed) else 0
    return say("km.refusal.say.cards", name=name, n=n, two=int(n == 2), **values)


def _said_by(state: KonterState, seat: int) -> list[Action]:
    return [said for who, said in state.said if who == seat]


def _breach(state: KonterState, action: Action, seat: int) -> Text:
    card = Card(action)
    breach = state.breach(card)
    held = state.order.of_suit(breach.suit, breach.cards)
    values = {"card": the_card(card), "held": the_cards(held)}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        queen = int(lead in table.MATADORS and lead.suit != state.trump)
        return say("km.refusal.trump", lead=card_name(lead), queen=queen, **values)
    return say("km.refusal.follow", suit=suit_name(breach.suit), **values)


def _values(state: KonterState, action: Action, seat: int) -> dict[str, object]:
    """What sentences take that name no card."""
    game = state.game
    return {
        "text": short(action),
        "suit": suit_name(state.trump),
        "name": game.call_label(action),
        "said": next(map(game.call_label, _said_by(state, seat)), ""),
        "n": state.card_points[game.side_of[seat]],
        "most": table.HALF + 1,
    }


_asks = Asking[KonterState]("km.refusal", _values)

NAMING = (
    _asks(lambda s, a, i: a.verb != "pass", "KM-R6", "naming.pass"),
    _asks(lambda s, a, i: a.verb == "trump", "KM-R6", "naming.first"),
    _asks(lambda s, a, i: a in table.TRUMPS, "KM-R6", "naming.suit"),
)
ANNOUNCING = Choice(
    tuple(table.HOLDS),
    open=(
        _asks(lambda s, a, i: s.trump, "KM-R9", "say.early"),
        _asks(lambda s, a, i: s.trick_number == 1 and len(s.hands[i]) == table.HAND, "KM-R9", "say.late"),
        _asks(lambda s, a, i: i == s.turn or not s.game.announces_in_turn, "KM-R9", "say.turn"),
    ),
    each=(
        Requirement(_holds, "KM-R8", _lacks),
        _asks(
            lambda s, a, i: _said_by(s, i) in ([], [table.SAY_MATT] * (a == table.SAY_KONTER)),
            "KM-R10",
            "say.twice",
        ),
    ),
)
CLAIMING = Choice(
    (table.CLAIM,),
    open=(
        _asks(lambda s, a, i: s.game.claims, "KM-R16", "claim.off"),
        _asks(lambda s, a, i: s.phase == LEAD and s.trick_number > 1, "KM-R16", "claim.between"),
        _asks(lambda s, a, i: s.card_points[s.game.side_of[i]] > table.HALF, "KM-R16", "claim.points"),
    ),
)
PLAYING = (
    _asks(lambda s, a, i: a.verb != "trump", "KM-R6", "named"),
    _asks(lambda s, a, i: a.verb != "say", "KM-R8", "say.unknown"),
    _asks(is_card, "KM-R14", "unreadable"),
    Requirement(lambda s, a, i: a.card in s.cards_allowed(), "KM-R14", _breach),
)


def _asked(state: KonterState, action: Action) -> Sequence[Requirement[KonterState]]:
    if action in table.HOLDS:
        return ANNOUNCING.asked
    if action == table.CLAIM:
        return CLAIMING.asked
    return PLAYING if state.trump else NAMING


LEGALITY = Legality[KonterState](
    deeds=lambda state: tuple(table.TRUMPS),
    calls=lambda state, seat: ANNOUNCING.legal(state, seat) or CLAIMING.legal(state, seat),
    asked=_asked,
)
