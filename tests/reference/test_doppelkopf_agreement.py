"""Doppelkopf: the engine against the naive reference, the same deals, the same answers at every step.

Matches of some deals are played at random with random options, calls out of turn included. At every step both
must allow each seat the same, name the same reason for each call that is refused, and know the same parties;
at the end of a deal both must count and pay the same.

Three things the engine has its own way, and they are compared apart. A call names its party (`say re no 90`,
where the reference says `say no 90`). Who chooses a partner or shows piglets says so before the card, not
after it. And a second ace of diamonds becomes the highest trump only if all know that its own party won the
first; the reference goes by what is so, known or not.
"""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.cards import card
from kontrapunkt.core.interface import SEATS, Action, Seat, State
from kontrapunkt.core.perft import perft
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.constants import BIDS, NAMES, RE, SAID, SAY
from kontrapunkt.games.doppelkopf.legality import check_call, nameable
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import Deal, Record, game_of, read, replay
from tests.perft.cases import PerftCase, perft_cases
from tests.reference.agreement import Agreement, count_sequences
from tests.reference.doppelkopf import calls, parties, play
from tests.reference.doppelkopf import session as series
from tests.reference.doppelkopf.cards import points_in
from tests.reference.doppelkopf.checks import dealt, random_gifts, random_options
from tests.reference.doppelkopf.scoring import result, rule_of_win

ROOT = Path(__file__).parents[1]
TABLE = perft_cases("doppelkopf.perft")
NAIVE_NAMES = {
    "wedding_partner": {"chosen": "declarer_chooses"},
    "throw_in": {"tens7": "full7"},
    "bock": {"zero_game": "zero"},
}
"""Values of options that the two name differently."""


def engine_options(options: dict[str, str]) -> dict[str, str]:
    """The reference's options as the engine names them."""
    found = {}
    for key, value in options.items():
        names = NAIVE_NAMES.get(key, {})
        found[key] = "+".join(names.get(part, part) for part in value.split("+"))
    return found


def naive_action(action: str) -> str:
    """An action as the reference says it."""
    if action in SAID and SAID[Action(action)][1]:
        return f"say {BIDS[SAID[Action(action)][1]]}"
    return action


def naive_actions(state: DoppelkopfState, seat: Seat) -> set[str]:
    """What the engine allows, in the reference's words; without what is said before the card it is about."""
    early = {"partner"} | ({"say piglets"} if state.game.piglets == "on_playing_first" else set())
    choosing = state.game.options["wedding_partner"] == "declarer_chooses"
    found = set()
    for action in state.actions(seat):
        if action.verb not in early and action not in early:
            told = naive_action(action)
            found.add("bid wedding foreign" if told == "bid wedding" and choosing else told)
    return found


def agree(state: DoppelkopfState, deal: dict[str, Any]) -> None:
    """Both see the same turn, hands, actions, parties."""
    over = deal["phase"] in ("over", "redeal")
    assert (state.to_act is None) == over
    if over:
        return
    assert state.to_act == deal["turn"]
    known, proved = {RE: "re", -RE: "kontra", 0: None}, parties.proved(deal)
    for number, seat in enumerate(SEATS):
        assert sorted(state.hands[number]) == sorted(deal["hands"][seat])
        ours, theirs = naive_actions(state, seat), set(play.actions(deal, seat))
        assert ours == theirs, f"{seat}: {sorted(ours ^ theirs)} in {deal['phase']}, {deal['log']}"
        assert known[state.roles.proved[number]] == proved[seat], f"{seat} in {deal['log']}"
        if deal["phase"] == "play":
            agree_on_calls(state, deal, number, seat)


WRONG = {
    "DK-R21": "NOT_BEFORE_CLARIFICATION",
    "DK-R20": "WRONG_PARTY",
    "DK-R25": "ALREADY_CALLED",
    "DK-R28": "REPLY_CLOSED",
    "DK-A25": "SKIPPED_LEVEL",
    "DK-R23": "NO_ANNOUNCEMENT_YET",
    "DK-R24": "SKIPPED_LEVEL_TOO_LATE",
    "DK-R22": "TOO_LATE",
    "DK-V19": "TOO_LATE",
}
"""What the reference says of a call that a rule refuses."""


def agree_on_calls(state: DoppelkopfState, deal: dict[str, Any], number: int, seat: Seat) -> None:
    """Both refuse each call for the same reason."""
    own = state.parties[number] or RE
    for level in range(5):
        for party in (own, -own) if level == 0 else (own,):
            word = f"say {NAMES[party]}" if level == 0 else f"say {BIDS[level]}"
            found = check_call(state.speaker(number), SAY[party, level])
            assert (found and WRONG[found.rule]) == calls.what_is_wrong(deal, seat, word), f"{seat} {word}"


def choose(state: DoppelkopfState, chance: Random, eager: float) -> tuple[Seat, Action]:
    """What is done next: games are named often enough, calls now and then."""
    turn = state.to_act
    assert turn is not None
    speakers = [seat for seat in SEATS if any(not one.card for one in state.actions(seat))]
    if speakers and state.phase in ("lead", "follow") and chance.random() < eager:
        seat = chance.choice(speakers)
        return seat, chance.choice([one for one in state.actions(seat) if not one.card])
    withdrawing = [seat for seat in SEATS if "withdraw" in state.actions(seat)]
    if withdrawing and chance.random() < 0.3:
        return withdrawing[0], Action("withdraw")
    legal = [one for one in state.actions() if one != "withdraw"]
    if state.phase == "reservations" and "say healthy" in legal:
        games = nameable(state, SEATS.index(turn), "")
        wanted = 0.7 if any(not one.startswith("bid solo") for one in games) else 0.15
        wants = chance.random() < wanted and "say reservation" in legal
        return turn, Action("say reservation" if wants else "say healthy")
    rare = [one for one in legal if one in ("bid wedding", "bid poverty", "accept", "bid throw-in")]
    if rare and chance.random() < 0.7:
        return turn, chance.choice(rare)
    cards = [one for one in legal if one.card]
    return turn, chance.choice(cards or legal)


class Stop(Exception):
    """From here on the two go their own ways, as the module says."""


def both_do(
    state: DoppelkopfState, deal: dict[str, Any], seat: Seat, action: Action, seen: Counter[str]
) -> DoppelkopfState:
    """The same thing in both; what the engine says before a card, with the card."""
    new = state.apply(action, seat)
    seen[action.verb if action.verb != "say" else naive_action(action)] += 1
    if new.phase == "tell":
        play.do(deal, seat, action)
        told = f"trumps {deal['trumps_returned']}"
        assert new.actions() == (told,)
        return new.apply(told)
    early = action.verb == "partner" or (action == "say piglets" and state.game.piglets == "on_playing_first")
    if early:
        due = new.actions()[0]
        cards = [one for one in new.actions() if one.card]
        assert cards == [due]
        if action.verb == "partner":
            before: dict[str, str | None] = {one: parties.party(deal, one) for one in SEATS}
            mate = action.split()[1]
            bids = any(SAID[said][1] for _, said in state.said if said in SAID)
            if bids and before[mate] == before[seat]:
                raise Stop  # a partner who was one in secret: the engine lets bids lapse all the same
        play.do(deal, seat, due)
        play.do(deal, seat, "say piglets" if action == "say piglets" else f"partner {action.split()[1]}")
        return new.apply(due)
    if action.card == "AD" and state.game.piglets == "second_only":
        ours = state.piglets.ready == SEATS.index(seat)
        if play.plays_piglet(deal, seat, "AD") != ours:
            raise Stop  # won by the own party, but not as far as all know
    told = naive_action(action)
    if told == "bid wedding" and state.game.options["wedding_partner"] == "declarer_chooses":
        told = "bid wedding foreign"
    play.do(deal, seat, told)
    if deal["choice"]:
        play.do(deal, seat, "pass")
    return new


def compare_deal(
    game: Doppelkopf,
    session: DoppelkopfSession,
    naive: series.Session,
    hands: dict[str, list[str]],
    chance: Random,
    seen: Counter[str],
) -> DoppelkopfState:
    """A deal, side by side."""
    dealer = session.dealer
    assert dealer == naive["dealer"]
    cards = {seat: tuple(card(one) for one in hands[seat]) for seat in SEATS}
    state = game.start(Deal(cards, dealer=dealer), session=session)
    assert isinstance(state, DoppelkopfState)
    deal = series.next_deal(naive, hands)
    eager = chance.choice([0.02, 0.1, 0.4])
    while state.to_act is not None:
        agree(state, deal)
        seat, action = choose(state, chance, eager)
        state = both_do(state, deal, seat, action, seen)
    agree(state, deal)
    found = series.finish(naive, deal)
    ours = state.result()
    if found is None:
        assert state.mode == "redeal"
        assert not any(ours.seats.values())
        seen["redeal"] += 1
        return state
    assert dict(ours.seats) == found["seats"]
    assert [seat for seat in SEATS if seat in ours.winners] == sorted(
        parties.members(deal, found["winner"]) if found["winner"] else [], key=SEATS.index
    )
    assert f"DK-{rule_of_win(found['facts'], deal['options'])}" == ours.items[1].rule
    seen["nobody won"] += found["winner"] is None
    seen["silent wedding"] += parties.is_silent_wedding(deal)
    seen["solo"] += found["facts"]["solo"]
    seen[f"bids {found['facts']['bid']['re'] > 0} {found['facts']['bid']['kontra'] > 0}"] += 1
    seen["factor"] += found["factor"] > 1
    for item in ours.items:
        seen[item.rule] += 1
    return state


def compare_match(seed: int, seen: Counter[str]) -> None:
    """Some deals of a session, side by side."""
    chance = Random(seed)
    options = random_options(chance)
    players = Random(seed + 1).choice([4, 4, 5, 6, 7])
    length = chance.choice([4, 8, series.round_of(players)])
    told = length if length < 24 else "round"
    game = Doppelkopf("ddv", **engine_options(options), deals=told, players=players)
    assert game.deals == length
    dealer = chance.choice(SEATS)
    naive = series.new_session(options, length, dealer, players)
    session = game.session(Deal({}, dealer=dealer))
    if options["solos"] == "off" and options["compulsory_solos"] == "1":
        return  # compulsory solos, and none to play
    for _ in range(6):
        assert (session.played, dict(session.scores)) == (naive["played"], naive["totals"])
        done = naive["solos_done"] if session.game.all_owing else session.persons
        assert {*session.persons} - {*session.owing} == {*done}
        assert dict(session.players_by_seat) == naive["chairs"]
        assert list(session.resting) == naive["waiting"]
        assert session.factor == series.factor(naive)
        assert session.forced == series.forced_soloist(naive)
        hands = dealt(options, chance, random_gifts(options, chance))
        try:
            state = compare_deal(game, session, naive, hands, chance, seen)
        except Stop:
            seen["stopped"] += 1
            return
        seen["deals"] += 1
        seen[f"{players} players"] += 1
        session = session.after(state)
        assert session.over == series.is_over(naive)
        if session.over:
            seen["match over"] += 1
            return


CORNERS = {
    "5 players": 70,
    "6 players": 39,
    "7 players": 94,
    "DK-D1": 172,
    "DK-R10": 246,
    "DK-S11": 43,
    "DK-S14": 273,
    "DK-S16": 202,
    "DK-S17": 22,
    "DK-S18": 225,
    "DK-V16": 286,
    "DK-V17": 3,
    "DK-V18": 4,
    "DK-V21": 2,
    "DK-V23": 14,
    "DK-V25": 710,
    "accept": 70,
    "bids True True": 1,
    "discard": 70,
    "factor": 2,
    "match over": 4,
    "nobody won": 1,
    "partner": 94,
    "redeal": 9,
    "say piglets": 39,
    "say schwarz": 0,
    "silent wedding": 5,
    "solo": 0,
    "withdraw": 1,
}
"""Corners of the rules, each with the seed of a session that comes to it."""

AGREEMENT = Agreement(compare_match, CORNERS, holds=lambda seen: seen["stopped"] * 20 < seen["deals"])


# Golden files, a second time --------------------------------------------------------------------------------


def from_start(state: State) -> dict[str, Any]:
    """The reference's deal for one just dealt."""
    game, view = state.game, state.view(None)
    options = {key: value for key, value in game.options.items() if key not in ("deals", "players")}
    for key, names in NAIVE_NAMES.items():
        back = {ours: theirs for theirs, ours in names.items()}
        options[key] = "+".join(back.get(part, part) for part in options[key].split("+"))
    hands = {str(seat): [str(one) for one in hand] for seat, hand in view.hands.items()}
    return play.begin(hands, str(view.dealer), options)


def told_again(record: Record) -> tuple[DoppelkopfState, dict[str, Any]]:
    """A record's deal in both, compared on the way."""
    state = game_of(record).start(record)
    assert isinstance(state, DoppelkopfState)
    deal = from_start(state)
    for move in record.deals[0].moves:
        if move.actor in SEATS and move.action.verb != "trumps":
            agree(state, deal)
            state = both_do(state, deal, seat_of(move.actor), move.action, Counter())
    agree(state, deal)
    return state, deal


def seat_of(name: str) -> Seat:
    return next(seat for seat in SEATS if seat == name)


def moves(deal: dict[str, Any], out_of_turn: bool) -> list[tuple[str, str]]:
    """The legal actions of the seat to act, or of all seats."""
    seats = [] if deal["phase"] in ("over", "redeal") else SEATS if out_of_turn else [deal["turn"]]
    return [(seat, action) for seat in seats for action in play.actions(deal, seat)]


def count(deal: dict[str, Any], depth: int, out_of_turn: bool) -> int:
    """How many sequences the reference finds."""
    return count_sequences(deal, depth, lambda now: moves(now, out_of_turn), play.do)


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.name)
def test_the_reference_counts_the_same(case: PerftCase):
    deal = from_start(case.start())
    for kind, depth, expected in case.counts:
        if expected < 2000:
            assert count(deal, depth, kind == "calls") == expected


@pytest.mark.parametrize("case", perft_cases("doppelkopf.counts"), ids=lambda case: case.name)
def test_middles_of_deals(case: PerftCase):
    record = read((ROOT / "perft" / case.says["record"]).read_text(encoding="utf-8"))
    state, deal = told_again(record)
    assert state == replay(record).end
    for kind, depth, expected in case.counts:
        assert perft(state, depth, kind == "calls") == expected
        if expected < 2000:
            assert count(deal, depth, kind == "calls") == expected


def test_every_preset_has_a_table():
    chosen = {case.says.get("options", "") for case in TABLE}
    assert {"", *(f"preset={name}" for name in [*Doppelkopf.presets][1:])} <= chosen


@pytest.mark.parametrize("preset", Doppelkopf.presets)
def test_the_reference_tells_the_same(preset: str):
    text = (ROOT / f"playthroughs/doppelkopf-{preset}.txt").read_text(encoding="utf-8")
    state, deal = told_again(read(text[text.rindex("[Game ") :]))
    assert dict(state.result().seats) == result(deal)["seats"]
    told = re.findall(r"    -> (\w) (\d+)", text)
    assert told == [(trick["winner"], str(points_in(trick))) for trick in deal["tricks"]]
