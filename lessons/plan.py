"""What every step of a lesson offers, and a lesson in one mode as a list of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from lessons import hunt, measurements, verdict_words
from lessons.drawings import section_blocks
from lessons.format import Mode
from lessons.lesson import WORKED, Experiment, Lesson, Prose, Question, Review
from lessons.page import Aside, Ask, Block, Card, Look, Page, Want, Words
from lessons.prose import options
from lessons.questions import chance_of, kind_of
from lessons.questions.margins import margin_words
from lessons.questions.thumbnails import thumbnails
from lessons.state import State
from lessons.text import Text

BLIND = "blind "  # before the heading of a section that blind learners read instead


class Step(Protocol):
    """One step of a lesson."""

    @property
    def kind(self) -> str: ...

    @property
    def id(self) -> str: ...

    def done(self, state: State) -> bool: ...

    def page(self, steps: "Steps", state: State, text: Text) -> Page: ...


def trained_by(run: Step) -> tuple[str, ...]:
    """The experiments of a run, by id."""
    return tuple(experiment.id for experiment in getattr(run, "experiments", ()))


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

    def named(self, name: str, *kinds: str) -> tuple[Step, ...]:
        """The steps of these kinds: the one of this id, or all where none is named."""
        return tuple(step for step in self.all if step.kind in kinds and name in ("", step.id))

    def ladder(self, name: str) -> str:
        """The id of the hints that are meant; nothing where there are none."""
        return next((step.id for step in self.named(name, "hints", "accuse")), "")

    def bench(self, name: str) -> str:
        """The id of the repair or lab that is meant; nothing where there is none."""
        return next((step.id for step in self.named(name, "repair", "lab")), "")

    def runs(self, name: str = "") -> frozenset[str]:
        """The run of this id, or every run."""
        return frozenset(step.id for step in self.named(name, "run"))

    def locked_by(self, name: str) -> frozenset[str]:
        """The questions whose answers are locked by a run, by going on from questions of the inside, or, where no
        step is named, as in journals of format 1, all at once.
        """
        own = [step for step in self.named(name, "predict") if name and getattr(step, "inside", False)]
        if own:
            return frozenset(question.id for step in own for question in getattr(step, "questions", ()))
        return frozenset(each.id for each in self.about(name) if not (name and each.inside))

    def inside(self, name: str) -> frozenset[str]:
        """The questions of the inside of what a run trains; journals of earlier versions answer them before it."""
        return frozenset(each.id for each in self.about(name) if each.inside)

    def about(self, name: str) -> tuple[Question, ...]:
        """The questions about what a run trains, or every run."""
        trained = {each for run in self.named(name, "run") for each in trained_by(run)}
        return tuple(each for each in self.questions.values() if each.experiment in trained)

    def may_tell(self, state: State) -> tuple[Question, ...]:
        """The questions whose measurements may be shown: of the inside only those that are locked."""
        return tuple(each for each in self.questions.values() if not each.inside or each.id in state.locked)

    def may_name_difference(self, experiment: Experiment) -> bool:
        """Whether the first number in which arms differ may be named: not where it is the line that is looked for."""
        edited = any(arm.edits for arm in experiment.arms)
        probes = self.lesson.probes if experiment.probes is None else experiment.probes
        return "first-difference" in probes or (edited and self.mode == "open" and not self.review)

    def may_run(self, experiment: str, state: State) -> bool:
        """Whether what an experiment shows counts: once its round is locked; a calculation counts always."""
        if experiment == WORKED:
            return self.lesson.worked is not None
        return any(run.id in state.begun and experiment in trained_by(run) for run in self.named("", "run"))

    def asks_calculation(self, question: str) -> bool:
        """Whether a question is about the worked calculation."""
        return question in self.questions and self.questions[question].experiment == WORKED

    def is_decided(self, question: Question, state: State) -> bool:
        """Whether an answer has been judged already, as those of a calculation are at once."""
        return question.experiment == WORKED and question.id in state.answers

    def goal_reached(self, state: State) -> bool:
        """Whether the last step that asks for something is done."""
        asking = [step for step in self.all if step.kind in ("predict", "run", "trace", "repair", "lab")]
        return all(step.done(state) for step in asking[-1:])

    # What pages have in common.

    def prose(self, text: Text) -> Prose:
        """The page in a language; in a blind lesson with the blind form of each section that has one."""
        page = self.lesson.prose[text.language]
        if self.mode == "open":
            return page
        blind = {
            name.removeprefix(BLIND): words for name, words in page.sections.items() if name.startswith(BLIND)
        }
        return replace(page, sections={**page.sections, **blind})

    def section(self, name: str, text: Text) -> str:
        return self.prose(text).sections.get(name, "")

    def blocks(self, name: str, text: Text) -> tuple[Block, ...]:
        """A section as blocks: its words, with its drawings between them."""
        return section_blocks(self.section(name, text), self.lesson, self.prose(text), text)

    def at(
        self,
        step: Step,
        text: Text,
        blocks: Iterable[Block],
        want: Want,
        looks: tuple[Look, ...] = (),
        asides: tuple[Aside, ...] = (),
        cards: tuple[Card, ...] = (),
    ) -> Page:
        return Page(
            step.id, step.kind, self.step_title(step, text), tuple(blocks), want, looks, asides, cards
        )

    def step_title(self, step: Step, text: Text) -> str:
        return text(f"stage.{step.kind}")

    def question_words(self, question: Question, text: Text) -> str:
        """What is asked, without the answers on offer."""
        return options(self.prose(text).question(question.id))[0]

    def asking(self, question: Question, text: Text) -> list[Block]:
        """What is asked, the numbers of what is to be put in order, and how near is near enough."""
        words = self.question_words(question, text)
        blocks: list[Block] = [Words(words), *verdict_words.numbered_arms(question, self.prose(text), text)]
        if margin := margin_words(question, words, text):
            blocks.append(Words(margin, "note"))
        return blocks

    def known(self, question: Question, text: Text) -> tuple[Aside, ...]:
        """What helps to know for an answer: what the lesson says of it, and the edit where it is shown."""
        blocks = self.blocks(f"know {question.id}", text) or self.blocks("know", text)
        told = (Aside(text("predict.know"), blocks),) if blocks and not self.review else ()
        shows_edit = self.mode == "open" and not self.review
        return (*told, *(hunt.edit_asides(self.lesson.edits, text, around=1) if shows_edit else ()))

    def ask(self, question: Question, state: State, text: Text, number: int, count: int) -> Ask:
        given = state.answers.get(question.id)
        choices = kind_of(question).choices(question, self.prose(text), text)
        pictures = thumbnails(text) if question.kind == "curve" else {}
        ask = Ask(question, choices, chance_of(question), number=number, count=count, pictures=pictures)
        return replace(ask, answer=given.value, confidence=given.confidence) if given else ask

    def answer_row(self, question: Question, state: State, text: Text) -> tuple[str, str, str]:
        answer = state.answers[question.id]
        name = measurements.question_name(question, self.lesson, self.prose(text), text)
        return (
            name,
            verdict_words.short(kind_of(question).words(question, answer.value, self.prose(text), text)),
            f"{100 * answer.confidence:.0f} %",
        )
