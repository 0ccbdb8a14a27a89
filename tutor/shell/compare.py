"""`compare`: two settings of a model over paired seeds; with `--ask` after a bet. Or one JSON object on stdout."""

import json
import sys
from contextlib import redirect_stdout

from lessons.course.asking.question_words import question_words
from lessons.course.lesson.page import Words
from lessons.course.lesson.state import Swept
from lessons.course.lesson.values import LessonError
from lessons.course.play.comparison import COMPARE, FEWEST_SEEDS, MOST_SEEDS, Comparison, read_metric, read_settings
from lessons.course.play.knobs import task_called
from lessons.engine.process import CodeEnded
from lessons.runs.experiment import Measured
from tutor.comparison_session import ComparisonSession
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.learner import Learner
from tutor.linear.lesson import LessonLines
from tutor.linear.lines import Leave, Lines, ToMap
from tutor.play_session import PlaySession, chosen_task
from tutor.shell.request import Asked, full_name, open_learner
from tutor.shell.run import ask_first, measure, metrics, show
from tutor.shell.terminal import listen, say
from tutor.training import ended_words
from tutor.words.author_sentences import author_words
from tutor.words.text import Text

HOW = {"seed": 0, "seeds": None, "steps": None, "processes": None, "scheduler": None}  # as `run` trains


def compare(asked: Asked, text: Text) -> int:
    """Compare two settings, after a bet if that is asked for. Raises Refused for what no knob and no metric can be."""
    learner = open_learner(asked)
    try:
        comparison = chosen_comparison(asked, learner, text)
        ask_first(learner.course.pack_of(comparison.play.first.lesson), asked, text)
        session = ComparisonSession(learner, comparison, text)
    except LessonError as error:
        raise Refused(author_words(str(error), text), WRONG_USAGE) from None
    with redirect_stdout(sys.stderr if asked.json else sys.stdout):  # where JSON is alone
        lines = Lines(learner, text, say, listen)
        if asked.ask:
            bet(lines, session)
        elif not asked.json:
            lines.say_blocks([Words(question_words(session.comparison.question, session.prose, text))])
    try:
        (measured,) = measure(session.place.lesson, session.has_limits, Asked(**HOW), text)
        session.record(Swept(COMPARE, measured.as_record(), session.comparison.seeds))
        if asked.json:
            print(json.dumps(as_json(session, measured), ensure_ascii=False))
        else:
            show(measured, session.place.lesson, session.pack, text)
    except CodeEnded as ended:
        raise Refused(session.own_words or ended_words(ended, text)) from None
    if not asked.json:
        lines.say_all(session.verdict_words())
        lines.say_blocks(session.bet_words())
    return DONE


def chosen_comparison(asked: Asked, learner: Learner, text: Text) -> Comparison:
    """Read what is compared. Raises Refused for what is no task and no file, LessonError for what is no setting."""
    lesson = full_name(asked.task, learner.course)
    is_lesson = lesson in learner.course.headings and not task_called(asked.task)
    task = "" if is_lesson else chosen_task(asked.task, text, asked.label)
    if not FEWEST_SEEDS <= asked.seeds <= MOST_SEEDS:
        raise Refused(text("comparison.seeds_range", least=FEWEST_SEEDS, most=MOST_SEEDS), WRONG_USAGE)
    play = PlaySession(learner, text, task, lesson if is_lesson else "").play
    a, b = (read_settings(words, play, play.first.values, text) for words in (asked.a, asked.b))
    return Comparison(play, a, b, read_metric(asked.metric, play, (a, b), text), asked.seeds)


def bet(lines: Lines, session: ComparisonSession) -> None:
    """Ask for the bet in plain lines. Raises Refused where the learner leaves."""
    view = LessonLines(lines, session)
    try:
        while not session.state.answers:
            view.step()
    except (Leave, ToMap, EOFError):
        raise Refused(lines.text("comparison.no_bet"), WRONG_USAGE) from None


def as_json(session: ComparisonSession, measured: Measured) -> dict[str, object]:
    """Return the command's words, all values as `run` has them, and what they come to: `fewer`, `same` or `more`."""
    comparison, found = session.comparison, session.verdict()
    told: dict[str, object] = {"truth": found.truth, "says": list(session.verdict_words())}
    if found.answer.value:
        told |= {"said": found.answer.value, "confidence": found.answer.confidence, "right": found.right}
    seeds = {"seeds": comparison.seeds, "experiments": {COMPARE: {"metrics": metrics(measured)}}}
    return {"compare": list(comparison.words), **seeds, "verdict": told}
