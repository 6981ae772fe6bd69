"""4.4: announcements and bids, when they may be made and what is wrong if not."""

from tests.reference.doppelkopf.cards import Deal, cards_each, other, points_in
from tests.reference.doppelkopf.parties import clarification, party, shift

LEVELS = {"say no 90": 1, "say no 60": 2, "say no 30": 3, "say schwarz": 4}
WORDS = ["say re", "say kontra", *LEVELS]


def level_of(word: str) -> int:
    """4.4: Re and Kontra are level 0."""
    return LEVELS.get(word, 0)


# Deadlines -------------------------------------------------------------------------------------------------


def deadline(deal: Deal, level: int) -> int:
    """4.4: a call is in time while the speaker holds at least so many cards.

    V19 `five_cards` moves only Re and Kontra, and a fixed list holds as written whatever the pack; both are
    readings of ours. A wedding shifts them all.
    """
    scheme = deal["options"]["deadline_scheme"]
    if scheme in ("ddv", "five_cards"):
        return cards_each(deal["options"]) - 1 - level - shift(deal)
    return int(scheme.split("-")[level]) - shift(deal)


def cards_on_table(deal: Deal) -> int:
    """How many cards have been played in this deal."""
    return 4 * len(deal["tricks"]) + len(deal["trick"])


def in_time(deal: Deal, seat: str, side: str, level: int, grace: int = 0) -> bool:
    """R22, counted on the speaker's own hand; `grace` 1 for a reply (R27). `side` has this deadline.

    V19 `five_cards`: Re before the 5th card of the deal is on the table, Kontra before the 13th; a trick more
    for each shift and each card of grace, a reading of ours.
    """
    if deal["options"]["deadline_scheme"] == "five_cards" and level == 0:
        limit = {"re": 4, "kontra": 12}[side]
        return cards_on_table(deal) <= limit + 4 * shift(deal) + 4 * grace
    return len(deal["hands"][seat]) >= deadline(deal, level) - grace


# What has been said ----------------------------------------------------------------------------------------


def highest(deal: Deal, side: str) -> int:
    """The highest level of a party, -1 if silent. V22: bids that have lapsed do not count."""
    levels = [level for call in deal["calls"] if call["party"] == side for level in call["levels"]]
    return max(levels, default=-1)


def announced_in_time(deal: Deal, side: str) -> bool:
    """R28: the party's first word was in time as a first announcement, not only as a reply."""
    for call in deal["calls"]:
        if call["party"] == side:
            first: bool = call["in_time"]
            return first
    return False


def may_reply(deal: Deal, seat: str) -> bool:
    """R27, V24, A8, A9: the opponents' highest level, by its deadline, one card lower."""
    side = party(deal, seat)
    assert side is not None
    theirs = highest(deal, other(side))
    return deal["options"]["reply"] == "on" and theirs >= 0 and in_time(deal, seat, other(side), theirs, 1)


# What may be said ------------------------------------------------------------------------------------------


def what_is_wrong(deal: Deal, seat: str, word: str) -> str | None:
    """4.4: the name of the first thing that is wrong with a call, None if it is legal.

    The order is that of the table; WRONG_PARTY (R20), not in it, comes when there are parties. What is said
    before the naming is finished is TOO_EARLY (R21), a name of ours.
    """
    if deal["phase"] == "over":
        return "TOO_LATE"
    if deal["phase"] != "play":
        return "TOO_EARLY"
    if deal["game"]["kind"] == "wedding" and clarification(deal) is None:
        return "NOT_BEFORE_CLARIFICATION"
    side = party(deal, seat)
    assert side is not None
    if word in ("say re", "say kontra") and word != f"say {side}":
        return "WRONG_PARTY"
    level, reached = level_of(word), highest(deal, side)
    forbidden = deal["options"]["skipped_levels"] == "forbidden"
    if level <= reached:
        return "ALREADY_CALLED"
    if reached >= 0 and not announced_in_time(deal, side):
        return "REPLY_CLOSED"
    if reached >= 0 and level > reached + 1 and forbidden:
        return "SKIPPED_LEVEL"
    if reached == -1 and level >= 1 and (forbidden or not in_time(deal, seat, side, 0)):
        return "NO_ANNOUNCEMENT_YET"
    if reached >= 0 and level > reached + 1 and not in_time(deal, seat, side, reached + 1):
        return "SKIPPED_LEVEL_TOO_LATE"
    if all(in_time(deal, seat, side, each) for each in range(reached + 1, level + 1)):  # R24
        return None
    if reached == -1 and level == 0 and may_reply(deal, seat):
        return None
    return "TOO_LATE"


def legal_calls(deal: Deal, seat: str) -> list[str]:
    """R22: nobody has to be on turn."""
    return [word for word in WORDS if what_is_wrong(deal, seat, word) is None]


def make(deal: Deal, seat: str, word: str) -> None:
    """R24: the levels between are called with it. R30: for good."""
    side = party(deal, seat)
    assert side is not None
    deal["calls"].append(
        {
            "seat": seat,
            "party": side,
            "level": level_of(word),
            "levels": list(range(highest(deal, side) + 1, level_of(word) + 1)),
            "held": len(deal["hands"][seat]),
            "in_time": in_time(deal, seat, side, 0),  # asked only of a party's first call
        }
    )


def must_announce(deal: Deal, seat: str) -> bool:
    """V20: the winner of a first trick worth 30 or more, before he leads.

    Unless his party has announced, or he may not because a wedding is not clear: readings of ours.
    """
    if deal["options"]["obligatory_announcement"] == "off" or len(deal["tricks"]) != 1 or deal["trick"] != []:
        return False
    first = deal["tricks"][0]
    if first["winner"] != seat or points_in(first) < 30:
        return False
    return any(what_is_wrong(deal, seat, word) is None for word in ("say re", "say kontra"))
