"""The search for puzzles, deal by deal, in several processes.

The results do not depend on the number of processes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.messages import say
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.captions import Forms, first_free, forms
from kontrapunkt.puzzles.mining.deals import PlayedDeal, deal_and_play, replay_deal
from kontrapunkt.puzzles.mining.drafts import KINDS_MINED, PATIENCE, SoundPuzzle, check_draft, try_open
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.process_pool import in_order, pool_of
from kontrapunkt.record import Record, game_of, read, replay_session
from kontrapunkt.text import catalogue

BLOCK: Final = 4
"""The number of deals in one piece of work, if there are several processes."""


@dataclass(frozen=True, slots=True)
class MiningPlan:
    """The source and the kind of puzzles to look for.

    Attributes:
        tags: The game and its options, as a record names them.
        seed: The seed of the deals.
        records: Records to use instead of random deals, each with its name and text.
        difficulty: The difficulty of the puzzles; 0 for any.
        cards: The most cards in a hand for a search; 0 for as many as are searched quickly.
    """

    tags: tuple[tuple[str, str], ...]
    kind: str
    seed: int = 0
    records: tuple[tuple[str, str], ...] = ()
    difficulty: int = 0
    cards: int = 0


def mine(
    plan: MiningPlan,
    count: int,
    *,
    jobs: int = 1,
    on: str = "",
    limit: int = 10_000,
    known: Iterable[Puzzle] = (),
    told: Callable[[int, int], None] = lambda deals, kept: None,
) -> Iterator[SoundPuzzle]:
    """Look for puzzles, deal by deal; a plan always gives the same puzzles.

    Args:
        plan: The plan.
        count: The number of puzzles wanted.
        jobs: The number of processes.
        on: The address of a cluster's scheduler to use instead; empty for none.
        limit: The number of deals after which it gives up.
        known: Existing puzzles; new ones must not be too similar.
        told: Called after every deal with the number of deals searched and of puzzles found.

    Raises:
        ClusterMissing: if a cluster is wanted, and `distributed` is not installed.
        PoolUnreachable: if no scheduler answers there.
    """
    known = tuple(known)
    seen = {form for puzzle in known for form in _forms_of(puzzle)}
    taken = {puzzle.title for puzzle in known}
    kept = 0
    if plan.records:
        limit = min(limit, len(plan.records))
    for deals, found in enumerate(_puzzles_by_deal(plan, limit, jobs, on), 1):
        for one in found:
            if {one.form, one.likeness} & seen:
                continue
            seen |= {one.form, one.likeness}
            kept += 1
            title = first_free(one.titles, taken)
            taken.add(title)
            yield replace(one, puzzle=replace(one.puzzle, title=title))
            if kept >= count:
                told(deals, kept)
                return
        told(deals, kept)


def _forms_of(puzzle: Puzzle) -> Forms:
    """Return the forms of an existing puzzle."""
    kind = try_open(puzzle)
    return forms(kind) if kind else (puzzle.id, puzzle.id)


def _puzzles_by_deal(plan: MiningPlan, limit: int, jobs: int, on: str) -> Iterator[list[SoundPuzzle]]:
    """Yield the puzzles of each deal, in the order of the deals."""
    with pool_of(jobs, on) as pool:
        size = BLOCK if pool else 1
        blocks = ((catalogue.language(), plan, at, min(at + size, limit)) for at in range(0, limit, size))
        yield from chain.from_iterable(in_order(pool, _block, blocks))


def _block(language: str, plan: MiningPlan, first: int, end: int) -> list[list[SoundPuzzle]]:
    with catalogue.use_language(language):
        return [[*search(plan, deal)] for deal in range(first, end)]


def search(plan: MiningPlan, deal: int) -> Iterator[SoundPuzzle]:
    """Yield sound puzzles of one deal, one of each topic.

    Args:
        deal: The number of the deal, from 0.
    """
    done: set[str] = set()
    for line in lines(plan, deal):
        knowledge = knowledge_of(line.start.game)
        chance = Random(f"{plan.seed} {deal} drafts").random
        most = plan.cards or knowledge.cards_mined
        drafts = sorted(KINDS_MINED[plan.kind](line, knowledge, most), key=lambda _: chance())
        if plan.difficulty:  # easy puzzles come from the end of a deal, and are checked quickly there
            drafts.sort(key=lambda draft: draft.moves if plan.difficulty < 4 else -draft.moves)
        for draft in drafts:
            if draft.topic in done:
                continue
            found = check_draft(draft, PATIENCE[plan.difficulty])
            if found and plan.difficulty in (0, found.report.difficulty):
                done.add(draft.topic)
                yield found


def lines(plan: MiningPlan, deal: int) -> Iterator[PlayedDeal]:
    """Yield the deals for a number: one random deal, or all deals of a record.

    Args:
        deal: The number of the deal or record, from 0.
    """
    if plan.records:
        name, text = plan.records[deal]
        record = read(text)
        for number, played in enumerate(replay_session(record), 1):
            yield replay_deal(
                played, str(say("puzzle.mined.record", name=record.title or name, number=number))
            )
        return
    game = _game(plan.tags)
    name = str(say("puzzle.mined.deal", seed=plan.seed, number=deal + 1))
    yield deal_and_play(game, knowledge_of(game), name, Random(f"{plan.seed} {deal}"))


@lru_cache(1)
def _game(tags: tuple[tuple[str, str], ...]) -> Game:
    """Return the game of a plan, one object for all deals."""
    return game_of(Record(dict(tags), ()))
