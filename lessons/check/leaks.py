"""What is shown too early: on the pages of a blind learner whatever names the edit; before a run what it will show."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lessons.check.clues import clues
from lessons.check.ladder import edited_functions, is_python, known_names
from lessons.check.pages import Page, called, pages_of
from lessons.check.proof import Proof
from lessons.check.shown import OF_WHAT_WAS_SEEN, Shown, place_of_hints, shown
from lessons.check.spoken import sentences, spoken, tight
from lessons.lesson import Lesson
from lessons.plan import BLIND

WHAT = "blind pages do not name the edit"
LONG = 30  # letters of a sentence that is not said twice by chance
ORDINARY = {
    "linear", "identity", "module", "parameter", "sequential", "embedding", "tensor", "loss", "sgd", "adam", "adamw",
    "optimizer",
}  # fmt: skip


def prove_blind(lesson: Lesson) -> Iterator[Proof]:
    """What a blind learner sees before the ladder names neither file nor function, line or cure."""
    last = place_of_hints(lesson, "blind")
    if not lesson.edits or last is None or not is_python(lesson):
        return
    sections = [each for each in shown(lesson, "blind") if each.place < last]
    found = [replace(proof, what=WHAT) for page in pages_of(lesson) for proof in of_page(page, sections)]
    yield from dict.fromkeys(found)
    if not found:
        yield Proof(lesson.id, WHAT)


def of_page(page: Page, sections: Sequence[Shown]) -> Iterator[Proof]:
    for each in sections:
        if each.heading in page.texts and (said := given_away(page, each)):
            yield page.wrong(f"{called(each.heading)} {said} {mended(page, each)}", each.heading)


def mended(page: Page, each: Shown) -> str:
    """Where else it may be said."""
    if each.heading.startswith(BLIND):
        return "A blind learner has yet to find it."
    return f"A blind learner has yet to find it: give them other words, in ## {BLIND}{each.heading}."


def given_away(page: Page, each: Shown) -> str:
    """What a section tells of the edit, or nothing."""
    text, known = spoken(page.texts[each.heading]), known_names(page.lesson)
    teaches = each.speaks_of == "read"  # what it lists, and what it says openly, gives nothing away
    for clue in clues(page.lesson.edits, known if teaches else known | words_of_lecture(page)):
        if clue.is_in(text, listings=not teaches):
            return f"names {clue.said}."
    if each.speaks_of in OF_WHAT_WAS_SEEN:
        for name in edited_classes(page.lesson):
            if re.search(rf"\b{name}\b", text.written):
                return f"names {name}, which holds the edit."
    return repeated(page, each)


def words_of_lecture(page: Page) -> frozenset[str]:
    """Every word of the section that teaches what there is."""
    text = page.texts.get(f"{BLIND}read", page.texts.get("read", ""))
    return frozenset(re.findall(r"\w+", spoken(text).words))


def edited_classes(lesson: Lesson) -> list[str]:
    """The edited classes whose name is no ordinary word, and no optimizer: how one trains is said openly."""
    owners = dict.fromkeys(name.split(".")[0] for name in edited_functions(lesson))
    return [name for name in owners if name[0].isupper() and name.casefold() not in ORDINARY]


def repeated(page: Page, each: Shown) -> str:
    """Whether a section says what only the page of the edit or the cause should say."""
    if each.speaks_of in ("edit", "cause"):
        return ""
    mine = {tight(sentence) for sentence in sentences(page.texts[each.heading])}
    for heading, parts in (("cause", sentences), ("edit", paragraphs)):
        for said in parts(page.texts.get(heading, "")):
            known = {tight(sentence) for sentence in sentences(said)}
            if len(tight(said)) >= LONG and known <= mine:
                return f"says what ## {heading} says: {said[:60]!r}."
    return ""


def paragraphs(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("\n\n") if part.strip())
