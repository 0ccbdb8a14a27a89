"""Repairs and labs: what is right passes, and what is not fails."""

from collections.abc import Iterator, Mapping
from functools import partial

from lessons.check.evidence import Evidence, Trouble
from lessons.check.pages import STRUCTURE, Proof, line_in_structure
from lessons.course.lesson.exercise import Attempt, Lab
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import edited_files, edited_text, healthy_text, parse, source, source_files
from lessons.course.lesson.values import LessonError
from lessons.judge import judge, lab_checks
from lessons.judge.calls import Reason

TRIED = "\n# tried\n"  # what is unchanged is not judged
MIN_RIGHT, MIN_WRONG = 1, 2  # how many of each a lesson should list
PASSES, FAILS = "the repair passes", "the break fails"
CHECKS, SOLVED, BEGUN = "the checks", "the solution passes", "the beginning fails"
BROKEN_PASSES = (
    "the broken library is judged repaired. The judge trains the first steps of each experiment: where the break shows "
    "only later, or only in what is measured, say with [[repair.accept]] what a repaired library has to reach."
)


class Unjudged(Exception):
    """An attempt that cannot be handed in: a sentence that says why."""


def judged(evidence: Evidence, lesson: Lesson, files: Mapping[str, str], is_right: bool = True) -> str:
    """Return the judge's problem with files, by their paths beside minimodel or a lab's name; `""` if they pass.

    Raises Trouble where the judge's limit of time stopped what should pass.
    """

    def refusal() -> str:
        with evidence.pool.core():  # the judge's own process takes its place
            found = judge.judge_text(lesson, files, evidence.verdict_s, evidence.judge)
        if is_right and found.reason == Reason.TIME:
            raise Trouble(f"the judge stopped it after {found.detail} s of processor time", at_limit=True)
        return "" if found.passed else ": ".join(filter(None, (found.reason, found.detail)))

    asked: tuple[object, ...] = ()  # all of the lesson that the judge looks at
    if lesson.lab:
        asked = lesson.lab.begin, lesson.lab.checks
    elif repair := lesson.repair:
        arms = [(name, each.arms[0]) for name, each in lesson.experiments.items()]
        asked = lesson.edits, repair.gradcheck, repair.seeds, repair.accept, arms
    found: str = evidence.cache.kept(("judged", asked, sorted(files.items())), refusal)
    return found


# ---- attempts that a lesson lists -----------------------------------------------


def listed(lesson: Lesson) -> Iterator[tuple[str, Attempt, bool]]:
    """Return every attempt that a lesson lists, with its table, and whether it has to pass."""
    for table, listing in (("repair", lesson.repair), ("lab", lesson.lab)):
        if listing:
            yield from ((f"{table}.right", attempt, True) for attempt in listing.right)
            yield from ((f"{table}.wrong", attempt, False) for attempt in listing.wrong)


def what_of(table: str, attempt: Attempt, is_right: bool) -> str:
    return f"{table} {attempt.id} {'passes' if is_right else 'fails'}"


def prove_listed(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    attempts = list(listed(lesson))
    for table, attempt, is_right in attempts:
        try:
            refused = judged(evidence, lesson, files_of(lesson, attempt), is_right)
            problem = refused if is_right else "" if refused else "the judge accepts it."
        except Unjudged as error:
            problem = str(error)
        what, line = what_of(table, attempt, is_right), line_in_structure(lesson, table, attempt.id)
        yield Proof(lesson.id, what, problem, STRUCTURE, line)
    right = sum(is_right for _, _, is_right in attempts)
    if right < MIN_RIGHT or len(attempts) - right < MIN_WRONG:
        table = "lab" if lesson.lab else "repair"
        ways = f"[[{table}.right]] and {MIN_WRONG} [[{table}.wrong]]: ways that learners will try."
        what, line = f"other ways to write the {table}", line_in_structure(lesson, table)
        yield Proof(lesson.id, what, "", STRUCTURE, line, advice=f"list at least {MIN_RIGHT} {ways}")


def files_of(lesson: Lesson, attempt: Attempt) -> dict[str, str]:
    """Return the files of an attempt. Raises Unjudged where the text that it replaces does not stand there once."""
    if lesson.lab:
        whole = once(lesson.lab.solution, attempt, "the solution") if attempt.before else attempt.code
        return {lesson.lab.file: whole}
    if not attempt.file:
        edit = lesson.edits[0]
        return {**healthy_files(lesson), edit.file: healthy_text(edit.file).replace(edit.before, attempt.code)}
    if attempt.file not in source_files():
        raise Unjudged(f"its file, {attempt.file!r}, is not a file of minimodel.")
    text = once(source(lesson.edits, attempt.file), attempt, f"the broken {attempt.file}")
    return {**broken_files(lesson), attempt.file: text}


def once(text: str, attempt: Attempt, where: str) -> str:
    if (count := text.count(attempt.before)) != 1:
        raise Unjudged(f"its before, {attempt.before!r}, should stand once in {where}; it stands {count} times.")
    return text.replace(attempt.before, attempt.code)


def attempts_at_repair(lesson: Lesson) -> list[str]:
    return [PASSES, FAILS, *(what_of(*each) for each in listed(lesson))] if lesson.repair else []


def prove_repair(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    if lesson.repair is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "repair"))
    yield proof(PASSES, judged(evidence, lesson, healthy_files(lesson)))
    refused = judged(evidence, lesson, broken_files(lesson), is_right=False)
    yield proof(FAILS, "" if refused else BROKEN_PASSES)
    yield from prove_listed(lesson, evidence)


def healthy_files(lesson: Lesson) -> dict[str, str]:
    return {file: healthy_text(file) for file in edited_files(lesson.edits)}


def broken_files(lesson: Lesson) -> dict[str, str]:
    """Return the break as it is shipped; a remark says that somebody tried."""
    return {file: edited_text(lesson.edits, file) + TRIED for file in edited_files(lesson.edits)}


def attempts_at_lab(lesson: Lesson) -> list[str]:
    return [CHECKS, SOLVED, BEGUN, *(what_of(*each) for each in listed(lesson))] if lesson.lab else []


def prove_lab(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    if (lab := lesson.lab) is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "lab"))
    if problem := wrong_checks(lab):
        for what in attempts_at_lab(lesson):
            yield proof(what, problem if what == CHECKS else f"not judged, because of {CHECKS}.")
        return
    free = "without a check that forbids minimodel's own, a learner may hand that in."
    yield proof(CHECKS, advice="" if list(lab_checks.forbidden(lab)) else free)
    missing = "" if lab.solution.strip() else "there is none: write one in [lab], so that it is known to be doable."
    yield proof(SOLVED, missing or judged(evidence, lesson, {lab.file: lab.solution}))
    begun = judged(evidence, lesson, {lab.file: lab.begin + TRIED}, is_right=False)
    yield proof(BEGUN, "" if begun else "it is judged as done.", advice=unreadable(lab.begin))
    yield from prove_listed(lesson, evidence)


def wrong_checks(lab: Lab) -> str:
    try:
        lab_checks.asks_by_check(lab)
    except LessonError as error:
        return str(error)
    except Exception as error:  # minimodel's own may refuse what the lesson hands it, in whatever way
        return f"minimodel's own cannot be called as the checks say: {type(error).__name__}: {error}."
    return ""


def unreadable(text: str) -> str:
    """Return that a text is no Python, which a learner would be told first."""
    try:
        parse(text)
    except (SyntaxError, ValueError):
        return "it is no Python: a learner who writes one part is told of another. Raise NotImplementedError instead."
    return ""
