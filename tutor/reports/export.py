"""A learner's own story as files: one Markdown page, one HTML page, and never over a file that is not ours."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from lessons.page import Table, Words
from lessons.pictures import Picture
from tutor.plots import draw
from tutor.reports import output
from tutor.reports.learner_report import Idea, LearnerReport, OwnLesson
from tutor.reports.lesson_markdown import lesson_parts
from tutor.reports.markdown import bullets, image, literal, page, table
from tutor.reports.own_pages import EXPORTED
from tutor.reports.pictures import Wanted, trained_again
from tutor.reports.rendering import html_page
from tutor.reports.words import concept_words, day, own_title, percent, step_words
from tutor.reports.work import DONE
from tutor.words.course import counted
from tutor.words.text import Text

FORMATS = ("md", "html")
COLUMNS, ROWS = 76, 18  # of a picture in Markdown
Runs = Mapping[str, Picture]


def draw_runs(report: LearnerReport, text: Text, wanted: Wanted = lambda: True) -> dict[str, Picture]:
    """Return the pictures of a learner's runs by their names. They are trained again: it takes a moment."""
    drawn = [trained_again(lesson, text, wanted) for lesson in report.opened]
    return {name: picture for pictures in drawn for name, picture in pictures.items()}


def page_of(kind: str, report: LearnerReport, runs: Runs, text: Text) -> str:
    """Write one page: HTML with its pictures in it; Markdown with them as lines of text."""
    story = Story(report, text, as_text=kind == "md")
    markdown = page(story.parts(runs))
    if kind == "md":
        return markdown
    footer = f"\n---\n\n{text('export.footer')}\n"
    return html_page(
        text.language, f"{text('export.title')} · {report.name}", markdown + footer, story.pictures
    )


class Story:
    """A learner's story as Markdown. Pictures are drawn as text, or collected by the name of their image."""

    def __init__(self, report: LearnerReport, text: Text, as_text: bool) -> None:
        self.report, self.text, self.as_text = report, text, as_text
        self.pictures: dict[str, Picture] = {}

    def parts(self, runs: Runs) -> Iterator[str]:
        yield f"# {self.text('export.title')}"
        yield self.byline()
        yield f"*{self.text('export.damaged')}*" if self.report.damaged else ""
        yield from self.known()
        for lesson in self.report.opened:
            yield from self.lesson(lesson, runs)
        for name, blocks in EXPORTED.items():
            told = list(blocks(self.report, self.text))
            yield f"## {self.text(f'mine.{name}')}" if told else ""
            for block in told:
                yield self.block(name, block)
        yield from self.elsewhere()

    def block(self, name: str, block: object) -> str:
        match block:
            case Words(words):
                return literal(words)
            case Table(headings, rows):
                return table(headings, rows)
        return self.picture(f"{name}.svg", block)  # type: ignore[arg-type]

    def picture(self, name: str, picture: Picture) -> str:
        if self.as_text:
            return "\n".join(f"    {line}" for line in draw(picture, COLUMNS, ROWS).text().splitlines())
        self.pictures[name] = picture
        return image(name, picture.title)

    def byline(self) -> str:
        """Say who, when, and on how many days; a streak only where there is one."""
        report, text = self.report, self.text
        words = [text("export.by", name=literal(report.name), day=day(report.made))]
        words.append(counted(text, "export.days", len(report.activity.days)))
        words += [text("export.streak", count=report.streak)] if report.streak else []
        words += [counted(text, "export.reviews", report.reviews)] if report.reviews else []
        return " · ".join(words)

    def known(self) -> Iterator[str]:
        """Say what stands: each idea that came back and was kept; then, by name alone, what has still to come back."""
        text, ideas = self.text, self.report.ideas
        if not ideas:
            return
        yield f"## {text('known.title')}"
        yield text("known.about")
        rows = [self.known_row(idea) for idea in ideas if idea.is_known]
        keys = ("export.idea", "known.kept", "known.last", "report.confidence", "report.came_true")
        yield table([text(key) for key in keys], rows) or text("known.none")
        names = [concept_words(idea.concept, self.report.course, text) for idea in ideas if not idea.is_known]
        yield f"{text('known.open')} {'; '.join(names)}." if names else ""

    def known_row(self, idea: Idea) -> list[str]:
        return [
            concept_words(idea.concept, self.report.course, self.text),
            self.text("map.tally", done=idea.kept, count=len(idea.reviews)),
            day(idea.latest.day if idea.latest else None),
            percent(idea.calibration.mean_confidence),
            percent(idea.calibration.accuracy),
        ]

    def lesson(self, lesson: OwnLesson, runs: Runs) -> Iterator[str]:
        place, text, course = lesson.place, self.text, self.report.course
        where = DONE if lesson.state.finished else lesson.step.id
        yield f"## {literal(own_title(place, lesson.state, course, text))}"
        yield f"*{step_words(place.lesson.id, place.mode, where, course, text)}*"
        begin = f"{place.lesson.id.replace('/', '-')}-{place.mode}-"
        own = [self.picture(name, picture) for name, picture in runs.items() if name.startswith(begin)]
        yield from own
        yield text("export.curves_about") if own else ""
        yield from lesson_parts(lesson, text)

    def elsewhere(self) -> Iterator[str]:
        """Name what this version does not know, rather than drop it."""
        lines = [
            counted(self.text, "export.elsewhere_line", count, lesson=literal(lesson))
            for lesson, count in self.report.elsewhere
        ]
        yield f"## {self.text('export.elsewhere')}" if lines else ""
        yield bullets(lines)


def plan_export(
    formats: Sequence[str], chosen: Path, report: LearnerReport, runs: Runs, text: Text
) -> dict[Path, str]:
    """Plan what is written, into a folder or to one named file. Raises Refused where that would lose something."""
    pages = {kind: page_of(kind, report, runs, text) for kind in formats}
    try:
        if not is_folder(chosen):
            return {output.checked_path(chosen, text): page for page in pages.values()}
        stem = f"lynx-tutor-{report.name}-{report.made.isoformat()}"
        return {
            free_path(output.checked_path(chosen / f"{stem}.{kind}", text), page): page
            for kind, page in pages.items()
        }
    except (OSError, ValueError, RuntimeError) as error:
        raise output.unwritable(chosen, error, text) from None


def free_path(path: Path, page: str) -> Path:
    """Return the path, or the same with -2, -3 and so on behind it: an export that was edited is kept."""
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(
        each
        for each in names
        if not each.exists() or (each.is_file() and each.read_bytes() == output.as_bytes(page))
    )


def is_folder(path: Path) -> bool:
    """Tell whether it is a folder, or is to become one."""
    try:
        return path.is_dir() or not path.suffix
    except OSError:  # no such path can be: writing there will say so
        return not path.suffix
