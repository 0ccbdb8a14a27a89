"""Code to change: the learner's own copy in an editor, and beside it what the judge said and saw of how it behaves."""

import asyncio
import time
from contextlib import nullcontext, suppress

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from lessons.course.lesson.page import Block, Change, Page, Words
from lessons.judge.judging import JudgeRun, Stopped
from tutor import plain_editor
from tutor.kiosk import is_kiosk
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of, words_and_pictures
from tutor.tui.widgets.editor import CodeEditor, Editor
from tutor.tui.widgets.panes import swap
from tutor.tui.widgets.picture import PictureView
from tutor.words.text import reason_of

WIDE_COLUMNS = 120  # from which the answer stands beside the editor
WIDEST_COLUMNS = 160  # from which it has more room there
LOW_ROWS = 18  # below which there is no room for a picture


class ChangePage(PageView[Change]):
    """The file in an editor. Escape cancels the judge, then leaves the box; e opens the learner's own editor."""

    BINDINGS = [
        ("ctrl+s", "judge"),
        ("ctrl+o", "begin_anew"),
        ("enter", "edit"),
        ("e", "own_editor"),
        ("h", "hint"),
        ("escape", "leave"),
    ]
    can_focus = True
    stays = True
    trial: JudgeRun | None = None  # while the judge is at work
    begun = 0.0
    is_open_elsewhere = False  # in the learner's own editor: what is saved there is judged
    sure = False  # about the text as it was first given

    def is_at_work(self) -> bool:
        return self.trial is not None

    def compose(self) -> ComposeResult:
        title = self.text("lab.title" if self.want.is_lab else "repair.title", file=self.want.file)
        yield Static(title, classes="heading")
        with Container(id="bench"):
            with VerticalScroll(id="side", can_focus=False):
                with Container(id="verdict"):
                    yield Container(id="said")
                    yield PictureView(id="drawn")
                if task := self.answer_and_task[1]:
                    self.add_class("tasked")
                    yield Container(*widgets_of(task, self.room), id="task")
            self.session.workbench.go_on_from(self.want.text)
            editor = CodeEditor(self.want.text, id="editor")
            editor.line_to_show = self.want.line
            yield editor

    @property
    def answer_and_task(self) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """Return the judge's answer and findings, and the task of a lab."""
        blocks = self.page.blocks
        plain = (place for place, each in enumerate(blocks) if isinstance(each, Words) and not each.tone)
        begins = next(plain, len(blocks))
        return blocks[:begins], blocks[begins:]

    @property
    def editor(self) -> CodeEditor:
        return self.query_one("#editor", CodeEditor)

    def begin(self) -> None:
        self.set_interval(0.5, self.tell_waiting)
        self.focus()
        self.call_later(self.say, *self.answer_and_task[0])
        self.tell_oddity()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE_COLUMNS, "wide")
        self.set_class(event.size.width >= WIDEST_COLUMNS, "widest")
        self.set_class(event.size.height < LOW_ROWS, "low")

    def on_descendant_focus(self) -> None:
        self.set_class(self.editor.has_focus, "editing")

    on_descendant_blur = on_descendant_focus

    def on_unmount(self) -> None:
        if self.trial:
            self.trial.stop()

    async def show(self, page: Page) -> None:
        """Keep the editor, and show what the judge said; the cursor goes where Python stopped."""
        await super().show(page)
        await self.say(*self.answer_and_task[0])
        if self.want.fault:
            self.editor.go_to_line(self.want.fault)

    async def say(self, *blocks: Block) -> None:
        """Show words on one side, and a picture on the other where there is one."""
        words, pictures = words_and_pictures(blocks)
        self.set_class(bool(blocks), "answered")
        self.set_class(bool(pictures), "drawn")
        self.query_one("#drawn", PictureView).show(pictures[0] if pictures else None)
        await swap(self.query_one("#said"), *widgets_of(words, self.room))
        self.query_one("#side").scroll_home(animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through what the judge said, and the task below it; where that stands whole, through the code."""
        side = self.query_one("#side")
        box = side if side.max_scroll_y else self.editor
        box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something: the hints of a repair have a page of their own."""
        return action != "hint" or self.want.is_lab

    def keys(self) -> str:
        if self.trial:
            return self.key_line("repair.keys_judging")
        kind = "lab" if self.want.is_lab else "repair"
        return self.key_line("repair.keys" if self.editor.has_focus else f"{kind}.keys_out")

    def action_edit(self) -> None:
        self.editor.focus()

    async def action_hint(self) -> None:
        """Show the hints of the gap at the cursor, and one more of them."""
        if not self.trial:
            line = self.editor.cursor_location[0] + 1
            await self.say(*self.session.gap_hint(self.editor.text, line))

    async def on_editor_exited(self, message: Editor.Exited) -> None:
        """Escape cancels the judge first, then leaves the box, then the lesson."""
        message.stop()
        if self.trial:
            await self.cancel()
        else:
            self.focus()
            self.keep_draft()

    async def action_leave(self) -> None:
        if self.trial:
            await self.cancel()
        else:
            await super().action_leave()

    async def action_begin_anew(self) -> None:
        """Put back the text as it was first given: asked first, and undone by Ctrl+Z."""
        if self.trial:
            return
        if not self.sure:
            self.sure = True
            await self.say(Words(self.text("repair.sure"), "note"))
            return
        self.sure = False
        self.editor.replace_all(self.want.begin)
        await self.say(Words(self.text("repair.anew"), "note"))

    def draft(self) -> None:
        """Write the text to the learner's copy, not to the journal. Where it cannot, judging will say so."""
        with suppress(OSError):
            self.session.keep_code(self.editor.text)

    def look_elsewhere(self) -> None:
        """Take in a version written to the copy elsewhere, unless the learner has typed here since."""
        bench, before = self.session.workbench, self.editor.text
        if before == bench.known and (text := bench.newest(before)) != before:
            self.editor.replace_all(text)
            if self.is_open_elsewhere:
                self.call_later(self.action_judge)
        self.tell_oddity()

    def tell_oddity(self) -> None:
        """Say once what is odd about the copy as it was last read."""
        if words := self.session.workbench.odd_words(self.text):
            self.app.notify(words, severity="warning", timeout=20, markup=False)

    async def action_own_editor(self) -> None:
        if self.trial:
            return
        if not plain_editor.own_editor():
            await self.say(Words(self.text("kiosk.no_editor" if is_kiosk() else "repair.no_editor"), "note"))
            return
        bench = self.session.workbench
        try:
            bench.keep(self.editor.text)
            with nullcontext() if plain_editor.has_window() else self.app.suspend():
                plain_editor.edit(bench.path)
        except Exception as error:  # an editor that is missing or fails; a terminal that cannot be lent out
            await self.say(Words(self.text("linear.no_editor", reason=str(error)), "bad"))
            return
        self.is_open_elsewhere = True
        await self.say(Words(self.text("repair.open_elsewhere"), "note"))
        self.look_elsewhere()

    async def action_judge(self) -> None:
        if self.trial or self.session.gone_elsewhere():
            return
        self.look_elsewhere()
        trial, code = JudgeRun(), self.editor.text
        self.trial, self.begun, self.sure = trial, time.monotonic(), False
        await self.say(Words(self.waiting(trial), "note"))
        self.refresh_bindings()
        self.judge(code, trial)

    @work
    async def judge(self, code: str, trial: JudgeRun) -> None:
        """Show the judge's answer, unless the learner has cancelled it in the same moment."""
        judged, trouble = None, ""
        try:
            judged = await asyncio.to_thread(self.session.workbench.judged, code, trial)
        except Stopped:
            return
        except OSError as error:  # the copy could not be written
            trouble = self.text("repair.unwritable", detail=reason_of(error, self.text))
        if trial is not self.trial:
            return
        self.trial = None
        self.refresh_bindings()
        if judged is None:
            await self.say(Words(trouble, "bad"))
        else:
            self.did(judged)

    def waiting(self, trial: JudgeRun) -> str:
        what = self.text(f"repair.trying_{trial.trying}", number=trial.number, count=trial.count)
        return self.text("repair.waiting", seconds=int(time.monotonic() - self.begun), trying=what)

    def tell_waiting(self) -> None:
        if self.trial:
            for line in self.query("#said > .note").results(Static):
                line.update(self.waiting(self.trial), layout=False)

    async def cancel(self) -> None:
        """End the judge's process at once, without keeping its findings."""
        if self.trial:
            self.trial.stop()
        self.trial = None
        self.refresh_bindings()
        await self.say(Words(self.text("repair.cancelled"), "note"))

    def on_text_area_changed(self) -> None:
        """Whoever goes on typing does not mean to begin anew."""
        self.sure = False
