"""The steps of a lesson: what each offers, and a lesson in one mode as a list of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from lessons.course.asking import measurements
from lessons.course.asking.question_words import levels_of, margin_words, question_blocks, question_words
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdict_cards import VerdictCards
from lessons.course.asking.verdicts import experiment_of
from lessons.course.lesson.lesson import WORKED, Experiment, Lesson, Prose, Question, Review, Said
from lessons.course.lesson.page import Aside, Ask, Block, Card, Look, Page, Strings, Want, Words, thumbnails
from lessons.course.lesson.prose import section_blocks
from lessons.course.lesson.state import Answer, State
from lessons.course.lesson.trial import cause_of, test_of
from lessons.course.steps import hints

SEED = 7  # the seed that is watched, unless the learner takes another


class LessonStep(Protocol):
    """One step of a lesson: what it asks and trains, when it is done, and its page."""

    id: str
    questions: tuple[Question, ...] = ()
    trial: Question | None = None
    experiments: tuple[Experiment, ...] = ()
    inside: bool = False  # it asks of the inside of what was trained before
    of_round: bool = False  # of predictions, their run, and what came of it
    asks_round: bool = False  # it asks for the predictions
    trains: bool = False
    judges_code: bool = False
    is_task: bool = False  # the last one has to be done before the lesson is finished

    @property
    def kind(self) -> str: ...

    def name(self, text: Strings) -> str:
        return text(f"stage.{self.kind}")

    @property
    def trained(self) -> tuple[Experiment, ...]:
        """Return the experiments that are trained here now; journals may know more of them."""
        return self.experiments

    def done(self, state: State) -> bool:
        return all(question.id in state.answers or question.id in state.locked for question in self.questions)

    def page(self, steps: "Steps", state: State, text: Strings) -> Page: ...


@dataclass(frozen=True)
class Steps:
    """The steps of one lesson in one mode, and what the flow asks them about it."""

    lesson: Lesson
    all: tuple[LessonStep, ...]
    review: Review | None = None  # where the steps are those of a review

    @cached_property
    def questions(self) -> Mapping[str, Question]:
        if self.review:
            return {self.review.id: self.review.question}
        return {question.id: question for question in self.lesson.asked}

    def place(self, name: str, state: State) -> int | None:
        """Return the step of this id; or, of a kind, the last that can be reached, as older journals name them."""
        ids, name = [step.id for step in self.all], self.joined(name)
        if name in ids:
            return ids.index(name)
        alike = [place for place, step in enumerate(self.all) if step.kind == name]
        open_to = next((p for p, step in enumerate(self.all) if p >= state.furthest and not step.done(state)), len(ids))
        return max((place for place in alike if place <= open_to), default=alike[0] if alike else None)

    def joined(self, name: str) -> str:
        """Return the present name of a round's step whose lesson joined its rounds: `run` for `run-checked`."""
        ids, plain = {step.id for step in self.all}, name
        while plain not in ids and "-" in plain:
            plain = plain.rpartition("-")[0]
        return plain if plain in ids else name

    def runs(self, name: str) -> tuple[LessonStep, ...]:
        """Return the run of this id; for "", as in journals of format 1, all runs but the trial's."""
        return tuple(each for each in self.all if each.trains and (each.id == name if name else each.of_round))

    def ladder(self, name: str) -> str:
        """Return the id of the ladder of hints in `place`; `""` if there is none."""
        return "hints" if self.lesson.edits and name in ("", "hints") else ""

    def bench(self, name: str) -> str:
        """Return the id of the repair or lab in `place`; `""` if there is none."""
        return next((step.id for step in self.all if step.judges_code and name in ("", step.id)), "")

    @cached_property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """Return the places of each round's steps: it begins with predictions, or with a run alone."""
        rounds: list[tuple[int, ...]] = []
        for place, step in enumerate(self.all):
            follows_bet = place > 0 and bool(rounds) and self.all[place - 1].asks_round
            if step.asks_round or (step.of_round and step.trains and not follows_bet):
                rounds.append(())
            if step.of_round:
                rounds[-1] += (place,)
        return tuple(rounds)

    def about(self, name: str) -> tuple[Question, ...]:
        """Return the questions about what a run trains; for "", every round's, and no trial's."""
        trained = {each.id for run in self.runs(name) for each in run.experiments}
        return tuple(each for each in self.questions.values() if each.experiment in trained)

    def may_tell(self, state: State) -> tuple[Question, ...]:
        """Return the questions whose measurements may be shown: of the inside only those that are locked."""
        return tuple(each for each in self.questions.values() if not each.inside or each.id in state.locked)

    def may_name_difference(self, experiment: Experiment) -> bool:
        """Return True if the first number in which arms differ may be named, and is not what is looked for."""
        return any(arm.edits for arm in experiment.arms) and not self.review

    def may_run(self, experiment: str, state: State) -> bool:
        """Return True if what an experiment shows counts: once its round is locked; a calculation counts always."""
        if experiment == WORKED:
            return self.lesson.worked is not None
        begun = (step for step in self.all if step.trains and step.id in state.begun)
        return any(each.id == experiment for run in begun for each in run.experiments)

    def trained_in(self, experiment: str) -> int:
        """Return the place of the step that trains an experiment."""
        runs = ((place, step.experiments) for place, step in enumerate(self.all) if step.trains)
        return next(place for place, trained in runs if experiment in [each.id for each in trained])

    def seeds(self, experiment: str) -> int:
        """Return the seeds that an experiment should train; 0 for a calculation."""
        return max((each.seeds for step in self.all for each in step.experiments if each.id == experiment), default=0)

    def asks_calculation(self, question: str) -> bool:
        return question in self.questions and self.questions[question].experiment == WORKED

    # What pages have in common.

    def prose(self, text: Strings) -> Prose:
        return self.lesson.prose[text.language]

    def blocks(self, section: str, text: Strings) -> tuple[Block, ...]:
        page = self.prose(text)
        return section_blocks(page.sections.get(section, ""), page)

    def at(
        self,
        step: LessonStep,
        text: Strings,
        blocks: Iterable[Block],
        want: Want,
        looks: tuple[Look, ...] = (),
        asides: tuple[Aside, ...] = (),
        cards: tuple[Card, ...] = (),
        folds: bool = False,
        shows: str = "",
    ) -> Page:
        about = "help.review" if self.review else f"help.{step.kind}"
        return Page(step.id, step.name(text), tuple(blocks), want, looks, asides, cards, folds, shows, about)

    def asking(self, question: Question, text: Strings) -> list[Block]:
        """Write a question, and the margin that counts as the same."""
        page = self.prose(text)
        blocks = [*question_blocks(question, page, text)]
        notes = margin_words(question, question_words(question, page, text), text), self.yardstick(question, text)
        if note := " ".join(filter(None, notes)):
            blocks.append(Words(note, "note"))
        return blocks

    def yardstick(self, question: Question, text: Strings) -> str:
        """Say what the commonest answer gets, beside an accuracy; not where the lesson asks about that itself."""
        experiment = experiment_of(self.lesson, question)
        asks_it = any(each.metric.endswith("baseline") for each in self.questions.values())
        if asks_it or self.lesson.is_short or not experiment.arms:
            return ""
        arms = [arm for arm in (question.arm, question.against, *question.arms) if arm in experiment.names]
        return measurements.yardstick_words([measurements.yardstick(question.metric, experiment, text, arms)])

    def known(self, question: Question, text: Strings) -> tuple[Aside, ...]:
        """Return the help for an answer: the lesson's own words on it, and the edit where it is shown."""
        blocks = self.blocks(f"know {question.id}", text) or self.blocks("know", text)
        told = (Aside(text("predict.know"), blocks),) if blocks and not self.review else ()
        return (*told, *(() if self.review else hints.edit_asides(self.lesson.edits, text, around=1)))

    def ask(self, question: Question, among: tuple[Question, ...], state: State, text: Strings) -> Ask:
        given, kind = state.answers.get(question.id, Answer("")), kind_of(question)
        answer = kind.typed(question, given.value)
        page = self.prose(text)
        choices = kind.choices(question, page, text)
        arms = enumerate(question.arms, 1) if kind.by_number else ()
        ranked = {str(place): measurements.named(arm, page, text) for place, arm in arms}
        pictures = thumbnails(text) if kind.draws_curves else {}
        number = among.index(question) + 1
        levels = {} if self.lesson.is_short else levels_of(question, text)
        return Ask(question, choices, levels, answer, given.confidence, number, len(among), pictures, ranked)

    def with_bets(self, experiment: Experiment, state: State) -> Experiment:
        """Return an experiment with what is known of it: the bets, in a trial those of the cause on the chosen test."""
        asked = [each for each in self.questions.values() if each.experiment == experiment.id]
        said: list[Said] = []
        for question in (each for each in asked if each.id in state.answers):
            answer = state.answers[question.id].value
            own, chosen = cause_of(question, answer), test_of(question, next(iter(state.tests), ""))
            if own and chosen:
                said.append((chosen, own.expects.get(chosen.id, ())))
            elif not question.tests:
                said.append((question, (answer,)))
        return replace(experiment, bets=tuple(said), ends=state.ends.get(experiment.id, ()))

    def cards(self, questions: tuple[Question, ...], state: State, text: Strings) -> tuple[Card, ...]:
        return VerdictCards(self.lesson, state.record, self.prose(text), text).cards(state, questions)
