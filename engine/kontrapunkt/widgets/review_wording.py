"""What a review says of a decision: what it gave away by what could be known, as the cards lay, and luck."""

from typing import Final

from kontrapunkt import render, words
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import Seat
from kontrapunkt.naming import name_action, the_card
from kontrapunkt.players.foresight import Foreseen
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.widgets.line import rows
from kontrapunkt.widgets.review import Decision

TRICKS: Final = 2
"""So many tricks are shown of what would have come of something better."""


def told(of: Decision) -> str:
    """What a decision gave away, in a few sentences; empty for nothing, and where nothing is known."""
    verdict = str(of.verdict.text) if of.verdict else ""
    if of.luck == "bad" and of.foreseen:
        return words.say("review.luck.bad", verdict=verdict, deals=deals(of.foreseen))
    if not of.worse or of.foreseen is None:
        return _as_cards_lay(verdict) if of.lost else ""
    values = {"what": better(of), "more": more(of.foreseen), "deals": deals(of.foreseen)}
    if of.luck == "good":
        return words.say("review.luck.good", **values)
    worse = words.say("review.worse", **values)
    return f"{worse} {_as_cards_lay(verdict)}" if of.lost else worse


def _as_cards_lay(verdict: str) -> str:
    """A verdict within a sentence: "As the cards lay, this costs East 2 card points."."""
    return words.say("review.open", verdict=verdict[:1].lower() + verdict[1:])


def shown(of: Decision) -> render.Reviewed:
    """A decision as a page shows it, with what else would have come of it."""
    line = list(of.instead)
    tricks = "".join(render.trick_list(rows(line)[:TRICKS], interactive=False)) if line else ""
    label = words.say("sitting.review.instead", what=better(of)) if line else ""
    return render.Reviewed(f"from {of.step}", headed(of), (label, tricks), against(of))


def against(of: Decision) -> dict[Seat, tuple[Card, ...]]:
    """Who else holds what in the deal that punishes a decision; nobody where there is none."""
    found = of.foreseen
    if found is None or found.against is None:
        return {}
    hands = found.against.view(None).hands
    return {
        seat: cards for seat, cards in hands.items() if seat != found.seat and cards and HIDDEN not in cards
    }


def headed(of: Decision) -> str:
    """The same with the trick and what was done before it."""
    what = words.say("review.nothing_said") if of.silence else name_action(of.action)
    return words.say("review.decision", n=of.trick, what=what, told=told(of))


def better(of: Decision) -> str:
    """What would have been better, as a sentence names it: "the ace of hearts"; empty for nothing."""
    action = of.better
    if action is None:
        return ""
    if of.worse and of.foreseen and of.foreseen.silent:
        return words.say("review.silence")
    return the_card(action.card) if action.card else words.say("review.said", what=name_action(action))


def more(of: Foreseen) -> str:
    """How much more the better action brings, give or take the error: "1.2 ± 0.4 lines more"."""
    wins = of.unit in (*YES_OR_NO, "deals won")
    numbers = [100 * each if wins else each for each in (of.loss, of.error)]
    places = 0 if numbers[0] >= 10 else 1 if numbers[0] >= 1 else 2
    told = " ± ".join(f"{number:.{places}f}" for number in numbers if number)
    return words.say("review.more.of a hundred" if wins else f"review.more.{of.unit}", n=told)


def deals(of: Foreseen) -> str:
    """Into how many deals was looked, and whether they were solved: "40 deals, played on"."""
    key = "every" if of.every else "drawn"
    played = "" if of.solved else ".played"
    return words.say(f"review.deals.{key}{played}", n=of.deals)
