"""Consistent deals: all of them and no other, counted and drawn exactly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import Action, Game, Seat, State
from kontrapunkt.core.registry import GAMES
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.families.card_distributions import CardBound, CardDistribution, CardPlace, consistent
from kontrapunkt.families.rank_match.constants import PACK
from kontrapunkt.record import Done, ObservedDeal, SeatHistory, replay_session
from kontrapunkt.testing import random_options
from kontrapunkt.testing.players import replay_elsewhere
from kontrapunkt.testing.states import some_action

ALL = sorted(GAMES)

PROVE_LITTLE = ("kontra", "ristikontra", "ristiklappi", "sedma")
"""Games in which play proves little about hidden cards."""

Lying = Mapping[tuple[str, int], Sequence[Card]]


def some_game(game_id: str, seed: int) -> Game:
    """A preset, then random options."""
    presets = [*GAMES[game_id].presets]
    return GAMES[game_id](presets[seed]) if seed < len(presets) else random_options(GAMES[game_id], seed)


def a_deal(game: Game, seed: int) -> tuple[State, Done]:
    """A deal that is played at random to its end, with little said."""
    chance = Random(seed)
    start = state = game.deal(seed)
    done: Done = []
    while state.to_act:
        seat, action = some_action(state, chance)
        if action.verb in ("pass", "claim") and chance.random() < 0.6:
            continue
        state = state.apply(action, seat)
        done.append((seat, action))
    return start, done


def exchanges(state: State) -> bool:
    """Whether cards of a double pack change hands, so that they cannot be followed."""
    return getattr(state, "mode", "") == "poverty"


def plain(state: Any) -> Any:
    """A state as far as two can differ to anybody: the talon of Kontraspiel lies in no order."""
    if state.game.id != "kontraspiel":
        return state
    first = 0 if state.put_away is None else 1
    return state.hands, state.stock[:first], {*state.stock}


def lies_so(start: State, done: Done, now: ObservedDeal, seat: Seat, other: State) -> bool:
    """Whether a deal can be played so that one seat sees the same and cards lie so."""
    again = replay_elsewhere(start, done, now.state, other, [seat])
    if again is None or again[0].histories[seat] != now.histories[seat]:
        return False
    assert plain(again[0].state) == plain(other)
    assert again[0].state.view(seat) == now.state.view(seat)
    return True


def swapped(lying: Lying, chance: Random) -> dict[tuple[str, int], Sequence[Card]]:
    """The same where two cards, or thrice two, have changed places."""
    new = {where: [*cards] for where, cards in lying.items()}
    for _ in range(chance.choice((1, 1, 1, 3))):
        one, other = (chance.choice([where for where in new if new[where]]) for _ in range(2))
        i, j = chance.randrange(len(new[one])), chance.randrange(len(new[other]))
        new[one][i], new[other][j] = new[other][j], new[one][i]
    return {where: tuple(cards) for where, cards in new.items()}


def check_moment(start: State, done: Done, seat: Seat, chance: Random) -> Counter[bool]:
    """Draws a deal and changes it a little: it is allowed exactly if it can be played to the same record."""
    now = ObservedDeal.start(start, done, [seat])
    worlds = consistent(now.histories[seat])
    assert worlds.count
    found = Counter[bool]()
    if not worlds.cards:
        return found
    for _ in range(3):
        lying = worlds.draw_cards(chance)
        assert worlds.allows(lying)
        for each in (lying, swapped(lying, chance), swapped(lying, chance)):
            so = lies_so(start, done, now, seat, worlds.determinize(each))
            assert so == worlds.allows(each), f"{so}: {each}\n{now.histories[seat].text}"
            found[so] += 1
    return found


@pytest.mark.parametrize("game_id", ALL)
def test_deal_is_consistent_iff_playable(game_id: str):
    found = Counter[bool]()
    for seed in range(6):
        start, done = a_deal(some_game(game_id, seed), seed)
        chance = Random(seed)
        for _ in range(6):
            upto = done[: chance.randrange(len(done))]
            if not exchanges(ObservedDeal.start(start, upto, ()).state):
                found += check_moment(start, upto, chance.choice(start.game.seats), chance)
    assert found[True] > 100
    assert found[False] > 5 or game_id in PROVE_LITTLE


# Locked packs and barred leads are rare where ranks match, and prove something ----------------------------


def locked(game: Game, seed: int) -> State:
    """A deal of Kontra whose pack is locked, and somebody may be able to unlock it."""
    return next(state for n in range(seed, seed + 2000) if (state := game.deal(n)).lock)  # type: ignore[attr-defined]


@pytest.mark.parametrize("unlock", ["compulsory", "optional"])
@pytest.mark.parametrize("players", ["2", "3"])
def test_failed_unlock_excludes_dealt_card(unlock: str, players: str):
    """As long as nobody has drawn, and to the end where the pack stays locked."""
    game = GAMES["kontra"](players=players, unlock=unlock)
    chance = Random(1)
    passed_over = 0
    for seed in range(0, 4000, 2000):
        start = state = locked(game, seed)
        done: Done = []
        while state.to_act and state.lock and len(done) < 9:  # type: ignore[attr-defined]
            for seat in game.seats:
                passed_over += check_moment(start, done, seat, chance)[False]
            seat, action = some_action(state, chance)
            state = state.apply(action, seat)
            done.append((seat, action))
            if state.view(None).trick and state.phase == "normal":
                break
    assert passed_over


def test_unlocking_card_may_have_been_drawn_later():
    """How often it lies in the hand, where it could not be from the start: compared with deals as dealt."""
    game, chance = GAMES["kontra"](), Random(3)
    for seed in range(9000):
        start: Any = game.deal(seed, "N")
        if not start.lock or start.to_act != "S":
            continue
        played, done = ObservedDeal.start(start, (), ["S"]), Done()
        while len(done) < 16:
            turn = played.state.to_act
            assert turn
            able = [each for each in played.state.actions() if each.carries] or [*played.state.actions()]
            done.append((turn, chance.choice(able)))
            played = played.after(done[-1][1])
        worlds = consistent(played.histories["S"])
        if last := next((card for card in worlds.cards if card[0] == start.lock), None):
            break
    drawn = [last in worlds.draw(chance).view(None).hands["N"] for _ in range(4000)]
    dealt = [last in other.view(None).hands["N"] for other in _dealt(start, done, played, 150, chance)]
    p, q = sum(drawn) / len(drawn), sum(dealt) / len(dealt)
    assert 0.05 < q < 0.25
    assert abs(p - q) < 4 * (q * (1 - q) * (1 / len(drawn) + 1 / len(dealt))) ** 0.5


def _dealt(start: State, done: Done, now: ObservedDeal, number: int, chance: Random) -> Iterator[State]:
    """Deals shuffled anew but for what S knows, and played on; those that S cannot tell apart from one."""
    deal = start.as_deal()
    own = {*now.state.view("S").hands["S"]} | {Action(action).carries for seat, action in done if seat == "S"}
    theirs = [card for seat, action in done if seat == "N" and (card := Action(action).carries)]
    stock = deal.stock or ()
    state, slots = start, [("N", i) for i in range(6)]
    for seat, action in done:
        top = len(stock) - len(state.as_deal().stock or ())
        after = state.apply(action, seat)
        if seat == "N" and len(state.as_deal().stock or ()) > len(after.as_deal().stock or ()):
            slots.append(("stock", top))
        state = after
    rest = [("stock", len(stock) - n) for n in range(2, len(state.as_deal().stock or ()) + 1)]
    pool = consistent(now.histories["S"]).cards
    assert len(slots) + len(rest) == len(pool) + len(theirs), own
    found = 0
    while found < number:
        given = dict(zip(chance.sample(slots, len(theirs)), theirs, strict=True))
        left = [slot for slot in (*slots, *rest) if slot not in given]
        given |= dict(zip(left, chance.sample(pool, len(pool)), strict=True))
        hand = tuple(given["N", i] for i in range(6))
        cards = tuple(given.get(("stock", i), card) for i, card in enumerate(stock))
        shuffled = replace(deal, hands={**deal.hands, "N": hand}, stock=cards)
        try:
            again = ObservedDeal.start(start.game.start(shuffled), done, ["S"])
        except (Refusal, PositionError):
            continue
        if again.histories["S"] == now.histories["S"]:
            found += 1
            yield again.state


# Counting and drawing ---------------------------------------------------------------------------------------


def some_sharing(chance: Random) -> CardDistribution:
    """Few cards, some of them twice, to be shared out among places that are bound in some way."""
    cards = [
        card for card in map(Card, ("AS", "KS", "QH", "9H", "TD")) for _ in range(chance.choice((1, 1, 2)))
    ]
    chance.shuffle(cards)
    cards = cards[:6]
    sizes = [2, 1, len(cards) - 3]
    bound = CardBound(frozenset(chance.sample([*{*cards}], 2)), chance.choice((0, 1)), chance.choice((1, 2)))
    never = frozenset(chance.sample(cards, 1))
    weights = {chance.choice(cards): chance.choice((0, 2, 3))}
    places = [
        CardPlace(("hand", 0), sizes[0], never if chance.random() < 0.5 else frozenset()),
        CardPlace(("hand", 1), sizes[1], weights=weights),
        CardPlace(("stock", 0), sizes[2], bounds=(bound,), ordered=len({*cards}) == len(cards)),
    ]
    return CardDistribution(cards, places)


def by_trying(sharing: CardDistribution, cards: Sequence[Card]) -> Counter[tuple[tuple[Card, ...], ...]]:
    """Every way to lay down the physical cards that the places allow, by what it looks like."""
    found = Counter[tuple[tuple[Card, ...], ...]]()
    first, second, third = sharing.places
    seen = set()
    for order in permutations(range(len(cards))):
        one, two, three = order[: first.size], order[first.size : first.size + 1], order[first.size + 1 :]
        key = (frozenset(one), two, three if third.ordered else frozenset(three))
        if key in seen:
            continue
        seen.add(key)
        held = [tuple(cards[i] for i in part) for part in (one, two, three)]
        if all(place.allows(lying) for place, lying in zip(sharing.places, held, strict=True)):
            look = (
                *(tuple(sorted(lying)) for lying in held[:2]),
                held[2] if third.ordered else tuple(sorted(held[2])),
            )
            found[look] += second.weights.get(held[1][0], 1)
    return found


def look(sharing: CardDistribution, held: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(cards) if place.ordered else tuple(sorted(cards))
        for place, cards in zip(sharing.places, held, strict=True)
    )


@pytest.mark.parametrize("seed", range(40))
def test_distributions_match_brute_force(seed: int):
    chance = Random(seed)
    sharing = some_sharing(chance)
    cards = [card for kind in sharing._kinds for card in kind.cards]
    expected = by_trying(sharing, cards)
    assert sharing.count == expected.total()
    assert dict(expected) == {look(sharing, held): ways for held, ways in sharing.all()}
    if sharing.count:
        assert sharing.places[0].allows(sharing.draw(chance)[0])


def chi_square(observed: Counter[Any], expected: Mapping[Any, float]) -> float:
    """How far what was seen is from what was to be expected, in deviations of that number."""
    assert not {*observed} - {*expected}
    square = sum((observed[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    return float((square - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("seed", [3, 4, 8, 17])
def test_each_distribution_has_its_weight(seed: int):
    chance = Random(seed)
    sharing = some_sharing(chance)
    ways = {look(sharing, held): ways for held, ways in sharing.all()}
    assert len(ways) > 3
    number = 40 * len(ways)
    observed = Counter(look(sharing, sharing.draw(chance)) for _ in range(number))
    assert abs(chi_square(observed, {each: number * n / sharing.count for each, n in ways.items()})) < 4


@pytest.mark.parametrize("game_id", ["doppelkopf", "konter-a-matt", "ristiklappi"])
def test_deals_are_drawn_like_physical_deals(game_id: str):
    """Where they are few, all are listed; of many, each card lies in each hand as often as it should."""
    few, game, chance = 0, GAMES[game_id](), Random(6)
    for seed in range(4):
        start, done = a_deal(game, seed)
        for upto in (len(done) // 3, *range(len(done) - 12, len(done) - 4, 2)):
            now = ObservedDeal.start(start, done[: max(upto, 1)], ["S"])
            worlds = consistent(now.histories["S"])
            if 1 < len(worlds.few) < 200:
                few += 1
                assert sum(ways for _, ways in worlds.few) == worlds.count
                assert plain(now.state) in [plain(each) for each, _ in worlds.few]
                number = 20 * len(worlds.few)
                expected = {state: number * n / worlds.count for state, n in worlds.few}
                observed = Counter(worlds.draw(chance) for _ in range(number))
                assert abs(chi_square(observed, expected)) < 5
            elif not worlds.few:
                assert worlds.count > 500
                assert len(worlds.some(7, chance)) == 7
    assert few > 1


def test_doubly_possible_deal_is_twice_as_likely():
    """Of two equal cards either may be in a hand: two physical deals look alike."""
    worlds = CardDistribution(
        [Card("TH"), Card("TH"), Card("9S")], [CardPlace(("hand", 0), 1), CardPlace(("hand", 1), 2)]
    )
    assert worlds.count == 3
    assert sorted(ways for _, ways in worlds.all()) == [1, 2]


# Poverties: cards of a double pack change hands, and cannot be followed one by one --------------------------


def poverties(options: dict[str, str]) -> Iterator[tuple[State, Done]]:
    """Deals of Doppelkopf, played at random, in which the three cards of a poverty are taken."""
    game = GAMES["doppelkopf"](poverty="shift", **options)
    for seed in range(400):
        chance = Random(seed)
        start = state = game.deal(seed)
        done: Done = []
        while (turn := state.to_act) is not None:
            able = [*state.actions()]
            wanted = [each for each in able if each in ("bid poverty", "accept", "say reservation")]
            poor = state.phase != "reservations" or "bid poverty" in _reserved(state)
            action = wanted[0] if wanted and poor else chance.choice(able)
            if action == "say reservation" and not poor:
                action = able[0]
            done.append((turn, action))
            state = state.apply(action)
        if any(action == "accept" for _, action in done):
            yield start, done


def _reserved(state: State) -> tuple[str, ...]:
    """What the seat to act could bid if it had a reservation."""
    from kontrapunkt.games.doppelkopf.legality import nameable

    return nameable(state, state.turn, "")  # type: ignore[attr-defined, arg-type]


@pytest.mark.parametrize("fox", ["counted", "single_free"])
def test_poverty_is_among_possible_deals(fox: str):
    """Whoever looks on at their turn: the deal that is played is one, and those drawn look alike."""
    chance = Random(8)
    taken = 0
    for taken, (start, done) in enumerate(poverties({"poverty_fox": fox}), 1):
        state = start
        for at, (seat, action) in enumerate(done):
            if at % 5 == 0 or state.phase in ("offer", "give", "tell"):
                seen = ObservedDeal.start(start, done[:at], [seat]).histories[seat]
                worlds = consistent(seen)
                for other in (worlds.draw(chance) for _ in range(3)):
                    assert other.view(seat) == state.view(seat)
                assert worlds.allows(
                    {where: _there(state, seen, where) for where in worlds.draw_cards(chance)}
                )
            state = state.apply(action, seat)
        if taken == 6:
            break
    assert taken == 6


def _there(state: Any, seen: SeatHistory, where: tuple[str, int]) -> tuple[Card, ...]:
    """The cards of a place of a deal that a seat does not know."""
    known: Any = replay_session(seen.record, unseen=True)[-1].end
    if where[0] == "stock":
        return tuple(state.stock)
    return tuple((Counter(state.hands[where[1]]) - Counter(known.hands[where[1]])).elements())


def test_locking_king_may_be_drawn_card():
    """North was passed over when South unlocked the pack: a king in its hand came from the pack."""
    hands: Any = {
        "N": ("AC", "AD", "QS", "JS", "JD", "4D"),
        "S": ("KD", "QH", "9C", "8S", "5S", "5D"),
    }
    top: list[Any] = ["KH", "7D", "8C", "2C", "2D"]
    rest = [card for card in PACK if card not in {*hands["N"], *hands["S"], *top, "KC"}]
    deal = Deal(hands, (*top, *rest, Card("KC")), dealer="N", facts={"cut": "N 6H S 3S", "lead": "S"})
    start = GAMES["kontra"]().start(deal)
    done: Done = [("S", "KD"), ("N", "dark"), ("S", "spice 9C"), ("S", "8C"), ("N", "4D")]
    now = ObservedDeal.start(start, done, ["S"])
    chance = Random(1)
    drawn = (consistent(now.histories["S"]).draw(chance) for _ in range(400))
    other = next(each for each in drawn if "KS" in each.view(None).hands["N"])
    assert lies_so(start, done, now, "S", other)


def test_showing_fourth_king_hides_no_other():
    """North plays in the dark, as the king that allows it lies open; no other can be in its hand."""
    game = GAMES["ristikontra"](hand_size="5", fourth_king_rule="on", dark_fourth_king="forbid_dark")
    hands: Any = {
        "N": ("AC", "KC", "2C", "3C", "4C"),
        "E": ("AS", "QS", "2S", "3S", "4S"),
        "S": ("AH", "QH", "2H", "3H", "4H"),
        "W": ("AD", "QD", "2D", "3D", "4D"),
    }
    stock: Any = ("5C", "5S", "5H", "5D")
    start = game.start(Deal(hands, stock, position=True, facts={"lead": "N", "shown": "N KC"}))
    worlds, chance = consistent(ObservedDeal.start(start, ["dark"], ["E"]).histories["E"]), Random(1)
    kings = [sum(card[0] == "K" for card in worlds.draw(chance).view(None).hands["N"]) for _ in range(50)]
    assert min(kings) == 1
