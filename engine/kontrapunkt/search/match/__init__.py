"""The open-hand solver of rank-match games, for endings without stock.

ending      the cards left, as bits; what can be played from every hand; the lead limit; states as positions
tables      kinds of count (card points, tricks, dirt), what they make of every hand, what needs no search
kernel      the search in Python
compiled    the search in C
account     whether a count can be brought into a set with gaps
questions   what a deal brings, and targets that tell whether it brings so much
asked       goals to questions, answers to values
walked, weighed     an ending with all that has been found in it, by either kernel; states as questions
wording     values in words where the past decides
solver      what can be asked, and the endings that are kept
"""

from kontrapunkt.search.match.ending import Techniques
from kontrapunkt.search.match.questions import Payoffs
from kontrapunkt.search.match.solver import MatchSolver

__all__ = ["MatchSolver", "Payoffs", "Techniques"]
