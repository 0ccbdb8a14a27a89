"""`preview`: every page of a lesson in both languages, side by side where there is room. Nothing is run or kept."""

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Table as Grid
from rich.text import Text as Styled

from lessons.all_pages import Written, all_pages
from lessons.files import is_folder
from lessons.format import LANGUAGES, LessonError
from lessons.load import CONTENT, load_course
from lessons.page import Block, Code, Words
from lessons.whole import read_folder
from tutor.exits import DONE, FAILED
from tutor.shell.learners import chosen_course, full_name
from tutor.shell.meant import no_such_lesson
from tutor.words.text import Text

WIDE = 100  # columns from which two languages stand beside each other
WIDEST = 160
STYLES = {"heading": "bold", "note": "dim", "good": "green", "bad": "red"}
Pages = list[Written]


def preview(asked: argparse.Namespace, text: Text) -> int:
    """Show all pages of a lesson, or of each lesson of a pack. Exit code 1 if one does not load."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    console.width = min(console.width, WIDEST)
    return max([DONE, *(shown(folder, console) for folder in chosen_folders(asked, text))])


def chosen_folders(asked: argparse.Namespace, text: Text) -> tuple[Path, ...]:
    """The folder of a lesson by its name, or the one at a path. Raises Refused where there is neither."""
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


def shown(folder: Path, console: Console) -> int:
    """Show one lesson. A language that does not load is said in its place, and the other one is shown."""
    found = [pages_or_reason(folder, language) for language in LANGUAGES]
    if len({words for words in found if isinstance(words, str)}) == 1 and all(
        isinstance(each, str) for each in found
    ):
        print(found[0], file=sys.stderr)  # what is wrong with both stands in lesson.toml
        return FAILED
    for rows in zip_longest(*(each if isinstance(each, list) else [reason(each)] for each in found)):
        show_page(rows, console)
    return FAILED if any(isinstance(each, str) for each in found) else DONE


def pages_or_reason(folder: Path, language: str) -> Pages | str:
    """Every page in one language; or the sentence that says why not."""
    try:
        return list(all_pages(read_folder(folder, (language,)), Text(language)))
    except LessonError as error:
        return str(error)


def reason(words: str) -> Written:
    return Written("✗", (Words(words, "bad"),))


def show_page(rows: tuple[Written | None, ...], console: Console) -> None:
    """The same page in each language: side by side, or one below the other."""
    if console.width >= WIDE:
        grid = Grid.grid(padding=(0, 2), expand=True)
        for _ in rows:
            grid.add_column(ratio=1)
        grid.add_row(*(Rule(page.title, align="left") if page else "" for page in rows))
        for blocks in zip_longest(*(paragraphs(page) if page else () for page in rows)):
            grid.add_row(*(drawn(block) if block else "" for block in blocks))
        say(console, grid)
    else:
        for page in filter(None, rows):
            say(console, Group(Rule(page.title, align="left"), *map(drawn, page.blocks)))


def paragraphs(page: Written) -> Iterator[Block]:
    """The blocks of a page, its words a paragraph each: so that two languages keep step."""
    for block in page.blocks:
        if isinstance(block, Words) and not block.tone:
            yield from (Words(words) for words in cut(block.markdown))
        else:
            yield block


def cut(markdown: str) -> Iterator[str]:
    """Markdown at its empty lines, but for those within fences."""
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


def drawn(block: Block) -> RenderableType:
    """A block as rich draws it, with a line of room below."""
    return Padding(Group(*parts(block)), (0, 0, 1, 0))


def parts(block: Block) -> Iterator[RenderableType]:
    match block:
        case Words(markdown, "" | "right" | "wrong" | "listed"):
            yield Markdown(markdown, code_theme="ansi_dark", hyperlinks=False)
        case Words(words, tone):
            yield Styled(words, style=STYLES.get(tone, ""))
        case Code(lines, language):
            code = Syntax("\n".join(lines), language or "text", theme="ansi_dark", word_wrap=True)
            yield Padding(code, (0, 0, 0, 4))
