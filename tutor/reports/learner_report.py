"""One learner's whole story: every lesson in every mode, how sure and how right they were, and what comes back."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from lessons.course.asking.question_words import answer_words, question_name
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import Verdict, VerdictWords, experiment_of, sure_words, verdict
from lessons.course.course import Course, LessonMode
from lessons.course.lesson.lesson import Prose, Question
from lessons.course.lesson.state import Answer, Graded, State
from lessons.course.steps import recipes
from lessons.course.steps.hints import gap_hints
from lessons.course.steps.trial_pages import trial_pages
from progress.calibration import Bin, ResolvedPrediction, by_concept, judged
from progress.event import FINDING, Event
from progress.history import Activity, activity, renamed
from progress.schedule import ReviewCard
from progress.sentence import inert
from tutor import fold, pack_code
from tutor.learner import Learner
from tutor.reports.calibration import calibration_of
from tutor.reports.words import bullets, literal
from tutor.words.text import Text, counted

UNDECIDED, RIGHT, WRONG = "○", "✓", "✗"


@dataclass(frozen=True)
class OwnLesson:
    """A lesson in one mode, with what the learner did there."""

    place: LessonMode
    state: State
    may_run: bool = True  # not a pack's that the learner has not agreed to run

    @property
    def hints(self) -> int:
        return sum(self.state.hints.values())

    @property
    def counts(self) -> dict[str, int]:
        """Count what a search took beside hints, by the keys under `[mine]`."""
        state = self.state
        return {
            "looked": len(state.looks),
            "guesses": sum(map(len, state.guesses.values())),
            "points": sum(map(len, state.points.values())),
            "attempts": sum(state.tries.values()),
        }

    @property
    def searched(self) -> bool:
        return bool(self.hints or any(self.counts.values()) or self.state.found)


@dataclass(frozen=True)
class Idea:
    """An idea that predictions were about, over all of them and the reviews; and what became of its reviews."""

    concept: str
    calibration: Bin | None  # of those with a confidence
    reviews: tuple[ResolvedPrediction, ...]
    since: date  # of the first of them

    @property
    def lasted(self) -> timedelta:
        """Return the time from the first answer on it to the last review."""
        return self.latest.day - self.since if self.latest else timedelta(0)

    @property
    def kept(self) -> int:
        return sum(each.right for each in self.reviews)

    @property
    def latest(self) -> ResolvedPrediction | None:
        return max(self.reviews, key=lambda each: each.day, default=None)

    @property
    def is_known(self) -> bool:
        """Return True if it came back on a later day, and was answered rightly the last time."""
        return self.latest is not None and self.latest.right


@dataclass(frozen=True)
class LearnerReport:
    """Everything that one learner did, without a word in any language."""

    name: str
    made: date
    course: Course
    lessons: tuple[OwnLesson, ...]  # those that were begun, in each mode, in the order of the course
    activity: Activity
    judged: tuple[ResolvedPrediction, ...]
    cards: tuple[ReviewCard, ...]  # what comes back, what is due first in front
    ideas: tuple[Idea, ...]  # in the order of the course's list of concepts
    elsewhere: tuple[tuple[str, int], ...]  # lessons that this version does not have, and how many events
    damaged: bool
    findings: tuple[Event, ...] = ()  # of play, the oldest first

    @property
    def opened(self) -> tuple[OwnLesson, ...]:
        return tuple(lesson for lesson in self.lessons if lesson.state.opened)


def build_report(learner: Learner, made: date | None = None) -> LearnerReport:
    """Read a learner's fold for people. What was judged before a reset stays judged: it was not known then."""
    made, course = made or learner.today(), learner.course
    events = renamed(fold.understood(learner.journal.events), course.renamed)
    counted, places = judged(events), learner.begun()
    # Of a pack whose code may not run nothing is trained again.
    waiting = pack_code.packs_to_ask(learner, (place.lesson.id for place in places))
    unknown = (event.lesson for event in events if event.lesson and event.lesson not in course.lessons)
    return LearnerReport(
        learner.name,
        made,
        course,
        tuple(OwnLesson(each, learner.state(each), course.pack_of(each.lesson.id) not in waiting) for each in places),
        activity([event for event in events if event.lesson is not None], made),
        counted,
        learner.cards(),
        tuple(ideas(counted, course)),
        tuple(Counter(unknown).items()),
        bool(learner.journal.set_aside),
        tuple(event for event in events if event.kind == FINDING),
    )


def ideas(counted: Sequence[ResolvedPrediction], course: Course) -> Iterator[Idea]:
    def concept_of(judged: ResolvedPrediction) -> str | None:
        lesson = course.lessons.get(judged.lesson or "")
        if lesson is None:
            return None
        asked = lesson.question(judged.question) if judged.mode else lesson.review(judged.question)
        return asked.concept if asked else None

    groups = by_concept(counted, concept_of)
    for concept in course.concepts:
        if group := groups.get(concept):
            reviews = tuple(each for each in group if each.mode is None)
            yield Idea(concept, calibration_of(group), reviews, min(each.day for each in group))


def lesson_parts(lesson: OwnLesson, text: Text) -> Iterator[str]:
    """Yield the Markdown below a lesson's title, in notes and in an export, without empty parts."""
    steps, state = recipes.steps_of(lesson.place), lesson.state
    asked = [each for each in steps.questions.values() if each.id in state.answers]
    lines = [prediction_line(question, lesson, text) for question in asked]
    if lines := [*lines, *(former_line(verdict, lesson, text) for verdict in state.former.values())]:
        marks = [line[0] for line in lines]
        decided = len(marks) - marks.count(UNDECIDED)
        score = text("export.score", right=marks.count(RIGHT), decided=decided)
        yield f"### {text('export.predictions')} · {score}\n\n{bullets(lines)}"
    if lesson.searched:
        title = text("export.search" if lesson.place.lesson.hints else "stage.lab")
        yield f"### {title}\n\n{bullets(search_lines(lesson, text))}"
    if own := [judged.line.rstrip() for judged in state.judged.values() if judged.passed and judged.line.strip()]:
        lines = inert(own[0], lines=True).splitlines()
        yield "\n".join([f"{text('export.own_line')}:\n", *(f"    {line}" for line in lines)])
    if words := "\n".join(filter(None, (state.words.get(step.id, "").strip() for step in steps.all))):
        lines = [f"> {literal(line)}  " if literal(line) else ">" for line in inert(words, lines=True).split("\n")]
        yield "\n".join([f"### {text('export.words')}\n", *lines])


def prediction_line(question: Question, lesson: OwnLesson, text: Text) -> str:
    """Say one prediction beside what happened, in the terms of the question, with the medians."""
    whole, state = lesson.place.lesson, lesson.state
    page, answer = whole.prose[text.language], state.answers[question.id]
    mark, happened = UNDECIDED, text("export.undecided")
    if question.experiment in state.record:
        found = verdict(question, answer, state.record, experiment_of(whole, question))
        mark = mark_of(found)
        telling = VerdictWords(whole, state.record, page, text)
        happened = literal(telling.truth(found))
        measured = telling.measured(question)
        if measured and not kind_of(question).says_measured:
            happened += f" ({literal(measured)})"
    name = literal(question_name(question, whole, page, text))
    line = f"{mark} **{name}**: {said(question, answer, page, text)}; {text('export.happened')}: {happened}"
    return ". ".join(filter(None, (line, fairness(lesson, text)))) if question.tests else line


def former_line(graded: Graded, lesson: OwnLesson, text: Text) -> str:
    """Say a prediction on a question that is gone, or that takes other answers now, as it was judged then."""
    mark = (RIGHT if graded.right else WRONG) if graded.truth else UNDECIDED
    own = lesson.place.lesson.prose[text.language].sections.get(f"name {graded.question}")
    name, happened = own or graded.question.replace("-", " "), graded.truth or text("export.undecided")
    answer = f"*{literal(graded.answer)}*{sure_words(Answer(graded.answer, graded.confidence), 'run.how_sure', text)}"
    line = f"{mark} **{literal(name)}**: {text('export.said')} {answer}; {text('export.happened')}: {literal(happened)}"
    return f"{line} ({text('export.former')})"


def mark_of(found: Verdict) -> str:
    return UNDECIDED if found.truth is None else RIGHT if found.right else WRONG


def fairness(lesson: OwnLesson, text: Text) -> str:
    """Say which test a learner chose, and if it could have refuted their explanation."""
    trial = lesson.place.lesson.trial
    return trial_pages(trial, recipes.steps_of(lesson.place), lesson.state, text).fairness() if trial else ""


def said(question: Question, answer: Answer, page: Prose, text: Text) -> str:
    """Say `I said *more* (80 %)`."""
    words = literal(answer_words(question, answer.value, page, text))
    return f"{text('export.said')} *{words}*{sure_words(answer, 'run.how_sure', text)}"


def search_lines(lesson: OwnLesson, text: Text) -> Iterator[str]:
    yield search_words(lesson, text)
    if lesson.hints and lesson.place.lesson.hints:
        last = lesson.place.lesson.hints[lesson.hints - 1]
        yield text("export.last_hint", what=text(f"reveals.{last.reveals}"))
    for number, guess in sorted(each for guesses in lesson.state.guesses.values() for each in guesses.items()):
        yield f"{text('export.before_hint', number=number)}: {literal(guess)}"


def search_words(lesson: OwnLesson, text: Text) -> str:
    told = [counted(text, f"mine.{key}", count) for key, count in lesson.counts.items() if count]
    whole = lesson.place.lesson
    if total := len(whole.hints) or sum(len(gap_hints(whole, gap)) for gap in lesson.state.hints):
        told.insert(0, text("mine.hints_taken", rungs=lesson.hints, count=total))
    return " · ".join(told)
