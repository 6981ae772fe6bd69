"""Every rule at work, one test for each id: what the rule says, told again in a line or two, on many deals.

The worked cases of `test_ristikontra` and `test_ristiklappi` show single moments. Here the rule is held
against random play, or against every sum there is; the tests ask the engine as players do and know nothing of
its inside.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from kontrapunkt.core.interface import SEATS, Game, Result, Seat, Session, State, Trick, left_of, partner_of
from kontrapunkt.core.rules import PositionError
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.result import next_dealer
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import Deal
from kontrapunkt.search import solver_for
from tests.rules.table import last_trick, play, position

RK, L5, L6 = Ristikontra(), Ristiklappi(), Ristiklappi("lappi6")
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SIMPLE = {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2}
NS, EW = ("N", "S"), ("E", "W")
BLANK = "N 2C E 3C S 4C W 5C"
EAST = "E 3C S 4C W 5C N 2C"


class Step(NamedTuple):
    """A state, what is done in it, and what comes of it."""

    state: State
    action: str
    then: State


def steps(game: Game, deals: int = 40, seed: int = 0, dark: float = 0.3) -> Iterator[Step]:
    """Random deals, step by step.

    Args:
        game: The game.
        deals: How many.
        seed: Where to begin.
        dark: How often the dark is chosen where it may be.
    """
    for number in range(seed, seed + deals):
        chance = Random(number)
        state: State = game.deal(number, chance.choice(SEATS))
        while state.to_act is not None:
            cards = [action for action in state.actions() if action != "dark"]
            blind = not cards or ("dark" in state.actions() and chance.random() < dark)
            action = "dark" if blind else chance.choice(cards)
            then = state.apply(action)
            yield Step(state, action, then)
            state = then


def ends(game: Game, deals: int = 40, seed: int = 0, dark: float = 0.3) -> Iterator[State]:
    """The ends of random deals."""
    return (step.then for step in steps(game, deals, seed, dark) if step.then.to_act is None)


def hand(state: State, seat: Seat | None = None) -> tuple[str, ...]:
    """A seat's hand; that of the seat to act unless given."""
    owner = seat or state.to_act
    assert owner is not None
    return state.view(None).hands[owner]


def stock(state: State) -> tuple[str, ...]:
    """The stock, top card first, as a record would write it."""
    return state.as_deal().stock or ()


def refused(state: State, action: str, seat: Seat | None = None) -> str:
    """The id of the rule that an action is refused by."""
    refusal = state.why_not(action, seat)
    assert refusal is not None, f"{action} is legal"
    assert refusal.legal == state.actions(seat)
    return refusal.rule


def cards_of(trick: Trick) -> list[str]:
    return [play.card for play in trick.plays]


def side_of(seat: Seat) -> tuple[str, str]:
    return NS if seat in NS else EW


def count(tricks: tuple[Trick, ...], side: tuple[str, str], worth: dict[str, int] = WORTH) -> int:
    """The card points of a side, card by card."""
    return sum(worth.get(card[0], 0) for t in tricks if t.winner in side for card in cards_of(t))


def settled(game: RankMatchGame, plays: str = BLANK, **facts: str) -> Result:
    """How a deal comes out whose last trick brings nothing."""
    result = last_trick(game, plays, **facts).result()
    assert result.settled
    return result


def splits(game: RankMatchGame, **facts: str) -> Iterator[tuple[int, Result]]:
    """Every number of card points that N–S may have before the last trick, and how the deal comes out."""
    found = 0
    for ns in range(game.total + 1):
        try:
            result = settled(game, points=f"NS {ns}", **facts)
        except PositionError:  # 1 and 119; 4, for a side that has taken a queen ...
            continue
        found += 1
        yield ns, result
    assert found > 100 * game.total // 120


# Ristikontra ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-R1")
def test_partners_sit_opposite():
    for end in ends(RK):
        view = end.view(None)
        assert [pile.seats for pile in view.piles] == [NS, EW]
        for pile in view.piles:
            assert pile.tricks == sum(t.winner in pile.seats for t in view.tricks)
            assert pile.card_points == count(view.tricks, side_of(pile.seats[0]))
        assert end.result().winners in (NS, EW, ())
    assert all(partner_of(seat) in side_of(seat) for seat in SEATS)


@pytest.mark.rule("RK-R2")
@pytest.mark.parametrize("game", [RK, L5])
def test_the_dealers_left_leads(game: Game):
    for seed, dealer in enumerate(SEATS * 3):
        state = game.deal(seed, dealer)
        assert state.view(dealer).to_act == left_of(dealer)
        assert state.actions(left_of(dealer))
        assert not state.actions(dealer)


@pytest.mark.rule("RK-R3")
def test_a_trick_goes_round_once():
    for state, _, then in steps(RK, 20):
        turn = state.to_act
        for seat in SEATS:
            if seat != turn:
                assert state.actions(seat) == ()
                assert {refused(state, card, seat) for card in hand(state, seat)} <= {"RK-R3"}
        if then.to_act is None:
            for trick in then.view(None).tricks:
                seats = [play.seat for play in trick.plays]
                assert seats == [left_of(seats[0], n) for n in range(4)]


@pytest.mark.rule("RK-R4")
def test_any_card_may_be_played():
    free = 0
    for state, _, _ in steps(Ristikontra(lead_limit="none")):
        cards = {action for action in state.actions() if action != "dark"}
        assert cards == {*hand(state)}
        trick = state.view(None).trick
        free += bool(trick) and any(card[0] == trick[0].card[0] for card in cards)
        others = [card for seat in SEATS if seat != state.to_act for card in hand(state, seat)]
        assert {refused(state, card) for card in others[:3]} <= {"RK-R4"}
    assert free > 100  # they might have followed rank, and need not


@pytest.mark.rule("RK-R5")
@pytest.mark.parametrize("dark", ["on", "off"])
def test_in_the_dark_while_there_is_a_stock(dark: str):
    for state, _, _ in steps(Ristikontra(dark_play=dark), 20):
        assert ("dark" in state.actions()) == (dark == "on" and bool(stock(state)))
        if "dark" not in state.actions():
            assert refused(state, "dark") == "RK-R5"


@pytest.mark.rule("RK-R6")
def test_the_turned_card_is_the_play():
    for state, action, then in steps(RK, dark=0.8):
        if action != "dark":
            assert then.chance is None
            continue
        top = stock(state)[0]
        assert then.chance == top
        assert stock(then) == stock(state)[1:]
        seat = state.to_act
        assert seat is not None
        assert hand(then, seat) == hand(state)
        view = then.view(None)
        last = view.trick[-1] if view.trick else view.tricks[-1].plays[-1]
        assert (last.seat, last.card, last.dark) == (seat, top, True)


@pytest.mark.rule("RK-R7")
@pytest.mark.parametrize("draw", ["after_play", "after_trick"])
def test_hands_are_filled_up(draw: str):
    for state, action, then in steps(Ristikontra(draw=draw), 20):
        seat, before = state.to_act, stock(state)
        assert seat is not None
        if action != "dark" and (draw == "after_play" or not before):
            drawn = before[:1] if draw == "after_play" else ()
            assert {*hand(then, seat)} == {*hand(state), *drawn} - {action}
        view = then.view(None)
        if not view.trick and view.stock:
            assert [len(hand(then, owner)) for owner in SEATS] == [6] * 4
            assert view.stock == 28 - 4 * (view.trick_number - 1)
        if draw == "after_trick" and not view.trick and before:  # the winner draws first
            took = [card for owner in _from(then) for card in before if card in hand(then, owner)]
            assert took == list(before[bool(action == "dark") :][: len(took)])


def _from(state: State) -> list[Seat]:
    """The seats from the one to act, who took the last trick."""
    assert state.to_act is not None
    return [left_of(state.to_act, n) for n in range(4)]


@pytest.mark.rule("RK-R8")
@pytest.mark.parametrize("game", [RK, L5, Ristikontra("simple")])
def test_the_last_equal_takes_the_trick_and_leads(game: Game):
    repeated = 0
    for end in ends(game):
        tricks = end.view(None).tricks
        for trick in tricks:
            equals = [play.seat for play in trick.plays if play.card[0] == trick.plays[0].card[0]]
            assert trick.winner == equals[-1]
            repeated += len(equals) > 1
        assert all(before.winner == trick.plays[0].seat for before, trick in pairwise(tricks))
    assert repeated > 50


@pytest.mark.rule("RK-R9")
@pytest.mark.parametrize("limit", [3, 2])
def test_a_rank_is_not_led_again_and_again(limit: int):
    bitten = 0
    for seed in range(60):
        state, led = _stacked(Ristikontra(lead_limit=limit), seed), ""
        while state.to_act is not None:
            view = state.view(None)
            if view.phase == "lead":
                last = [(t.plays[0].seat, t.plays[0].card[0]) for t in view.tricks[-limit:]]
                full = len(last) == limit and set(last) == {(state.to_act, last[-1][1])}
                barred = last[-1][1] if full else ""
                others = [card for card in hand(state) if card[0] != barred]
                cards = [action for action in state.actions() if action != "dark"]
                assert sorted(cards) == sorted(others or hand(state))
                for card in hand(state):
                    if card not in cards:
                        assert refused(state, card) == "RK-R9"
                        bitten += 1
                led = max(cards, key=lambda card: (card[0] == led, card[0] == "8"))[0]
                state = state.apply(next(card for card in cards if card[0] == led))
            else:  # the others let it pass
                keep = view.trick[0].card[0]
                state = state.apply(min(hand(state), key=lambda card: card[0] == keep))
    assert bitten >= 60


def _stacked(game: Ristikontra, seed: int) -> State:
    """A deal in which North leads and holds all the eights."""
    chance = Random(seed)
    cards = [rank + suit for rank in "AKQJT9765432" for suit in "CSHD"]
    chance.shuffle(cards)
    cards = ["8C", "8S", "8H", "8D", *cards]
    hands = {seat: tuple(cards[6 * n : 6 * n + 6]) for n, seat in enumerate(SEATS)}
    return game.start(Deal(hands, tuple(cards[24:]), dealer="W"))  # type: ignore[arg-type]


@pytest.mark.rule("RK-R10")
def test_the_limit_lapses_for_the_last_card():
    for rank in "A9":
        gone = " ".join(rank + suit for suit in "SHD")
        last = position(RK, hands={"N": f"{rank}C"}, gone=gone, streak=f"N {rank} 3")
        assert last.actions() == (f"{rank}C",)
        more = position(RK, hands={"N": f"{rank}C 2C"}, gone=gone, streak=f"N {rank} 3")
        assert more.actions() == ("2C",)
        assert refused(more, f"{rank}C") == "RK-R9"


@pytest.mark.rule("RK-R11")
def test_a_dark_lead_stands():
    seen = 0
    for state, action, then in steps(RK, 3000, dark=0.95):
        view = state.view(None)
        if action != "dark" or view.phase != "lead" or len(view.tricks) < 3:
            continue
        leads = {(t.plays[0].seat, t.plays[0].card[0]) for t in view.tricks[-3:]}
        if leads == {(state.to_act, stock(state)[0][0])}:
            seen += 1
            assert then.view(None).trick[0].card == stock(state)[0]
            assert then.phase == "follow"
        if seen:
            break
    barred = position(RK, stock=8, top="8C", gone="8S 8H 8D", streak="N 8 3")
    assert barred.apply("dark").view(None).trick[0].card == "8C"
    kept = position(
        Ristikontra(dark_barred_lead="exchange"), stock=8, top="8C", gone="8S 8H 8D", streak="N 8 3"
    )
    assert kept.apply("dark").view(None).trick == ()
    none = position(
        Ristikontra(dark_barred_lead="forbid_dark"), stock=8, top="8C", gone="8S 8H 8D", streak="N 8 3"
    )
    assert refused(none, "dark") == "RK-R11"


def check_fourth_king(game: RankMatchGame, from_hand: str, in_the_dark: str) -> None:
    """In random deals with much dark play: three kings out, and the last waits for the second part."""
    barred = turned = 0
    for state, action, then in steps(game, 150, dark=0.6):
        view = state.view(None)
        out = [*(card for t in view.tricks for card in cards_of(t)), *(play.card for play in view.trick)]
        bites = [card[0] for card in out].count("K") == 3 and view.trick_number <= game.stock_tricks
        for card in hand(state):
            if card[0] == "K" and state.phase != "exchange":
                assert (card in state.actions()) != bites
                if bites:
                    assert refused(state, card) == from_hand
                    barred += 1
        if bites and action == "dark" and stock(state)[0][0] == "K":
            turned += 1
            king, seat = stock(state)[0], state.to_act
            assert (then.phase, then.to_act, then.chance) == ("exchange", seat, king)
            assert {*then.actions()} == {*hand(state)}
            assert refused(then, king) == refused(then, "dark") == in_the_dark
            played = then.apply(then.actions()[0])
            assert seat is not None
            assert {*hand(played, seat)} == {*hand(state), king} - {then.actions()[0]}
            assert stock(played) == stock(state)[1:]  # nothing is drawn
    assert barred > 20
    assert turned > 2


@pytest.mark.rule("RK-R12")
def test_the_fourth_king_where_it_is_agreed():
    check_fourth_king(Ristikontra("finnish"), "RK-R12", "RK-R12")
    early = [
        trick
        for end in ends(RK, 100)
        for trick in end.view(None).tricks[:7]
        if Counter(card[0] for t in end.view(None).tricks[: trick.number] for card in cards_of(t))["K"] == 4
    ]
    assert early  # without the rule it may fall at any time


@pytest.mark.rule("RK-R13")
@pytest.mark.parametrize("game", [RK, L5, L6, Ristikontra(hand_size=5)])
def test_a_deal_is_thirteen_tricks(game: Game):
    for end in ends(game, 20):
        view = end.view(None)
        assert [trick.number for trick in view.tricks] == list(range(1, 14))
        assert not any(view.hands.values())
        assert len({card for trick in view.tricks for card in cards_of(trick)}) == 52
        assert {refused(end, action) for action in ("dark", "7C", "KD")} == {"RK-R13"}


@pytest.mark.rule("RK-R14")
@pytest.mark.parametrize(("values", "worth", "total"), [("standard", WORTH, 120), ("simple", SIMPLE, 60)])
def test_card_points(values: str, worth: dict[str, int], total: int):
    game = Ristikontra(values=values)
    for end in ends(game):
        tricks = end.view(None).tricks
        assert all(t.card_points == sum(worth.get(card[0], 0) for card in cards_of(t)) for t in tricks)
        points = [count(tricks, NS, worth), count(tricks, EW, worth)]
        assert sum(points) == total
        assert [pile.card_points for pile in end.view(None).piles] == points
        item = next(item for item in end.result().items if item.rule == "RK-R14")
        assert str(points[0] or "no card points") in item.text


@pytest.mark.rule("RK-R15")
@pytest.mark.parametrize(("values", "half"), [("standard", 60), ("simple", 30)])
def test_more_than_half_is_a_game_point(values: str, half: int):
    for ns, result in splits(Ristikontra(values=values), tricks="NS 6"):
        if ns in (0, half, 2 * half):
            continue
        assert result.seats == {seat: int((seat in NS) == (ns > half)) for seat in SEATS}
        assert result.winners == (NS if ns > half else EW)
        assert result.items[1].rule == "RK-R15"


@pytest.mark.rule("RK-R16")
def test_all_the_card_points_are_two_game_points():
    """Even if the others took tricks without a card point."""
    for tricks in range(8, 12):  # the last is led by who has won one before
        for facts, side in ((f"NS 120:NS {tricks}", NS), (f"NS 0:NS {12 - tricks}", EW)):
            points, taken = facts.split(":")
            result = settled(RK, points=points, tricks=taken)
            assert result.seats == {seat: 2 * (seat in side) for seat in SEATS}
            assert result.items[1].rule == "RK-R16"


@pytest.mark.rule("RK-R17")
def test_a_tie_is_held_over():
    result = settled(RK, points="NS 60")
    assert (result.winners, set(result.seats.values()), result.items[1].rule) == ((), {0}, "RK-R17")
    session = RK.session()
    for held in range(1, 4):
        session = session.after(last_trick(RK, BLANK, points="NS 60"))
        assert session.facts == {"held": str(held)}
    session = session.after(last_trick(RK, BLANK, points="NS 38"))
    assert session.facts == {"score": "NS 0 EW 4"}


@pytest.mark.rule("RK-R18")
@pytest.mark.parametrize("target", [1, 4, 7])
def test_the_first_at_the_target_wins_the_session(target: int):
    game, chance = Ristikontra(target=target), Random(target)
    for _ in range(15):
        session: Session = game.session()
        score, held = {NS: 0, EW: 0}, 0
        while max(score.values()) < target:
            assert not session.over
            state: State = game.deal(chance.randrange(10**6), session=session)
            while state.to_act is not None:
                state = state.apply(chance.choice(state.actions()))
            points = {side: count(state.view(None).tricks, side) for side in (NS, EW)}
            winner = max(points, key=lambda side: points[side])
            if points[winner] == 60:
                held += 1
            else:
                score[winner] += (2 if points[winner] == 120 else 1) + held
                held = 0
            session = state.session.after(state)
            assert dict(session.seats) == {seat: score[side_of(seat)] for seat in SEATS}
        assert session.winners == max(score, key=lambda side: score[side])
        with pytest.raises(ValueError, match="over"):
            session.after(state)


@pytest.mark.rule("RK-R19")
def test_the_deal_passes_to_the_left():
    session: Session = Ristikontra(target=60).session()
    chance, dealers = Random(19), []
    for _ in range(20):
        state: State = session.game.deal(chance.randrange(10**6), session=session)
        dealers.append(state.view(None).dealer)
        while state.to_act is not None:
            state = state.apply(chance.choice(state.actions()))
        session = state.session.after(state)
        assert session.dealer is not None
    assert all(before and then == left_of(before) for before, then in pairwise(dealers))


# Ristiklappi: play ------------------------------------------------------------------------------------------


@pytest.mark.rule("RL-R1")
@pytest.mark.parametrize("limit", [3, 2])
def test_play_is_ristikontras(limit: int):
    """With the fourth king free, the same cards and the same plays lead to the same place in both games."""
    ours = Ristiklappi(fourth_king_rule="off", lead_limit=limit)
    theirs = Ristikontra(hand_size=5, lead_limit=limit)
    for seed in range(30):
        chance = Random(seed)
        one: State = ours.deal(seed)
        other: State = theirs.deal(seed)
        while one.to_act is not None:
            assert (one.to_act, one.actions(), one.phase) == (other.to_act, other.actions(), other.phase)
            for card in hand(one):
                first, second = one.why_not(card), other.why_not(card)
                assert (first and first.rule) == (second and second.rule)
            action = chance.choice(one.actions())
            one, other = one.apply(action), other.apply(action)
            assert one.view(None).tricks == other.view(None).tricks
            assert one.view(None).hands == other.view(None).hands
        assert other.to_act is None


def naive_dirt(game: Ristiklappi, tricks: tuple[Trick, ...]) -> dict[tuple[str, str], str]:
    """How the sides stand after some tricks: `dirty`, `cleaned` or `clean`."""
    first = 52 // 4 - game.hand_size
    found = {}
    for side in (NS, EW):
        early = [t for t in tricks[:first] if t.winner in side]
        late = [t for t in tricks[first:] if t.winner in side]
        dirty = any(card[0] == "Q" for t in early for card in cards_of(t))
        cleaning = [t for t in late if any(card[0] == "K" for card in cards_of(t))]
        if not game.options.on("queen_trick_cleans"):
            cleaning = [t for t in cleaning if t.plays[0].card[0] != "Q"]
        found[side] = "clean" if not dirty else "cleaned" if cleaning else "dirty"
    return found


def dirt(state: State) -> dict[tuple[str, str], str]:
    """The same as the engine tells it."""
    named = ("clean", "cleaned", "dirty")
    return {side_of(s.seats[0]): s.name for s in state.view(None).statuses if s.name in named}


@pytest.mark.rule("RL-R2")
@pytest.mark.parametrize(("game", "first"), [(L5, 8), (L6, 7)])
def test_parts(game: RankMatchGame, first: int):
    """The last trick of the first part dirties, though the stock ends in it; the next does not."""
    for seat in SEATS:
        cards = {left_of(seat, n): card for n, card in enumerate(("QC", "2S", "3S", "4S"))}
        more = {left_of(seat, n): card for n, card in enumerate(("KC", "5S", "6S", "7S"))}
        hands = {str(owner): f"{cards[owner]} {more[owner]}" for owner in SEATS}
        early = position(game, stock=4, lead=seat, hands=hands)
        assert early.view(None).trick_number == first
        early = play(early, " ".join(cards.values()))
        assert early.view(None).stock == 0
        assert dirt(early)[side_of(seat)] == "dirty"
        assert (
            dirt(play(position(game, lead=seat, hands=hands), " ".join(cards.values())))[side_of(seat)]
            == "clean"
        )


@pytest.mark.rule("RL-R3")
def test_queens_of_the_first_part_make_dirty():
    first = [
        (step.then, step.then.view(None)) for step in steps(L5) if step.then.view(None).trick_number <= 8
    ]
    assert len({tuple(dirt(state).values()) for state, _ in first}) == 4
    for state, view in first:
        for side in (NS, EW):
            queens = [c for t in view.tricks if t.winner in side for c in cards_of(t) if c[0] == "Q"]
            assert dirt(state)[side] == ("dirty" if queens else "clean")


@pytest.mark.rule("RL-R4")
@pytest.mark.parametrize("preset", ["lappi5", "lappi6"])
def test_kings_of_the_second_part_clean(preset: str):
    game = Ristiklappi(preset, queen_trick_cleans="off")
    found = Counter[str]()
    for end in ends(game, 150):
        assert dirt(end) == naive_dirt(game, end.view(None).tricks)
        found.update(dirt(end).values())
    assert min(found[name] for name in ("clean", "cleaned", "dirty")) > 5


@pytest.mark.rule("RL-R5")
def test_a_queen_that_wins_was_led_to():
    """So it is the same to ask for the card that wins and for the card that was led."""
    for end in ends(L5, 60):
        for trick in end.view(None).tricks:
            won_by = [play.card[0] for play in trick.plays if play.seat == trick.winner]
            assert won_by == [trick.plays[0].card[0]]
    for plays, cleans in (("N QC E KC S 2C W 3C", False), ("N 8C E QC S KC W 3C", True)):
        assert (dirt(last_trick(L5, plays, dirty="NS"))[NS] == "cleaned") == cleans


@pytest.mark.rule("RL-R6")
@pytest.mark.parametrize("whose", SEATS)
def test_the_king_may_be_anybodys(whose: Seat):
    cards = {seat: "KC" if seat == whose else f"{n}C" for n, seat in enumerate(SEATS, 2)}
    plays = " ".join(f"{seat} {card}" for seat, card in cards.items())
    end = last_trick(L5, plays, dirty="NS EW")
    assert end.view(None).tricks[-1].winner == "N"
    assert dirt(end) == {NS: "cleaned", EW: "dirty"}


@pytest.mark.rule("RL-R7")
def test_with_six_cards_a_queen_may_win_it():
    changed = 0
    for end in ends(L6, 200):
        tricks = end.view(None).tricks
        assert dirt(end) == naive_dirt(L6, tricks)
        changed += dirt(end) != naive_dirt(Ristiklappi("lappi6", queen_trick_cleans="off"), tricks)
    assert changed
    cleaned = last_trick(L6, "N QC E 2C S KC W 3C", dirty="NS").result().items[0]
    assert cleaned.rule == "RL-R7"


@pytest.mark.rule("RL-R8")
def test_unclean_is_dirty_and_not_cleaned():
    for end in ends(L5, 60):
        rules = [item.rule for item in end.result().items[:2]]
        how = {"clean": "RL-R9", "cleaned": "RL-R4", "dirty": "RL-R8"}
        assert rules == [how[name] for name in dirt(end).values()]
        unclean = {side for side, name in dirt(end).items() if name == "dirty"}
        lost = {side_of(seat) for seat, grade in end.result().grades.items() if "dishonourable" in grade}
        assert lost == unclean


@pytest.mark.rule("RL-R9")
def test_who_took_no_queen_has_nothing_to_clean():
    late = early = 0
    for end in ends(L5, 150):
        tricks = end.view(None).tricks
        for side in (NS, EW):
            first = [card[0] for t in tricks[:8] if t.winner in side for card in cards_of(t)]
            second = [card[0] for t in tricks[8:] if t.winner in side for card in cards_of(t)]
            if "Q" not in first:
                late += "Q" in second
                assert dirt(end)[side] == "clean"
            elif "K" in first and "K" not in second:
                early += 1
                assert dirt(end)[side] == "dirty"
    assert late > 10
    assert early > 5


@pytest.mark.rule("RL-R10")
@pytest.mark.parametrize("game", [L5, L6])
def test_the_fourth_king_waits(game: RankMatchGame):
    check_fourth_king(game, "RL-R10", "RL-R12")


@pytest.mark.rule("RL-R11")
@pytest.mark.parametrize("limit", [3, 2])
def test_something_can_always_be_played(limit: int):
    fewest = 9
    game = Ristiklappi(lead_limit=limit, lead_limit_scope="table", dark_barred_lead="exchange")
    for state, _, _ in steps(game, 400, dark=0.6):
        cards = [action for action in state.actions() if action != "dark"]
        assert cards
        if (
            state.why_not(next((card for card in hand(state) if card[0] == "K"), ""))
            and state.view(None).stock
        ):
            fewest = min(fewest, len(cards))
    assert fewest >= (3 if limit == 3 else 2)
    eights = ["8C", "8S", "8H", "8D"]
    held, gone = eights[:-limit], eights[-limit:]
    hands = {"N": f"KC {' '.join(held)} 2C 3C {'4C' * (limit == 3)}"}
    full = position(game, stock=12, hands=hands, gone=f"KH KS KD {' '.join(gone)}", streak=f"N 8 {limit}")
    assert {*full.actions()} == {"2C", "3C", "dark", *(["4C"] if limit == 3 else [])}


@pytest.mark.rule("RL-R12")
def test_fourth_king_in_last_trick_with_stock():
    """It is kept even as the last card of the stock: the trick began with a stock."""
    hands = {"W": "2C 3C 4C 5C 6C"}
    state = play(
        position(L5, stock=4, gone="KS KH KD", hands=hands, top="7C 7D 7H KC"), "dark dark dark dark"
    )
    assert (state.phase, state.to_act, state.chance, state.view(None).stock) == ("exchange", "W", "KC", 0)
    assert refused(state, "KC") == refused(state, "dark") == "RL-R12"
    then = state.apply("2C")
    assert {*hand(then, "W")} == {"KC", "3C", "4C", "5C", "6C"}
    seen = state.view("N").hands["W"]
    assert [card for card in seen if card != "?"] == ["KC"]


@pytest.mark.rule("RL-R13")
def test_kings_are_free_in_the_second_part():
    free = 0
    for state, _, _ in steps(L5, 100, dark=0.7):
        view = state.view(None)
        if view.trick_number > 8:
            kings = [card for card in hand(state) if card[0] == "K"]
            assert {*kings} <= {*state.actions()}
            free += len(kings)
    assert free > 50


@pytest.mark.rule("RL-R14")
@pytest.mark.parametrize("game", [L5, L6, Ristiklappi(dark_fourth_king="forbid_dark")])
def test_a_king_is_left_for_the_second_part(game: RankMatchGame):
    for end in ends(game, 120, dark=0.7):
        late = [card for t in end.view(None).tricks[game.stock_tricks :] for card in cards_of(t)]
        assert any(card[0] == "K" for card in late)


# Ristiklappi: results ---------------------------------------------------------------------------------------


@pytest.mark.rule("RL-R15")
def test_clean_sides_count():
    for ns, result in splits(L5):
        expected = ("tie", "tie") if ns == 60 else ("win", "honourable_loss")
        assert (result.grades["N"], result.grades["E"]) == (expected if ns >= 60 else expected[::-1])


@pytest.mark.rule("RL-R16")
@pytest.mark.parametrize(("unclean", "winners"), [("NS", EW), ("EW", NS)])
def test_who_is_unclean_loses_whatever_the_points(unclean: str, winners: tuple[str, str]):
    for _, result in splits(L5, dirty=unclean):
        assert result.winners == winners
        assert {*result.grades.values()} == {"win", "dishonourable_loss"}
        assert result.items[-1].rule == "RL-R16"


@pytest.mark.rule("RL-R17")
def test_two_unclean_sides_lose_both():
    for _, result in splits(L5, dirty="NS EW"):
        assert (result.winners, {*result.grades.values()}) == ((), {"dishonourable_loss"})
        assert result.items[-1].rule == "RL-R17"
    for ns, result in splits(Ristiklappi(both_unclean="points_decide"), dirty="NS EW"):
        assert result.winners == (NS if ns > 60 else EW if ns < 60 else ())


@pytest.mark.rule("RL-R18")
def test_who_deals_next():
    cases = [
        ({"points": "NS 70"}, ()),
        ({"points": "NS 60"}, ()),
        ({"points": "NS 70", "dirty": "NS EW"}, ()),
        ({"points": "NS 70", "dirty": "NS"}, EW),
        ({"points": "NS 50", "dirty": "EW"}, NS),
    ]
    for facts, winners in cases:
        end = last_trick(L5, BLANK, **facts)
        for dealer in SEATS:
            round_the_table = [left_of(dealer, n) for n in range(1, 5)]
            due = next(seat for seat in round_the_table if not winners or seat in winners)
            assert next_dealer(dealer, end.result()) == due
            session = L5.session(Deal({}, dealer=dealer)).after(end)
            assert session.dealer == due


@pytest.mark.rule("RL-R19")
def test_each_deal_is_a_game_of_its_own():
    session: Session = L5.session()
    chance = Random(19)
    for _ in range(12):
        state: State = L5.deal(chance.randrange(10**6), session=session)
        while state.to_act is not None:
            state = state.apply(chance.choice(state.actions()))
        session = state.session.after(state)
        assert (session.over, dict(session.seats), dict(session.facts)) == (False, {}, {})
    assert state.result().unit == "card points"


def naive_grade(points: int, tricks: int, how: str, others: int, lone_queen: bool) -> str:
    """The first grade that fits, before it is asked how the other side fared."""
    if tricks == 0:
        return "kortiton_lappi"
    if lone_queen:
        return "kusilappi"
    if points < 4:
        return "lappi"
    if how == "dirty":
        return "piss_game"
    return "win" if points > others else "tie" if points == others else "point_loss"


SHAMEFUL = ("piss_game", "lappi", "kortiton_lappi", "kusilappi")


def lopsided(game: Ristiklappi, deals: int, seed: int = 0) -> Iterator[Step]:
    """The last steps of deals in which one side takes what it can, so that the other has hardly anything."""
    for number in range(seed, seed + deals):
        chance = Random(number)
        strong = chance.choice((NS, EW))
        state: State = game.deal(number, chance.choice(SEATS))
        while True:
            trick = state.view(None).trick
            cards = [action for action in state.actions() if action != "dark"]
            equal = [card for card in cards if trick and card[0] == trick[0].card[0]]
            rest = [card for card in cards if card not in equal]
            action = chance.choice((equal or rest) if state.to_act in strong else (rest or equal))
            then = state.apply(action)
            if then.to_act is None:
                yield Step(state, action, then)
                break
            state = then


@pytest.mark.rule("RL-R20")
def test_grades():
    found = Counter[str]()
    for end in (*(step.then for step in lopsided(L6, 500)), *ends(L6, 60)):
        tricks = end.view(None).tricks
        own = {}
        for side, other in ((NS, EW), (EW, NS)):
            taken = [card[0] for t in tricks if t.winner in side for card in cards_of(t)]
            lone = [rank for rank in taken if rank in WORTH] == ["Q"]
            points, others = count(tricks, side), count(tricks, other)
            own[side] = naive_grade(points, len(taken) // 4, naive_dirt(L6, tricks)[side], others, lone)
        for side, other in ((NS, EW), (EW, NS)):
            expected = "win" if own[side] not in SHAMEFUL and own[other] in SHAMEFUL else own[side]
            if own[side] in SHAMEFUL:
                expected = own[side]
            grade = {str(seat): grade for seat, grade in end.result().grades.items()}[side[0]]
            assert grade == expected
            found[grade] += 1
    assert {*found} >= {"win", "point_loss", *SHAMEFUL}, found
    assert settled(L6, points="NS 60", tricks="NS 6").grades == {"N": "tie", "E": "tie"}


@pytest.mark.rule("RL-R21")
def test_one_shameful_side_makes_the_other_win():
    for ns, result in splits(L6, tricks="NS 6", dirty="NS"):
        if ns <= 116:  # else East–West are in Lapland
            assert result.winners == EW
    both = Ristiklappi("lappi6", queen_trick_cleans="off", fourth_king_rule="off")
    for ns, result in splits(both, tricks="NS 6", dirty="NS EW"):
        shame = {
            seat: "piss_game" if points > 3 else "kusilappi" for seat, points in (("N", ns), ("E", 120 - ns))
        }
        assert (result.winners, dict(result.grades)) == ((), shame)
    ten = Ristiklappi("lappi6", lapland_below="10")
    lapland = settled(ten, EAST, points="NS 6 EW 114", tricks="NS 1 EW 11", dirty="EW")
    assert (lapland.winners, lapland.grades["N"], lapland.grades["E"]) == ((), "lappi", "piss_game")
    assert lapland.items[-1].rule == "RL-R21"


@pytest.mark.rule("RL-R22")
def test_with_six_cards_only_one_side_is_ashamed():
    ashamed = Counter(
        sum(grade in SHAMEFUL for grade in end.result().grades.values())
        for end in (*ends(L6, 300, dark=0.6), *(step.then for step in lopsided(L6, 200)))
    )
    assert set(ashamed) == {0, 1}


@pytest.mark.rule("RL-R23")
def test_the_order_of_shame():
    """What a loser would rather have: the solver knows, before the last card falls."""
    worth: dict[str, set[int]] = {}
    random = [step for step in steps(L6, 40) if step.then.to_act is None]
    for state, _, end in (*random, *lopsided(L6, 400, 1000)):
        grades = end.result().grades
        loser: Seat = "E" if grades["N"] == "win" else "N"
        value = solver_for(L6).value(state, "result")
        assert isinstance(value, int)
        worth.setdefault(grades[loser], set()).add(abs(value))
    assert all(len(values) == 1 for values in worth.values())
    order = sorted(worth, key=lambda grade: max(worth[grade]))
    assert order == [grade for grade in ("tie", "point_loss", *SHAMEFUL) if grade in worth]
    assert {*worth} >= {"point_loss", *SHAMEFUL}
