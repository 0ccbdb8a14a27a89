"""What is shown too early: on the pages of a blind learner whatever names the edit; before a run what it will show."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lessons.check.evidence import Evidence
from lessons.check.ladder.clues import EVERYWHERE, FIX, LINE, clues
from lessons.check.ladder.hints import edited_functions, is_python, known_names
from lessons.check.ladder.shown_sections import OF_WHAT_WAS_SEEN, Shown, place_of_hints, shown
from lessons.check.ladder.spoken_text import spoken
from lessons.check.pages import STRUCTURE, TITLE, Page, called, line_of_experiment, pages_of
from lessons.check.proof import Proof
from lessons.lesson import Lesson
from lessons.plan import BLIND

WHAT = "blind pages"
ORDINARY = "linear identity module parameter sequential embedding tensor loss sgd adam adamw optimizer"


def has_blind_pages(lesson: Lesson) -> bool:
    """Return True if a learner is to find the edit, and it can be read."""
    return bool(lesson.edits) and place_of_hints(lesson, "blind") is not None and is_python(lesson)


def prove_blind_pages(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that what a blind learner sees before the ladder names neither file nor function, line or cure."""
    if not has_blind_pages(lesson):
        return
    last = place_of_hints(lesson, "blind")
    sections = [each for each in shown(lesson, "blind") if last is not None and each.place < last]
    found = [proof for page in pages_of(lesson) for proof in of_page(page, sections)]
    found += named_arms(lesson)
    for proof in dict.fromkeys(found or [Proof(lesson.id, WHAT)]):
        yield replace(proof, what=WHAT)


def of_page(page: Page, sections: Sequence[Shown]) -> Iterator[Proof]:
    """Where a page gives the edit away. Naming its class is a fault only where the author writes blind forms."""
    yield from on_the_map(page)
    yield from blind_on_the_map(page)
    knows = any(heading.startswith(BLIND) for heading in page.texts)
    for each in (each for each in sections if each.heading in page.texts):
        named = f"names {name}, which holds the edit." if (name := class_named(page, each)) else ""
        is_for_them = knows or each.speaks_of == "symptom"  # which nobody else reads
        if problem := given_away(page, each) or (named if is_for_them else ""):
            yield page.wrong(f"{called(each.heading)} {problem} {mended(each)}", each.heading)
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
    return ""


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
    return [name for name in owners if name[0].isupper() and name.casefold() not in ORDINARY.split()]


def named_arms(lesson: Lesson) -> Iterator[Proof]:
    """Broken arms that are called after the edit: a blind learner sees their names."""
    names = {part for name in edited_functions(lesson) for part in name.casefold().split(".")} - set(
        EVERYWHERE.split()
    )
    for experiment in lesson.experiments.values():
        for arm in (arm.name for arm in experiment.arms if arm.edits):
            if said := names & set(re.split(r"[\W_]+", arm.casefold())):
                problem = (
                    f"the arm {arm} of {experiment.id} is called after {min(said)}, which holds the edit."
                )
                yield Proof(lesson.id, WHAT, problem, STRUCTURE, line_of_experiment(lesson, experiment.id))
