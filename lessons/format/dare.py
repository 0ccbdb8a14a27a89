"""A dare: a change of minimodel made at play, as a lesson that somebody else meets blind."""

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any

from lessons.course.lesson.lesson import Edit, Settings
from lessons.course.lesson.source import edited_lines, function_at, healthy_text
from lessons.course.lesson.value_words import is_share
from lessons.format.templates import filled

DARE = "dare"
SEEDS, JUDGED = 16, (1001, 1002)
TABLES = ("task", "model", "optimizer")  # of settings


def narrowed(edit: Edit) -> Edit:
    """Narrow an edit of a whole file to the lines from the first to the last that it changed, and that stand once."""
    before, after = (text.splitlines(keepends=True) for text in (edit.before, edit.after))
    changes = [
        each for each in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if each[0] != "equal"
    ]
    (_, first, _, start, _), (_, _, last, _, end) = changes[0], changes[-1]
    while edit.before.count("".join(before[first:last])) != 1:
        if first:
            first, start = first - 1, start - 1
        else:
            last, end = last + 1, end + 1
    return Edit(edit.file, "".join(before[first:last]), "".join(after[start:end]))


def structure(identity: str, settings: Settings, edits: list[Edit], metric: str) -> dict[str, Any]:
    """Return what a dare's lesson.toml holds: the change, and what was trained when it was found."""
    return {
        "format": 3,
        "id": identity,
        "minutes": 10,
        "trial": "a dare: whoever meets it finds out",
        "break": [vars(each) for each in edits],
        "experiment": {"play": {**settings_table(settings), "seeds": SEEDS, "metrics": [metric]}},
        "repair": {"gradcheck": ["Linear 3 2"], "seeds": list(JUDGED)},
    }


def settings_table(settings: Settings) -> dict[str, Any]:
    """Return what an experiment says of its training: a table each, and single values where they are given."""
    tables = {name: dict(getattr(settings, name)) for name in TABLES}
    values = {name: getattr(settings, name) for name in ("steps", "loss", "batch_size", "until")}
    return {**tables, **{name: value for name, value in values.items() if value is not None}}


def course_of(identity: str, title: str, language: str, kind: str) -> dict[str, Any]:
    """Return what the course.toml of a pack of one lesson holds; its kind is its track and its concept."""
    track = {"id": kind, "title": title, "lessons": [identity]}
    return {"format": 3, "id": identity, "languages": [language], "track": [track], "concepts": {kind: title}}


def margin_of(metric: str, healthy: float, broken: float) -> float:
    """Return how far the copies may be apart and count as the same: far from what they are, on one side of it."""
    least = 0.02 if is_share(metric) else 0.1
    effect = abs(broken - healthy) if is_share(metric) else abs(broken / (healthy or 1) - 1)
    return round(min(effect / 2, 5 * least) if effect >= 3 * least else 3 * max(effect, least), 2)


def page(language: str, edits: list[Edit], metric: str, within: float, words: Mapping[str, str]) -> str:
    """Return the words of a dare: the template's, with the author's title and sentence and the place of the change."""
    first = edits[0]
    name = function_at(healthy_text(first.file), edited_lines(tuple(edits), first.file)[0])
    compare = 'compare = "difference"\n' if is_share(metric) else ""
    block = f'of = "play.{metric}"\n{compare}same_within = {within}\nconcept = "{DARE}"\n'
    values = {
        "block": fenced(block),
        **{each: fenced(f'reveals = "{each}"\n') for each in ("module", "function", "fix")},
        "margin": f"{within * 100:g} %",
        "file": first.file,
        "place": f"`{name}`" if name else f"`{first.file}`",
        "before": first.before.rstrip("\n"),
        "after": first.after.rstrip("\n"),
        **words,
    }
    return filled(DARE, f"{language}.md", values)


def fenced(block: str) -> str:
    return f"```toml\n{block}```"
