"""Kontraspiel: the engine against the naive reference, the same deals, the same answers at every step.

Deals are played at random with random options, in matches of some deals, with announcements out of turn. At
every step both must allow each seat the same; at the end of a deal both must find the same winner and pay the
same because of the same rules, and leave the same pot, pacts and dealer to the next deal.

Two things are said differently. The reference gives the turn-up into the hand at once, the engine when the
card for it is put away; and that each player announces a match once is a bound of the engine's alone.
"""

import re
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from kontrapunkt.core.cards import shuffled
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.kontraspiel.constants import PACK
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.record import Deal, read
from tests.perft.cases import PerftCase, perft_cases
from tests.reference import kontraspiel as naive
from tests.reference.agreement import Agreement, count_sequences

ROOT = Path(__file__).parents[1]
TABLE = perft_cases("kontraspiel.perft")
SWAP = {"say contra swap": "say contra-swap"}
BACK = {new: old for old, new in SWAP.items()}


def some_game(chance: Random) -> Kontraspiel:
    """A game with some options changed."""
    options = {
        option.key: chance.choice(option.choices or ("1", "3", "9"))
        for option in Kontraspiel.known_options
        if chance.random() < 0.4
    }
    return Kontraspiel(**options)


def naive_options(game: Kontraspiel) -> dict[str, str]:
    """The options as the reference names them, which are the same."""
    assert set(game.options) == set(naive.DEFAULTS)
    return dict(game.options)


def loaded(chance: Random) -> list[str]:
    """A pack; often with an ace or a Wenzel at the place of the turn-up."""
    pack = [str(card) for card in shuffled(PACK, chance.getrandbits(30))]
    if chance.random() < 0.4:
        top = pack.index(chance.choice(["AC", "AS", "AH", "AD", "JC", "JS"]))
        pack[20], pack[top] = pack[top], pack[20]
    return pack


def begun(
    game: Kontraspiel, pack: list[str], dealer: Seat, session: KontraspielSession
) -> tuple[KontraspielState, naive.Deal]:
    """The same deal for both."""
    options = naive_options(game)
    hands, turn_up, talon = naive.deal_out(pack, dealer, options)
    lines = [f"{seat}: {' '.join(hand)}" for seat, hand in hands.items()]
    text = f'[Game "{game.id}"]\n[Deal]\n' + "\n".join([*lines, f"stock: {turn_up} {' '.join(talon)}"])
    deal = read(text).deals[0]
    state = game.start(Deal(deal.hands, deal.stock, dealer=dealer), session=session)
    assert isinstance(state, KontraspielState)
    pacts = naive_pacts(session)
    return state, naive.begin(hands, turn_up, talon, dealer, session.pot, pacts, options)


def naive_pacts(session: KontraspielSession) -> dict[str, list[str]]:
    """The pacts as the reference notes them."""
    apart = (
        session.game.options["wenzel_turnup"] == "like_ace"
        and session.game.options["pact_scope"] == "per_rank"
    )
    kinds = (("ace" if apart else "any", session.pacts), ("wenzel", session.wenzel_pacts))
    return {seat: [kind for kind, seats in kinds if seat in seats] for seat in SEATS}


def legal(deal: naive.Deal, seat: str) -> set[str]:
    """What the reference allows a seat, but for a second match of its own."""
    again = (seat, "match") in [(who, what.split()[0]) for who, what in deal["said"]]
    found = {SWAP.get(action, action) for action in naive.legal(deal, seat)}
    return {action for action in found if not (again and action.startswith("match"))}


def agree(state: KontraspielState, deal: naive.Deal) -> None:
    """Both see the same turn, hands, actions and roles."""
    assert state.to_act == deal["turn"]
    for i, seat in enumerate(SEATS):
        hand = [*state.hands[i]]
        if state.phase == "discard" and seat == state.to_act:
            hand.append(state.standing.turn_up)
        assert sorted(hand) == sorted(deal["hands"][seat])
        ours = {str(action) for action in state.actions(seat)}
        assert ours == legal(deal, seat), f"{seat} in {state.view(None)}"
        assert naive.may_look(deal, seat) == state.sees(seat, i)
    roles = (state.standing.soloist, state.standing.contra, state.standing.recontra)
    named = [None if role is None else SEATS[role] for role in roles]
    assert named == [deal["soloist"], deal["contra"], deal["recontra"]]
    assert state.trump == (deal["trump"] or "")


def polled_out(deal: naive.Deal) -> None:
    """Passes for seats whom the reference asks for a second match, which the engine does not."""
    while deal["phase"] == "polled" and legal(deal, deal["turn"]) == {"pass"}:
        naive.do(deal, deal["turn"], "pass")


def do(deal: naive.Deal, seat: str, action: str) -> None:
    """Does an action in the reference."""
    naive.do(deal, seat, BACK.get(action, action))
    polled_out(deal)


def choose(state: KontraspielState, chance: Random, loud: float) -> tuple[Seat, str]:
    """What is done next."""
    every = [(seat, str(action)) for seat in SEATS for action in state.actions(seat)]
    cards = [one for one in every if len(one[1]) == 2]
    said = [one for one in every if len(one[1]) != 2]
    passes = [one for one in said if one[1] == "pass"]
    if passes and chance.random() > loud:
        return passes[0]
    if not cards or (said and chance.random() < loud):
        return chance.choice(said)
    if chance.random() < 0.6:  # the soloist's cards are high, the others' low
        rank = {card: place for place, card in enumerate(("JC", "JS"))}
        soloist = state.to_act == SEATS[state.standing.soloist or 0]
        cards.sort(key=lambda one: rank.get(one[1], 2 + "AKQJT9".index(one[1][0])), reverse=not soloist)
        return cards[0]
    return chance.choice(cards)


def compare_match(seed: int, seen: Counter[str], deals: int = 5) -> None:
    """A match of some deals, side by side."""
    chance = Random(seed)
    game = some_game(chance)
    session = game.session()
    for _ in range(deals):
        dealer = chance.choice(session.dealers)
        state, deal = begun(game, loaded(chance), dealer, session)
        loud = chance.choice([0.05, 0.3, 0.7])
        while deal["phase"] != "over":
            agree(state, deal)
            seat, action = choose(state, chance, loud)
            state = state.apply(action, seat)
            do(deal, seat, action)
            seen[action.split()[0] if len(action) > 2 else "card"] += 1
            seen[action] += action.startswith("say")
        agree(state, deal)
        session = compare_end(state, deal, seen)


def compare_end(state: KontraspielState, deal: naive.Deal, seen: Counter[str]) -> KontraspielSession:
    """Both count and pay the same; the match after it."""
    result, due = state.result(), naive.settlement(deal)
    assert result.winners == ((due["winner"],) if due["winner"] else ())
    assert dict(result.seats) == due["seats"]
    for rule in {item["rule"] for item in due["items"]} | {item.rule for item in result.items if item.seats}:
        ours, theirs = Counter[str](), Counter[str]()
        for item in result.items:
            ours.update(item.seats if item.rule == rule else {})
        for each in due["items"]:
            theirs.update(each["seats"] if each["rule"] == rule else {})
        assert {s: n for s, n in ours.items() if n} == {s: n for s, n in theirs.items() if n}, rule
        seen[rule] += 1
    session = state.session.after(state)
    assert isinstance(session, KontraspielSession)
    assert session.pot == due["pot"]
    assert {seat: sorted(kinds) for seat, kinds in naive_pacts(session).items()} == {
        seat: sorted(kinds) for seat, kinds in due["pacts"].items()
    }
    assert session.dealers == (due["next_dealer"],)
    assert session.full_rounds == naive.is_full_round(session.dealt)
    if session.full_rounds:
        share, left = naive.shares_of_the_pot(session.pot, deal["options"])
        parted = session.end_by_agreement()
        assert (parted.pot, parted.chips) == (left, tuple(chips + share for chips in session.chips))
    seen["deals"] += 1
    seen["void"] += due["winner"] is None
    seen["pact"] += bool(session.pacts)
    return session


CORNERS = {
    "KS-R29": 57,
    "KS-R30": 33,
    "KS-R31": 1,
    "KS-R32": 0,
    "match": 1,
    "pact": 2,
    "say contra": 0,
    "say contra-swap": 10,
    "say recontra": 0,
    "take": 2,
    "void": 0,
}
"""Corners of the rules, each with the seed of a match that comes to it."""

AGREEMENT = Agreement(compare_match, CORNERS)


# Golden files, a second time --------------------------------------------------------------------------------


def from_state(state: KontraspielState) -> naive.Deal:
    """The reference's deal for cards just dealt."""
    deal = state.as_deal()
    assert not deal.position
    assert deal.dealer
    hands = {str(seat): [str(card) for card in hand] for seat, hand in deal.hands.items()}
    game, session = state.game, state.session
    assert isinstance(game, Kontraspiel)
    assert isinstance(session, KontraspielSession)
    turn_up, *talon = [str(card) for card in deal.stock or ()]
    return naive.begin(
        hands, turn_up, talon, deal.dealer, session.pot, naive_pacts(session), naive_options(game)
    )


def moves(deal: naive.Deal, calls: bool) -> list[tuple[str, str]]:
    """The legal actions of the seat to act, or of all seats."""
    seats = [] if deal["phase"] == "over" else SEATS if calls else [deal["turn"]]
    return [(seat, action) for seat in seats for action in legal(deal, seat)]


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.name)
def test_the_reference_counts_the_same(case: PerftCase):
    state = case.start()
    assert isinstance(state, KontraspielState)
    if state.as_deal().position:
        pytest.skip("the reference knows no position")
    deal = from_state(state)
    for kind, depth, expected in case.counts:
        if expected < 3000:
            assert count_sequences(deal, depth, partial(moves, calls=kind == "calls"), do) == expected


@pytest.mark.parametrize("preset", Kontraspiel.presets)
def test_the_reference_tells_the_same(preset: str):
    text = (ROOT / f"playthroughs/kontraspiel-{preset}.txt").read_text(encoding="utf-8")
    told = read(text[text.rindex("[Game ") :]).deals[0]
    state = Kontraspiel(preset).start(told)
    assert isinstance(state, KontraspielState)
    deal = from_state(state)
    for move in told.moves:
        action = str(move.action)
        assert action in legal(deal, move.actor)
        naive.do(deal, move.actor, BACK.get(action, action))
        if move.claim:
            assert deal["tricks"][-1]["winner"] == move.claim.winner
    assert deal["phase"] == "over"
    chips = re.search(r"\(chips: (\{.*?\})", text)
    assert chips
    due = naive.settlement(deal)
    assert chips[1] == str({seat: due["seats"][seat] for seat in SEATS})
