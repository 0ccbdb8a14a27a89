"""A comparison in plain lines: what is compared, the bet, the run, who was right; a finding, or one more run."""

from lessons.course.lesson.values import LessonError
from lessons.course.play.comparison import Comparison, Pairing
from tutor.comparison_session import ComparisonSession
from tutor.linear.lesson import LessonLines
from tutor.linear.lines import Lines, numbered, picked

KEEP, EXPLAIN = "s", "e"


def choose(lines: Lines, pairing: Pairing) -> None:
    """Ask for A and B, what is measured, and the seeds; then compare."""
    for place in range(len(pairing.knobs(lines.text))):
        knob = pairing.knobs(lines.text)[place]
        lines.say_all(numbered(map(knob.said, knob.values)))
        words = lines.asked(lines.text("comparison.choose", name=knob.name, value=knob.said()))
        if number := picked(words, len(knob.values)):
            pairing = pairing.turned(knob.id, knob.values[number - 1])
        elif words:
            lines.say(lines.text("linear.unknown", words=words))
    compare(lines, pairing.comparison)


def compare(lines: Lines, comparison: Comparison) -> None:
    """Go through a comparison, and then through the tests of what is said to explain it."""
    try:
        session = ComparisonSession(lines.learner, comparison, lines.text)
    except LessonError as error:
        lines.say(str(error))
        return
    view = LessonLines(lines, session)
    while not session.is_at_end:
        view.step()
    view.show(session.page)
    lines.say(comparison.share_words(lines.text))
    while words := lines.asked(lines.text("comparison.asked")):
        if words == KEEP:
            keep(lines, session)
        elif words == EXPLAIN:
            explain(lines, session)
        else:
            lines.say(lines.text("linear.unknown", words=words))


def keep(lines: Lines, session: ComparisonSession) -> None:
    if words := lines.asked(lines.text("play.finding"), free=True):
        lines.say(session.keep(words))


def explain(lines: Lines, session: ComparisonSession) -> None:
    """Ask for an explanation and for one more setting, and bet on the run that may refute it."""
    if not (reason := lines.asked(lines.text("comparison.reason"), free=True)):
        return
    lines.say(lines.text("comparison.setting_about"))
    if setting := lines.asked(lines.text("comparison.setting")):
        try:
            test = session.tested(reason, setting)
        except LessonError as error:
            lines.say(str(error))
        else:
            compare(lines, test)
