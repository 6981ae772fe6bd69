"""The renderer: views to HTML, for the page that is built and for the page that is played.

Pure functions that answer strings. They know cards, seats and tables, and no game; what they say goes through
`kontrapunkt.words`. The drawings are in one sprite (`sprite`), to which every card refers.
"""

from kontrapunkt.naming import name_action, seat_name, side_name
from kontrapunkt.render.analysis import Turn, panel, par, turns
from kontrapunkt.render.cards import card_html, card_row, fan, inline_card, suit_svg
from kontrapunkt.render.controls import (
    button,
    buttons,
    controls,
    feedback,
    frame,
    more,
    rule_link,
    solving,
    toggle,
    walk,
)
from kontrapunkt.render.deeds import deeds, has_deeds
from kontrapunkt.render.form import Agreement, Answer, Number, form, form_controls, verdict
from kontrapunkt.render.markup import spoken
from kontrapunkt.render.puzzle import Asked, choices, dots, hints, onward, question, round_summary
from kontrapunkt.render.records import bring_record, deal_by_number, play_on, record_list
from kontrapunkt.render.sitting import (
    Line,
    Reviewed,
    advice,
    cover,
    keeping,
    last_trick,
    outcome,
    review,
    scoresheet,
    sitting_controls,
    terms,
    totals,
)
from kontrapunkt.render.slate import slate
from kontrapunkt.render.speech import (
    button_text,
    describe,
    news,
    say_action,
    say_deed,
    say_done,
    say_trick,
    say_turn,
)
from kontrapunkt.render.sprite import sprite
from kontrapunkt.render.table import Table
from kontrapunkt.render.trick import added_label, trick_table
from kontrapunkt.render.tricks import TrickRow, trick_list
