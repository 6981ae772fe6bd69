"""Descriptions of the table in sentences, for screen readers and messages."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action, Call, Pile, Play, Seat, Status, TableCards, Trick, View
from kontrapunkt.core.messages import (
    Text,
    action_name,
    argument_name,
    card_name,
    listed,
    rank_name,
    say,
    seat_name,
    side_name,
    suit_name,
    the_card,
)
from kontrapunkt.render.markup import joined
from kontrapunkt.text import catalogue


def say_play(play: Play, *, leads: bool = False) -> str:
    """Describe a card that was played: "North leads the seven of clubs."."""
    key = "dark" if play.dark else "leads" if leads else "plays"
    return catalogue.say(f"render.say.{key}", seat=seat_name(play.seat), card=card_name(play.card))


def describe_non_card_action(seat: Seat, action: str) -> str:
    """Describe an action without a card: "North says Matt.".

    A game may define a sentence under `narration.`; in it `{what}` is the action's name, `{card}` the card
    that resulted from it, if any.
    """
    return _told(seat, action, None) or catalogue.say(
        "narration", seat=seat_name(seat), what=action_name(action)
    )


def _told(seat: Seat, action: str, card: Card | None) -> str:
    """Return a game's own sentence for an action; empty for none."""
    found = Action(action)
    if found.card:
        return ""
    shown = card or found.carries
    values = {
        "what": action_name(action),
        "of": argument_name(found.argument),
        "card": card_name(shown) if shown else "",
    }
    kind = " ".join(found.split()[:2])
    key = catalogue.first_known(f"narration.{found}", f"narration.{kind}", f"narration.{found.verb}")
    return catalogue.say(key, seat=seat_name(seat), **values) if key else ""


def button_text(action: str) -> str:
    """Return the text of an action's button: "Say “Matt”".

    A game may define a text under `button.`; in it `{what}` is the action's name and `{of}` its argument.
    """
    name = action_name(action)
    key = f"button.{Action(action).verb}"
    if catalogue.knows(key):
        name = say(key, what=name, of=argument_name(Action(action).argument))
    return catalogue.capital(name)


def say_trick(trick: Trick) -> str:
    """Describe the winner of a trick, the winning card and the trick's value."""
    kind = ".only" if trick.card_points is None else ".added" if trick.added else ""
    return catalogue.say(
        f"render.say.trick{kind}",
        seat=seat_name(trick.winner),
        number=trick.number,
        card=_winning_card(trick),
        added=say_cards(trick.added),
        n=trick.card_points,
    )


def _winning_card(trick: Trick) -> Text:
    """Return the name of the winning card; of two alike in the trick, the one that has won."""
    best = trick.plays[trick.best].card
    alike = [place for place, play in enumerate(trick.plays) if play.card == best]
    if len(alike) == 1:
        return card_name(best)
    return say("render.say.trick.card", card=card_name(best), first=int(trick.best == alike[0]))


def say_cards_played(
    plays: Sequence[Play],
    *,
    leads: bool = False,
    whole: bool = False,
    brief: bool = False,
    taken: str = "",
) -> str:
    """Describe the cards of a trick in one sentence: "West seven of clubs, you king, East ace.".

    Args:
        leads: Whether to say that the first card was led, as the trick is not finished.
        whole: Whether to name the suit of each card, instead of each new suit only.
        brief: Whether to leave out the seats that follow the leader in order, except the reader's.
        taken: The words, without a full stop, that the leader has taken the trick before; empty to omit them.
    """
    suits = [None, *(play.card.suit for play in plays)]
    told = [
        catalogue.say(
            _key_of_play(play, first=play == plays[0], leads=leads, brief=brief, taken=taken),
            seat=seat_name(play.seat),
            card=rank_name(play.card.rank) if play.card.suit == suit and not whole else card_name(play.card),
            taken=taken,
        )
        for play, suit in zip(plays, suits, strict=False)
    ]
    return f"{catalogue.capital(', '.join(told))}."


def _key_of_play(play: Play, *, first: bool, leads: bool, brief: bool, taken: str) -> str:
    """Return the key of the words for a card in a sentence about a trick."""
    if first and leads:
        how = "leads.then" if taken else "leads"
    else:
        how = "next" if brief and not first else "played"
    return f"ear.{how}{'.dark' if play.dark else ''}"


def say_by_suit(cards: Sequence[Card]) -> str:
    """List cards in their order, the suit once for neighbours: "ace, king of clubs; ten of hearts"."""
    suits = [list(same) for _, same in groupby(cards, lambda card: card.suit)]
    return "; ".join(joined([*_ranks(same[:-1]), str(card_name(same[-1]))], ", ") for same in suits)


def _ranks(cards: Sequence[Card]) -> Iterator[str]:
    return (str(rank_name(card.rank)) for card in cards)


def say_taken(winner: Seat, card_points: int | None) -> str:
    """Describe the winner and value of a trick briefly: "North, 11 card points".

    Args:
        card_points: The trick's card points; None to omit them.
    """
    key = "render.row.winner" if card_points is None else "render.row.points"
    return catalogue.say(key, seat=seat_name(winner), n=card_points)


def say_cards(cards: Sequence[Card]) -> str:
    """List cards: "the ace of clubs and the six of spades"."""
    return catalogue.listed("and", [the_card(card) for card in cards]) if cards else ""


def say_action(before: View[Any], after: View[Any], seat: Seat, action: str) -> str:
    """Describe an action as everybody sees it; empty if nothing was played or said.

    Args:
        before: A seat's view before the action.
        after: The same seat's view after it.
    """
    play, done = card_played(before, after), after.finished(before)
    card = play.card if play else done.added[-1] if done and done.added else None
    told = _told(seat, action, card)
    if told or not play:
        return told or (
            describe_non_card_action(seat, action) if action != "dark" and not Action(action).card else ""
        )
    return say_play(play, leads=not before.trick)


def say_events(
    before: View[Any], after: View[Any], seat: Seat, action: str, chance: str | None
) -> Iterator[str]:
    """Describe an action, its consequences and the news, as everybody sees them.

    Args:
        before: A seat's view before the action.
        after: The same seat's view after it.
        chance: The card that chance turned up with it; None for none.
    """
    yield from say_done(before, after, seat, action, chance)
    yield from (str(status.text) for status in news(before, after))


def say_done(
    before: View[Any], after: View[Any], seat: Seat, action: str, chance: str | None
) -> Iterator[str]:
    """Describe an action and its consequences without the news, as `say_events`."""
    told = say_action(before, after, seat, action)
    turned = catalogue.say("table.turned", seat=seat_name(seat), action=action, card=chance) if chance else ""
    yield told or turned or describe_non_card_action(seat, action)
    if done := after.finished(before):
        yield say_trick(done)


def card_played(before: View[Any], after: View[Any]) -> Play | None:
    """Return the card played to a trick between two views of a seat, or None."""
    done = after.finished(before)
    plays = done.plays if done else after.trick
    return plays[-1] if len(plays) > len(before.trick) else None


def news(before: View[Any], after: View[Any]) -> tuple[Status, ...]:
    """Return new facts between two views, except those a seat has just announced."""
    known = {(status.name, status.seats) for status in before.statuses}
    said = {call.seat: call.label for call in after.calls[len(before.calls) :]}
    return tuple(
        each
        for each in after.statuses
        if each.news
        and (each.name, each.seats) not in known
        and not any(
            each.seats == (seat,) and str(label).startswith(str(each.label)) for seat, label in said.items()
        )
    )


def say_news(before: View[Any], after: View[Any]) -> list[str]:
    """Describe new facts between two views, and that the stock is empty now, a sentence each."""
    told = [str(each.text) for each in news(before, after)]
    return [*told, say_stock(after, "render.say.stock")] if before.stock and after.stock == 0 else told


def say_turn(view: View[Any]) -> str:
    """Say whose turn it is, or how the deal ended."""
    if view.to_act is None:
        return view.result.text if view.result else catalogue.say("render.say.over")
    if view.task:
        return str(view.task)
    key = "to_play" if view.trick else "to_lead"
    return catalogue.say(f"render.say.{key}", seat=seat_name(view.to_act))


def describe(view: View[Any], *, resting: Trick | None = None) -> str:
    """Describe the table: the trick, whose turn it is, the stock and the sides.

    Args:
        resting: A finished trick that is still on the table.
    """
    lying = resting.plays if resting else view.trick
    number = resting.number if resting else view.trick_number
    sentences = [] if view.opening else [f"{catalogue.say('render.trick', n=number)}."]
    sentences += [say_play(play, leads=place == 0) for place, play in enumerate(lying)]
    if resting:
        sentences.append(say_trick(resting))
    elif view.trick and view.best is not None and len(view.trick) > 1:
        best = view.trick[view.best]
        sentences.append(
            catalogue.say("render.say.best", seat=seat_name(best.seat), card=card_name(best.card))
        )
    sentences.append(say_turn(view))
    sentences += [*for_all(view), *describe_calls(view)]
    return joined([*sentences, *describe_cards_laid(view), *describe_tricks(view)])


def for_all(view: View[Any]) -> list[str]:
    """Describe trumps and other facts for everybody, a sentence each."""
    found = [catalogue.say("render.say.trump", suit=suit_name(view.trump))] if view.trump else []
    return found + [str(status.text) for status in view.statuses if not status.seats]


def action_of_call(call: Call) -> Action:
    """Return the action whose sentence describes a call."""
    return call.described_as or call.action


def describe_calls(view: View[Any]) -> list[str]:
    """Describe the calls that are still in force; passes in a row share a sentence."""
    found: list[str] = []
    for is_pass, group in groupby(view.calls, lambda call: action_of_call(call) == "pass"):
        calls = list(group)
        found += (
            _passes(calls, len(view.hands))
            if is_pass
            else [describe_non_card_action(c.seat, action_of_call(c)) for c in calls]
        )
    return found


def _passes(calls: Sequence[Call], players: int) -> Iterator[str]:
    """Yield sentences for passes in a row: first whole rounds, then the rest."""
    rounds, left = divmod(len(calls), players)
    if rounds:
        yield catalogue.say("render.say.passes.all", n=rounds)
    if left:
        seats = listed("and", [seat_name(call.seat) for call in calls[-left:]])
        yield catalogue.say("render.say.passes", seats=seats, n=left)


def describe_cards_laid(view: View[Any]) -> list[str]:
    """Describe cards laid down, the pot and the stock, a sentence each."""
    found = [say_laid(laid) for laid in view.laid]
    if view.pot is not None:
        found.append(catalogue.say("render.say.pot", n=view.pot))
    if view.stock is not None:
        found.append(say_stock(view, "render.say.stock"))
    return found


def say_stock(view: View[Any], otherwise: str, own: str = "render.say.stock") -> str:
    """Describe the rest of the stock; a game may define its own text for a phase.

    Args:
        otherwise: The key of the default text.
        own: The prefix of the phase's key.
    """
    of_phase = f"{own}.{view.phase}"
    return catalogue.say(of_phase if view.stock and catalogue.knows(of_phase) else otherwise, n=view.stock)


def describe_tricks(view: View[Any]) -> list[str]:
    """Describe the tricks of each side and facts about it, a sentence each."""
    found = []
    for pile in view.piles:
        facts = [str(status.label) for status in view.statuses if set(status.seats) == set(pile.seats)]
        facts += pile_facts(pile)
        found.append(f"{catalogue.say('words.told', of=side_name(pile.seats), told=', '.join(facts))}.")
    return found


def pile_facts(pile: Pile, first: int | None = None) -> list[str]:
    """Return the number of a pile's tricks and their points, as far as known.

    Args:
        pile: The pile of a side.
        first: The first trick whose points are counted, from 1; None for all.
    """
    since = ".since" if first is not None and pile.card_points_before is None else ""
    told = {"render.tricks": pile.tricks, f"amount.points{since}": pile.counted}
    return [catalogue.say(key, n=number, first=first) for key, number in told.items() if number is not None]


def say_laid(laid: TableCards) -> str:
    """Describe cards on the table in a sentence; of hidden ones only the number."""
    return f"{catalogue.say('words.told', of=catalogue.capital(laid_label(laid)), told=_seen(laid.cards))}."


def laid_label(laid: TableCards) -> str:
    """Return the label of cards on the table, with their owner."""
    label = str(laid.label)
    return catalogue.say("render.laid.of", laid=label, seat=seat_name(laid.seat)) if laid.seat else label


def say_hand(seat: Seat, cards: Sequence[Card]) -> str:
    """Describe a hand in a sentence; of hidden cards only the number."""
    key = "render.say.hand" if cards else "render.say.no_hand"
    return catalogue.say(key, seat=seat_name(seat), cards=_seen(cards))


def _seen(cards: Sequence[Card]) -> str:
    """List the visible cards, or give the number of hidden ones."""
    seen = ", ".join(str(card_name(card)) for card in cards if card != HIDDEN)
    return seen or catalogue.say("render.unseen", n=len(cards))
