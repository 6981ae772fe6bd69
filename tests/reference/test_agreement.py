"""The engine against the naive reference: the same deals, the same plays, the same answers at every step."""

from collections import Counter
from random import Random
from typing import Any, cast

import kontrapunkt
from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import SEATS, Game, Seat, State
from kontrapunkt.games.ristiklappi.result import next_dealer
from kontrapunkt.record import Deal
from tests.reference import sedma
from tests.reference.agreement import Agreement

STYLES = ["any", "any", "dark", "hoard", "kings", "late", "lopsided NS", "lopsided EW", "kingless EW"]
NAMES = {"N": "NS", "E": "EW"}
"""The sides by their first seats, under which the engine lists grades."""


def rule_set(chance: Random) -> tuple[str, str, dict[str, str]]:
    """A game, a preset, and some options that differ from it."""
    preset = chance.choice(["seed", "simple", "finnish", "lappi5", "lappi6", "lappi5", "lappi6"])
    name = "ristiklappi" if preset.startswith("lappi") else "ristikontra"
    options = {}
    for option in kontrapunkt.game(name).known_options:
        if option.choices and chance.random() < 0.4:
            options[option.key] = chance.choice(option.choices)
    wanted = {**starting_options(preset), **options}
    if wanted.get("results") == "grades" and wanted["lapland_below"] == "none":
        options["lapland_below"] = chance.choice(["4", "10"])  # grades 5-7 without a limit mean nothing
    return name, preset, options


def starting_options(preset: str) -> dict[str, str]:
    """What the rules as written make of a preset."""
    return {
        "seed": sedma.RISTIKONTRA,
        "simple": {**sedma.RISTIKONTRA, "values": "simple"},
        "finnish": {**sedma.RISTIKONTRA, "fourth_king_rule": "on"},
        "lappi5": sedma.LAPPI5,
        "lappi6": sedma.LAPPI6,
    }[preset]


def lumpy(chance: Random) -> list[Card]:
    """A badly shuffled pack: equals lie together, in the hands and in the stock, so that leads repeat."""
    ranks = chance.sample("AKQJT98765432", 13)
    cards = [card(rank + suit) for rank in ranks for suit in chance.sample("CSHD", 4)]
    for _ in range(chance.choice([8, 16, 24])):
        swap(cards, chance.randrange(52), chance.randrange(52))
    return cards


def stack(cards: list[Card], chance: Random, options: dict[str, str], eldest: int, style: str) -> None:
    """Gives the first player as many equals as may be led running; a dark lead then turns the next.

    To chase, the first player has an ace and another the three others, so that two players lead aces running.
    """
    limit = 2 if options["lead_limit"] == "2" else 3
    hand_size = int(options["hand_size"])
    if style == "chase":
        rank = "A"
        other = (eldest + chance.choice([1, 2, 3])) % 4
        places = [eldest * hand_size] + [other * hand_size + n for n in range(3)]
    else:
        rank = chance.choice("AKQJT98765432")
        places = [eldest * hand_size + n for n in range(limit)] + [4 * hand_size + 4 * limit]
    for place, suit in zip([*places, 51], "CSHD", strict=False):
        swap(cards, place, cards.index(card(rank + suit)))


def swap(cards: list[Card], one: int, other: int) -> None:
    cards[one], cards[other] = cards[other], cards[one]


def dealt(cards: list[Card], hand_size: int, dealer: Seat) -> Deal:
    """A pack as a deal, in packets: North's hand, East's, South's, West's, the stock."""
    hands = {seat: tuple(cards[n * hand_size : (n + 1) * hand_size]) for n, seat in enumerate(SEATS)}
    return Deal(hands=hands, stock=tuple(cards[4 * hand_size :]), dealer=dealer)


def chosen_action(deal: sedma.Deal, legal: list[str], style: str, chance: Random) -> str:
    """One of the legal actions; a style only shifts the odds, towards corners that chance seldom visits."""
    cards = [action for action in legal if action != "dark"]
    plays = deal["trick"]["plays"]
    if style == "any" or chance.random() < 0.08:
        return chance.choice(legal)
    if style == "dark" or (style == "late" and chance.random() < 0.5):
        return "dark" if "dark" in legal else chance.choice(cards)
    ranks = [sedma.rank(card) for card in deal["hands"][deal["turn"]]]
    if style == "hoard":  # lead the same rank for as long as may be, throw the others
        last = sedma.rank(deal["tricks"][-1]["plays"][0][1]) if deal["tricks"] else ""
        if plays:
            return min(
                cards, key=lambda card: (sedma.rank(card) == last, ranks.count(sedma.rank(card)), card)
            )
        if "dark" in legal and chance.random() < (
            0.8 if sedma.barred_lead(deal) else 0.3 * (last not in ranks)
        ):
            return "dark"
        return max(cards, key=lambda card: (sedma.rank(card) == last, ranks.count(sedma.rank(card)), card))
    if style == "chase":  # lead what was led, and follow it
        wanted = sedma.rank((plays or deal["tricks"][-1]["plays"])[0][1]) if plays or deal["tricks"] else "A"
        return max(cards, key=lambda card: (sedma.rank(card) == wanted, card))
    if style == "kings":  # every king at once, otherwise often dark
        kings = [card for card in cards if sedma.rank(card) == "K"]
        return chance.choice(kings or legal + ["dark"] * 4 * ("dark" in legal))
    if style == "late":  # kings on led queens, as late as may be
        if deal["trick"]["part"] == 1:
            return min(cards, key=lambda card: (sedma.rank(card) == "K", sedma.rank(card) != "Q", card))
        wanted = "K" if plays and sedma.rank(plays[0][1]) == "Q" else "Q" if not plays else ""
        if not wanted:
            return min(cards, key=lambda card: (sedma.rank(card) in "KQ", card))
        return max(cards, key=lambda card: (sedma.rank(card) == wanted, card))
    if (
        style.startswith("kingless") and deal["trick"]["part"] == 1
    ):  # so that hardly any are left to clean with
        cards = [card for card in cards if sedma.rank(card) == "K"] or cards
    if not plays:
        return chance.choice(legal)
    winning = [card for card in cards if sedma.rank(card) == sedma.rank(plays[0][1])]
    losing = [card for card in cards if card not in winning]
    if style.endswith(sedma.side_of(deal["turn"])):
        return chance.choice(winning or losing)
    return chance.choice(losing or winning)


def compare_position(state: State, deal: sedma.Deal, seen: Counter[str]) -> None:
    """Whose turn it is, all cards, and everything that may and may not be done."""
    view = state.view(None)
    if sedma.over(deal):
        assert state.to_act is None
    else:
        assert state.to_act == deal["turn"]
    for seat in sedma.SEATS:
        assert sorted(view.hands[cast(Seat, seat)]) == sorted(deal["hands"][seat])
    assert view.stock == len(deal["stock"])
    assert [(play.seat, play.card, play.dark) for play in view.trick] == deal["trick"]["plays"]
    legal = sedma.legal(deal)
    assert sorted(state.actions()) == sorted(legal)
    assert sorted(view.actions) == sorted(legal)
    for action in [*deal["hands"][deal["turn"]], "dark"]:
        assert (state.why_not(action) is None) == (action in legal)
    if not sedma.over(deal):
        note_position(deal, legal, seen)


def compare_tricks(state: State, deal: sedma.Deal) -> None:
    """The tricks so far: cards, winners, points; piles; dirt."""
    view = state.view(None)
    assert len(view.tricks) == len(deal["tricks"])
    for number, (ours, theirs) in enumerate(zip(deal["tricks"], view.tricks, strict=True), 1):
        assert theirs.number == number
        assert [(play.seat, play.card, play.dark) for play in theirs.plays] == ours["plays"]
        assert theirs.winner == ours["winner"]
        values = [sedma.value(card, deal["options"]) for _seat, card, _dark in ours["plays"]]
        assert theirs.card_points == sum(values)
    for pile in view.piles:
        side = NAMES[pile.seats[0]]
        assert pile.tricks == len(sedma.tricks_of(deal, side))
        assert pile.card_points == sedma.points_of(deal, side)
    if "results" in deal["options"]:
        shown = {NAMES[status.seats[0]]: status.name for status in view.statuses if len(status.seats) == 2}
        assert shown == {side: cleanliness(deal, side) for side in sedma.SIDES}


def cleanliness(deal: sedma.Deal, side: str) -> str:
    """RL-R3, RL-R8: the engine's word for it."""
    if sedma.is_unclean(deal, side):
        return "dirty"
    return "cleaned" if sedma.has_cleaned(deal, side) else "clean"


def compare_result(game: Game, state: State, deal: sedma.Deal, seen: Counter[str]) -> None:
    """Grades, winners, numbers, the rules quoted, and who deals next."""
    result = state.result()
    rules = [item.rule for item in result.items]
    if game.id == "ristikontra":
        ours = sedma.ristikontra_result(deal)
    else:
        ours = sedma.ristiklappi_result(deal)
        findings = {
            "clean": "RL-R9",
            "dirty": "RL-R8",
            "cleaned": "RL-R7" if deal["options"]["queen_trick_cleans"] == "on" else "RL-R4",
        }
        assert rules[:2] == [findings[cleanliness(deal, side)] for side in sedma.SIDES]
        if deal["options"]["numeric"] == "coins":
            assert result.unit == "coins"
        assert next_dealer(deal["dealer"], result) == sedma.ristiklappi_next_dealer(deal["dealer"], ours)
    note_result(deal, ours, seen)
    assert result.settled
    assert {NAMES[seat]: grade for seat, grade in result.grades.items()} == ours["grades"]
    assert set(result.winners) == {seat for seat in sedma.SEATS if sedma.side_of(seat) == ours["winner"]}
    for side, number in ours["numbers"].items():
        for seat in side:
            assert result.seats[cast(Seat, seat)] == number
    assert ours["rule"] is None or ours["rule"] in rules


def note_position(deal: sedma.Deal, legal: list[str], seen: Counter[str]) -> None:
    """Counts the corners of the rules that a position is in."""
    hand = deal["hands"][deal["turn"]]
    barred = sedma.barred_lead(deal)
    if barred in [sedma.rank(card) for card in hand]:
        lapsed = any(sedma.rank(card) == barred for card in legal if card != "dark")
        seen[f"lead limit {deal['options']['lead_limit']} {'lapsed' if lapsed else 'bites'}"] += 1
    if sedma.king_is_barred(deal):
        seen["fourth king barred"] += any(sedma.rank(card) == "K" for card in hand)
        seen["fourth king barred, last stock card gone"] += not deal["stock"]
    if deal["must_play_from_hand"]:
        seen[
            "king kept" if sedma.king_is_barred(deal) and hand[-1][0] == "K" else "barred lead exchanged"
        ] += 1


def note_result(deal: sedma.Deal, ours: dict[str, Any], seen: Counter[str]) -> None:
    """Counts how a deal came out."""
    results = deal["options"].get("results", "points")
    seen[f"{results}: {' - '.join(sorted(ours['grades'].values()))}"] += 1
    seen[f"decided by {ours['rule']}"] += 1
    if deal["options"].get("numeric") == "coins":
        seen[f"coins {max(ours['numbers'].values())}"] += 1


def agree(seed: int, seen: Counter[str]) -> None:
    """Plays one deal on both sides."""
    chance = Random(seed)
    name, preset, options = rule_set(chance)
    dealer = cast(Seat, chance.choice(sedma.SEATS))
    style = chance.choice(STYLES)
    game = kontrapunkt.game(name, preset, **options)
    full = {**starting_options(preset), **options}
    if full.get("session") == "cumulative":
        full["target"] = {"standard": "120", "simple": "60"}[full["values"]]
    assert dict(game.options) == full, f"seed {seed}: the options of {preset}"
    state = game.deal(seed, dealer)
    pack = chance.choice(["shuffled", "shuffled", "shuffled", "lumpy", "stacked"])
    if pack == "stacked":
        style = chance.choice(["hoard", "hoard", "chase"])
    if pack != "shuffled":
        cards = lumpy(chance)
        if pack == "stacked":
            stack(cards, chance, full, sedma.SEATS.index(sedma.left_of(dealer)), style)
        state = game.start(dealt(cards, int(full["hand_size"]), dealer))
    start = state.as_deal()
    deal = sedma.begin(
        {str(seat): [str(card) for card in hand] for seat, hand in start.hands.items()},
        [str(card) for card in start.stock or ()],
        str(start.dealer),
        full,
    )
    assert all(len(hand) == int(full["hand_size"]) for hand in deal["hands"].values())
    played: list[str] = []
    try:
        compare_position(state, deal, seen)
        while not sedma.over(deal):
            legal = sorted(sedma.legal(deal))
            action = chosen_action(deal, legal, style, chance)
            played.append(f"{deal['turn']} {action}")
            state = state.apply(action)
            sedma.play(deal, action)
            compare_position(state, deal, seen)
            if not deal["trick"]["plays"]:
                compare_tricks(state, deal)
        compare_result(game, state, deal, seen)
    except Exception as error:
        error.add_note(
            f"seed {seed}: {name}, {preset} {options}, dealer {dealer}, style {style}; step {len(played)} of "
            f"{start.hands}, stock {start.stock}: {', '.join(played)}"
        )
        raise


CORNERS = {
    "barred lead exchanged": 715,
    "coins 0": 688,
    "coins 1": 23,
    "coins 2": 20,
    "coins 3": 501,
    "coins 4": 65,
    "coins 5": 387,
    "decided by RK-R17": 47,
    "fourth king barred": 0,
    "fourth king barred, last stock card gone": 894,
    "grades: kortiton_lappi - piss_game": 646,
    "grades: kortiton_lappi - win": 5,
    "grades: kusilappi - win": 53,
    "grades: lappi - win": 150,
    "grades: piss_game - piss_game": 710,
    "grades: piss_game - win": 0,
    "grades: tie - tie": 1404,
    "honour: dishonourable_loss - dishonourable_loss": 196,
    "honour: dishonourable_loss - kortiton_lappi": 64,
    "honour: dishonourable_loss - win": 2,
    "honour: kusilappi - win": 1386,
    "honour: tie - tie": 1495,
    "king kept": 23,
    "lead limit 2 bites": 8,
    "lead limit 2 lapsed": 1209,
    "lead limit 3 bites": 131,
    "lead limit 3 lapsed": 140,
}
"""Corners of the rules, each with the seed of a deal that comes to it."""

AGREEMENT = Agreement(agree, CORNERS)


def test_the_reference_agrees_with_the_worked_examples():
    """Of Ristikontra 1-3; of Ristiklappi the cleaning hand (1), and who deals next (7, 8)."""

    def winner(plays: str) -> str:
        return sedma.winner_of([(play[0], play[1:], False) for play in plays.split()])

    assert winner("N7S E5S SAS W3S") == "N"
    assert winner("NKS E3S STS WKH") == "W"
    assert winner("N9S E9H S9D W2S") == "S"

    hands = {"N": "QC TC 7C 7S 5C", "E": "TS 8C 6C 6S 3C", "S": "KC KS 6H 4C 2C", "W": "KH 7H 5S 3S 3H"}
    deal = sedma.begin({seat: cards.split() for seat, cards in hands.items()}, [], "W", sedma.LAPPI5)
    for trick in ["7C 6C 2C 7H", "3S QC 3C 4C", "8C KC KH 7S", "TS KS 3H TC", "5C 6S 6H 5S"]:
        for action in trick.split():
            sedma.play(deal, action)
    assert [trick["winner"] for trick in deal["tricks"]] == ["W", "E", "E", "N", "W"]
    assert [sedma.points_of(deal, side) for side in sedma.SIDES] == [24, 11]
    for side, queen in [("NS", "N"), ("EW", "E")]:
        assert not sedma.is_dirty(deal, side)
        deal["tricks"].insert(0, {"plays": [(queen, "QS", False)], "part": 1, "winner": queen})
        assert sedma.has_cleaned(deal, side)

    honourable = {"winner": "NS", "grades": {"NS": "win", "EW": "honourable_loss"}}
    shameful = {"winner": "EW", "grades": {"NS": "dishonourable_loss", "EW": "win"}}
    assert sedma.ristiklappi_next_dealer("E", honourable) == "S"
    assert sedma.ristiklappi_next_dealer("W", shameful) == "E"
    assert sedma.ristiklappi_next_dealer("S", shameful) == "W"
