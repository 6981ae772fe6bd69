"""The view of a state, and the facts by which a record describes it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import override

from kontrapunkt.core.interface import SEATS, Call, Pile, Seat, Status, TableCards
from kontrapunkt.core.messages import Text, in_faces, say, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.families.deal_view import DealView, write_trick
from kontrapunkt.families.follow_suit.game import FOLLOW, LEAD
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.record.facts import tidy, write_numbers, write_pairs
from kontrapunkt.text.catalogue import knows


@old_names(
    told_statuses="list_statuses",
    told_laid="list_table_cards",
    told_facts="list_facts",
    told_task="describe_task",
)
class FollowView[S: FollowState](DealView[S]):
    """A seat's view of a suit-following game of four."""

    @cached_property
    @override
    def best(self) -> int | None:
        return self._seen.order.best(self._seen.trick) if self._seen.trick else None

    @cached_property
    @override
    def trick_number(self) -> int:
        return min(self._seen.trick_number, self._seen.game.hand_size)

    @cached_property
    @override
    def piles(self) -> tuple[Pile, ...]:
        seen = self._seen
        sides = zip(seen.game.sides, seen.taken, seen.card_points, seen.before.points or (), strict=True)
        if seen.values:
            return tuple([_pile(seats, n, points - before, before) for seats, n, points, before in sides])
        return tuple([_pile(seats, n) for seats, n, *_ in sides])

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        return tuple([each.in_faces(self._seen.game.faces) for each in self.list_statuses()])

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        """The facts about earlier play that the rules need, as in a record's position."""
        seen = self._seen
        sides, past = seen.game.sides, seen.trick_number > 1
        leads = past or seen.phase in (LEAD, FOLLOW)
        return tidy(
            {
                "lead": SEATS[seen.leader] if leads else "",
                "trick": write_trick(self.trick),
                "trump": seen.trump,
                "calls": write_pairs([(SEATS[who], said) for who, said in seen.said], ", "),
                "points": write_numbers(sides, seen.card_points) if past and seen.values else "",
                "tricks": write_numbers(sides, seen.taken) if past else "",
                **self.list_facts(),
                **seen.session.facts,
            }
        )

    @cached_property
    @override
    def laid(self) -> tuple[TableCards, ...]:
        return tuple(replace(each, label=self._named(each.label)) for each in self.list_table_cards())

    @cached_property
    @override
    def calls(self) -> tuple[Call, ...]:
        """The calls, word for word, in order."""
        label = self._seen.game.call_label
        return tuple([Call(SEATS[who], said, self._named(label(said))) for who, said in self._seen.said])

    @cached_property
    @override
    def trump(self) -> str:
        return self._seen.trump

    @cached_property
    @override
    def task(self) -> Text:
        return self._named(self.describe_task()) if self.to_act else ""

    # Parts that each game defines; cards have the names of its faces

    def list_statuses(self) -> Iterable[Status]:
        """Return the facts shown beside the sides."""
        return ()

    def list_table_cards(self) -> Iterable[TableCards]:
        """Return the cards on the table outside hands and tricks."""
        return ()

    def list_facts(self) -> Mapping[str, str]:
        """Return the game's own facts about earlier play, as in a record's position."""
        return {}

    def describe_task(self) -> Text:
        """Return the task of the seat to act; empty to lead or to play a card."""
        return self.task_of_phase()

    def task_of_phase(self, **values: object) -> Text:
        """Return the game's sentence for the phase, `kg.task.auction`; empty for none.

        Args:
            **values: The values that the sentence takes besides the seat to act.
        """
        key = f"{self._seen.game.prefix.lower()}.task.{self._seen.phase}"
        return say(key, seat=seat_name(SEATS[self._seen.turn]), **values) if knows(key) else ""

    def _named(self, text: Text) -> Text:
        """Return text with card names in the game's faces."""
        return in_faces(text, self._seen.game.faces)


@lru_cache(4096)
def _pile(seats: tuple[Seat, ...], tricks: int, points: int | None = None, before: int = 0) -> Pile:
    return Pile(seats, tricks, points, before)
