"""Kontra, the engine against the naive reference: the same sessions, the same answers at every step."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

import kontrapunkt
from kontrapunkt.core.cards import Card, card, pack
from kontrapunkt.core.interface import Game, Seat, Session, State
from kontrapunkt.record import Deal
from tests.reference import kontra
from tests.reference.agreement import Agreement

STYLES = ["any", "any", "any", "dark", "bottom", "bank", "decline", "greedy N", "greedy S", "poor"]
PACKS = ["shuffled", "shuffled", "lumpy", "locked", "locked", "held"]


def rule_set(chance: Random) -> tuple[str, dict[str, str]]:
    """A preset, and some options that differ from it."""
    preset = chance.choice(["seed", "three"])
    options = {}
    for option in kontrapunkt.game("kontra").known_options:
        if option.choices and chance.random() < 0.4:
            options[option.key] = chance.choice(option.choices)
    if chance.random() < 0.7:
        options["deals"] = chance.choice(["1", "2", "3"])
    if chance.random() < 0.3:
        options["min_dealer"] = chance.choice(["1", "41", "61"])
    return preset, options


def full_options(preset: str, options: dict[str, str]) -> kontra.Options:
    """What the rules as written make of a preset and the options chosen."""
    wanted = {**kontra.DEFAULTS, **({"players": "3"} if preset == "three" else {}), **options}
    return {**wanted, "deals": int(wanted["deals"]), "min_dealer": int(wanted["min_dealer"])}


def shuffle(chance: Random, how: str, players: int) -> list[Card]:
    """The cards, hands first; lumpy, or with equals on top and bottom, `held` by two seats too."""
    cards = chance.sample(pack(52), 52)
    if how == "lumpy":
        cards = [card(rank + suit) for rank in chance.sample("AKQJT98765432", 13) for suit in "CSHD"]
        for _ in range(chance.choice([8, 16, 24])):
            swap(cards, chance.randrange(52), chance.randrange(52))
    if how in ["locked", "held"]:
        rank = chance.choice("AKQJT98765432")
        places = [6 * players, 51]
        if how == "held":
            places += [6 * seat + chance.randrange(6) for seat in chance.sample(range(players), 2)]
        for place, suit in zip(places, chance.sample("CSHD", 4), strict=False):
            swap(cards, place, cards.index(card(rank + suit)))
    return cards


def swap(cards: list[Card], one: int, other: int) -> None:
    cards[one], cards[other] = cards[other], cards[one]


def started(game: Game, session: Session, chance: Random, seen: Counter[str]) -> State:
    """A deal of a session, by one of those who may deal or cut for it: shuffled there, or laid out here."""
    if len(session.dealers) > 1 and chance.random() < 0.5:
        state = game.deal(chance.randrange(10**6), None, session)
        compare_cut(state, session.dealers, dict(game.options), seen)
        return state
    dealer = chance.choice(session.dealers)
    how = chance.choice(PACKS)
    if how == "shuffled":
        return game.deal(chance.randrange(10**6), dealer, session)
    cards = shuffle(chance, how, len(game.seats))
    hands = {seat: tuple(cards[6 * n : 6 * n + 6]) for n, seat in enumerate(game.seats)}
    return game.start(Deal(hands=hands, stock=tuple(cards[6 * len(hands) :]), dealer=dealer), session=session)


def chosen_action(deal: kontra.Deal, style: str, chance: Random) -> str:
    """One of the legal actions; a style only shifts the odds, towards corners that chance seldom visits."""
    legal = kontra.legal(deal, deal["turn"])
    if "decline" in legal and chance.random() < 0.4:
        return "decline"
    if style == "any" or chance.random() < 0.1:
        return chance.choice(legal)
    if style in legal:  # bottom, dark, decline
        return style
    if style == "dark" and "spice dark" in legal:
        return "spice dark"
    if style in ["bank", "greedy N", "greedy S"] and legal[0].startswith("spice "):
        return max(legal, key=lambda action: kontra.value(action.removeprefix("spice ").upper()))
    plays = deal["trick"]["plays"]
    if style in ["bank", "dark", "decline"] or not plays:
        return chance.choice(legal)
    equal = [action for action in legal if kontra.rank(action) == kontra.rank(plays[0][1])]
    other = [action for action in legal if action not in equal]
    if style == "poor":  # nobody takes anything of worth
        return min(other or legal, key=lambda action: (kontra.value(action), action))
    wins = style == f"greedy {deal['turn']}"
    return chance.choice((equal or other) if wins else (other or equal))


def compare_position(state: State, deal: kontra.Deal, seen: Counter[str]) -> None:
    """Whose turn it is, all cards, and everything that every seat may and may not do."""
    view = state.view(None)
    over = kontra.over(deal)
    assert state.to_act == (None if over else deal["turn"])
    assert view.stock == len(deal["pack"])
    assert [(play.seat, play.card, play.dark) for play in view.trick] == [
        (seat, card, how == "dark") for seat, card, how in deal["trick"]["plays"]
    ]
    if view.trick:
        assert view.best is not None
        assert view.trick[view.best].seat == kontra.winner_of(deal["trick"]["plays"])
    laid = {"top": kontra.top_is_face_up(deal), "bottom": kontra.bottom_is_face_up(deal)}
    shown = {one.name: [str(card) for card in one.cards] for one in view.laid}
    assert shown == {name: [deal[name]] for name in laid if laid[name]}
    words = ["top", "dark", "bottom", "decline", "spice dark", "spice top"]
    for seat in kontra.seats(deal["options"]):
        hand = deal["hands"][seat]
        there = cast(Seat, seat)
        assert sorted(view.hands[there]) == sorted(hand)
        legal = kontra.legal(deal, seat)
        assert sorted(state.actions(there)) == sorted(legal)
        asked = [*hand, *words, *(f"spice {held}" for held in hand)]
        for action in asked if seat == deal["turn"] else asked[:1]:
            assert (state.why_not(action, there) is None) == (action in legal), f"{seat} {action}"
    if not over:
        assert sorted(view.actions) == sorted(kontra.legal(deal, deal["turn"]))
        note_position(deal, seen)


def compare_tricks(state: State, deal: kontra.Deal) -> None:
    """The tricks so far: cards, spice, winners, points; piles."""
    view = state.view(None)
    for number, (ours, theirs) in enumerate(zip(deal["tricks"], view.tricks, strict=True), 1):
        assert theirs.number == number
        assert [(play.seat, play.card) for play in theirs.plays] == [
            (seat, card) for seat, card, _ in ours["plays"]
        ]
        assert [str(card) for card in theirs.added] == ours["added"]
        assert theirs.winner == ours["winner"]
        assert theirs.card_points == sum(kontra.value(card) for card in kontra.cards_of(ours))
    assert [pile.seats for pile in view.piles] == [(seat,) for seat in kontra.seats(deal["options"])]
    for pile in view.piles:
        assert pile.tricks == len(kontra.tricks_of(deal, pile.seats[0]))
        assert pile.card_points == kontra.points_of(deal, pile.seats[0])


def note_position(deal: kontra.Deal, seen: Counter[str]) -> None:
    """Counts the corners of the rules that a position is in."""
    options, legal = deal["options"], kontra.legal(deal, deal["turn"])
    if "decline" in legal:
        seen["may decline"] += 1
        seen["may decline after another"] += deal["declined"] != []
    elif kontra.asked_to_unlock(deal) is not None:
        seen["dealer unlocks" if deal["turn"] == deal["dealer"] else "another unlocks"] += 1
        seen["one of two to unlock"] += len(legal) == 2
    if kontra.locked_for_good(deal) and deal["tricks"] == deal["trick"]["plays"] == []:
        seen["all declined" if deal["declined"] else "locked for good"] += 1
    if deal["trick"]["plays"] and not kontra.hands_only(deal) and not deal["spicing"]:
        if kontra.unlocked_by_this_trick(deal):
            seen[f"dark {options['unlock_trick_dark']} in the unlocking trick"] += 1
        elif kontra.top_is_face_up(deal):
            seen[f"visible top {options['visible_top']}"] += 1
    if kontra.phase(deal) == "normal" and deal["trick"]["pack_before"] < 3:
        seen["too few for dark play"] += 1


def note_trick(deal: kontra.Deal, seen: Counter[str]) -> None:
    """Counts what was special about the last trick."""
    trick = deal["tricks"][-1]
    for _seat, _card, how in trick["plays"]:
        seen[f"played from {how}"] += 1
    if kontra.in_endgame({**deal, "trick": trick}) and trick["added"]:
        seen[f"last cards: {len(trick['added'])}, spice {deal['options']['spice']}"] += 1
        seen["last card face down"] += deal["bottom"] not in trick["added"]


def compare_result(state: State, deal: kontra.Deal, seen: Counter[str]) -> None:
    """The count. No rule names a winner of one deal; that it is who has most, none of several, is ours."""
    result = state.result()
    counts = kontra.points(deal)
    assert result.settled
    assert dict(result.seats) == counts
    most = [seat for seat in counts if counts[seat] == max(counts.values())]
    assert list(result.winners) == (most if len(most) == 1 else [])


def compare_match(session: Session, deals: list[kontra.Deal], seen: Counter[str]) -> None:
    """Who may deal next; totals, end and winners of a series."""
    options = deals[-1]["options"]
    counts = kontra.points(deals[-1])
    over = kontra.series_over(len(deals), options)
    assert session.over == over
    if options["session"] == "cumulative":
        totals = dict.fromkeys(counts, 0)
        for deal in deals:
            totals = kontra.totals_after(totals, kontra.points(deal))
        assert dict(session.seats) == totals
        assert list(session.winners) == (kontra.series_winners(totals) if over else [])
        seen["series shared"] += over and len(session.winners) > 1
    if not over:
        due = kontra.next_dealers(counts, options)
        assert sorted(session.dealers) == sorted(due)
        note_dealers(counts, due, options, seen)


def note_dealers(counts: dict[str, int], due: list[str], options: kontra.Options, seen: Counter[str]) -> None:
    """Counts how the next dealer was found."""
    entitled = [seat for seat in counts if counts[seat] >= options["min_dealer"]]
    players = options["players"]
    if not entitled:
        seen[f"nobody entitled of {players}"] += 1
    elif len(due) > 1:
        seen[f"{len(due)} of {players} cut"] += 1
    elif counts[due[0]] == max(counts.values()):
        seen[f"only one entitled of {players}"] += 1


def compare_cut(start: State, due: Sequence[str], options: kontra.Options, seen: Counter[str]) -> None:
    """The cut that the engine reports, round by round."""
    words = start.as_deal().facts["cut"].split()
    shown = list(zip(words[::2], words[1::2], strict=True))
    rounds = 0
    while len(due) > 1:
        cards = dict(shown[: len(due)])
        assert sorted(cards) == sorted(due)
        due, shown = kontra.after_cut(cards, options), shown[len(due) :]
        rounds += 1
    assert shown == []
    assert due == [start.as_deal().dealer]
    seen[f"cut again, {options['recut']} of {options['players']}"] += rounds > 1


def agree(seed: int, seen: Counter[str]) -> int:
    """Plays a session of up to three deals on both sides; answers how many deals."""
    chance = Random(seed)
    preset, chosen = rule_set(chance)
    game = kontrapunkt.game("kontra", preset, **chosen)
    options = full_options(preset, chosen)
    assert dict(game.options) == {key: str(value) for key, value in options.items()}
    assert list(game.seats) == kontra.seats(options)
    session, deals = game.session(), list[kontra.Deal]()
    assert sorted(session.dealers) == sorted(kontra.seats(options))
    while len(deals) < 3 and not session.over:
        start = started(game, session, chance, seen)
        style = chance.choice(STYLES)
        deal = begun(start, options)
        played: list[str] = []
        try:
            state = play_deal(start, deal, style, chance, played, seen)
            deals.append(deal)
            compare_result(state, deal, seen)
            session = start.session.after(state)
            compare_match(session, deals, seen)
        except Exception as error:
            error.add_note(
                f"seed {seed}: {preset} {chosen}, deal {len(deals)}, style {style}; {start.as_deal()}: "
                f"step {len(played)}: {', '.join(played)}"
            )
            raise
    return len(deals)


def begun(start: State, options: kontra.Options) -> kontra.Deal:
    """The reference's deal of the cards that the engine has dealt."""
    dealt = start.as_deal()
    hands = {str(seat): [str(card) for card in hand] for seat, hand in dealt.hands.items()}
    assert all(len(hand) == 6 for hand in hands.values())
    return kontra.begin(hands, [str(card) for card in dealt.stock or ()], str(dealt.dealer), options)


def play_deal(
    state: State, deal: kontra.Deal, style: str, chance: Random, played: list[str], seen: Counter[str]
) -> State:
    """Plays one deal to its end, step by step on both sides."""
    compare_position(state, deal, seen)
    while not kontra.over(deal):
        action = chosen_action(deal, style, chance)
        played.append(f"{deal['turn']} {action}")
        before = len(deal["tricks"])
        state = state.apply(action, cast(Seat, deal["turn"]))
        kontra.act(deal, action)
        compare_position(state, deal, seen)
        if len(deal["tricks"]) > before:
            compare_tricks(state, deal)
            note_trick(deal, seen)
    return state


CORNERS = {
    "2 of 2 cut": 10,
    "2 of 3 cut": 4,
    "all declined": 0,
    "another unlocks": 1,
    "dark allowed in the unlocking trick": 1,
    "dark forbidden in the unlocking trick": 17,
    "dealer unlocks": 3,
    "last card face down": 1,
    "last cards: 1, spice off": 8,
    "last cards: 1, spice on": 1,
    "last cards: 2, spice on": 0,
    "locked for good": 0,
    "may decline after another": 6,
    "nobody entitled of 2": 6,
    "nobody entitled of 3": 11,
    "one of two to unlock": 34,
    "only one entitled of 2": 1,
    "only one entitled of 3": 0,
    "played from bottom": 1,
    "played from dark": 0,
    "played from hand": 0,
    "played from top": 8,
    "series shared": 60,
    "too few for dark play": 14,
    "visible top draw_only": 44,
    "visible top playable": 1,
}
"""Corners of the rules, each with the seed of a session that comes to it."""

AGREEMENT = Agreement(agree, CORNERS)


@pytest.mark.parametrize("players", ["2", "3"])
@pytest.mark.parametrize("recut", ["tied", "all"])
def test_cuts_agree(players: str, recut: str):
    """KO-R20, KO-A1, among all: about one cut in seventeen is to be repeated."""
    game = kontrapunkt.game("kontra", players=players, recut=recut)
    seen: Counter[str] = Counter()
    for seed in range(150):
        compare_cut(game.deal(seed), game.seats, dict(game.options), seen)
    assert seen[f"cut again, {recut} of {players}"] > 0
