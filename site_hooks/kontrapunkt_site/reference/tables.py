"""Parts of the reference that list what the code knows: keys of files, settings, kinds."""

from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path

from kontrapunkt.core.files import find_files
from kontrapunkt.core.registry import GROUPS
from kontrapunkt.drills import DRILLS
from kontrapunkt.lessons.model import MOST_ABOVE_HANDS, MOST_LETTERS, ExampleStep, Lesson, LessonStep
from kontrapunkt.play.players import PLAYERS
from kontrapunkt.puzzles.kind import KINDS
from kontrapunkt.puzzles.model import REQUIRED, THEMES, Puzzle, PuzzleError, read, theme_label
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.drill import kind_label as drill_label
from kontrapunkt.widgets.puzzle.base import kind_label
from kontrapunkt_site.reference.markup import attributes, code, first_sentence, listing, table
from kontrapunkt_site.settings import Settings


def puzzle_keys(folder: Path) -> str:
    """Return the keys of a puzzle's file."""
    say, told = catalogue.say, {**attributes(Puzzle), "themes": catalogue.say("reference.key.themes")}
    keys = [field.name for field in fields(Puzzle) if field.name not in ("lines", "id")]
    rows = [(code(key), told.get(key) or say(f"reference.key.{key}"), _yes(key in REQUIRED)) for key in keys]
    return table((say("reference.key"), say("reference.says"), say("reference.needed")), rows)


def puzzle_kinds(folder: Path) -> str:
    """Return a section for each kind of puzzle, with one of the project's puzzles as an example."""
    found = _puzzles(folder)
    parts = []
    for name in KINDS:
        kind = KINDS.get(name)
        if kind is None:
            continue
        parts.append(f"### {name} {{ #kind-{name} }}\n")
        label = kind_label(name)
        stop = "" if label.endswith("?") else "."
        parts.append(f"{label}{stop} {first_sentence(kind)}\n")
        optional = [key for key in kind.takes if key not in kind.needs]
        for key, names in (("reference.needs", kind.needs), ("reference.takes", optional)):
            if names:
                parts.append(catalogue.say(key, keys=", ".join(map(code, names))) + "\n")
        if name in found:
            parts.append(listing(found[name], "toml"))
    return "\n".join(parts)


def _puzzles(folder: Path) -> dict[str, str]:
    """Return the shortest puzzle of each kind in a project."""
    found: dict[str, str] = {}
    for path in find_files(folder / "tutorials", ".toml", below=True):
        try:
            text = path.read_text("utf-8-sig")
            kind = read(text, path.stem).kind
        except (PuzzleError, OSError, UnicodeDecodeError):
            continue
        if kind not in found or len(text) < len(found[kind]):
            found[kind] = text
    return found


def themes(folder: Path) -> str:
    """Return the themes of puzzles."""
    heads = (catalogue.say("reference.theme"), catalogue.say("reference.shown"))
    return table(heads, ((code(each), theme_label(each)) for each in THEMES))


def lesson_keys(folder: Path) -> str:
    """Return the keys of a lesson's file, of its steps and of a record in a step."""
    say = catalogue.say
    parts = []
    for heading, kind in (("", Lesson), ("[[step]]", LessonStep), ("[step.example]", ExampleStep)):
        told = attributes(kind)
        rows = [
            (
                code("step" if field.name == "steps" else field.name),
                told.get(field.name) or say(f"reference.key.{field.name}"),
                _yes(field.default is MISSING and field.default_factory is MISSING),
            )
            for field in fields(kind)
            if field.name != "lines" and not (kind is Lesson and field.name == "id")
        ]
        title = say("reference.in_table", table=code(heading)) if heading else say("reference.in_file")
        parts.append(f"{title}\n")
        parts.append(table((say("reference.key"), say("reference.says"), say("reference.needed")), rows))
    return "\n".join(parts)


def letters(folder: Path) -> str:
    """Return the limits of a step's text."""
    return catalogue.say("reference.letters", most=MOST_LETTERS, hands=MOST_ABOVE_HANDS)


def settings(folder: Path) -> str:
    """Return the settings of the plugin with their defaults."""
    say, told = catalogue.say, attributes(Settings)
    defaults = {name: option.default for name, option in Settings._schema}
    rows = [
        (code(name), told[name], code(str(default)) if default not in (None, "") else say("reference.none"))
        for name, default in defaults.items()
    ]
    return table((say("reference.setting"), say("reference.says"), say("reference.default")), rows)


def drills(folder: Path) -> str:
    """Return the kinds of question of a drill."""
    heads = (catalogue.say("reference.kind"), catalogue.say("reference.asks"))
    return table(heads, ((code(name), drill_label(name)) for name in DRILLS))


def players(folder: Path) -> str:
    """Return the computer players."""
    rows = []
    for name in PLAYERS:
        found = PLAYERS.get(name)
        about = first_sentence(found) or first_sentence(
            import_module(getattr(found, "__module__", "builtins"))
        )
        rows.append((code(name), about))
    return table((catalogue.say("reference.player"), catalogue.say("reference.says")), rows)


def entry_points(folder: Path) -> str:
    """Return the groups of entry points by which other packages add to ours."""
    return "".join(f"- `kontrapunkt.{group}`\n" for group in GROUPS)


def _yes(is_so: bool) -> str:
    return catalogue.say("reference.yes") if is_so else ""
