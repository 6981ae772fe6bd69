"""RLCard's side of `bench_playouts`; runs in an environment of its own, which has RLCard and nothing of ours.

Each line of standard input is a number of seconds. The answer is a line: decisions, games, processor seconds
of random games of the environment named on the command line, driven through RLCard's public `Env.step`.
"""

import random
import sys
import time
from importlib import import_module


def main() -> None:
    """Plays as long as it is told to."""
    rlcard, numpy = import_module("rlcard"), import_module("numpy")
    numpy.random.seed(1)
    env = rlcard.make(sys.argv[1], config={"seed": 1})
    chance = random.Random(1)
    print(rlcard.__version__, flush=True)
    for line in sys.stdin:
        decisions = games = 0
        start = time.process_time()
        while time.process_time() - start < float(line):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                decisions += 1
            env.get_payoffs()
            games += 1
        print(decisions, games, time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
