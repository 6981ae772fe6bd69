"""What one would choose in a calculator to tell it of a finished deal, and whether both come to the same."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from kontrapunkt.core.calculator import calculator
from kontrapunkt.core.interface import SEATS, Result
from kontrapunkt.families.rank_match.prior_play import possible_sums
from kontrapunkt.games.doppelkopf.constants import HEARTS, KONTRA, LEVELS, RE, REDEAL, TWO_SEATS
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.games.kontra.result import _sources as sources_of_kontra
from kontrapunkt.games.kontra.session import whole_points

Choices = dict[str, str]
SIDES: Final = ("NS", "EW")
YES: Final = ("no", "yes")

UNTOLD: Final = ("KG-R10", "KG-P8")
"""Findings that change no number and that no calculator asks about: which card was called, an early end."""


def _doppelkopf(end: Any) -> Choices | None:
    if end.mode == REDEAL:
        return None
    game, re = end.game, [i for i, party in enumerate(end.parties) if party == RE]
    if end.contract.is_solo:
        kind = "solo"
    elif end.roles.regrouped:
        kind = "chosen"
    elif end.mode == "normal":
        kind = "silent" if len(re) == 1 else "normal"
    elif end.mode == "wedding":
        kind = "deserted" if len(re) == 1 else "wedding"
    else:
        kind = "poverty"
    soloist = end.contract.declarer
    points = [
        sum(n for n, p in zip(end.card_points, end.parties, strict=True) if p == party)
        for party in (RE, KONTRA)
    ]
    tricks = [
        sum(n for n, p in zip(end.taken, end.parties, strict=True) if p == party) for party in (RE, KONTRA)
    ]
    found = {
        "game": kind,
        "pair": "".join(SEATS[i] for i in re),
        "alone": SEATS[re[0]],
        "re": str(points[0]),
        "re_trick": YES[tricks[0] > 0],
        "kontra_trick": YES[tricks[1] > 0],
        "re_call": LEVELS[end.level(RE) + 1],
        "kontra_call": LEVELS[end.level(KONTRA) + 1],
        "rounds": str(len(end.session.bock)),
    }
    if kind == "solo" and game.all_owing:
        found["done"] = YES[end.session.players_by_seat[SEATS[soloist]] not in end.session.owing]
    counted: Counter[tuple[str, str]] = Counter()
    for event in end.happened:
        party = end.parties[event.winner]
        own = event.kind in TWO_SEATS and end.parties[event.owner] == party
        if (event.kind in game.special or event.kind == HEARTS) and not own:
            counted[event.kind, "re" if party == RE else "kontra"] += 1
    for (event_kind, name), number in counted.items():
        found[f"{event_kind}_{name}"] = str(number)
    return found


def _konter_a_matt(end: Any) -> Choices | None:
    ns, ew = end.card_points
    names = {"say matt": "matt", "say konter": "konter", "say konter-a-matt": "both"}
    claimed = end.claimed
    lines = end.session.lines
    return {
        "dealer": end.session.dealer,
        "ns": str(ns),
        "ew": str(ew),
        "ns_trick": YES[end.taken[0] > 0],
        "ew_trick": YES[end.taken[1] > 0],
        "ew_early": YES[end.taken[1] > 0],
        "claimed": "nobody" if claimed is None else SIDES[claimed],
        "ns_lines": str(lines[0]),
        "ew_lines": str(lines[1]),
        "carried": str(end.session.carried),
        **{names[action]: SEATS[seat] for seat, action in end.said},
    }


def _koenigrufen_graden(end: KoenigrufenState) -> Choices | None:
    contract, bidders = end.contract, end.bidders
    dealer = end.session.dealer
    assert dealer
    found = {"contract": contract.name, "dealer": dealer, "lacks": YES[end.pair_lacks]}
    found |= {f"points_{seat}": str(n) for seat, n in zip(SEATS, end.card_points, strict=True)}
    if not bidders:
        return found
    found["bidder"] = SEATS[bidders[0]]
    took = [end.taken[seat] for seat in bidders]
    if contract.aim == "none":
        found["took"] = YES[took[0] > 0]
        if len(bidders) > 1:
            found |= {"joiner": SEATS[bidders[1]], "joiner_took": YES[took[1] > 0]}
        return found
    partner = end.partner if contract.aim == "with_another" else None
    if partner is not None:
        found["partner"] = SEATS[partner]
    own = {*bidders, partner} if partner is not None else {*bidders}
    found["lost"] = YES[any(n for seat, n in enumerate(end.taken) if seat not in own)]
    if contract.aim == "at_the_last":
        others = sum(end.taken) - took[0]
        last = end.leader
        lost = sum(end.taken) < end.game.hand_size or others > (last != bidders[0])
        found["end"] = "lost" if lost else "all" if not others else "shared"
        found["last"] = SEATS[last]
    return found


def _kontraspiel(end: Any) -> Choices | None:
    standing = end.standing
    found = {"pot": str(end.session.pot), "dealer": SEATS[standing.dealer]}
    if standing.soloist is None:
        return {**found, "end": "void"}
    for key in ("soloist", "contra", "recontra"):
        seat = getattr(standing, key)
        found[key] = "nobody" if seat is None else SEATS[seat]
    found |= {f"tricks_{seat}": str(n) for seat, n in zip(SEATS, end.taken, strict=True)}
    if end.first_two is not None:
        found["first"] = SEATS[end.first_two]
    found["match"] = YES[bool(standing.matches)]
    found["trump"] = "preferred" if standing.trump == standing.pref else "other"
    return found


def _kontra(end: Any) -> Choices | None:
    points = whole_points(end)
    if points is None or (end.before.points and any(end.before.points)):
        return None
    seats = end.game.seats
    found = {f"points_{seat}": str(n) for seat, n in zip(seats, points, strict=True)}
    for item in sources_of_kontra(end):
        if item.rule == "KO-R11":
            found |= {f"spice_{seat}": str(n) for seat, n in item.seats.items()}
    for trick in end.finished:
        if trick.added and trick.number > end.game.ordinary:
            worth = sum(end.game.values.get(card[0], 0) for card in trick.added)
            found |= {"last": seats[trick.winner], "last_points": str(worth)}
    session = end.session
    if session.played:
        found["before"] = str(session.played)
        found |= {f"score_{seat}": str(n) for seat, n in session.seats.items()}
    return found


def _ristikontra(end: Any) -> Choices | None:
    sums = {each.points for each in possible_sums(end)}
    session = end.session
    if len(sums) > 1 or session.dealer is None:
        return None
    ns, _ = sums.pop()
    after = session.after(end)
    first = after.winner if session.cumulative and after.winner is not None else 0
    return {
        "ns": str(ns),
        "ns_score": str(session.score[0]),
        "ew_score": str(session.score[1]),
        "held": str(session.held),
        "first": SIDES[first],
        "dealer": session.dealer,
    }


def _ristiklappi(end: Any) -> Choices | None:
    possible = possible_sums(end)
    if len(possible) > 1 or end.session.dealer is None:
        return None
    sums = possible[0]
    found = {"ns": str(sums.points[0]), "ns_tricks": str(sums.tricks[0]), "dealer": end.session.dealer}
    for side, name in enumerate(("ns", "ew")):
        dirty, cleaned = (mark >> side & 1 for mark in sums.marks)
        found[f"{name}_mark"] = "cleaned" if cleaned else "dirty" if dirty else "clean"
        found[f"{name}_trick"] = YES[sums.tricks[side] > 0]
    return found


CHOICES: Final[Mapping[str, Callable[[Any], Choices | None]]] = {
    "doppelkopf": _doppelkopf,
    "konter-a-matt": _konter_a_matt,
    "koenigrufen-graden": _koenigrufen_graden,
    "kontraspiel": _kontraspiel,
    "kontra": _kontra,
    "ristikontra": _ristikontra,
    "ristiklappi": _ristiklappi,
}


def told(result: Result, *, numbers_only: bool) -> Counter[tuple[object, ...]]:
    """The lines of a result, in whatever order; those without numbers only where all of them are wanted."""
    return Counter(
        (item.rule, item.text, *sorted(item.seats.items()))
        for item in result.items
        if (item.seats or not numbers_only) and item.rule not in UNTOLD
    )


def agrees(end: Any, result: Result, *, numbers_only: bool) -> bool:
    """Holds a finished deal against the calculator; whether there was anything to hold against it."""
    choices = CHOICES[end.game.id](end)
    if choices is None:
        return False
    made = calculator(end.game)
    assert made is not None
    found = made.result(choices)
    assert dict(found.seats) == dict(result.seats), choices
    assert (found.winners, found.pot, found.unit) == (result.winners, result.pot, result.unit), choices
    assert found.text == result.text, choices
    assert dict(found.grades) == dict(result.grades), choices
    assert told(found, numbers_only=numbers_only) == told(result, numbers_only=numbers_only), choices
    return True
