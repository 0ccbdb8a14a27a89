"""`new` and `preview`: a lesson's folder to begin with, in the present format, and page by page."""

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Table as Grid
from rich.text import Text as Styled

from lessons.check.translation import mark_translated
from lessons.course.lesson.page import Block, Code, Table, Words
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.values import LessonError
from lessons.course.steps.author_pages import Written, all_pages
from lessons.format.course import load_course
from lessons.format.files import CONTENT, is_folder
from lessons.format.lesson import read_folder
from lessons.format.table import languages_in
from lessons.format.templates import ID, Unlisted, course_with, with_comments, write_lesson
from tutor.exits import DONE, FAILED, WRONG_USAGE, Refused
from tutor.pack_code import keep_as_own
from tutor.plots import ascii
from tutor.shell.request import Asked, chosen_course, full_name, no_such_lesson, open_learner, shortened
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, reason_of

WIDE = 100  # columns from which two languages stand beside each other
WIDEST = 160
PICTURE_ROWS = 16
STYLES = {"heading": "bold", "note": "dim", "good": "green", "bad": "red"}


def new(asked: Asked, text: Text) -> int:
    pack: Path = asked.to or Path()
    if not ID.fullmatch(asked.lesson):
        raise Refused(text("new.bad_id", name=shortened(asked.lesson)), WRONG_USAGE)
    if not asked.kind and not asked.from_play and asked.finding is None:
        raise Refused(text("new.no_kind", name=asked.lesson), WRONG_USAGE)
    folder = pack / asked.lesson
    if folder.exists() or folder.is_symlink():
        raise Refused(text("new.taken", folder=folder))
    if (pack / "lesson.toml").exists():
        raise Refused(text("new.inside", folder=pack))
    if asked.finding is not None:
        from tutor.shell.finding import from_finding

        return from_finding(asked, folder, text)
    if asked.from_play:
        from tutor.shell.dare import from_play  # what trains

        return from_play(asked, folder, text)
    say = partial(author_words, text=text)
    try:
        course = with_comments(course_with(pack, asked.lesson, asked.kind, text.language), say)
    except Unlisted:
        raise Refused(text("new.unlisted", file=pack / "course.toml", name=asked.lesson)) from None
    is_begun_here = not (pack / "course.toml").exists()
    try:
        write_lesson(asked.kind, folder, course, say)
        mark_translated(folder)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # half a lesson is none
        raise Refused(text("new.unwritable", folder=folder, reason=reason_of(error, text))) from None
    if is_begun_here:
        keep_as_own(open_learner(asked), pack.resolve())
    tell_what_next(pack, folder, text)
    return DONE


def tell_what_next(pack: Path, folder: Path, text: Text) -> None:
    here, course = shlex.quote(str(folder)), shlex.quote(str(pack))
    commands = {
        f"lynx-tutor check {here}": text("new.check"),
        f"lynx-tutor preview {here}": text("new.preview"),
        f"lynx-tutor learn {folder.name} --pack {course}": text("new.learn"),
    }
    width = max(map(len, commands))
    print(text("new.made", folder=folder, page=f"{languages_in(pack)[0]}.md"))
    for each, what in commands.items():
        print(f"  {each:<{width}}  {what}")


def preview(asked: Asked, text: Text) -> int:
    """Show all pages of a lesson, or of each lesson of a pack. Exit code 1 if one does not load."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    console.width = min(console.width, WIDEST)
    return max([DONE, *(shown(folder, console, text) for folder in chosen_folders(asked, text))])


def chosen_folders(asked: Asked, text: Text) -> tuple[Path, ...]:
    """Return the folder of a lesson by its name, or the one at a path. Raises Refused where there is neither."""
    course = chosen_course(asked)
    name = full_name(asked.lesson, course)
    if name in course.lessons:
        pack = course.pack_of(name)
        return (pack.lessons[name.partition("/")[2]] if pack else CONTENT / name,)
    path = Path(asked.lesson)
    if is_folder(path):
        path = path.resolve()
        if (path / "course.toml").exists():
            return tuple(path / lesson for lesson in load_course(path).headings)
        return (path,)
    raise no_such_lesson(name, asked, course, text)


def shown(folder: Path, console: Console, text: Text) -> int:
    """Show one lesson, first in the author's language. One that does not load is said in its place."""
    pages, reasons = [], []
    for language in sorted(languages_in(folder.parent), key=lambda each: each != text.language):
        try:
            pages.append(list(all_pages(read_folder(folder, (language,)), Text(language))))
        except LessonError as error:
            reasons.append(author_words(str(error), text))
            pages.append([Written("✗", (Words(reasons[-1], "bad"),))])
    if len(reasons) == len(pages) and len(set(reasons)) == 1:
        print(reasons[0], file=sys.stderr)  # what is wrong with both stands in lesson.toml
        return FAILED
    for rows in zip_longest(*pages):
        show_page(rows, console)
    return FAILED if reasons else DONE


def show_page(rows: tuple[Written | None, ...], console: Console) -> None:
    if console.width >= WIDE:
        grid = Grid.grid(padding=(0, 2), expand=True)
        for _ in rows:
            grid.add_column(ratio=1)
        grid.add_row(*(Rule(page.title, align="left") if page else "" for page in rows))
        for blocks in zip_longest(*(paragraphs(page) if page else () for page in rows)):
            grid.add_row(*(drawn(block) if block else "" for block in blocks))
        say(console, grid)
        return
    for page in filter(None, rows):
        say(console, Group(Rule(page.title, align="left"), *map(drawn, page.blocks)))


def paragraphs(page: Written) -> Iterator[Block]:
    """Return the blocks of a page, its words a paragraph each: so that two languages keep step."""
    for block in page.blocks:
        if isinstance(block, Words) and not block.tone:
            yield from (Words(words) for words in cut(block.markdown))
        else:
            yield block


def cut(markdown: str) -> Iterator[str]:
    """Cut Markdown at its empty lines, but for those within fences."""
    left = ""
    for words in markdown.split("\n\n"):
        left = f"{left}\n\n{words}" if left else words
        if left.count("```") % 2 == 0:
            yield left
            left = ""
    if left:
        yield left


def say(console: Console, drawing: RenderableType) -> None:
    """Print a drawing; into a pipe without the spaces that fill its lines."""
    with console.capture() as captured:
        console.print(drawing)
    lines = captured.get().split("\n")
    words = "\n".join(lines if console.is_terminal else (line.rstrip() for line in lines))
    print(re.sub(r"\n{3,}", "\n\n", words), end="")


class PictureLines:
    """A picture as lines, as wide as there is room, and its sentence."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield Styled(ascii(self.picture, options.max_width, PICTURE_ROWS), no_wrap=True)
        yield Styled(self.picture.says, style=STYLES["note"])


def drawn(block: Block) -> RenderableType:
    """Return a block as rich draws it, with a line of room below."""
    match block:
        case Words(markdown, "" | "right" | "wrong" | "listed"):
            drawing: RenderableType = Markdown(markdown, code_theme="ansi_dark", hyperlinks=False)
        case Words(words, tone):
            drawing = Styled(words, style=STYLES.get(tone, ""))
        case Code(lines, language):
            code = Syntax("\n".join(lines), language or "text", theme="ansi_dark", word_wrap=True)
            drawing = Padding(code, (0, 0, 0, 4))
        case Table(headings, rows):
            drawing = Grid(*headings, box=None, padding=(0, 2, 0, 0), header_style="bold")
            for row in rows:
                drawing.add_row(*row)
        case picture:
            drawing = PictureLines(picture)
    return Padding(drawing, (0, 0, 1, 0))
