"""Cards in a row, for the text to speak about."""

from collections.abc import Mapping
from typing import Any, ClassVar

from kontrapunkt import render
from kontrapunkt.cards import card
from kontrapunkt.widgets.base import Prefs, Still
from kontrapunkt.widgets.frame import Frame


class Cards(Still):
    """A row of cards; the spec's `cards` are their texts."""

    kind: ClassVar[str] = "cards"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Reads the cards.

        Raises:
            CardError: if a text is not a card.
        """
        super().__init__(spec, prefs)
        self._cards = [card(str(each)) for each in spec["cards"]]

    def frame(self) -> Frame:
        """The row."""
        return Frame(render.frame(title=str(self.spec.get("title", "")), table=render.card_row(self._cards)))
