"""A file of the learner's own minimodel in an editor, to play with. Whatever stands there when it is left is kept."""

from textual.app import ComposeResult

from lessons.course.lesson.source import healthy_text
from tutor.own_change import OwnChange
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.editor import CodeEditor, Editor


class EditScreen(FramedScreen):
    """The editor, with the cursor where the source was left. Escape keeps the text and leads back there."""

    BINDINGS = [("ctrl+o", "begin_anew")]
    help_key, keys_key = "help.play", "play.keys_edit"

    def __init__(self, change: OwnChange, file: str, line: int) -> None:
        super().__init__()
        self.change, self.file, self.line = change, file, line

    def compose(self) -> ComposeResult:
        yield TitleLine()
        editor = CodeEditor(self.change.opened(self.file), id="editor")
        editor.line_to_show = self.line
        yield editor
        yield KeyLine()

    def title_words(self) -> str:
        return f" {self.text('play.mine_title', file=self.file)}"

    @property
    def editor(self) -> CodeEditor:
        return self.query_one(CodeEditor)

    async def begin(self) -> None:
        self.editor.focus()

    def action_begin_anew(self) -> None:
        """Put the healthy text in its place; Ctrl+Z brings back what was there."""
        self.editor.replace_all(healthy_text(self.file))

    def keep_drafts(self) -> None:
        """Keep the text, and say at once what Python cannot read of it, or why it could not be kept."""
        if words := self.change.kept(self.file, self.editor.text):
            self.notify(words, severity="error", timeout=20, markup=False)

    async def on_editor_exited(self, message: Editor.Exited) -> None:
        message.stop()
        self.keep_drafts()
        self.dismiss()
