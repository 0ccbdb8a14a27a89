"""What a run will show is not told before it: neither the claim that holds an answer nor the true option itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lessons.check.evidence import Evidence, record_of
from lessons.check.ladder.shown_sections import Shown, place_of_answer, shown
from lessons.check.ladder.spoken_text import spoken, tight
from lessons.check.pages import CLAIM, TITLE, Page, called, pages_of
from lessons.check.proof import Proof
from lessons.format import Mode
from lessons.lesson import Lesson, Question
from lessons.prose import options
from lessons.questions import kind_of
from lessons.runs.measured import PAIRS
from lessons.verdicts import experiment_of

OF_RUNS = ("median", "mean", "least", "greatest", "share", "slope")
COMPARING = ("which", "order", "trend")
BEFORE_ALL = (TITLE, "summary")
WORDS, LETTERS = 3, 12  # of an option that is not said by chance
WHAT = "nothing is told before its run"

Asked = tuple[Question, str, tuple[str, ...]]  # with the heading that asks, and those shown before the run


def answers_to_hide(lesson: Lesson) -> list[str]:
    return [WHAT] if lesson.questions or lesson.reviews else []


def prove_untold(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that no section shown before a run has a claim, or the words, that answer a question about it."""
    found = dict.fromkeys([*claims_too_early(lesson), *options_too_early(lesson, evidence)])
    if answers_to_hide(lesson):
        yield from found or [Proof(lesson.id, WHAT)]


def asked(lesson: Lesson) -> Iterator[Asked]:
    """Return every question, in each mode that asks it; and each of a calculation or of a review, on its own page."""
    for mode in lesson.modes:
        sections = shown(lesson, mode)
        for question in lesson.questions_for(mode):
            yield question, f"predict {question.id}", before(lesson, mode, question, sections)
    for question in lesson.worked.questions if lesson.worked else ():
        own = (f"step {question.id}", f"name {question.id}")
        yield question, own[0], (*BEFORE_ALL, "read", *own)
    for review in lesson.reviews:
        yield review.question, f"review {review.id}", (f"review {review.id}",)


def before(lesson: Lesson, mode: Mode, question: Question, sections: Sequence[Shown]) -> tuple[str, ...]:
    """Return the headings of all that is shown before a question's run; title and summary where they are shown."""
    run = place_of_answer(lesson, mode, question) or 0
    own = tuple(dict.fromkeys(each.heading for each in sections if each.place < run))
    return (*BEFORE_ALL, *own) if mode == "open" else own


# ---- claims --------------------------------------------------------------------


def claims_too_early(lesson: Lesson) -> Iterator[Proof]:
    """Find claims that hold a question's answer. Of arms that are compared one number may be told."""
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
                proof = page.wrong(f"{problem} Say it in ## because {question.id}.", each, f"{{{name}")
                yield replace(proof, what=WHAT)


def body(page: Page, heading: str) -> str:
    """Return a section without the options that it offers: what one says is no more than what the others say."""
    return options(page.texts.get(heading, ""))[0]


def tells(lesson: Lesson, name: str, question: Question) -> tuple[str, ...]:
    """Return the arms of which a claim tells what a question asks: the same metric on the same runs."""
    claim = lesson.claims.get(name)
    given: Mapping[str, object] = claim.arguments if claim else {}
    if claim and question.of:
        is_entry = claim.measure == "entry" and given.get("of") == question.of
        return ("value",) if is_entry and given.get("at", []) == list(question.at) else ()
    if not claim or claim.measure not in OF_RUNS or given.get("experiment") != question.experiment:
        return ()
    if spelling(given.get("metric")) != spelling(question.metric):
        return ()
    names = experiment_of(lesson, question).names or ("",)
    arm = str(given.get("arm", names[-1]))
    if arm in PAIRS:
        return both(question, str(given.get("of", names[-1])), str(given.get("against", names[0])))
    if claim.measure == "slope":
        return PAIRS if question.kind in COMPARING else ()
    return (arm,) if arm in deciding(question) else ()


def spelling(metric: object) -> str:
    """Return a metric in the one spelling of its bound."""
    return str(metric).replace("loss_", "loss:")


def both(question: Question, *pair: str) -> tuple[str, ...]:
    """Return two arms whose comparison is what a question asks for."""
    compared = question.arms if question.kind in COMPARING else (question.arm, question.against)
    return pair if set(pair) <= set(compared) else ()


def deciding(question: Question) -> tuple[str, ...]:
    """Return the arms whose number is what a question asks for; what it is compared with may be told."""
    if question.kind in COMPARING:
        return question.arms
    bounded = [arm for option in question.options if option.value is None for arm in option.arms]
    return (question.arm,) if question.arm in bounded or not bounded else tuple(dict.fromkeys(bounded))


# ---- the true option -------------------------------------------------------------


def options_too_early(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Find the words of the option that a question's own runs make true."""
    for question, heading, headings in asked(lesson):
        if question.kind != "choice" or question.of:
            continue
        found = evidence.own(question.experiment)
        truth = kind_of(question).truth(question, record_of([found]), found.experiment)
        for page in pages_of(lesson):
            offered = {
                name: tight(spoken(words).written).rstrip(".")
                for name, words in options(page.texts[heading])[1].items()
            }
            for each in headings:
                text = spoken(body(page, each)).tight
                if is_told(text, offered, str(truth)):
                    problem = f"{called(each)} says the true option of ## {heading} before the run."
                    yield replace(page.wrong(problem, each), what=WHAT)


def is_told(text: str, offered: Mapping[str, str], truth: str) -> bool:
    """Return True for a text with the words of the true option, and with those of no other."""
    right = offered.get(truth, "")
    return len(right) >= LETTERS and [name for name, words in offered.items() if words and words in text] == [
        truth
    ]
