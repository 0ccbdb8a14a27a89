"""`pack add`, `pack list` and `pack remove`: packs kept beside the learners, from a folder or an archive; no network.

Nothing of a pack is run here. What leads out of its folder, is no plain file, or is too much, is refused before any of
it is written.
"""

import json
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from lessons.course.lesson.values import LessonError
from lessons.format.files import COURSE, STRUCTURE
from lessons.format.packs import load_inert, read_pack
from progress.disk import PRIVATE_FOLDER
from progress.home import PACKS, home_folder, kept_packs
from progress.sentence import inert
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.pack_code import head_lines, limits_words
from tutor.shell.request import Asked, shortened
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, counted, reason_of

MAX_FILES, MAX_BYTES = 2_000, 20_000_000  # of a whole pack, unpacked
LEFT_OUT = ("__MACOSX", "__pycache__")  # and what begins with a dot
UNREADABLE = (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, ValueError)

Files = dict[PurePosixPath, bytes]
Found = tuple[str, int, Callable[[], IO[Any]]]  # a file's name, its mode, and how it is opened


def pack(asked: Asked, text: Text) -> int:
    """Keep a pack, list those that are kept, or take one away. Raises Refused."""
    home = home_folder(asked.home)
    if asked.do == "list":
        return list_packs(kept_packs(home), asked.json, text)
    if asked.what is None:
        raise Refused(text(f"packs.what_{asked.do}"), WRONG_USAGE)
    try:
        return add(Path(asked.what).expanduser(), home, text) if asked.do == "add" else remove(asked.what, home, text)
    except LessonError as error:
        raise Refused(text("packs.unfit", problem=inert(author_words(str(error), text)))) from None
    except OSError as error:
        raise Refused(text("packs.unwritable", reason=reason_of(error, text))) from None


def list_packs(paths: Iterable[Path], as_json: bool, text: Text) -> int:
    """Print what the authors of each pack say of it; of one that does not load, why not."""
    rows: list[dict[str, object]] = []
    lines: list[str] = []
    for path in paths:
        try:
            pack, _ = read_pack(path)
        except LessonError as error:
            rows.append({"id": path.name, "folder": str(path), "problem": str(error)})
            lines.append(text("packs.left_out", pack=inert(path.name), problem=inert(author_words(str(error), text))))
            continue
        words = {name: getattr(pack.head, name).get(text.language, "") for name in ("title", "description")}
        said = {name: getattr(pack.head, name) for name in ("author", "licence", "version")}
        rows.append({"id": pack.id, "folder": str(path), **words, **said, "lessons": list(pack.lessons)})
        lines += [counted(text, "packs.row", len(pack.lessons), pack=pack.id), *head_lines(pack, text)]
    print(json.dumps({"packs": rows}) if as_json else "\n".join(lines or [text("packs.none")]))
    return DONE


def remove(name: str, home: Path, text: Text) -> int:
    """Take a pack away. What was learnt in it stays in its learners' journals, and counts once it is back."""
    kept = {path.name: path for path in kept_packs(home)}
    if name not in kept:
        raise Refused(text("packs.unknown", name=shortened(name), known=", ".join(kept) or "—"), WRONG_USAGE)
    if kept[name].is_symlink():
        kept[name].unlink()
    else:
        shutil.rmtree(kept[name])
    print(text("packs.removed", pack=name))
    return DONE


def add(source: Path, home: Path, text: Text) -> int:
    """Keep a copy of a pack, once all of it loads. Raises Refused, LessonError or OSError where it cannot be kept."""
    if not source.exists():
        raise Refused(text("packs.missing", path=inert(str(source))))
    top, files = without_top(read_files(source, text), text)
    (home / PACKS).mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=home / PACKS, ignore_cleanup_errors=True) as new:
        folder = Path(new) / (top or (source.stem if source.is_file() else source.resolve().name))
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        try:
            added, course = read_pack(folder)
            for lesson in added.lessons:
                load_inert(lesson, added, course)
        except LessonError as error:  # it names a folder that is about to go
            raise LessonError(str(error).replace(str(folder), str(source / top))) from None
        if (home / PACKS / added.id).exists():
            raise Refused(text("packs.taken", name=added.id))
        folder.rename(home / PACKS / added.id)
    said = [counted(text, "packs.added", len(added.lessons), pack=added.id), *head_lines(added, text)]
    print("\n".join([*said, limits_words(text)]))
    return DONE


def read_files(source: Path, text: Text) -> Files:
    """Read what may be kept of an archive or a folder. Raises Refused, or OSError."""
    if not source.is_file():
        paths = (path for path in source.rglob("*") if path.is_symlink() or not path.is_dir())
        found = (
            (path.relative_to(source).as_posix(), path.lstat().st_mode, partial(path.open, "rb")) for path in paths
        )
        return dict(bounded(found, text))
    try:
        with zipfile.ZipFile(source) as archive:
            zipped = (each for each in archive.infolist() if not each.is_dir())
            packed = ((each.filename, each.external_attr >> 16, partial(archive.open, each)) for each in zipped)
            return dict(bounded(packed, text))
    except UNREADABLE:
        raise Refused(text("packs.archive", name=inert(source.name))) from None


def bounded(found: Iterable[Found], text: Text) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files that may be kept. Raises Refused at the first that leads elsewhere, or is too much."""
    count, left = 0, MAX_BYTES
    for name, mode, opened in found:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or inert(name) != name or set(name) & set("\\:"):
            raise Refused(text("packs.outside", name=inert(name)))
        if any(part.startswith(".") or part in LEFT_OUT for part in path.parts):
            continue
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise Refused(text("packs.link", name=name))
        with opened() as file:
            content = file.read(left + 1)
        count, left = count + 1, left - len(content)
        if count > MAX_FILES or left < 0:
            raise Refused(text("packs.large", files=MAX_FILES, megabytes=MAX_BYTES // 1_000_000))
        yield path, content


def without_top(files: Files, text: Text) -> tuple[str, Files]:
    """Return the name of the one folder that all is in, if it is, and what is in it. Raises Refused without a pack."""
    tops = {path.parts[0] for path in files if len(path.parts) > 1}
    for top in ("", *(tops if len(tops) == 1 else ())):
        inner = {path.relative_to(top): content for path, content in files.items() if path.is_relative_to(top)}
        if {PurePosixPath(COURSE), PurePosixPath(STRUCTURE)} & inner.keys():
            return top, inner
    raise Refused(text("packs.empty"))
