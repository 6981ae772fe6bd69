"""Kontra: the Finnish game of the Sedma group for two or three, each alone.

Kept: the whole deal from the cut to the count (KO-R1 to R24): the two cards turned up, the locked pack with
who unlocks it, playing in the dark, the spice that every winner adds, the order of drawing, the endgame with
the last cards as its spice, play from hands alone when the pack stays locked, the next dealer with at least
21 and all cuts. A match is a row of single deals, or card points added up over a fixed number of them.
As in the games of four, nobody may look through the piles, but how many tricks are in them and what they
count is told (see `kontrapunkt.games.rank_match`): everybody has seen every card fall. A card that went from
the pack into a hand face up is shown as long as it is held.
Simplified: nothing. Packets of three are dealt; how the rest of the pack got into its place changes nothing.
From: the part on Kontra of John McLeod's page on Ristikontra, Ristiklappi and Kontra, after Cristian Seres.

Phases: `first_lead` (the dealer leads from hand, top or bottom; or a holder unlocks the pack, or declines),
`normal` (tricks with a pack to draw from), `spice` (the winner adds a card), `endgame1` (the trick that the
last cards go to), `endgame` (the last five), `locked_end` (six tricks from hands alone), `over`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, override

from kontrapunkt.cards import Card, shuffled
from kontrapunkt.deal import Deal, Record
from kontrapunkt.game import Game, Match, Seat
from kontrapunkt.games.kontra.cutting import cut, dealer_of, write_cut
from kontrapunkt.games.kontra.look import KontraView
from kontrapunkt.games.kontra.match import KontraMatch, read_match
from kontrapunkt.games.kontra.options import OPTIONS
from kontrapunkt.games.kontra.rulebook import RULES
from kontrapunkt.games.kontra.start import begin
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import HAND
from kontrapunkt.games.rank_match.table import PACK, VALUES
from kontrapunkt.rules import RuleBook

__all__ = ["Kontra", "KontraState"]

PACKET = 3
"""Cards that are dealt at a time."""

SEATS: Mapping[int, tuple[Seat, ...]] = {2: ("N", "S"), 3: ("N", "E", "S")}
"""Who plays, by the number of players, in the order of play."""


class Kontra(Game):
    """Kontra with its options fixed.

    Attributes:
        players: How many play.
        spices: Whether winners add a card to their tricks.
        per_trick: Cards of the pack that an ordinary trick uses up.
        full_pack: Cards of the pack after the deal.
        ordinary: How many tricks begin with enough of the pack for that.
        stray: Cards of the pack that are left for the endgame.
        last_trick: The number of the last trick, unless the pack stays locked.
        dark_tricks: Whether a trick may be played to in the dark, by its number, the pack being open.
        visible_top: Whether the top card may be played while it lies face up after the first lead.
        unlock_trick_dark: Whether the trick that unlocks the pack may be played to in the dark.
        must_unlock: Whether who can unlock the pack must do so.
        values: Card points by rank.
    """

    id = "kontra"
    title = "Kontra"
    prefix = "KO"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"seed": {}, "three": {"players": "3"}}
    rulebook = RuleBook(RULES)
    trick_rules = ("KO-R10", "KO-R18")
    solver = "kontrapunkt.search.kontra:KontraSolver"
    puzzle_lore = "kontrapunkt.puzzles.kontra.lore:KontraLore"
    shows = KontraView
    match_facts = ("score", "deals")
    values: Mapping[str, int] = VALUES["standard"]

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.players = int(chosen["players"])
        self.sides = tuple((seat,) for seat in self.seats)
        self.spices = chosen.on("spice")
        self.visible_top = chosen["visible_top"] == "playable"
        self.unlock_trick_dark = chosen["unlock_trick_dark"] == "allowed"
        self.must_unlock = chosen["unlock"] == "compulsory"
        self.per_trick = self.players + self.spices
        self.full_pack = len(PACK) - HAND * self.players
        self.ordinary = self.full_pack // self.per_trick
        self.stray = self.full_pack % self.per_trick
        self.last_trick = self.ordinary + HAND
        enough = [self.full_pack - self.per_trick * before >= 3 for before in range(self.ordinary)]
        self.dark_tricks = (False, *enough)

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[self.players]

    @override
    def match(self, deal: Deal | None = None) -> KontraMatch:
        return KontraMatch(self, self.seats) if deal is None else read_match(self, deal)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, match: Match | None = None
    ) -> KontraState:
        """Shuffles and deals; where several may deal and none is named, they cut for it."""
        facts = {}
        who = dealer
        if who is None:
            cutters = (match or self.match()).dealers
            if len(cutters) > 1:
                rounds = cut(cutters, self.options["recut"], seed)
                facts["cut"] = write_cut(rounds)
                who = dealer_of(rounds)
            else:
                who = cutters[0]
        order = shuffled(PACK, seed)
        step = PACKET * self.players
        hands = {}
        for i in range(self.players):
            at = PACKET * i
            packets = order[at : at + PACKET] + order[step + at : step + at + PACKET]
            hands[self.after(who, 1 + i)] = packets
        return begin(self, Deal(hands, order[2 * step :], dealer=who, facts=facts), match=match)

    @override
    def start(self, deal: Record | Deal, *, unseen: bool = False, match: Match | None = None) -> KontraState:
        return begin(self, deal.deals[0] if isinstance(deal, Record) else deal, unseen, match)

    def unlocker(
        self, hands: Sequence[Sequence[Card]], dealer: int, rank: str, declined: Collection[int] = ()
    ) -> int | None:
        """Who unlocks the pack (KO-R3): the dealer if able, else the next in turn; None if nobody can.

        Args:
            hands: The hands in the order of the seats.
            dealer: The dealer's number.
            rank: The rank that locks it.
            declined: Who has declined already.
        """
        for i in range(self.players):
            seat = (dealer + i) % self.players
            if seat not in declined and any(card[0] == rank for card in hands[seat]):
                return seat
        return None
