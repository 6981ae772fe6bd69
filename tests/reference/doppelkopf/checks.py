"""What the checks of the reference share: random options, hands and actions; two procedures given as such.

6.3 for the value of a deal and the one-line test of 4.4 are written out a second time, from their own words.
"""

from random import Random

from tests.reference.doppelkopf.calls import WORDS, highest, level_of
from tests.reference.doppelkopf.cards import (
    DDV,
    HOUSE_SOLOS,
    SEATS,
    SEED,
    SEVEN_SOLOS,
    Deal,
    Options,
    cards_each,
    full_pack,
    other,
)
from tests.reference.doppelkopf.parties import party, shift
from tests.reference.doppelkopf.play import actions, do
from tests.reference.doppelkopf.reservations import all_bids
from tests.reference.doppelkopf.scoring import Facts, settle

CHOICES: dict[str, list[str]] = {
    "pack": ["48", "40"],
    "second_dulle": ["first_wins", "second_wins", "second_wins_except_last_trick"],
    "dulle": ["on", "off"],
    "target_rule": ["ddv", "seed_literal"],
    "schwarz_means": ["no_trick", "no_points"],
    "both_fail": ["ddv", "seed"],
    "exceed_cumulative": ["on", "off"],
    "compulsory_solos": ["0", "1"],
    "solo_leads": ["compulsory_only", "always", "never"],
    "solos": ["+".join(SEVEN_SOLOS), "+".join(SEVEN_SOLOS + HOUSE_SOLOS), "queens+jacks+fleischlos", "off"],
    "wedding_partner": ["first_foreign_trick", "first_plain_trick", "first_trump_trick", "chosen"],
    "wedding_limit": ["3", "12"],
    "poverty": ["off", "shift", "redeal"],
    "poverty_fox": ["counted", "single_free"],
    "poverty_class": ["before_wedding", "after_wedding"],
    "throw_in": ["off", "nines5+kings5", "kings6+tens7+points70", "fox_high", "jack_high"],
    "schweinchen": ["off", "announce_at_start", "on_playing_first", "second_only"],
    "karlchen_caught": ["off", "on"],
    "fox_last_trick": ["0", "1"],
    "dulle_beats_dulle": ["0", "1"],
    "heart_trick": ["0", "1"],
    "re_kontra_value": ["plus2", "double", "double_all"],
    "deadline_scheme": ["ddv", "five_cards", "11-9-6-3-3", "9-8-7-6-5", "9-7-4-1-1"],
    "obligatory_announcement": ["off", "on"],
    "bock": ["off", "draw+schwarz", "lost_solo+lost_announcement+heart_trick+zero_game"],
    "bock_append": ["on", "off"],
    "genscher": ["off", "on"],
    "counting": ["plus_minus", "plus", "minus"],
    "reply": ["on", "off"],
    "special_points": ["doppelkopf+fox+karlchen+elders", "fox+elders", "doppelkopf+karlchen", "off"],
    "backdoor": ["on", "off"],
    "skipped_levels": ["implied", "forbidden"],
    "elders_in_solo": ["off", "on"],
    "wedding_fox": ["final_parties", "none_before_clarification"],
    "withdraw": ["off", "on"],
}


def dealt(
    options: Options, chance: Random, gifts: dict[str, list[str]] | None = None
) -> dict[str, list[str]]:
    """Random hands; `gifts` are cards that a seat holds for certain."""
    pack = full_pack(options)
    for cards in (gifts or {}).values():
        for card in cards:
            pack.remove(card)
    chance.shuffle(pack)
    hands = {}
    for seat in SEATS:
        given = list((gifts or {}).get(seat, []))
        due = cards_each(options) - len(given)
        hands[seat] = given + pack[:due]
        pack = pack[due:]
    return hands


def everybody(deal: Deal, words: str) -> Deal:
    """The reservation round, `h` and `r` in the order of speaking."""
    for word in words:
        do(deal, deal["turn"], {"h": "say healthy", "r": "say reservation"}[word])
    return deal


def random_options(chance: Random) -> Options:
    """A preset, and now and then other options."""
    options = dict(chance.choice([DDV, SEED]))
    if chance.random() < 0.7:
        for key, choices in CHOICES.items():
            if chance.random() < 0.3:
                options[key] = chance.choice(choices)
    return options


def random_gifts(options: Options, chance: Random) -> dict[str, list[str]]:
    """Hands that chance seldom brings."""
    seat = chance.choice(SEATS)
    gifts = chance.choice(["", "", "QC QC", "QC QC TH TH", "AD AD KD KD", "poor"])
    if gifts == "poor":
        return {seat: [card for card in full_pack(options) if card[1] in "CS" and card[0] in "ATK"][:9]}
    return {seat: gifts.split()}


def cards_of(deal: Deal) -> list[str]:
    """The cards that the seat on turn may play."""
    return [action for action in actions(deal, deal["turn"]) if len(action) == 2]


def step(deal: Deal, chance: Random, eager: bool) -> None:
    """One action of any seat, at random."""
    seat = deal["turn"]
    others = [each for each in SEATS if actions(deal, each) != []]
    if chance.random() < 0.15:
        seat = chance.choice(others)
    mine = actions(deal, seat)
    if seat == deal["turn"] and chance.random() < 0.9:
        mine = [action for action in mine if action not in WORDS] or mine
    if deal["phase"] == "reservations" and seat == deal["turn"]:
        special = [bid for bid in all_bids(deal, seat) if not bid.startswith("bid solo")]
        wants = chance.random() < (0.7 if special else 0.3 if eager else 0.05)
        mine = ["say reservation"] if wants and "say reservation" in mine else ["say healthy"]
    rare = [action for action in mine if action in ("bid wedding", "bid poverty", "bid throw-in", "accept")]
    if rare and chance.random() < 0.8:
        mine = rare
    do(deal, seat, chance.choice(mine))


def reference_procedure(case: Facts, options: Options) -> int:
    """6.3, line by line, with V5 and V6."""
    v = 0
    w = settle(case, options)["winner"]
    for x in ("re", "kontra"):
        y, g = other(x), 0
        pts, bid = case["points"], case["bid"]
        if w == x:
            g += 1 + 2 * case["announced"]["re"] + 2 * case["announced"]["kontra"] + bid["re"] + bid["kontra"]
        if w == x or (w is None and options["both_fail"] == "ddv"):
            nothing = pts[y] == 0 if options["schwarz_means"] == "no_points" else case["tricks"][y] == 0
            g += (pts[y] < 90) + (pts[y] < 60) + (pts[y] < 30) + nothing
        for level, limit in ((1, 120), (2, 90), (3, 60), (4, 30)):
            if bid[y] >= level and pts[x] >= limit:
                g += 1
        if not case["solo"]:
            g += len([1 for _, _, side in case["special"] if side == x]) + (x == "kontra" == w)
        v += g if x == "re" else -g
    return v


def legal_in_one_line(deal: Deal, seat: str, word: str) -> bool:
    """4.4, the test in one line; the phase and the word's party apart."""
    side = party(deal, seat)
    if deal["phase"] != "play" or side is None or None in [party(deal, each) for each in SEATS]:
        return False
    if word in ("say re", "say kontra") and word != f"say {side}":
        return False
    level, m, lo = level_of(word), highest(deal, side), highest(deal, other(side))
    h, n = len(deal["hands"][seat]), cards_each(deal["options"])
    if deal["options"]["skipped_levels"] == "forbidden" and level != m + 1:
        return False

    def due(each: int) -> int:
        return n - 1 - each - shift(deal)

    first = [call for call in deal["calls"] if call["party"] == side][:1]
    in_time = [call["held"] >= due(0) for call in first] == [True]
    reply = m == -1 and level == 0 and lo >= 0 and h >= due(lo) - 1 and deal["options"]["reply"] == "on"
    return level > m and ((m >= 0 and in_time and h >= due(m + 1)) or (m == -1 and h >= due(0)) or reply)
