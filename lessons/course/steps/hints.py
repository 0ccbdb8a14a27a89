"""The way to the edit: the diff, guesses and hints, what is said of a line, and of a repair that is not right yet."""

import difflib
import re
import textwrap
from collections.abc import Iterable
from pathlib import PurePath

from lessons.course.lesson import source
from lessons.course.lesson.exercise import GAP, Lab, function_above
from lessons.course.lesson.lesson import Edit, Lesson, Prose
from lessons.course.lesson.page import Aside, Block, Code, Strings, Table, Words
from lessons.course.lesson.prose import section_blocks
from lessons.course.lesson.state import Judged, State
from lessons.course.steps.behaviour import Parts, parts_in

MOST_FIRST = ("fix", "line", "function", "module")  # what a guess can be right about, the most telling first
ENDING = ".py"
NO_SLOPES = {"None": "gradient_none", **dict.fromkeys(("nan", "inf", "-inf"), "gradient_nan")}
PLACE = {"kind", "said", "file", "line"}  # the parts of an error in a line
SETTING = "with "  # what the name of a setting begins with, among the parts of a judgement


def about_guess(guess: str, edits: tuple[Edit, ...], revealed: tuple[str, ...]) -> str:
    """Return the revealed part that a guess got right, as `right_function`; or `other_module`; or `""`."""
    for what in MOST_FIRST:
        if what in revealed and agrees(guess, what, edits[0]):
            return f"right_{what}"
    files = files_in(" ".join(filter(is_a_name, source.NAME.findall(guess))))
    return "other_module" if "module" in revealed and files and edits[0].file not in files else ""


def is_a_name(word: str) -> bool:
    """Return True if a word can only be the name of a class, a function or a file: `loss` alone may be just a word."""
    return word.endswith(ENDING) or word[0].isupper() or "_" in word or "." in word.rstrip(".")


def agrees(guess: str, what: str, edit: Edit) -> bool:
    lines = source.edited_lines((edit,), edit.file)
    if what == "fix":
        return says_code(guess, source.healthy_text(edit.file).splitlines()[lines[0] - 1 : lines[-1]])
    text = source.edited_text((edit,), edit.file)
    if what == "line":
        code = text.splitlines()[lines[0] - 1 : lines[-1]]
        return any(int(number) in lines for number in re.findall(r"\d+", guess)) or says_code(guess, code)
    if what == "function":
        function = source.function_at(text, lines[0]).lower()
        return any(name.lower() in (function, function.split(".")[0]) for name in source.NAME.findall(guess))
    return edit.file in files_in(guess)


def says_code(guess: str, lines: list[str]) -> bool:
    """Return True if a guess holds one of these lines of code, blanks aside."""
    said = "".join(guess.split())
    return any(code in said for line in lines if len(code := "".join(line.split())) > len("pass"))


def files_in(guess: str) -> set[str]:
    """Return the files of minimodel that a guess names, or whose classes or functions it names."""
    said = {name.lower().removesuffix(ENDING) for name in source.NAME.findall(guess)}
    stems = {file for file in source.source_files() if file.rpartition("/")[2].removesuffix(ENDING) in said}
    return stems or {place.file for name, place in source.names().items() if name.lower() in said}


def contract_words(parts: Parts, text: Strings) -> str:
    """Name the setting in which a contract was tried, and its result."""
    settings = {key.removeprefix(SETTING): value for key, value in parts.items() if key.startswith(SETTING)}
    tried = ", ".join(setting_words(*each, text) for each in settings.items()) or text("contract.plain")
    came = parts.get("said", "")
    if part := parts.get("part"):
        part = text("contract.differences") if part.startswith("differences") else part
        came = text("contract.came", part=part, mine=parts.get("mine", ""), right=parts.get("right", ""))
    return text("contract.tried", name=parts.get("name", ""), tried=tried, came=came)


def setting_words(key: str, value: str, text: Strings) -> str:
    """Write one setting; what has no words of its own is written as in code."""
    return text(f"contract.{key}", value=value) if text.has(f"contract.{key}") else f"`{key}={value}`"


def edit_asides(edits: tuple[Edit, ...], text: Strings, around: int = 4) -> tuple[Aside, ...]:
    """Return a diff of each edited file, to stand beside a page under its name."""
    diffs = {file: Code(diff(edits, file, around), "diff") for file in source.edited_files(edits)}
    return tuple(Aside(text("read.diff", file=file), (code,)) for file, code in diffs.items())


def edit_blocks(edits: tuple[Edit, ...], text: Strings, around: int = 4) -> list[Block]:
    """Return the same diffs to stand in a page."""
    asides = edit_asides(edits, text, around)
    return [block for aside in asides for block in (Words(aside.title, "heading"), *aside.blocks)]


def diff(edits: tuple[Edit, ...], file: str, around: int) -> tuple[str, ...]:
    """Return a unified diff without its header: so many lines around each change, up to the next blank one."""
    before, after = source.healthy_text(file).splitlines(), source.edited_text(edits, file).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=around))[2:]
    lines = [line.rstrip() for line in lines if not line.startswith("@@")]
    changed = [number for number, line in enumerate(lines) if line[:1] in ("+", "-")]
    if not changed:
        return ()
    blank = [number for number, line in enumerate(lines) if not line.strip()]
    first = max((number + 1 for number in blank if number < changed[0]), default=0)
    last = min((number for number in blank if number > changed[-1]), default=len(lines))
    return tuple(lines[first:last])


def beside_blocks(judged: Judged, lesson: Lesson, text: Strings) -> list[Block]:
    """Show the learner's lines that passed, then the library's own or the lab's; say so where they are alike."""
    own = lesson.lab.solution if lesson.lab else source.healthy_text(lesson.edits[0].file)
    known = added_lines(difflib.unified_diff(first_text(lesson)[0].splitlines(), own.splitlines(), lineterm="", n=0))
    yours = added_lines(judged.line.splitlines())
    if not (yours and known):
        return []
    kind = "lab" if lesson.lab else "repair"
    if [line.split() for line in yours] == [line.split() for line in known]:
        return [Words(text(f"{kind}.alike"), "told")]
    rows = [(text("repair.yours"), yours[0]), *(("", line) for line in yours[1:])]
    rows += [(text(f"{kind}.own"), known[0]), *(("", line) for line in known[1:])]
    return [Table(("", ""), tuple(rows))]


def added_lines(diff: Iterable[str]) -> tuple[str, ...]:
    """Return the lines that a diff adds, moved to the left together."""
    added = (line[1:] for line in diff if line.startswith("+") and not line.startswith("+++"))
    return tuple(textwrap.dedent("\n".join(added)).strip("\n").splitlines())


def hint_blocks(step: str, lesson: Lesson, state: State, page: Prose, text: Strings) -> list[Block]:
    """Show the revealed hints, oldest first, and the answer to the line pointed at last; that it is found, in front."""
    numbers = range(1, state.hints.get(step, 0) + 1)
    taken = [block for number in numbers for block in one_hint(number, step, lesson, state, page, text)]
    if step in state.found:
        return [Words(found_words(lesson, text), "good"), *taken]
    blocks = [Words(text("hints.intro"), "note"), Words(ladder_words(step, lesson, state, text), "plain"), *taken]
    if state.hints.get(step, 0) == len(lesson.hints):
        blocks.append(Words(text("hints.all"), "note"))
    if points := state.points.get(step, ()):
        last = points[-1]
        said = pointing_words(lesson, source.nearness(lesson, last.file, last.line), page, text)
        blocks += [Words(text("hints.pointed", file=last.file, line=last.line), "heading"), Words(said)]
    return blocks


def place_to_point(step: str, lesson: Lesson, state: State, left: source.Place | None) -> source.Place:
    """Return where the source opens to point at a line: what hints have told, else where it was left or pointed at."""
    points = (source.Place(each.file, each.line) for each in state.points.get(step, ()))
    places = [source.Place(source.core_files()[0]), *points, *filter(None, [left])]
    last = [place for place in places if place.file in source.source_files()][-1]
    told = told_place(step, lesson, state)
    return told if told and (told.name or told.file != last.file) else last


def told_place(step: str, lesson: Lesson, state: State) -> source.Place | None:
    """Return the file of the edit once a hint has named it, at its function once that is named too; else None."""
    told = {hint.reveals for hint in lesson.hints[: state.hints.get(step, 0)]}
    if "module" not in told:
        return None
    edit = lesson.edits[0]
    text = source.edited_text((edit,), edit.file)
    within = source.function_at(text, source.edited_lines((edit,), edit.file)[0]) if "function" in told else ""
    return next((each for each in source.outline(edit.file, text) if each.name == within), source.Place(edit.file))


def ladder_words(step: str, lesson: Lesson, state: State, text: Strings) -> str:
    """Return what each hint reveals, in order, and which of them were taken: `✓ 1 symptom  ○ 2 file`."""
    taken = state.hints.get(step, 0)
    named = ((number, text(f"reveals.{hint.reveals}")) for number, hint in enumerate(lesson.hints, 1))
    return " · ".join(f"{number}\xa0{what}\xa0{'✓' if number <= taken else '○'}" for number, what in named)


def one_hint(number: int, step: str, lesson: Lesson, state: State, page: Prose, text: Strings) -> list[Block]:
    what = text(f"reveals.{lesson.hints[number - 1].reveals}")
    blocks: list[Block] = [Words(text("hints.hint", number=number, count=len(lesson.hints), what=what), "heading")]
    if guess := state.guesses.get(step, {}).get(number, ""):
        revealed = tuple(hint.reveals for hint in lesson.hints[: state.hints.get(step, 0)])
        verdict = about_guess(guess, lesson.edits, revealed)
        words = text("hints.guessed", guess=guess) + (f" · {text(f'hints.{verdict}')}" if verdict else "")
        blocks.append(Words(words, "right" if verdict.startswith("right") else "plain"))
    return [*blocks, *section_blocks(page.sections[f"hint {number}"], page)]


def found_words(lesson: Lesson, text: Strings) -> str:
    file = lesson.edits[0].file
    return text("hints.found", line=source.edited_lines(lesson.edits, file)[0], file=file)


def pointing_words(lesson: Lesson, found: source.Nearness, page: Prose, text: Strings) -> str:
    """Return the answer to a line that was pointed at: the lesson's own for that place, if it has one."""
    if found.near:
        return page.sections[f"near {found.near}"]
    if found.found:
        return f"{text('point.found')} {found_words(lesson, text)}"
    return text(f"point.{found.how}")


def judged_words(judged: Judged, is_lab: bool, text: Strings) -> Words:
    if judged.passed:
        return Words(text("lab.passed" if is_lab else "repair.passed"), "good")
    parts = parts_in(judged.parts)
    if parts.keys() >= PLACE:
        plain = text(f"python.{parts['kind']}" if text.has(f"python.{parts['kind']}") else "python.otherwise")
        where = {"line": parts["line"], "file": parts["file"]}
        said = parts["said"].rstrip(" .:")
        said += "" if said.endswith(("?", "!")) else "."
        return Words(text("python.stopped", **where, plain=plain, said=said), "bad")
    lost = [NO_SLOPES[value] for value in parts.values() if value in NO_SLOPES] if judged.reason == "gradient" else []
    key = f"repair.{next(iter(lost), judged.reason)}"
    detail = contract_words(parts, text) if "name" in parts else judged.detail
    return Words(text(key if text.has(key) else "repair.refused", detail=detail), "bad")


def fault_of(judged: Judged, file: str) -> int:
    """Return the line of this file in which Python stopped; 0 where it stopped elsewhere, or not at all."""
    parts = parts_in(judged.parts)
    line = parts.get("line", "") if parts.get("file") == PurePath(file).name else ""
    return int(line) if line.isdecimal() else 0


def first_gap(code: str) -> int:
    """Return the first line that is still to be written, counted from 1; 1 if there is none."""
    return next((number for number, line in enumerate(code.splitlines(), 1) if GAP in line), 1)


def gap_at(lab: Lab, code: str, line: int) -> str:
    """Return the gap at a line; if there is none, the first open one, or the first of all."""
    here = (function_above(code, line), function_above(code, first_gap(code)))
    return next((name for name in (*here, *lab.gaps) if name in lab.gaps), "")


def gap_hints(lesson: Lesson, gap: str, page: Prose | None = None) -> list[str]:
    known = gap in (lesson.lab.gaps if lesson.lab else ())
    sections = (page or next(iter(lesson.prose.values()))).sections if known else {}
    return [words for heading, words in sections.items() if heading.startswith(f"gap {gap} ")]


def gap_blocks(gap: str, lesson: Lesson, state: State, page: Prose, text: Strings) -> list[Block]:
    """Say the hints of a gap that were taken, the latest first."""
    found, blocks = gap_hints(lesson, gap, page), list[Block]()
    for number, words in reversed([*enumerate(found, 1)][: state.hints.get(gap, 0)]):
        blocks.append(Words(text("lab.hint", number=number, count=len(found), gap=gap), "heading"))
        blocks += section_blocks(words, page)
    return blocks or [Words(text("lab.no_hint"), "note")]


def first_text(lesson: Lesson) -> tuple[str, int]:
    if lesson.lab:
        return lesson.lab.begin, first_gap(lesson.lab.begin)
    file = lesson.edits[0].file
    return source.edited_text(lesson.edits, file), source.edited_lines(lesson.edits, file)[0]
