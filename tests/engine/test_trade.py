"""Errors of the trade, game by game: positions with what is wrong in them, and endings that are sure.

`test_club` has those with one right card.
"""

from collections.abc import Iterator, Mapping

import pytest

from kontrapunkt.core.interface import Action, Game
from kontrapunkt.core.registry import game
from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.play.players import FirstSteps, heuristics_of
from kontrapunkt.play.players.club import Club
from kontrapunkt.record import ObservedDeal
from kontrapunkt.search import Goal, solve
from tests.engine.test_club import chosen, watched

VOID_IN_DOPPELKOPF = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: TH QC JS JH JD 9D AS AS TS 9S AH KH
E: TH QD QD JS JH KD 9D AC KC 9C KH 9H
S: QC QS QH QH TD TD KD AC TC TS 9S 9H
W: QS JC JC JD AD AD TC KC 9C KS KS AH

N say healthy E say healthy S say healthy W say healthy
1. N AH E 9H S 9H W AH
2. N AS E TH S 9S W KS
3. E AC S TC W 9C N TH
"""

VOID_IN_KONTER = """
[Game "konter-a-matt"]
[Dealer "W"]
[Deal]
N: -
E: -
S: QC 9S KD
W: -
stock: TD KC JH AC JS QH KS AS QS TC JC 9D JD AH TS QD 9C AD TH 9H KH

S trump D
1. S 9S E TS N say konter N JS W AS
2. W 9H S TC E JH N AD
3. N 9C W TH S JC E KC
"""

VOID_BEGGAR = """
[Game "koenigrufen-graden"]
[Dealer "W"]
[Deal]
N: TC AS QH AD QD TD
E: AC QC 9C QS TS AH
S: KC JC KS KH TH KD
W: JS 9S JH 9H JD 9D

N pass E pass S pass W bid bettler W lay JS
1. W JS N AS E TS S KS
2. N TC E QC S KC W JH
"""

PARTNER_IN_DOPPELKOPF = """
[Game "doppelkopf"]
[Dealer "W"]
[Deal]
N: TH TH QD JD AD AC TC KC TS TS KS 9S
E: JC JC JS JH TD TD 9D 9D TC KC 9C KH
S: QC QC QS JS AD AC 9C 9S AH AH KH 9H
W: QS QH QH QD JH JD KD KD AS AS KS 9H

N say healthy E say healthy S say reservation W say healthy S bid wedding
1. N AC E 9C S 9C W KD
2. W AS N 9S E 9D S 9S
3. E 9D S JS W JD N TH
4. N JD E JH S QS W KD
5. S AH W 9H N AD E KH
6. N KC E KC S AC
"""

PARTNER_IN_RISTIKLAPPI = """
[Game "ristiklappi"]
[Dealer "W"]
[Deal]
N: 8H 8D 5H 5D 4D
E: 6H 5C 5S 3D 2S
S: AS KD JH 7S 6D
W: AD KS JS 7D 2C
stock: TC 4H 3H 4C 9H 7H 7C QC 6S 3C TD 9S TH 2H 9D 6C 9C KH TS QH QS KC AH 2D JC QD 4S AC JD 8C 8S 3S

1. N 8H E 6H S 7S W 2C
2. N 5H E 5C S 3H W AD
3. E 5S S 7C W 4C N 9H
4. E 7H S 6D W TD N 9S
5. E 6S S 3C W 9D N 8D
6. E 9C S 2H W TS N QH
7. E 3D S JH W 7D N 4D
8. E 4H S QD
"""

PARTNER_IN_RISTIKONTRA = """
[Game "ristikontra"]
[Dealer "W"]
[Deal]
N: TC 8H 8D 5H 5D 4D
E: 6H 5C 5S 4H 3D 2S
S: AS KD JH 7S 6D 3H
W: AD KS JS 7D 4C 2C
stock: 9H 7H 7C QC 6S 3C TD 9S TH 2H 9D 6C 9C KH TS QH QS KC AH 2D JC QD 4S AC JD 8C 8S 3S

1. N 8H E 6H S 7S W 4C
2. N 5H E 5C S 3H W AD
3. E 3C S 7C W 9S N 9H
4. E 7H S 2H W KS N 8D
5. E 9C S 6D
"""

ACE_IN_KONTRA = """
[Game "kontra"]
[Dealer "N"]
[Deal]
N: KC KS JS 7C 7H 5D
S: JC TC TS 8C 5H 3H
stock: 6C KD QH JD AC 9H 6D 9C 9S 4C TH 4D QS AD QC 9D 7D AH 5S 8D QD KH 6H 8H 5C 4S JH 3C 2D 3D 2S 7S AS 4H \
8S 3S 2C 6S 2H TD
cut: N KD S QC

1. N 7C S 8C N spice KC
2. N 7H S 5H N spice KS
3. N JS S JC S spice AC
4. S 9C N 9H N spice TH
5. N 6C S 4C N spice QS
6. N QC S 3H N spice QH
7. N 9D S 9S S spice AD
8. S QD N 6D S spice TC
9. S KH
"""

BIDS_IN_GRADEN = """
[Game "koenigrufen-graden"]
[Dealer "W"]
[Deal]
N: AC AS QS 9S AH KD
E: KC TC QH TH AD 9D
S: QC 9C KS TS JH JD
W: JC JS KH 9H QD TD
"""

PLAY_IN_KONTRASPIEL = """
[Game "kontraspiel"]
[Dealer "W"]
[Deal]
N: QC KS 9H QD 9D
E: AC KC TS AH JD
S: AS 9S KH JH AD
W: JS TC QS QH TD
stock: 9C TH KD JC
"""

CONTRA_IN_KONTRASPIEL = f"{PLAY_IN_KONTRASPIEL}\nN pass E play\n"

MATT_IN_KONTER = """
[Game "konter-a-matt"]
[Dealer "W"]
[Deal]
N: -
E: -
S: 9C AD JD
W: -
stock: TS KC AH KS AS JS QC 9H QS TC QD QH KH 9S JH TD KD JC TH AC 9D

S trump D S say konter
1. S AD E 9S N KD
"""

WRONG: Mapping[str, tuple[str, frozenset[str]]] = {
    "a known void forgotten, Doppelkopf": (VOID_IN_DOPPELKOPF, frozenset({"AS"})),
    "a known void forgotten, Konter a Matt": (VOID_IN_KONTER, frozenset({"AH"})),
    "a known void forgotten, Graden": (VOID_BEGGAR, frozenset({"JC"})),
    "a partner's trick trumped, Doppelkopf": (PARTNER_IN_DOPPELKOPF, frozenset({"QS", "QH", "QD", "JH"})),
    "a partner's trick taken, Ristikontra": (PARTNER_IN_RISTIKONTRA, frozenset({"9D"})),
    "a partner's trick taken, Ristiklappi": (PARTNER_IN_RISTIKLAPPI, frozenset({"4S"})),
    "an ace wasted, Kontra": (ACE_IN_KONTRA, frozenset({"AH"})),
    "a bid that loses, Graden": (BIDS_IN_GRADEN, frozenset({"bid zehnermord", "bid koenigmord"})),
    "a game that loses, Kontraspiel": (PLAY_IN_KONTRASPIEL, frozenset({"play"})),
    "contra on a hand that loses, Kontraspiel": (CONTRA_IN_KONTRASPIEL, frozenset({"say contra"})),
    "matt on a hand that loses, Konter a Matt": (MATT_IN_KONTER, frozenset({"say matt"})),
}
"""Positions, and what is not to be done in them."""


@pytest.mark.parametrize("name", WRONG)
def test_it_is_not_made(name: str) -> None:
    text, wrong = WRONG[name]
    table = watched(text)
    who = table.state.to_act
    assert who
    assert wrong <= {str(action) for action in table.state.actions()}
    assert str(chosen(text)) not in wrong


def endings(played: Game, seed: int) -> Iterator[ObservedDeal]:
    """The last turns of a deal that beginners play, at which there is a choice."""
    now, beginner = ObservedDeal.start(played.deal(seed)), FirstSteps(played)
    while turn := now.state.to_act:
        view = now.state.view(turn)
        cards = [action for action in view.actions if action.card]
        held = sum(map(len, now.state.view(None).hands.values()))
        if len(cards) > 1 and len(cards) == len(view.actions) and held <= 8:
            yield now
        now = now.after(beginner.choose(view, now.histories[turn]))


def sure(now: ObservedDeal) -> frozenset[Action]:
    """The cards that do best in every deal that the seat to act cannot exclude, hands open; none often."""
    seat, ending = now.state.to_act, heuristics_of(now.state.game).ending
    assert seat
    assert ending
    worlds = consistent(now.histories[seat])
    if worlds.count > 60:
        return frozenset()
    found: list[frozenset[Action]] = []
    for deal, _ in worlds.few:
        if not ending.fits(deal):
            return frozenset()
        values = solve(deal, Goal.read(ending.goal(deal, seat)), line=False).values
        gains = {}
        for card, value in values.items():
            assert isinstance(value, int)
            gains[card] = ending.gain(deal, seat, value)
        found.append(frozenset(card for card, gain in gains.items() if gain == max(gains.values())))
    return frozenset.intersection(*found)


@pytest.mark.parametrize(
    "name", ["doppelkopf", "koenigrufen-graden", "konter-a-matt", "kontraspiel", "ristiklappi", "ristikontra"]
)
def test_sure_win_is_not_thrown_away(name: str) -> None:
    """Where one card is best however the others hold, that card is played."""
    found = 0
    for seed in range(80):
        for now in endings(game(name), seed):
            best, seat = sure(now), now.state.to_act
            assert seat
            if best and best < set(now.state.actions()):
                found += 1
                view = now.state.view(seat)
                assert Club(now.state.game, seed).choose(view, now.histories[seat]) in best
        if found > 5:
            return
    assert found
