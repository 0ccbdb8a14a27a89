"""A learner's own pages as files: where each goes, the plots beside it, and never over a file that is not ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tutor.learner import Learner
from tutor.reports import target
from tutor.reports.curves import Curves, own_curves
from tutor.reports.learner_page import learner_page
from tutor.reports.markdown_page import markdown_page
from tutor.reports.own_report import OwnReport, own_report
from tutor.reports.pictures import OURS, picture_files
from tutor.text import Text


@dataclass(frozen=True)
class Album:
    """A page, and the plots that it shows: by name, in a folder of their own."""

    path: Path
    page: str
    folder: Path
    pictures: Mapping[str, str]

    @property
    def files(self) -> dict[Path, str]:
        """The pictures first, so that no page stands without them."""
        return {**{self.folder / name: drawn for name, drawn in self.pictures.items()}, self.path: self.page}

    def is_free(self, replacing: bool) -> bool:
        """Whether nothing is lost by it. `replacing`: the learner named the page, so it and its plots are renewed."""
        if self.pictures and self.folder.exists() and not self.folder.is_dir():
            return False
        for path, content in self.files.items():
            ours = replacing and (path == self.path or is_ours(path))
            if path.exists() and not ours and not holds(path, content):
                return False
        return True

    def write(self, text: Text) -> None:
        """Raises Refused if that fails."""
        for path, content in self.files.items():
            target.put(path, content, text)


def told(learner: Learner, text: Text, curves: Curves = own_curves) -> OwnReport:
    """The whole story, with the learner's runs trained again."""
    damaged = bool(learner.journal.set_aside)
    return own_report(
        learner.name, learner.journal.events, learner.course, text, learner.today(), damaged, curves
    )


def page(kind: str, found: OwnReport, text: Text, pictures: str | None = None) -> str:
    return learner_page(found, text) if kind == "html" else markdown_page(found, text, pictures)


def albums(formats: Sequence[str], chosen: Path, found: OwnReport, text: Text) -> list[Album]:
    """What is to be written, into a folder or to one named file. Raises Refused where that would lose something."""
    try:
        made = [free_album(kind, chosen, found, text) for kind in formats]
    except (OSError, ValueError, RuntimeError) as error:
        raise target.unwritable(chosen, error, text) from None
    for album in made:
        for path in album.files:
            target.check(path, text)
    return made


def free_album(kind: str, chosen: Path, found: OwnReport, text: Text) -> Album:
    """The first place that is free for the page and its pictures; an export that was edited is kept."""
    named = not is_folder(chosen)
    stem = f"lynx-tutor-{found.name}-{found.made.isoformat()}"
    first = target.check(chosen if named else chosen / f"{stem}.{kind}", text)
    pictures = picture_files(found, text) if kind == "md" else {}
    for folder in numbered(first.with_suffix("") if named else first.with_name(stem)):
        path = first if named else folder.with_name(f"{folder.name}.{kind}")
        album = Album(path, page(kind, found, text, folder.name), folder, pictures)
        if album.is_free(replacing=named):
            return album
    raise AssertionError("numbers do not end")


def numbered(path: Path) -> Iterator[Path]:
    """The path, and the same with -2, -3 and so on behind it."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.name}-{number}")


def is_folder(path: Path) -> bool:
    """Whether it is a folder, or is to become one."""
    try:
        return path.is_dir() or not path.suffix
    except OSError:  # no such path can be: writing there will say so
        return not path.suffix


def holds(path: Path, content: str) -> bool:
    """Whether the file is this very one."""
    return path.is_file() and path.read_bytes() == target.as_bytes(content)


def is_ours(path: Path) -> bool:
    """Whether it is a plot that an earlier export drew."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(OURS)) == OURS.encode()
