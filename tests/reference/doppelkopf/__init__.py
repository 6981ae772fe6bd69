"""Doppelkopf once more: slow, naive, and written from the rules as written alone.

This package shares nothing with the engine but the text of a card, rank then suit (`TH`, `QC`). A deal in
progress is one dictionary, every option is text, and whatever the rules ask of the past is looked up in the
lists of tricks and calls, every time anew. Each function names the rules it follows: R, P, S, V options, A
rulings, D the deal. Where the rules as written are silent, the docstring says "a reading of ours".

    options, packs, orders       cards.py
    reservations to first lead   reservations.py
    parties, what is proved      parties.py
    announcements and bids       calls.py
    begin, actions, do           play.py
    what a deal brings           scoring.py
    rounds of deals              session.py

The actions, each said or done by one seat:

    say healthy, say reservation     R1, in turn
    withdraw                         V30, by the one who spoke last
    bid solo queens ...              R4, R5; also jacks clubs spades hearts diamonds fleischlos, of the house
                                     kings queens-jacks kings-jacks kings-queens koehler
    bid wedding                      R4; with V11 `chosen` three: bid wedding foreign, plain, trump
    bid poverty, bid throw-in        V13, V14
    pass                             R5 no to the class asked for; V13 refused; V15, V22 no
    discard 9C                       V13, three times, both ways
    accept                           V13
    9C                               a card
    partner E                        V22, after the first king of diamonds
    say re, say kontra               R20; by any seat, on turn or not
    say no 90, say no 60, say no 30, say schwarz
    say piglets                      V15: before the first card, or after the first ace of diamonds
"""
