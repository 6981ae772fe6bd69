"""Section 2 and the options: seats, pack, trumps and plain suits, card points, who wins a trick."""

from typing import Any

Deal = dict[str, Any]
Options = dict[str, str]

SEATS = ["N", "E", "S", "W"]
SEVEN_SOLOS = ["queens", "jacks", "clubs", "spades", "hearts", "diamonds", "fleischlos"]
HOUSE_SOLOS = ["kings", "queens-jacks", "kings-jacks", "kings-queens", "koehler"]
PICTURES = {
    "queens": "Q",
    "jacks": "J",
    "kings": "K",
    "queens-jacks": "QJ",
    "kings-jacks": "KJ",
    "kings-queens": "KQ",
    "koehler": "KQJ",
}
"""V10: the ranks that are trump; of two ranks the higher one goes above, a reading of ours."""

DDV: Options = {
    "pack": "48",
    "second_dulle": "first_wins",  # second_wins, second_wins_except_last_trick
    "dulle": "on",
    "target_rule": "ddv",  # seed_literal
    "schwarz_means": "no_trick",  # no_points
    "both_fail": "ddv",  # seed
    "exceed_cumulative": "on",
    "compulsory_solos": "0",  # 1
    "solo_leads": "compulsory_only",  # always, never
    "solos": "+".join(SEVEN_SOLOS),
    "wedding_partner": "first_foreign_trick",  # first_plain_trick, first_trump_trick, chosen
    "wedding_limit": "3",
    "poverty": "off",  # shift, redeal
    "poverty_fox": "counted",  # single_free
    "poverty_class": "before_wedding",  # after_wedding
    "throw_in": "off",  # any of nines5 kings5 kings6 tens7 points70 fox_high jack_high
    "schweinchen": "off",  # announce_at_start, on_playing_first, second_only
    "karlchen_caught": "off",
    "fox_last_trick": "0",
    "dulle_beats_dulle": "0",
    "heart_trick": "0",
    "re_kontra_value": "plus2",  # double, double_all
    "deadline_scheme": "ddv",  # five_cards, or a list such as 11-9-6-3-3
    "obligatory_announcement": "off",
    "bock": "off",  # any of draw lost_solo lost_announcement heart_trick schwarz zero_game
    "bock_append": "on",
    "genscher": "off",
    "counting": "plus_minus",  # plus, minus
    "reply": "on",
    "special_points": "doppelkopf+fox+karlchen+elders",
    "backdoor": "on",
    "skipped_levels": "implied",  # forbidden
    "elders_in_solo": "off",
    "wedding_fox": "final_parties",  # none_before_clarification
    "withdraw": "off",
}
SEED: Options = {
    **DDV,
    "target_rule": "seed_literal",
    "schwarz_means": "no_points",
    "both_fail": "seed",
    "reply": "off",
    "skipped_levels": "forbidden",
}


def chosen(options: Options, key: str) -> list[str]:
    """The parts of an option that takes any of several values, written `one+other`; `off` is none."""
    return [part for part in options[key].split("+") if part not in ("", "off")]


# Seats -----------------------------------------------------------------------------------------------------


def left_of(seat: str) -> str:
    """Section 1: clockwise; E sits at N's left."""
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[seat]


def around_from(seat: str) -> list[str]:
    """All four seats clockwise, this one first."""
    order = [seat]
    while len(order) < 4:
        order.append(left_of(order[-1]))
    return order


def other(party: str) -> str:
    """R12: there are two parties."""
    return {"re": "kontra", "kontra": "re"}[party]


# The pack --------------------------------------------------------------------------------------------------


def full_pack(options: Options) -> list[str]:
    """V1, 2.2: two packs of 24; without nines 40 cards."""
    ranks = "ATKQJ9" if options["pack"] == "48" else "ATKQJ"
    return [rank + suit for suit in "CSHD" for rank in ranks] * 2


def cards_each(options: Options) -> int:
    """D3: twelve, or ten."""
    return {"48": 12, "40": 10}[options["pack"]]


def card_points(card: str) -> int:
    """2.2."""
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}[card[0]]


def trumps(mode: str, options: Options) -> list[str]:
    """2.3: the trumps from high to low, each of them twice in the pack; V3."""
    if mode == "fleischlos":
        return []
    if mode in PICTURES:
        return [rank + suit for rank in PICTURES[mode] for suit in "CSHD"]
    suit = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D", "normal": "D"}[mode]
    order = ["TH"] if options["dulle"] == "on" else []
    order += [rank + suit for rank in "QJ" for suit in "CSHD"]
    for rank in "ATK9":
        if rank + suit not in order and (rank != "9" or options["pack"] == "48"):
            order.append(rank + suit)
    return order


def plain_suit(mode: str, suit: str, options: Options) -> list[str]:
    """2.3: what is left of a suit, from high to low."""
    cards = [rank + suit for rank in "ATKQJ9" if rank + suit in full_pack(options)]
    return [card for card in cards if card not in trumps(mode, options)]


def suit_of(card: str, mode: str, options: Options) -> str:
    """2.3: `trump`, or the printed suit."""
    return "trump" if card in trumps(mode, options) else card[1]


def points_in(trick: dict[str, Any]) -> int:
    """2.2: the card points of a trick."""
    return sum(card_points(play["card"]) for play in trick["plays"])


# The winner ------------------------------------------------------------------------------------------------


def beats(
    later: dict[str, Any], best: dict[str, Any], led: str, mode: str, options: Options, last: bool
) -> bool:
    """P4, V2, V15: whether a card laid later beats the best so far."""
    if later["piglet"] or best["piglet"]:
        return later["piglet"] and not best["piglet"]
    one, two = later["card"], best["card"]
    order = trumps(mode, options)
    if one in order and two in order:
        if one == two == "TH" and order[0] == "TH":
            scheme = options["second_dulle"]
            return scheme == "second_wins" or (scheme == "second_wins_except_last_trick" and not last)
        return order.index(one) < order.index(two)
    if one in order or two in order:
        return one in order
    if one[1] != led[1]:
        return False
    order = plain_suit(mode, led[1], options)
    return order.index(one) < order.index(two)


def winner_of(plays: list[dict[str, Any]], mode: str, options: Options, last: bool) -> str:
    """P4: the highest trump, otherwise the highest of the suit led; of equals the earlier."""
    best = plays[0]
    for play in plays[1:]:
        if beats(play, best, plays[0]["card"], mode, options, last):
            best = play
    seat: str = best["seat"]
    return seat
