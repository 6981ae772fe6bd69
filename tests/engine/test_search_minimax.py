"""The solver against plain minimax over the engine's own states, on random small endings of both games."""

from collections.abc import Sequence
from random import Random

import pytest

from kontrapunkt.core.interface import SEATS, Game
from kontrapunkt.core.rules import PositionError
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.prior_play import possible_sums
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import Deal
from kontrapunkt.search import Interval, Value, solver_for
from kontrapunkt.testing import random_options

PACK = [rank + suit for rank in "AKQJT98765432" for suit in "CSHD"]
SHAME = {
    "honourable_loss": 1,
    "point_loss": 1,
    "dishonourable_loss": 2,
    "piss_game": 2,
    "lappi": 3,
    "kortiton_lappi": 4,
    "kusilappi": 5,
}


def random_ending(chance: Random, game: RankMatchGame, size: int, known: bool) -> RankMatchState:
    """A random position of so many cards a hand, some with few ranks, dirt and streaks.

    Args:
        chance: The chance.
        game: The game.
        size: Cards a hand.
        known: Whether it says what lies before it.
    """
    while True:
        ranks = chance.sample("AKQJT98765432", chance.choice([size, size + 1, 5, 7, 13]))
        cards = [card for card in PACK if card[0] in ranks]
        if chance.random() < 0.5:
            cards += [card for card in PACK if card[0] in "KQ" and card not in cards]
        if len(cards) < 4 * size:
            continue
        dealt = chance.sample(cards, 4 * size)
        if chance.random() < 0.2:
            dealt.sort()  # hands full of equal cards, for the lead limit
            hands = {seat: tuple(dealt[i * size : i * size + size]) for i, seat in enumerate(SEATS)}
        else:
            hands = {seat: tuple(dealt[i::4]) for i, seat in enumerate(SEATS)}
        facts: dict[str, str] = {"lead": chance.choice(SEATS)}
        if "dirty" in game.own_facts:
            facts["dirty"] = chance.choice(["", "NS", "EW", "NS EW", "NS EW"])
        if chance.random() < 0.5:
            before = min(13 - size, 3)
            led = chance.choice([chance.choice(ranks), chance.choice(hands[chance.choice(SEATS)])[0]])
            facts["streak"] = f"{chance.choice([facts['lead'], *SEATS])} {led} {chance.randint(1, before)}"
        if known:
            won = chance.choice([0, 1, 13 - size, chance.randint(0, 13 - size)])
            gone = game.total - sum(game.values.get(card[0], 0) for card in dealt)
            points = min(gone, max(0, chance.choice([0, 2, 3, 4, gone, gone - 3, chance.randint(0, gone)])))
            facts["points"] = f"NS {points} EW {gone - points}"
            facts["tricks"] = f"NS {won} EW {13 - size - won}"
        try:
            return game.start(Deal({seat: _cards(hands[seat]) for seat in SEATS}, (), True, facts=facts))
        except PositionError:
            continue


def barring_ending(chance: Random, game: RankMatchGame, size: int) -> RankMatchState:
    """A random position in which the lead limit bars somebody now, or may soon."""
    copies = chance.randint(1, size - 1)
    ranks = chance.sample("AKQJT98765432", chance.choice([size + 1, 6]))
    cards = chance.sample([rank + suit for rank in ranks for suit in "CSHD"], 4 * (size + 1))
    led = [card for card in PACK if card[0] == ranks[0]]
    chance.shuffle(led)
    rest = [card for card in cards if card not in led]
    rest += [card for card in led[copies:] if chance.random() < 0.3][: 4 - game.lead_limit]
    chance.shuffle(rest)
    hand = led[:copies] + [card for card in rest if card not in led][: size - copies]
    rest = [card for card in rest if card not in hand]
    others = [rest[i * size : i * size + size] for i in range(3)]
    turn = chance.randrange(4)
    hands = {SEATS[(turn + i) % 4]: _cards(each) for i, each in enumerate([hand, *others])}
    number = chance.randint(max(1, game.lead_limit - copies + 1), min(3, game.lead_limit))
    by = SEATS[turn] if chance.random() < 0.7 else chance.choice(SEATS)
    dealt = [card for each in hands.values() for card in each]
    gone = game.total - sum(game.values.get(card[0], 0) for card in dealt)
    facts: dict[str, str] = {
        "lead": SEATS[turn],
        "streak": f"{by} {ranks[0]} {number}",
        "points": f"NS {gone // 2} EW {gone - gone // 2}",
        "tricks": f"NS 5 EW {8 - size}",
    }
    if "dirty" in game.own_facts:
        facts["dirty"] = chance.choice(["NS", "NS EW"])
    try:
        return game.start(Deal(hands, (), True, facts=facts))
    except (PositionError, IndexError):
        return barring_ending(chance, game, size)


def _cards(texts: Sequence[str]):
    from kontrapunkt.core.cards import card

    return tuple(card(text) for text in texts)


def payoff(state: RankMatchState) -> int:
    """What a finished deal is worth to North–South, read off its result."""
    result = state.result()
    assert result.settled
    if result.unit == "game points":
        return result.seats["N"] - result.seats["E"]
    if state.game.id == "ristikontra" and result.unit == "card points":
        ours, theirs = result.seats["N"], result.seats["E"]
        return ((ours > theirs) - (ours < theirs)) * (1 if min(ours, theirs) else 2)
    if result.unit == "coins":
        return result.seats["N"]
    grades = result.grades
    if grades["N"] == "win":
        return SHAME[grades["E"]]
    return -SHAME[grades["N"]] if grades["E"] == "win" else 0


def ends(state: RankMatchState, root: RankMatchState, result: bool) -> tuple[int, ...]:
    """What has come of it since then.

    Returns:
        Card points of North–South, whether North–South and East–West are clean, the payoff, tricks of
        North–South, whether North–South and East–West took none, and whether they win.
    """
    clean = (0, 0)
    if state.marks:
        left = state.marks[0] & ~state.marks[1]
        clean = (1 - (left & 1), 1 - (left >> 1))
    points, worth = state.card_points[0] - root.card_points[0], payoff(state) if result else 0
    ours, theirs = (state.taken[side] - root.taken[side] for side in (0, 1))
    return (points, *clean, worth, ours, int(not ours), int(not theirs), int(worth > 0), int(worth < 0))


def minimax(state: RankMatchState, root: RankMatchState, result: bool) -> tuple[int, ...]:
    """The same at best play, each number in a game of its own."""
    if state.to_act is None:
        return ends(state, root, result)
    found = [minimax(state.apply(action), root, result) for action in state.actions()]
    ours = state.to_act in ("N", "S")
    # Points and payoff rise for N–S; N–S want to be clean, E–W want them not to be, and the other way round.
    want = (ours, ours, not ours, ours, ours, ours, not ours, ours, not ours)
    return tuple(
        max(each) if more else min(each) for each, more in zip(zip(*found, strict=True), want, strict=True)
    )


def at(value: Value, points: int) -> tuple[int, int]:
    """The least and the most that a value is for a number of card points before."""
    if isinstance(value, int):
        return value, value
    held = [each for each in value if isinstance(each, Interval) and each.first <= points <= each.last]
    assert len(held) == 1
    return held[0].least, held[0].most


def compare(game: RankMatchGame, chance: Random, size: int, barring: bool = False) -> None:
    """One ending: every goal, every legal card."""
    known = chance.random() < 0.7
    state = barring_ending(chance, game, size) if barring else random_ending(chance, game, size, known)
    known |= barring
    for _ in range(chance.choice([0, 0, 0, 1, 2, 3, 4, 5])):
        state = state.apply(chance.choice(state.actions()))
    total = sum(game.values.get(card[0], 0) for hand in state.hands for card in hand)
    total += sum(game.values.get(play.card[0], 0) for play in state.view(None).trick)
    solver = solver_for(game)
    found = {goal: solver.search(state, goal).run() for goal in solver.goals}
    for goal, solution in found.items():
        if isinstance(solution.value, int):
            assert solver.value(state, goal) == solution.value
    truth = {action: minimax(state.apply(action), state, known) for action in state.actions()}
    tricks = sum(map(len, state.hands)) // 4 + bool(state.view(None).trick)
    for action, (points, ns_clean, ew_clean, worth, taken, *more) in truth.items():
        got = {goal: solution.values[action] for goal, solution in found.items()}
        assert got["points NS"] == points
        assert got["points EW"] == total - points
        assert got["difference NS"] == 2 * points - total
        assert got["difference EW"] == total - 2 * points
        if "cleans NS" in got:
            assert (got["cleans NS"], got["cleans EW"]) == (ns_clean, ew_clean)
            assert (got["not-cleans NS"], got["not-cleans EW"]) == (1 - ns_clean, 1 - ew_clean)
        assert (got["tricks NS"], got["tricks EW"]) == (taken, tricks - taken)
        assert [got["no-tricks NS"], got["no-tricks EW"]] == more[:2]
        if known:
            assert got["result"] == worth
            assert [got["wins NS"], got["wins EW"]] == more[2:]
    check_bests(state, found, truth, known)
    if not known:
        check_past(state, chance, found["result"].values)


def check_bests(state, found, truth, known) -> None:
    """Best actions are those that minimax likes best, and the line keeps their value."""
    ours = state.to_act in ("N", "S")
    for goal, place, more in (
        ("points NS", 0, ours),
        ("cleans NS", 1, ours),
        ("cleans EW", 2, not ours),
        ("result", 3, ours),
        ("tricks NS", 4, ours),
        ("no-tricks NS", 5, ours),
        ("no-tricks EW", 6, not ours),
        ("wins NS", 7, ours),
        ("wins EW", 8, not ours),
    ):
        if goal not in found or (goal in ("result", "wins NS", "wins EW") and not known):
            continue
        top = (max if more else min)(each[place] for each in truth.values())
        solution = found[goal]
        assert set(solution.best) == {action for action, each in truth.items() if each[place] == top}
        at = state
        for seat, action in solution.line:
            assert seat == at.to_act
            at = at.apply(action)
        assert at.to_act is None
        assert ends(at, state, known)[place] == top


def check_past(state: RankMatchState, chance: Random, values) -> None:
    """The result for some of the pasts that are possible, each told to the engine."""
    sums = possible_sums(state)
    for one in chance.sample(sums, min(3, len(sums))):
        deal = state.as_deal()
        ns, ew = one.points
        left = sum(state.game.values.get(card[0], 0) for hand in state.hands for card in hand)
        left += sum(state.game.values.get(play.card[0], 0) for play in state.view(None).trick)
        assert ns + ew + left == state.game.total
        facts = {
            **deal.facts,
            "points": f"NS {ns} EW {ew}",
            "tricks": f"NS {one.tricks[0]} EW {one.tricks[1]}",
        }
        try:
            told = state.game.start(Deal(deal.hands, (), True, facts=facts))
        except PositionError:
            continue
        for action in told.actions():
            worth = minimax(told.apply(action), told, True)[3]
            least, most = at(values[action], ns - state.card_points[0])
            assert least <= worth <= most
            options = state.game.options
            if all(options.get(key, "none") == "none" for key in ("lapland_below", "tie_break", "numeric")):
                assert least == most == worth


def one_game(seed: int, game_class: type[Game]) -> RankMatchGame:
    """A preset, or random options."""
    chance = Random(seed)
    if chance.random() < 0.5:
        game = game_class(chance.choice(list(game_class.presets)))
    else:
        game = random_options(game_class, seed)
        if chance.random() < 0.4:
            scope = chance.choice(["player", "team", "table"])
            game = game_class(**{**game.chosen, "lead_limit": "2", "lead_limit_scope": scope})
    assert isinstance(game, RankMatchGame)
    return game


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("block", range(5))
def test_equals_minimax(game_class: type[Game], block: int):
    for seed in range(block * 30, block * 30 + 30):
        run(game_class, seed, 3 if seed % 15 == 0 else 2)


@pytest.mark.soak
@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("block", range(10))
def test_equals_minimax_often(game_class: type[Game], block: int):
    for seed in range(1000 + block * 500, 1000 + block * 500 + 500):
        run(game_class, seed, 3 if seed % 2 else 2)


@pytest.mark.parametrize("limit", ["2", "3"])
@pytest.mark.parametrize("scope", ["player", "team", "table"])
def test_lead_limit(limit: str, scope: str):
    options = {"lead_limit": limit, "lead_limit_scope": scope}
    for seed in range(12):
        run(Ristikontra if seed % 2 else Ristiklappi, seed, 3 if seed % 4 == 0 else 2, **options)


@pytest.mark.soak
@pytest.mark.parametrize("limit", ["2", "3"])
@pytest.mark.parametrize("scope", ["player", "team", "table"])
def test_lead_limit_often(limit: str, scope: str):
    options = {"lead_limit": limit, "lead_limit_scope": scope}
    for seed in range(100, 1000):
        run(Ristikontra if seed % 2 else Ristiklappi, seed, 3 if seed % 4 else 2, **options)


def run(game_class: type[Game], seed: int, size: int, **options: str) -> None:
    """One random ending; with options, one in which the lead limit bars somebody."""
    game = game_class(**options) if options else one_game(seed, game_class)
    assert isinstance(game, RankMatchGame)
    try:
        compare(game, Random(seed), size, bool(options))
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {game.id} {dict(game.chosen)}: {error}") from error
