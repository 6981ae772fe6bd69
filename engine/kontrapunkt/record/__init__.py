"""The deal record: a game as text, read, written and replayed.

    [Game "ristiklappi"]
    [Options "preset=lappi6"]            only what differs from the default
    [Dealer "W"]
    [Deal]                               or [Position]: the middle of a deal
    N: QS TS 7C 7D 5S AH                 `?` for an unseen card
    ...
    stock: 2C 4D ...                     top card first; `-` for none
    1. N 7C  E 6S  S dark * 2S  W 7H  -> W 0   {what there is to say}
    ...

    [Dealer "N"]                         the next deal of a session; the deal before it must lead to it
    [Deal]
    ...
    score: NS 1 EW 0                     how the session stands; replaying finds it where it is left out

After `*` comes what chance did: a card turned up for all to see, or, in a record that hides cards, one that a
seat drew and saw alone (`N 7C * draw QH`).

The writer is strict, the reader lenient (`10♠`, lower case, any spacing; numbers and claims may be missing),
and `read(write(x)) == x`. What a claim says is checked by `replay`.
"""

from kontrapunkt.deal import Claim as Claim
from kontrapunkt.deal import Deal as Deal
from kontrapunkt.deal import Move as Move
from kontrapunkt.deal import Record as Record
from kontrapunkt.deal import RecordError as RecordError
from kontrapunkt.record.reader import read as read
from kontrapunkt.record.recording import Done as Done
from kontrapunkt.record.recording import Seen as Seen
from kontrapunkt.record.recording import Sitting as Sitting
from kontrapunkt.record.recording import Watched as Watched
from kontrapunkt.record.recording import record_of as record_of
from kontrapunkt.record.recording import record_of_session as record_of_session
from kontrapunkt.record.recording import write_start as write_start
from kontrapunkt.record.replaying import Replay as Replay
from kontrapunkt.record.replaying import Step as Step
from kontrapunkt.record.replaying import game_of as game_of
from kontrapunkt.record.replaying import record_view as record_view
from kontrapunkt.record.replaying import replay as replay
from kontrapunkt.record.replaying import replay_session as replay_session
from kontrapunkt.record.writer import write as write
