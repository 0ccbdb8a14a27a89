"""What is shown too early: on the pages of a blind learner whatever names the edit; before a run what it will show."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lessons.check.ladder.clues import EVERYWHERE, FIX, LINE, clues
from lessons.check.ladder.proofs import edited_functions, is_python, known_names
from lessons.check.ladder.shown import OF_WHAT_WAS_SEEN, Shown, place_of_hints, shown
from lessons.check.ladder.spoken import sentences, spoken, tight
from lessons.check.pages import TITLE, Page, called, pages_of
from lessons.check.places import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
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
    yield from named_arms(lesson)
    if not found:
        yield Proof(lesson.id, WHAT)


def of_page(page: Page, sections: Sequence[Shown]) -> Iterator[Proof]:
    """Where a page gives the edit away. Naming its class is a fault only where the author writes blind forms."""
    yield from on_the_map(page)
    yield from blind_on_the_map(page)
    knows = any(heading.startswith(BLIND) for heading in page.texts)
    for each in (each for each in sections if each.heading in page.texts):
        named = f"names {name}, which holds the edit." if (name := class_named(page, each)) else ""
        is_for_them = knows or each.speaks_of == "symptom"  # which nobody else reads
        if problem := given_away(page, each) or (named if is_for_them else ""):
            mend = "" if each.heading.startswith(BLIND) else f"## {BLIND}{each.heading}\n…"
            yield page.wrong(f"{called(each.heading)} {problem} {mended(each)}", each.heading, "", mend)
        elif named:
            yield page.better(f"{called(each.heading)} {named} {mended(each)}", each.heading)


def blind_on_the_map(page: Page) -> Iterator[Proof]:
    """Where what the map says of a break that nobody has opened names the edit."""
    for heading in (f"{BLIND}title", f"{BLIND}summary"):
        each = Shown(0, "read", heading)
        if heading in page.texts and (problem := given_away(page, each)):
            yield page.wrong(f"{called(heading)} {problem} {mended(each)}", heading)
    title = spoken(page.texts[TITLE]).written
    if f"{BLIND}title" not in page.texts and any(name in title for name in edited_classes(page.lesson)):
        yield page.better(
            f"the title tells what is edited. A ## {BLIND}title stands on the map instead.", TITLE
        )


def on_the_map(page: Page) -> Iterator[Proof]:
    """Where title or summary show the line, or the cure: they stand on the map, beside the blind lesson."""
    for heading in (TITLE, "summary"):
        text = spoken(page.texts.get(heading, ""))
        told = (each for each in clues(page.lesson.edits) if each.reveals in (LINE, FIX) and each.is_in(text))
        if clue := next(told, None):
            yield page.wrong(
                f"{called(heading)} names {clue.said}. It stands on the map, for everyone.", heading
            )


def mended(each: Shown) -> str:
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
    return repeated(page, each)


def class_named(page: Page, each: Shown) -> str:
    """The edited class, where a section about what is different speaks of it."""
    if each.speaks_of not in OF_WHAT_WAS_SEEN:
        return ""
    text = spoken(page.texts[each.heading]).written
    return next((name for name in edited_classes(page.lesson) if re.search(rf"\b{name}\b", text)), "")


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


def named_arms(lesson: Lesson) -> Iterator[Proof]:
    """Broken arms that are called after the edit: a blind learner sees their names."""
    names = {part for name in edited_functions(lesson) for part in name.casefold().split(".")} - EVERYWHERE
    for experiment in lesson.experiments.values():
        for arm in (arm.name for arm in experiment.arms if arm.edits):
            if said := names & set(re.split(r"[\W_]+", arm.casefold())):
                problem = (
                    f"the arm {arm} of {experiment.id} is called after {min(said)}, which holds the edit."
                )
                yield Proof(lesson.id, WHAT, problem, STRUCTURE, line_of_experiment(lesson, experiment.id))
