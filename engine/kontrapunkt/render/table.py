"""The table: hands at the compass points around the trick, piles at the edge."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action, Play, Seat, TableCards, Trick, View
from kontrapunkt.core.messages import action_name, seat_name
from kontrapunkt.render.cards import card_html, keys, pin
from kontrapunkt.render.markup import (
    Attributes,
    Markup,
    aria_hidden,
    bare,
    classes,
    el,
    heading,
    joined,
    text,
    visually_hidden,
)
from kontrapunkt.render.piles import (
    DARK,
    backs,
    beside_name,
    chip,
    cloth,
    edge,
    for_everybody,
    is_dark,
    own_tricks,
    purse,
)
from kontrapunkt.render.speech import describe, say_hand, say_stock, say_taken
from kontrapunkt.render.trick import cards_in_trick, laid_trick, place_of
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text, turn_name

_MIDDLE: Final = '<div class="kp-middle">'


ROOMS: Final = (4, 6, 8, 12)
"""The hand sizes for which CSS reserves room; longer hands show only card tops."""

FEW: Final = 2
"""The longest hand of a diagram that is drawn lower than others."""

LONG: Final = (6, 8, 10, 12)
"""The hand sizes above which the layout of a hand changes.

The markup tells CSS, since a rule that counts cards itself (`:has()`) would be evaluated with every card that
moves.
"""


def room_for(cards: int) -> int:
    """Return the smallest room for a hand, or the largest for longer ones.

    Args:
        cards: The number of cards.
    """
    return next((room for room in ROOMS if cards <= room), ROOMS[-1])


@dataclass(frozen=True, kw_only=True)
class TableRenderer:
    """Renders the table of a view.

    Attributes:
        widget_id: The prefix of element ids.
        interactive: Whether cards are buttons; in a diagram they are spans.
        resting: A finished trick that is still on the table (the view's own trick is empty then).
        swept: Whether the resting trick is in front of its winner, on its way to the pile.
        foot: The seat at the foot; by default the viewer's, or South with open hands.
        cue: Whether playable cards are raised.
        chosen: The cards of the seat to act that the reader has marked; None if cards cannot be marked.
        most: The least hand size to reserve room for.
        left_out: Seats whose cards are missing from the view.
        playing: Whether somebody plays at the table from one seat: the hand at the foot is the largest, and
            a hidden hand is a small fan and a number.
        bids: Actions to choose from in place of the trick, as HTML; empty for none.
        readers: The seats whose cards the reader plays; None for any. At other cards focus never waits.
    """

    view: View[Any] = field(kw_only=False)
    widget_id: str
    interactive: bool = True
    resting: Trick | None = None
    swept: bool = False
    foot: Seat | None = None
    cue: bool = True
    chosen: Collection[str] | None = None
    most: int = 0
    left_out: Collection[Seat] = ()
    playing: bool = False
    bids: str = ""
    readers: Collection[Seat] | None = None

    @property
    def _foot(self) -> Seat:
        return self.foot or self.view.seat or "S"

    def sweep(self, drawn: Markup) -> Markup:
        """Return a drawn table with the resting trick moved to its winner."""
        middle = replace(self, swept=True)._middle()
        return tuple(middle if part.startswith(_MIDDLE) else part for part in drawn)

    def html(self) -> Markup:
        """Render the parts of the table."""
        view, resting = self.view, self.resting
        longest = max([self.most, *map(len, view.hands.values())])
        alone = any(beside_name(view, pile) and pile.card_points is not None for pile in view.piles)
        on_cloth = cloth(view, widget_id=self.widget_id, keyed=self._keys)
        at_edge = edge(view, self._foot, "" if view.stock is None else self._stock())
        tag = "section" if self.playing else "div"
        start = bare(
            tag,
            {
                "class": classes(
                    "kp-table",
                    f"kp-game-{view.game}",
                    f"kp-room-{room_for(longest)}",
                    "kp-few" if not self.interactive and longest <= FEW else None,
                    "kp-each-alone" if alone else None,
                    "kp-playing" if self.playing else None,
                    "kp-bidding" if self.bids else None,
                    "kp-has-cloth" if on_cloth else None,
                    None if at_edge else "kp-without-edge",
                    *self._contents(),
                ),
                "role": None if self.playing else "group",
                "aria-label": catalogue.say("render.table"),
            },
        )
        return (
            start,
            heading(catalogue.say("render.table")) if self.playing else "",
            el("p", {"class": "kp-vh"}, text(describe(view, resting=resting))),
            *(part for seat in SEATS if seat in view.hands for part in self._seat(seat)),
            self._middle(),
            on_cloth,
            at_edge,
            f"</{tag}>",
        )

    def _contents(self) -> Iterator[str]:
        """Yield classes for the rare things that the table has, and the usual ones that it has not.

        Style sheets would have to ask for them with `:has()`, which is slow.
        """
        view = self.view
        if view.laid:
            yield "kp-has-laid"
        if view.session is not None and view.session.slate:
            yield "kp-has-slate"
        if view.trumps:
            yield "kp-has-trumps"
        if all(beside_name(view, pile) for pile in view.piles):
            yield "kp-without-sides"
        empty = {place_of(seat, self._foot) for seat in SEATS if seat not in view.hands}
        if empty:
            yield "kp-few-seats"
            yield from (f"kp-without-{place}" for place in sorted(empty))

    @cached_property
    def _doing(self) -> dict[str, Action]:
        """The action of the seat to act for each card, playing it if possible."""
        found: dict[str, Action] = {}
        for action in self.view.actions:
            if action.carries and (action.card or action.carries not in found):
                found[action.carries] = action
        return found

    @cached_property
    def _form(self) -> str:
        """The event of a click on a card of the seat to act: `{}`, or `spice {}`."""
        verbs = {action.verb for action in self._doing.values()}
        return f"{verbs.pop()} {{}}" if len(verbs) == 1 and "play" not in verbs else "{}"

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        """Keys of the cards, by hand and, under `trick`, in the trick.

        Keys of equal cards differ; those of hidden cards reveal nothing. In a double pack the key contains
        the player, and of two copies in one hand the one played first comes first, so that a card keeps its
        key when it is played.
        """
        view = self.view
        plays, added = cards_in_trick(view, self.resting)
        of = {seat: f"-{seat}" if seat and view.double_pack else "" for seat in (*SEATS, None)}
        hands: dict[str, list[tuple[Card, str]]] = {
            seat: [(each, of[seat]) for each in hand] for seat, hand in view.hands.items()
        }
        table = {
            "trick": [(play.card, of[play.seat]) for play in plays],
            "added": [(each, "") for each in added],
            **{laid.place: [(each, of[laid.seat]) for each in laid.cards] for laid in view.laid},
        }
        groups = {**table, **hands} if view.double_pack else {**hands, **table}
        gone = (trick for trick in view.tricks if view.double_pack and trick != self.resting)
        met = Counter(play.card + of[play.seat] for trick in gone for play in trick.plays)
        return {name: keys(cards, met, f"back-{name}") for name, cards in groups.items()}

    # Seats

    def _seat(self, seat: Seat) -> Markup:
        turn = seat == self.view.to_act
        cards = self.view.hands[seat]
        closed = self.playing and bool(cards) and set(cards) == {HIDDEN}
        opened = self.playing and bool(cards) and not closed and seat != self._foot
        number = aria_hidden("kp-many", text(len(cards))) if closed else ""
        start = bare(
            "div",
            {
                "class": classes(
                    "kp-seat",
                    "kp-turn" if turn else None,
                    "kp-closed" if closed else "kp-opened" if opened else None,
                ),
                "data-seat": seat,
                "data-place": place_of(seat, self._foot),
            },
        )
        own = self.playing and seat == self.view.seat
        named = heading(catalogue.say("render.own_hand"), 3) if own else ""
        return start, named, self._label(seat, turn), self._hand(seat, turn), number, "</div>"

    def _label(self, seat: Seat, turn: bool) -> str:
        sides = {frozenset(pile.seats) for pile in self.view.piles if len(pile.seats) > 1}
        alone = [pile for pile in self.view.piles if pile.seats == (seat,)]
        own = [
            status
            for status in self.view.statuses
            if seat in status.seats and frozenset(status.seats) not in sides
        ]
        deals = seat == self.view.dealer
        return el(
            "p",
            {"class": "kp-seat-name"},
            text(catalogue.say("render.name", seat=seat_name(seat))),
            visually_hidden(catalogue.say("render.turn")) if turn else "",
            el("span", {"class": "kp-dealer"}, visually_hidden(catalogue.say("render.dealer")))
            if deals
            else "",
            *(own_tricks(pile) for pile in alone if beside_name(self.view, pile)),
            purse(self.view, seat),
            *(chip(status) for status in own),
            *(
                aria_hidden("kp-call", text(str(call.label)))  # the table's description tells them
                for call in self.view.calls
                if call.seat == seat and str(call.label) not in {str(status.label) for status in own}
            ),
        )

    def _hand(self, seat: Seat, turn: bool) -> str:
        cards, keys, pinned = self.view.hands[seat], tuple(self._keys[seat]), tuple(self.view.pinned)
        left_out = seat in self.left_out
        own = self.playing and self.interactive and seat == self.view.seat
        mine = own or seat in (self.readers or ())
        if not (turn and self.interactive):
            return _waiting(
                seat,
                cards,
                keys,
                pinned,
                left_out,
                self.interactive,
                self.widget_id,
                own=own,
                mine=mine,
                named=seat != self._foot,
            )
        able = self._doing if self.cue else self._doing or cards
        readers = (self._foot,) if self.playing else self.readers
        theirs = readers is not None and seat not in readers
        focus = None if theirs else next((i for i, each in enumerate(cards) if each in able), None)
        stop = focus or 0
        drawn = [
            self._card(seat, each, key, focus=place == focus, tabindex=-1 if own and place != stop else None)
            for place, (each, key) in enumerate(zip(cards, keys, strict=True))
        ]
        own_id = f"{self.widget_id}-hand" if own else ""
        note = catalogue.say("render.none_now") if self.cue and not self._doing else ""
        return _hand(seat, cards, drawn, left_out, interactive=True, own_id=own_id, mine=mine, note=note)

    def _card(self, seat: Seat, of: Card, key: str, *, focus: bool, tabindex: int | None) -> str:
        """Render a card of the seat to act."""
        inside = pin(of, self.view.pinned)
        if of == HIDDEN:
            return card_html(of, id_prefix=self.widget_id, key=key, inside=inside)
        playable = of in self._doing if self.cue else None
        return card_html(
            of,
            id_prefix=self.widget_id,
            key=key,
            do=f"play {seat} {self._doing.get(of) or self._form.format(of)}",
            playable=playable,
            focus=focus,
            tabindex=tabindex,
            pressed=None if self.chosen is None else str(of) in self.chosen,
            note=self._note(of, playable),
            inside=inside,
            owner=seat if seat != self._foot else None,
        )

    def _note(self, of: Card, playable: bool | None) -> str:
        """Return the note on a card of the seat to act if a click would not play it."""
        if playable is False:  # if no card may be played, the hand says so
            return catalogue.say("render.not_now") if self._doing else ""
        action = self._doing.get(of) if playable else None
        return catalogue.say("render.does", what=action_name(action)) if action and not action.card else ""

    # The stock

    def _stock(self) -> str:
        """Render the stock with its face-up cards; a button if its top card can be played."""
        view, can_press = self.view, self.interactive and self.view.to_act
        chips = [chip(status) for status in for_everybody(view)]
        told = text(say_stock(view, "render.stock", "render.stock"))
        if not view.stock:
            return el("p", {"class": "kp-stock kp-empty"}, told, *chips)
        open_ = [laid for laid in view.laid if laid.seat is None]
        down = backs(view.stock - sum(len(laid.cards) for laid in open_))
        facts = el("span", {"class": "kp-facts"}, told, *chips)
        place: Attributes = {"id": f"{self.widget_id}-stock", "data-key": "stock"}
        dark = next(filter(is_dark, view.actions), None)
        tag, playable, said = "div", None, ""
        if can_press and dark:
            tag, playable, does = (
                "button",
                "kp-playable",
                catalogue.say("render.does", what=action_name(dark)),
            )
            said = visually_hidden(catalogue.say("render.stock.dark") if dark == DARK else does)
            event = f"{DARK} {view.to_act}" if dark == DARK else f"play {view.to_act} {dark}"
            place = {**place, "type": "button", "data-do": event}
        if not open_:
            return el(tag, {"class": classes("kp-stock", playable), **place}, down, facts, said)
        deck = el(tag, {"class": classes("kp-deck", playable), **place}, down, said)
        lying = el("div", {"class": "kp-pack"}, deck, *(self._face_up(laid) for laid in open_))
        return el("div", {"class": "kp-stock kp-stock-open"}, lying, facts)

    def _face_up(self, laid: TableCards) -> str:
        """Render the face-up cards of the stock, as buttons if an action may name them."""
        turn = self.view.to_act if self.interactive else None
        action = self.chosen is not None or laid.name in self.view.actions
        return "".join(
            card_html(
                card,
                id_prefix=self.widget_id,
                key=key,
                do=f"play {turn} {laid.name}" if turn else None,
                tabindex=None if action or not turn else -1,
                playable=action if turn and self.cue else None,
                pressed=None if self.chosen is None or not turn else laid.name in self.chosen,
                note=str(laid.label),
                extra=("kp-laid", f"kp-laid-{laid.name}"),
            )
            for card, key in zip(laid.cards, self._keys[laid.place], strict=True)
        )

    # The middle

    def _middle(self) -> str:
        """Render the trick and its description, or the bids instead."""
        if self.bids:
            return f"{_MIDDLE}{self.bids}</div>"
        plays, _ = cards_in_trick(self.view, self.resting)
        trick = laid_trick(
            self.view,
            self.resting,
            keyed=[*self._keys["trick"], *self._keys["added"]],
            widget_id=self.widget_id,
            foot=self._foot,
            origins=[self._origin(play) for play in plays],
            swept=self.swept,
        )
        caption = el("p", {"class": "kp-caption", "aria-hidden": "true"}, self._caption())
        named = heading(catalogue.say("render.the_trick"), 3) if self.playing else ""
        return f"{_MIDDLE}{named}{trick}{caption}</div>"

    def _origin(self, play: Play) -> str | None:
        """Return the earlier key of a card: the stock, or the last back in a hand."""
        hand = self.view.hands.get(play.seat, ())
        if play.dark:
            return "stock"
        return f"back-{play.seat}-{len(hand) + 1}" if set(hand) == {HIDDEN} else None

    def _caption(self) -> str:
        view, resting = self.view, self.resting
        if resting:
            number = resting.number
            state = say_taken(resting.winner, resting.card_points)
        elif view.to_act is None:
            return el("span", None, text(view.result.text if view.result else catalogue.say("render.over")))
        else:
            number = view.trick_number
            state = str(view.task).rstrip(".") or turn_name(view.to_act, view.trick)
        trick = el("strong", None, text(catalogue.say("render.trick", n=number))) if not view.opening else ""
        return joined([trick, el("span", None, text(state))])


@cached_text(256)  # most hands stay the same between steps
def _waiting(
    seat: Seat,
    cards: tuple[Card, ...],
    keys: tuple[str, ...],
    pinned: tuple[Card, ...],
    left_out: bool,
    interactive: bool,
    widget_id: str,
    *,
    own: bool,
    mine: bool,
    named: bool,
) -> str:
    """Render the hand of a seat that has no action.

    Args:
        own: Whether it is the reader's own hand at a table.
        mine: Whether the reader plays it; focus waits there until the reader is to act.
        named: Whether the names of cards say whose they are.
    """
    drawn = []
    for of, key in zip(cards, keys, strict=True):
        do = f"play {seat} {of}" if interactive and of != HIDDEN else None
        drawn.append(
            card_html(
                of,
                id_prefix=widget_id,
                key=key,
                do=do,
                tabindex=None if do is None else -1,
                inside=pin(of, pinned),
                owner=seat if named and do else None,
                heard=interactive,
            )
        )
    own_id = f"{widget_id}-hand" if own else ""
    return _hand(seat, cards, drawn, left_out, interactive, own_id=own_id, mine=mine, waits=mine)


def _hand(
    seat: Seat,
    cards: Sequence[Card],
    drawn: Sequence[str],
    left_out: bool,
    interactive: bool,
    *,
    own_id: str = "",
    mine: bool = False,
    waits: bool = False,
    note: str = "",
) -> str:
    """Render a hand with its cards, which are HTML.

    Args:
        own_id: The element id of the reader's own hand at a table; empty for other hands.
        mine: Whether the reader plays it; screen readers then pass keys to the page.
        waits: Whether focus waits at the hand until the reader is to act.
        note: An addition to its label; empty for none.
    """
    buttons = interactive and any(each != HIDDEN for each in cards)
    if buttons:
        label = joined([catalogue.say("render.hand", seat=seat_name(seat), n=len(cards)), note])
    else:
        label = (
            catalogue.say("render.say.left_out", seat=seat_name(seat)) if left_out else say_hand(seat, cards)
        )
    role = "toolbar" if mine and buttons else "group" if buttons or not cards else "img"
    return el(
        "div",
        {
            "class": classes("kp-hand", *(f"kp-over-{long}" for long in LONG if len(cards) > long)),
            "id": own_id or None,
            "role": role,
            "aria-label": label,
            "tabindex": -1 if waits else None,
            "data-waits": waits,
        },
        *drawn,
    )
