"""The renderer: turns views into HTML for built pages and for play.

Pure functions that return strings. They know cards, seats and tables but no game; their texts come from
`kontrapunkt.text.catalogue`. All drawings are in one sprite (`sprite`), to which every card refers.
"""

from typing import TYPE_CHECKING

from kontrapunkt.core.messages import action_name, seat_name, side_name
from kontrapunkt.core.old_names import old_members
from kontrapunkt.render.analysis import TurningPoint, panel, par, turns
from kontrapunkt.render.cards import card_html, card_row, fan, inline_card, suit_svg
from kontrapunkt.render.controls import (
    button,
    buttons,
    controls,
    doubt_button,
    feedback,
    frame,
    more_menu,
    rule_link,
    solving,
    toggle,
    walk,
)
from kontrapunkt.render.deal_end import (
    Decisions,
    ReviewedDecision,
    SideScore,
    compared,
    ending,
    every_line,
    folded,
    outcome,
    review,
    say_totals,
    score,
    totals,
)
from kontrapunkt.render.form import (
    FormChoice,
    FormField,
    Number,
    form,
    form_controls,
    shared_labels,
    tell_apart,
    verdict,
)
from kontrapunkt.render.markup import contents, prose, spoken
from kontrapunkt.render.non_card_actions import action_buttons, bids, has_non_card_actions, names_of_calls
from kontrapunkt.render.play_table import (
    ScoresheetLine,
    advice,
    answers,
    cover,
    folded_terms,
    further_terms,
    last_trick,
    scoresheet,
    session_controls,
    speech_switch,
    terms,
)
from kontrapunkt.render.puzzle import (
    KindTally,
    choices,
    dots,
    hints,
    next_puzzle_link,
    question,
    round_summary,
)
from kontrapunkt.render.records import bring_record, deal_by_number, play_on, record_list
from kontrapunkt.render.slate import slate
from kontrapunkt.render.speech import (
    button_text,
    describe,
    describe_non_card_action,
    news,
    say_action,
    say_done,
    say_news,
    say_trick,
    say_turn,
)
from kontrapunkt.render.sprite import sprite
from kontrapunkt.render.table import TableRenderer, room_for
from kontrapunkt.render.trick import added_label, trick_table
from kontrapunkt.render.tricks import TrickRow, trick_list

if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"sitting_controls": session_controls})
