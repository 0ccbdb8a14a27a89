"""`lynx-tutor report` and `lynx-tutor export`, as the shell runs them."""

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from tests.tutor.reports.conftest import File, Whole, shell
from tutor.reports import output
from tutor.words.text import Text

TASKS = ("additive", "agreement")


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


def test_a_report_is_a_table_in_the_terminal(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", handed_in) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Class report\n\n2 learners")
    assert "1 of 2" in said.out
    assert said.err == ""


def test_a_report_speaks_spanish(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", "--lang", "es", handed_in) == 0
    assert "2 estudiantes" in capsys.readouterr().out


def test_a_report_is_written_as_csv_and_as_one_html_page(handed_in: Path, here: Path) -> None:
    assert shell("report", handed_in, "--csv", "class.csv", "--html", "class.html") == 0
    assert sorted(path.name for path in here.iterdir()) == ["class.csv", "class.html"]
    content = (here / "class.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbflearner,")
    assert b"\r\n" in content
    assert (here / "class.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_written_reports_are_for_their_owner_alone(handed_in: Path, here: Path) -> None:
    shell("report", handed_in, "--html", "class.html")
    assert (here / "class.html").stat().st_mode & 0o077 == 0


def test_json_is_one_object_and_nothing_else(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", handed_in, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert [learner["name"] for learner in data["learners"]] == ["ana", "luis"]
    assert {wrong["question"] for wrong in data["wrong"]} == {"steps", "rank"}


def test_csv_may_go_to_the_terminal(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", handed_in, "--csv", "-") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["learner"] for row in rows] == ["ana", "luis"]


def test_two_things_cannot_both_go_to_the_terminal(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("report", handed_in, "--csv", "-", "--json") == 2
    assert capsys.readouterr().err.strip() == Text("en")("report.stdout_twice")


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_a_path_it_says_what_to_give(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", "--lang", language) == 2
    assert capsys.readouterr().err.strip() == Text(language)("report.which")


def test_an_empty_folder_is_a_sentence(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", here) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert Text("en")("report.nothing") in said.err
    assert Text("en")("report.none_inside") in said.err


def test_a_path_that_cannot_be_read_does_not_stop_the_others(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("report", handed_in, handed_in / "nobody\x1b[2J.toml") == 0
    out = capsys.readouterr().out
    assert "nobody␛[2J.toml: not there" in out
    assert "2 learners" in out


def test_a_damaged_file_is_listed_with_what_could_be_read(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = handed_in / "ana" / "progress.toml"
    path.write_bytes(path.read_bytes()[:-30])
    assert shell("report", handed_in) == 0
    assert "ana: all else was read, 1 piece could not be" in capsys.readouterr().out


def test_a_progress_file_is_never_written_over(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (handed_in / "ana" / "progress.toml").read_bytes()
    sent = (handed_in / "luis" / "progress.toml").rename(handed_in / "luis.txt")
    kept = sent.read_bytes()
    assert shell("report", handed_in, "--csv", handed_in / "ana" / "progress.toml") == 1
    assert shell("report", sent, "--csv", sent) == 1
    assert (handed_in / "ana" / "progress.toml").read_bytes() == before
    assert sent.read_bytes() == kept
    assert "not written over" in capsys.readouterr().err


def test_one_page_that_cannot_be_written_leaves_the_other_unwritten_too(handed_in: Path, here: Path) -> None:
    (here / "folder").mkdir()
    assert shell("report", handed_in, "--csv", "class.csv", "--html", "folder") == 1
    assert [path.name for path in here.iterdir()] == ["folder"]


def test_a_folder_in_place_of_a_file_is_a_sentence(
    handed_in: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("report", handed_in, "--html", here) == 1
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["/proc/nowhere/class.csv", "a\0b", "x" * 5000])
def test_a_place_that_cannot_be_written_is_a_sentence(
    handed_in: Path, here: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("report", handed_in, "--csv", place) == 1
    assert "could not be written" in capsys.readouterr().err


def test_a_device_is_not_replaced_by_a_file(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("report", handed_in, "--csv", "/dev/null") == 1
    assert not Path("/dev/null").is_file()


def test_pseudonyms_are_the_same_in_every_report(
    handed_in: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = []
    for _ in range(2):
        assert shell("report", handed_in, "--pseudonyms", "--json") == 0
        said = capsys.readouterr()
        assert str(home) in said.err
        assert str(handed_in) not in said.out
        names.append([learner["name"] for learner in json.loads(said.out)["learners"]])
    assert names[0] == names[1]
    assert all(name.startswith("L-") for name in names[0])


def test_another_home_has_other_pseudonyms(
    handed_in: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = []
    for home in ("one", "two"):
        shell("report", "--home", tmp_path / home, handed_in, "--pseudonyms", "--json")
        names.append({learner["name"] for learner in json.loads(capsys.readouterr().out)["learners"]})
    assert not names[0] & names[1]


def test_a_terminal_without_unicode_gets_what_it_can_show(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(output.sys, "stdout", terminal)
    assert shell("report", handed_in) == 0
    terminal.flush()
    assert b"Class report" in terminal.buffer.getvalue()  # type: ignore[attr-defined]


def test_an_export_is_both_pages_in_this_folder(own: Path, here: Path) -> None:
    assert shell("export") == 0
    assert sorted(path.suffix for path in here.iterdir() if path.is_file()) == [".html", ".md"]
    assert all(path.name.startswith("lynx-tutor-ana-20") for path in here.iterdir())


def test_an_export_goes_to_a_folder_that_it_makes(own: Path, here: Path) -> None:
    assert shell("export", "--to", "my pages", "--format", "html") == 0
    (page,) = (here / "my pages").iterdir()
    assert page.suffix == ".html"


@pytest.mark.parametrize(("name", "start"), [("me.md", "# What I broke"), ("me.HTML", "<!doctype html>")])
def test_an_export_to_a_file_takes_its_format_from_the_name(
    own: Path, here: Path, name: str, start: str
) -> None:
    assert shell("export", "--to", name) == 0
    assert [path.name for path in here.iterdir() if path.is_file()] == [name]
    assert (here / name).read_text(encoding="utf-8").startswith(start)


def test_an_export_speaks_spanish(own: Path, here: Path) -> None:
    assert shell("export", "--lang", "es", "--to", "yo.md") == 0
    assert (here / "yo.md").read_text(encoding="utf-8").startswith("# Lo que rompí")


def test_an_export_may_go_to_the_terminal(own: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("export", "--to", "-", "--format", "md") == 0
    page = capsys.readouterr().out
    assert page.startswith("# What I broke")
    assert "![" not in page
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["--to", "-"], "export.one_format"),
        (["--to", "me.txt"], "export.bad_to"),
        (["--to", "me.md", "--format", "html"], "export.disagree"),
    ],
)
def test_an_export_that_makes_no_sense_is_wrong_usage(
    own: Path, here: Path, words: list[str], key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("export", *words) == 2
    assert capsys.readouterr().err.strip() == Text("en")(key, file=words[1], format="html")


def pages(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def plots(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))


def test_an_export_that_was_edited_is_not_written_over(own: Path, here: Path) -> None:
    shell("export", "--format", "md")
    (first,) = pages(here)
    first.write_text("my own changes", encoding="utf-8")
    shell("export", "--format", "md")
    shell("export", "--format", "md")
    assert first.read_text(encoding="utf-8") == "my own changes"
    assert len(pages(here)) == 2


def test_the_plots_of_a_markdown_export_lie_in_a_folder_beside_it(own: Path, here: Path) -> None:
    assert shell("export", "--to", "me.md") == 0
    runs = [f"me/break-gelu-identity-open-{name}{part}.svg" for name in TASKS for part in ("", "-2", "-3")]
    assert plots(here) == sorted([*runs, "me/calibration.svg"])  # of each run its curves and two grids
    shown = re.findall(r"!\[.*?\]\((.*?)\)", (here / "me.md").read_text(encoding="utf-8"))
    assert sorted(shown) == plots(here)


def test_a_plot_stands_alone(own: Path, here: Path) -> None:
    shell("export", "--to", "me.md")
    for path in here.glob("me/*.svg"):
        drawing = ElementTree.parse(path).getroot()
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        assert {"width", "height", "viewBox"} <= drawing.attrib.keys()
        words = path.read_text(encoding="utf-8")
        assert "<desc>" in words
        assert "#ffffff" in words
        assert "url(" not in words


def test_a_named_export_renews_its_page_and_its_plots(own: Path, here: Path) -> None:
    shell("export", "--to", "me.md")
    plot = here / "me" / "calibration.svg"
    plot.write_text(plot.read_text(encoding="utf-8") + "<!-- older -->", encoding="utf-8")
    shell("export", "--to", "me.md", "--lang", "es")
    assert "older" not in plot.read_text(encoding="utf-8")
    assert {path.split("/")[0] for path in plots(here)} == {"me"}


@pytest.mark.parametrize("name", ["me/calibration.svg", "me"])
def test_a_file_that_is_not_ours_is_never_written_over(own: Path, here: Path, name: str) -> None:
    (here / name).parent.mkdir(exist_ok=True)
    (here / name).write_text("mine", encoding="utf-8")
    assert shell("export", "--to", "me.md") == 0
    assert (here / name).read_text(encoding="utf-8") == "mine"
    assert "(me-2/calibration.svg)" in (here / "me.md").read_text(encoding="utf-8")
    assert (here / "me-2" / "calibration.svg").is_file()


def test_edited_plots_are_kept_with_their_page(own: Path, here: Path) -> None:
    shell("export", "--format", "md")
    (plot,) = here.glob("*/calibration.svg")
    plot.write_text("my own colours", encoding="utf-8")
    shell("export", "--format", "md")
    assert plot.read_text(encoding="utf-8") == "my own colours"
    assert len(pages(here)) == 2


def test_a_name_with_spaces_is_a_link_that_works(home: Path, here: Path, whole_lesson: Whole) -> None:
    File("ana maría").add_all(whole_lesson()).save(home / "learners" / "ana maría" / "progress.toml")
    shell("export", "--learner", "ana maría", "--format", "md")
    (page,) = pages(here)
    shown = re.findall(r"!\[.*?\]\((.*?)\)", page.read_text(encoding="utf-8"))
    assert len(shown) == 7
    assert all(" " not in each and (here / unquote(each)).is_file() for each in shown)


def test_with_nothing_done_there_is_nothing_to_export(
    home: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("export", "--learner", "nora") == 1
    assert capsys.readouterr().err.strip() == Text("en")("export.nothing").replace(
        "tutor`", "tutor --learner nora`"
    )
    assert list(here.iterdir()) == []


def test_an_export_says_that_part_of_the_file_could_not_be_read(own: Path, here: Path) -> None:
    own.write_bytes(own.read_bytes() + b"\n\x00\x00 torn")
    shell("export", "--to", "me.md")
    assert Text("en")("export.damaged") in (here / "me.md").read_text(encoding="utf-8")


def test_an_export_where_nothing_may_be_written_is_a_sentence(
    own: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "file").write_text("")
    assert shell("export", "--to", here / "file" / "me.md") == 1
    assert "could not be written" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["file", "file/me.md", "x" * 5000, "a\0b.md", "y" * 5000 + ".md"])
def test_an_export_to_a_place_that_cannot_be_is_a_sentence(
    own: Path, here: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "file").write_text("mine")
    assert shell("export", "--to", place) == 1
    assert "could not be written" in capsys.readouterr().err
    assert (here / "file").read_text() == "mine"


def test_an_export_is_never_written_over_the_progress_file(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = own.read_bytes()
    assert shell("export", "--to", own) == 2
    assert own.read_bytes() == before
