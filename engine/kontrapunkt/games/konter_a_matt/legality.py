"""What an action has to meet in Konter a Matt, and what is said of one that does not."""

from collections.abc import Callable, Sequence

from kontrapunkt.cards import HIDDEN, SUITS, Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import LEAD, TRUMP, Legality, is_card
from kontrapunkt.game import Action
from kontrapunkt.games.konter_a_matt import table
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.legality import Choice, Requirement
from kontrapunkt.said import Text, card_name, say, suit_name, the_card, the_cards

Asks = Requirement[KonterState]


def _holds(state: KonterState, action: Action, seat: int) -> bool:
    """Whether a seat holds the cards of an announcement, or may hold them where its hand is hidden."""
    hand = state.hands[seat]
    lacking = [card for card in table.HOLDS[action] if card not in hand]
    if not lacking or hand[-1:] != (HIDDEN,):
        return not lacking
    left = state.unseen
    return hand.count(HIDDEN) >= len(lacking) and all(left[card] for card in lacking)


def _lacks(state: KonterState, action: Action, seat: int) -> Text:
    lacking = [card for card in table.HOLDS[action] if card not in state.hands[seat]]
    values = {"name": state.game.call_label(action), "needed": the_cards(table.HOLDS[action])}
    if len(lacking) == len(table.HOLDS[action]):
        return say(f"km.refusal.say.cards.{len(lacking)}", **values)
    return say("km.refusal.say.cards", **values, lacking=the_cards(lacking, "or"))


def _said_by(state: KonterState, seat: int) -> list[Action]:
    return [said for who, said in state.said if who == seat]


def _breach(state: KonterState, action: Action, seat: int) -> Text:
    card = Card(action)
    breach = state.duty.breach(state.order, state.hands[seat], state.trick, card)
    assert breach is not None
    held = state.order.of_suit(breach.suit, breach.cards)
    values = {"card": the_card(card), "held": the_cards(held)}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        queen = lead in table.MATADORS and lead.suit != state.trump
        return say("km.refusal.trump.queen" if queen else "km.refusal.trump", lead=card_name(lead), **values)
    return say("km.refusal.follow", suit=suit_name(breach.suit), **values)


def _says(key: str) -> Callable[[KonterState, Action, int], Text]:
    """What says a sentence that names no card."""

    def said(state: KonterState, action: Action, seat: int) -> Text:
        game = state.game
        before = next(map(game.call_label, _said_by(state, seat)), "")
        values = {"text": short(action), "suits": ", ".join(SUITS), "suit": suit_name(state.trump)}
        values |= {"name": game.call_label(action), "said": before}
        return say(
            f"km.refusal.{key}", n=state.card_points[game.side_of[seat]], most=table.HALF + 1, **values
        )

    return said


NAMING = Choice(
    tuple(table.TRUMPS),
    open=(),
    each=(
        Asks(lambda s, a, i: a.verb != "pass", "KM-R6", _says("naming.pass")),
        Asks(lambda s, a, i: a.verb == "trump", "KM-R6", _says("naming.first")),
        Asks(lambda s, a, i: a in table.TRUMPS, "KM-R6", _says("naming.suit")),
    ),
)
ANNOUNCING = Choice(
    tuple(table.HOLDS),
    open=(
        Asks(lambda s, a, i: bool(s.trump), "KM-R9", _says("say.early")),
        Asks(
            lambda s, a, i: s.trick_number == 1 and len(s.hands[i]) == table.HAND, "KM-R9", _says("say.late")
        ),
        Asks(lambda s, a, i: i == s.turn or not s.game.announces_in_turn, "KM-R9", _says("say.turn")),
    ),
    each=(
        Asks(_holds, "KM-R8", _lacks),
        Asks(
            lambda s, a, i: _said_by(s, i) in ([], [table.SAY_MATT] * (a == table.SAY_KONTER)),
            "KM-R10",
            _says("say.twice"),
        ),
    ),
)
CLAIMING = Choice(
    (table.CLAIM,),
    open=(
        Asks(lambda s, a, i: s.game.claims, "KM-R16", _says("claim.off")),
        Asks(lambda s, a, i: s.phase == LEAD and s.trick_number > 1, "KM-R16", _says("claim.between")),
        Asks(lambda s, a, i: s.card_points[s.game.side_of[i]] > table.HALF, "KM-R16", _says("claim.points")),
    ),
)
PLAYING = (
    Asks(lambda s, a, i: a.verb != "trump", "KM-R6", _says("named")),
    Asks(lambda s, a, i: a.verb != "say", "KM-R8", _says("say.unknown")),
    Asks(is_card, "KM-R14", _says("unreadable")),
    Asks(lambda s, a, i: a.card in s.cards_allowed(), "KM-R14", _breach),
)


def _asked(state: KonterState, action: Action) -> Sequence[Asks]:
    if action in table.HOLDS:
        return ANNOUNCING.asked
    if action == table.CLAIM:
        return CLAIMING.asked
    return PLAYING if state.trump else NAMING.asked


LEGALITY = Legality[KonterState](
    deeds=lambda state: NAMING.legal(state, state.turn),
    calls=lambda state, seat: ANNOUNCING.legal(state, seat) or CLAIMING.legal(state, seat),
    asked=_asked,
)
