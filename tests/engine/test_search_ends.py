"""What deals of games with suits to follow come to in the end: the solvers against minimax over states."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.interface import SEATS, Action, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.search import Goal, solver_for
from kontrapunkt.search.follow import FollowSolver
from kontrapunkt.search.solver import Engine

Played = Callable[[Random], Any]
"""A deal that has come to play."""

CLAIMS = KonterAMatt(claim_keeps_capot="on")


def konter(game: KonterAMatt) -> Played:
    def begin(chance: Random) -> Any:
        state: Any = game.deal(chance.randrange(10**6)).apply(f"trump {chance.choice('CSHD')}")
        for seat in SEATS:
            said = [action for action in state.actions(seat) if action.verb == "say"]
            if said and chance.random() < 0.5:
                state = state.apply(chance.choice(said), seat)
        return state

    return begin


def kontraspiel(game: Kontraspiel) -> Played:
    def begin(chance: Random) -> Any:
        while True:
            state: Any = game.deal(chance.randrange(10**6))
            while state.to_act and state.phase not in ("lead", "follow"):
                state = state.apply(chance.choice(state.actions()))
            for seat in SEATS:
                said = [action for action in state.actions(seat) if not action.card] if state.to_act else []
                if said and chance.random() < 0.6:
                    state = state.apply(chance.choice(said), seat)
                    while state.phase not in ("lead", "follow"):
                        state = state.apply(chance.choice(state.actions()))
            if state.to_act:
                return state

    return begin


def graden(game: KoenigrufenGraden) -> Played:
    def begin(chance: Random) -> Any:
        bids = [
            None,
            "bettler",
            "durchmarsch",
            "durchmarsch_letzten",
            "plauderer",
            "zehnermord",
            "koenigmord",
        ]
        bid = chance.choice([*bids, "hundert", "hundert_letzten", "hundertermord"])
        while True:
            state: Any = game.deal(chance.randrange(10**6))
            joined = False
            while state.phase in ("auction", "lay", "call"):
                wanted = Action(f"bid {bid}")
                if state.phase != "auction":
                    state = state.apply(chance.choice(state.actions()))
                elif (
                    wanted in state.actions() and not joined and (not state.bidders or chance.random() < 0.4)
                ):
                    joined = bool(state.bidders)
                    state = state.apply(wanted)
                else:
                    state = state.apply("pass")
            if bid is None or state.bidders:
                return state

    return begin


def doppelkopf(game: Doppelkopf) -> Played:
    def begin(chance: Random) -> Any:
        state: Any = game.deal(chance.randrange(10**6), dealer="W")
        solo = chance.choice(["", "", "", "queens", "fleischlos", "hearts"])
        for seat in SEATS:
            state = state.apply("say reservation" if solo and seat == "N" else "say healthy")
        if solo:
            state = state.apply(f"bid solo {solo}")
        for _ in range(chance.choice([0, 0, 1, 2, 4])):
            calls = [(seat, action) for seat in SEATS for action in state.actions(seat) if not action.card]
            if calls:
                seat, action = chance.choice(calls)
                state = state.apply(action, seat)
        return state

    return begin


def ending(begin: Played, chance: Random) -> Any:
    """A deal played at random until one to three tricks are left, and it is not over."""
    while True:
        state = begin(chance)
        left = chance.choice([1, 2, 2, 2.5, 2.75, 3])
        size = state.game.hand_size
        while state.to_act and size - state.trick_number + 1 - len(state.trick) / 4 > left:
            cards = [action for action in state.actions() if action.card]
            state = state.apply(chance.choice(cards) if cards else "pass")
        if state.to_act and state.phase in ("lead", "follow"):
            return state


def number(goal: Goal, start: Any, end: Any) -> int:
    """The number of a goal for a finished deal, from its result alone."""
    took = [after - before for after, before in zip(taken(end), taken(start), strict=True)]
    own = [SEATS.index(seat) for seat in goal.seats]
    if goal.kind == "tricks":
        return sum(took[seat] for seat in own)
    if goal.kind == "no-tricks":
        return int(not any(took[seat] for seat in own))
    if goal.kind == "contract":
        return int(kept(end, own))
    result = end.result()
    if goal.kind == "wins":
        return int(bool({*result.winners} & {*goal.seats}))
    if goal.kind == "lines":
        others = next(seat for seat in SEATS if seat not in goal.seats)
        return int(result.seats[others] - result.seats[goal.seats[0]])
    if goal.kind == "game":
        return int(result.seats[goal.seats[0]])
    return int(sum(result.seats[seat] for seat in goal.seats))


def taken(state: Any) -> list[int]:
    """The tricks of each seat since the start of the record."""
    return [sum(trick.winner == seat for trick in state.finished) for seat in range(4)]


def kept(end: Any, own: list[int]) -> bool:
    """Whether some seats have done what they had undertaken."""
    if isinstance(end.game, Kontraspiel):
        if end.standing.matches and own == [end.standing.soloist]:
            return bool(taken(end)[own[0]] == 5)
        return SEATS[own[0]] in end.result().winners
    if end.contract.aim == "none":
        return not any(taken(end)[seat] for seat in own)
    return bool(end.result().seats[SEATS[end.bidders[0]]] > 0)


def each(goal: Goal, state: Any) -> Mapping[Action, int]:
    """The number of a goal by each card, by trying everything."""
    start = state

    def best(now: State) -> int:
        if now.to_act is None:
            return number(goal, start, now)
        cards = [action for action in now.actions() if action.card]
        if not cards:
            return best(now.apply("pass"))
        better = max if goal.wants_more(now.to_act) else min
        found = better(best(now.apply(card)) for card in cards)
        for seat in SEATS if goal.kind in ("wins", "lines") and now.phase == "lead" else ():
            if "claim" in now.actions(seat):
                claimed = number(goal, start, now.apply("claim", seat))
                found = (max if goal.wants_more(seat) else min)(found, claimed)
        return found

    return {card: best(state.apply(card)) for card in state.actions() if card.card}


def goals(state: Any, chance: Random, counts: bool) -> Iterator[Goal]:
    """Goals of every kind that can be asked about a state."""
    solver = solver_for(state.game)
    for kind in dict.fromkeys(text.split()[0] for text in solver.goals):
        if kind in ("points", "difference") or (kind in ("tricks", "no-tricks") and not counts):
            continue
        known = [Goal.read(text) for text in solver.goals if text.split()[0] == kind]
        able = [goal for goal in known if not solver.why_not(state, goal)]
        if able:
            yield chance.choice(able)


GAMES: dict[str, tuple[Played, bool]] = {
    "konter": (konter(KonterAMatt()), True),
    "konter, claims keep": (konter(CLAIMS), True),
    "konter, ties": (konter(KonterAMatt(tie_rule="carry_forward")), True),
    "kontraspiel": (kontraspiel(Kontraspiel()), True),
    "kontraspiel, polled": (kontraspiel(Kontraspiel(announce_order="polled")), True),
    "graden": (graden(KoenigrufenGraden(stop_when_decided="never")), True),
    "graden, stops": (graden(KoenigrufenGraden()), True),
    "graden, stops unseen": (graden(KoenigrufenGraden(stop_when_decided="always")), True),
    "graden, own card": (graden(KoenigrufenGraden(call_own_card="on", must_beat="not_for_negative")), True),
    "doppelkopf": (doppelkopf(Doppelkopf("ddv")), True),
    "doppelkopf, house rules": (
        doppelkopf(
            Doppelkopf("ddv", re_kontra_value="double_all", backdoor="off", schwarz_means="no_points")
        ),
        True,
    ),
}
"""Deals, and whether their tricks are asked about.

Tricks and card points are counted as though nobody claimed: what a claim leaves is not played.
"""


def disagreements(name: str, seed: int) -> list[str]:
    """Where a solver does not find what trying everything finds."""
    begin, counts = GAMES[name]
    chance, found = Random(seed), []
    state = ending(begin, chance)
    engines: tuple[Engine, ...] = ("wasm", "python")
    for goal in goals(state, chance, counts):
        truth = each(goal, state)
        for engine in engines:
            solver = solver_for(state.game)
            solver.engine = engine
            values = solver.search(state, goal).run().values
            if dict(values) != truth:
                found.append(f"{name} {seed} {goal} {engine}: {dict(values)} {truth}")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_same_as_minimax(name: str):
    for seed in range(12):
        assert disagreements(name, seed) == []


@pytest.mark.parametrize("seed", [20371, 20412])
def test_called_card_in_trick_ends_deal_after_it(seed: int):
    assert disagreements("graden, stops", seed) == []


def finished(state: Any, chance: Random) -> Any:
    """The state at the end of a random deal, which a side that may claim often ends early."""
    while state.to_act:
        claiming = [seat for seat in SEATS if "claim" in state.actions(seat)]
        if claiming and chance.random() < 0.6:
            return state.apply("claim", chance.choice(claiming))
        cards = [action for action in state.actions() if action.card]
        state = state.apply(chance.choice(cards) if cards else "pass")
    return state


@pytest.mark.parametrize("name", GAMES)
def test_value_of_finished_deal_is_its_result(name: str):
    """However the deal has ended: by its last trick, by a claim or because its contract is decided."""
    begin, _ = GAMES[name]
    for seed in range(60):
        chance = Random(seed)
        start = begin(chance)
        end, solver = finished(start, chance), solver_for(start.game)
        assert isinstance(solver, FollowSolver)
        for goal in map(Goal.read, solver.goals):
            if goal.kind not in solver.counted and not solver.why_not(start, goal):
                assert solver.settled_value(end, goal) == number(goal, end, end), f"seed {seed}, {goal}"


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_the_same_as_minimax_five_thousand_times(name: str):
    for seed in range(1000, 6000):
        assert disagreements(name, seed) == []
