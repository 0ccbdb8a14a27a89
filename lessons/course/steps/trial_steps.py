"""The step of a trial: a bet on a cause, and a run that could refute it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from lessons.course.asking.measurements import seeds_words
from lessons.course.lesson.lesson import Experiment, Question
from lessons.course.lesson.page import Aside, Onward, Page, Strings, Train, Words
from lessons.course.lesson.state import State
from lessons.course.steps.plan import SEED, LessonStep, Steps
from lessons.course.steps.trial_pages import trial_pages


@dataclass(frozen=True)
class Trial(LessonStep):
    """Explain the runs: a bet on a cause, and a run of one's own choice that could prove it wrong."""

    id: str
    trial: Question
    experiments: tuple[Experiment, ...]
    kind: ClassVar[str] = "trial"
    trains = True

    def done(self, state: State) -> bool:
        return was_past_trial(state) or all(each.id in state.record for each in self.experiments)

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        (experiment,), pages = self.experiments, trial_pages(self.trial, steps, state, text)
        if experiment.id in state.record:
            cards = pages.cards_of((*pages.chosen, *self.trial.tests)[0], self.trial.tests)
            some = seeds_words(experiment, state.record, text)
            told = [*pages.verdict_words(), *([Words(some, "note")] if some else [])]
            return steps.at(self, text, told, Onward(text("go.on")), cards=cards)
        is_wanted = state.looking == self.trial.id and self.trial.id not in state.locked
        if is_wanted or self.trial.id not in state.answers:
            ask = steps.ask(self.trial, (self.trial,), state, text)
            return steps.at(self, text, steps.asking(self.trial, text), ask)
        if not pages.chosen:
            return steps.at(self, text, (pages.saying(), Words(text("trial.which_run"), "heading")), pages.choose())
        (test,) = pages.chosen
        said = Aside(text("run.predictions"), (pages.saying(), *pages.expectations(test)))
        shown = replace(experiment, shown=pages.arms(test))
        if (experiment.id, SEED) in state.runs or not experiment.steps:
            want = Train(shown, None, text("run.sweep_wait", seeds=experiment.seeds), at_once=True)
        else:
            want = Train(shown, SEED, text("run.waiting_locked"), at_once=True)
        return steps.at(self, text, (), want, asides=(said,))


def was_past_trial(state: State) -> bool:
    """Return True for who had come past this place in a version without trials."""
    return state.accused or state.finished or bool(state.found | state.passed)
