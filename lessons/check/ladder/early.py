"""What a run will show is not told before it: neither the claim that holds an answer nor the answer itself."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lessons.check.evidence import Evidence, record_of
from lessons.check.ladder.shown import Shown, place_of_answer, shown
from lessons.check.ladder.told import told_by
from lessons.check.pages import CLAIM, TITLE, Page, called, pages_of
from lessons.check.proof import Proof
from lessons.format import Mode
from lessons.lesson import Lesson, Question
from lessons.plan import BLIND
from lessons.prose import options
from lessons.questions import kind_of
from lessons.runs.measured import PAIRS
from lessons.verdicts import experiment_of

OF_RUNS = ("median", "mean", "least", "greatest", "share", "slope")
COMPARING = ("which", "order", "trend")
BEFORE_ALL = (TITLE, "summary")
MAY_SPOIL = (*BEFORE_ALL, "symptom")  # which way something went is what they tell
WHAT = "nothing is told before its run"

Asked = tuple[
    Question, str, tuple[str, ...]
]  # with the heading that asks, and those that are shown before the run


def prove_untold(lesson: Lesson) -> Iterator[Proof]:
    """No section that is shown before a run has a claim that answers a question about it."""
    found = list(dict.fromkeys(claims_too_early(lesson)))
    yield from found
    if (lesson.questions or lesson.reviews) and not found:
        yield Proof(lesson.id, WHAT)


def prove_answers_untold(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """No such section tells the answer in words, or as a number or a shape."""
    found = list(dict.fromkeys(answers_too_early(lesson, evidence)))
    yield from found
    if (lesson.questions or lesson.reviews) and not found:
        yield Proof(lesson.id, f"{WHAT}, in words")


def asked(lesson: Lesson) -> Iterator[Asked]:
    """Every question, in each mode that asks it; and each of a calculation or of a review, on a page of its own."""
    for mode in lesson.modes:
        sections = shown(lesson, mode)
        for question in lesson.questions_for(mode):
            yield question, f"predict {question.id}", before(lesson, mode, question, sections)
    for question in lesson.worked.questions if lesson.worked else ():
        yield (
            question,
            f"step {question.id}",
            (*BEFORE_ALL, "read", f"step {question.id}", f"name {question.id}"),
        )
    for review in lesson.reviews:
        yield review.question, f"review {review.id}", (f"review {review.id}",)


def before(lesson: Lesson, mode: Mode, question: Question, sections: Sequence[Shown]) -> tuple[str, ...]:
    """The headings of all that is shown before a question's run; title and summary only where they are shown."""
    run = place_of_answer(lesson, mode, question) or 0
    own = tuple(dict.fromkeys(each.heading for each in sections if each.place < run))
    return (*BEFORE_ALL, *own) if mode == "open" else own


# ---- claims --------------------------------------------------------------------


def claims_too_early(lesson: Lesson) -> Iterator[Proof]:
    """Where a claim stands that holds a question's answer. Arms that are compared may have one number told."""
    for page in pages_of(lesson):
        for question, heading, headings in asked(lesson):
            found = [
                (each, name, arms)
                for each in headings
                for name in dict.fromkeys(claim[1] for claim in CLAIM.finditer(body(page, each)))
                if (arms := tells(lesson, name, question))
            ]
            if len({arm for _, _, arms in found for arm in arms}) >= (2 if question.kind in COMPARING else 1):
                each, name, _ = found[-1]
                problem = f"{called(each)} shows {{{name}}} before the run, and that answers ## {heading}."
                mend = f"Say it in ## because {question.id}."
                yield replace(page.wrong(f"{problem} {mend}", each, f"{{{name}"), what=WHAT)


def with_constants(text: str, lesson: Lesson) -> str:
    """A text with the numbers that its author only sets: such a claim proves nothing, and may tell an answer."""

    def said(place: re.Match[str]) -> str:
        claim = lesson.claims.get(place[1])
        return claim.text() if claim and claim.measure == "constant" else place[0]

    return CLAIM.sub(said, text)


def body(page: Page, heading: str) -> str:
    """A section without the options that it offers: what one of them says is no more than what the others say."""
    return options(page.texts.get(heading, ""))[0]


def tells(lesson: Lesson, name: str, question: Question) -> tuple[str, ...]:
    """The arms of which a claim tells what a question asks: the same metric on the same runs."""
    claim = lesson.claims.get(name)
    given: Mapping[str, object] = claim.arguments if claim else {}
    if claim and question.of:
        is_entry = claim.measure == "entry" and given.get("of") == question.of
        return ("value",) if is_entry and given.get("at", []) == list(question.at) else ()
    if not claim or claim.measure not in OF_RUNS or given.get("experiment") != question.experiment:
        return ()
    if not same_metric(str(given.get("metric")), question.metric):
        return ()
    names = experiment_of(lesson, question).names or ("",)
    arm = str(given.get("arm", names[-1]))
    if arm in PAIRS:
        return both(question, str(given.get("of", names[-1])), str(given.get("against", names[0])))
    if claim.measure == "slope":
        return PAIRS if question.kind in COMPARING else ()
    return (arm,) if arm in deciding(question) else ()


def both(question: Question, *pair: str) -> tuple[str, ...]:
    """Two arms whose comparison is what a question asks for."""
    compared = question.arms if question.kind in COMPARING else (question.arm, question.against)
    return pair if set(pair) <= set(compared) else ()


def same_metric(first: str, second: str) -> bool:
    """Whether two metrics are one, also where one spells its bound otherwise."""
    return first.replace("loss_", "loss:") == second.replace("loss_", "loss:")


def deciding(question: Question) -> tuple[str, ...]:
    """The arms whose number is what a question asks for; what it is compared with may be told."""
    if question.kind in COMPARING:
        return question.arms
    bounded = [arm for option in question.options if option.value is None for arm in option.arms]
    return (question.arm,) if question.arm in bounded or not bounded else tuple(dict.fromkeys(bounded))


# ---- answers -------------------------------------------------------------------


def answers_too_early(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Where the words, the number or the shape stands that a question's own runs make true."""
    for question, heading, headings in (each for each in asked(lesson) if not each[0].of):
        measured = evidence.own(question.experiment)
        experiment = measured.experiment
        truth = kind_of(question).truth(question, record_of([measured]), experiment)
        for page in pages_of(lesson) if truth is not None else ():
            offered = options(page.texts.get(heading, ""))[1]
            own = (heading, f"name {question.id}")
            for each in dict.fromkeys((*headings, *own)):
                if question.kind == "direction" and each.removeprefix(BLIND) in MAY_SPOIL:
                    continue
                text = with_constants(body(page, each), lesson)
                if said := told_by(text, question, str(truth), offered, each in own, experiment):
                    problem = f"{called(each)} says {said} before the run, and that answers ## {heading}."
                    yield replace(page.wrong(problem, each), what=f"{WHAT}, in words")
