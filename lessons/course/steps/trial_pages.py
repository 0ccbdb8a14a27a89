"""The pages of a trial: what each cause expects of a test, the test as a picture, and where each cause fell."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lessons.course.asking.kind import short
from lessons.course.asking.measurements import metric_words
from lessons.course.asking.question_words import answer_words, question_words
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdict_cards import VerdictCards, room_of, with_spans
from lessons.course.asking.verdicts import Verdict, arms_of, experiment_of
from lessons.course.lesson.lesson import Interval, Option, Question
from lessons.course.lesson.page import Block, Card, Choose, Strings, Table, Words, plain_text
from lessons.course.lesson.pictures import Bars
from lessons.course.lesson.prose import drawings_in, section_blocks
from lessons.course.lesson.state import Answer, ChoseTest, State
from lessons.course.lesson.trial import cause_of, could_refute, deaths, is_alike, survivors, test_of
from lessons.course.steps.plan import Steps


def trial_pages(trial: Question, steps: Steps, state: State, text: Strings) -> "TrialPages":
    return TrialPages(steps.lesson, state.record, steps.prose(text), text, trial, state)


@dataclass(frozen=True)
class TrialPages(VerdictCards):
    """A trial as far as it has come, told in one language."""

    trial: Question
    state: State

    @property
    def own(self) -> Option | None:
        """Return the cause that the learner believes; None where it is something else."""
        answer = self.state.answers.get(self.trial.id)
        return cause_of(self.trial, answer.value) if answer else None

    @property
    def chosen(self) -> tuple[Question, ...]:
        return tuple(test for name in self.state.tests if (test := test_of(self.trial, name)))

    def outcomes(self, *tests: Question) -> dict[str, str | None]:
        return {test.id: kind_of(test).truth(test, self.record, experiment_of(self.lesson, test)) for test in tests}

    def cause_name(self, cause: Option) -> str:
        name = short(plain_text(self.page.sections[f"cause {cause.id}"]))
        return self.text("trial.yours", cause=name) if cause is self.own else name

    def test_words(self, test: Question) -> str:
        return plain_text(question_words(test, self.page, self.text).split("\n")[0])

    def test_name(self, test: Question) -> str:
        """Return the short name of a test: its own section `name ID`, or its words before a colon."""
        return self.page.sections.get(f"name {test.id}") or short(self.test_words(test))

    def drawn(self, test: Question) -> Iterator[Block]:
        for name in drawings_in(self.page.question(test.id)):
            yield from self.page.drawn.get(name, ())

    def expected(self, cause: Option, test: Question) -> str:
        """Write `more or the same`; `no opinion` if a cause expects no answer of a test."""
        names = [self.answer(test, each) for each in cause.expects.get(test.id, ())]
        return self.text("trial.or").join(names) or self.text("trial.any")

    def arms(self, test: Question) -> tuple[str, ...]:
        """Return the two arms of a test; of a test with one arm, its own beside the first."""
        own = arms_of(test, self.lesson)
        return tuple(own) if len(own) > 1 else (experiment_of(self.lesson, test).names[0], *own)

    # Before the run.

    def saying(self) -> Words:
        answer = self.state.answers[self.trial.id]
        words = answer_words(self.trial, answer.value, self.page, self.text)
        return Words(self.text("trial.you_say", cause=words))

    def choose(self) -> Choose:
        names = {test.id: self.test_words(test) for test in self.trial.tests}
        return Choose(names, ChoseTest, {test.id: tuple(self.expectations(test)) for test in self.trial.tests})

    def expectations(self, test: Question) -> Iterator[Block]:
        """Yield its drawings, what each cause predicts for a test, and a note if no cause can fail it."""
        yield from self.drawn(test)
        rows = tuple((self.cause_name(cause), self.expected(cause, test)) for cause in self.trial.options)
        headings = self.text("trial.expects"), metric_words(test.metric, self.text)
        yield Table(headings, rows, lines=tuple(": ".join(row) + "." for row in (headings, *rows)))
        if is_alike(test.id, self.trial):
            yield Words(self.text("trial.alike"), "note")

    def left(self, *tests: Question) -> list[str]:
        """Return the names of the causes that these tests do not refute."""
        left = survivors(self.trial, self.outcomes(*tests))
        return [self.cause_name(cause) for cause in self.trial.options if cause.id in left]

    # After it.

    def left_words(self, *tests: Question) -> Words:
        left = "; ".join(self.left(*tests))
        return Words(self.text("trial.left", causes=left) if left else self.text("trial.none_left"))

    def verdict_words(self) -> Iterator[Words]:
        """Say if the learner's cause fell, and if the test that they chose could have shown it."""
        if self.own is None or not self.chosen:
            return
        fell, chosen = deaths(self.own, self.outcomes(*self.trial.tests)), self.chosen[0]
        if fell:
            key, tone = "fell_here" if chosen.id in fell else "fell_elsewhere", "wrong"
        else:
            key, tone = "stands", "right"
        fair = could_refute(chosen.id, self.own, self.trial)
        ending = "" if chosen.id in fell else "_fair" if fair else "_unfair"
        yield Words(self.text(f"trial.{key}{ending}"), tone)

    def fairness(self) -> str:
        """Say which test was chosen, and if it could have refuted the learner's cause; `""` before a test is chosen."""
        if self.own is None or not self.chosen:
            return ""
        test, fair = self.chosen[0], could_refute(self.chosen[0].id, self.own, self.trial)
        return self.text("trial.fair" if fair else "trial.unfair", test=self.test_name(test))

    def table(self, *tests: Question) -> Table:
        came = self.outcomes(*tests)
        answers = (self.answer(test, came[test.id] or "") or "?" for test in tests)
        rows = [(self.text("trial.came"), *answers, "")]
        lines = []
        for cause in self.trial.options:
            fell = deaths(cause, came)
            fate = self.text("trial.fell" if fell else "trial.not_refuted")
            cells = []
            for test in tests:
                said = self.expected(cause, test)
                cells.append(f"{'✗' if test.id in fell else '✓'} {said}" if test.id in cause.expects else said)
            rows.append((self.cause_name(cause), *cells, fate))
            where = "; ".join(self.test_name(test) for test in tests if test.id in fell)
            lines.append(f"{self.cause_name(cause)}: {fate}{f' ({where})' if where else ''}.")
        return Table(("", *(self.test_name(test) for test in tests), ""), tuple(rows), lines=tuple(lines))

    def cards_of(self, first: Question, tests: tuple[Question, ...]) -> tuple[Card, ...]:
        """Return the verdicts on the causes: one test as a picture, the table of all of them, then the others."""
        name = self.text("trial.table")
        table = Card("", name, "", (Words(name, "heading"), self.table(*tests), self.left_words(*tests)))
        return (self.test_card(first), table, *(self.test_card(test) for test in tests if test is not first))

    def test_card(self, test: Question) -> Card:
        name, came = self.test_name(test), self.outcomes(test)
        speaks = self.own is not None and test.id in self.own.expects and came[test.id]
        tone = "note" if not speaks else "wrong" if self.own and deaths(self.own, came) else "right"
        told, run = (Words(name, "heading"), *self.told_test(test)), self.run_of(test, self.arms(test))
        return Card(test.id, name, tone, told, run)

    def told_test(self, test: Question) -> Iterator[Block]:
        yield Words(self.test_words(test))
        yield from self.drawn(test)
        verdict = Verdict(test, Answer("", 0.0), self.outcomes(test)[test.id], False)
        for picture in self.pictures(verdict):
            yield self.with_expected(picture, test) if isinstance(picture, Bars) else picture
        for words in self.compared(test):
            yield Words(words[:1].upper() + words[1:])
        if reason := self.page.sections.get(f"because {test.id}"):
            yield from section_blocks(reason, self.page)

    def with_expected(self, picture: Bars, test: Question) -> Bars:
        """Mark where each cause expected the arm to be: a row a cause below the bars."""
        came, says, spans = self.outcomes(test), [picture.says], []
        for cause in (each for each in self.trial.options if test.id in each.expects):
            words, name = self.expected(cause, test), self.cause_name(cause)
            spans.append((f"{'✗' if deaths(cause, came) else '✓'} {name}", self.regions(cause, test), words))
            says.append(self.text("trial.says", cause=name, expected=words))
        title = metric_words(test.metric, self.text)
        return replace(
            with_spans(picture, spans, room_of(test.metric)), title=title[:1].upper() + title[1:], says=" ".join(says)
        )

    def regions(self, cause: Option, test: Question) -> list[Interval]:
        """Return the intervals in which a cause expects the number of a test."""
        return kind_of(test).regions(test, cause.expects.get(test.id, ()), self.record)
