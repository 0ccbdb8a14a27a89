"""`pack add`, `pack list`, `pack remove`: from a folder or an archive, safely, and with what was learnt kept."""

import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.lesson.state import Opened
from lessons.engine import process as limited_process
from lessons.format.course import load_course
from lessons.format.packs import load_courses
from progress.home import kept_packs
from tests.packs import write_english_pack
from tests.tutor.conftest import make_learner, opened, press, words_on
from tests.tutor.test_packs import QUIET, learner_with, place_in
from tutor.shell import packs
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

Write = Callable[[zipfile.ZipFile], object]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_english_pack(tmp_path / "my-pack", "quiet", head='title = "Quiet"\nauthor = "Ana"\nversion = "1.2"')


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    load_course.cache_clear()
    load_courses.cache_clear()


def archive_of(pack: Path, top: str = "", *more: Write) -> Path:
    path = pack.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in pack.rglob("*"):
            archive.write(file, top + file.relative_to(pack).as_posix())
        for write in more:
            write(archive)
    return path


def link(archive: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo("quiet/notes.md")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(entry, "/etc/passwd")


@pytest.mark.parametrize("top", ["", "my-pack/"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_archive_is_kept_listed_and_on_the_map_until_it_is_removed(shell, home, pack, top, language):
    said = ("--lang", language)
    assert Text(language)("packs.added_one", pack="my-pack") in shell("pack", "add", archive_of(pack, top), *said)
    (row,) = json.loads(shell("pack", "list", "--json", *said))["packs"]
    assert (row["id"], row["title"], row["version"], row["lessons"]) == ("my-pack", "Quiet", "1.2", ["quiet"])
    assert "Ana" in shell("pack", "list", *said)
    assert "Quiet things · my-pack" in shell("list", *said)
    shell("pack", "remove", "my-pack", *said)
    load_courses.cache_clear()
    assert "my-pack" not in shell("list", *said)
    assert Text(language)("packs.none") in shell("pack", "list", *said)


def test_a_folder_is_copied_without_what_is_hidden(shell, home, pack):
    (pack / ".git").mkdir()
    (pack / ".git" / "config").write_text("secret", encoding="utf-8")
    shell("pack", "add", pack)
    (kept,) = kept_packs(home)
    names = sorted(path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file())
    assert names == ["course.toml", "quiet/en.md", "quiet/lesson.toml"]


def test_removing_leaves_the_journal_which_counts_again_once_the_pack_is_back(shell, home, pack):
    shell("pack", "add", pack)
    learner = learner_with(home, *kept_packs(home))
    learner.record(Opened(), place_in(learner))
    before = (learner.folder / "progress.toml").read_bytes()
    shell("pack", "remove", "my-pack")
    assert (learner.folder / "progress.toml").read_bytes() == before
    assert make_learner(home).fold.last is None
    shell("pack", "add", pack)
    assert learner_with(home, *kept_packs(home)).fold.last == (QUIET, "open")


@pytest.mark.parametrize(
    ("why", "write"),
    [
        ("outside", lambda archive: archive.writestr("../evil.md", "x")),
        ("outside", lambda archive: archive.writestr("/tmp/evil.md", "x")),
        ("outside", lambda archive: archive.writestr("quiet/..\\..\\evil.md", "x")),
        ("outside", lambda archive: archive.writestr("C:evil.md", "x")),
        ("outside", lambda archive: archive.writestr("quiet/\x1b[31m.md", "x")),
        ("link", link),
        ("large", lambda archive: archive.writestr("quiet/bomb.md", bytes(packs.MAX_BYTES + 1))),
        ("large", lambda archive: [archive.writestr(f"{n}.md", "") for n in range(packs.MAX_FILES)]),
    ],
)
def test_an_archive_that_means_harm_leaves_nothing(shell, home, pack, why, write):
    said = {"outside": "leads out of the pack", "link": "is a link", "large": "has at most 2000 files and 20 MB"}
    assert said[why] in shell("pack", "add", archive_of(pack, "", write), code=1)
    assert not home.exists() or kept_packs(home) == ()
    assert not list(pack.parent.rglob("evil*"))


@pytest.mark.parametrize("top", ["", "my-pack/"])
def test_what_does_not_load_is_named_by_its_archive_and_the_path_in_it(shell, pack, top):
    (pack / "quiet" / "en.md").write_text("# Quiet\n\x1b[31m\n", encoding="utf-8")
    archive = archive_of(pack, top)
    assert f"{archive}/{top}quiet/en.md, line 2: the control character U+001B" in shell("pack", "add", archive, code=1)


def test_a_pack_that_is_a_link_is_taken_away_and_what_it_leads_to_stays(shell, home, pack):
    (home / "packs").mkdir(parents=True)
    (home / "packs" / "my-pack").symlink_to(pack)
    shell("pack", "remove", "my-pack")
    assert kept_packs(home) == ()
    assert (pack / "course.toml").exists()


def test_a_limit_that_this_system_lacks_is_named_before_anything_of_the_pack_runs(shell, pack, monkeypatch):
    monkeypatch.setattr(limited_process, "what_is_not_limited", lambda: ("memory", "files"))
    added = shell("pack", "add", pack)
    assert "no means to limit: memory, your files" in added
    assert "no means to limit: memory, your files" in shell("run", pack / "quiet", code=2)


async def test_a_title_that_looks_like_markup_stays_text(home, tmp_path):
    pack = write_english_pack(tmp_path / "my-pack", "quiet")
    course = pack / "course.toml"
    title = "[red]Quiet[/red] [@click=app.quit]x[/] \\[b]"
    course.write_text(course.read_text(encoding="utf-8").replace('"Quiet things"', f"'{title}'"), encoding="utf-8")
    async with opened(LynxTutor(learner_with(home, pack), Text("en"))) as pilot:
        await press(pilot, "end")
        assert title in words_on(pilot)


def test_a_linked_folder_is_refused(shell, pack):
    (pack / "quiet" / "more").symlink_to(pack.parent, target_is_directory=True)
    assert "quiet/more is a link" in shell("pack", "add", pack, code=1)


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_cannot_be_added_or_removed_is_a_sentence(shell, pack, tmp_path, language):
    def said(*words: object, code: int = 1) -> str:
        return shell("pack", *words, "--lang", language, code=code)

    text, broken, empty = Text(language), tmp_path / "broken.zip", tmp_path / "empty.zip"
    content = archive_of(pack).read_bytes()
    broken.write_bytes(content[:40] + b"?" * 40 + content[80:])
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("deep/inside/course.toml", "")
    assert text("packs.archive", name="broken.zip") in said("add", broken)
    assert text("packs.empty") in said("add", empty)
    assert text("packs.missing", path=tmp_path / "nowhere") in said("add", tmp_path / "nowhere")
    assert text("packs.what_add") in said("add", code=2)
    assert text("packs.unknown", name="../learners", known="—") in said("remove", "../learners", code=2)
    said("add", pack, code=0)
    assert text("packs.taken", name="my-pack") in said("add", pack)
    page = (pack / "quiet" / "en.md").read_text(encoding="utf-8")
    (pack / "quiet" / "en.md").write_text(
        page.replace("## summary", "## a").replace("## why", "## b"), encoding="utf-8"
    )
    (pack / "course.toml").write_text((pack / "course.toml").read_text().replace("[pack]", 'id = "other"\n[pack]', 1))
    load_course.cache_clear()
    assert "## summary, " in said("add", pack)
    assert "other" not in said("list", code=0)


def test_a_pack_that_no_longer_loads_is_left_out_with_a_word_and_the_others_stay(shell, home, pack):
    shell("pack", "add", pack)
    other = write_english_pack(pack.parent / "other", "loud")
    shell("pack", "add", other)
    file = home / "packs" / "other" / "course.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("[pack]", '[pack]\ntutor = "99"'), encoding="utf-8")
    load_course.cache_clear()
    load_courses.cache_clear()
    words = shell("list")
    assert "The pack other is left out" in words
    assert "needs lynx-tutor 99" in words
    assert "Quiet things · my-pack" in words
    shell("pack", "remove", "other")


def test_a_kiosk_adds_nothing(shell, home, pack, monkeypatch):
    monkeypatch.setenv("LYNX_TUTOR_KIOSK", "1")
    assert Text("en")("kiosk.only") in shell("pack", "add", pack, code=2)
    assert kept_packs(home) == ()


def test_a_lesson_that_no_longer_loads_says_why_in_the_language_asked_for(shell, home, pack):
    shell("pack", "add", pack)
    file = home / "packs" / "my-pack" / "quiet" / "lesson.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("minutes", "minuts"), encoding="utf-8")
    load_course.cache_clear()
    load_courses.cache_clear()
    assert "clave desconocida 'minuts'" in shell("list", "--lang", "es")
