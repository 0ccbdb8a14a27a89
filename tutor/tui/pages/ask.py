"""A question: the answer is chosen or typed, and a confidence goes with it."""

from textual.app import ComposeResult
from textual.widgets import Static

from lessons.acts import Predicted
from lessons.page import Ask
from lessons.questions import complaint, kind_of
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.answer_box import LOW, AnswerBox

SAID_BACK = ("order", "shape")  # kinds that can be typed in many ways


class AskPage(PageView):
    """The question of a page, and the answers given so far as dots."""

    def compose(self) -> ComposeResult:
        want = self.want
        progress = self.text("predict.progress", number=want.number, count=want.count)
        yield self.placed(
            Static(progress, id="question-number"),
            *self.widgets(),
            AnswerBox(self.text, want, self.understood),
            takes_focus=False,
        )

    def understood(self, answer: str) -> str:
        """How an answer that was typed is understood, where it may be typed in many ways: `75` is 75 %."""
        question = self.want.question
        if not (question.percent or question.kind in SAID_BACK) or complaint(question, answer, self.text):
            return ""
        return kind_of(question).words(question, answer, self.session.prose, self.text)

    @property
    def want(self) -> Ask:
        assert isinstance(self.page.want, Ask)
        return self.page.want

    @property
    def box(self) -> AnswerBox:
        return self.query_one(AnswerBox)

    def on_resize(self) -> None:
        """In a low window every row counts."""
        self.set_class(self.app.size.height < LOW, "-low")
        self.set_class(bool(self.want.pictures), "-pictured")

    def begin(self) -> None:
        self.box.focus()
        self.box.scroll_visible(animate=False)

    def keys(self) -> str:
        return str(self.text("predict.keys" if self.want.options else "predict.keys_typed"))

    def on_answer_box_kept(self, message: AnswerBox.Kept) -> None:
        message.stop()
        answer, confidence = self.box.answer, self.box.confidence / 100
        name = self.want.question.id
        trouble = complaint(self.want.question, answer, self.text)
        if not trouble:
            self.did(Predicted(name, answer, confidence))
        elif message.turning and not answer:
            self.turn()
        else:
            first = "choose_first" if self.want.options else "type_first"
            self.box.complain(trouble if answer else self.text(f"predict.{first}"))

    def draft(self) -> None:
        """What is chosen and not kept is of this moment: the session has it, the journal does not."""
        self.session.drafts[self.want.question.id] = (self.box.answer, self.box.confidence / 100)

    def turn(self) -> None:
        """To the next question of the round, without an answer to this one."""
        self.draft()
        names = [each.id for each in getattr(self.session.step, "questions", ())]
        place = names.index(self.want.question.id)
        self.post_message(self.Asked(names[(place + 1) % len(names)]))
