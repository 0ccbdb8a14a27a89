"""The kinds of steps. Each says when it is done and what is on its page; a lesson is a list of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Protocol

from lessons import hunt, measurements, verdict_words
from lessons.lesson import WORKED, Experiment, Lesson, Mode, Prose, Question, Review
from lessons.page import Ask, Block, Change, Find, Look, Onward, Page, Table, Train, Want, Words, Write
from lessons.questions import chance_of, kind_of
from lessons.state import State
from lessons.text import Text

SEED = 7  # the seed that is watched, unless the learner takes another


class Step(Protocol):
    """One step of a lesson."""

    @property
    def kind(self) -> str: ...

    @property
    def id(self) -> str: ...

    def done(self, state: State) -> bool: ...

    def page(self, steps: "Steps", state: State, text: Text) -> Page: ...


@dataclass(frozen=True)
class Read:
    """Words to read, and the edit where it is shown."""

    id: str
    sections: tuple[str, ...]
    shows_edit: bool = False
    kind: ClassVar[str] = "read"

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        blocks: list[Block] = []
        for name in self.sections:
            if name == "edit" and self.shows_edit:
                blocks += hunt.edit_blocks(steps.lesson.edits, text)
            if name == "symptom":
                blocks.append(Words(text("read.symptom"), "heading"))
            blocks.append(Words(steps.section(name, text)))
        return steps.at(self, text, blocks, Onward(text("go.on")))


@dataclass(frozen=True)
class Predict:
    """The questions of a round, one at a time; then all answers together, until a run locks them."""

    id: str
    questions: tuple[Question, ...]
    kind: ClassVar[str] = "predict"

    def done(self, state: State) -> bool:
        return all(question.id in state.answers for question in self.questions)

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        open_ones = [each for each in self.questions if each.id not in state.locked]
        wanted = [each for each in open_ones if each.id == state.looking]
        missing = [each for each in open_ones if each.id not in state.answers]
        for question in wanted or missing:
            blocks = hunt.edit_blocks(steps.review.edits, text, around=1) if steps.review else []
            blocks.append(Words(steps.question_words(question, text)))
            blocks += verdict_words.numbered_arms(question, steps.prose(text), text)
            number = self.questions.index(question) + 1
            return steps.at(self, text, blocks, steps.ask(question, state, text, number, len(self.questions)))
        rows = tuple(steps.answer_row(question, state, text) for question in self.questions)
        headings = (text("observe.question"), text("observe.said"), text("observe.sure"))
        note = Words(text("predict.review_note" if open_ones else "predict.review_locked"), "note")
        change = tuple(question.id for question in open_ones)
        return steps.at(self, text, [note, Table(headings, rows)], Onward(text("go.run"), change))


@dataclass(frozen=True)
class Run:
    """Each experiment of a round: one seed to watch, then every seed."""

    id: str
    experiments: tuple[Experiment, ...]
    kind: ClassVar[str] = "run"

    def done(self, state: State) -> bool:
        return all(experiment.id in state.record for experiment in self.experiments)

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        blocks = [
            block
            for experiment in self.experiments
            if experiment.id in state.record
            for block in measurements.table_blocks(
                experiment, steps.questions.values(), state.record, steps.prose(text), text
            )
        ]
        watched = {name for name, _ in state.runs}
        for experiment in () if steps.review else self.experiments:
            if experiment.id not in watched | set(state.record) and experiment.steps:
                words = text("run.waiting" if self.id not in state.begun else "run.waiting_locked")
                return steps.at(self, text, blocks, Train(experiment, SEED, words))
        for experiment in self.experiments:
            if experiment.id not in state.record:
                words = text("run.sweep_wait", seeds=experiment.seeds)
                return steps.at(self, text, blocks, Train(experiment, None, words))
        return steps.at(self, text, blocks, Onward(text("go.observe")))


@dataclass(frozen=True)
class Observe:
    """What was said beside what happened, and what else can be seen in the runs."""

    id: str
    questions: tuple[Question, ...]
    experiments: tuple[Experiment, ...]
    kind: ClassVar[str] = "observe"

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        section = f"learnt {steps.review.id}" if steps.review else "observe"
        blocks: list[Block] = [Words(steps.section(section, text))]
        blocks += verdict_words.blocks(steps.lesson, state, self.questions, steps.prose(text), text)
        looks = (
            ()
            if steps.review
            else measurements.looks(steps.lesson, self.experiments, steps.prose(text), text)
        )
        return steps.at(self, text, blocks, Onward(text("go.on")), looks)


@dataclass(frozen=True)
class Hints:
    """A ladder to the line that was changed. Whoever knows the line points at it."""

    id: str
    hints: tuple[str, ...]  # what each reveals
    kind: ClassVar[str] = "hints"

    def done(self, state: State) -> bool:
        return self.id in state.found

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        blocks = hunt.hint_blocks(self.id, steps.lesson, state, steps.prose(text), text)
        if self.done(state):
            return steps.at(self, text, blocks, Onward(text("go.repair")))
        taken = state.hints.get(self.id, 0)
        left = self.hints[taken:]
        return steps.at(self, text, blocks, Find(len(left), text(f"reveals.{left[0]}") if left else ""))


@dataclass(frozen=True)
class Fix:
    """Code to change until it behaves: a repair, or a lab. Only the first text and the checks differ."""

    id: str
    file: str
    kind: str = "repair"

    def done(self, state: State) -> bool:
        return self.id in state.passed

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        lab = steps.lesson.lab
        judged = state.judged.get(self.id)
        blocks: list[Block] = [hunt.judged_words(judged, lab is not None, text)] if judged else []
        blocks += [Words(steps.section("task", text))] if lab else []
        if self.done(state):
            return steps.at(self, text, blocks, Onward(text("go.why")))
        begin, line = hunt.first_text(steps.lesson)
        return steps.at(self, text, blocks, Change(self.file, begin, begin, line))


@dataclass(frozen=True)
class Trace:
    """A worked calculation, line by line; some shapes and entries are asked before they are shown."""

    id: str
    questions: tuple[Question, ...]
    kind: ClassVar[str] = "trace"

    def done(self, state: State) -> bool:
        return all(question.id in state.answers for question in self.questions)

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        from lessons.runs.trace import trace_blocks  # with NumPy, which nothing else here needs

        worked = steps.lesson.worked
        assert worked is not None
        missing = next((each for each in self.questions if each.id not in state.answers), None)
        blocks = list(trace_blocks(worked, missing, text))
        answered = [each for each in self.questions if each.id in state.answers]
        shown = answered[-1:] if missing else answered
        blocks += verdict_words.blocks(
            steps.lesson, state, tuple(shown), steps.prose(text), text, score=not missing
        )
        if missing is None:
            return steps.at(self, text, blocks, Onward(text("go.on")))
        blocks.append(Words(steps.question_words(missing, text)))
        number = self.questions.index(missing) + 1
        return steps.at(self, text, blocks, steps.ask(missing, state, text, number, len(self.questions)))


@dataclass(frozen=True)
class Last:
    """Why it is so, what to remember, where it leads; and a line for one's later self."""

    id: str
    sections: tuple[str, ...]
    kind: ClassVar[str] = "why"

    def done(self, state: State) -> bool:
        return state.finished

    def page(self, steps: "Steps", state: State, text: Text) -> Page:
        blocks: list[Block] = []
        for name in self.sections:
            blocks += [Words(text(f"why.{name}"), "heading"), Words(steps.section(name, text))]
        if state.finished:
            blocks.append(Words(text("why.finished"), "good"))
        return steps.at(self, text, blocks, Write(state.words.get(self.id, "")))


@dataclass(frozen=True)
class Steps:
    """The steps of one lesson in one mode, and what the flow asks them about it."""

    lesson: Lesson
    mode: Mode
    all: tuple[Step, ...]
    review: Review | None = None  # where the steps are those of a review

    @cached_property
    def questions(self) -> Mapping[str, Question]:
        if self.review:
            return {self.review.id: self.review.question}
        return {question.id: question for question in self.lesson.asked if self.mode in question.modes}

    def place(self, name: str, state: State) -> int | None:
        """The step of this id; or, of a kind, the last that can be reached, as older journals name them."""
        ids = [step.id for step in self.all]
        if name in ids:
            return ids.index(name)
        alike = [place for place, step in enumerate(self.all) if step.kind == name]
        open_to = next(
            (p for p, step in enumerate(self.all) if p >= state.furthest and not step.done(state)), len(ids)
        )
        return max((place for place in alike if place <= open_to), default=alike[0] if alike else None)

    def ladder(self, name: str) -> Hints | None:
        """The hints of this id, or the only ones where none is named."""
        found = [step for step in self.all if isinstance(step, Hints) and name in ("", step.id)]
        return found[0] if found else None

    def workbench(self, name: str) -> Fix | None:
        """The repair or the lab of this id, or the only one where none is named."""
        found = [step for step in self.all if isinstance(step, Fix) and name in ("", step.id)]
        return found[0] if found else None

    def runs(self, name: str = "") -> frozenset[str]:
        """The run of this id, or every run."""
        return frozenset(step.id for step in self.all if step.kind == "run" and name in ("", step.id))

    def locked_by(self, name: str) -> frozenset[str]:
        """The questions whose answers a run locks: those asked about its experiments, or all."""
        runs = [step for step in self.all if isinstance(step, Run) and name in ("", step.id)]
        trained = {experiment.id for run in runs for experiment in run.experiments}
        return frozenset(each.id for each in self.questions.values() if each.experiment in trained)

    def may_run(self, experiment: str, state: State) -> bool:
        """Whether what an experiment shows counts: once its round is locked; a calculation counts always."""
        if experiment == WORKED:
            return self.lesson.worked is not None
        return any(
            step.id in state.begun and experiment in {each.id for each in step.experiments}
            for step in self.all
            if isinstance(step, Run)
        )

    def is_decided(self, question: Question, state: State) -> bool:
        """Whether an answer has been judged already, as those of a calculation are at once."""
        return question.experiment == WORKED and question.id in state.answers

    def goal_reached(self, state: State) -> bool:
        """Whether the last step that asks for something is done."""
        asking = [step for step in self.all if step.kind in ("predict", "run", "trace", "repair", "lab")]
        return all(step.done(state) for step in asking[-1:])

    # What pages have in common.

    def prose(self, text: Text) -> Prose:
        return self.lesson.prose[text.language]

    def section(self, name: str, text: Text) -> str:
        """A section of the page; in a blind lesson its blind form, where there is one."""
        sections = self.prose(text).sections
        return str(
            sections.get(f"blind {name}")
            if self.mode == "blind" and f"blind {name}" in sections
            else sections.get(name, "")
        )

    def at(
        self, step: Step, text: Text, blocks: Iterable[Block], want: Want, looks: tuple[Look, ...] = ()
    ) -> Page:
        return Page(step.id, step.kind, self.step_title(step, text), tuple(blocks), want, looks)

    def step_title(self, step: Step, text: Text) -> str:
        return text(f"stage.{step.kind}")

    def question_words(self, question: Question, text: Text) -> str:
        from lessons.prose import options

        return options(self.prose(text).question(question.id))[0]

    def ask(self, question: Question, state: State, text: Text, number: int, count: int) -> Ask:
        given = state.answers.get(question.id)
        choices = kind_of(question).choices(question, self.prose(text), text)
        ask = Ask(question, choices, chance_of(question), number=number, count=count)
        return replace(ask, answer=given.value, confidence=given.confidence) if given else ask

    def answer_row(self, question: Question, state: State, text: Text) -> tuple[str, str, str]:
        answer = state.answers[question.id]
        name = measurements.question_name(question, self.lesson, self.prose(text), text)
        return (
            name,
            verdict_words.short(kind_of(question).words(question, answer.value, self.prose(text), text)),
            f"{100 * answer.confidence:.0f} %",
        )
