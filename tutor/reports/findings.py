"""Findings of play in words: what was tried, or what was compared, with its bet."""

from collections.abc import Iterable, Iterator, Mapping

from lessons.course.asking.measurements import metric_words
from lessons.course.asking.question_words import answer_words
from lessons.course.lesson.lesson import Prose, Question
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.value_words import value_words
from lessons.course.play import play
from lessons.course.play.comparison import ARMS, COMPARE
from lessons.course.play.knobs import KNOBS, NONE, Found, Values, telling
from progress.event import FINDING, Event
from tutor.records import LARGEST, read_event
from tutor.reports.words import day, literal
from tutor.words.text import Text

LONGEST = 60  # letters of a value
LONGEST_LINE = 400  # of a command
SIDES = {"lower": "fewer", "higher": "more"}  # shares of the seeds, by the answer that is true in them


def finding_rows(events: Iterable[Event], text: Text) -> Iterator[tuple[str, str, str]]:
    """Yield the day of each finding, the learner's own words, and what they are about; the oldest first."""
    for event in events:
        found = read_event(event) if event.kind == FINDING else None
        if isinstance(found, Found) and found.text.strip():
            is_compared = isinstance(found.settings, Mapping) and COMPARE in found.settings
            about = comparison_words(found, text) if is_compared else tried_words(found, text)
            yield day(event.time.date()), found.text, about


def finding_lines(events: Iterable[Event], text: Text) -> Iterator[str]:
    """Write a line of Markdown a finding."""
    for when, words, about in finding_rows(events, text):
        yield f"{when}. **{literal(words)}**" + (f"  \n  {literal(about)}" if about else "")


def tried_words(found: Found, text: Text) -> str:
    change = found.settings.get("change", "") if isinstance(found.settings, Mapping) else ""
    changed = change[:LONGEST_LINE] if isinstance(change, str) else ""
    return "; ".join(filter(None, (settings_words(found, text), changed, figures_words(found, text))))


def comparison_words(found: Found, text: Text) -> str:
    """Return a comparison's command, the medians, in how many seeds B was on which side, and the bet."""
    settings = {name: value[:LONGEST_LINE] for name, value in found.settings.items() if isinstance(value, str)}
    figures, metric = numbers(found), settings.get("metric", "")
    parts = [f"lynx-tutor {settings.get(COMPARE, '')} --ask"]  # whoever pastes it bets first
    if metric_of(metric):
        question, seeds = Question(COMPARE, "direction", metric=metric), settings.get("seeds", "")
        values = [f"{arm.upper()} {value_words(figures[arm], metric, text)}" for arm in ARMS if arm in figures]
        said = {name: answer_words(question, name, Prose("", {}), text) for name in (*SIDES.values(), "same")}
        parts.append(f"{metric_words(metric, text)} {', '.join(values)}")
        for side, answer in SIDES.items():
            if seeds.isdecimal() and 0 < figures.get(side, 0) <= 1:
                count = round(figures[side] * int(seeds))
                parts.append(f"B {text('compare.in_seeds', side=said[answer], count=count, seeds=seeds)}")
        if (bet := settings.get("said")) in said and (came := settings.get("came")) in said:
            mark = "✓" if bet == came else "✗"
            parts.append(f"{mark} {text('export.said')} {said[bet]}; {text('export.happened')}: {said[came]}")
    if reason := settings.get("reason"):
        parts.append(f"{text('export.on_trial')}: {reason}")
    return "; ".join([*parts, *filter(None, [settings.get("change")])])


def settings_words(found: Found, text: Text) -> str:
    """Return each knob that meant anything with its value; a value that is no word was not written by the program."""
    settings = found.settings if isinstance(found.settings, Mapping) else {}
    given = {str(name): str(value)[:LONGEST] for name, value in settings.items() if isinstance(value, str)}
    values: Values = {knob: given.get(knob, NONE) for knob in KNOBS}
    return ", ".join(
        f"{text(f'play.{knob}')} {play.value_said(knob, values[knob], text)}"
        for knob in telling(values)
        if knob in given
    )


def figures_words(found: Found, text: Text) -> str:
    return ", ".join(
        f"{play.figure_name(name, text)} {value_words(value, name, text)}"
        for name, value in numbers(found).items()
        if metric_of(name)
    )


def numbers(found: Found) -> dict[str, float]:
    """Return the figures of a finding that are numbers."""
    figures = found.figures if isinstance(found.figures, Mapping) else {}
    return {
        str(name): float(value)
        for name, value in figures.items()
        if isinstance(value, float) or (type(value) is int and abs(value) < LARGEST)
    }
