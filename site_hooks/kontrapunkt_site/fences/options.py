"""The table of a game's options, from the engine: ` ```options game=ristiklappi `."""

from html import escape
from typing import Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.interface import Option as GameOption
from kontrapunkt.core.registry import game_class
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name, preset_name, terms_name
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game

_HEAD: Final = ("label", "choices", "source", "rules")


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence options has no body: the table comes from the engine")
    game = game_class(block.options["game"])
    head = "".join(f'<th scope="col">{catalogue.say(f"options.{name}")}</th>' for name in _HEAD)
    rows = "".join(f"<tr>{_row(option, game, block)}</tr>" for option in game.known_options)
    return (
        f'<table class="kp-options"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        + _ruling(game)
        + _presets(game)
    )


def _ruling(game: type[Game]) -> str:
    """Explain the word ruling if the table uses it."""
    named = any(catalogue.say("options.ruling.name") in str(option.source) for option in game.known_options)
    return f"<p>{escape(catalogue.say('options.ruling'))}</p>" if named else ""


def _row(option: GameOption, game: type[Game], block: Block) -> str:
    only = (
        catalogue.say("options.only", terms=terms_name(game.known_options, option.only))
        if option.only
        else ""
    )
    label = f"{escape(str(option.label))}<br>{_code(option.key)}"
    cells = (
        _choices(option) + (f"<br>({escape(only)})" if only else ""),
        escape(str(option.source)),
        ", ".join(_rule(rule, block) for rule in option.rules),
    )
    return f'<th scope="row">{label}</th>' + "".join(f"<td>{cell}</td>" for cell in cells)


def _choices(option: GameOption) -> str:
    if not option.choices:
        return catalogue.say("options.number", default=f"<b>{escape(option.default)}</b>{_default_mark()}")
    default = option.default.split("+") if option.several else [option.default]
    choices = (*option.choices, *(each for each in default if each not in option.choices))  # such as “off”
    named = [_choice(option, each, bold=each in default) for each in choices]
    return (",<br>" if any("<code>" in each for each in named) else ", ").join(named)


def _choice(option: GameOption, choice: str, *, bold: bool) -> str:
    """Render a choice with its label, and its name in records if different."""
    label = escape(choice_name(option, choice))
    named = f"<b>{label}</b>{_default_mark()}" if bold else label
    return named if label == choice else f"{named} {_code(choice)}"


def _default_mark() -> str:
    """Render the mark that screen readers read in place of bold print."""
    said = escape(catalogue.say("options.default"))
    return f'<span class="kp-vh" data-search-exclude> {said}</span>'


def _code(name: str) -> str:
    """Render a name in a record; the line may break after an underscore."""
    return f"<code>{escape(name).replace('_', '_<wbr>')}</code>"


def _presets(game: type[Game]) -> str:
    by_key = {option.key: option for option in game.known_options}
    items = "".join(
        f"<li><b>{escape(preset_name(game.id, name))}</b> ({_code(name)}): "
        + (
            "; ".join(
                f"{escape(str(by_key[key].label))}: {escape(choice_name(by_key[key], value))}"
                for key, value in values.items()
            )
            or escape(catalogue.say("options.defaults"))
        )
        + "</li>"
        for name, values in game.presets.items()
    )
    return (
        f'<p>{escape(catalogue.say("options.presets"))}</p><ul class="kp-presets">{items}</ul>'
        if items
        else ""
    )


def _rule(rule: str, block: Block) -> str:
    href = block.rule_href(rule)
    return escape(rule) if href is None else f'<a class="kp-ref" href="{escape(href)}">{escape(rule)}</a>'


FENCE: Final = FenceKind("options", {"game": FenceOption(a_game, required=True)}, _html)
