"""A question: the answer is chosen or typed, and a confidence goes with it."""

import textwrap
from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from lessons.acts import Predicted
from lessons.page import Ask
from lessons.questions import is_usable, kind_of, why_unusable
from tutor.tui.pages.page import PageView
from tutor.words.text import Text

MOST = 99
LONGEST = 40  # characters of a typed answer


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
        if not (question.percent or question.kind == "order") or not is_usable(question, answer):
            return ""
        return kind_of(question).words(question, answer, self.session.prose, self.text)

    @property
    def want(self) -> Ask:
        assert isinstance(self.page.want, Ask)
        return self.page.want

    @property
    def box(self) -> "AnswerBox":
        return self.query_one(AnswerBox)

    def begin(self) -> None:
        self.box.focus()
        self.box.scroll_visible(animate=False)

    def keys(self) -> str:
        return str(self.text("predict.keys" if self.want.options else "predict.keys_typed"))

    def on_answer_box_kept(self, message: "AnswerBox.Kept") -> None:
        message.stop()
        answer, confidence = self.box.answer, self.box.confidence / 100
        name = self.want.question.id
        if is_usable(self.want.question, answer):
            self.did(Predicted(name, answer, confidence))
            return
        if message.turning and not answer:
            self.turn()
            return
        self.box.complain(
            why_unusable(self.want.question, self.text) if answer else self.text("predict.choose_first")
        )

    def draft(self) -> None:
        """What is chosen and not kept is of this moment: the session has it, the journal does not."""
        self.session.drafts[self.want.question.id] = (self.box.answer, self.box.confidence / 100)

    def turn(self) -> None:
        """To the next question of the round, without an answer to this one."""
        self.draft()
        names = [each.id for each in getattr(self.session.step, "questions", ())]
        place = names.index(self.want.question.id)
        self.session.look_again(names[(place + 1) % len(names)])
        self.post_message(self.Changed())


class AnswerBox(Widget, can_focus=True):
    """Answers to choose with ↑↓ or to type, and how sure, with ←→. Nothing is chosen to begin with."""

    class Kept(Message):
        """The learner keeps what is chosen; with Tab they turn to the next question."""

        def __init__(self, turning: bool) -> None:
            super().__init__()
            self.turning = turning

    def __init__(self, text: Text, want: Ask, understood: Callable[[str], str]) -> None:
        super().__init__()
        self.text, self.want, self.understood = text, want, understood
        self.names = list(want.options)
        self.least = round(100 * want.chance)
        self.confidence = self.least if want.confidence is None else round(100 * want.confidence)
        self.chosen = self.names.index(want.answer) if want.answer in self.names else -1
        self.typed = want.answer if not self.names else ""
        self.complaint = ""

    @property
    def answer(self) -> str:
        if self.names:
            return self.names[self.chosen] if self.chosen >= 0 else ""
        return self.typed.strip()

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") and self.names:
            step = 1 if event.key == "down" else -1
            self.chosen = (
                (self.chosen + step) % len(self.names)
                if self.chosen >= 0
                else (0 if step > 0 else -1) % len(self.names)
            )
        elif event.key in ("left", "right", "shift+left", "shift+right"):
            step = 1 if event.key.startswith("shift") else 5
            self.change_confidence(step if event.key.endswith("right") else -step)
        elif event.key in ("enter", "tab"):
            self.complaint = ""
            self.post_message(self.Kept(turning=event.key == "tab"))
        elif event.key == "backspace" and not self.names:
            self.typed = self.typed[:-1]
        elif not self.names and event.character and event.is_printable:
            self.typed = (self.typed + event.character)[:LONGEST]
        elif self.names and event.key.isdigit() and 0 < int(event.key) <= len(self.names):
            self.chosen = int(event.key) - 1
        else:
            return
        event.stop()
        event.prevent_default()
        if event.key not in ("enter", "tab"):
            self.complaint = ""
        self.refresh(layout=True)
        self.call_after_refresh(self.scroll_visible, animate=False)

    def change_confidence(self, step: int) -> None:
        """By fives, on the fives, from a pure guess to 99."""
        if abs(step) == 5:
            target = (self.confidence // 5 + 1) * 5 if step > 0 else (-(-self.confidence // 5) - 1) * 5
        else:
            target = self.confidence + step
        self.confidence = min(MOST, max(self.least, target))

    def complain(self, words: str) -> None:
        self.complaint = words
        self.refresh(layout=True)
        self.app.bell()
        self.call_after_refresh(self.scroll_visible, animate=False)  # its last line says so

    def render(self) -> Content:
        lines = [self.option_line(place, words) for place, words in enumerate(self.want.options.values())]
        if not self.names:
            lines.append(
                Content.assemble(f"  {self.text('predict.type')} ", (f"{self.typed}▏", "bold $accent"))
            )
            if understood := self.understood(self.answer):
                lines.append(Content.assemble((f"  = {understood}", "$muted")))
        lines += [Content(""), self.confidence_line()]
        lines.append(Content.assemble((f"  {self.text('predict.range', chance=self.least)}", "$muted")))
        if self.complaint:
            lines.append(Content.assemble((f"  ! {self.complaint}", "bold $warning")))
        return Content("\n").join(lines)

    def option_line(self, place: int, words: str) -> Content:
        mark, style = ("  ▸ ", "bold $accent") if place == self.chosen else ("    ", "$text")
        lines = textwrap.wrap(words, max(20, self.size.width - 6)) or [words]
        return Content.assemble((mark + "\n    ".join(lines), style))

    def confidence_line(self) -> Content:
        """The bar, as long as there is room for beside its words."""
        sure, guess = self.text("predict.sure"), self.text("predict.guess")
        length = max(4, min(20, self.size.width - len(sure) - len(guess) - 12))
        full = round((self.confidence - self.least) / (MOST - self.least) * length)
        bar = f"{'━' * full}●{'─' * (length - full)}"
        words = guess if self.confidence == self.least else f"{self.confidence} %"
        return Content.assemble(f"  {sure}  ◂ ", (bar, "$primary"), " ▸ ", (words, "bold $accent"))
