"""All benchmarks that need no browser: `make bench`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks import bench_playouts, bench_solver


def main() -> int:
    """Runs them one after the other; 1 if one does not reach what we ask of it."""
    return max(bench(sys.argv[1:]) for bench in (bench_playouts.main, bench_solver.main))


if __name__ == "__main__":
    sys.exit(main())
