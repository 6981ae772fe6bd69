"""Drills about unseen cards: how many are still out, and who can hold one."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.cards import card as card_of
from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.core.messages import Text, row, say, seat_name, the_card
from kontrapunkt.core.rules import Refusal
from kontrapunkt.drills import Drill, QuestionMoment, QuestionSetting
from kontrapunkt.families.card_distributions import Worlds, consistent
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick
from kontrapunkt.puzzles.knowledge import CardGroup, Knowledge
from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.phrasing import action_phrase
from kontrapunkt.record import ObservedDeal, SeatHistory


class Unseen(ChoicePuzzle):
    """A question about cards that the reader's seat has not seen."""

    place: ClassVar[str] = "list"

    def __init__(self, asked: QuestionSetting) -> None:
        """Open the deal as the seat has seen it."""
        super().__init__(asked.puzzle(self.name))
        self._asked = asked
        self._reader = asked.reader

    @override
    def hint(self) -> tuple[str, ...]:
        return ()


def open_to(line: PlayedDeal, reader: Seat) -> bool:
    """Return True if a seat has seen all actions of a deal.

    Then stepping through the deal shows it nothing new.
    """
    return all(
        seat == reader or state.seen_by(reader, seat, action) == action
        for state, (seat, action) in zip(line.states, line.moves, strict=False)
    )


# How many are still out? Trumps, cards of a suit, or of a rank ---------------------------------------------

LEAST: Final = 2
"""The fewest cards seen outside the hand; with fewer there is nothing to count."""

OFFERED: Final = 4
"""The number of answers: neighbouring numbers, one of them right."""


class CardsOut(Unseen):
    """The question how many cards of a group the seat has not seen."""

    name: ClassVar[str] = "out"

    @override
    def offer(self) -> tuple[Pick, ...]:
        right, own, why = self._counts["n"], self._counts["own"], self.solved[0]
        wrong: dict[int, Text] = {right + own: say("drill.out.own", own=own)} if own else {}
        for step in (1, -1, 2, -2, 3, 4) if self.at % 2 else (-1, 1, -2, 2, 3, 4):
            if right + step >= 0:
                wrong.setdefault(right + step, "")
        wrongs = list(wrong.items())[: OFFERED - 1]
        found = {right: why} | {n: row(filter(None, (text, why))) for n, text in wrongs}
        return tuple(Pick(str(n), str(n), n == right, found[n], self._group.rule) for n in sorted(found))

    @cached_property
    def _group(self) -> CardGroup:
        return self.knowledge.groups(self.state)[self._asked.moment.about]

    @cached_property
    def _counts(self) -> Mapping[str, int]:
        """The number of cards in all, in the reader's hand, seen elsewhere, and unseen."""
        hand = self.state.view(self._reader).hands[self._reader]
        places = self.game.pack, hand, self._open()
        every, own, gone = (sum(card in self._group.cards for card in place) for place in places)
        return {"all": every, "own": own, "gone": gone, "n": every - own - gone}

    def _open(self) -> Iterator[Card]:
        """Yield the cards that were played, or that the reader sees face up."""
        view = self.state.view(self._reader)
        for trick in self.state.view(None).tricks:
            yield from trick.cards
        yield from (*(play.card for play in view.trick), *view.added)
        yield from (card for each in view.laid for card in each.cards)
        for seat, hand in view.hands.items():
            yield from hand if seat != self._reader else ()

    @override
    def solve(self) -> tuple[Text, ...]:
        return (say("drill.out.why", **self._counts),)

    @override
    def ask(self) -> Text:
        return say("drill.out.ask", seat=seat_name(self._reader), cards=self._group.name)


def _countable(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield groups of cards to count; more cards played are harder."""
    game = line.start.game
    if not open_to(line, reader):
        return
    played = 0
    for at, state in enumerate(line.states):
        played += bool(at and line.moves[at - 1][1].card)
        if state.to_act != reader or not any(action.card for action in state.plays()):
            continue
        hand = state.view(reader).hands[reader]
        laid = {move[1].card for move in line.moves[:at]}
        for key, group in knowledge.groups(state).items():
            gone = sum(card in group.cards for card in laid if card)
            own = sum(card in group.cards for card in hand)
            if gone >= LEAST and gone + own < sum(card in group.cards for card in game.pack):
                yield QuestionMoment(at, played + 2 * gone + chance.random(), key)


# Who can still hold it? Who could not follow, beat or stay silent with it -----------------------------------

LOOKED_AT: Final = 8
"""The most cards for which the possible holders are computed, as it takes time."""


class WhoCanHold(Unseen):
    """The question which seats may hold a card that the reader's seat has not seen."""

    name: ClassVar[str] = "hold"
    many: ClassVar[bool] = True

    def __init__(self, asked: QuestionSetting) -> None:
        """Open the deal as the seat has seen it."""
        super().__init__(asked)
        self._card: Card = card_of(asked.moment.about)

    @override
    def offer(self) -> tuple[Pick, ...]:
        worlds = self._before(self.at)
        picks = []
        for seat in self.game.seats:
            if seat != self._reader:
                can = can_hold(worlds, self.game, seat, self._card)
                why, rule = self._why(seat, can)
                picks.append(Pick(seat, seat_name(seat), can, why, rule))
        return tuple(picks)

    def _why(self, seat: Seat, can: bool) -> tuple[Text, str]:
        """Return the reason why a seat can hold the card, or the act that excludes it."""
        if can:
            return say("drill.hold.can", seat=seat_name(seat), card=the_card(self._card)), ""
        if HIDDEN not in self.state.view(self._reader).hands[seat]:
            return say("drill.hold.empty", seat=seat_name(seat)), ""
        found = self._shown(seat)
        if found is None:
            return say("drill.hold.proved", seat=seat_name(seat)), ""
        at, refused = found
        action = self._asked.line.moves[at][1]
        values = {
            "seat": seat_name(seat),
            "card": the_card(self._card),
            "played": action_phrase(action) if action.card else self.knowledge.name(action),
            "number": self._asked.line.states[at].view(None).trick_number,
        }
        acted = "drill.hold.not" if action.card else "drill.hold.said"
        return say(acted, **values), refused.rule

    def _shown(self, seat: Seat) -> tuple[int, Refusal] | None:
        """Return the action that would be illegal with the card in hand, and the refusal."""
        line, where = self._asked.line, _where(self.game, seat)
        acts = [at for at, (who, _) in enumerate(line.moves[: self.at]) if who == seat]
        last = bisect_left(acts, True, key=lambda at: not self._before(at).holding(self._card, where).count)
        if not last:  # another seat's action excludes it
            return None
        at = acts[last - 1]
        able = self._before(at).holding(self._card, where)
        action = line.moves[at][1]
        if action.card and action.card != self._card:
            able = able.holding(action.card, where)
        if not able.count:
            return None
        refused = able.draw(Random(1)).why_not(action, seat)
        return (at, refused) if refused else None

    def _before(self, at: int) -> Worlds:
        """Return the deals that the reader's seat could not exclude after some moves."""
        return consistent(_seen(self._asked.line, at, self._reader))

    @override
    def ask(self) -> Text:
        return say("drill.hold.ask", seat=seat_name(self._reader), card=the_card(self._card))

    @override
    def solve(self) -> tuple[Text, ...]:
        return tuple(pick.said for pick in self.picks)


def can_hold(worlds: Worlds, game: Game, seat: Seat, card: Card) -> bool:
    """Return True if a seat holds a card in any of the deals not excluded."""
    return worlds.holding(card, _where(game, seat)).count > 0


def _where(game: Game, seat: Seat) -> tuple[str, int]:
    """Return the hand of a seat, as worlds name the places of cards."""
    order = SEATS if len(game.seats) == len(SEATS) else game.seats
    return "hand", order.index(seat)


def _seen(line: PlayedDeal, at: int, reader: Seat) -> SeatHistory:
    return ObservedDeal.start(line.start, line.moves[:at], [reader]).histories[reader]


def _doubtful(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    game = line.start.game
    if not game.inference or len(game.seats) < 3 or not open_to(line, reader):
        return
    able = [
        at
        for at, state in enumerate(line.states)
        if state.to_act == reader and state.view(None).trick_number > 2 and any(a.card for a in state.plays())
    ]
    if not able:
        return
    at = able[int(chance.random() * len(able))]
    worlds = consistent(_seen(line, at, reader))
    others = [seat for seat, hand in line.states[at].view(reader).hands.items() if HIDDEN in hand]
    cards = [*dict.fromkeys(worlds.cards)]
    for _ in range(min(LOOKED_AT, len(cards))):
        card = cards.pop(int(chance.random() * len(cards)))
        able_to = sum(can_hold(worlds, game, seat, card) for seat in others)
        if 0 < able_to < len(others):
            yield QuestionMoment(at, at + 4 * able_to + chance.random(), str(card))
            return


OUT: Final = Drill("out", _countable, CardsOut)
"""The drill "How many are still out?"."""

HOLD: Final = Drill("hold", _doubtful, WhoCanHold)
"""The drill "Who can still hold it?"."""
