"""The kinds of steps. Each says when it is done and what is on its page; a lesson is a list of them."""

from dataclasses import dataclass
from typing import ClassVar

from lessons import accusing, cards, hunt, measurements
from lessons.behaviour_words import judged_blocks
from lessons.ending import ending_blocks
from lessons.lesson import Experiment, Question
from lessons.page import Aside, Block, Change, Choose, Find, Look, Onward, Page, Table, Train, Words, Write
from lessons.plan import Steps
from lessons.prediction_lines import prediction_lines
from lessons.state import State
from lessons.text import Text

SEED = 7  # the seed that is watched, unless the learner takes another


@dataclass(frozen=True)
class Read:
    """Words to read, and the edit where it is shown."""

    id: str
    sections: tuple[str, ...]
    shows_edit: bool = False
    kind: ClassVar[str] = "read"

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        blocks: list[Block] = []
        for name in self.sections:
            if name == "edit" and self.shows_edit:
                blocks += hunt.edit_blocks(steps.lesson.edits, text)
            if name == "symptom":
                blocks.append(Words(text("read.symptom"), "heading"))
            blocks += steps.blocks(name, text)
        asides = hunt.edit_asides(steps.lesson.edits, text) if self.shows_edit else ()
        return steps.at(self, text, blocks, Onward(text("go.on")), asides=asides)


@dataclass(frozen=True)
class Predict:
    """The questions of a round, one at a time; then all answers together, until a run locks them.

    Those of the inside are locked by going on to see: their models are trained already.
    """

    id: str
    questions: tuple[Question, ...]
    inside: bool = False
    kind: ClassVar[str] = "predict"

    def done(self, state: State) -> bool:
        return all(question.id in state.answers for question in self.questions)

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        open_ones = [each for each in self.questions if each.id not in state.locked]
        wanted = [each for each in open_ones if each.id == state.looking]
        missing = [each for each in open_ones if each.id not in state.answers]
        for question in wanted or missing:
            blocks = hunt.edit_blocks(steps.review.edits, text, around=1) if steps.review else []
            blocks += steps.asking(question, text)
            number = self.questions.index(question) + 1
            want = steps.ask(question, state, text, number, len(self.questions))
            return steps.at(self, text, blocks, want, asides=steps.known(question, text))
        rows = tuple(steps.answer_row(question, state, text) for question in self.questions)
        headings = (text("observe.question"), text("observe.said"), text("observe.sure"))
        key = "review_locked" if not open_ones else "review_inside" if self.inside else "review_note"
        note = Words(text(f"predict.{key}"), "note")
        change = tuple(question.id for question in open_ones)
        to = "see" if self.inside else "run"
        onward = Onward(text(f"go.{to}"), change, text(f"go.{to}_row") if change else "")
        return steps.at(self, text, [note, Table(headings, rows)], onward)


@dataclass(frozen=True)
class Run:
    """Each experiment of a round: one seed to watch, then every seed."""

    id: str
    experiments: tuple[Experiment, ...]
    kind: ClassVar[str] = "run"

    def done(self, state: State) -> bool:
        return all(experiment.id in state.record for experiment in self.experiments)

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        blocks = [
            block
            for experiment in self.experiments
            if experiment.id in state.record
            for block in measurements.table_blocks(
                experiment, steps.may_tell(state), state.record, steps.prose(text), text
            )
        ]
        said = self.predictions(steps, state, text)
        watched = {name for name, _ in state.runs}
        for experiment in () if steps.review else self.experiments:
            if experiment.id not in watched | set(state.record) and experiment.steps:
                words = text("run.waiting" if self.id not in state.begun else "run.waiting_locked")
                return steps.at(self, text, blocks, Train(experiment, SEED, words), asides=said)
        for experiment in self.experiments:
            if experiment.id not in state.record:
                words = text("run.sweep_wait", seeds=experiment.seeds)
                return steps.at(self, text, blocks, Train(experiment, None, words), asides=said)
        return steps.at(self, text, blocks, Onward(text("go.observe")), asides=said)

    def predictions(self, steps: Steps, state: State, text: Text) -> tuple[Aside, ...]:
        """What the learner said of this run, and what the runs say of that."""
        asked = [each for each in steps.may_tell(state) if each in steps.about(self.id)]
        lines = prediction_lines(asked, steps.lesson, state, steps.prose(text), text)
        return (Aside(text("run.predictions"), lines),) if lines else ()


@dataclass(frozen=True)
class Observe:
    """What was said beside what happened, and what else can be seen in the runs: of each experiment some probes."""

    id: str
    questions: tuple[Question, ...]
    experiments: tuple[Experiment, ...]
    probes: tuple[tuple[str, ...], ...] = ()
    kind: ClassVar[str] = "observe"

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        verdicts = cards.cards(steps.lesson, state, self.questions, steps.prose(text), text)
        blocks: list[Block] = (
            [Words(cards.score_words(verdicts, text), "heading")] if len(verdicts) > 1 else []
        )
        if not (steps.review and verdicts):  # what a review teaches stands on its card
            section = f"learnt {steps.review.id}" if steps.review else "observe"
            blocks += steps.blocks(section, text)
        return steps.at(self, text, blocks, Onward(text("go.on")), self.looks(steps, text), cards=verdicts)

    def looks(self, steps: Steps, text: Text) -> tuple[Look, ...]:
        """The things to see one at a time."""
        pairs = [
            (experiment, probe)
            for experiment, probes in zip(self.experiments, self.probes, strict=False)
            for probe in probes
        ]
        return measurements.looks(steps.lesson, pairs, steps.prose(text), text)


@dataclass(frozen=True)
class Hints:
    """A ladder to the line that was changed. Whoever knows the line points at it."""

    id: str
    hints: tuple[str, ...]  # what each reveals
    kind: ClassVar[str] = "hints"

    def done(self, state: State) -> bool:
        return self.id in state.found

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        blocks = hunt.hint_blocks(self.id, steps.lesson, state, steps.prose(text), text)
        if self.done(state):
            return steps.at(self, text, blocks, Onward(text("go.repair")))
        taken = state.hints.get(self.id, 0)
        left = self.hints[taken:]
        return steps.at(self, text, blocks, Find(len(left), text(f"reveals.{left[0]}") if left else ""))


@dataclass(frozen=True)
class Accuse:
    """Where the line was shown: which measurement would have led to it. Whoever found it by hints is done, too."""

    id: str
    kind: ClassVar[str] = "accuse"

    def done(self, state: State) -> bool:
        return self.id in state.accused or self.id in state.found

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        lesson, page = steps.lesson, steps.prose(text)
        if self.id in state.accused:
            blocks = accusing.verdict_blocks(state.accused[self.id], lesson, state.record, page, text)
            cleared = accusing.cleared_asides(lesson, page, text)
            return steps.at(self, text, blocks, Onward(text("go.repair")), asides=cleared)
        if self.done(state):
            return steps.at(
                self, text, hunt.hint_blocks(self.id, lesson, state, page, text), Onward(text("go.repair"))
            )
        blocks = accusing.question_blocks(lesson, state.record, text)
        return steps.at(self, text, blocks, Choose(accusing.options(lesson, state.record, page, text)))


@dataclass(frozen=True)
class Fix:
    """Code to change until it behaves: a repair, or a lab. Only the first text and the checks differ."""

    id: str
    file: str
    kind: str = "repair"

    def done(self, state: State) -> bool:
        return self.id in state.passed

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        judged = state.judged.get(self.id)
        blocks: list[Block] = judged_blocks(judged, steps.lesson, steps.prose(text), text) if judged else []
        if self.done(state):
            return steps.at(self, text, blocks, Onward(text("go.why")))
        blocks += steps.blocks("task", text) if steps.lesson.lab else ()
        begin, line = hunt.first_text(steps.lesson)
        fault = hunt.fault_of(judged, self.file) if judged else 0
        return steps.at(self, text, blocks, Change(self.file, begin, begin, fault or line, fault))


@dataclass(frozen=True)
class Trace:
    """A worked calculation, line by line; some shapes and entries are asked before they are shown."""

    id: str
    questions: tuple[Question, ...]
    kind: ClassVar[str] = "trace"

    def done(self, state: State) -> bool:
        return all(question.id in state.answers for question in self.questions)

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        from lessons.runs.trace import trace_blocks  # with NumPy, which nothing else here needs

        worked = steps.lesson.worked
        assert worked is not None
        missing = next((each for each in self.questions if each.id not in state.answers), None)
        blocks = list(trace_blocks(worked, missing, text))
        answered = [each for each in self.questions if each.id in state.answers]
        shown = answered[-1:] if missing else answered
        verdicts = cards.of_calculation(steps.lesson, state, tuple(shown), steps.prose(text), text)
        if missing is None:
            score = [Words(cards.score_words(verdicts, text), "heading")] if verdicts else []
            whole = cards.whole_calculation(blocks, text)
            return steps.at(self, text, score, Onward(text("go.on")), cards=(whole, *verdicts))
        blocks += [block for card in verdicts for block in card.blocks]
        blocks += steps.asking(missing, text)
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

    def page(self, steps: Steps, state: State, text: Text) -> Page:
        blocks: list[Block] = list(ending_blocks(steps, state, text)) if state.finished else []
        for name in self.sections:
            if name != "remember" or not state.finished:  # which stands among the first then
                blocks += [Words(text(f"why.{name}"), "heading"), *steps.blocks(name, text)]
        return steps.at(self, text, blocks, Write(state.words.get(self.id, "")))
