"""Every bet that a run has judged, the latest first, with the page that it belongs to; and what came of them all."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from lessons.course.asking.measurements import metric_words
from lessons.course.asking.question_words import answer_words, question_name
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.page import Table, Words
from lessons.course.lesson.summaries import seeds_of
from lessons.course.lesson.value_words import share
from lessons.course.play.comparison import ARMS, COMPARE, MOST_SEEDS, SETTINGS
from lessons.course.play.knob_settings import beginning_of_task
from lessons.course.play.knobs import MLP, TASKS, Found, applies
from lessons.course.play.play import value_said
from lessons.course.steps.recipes import steps_of
from progress.calibration import ResolvedPrediction, with_confidence
from progress.event import FINDING, VERDICT, Event
from tutor.learner import Learner
from tutor.own_rows import names_file
from tutor.records import read_event
from tutor.reports.calibration import calibration_of
from tutor.reports.learner_report import LearnerReport
from tutor.reports.words import concept_name, place_of, table
from tutor.words.text import Text, title_of

KEPT_DAYS, KEPT_IDEAS = 30, 10
SEEDS = re.compile(rf"{COMPARE} .*--seeds ([0-9]{{1,9}})\b")  # in the command of a comparison
CALIBRATED_BETS, CALIBRATED_WITHIN = 50, 0.1


@dataclass(frozen=True)
class PastBet:
    """A bet in a row of words, and where it was made: the lesson in a mode, and a step of it; `""` if it has none."""

    row: tuple[str, ...]
    place: LessonMode | None = None
    step: str = ""


def bets(report: LearnerReport, learner: Learner, text: Text) -> tuple[PastBet, ...]:
    return tuple(bet_of(each, report, learner, text) for each in reversed(report.judged))


def bet_of(judged: ResolvedPrediction, report: LearnerReport, learner: Learner, text: Text) -> PastBet:
    """Return a bet; of a question that this version does not ask its lesson alone."""
    mark, sure = "✓" if judged.right else "✗", share(judged.confidence)
    place = place_of(judged.lesson or "", judged.mode or "open", report.course)
    if place is None:
        return PastBet((mark, judged.lesson or compared_words(judged.question, text), "", sure))  # of one's own
    lesson, steps, state = place.lesson, steps_of(place), learner.state(place)
    title, prose = title_of(place, report.course, text, state), lesson.prose[text.language]
    if judged.mode is None:
        review = lesson.review(judged.question)
        return PastBet((mark, concept_name(review.concept, report.course, text) if review else title, "↻", sure), place)
    question, answer = steps.questions.get(judged.question), state.answers.get(judged.question)
    if question is None:
        return PastBet((mark, title, "", sure), place)
    name = f"{title}: {question_name(question, lesson, prose, text)}"
    if answer is None:  # the lesson was reset
        return PastBet((mark, name, "", sure), place)
    step = next((each.id for each in reversed(steps.all) if question in each.questions), "")
    return PastBet((mark, name, answer_words(question, answer.value, prose, text), sure), place, step)


def compared_words(line: str, text: Text) -> str:
    """Name a comparison by its command: `xor: width 8 or width 4, training accuracy`; any other line as it is."""
    try:
        command, name, *words = shlex.split(line)
        options = dict(zip(words[::2], words[1::2], strict=True))
        typed = [dict(each.split("=") for each in options.get(f"--{arm}", "").split(",") if each) for arm in ARMS]
    except ValueError:
        return line
    metric, of_file = options.get("--metric", ""), {"model": MLP} if names_file(name) else {}
    if command != COMPARE or not metric_of(metric):
        return line
    begun = beginning_of_task(name).values if name in TASKS else of_file
    knobs = [knob for knob in SETTINGS if typed[0].get(knob) != typed[1].get(knob)]
    arms = {}
    for arm, own in zip(ARMS, typed, strict=True):
        values = {**begun, **own}
        told = [knob for knob in knobs if knob in own or (knob in values and applies(knob, values))]
        said = ", ".join(
            f"{'' if knob == 'model' else text(f'play.{knob}')} {value_said(knob, values[knob], text)}".strip()
            for knob in told
        )
        arms[arm] = said or text("comparison.begun")
    return text("comparison.bet", task=value_said("task", name, text), metric=metric_words(metric, text), **arms)


def bet_table(found: tuple[PastBet, ...], text: Text) -> Table:
    headings = ("", text("mine.bet"), text("observe.said"), text("observe.sure"))
    return table(headings, (bet.row for bet in found))


def networks(report: LearnerReport, learner: Learner) -> int:
    """Count the networks whose training the journal tells of: each arm of each seed, watched or measured."""
    count = networks_at_play(learner.events())
    for lesson in report.opened:
        experiments, state = lesson.place.lesson.experiments, lesson.state
        count += sum(len(experiments[name].arms) for name, _ in state.runs if name in experiments)
        done = (each for each in experiments.values() if each.id in state.record)
        count += sum(len(each.arms) * seeds_of(state.record, each.id, each.seeds) for each in done)
        count += networks_judged(lesson.place.lesson) if state.passed else 0
    return count


def networks_judged(lesson: Lesson) -> int:
    """Count those that a repair trained when it passed, one a seed; of one that failed the journal tells none."""
    if lesson.repair is None:
        return 0
    named = {bound.experiment for bound in lesson.repair.accept} or {*lesson.experiments}
    return len(named) * len(lesson.repair.seeds)


def networks_at_play(events: Iterable[Event]) -> int:
    """Count those of comparisons that were bet on or kept, two a seed, and one for each other finding that was kept."""
    count, lines = 0, set[str]()
    for event in events:
        found = read_event(event) if event.kind == FINDING else None
        given = found.settings if isinstance(found, Found) and isinstance(found.settings, Mapping) else {}
        is_bet = event.kind == VERDICT and event.lesson is None
        line = str(event.payload.get("question") if is_bet else given.get(COMPARE, ""))
        if (seeds := SEEDS.match(line)) and (is_bet or line not in lines):
            count += len(ARMS) * min(int(seeds[1]), MOST_SEEDS)
        elif isinstance(found, Found) and found.figures and not line:
            count += 1
        lines.add(line)
    return count


def milestones(report: LearnerReport, text: Text) -> Iterator[Words]:
    """Yield the three milestones: reached, or how far it is to them."""
    month = timedelta(days=KEPT_DAYS)
    kept = sum(idea.is_known and idea.lasted >= month for idea in report.ideas)
    ladders = (each for each in report.lessons if each.place.mode == "blind" and each.place.lesson.hints)
    is_blind = any(each.state.found and not each.hints for each in ladders)
    last = calibration_of(with_confidence(report.judged)[-CALIBRATED_BETS:])
    enough = last is not None and last.count == CALIBRATED_BETS
    is_near = last is not None and enough and abs(last.mean_confidence - last.accuracy) <= CALIBRATED_WITHIN
    yield milestone("ideas", kept >= KEPT_IDEAS, text, done=min(kept, KEPT_IDEAS), count=KEPT_IDEAS)
    yield milestone("blind", is_blind, text, done=int(is_blind), count=1)
    yield milestone("calibrated", is_near, text, done=last.count if last else 0, count=CALIBRATED_BETS)


def milestone(name: str, is_reached: bool, text: Text, done: int, count: int) -> Words:
    words = text(f"mine.milestone_{name}")
    if is_reached:
        return Words(words, "right")
    return Words(f"○ {words} · {text('map.tally', done=done, count=count)}", "note")
