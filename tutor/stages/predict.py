"""Predict: one question at a time, then all answers on one page, to be changed until the run locks them."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.cascade import State, unanswered
from lessons.prose import options
from lessons.schema import Question
from tutor.stages.stage import StageView
from tutor.widgets.bars import shortened
from tutor.widgets.question_card import QuestionCard
from tutor.wording import short_answer


class PredictStage(StageView):
    """The questions of this mode, and the answers kept so far."""

    BINDINGS = [("tab", "turn(1)", ""), ("shift+tab", "turn(-1)", "")]

    def compose(self) -> ComposeResult:
        yield Static(id="question-number", classes="heading")
        yield VerticalScroll(id="question", can_focus=False)

    def begin(self) -> None:
        self.questions = self.place.lesson.questions_for(self.place.mode)
        missing = unanswered(self.place.lesson, self.state)
        self.place_shown = next(
            (place for place, question in enumerate(self.questions) if question.id in missing),
            len(self.questions),
        )
        self.call_later(self.show_place)

    @property
    def reviewing(self) -> bool:
        return self.place_shown >= len(self.questions)

    async def show_place(self) -> None:
        """Show the question whose turn it is, or the review of them all."""
        box = self.query_one("#question", VerticalScroll)
        with self.app.batch_update():
            await box.remove_children()
        if not box.is_attached:  # the learner has left in the same moment
            return
        if self.reviewing:
            await self.show_review(box)
        else:
            await self.show_question(box, self.questions[self.place_shown])
        self.show_keys()

    async def show_question(self, box: VerticalScroll, question: Question) -> None:
        words, choices = options(self.page.sections[f"predict {question.id}"])
        number = self.text(
            "predict.progress",
            number=self.place_shown + 1,
            count=len(self.questions),
            task=question.experiment,
        )
        marks = "".join("●" if each.id in self.state.answers else "○" for each in self.questions)
        self.query_one("#question-number", Static).update(f"{number}   {marks}")
        card = QuestionCard(self.text, question, words, choices, self.state.answers.get(question.id))
        await box.mount(card)
        card.focus()

    async def show_review(self, box: VerticalScroll) -> None:
        self.query_one("#question-number", Static).update(self.text("predict.review"))
        note = "predict.review_locked" if self.state.locked else "predict.review_note"
        rows = OptionList(*(Option(self.answer_line(question), question.id) for question in self.questions))
        await box.mount(Static(self.text(note), classes="note"), rows)
        rows.focus()

    def answer_line(self, question: Question) -> Content:
        answer = self.state.answers.get(question.id)
        said = short_answer(self.text, self.page, question, answer.value) if answer else "—"
        sure = f"{round(answer.confidence * 100)} %" if answer else ""
        name = f"{self.text(f'metric.{question.metric}')} · {question.experiment}"
        room = min(42, self.size.width // 2 + 4)
        return Content.assemble(
            (f"{shortened(name, room - 1):<{room}}", "$muted"), (f"{sure:>5}  ", "$primary"), said
        )

    def keys(self) -> str:
        if self.state.locked:
            return self.text("predict.keys_locked")
        if self.reviewing:
            return self.text("predict.keys_review")
        typed = self.questions[self.place_shown].kind in ("number", "shape")
        return self.text("predict.keys_typed" if typed else "predict.keys")

    def on_question_card_answered(self, message: QuestionCard.Answered) -> None:
        message.stop()
        self.happened(
            "prediction", question=message.question, answer=message.answer, confidence=message.confidence
        )

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self.state.locked:
            self.place_shown = event.option_index
            await self.show_place()

    def update_state(self, state: State) -> None:
        """An answer was kept: on to the next question without one, or to the review."""
        super().update_state(state)
        missing = unanswered(self.place.lesson, state)
        later = [place for place, question in enumerate(self.questions) if question.id in missing]
        ahead = [place for place in later if place > self.place_shown]
        self.place_shown = (ahead or later or [len(self.questions)])[0]
        self.call_later(self.show_place)

    async def action_turn(self, step: int) -> None:
        """Leaf through the questions and the review."""
        if not self.state.locked:
            self.place_shown = (self.place_shown + step) % (len(self.questions) + 1)
            await self.show_place()
