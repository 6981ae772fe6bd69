"""The deal record: a game as text, to be read, written and replayed.

    [Game "ristiklappi"]
    [Options "preset=lappi6"]            only what differs from the default
    [Dealer "W"]
    [Deal]                               or [Position]: the middle of a deal
    N: QS TS 7C 7D 5S AH                 `?` for an unseen card
    ...
    stock: 2C 4D ...                     top card first; `-` for none
    1. N 7C  E 6S  S dark * 2S  W 7H  -> W 0   {a comment}
    ...

    [Dealer "N"]                         the next deal of a session; the deal before it must lead to it
    [Deal]
    ...
    score: NS 1 EW 0                     the session's score; if left out, replaying computes it

After `*` there is a chance event: a card turned up for all to see, or, in a record that hides cards, one that
a seat drew and saw alone (`N 7C * draw QH`).

The writer is strict, the reader lenient (`10♠`, lower case, any spacing, commas; numbers and claims may be
missing), and `read(write(x)) == x`. `replay` checks the claims.

>>> import kontrapunkt
>>> from kontrapunkt import record
>>> start = kontrapunkt.game("kontraspiel").deal(seed=1)
>>> text = record.write(record.record_of(start, [("N", "play")]))
>>> print(text)
[Game "kontraspiel"]
[Dealer "W"]
[Deal]
N: QC KS 9H QD 9D
E: AC KC TS AH JD
S: AS 9S KH JH AD
W: JS TC QS QH TD
stock: 9C TH KD JC
<BLANKLINE>
N play
<BLANKLINE>
>>> record.replay(record.read(text)).end.phase
'lead'
"""

from typing import TYPE_CHECKING

from kontrapunkt.core.deal import Claim, Deal, Move, Record, RecordError
from kontrapunkt.core.old_names import old_members
from kontrapunkt.record.reader import read
from kontrapunkt.record.recording import (
    Done,
    ObservedDeal,
    PlayedSession,
    SeatHistory,
    play_at_random,
    record_of,
    record_of_session,
    write_start,
)
from kontrapunkt.record.replaying import Replay, Step, game_of, record_view, replay, replay_session
from kontrapunkt.record.writer import write

__all__ = [
    "Claim",
    "Deal",
    "Done",
    "Move",
    "ObservedDeal",
    "PlayedSession",
    "Record",
    "RecordError",
    "Replay",
    "SeatHistory",
    "Step",
    "game_of",
    "play_at_random",
    "read",
    "record_of",
    "record_of_session",
    "record_view",
    "replay",
    "replay_session",
    "write",
    "write_start",
]  # fmt: skip


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"Seen": SeatHistory, "Watched": ObservedDeal})
