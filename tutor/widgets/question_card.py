"""One prediction to make: choose or type an answer with ↑↓ or the keyboard, and say how sure you are with ←→."""

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from lessons.cascade import Answer
from lessons.grading import why_unusable
from lessons.schema import CURVES, DIRECTIONS, Question
from tutor.text import Text

LEAST, MOST, START = 50, 99, 70
TYPEABLE = "0123456789.,%()x× "


class QuestionCard(Widget, can_focus=True):
    """Shows a question and its answers. Posts Answered when the learner keeps one that can be used."""

    @dataclass
    class Answered(Message):
        """The learner keeps this answer."""

        question: str
        answer: str
        confidence: float

    def __init__(
        self, text: Text, question: Question, words: str, options: dict[str, str], given: Answer | None
    ) -> None:
        super().__init__()
        self.text, self.question, self.words = text, question, words
        self.options = options or self.named_options()
        self.sure = round(given.confidence * 100) if given else START
        self.typed = given.value if given and not self.options else ""
        self.chosen = list(self.options).index(given.value) if given and given.value in self.options else 0
        self.complaint = ""

    def named_options(self) -> dict[str, str]:
        """The answers of kinds that always have the same ones."""
        names = {"direction": DIRECTIONS, "curve": CURVES}.get(self.question.kind, ())
        return {name: self.text(f"answer.{name}") for name in names}

    @property
    def answer(self) -> str:
        return list(self.options)[self.chosen] if self.options else self.typed.strip()

    @property
    def draft(self) -> Answer:
        """What would be kept now, whether it can be used or not."""
        return Answer(self.answer, self.sure / 100)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") and self.options:
            self.chosen = (self.chosen + (1 if event.key == "down" else -1)) % len(self.options)
        elif event.key in ("left", "right", "shift+left", "shift+right"):
            step = 1 if event.key.startswith("shift") else 5
            self.change_sureness(step if event.key.endswith("right") else -step)
        elif event.key == "enter":
            self.keep()
        elif event.key == "backspace" and not self.options:
            self.typed = self.typed[:-1]
        elif not self.options and event.character and event.character in TYPEABLE and len(self.typed) < 16:
            self.typed += event.character
        else:
            return
        event.stop()
        event.prevent_default()
        if event.key != "enter":
            self.complaint = ""
        self.refresh(layout=True)

    def change_sureness(self, step: int) -> None:
        """In fives between 50 and 95, and up to 99."""
        if step == 5 and self.sure >= 95:
            self.sure = MOST
        elif step == -5 and self.sure > 95:
            self.sure = 95
        else:
            self.sure = min(MOST, max(LEAST, self.sure + step))

    def keep(self) -> None:
        if problem := why_unusable(self.question, self.answer):
            self.complaint = self.text(f"wrong.{problem}")
            self.app.bell()
            self.call_after_refresh(self.scroll_visible, animate=False)  # its last line says so
        else:
            self.post_message(self.Answered(self.question.id, self.answer, self.sure / 100))

    def render(self) -> Content:
        lines: list[Content] = [Content.from_markup(emphasised(self.words)), Content("")]
        if self.options:
            lines += [self.option_line(place, words) for place, words in enumerate(self.options.values())]
        else:
            lines.append(
                Content.assemble(f"  {self.text('predict.type')} ", (f"{self.typed}▏", "bold $accent"))
            )
        lines += [Content(""), self.sureness_line()]
        lines.append(Content.assemble((f"  {self.text('predict.range')}", "$muted")))
        if self.complaint:
            lines.append(Content.assemble((f"  ! {self.complaint}", "bold $warning")))
        return Content("\n").join(lines)

    def option_line(self, place: int, words: str) -> Content:
        if place == self.chosen:
            return Content.assemble((f"  ▸ {words}", "bold $accent"))
        return Content(f"    {words}")

    def sureness_line(self) -> Content:
        full = round((self.sure - LEAST) / (MOST - LEAST) * 20)
        bar = f"{'━' * full}●{'─' * (20 - full)}"
        return Content.assemble(
            f"  {self.text('predict.sure')}  ◂ ", (bar, "$primary"), " ▸ ", (f"{self.sure} %", "bold $accent")
        )


def emphasised(markdown: str) -> str:
    """The little Markdown that questions use, `code` and **strong**, as markup."""
    escaped = markdown.replace("[", r"\[")
    for mark, style in (("**", "bold"), ("`", "$success")):
        parts = escaped.split(mark)
        escaped = "".join(f"[{style}]{part}[/]" if place % 2 else part for place, part in enumerate(parts))
    return escaped
