"""The ladder: each hint reveals what it declares and nothing above it, and does reveal it, in either language."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lessons.check.ladder.clues import FIX, FUNCTION, LINE, MODULE, clues, numbers_of_lines
from lessons.check.ladder.spoken import Spoken, spoken, tight
from lessons.check.pages import Page, called, pages_of
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.lesson import REVEALS, Experiment, Lesson
from lessons.plan import BLIND
from lessons.runs.edits import edited_files, edited_lines, edited_text
from lessons.runs.syntax import parse
from lessons.source import function_at, source_files

FILE = re.compile(r"(?<![\w/.])(?:[a-z_]+/)*([a-z_]+)\.py(?!\w)")
METHOD = re.compile(r"(?<![\w.])[A-Z]\w*\.[a-z_]\w*")
CALCULATION = re.compile(r"[-+*/@(\[]")
SMALL = 30
ENDS = (LINE, FIX)  # where a ladder should lead


def prove_ladder(lesson: Lesson) -> Iterator[Proof]:
    """Each hint against what it declares; the ladder as a whole."""
    if not lesson.edits or not is_python(lesson):
        return
    for number, hint in enumerate(lesson.hints, 1):
        found = [proof for page in pages_of(lesson) for proof in of_hint(page, number, hint.reveals)]
        what = f"hint {number} reveals the {hint.reveals}"
        yield from (replace(proof, what=what) for proof in found)
        if all(proof.holds for proof in found):
            yield Proof(lesson.id, what)
    line = line_in_structure(lesson, "hint")
    yield Proof(lesson.id, "the ladder", begins_at_its_end(lesson), STRUCTURE, line, advice=better(lesson))


def begins_at_its_end(lesson: Lesson) -> str:
    """That the first hint already is the last one."""
    if len(lesson.hints) > 1 and lesson.hints[0].reveals == FIX:
        return "its first hint reveals the fix, so the others reveal nothing. Begin with the symptom."
    return ""


def is_python(lesson: Lesson) -> bool:
    """Whether the edited files can be read; where not, another proof says so."""
    try:
        for file in edited_files(lesson.edits):
            parse(edited_text(lesson.edits, file))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def better(lesson: Lesson) -> str:
    """What a ladder lacks that an honest one may."""
    if not lesson.hints:
        return "there is no [[hint]]: who does not find the line is left alone."
    if lesson.hints[-1].reveals not in ENDS:
        return f"it ends at the {lesson.hints[-1].reveals}; a last hint that reveals the fix leaves nobody behind."
    return ""


def known_names(lesson: Lesson) -> frozenset[str]:
    """The names that the settings of a lesson's own experiments say: gelu, adam, MLP, and layers such as LayerNorm."""

    def words(value: object) -> Iterator[str]:
        if isinstance(value, dict | list | tuple):
            for each in value.values() if isinstance(value, dict) else value:
                yield from words(each)
        elif isinstance(value, str):
            yield from (word.casefold() for word in re.findall(r"\w+", value))

    def of_experiment(experiment: Experiment) -> Iterator[str]:
        for settings in (arm.settings for arm in experiment.arms):
            yield from words(
                [dict(settings.task), dict(settings.model), dict(settings.optimizer), settings.loss]
            )

    return frozenset(word for each in lesson.experiments.values() for word in of_experiment(each))


# ---- one hint ------------------------------------------------------------------


def of_hint(page: Page, number: int, reveals: str) -> Iterator[Proof]:
    """What is wrong with a hint in one language, in its open and its blind form."""
    for heading in (f"hint {number}", f"{BLIND}hint {number}"):
        if heading in page.texts:
            text = spoken(page.texts[heading])
            problem, mend = too_much(page.lesson, text, reveals)
            problem = (
                problem or said_before(page, heading, number) or of_elsewhere(page.lesson, text, reveals)
            )
            if problem:
                yield page.wrong(f"{called(heading)} {problem}", heading, "", mend)
            elif advice := too_little(page.lesson, text, reveals):
                yield page.better(f"{called(heading)} {advice}", heading)


def too_much(lesson: Lesson, text: Spoken, reveals: str) -> tuple[str, str]:
    """What a hint reveals above what it declares, and what it would have to declare."""
    allowed = REVEALS.index(reveals)
    for clue in clues(lesson.edits, known_names(lesson)):
        if REVEALS.index(clue.reveals) > allowed and clue.is_in(text):
            mend = f'reveals = "{clue.reveals}"'
            said = (
                f"names {clue.said}, and declares that it reveals the {reveals}. Say less, or write {mend}."
            )
            return said, mend
    return "", ""


def said_before(page: Page, heading: str, number: int) -> str:
    """The hint before it that says the same."""
    blind = BLIND if heading.startswith(BLIND) else ""
    mine = spoken(page.texts[heading]).words
    if not re.search(r"\w", mine):
        return "has no words."
    for other in range(1, number):
        before = page.texts.get(f"{blind}hint {other}", page.texts.get(f"hint {other}", ""))
        if spoken(before).words == mine:
            return f"says what hint {other} has said. Each hint tells a little more than the one before it."
    return ""


def of_elsewhere(lesson: Lesson, text: Spoken, reveals: str) -> str:
    """Where a hint points to another place than the edit."""
    edit, tells = lesson.edits[0], told(lesson, text)
    if reveals == MODULE and MODULE not in tells and (file := other_file(lesson, text)):
        return f"points to {file}; the edit is in {edit.file}."
    if reveals == FUNCTION and FUNCTION not in tells and (name := other_function(text)):
        return f"points to {name}; the edit is in {', '.join(edited_functions(lesson))}."
    if reveals in ENDS and LINE not in tells and (line := other_line(text)):
        return f"points to line {line}; the edit is at line {edited_lines(lesson.edits, edit.file)[0]} of {edit.file}."
    if reveals == FIX and FIX not in tells and (code := other_fix(lesson, text)):
        return f"shows `{code}`; what has to stand there again is `{edit.before.strip()}`."
    return ""


def told(lesson: Lesson, text: Spoken) -> set[str]:
    """How much of the edit a text tells."""
    return {clue.reveals for clue in clues(lesson.edits) if clue.is_in(text)}


def other_file(lesson: Lesson, text: Spoken) -> str:
    """A file of minimodel that a text names, and that is none of the edited ones."""
    stems = {file.rpartition("/")[2].removesuffix(".py"): file for file in source_files()}
    named = [stems[stem] for stem in FILE.findall(text.words) if stem in stems]
    return next((file for file in named if file not in edited_files(lesson.edits)), "")


def other_function(text: Spoken) -> str:
    """A method that a text names, such as ReLU.forward."""
    found = METHOD.search(text.written)
    return found[0] if found else ""


def edited_functions(lesson: Lesson) -> tuple[str, ...]:
    """The functions that hold the edit, or the files where it is in none."""
    places = [
        (file, line) for file in edited_files(lesson.edits) for line in edited_lines(lesson.edits, file)
    ]
    names = (function_at(edited_text(lesson.edits, file), line) or file for file, line in places)
    return tuple(dict.fromkeys(names))


def other_line(text: Spoken) -> int:
    """The number of a line that a text names; a small one may be counted from a `def`."""
    return next((number for number in numbers_of_lines(text) if number > SMALL), 0)


def other_fix(lesson: Lesson, text: Spoken) -> str:
    """Code that a text shows as the cure, and that is neither what stands there nor what has to."""
    known = tight("\n".join(each.before + "\n" + each.after for each in lesson.edits))
    return next((span for span in text.spans if CALCULATION.search(span) and tight(span) not in known), "")


def too_little(lesson: Lesson, text: Spoken, reveals: str) -> str:
    """What a hint declares and does not say."""
    tells = told(lesson, text)
    if reveals == LINE and re.search(r"\b(lines?|líneas?)\b", text.words) and is_about_line(lesson, text):
        return ""
    if (
        reveals == REVEALS[0]
        or reveals in tells
        or not any(clue.reveals == reveals for clue in clues(lesson.edits))
    ):
        return ""
    return f"declares that it reveals the {reveals}, and does not name it."


def is_about_line(lesson: Lesson, text: Spoken) -> bool:
    """Whether a text about a line means the edited one: it names the function, or something that stands on the line."""
    edited = tight("\n".join(each.after for each in lesson.edits))
    return FUNCTION in told(lesson, text) or any(code in edited for code in text.code)
