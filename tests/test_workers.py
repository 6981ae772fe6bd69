"""Tests that share what is made once run on one worker."""

from tests.conftest import BESIDE, ROOT, Files


def test_files_stay_together() -> None:
    scope = Files._split_scope
    files = Files.__new__(Files)
    assert scope(files, "tests/a.py::test_one[a::b]") == scope(files, "tests/a.py::test_two")
    for file, maker in BESIDE.items():
        assert scope(files, f"{file}::test_one") == maker
        assert maker.removeprefix("tests/").removesuffix(".py").replace("/", ".") in (ROOT / file).read_text()
