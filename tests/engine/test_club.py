"""The club player: errors of the trade that it does not make, on positions made for them; repeatable."""

from functools import cache

import pytest

from kontrapunkt.core.interface import PASS, Action
from kontrapunkt.core.registry import OWN, game
from kontrapunkt.play.players import FirstSteps, heuristics_of, player_for
from kontrapunkt.play.players.club import Club
from kontrapunkt.record import ObservedDeal, read, replay


@cache
def watched(text: str) -> ObservedDeal:
    """A record as its seats have seen it."""
    found = replay(read(text))
    return ObservedDeal.start(found.start, [(step.seat, step.action) for step in found.steps])


def chosen(text: str, player: str = "club") -> Action:
    """What a player does at the end of a record."""
    table = watched(text)
    turn = table.state.to_act
    assert turn
    return player_for(player, table.state.game, 1).choose(table.state.view(turn), table.histories[turn])


BOTH = pytest.mark.parametrize("player", ["club", "first-steps"])

TRUMPED = """
[Game "konter-a-matt"]
[Dealer "N"]
[Position]
N: TD KD JC
E: 9S KH JH
S: AC 9C AH
W: TC AD JD
lead: E
trump: S
points: NS 9 EW 10
tricks: NS 1 EW 2

4. E 9S N TD W JD
"""


@BOTH
def test_an_ace_is_not_wasted(player: str) -> None:
    assert chosen(TRUMPED, player) == "9C"


VOID = """
[Game "kontraspiel"]
[Dealer "W"]
[Deal]
N: KS AS AH AD 9D
E: 9C TC QC KH KD
S: 9S TH JH QD TD
W: TS QS QH JD 9H
stock: KC AC JC JS

N pass E play
1. N KS E 9C S 9S W TS
2. E KH S TH W QH N AH
"""


@BOTH
def test_a_known_void_is_not_forgotten(player: str) -> None:
    assert chosen(VOID, player) in ("AD", "9D")


PARTNERS = """
[Game "konter-a-matt"]
[Dealer "N"]
[Position]
N: AC 9H
E: 9C JD
S: 9S KD
W: TC JH
lead: N
trump: S
points: NS 15 EW 16
tricks: NS 2 EW 2

5. N AC W TC
"""


@BOTH
def test_a_partners_trick_is_not_trumped(player: str) -> None:
    assert chosen(PARTNERS, player) == "KD"


CONTRACT = """
[Game "konter-a-matt"]
[Dealer "N"]
[Position]
N: TH 9H
E: KC JC
S: AD 9C
W: AC KD
lead: S
trump: S
points: NS 18 EW 7
tricks: NS 3 EW 1
"""


def test_deal_is_not_thrown_away_at_end() -> None:
    assert chosen(CONTRACT) == "AD"


LOSING = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: TH TH QS QS JC JS JS AD AC AC TC AS
E: QC QH QD JC JH JD AD TD TS AH AH KC
S: QC JH 9D 9D KD 9C KS 9S 9S KH 9H 9H
W: QH QD JD TD KD AS TS KS TC KC 9C KH

N say healthy E say healthy S say healthy W say healthy
1. N TH E JD
"""


@BOTH
def test_re_is_not_announced_on_losing_hand(player: str) -> None:
    assert "say re" in watched(LOSING).state.actions()
    assert chosen(LOSING, player) in ("9D", "KD")


def test_a_fox_is_not_led_into_trumps() -> None:
    """At every lead of some deals, by the smallest budget, which is tempted most."""
    asked = 0
    for seed in range(9, 15):
        table = ObservedDeal.start(game("doppelkopf").deal(seed))
        beginner = FirstSteps(table.state.game)
        while (turn := table.state.to_act) is not None:
            view = table.state.view(turn)
            action = beginner.choose(view, table.histories[turn])
            if view.phase == "lead" and "AD" in view.actions and 1 < view.trick_number < 9:
                asked += 1
                assert action != "AD"
                assert Club(table.state.game, 1, 3).choose(view, table.histories[turn]) != "AD"
            table = table.after(action)
    assert asked > 5


ACES = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: QC QD JS JH JD TD AC AC KC 9C 9C 9S
E: TH QS QH QH JC JH AD KD AS AS KS 9H
S: QC QD JC JS JD KD 9D 9D TC KS 9S KH
W: TH QS AD TD TC KC TS TS AH AH KH 9H

N say healthy E say healthy S say healthy W say healthy
S say re
"""


@BOTH
def test_no_ten_into_trumps_nor_card_below_ace(player: str) -> None:
    assert chosen(ACES, player) not in ("TD", "KC", "9C")


GIVEN = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: TH QD QD AD TD KD KD AC 9C 9C AS KH
E: QS QH JS JS JD 9D KC KC AS 9S AH 9H
S: TH QC QS JC JH JH JD TD TC TS 9S KH
W: QC QH JC AD 9D AC TC TS KS KS AH 9H

N say healthy E say healthy S say healthy W say healthy
N say kontra
1. N AS E 9S S TS W KS
2. N AC E KC S TC
"""


@BOTH
def test_ace_is_not_given_to_opponents_ace(player: str) -> None:
    """A ten costs less, and the ace that is kept is now the highest of its suit."""
    assert chosen(GIVEN, player) == "TC"


SOUGHT = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: QC QC JS JH JH AD TD TD KD AC AC AH
E: TH TH QH JS JD KD 9D TC 9C AS KS KH
S: QS JD AD 9D TC KC KC 9C AS AH KH 9H
W: QS QH QD QD JC JC TS TS KS 9S 9S 9H

N say reservation E say healthy S say healthy W say healthy N bid wedding
"""


def test_ten_may_be_led_to_future_partner() -> None:
    """Who has both old ones pays for a partner with the card points that the partner takes."""
    state = watched(SOUGHT).state
    assert "TD" in heuristics_of(state.game).sensible(state, "N", state.actions())


@pytest.mark.parametrize("seed", [34, 122, 173, 193])
@BOTH
def test_a_key_to_the_pack_is_not_wasted(player: str, seed: int) -> None:
    """Who holds it may leave the pack locked; with a hand like these that gives the deal away."""
    table = ObservedDeal.start(game("kontra", unlock="optional").deal(seed))
    turn = table.state.to_act
    assert turn
    assert "decline" in table.state.actions()
    chosen = player_for(player, table.state.game, 1).choose(table.state.view(turn), table.histories[turn])
    assert chosen != "decline"


CLEAN = """
[Game "ristiklappi"]
[Dealer "W"]
[Position]
N: 2C 3C 4C 5C 6C
E: 7C 8D 9D JD JH
S: QH TH 5D 4D 7H
W: 8H 9H JC JS TD
stock: KC KD KH KS QC QS QD AC
lead: N
played: 2D 2H 2S 3D 3H 3S 4H 4S 5H 5S 6D 6H 6S 7D 7S 8C 8S 9C 9S TC TS AD AH AS

7. N 2C E 9D
"""


@BOTH
def test_queen_is_not_given_to_own_clean_side(player: str) -> None:
    assert chosen(CLEAN, player) != "QH"
    assert chosen(CLEAN, "first-steps") == "TH"


TALKED = """
[Game "koenigrufen-graden"]
[Dealer "W"]
[Deal]
N: QC KS TS JH AD QD
E: KC JC 9C QS 9H TD
S: AS JS AH QH TH KD
W: AC TC 9S KH JD 9D

N pass
"""


def test_no_plauderer_is_bid_that_open_hands_beat() -> None:
    """Who hunts it sees all cards after one trick: rules of thumb would let it through."""
    assert chosen(TALKED) in ("pass", "bid bettler")


HUNTED = """
[Game "koenigrufen-graden"]
[Dealer "W"]
[Deal]
N: KC AS TS 9S TH TD
E: JC 9C KS QS JS 9H
S: AC QC AH QH QD 9D
W: TC KH JH AD KD JD

N bid plauderer N lay TH E pass S pass W pass
1. N TH E 9H S QH W KH
"""


def test_a_plauderer_is_hunted_with_open_hands() -> None:
    """All cards lie open: the one lead that makes the bidder take a trick is found."""
    assert chosen(HUNTED) == "JD"


STOCKED = """
[Game "ristiklappi"]
[Dealer "W"]
[Deal]
N: AH KS KH 7H 2H
E: AC KC TC 4C 2S
S: QS JD 9C 3S 2D
W: KD 9S 8S 7S 5H
stock: 4S 4H 9D 8H 6H TS 6D 3H QD 7D 8C TD 6S 3C JS AS QH JC 7C QC AD 6C JH 2C 4D 3D 9H 5S 8D 5D 5C TH

1. N AH E 2S
"""


@BOTH
def test_queen_is_not_given_to_side_while_clean(player: str) -> None:
    """The partner's ace may still be beaten, but most likely it is not."""
    assert chosen(STOCKED, player) != "QS"


@pytest.mark.parametrize("name", ["ristikontra", "ristiklappi"])
def test_no_ace_or_ten_on_opponents_trick(name: str) -> None:
    """At every such turn of some deals, by the smallest budget, which is tempted most."""
    asked = 0
    for seed in range(101, 104):
        table = ObservedDeal.start(game(name).deal(seed))
        beginner = FirstSteps(table.state.game)
        while (turn := table.state.to_act) is not None:
            state = table.state
            view = state.view(turn)
            rich = [card for card in view.actions if card.card and card[0] in "AT"]
            trick = [play.card for play in view.trick]
            rank = trick[0][0] if trick else ""
            theirs = len(trick) == 1 or (len(trick) == 3 and trick[1][0] != rank)
            if "dark" in view.actions and theirs and rich and rank not in "AT":
                asked += 1
                assert Club(state.game, seed, 3).choose(view, table.histories[turn]) not in rich
            table = table.after(beginner.choose(view, table.histories[turn]))
    assert asked > 5


@pytest.mark.parametrize("name", list(OWN))
def test_the_same_budget_is_the_same_move(name: str) -> None:
    """And it is legal, in turn or not, in every phase."""
    table = ObservedDeal.start(game(name).deal(5))
    chance = FirstSteps(table.state.game)
    for _ in range(12):
        turn = table.state.to_act
        if turn is None:
            break
        view, seen = table.state.view(turn), table.histories[turn]
        one, other = (Club(table.state.game, 3, 5) for _ in range(2))
        found = one.choose(view, seen)
        assert found == other.choose(view, seen)
        assert found in view.actions
        for seat in table.state.game.seats:
            if seat != turn and table.state.actions(seat):
                said = one.choose(table.state.view(seat), table.histories[seat])
                assert said in (*table.state.actions(seat), PASS)
        table = table.after(chance.choose(view, seen))


def test_interrupted_player_still_has_a_choice() -> None:
    table = watched(VOID)
    going = Club(table.state.game, 1, 30).deliberate(table.state.view("N"), table.histories["N"], whole=True)
    first = next(going)
    assert first.chosen in table.state.actions()
    assert [each.deals for each in first.estimates] == [1, 1, 1]
    *_, last = going
    assert {each.deals for each in last.estimates} == {30}


def test_it_tells_what_it_thinks() -> None:
    table = watched(VOID)
    *_, thoughts = Club(table.state.game, 1, 30).deliberate(
        table.state.view("N"), table.histories["N"], whole=True
    )
    told = [str(each) for each in thoughts.sentences]
    assert told[0].startswith(("ace of", "nine of"))
    assert "of 30 deals" in told[0]
    against = next(each for each in told if each.startswith("It does worst if East holds"))
    assert "North holds" not in against
    assert "♠" in against


def test_actions_that_always_gain_the_same_share_a_sentence() -> None:
    table = watched(VOID)
    thoughts = Club(table.state.game, 1, 2).think(table.state.view("N"), table.histories["N"])
    first, *others = thoughts.estimates
    for each in others:
        each.payoffs, each.worst = first.payoffs, first.worst
    told = [str(each) for each in thoughts.sentences]
    assert len(told) <= 2
    assert " did equally well: ahead in " in told[0]
    assert told[0].count(" of ") == len(thoughts.estimates) + 1  # each card, and the deals


@pytest.mark.parametrize("id", OWN)
def test_forced_outcome_is_reported_until_last_card(id: str) -> None:
    table = ObservedDeal.start(game(id).deal(seed=5))
    told: list[str] = []
    while seat := table.state.to_act:
        view, seen = table.state.view(seat), table.histories[seat]
        if seat in view.hands:
            *_, thoughts = Club(table.state.game, 1, 2).deliberate(view, seen, whole=True)
            told += [str(each) for each in thoughts.sentences]
        table = table.after(player_for("first-steps", table.state.game, 1).choose(view, seen))
    assert any("ahead in 0 of" in each for each in told)
