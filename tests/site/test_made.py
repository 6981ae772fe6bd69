"""What fences have made, kept from build to build: found again, and never in the way."""

import os
from pathlib import Path

import pytest

from kontrapunkt_site import build_cache
from kontrapunkt_site.build_cache import BuildCache

GIVEN = ["table", "N: SA"]


def test_what_was_made_is_found_by_another_build(tmp_path: Path) -> None:
    first, beside = BuildCache(tmp_path / "made"), BuildCache(tmp_path / "made")
    assert first.find(GIVEN) is None
    first.keep(GIVEN, {"html": "♠ <b>"})
    first.keep_text([*GIVEN, 2], "as it is")
    assert beside.find(GIVEN) == {"html": "♠ <b>"}
    assert BuildCache(tmp_path / "made").text([*GIVEN, 2]) == "as it is"
    assert BuildCache(tmp_path / "made").find([*GIVEN, 2]) is None  # no JSON


def test_it_is_made_once(tmp_path: Path) -> None:
    done: list[int] = []

    def make() -> list[int]:
        done.append(1)
        return [7]

    assert [BuildCache(tmp_path).get_or_make(GIVEN, make) for _ in range(3)] == [[7]] * 3
    assert len(done) == 1


@pytest.mark.parametrize("rubbish", [b"<html>", b"", b"SQLite format 3\0" + bytes(200)])
def test_rubbish_in_its_place_gives_way(tmp_path: Path, rubbish: bytes) -> None:
    store = BuildCache(tmp_path)
    store.keep(GIVEN, 1)
    del store
    (place,) = tmp_path.glob("*.sqlite")
    place.write_bytes(rubbish)
    again = BuildCache(tmp_path)
    assert again.find(GIVEN) is None
    again.keep(GIVEN, 2)
    assert BuildCache(tmp_path).find(GIVEN) == 2


def test_unwritable_cache_folder_rebuilds_everything(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for store in (BuildCache(), BuildCache(tmp_path / "file" / "made")):
        store.keep(GIVEN, 1)
        assert store.find(GIVEN) is None


def test_the_last_three_versions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in range(5):
        monkeypatch.setattr(build_cache, "code_version", lambda version=version: str(version) * 16)
        BuildCache(tmp_path).keep(GIVEN, version)
        (place,) = tmp_path.glob(f"{version}*.sqlite")
        os.utime(place, (version, version))
    assert sorted(each.name[0] for each in tmp_path.iterdir()) == ["2", "3", "4"]
    assert BuildCache(tmp_path).find(GIVEN) == 4
