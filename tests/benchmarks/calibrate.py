"""Fixed pure-Python work, to turn wall times into machine-independent ratios.

Prints the time, in seconds, that one unit of fixed integer and dict work takes
(best of several rounds).  Every other yardstick prints this beside its own
figure, so that two runs on different or noisy machines can be compared as
ratios of the same unit.
"""

import time


def unit() -> int:
    """One unit of work: 200 000 steps of integer, list and dict traffic."""
    table: dict[int, int] = {}
    x = 12345
    hand = list(range(32))
    for i in range(200_000):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        k = x & 0x3FFF
        table[k] = table.get(k, 0) + (hand[x & 31] ^ i)
    return len(table)


def calibrate(rounds: int = 7) -> float:
    """Seconds for one unit, best of `rounds`."""
    best = float("inf")
    for _ in range(rounds):
        t = time.perf_counter()
        unit()
        best = min(best, time.perf_counter() - t)
    return best


if __name__ == "__main__":
    print(f"calibration unit: {calibrate() * 1e3:.1f} ms")
