"""Who does the work of the soak and of the kernel's bench: processes of this machine, or a cluster."""

import argparse
from contextlib import nullcontext

from kontrapunkt.commands import CommandError
from kontrapunkt.commands.progress import cluster_errors
from kontrapunkt.puzzles.process_pool import Pool, pool_of


def pool_for(parser: argparse.ArgumentParser, jobs: int, address: str) -> Pool | nullcontext[None]:
    """What `pool_of` gives; where nobody answers, the parser says so in a sentence and ends the program.

    Args:
        parser: What has read the words of the command.
        jobs: How many processes.
        address: Where a cluster's scheduler listens; empty for none.
    """
    try:
        with cluster_errors():
            return pool_of(jobs, address)
    except CommandError as error:
        parser.error(str(error))
