"""Review: an idea comes back as something new. Answer it, and a fresh run decides; then the next one."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.cascade import Answer, answer_given
from lessons.grading import Verdict
from lessons.measured import Measured
from lessons.prose import options
from lessons.review import graded, sibling_of, train
from lessons.schema import Lesson, Sibling
from progress.schedule import Card
from tutor import notes
from tutor.runner import Controls, SweepSnapshot, drive_sweep
from tutor.screens.frame import FramedScreen
from tutor.stages.verdict_table import verdict_lines
from tutor.widgets.bars import KeyLine, TitleLine
from tutor.widgets.prose import BreakDiff, Prose
from tutor.widgets.question_card import QuestionCard
from tutor.widgets.run_panel import RunPanel, clock
from tutor.wording import next_review_words, when_words


@dataclass(frozen=True)
class Outcome:
    """A review that has been judged."""

    answer: Answer
    verdict: Verdict
    measured: Measured


class ReviewScreen(FramedScreen):
    """What is due when it opens, one idea at a time."""

    BINDINGS = [
        ("enter", "forward", ""),
        ("escape", "map", ""),
        ("pageup", "scroll(-1)", ""),
        ("pagedown", "scroll(1)", ""),
    ]
    help_key = "help.review"

    @dataclass
    class Progressed(Message):
        """The run has come further."""

        snapshot: SweepSnapshot

    @dataclass
    class Judged(Message):
        """The run has ended."""

        outcome: Outcome

    def __init__(
        self,
        cards: tuple[Card, ...],
        current: int = 0,
        draft: Answer | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        super().__init__()
        self.cards, self.current = cards, current
        self.draft, self.outcome = draft, outcome
        self.controls = Controls(full_speed=True)

    def anew(self) -> "ReviewScreen":
        """The same idea, with what was answered so far."""
        draft = next((card.draft for card in self.query(QuestionCard)), None)
        return ReviewScreen(self.cards, self.current, draft, self.outcome)

    def compose(self) -> ComposeResult:
        yield TitleLine("", f"{self.who()} ")
        yield VerticalScroll(id="review", can_focus=False)
        yield KeyLine()

    async def on_mount(self) -> None:
        await self.show()

    def on_unmount(self) -> None:
        self.controls.set(stopped=True)

    # What is asked.

    @property
    def card(self) -> Card:
        return self.cards[self.current]

    @property
    def lesson(self) -> Lesson:
        return self.tutor.learner.course.lessons[self.card.lesson]

    @property
    def sibling(self) -> Sibling:
        sibling = sibling_of(self.lesson, self.card.concept, self.card.round)
        assert sibling is not None  # a card is made only for an idea that has siblings
        return sibling

    async def show(self) -> None:
        """The idea whose turn it is, as far as it has come; or that there is none."""
        box = self.query_one("#review", VerticalScroll)
        with self.app.batch_update():  # no frame in between: it would draw what has just gone
            await box.remove_children()
        if not box.is_attached:  # the learner has left in the same moment
            return
        if self.current >= len(self.cards):
            await self.show_end(box)
            return
        idea = self.tutor.learner.course.concepts[self.card.concept][self.text.language]
        title = self.text("review.title", number=self.current + 1, count=len(self.cards), idea=idea)
        self.show_title(title)
        answer = answer_given(self.sibling, self.card.answered)
        if self.outcome:
            await self.show_outcome(box, self.outcome)
        elif answer:
            await self.show_run(box, answer)
        else:
            await self.show_question(box)

    async def show_question(self, box: VerticalScroll) -> None:
        sibling = self.sibling
        words, choices = options(self.lesson.prose[self.text.language].question(sibling.id))
        card = QuestionCard(self.text, sibling.question, words, choices, self.draft)
        self.draft = None
        where = self.text("read.diff", file=sibling.broken.file)
        await box.mount(Static(where, classes="heading"), BreakDiff(sibling.broken, around=1), card)
        card.focus()
        card.scroll_visible(animate=False)
        typed = sibling.question.kind in ("number", "shape")
        self.show_keys("review.keys_typed" if typed else "review.keys_ask")

    async def on_question_card_answered(self, message: QuestionCard.Answered) -> None:
        """The journal first; then the run."""
        message.stop()
        answer = Answer(message.answer, message.confidence)
        self.tutor.learner.record_answer(self.card, self.sibling.id, answer)
        self.tell_trouble()
        now = self.tutor.learner.card_now(self.card)
        if now is None or now.round != self.card.round:
            self.notify(self.text("review.elsewhere"), severity="warning", markup=False)
            await self.go_on()
            return
        self.cards = (*self.cards[: self.current], now, *self.rest())
        await self.show()

    def rest(self) -> tuple[Card, ...]:
        return self.cards[self.current + 1 :]

    # The run.

    async def show_run(self, box: VerticalScroll, answer: Answer) -> None:
        panel = RunPanel(self.text)
        await box.mount(panel)
        experiment = self.sibling.experiment
        panel.show_empty(self.text("review.training", seeds=experiment.seeds), experiment.steps)
        panel.show_progress(0, self.text("review.begins"))
        self.show_keys("review.keys_run")
        sibling, round, controls = self.sibling, self.card.round, self.controls
        self.run_worker(lambda: self.run(sibling, round, answer, controls), thread=True, exclusive=True)

    def run(self, sibling: Sibling, round: int, answer: Answer, controls: Controls) -> None:
        """In the worker thread: the sibling's own seeds, healthy and broken."""
        worker = get_current_worker()

        def post(message: Message) -> None:
            if not worker.is_cancelled:
                self.post_message(message)

        items = ((sibling.id, item) for item in train(sibling, round))
        for measured in drive_sweep(items, controls, lambda found: post(self.Progressed(found))):
            post(self.Judged(Outcome(answer, graded(sibling, answer.value, measured), measured)))

    def on_review_screen_progressed(self, message: Progressed) -> None:
        found = message.snapshot
        words = self.text(
            "review.progress", done=found.done, total=found.total, left=clock(found.seconds_left)
        )
        for panel in self.query(RunPanel):
            panel.show_progress(found.done / found.total, words)

    async def on_review_screen_judged(self, message: Judged) -> None:
        """On the disk before it is seen."""
        self.outcome = message.outcome
        self.tutor.learner.record_review(
            self.card, self.sibling.id, message.outcome.answer, message.outcome.verdict
        )
        notes.write(self.tutor.learner, self.text)
        self.tell_trouble()
        await self.show()

    # What came out.

    async def show_outcome(self, box: VerticalScroll, outcome: Outcome) -> None:
        page, sibling = self.lesson.prose[self.text.language], self.sibling
        task = sibling.experiment.task
        lines = verdict_lines(self.text, page, sibling.question, outcome.verdict, outcome.answer, task)
        panel = RunPanel(self.text)
        await box.mount(
            *(Static(line, classes="verdict-line") for line in lines),
            Prose(page.sections[f"learnt {sibling.id}"]),
            panel,
        )
        title = self.text("review.median", seeds=len(outcome.measured.seeds))
        panel.show_median(outcome.measured, title)
        panel.show_words(self.comes_back())
        box.scroll_home(animate=False)
        self.show_keys("review.keys_next" if self.rest() else "review.keys_done")

    def comes_back(self) -> str:
        """When the idea is due again; nothing if its lesson was reset meanwhile."""
        now = self.tutor.learner.card_now(self.card)
        if now is None:
            return ""
        return self.text("review.back", when=when_words(self.text, now.due, self.tutor.learner.today()))

    async def show_end(self, box: VerticalScroll) -> None:
        """Nothing is due: when the next idea comes back."""
        self.show_title(self.text("review.title_none"))
        words = next_review_words(self.text, self.tutor.learner)
        await box.mount(Static(words, classes="note", markup=False))
        self.show_keys("review.keys_none")

    # What the learner does.

    async def action_forward(self) -> None:
        """Enter: on to the next idea, or back to the map after the last."""
        if self.current >= len(self.cards):
            self.action_map()
        elif self.outcome:
            self.outcome = None
            await self.go_on()

    async def go_on(self) -> None:
        self.current += 1
        if self.current < len(self.cards):
            await self.show()
        else:
            self.action_map()

    def action_map(self) -> None:
        self.tutor.show_map(self)

    def action_scroll(self, pages: int) -> None:
        box = self.query_one("#review", VerticalScroll)
        box.scroll_relative(y=pages * (box.size.height - 1), animate=False)

    def show_title(self, words: str) -> None:
        self.query_one(TitleLine).show(f" {words}", f"{self.who()} ")

    def show_keys(self, key: str) -> None:
        self.query_one(KeyLine).show(self.text(key))

    def tell_trouble(self) -> None:
        if trouble := self.tutor.new_trouble():
            self.notify(self.text("lesson.unsaved", trouble=trouble), severity="warning", markup=False)
