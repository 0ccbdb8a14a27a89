"""Repair: the learner edits the file in their own copy of minimodel; a process of its own judges how it behaves."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static, TextArea

from lessons.breaks import LIBRARY, broken_line, broken_text
from lessons.cascade import State
from lessons.judge import Judgement, judge
from lessons.schema import Break
from lessons.workspace import read_copy, write_copy
from tutor.learner import Place
from tutor.stages.stage import StageView
from tutor.text import Text
from tutor.widgets.editor import Editor


class RepairStage(StageView):
    """The broken file in an editor, and below it what the judge said."""

    BINDINGS = [
        ("ctrl+s", "judge", ""),
        ("ctrl+o", "start_over", ""),
        ("enter", "edit", ""),
        ("escape", "leave", ""),
    ]

    @dataclass
    class Judged(Message):
        """The judge has answered."""

        judgement: Judgement
        code: str

    def __init__(self, text: Text, place: Place, state: State, workspace: Path) -> None:
        super().__init__(text, place, state)
        self.workspace = workspace
        self.judging = False

    @property
    def broken(self) -> Break:
        return self.place.lesson.broken

    def compose(self) -> ComposeResult:
        yield Static(self.text("repair.title", file=self.broken.file), classes="heading")
        code = read_copy(self.workspace, LIBRARY, self.broken.file) or broken_text(self.broken)
        editor = Editor(code, id="editor", show_line_numbers=True, tab_behavior="indent", soft_wrap=False)
        editor.cursor_blink = False
        yield editor
        yield Static(id="verdict")

    def begin(self) -> None:
        self.query_one("#editor", TextArea).focus()
        self.call_after_refresh(self.show_line)
        if self.state.repaired:
            self.show_verdict(Judgement("passed"))

    def show_line(self) -> None:
        """Put the cursor at the end of the broken line, with its surroundings in view."""
        editor = self.query_one("#editor", TextArea)
        line = min(broken_line(self.broken), editor.document.line_count) - 1
        editor.scroll_to(0, max(0, line - editor.size.height // 2), animate=False)
        editor.move_cursor((line, len(editor.document.get_line(line))))

    def keys(self) -> str:
        if self.query_one("#editor").has_focus:
            return self.text("repair.keys")
        return self.text("repair.keys_done" if self.state.repaired else "repair.keys_out")

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self.call_later(self.show_keys)

    def action_edit(self) -> None:
        self.query_one("#editor").focus()

    def action_leave(self) -> None:
        """Escape leaves the editor first, then the lesson."""
        if self.query_one("#editor").has_focus:
            self.can_focus = True
            self.focus()
        else:
            self.post_message(self.Left())

    def action_start_over(self) -> None:
        """The broken file again, as it was."""
        self.query_one("#editor", TextArea).load_text(broken_text(self.broken))
        self.query_one("#verdict", Static).update("")
        self.begin()

    def draft(self) -> None:
        """The editor's text goes to the learner's copy, not to the journal. Where it cannot, judging will say so."""
        with suppress(OSError):
            self.write_copy()

    def write_copy(self) -> Path:
        code = self.query_one("#editor", TextArea).text
        return write_copy(self.workspace, LIBRARY, self.broken.file, code)

    def action_judge(self) -> None:
        """Write the learner's copy, and have it judged in a worker thread."""
        if self.judging:
            return
        code = self.query_one("#editor", TextArea).text
        try:
            package = self.write_copy()
        except OSError as error:
            words = self.text("repair.unwritable", detail=error.strerror or str(error))
            self.query_one("#verdict", Static).update(f"! {words}")
            return
        self.judging = True
        self.query_one("#verdict", Static).update(f"… {self.text('repair.judging')}")
        lesson = self.place.lesson
        self.run_worker(lambda: self.post_message(self.Judged(judge(package, lesson), code)), thread=True)

    def on_repair_stage_judged(self, message: Judged) -> None:
        self.judging = False
        found = message.judgement

        def show() -> None:
            self.show_verdict(found)
            if found.passed:
                self.action_leave()

        line = self.edited_line(message.code)
        self.happened(
            "repair", show, passed=found.passed, reason=found.reason, detail=found.detail, line=line
        )

    def edited_line(self, code: str) -> str:
        """The learner's own line in place of the broken one, for their notes."""
        before = broken_text(self.broken).splitlines()
        changed = [line for line in code.splitlines() if line not in before]
        return changed[0].strip()[:200] if changed else ""

    def show_verdict(self, found: Judgement) -> None:
        words = self.text(f"repair.{found.reason}", detail=found.detail)
        verdict = self.query_one("#verdict", Static)
        verdict.set_class(found.passed, "good")
        verdict.update(f"{'✓' if found.passed else '✗'} {words}".replace("[", r"\["))
