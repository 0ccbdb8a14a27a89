"""The line of a claim in `lesson.toml`, with something else in it: what an author can paste."""

import re

from lessons.check.places import STRUCTURE, line_in_structure
from lessons.lesson import Claim, Lesson

BOUNDS = re.compile(r"\s*\b(?:equals|between|within)\s*=\s*(?:\[[^\]]*\]|[^,}\s]+)\s*,?")
CONSTANT = re.compile(r"""measure\s*=\s*["']constant["']""")
VALUE = re.compile(r"\s*\bvalue\s*=\s*[^,}\s]+\s*,?")


def line_of(claim: Claim, lesson: Lesson) -> str:
    """The claim as one line, up to its closing brace; nothing where it is not written on one."""
    number = line_in_structure(lesson, "claims", claim.name)
    if number is None:
        return ""
    line = (lesson.folder / STRUCTURE).read_text(encoding="utf-8-sig").splitlines()[number - 1]
    return line[: line.rindex("}") + 1] if "{" in line and "}" in line else ""


def with_bounds(claim: Claim, lesson: Lesson, bounds: str) -> str:
    """The claim's line with other bounds, or the bounds alone."""
    line = line_of(claim, lesson)
    if not line or not bounds:
        return bounds
    first = BOUNDS.search(line)
    if first is None:
        return bounds
    before, after = line[: first.start()], BOUNDS.sub("", line[first.start() :]).strip()
    return f"{before} {bounds} }}" if after == "}" else f"{before} {bounds}, {after}"


def with_setting(claim: Claim, lesson: Lesson, name: str, times: float) -> str:
    """The claim's line with the name of the setting that its constant repeats."""
    said = f'measure = "setting", name = "{name}"' + (f", times = {times:g}" if times != 1 else "")
    line = line_of(claim, lesson)
    if not line or not CONSTANT.search(line):
        return said
    return VALUE.sub("", CONSTANT.sub(said, line), count=1)
