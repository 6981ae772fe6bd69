"""The tables at which lessons end: a reader who does as the lesson says has the hand that it speaks of."""

from itertools import pairwise
from pathlib import Path

import pytest

from kontrapunkt.core.interface import PASS, Action, Seat, State
from kontrapunkt.core.registry import game
from kontrapunkt.games.doppelkopf.constants import BID_WEDDING, FOX, HEALTHY, KARLCHEN, OLD, RESERVATION
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.games.kontraspiel.constants import WENZELS
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.lessons.model import ENDING, read
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.render import news

TUTORIALS = Path(__file__).parents[2] / "tutorials"
READER: Seat = "S"


def table(name: str, lesson: str) -> State:
    """The deal of the table at which a lesson ends."""
    path = TUTORIALS / name / "lessons" / f"{lesson}{ENDING}"
    terms = read(path.read_text("utf-8"), lesson).steps[-1].table
    assert terms is not None
    agreed = dict(pair.split("=") for pair in terms.split())
    assert agreed.pop("player") == "first-steps"
    seed = int(agreed.pop("deal", "1"))
    return game(name, agreed.pop("preset", None), **agreed).deal(seed)


def bid_out(state: State, *wanted: Action) -> tuple[State, list[tuple[Seat, Action]]]:
    """The moment at which the first card is led, and what was bid before.

    Args:
        state: The deal.
        wanted: What the reader does where it is possible; the rule of thumb otherwise, and for the others.
    """
    said = []
    while (seat := state.to_act) is not None and state.phase != "lead":
        able = [action for action in wanted if action in state.actions()] if seat == READER else []
        action = (able or [heuristics_of(state.game).advice(state, seat, state.actions()).action])[0]
        said.append((seat, action))
        state = state.apply(action)
    return state, said


def hand(state: State) -> tuple[str, ...]:
    """The reader's hand."""
    return state.view(None).hands[READER]


def trumps(state: State) -> int:
    """How many trumps the reader holds."""
    order = state.view(None).moment.order
    return sum(card in order.trumps for card in hand(state))


@pytest.mark.parametrize("lesson", ["first-hand", "say-re", "special-points", "bids-and-replies"])
def test_table_of_doppelkopf_lesson_has_no_solo(lesson: str) -> None:
    state, said = bid_out(table("doppelkopf", lesson), HEALTHY)
    assert {action for _, action in said} == {HEALTHY}
    assert hand(state).count(OLD) == 1
    if lesson in ("say-re", "bids-and-replies"):
        assert trumps(state) == 9
    if lesson == "special-points":
        assert {FOX, KARLCHEN} <= {*hand(state)}


def test_table_of_weddings_lesson_lets_the_reader_marry() -> None:
    state, said = bid_out(table("doppelkopf", "weddings-and-solos"), RESERVATION, BID_WEDDING)
    assert trumps(state) == 9
    assert [action for seat, action in said if seat != READER] == [HEALTHY] * 3
    assert (READER, BID_WEDDING) in said


def test_table_of_first_graden_lesson_ends_in_schurln() -> None:
    state, said = bid_out(table("koenigrufen-graden", "first-hand"), PASS)
    assert said == [(seat, PASS) for seat, _ in said]
    assert isinstance(state, KoenigrufenState)
    assert state.contract.name == "schurln"


def test_table_of_beggars_lesson_lets_the_reader_beg() -> None:
    state, _ = bid_out(table("koenigrufen-graden", "beggars-and-tens"))
    assert isinstance(state, KoenigrufenState)
    assert state.contract.name == "bettler"
    assert [state.game.seats[seat] for seat in state.bidders] == [READER]
    cards = hand(state)
    assert not any(card[0] == "A" for card in cards)
    assert {card[1] for card in cards} == {card[1] for card in cards if card[0] in "9T"}


def test_first_kontraspiel_lesson_table_lets_reader_play() -> None:
    state, said = bid_out(table("kontraspiel", "first-hand"))
    assert isinstance(state, KontraspielState)
    assert state.game.seats.index(READER) == state.standing.soloist
    assert [action for _, action in said] == [PASS, PASS, "play"]
    assert {*WENZELS} & {*hand(state)}


def test_table_of_contra_lesson_has_another_soloist() -> None:
    state, _ = bid_out(table("kontraspiel", "contra"), PASS)
    assert isinstance(state, KontraspielState)
    assert state.standing.soloist not in (None, state.game.seats.index(READER))
    assert {*WENZELS} & {*hand(state)}
    assert f"A{state.trump}" in hand(state)
    assert "say contra" in state.actions(READER)


def played_by_thumb(state: State) -> list[State]:
    """The states of a deal in which everybody follows the rules of thumb."""
    states = [state]
    while (seat := states[-1].to_act) is not None:
        now = states[-1]
        states.append(now.apply(heuristics_of(now.game).advice(now, seat, now.actions()).action))
    return states


@pytest.mark.parametrize("lesson", ["first-hand", "three-queens"])
def test_konter_lesson_table_lets_reader_name_trumps(lesson: str) -> None:
    state = table("konter-a-matt", lesson)
    assert (state.phase, state.to_act) == ("name_trump", READER)
    if lesson == "three-queens":
        assert len({"QH", "QD", "QS"} & {*hand(state)}) == 2


def test_table_of_spice_lesson_has_the_readers_key() -> None:
    """The stock is locked, the reader leads, and holds one card of its rank."""
    state = table("kontra", "spice-and-lock")
    ranks = {card[0] for laid in state.view(None).laid for card in laid.cards}
    assert len(ranks) == 1
    keys = [card for card in hand(state) if card[0] in ranks]
    assert state.to_act == READER
    assert state.actions() == tuple(keys)
    assert len(keys) == 1


@pytest.mark.parametrize("lesson", ["first-hand", "cleaning"])
def test_table_of_ristiklappi_lesson_soils_and_cleans(lesson: str) -> None:
    """The reader holds a king and may clean: by rules of thumb the side takes a queen, and cleans later."""
    states = played_by_thumb(table("ristiklappi", lesson))
    assert any(card[0] == "K" for card in hand(states[0]))
    told = [
        str(each.text) for one, other in pairwise(states) for each in news(one.view(None), other.view(None))
    ]
    assert "North–South took a queen while there was a stock, and are dirty." in told
    assert "North–South were dirty and got clean with a king." in told


def test_dark_lesson_table_has_pairs_and_stock() -> None:
    state = table("ristikontra", "dark-and-memory")
    ranks = [card[0] for card in hand(state)]
    assert sum(ranks.count(rank) == 2 for rank in {*ranks}) >= 2
    assert "dark" in played_by_thumb(state)[2].actions(READER)


@pytest.mark.parametrize("name", ["kontra", "ristikontra"])
def test_first_table_of_matching_game_leaves_a_choice(name: str) -> None:
    """The reader may play several cards, and wins a trick by the rules of thumb."""
    states = played_by_thumb(table(name, "first-hand"))
    first = next(state for state in states if state.to_act == READER)
    assert len(first.actions()) > 2
    wins = [pile for pile in states[-1].view(None).piles if READER in pile.seats]
    assert all(pile.tricks for pile in wins)
