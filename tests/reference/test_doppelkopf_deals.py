"""The naive reference of Doppelkopf alone: rounds of deals, and what must hold over random deals."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.reference.agreement import Agreement
from tests.reference.doppelkopf import session as session_module
from tests.reference.doppelkopf.calls import WORDS
from tests.reference.doppelkopf.cards import DDV, SEATS, Deal, cards_each, full_pack, left_of, suit_of
from tests.reference.doppelkopf.checks import (
    dealt,
    legal_in_one_line,
    random_gifts,
    random_options,
    reference_procedure,
    step,
)
from tests.reference.doppelkopf.parties import (
    clarification,
    concluded,
    is_silent_wedding,
    members,
    mode_of,
    party,
    proved,
)
from tests.reference.doppelkopf.play import actions, do
from tests.reference.doppelkopf.scoring import result
from tests.reference.doppelkopf.session import (
    Session,
    factor,
    finish,
    forced_soloist,
    is_over,
    new_session,
    next_deal,
    tournament,
)

# Sessions --------------------------------------------------------------------------------------------------


def play_on(deal: Deal, chance: Random, eager: float = 0.2) -> Deal:
    """To the end, calling now and then; `eager` is how often a reservation is made."""
    while deal["phase"] not in ("over", "redeal"):
        seat = deal["turn"]
        if chance.random() < 0.2:
            speaker = chance.choice(SEATS)
            words = [action for action in actions(deal, speaker) if action.startswith(("say", "withdraw"))]
            words = [
                word for word in words if speaker != seat or word not in ("say healthy", "say reservation")
            ]
            if words:
                do(deal, speaker, chance.choice(words))
                continue
        mine = actions(deal, seat)
        if deal["phase"] == "reservations":
            wants = chance.random() < eager and "say reservation" in mine
            mine = ["say reservation" if wants else "say healthy"]
        mine = [action for action in mine if action not in WORDS] or mine
        if "pass" in mine and chance.random() < 0.5:
            mine = [action for action in mine if action != "pass"] or mine
        do(deal, seat, chance.choice(mine))
    return deal


def test_tournament_round():
    """24 deals; each player plays one compulsory solo, at the end by force; who deals (D1, R10)."""
    forced, most = 0, 0
    for seed in range(4):
        chance = Random(seed)
        session = tournament(DDV)
        while not is_over(session):
            due = 4 - len(session["solos_done"])
            left = session["deals"] - session["played"]
            assert due <= left
            deal = next_deal(session, dealt(session["options"], chance))
            assert (deal["forced"] is not None) == (due == left)
            forced += deal["forced"] is not None
            dealer = session["dealer"]
            play_on(deal, chance, eager=[0, 0.01, 0.05, 0.2][seed])
            finish(session, deal)
            stays = len(session["solos_done"]) > 4 - due and deal["forced"] is None
            assert session["dealer"] == (dealer if stays else left_of(dealer))
        assert sorted(session["solos_done"]) == sorted(SEATS)
        assert sum(session["totals"].values()) == 0
        assert len(session["results"]) == 24
        most = max(most, max(session["totals"].values()))
    assert forced > 4  # all four in the first round
    assert most > 0
    session = tournament(DDV, "S")
    session["played"], session["solos_done"] = 21, ["W"]
    assert forced_soloist(session) == "N"
    session["solos_done"] = ["W", "N"]
    assert forced_soloist(session) is None
    session["played"], session["solos_done"] = 23, ["W", "N", "E"]
    assert forced_soloist(session) == "S"


@pytest.mark.parametrize("players", [5, 6, 7])
def test_more_than_four(players: int):
    """A round: all play a compulsory solo, and of five each plays in 21 to 25 deals (10.2.1)."""
    chance = Random(players)
    length = session_module.round_of(players)
    session = new_session({**DDV, "compulsory_solos": "1"}, length, "S", players)
    played: Counter[str] = Counter()
    while not is_over(session):
        assert sorted([*session["chairs"].values(), *session["waiting"]]) == sorted(session["totals"])
        played.update(session["chairs"].values())
        finish(session, play_on(next_deal(session, dealt(DDV, chance)), chance, eager=0.05))
    assert sorted(session["solos_done"]) == sorted(session["totals"])
    assert sum(session["totals"].values()) == 0
    assert sum(played.values()) == 4 * length
    if players == 5:
        assert 21 <= min(played.values()) <= max(played.values()) <= 25


def counted_deals(session: Session, drawn: list[bool]) -> list[int]:
    """The factors of deals of which some bring a bock round."""
    factors = []
    for draw in drawn:
        factors.append(factor(session))
        session_module.use_up_bock(session)
        session["bock"] += [4] if draw else []
    return factors


def test_bock():
    drawn = [True, False, True, *[False] * 7]
    session = new_session({**DDV, "bock": "draw"})
    assert counted_deals(session, drawn) == [1, 2, 2, 2, 2, 2, 2, 2, 2, 1]
    session = new_session({**DDV, "bock": "draw", "bock_append": "off"})
    assert counted_deals(session, drawn) == [1, 2, 2, 4, 4, 2, 2, 1, 1, 1]


# Random deals ----------------------------------------------------------------------------------------------


def check_position(deal: Deal, chance: Random, before: dict[str, str | None]) -> None:
    """What holds at any time."""
    played = [play["card"] for done in deal["tricks"] for play in done["plays"]]
    played += [play["card"] for play in deal["trick"]] + deal["put"]
    held = [card for hand in deal["hands"].values() for card in hand]
    assert sorted(played + held) == sorted(full_pack(deal["options"]))
    assert actions(deal, deal["turn"]) != []
    known = proved(deal)
    for seat in SEATS:
        assert known[seat] in (None, party(deal, seat))
        assert before[seat] is None or known[seat] is not None or deal["new_parties"] is not None
    if all(known.values()):
        assert concluded(deal) == known
    for seat in SEATS:
        if deal["phase"] == "play" and party(deal, seat) is not None:
            assert concluded(deal)[seat] in (None, party(deal, seat))
    if deal["options"]["deadline_scheme"] == "ddv" and deal["new_parties"] is None:
        seat = chance.choice(SEATS)
        for word in WORDS:
            assert (word in actions(deal, seat)) == legal_in_one_line(deal, seat, word)


def check_result(deal: Deal) -> dict[str, Any]:
    """240 card points, all tricks, zero sums, all even or all odd, 6.3."""
    options = deal["options"]
    found = result(deal)
    case = found["facts"]
    assert sum(case["points"].values()) == 240
    assert sum(case["tricks"].values()) == cards_each(options) == len(deal["tricks"])
    leader = None
    for done in deal["tricks"]:
        assert leader in (None, done["plays"][0]["seat"])
        leader = done["winner"]
        led = suit_of(done["plays"][0]["card"], mode_of(deal), options)
        for play in done["plays"]:
            assert suit_of(play["card"], mode_of(deal), options) == led or not any(
                suit_of(later["card"], mode_of(deal), options) == led and later["seat"] == play["seat"]
                for after in deal["tricks"][done["number"] :]
                for later in after["plays"]
            )
    if options["counting"] == "plus_minus":
        assert sum(found["seats"].values()) == 0
        assert len({points % 2 for points in found["seats"].values()}) == 1
    assert len(members(deal, "re")) in (1, 2)
    plain = {"re_kontra_value": "plus2", "exceed_cumulative": "on", "backdoor": "on", "elders_in_solo": "off"}
    if all(options[key] == wanted for key, wanted in plain.items()) and "elders" in options["special_points"]:
        assert found["value"] == reference_procedure(case, options)
    return found


def random_deal(seed: int, seen: Counter[str]) -> None:
    chance = Random(seed)
    options = random_options(chance)
    session = new_session(options, chance.choice([3, 8]), chance.choice(SEATS))
    session["solos_done"] = [] if options["solos"] != "off" else list(SEATS)
    gifts = random_gifts(options, chance)
    if len(gifts[next(iter(gifts))]) == 9 and chance.random() < 0.7:
        session["options"] = options = {**options, "poverty": "shift"}
    deal = next_deal(session, dealt(options, chance, gifts))
    known: dict[str, str | None] = dict.fromkeys(SEATS, None)
    eager = chance.random() < 0.5
    trace = []
    try:
        while deal["phase"] not in ("over", "redeal"):
            check_position(deal, chance, known)
            known = proved(deal)
            step(deal, chance, eager)
            trace.append(deal["log"][-1])
        seen["redeal"] += deal["phase"] == "redeal"
        if deal["phase"] == "over":
            note(deal, check_result(deal), seen)
        finish(session, deal)
    except Exception as error:
        error.add_note(
            f"seed {seed}, options {options}, dealt {deal['dealt']}, dealer {deal['dealer']}, {trace}"
        )
        raise


def note(deal: Deal, found: dict[str, Any], seen: Counter[str]) -> None:
    """What has come up."""
    kind = deal["game"]["kind"]
    seen["silent wedding" if kind == "normal" and is_silent_wedding(deal) else kind] += 1
    clear = clarification(deal)
    if clear is not None:
        seen[f"wedding clear in {clear[0] if clear[0] < 4 else 'more'}, partner {clear[1] is not None}"] += 1
    seen["genscher"] += deal["new_parties"] is not None
    seen["piglets"] += deal["piglets"] is not None
    seen[f"winner {found['winner']}"] += 1
    seen[f"by {found['rule']}"] += 1
    seen["forced"] += deal["forced"] is not None
    for call in deal["calls"]:
        seen[f"call {call['level']}{' late' if call['level'] == 0 and not call['in_time'] else ''}"] += 1
    for item in found["items"]:
        seen[item["rule"]] += 1


CORNERS = {
    "S10": 0,
    "S11": 0,
    "S12": 0,
    "S13": 3,
    "S14": 6,
    "S15": 10,
    "S16": 8,
    "S17": 0,
    "S18": 49,
    "V16": 351,
    "V17": 41,
    "V18": 4,
    "by S1": 1,
    "by S2": 4,
    "by S3": 3,
    "by S4": 26,
    "by S5": 19,
    "by V4": 0,
    "call 0": 0,
    "call 0 late": 6,
    "call 1": 3,
    "call 2": 5,
    "call 3": 7,
    "call 4": 6,
    "forced": 4,
    "genscher": 10,
    "normal": 0,
    "piglets": 65,
    "poverty": 5,
    "redeal": 109,
    "silent wedding": 1,
    "solo": 3,
    "wedding": 15,
    "wedding clear in 1, partner True": 21,
    "wedding clear in 2, partner True": 15,
    "wedding clear in 3, partner False": 279,
    "wedding clear in 3, partner True": 32,
    "wedding clear in more, partner True": 47,
}
"""What may come up, each with the seed of a deal in which it does."""

AGREEMENT = Agreement(random_deal, CORNERS)
