"""The open-hand solver of rank-match games, for endings without stock.

ending      the cards left, as bits; what can be played from every hand
limit       the lead limit
family      kinds of count: card points, tricks, dirt
tables      what a kind of count makes of every hand
sure, leads, last_tricks, kernel     the search in Python
plain       the same without techniques
compiled    the search in C
place, counting, bracket             states to positions, questions, targets
payoffs, questions, account          the result of a deal
fork, prepared, walked, weighed      an ending with all that has been found in it, by either kernel
asked, look                          goals to questions, answers to values, in slices
wording     values in words
solver      what can be asked, and the endings that are kept
"""

from kontrapunkt.search.match.payoffs import Payoffs
from kontrapunkt.search.match.solver import MatchSolver
from kontrapunkt.search.match.techniques import ALL, Techniques

__all__ = ["ALL", "MatchSolver", "Payoffs", "Techniques"]
