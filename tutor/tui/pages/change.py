"""Code to change: the learner's own copy in an editor, and below it what the judge said of how it behaves."""

from contextlib import suppress
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from lessons.acts import Judged
from lessons.page import Change, Page, Words
from tutor import plain_editor
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widget_of, widgets_of
from tutor.tui.widgets.code_editor import CodeEditor
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.swap import swap


class ChangePage(PageView):
    """The file in an editor. Escape leaves the box; e opens the learner's own editor."""

    BINDINGS = [
        ("ctrl+s", "judge", ""),
        ("ctrl+o", "begin_anew", ""),
        ("enter", "edit", ""),
        ("e", "own_editor", ""),
        ("escape", "leave", ""),
    ]
    can_focus = True

    @dataclass
    class Answered(Message):
        """The judge has answered; or the copy could not be written."""

        judged: Judged | None
        problem: str = ""

    @property
    def want(self) -> Change:
        assert isinstance(self.page.want, Change)
        return self.page.want

    def compose(self) -> ComposeResult:
        yield Static(
            self.text("lab.title" if self.page.kind == "lab" else "repair.title", file=self.want.file),
            classes="heading",
        )
        task = [block for block in self.page.blocks if isinstance(block, Words) and not block.tone]
        if task:
            with VerticalScroll(id="task", can_focus=False):
                yield from widgets_of(task, self.room)
        editor = CodeEditor(self.want.text, id="editor")
        editor.line_to_show = self.want.line
        yield editor
        with VerticalScroll(id="verdict", can_focus=False):
            yield from (widget_of(block, self.room) for block in self.page.blocks if block not in task)

    @property
    def editor(self) -> CodeEditor:
        return self.query_one("#editor", CodeEditor)

    def begin(self) -> None:
        self.judging = self.sure = False
        self.editor.focus()

    def fits(self, page: Page) -> bool:
        return page.step == self.page.step and isinstance(page.want, Change)

    async def show(self, page: Page) -> None:
        """The same editor, with what the judge said."""
        self.judging = False
        await super().show(page)
        await self.say(*(block for block in page.blocks if isinstance(block, Words) and block.tone))

    async def say(self, *blocks: Words) -> None:
        box = self.query_one("#verdict", VerticalScroll)
        await swap(box, *widgets_of(blocks, self.room))

    def keys(self) -> str:
        return str(self.text("repair.keys" if self.editor.has_focus else "repair.keys_out"))

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self.call_later(self.show_keys)

    def action_edit(self) -> None:
        self.editor.focus()

    def on_editor_left(self, message: Editor.Left) -> None:
        """Escape leaves the box first, then the lesson."""
        message.stop()
        self.focus()
        self.keep_draft()

    def action_leave(self) -> None:
        self.post_message(self.Left())

    async def action_begin_anew(self) -> None:
        """The text as it was first given: asked first, and undone by Ctrl+Z."""
        if not self.sure:
            self.sure = True
            await self.say(Words(self.text("repair.sure"), "note"))
            return
        self.sure = False
        self.editor.replace_all(self.want.begin)
        await self.say(Words(self.text("repair.anew"), "note"))

    def keep_draft(self) -> None:
        """The text goes to the learner's copy, not to the journal. Where it cannot, judging will say so."""
        with suppress(OSError):
            self.session.workbench.keep(self.editor.text)

    def draft(self) -> None:
        self.keep_draft()

    async def action_own_editor(self) -> None:
        """Open the learner's own editor; what is saved there is judged at once."""
        if not plain_editor.own_editor():
            await self.say(Words(self.text("repair.no_editor"), "note"))
            return
        try:
            with self.app.suspend():
                code = plain_editor.edited_elsewhere(self.editor.text, self.want.file)
        except Exception as error:  # an editor that is missing or fails; a terminal that cannot be lent out
            await self.say(Words(self.text("linear.no_editor", reason=str(error)), "bad"))
            return
        changed = code != self.editor.text
        self.editor.replace_all(code)
        if changed:
            await self.action_judge()

    async def action_judge(self) -> None:
        """Have it judged, in a worker thread."""
        if self.judging:
            return
        self.judging, self.sure = True, False
        code = self.editor.text
        await self.say(Words(self.text("repair.judging"), "note"))
        self.run_worker(lambda: self.judge(code), thread=True)

    def judge(self, code: str) -> None:
        """In the worker thread."""
        try:
            answer = self.Answered(self.session.workbench.judged(code))
        except OSError as error:
            answer = self.Answered(None, error.strerror or str(error))
        self.post_message(answer)

    async def on_change_page_answered(self, message: Answered) -> None:
        self.judging = False
        if message.judged is None:
            await self.say(Words(self.text("repair.unwritable", detail=message.problem), "bad"))
        else:
            self.did(message.judged)

    def on_text_area_changed(self) -> None:
        """Whoever goes on typing does not mean to begin anew."""
        self.sure = False
