"""Our own baseline: plain alpha-beta with a table, for Ristikontra endings without stock.

Four hands of the same size, open; suits are ignored, any card may be played, the last card of the led rank
wins. The table key sorts the ranks that count nothing. There is no move ordering beyond a static one, and no
bound but the points left. `bench_solver` runs it beside the solver, on the same deals in the same run.
"""

MV = [0] * 8 + [10, 2, 3, 4, 11]  # rank 2..9, 10, J, Q, K, A
CANON = True


class Session:
    def __init__(self, hands):
        self.h, self.tt, self.nodes = list(hands), {}, 0

    def left(self):
        return sum(MV[c] for hand in self.h for c in hand)

    def key(self, leader):
        by = [[0, 0, 0, 0] for _ in range(13)]
        for p in range(4):
            for c in self.h[p]:
                by[c][p] += 1
        if CANON:
            return (leader, tuple(sorted(map(tuple, by[:8]))), tuple(map(tuple, by[8:])))
        return (leader, tuple(map(tuple, by)))

    def moves(self, p, trick):
        kinds = sorted(set(self.h[p]), key=lambda c: -MV[c])
        if trick and trick[0] in kinds:
            kinds.remove(trick[0])
            kinds.insert(0, trick[0])
        return kinds

    def winner(self, trick):
        return max(i for i in range(4) if trick[i] == trick[0])

    def worth(self, trick):
        return sum(MV[c] for c in trick)


def value(g, leader, alpha, beta):
    """Points side 0+2 takes from here, exact within (alpha, beta)."""
    if not g.h[leader]:
        return 0
    left = g.left()
    if left <= alpha:
        return left
    if beta <= 0:
        return 0
    k = g.key(leader)
    lo, hi = g.tt.get(k, (0, left))
    if lo >= beta or lo == hi:
        return lo
    if hi <= alpha:
        return hi
    v = play(g, leader, [], max(alpha, lo), min(beta, hi))
    if v <= max(alpha, lo):
        hi = min(hi, v)
    elif v >= min(beta, hi):
        lo = max(lo, v)
    else:
        lo = hi = v
    g.tt[k] = (lo, hi)
    return v


def play(g, leader, trick, alpha, beta):
    g.nodes += 1
    if len(trick) == 4:
        w = (leader + g.winner(trick)) % 4
        gain = g.worth(trick) if w % 2 == 0 else 0
        return gain + value(g, w, alpha - gain, beta - gain)
    p = (leader + len(trick)) % 4
    up = p % 2 == 0
    best = -1 if up else 10**6
    for c in g.moves(p, trick):
        hand = g.h[p]
        i = hand.index(c)
        g.h[p] = hand[:i] + hand[i + 1 :]
        v = play(g, leader, [*trick, c], alpha, beta)
        g.h[p] = hand
        if up:
            best = max(best, v)
            alpha = max(alpha, v)
        else:
            best = min(best, v)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best
