"""Puzzles of Doppelkopf: what follows, who takes a trick, what may be said by whom, what a deal comes to."""

from typing import Any

import pytest

from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.puzzles import ChoicePuzzle, PlayoutPuzzle, Puzzle, PuzzleError, open_puzzle
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.record import write, write_start
from tests.rules.doko import DDV, SEED, dealt, do, ended, follows, healthy, moment, plays, trick_of

LORE = knowledge_of(DDV)
POOR = Doppelkopf("ddv", poverty="shift", throw_in="nines5")
RESERVED = "say reservation, say healthy, say healthy, say healthy"


def made(kind: str, state: State, seat: str = "") -> dict[str, tuple[bool, str, str]]:
    """The picks of a puzzle that is asked of a state: whether it is right, the sentence, the rule."""
    found = open_puzzle(Puzzle("x", kind, "T", "s", ("result",), 1, write(write_start(state)), seat=seat))
    assert isinstance(found, ChoicePuzzle)
    return {pick.key: (pick.right, pick.text, pick.rule) for pick in found.picks}


def right(picks: dict[str, tuple[bool, str, str]]) -> set[str]:
    return {key for key, (so, _, _) in picks.items() if so}


def why(state: State, action: str, seat: Seat | None = None) -> tuple[str, str]:
    told, rule = knowledge_of(state.game).why_allowed(state, Action(action), seat)
    return str(told), rule


# Cards


def test_what_follows():
    picks = made("legal", follows("TH QH 9H AD", "AH"))
    assert right(picks) == {"9H"}
    assert picks["9H"][2] == "DK-P2"
    assert {rule for _, _, rule in picks.values()} == {"DK-P2"}
    assert why(follows("TH QC AS", "AH"), "AS") == (
        "You hold no hearts, so you may play any card.",
        "DK-P3",
    )
    assert why(healthy(dealt({"N": "AS"})), "AS")[1] == "DK-P1"


@pytest.mark.parametrize(
    ("trick", "facts", "twists", "lost", "rule"),
    [
        ("TH TH AD TD", {}, 2, "E", "DK-P4"),  # equal tens of hearts, cards worth much
        ("AC TC 9D JC", {}, 2, "N", "DK-P4"),  # a jack of the suit led is none of it; two trumps
        ("9D AS 9D JH", {"game": "solo fleischlos"}, 3, "S", "DK-P4"),  # no jack is a trump; an ace in vain
        ("TS 9S KS 9S", {}, 1, "W", "DK-P4"),
    ],
)
def test_what_misleads_in_a_trick(trick: str, facts: dict[str, str], twists: int, lost: Seat, rule: str):
    state = trick_of(trick, 9, DDV, **facts)
    taken = state.view(None).tricks[-1]
    assert LORE.twists(state, taken) == twists
    assert taken.winner != lost
    assert LORE.why_lost(state, taken, lost)[1] == rule


def test_of_two_tens_of_hearts():
    """The first is higher, or the second where that is agreed; even just before the last trick."""
    for name, winner, number, sentence in (
        ("first_wins", "N", 9, "the first of two equal cards wins"),
        ("second_wins", "E", 9, "of these two the second wins"),
        ("second_wins_except_last_trick", "E", 11, "of these two the second wins"),
    ):
        game = Doppelkopf("ddv", second_dulle=name)
        state = trick_of("TH TH AD TD", number, game)
        taken = state.view(None).tricks[-1]
        assert taken.winner == winner
        text, rule = knowledge_of(game).why_lost(state, taken, "N" if winner == "E" else "E")
        assert str(text).endswith(f"{sentence}.")
        assert rule == ("DK-P4" if winner == "N" else "DK-V2")


# Calls


def test_calls_in_time():
    state = moment(10, "N say re")
    assert right(made("call", state, "S")) == {
        f"say re {bid}" for bid in ("no 90", "no 60", "no 30", "schwarz")
    }
    assert why(state, "say re no 90", "S") == (
        "“Re no 90” needs 10 cards in hand, and you hold 10.",
        "DK-R22",
    )
    text, rule = why(state, "say re no 30", "S")
    assert text.startswith(
        "“Re no 30” includes “Re no 90” and “Re no 60”. The first of these needs 10 cards in hand"
    )
    assert rule == "DK-R24"
    seed = made("call", moment(10, "N say re", SEED), "S")
    assert right(seed) == {"say re no 90"}
    assert {rule for _, _, rule in seed.values()} == {"DK-R22", "DK-R25", "DK-A25", "DK-R20"}


def test_who_speaks_is_asked():
    """The speaker need not be to act: the cards in that hand are counted."""
    state = plays(moment(11, hands={"N": "QC TD", "S": "QC"}), "TD")
    assert "you hold 10" in why(moment(10, "N say re"), "say re no 90", "S")[0]
    assert why(state, "say kontra", "W") == ("“Kontra” needs 11 cards in hand, and you hold 11.", "DK-R22")


def test_a_reply():
    state = moment(8, "N say re, N say re no 90, N say re no 60")
    assert right(made("call", state, "E")) == {"say kontra"}
    assert why(state, "say kontra", "E") == (
        "It is too late to announce, but you may answer “Re no 60” of the other side with at least 8 "
        "cards in hand, and you hold 8.",
        "DK-R27",
    )


def test_calls_by_the_cards_on_the_table():
    game = Doppelkopf("ddv", deadline_scheme="five_cards")
    text, rule = why(healthy(dealt({"N": "QC", "S": "QC"}, game)), "say re", "N")
    assert rule == "DK-V19"
    assert "Few enough cards are on the table" in text


def test_before_a_wedding_has_its_partner():
    state = do(dealt({"N": "QC QC"}), f"{RESERVED}, bid wedding")
    assert [str(action) for action in LORE.calls(state, "E")] == [
        "say re",
        "say re no 90",
        "say kontra",
        "say kontra no 90",
    ]
    assert not state.actions("E")


# Reservations and poverty


def test_reservations_and_names():
    state = dealt({"N": "QC QC"})
    picks = made("call", state)
    assert right(picks) == {"say healthy", "say reservation"}
    assert picks["say healthy"][2] == "DK-R1"
    assert picks["say reservation"][2] == "DK-R2"
    two = do(state, "say reservation, say reservation, say healthy, say healthy")
    picks = made("call", two)
    assert not picks["bid wedding"][0]
    assert picks["bid solo queens"] == (True, "You may name a solo with any cards.", "DK-R4")
    assert picks["pass"][::2] == (True, "DK-R5")
    assert why(do(state, RESERVED), "bid wedding")[1] == "DK-R4"


def test_a_poverty():
    """What must be laid down, what may be given back, and what is to be said of it."""
    poor = {"N": "QH 9D KC KC TC 9C KS TS 9S AS KH AH", "E": "QC", "S": "QC"}
    state = do(dealt(poor, POOR), RESERVED)
    assert why(state, "bid poverty") == ("You hold no more than three trumps.", "DK-V13")
    put = do(state, "bid poverty, discard KC")
    picks = made("call", put)
    assert right(picks) == {"discard QH", "discard 9D"}
    assert str(LORE.name(Action("discard QH"))) == "put down the queen of hearts"
    assert why(do(state, "bid poverty"), "discard KC")[0].startswith("There is room beside your trumps")
    offer = do(put, "discard QH, discard 9D")
    assert right(made("call", offer)) == {"accept", "pass"}
    assert why(offer, "pass")[1] == "DK-V13"
    give = do(offer, "accept")
    assert isinstance(give, DoppelkopfState)
    assert why(give, f"discard {give.hands[1][0]}")[0].startswith("You may give back any three cards")
    tell = do(give, "discard QH, discard 9D, discard KC")
    assert right(made("call", tell)) == {"trumps 2"}
    nines = dealt({"N": "9C 9C 9S 9S 9H 9H", "E": "QC", "S": "QC"}, POOR)
    assert why(do(nines, RESERVED), "bid throw-in")[1] == "DK-V14"


# Results


def wrong(end: State) -> dict[str, str]:
    """The mistakes that are told, without the right result."""
    knowledge: Knowledge[Any] = knowledge_of(end.game)
    found: dict[str, str] = {}
    for label, text, rule in knowledge.mistaken(end):
        assert rule in DDV.rulebook
        if str(label) != str(knowledge.name_result(end)):
            found.setdefault(str(label), str(text))
    return found


def test_a_missed_bid():
    end = ended((89, 151), kontra=2)
    assert str(LORE.name_result(end)) == "North +5, East −5, South +5, West −5"
    found = wrong(end)
    assert found["North −5, East +5, South −5, West +5"].startswith("This looks only at the card points")
    assert found["North +4, East −4, South +4, West −4"] == (
        "The side that lost gets nothing for keeping the other side low."
    )
    assert LORE.steps(end) == 5


def test_both_miss_their_bids():
    end = ended((150, 90), re=1, kontra=1)
    assert str(LORE.name_result(end)) == "North +1, East −1, South +1, West −1"
    assert any(text.startswith("This gives the deal to one side") for text in wrong(end).values())


def test_as_others_count():
    even = wrong(ended((120, 120), re=0))
    assert "In this rule set another rule says who wins after an announcement." in even.values()
    low = wrong(ended((170, 70), re=2, kontra=2))
    assert "This counts by another rule for deals in which both sides miss their bids." in low.values()


def test_partners_and_foxes():
    end = ended((130, 110), events="fox N from S, fox N from E")
    assert str(LORE.name_result(end)) == "North +2, East −2, South +2, West −2"
    found = wrong(end)
    assert found["North +3, East −3, South +3, West −3"].startswith("A fox counts only if the other side")
    assert LORE.steps(end) == 3
    beside = wrong(ended((130, 110), queens="N E"))
    assert any(text.startswith("Partners need not sit opposite") for text in beside.values())


def test_one_against_three():
    end = ended((100, 140), game="solo queens", declarer="N")
    assert str(LORE.name_result(end)) == "North −3, East +1, South +1, West +1"
    found = wrong(end)
    assert found["North −1, East +1, South +1, West +1"].startswith(
        "A player who plays alone settles with each"
    )
    assert found["North −6, East +2, South +2, West +2"].startswith("There are no special points")


def test_hands_thrown_in():
    nines = dealt({"N": "9C 9C 9S 9S 9H 9H", "E": "QC", "S": "QC"}, POOR)
    end = do(do(nines, RESERVED), "bid throw-in")
    assert LORE.steps(end) == 1
    assert wrong(end) == {}


# Endings


def opened(state: State, side: str, goal: str, target: int | None) -> PlayoutPuzzle:
    record = write(write_start(state))
    found = open_puzzle(
        Puzzle("x", "play", "T", "s", ("leading",), 1, record, side=side, goal=goal, target=target)
    )
    assert isinstance(found, PlayoutPuzzle)
    return found


def test_sides_that_have_a_goal():
    face_to_face = moment(2, hands={"N": "QC TH", "S": "QC 9C", "E": "AD AS", "W": "AD AS"})
    kind = opened(face_to_face, "NS", "points NS", 34)
    assert kind.aim.seats == ("N", "S")
    assert "North–South are to take" in kind.question
    alone = moment(2, game="solo queens", declarer="N")
    assert list(LORE.sides(alone)) == ["N"]
    assert [str(goal) for goal in LORE.aims(alone)] == ["points N"]
    assert [str(goal) for goal in LORE.aims(face_to_face)] == ["points NS", "points EW"]
    with pytest.raises(PuzzleError, match="“N” is not a side"):
        opened(face_to_face, "N", "points N", 1)
    with pytest.raises(PuzzleError, match="“points NE” sets no side of this deal"):
        opened(alone, "N", "points NE", 1)
    beside = moment(2, hands={"N": "QC", "E": "QC"})
    assert list(LORE.sides(beside)) == ["NE", "SW"]


def test_what_is_left_of_a_goal_of_two():
    """Partners have a pile each, and a goal of theirs counts both."""
    state = moment(2, hands={"N": "QC 9C", "S": "QC TC", "E": "AD AS", "W": "KD KC"})
    kind = opened(state, "NS", "points NS", 20)
    then = plays(state, "QC AD QC KD")
    assert kind.knowledge.remaining_aim(kind.aim, state, then).target == -1
    last = plays(then, "9C AS TC KC")
    assert kind.knowledge.remaining_aim(kind.aim, state, last).target == -26


@pytest.mark.parametrize(("goal", "target"), [("wins NS", None), ("game NS", 6), ("game EW", -6)])
def test_deal_result_is_known_when_deal_ends(goal: str, target: int | None):
    state = moment(2, hands={"N": "QC 9C", "S": "QC TC", "E": "AD AS", "W": "KD KC"})
    kind = opened(state, "NS", goal, target)
    last = plays(state, "QC AD QC KD 9C AS TC KC")
    assert last.to_act is None
    assert (kind.oracle.certain_outcome(state), kind.oracle.certain_outcome(last)) == (None, True)
    if target is not None:
        more = opened(state, "NS", goal, kind.aim.tighter.target)
        assert more.oracle.certain_outcome(last) is False


def test_a_position_in_play_is_written_as_one():
    """Nobody has spoken in a record that begins in the middle of play; yet that is no fresh deal."""
    text = write(write_start(moment(2)))
    assert "[Position]" in text
    assert "[Deal]" in write(write_start(dealt({"N": "QC"})))
