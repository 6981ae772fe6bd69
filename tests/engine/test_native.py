"""Machines in CPython: what they write, what they refuse, what becomes of a trap."""

from typing import Any

import pytest
import wasmtime

from kontrapunkt.search.native import MachineError, _in_python, machine

TEXT = """(module
  (memory (export "memory") 1)
  (func (export "grown") (result i32) (memory.grow (i32.const 64)))
  (func (export "first") (result i32) (i32.load (i32.const 0)))
  (func (export "nothing"))
  (func (export "trapped") unreachable))"""

PAGE = 1 << 16


@pytest.fixture
def small() -> Any:
    """A machine with one page of memory."""
    return _in_python(bytes(wasmtime.wat2wasm(TEXT)))()


def test_what_is_written_is_what_it_reads(small: Any) -> None:
    small.write(0, (-7).to_bytes(4, "little", signed=True))
    assert small.call("first") == -7
    assert small.call("nothing") == 0
    assert small.read(0, 4) == b"\xf9\xff\xff\xff"


def test_nothing_is_written_or_read_beside_its_memory(small: Any) -> None:
    for at, size in ((-1, 1), (PAGE, 1), (PAGE - 1, 2)):
        with pytest.raises(IndexError):
            small.write(at, bytes(size))
        with pytest.raises(IndexError):
            small.read(at, size)


def test_memory_that_has_grown_is_there(small: Any) -> None:
    small.write(0, b"before")
    small.call("grown")
    small.write(3 * PAGE, b"after")
    assert (small.read(0, 6), small.read(3 * PAGE, 5)) == (b"before", b"after")


def test_trap_is_one_line_error_and_machine_survives(small: Any) -> None:
    with pytest.raises(MachineError, match="unreachable"):
        small.call("trapped")
    assert small.call("first") == 0


def test_two_machines_have_memories_of_their_own() -> None:
    one, other = machine("follow"), machine("follow")
    assert one
    assert other
    at = one.call("asked_at")
    one.write(at, b"one")
    assert other.read(at, 3) != b"one"
