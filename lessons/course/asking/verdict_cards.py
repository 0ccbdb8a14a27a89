"""Verdict cards, one a question: what was asked, what was said, what the runs say as a picture, and why."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite, nan

from lessons.course.asking import measurements
from lessons.course.asking.question_words import margin_words, question_name, question_words
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import Verdict, VerdictWords, arms_of, experiment_of, verdicts
from lessons.course.lesson.lesson import WORKED, Interval, Question
from lessons.course.lesson.page import Block, Card, Look, Strings, Words
from lessons.course.lesson.pictures import DECADE, Axis, Bar, Bars, Curve, Curves, Picture, value_axis
from lessons.course.lesson.prose import section_blocks
from lessons.course.lesson.state import State
from lessons.course.lesson.summaries import Band, as_shown, recorded_losses, seeds_of
from lessons.course.lesson.value_words import ROUNDING, is_share, plain, value_words
from lessons.course.lesson.vocabulary import ONE

SMALL = 9  # rows of curves that stand for an answer
WIDE = 1000  # from so many times the least value on, an axis is logarithmic
ROOM = 1.15  # times the end of a span that stands on an axis
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z¿¡ÁÉÍÓÚÑ*`])")
MOST_TO_LEARN = ("wrong", "right", "note")


class VerdictCards(VerdictWords):
    """The cards of what the runs of a lesson decide."""

    def cards(self, state: State, questions: tuple[Question, ...]) -> tuple[Card, ...]:
        """Return a card for each question that the runs speak to: the surest mistake first, the undecided last."""
        found = verdicts(self.lesson, state, questions)
        found.sort(key=lambda each: (MOST_TO_LEARN.index(each.tone), -(each.answer.confidence or 0)))
        cards = []
        for each in found:
            name = question_name(each.question, self.lesson, self.page, self.text)
            told, run = (Words(name, "heading"), *self.told(each)), self.run_of(each.question, said=each.answer.value)
            cards.append(Card(each.question.id, name, each.tone, told, run))
        return tuple(cards)

    def run_of(self, question: Question, shown: tuple[str, ...] = (), said: str = "") -> Look | None:
        """Return the run that decides a question, with the bet on it: the arms that were watched, or others to show."""
        experiment = experiment_of(self.lesson, question)
        if not experiment.arms or not experiment.steps:
            return None
        bets = ((question, (said,)),) if said else ()
        return Look(experiment.pictures[0], "", replace(experiment, shown=shown or experiment.shown, bets=bets))

    def told(self, verdict: Verdict) -> Iterator[Block]:
        question = verdict.question
        if question.experiment != WORKED:  # of a calculation it stands on the page
            words = question_words(question, self.page, self.text)
            last = words.split("\n\n")[-1].replace("\n", " ")
            asking = [sentence for sentence in SENTENCE.split(last) if sentence.rstrip("*_`").endswith("?")]
            yield Words(" ".join(asking) or last)
        yield self.headline(verdict)
        shown = tuple(self.with_options(picture, verdict) for picture in self.pictures(verdict))
        yield from shown
        for words in self.compared(question):
            yield Words(words[:1].upper() + words[1:])
        sections = self.page.sections
        if reason := sections.get(f"because {question.id}") or sections.get(f"learnt {question.id}"):
            yield from section_blocks(self.with_verdict(reason, verdict), self.page)
        if reply := sections.get(f"because {question.id}: {said(verdict)}"):
            yield from section_blocks(reply, self.page)
        if notes := " ".join(self.small_print(verdict, shown)):
            yield Words(notes, "note")

    def small_print(self, verdict: Verdict, shown: tuple[Picture, ...]) -> Iterator[str]:
        question = verdict.question
        if some := measurements.seeds_words(experiment_of(self.lesson, question), self.record, self.text):
            yield some
        if margin := margin_words(question, "", self.text):
            yield margin
        if any(isinstance(picture, Bars) and has_whiskers(picture) for picture in shown):
            yield self.text("value.whiskers_mean" if question.summary == "mean" else "value.whiskers")
        if question.summary in ONE and shown:
            yield self.text(f"value.one_{question.summary}")
        if question.popular and question.popular not in (verdict.truth, said(verdict)):
            yield self.text("observe.popular", answer=self.answer(question, question.popular))

    # The runs as a picture.

    def pictures(self, verdict: Verdict) -> Iterator[Picture]:
        """Yield the bars of the arms that a question looks at, if there is a number to draw."""
        question, experiment = verdict.question, experiment_of(self.lesson, verdict.question)
        if kind_of(question).draws_curves:
            yield from self.curves(question)
            return
        looked_at = arms_of(question, self.lesson)
        first = experiment.names[:1] if len(experiment.names) == 2 else ()
        arms = [arm for arm in experiment.names if arm in (*first, *looked_at)]
        found = {arm: measurements.of_arm(question, self.record, arm) for arm in arms}
        bands = {arm: shown_band(question, band) for arm, band in found.items() if isinstance(band, Band)}
        if any(band.median is not None and isfinite(band.median) for band in bands.values()):
            yield self.bars(verdict, bands)

    def bars(self, verdict: Verdict, bands: dict[str, Band]) -> Bars:
        question, metric = verdict.question, verdict.question.metric
        experiment = experiment_of(self.lesson, question)
        bars, parts = [], []
        if kind_of(question).is_of_arm(question):
            given = kind_of(question).understood(question, verdict.answer.value)
            if given is not None:
                bars.append(Bar(self.text("observe.said"), "ideal", given, words=value_words(given, metric, self.text)))
        for arm, band in bands.items():
            ends = (band.median, band.p5, band.p95)
            value, low, high = (nan if end is None else 0.0 if abs(end) < ROUNDING else end for end in ends)
            words = value_words(band.median, metric, self.text)
            bars.append(Bar(self.name(arm), measurements.role_of(experiment, arm), value, low, high, words))
            parts.append(self.text("says.bar", arm=self.name(arm), value=self.summary(band, question)))
        says = self.text("says.bars", metric=measurements.metric_words(metric, self.text), arms="; ".join(parts))
        always = measurements.yardstick(metric, experiment, self.text, bands)
        says = " ".join(filter(None, [f"{says[:1].upper()}{says[1:]}", measurements.yardstick_words([always])]))
        reached = (end for bar in bars for end in (bar.value, bar.low, bar.high))
        axis = value_axis("", reached, is_share(metric))  # the title names it
        return Bars("", tuple(bars), axis, says, always)

    def with_options(self, picture: Picture, verdict: Verdict) -> Picture:
        """Return a picture of one arm with what was on offer below its bar."""
        question = verdict.question
        if not isinstance(picture, Bars) or len(picture.bars) > 1:
            return picture
        marks = {verdict.answer.value: "✗ ", verdict.truth: "✓ "}
        spans = [
            (marks.get(each.id, "· ") + self.answer(question, each.id), [each.value], " ")
            for each in question.options
            if each.value
        ]
        return with_spans(picture, spans, room_of(question.metric))

    def curves(self, question: Question) -> Iterator[Curves]:
        """Yield the middle of the seeds at each step, of the first arm and of the one in question."""
        experiment, curves, parts = experiment_of(self.lesson, question), [], []
        for arm in dict.fromkeys((experiment.names[0], question.arm)):
            losses = recorded_losses(self.record, question.experiment, question.metric, arm)
            if len(losses) < 2:
                return
            steps = tuple(experiment.steps * place / (len(losses) - 1) for place in range(len(losses)))
            curves.append(Curve(self.name(arm), measurements.role_of(experiment, arm), steps, losses))
            first, last = plain(losses[0]), plain(losses[-1])
            parts.append(self.text("says.curve", arm=self.name(arm), first=first, last=last))
        seeds = seeds_of(self.record, experiment.id, experiment.seeds)
        values = {"steps": experiment.steps, "seeds": seeds, "arms": "; ".join(parts)}
        reached = [loss for curve in curves for loss in curve.y]
        x = Axis(self.text("axis.steps"), 0.0, float(experiment.steps))
        y = Axis(self.text("axis.loss"), 0.8 * min(reached), 1.25 * max(reached), log=True)
        yield Curves("", tuple(curves), x, y, self.text("says.swept", **values), height=SMALL)


def room_of(metric: str) -> float:
    """Return the factor by which a drawn axis is longer than its span: 1 for a share, which ends at 100 %."""
    return 1.0 if is_share(metric) else ROOM


def with_spans(picture: Bars, spans: Sequence[tuple[str, Sequence[Interval], str]], room: float) -> Bars:
    """Mark where values are expected, on the axis of the bars: a row each, by a name, with that in words."""
    ends = [end for _, found, _ in spans for each in found for end in each if isfinite(end)]
    near = [end for end in ends if end <= 3 * picture.axis.high]
    starts = [each[0] for _, found, _ in spans for each in found]
    low, high = min([picture.axis.low, *near]), max([picture.axis.high, *(room * end for end in (*near, *starts))])
    values = [bar.value for bar in picture.bars]
    furthest = max([*values, *starts], default=0.0)
    above_zero = [value for value in (*ends, *values) if 0 < value <= WIDE * furthest] or [1.0]
    is_log = room > 1 and min([*ends, *values]) >= 0 < min(values) and max(above_zero) >= WIDE * min(above_zero)
    if is_log:  # else what is near zero is a sliver
        low, high = min(above_zero) / DECADE, max(above_zero) * DECADE
    bars = list(picture.bars)
    for name, found, words in spans:
        if found:
            span = max(low, min(each[0] for each in found)), min(high, max(each[1] for each in found))
            bars.append(Bar(name, "", nan, *span, words=words))
    return replace(picture, bars=tuple(bars), axis=replace(picture.axis, low=low, high=high, log=is_log))


def said(verdict: Verdict) -> str:
    """Return the answer as headings spell it: the tempting answer, however it was typed."""
    question, kind, answer = verdict.question, kind_of(verdict.question), verdict.answer.value
    if question.popular is None or verdict.right:
        return answer
    given, tempting = kind.understood(question, answer), kind.understood(question, question.popular)
    return question.popular if given is not None and kind.is_right(question, given, tempting) else answer


def shown_band(question: Question, band: Band) -> Band:
    """Return the band as it is shown; or only the one number that the question asks of the seeds."""
    if question.summary not in ONE:
        return as_shown(band, question.metric, question.summary)
    asked = measurements.statistic(question, band)
    return Band(asked, mean=asked, least=asked, greatest=asked)


def has_whiskers(picture: Bars) -> bool:
    seen = (picture.axis.high - picture.axis.low) / 50
    measured = (bar for bar in picture.bars if isfinite(bar.value))  # and no answer on offer
    return any((bar.high or 0) - (bar.low or 0) > seen for bar in measured)


def score_words(found: tuple[Card, ...], text: Strings) -> str:
    tones = [each.tone for each in found]
    right, count = tones.count("right"), len(tones) - tones.count("note")
    if not count:
        return text("observe.score_none")
    key = "all" if right == count else "zero" if not right else "some"
    return text(f"observe.score_{key}", right=right, count=count)
