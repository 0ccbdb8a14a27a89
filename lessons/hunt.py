"""What a learner sees on the way to the edit: the diff, the hints, what is said of a line, and of a repair."""

import difflib
import re
from pathlib import PurePath

from lessons.acts import Judged
from lessons.contract_words import contract_words
from lessons.drawings import section_blocks
from lessons.guesses import about_guess
from lessons.lesson import Edit, Lesson, Prose
from lessons.page import Aside, Block, Code, Words
from lessons.runs.edits import edited_files, edited_lines, edited_text, healthy_text
from lessons.source import Nearness, nearness
from lessons.state import State
from lessons.text import Text

# An error as the judged process tells it: its kind, its own words, and where it was.
ERRORS = ("import", "raises")
CONTRACTS = ("contract", "contract_raises", "contract_accepts")
NO_SLOPE = re.compile(r"None|nan|inf")
STOPPED = re.compile(r"(?P<kind>[A-Za-z]\w*)(?P<said>.*) \((?P<file>[^():]+):(?P<line>\d{1,6})\)")


def edit_blocks(edits: tuple[Edit, ...], text: Text, around: int = 4) -> list[Block]:
    """Each edited file as a diff, under its name."""
    blocks: list[Block] = []
    for file in edited_files(edits):
        blocks += [Words(text("read.diff", file=file), "heading"), Code(diff(edits, file, around), "diff")]
    return blocks


def edit_asides(edits: tuple[Edit, ...], text: Text, around: int = 4) -> tuple[Aside, ...]:
    """The same diffs, each to stand beside a page under its name."""
    blocks = edit_blocks(edits, text, around)
    pairs = zip(blocks[::2], blocks[1::2], strict=True)
    return tuple(Aside(name.markdown, (code,)) for name, code in pairs if isinstance(name, Words))


def diff(edits: tuple[Edit, ...], file: str, around: int) -> tuple[str, ...]:
    """A unified diff with so many lines around each change, as far as they stand together, without its header."""
    before, after = healthy_text(file).splitlines(), edited_text(edits, file).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=around))[2:]
    lines = [line.rstrip() for line in lines if not line.startswith("@@")]
    changed = [number for number, line in enumerate(lines) if line[:1] in ("+", "-")]
    if not changed:
        return ()
    blank = [number for number, line in enumerate(lines) if not line.strip()]
    first = max((number + 1 for number in blank if number < changed[0]), default=0)
    last = min((number for number in blank if number > changed[-1]), default=len(lines))
    return tuple(lines[first:last])


def hint_blocks(step: str, lesson: Lesson, state: State, page: Prose, text: Text) -> list[Block]:
    """What is revealed, oldest first, and what is said of the line pointed at last. What is found stands first."""
    numbers = range(1, state.hints.get(step, 0) + 1)
    rungs = [block for number in numbers for block in rung(number, step, lesson, state, page, text)]
    if step in state.found:
        cause = section_blocks(page.sections["cause"], lesson, page, text)
        return [Words(found_words(lesson, text), "good"), *cause, *rungs]
    blocks = [Words(text("hints.intro"), "note"), *rungs]
    if state.hints.get(step, 0) == len(lesson.hints):
        blocks.append(Words(text("hints.all"), "note"))
    if points := state.points.get(step, ()):
        last = points[-1]
        said = pointing_words(lesson, nearness(lesson, last.file, last.line), page, text)
        blocks += [Words(text("hints.pointed", file=last.file, line=last.line), "heading"), Words(said)]
    return blocks


def rung(number: int, step: str, lesson: Lesson, state: State, page: Prose, text: Text) -> list[Block]:
    """One hint: what it reveals, the guess that was made before, and its words."""
    what = text(f"reveals.{lesson.hints[number - 1].reveals}")
    blocks: list[Block] = [
        Words(text("hints.hint", number=number, count=len(lesson.hints), what=what), "heading")
    ]
    if guess := state.guesses.get(step, {}).get(number, ""):
        revealed = tuple(hint.reveals for hint in lesson.hints[: state.hints.get(step, 0)])
        blocks.append(guess_words(guess, about_guess(guess, lesson.edits, revealed), text))
    return [*blocks, *section_blocks(page.sections[f"hint {number}"], lesson, page, text)]


def guess_words(guess: str, verdict: str, text: Text) -> Words:
    """A guess, and what it was right about."""
    words = text("hints.guessed", guess=guess)
    if not verdict:
        return Words(words, "plain")
    tone = "right" if verdict.startswith("right") else "plain"
    verdict_words = text(f"hints.{verdict}")
    return Words(f"{words} · {verdict_words}", tone)


def found_words(lesson: Lesson, text: Text) -> str:
    file = lesson.edits[0].file
    return text("hints.found", line=edited_lines(lesson.edits, file)[0], file=file)


def pointing_words(lesson: Lesson, found: Nearness, page: Prose, text: Text) -> str:
    """What is said of a line: the lesson's own answer for that place, if it has one."""
    if found.near:
        return page.sections[f"near {found.near}"]
    if found.found:
        return f"{text('point.found')} {found_words(lesson, text)}"
    return text(f"point.{found.how}")


def judged_words(judged: Judged, is_lab: bool, text: Text) -> Words:
    """What the judge found, in a sentence."""
    if judged.passed:
        return Words(text("lab.passed" if is_lab else "repair.passed"), "good")
    if judged.reason in ERRORS and (stopped := STOPPED.fullmatch(judged.detail)):
        return Words(stopped_words(stopped, text), "bad")
    key = f"repair.{judged.reason}"
    if judged.reason == "gradient" and (lost := NO_SLOPE.search(judged.detail)):
        key = "repair.gradient_none" if lost[0] == "None" else "repair.gradient_nan"
    detail = contract_words(judged.detail, text) if judged.reason in CONTRACTS else judged.detail
    words = text(key if text.has(key) else "repair.refused", detail=detail)
    return Words(words, "bad")


def stopped_words(stopped: re.Match[str], text: Text) -> str:
    """Where Python stopped, why in plain words where there are some, and what Python says itself."""
    key = f"python.{stopped['kind']}"
    plain = text(key if text.has(key) else "python.otherwise")
    said = f"{stopped['kind']}{stopped['said']}".rstrip(" .:")
    return text("python.stopped", line=stopped["line"], file=stopped["file"], plain=plain, said=said)


def fault_of(judged: Judged, file: str) -> int:
    """The line of this file in which Python stopped; 0 where it stopped elsewhere, or not at all."""
    stopped = STOPPED.fullmatch(judged.detail) if judged.reason in ERRORS else None
    return int(stopped["line"]) if stopped and stopped["file"] == PurePath(file).name else 0


def first_text(lesson: Lesson) -> tuple[str, int]:
    """What a repair or a lab begins as, and the line to look at."""
    if lesson.lab:
        return lesson.lab.begin, 1
    file = lesson.edits[0].file
    return edited_text(lesson.edits, file), edited_lines(lesson.edits, file)[0]
