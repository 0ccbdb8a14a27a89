"""`new`: a folder that already passes, listed in the pack beside it; and a sentence where that cannot be."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.beginning import TEMPLATES
from lessons.format import LANGUAGES
from lessons.load import load_course, load_lesson
from lessons.recipes import recipe
from tutor.shell.main import main
from tutor.shell.options import KINDS

New = Callable[..., int]


@pytest.fixture
def new(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> New:
    """`new` in an empty folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return lambda name, kind="lab", *rest: main(["new", name, "--kind", kind, "--lang", "en", *rest])


def course(text: str) -> None:
    Path("course.toml").write_text(text, encoding="utf-8")


def listed() -> list[str]:
    return [lesson.id for lesson in load_course.__wrapped__(Path.cwd()).in_order()]


def test_there_is_a_template_of_every_kind() -> None:
    assert {path.parent.name for path in TEMPLATES.glob("*/lesson.toml")} == set(KINDS)
    kinds = {kind: recipe(load_lesson(TEMPLATES / kind)).__name__ for kind in KINDS}
    assert kinds == {
        "break": "a_break",
        "experiment": "an_experiment",
        "walkthrough": "a_walkthrough",
        "lab": "a_lab",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_new_passes_the_check(kind: str, new: New, capsys: pytest.CaptureFixture[str]) -> None:
    assert new("mine", kind) == 0
    assert main(["check", "mine", "--lang", "en"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_id_is_filled_in_and_its_comment_stays_in_place(kind: str, new: New) -> None:
    new("slow-start", kind)
    before, after = TEMPLATES / kind, Path("slow-start")
    changed = [
        (old, fresh)
        for old, fresh in zip(
            (before / "lesson.toml").read_text(encoding="utf-8").splitlines(),
            (after / "lesson.toml").read_text(encoding="utf-8").splitlines(),
            strict=True,
        )
        if old != fresh
    ]
    assert [old.split("#")[0].strip() for old, _ in changed] == [f'id = "{kind}"']
    assert len({old.index("#") for pair in changed for old in pair}) == 1
    for language in LANGUAGES:
        assert (after / f"{language}.md").read_bytes() == (before / f"{language}.md").read_bytes()


KEY = re.compile(r"(\w+) = ")


def first_lines(kind: str) -> dict[str, str]:
    """Each key of a template but its claims' and arms', with the line at which it first stands, and the one before."""
    text = (TEMPLATES / kind / "lesson.toml").read_text(encoding="utf-8").partition("\n[claims]")[0]
    text = re.sub(r"\"\"\".*?\"\"\"|\'\'\'.*?\'\'\'", "...", text, flags=re.DOTALL)
    found: dict[str, str] = {}
    before = ""
    for line in text.splitlines():
        if (key := KEY.match(line)) and key[1] not in found:
            found[key[1]] = f"{before} {line}" if before.startswith("#") else line
        before = line
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_template_is_explained_where_it_first_stands(kind: str) -> None:
    assert [line for line in first_lines(kind).values() if "#" not in line] == []


def test_a_folder_without_a_course_becomes_a_pack(new: New) -> None:
    new("mine", "break")
    assert listed() == ["mine"]
    assert list(load_course.__wrapped__(Path.cwd()).concepts) == ["first-weights"]


def test_what_follows_stands_at_the_end_of_the_last_track(new: New) -> None:
    for name, kind in (("a", "break"), ("b", "lab"), ("c", "walkthrough"), ("d", "lab")):
        assert new(name, kind) == 0
    assert listed() == ["a", "b", "c", "d"]
    assert set(load_course.__wrapped__(Path.cwd()).concepts) == {"first-weights", "gates"}


TITLE = 'title = { en = "t", es = "t" }'


@pytest.mark.parametrize(
    "text",
    [
        "format = 2\n",
        f'format = 2\n[[track]]\nid = "a"\n{TITLE}\nlessons = []\n',
        f'format = 2\n[[track]]\nid = "a"\n{TITLE}\nlessons = [\n  # none yet\n]\n',
        f'format = 2\n[[track]]\nid = "a"\n{TITLE}\nlessons = []\n[concepts]\ngates = {{ en = "g", es = "g" }}\n',
        f'format = 2\n[concepts]\n[[track]]\nid = "a"\n{TITLE}\nlessons = []',
    ],
)
def test_a_course_is_added_to_and_keeps_what_it_had(text: str, new: New) -> None:
    course(text)
    assert new("mine") == 0
    assert listed() == ["mine"]
    after = Path("course.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in text.splitlines() if line not in after and "lessons" not in line] == []


def test_a_list_over_several_lines_is_added_to(new: New) -> None:
    new("a")
    text = Path("course.toml").read_text(encoding="utf-8")
    course(text.replace('["a"]', '[\n  "a",\n]'))
    assert new("b") == 0
    assert listed() == ["a", "b"]


def test_a_lesson_that_is_listed_already_is_not_listed_twice(new: New) -> None:
    new("a")
    before = Path("course.toml").read_bytes()
    for path in Path("a").iterdir():
        path.unlink()
    Path("a").rmdir()
    assert new("a") == 0
    assert Path("course.toml").read_bytes() == before


def test_another_folder_is_made_where_it_is_asked_for(new: New) -> None:
    assert new("mine", "lab", "--to", "packs/own") == 0
    assert load_lesson(Path("packs/own/mine")).id == "mine"


def test_it_says_what_to_do_next(new: New, capsys: pytest.CaptureFixture[str]) -> None:
    new("mine", "lab", "--to", "my packs")
    first, *steps = capsys.readouterr().out.splitlines()
    assert "my packs/mine" in first
    assert [step.strip().split("  ")[0] for step in steps] == [
        "lynx-tutor check 'my packs/mine'",
        "lynx-tutor preview 'my packs/mine'",
        "lynx-tutor learn mine --pack 'my packs'",
    ]


@pytest.mark.parametrize("name", ["", "Mine", "mi lección", "a/b", "..", "-a", "a_b", "a" * 65, "a\nb"])
def test_an_id_that_cannot_be_one_is_wrong_usage(
    name: str, new: New, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = new(name)
    except SystemExit as exit:  # what looks like an option, argparse refuses
        code = int(exit.code or 0)
    assert code == 2
    assert "Traceback" not in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_a_folder_that_exists_is_left_as_it_is(new: New, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    assert new("mine") == 1
    assert capsys.readouterr().err == "mine exists already. Choose another id, or another folder with --to.\n"
    assert [path.name for path in Path().rglob("*")] == ["mine"]


def test_a_lesson_is_no_place_for_a_lesson(new: New, capsys: pytest.CaptureFixture[str]) -> None:
    new("mine")
    assert new("other", "lab", "--to", "mine") == 1
    assert "is a lesson itself" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["format = ", "track = 3", '[[track]]\nlessons = ["a]b"]\n', "concepts = 7"])
def test_a_course_that_cannot_be_added_to_is_said_and_nothing_is_made(
    text: str, new: New, capsys: pytest.CaptureFixture[str]
) -> None:
    course(text)
    assert new("mine") == 1
    assert "course.toml cannot be added to by machine" in capsys.readouterr().err
    assert Path("course.toml").read_text(encoding="utf-8") == text
    assert not Path("mine").exists()


def test_a_folder_that_cannot_be_made_is_said(new: New, capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("", encoding="utf-8")
    assert new("mine", "lab", "--to", "file") == 1
    assert "cannot be written" in capsys.readouterr().err


def test_refusals_are_in_the_learners_language(new: New, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Ñ", "--kind", "lab", "--lang", "es"]) == 2
    assert "no puede ser el id de una lección" in capsys.readouterr().err


def test_the_templates_are_a_pack_of_their_own() -> None:
    tracks = tomllib.loads((TEMPLATES / "course.toml").read_text(encoding="utf-8"))["track"]
    assert tuple(tracks[0]["lessons"]) == KINDS
    assert [lesson.id for lesson in load_course(TEMPLATES).in_order()] == list(KINDS)


def test_the_command_that_it_prints_opens_the_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--kind", "lab", "--to", "packs"]) == 0
    assert "lynx-tutor learn mine --pack packs" in capsys.readouterr().out
    assert main(["preview", "mine", "--pack", "packs"]) == 0
