"""Each record in this folder is a complaint and a test, which fails until somebody has ruled on it."""

from pathlib import Path

import pytest

from kontrapunkt.cli import main

COMPLAINTS = sorted(Path(__file__).parent.glob("*.record"))


@pytest.mark.parametrize("path", COMPLAINTS, ids=lambda path: path.stem)
def test_complaint_is_ruled_and_heeded(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["complaint", str(path)])
    assert status == 0, "".join(capsys.readouterr())
