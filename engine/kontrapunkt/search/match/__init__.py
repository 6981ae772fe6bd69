"""The open-hand solver of rank-match games, for endings without stock.

endgame         the cards left, as bits; plays from every hand; the lead limit; states as positions
tables          kinds of count (card points, tricks, cleaning), their tables of hands, and shortcuts
kernel          the search in Python
compiled        the search in C
count_search    the search for winning sets of counts with gaps
questions       the results of deals, as targets of a count
goal_queries    goals as queries, answers as values
python_engine   an ending with the results of the Python kernel
wasm_engine     an ending with the compiled kernel
phrasing        sentences for values that depend on the past
solver          the goals that can be searched, and the stored endings
"""

from kontrapunkt.search.match.questions import Payoffs
from kontrapunkt.search.match.solver import MatchSolver

__all__ = ["MatchSolver", "Payoffs"]
