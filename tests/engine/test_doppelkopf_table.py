"""A table of Doppelkopf: equal cards, parties, calls, poverty; drawn, in words and in plain lines."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from kontrapunkt import game as a_game
from kontrapunkt import render
from kontrapunkt.core.interface import Game, Seat, State, View
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.play.players import LeaningPlayer
from kontrapunkt.record import ObservedDeal
from kontrapunkt.render.plain_lines import table_lines
from kontrapunkt.render.speech import describe, say_events
from tests.rules.doko import DDV, dealt, do, healthy, moment, plays

POVERTY = Doppelkopf("ddv", poverty="shift")
POOR = dealt({"S": "JC JC JS AC TC KC KC 9C AS 9S AH 9H"}, POVERTY)


def html(view: View[Any]) -> str:
    return "".join(render.TableRenderer(view, widget_id="w").html())


def cards(view: View[Any]) -> dict[str, str]:
    """Where each card that lies open is, by its key: the seat of its hand, or `trick`."""
    found = {}
    for part in re.split(r'(?=<div class="kp-(?:seat|middle|cloth|deeds|edge))', html(view)):
        seat = re.search(r'data-seat="(.)"', part)
        for key in re.findall(r'data-key="([^"]+)"', part):
            assert key not in found
            found[key] = seat[1] if seat else "trick"
    return found


def to_the_end(game: Game, seed: int) -> list[State]:
    watched = ObservedDeal.start(game.deal(seed))
    states = [watched.state]
    player = LeaningPlayer(game, seed)
    while (turn := watched.state.to_act) is not None:
        watched = watched.after(player.choose(watched.state.view(turn), watched.histories[turn]))
        states.append(watched.state)
    return states


# Equal cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_equal_cards_keep_their_keys(seed: int):
    """A card that is played keeps its key, and so do all others: what is seen to move is what has moved."""
    states = to_the_end(Doppelkopf("ddv", poverty="shift"), seed)
    for before, after in pairwise(states):
        ids = re.findall(r' id="([^"]+)"', html(after.view(None)))
        assert [each for each, n in Counter(ids).items() if n > 1] == []
        if before.phase not in ("lead", "follow") or after.to_act is None or after.view(None).trick == ():
            continue
        was, now = cards(before.view(None)), cards(after.view(None))
        assert was.keys() == now.keys()
        moved = {key: (was[key], now[key]) for key in was if was[key] != now[key]}
        said = len(after.view(None).calls) > len(before.view(None).calls)
        assert list(moved.values()) == ([] if said else [(before.to_act, "trick")])


def test_first_of_two_equal_cards_moves():
    state = healthy(dealt({"N": "JH JH"}))
    assert {"JH-N", "JH-N-2"} <= cards(state.view(None)).keys()
    state = state.apply("JH")
    found = cards(state.view(None))
    assert (found["JH-N"], found["JH-N-2"]) == ("trick", "N")


def test_single_pack_names_cards_without_copies():
    view = a_game("ristiklappi").deal(1).view(None)
    assert set(cards(view)) >= set(view.hands["N"])


# The table -------------------------------------------------------------------------------------------------


def test_trumps_are_drawn_from_the_highest_down():
    view = healthy(dealt({})).view(None)
    assert view.trumps == ("TH", "Q", "J", "D")
    assert re.search(r'class="kp-trumps".*ten of hearts.*queen.*jack.*diamonds', html(view))
    assert 'data-status="trumps"' not in html(view)
    bare = do(dealt({}), "say reservation, say healthy, say healthy, say healthy, bid solo fleischlos")
    assert bare.view(None).trumps == ()
    assert "no trumps" in html(bare.view(None))


def test_taken_points_are_beside_names_and_parties_total():
    state = plays(healthy(dealt({"N": "AC", "E": "TC", "S": "KC", "W": "9C"})), "AC TC KC 9C")
    shown = html(state.view(None))
    assert "1 trick and 25 card points" in shown
    assert "kp-side" not in shown
    assert re.search("Re 25<span[^>]*>, Kontra 0<", shown)
    assert "Re has 25 card points so far, Kontra 0." in describe(state.view(None))
    assert "Re 25" not in html(state.view("N"))  # who is whose partner is not known yet


def test_long_lists_of_calls_are_closed():
    shown = render.action_buttons(healthy(dealt({})).view(None), widget_id="w")
    assert re.findall(r'popovertarget="(.*?)"', shown) == ["w-N-deeds", "w-deeds"]
    assert re.findall(r'kp-deeds-seat" aria-hidden="true">(\w+) may', shown) == ["East", "South", "West"]
    asked = render.action_buttons(dealt({}).view(None), widget_id="w")
    assert "popovertarget" not in asked
    assert re.findall(r'data-do="(play [^"]*say [^"]*)"', asked) == [
        "play N say healthy",
        "play N say reservation",
    ]


def test_poverty_cards_are_on_table_not_in_stock():
    state = do(
        POOR, "say healthy, say healthy, say reservation, say healthy, bid poverty, discard JC, discard JC"
    )
    view = state.view(None)
    assert view.stock is None
    assert {"JC-S", "JC-S-2"} <= cards(view).keys()
    assert "cards offered in the poverty (South)" in html(view)
    seen = state.view("N")
    assert "jack of clubs" not in html(seen).partition('class="kp-cloth"')[2].partition("kp-deeds")[0]
    assert "Cards offered in the poverty (South): 2 unseen cards." in describe(seen)


# In words --------------------------------------------------------------------------------------------------


def news(before: State, after: State) -> tuple[str, ...]:
    return tuple(str(status.text) for status in render.news(before.view(None), after.view(None)))


def test_before_the_first_lead_there_is_no_trick():
    assert describe(dealt({}).view(None)).startswith("North is to say “healthy” or “reservation”.")
    assert describe(healthy(dealt({})).view(None)).startswith("Trick 1. North is to lead.")


def test_party_revealed_in_mid_trick_is_reported():
    state = plays(healthy(dealt({"N": "JC", "E": "9D", "S": "QC"})), "JC 9D")
    assert news(state, state.apply("QC")) == ("South is Re, and everybody knows it.",)


def test_re_call_does_not_repeat_the_party():
    state = healthy(dealt({}))
    assert news(state, state.apply("say re", "S")) == ()
    lines = list(say_events(state.view("N"), state.apply("say re", "S").view("N"), "S", "say re", None))
    assert lines == ["South says “Re”."]


def test_a_game_that_is_named_is_told_once():
    asked = do(dealt({}), "say reservation, say healthy, say healthy, say healthy")
    named = asked.apply("bid solo jacks")
    lines = list(say_events(asked.view("E"), named.view("E"), "N", "bid solo jacks", None))
    assert lines[0] == "North plays a jacks solo."
    assert "Trumps from the highest: jacks, in the order clubs, spades, hearts and diamonds." in lines


MARRY = "say reservation, say healthy, say healthy, say healthy, bid wedding"


def told(state: State) -> dict[str, str]:
    """What is told of a wedding, alike to all who look."""
    found = []
    seats: tuple[Seat | None, ...] = (None, "N", "W")
    for seat in seats:
        statuses = state.view(seat).statuses
        shown = [each for each in statuses if each.name in ("wedding", "clarified")]
        found.append({each.name: str(each.text) for each in shown})
    assert found[1:] == found[:-1]
    return found[0]


def test_a_wedding_tells_how_far_it_has_come():
    hands = {"N": "QC QC AS 9C", "E": "9S AC", "S": "KS KC", "W": "TS TC"}
    seeking = plays(do(dealt(hands), MARRY), "AS 9S KS TS")
    sentence = "North has both queens of clubs and needs a partner within 3 tricks."
    assert told(seeking) == {"wedding": sentence}
    found = plays(seeking, "9C AC KC TC")
    assert told(found) == {
        "wedding": "North had both queens of clubs; East is the partner.",
        "clarified": "The wedding was clarified in trick 2; every call may come one trick later.",
    }
    assert told(found)["clarified"] in news(plays(seeking, "9C AC KC"), found)
    assert "clarified in trick 2" in html(found.view("S"))
    assert told(found)["clarified"] in describe(found.view("S"))


@pytest.mark.parametrize(
    ("trick", "deadlines"),
    [
        (1, "calls keep their usual deadlines"),
        (2, "every call may come one trick later"),
        (3, "every call may come 2 tricks later"),
    ],
)
def test_wedding_explains_clarification_trick_and_deadlines(trick, deadlines):
    state = moment(12 - trick, game="wedding", declarer="N", partner="S", clarified=str(trick))
    assert told(state)["clarified"].endswith(f"in trick {trick}; {deadlines}.")


def test_a_wedding_that_nobody_joins_tells_so():
    state = moment(9, game="wedding", declarer="N", clarified="3")
    assert told(state) == {
        "wedding": "North found no partner in time and plays alone.",
        "clarified": "The wedding was clarified in trick 3; every call may come 2 tricks later.",
    }


def test_plain_lines():
    asked = list(table_lines(dealt({}).view("N")))
    assert asked[0].startswith("> North, you")
    lines = list(table_lines(healthy(dealt({})).view("N")))
    assert lines[0] == "Trick 1."
    assert "  North: Re, in secret (DK-R12)" in lines
    assert not any("0 tricks" in line for line in lines)


# Computer players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [DDV, POVERTY, Doppelkopf("seed", pack="40"), Doppelkopf("tournament")])
def test_computer_players_are_mostly_healthy_and_mostly_silent(game: Doppelkopf):
    healthy_, all_, calls, solos = 0, 0, 0, 0
    for seed in range(30):
        states = to_the_end(game, seed)
        said = [after.view(None) for after in states if after.phase == "reservations"]
        healthy_ += sum(status.name == "healthy" for status in states[len(said) - 1].view(None).statuses)
        all_ += 3
        calls += len(states[-1].view(None).calls)
        solos += any(status.name == "soloist" for status in states[-1].view(None).statuses)
    assert healthy_ > 0.75 * all_
    assert 3 <= calls <= 30
    assert solos <= 4


def test_leanings_are_weights():
    for state in to_the_end(POVERTY, 11):
        if state.to_act is not None:
            view = state.view(state.to_act)
            weights = POVERTY.leaning(view)
            assert len(weights) == len(view.actions)
            assert min(weights) >= 0
            assert max(weights) > 0
