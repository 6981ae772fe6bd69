"""Puzzle knowledge of Königrufen of Graden: duties, bids and chips."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat, Trick
from kontrapunkt.core.messages import Text, card_name, listed, say, suit_name
from kontrapunkt.families.follow_suit import LEAD
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS, LAST_TRICK, TEN, pairs
from kontrapunkt.games.koenigrufen_graden.result import (
    GradenOutcome,
    one_of_two,
    outcome_of,
    settle_chips,
    settle_schurln,
)
from kontrapunkt.games.koenigrufen_graden.state import AUCTION, CALL, KoenigrufenState
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Mistake, Saying
from kontrapunkt.search import Goal

Paid = Iterator[tuple[tuple[int, ...], str]]
"""The chips of each seat after a mistake, and the name of the mistake."""

_OTHER: Final = {"bettler": "plauderer", "durchmarsch": "hundert", "durchmarsch_letzten": "hundert_letzten"}
_OTHERS: Final = {**_OTHER, **{name: other for other, name in _OTHER.items()}}
"""Contracts with the same aim, whose values are easily confused."""


class GradenKnowledge(FollowKnowledge[KoenigrufenState]):
    """The parts of Königrufen of Graden that puzzles ask about."""

    lead_rule = "KG-P1"
    follow_rule = "KG-P2"
    void_rule = "KG-P4"
    deeds = frozenset(("call", "lay"))
    reasons: ClassVar = {"pass": ("pass", "KG-R2"), "lay": ("any", "KG-R5"), "call": ("another", "KG-R10")}

    # Calls

    @override
    def calls(self, state: KoenigrufenState, seat: Seat) -> tuple[Action, ...]:
        if state.phase == CALL:
            return tuple(CALLS)
        return (PASS, *BIDS) if state.phase == AUCTION else super().calls(state, seat)

    @override
    def name(self, action: Action) -> Text:
        return say("kg.gut") if action == PASS else super().name(action)

    # Legal actions

    @override
    def why_done(self, state: KoenigrufenState, action: Action, seat: Seat | None) -> Saying:
        if action not in BIDS:
            return super().why_done(state, action, seat)
        contract = BIDS[action]
        values = {"bid": contract.title, "highest": state.contract.title}
        if contract is state.contract:
            return self.tell("joins", **values), "KG-R4"
        held = [card_name(one) for one in pairs(state.dealt(state.turn))]
        if contract.pair and held:  # an option allows the bid without a pair
            return self.tell("pair", held=listed("and", held), **values), "KG-R9"
        return self.tell("higher" if state.bidders else "opens", **values), "KG-R2"

    @override
    def why_played(self, state: KoenigrufenState, card: Card) -> Saying:
        mine, trick, order = card_name(card), state.trick, state.order
        if state.standing.laid[state.turn]:
            return self.tell("turned_up", card=mine), "KG-P6"
        own = order.of_suit(order.suits[trick[0]], state.hands[state.turn]) if trick else ()
        if not own or not state.duty.must_beat:
            return super().why_played(state, card)
        best = card_name(trick[order.best(trick)])
        beating = order.beating(own, trick)
        if not beating:
            suit = suit_name(trick[0].suit)
            return self.tell("none_beats", suit=suit, best=best, card=mine), "KG-P2"
        cards = listed("and", [card_name(one) for one in beating])
        return self.tell("beats", n=len(beating), cards=cards, best=best), "KG-P3"

    # Winner of a trick

    @override
    def remark(self, state: KoenigrufenState, *cards: Card) -> Text:
        """Return a remark on the rank of tens if there is a ten among the cards."""
        order = self.tell(f"order.{'ten' if state.order == TEN else 'king'}")
        return order if "T" in [card.rank for card in cards] else ""

    @override
    def twists(self, state: KoenigrufenState, trick: Trick) -> int:
        """Count the traps of a trick.

        They are higher cards of other suits, a ten beside court cards of the suit led, and the order with the
        ten second.
        """
        led = trick.plays[0].card.suit
        suited = {card.rank for card in trick.cards if card.suit == led}
        beside = "T" in suited and bool(suited & {"K", "Q", "J"})
        return super().twists(state, trick) + beside + (state.order == TEN)

    # Goals

    @override
    def teams(self, state: KoenigrufenState) -> Iterable[tuple[Seat, ...]]:
        """Return the side that plays the contract, and all the others."""
        if not state.playing or state.contract.aim == "points":
            return super().teams(state)
        own = {SEATS[seat] for seat in state.team}
        return [tuple(seat for seat in SEATS if (seat in own) == ours) for ours in (True, False)]

    @override
    def aims(self, state: KoenigrufenState) -> tuple[Goal, ...]:
        if state.contract.aim == "points" or len(state.bidders) > 1:
            return ()
        return (Goal.create("contract", [SEATS[seat] for seat in state.team]),)

    @override
    def in_other_words(self, aim: Aim, state: KoenigrufenState) -> Text:
        if aim.goal.kind != "contract":
            return super().in_other_words(aim, state)
        key = "words.no-tricks" if state.contract.aim == "none" else "words.all"
        return self.tell(f"{key}.{aim.whose}", key, side=aim.name)

    # Results

    @override
    def counts(self, end: KoenigrufenState, action: Action) -> bool:
        return end.contract.aim == "points" and super().counts(end, action)

    @override
    def steps(self, end: KoenigrufenState) -> int:
        found = outcome_of(end)
        schurln_counts = end.contract.aim == "points"
        early = end.trick_number <= end.game.hand_size
        return 1 + schurln_counts + (len(found.for_it) > 1) + bool(end.standing.called) + early

    @override
    def mistakes(self, end: KoenigrufenState) -> Iterator[Mistake]:
        found = outcome_of(end)
        for chips, mistake in _mistakes(end, found):
            brought = self.numbers_told(dict(zip(SEATS, chips, strict=True)))
            yield self.mistake(brought, mistake, "KG-S20" if mistake == "last" else found.rule)

    # Mining

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: KoenigrufenState, action: Action | None
    ) -> tuple[str, ...]:
        plain = {"legal": "following", "trick": "following", "call": "calls", "score": "result"}
        return (plain.get(kind, "leading" if before.phase == LEAD else "following"),)


def _mistakes(end: KoenigrufenState, found: GradenOutcome) -> Paid:
    if end.contract.aim == "points":
        yield from _in_schurln(end, found)
    elif len(end.bidders) == 2:
        yield from _of_two(end, found)
    elif len(found.for_it) == 2:
        yield from _of_a_pair(found)
    else:
        yield from _alone(end, found)
    other = _OTHERS.get(end.contract.name)
    if other:
        yield tuple(number * end.game.stakes[other] // found.unit for number in found.chips), "value"
    yield tuple(-number for number in found.chips), "turned"


def _in_schurln(end: KoenigrufenState, found: GradenOutcome) -> Paid:
    """Yield mistakes in Schurln.

    The last trick is forgotten, not all of those who tie pay, or each of them pays everybody.
    """
    points, worst, unit = end.card_points, found.for_it, found.unit
    without = [number - LAST_TRICK * (seat == end.leader) for seat, number in enumerate(points)]
    yield (settle_schurln(without, unit).chips if len(set(without)) > 1 else (0, 0, 0, 0)), "last"
    if len(worst) == 1:
        second = max((seat for seat in range(4) if seat not in worst), key=lambda seat: points[seat])
        yield settle_chips((worst[0], second), -unit), "second"
    else:
        yield settle_chips(worst[:1], -unit), "tied"
        yield settle_chips(worst[-1:], -unit), "tied"
        yield settle_chips(worst[:2], -unit), "tied"
        yield settle_chips(worst[:2], -2 * unit), "each"
    yield settle_chips((points.index(min(points)),), unit), "least"


def _of_two(end: KoenigrufenState, found: GradenOutcome) -> Paid:
    """Yield mistakes with two players in one contract.

    The outcome is another one, each is settled alone, or the value is that of a single player.
    """
    bidders, unit = end.bidders, found.unit
    fails = [end.taken[seat] > 0 for seat in bidders]
    alone = end.game.stakes[end.contract.name]
    paid = [
        settle_chips((seat,), -alone if fail else alone) for seat, fail in zip(bidders, fails, strict=True)
    ]
    yield tuple(map(sum, zip(*paid, strict=True))), "apart"
    if fails[0] != fails[1]:
        winner, loser = bidders[fails.index(False)], bidders[fails.index(True)]
        yield one_of_two(loser, winner, unit), "turned"
        yield tuple(number // 3 for number in one_of_two(winner, loser, unit)), "thrice"
        yield settle_chips(bidders, -2 * unit), "both"
        yield one_of_two(winner, loser, alone), "joined_value"
    elif fails[0]:
        yield settle_chips(bidders, -unit), "twice"
        yield settle_chips(bidders, -2 * alone), "joined_value"
        yield one_of_two(bidders[0], bidders[1], unit), "one"
    else:
        yield settle_chips(bidders, 2 * unit), "once"
        yield settle_chips(bidders, alone), "joined_value"


def _of_a_pair(found: GradenOutcome) -> Paid:
    """Yield mistakes about the partner: none, a wrong one, or one who is exempt."""
    bidder, partner = found.for_it
    number = found.chips[bidder]
    yield settle_chips((bidder,), number), "partner"
    yield tuple({bidder: 2 * number, partner: 0}.get(seat, -number) for seat in range(4)), "let_off"
    other = next(seat for seat in range(4) if seat not in found.for_it)
    yield settle_chips((bidder, other), number), "wrong_partner"
    yield settle_chips(found.for_it, -number), "turned"
    yield settle_chips((bidder,), -number), "turned"


def _alone(end: KoenigrufenState, found: GradenOutcome) -> Paid:
    """Yield mistakes with a single bidder.

    The payment is shared, made once instead of three times, or that of another contract.
    """
    bidder, unit = found.for_it[0], found.unit
    each = found.chips[bidder] // 3
    yield settle_chips((bidder,), -each), "turned"
    if end.contract.aim == "at_the_last":
        partner = end.leader if end.leader != bidder else (bidder + 1) % 4
        yield settle_chips((bidder, partner), each), "shared"
        yield settle_chips((bidder, partner), -each), "shared"
    sign = 1 if each > 0 else -1
    joined = end.game.stakes.get(f"two_{end.contract.name}")
    if joined:
        yield settle_chips((bidder,), sign * joined), "alone_value"
    others = sorted({*end.game.stakes.values()} - {unit})
    for value in sorted(others, key=lambda value: abs(value - unit)):
        yield settle_chips((bidder,), sign * value), "value"
