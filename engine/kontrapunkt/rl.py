"""All games as PettingZoo environments, for learning agents (extra `rl`).

>>> from kontrapunkt import rl
>>> environment = rl.env("ristiklappi")
>>> environment.reset(seed=1)
>>> observation, reward, termination, truncation, info = environment.last()
>>> environment.game.deal(seed=1).to_act == environment.agent_selection
True

An agent is a seat. It acts in turn; calls out of turn are not offered. Actions are numbers, the places in
`CardGameEnv.actions`; the same game with other options has the same list. An observation is made from the
seat's view alone, so it has nothing that the seat may not see. A seat's reward is its gain from the deal,
paid at the end; the rewards of all seats add up to zero.
"""

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any, ClassVar, Final, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.interface import Action, Game, Seat, State, View
from kontrapunkt.core.registry import game as game_of

_SUITS: Final = "CSHD"

_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "ristikontra": ("dark",),
    "ristiklappi": ("dark",),
    "kontra": ("bottom", "dark", "spice #", "spice dark", "top"),
    "konter-a-matt": ("claim", "say konter", "say konter-a-matt", "say matt", "trump *"),
    "kontraspiel": (
        "discard #", "match *", "pass", "play", "say contra", "say contra-swap", "say recontra",
        "take", "trump *",
    ),
    "koenigrufen-graden": (
        "bid bettler", "bid durchmarsch", "bid durchmarsch_letzten", "bid hundert", "bid hundert_letzten",
        "bid hundertermord", "bid koenigmord", "bid plauderer", "bid zehnermord", "lay #", "pass",
    ),
    "sedma": ("stop",),
    "doppelkopf": (
        "accept", "bid poverty", "bid throw-in", "bid wedding", "bid wedding plain", "bid wedding trump",
        "bid solo queens", "bid solo jacks", "bid solo clubs", "bid solo spades", "bid solo hearts",
        "bid solo diamonds", "bid solo fleischlos", "bid solo kings", "bid solo queens-jacks",
        "bid solo kings-jacks", "bid solo kings-queens", "bid solo koehler", "discard #", "trumps 0",
        "trumps 1", "trumps 2", "trumps 3", "partner N re", "partner N kontra", "partner E re",
        "partner E kontra", "partner S re", "partner S kontra", "partner W re", "partner W kontra", "pass",
        "say healthy", "say reservation", "say piglets", "say re", "say re no 90", "say re no 60",
        "say re no 30", "say re schwarz", "say kontra", "say kontra no 90", "say kontra no 60",
        "say kontra no 30", "say kontra schwarz", "withdraw",
    ),
}  # fmt: skip
"""The actions of each game that play no card; `#` stands for each card of the pack, `*` for each suit."""


class UnlistedAction(ValueError):
    """Raised for an action that the list of the game does not have, and for a number without an action."""


def cards_of(game: Game) -> list[str]:
    """Return the cards of a game in a fixed order, whatever its options leave out."""
    return sorted({*type(game)().pack, *game.pack})


def action_list(game: Game, words: Iterable[str] | None = None) -> tuple[Action, ...]:
    """Return all actions of a game in a fixed order, whatever its options: cards first, then words.

    Args:
        game: The game.
        words: The actions that play no card, with `#` for each card and `*` for each suit; None for the
            known ones of our own games.
    """
    cards = cards_of(game)
    found = [*cards]
    for word in _WORDS.get(game.id, ("pass",)) if words is None else words:
        found += [word.replace("#", card) for card in cards] if "#" in word else []
        found += [word.replace("*", suit) for suit in _SUITS] if "*" in word else []
        found += [word] if not {"#", "*"} & {*word} else []
    return tuple(map(Action, found))


def env(name: str, preset: str | None = None, **options: Any) -> "CardGameEnv":
    """Return the environment of a game.

    Args:
        name: The game's id.
        preset: A named rule set; None for the usual one.
        **options: Single options, as of `kontrapunkt.game`.
    """
    return CardGameEnv(game_of(name, preset, **options))


class CardGameEnv(AECEnv[str, Any, int | None]):  # type: ignore[misc]
    """A deal of a card game, played in turn.

    Attributes:
        game: The game with its options.
        actions: All actions; an agent's action is a place in it.
        state_of_play: The state with all cards, for tests and players; None before `reset`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "kontrapunkt_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self, game: Game, words: Iterable[str] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.actions = action_list(game, words)
        self.render_mode = render_mode
        self.possible_agents = [str(seat) for seat in game.seats]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.state_of_play: State | None = None
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        self._cards = {card: number for number, card in enumerate(cards_of(game))}
        self._chance = np.random.default_rng()
        size = len(self._seen(game.deal(seed=0).view(game.seats[0])))
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._acted = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._observations = dict.fromkeys(self.possible_agents, self._observed)

    def __repr__(self) -> str:
        return f"CardGameEnv({self.game!r})"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what a seat observes."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's actions."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal.

        Args:
            seed: The same seed gives the same deals from here on; None goes on with the last one.
            options: Nothing; PettingZoo passes them.
        """
        if seed is not None:
            self._chance = np.random.default_rng(seed)
            dealt = seed
        else:
            dealt = int(self._chance.integers(2**31))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_play = self.game.deal(dealt)
        self.agent_selection = str(self.state_of_play.to_act)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat observes: its view as numbers, and the mask of its legal actions."""
        state = self._state()
        view = state.view(known_seat(agent))
        mask = np.zeros(len(self.actions), np.int8)
        if state.to_act == agent:
            for action in view.actions:
                mask[self.number_of(action)] = 1
        return {"observation": np.array(self._seen(view), np.float32), "action_mask": mask}

    def number_of(self, action: Action) -> int:
        """Return the number of an action.

        Raises:
            UnlistedAction: if the list does not have it.
        """
        if action not in self._numbers:
            raise UnlistedAction(f"{self.game.id} has no action {action!r} in its list; give `words`")
        return self._numbers[action]

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; pay the rewards at the end of the deal.

        Args:
            action: The number of the action in `actions`; None for an agent whose deal is over.

        Raises:
            UnlistedAction: if no action has this number.
            Refusal: if the action is not legal.
        """
        state = self._state()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = index(action) if isinstance(action, SupportsIndex) else -1
        if not 0 <= number < len(self.actions):
            most = len(self.actions) - 1
            raise UnlistedAction(
                f"an action is a number from 0 to {most}, its place in `actions`, not {action!r}"
            )
        state = state.apply(self.actions[number])
        self._cumulative_rewards[agent] = 0.0
        self.state_of_play = state
        self._clear_rewards()
        if state.to_act is None:
            self.rewards = {str(seat): float(gain) for seat, gain in self.game.payoffs(state).items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = str(state.to_act)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as the seat to act sees it, as text."""
        state = self._state()
        return str(state.view(state.to_act)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _state(self) -> State:
        if self.state_of_play is None:
            raise RuntimeError("call reset() first")
        return self.state_of_play

    def _seen(self, view: View[Any]) -> list[float]:
        """Return a view as numbers from -1 to 1; seats are counted from the viewer on."""
        viewer = view.seat or self.game.seats[0]
        order = [self.game.after(viewer, steps) for steps in range(len(self.game.seats))]
        packs = 2 if view.double_pack else 1
        found: list[float] = []

        def count(cards: Iterable[str]) -> None:
            counts = [0.0] * len(self._cards)
            for card in cards:
                if card in self._cards:  # a hidden card is none of them
                    counts[self._cards[card]] += 1 / packs
            found.extend(min(1.0, count) for count in counts)

        def seat(of: Seat | None) -> None:
            found.extend(float(each == of) for each in order)

        played = [*view.trick, *(play for trick in view.tricks for play in trick.plays)]
        for each in order:
            count(view.hands.get(each, ()))
            count(play.card for play in view.trick if play.seat == each)
            count(play.card for play in played if play.seat == each)
            found.append(len(view.hands.get(each, ())) / len(self.game.pack))
            pile = next((pile for pile in view.piles if each in pile.seats), None)
            found.append(((pile.tricks if pile else None) or 0) / len(self.game.pack))
            found.append(max(-1.0, min(1.0, ((pile.card_points if pile else None) or 0) / 240)))
            called = {str(call.action) for call in view.calls if call.seat == each}
            found.extend(float(action in called) for action in self.actions[len(self._cards) :])
        count(card for laid in view.laid for card in laid.cards)
        count(view.added)
        count(card for trick in view.tricks for card in trick.added)
        found.extend(float(view.trump == suit) for suit in _SUITS)
        found.append((view.stock or 0) / len(self.game.pack))
        seat(view.to_act)
        seat(view.dealer)
        return found


def play(environment: CardGameEnv, choose: Any, deals: int, seed: int = 0) -> Iterator[dict[str, float]]:
    """Play deals; yield the gain of each seat.

    Args:
        environment: The environment.
        choose: A function of the environment and an observation that returns the number of an action.
        deals: The number of deals.
        seed: The seed of the first deal.
    """
    for number in range(deals):
        environment.reset(seed=seed + number)
        gains = dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            observation, reward, ended, cut, _ = environment.last()
            gains[agent] += reward
            environment.step(None if ended or cut else choose(environment, observation))
        yield gains
