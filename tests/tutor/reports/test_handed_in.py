"""Files that were handed in, other names for whose they are; and the two commands, as the shell runs them."""

import json
import os
from pathlib import Path

import pytest

from tests.tutor.reports.conftest import File, Whole, shell
from tutor.reports.handed_in import KEY, HandedIn, Unread, gather, own_key, pseudonym
from tutor.words.text import Text


def reasons(*paths: Path) -> list[str]:
    return [found.reason for found in gather(paths) if isinstance(found, Unread)]


def names(*paths: Path) -> list[str]:
    return [found.name for found in gather(paths) if isinstance(found, HandedIn)]


@pytest.fixture
def school(tmp_path: Path) -> Path:
    for name in ("ana", "luis"):
        File(name).add("opened", mode="open").save(tmp_path / "learners" / name / "progress.toml")
    return tmp_path


def test_a_folder_is_searched_once_for_files_also_as_a_mailbox_renames_them(school):
    assert names(school, school / "learners" / "ana" / "progress.toml", school) == ["ana", "luis"]
    (school / "learners" / "ana" / "progress.toml").rename(school / "progress (3).toml")
    (school / "learners" / "luis" / "progress.toml").rename(school / "Luis_assignment_progress.toml")
    assert names(school) == ["luis", "ana"]


def test_backups_beside_a_file_are_not_learners_but_a_folder_of_learners_may_be_called_so(school):
    File("eve").add("opened").save(school / "learners" / "ana" / "backups" / "progress.toml")
    File("ben").add("opened").save(school / "backups" / "ben" / "progress.toml")
    assert names(school) == ["ben", "ana", "luis"]


def test_links_in_a_folder_are_listed_and_not_followed(school):
    outside = File("eve").add("opened").save(school / "outside" / "progress.toml")
    (school / "learners" / "progress.toml").symlink_to(outside)
    (school / "learners" / "other").symlink_to(outside.parent, target_is_directory=True)
    assert names(school / "learners") == ["ana", "luis"]
    assert reasons(school / "learners") == ["link"]


def test_what_cannot_be_read_is_listed_with_its_reason(tmp_path):
    assert reasons(tmp_path) == ["none_inside"]
    assert reasons(tmp_path / "nobody.toml", Path("x" * 5000)) == ["missing"] * 2
    os.mkfifo(tmp_path / "progress.toml")
    assert reasons(tmp_path) == ["not_a_file"]


TORN, ANOTHER = b"[[event]]\nid = 'x'\n", b"<html>Session expired</html>"


def test_a_file_in_which_nothing_can_be_read_is_listed(tmp_path):
    for content in (bytes(range(256)) * 20, TORN, ANOTHER, b"[" * 200_000):
        (tmp_path / "progress.toml").write_bytes(content)
        assert reasons(tmp_path) == ["unreadable"]
    (tmp_path / "progress.toml").write_bytes(b"\n \n")
    assert reasons(tmp_path) == ["empty"]


def test_a_damaged_file_is_read_as_far_as_it_can_be_and_not_changed(school):
    path = school / "learners" / "ana" / "progress.toml"
    path.write_bytes(before := path.read_bytes() + b"\n[[event]]\nid = \x00\xff broken\n")
    (found,) = gather([path])
    assert (len(found.events), found.pieces) == (1, 1)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["progress.toml"]


def test_a_file_that_does_not_say_whose_it_is_goes_by_its_folder_or_its_name(tmp_path):
    whole = File("ana").add("opened").content().decode().replace('learner = "ana"', "learner = 7")
    for place in ("marta/progress.toml", "jon-progress.toml"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(whole.replace("break", place[:3]), encoding="utf-8")
    assert sorted(names(tmp_path)) == ["jon-progress", "marta"]


def test_a_pseudonym_is_the_same_for_the_same_key_and_another_for_another():
    assert pseudonym("ana", b"k" * 32) == pseudonym(" ANA ", b"k" * 32)
    assert pseudonym("ana", b"k" * 32) != pseudonym("ana", b"q" * 32)
    assert len({pseudonym(f"learner {number}", b"k" * 32) for number in range(500)}) == 500


def test_the_key_is_made_once_and_is_private(tmp_path):
    (tmp_path / KEY).write_bytes(b"cut short")
    first, kept = own_key(tmp_path)
    assert len(first) == 32
    assert kept
    assert own_key(tmp_path) == (first, True)
    assert (tmp_path / KEY).stat().st_mode & 0o077 == 0


@pytest.fixture
def handed_in(tmp_path: Path, home: Path, whole_lesson: Whole) -> Path:
    folder = tmp_path / "handed in"
    File("ana").add_all(whole_lesson()).save(folder / "ana" / "progress.toml")
    File("luis").add_all(whole_lesson(steps="more", rank="collapses")).save(folder / "luis" / "progress.toml")
    return folder


@pytest.fixture
def own(home: Path, whole_lesson: Whole) -> Path:
    return File("ana").add_all(whole_lesson()).save(home / "learners" / "ana" / "progress.toml")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_a_report_is_a_table_in_the_terminal(handed_in, capsys):
    assert shell("report", handed_in) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Class report\n\n2 learners")
    assert "1 of 2" in said.out
    assert said.err == ""


def test_a_report_is_written_as_csv_and_as_one_html_page(handed_in, here):
    assert shell("report", handed_in, "--csv", "class.csv", "--html", "class.html") == 0
    assert sorted(path.name for path in here.iterdir()) == ["class.csv", "class.html"]
    content = (here / "class.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbflearner,")
    assert b"\r\n" in content
    assert (here / "class.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("report",), "report.which"),
        (("report", "somewhere", "--csv", "-", "--json"), "report.stdout_twice"),
        (("export", "--to", "-"), "export.one_format"),
        (("export", "--to", "me.txt"), "export.bad_to"),
        (("export", "--to", "me.md", "--format", "html"), "export.disagree"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_cannot_be_asked_for_is_said(language, words, key, own, here, capsys):
    assert shell(words[0], "--lang", language, *words[1:]) == 2
    said = Text(language)(key, file=words[-1] if len(words) < 4 else words[2], format="html")
    assert capsys.readouterr().err.strip() == said


def test_a_path_that_cannot_be_read_does_not_stop_the_others(handed_in, capsys):
    assert shell("report", handed_in, handed_in / "nobody\x1b[2J.toml") == 0
    out = capsys.readouterr().out
    assert "nobody␛[2J.toml: not there" in out
    assert "2 learners" in out


def test_a_progress_file_is_never_written_over(handed_in, own, capsys):
    sent = (handed_in / "luis" / "progress.toml").rename(handed_in / "luis.txt")
    files = [handed_in / "ana" / "progress.toml", sent, own]
    before = [each.read_bytes() for each in files]
    assert shell("export", "--to", own) == 2
    assert shell("report", handed_in, "--csv", files[0]) == 1
    assert shell("report", sent, "--csv", sent) == 1
    assert [each.read_bytes() for each in files] == before
    assert "not written over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "key"), [("folder", "is_folder"), ("../pipe", "not_plain"), ("x" * 5000, "unwritable")]
)
def test_one_page_that_cannot_be_written_leaves_the_other_unwritten_too(handed_in, here, place, key, capsys):
    (here / "folder").mkdir()
    os.mkfifo(here.parent / "pipe")
    assert shell("report", handed_in, "--csv", "class.csv", "--html", place) == 1
    assert [path.name for path in here.iterdir()] == ["folder"]
    begins = Text("en")(f"report.{key}", file=place, problem="…").partition("…")[0]
    assert capsys.readouterr().err.startswith(begins)


def test_pseudonyms_are_the_same_in_every_report(handed_in, home, capsys):
    names = []
    for _ in range(2):
        assert shell("report", handed_in, "--pseudonyms", "--json") == 0
        said = capsys.readouterr()
        assert str(home) in said.err
        assert str(handed_in) not in said.out
        names.append([learner["name"] for learner in json.loads(said.out)["learners"]])
    assert names[0] == names[1]
    assert all(name.startswith("L-") for name in names[0])


def pages(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def test_an_export_is_both_pages_in_this_folder_and_one_that_was_edited_stays(own, here):
    assert shell("export") == 0
    page, first = pages(here)
    assert (page.suffix, first.suffix) == (".html", ".md")
    assert first.name.startswith("lynx-tutor-ana-20")
    first.write_text("my own changes", encoding="utf-8")
    for _ in range(2):
        assert shell("export", "--format", "md") == 0
    assert first.read_text(encoding="utf-8") == "my own changes"
    assert len(pages(here)) == 3


@pytest.mark.parametrize(("name", "start"), [("me.md", "# What I broke"), ("me.HTML", "<!doctype html>")])
def test_an_export_to_a_file_takes_its_format_from_the_name(own, here, name, start):
    assert shell("export", "--to", name) == 0
    assert [path.name for path in pages(here)] == [name]
    assert (here / name).read_text(encoding="utf-8").startswith(start)


def test_an_export_may_go_to_the_terminal_and_says_what_could_not_be_read(own, here, capsys):
    own.write_bytes(own.read_bytes() + b"\n\x00\x00 torn")
    assert shell("export", "--to", "-", "--format", "md") == 0
    page = capsys.readouterr().out
    assert page.startswith("# What I broke")
    assert Text("en")("export.damaged") in page
    assert "![" not in page
    assert list(here.iterdir()) == []


def test_with_nothing_done_there_is_nothing_to_export(home, here, capsys):
    assert shell("export", "--learner", "nora") == 1
    said = Text("en")("export.nothing").replace("tutor`", "tutor --learner nora`")
    assert capsys.readouterr().err.strip() == said
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("place", ["file", "file/me.md", "x" * 5000, "y" * 5000 + ".md"])
def test_an_export_to_a_place_that_cannot_be_is_a_sentence(own, here, place, capsys):
    (here / "file").write_text("mine")
    assert shell("export", "--to", place) == 1
    assert "could not be written" in capsys.readouterr().err
    assert (here / "file").read_text() == "mine"


def test_an_empty_folder_is_a_sentence(here, capsys):
    assert shell("report", here) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert Text("en")("report.nothing") in said.err
    assert Text("en")("report.none_inside") in said.err
