"""Puzzles of Königrufen of Graden: what must beat, who takes a trick, what may be bid, who pays how much."""

import pytest

from kontrapunkt.core.interface import Action
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.result import outcome_of
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.puzzles import ChoicePuzzle, Puzzle, open_puzzle
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.record import write, write_start
from kontrapunkt.widgets import open_widget
from tests.rules.graden import (
    G3,
    G3_TRICKS,
    G5,
    G6,
    G7,
    G9,
    G9_TRICKS,
    G11,
    G12,
    JOINED,
    KG,
    bid,
    dealt,
    do,
    following,
    play,
    rank_first,
)

LORE = knowledge_of(KG)
G5_TRICKS = """D9 DK HA H9 (B) / HQ HK SJ HT (C) / C9 CA CK CJ (D) / SA ST SK S9 (D) / SQ CT DQ DT (D) /
    CQ DJ DA HJ (D)"""
G7_TRICKS = """CA CT CQ C9 (A) / CJ HT CK DJ (C) / HK H9 HA SQ (A) / DA D9 ST HJ (A) / SK DQ SA S9 (C) /
    HQ SJ DT DK (C)"""
G11_TRICKS = """D9 DJ DA DK (C) / S9 SA SJ SK (D) / DQ HQ HA HK (D) / SQ HT CT ST (C) / CQ HJ CA CK (A) /
    C9 H9 CJ DT (C)"""
G12_TRICKS = """ST SJ SA CT (C) / D9 DA HA DT (D) / CJ CA CK CQ (A) / SQ S9 HK DQ (A) / SK HQ HT H9 (A) /
    HJ DK DJ C9 (A)"""


def made(kind: str, state: KoenigrufenState) -> dict[str, tuple[bool, str, str]]:
    """The picks of a puzzle that is asked of a state: whether it is right, the sentence, the rule."""
    puzzle = Puzzle("x", kind, "T", "s", ("result",), 1, write(write_start(state)))
    found = open_puzzle(puzzle)
    assert isinstance(found, ChoicePuzzle)
    return {pick.key: (pick.right, pick.text, pick.rule) for pick in found.picks}


def why(state: KoenigrufenState, action: str) -> tuple[str, str]:
    told, rule = LORE.why_allowed(state, next(one for one in state.actions() if one == action))
    return str(told), rule


def played(card: str) -> Action:
    return Action(rank_first(card))


def passed_out(hands: list[str]) -> KoenigrufenState:
    return do(dealt(hands), "A pass, B pass, C pass, D pass")


def test_what_a_hand_must_beat():
    picks = made("legal", following("CK CT CA H9 S9 D9", "CQ CJ"))
    assert {key for key, (right, _, _) in picks.items() if right} == {"KC", "AC"}
    assert picks["KC"][1:] == (
        "Only the ace of clubs and king of clubs beat the queen of clubs.",
        "KG-P3",
    )
    assert why(following("CK CT H9 S9 D9 DJ", "CQ CJ"), "KC")[0] == (
        "Only the king of clubs beats the queen of clubs."
    )
    low = following("CT C9 H9 S9 D9 DJ", "CQ CJ")
    assert why(low, "TC") == (
        "The ten of clubs follows suit: clubs were led. No card in your hand beats the queen of "
        "clubs, so you may play any of them.",
        "KG-P2",
    )
    assert why(following("H9 S9 D9 DJ HJ SJ", "CQ CJ"), "9H")[1] == "KG-P4"


def test_nobody_has_to_beat_where_that_is_agreed():
    free = KoenigrufenGraden(must_beat="not_for_negative")
    state = following("CK CT H9 S9 D9 DJ", "CQ CJ", free, "schurln")
    assert why(state, "KC") == ("The king of clubs follows suit: clubs were led.", "KG-P2")


def test_leads_and_face_down_cards():
    assert why(bid(dealt(G3), "koenigmord"), "AC")[1] == "KG-P1"
    state = play(do(dealt(G5), JOINED.format("D9", "HA")), "D9 DK")
    assert why(state, "AH")[1] == "KG-P6"
    assert {key for key, (right, _, _) in made("legal", state).items() if right} == {"AH"}


def test_all_bids_are_asked_about():
    state = do(dealt(G6), "A bid bettler, A lay H9")
    picks = made("call", state)
    assert len(picks) == 10
    assert picks["pass"][2] == "KG-R2"
    assert picks["bid bettler"][0]
    assert picks["bid bettler"][2] == "KG-R4"
    assert picks["bid koenigmord"][1] == "Königmord is higher than Bettler."
    assert picks["bid hundert"][2] == "KG-R9"
    assert why(dealt(G6), "bid bettler")[0] == "Nobody has bid yet, so you may bid Bettler."
    pair = dealt(["CK CQ ST HT DJ D9", *G5[1:3], "CA CT SA SQ SJ H9"])
    assert why(pair, "bid hundert") == (
        "Durchmarsch Hundert mit einer anderen is high enough, and king of clubs and queen of clubs "
        "were dealt to this hand.",
        "KG-R9",
    )


def test_a_bid_without_the_pair_that_it_needs():
    state = dealt(G6, KoenigrufenGraden(bad_hundert_bid="lost"))
    sentence = "Nobody has bid yet, so you may bid Durchmarsch Hundert mit einer anderen."
    assert why(state, "bid hundert") == (sentence, "KG-R2")


def test_cards_laid_and_called():
    state = do(dealt(G5), "A bid bettler")
    action = state.actions()[0]
    assert str(LORE.name(action)) == "lay the king of clubs face down"
    assert why(state, action)[1] == "KG-R5"
    calling = bid(dealt(G7), "durchmarsch")
    assert len(LORE.calls(calling, "N")) == 24
    assert why(calling, "call AS")[1] == "KG-R10"
    assert str(LORE.name(calling.actions()[0])).startswith("call the ")
    picks = made("call", calling)
    assert not picks["call AC"][0]
    assert picks["call AS"][0]


@pytest.mark.parametrize(
    ("contract", "winner", "order"),
    [("koenigmord", "N", "Kings are second here"), ("zehnermord", "E", "Tens are second here")],
)
def test_one_trick_in_two_orders(contract: str, winner: str, order: str):
    state = play(bid(dealt(G3), contract), "CA CJ C9 H9 (A) / CK CT HQ HJ")
    trick = state.view(None).tricks[-1]
    told = {play.seat: str(LORE.why_lost(state, trick, play.seat)[0]) for play in trick.plays}
    assert trick.winner == winner
    assert order in told["E"]
    assert "takes the trick" in told[winner]
    assert "there are no trumps" in told["S"]
    assert LORE.twists(state, trick) == (1 if winner == "N" else 2)


# Results


def wrong(end: KoenigrufenState) -> dict[str, str]:
    """The mistakes that are told, without the right result."""
    right = str(LORE.name_result(end))
    found: dict[str, str] = {}
    for label, text, rule in LORE.mistaken(end):
        assert rule in KG.rulebook
        if str(label) != right:
            found.setdefault(str(label), str(text))
    return found


def test_two_bettler():
    one = play(do(dealt(G5), JOINED.format("D9", "HA")), G5_TRICKS)
    assert str(LORE.name_result(one)) == "North +150, East 0, South −150, West 0"
    found = wrong(one)
    assert found["North −150, East 0, South +150, West 0"] == "This is the wrong way round."
    assert found["North −100, East +100, South −100, West +100"] == "Only one of the two took a trick."
    assert found["North +90, East 0, South −90, West 0"].startswith("Another player joined the contract")
    both = play(
        do(dealt(G6), JOINED.format("H9", "SK")), "H9 HJ SK HK (D) / HT CJ SQ HQ (C) / CT CQ CA CK (A)"
    )
    found = wrong(both)
    assert str(LORE.name_result(both)) == "North −100, East +100, South −100, West +100"
    assert found["North −50, East +50, South −50, West +50"] == ("If both fail, both pay twice the value.")
    assert found["North −60, East +60, South −60, West +60"].startswith(
        "The two who play the contract settle together"
    )


def test_partners():
    last = play(bid(dealt(G9), "durchmarsch_letzten"), G9_TRICKS)
    found = wrong(last)
    assert str(LORE.name_result(last)) == "North +40, East −40, South −40, West +40"
    assert found["North +120, East −40, South −40, West −40"].startswith("There was a partner")
    assert found["North +40, East +40, South −40, West −40"] == "Somebody else was the partner."
    assert found["North +60, East −60, South −60, West +60"].endswith("of another contract.")
    called = play(do(bid(dealt(G7), "durchmarsch"), "A call SA"), G7_TRICKS)
    assert "North +80, East −40, South 0, West −40" in wrong(called)
    assert LORE.steps(called) == 3


def test_alone():
    end = play(bid(dealt(G3), "koenigmord"), G3_TRICKS)
    found = wrong(end)
    assert found["North −210, East +70, South +70, West +70"] == "This is the wrong way round."
    assert found["North +240, East −80, South −80, West −80"].endswith("of another contract.")
    lost = play(bid(dealt(G9), "durchmarsch_letzten"), "HA HT HQ HJ (A) / SK ST D9 SQ (A) / DT C9 DK DA (D)")
    assert LORE.steps(lost) == 2  # it ends early
    assert wrong(lost)["North −40, East +40, South +40, West −40"].startswith("Here the bidder has no")


def test_schurln():
    one = play(passed_out(G11), G11_TRICKS)
    assert outcome_of(one).case == "one_worst"
    found = wrong(one)
    assert "Only the player with the most card points pays." in found.values()
    assert (
        "In Schurln the player with the most card points pays, not the one with the fewest." in found.values()
    )
    three = play(passed_out([*G12[1:], G12[0]]), G12_TRICKS)
    assert str(LORE.name_result(three)) == "North −10, East +30, South −10, West −10"
    assert "The last trick counts ten card points too." in wrong(three).values()
    assert any(text.startswith("Two or more players") for text in wrong(three).values())


def test_cards_count_in_schurln_alone():
    counted = {
        name: [LORE.counts(end, action) for action in map(played, ("SA", "CT", "HK"))]
        for name, end in (
            ("schurln", play(passed_out(G11), G11_TRICKS)),
            ("koenigmord", play(bid(dealt(G3), "koenigmord"), G3_TRICKS)),
        )
    }
    assert counted == {"schurln": [True, True, False], "koenigmord": [False, False, False]}


def test_face_down_card_is_a_button():
    """It is in no hand, so it could not be marked on the table."""
    state = play(do(dealt(G5), JOINED.format("D9", "HA")), "D9 DK")
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": made_file("legal", state)}, [])
    html = widget.frame().html
    assert 'data-do="pick AH"' in html
    assert 'data-do="pick TD"' not in html
    widget.send("pick AH")
    assert "Right." in widget.send("answer")[-1].html


def made_file(kind: str, state: KoenigrufenState) -> str:
    """The same puzzle as a file for the player."""
    record = write(write_start(state))
    text = f'kind = "{kind}"\ntitle = "T"\nstory = "S."\nthemes = ["following"]\ndifficulty = 1\n'
    return f'{text}record = """\n{record}"""\n'
