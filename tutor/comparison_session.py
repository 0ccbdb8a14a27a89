"""A comparison of one's own: a bet, its run, who was right; then a finding to keep, or a test of one's explanation."""

import shlex
from collections.abc import Iterator
from dataclasses import replace

from lessons.course.asking.verdicts import Verdict, VerdictWords, verdict, verdicts
from lessons.course.course import LessonMode
from lessons.course.lesson.page import Page, Train, Words
from lessons.course.lesson.state import Act, Answer, State, Swept
from lessons.course.lesson.summaries import SIDES, seeds_of
from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.course.play.comparison import COMPARE, Comparison, read_settings
from lessons.course.steps import recipes
from tutor import emergency, notes
from tutor.figures import figured
from tutor.learner import Learner
from tutor.own_change import OwnChange, edits_of
from tutor.review_session import BriefSession
from tutor.training import Controls, JobRun, doer_of
from tutor.words.text import Text


class ComparisonSession(BriefSession):
    """One comparison. A bet that the runs decided counts like any other; a finding belongs to no lesson."""

    def __init__(self, learner: Learner, comparison: Comparison, text: Text) -> None:
        if not comparison.differing:
            raise LessonError(text("comparison.alike"))
        self.comparison, self.now = comparison, State(opened=True, begun=frozenset({"run"}))  # also without a bet
        prose = {language: comparison.prose(Text(language)) for language in LANGUAGES}
        pack = learner.course.pack_of(comparison.play.first.lesson)
        self.change = OwnChange(learner, text)
        edits = edits_of(learner, self.change)
        lesson = figured(comparison.lesson(edits, prose), pack is not None, text)
        super().__init__(learner, LessonMode(lesson), text, recipes.a_review(lesson, lesson.reviews[0]))
        self.pack, self.process, self.drafts = pack, doer_of(self.has_limits), {}

    @property
    def has_limits(self) -> bool:
        """Return True if a pack's code or the learner's own is trained."""
        return bool(self.pack) or self.comparison.is_own

    @property
    def page(self) -> Page:
        """Return the page, with what came of an explanation on trial. A bet leads straight to its run."""
        page = super().page
        if isinstance(page.want, Train):
            page = replace(page, want=replace(page.want, at_once=True))
        on_trial = tuple(self.on_trial())  # beside the answers, or before the verdict
        blocks = (*on_trial, *page.blocks) if self.is_at_end else (*page.blocks, *on_trial)
        return replace(page, blocks=blocks)

    def training(self, want: Train, controls: Controls | None = None) -> JobRun:
        run = super().training(want, controls)
        run.own_words = self.own_words
        return run

    @property
    def own_words(self) -> str:
        """Say what happened where the learner's own change has ended its process; `""` without one."""
        ended = self.text("play.mine_ended")
        return self.text("play.raised", trouble=ended, step=0) if self.comparison.is_own else ""

    def on_trial(self) -> Iterator[Words]:
        found, said = self.verdict(), {"reason": self.comparison.reason}
        if self.comparison.reason and found.truth and found.answer.value:
            key, tone = ("stands", "right") if found.right else ("fell", "wrong")
            yield Words(self.text(f"comparison.{key}", **said), tone)
        elif self.comparison.reason and not self.state.answers:
            yield Words(self.text("comparison.expects", **said))

    def verdict(self) -> Verdict:
        """Return what the runs say; without a bet, of no answer."""
        question = self.comparison.question
        answer = self.state.answers.get(question.id, Answer(""))
        return verdict(question, answer, self.state.record, self.place.lesson.experiments[COMPARE])

    def verdict_words(self) -> Iterator[str]:
        """Say how B compares with A over the seeds, whatever was bet."""
        telling = VerdictWords(self.place.lesson, self.state.record, self.prose, self.text)
        yield telling.with_verdict("{verdict}", self.verdict())
        yield from telling.compared(self.comparison.question)

    def bet_words(self) -> Iterator[Words]:
        """Yield what was bet and if it came so; nothing without a bet."""
        if self.state.answers:
            telling = VerdictWords(self.place.lesson, self.state.record, self.prose, self.text)
            yield telling.headline(self.verdict())

    def record(self, act: Act) -> None:
        super().record(act)
        if isinstance(act, Swept):
            for found in verdicts(self.place.lesson, self.now, (self.comparison.question,)):
                self.learner.record_bet(shlex.join(self.comparison.words), found)

    def keep(self, words: str) -> str:
        """Keep a finding in the journal and in the notes, and say where it is."""
        measured = self.state.record[COMPARE][self.comparison.metric]
        about = self.comparison
        settings = {
            "compare": shlex.join(about.words),
            "metric": about.metric,
            "seeds": str(seeds_of(self.state.record, COMPARE, about.seeds)),
        }
        if about.is_own:
            settings["change"] = self.change.words
        if about.reason:
            settings["reason"] = about.reason
        if answer := self.state.answers.get(COMPARE):
            settings |= {"said": answer.value, "came": self.verdict().truth or ""}
        figures = {name: found.get("mean" if name in SIDES else "median") for name, found in measured.items()}
        self.learner.keep_finding(words, settings, {name: each for name, each in figures.items() if each is not None})
        notes.write(self.learner, self.text)
        return emergency.kept_words(self.learner, self.text)

    def tested(self, reason: str, words: str) -> Comparison:
        """Return the test of an explanation: B again, beside it with one more setting. Raises LessonError."""
        begun = self.comparison.b
        other = read_settings(words, self.comparison.play, begun, self.text)
        return replace(self.comparison, a=begun, b=other, reason=reason)
