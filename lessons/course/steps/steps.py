"""The kinds of steps. Each says when it is done and what is on its page; a lesson is a list of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from lessons.course.asking import measurements, verdict_cards
from lessons.course.asking.question_words import answer_words, question_name
from lessons.course.asking.verdicts import sure_number
from lessons.course.lesson.lesson import Experiment, Question
from lessons.course.lesson.page import (
    Aside,
    Block,
    Card,
    Change,
    Find,
    Look,
    Onward,
    Page,
    Strings,
    Table,
    Train,
    Words,
    Write,
)
from lessons.course.lesson.state import State
from lessons.course.lesson.summaries import NO_RECORD, Record
from lessons.course.steps import behaviour_words, hints, predictions
from lessons.course.steps.instrument_steps import measured_blocks
from lessons.course.steps.plan import SEED, LessonStep, Steps
from lessons.course.steps.trace import trace_blocks


@dataclass(frozen=True)
class Read(LessonStep):
    """Words to read, and the edit where it is shown."""

    id: str
    sections: tuple[str, ...]
    shows_edit: bool = False
    symptom: Experiment | None = None  # to be seen, by the healthy arm and the broken one
    kind: ClassVar[str] = "read"

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        blocks: list[Block] = []
        for name in self.sections:
            if name == "edit" and self.shows_edit:
                blocks += hints.edit_blocks(steps.lesson.edits, text)
            if name == "symptom":
                blocks.append(Words(text("read.symptom"), "heading"))
            blocks += steps.blocks(name, text)
        asides = hints.edit_asides(steps.lesson.edits, text) if self.shows_edit else ()
        looks = (Look("symptom", text("observe.symptom"), self.symptom),) if self.symptom else ()
        return steps.at(self, text, blocks, Onward(text("go.on")), looks, asides, shows="text")


@dataclass(frozen=True)
class Predict(LessonStep):
    """The questions of a round, one at a time; then all together, until a run locks them, or going on to see inside."""

    id: str
    questions: tuple[Question, ...]
    inside: bool = False
    beside: str = ""  # a section that is told beside the questions
    kind: ClassVar[str] = "predict"
    of_round = asks_round = is_task = True

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        open_ones = [each for each in self.questions if each.id not in state.locked]
        wanted = [each for each in open_ones if each.id == state.looking]
        missing = [each for each in open_ones if each.id not in state.answers]
        for question in wanted or missing:
            blocks = hints.edit_blocks(steps.review.edits, text, around=1) if steps.review else []
            blocks += steps.asking(question, text)
            want = steps.ask(question, self.questions, state, text)
            told = steps.blocks(self.beside, text)
            beside = (Aside(text("predict.changed"), told),) if told else ()
            return steps.at(self, text, blocks, want, asides=(*beside, *steps.known(question, text)))
        rows, prose = [], steps.prose(text)
        for question in (each for each in self.questions if each.id in state.answers):
            answer = state.answers[question.id]
            name = question_name(question, steps.lesson, prose, text)
            rows.append((name, answer_words(question, answer.value, prose, text), sure_number(answer)))
        headings = (text("observe.question"), text("observe.said"), text("observe.sure"))
        key = "review_locked" if not open_ones else "review_inside" if self.inside else "review_note"
        note = Words(text(f"predict.{key}"), "note")
        change = tuple(question.id for question in open_ones)
        to = "see" if self.inside else "run"
        onward = Onward(text(f"go.{to}"), change, text(f"go.{to}_row") if change else "")
        return steps.at(self, text, [note, Table(headings, tuple(rows))], onward)


@dataclass(frozen=True)
class Run(LessonStep):
    """One seed to watch of some of a round's experiments; then every seed of each, at one press."""

    id: str
    watched: tuple[Experiment, ...]
    experiments: tuple[Experiment, ...]
    left_out: tuple[Experiment, ...] = ()  # which nobody is asked about
    kind: ClassVar[str] = "run"
    of_round = trains = is_task = True

    @property
    def trained(self) -> tuple[Experiment, ...]:
        return tuple(each for each in self.experiments if each not in self.left_out)

    def done(self, state: State) -> bool:
        return all(experiment.id in state.record for experiment in self.trained)

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        told, page, blocks = steps.may_tell(state), steps.prose(text), []
        for experiment in self.experiments:
            if experiment.id in state.record:
                blocks += measurements.table_blocks(experiment, told, state.record, page, text)
        lines = self.lines(steps, state, text)
        said = (Aside(text("run.predictions"), lines),) if lines else ()
        seen = {name for name, _ in state.runs}
        for experiment in self.watched:
            if experiment.id not in seen | set(state.record) and experiment.steps:
                words = text("run.waiting" if self.id not in state.begun else "run.waiting_locked")
                if seen & {each.id for each in self.watched}:
                    words = text("run.waiting_next", task=measurements.experiment_words(experiment.id, page))
                return steps.at(self, text, blocks, Train(experiment, SEED, words), asides=said)
        left = [experiment for experiment in self.trained if experiment.id not in state.record]
        if left:
            words = text("run.sweep_all", count=len(left))
            if len(left) == 1:
                words = text("run.sweep_wait", seeds=left[0].seeds)
            want = Train(left[0], None, words, follows=len(left) < len(self.trained))
            return steps.at(self, text, blocks, want, asides=said)
        return steps.at(self, text, blocks, Onward(text("go.observe")), asides=said, shows="run")

    def lines(self, steps: Steps, state: State, text: Strings, now: Record = NO_RECORD) -> tuple[Words, ...]:
        """Return the predictions on this run, beside the numbers so far."""
        asked = [each for each in steps.may_tell(state) if each in steps.about(self.id)]
        return predictions.prediction_lines(asked, steps, state, text, now)


@dataclass(frozen=True)
class Observe(LessonStep):
    """The answers beside the runs, and more to see in them: some probes of each experiment."""

    id: str
    questions: tuple[Question, ...]
    experiments: tuple[Experiment, ...]
    probes: tuple[tuple[str, ...], ...] = ()
    lead: str = ""  # the section that says what to look for
    kind: ClassVar[str] = "observe"
    of_round = True

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        verdicts = steps.cards(self.questions, state, text)
        blocks: list[Block] = [Words(verdict_cards.score_words(verdicts, text), "heading")] if len(verdicts) > 1 else []
        looks = self.looks(steps, text)
        if not looks and not (steps.review and verdicts):  # what a review teaches stands on its card
            blocks += steps.blocks(self.lead, text)
        return steps.at(self, text, blocks, Onward(text("go.on")), looks, cards=verdicts, folds=True)

    def looks(self, steps: Steps, text: Strings) -> tuple[Look, ...]:
        page, found, are_several = steps.prose(text), [], len(steps.lesson.experiments) > 1
        for experiment, probes in zip(self.experiments, self.probes, strict=False):
            of = f" · {measurements.experiment_words(experiment.id, page)}" if are_several else ""
            found += [Look(probe, text(f"observe.{probe}") + of, experiment) for probe in probes]
        return (replace(found[0], lead=steps.blocks(self.lead, text)), *found[1:]) if found else ()


@dataclass(frozen=True)
class Hints(LessonStep):
    """A ladder to the line that was changed. Whoever knows the line points at it."""

    id: str
    hints: tuple[str, ...]  # what each reveals
    kind: ClassVar[str] = "hints"

    def done(self, state: State) -> bool:
        return self.id in state.found

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        blocks = hints.hint_blocks(self.id, steps.lesson, state, steps.prose(text), text)
        if self.done(state):
            blocks += measured_blocks(steps, state, text)
            return steps.at(self, text, blocks, Onward(text("go.repair")))
        taken = state.hints.get(self.id, 0)
        left = self.hints[taken:]
        return steps.at(self, text, blocks, Find(len(left), text(f"reveals.{left[0]}") if left else ""))


@dataclass(frozen=True)
class Fix(LessonStep):
    """Code to change until it behaves: a repair, or a lab. Only the first text and the checks differ."""

    id: str
    file: str
    kind: str = "repair"
    judges_code = is_task = True

    def done(self, state: State) -> bool:
        return self.id in state.passed

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        judged = state.judged.get(self.id)
        blocks: list[Block] = (
            behaviour_words.judged_blocks(judged, steps.lesson, steps.prose(text), text) if judged else []
        )
        if self.done(state):
            blocks += hints.beside_blocks(judged, steps.lesson, text) if judged else []
            if left := predictions.left_words(steps, state, text):
                blocks.append(Words(text("repair.left_trial" if steps.lesson.trial else "repair.left", left=left)))
            return steps.at(self, text, blocks, Onward(text("go.why")), shows="code")
        is_lab = steps.lesson.lab is not None
        blocks += steps.blocks("task", text) if is_lab else ()
        begin, line = hints.first_text(steps.lesson)
        fault = hints.fault_of(judged, self.file) if judged else 0
        return steps.at(self, text, blocks, Change(self.file, begin, begin, fault or line, fault, is_lab))


@dataclass(frozen=True)
class Trace(LessonStep):
    """A worked calculation, line by line; some shapes and entries are asked before they are shown."""

    id: str
    questions: tuple[Question, ...]
    kind: ClassVar[str] = "trace"
    is_task = True

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        worked = steps.lesson.worked
        assert worked is not None
        missing = next((each for each in self.questions if each.id not in state.answers), None)
        blocks = list(trace_blocks(worked, missing, text))
        answered = tuple(each for each in self.questions if each.id in state.answers)
        if missing:
            told = [block for card in steps.cards(answered[-1:], state, text) for block in shortened(card)]
            place = len(blocks) - 1 - len(missing.show)  # of the lines with the question
            blocks = [*blocks[:place], *told, *blocks[place:], *steps.asking(missing, text)]
            return steps.at(self, text, blocks, steps.ask(missing, self.questions, state, text))
        verdicts, name = steps.cards(answered, state, text), text("trace.whole")
        score = [Words(verdict_cards.score_words(verdicts, text), "heading")] if verdicts else []
        whole = Card("", name, "", (Words(name, "heading"), *blocks))
        return steps.at(self, text, score, Onward(text("go.on")), cards=(whole, *verdicts), folds=True)


def shortened(card: Card) -> Iterator[Words]:
    """Yield the verdict of a card in a line; why it is so where the answer was wrong."""
    words = [block for block in card.blocks if isinstance(block, Words)]
    yield from (block for block in words if block.tone == card.tone or (card.tone == "wrong" and not block.tone))


@dataclass(frozen=True)
class Last(LessonStep):
    """The last page: the reason, what to remember, where it leads; and a line for one's later self."""

    id: str
    sections: tuple[str, ...]
    tells_verdict: bool = False  # of a lesson that leaves the reason to another
    kind: ClassVar[str] = "why"

    def name(self, text: Strings) -> str:
        return text("stage.verdict" if self.tells_verdict else "stage.why")

    def done(self, state: State) -> bool:
        return state.finished

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        blocks: list[Block] = list(predictions.ending_blocks(steps, state, text)) if state.finished else []
        cards = steps.cards(tuple(steps.questions.values()), state, text) if steps.lesson.is_short else ()
        said = (block for card in cards for block in card.blocks[2:])  # the run has shown the rest
        blocks += [block for block in said if isinstance(block, Words) and block.tone != "note"]
        for name in self.sections:
            if name != "remember" or not state.finished:  # which stands among the first then
                blocks += [Words(text(f"why.{name}"), "heading"), *steps.blocks(name, text)]
            if name == "cause":
                blocks += measured_blocks(steps, state, text)
        return steps.at(self, text, blocks, Write(state.words.get(self.id, ""), not steps.lesson.is_short))
