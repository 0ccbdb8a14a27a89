"""Questions: one with its answers and a confidence; the answers of a round, to go over; one test of several."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.course.asking.question_words import kept, said_back
from lessons.course.lesson.page import Ask, Choose, Onward, Table, plain_text
from lessons.course.lesson.state import Predicted
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.answer_box import LOW_ROWS, AnswerBox
from tutor.tui.widgets.blocks import row_contents, widgets_of
from tutor.tui.widgets.lists import MarkedList, NumberedList
from tutor.tui.widgets.panes import swap


class AskPage(PageView[Ask]):
    """A question: the answer is chosen or typed, and a confidence goes with it."""

    def compose(self) -> ComposeResult:
        progress = self.text("predict.progress", number=self.want.number, count=self.want.count)
        above = [Static(progress, id="question-number")] if self.want.count > 1 else []
        box = AnswerBox(self.text, self.want, self.understood)
        yield self.placed(*above, *self.widgets(), box, takes_focus=False)

    def understood(self, answer: str) -> str:
        """Return the answer as it is understood, if it differs from the typed one or is a share; else `""`."""
        said = said_back(self.want.question, answer, self.session.prose, self.text)
        return said if said != answer or self.want.question.percent else ""

    @property
    def box(self) -> AnswerBox:
        return self.query_one(AnswerBox)

    def on_resize(self) -> None:
        self.set_class(self.app.size.height < LOW_ROWS, "-low")
        self.set_class(bool(self.want.pictures), "-pictured")

    def begin(self) -> None:
        """Show the page from its top, or from the verdict on the answer before; what was half answered, at once."""
        self.on_resize()  # before anything has its place
        self.box.focus(scroll_visible=False)
        if self.want.answer or self.want.confidence:
            self.box.scroll_visible(animate=False)
        else:
            self.watch(self.reading, "virtual_size", self.rows_may_differ, init=False)

    def rows_may_differ(self) -> None:
        self.call_after_refresh(self.show_verdict)

    def show_verdict(self) -> None:
        """Scroll to the verdict on the answer before, as all gets its place, until something is answered here."""
        for box in self.query(AnswerBox):
            told = list(self.query("#reading > .right, #reading > .wrong"))[:1]
            if told and (box.answer, box.confidence, box.complaint) == ("", None, ""):
                told[0].scroll_visible(animate=False, top=True)

    @property
    def reads_on(self) -> bool:
        """Return True while nothing is answered and Enter only reads on."""
        return not self.box.answer and self.is_below(self.box)

    def keys(self) -> str:
        if self.reads_on:
            return self.key_line("predict.keys_more")
        kind = "keys" if self.want.options else "keys_order" if self.want.ranked else "keys_typed"
        return self.key_line(f"predict.{kind}" if self.want.levels else f"predict.{kind}_alone")

    def on_answer_box_kept(self, message: AnswerBox.Kept) -> None:
        message.stop()
        if self.reads_on and not message.turning:
            self.panes.leaf(1)
            return
        typed = self.box.answer
        answer, trouble = kept(self.want.question, typed, self.text)
        if not trouble:
            self.did(Predicted(self.want.question.id, answer, self.box.confidence))
        elif message.turning and not typed and self.want.count > 1:  # the next of the round, without an answer
            self.draft()
            names = [each.id for each in getattr(self.session.step, "questions", ())]
            place = names.index(self.want.question.id)
            self.post_message(self.Asked(names[(place + 1) % len(names)]))
        else:
            first = "choose_first" if self.want.options else "order_first" if self.want.ranked else "type_first"
            self.box.complain(
                trouble
                if typed and not self.want.ranked
                else self.text(f"predict.{first}", last=len(self.want.options))
            )

    def draft(self) -> None:
        """Give an answer that is chosen and not kept to the session; the journal does not have it."""
        now = self.box.answer, self.box.confidence
        if now != (self.want.answer, self.want.confidence):
            self.session.drafts[self.want.question.id] = now


class AnswersPage(PageView[Onward]):
    """The answers of a round: Enter or Space changes one; the last row goes on, and is where one begins."""

    def compose(self) -> ComposeResult:
        *before, table = self.page.blocks
        assert isinstance(table, Table)
        headings, *rows = row_contents(table, self.room)
        answers = MarkedList(
            Option(headings, disabled=True), *map(Option, rows), None, self.want.row, id="answers", markup=False
        )
        yield self.placed(*widgets_of(before, self.room), answers, takes_focus=False)

    def begin(self) -> None:
        answers = self.query_one("#answers", OptionList)
        answers.focus()
        answers.highlighted = answers.option_count - 1

    def keys(self) -> str:
        return self.key_line("predict.keys_review")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self.change(event.option_index):
            self.action_onwards()

    def on_key(self, event: events.Key) -> None:
        if event.key == "space" and self.change(self.query_one("#answers", OptionList).highlighted):
            event.stop()

    def change(self, row: int | None) -> bool:
        """Ask the question of a row again; return False if the row has no question."""
        if row is None or not 0 < row <= len(self.want.change):
            return False
        self.post_message(self.Asked(self.want.change[row - 1]))
        return True


class ChoosePage(PageView[Choose]):
    """A numbered row for each choice, chosen by key or click; below, what is expected of the one under the cursor."""

    moves = 0  # of the cursor; the first one puts it in its place

    def compose(self) -> ComposeResult:
        rows = NumberedList.rows(map(plain_text, self.want.options.values()))
        choices, details = NumberedList(*rows, id="choices"), Vertical(id="details")
        yield self.placed(*self.widgets(), choices, details, takes_focus=False)

    def begin(self) -> None:
        """Show the page from its top: what is asked about comes before the choices."""
        self.choices.focus(scroll_visible=False)

    @property
    def choices(self) -> OptionList:
        return self.query_one("#choices", OptionList)

    @property
    def reads_on(self) -> bool:
        """Return True while the learner has not moved to a choice and Enter only reads on."""
        return self.moves < 2 and self.is_below(self.choices)

    def keys(self) -> str:
        return self.key_line("predict.keys_more" if self.reads_on else "trial.keys")

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.moves += 1
        blocks = self.want.details.get(list(self.want.options)[event.option_index], ())
        await swap(self.query_one("#details"), *widgets_of(blocks, self.room))
        if self.moves > 1:
            self.call_after_refresh(self.choices.scroll_visible, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.reads_on:
            self.panes.leaf(1)
        else:
            self.did(self.want.act(list(self.want.options)[event.option_index]))
