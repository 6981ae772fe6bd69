"""4.3: who is Re, who is Kontra, and what everybody knows of it."""

from tests.reference.doppelkopf.cards import SEATS, Deal, cards_each, suit_of


def mode_of(deal: Deal) -> str:
    """2.3: the solo's order; in every other game the normal one."""
    mode: str = deal["game"]["solo"] if deal["game"]["kind"] == "solo" else "normal"
    return mode


def wedding_rule(deal: Deal) -> str:
    """V11: which trick finds the partner: foreign, plain or trump."""
    rule = deal["options"]["wedding_partner"]
    if rule == "chosen":
        rule = f"first_{deal['game']['wanted']}_trick"
    return {"first_foreign_trick": "foreign", "first_plain_trick": "plain", "first_trump_trick": "trump"}[
        rule
    ]


def clarification(deal: Deal) -> tuple[int, str | None] | None:
    """R14, R15: number of the clarification trick and partner; partner None if the declarer plays alone.

    V11 `plain` and `trump`: the first trick of that kind, by its led card, that another player wins; the
    limit stays; a reading of ours. V12: the limit is never more than there are tricks.
    """
    if deal["game"] is None or deal["game"]["kind"] != "wedding":
        return None
    limit = min(int(deal["options"]["wedding_limit"]), cards_each(deal["options"]))
    for trick in deal["tricks"][:limit]:
        if trick["winner"] == deal["game"]["declarer"]:
            continue
        led_trump = suit_of(trick["plays"][0]["card"], "normal", deal["options"]) == "trump"
        if wedding_rule(deal) == "foreign" or wedding_rule(deal) == ("trump" if led_trump else "plain"):
            return trick["number"], trick["winner"]
    if len(deal["tricks"]) >= limit:
        return limit, None
    return None


def shift(deal: Deal) -> int:
    """4.4: k - 1 in a wedding, otherwise 0."""
    clear = clarification(deal)
    return 0 if clear is None else clear[0] - 1


def party(deal: Deal, seat: str) -> str | None:
    """R12 to R17: `re`, `kontra`, or None while it is not settled (R16). V13: both of a poverty are Re."""
    if deal["new_parties"] is not None:  # V22
        settled: str = deal["new_parties"][seat]
        return settled
    game = deal["game"]
    if game is None:
        return None
    if game["kind"] == "solo":
        return "re" if seat == game["declarer"] else "kontra"
    if game["kind"] == "poverty":
        if game["partner"] is None:
            return "re" if seat == game["declarer"] else None
        return "re" if seat in (game["declarer"], game["partner"]) else "kontra"
    if game["kind"] == "wedding":
        if seat == game["declarer"]:
            return "re"
        clear = clarification(deal)
        if clear is None:
            return None
        return "re" if seat == clear[1] else "kontra"
    return "re" if "QC" in deal["start_hands"][seat] else "kontra"


def members(deal: Deal, wanted: str) -> list[str]:
    """The seats of a party."""
    return [seat for seat in SEATS if party(deal, seat) == wanted]


def is_silent_wedding(deal: Deal) -> bool:
    """R3, R17: a normal game with both queens of clubs in one hand."""
    return deal["game"]["kind"] == "normal" and any(
        deal["start_hands"][seat].count("QC") == 2 for seat in SEATS
    )


def is_solo(deal: Deal) -> bool:
    """R13, R15, R17, S19: one against three, declared or not. After V22 nobody is alone."""
    return len(members(deal, "re")) == 1


def proved(deal: Deal) -> dict[str, str | None]:
    """R18: whose party is publicly proved, act by act; nothing is concluded from it but R17's second queen.

    R16: the declarer of a wedding is Re from the naming on. V13, V22: that an accepted poverty and a chosen
    partner are public is a reading of ours.
    """
    game = deal["game"]
    if game is None or deal["phase"] == "redeal":
        return dict.fromkeys(SEATS, None)
    everything = {seat: party(deal, seat) for seat in SEATS}
    if game["kind"] in ("solo", "poverty", "wedding") or deal["new_parties"] is not None:
        return everything  # what is not settled is None
    known: dict[str, str | None] = dict.fromkeys(SEATS, None)
    for call in deal["calls"]:
        known[call["seat"]] = call["party"]
    queens = []
    for trick in [*deal["tricks"], {"plays": deal["trick"]}]:
        for play in trick["plays"]:
            led = suit_of(trick["plays"][0]["card"], "normal", deal["options"])
            if play["card"] == "QC":
                queens.append(play["seat"])
                known[play["seat"]] = everything[play["seat"]]
            if led == "trump" and suit_of(play["card"], "normal", deal["options"]) != "trump":
                known[play["seat"]] = everything[play["seat"]]
    if len(queens) == 2 and queens[0] == queens[1]:
        return everything
    return known


def concluded(deal: Deal) -> dict[str, str | None]:
    """What counting adds to R18: two proved Re leave two Kontra, three proved Kontra leave one Re (A21)."""
    known = proved(deal)
    if list(known.values()).count("re") == 2:
        return {seat: known[seat] or "kontra" for seat in SEATS}
    if list(known.values()).count("kontra") == 3:
        return {seat: known[seat] or "re" for seat in SEATS}
    return known
