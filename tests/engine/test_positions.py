"""Positions that cannot exist, each fault by its name and line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from kontrapunkt.core.cards import Card, pack
from kontrapunkt.core.interface import Game, State
from kontrapunkt.core.registry import game_class
from kontrapunkt.core.rules import PositionError
from kontrapunkt.families.follow_suit import FollowGame
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.record import RecordError, game_of, read, record_view

GOOD = """\
[Game "ristiklappi"]
[Position]
N: QS TS 7C
E: TD 8S 6S
S: KS KH 6C
W: KC 7H 5H
stock: -
lead: N
dirty: NS EW
"""

STOCK = """\
[Game "ristikontra"]
[Options "hand_size=5"]
[Position]
N: AC KC 2C 3C 4C
E: AS KS 2S 3S 4S
S: AH KH 2H 3H 4H
W: AD KD 2D 3D 4D
stock: 5C 5S 5H 5D
lead: N
"""

FRESH = """\
[Game "ristikontra"]
[Dealer "W"]
[Deal]
N: AC AS AH AD KC KS
E: KH KD QC QS QH QD
S: JC JS JH JD TC TS
W: TH TD 9C 9S 9H 9D
stock: 8C 8S 8H 8D 7C 7S 7H 7D 6C 6S 6H 6D 5C 5S 5H 5D 4C 4S 4H 4D 3C 3S 3H 3D 2C 2S 2H 2D
"""


def start(text):
    record = read(text)
    return game_of(record).start(record)


@pytest.mark.parametrize("text", [GOOD, STOCK, FRESH])
def test_good_ones(text):
    assert start(text).to_act == "N"


@pytest.mark.parametrize("told", ["7Q", "QS KC", "QC solo 9S"])
def test_one_card_fact_is_requested_with_one_card(told):
    with pytest.raises(PositionError) as caught:
        start(GOOD.replace("dirty: NS EW", f"turned: {told}"))
    assert [fault.text for fault in caught.value.faults] == [
        f"“turned: {told}” cannot be read; write it as “turned: KC”"
    ]


def test_the_trick_follows_from_the_cards():
    assert start(GOOD).trick_number == 11
    assert start(STOCK).trick_number == 8
    assert start(FRESH).trick_number == 1


@pytest.mark.parametrize(
    ("text", "old", "new", "fault", "line"),
    [
        (GOOD, "W: KC 7H", "W: QS 7H", "card_twice", 6),
        (GOOD, "W: KC 7H", "W: 7H 7H", "card_twice", 6),
        (GOOD, "W: KC 7H 5H\n", "", "hand_missing", 2),
        (GOOD, "W: KC 7H 5H", "W: KC 7H", "uneven_hands", 6),
        (GOOD, "W: KC 7H 5H", "W: KC 7H ?", "hidden_card", 6),
        (GOOD, "stock: -", "stock: 2C 3C", "stock_size", 7),
        (GOOD, "stock: -", "stock: 2C 3C 4C 5C", "hand_size", 3),
        (GOOD, "lead: N\n", "", "lead_missing", 2),
        (GOOD, "lead: N", "lead: Q", "fact_unreadable", 8),
        (GOOD, "lead: N", "leed: N", "unknown_fact", 8),
        (GOOD, "lead: N", "start: N", "unknown_fact", 8),
        (GOOD, "dirty: NS EW", "dirty: NX", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "dirty: NS\ncleaned: EW", "cleaned_impossible", 10),
        (GOOD, "dirty: NS EW", "points: NS 10 EW 10", "points_impossible", 9),
        (GOOD, "dirty: NS EW", "points: NS 1", "points_impossible", 9),
        (GOOD, "dirty: NS EW", "points: NS ten", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 5 EW 3", "tricks_impossible", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 0 EW 10\npoints: NS 11", "points_impossible", 10),
        (GOOD, "dirty: NS EW", "streak: N Q 4", "streak_impossible", 9),
        (GOOD, "dirty: NS EW", "streak: N 11 4", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "shown: N KC", "shown_wrong", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 12", "tricks_impossible", 9),
        (GOOD, "dirty: NS EW", "turned: QS KC", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "turned: QS", "hand_size", 3),
        (GOOD, "dirty: NS EW", "played: QS", "card_twice", 9),
        (GOOD, "dirty: NS EW", "played: 2C", "played_wrong", 9),
        (GOOD, "dirty: NS EW", "trick: N 2C S 3C", "trick_wrong", 9),
        (STOCK, "stock: 5C 5S 5H 5D", "stock: 5C 5S 5H 5D 6C 6D 6H", "stock_size", 8),
        (STOCK, "lead: N", "lead: N\ntrick: N 6C", "card_count", 3),
        (STOCK, "lead: N", "lead: N\nturned: AC", "hand_size", 4),
        (STOCK, "hand_size=5", "hand_size=6", "hand_size", 4),
        (FRESH, '[Dealer "W"]\n', "", "dealer_missing", 2),
        (FRESH, "stock:", "lead: E\nstock:", "lead_wrong", 8),
        (FRESH, "stock:", "points: NS 3\nstock:", "unknown_fact", 8),
        (FRESH, " 2C 2S 2H 2D", "", "card_count", 3),
        (FRESH, "[Deal]", "[Position]\npoints: NS 3", "points_impossible", 4),
    ],
)
def test_faults(text, old, new, fault, line):
    assert old in text
    with pytest.raises(PositionError) as caught:
        start(text.replace(old, new, 1))
    first = caught.value.faults[0]
    assert (first.name, first.line) == (fault, line)
    assert len(first.text) > 20


def test_dirt_needs_a_queen():
    queens = GOOD.replace("TS 7C", "QC 7C").replace("8S 6S", "QH QD")
    with pytest.raises(PositionError) as caught:
        start(queens)
    assert caught.value.faults[0].name == "points_impossible"


def test_the_fourth_king_cannot_have_gone():
    text = STOCK.replace("KC", "8C").replace("KS", "8S").replace("KH", "8H").replace("KD", "8D")
    assert start(text)
    with pytest.raises(PositionError) as caught:
        start(text.replace("hand_size=5", "hand_size=5 fourth_king_rule=on"))
    assert caught.value.faults[0].name == "fourth_king"
    assert start(text.replace("hand_size=5", "hand_size=5 fourth_king_rule=on dark_fourth_king=stands"))


TURNED = """\
[Game "ristikontra"]
[Options "hand_size=5"]
[Position]
N: KC 8C 2C 3C 4C 5C
E: AS 2S 3S 4S 6C
S: AH 2H 3H 4H 6S
W: AD 2D 3D 4D 6D
stock: 5S 5H 5D
lead: N
turned: KC
"""


@pytest.mark.parametrize(
    ("old", "new", "possible"),
    [
        ("", "", False),  # RK-R12 is off, so the king would have been played
        ("hand_size=5", "hand_size=5 fourth_king_rule=on", True),
        ("hand_size=5", "hand_size=5 fourth_king_rule=on dark_fourth_king=stands", False),
        ("turned: KC", "turned: 8C\nstreak: N 8 3", False),  # RK-R11: it stands
    ],
)
def test_what_is_turned_and_kept(old, new, possible):
    text = TURNED.replace(old, new)
    if possible:
        assert start(text).phase == "exchange"
        return
    with pytest.raises(PositionError) as caught:
        start(text)
    assert caught.value.faults[0].name == "turned_wrong"


@pytest.mark.parametrize(("leader", "possible"), [("N", True), ("S", False)])
def test_barred_player_alone_may_exchange_rank(leader, possible):
    text = TURNED.replace("turned: KC", f"turned: 8C\nstreak: {leader} 8 3")
    text = text.replace("hand_size=5", "hand_size=5 dark_barred_lead=exchange")
    if possible:
        assert start(text).phase == "exchange"
        return
    with pytest.raises(PositionError, match="cannot just have been turned"):
        start(text)


def test_many_unknown_facts_are_told_shortly():
    with pytest.raises(PositionError) as caught:
        start(GOOD + "".join(f"{a}{b}:\n" for a in "abcdefgh" for b in "abcdefgh"))
    assert len(caught.value.faults) == 5


def test_a_hidden_past_must_fit():
    hands = "N: ?\nE: ?\nS: ?\nW: ?\nstock: -\nlead: N\n"
    hidden = f'[Game "ristiklappi"]\n[Position]\n{hands}13. N 7C E 5C S AC W 3C\n'
    seen = record_view(read(hidden), None).result
    assert seen is not None
    assert not seen.settled  # nothing is known of the first twelve tricks
    for fact in ("tricks: NS 20", "played: 2C"):
        with pytest.raises(RecordError):
            record_view(read(hidden.replace("lead: N", f"lead: N\n{fact}")), None)


def test_a_trick_in_progress():
    text = GOOD.replace("N: QS TS 7C", "N: QS TS").replace("dirty:", "trick: N 7C\ndirty:")
    state = start(text)
    assert (state.to_act, state.phase, state.trick_number) == ("E", "follow", 11)
    assert state.view(None).best == 0
    with pytest.raises(PositionError, match="another seat began"):
        start(text.replace("lead: N", "lead: E"))
    early = STOCK.replace("stock: 5C 5S 5H 5D", "stock: 5S 5H 5D").replace("lead: N", "trick: N dark 5C")
    assert start(early).view(None).trick[0].dark


def test_a_single_trick():
    state = start('[Game "ristikontra"]\n[Position]\nN: 7C\nE: 5C\nS: AC\nW: 3C\nlead: N\n')
    assert state.trick_number == 13
    assert [pile.card_points_before for pile in state.view(None).piles] == [None, None]


def test_a_side_left_out_has_the_rest():
    assert start(GOOD + "points: NS 40\n").before.points == (40, 45)


# What the tricks can have brought ---------------------------------------------------------------------------

KONTRA = """\
[Game "kontra"]
[Position]
N: AC
S: KC
lead: N
tricks: N 1 S 17
points: N 33 S 72
"""

KONTER = """\
[Game "konter-a-matt"]
[Dealer "E"]
[Position]
N: AC
E: 9S
S: 9H
W: 9D
trump: C
lead: N
tricks: NS 4 EW 1
points: NS 36 EW 0
"""

KONTRASPIEL = """\
[Game "kontraspiel"]
[Dealer "W"]
[Position]
N: QC
E: KC
S: 9S
W: JS
stock: 9C
lead: N
calls: N play
tricks: N 1 E 3 S 0 W 0
"""

SCHURLN = """\
[Game "koenigrufen-graden"]
[Dealer "W"]
[Position]
N: AC
E: AS
S: 9H
W: 9D
calls: N pass, E pass, S pass, W pass
lead: E
tricks: N 1 E 4 S 0 W 0
points: N 40 E 20 S 0 W 0
"""


def test_repeated_fact_is_reported_once() -> None:
    with pytest.raises(PositionError) as caught:
        start(SCHURLN.replace("N: AC", "N: -").replace("lead: E", "lead: nobody\ntrick: N AC"))
    said = [fault.text for fault in caught.value.faults if "nobody" in fault.text]
    assert len(said) == 1


HOUSE = "karlchen_caught=on fox_last_trick=1 dulle_beats_dulle=1 heart_trick=1"

LATE = f"""\
[Game "doppelkopf"]
[Options "pack=40 {HOUSE}"]
[Dealer "W"]
[Position]
N: JC
E: KD
S: QH
W: JD
lead: N
queens: N S
tricks: N 4 E 3 S 2 W 0
points: N 99 E 80 S 50 W 0
"""

WEDDING = """\
[Game "doppelkopf"]
[Options "wedding_fox=none_before_clarification"]
[Dealer "W"]
[Position]
N: QC QC JD AD TD 9D AC 9C 9S 9H
E: QH QH QD JS TD 9D KC KH KH 9H
S: TH QD JC JS JH KD AS TS AH AH
W: TH QS QS JC JH JD AD TC TC TS
game: wedding
declarer: N
clarified: 2
partner: S
lead: S
tricks: N 1 E 0 S 1 W 0
points: N 19 E 0 S 19 W 0
"""


CLEAN = GOOD.replace("KS KH 6C", "KS 8C 6C") + "cleaned: NS EW\n"


@pytest.mark.parametrize(
    ("possible", "old", "new", "fault"),
    [
        (STOCK + "tricks: NS 1\npoints: NS 40\n", "NS 40", "NS 41", "points_impossible"),
        (STOCK + "tricks: NS 1\n", "NS 1", "NS 0", "points_impossible"),  # who leads has won the trick before
        (GOOD + "cleaned: NS\ntricks: NS 2\n", "NS 2", "NS 1", "points_impossible"),  # it soils and cleans
        (CLEAN, "KS 8C 6C", "KS KH 6C", "points_impossible"),  # just one king for both
        (KONTRA, "N 33 S 72", "N 34 S 71", "points_impossible"),
        (KONTRA, "N 1 S 17", "N 0 S 18", "tricks_impossible"),
        (KONTER, "NS 4 EW 1", "NS 1 EW 4", "points_impossible"),
        (KONTER, "NS 36 EW 0", "NS 20 EW 16", "points_impossible"),
        (KONTER, "NS 4 EW 1", "NS 0 EW 5", "tricks_impossible"),
        (KONTRASPIEL, "lead: N", "lead: S", "tricks_impossible"),
        (SCHURLN, "N 40 E 20", "N 50 E 10", "points_impossible"),
        (SCHURLN, "N 40 E 20", "N 35 E 25", "points_impossible"),
        (WEDDING, "N 19 E 0 S 19", "N 20 E 0 S 18", "points_impossible"),
        (WEDDING, "lead: S", "lead: N", "clarified_wrong"),  # who clarifies it leads next
        (WEDDING, "partner: S", "partner: E", "clarified_wrong"),
        (WEDDING, "clarified: 2\npartner: S\n", "", "clarified_wrong"),
        (WEDDING, "lead: S", "lead: S\nevents: doppelkopf N", "events_wrong"),  # it does not count so early
    ],
)
def test_what_was_taken_must_lie_in_the_tricks(possible, old, new, fault):
    assert start(possible)
    with pytest.raises(PositionError) as caught:
        start(possible.replace(old, new, 1))
    assert caught.value.faults[0].name == fault


@pytest.mark.parametrize(
    "taken",
    [
        "tricks: N 4 E 3 S 2 W 0\npoints: N 125 E 103 S 1 W 0",
        "tricks: N 4 E 3 S 2 W 0\npoints: N 112 E 102 S 15 W 0",  # two tricks of jacks count sixteen
        "tricks: N 8 E 1 S 0 W 0\npoints: N 20 E 209 S 0 W 0",
        "tricks: N 5 E 4 S 0 W 0\npoints: N 229 E 0 S 0 W 0",
        "tricks: N 5 E 4 S 0 W 0\npoints: N 228 E 0 S 0 W 1",
    ],
)
def test_what_tricks_without_nines_cannot_bring(taken):
    with pytest.raises(PositionError, match="nobody can have taken these card points"):
        start(f"{LATE[: LATE.index('tricks')]}{taken}\n")


@pytest.mark.parametrize(
    ("possible", "impossible"),
    [
        ("doppelkopf N", "karlchen N"),
        ("doppelkopf N", "jack N from E"),
        ("doppelkopf N", "last-fox N"),
        ("doppelkopf S", "doppelkopf W"),
        ("doppelkopf S", "doppelkopf S, doppelkopf S"),
        ("doppelkopf N, doppelkopf N", "doppelkopf N, doppelkopf N, doppelkopf N"),  # 120 card points
        ("fox E from N, fox S from N", "fox E from N, fox S from N, fox S from N"),
        ("fox N from E", "fox W from E"),
        ("dulle N from W", "dulle W from N"),
        ("hearts S", "hearts S, hearts N"),  # without nines there are four plain hearts
        ("fox S from W, fox S from W", "fox S from W, fox S from W, hearts S"),  # in two tricks
        ("fox S from W, hearts S", "fox S from W, dulle S from W, hearts S"),
    ],
)
def test_what_happened_must_have_had_its_trick(possible, impossible):
    assert start(f"{LATE}events: {possible}\n")
    with pytest.raises(PositionError) as caught:
        start(f"{LATE}events: {impossible}\n")
    assert [fault.name for fault in caught.value.faults] == ["events_wrong"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("queens: N S", "game: solo queens\ndeclarer: N"),
        ("pack=40", "pack=40 dulle=off"),
        ("pack=40", "pack=40 schweinchen=announce_at_start"),
    ],
)
def test_what_does_not_count_has_not_happened(old, new):
    events = "events: fox N from E, dulle N from W\n"
    piglets = "piglets: W\n" if "schweinchen" in new else ""
    assert start(LATE.replace(old, new) + piglets)
    with pytest.raises(PositionError, match="does not count in the game that is played here"):
        start(LATE.replace(old, new) + piglets + events)


@cache
def splits(worths: tuple[int, ...], sizes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """The card points that piles of such sizes may have, by every way to share the cards."""
    if len(sizes) == 1:
        return frozenset({(sum(worths),)})
    found = set[tuple[int, ...]]()
    for pile in {*combinations(worths, sizes[0])}:
        rest = tuple(sorted((Counter(worths) - Counter(pile)).elements()))
        found |= {(sum(pile), *others) for others in splits(rest, sizes[1:])}
    return frozenset(found)


def early(game: Game, seed: int, tricks: int) -> State:
    """A moment between tricks; games that are bid for are those that nobody bids for."""
    chance = Random(seed)
    state = game.deal(seed)
    while state.to_act and (state.view(None).trick_number <= tricks or state.view(None).trick):
        quiet = [action for action in state.actions() if action in ("say healthy", "pass")]
        state = state.apply(chance.choice(quiet or [each for each in state.actions() if each[:3] != "say"]))
    return state


def moved(numbers: Sequence[int], chance: Random, by: Sequence[int]) -> tuple[int, ...]:
    """The same numbers, one side having so much less and another so much more."""
    giver, taker = chance.sample(range(len(numbers)), 2)
    much = min(numbers[giver], chance.choice(by))
    return tuple(n - much * (i == giver) + much * (i == taker) for i, n in enumerate(numbers))


@pytest.mark.parametrize("seeds", [range(24), pytest.param(range(24, 1000), marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "name", ["ristikontra", "kontra", "konter-a-matt", "koenigrufen-graden", "doppelkopf"]
)
def test_random_pasts_are_possible_with_shared_cards(name, seeds):
    verdicts = Counter[bool]()
    for seed in seeds:
        chance = Random(seed)
        preset = chance.choice([*game_class(name).presets])
        game = game_class(name)(preset)
        state = early(game, seed, chance.choice([1, 2, 2, 3]))
        deal, view = state.as_deal(), state.view(None)
        here = Counter(card for cards in (*deal.hands.values(), deal.stock or ()) for card in cards)
        gone = Counter(game.pack if isinstance(game, FollowGame) else pack(52)) - here
        values = getattr(state, "values", None) or game.values  # type: ignore[attr-defined]
        worths = tuple(sorted(values.get(card[0], 0) for card in gone.elements()))
        tricks = tuple(pile.tricks or 0 for pile in view.piles)
        points = tuple(pile.card_points or 0 for pile in view.piles)
        size = gone.total() // sum(tricks)
        for _ in range(4):
            tricks = moved(tricks, chance, (0, 0, 1))
            points = moved(points, chance, (0, 1, 2, 3, 4, 7, 10, 11, 14))
            keys = ["".join(pile.seats) for pile in view.piles]
            told = {
                "tricks": " ".join(f"{key} {n}" for key, n in zip(keys, tricks, strict=True)),
                "points": " ".join(f"{key} {n}" for key, n in zip(keys, points, strict=True)),
            }
            facts = {key: text for key, text in deal.facts.items() if key != "events"}
            leads = next(i for i, key in enumerate(keys) if deal.facts["lead"] in key)
            can_be = tricks[leads] > 0 and points in splits(worths, tuple(size * n for n in tricks))
            try:
                game.start(replace(deal, facts={**facts, **told}))
                accepted = True
            except PositionError:
                accepted = False
            assert accepted == can_be, (name, seed, told)
            verdicts[can_be] += 1
    assert min(verdicts[True], verdicts[False]) > 10


def tricks_with(ranks: str) -> Iterator[tuple[str, ...]]:
    """Tricks of four cards, the lead first, as far as queens and kings tell them apart."""
    for lead, queens, kings in product(ranks, range(4), range(4)):
        if queens + kings <= 3:
            yield (lead, *"Q" * queens, *"K" * kings, *"2" * (3 - queens - kings))


@pytest.mark.parametrize("cleans", [False, True])
@pytest.mark.parametrize(
    ("first", "second"), [(2, 0), (2, 1), (1, 2), pytest.param(3, 2, marks=pytest.mark.soak)]
)
def test_marks_are_possible_where_some_tricks_bring_them(first, second, cleans):
    chosen = {"queen_trick_cleans": "on" if cleans else "off"}
    game = Ristiklappi(**chosen)
    found = {((0, 0), (0, 0), (0, 0), (0, 0), 0)}  # marks; tricks, queens, kings of both sides; early kings
    for number in range(first + second):
        after = set()
        for (marks, tricks, queens, kings, soon), trick, side in product(found, tricks_with("QK2"), (0, 1)):
            more = plus(queens, side, trick.count("Q")), plus(kings, side, trick.count("K"))
            if all(sum(both) <= 4 for both in more):
                dirty, cleaned = game.marked(marks, number < first, pack_of(trick), side)
                early_kings = soon + (number < first) * trick.count("K")
                after.add(((dirty, cleaned), plus(tricks, side, 1), *more, early_kings))
        found = after
    pairs = [(ours, theirs) for ours in range(5) for theirs in range(5 - ours)]
    for keeps in (False, True):
        game = Ristiklappi(**chosen, dark_fourth_king="keep" if keeps else "stands")
        game.stock_tricks = first
        able = {each[:4] for each in found if each[4] < 4 or not keeps}
        for marks, won, queens, kings in product(MARKS, range(first + second + 1), pairs, pairs):
            tricks = (won, first + second - won)
            fits = all(q + k <= 4 * n for q, k, n in zip(queens, kings, tricks, strict=True))
            can_be = fits and game.piles_may_hold(marks, tricks, queens, kings)
            assert can_be == ((marks, tricks, queens, kings) in able), (marks, tricks, queens, kings, keeps)


MARKS = [(dirty, cleaned) for dirty in range(4) for cleaned in range(4) if not cleaned & ~dirty]


def plus(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    """The same with so much more for a side."""
    return pair[0] + more * (not side), pair[1] + more * side


@cache
def pack_of(ranks: tuple[str, ...]) -> tuple[Card, ...]:
    """Cards of such ranks; the suits tell nothing."""
    return tuple(Card(f"{rank}C") for rank in ranks)
