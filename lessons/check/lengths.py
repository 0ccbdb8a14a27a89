"""Give tips on how much is read before the first bet, and on how it is asked and answered."""

import re
from collections.abc import Callable, Iterator, Mapping

from lessons.check.pages import PageFile, Proof, called, pages_of, rows
from lessons.course.asking.questions import kind_of
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.page import plain_text, sentences
from lessons.course.lesson.prose import DRAWING_LINE, TABLE, options
from lessons.course.steps import recipes

MOST_WORDS, MOST_ROWS = 110, 12  # before the first bet; before the thing itself is seen
MOST_ASKING, FEWEST_TELLING = 3, 2  # sentences of a prompt, and of a verdict
TEST_NAME = 24  # characters of a name that heads a column
FENCE = re.compile(r"^```.*?^```[^\n]*$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile("|".join(each.pattern for each in (DRAWING_LINE, TABLE, FENCE)), re.MULTILINE | re.DOTALL)
BUT = re.compile(r"[.!?] (?:But|Pero)\b")


def words_of(text: str) -> str:
    """Return the words of a section, without its drawings, tables, code and answers on offer."""
    return plain_text(SHOWN.sub("", options(text)[0]))


def told(text: str) -> list[str]:
    return [each for each in sentences(words_of(text)) if any(map(str.isalpha, each))]


def before_bet(lesson: Lesson) -> Iterator[tuple[list[str], Question, bool]]:
    """Yield the sections that are read before the first bet, that bet, and if the edit stands among them."""
    read: list[str] = []
    shows_edit = False
    for step in recipes.steps_of(LessonMode(lesson)).all:
        if step.asks_round or not hasattr(step, "sections"):
            if step.questions and step.asks_round:
                yield read, step.questions[0], shows_edit
            break
        read += step.sections
        shows_edit = getattr(step, "shows_edit", False)


def read_by(page: PageFile, names: list[str]) -> list[str]:
    """Return the sections of these that the page has."""
    return [name for name in names if name in page.written]


def words_before_bet(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for names, _, _ in before_bet(lesson):
            read = read_by(page, names)
            count = sum(len(words_of(page.written[name]).split()) for name in read)
            if count > MOST_WORDS:
                where = ", ".join(map(called, read))
                yield page.better(f"{where}: {count} words before the first bet; {MOST_WORDS} read well.", read[0])


def shown_late(lesson: Lesson) -> Iterator[Proof]:
    """Find a first page that shows no picture, no table and no code within its first rows."""
    for page in pages_of(lesson):
        for names, question, shows_edit in before_bet(lesson):
            read = read_by(page, names) or [f"predict {question.id}"]
            text = "\n\n".join(page.written[name] for name in read[: 1 if shows_edit else None])
            found = SHOWN.search(text)
            above = rows(text[: found.start()] if found else text)
            if above >= MOST_ROWS or not (found or shows_edit):
                seen = f"in row {above + 1}" if found or shows_edit else "nowhere before the first bet"
                advice = f"the first picture, table or code stands {seen}: show the thing first, within"
                yield page.better(f"{advice} {MOST_ROWS} rows.", read[0])


def typed_too_early(lesson: Lesson) -> Iterator[Proof]:
    """Find a number that is to be typed before any number was read."""
    for page in pages_of(lesson):
        for names, question, _ in before_bet(lesson):
            asked = f"predict {question.id}"
            text = "".join(page.filled(name) for name in (*read_by(page, names), asked))
            if kind_of(question).is_number and not question.percent and not re.search(r"\d", text):
                yield page.better(f"{called(asked)} asks for a number, and none was shown: offer choices.", asked)


def long_prompts(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            count = len(told(text))
            if heading.removeprefix("blind ").startswith(("predict ", "review ", "test ")) and count > MOST_ASKING:
                yield page.better(f"{called(heading)} has {count} sentences; one asks, at most two set up.", heading)


def short_verdicts(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for question in lesson.questions:
            heading = f"because {question.id}"
            if len(told(page.texts.get(heading, "a. b."))) < FEWEST_TELLING:
                yield page.better(f"{called(heading)} is one sentence: say what does what, then its number.", heading)


def replies(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        said = [name for name, text in page.texts.items() if re.match(r"because .+: ", name) and BUT.search(text)]
        if len(said) > 1:
            where = ", ".join(map(called, said))
            yield page.better(f"{where} say “X. But Y.”: name what is right in the thought, and what else.", said[0])


def test_names(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for test in lesson.trial.tests if lesson.trial else ():
            own, heading = page.texts.get(f"name {test.id}"), f"test {test.id}"
            if len(own or page.texts[heading].split("\n")[0].split(":")[0]) > TEST_NAME:
                advice = f"{called(heading)} heads a column: give it a name of two or three words, ## name {test.id}."
                yield page.better(advice, f"name {test.id}" if own else heading)


CHECKS: Mapping[str, Callable[[Lesson], Iterator[Proof]]] = {
    "few words before the first bet": words_before_bet,
    "shown before asked": shown_late,
    "numbers read before one is typed": typed_too_early,
    "short prompts": long_prompts,
    "verdicts that tell": short_verdicts,
    "replies to the thought": replies,
    "short names of tests": test_names,
}
