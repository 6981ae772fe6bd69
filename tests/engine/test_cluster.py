"""Work on a cluster: a worker that dies loses nothing, and whatever is wrong is one sentence."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import pytest

from kontrapunkt.cli import main
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine
from kontrapunkt.puzzles.process_pool import Cluster
from kontrapunkt.text import catalogue

ROOT = Path(__file__).parents[2]
VEIN = MiningPlan((("Game", "konter-a-matt"),), "play", seed=4)
FOUND = 8


@dataclass
class Local:
    """A scheduler of this machine with its workers, each a process."""

    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return f"tcp://127.0.0.1:{(self.folder / 'port').read_text()}"

    def begin(self, text: str) -> subprocess.Popen[bytes]:
        """Starts a process that says `ready` when it is."""
        process = subprocess.Popen(
            [sys.executable, "-c", text], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.processes.append(process)
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        return process


SCHEDULER = """
import asyncio, pathlib
from distributed import Scheduler
async def run():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as found:
        pathlib.Path({port!r}).write_text(str(found.port))
        print("ready", flush=True)
        await found.finished()
asyncio.run(run())
"""

WORKER = """
import asyncio
from distributed import Worker
async def run():
    options = dict(nthreads=1, host="127.0.0.1", dashboard=False, local_directory={folder!r})
    async with Worker({address!r}, **options) as found:
        print("ready", flush=True)
        await found.finished()
asyncio.run(run())
"""


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """A scheduler and two workers."""
    found = Local(tmp_path_factory.mktemp("cluster"))
    try:
        found.begin(SCHEDULER.format(port=str(found.folder / "port")))
        for name in ("one", "two"):
            found.begin(WORKER.format(address=found.address, folder=str(found.folder / name)))
        yield found
    finally:
        for process in found.processes:
            process.kill()
        for process in found.processes:
            process.wait()
            if process.stdout:
                process.stdout.close()


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process is over, after some seconds at the most."""
    until = monotonic() + 5
    while process.poll() is None and monotonic() < until:
        sleep(0.05)
    return process.poll() is not None


@pytest.mark.heavy("a scheduler and two workers start, and eight puzzles are mined twice")
def test_cluster_survives_a_killed_worker(local: Local) -> None:
    alone = [each.text for each in mine(VEIN, FOUND)]
    together = []
    for number, each in enumerate(mine(VEIN, FOUND, on=local.address)):
        together.append(each.text)
        if number == 2:
            worker = local.processes[-1]
            worker.send_signal(signal.SIGKILL)
            assert ended(worker)
    assert together == alone  # nothing lost, nothing twice
    with Cluster(local.address) as left:
        assert left.jobs == 1


def test_a_command_works_on_a_cluster(local: Local, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "konter-a-matt", "--players", "random,first-steps", "--deals", "3"]
    assert main(asked) == 0
    alone = capsys.readouterr().out
    assert main([*asked, "--on", local.address]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nobody", "tcp://", "ftp://127.0.0.1:9"])
def test_where_nobody_answers_one_sentence_says_so(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kontrapunkt.puzzles.process_pool.PATIENCE", 1)
    assert main(["mine", "konter-a-matt", "--on", address]) == 2
    said = capsys.readouterr().err
    assert address in said
    assert said.count("\n") == 1


def test_without_the_package_one_sentence_names_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["mine", "konter-a-matt", "--on", "tcp://127.0.0.1:9"]) == 2
    assert catalogue.say("cli.needs_cluster") in capsys.readouterr().err
