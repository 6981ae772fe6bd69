"""Reader and command line before any bytes, for a long while: a clean error or an answer, and soon."""

import json
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.record import Record, RecordError, read, replay, write
from tests.engine.test_cli import ANYTHING, changed, of_doppelkopf, run

SECONDS = 5
"""What an answer may take: hands of six cards each are the longest that can be solved."""

COMMANDS = [
    ["legal"],
    ["legal", "--json"],
    ["score"],
    ["score", "--json"],
    ["solve", "--goal", "points NS"],
    ["solve", "--json", "--goal", "points EW"],
    ["perft", "--depth", "3"],
    ["deal"],
]


def outcome[T](work: Callable[[], T]) -> T | Exception:
    """What it gives, or the clean error it stops with."""
    try:
        return work()
    except (RecordError, PositionError, Refusal) as error:
        return error


def check_reading(content: bytes) -> None:
    """Bytes are read, written and replayed, or refused with a place and in one line; and soon."""
    began = process_time()
    record = outcome(lambda: read(content.decode("utf-8", "replace")))
    if isinstance(record, Record):
        assert read(write(record)) == record
        played = outcome(lambda: replay(record))
        assert str(played)
    else:
        assert isinstance(record, RecordError)
        assert record.line >= 1
        assert record.column >= 1
        assert "\n" not in str(record)
    assert process_time() - began < SECONDS


@pytest.mark.soak
@settings(max_examples=30_000, deadline=None)
@given(ANYTHING)
def test_any_bytes_give_record_or_clean_error(content: bytes):
    check_reading(content)


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None)
@given(st.deferred(lambda: st.sampled_from(of_doppelkopf())).flatmap(changed))
def test_changed_records_of_doppelkopf(content: bytes):
    check_reading(content)


@pytest.mark.soak
@settings(max_examples=15_000, deadline=None)
@given(ANYTHING, st.sampled_from(COMMANDS))
def test_any_bytes_get_a_clean_answer_at_length(content: bytes, command: list[str]):
    check_answer(content, command)


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None)
@given(st.deferred(lambda: st.sampled_from(of_doppelkopf())).flatmap(changed), st.sampled_from(COMMANDS))
def test_changed_records_of_doppelkopf_get_a_clean_answer(content: bytes, command: list[str]):
    check_answer(content, command)


def check_answer(content: bytes, command: list[str]) -> None:
    """A command answers bytes, or complains in one line; and soon."""
    began = process_time()
    status, out, err = run(command[0], "-", *command[1:], stdin=content)
    assert process_time() - began < SECONDS
    if status:
        assert (status, out) == (2, "")
        assert err.startswith("<stdin>:")
        assert err.count("\n") == 1
    else:
        assert err == ""
        assert out
        if "--json" in command:
            json.loads(out)
