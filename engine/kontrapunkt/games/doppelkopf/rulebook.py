"""The rules of Doppelkopf by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_TSR = "tournament rules of the Doppelkopf-Verband, 2026"
_SEED = "Doppelkopf tutorial (Ham Vocke)"
_HOUSE = "house rule (FreeDoko)"
_RULING = "our ruling"

RULES: Final = (
    Rule(
        "DK-D1",
        "The deal passes to the left. After a compulsory solo the same player deals once more, unless that "
        "solo was forced; a hand that is thrown in is dealt again by the same player, too. With five players "
        "the dealer sits out and gets nothing; with six or seven, the four at the dealer’s left play. A "
        "round has six deals for each player. If a solo must be forced and only who sits out owes one, the "
        "deal passes on until one of those players sits down.",
        f"{_TSR}, 3.3, 4.2, 8.5, 10.1; thrown in: {_HOUSE}; six and seven, and solos of those who sit out: "
        f"{_RULING}",
    ),
    Rule("DK-D2", "The dealer shuffles and the neighbour on the right must cut.", _TSR),
    Rule(
        "DK-D3",
        "From the dealer’s left on, all cards are dealt in packets: twelve for each in four rounds of "
        "three, or ten for each of the forty without nines.",
        f"{_TSR}; forty: {_SEED}",
    ),
    Rule("DK-D4", "A deal with a wrong number of cards does not count and is made again.", _TSR),
    Rule(
        "DK-R1",
        "Before anything else, from the dealer’s left on, each player says either “healthy” or "
        "“reservation”. Nobody plays or announces before this is done.",
        f"{_TSR}, 4.1",
    ),
    Rule(
        "DK-R2",
        "A reservation is for who wants a solo, or holds both queens of clubs and wants a wedding; where "
        "that is agreed also for a poverty or a hand to be thrown in.",
        f"{_TSR}, 4.1",
    ),
    Rule("DK-R3", "Without a reservation a normal game is played.", f"{_TSR}, 4.1"),
    Rule(
        "DK-R4",
        "Who alone has a reservation names a game: any solo, or a wedding with both queens of clubs.",
        f"{_TSR}, 4.1",
    ),
    Rule(
        "DK-R5",
        "Of several reservations the higher class goes first: compulsory solo, voluntary solo, then, where "
        "agreed, poverty and throwing in, and the wedding last; a poverty may be agreed to come after it. "
        "Class by class the players who have one are asked in turn; the first who names a game plays it, and "
        "the others never tell theirs.",
        f"{_TSR}, 4.1; place of throwing in: {_RULING}",
    ),
    Rule(
        "DK-R6",
        "With two reservations and no house rules a wedding is never played, as the other is a solo.",
        f"{_TSR}, 4.1",
    ),
    Rule(
        "DK-R7",
        "Where solos are compulsory, a player’s first solo is the compulsory one; later ones are voluntary.",
        f"{_TSR}, 4.2",
    ),
    Rule(
        "DK-R8",
        "Where it is agreed, a reservation can be taken back until the next player has spoken; the last "
        "player can do so until anybody acts.",
        f"{_TSR}, 4.1",
    ),
    Rule(
        "DK-R9",
        "At a table, who is sure to have the highest reservation may name it at once. That changes no "
        "result, and here all speak in turn.",
        f"{_TSR}, 4.1; here: {_RULING}",
    ),
    Rule(
        "DK-R10",
        "When as many compulsory solos are outstanding as deals are left, nobody is asked: the first of "
        "those players from the dealer’s left must play one.",
        f"{_TSR}, 4.2",
    ),
    Rule(
        "DK-R11",
        "The dealer’s left leads to the first trick; in a compulsory solo the soloist does. It can be agreed "
        "that soloists always lead, or never.",
        f"{_TSR}, 4.2, 5.1",
    ),
    Rule(
        "DK-R12",
        "In a normal game the holders of the queens of clubs are Re, the other two Kontra, and they remain "
        "so when the queens are played.",
        f"{_TSR}, 4.3",
    ),
    Rule("DK-R13", "In a solo the soloist is Re and the other three are Kontra, whatever they hold.", _TSR),
    Rule(
        "DK-R14",
        "In a wedding the first other player to win one of the first three tricks becomes the partner; that "
        "trick is the clarification trick, and a normal game goes on.",
        f"{_TSR}, 4.4.3",
    ),
    Rule(
        "DK-R15",
        "If the declarer of a wedding wins all three, the third is the clarification trick and the declarer "
        "goes on alone, as in a diamonds solo. It is no compulsory solo.",
        f"{_TSR}, 4.4.3",
    ),
    Rule(
        "DK-R16",
        "Until a wedding is clarified, its declarer is Re and nobody else has a party.",
        f"{_TSR}, 4.4",
    ),
    Rule(
        "DK-R17",
        "Who holds both queens of clubs and says nothing plays a silent wedding: alone as Re against three "
        "who do not know it, until the second queen falls. It is settled as a solo.",
        f"{_TSR}, 4.4.5",
    ),
    Rule(
        "DK-R18",
        "A party is shown by naming a solo, by the clarification trick, by playing a queen of clubs, by a "
        "call, and by throwing a plain card on trumps led, for such a hand has no queen of clubs.",
        f"{_TSR}, 5.5",
    ),
    Rule("DK-R20", "A player calls for the own party only: Re players say Re, Kontra players Kontra.", _TSR),
    Rule(
        "DK-R21",
        "Calls begin when the game is named; in a wedding, when the clarification trick is complete.",
        f"{_TSR}, 4.4.4, 6.2.1",
    ),
    Rule(
        "DK-R22",
        "A call needs enough cards in the caller’s own hand: one fewer than were dealt for Re or Kontra, and "
        "one fewer again for each bid, no 90, no 60, no 30 and schwarz. A wedding clarified in the second or "
        "third trick moves this by one or two cards. It need not be one’s turn.",
        f"{_TSR}, 6.4; {_SEED}",
    ),
    Rule(
        "DK-R23",
        "A party bids only when it has announced in time, or does so in the same breath.",
        f"{_TSR}, 6.3.2",
    ),
    Rule(
        "DK-R24",
        "A higher call includes the levels below that were not called yet; each of them must still be in "
        "time, and each counts.",
        f"{_TSR}, 6.4.3",
    ),
    Rule("DK-R25", "A party makes each call once.", f"{_TSR}, 6.4.7"),
    Rule("DK-R26", "Both parties may announce and bid.", f"{_TSR}, 6.4.5"),
    Rule(
        "DK-R27",
        "A silent party may answer a call with its own Re or Kontra while the speaker has at most one card "
        "fewer than that call’s level asks for, however early the call was made.",
        f"{_TSR}, 6.4.4",
    ),
    Rule(
        "DK-R28",
        "A party whose first word was such a reply may not bid.",
        f"{_TSR}, 6.4.4",
    ),
    Rule("DK-R29", "A call says for which party it is made.", f"{_TSR}, 6.4.5"),
    Rule("DK-R30", "Nothing that was called is taken back.", _TSR),
    Rule(
        "DK-R31",
        "In a silent wedding calls have their usual deadlines; who plays alone says Re, the others Kontra.",
        f"{_TSR}, 4.4.5",
    ),
    Rule("DK-P1", "Any card may be led.", f"{_TSR}, 5.1"),
    Rule(
        "DK-P2",
        "Clockwise, the others follow the suit led. All trumps are one suit, and a card that is a trump "
        "belongs to no other.",
        f"{_TSR}, 5.2",
    ),
    Rule("DK-P3", "Who cannot follow plays anything; nobody ever has to trump or to beat.", f"{_TSR}, 5.2"),
    Rule(
        "DK-P4",
        "The highest trump takes the trick, without trumps the highest card of the suit led. Of two equal "
        "cards the first is higher.",
        f"{_TSR}, 5.3",
    ),
    Rule("DK-P5", "The winner of a trick leads to the next, until all cards are played.", f"{_TSR}, 5.1"),
    Rule("DK-P6", "The last trick may be looked at until the next one is complete.", f"{_TSR}, 5.3"),
    Rule(
        "DK-P7",
        "At a table a soloist may lay the cards down or give up. Here every deal is played to the end.",
        f"{_TSR}, 5.4; here: {_RULING}",
    ),
    Rule(
        "DK-S1",
        "Without bids Re wins with 121 card points, and Kontra with 120.",
        f"{_TSR}, 7.1",
    ),
    Rule(
        "DK-S2", "If only Kontra was announced, it is the other way round: Re wins with 120.", f"{_TSR}, 7.1"
    ),
    Rule(
        "DK-S3",
        "If one party bids, it wins with what its highest bid asks for: 151, 181 or 211 card points, or "
        "every trick. Otherwise the other party wins.",
        f"{_TSR}, 7.1; schwarz as no card points: {_SEED}",
    ),
    Rule("DK-S4", "If both have bid, the one that has what it bid wins.", f"{_TSR}, 7.1"),
    Rule("DK-S5", "If both have bid and neither has it, nobody wins.", f"{_TSR}, 7.1.3"),
    Rule("DK-S10", "Winning counts one point.", f"{_TSR}, 7.2"),
    Rule(
        "DK-S11",
        "The winner gets a point each if the others have fewer than 90, than 60, than 30, and no trick. If "
        "nobody wins, a party gets these for the other; where the tutorial’s words are taken as they stand, "
        "it does not.",
        f"{_TSR}, 7.2, 7.1.3; {_SEED}",
    ),
    Rule("DK-S12", "Re and Kontra announced count two points each, for the winner.", f"{_TSR}, 7.2"),
    Rule("DK-S13", "Each bid, included ones too, counts a point for the winner.", f"{_TSR}, 7.2"),
    Rule(
        "DK-S14",
        "A party that reaches 120 against no 90, 90 against no 60, 60 against no 30 or 30 against schwarz "
        "gets a point for each.",
        f"{_TSR}, 7.2; {_SEED}",
    ),
    Rule("DK-S15", "Kontra gets a special point for winning a normal game.", f"{_TSR}, 7.2.3"),
    Rule(
        "DK-S16",
        "A trick of forty card points or more, a Doppelkopf, is a special point.",
        f"{_TSR}, 7.2.3; {_SEED}",
    ),
    Rule(
        "DK-S17",
        "An ace of diamonds taken from the other party, a caught fox, is a special point.",
        f"{_TSR}, 7.2.3; {_SEED}",
    ),
    Rule(
        "DK-S18",
        "Winning the last trick with a jack of clubs, Karlchen, is a special point.",
        f"{_TSR}, 7.2.3; {_SEED}",
    ),
    Rule(
        "DK-S19",
        "Special points belong to games of two against two: there are none in solos, silent weddings and "
        "weddings that became solos.",
        f"{_TSR}, 7.2.4",
    ),
    Rule(
        "DK-S20",
        "The value of a deal is the difference of what both parties get, special points included; these can "
        "give it to the party that has lost.",
        f"{_TSR}, 7.3",
    ),
    Rule("DK-S21", "Each Re player gets the value, and each Kontra player loses it.", f"{_TSR}, 7.3"),
    Rule("DK-S22", "Who plays alone gets it three times, from each of the others once.", f"{_TSR}, 7.3"),
    Rule(
        "DK-S23",
        "The four numbers add up to nothing, and are all even or all odd; who sits out gets none.",
        f"{_TSR}, 7.3.3, 10.1",
    ),
    Rule(
        "DK-S24",
        "Only who has won gets points for keeping the others low: not a party below 90 that wins because the "
        "others missed a bid, nor those others.",
        f"{_TSR}, 7.2.2, as four programs read it",
    ),
    Rule(
        "DK-A25",
        "Where it is agreed, each level must be called itself, one after the other; several may be called in "
        "one breath.",
        _SEED,
    ),
    Rule(
        "DK-V2",
        "Where it is agreed, the second ten of hearts beats the first, perhaps not in the last trick.",
        f"{_HOUSE}, {_SEED}",
    ),
    Rule(
        "DK-V4",
        "Where the tutorial’s words are taken as they stand, each party needs 121 card points as soon as "
        "anything was announced and nobody has bid; with 120 each nobody wins.",
        _SEED,
    ),
    Rule("DK-V3", "Where it is agreed, the ten of hearts is an ordinary heart.", "older rule"),
    Rule(
        "DK-V10",
        "Where they are agreed, there are solos in which kings are trumps, or two or three of kings, queens "
        "and jacks, in this order.",
        _HOUSE,
    ),
    Rule(
        "DK-V11",
        "Where it is agreed, only a trick to which a plain suit was led makes a wedding’s partner, or only "
        "one of trumps, or the declarer says which.",
        _HOUSE,
    ),
    Rule(
        "DK-V13",
        "Where it is agreed, a hand of at most three trumps may be named a poverty. Its three cards, all its "
        "trumps among them, go face down to the first who takes them; that player gives three others back, "
        "says how many are trumps, and both are Re. If nobody does, or where that is agreed at once, the "
        "cards are dealt again. It can be agreed that a single fox is not counted, while two are; it then "
        "may stay in the hand.",
        f"{_HOUSE}; the fox that stays: {_RULING}",
    ),
    Rule(
        "DK-V14",
        "Where it is agreed, a poor or freakish hand may be thrown in: five nines, many kings, tens and "
        "aces, or no trump above a fox.",
        _HOUSE,
    ),
    Rule(
        "DK-V15",
        "Where it is agreed, who holds both aces of diamonds has piglets, which rank above the ten of "
        "hearts: announced at the start, or when the first is played, or the second alone when the first "
        "was won by its own party, as far as all know.",
        f"{_HOUSE}; as far as all know: {_RULING}",
    ),
    Rule(
        "DK-V16",
        "Where it is agreed, a jack of clubs lost to the other party in the last trick is a special point.",
        _HOUSE,
    ),
    Rule(
        "DK-V17",
        "Where they are agreed, special points are given for the last trick won with a fox, for a ten of "
        "hearts that beats an opponent’s, and for a trick of four plain hearts.",
        _HOUSE,
    ),
    Rule(
        "DK-V18",
        "Where it is agreed, each announcement doubles what the deal is worth instead of adding two points; "
        "special points may be left out.",
        _HOUSE,
    ),
    Rule(
        "DK-V19",
        "Where it is agreed, Re must come before the fifth card of the deal and Kontra before the "
        "thirteenth, or calls end by a list of five numbers of cards in hand, as it stands for either pack.",
        _HOUSE,
    ),
    Rule(
        "DK-V20",
        "Where it is agreed, who wins a first trick of thirty card points or more must announce before "
        "leading to the second, unless the party has.",
        "house rule",
    ),
    Rule(
        "DK-V21",
        "Where it is agreed, some deals are followed by a round, one for each player, that counts double.",
        _HOUSE,
    ),
    Rule(
        "DK-V22",
        "Where it is agreed, who holds both kings of diamonds may choose a new partner when playing the "
        "first. Bids lapse, announcements stay, and the new pair keeps the name of the chooser’s party.",
        f"{_HOUSE}; the name: {_RULING}",
    ),
    Rule("DK-V23", "Where it is agreed, only gains are written down, or only losses.", "house rule"),
    Rule(
        "DK-V25",
        "Where it is agreed, special points cannot give the deal to the party that has lost it.",
        "house rule",
    ),
)
