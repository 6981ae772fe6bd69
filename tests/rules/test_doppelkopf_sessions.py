"""Doppelkopf for five, six and seven; rounds with compulsory solos; every option and preset by its number."""

import json
from random import Random

import pytest

from kontrapunkt.cli import main
from kontrapunkt.core.interface import OptionError, Seat
from kontrapunkt.core.rules import PositionError
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.record import Deal, record_of_session, write
from kontrapunkt.testing import check_session
from tests.rules.doko import dealt, do, ended, healthy, moment

FIVE = Doppelkopf("ddv", players=5)
ROUND = Doppelkopf("tournament", players=5)


def session_of(game: Doppelkopf, dealer: Seat = "W", **facts: str) -> DoppelkopfSession:
    session: DoppelkopfSession = game.session(Deal({}, dealer=dealer, facts=facts))
    return session


def after(session: DoppelkopfSession, **facts: str) -> DoppelkopfSession:
    """The session after a deal that Re, N and S, wins with 130 card points, or N alone in a solo."""
    end = ended((130, 110), -1, -1, session.game, "N", session, **facts)
    return session.after(end)


# Five, six, seven -------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-D1", "DK-S23")
def test_five_players_dealer_sits_out_unscored():
    session = session_of(FIVE)
    assert dict(session.players_by_seat) == {"N": "P2", "E": "P3", "S": "P4", "W": "P5"}
    assert session.resting == ("P1",)
    end = ended((130, 110), rules=FIVE, session=session)
    assert dict(session.after(end).scores) == {"P1": 0, "P2": 1, "P3": -1, "P4": 1, "P5": -1}
    assert "P1 sits out and scores nothing." in [item.text for item in end.result().items]
    assert end.view(None).dealer is None
    assert "P1 deals and sits out; P2 is North" in str(end.view("N").statuses[0].text)


@pytest.mark.rule("DK-D1")
def test_next_dealer_gives_seat_to_last_dealer():
    sessions = [session_of(FIVE)]
    for _ in range(5):
        sessions.append(after(sessions[-1]))
    assert ["".join(session.players_by_seat.values()) for session in sessions] == [
        "P2P3P4P5",
        "P1P3P4P5",
        "P1P2P4P5",
        "P1P2P3P5",
        "P1P2P3P4",
        "P5P2P3P4",
    ]
    assert [session.dealer for session in sessions] == ["W", "N", "E", "S", "W", "N"]
    assert [session.resting for session in sessions] == [("P1",), ("P2",), ("P3",), ("P4",), ("P5",), ("P1",)]
    assert sessions[-1].facts == {"score": "P1 4 P2 -2 P3 0 P4 2 P5 -4", "played": "5"}


@pytest.mark.rule("DK-D1")
@pytest.mark.parametrize(("players", "away"), [(6, ("P6", "P1")), (7, ("P6", "P7", "P1"))])
def test_larger_group_four_left_of_dealer_play(players, away):
    session = session_of(Doppelkopf("ddv", players=players))
    assert session.resting == away
    assert session.players_by_seat["N"] == "P2"
    following = after(session)
    assert following.resting == (*away[1:], "P2")
    assert following.players_by_seat["N"] == "P6"
    assert following.facts["sitting"] == " ".join(following.resting)
    assert f"{away[-1]} deals" in str(session.text)


@pytest.mark.parametrize(("players", "deals"), [(4, 24), (5, 30), (6, 36), (7, 42)])
def test_a_round_has_six_deals_for_each(players, deals):
    assert Doppelkopf("tournament", players=players).deals == deals
    assert Doppelkopf("tournament", players=players, deals=8).deals == 8
    assert Doppelkopf("ddv", players=players).deals is None


@pytest.mark.rule("DK-D1", "DK-R7")
def test_a_compulsory_solo_is_the_players_own():
    session = session_of(ROUND, sitting="P3")
    assert session.players_by_seat["N"] == "P4"
    following = after(session, game="solo queens", declarer="N")
    assert following.owing == ("P1", "P2", "P3", "P5")
    assert (following.resting, following.dealer) == (("P3",), "W")  # who sits out deals once more
    assert following.scores["P4"] > 0 == following.scores["P3"]


@pytest.mark.rule("DK-R10", "DK-D1")
def test_a_forced_solo_among_five():
    session = session_of(ROUND, played="28", owed="P1 1 P2 0 P3 0 P4 0 P5 1")
    assert session.forced == "W"  # P5; P1 has no cards
    assert dealt({}, ROUND, session).to_act == "W"
    last = after(session, game="solo queens", declarer="W")
    assert last.forced is not None
    assert (last.owing, last.resting, last.players_by_seat[last.forced]) == (("P1",), ("P2",), "P1")


@pytest.mark.rule("DK-R10", "DK-D1")
def test_deal_passes_on_where_dealer_owes_solo():
    session = session_of(ROUND, sitting="P5", played="28", owed="P1 1 P2 0 P3 0 P4 0 P5 0")
    assert session.forced is None  # two deals are left for one solo
    following = after(session)
    assert following.resting == ("P2",)  # not P1, who owes the only solo that can still be played
    assert following.forced is not None
    assert following.players_by_seat[following.forced] == "P1"
    assert after(following, game="solo queens", declarer=following.forced).over


@pytest.mark.rule("DK-V21")
def test_bock_round_has_one_deal_per_player():
    game = Doppelkopf("ddv", players=7, bock="draw")
    session = session_of(game)
    end = ended((120, 120), rules=game, session=session)
    following = session.after(end)
    assert following.bock == (7,)
    apart = Doppelkopf("ddv", players=5, bock="draw", bock_append="off")
    assert session_of(apart, bock="5 5").factor == 4


@pytest.mark.parametrize(
    ("game", "facts", "said"),
    [
        (FIVE, {"sitting": "P6"}, "cannot be read; write it as “sitting: P5”"),
        (Doppelkopf("ddv", players=6), {"sitting": "P1 P3"}, "write it as “sitting: P5 P6”"),
        (Doppelkopf("ddv"), {"sitting": "N"}, "nobody sits out"),
        (FIVE, {"score": "N 1 E -1 S 1 W -1"}, "score: P1 3 P2 -3 P3 3 P4 -3 P5 0"),
        (FIVE, {"score": "P1 1 P2 1 P3 1 P4 1 P5 1"}, "add up to nothing"),
        (ROUND, {"owed": "P1 0 P2 1 P3 1 P4 1"}, "cannot be read"),
        (ROUND, {"played": "30"}, "no deal follows"),
    ],
)
def test_tables_that_cannot_be(game, facts, said):
    with pytest.raises(PositionError, match=said):
        session_of(game, **facts)


@pytest.mark.parametrize("players", [5, 6, 7])
def test_the_kit_on_a_session(players):
    game = Doppelkopf("tournament", players=players, bock="draw+zero+lost_solo", poverty="shift")
    session = check_session(game, players, most=3)
    assert len(session.scores) == players


def random_round(players: int, seed: int, **options: object) -> tuple[list[DoppelkopfSession], str]:
    """A whole round at random: where it stood after each deal, and its record."""
    game, chance = Doppelkopf("tournament", players=players, **options), Random(seed)
    session = session_of(game)
    stood, deals = [], []
    while not session.over:
        start = state = game.deal(chance.randrange(10**6), None, session)
        done = []
        while state.to_act is not None:
            legal = state.plays() or state.actions()
            wants = chance.random() < 0.03
            action = chance.choice(legal)
            if "say healthy" in state.actions():
                action = next(
                    one for one in state.actions() if one == f"say {'reservation' if wants else 'healthy'}"
                )
            done.append((state.to_act, str(action)))
            state = state.apply(action)
        deals.append((start, done))
        session = session.after(state)
        stood.append(session)
    return stood, write(record_of_session(deals))


@pytest.mark.rule("DK-D1", "DK-R10")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_a_whole_round_through_the_command_line(players, tmp_path, capsys):
    stood, text = random_round(players, players)
    end = stood[-1]
    assert (end.played, end.owing) == (6 * players, ())
    assert sum(end.scores.values()) == 0
    assert any(session.forced for session in stood)
    (tmp_path / "round.record").write_text(text, "utf-8")
    assert main(["score", str(tmp_path / "round.record"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["session"]
    assert told["over"]
    assert sum(told["seats"].values()) == sum(end.seats.values())
    if players == 4:
        assert "players" not in told
    else:
        assert told["players"] == dict(end.scores)
        assert told["sitting"] == dict(end.players_by_seat)
    best = [name for name, number in end.scores.items() if number == max(end.scores.values())]
    names = {"N": "North", "E": "East", "S": "South", "W": "West"}
    assert all(names.get(name, name) in told["text"].partition("over. ")[2] for name in best)


# Options ----------------------------------------------------------------------------------------------------


BY_NUMBER = {
    "V1": {"pack": {"48", "40"}},
    "V2": {"second_dulle": {"first_wins", "second_wins", "second_wins_except_last_trick"}},
    "V3": {"dulle": {"on", "off"}},
    "V4": {"target_rule": {"ddv", "seed_literal"}},
    "V5": {"schwarz_means": {"no_trick", "no_points"}},
    "V6": {"both_fail": {"ddv", "seed"}},
    "V7": {"exceed_cumulative": {"on", "off"}},
    "V8": {"compulsory_solos": {"0", "1"}},
    "V9": {"solo_leads": {"compulsory_only", "always", "never"}},
    "V10": {
        "solos": {"queens", "jacks", "clubs", "spades", "hearts", "diamonds", "fleischlos"}
        | {"kings", "queens-jacks", "kings-jacks", "kings-queens", "koehler"}
    },
    "V11": {
        "wedding_partner": {"first_foreign_trick", "first_plain_trick", "first_trump_trick"}
        | {"declarer_chooses"}
    },
    "V12": {"wedding_limit": {str(n) for n in range(1, 13)}},
    "V13": {
        "poverty": {"off", "shift", "redeal"},
        "poverty_fox": {"counted", "single_free"},
        "poverty_class": {"before_wedding", "after_wedding"},
    },
    "V14": {"throw_in": {"nines5", "kings5", "kings6", "full7", "points70", "fox_high", "jack_high"}},
    "V15": {"schweinchen": {"off", "announce_at_start", "on_playing_first", "second_only"}},
    "V16": {"karlchen_caught": {"off", "on"}},
    "V17": {name: {"0", "1"} for name in ("fox_last_trick", "dulle_beats_dulle", "heart_trick")},
    "V18": {"re_kontra_value": {"plus2", "double", "double_all"}},
    "V19": {"deadline_scheme": {"ddv", "five_cards", "11-9-6-3-3", "9-8-7-6-5"}},
    "V20": {"obligatory_announcement": {"off", "on"}},
    "V21": {
        "bock": {"draw", "lost_solo", "lost_announcement", "heart_trick", "schwarz", "zero"},
        "bock_append": {"on", "off"},
    },
    "V22": {"genscher": {"off", "on"}},
    "V23": {"counting": {"plus_minus", "plus", "minus"}},
    "V24": {"reply": {"on", "off"}},
    "V25": {"backdoor": {"on", "off"}},
    "V26": {"special_points": {"doppelkopf", "fox", "karlchen", "elders"}},
    "V27": {"skipped_levels": {"implied", "forbidden"}},
    "V28": {"elders_in_solo": {"off", "on"}},
    "V29": {"wedding_fox": {"final_parties", "none_before_clarification"}},
    "V30": {"withdraw": {"off", "on"}},
}
DDV = {
    "pack": "48", "second_dulle": "first_wins", "dulle": "on", "target_rule": "ddv",
    "schwarz_means": "no_trick", "both_fail": "ddv", "exceed_cumulative": "on", "compulsory_solos": "0",
    "solo_leads": "compulsory_only", "solos": "queens+jacks+clubs+spades+hearts+diamonds+fleischlos",
    "wedding_partner": "first_foreign_trick", "wedding_limit": "3", "poverty": "off", "throw_in": "off",
    "schweinchen": "off", "karlchen_caught": "off", "fox_last_trick": "0", "dulle_beats_dulle": "0",
    "heart_trick": "0", "re_kontra_value": "plus2", "deadline_scheme": "ddv",
    "obligatory_announcement": "off", "bock": "off", "genscher": "off", "counting": "plus_minus",
    "reply": "on", "special_points": "doppelkopf+fox+karlchen+elders", "backdoor": "on",
    "skipped_levels": "implied", "elders_in_solo": "off", "wedding_fox": "final_parties", "withdraw": "off",
}  # fmt: skip
SEED = {
    "target_rule": "seed_literal",
    "schwarz_means": "no_points",
    "both_fail": "seed",
    "reply": "off",
    "skipped_levels": "forbidden",
}


def test_every_option_of_the_list():
    known = {option.key: {*option.choices} for option in Doppelkopf.known_options}
    listed = {key: values for options in BY_NUMBER.values() for key, values in options.items()}
    assert known == listed | {
        "players": {"4", "5", "6", "7"},
        "deals": {"open", "4", "8", "12", "16", "20", "24", "round"},
    }


def test_the_presets():
    ddv, seed, tournament = (dict(Doppelkopf(name).options) for name in ("ddv", "seed", "tournament"))
    assert ddv == ddv | DDV
    assert seed == ddv | SEED
    assert tournament == ddv | {"compulsory_solos": "1", "deals": "round"}
    assert next(iter(Doppelkopf.presets)) == "tutorial"
    assert (
        Doppelkopf("seed").options.preset == "tutorial"
    )  # its name in records and links of earlier versions


@pytest.mark.rule("DK-V13")
def test_a_single_fox_is_not_counted():
    hand = "AD 9D 9D JD AC AC TC TC KC AS AS TS"
    said = "say healthy, say reservation, say healthy, say healthy"
    counted = dealt({"E": hand}, Doppelkopf("ddv", poverty="shift"))
    assert "bid poverty" not in do(counted, said).actions()
    game = Doppelkopf("ddv", poverty="shift", poverty_fox="single_free")
    state = do(dealt({"E": hand}, game), f"{said}, bid poverty")
    assert {*state.actions()} == {"discard 9D", "discard JD"}  # the fox may stay
    state = do(state, "discard 9D, discard 9D, discard JD, accept")
    assert "AD" in state.hands[1]
    two = dealt({"E": hand.replace("JD", "AD").replace("TS", "JD")}, game)
    assert "bid poverty" not in do(two, said).actions()
    three = do(dealt({"E": hand.replace("9D 9D", "AD KS")}, game), f"{said}, bid poverty")
    assert {*three.actions()} == {"discard AD", "discard JD"}
    assert "discard AD" in do(three, "discard AD").actions()  # the other one is not free now


@pytest.mark.rule("DK-V13", "DK-R5")
def test_a_poverty_after_the_wedding():
    hands = {"N": "QC QC", "E": "9D 9D JD AC AC TC TC KC AS AS TS TS"}
    said = "say reservation, say reservation, say healthy, say healthy, pass, pass"
    first = do(dealt(hands, Doppelkopf("ddv", poverty="shift")), said)
    assert (first.to_act, "bid poverty" in do(first, "pass").actions()) == ("N", True)
    late = Doppelkopf("ddv", poverty="shift", poverty_class="after_wedding", throw_in="jack_high")
    assert late.classes == ("voluntary", "throwing", "wedding", "poverty")
    state = do(dealt(hands, Doppelkopf("ddv", poverty="shift", poverty_class="after_wedding")), said)
    assert (state.to_act, "bid wedding" in state.actions()) == ("N", True)
    assert do(state, "bid wedding").mode == "wedding"


@pytest.mark.rule("DK-V19")
def test_any_list_of_deadlines():
    game = Doppelkopf("ddv", pack=40, deadline_scheme="9-7-4-1-1")
    assert game.deadlines == (9, 7, 4, 1, 1)
    assert Doppelkopf("ddv", pack=40, deadline_scheme="9-8-7-6-5").deadlines == (9, 8, 7, 6, 5)
    assert Doppelkopf("ddv", pack=40).deadlines == (9, 8, 7, 6, 5)
    assert "say re schwarz" in healthy(dealt({}, game)).actions("N")
    assert "say re no 30" in moment(1, rules=game, calls="N say re no 60").actions("N")
    assert "say re no 60" not in moment(3, rules=game, calls="N say re no 90").actions("N")
    for wrong in ("9-7-4-1", "9-7-4-1-2", "9-7-4-1-0", "9-7-4-1-x", "09-7-4-1-1", "100-7-4-1-1"):
        with pytest.raises(OptionError, match="or 5 numbers joined by “-”, none higher"):
            Doppelkopf("ddv", deadline_scheme=wrong)
