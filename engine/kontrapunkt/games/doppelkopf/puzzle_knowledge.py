"""What puzzles know of Doppelkopf: reservations, calls by the cards in hand, hidden trumps, game points."""

from collections.abc import Iterator, Mapping
from typing import Final, override

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.cards import card as card_of
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.game import SEATS, Action, Seat, Trick
from kontrapunkt.games.doppelkopf.actions import (
    ACCEPT,
    BID_POVERTY,
    BID_SOLO,
    BID_WEDDING,
    BIDS,
    DISCARDS,
    GIVE,
    HEALTHY,
    NAMES,
    NAMING,
    OFFER,
    PARTNERS,
    PASS,
    PIGLETS,
    PUT,
    RESERVATION,
    RESERVATIONS,
    SAID,
    SAY,
    TELL,
    TELLING,
    THROW_IN,
    WEDDING_KINDS,
    WITHDRAW,
)
from kontrapunkt.games.doppelkopf.legality import speaker
from kontrapunkt.games.doppelkopf.puzzle_results import findings, mistakes
from kontrapunkt.games.doppelkopf.solver import parties_of
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import KONTRA, RE, UNKNOWN
from kontrapunkt.naming import card_name
from kontrapunkt.puzzles.aim import side_text
from kontrapunkt.puzzles.knowledge import Saying
from kontrapunkt.search import Goal

_SAID: Final[dict[Action, tuple[str, str]]] = {
    HEALTHY: ("healthy", "DK-R1"),
    RESERVATION: ("reservation", "DK-R2"),
    WITHDRAW: ("withdraw", "DK-R8"),
    BID_POVERTY: ("poverty", "DK-V13"),
    THROW_IN: ("throw_in", "DK-V14"),
    ACCEPT: ("accept", "DK-V13"),
    PIGLETS: ("piglets", "DK-V15"),
    **dict.fromkeys(BID_SOLO, ("solo", "DK-R4")),
    **dict.fromkeys(WEDDING_KINDS, ("wedding", "DK-R4")),
    **dict.fromkeys(TELLING, ("tell", "DK-V13")),
    **dict.fromkeys(PARTNERS, ("partner", "DK-V22")),
}
"""What is said of anything but a card or an announcement that may be done, and by which rule."""


class DoppelkopfKnowledge(FollowKnowledge[DoppelkopfState]):
    """What puzzles know of Doppelkopf."""

    lead_rule = "DK-P1"
    follow_rule = "DK-P2"

    deeds = frozenset(("discard",))

    cards_mined = 6  # those with more are found, too, but each may take many seconds

    # Calls

    @override
    def calls(self, state: DoppelkopfState, seat: Seat) -> tuple[Action, ...]:
        game = state.game
        if state.phase == RESERVATIONS:
            return (HEALTHY, RESERVATION, BID_WEDDING, *game.solo_bids[:1])
        if state.phase == NAMING:
            return (*game.solo_bids, BID_WEDDING, PASS)
        if state.phase in (PUT, GIVE):
            return tuple(DISCARDS[one] for one in dict.fromkeys(state.hands[SEATS.index(seat)]))
        if state.phase in (OFFER, TELL):
            return (ACCEPT, PASS, PIGLETS) if state.phase == OFFER else tuple(TELLING)
        own = state.parties[SEATS.index(seat)]
        if not own:
            return tuple(SAY[party, level] for party in (RE, KONTRA) for level in (0, 1))
        return (*(SAY[own, level] for level in range(5)), SAY[-own, 0])

    @override
    def name(self, action: Action) -> str:
        if action in DISCARDS.values():
            return words.say("puzzle.dk.discard", card=card_name(card_of(action.argument)))
        if action in SAID:
            party, level = SAID[action]
            return " ".join(filter(None, (words.say(f"dk.party.{NAMES[party]}"), BIDS[level])))
        return words.say(f"action.{action}") if words.knows(f"action.{action}") else super().name(action)

    # What is allowed

    @override
    def why_allowed(self, state: DoppelkopfState, action: Action, seat: Seat | None = None) -> Saying:
        if action.card is not None:
            told, rule = super().why_allowed(state, action, seat)
            void = state.trick and not self._suited(state)
            return told, "DK-P3" if void else rule
        if action in SAID:
            return self._why_called(state, action, seat)
        if action == PASS:
            key = "refuse" if state.phase == OFFER else "pass"
            return words.say(f"puzzle.dk.may.{key}"), "DK-V13" if state.phase == OFFER else "DK-R5"
        if action in DISCARDS.values():
            one = card_of(action.argument)
            trump = state.phase == PUT and state.order.suits[one] == TRUMP
            key = "give" if state.phase == GIVE else "put.trump" if trump else "put"
            return words.say(f"puzzle.dk.may.{key}", card=card_name(one)), "DK-V13"
        key, rule = _SAID[action]
        return words.say(f"puzzle.dk.may.{key}"), rule

    def _suited(self, state: DoppelkopfState) -> tuple[Card, ...]:
        """The cards of the seat to act that follow the card led."""
        led = state.order.suits[state.trick[0]]
        return state.order.of_suit(led, state.hands[state.turn])

    def _why_called(self, state: DoppelkopfState, action: Action, who: Seat | None) -> Saying:
        """Why a call may be made: in time, with all it includes, or as a reply."""
        party, level = SAID[action]
        seat = state.turn if who is None else SEATS.index(who)
        reached = state.level(party)
        values = {
            "call": self.name(action),
            "n": len(state.hands[seat]),
            "due": state.game.deadlines[level] - state.contract.shift,
        }
        if not speaker(state, seat).in_time(party, reached + 1):
            theirs = state.level(-party)
            answered = self.name(SAY[-party, theirs])
            least = state.game.deadlines[theirs] - state.contract.shift - 1
            return words.say("puzzle.dk.may.reply", answered=answered, least=least, **values), "DK-R27"
        if level == 0 and state.game.by_table:
            return words.say("puzzle.dk.may.table", **values), "DK-V19"
        if level > reached + 1:
            between = [f"“{self.name(SAY[party, each])}”" for each in range(reached + 1, level)]
            first = state.game.deadlines[reached + 1] - state.contract.shift
            listed = words.listed("and", between)
            return words.say("puzzle.dk.may.includes", between=listed, first=first, **values), "DK-R24"
        return words.say("puzzle.dk.may.call", **values), "DK-R22"

    # Who takes a trick

    @override
    def why_lost(self, state: DoppelkopfState, trick: Trick, seat: Seat) -> Saying:
        told, rule = super().why_lost(state, trick, seat)
        plays = {play.seat: play for play in trick.plays}
        mine, best = plays[seat], plays[trick.winner]
        later = mine.card == best.card and trick.plays.index(mine) < trick.plays.index(best)
        return told, "DK-V2" if later else rule

    @override
    def twists(self, state: DoppelkopfState, trick: Trick) -> int:
        """Trumps that look as if they followed, the other way round, equals, aces in vain, a weak ace."""
        suits = state.order.suits
        cards = [play.card for play in trick.plays]
        led, own = suits[cards[0]], [(suits[card], card) for card in cards]
        looks_plain = sum(suit == TRUMP != led and card.suit == led for suit, card in own)
        looks_trump = sum(suit != TRUMP and _usual(card) for suit, card in own)
        aces = sum(suit not in (led, TRUMP) and card.rank == "A" for suit, card in own)
        equal = len(cards) - len({*cards})
        rich = any(suit == TRUMP and card.rank in "AT" and card != "TH" for suit, card in own)
        trumped = led != TRUMP and sum(suit == TRUMP for suit, _ in own) > 1
        return looks_plain + looks_trump + aces + equal + rich + trumped

    # Goals

    @override
    def sides(self, state: DoppelkopfState) -> Mapping[str, tuple[Seat, ...]]:
        """Who plays alone, or both parties."""
        if UNKNOWN in state.parties:
            return super().sides(state)
        return {side_text(seats): seats for seats in parties_of(state)}

    @override
    def aims(self, state: DoppelkopfState) -> tuple[Goal, ...]:
        return tuple(Goal.of("points", seats) for seats in parties_of(state))

    # Results

    @override
    def before_counting(self) -> str:
        return words.say("puzzle.dk.first")

    @override
    def steps(self, end: DoppelkopfState) -> int:
        return findings(end)

    @override
    def mistaken(self, end: DoppelkopfState) -> Iterator[tuple[str, str, str]]:
        yield from mistakes(end)
        yield from super().mistaken(end)


def _usual(card: Card) -> bool:
    """Whether a card is a trump in a normal game and does not look it."""
    return card.rank in "QJ" or card == "TH"
