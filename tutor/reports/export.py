"""A learner's own pages as files: where each goes, the pictures beside it, and never over a file that is not ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from lessons.pictures import Picture
from tutor.plots.svg import svg
from tutor.reports import output
from tutor.reports.html_page import html_page
from tutor.reports.learner_markdown import learner_markdown
from tutor.reports.learner_report import LearnerReport
from tutor.reports.pictures import CALIBRATION, FEWEST_WEEKS, WEEKS, calibration_picture, weeks_picture
from tutor.reports.runs_again import Wanted, own_runs, trained_again
from tutor.words.text import Text

FORMATS = ("md", "html")
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
OURS = f'<svg {XMLNS} id="lynx-tutor" '  # how each picture that is a file begins
GROUND = '<rect width="100%" height="100%" fill="#ffffff" />'

Pictures = Mapping[str, Picture]


def draw_pictures(report: LearnerReport, text: Text, wanted: Wanted = lambda: True) -> dict[str, Picture]:
    """Give every picture of a learner's pages by its name. Their runs are trained again: it takes a moment."""
    drawn: dict[str, Picture] = {}
    for lesson in report.opened:
        for run in own_runs(lesson):
            drawn |= trained_again(run, lesson.place.lesson.prose[text.language], text, wanted)
    if report.bins:
        drawn[CALIBRATION] = calibration_picture(report.bins, text)
    if len(report.weeks) >= FEWEST_WEEKS:
        drawn[WEEKS] = weeks_picture(report.weeks, text)
    return drawn


@dataclass(frozen=True)
class ExportedPage:
    """A page that is to be written, and the pictures that it shows: by name, in a folder of their own."""

    path: Path
    page: str
    folder: Path
    pictures: Mapping[str, str]

    @property
    def files(self) -> dict[Path, str]:
        """The pictures first, so that no page stands without them."""
        return {**{self.folder / name: drawn for name, drawn in self.pictures.items()}, self.path: self.page}

    def is_free(self, replacing: bool) -> bool:
        """Tell whether nothing is lost by it. `replacing`: the learner named the page, so it is renewed."""
        if self.pictures and self.folder.exists() and not self.folder.is_dir():
            return False
        for path, content in self.files.items():
            ours = replacing and (path == self.path or is_ours(path))
            if path.exists() and not ours and not holds(path, content):
                return False
        return True

    def write(self, text: Text) -> None:
        """Write all of it. Raises Refused if that fails."""
        for path, content in self.files.items():
            output.write_page(path, content, text)


def page_of(
    kind: str, report: LearnerReport, pictures: Pictures, text: Text, folder: str | None = None
) -> str:
    """Write one page: HTML with its pictures in it; Markdown with those in a folder, or with none."""
    if kind == "md":
        return learner_markdown(report, text, pictures if folder else (), folder or "")
    markdown = f"{learner_markdown(report, text, pictures)}\n---\n\n{text('export.footer')}\n"
    return html_page(text.language, f"{text('export.title')} · {report.name}", markdown, pictures)


def plan_export(
    formats: Sequence[str], chosen: Path, report: LearnerReport, pictures: Pictures, text: Text
) -> list[ExportedPage]:
    """Plan what is written, into a folder or to one named file. Raises Refused where that would lose something."""
    try:
        pages = [free_page(kind, chosen, report, pictures, text) for kind in formats]
    except (OSError, ValueError, RuntimeError) as error:
        raise output.unwritable(chosen, error, text) from None
    for page in pages:
        for path in page.files:
            output.checked_path(path, text)
    return pages


def free_page(kind: str, chosen: Path, report: LearnerReport, pictures: Pictures, text: Text) -> ExportedPage:
    """Find the first place that is free for the page and its pictures; an export that was edited is kept."""
    is_named = not is_folder(chosen)
    stem = f"lynx-tutor-{report.name}-{report.made.isoformat()}"
    first = output.checked_path(chosen if is_named else chosen / f"{stem}.{kind}", text)
    drawn = {name: alone(svg(picture)) for name, picture in pictures.items()} if kind == "md" else {}
    for folder in numbered(first.with_suffix("") if is_named else first.with_name(stem)):
        path = first if is_named else folder.with_name(f"{folder.name}.{kind}")
        page = ExportedPage(path, page_of(kind, report, pictures, text, folder.name), folder, drawn)
        if page.is_free(replacing=is_named):
            return page
    raise AssertionError("numbers do not end")


def numbered(path: Path) -> Iterator[Path]:
    """Give the path, and the same with -2, -3 and so on behind it."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.name}-{number}")


def is_folder(path: Path) -> bool:
    """Tell whether it is a folder, or is to become one."""
    try:
        return path.is_dir() or not path.suffix
    except OSError:  # no such path can be: writing there will say so
        return not path.suffix


def holds(path: Path, content: str) -> bool:
    """Tell whether the file is this very one."""
    return path.is_file() and path.read_bytes() == output.as_bytes(content)


def is_ours(path: Path) -> bool:
    """Tell whether it is a picture that an earlier export drew."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(OURS)) == OURS.encode()


def alone(drawing: str) -> str:
    """Make a picture legible wherever it is shown: on a light ground, in dark ink."""
    marked = drawing.replace(f"<svg {XMLNS} ", f'{OURS}color="#1d2329" ', 1)
    return marked.replace("</desc>", f"</desc>{GROUND}", 1) + "\n"
