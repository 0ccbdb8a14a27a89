"""`new`: a folder that already passes, listed in the pack beside it; and a sentence where that cannot be."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.course import LessonMode
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course, load_lesson
from lessons.format.templates import TEMPLATES
from tests.tutor.conftest import Shell
from tutor.shell.options import KINDS

New = Callable[..., str]


@pytest.fixture
def new(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> New:
    """`new` in an empty folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(name: str, kind: str = "lab", *rest: str, code: int = 0) -> str:
        return shell("new", name, "--kind", kind, "--lang", "en", *rest, code=code)

    return run


def course(text: str) -> None:
    Path("course.toml").write_text(text, encoding="utf-8")


def listed() -> list[str]:
    return [lesson.id for lesson in load_course.__wrapped__(Path.cwd()).lessons.values()]


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_a_kind_a_sentence_gives_an_example_and_help_says_what_each_kind_is(shell, language):
    said = shell("new", "mine", "--lang", language, code=2)
    assert "`lynx-tutor new mine --kind experiment`" in said
    helped = " ".join(shell("new", "-h", "--lang", language).split())
    assert all(f"{kind}: " in helped for kind in KINDS)


def test_there_is_a_template_of_every_kind():
    assert {path.parent.name for path in TEMPLATES.glob("*/lesson.toml")} == set(KINDS)
    own = {"break": "repair", "experiment": "run", "walkthrough": "trace", "lab": "lab"}
    for kind in KINDS:
        steps = {step.kind for step in steps_of(LessonMode(load_lesson(TEMPLATES / kind))).all}
        assert steps & {"repair", "trace", "lab"} == {own[kind]} - {"run"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_new_passes_the_check(kind, new, shell):
    new("mine", kind)
    shell("check", "mine", "--lang", "en")


def test_what_follows_stands_at_the_end_of_the_last_track(new):
    for name, kind in (("a", "break"), ("b", "lab"), ("c", "walkthrough"), ("d", "lab")):
        new(name, kind)
    assert listed() == ["a", "b", "c", "d"]
    assert set(load_course.__wrapped__(Path.cwd()).concepts) == {"first-weights", "gates"}


TITLE = 'title = { en = "t", es = "t" }'


@pytest.mark.parametrize(
    "text",
    [
        "format = 3\n",
        f'format = 3\n[[track]]\nid = "a"\n{TITLE}\nlessons = []\n',
        f'format = 3\n[[track]]\nid = "a"\n{TITLE}\nlessons = [\n  # none yet\n]\n',
        f'format = 3\n[[track]]\nid = "a"\n{TITLE}\nlessons = []\n[concepts]\ngates = {{ en = "g", es = "g" }}\n',
        f'format = 3\n[concepts]\n[[track]]\nid = "a"\n{TITLE}\nlessons = []',
    ],
)
def test_a_course_is_added_to_and_keeps_what_it_had(text, new):
    course(text)
    new("mine")
    assert listed() == ["mine"]
    after = Path("course.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in text.splitlines() if line not in after and "lessons" not in line] == []


def test_a_lesson_that_is_listed_already_is_not_listed_twice(new):
    new("a")
    before = Path("course.toml").read_bytes()
    for path in Path("a").iterdir():
        path.unlink()
    Path("a").rmdir()
    new("a")
    assert Path("course.toml").read_bytes() == before


def test_it_says_what_to_do_next(new, shell):
    first, *steps = new("mine", "lab", "--to", "my packs").splitlines()
    assert "my packs/mine" in first
    assert [step.strip().split("  ")[0] for step in steps] == [
        "lynx-tutor check 'my packs/mine'",
        "lynx-tutor preview 'my packs/mine'",
        "lynx-tutor learn mine --pack 'my packs'",
    ]
    new("mine", "lab", "--to", "packs")
    shell("preview", "mine", "--pack", "packs")


def test_a_spanish_author_begins_in_spanish(tmp_path, monkeypatch, shell):
    monkeypatch.chdir(tmp_path)
    said = shell("new", "mia", "--kind", "experiment", "--lang", "es")
    assert "es.md" in said
    assert "en.md" not in said
    head, *_ = Path("mia/lesson.toml").read_text(encoding="utf-8").splitlines()
    assert head.startswith("# Un experimento: modelos que difieren en una sola cosa")
    assert "```toml\n# Cada número" in Path("mia/es.md").read_text(encoding="utf-8")
    assert "```toml" not in Path("mia/en.md").read_text(encoding="utf-8")
    said = shell("preview", "mia", "--lang", "es")
    assert said.index("Una zancada de más") < said.index("One stride too long")


@pytest.mark.parametrize("name", ["", "Mine", "mi lección", "a/b", "..", "-a", "a_b", "a" * 65, "a\nb"])
def test_an_id_that_cannot_be_one_is_wrong_usage(name, new):
    new(name, code=2)
    assert list(Path().iterdir()) == []


def test_a_folder_that_exists_is_left_as_it_is(new):
    Path("mine").mkdir()
    assert new("mine", code=1) == "mine already exists. Choose another id, or another folder with --to.\n"
    assert [path.name for path in Path().rglob("*")] == ["mine"]


def test_a_lesson_is_no_place_for_a_lesson(new):
    new("mine")
    assert "is a lesson itself" in new("other", "lab", "--to", "mine", code=1)


@pytest.mark.parametrize("text", ["format = ", "track = 3", '[[track]]\nlessons = ["a]b"]\n', "concepts = 7"])
def test_a_course_that_cannot_be_added_to_is_said_and_nothing_is_made(text, new):
    course(text)
    assert "course.toml cannot be added to by machine" in new("mine", code=1)
    assert Path("course.toml").read_text(encoding="utf-8") == text
    assert not Path("mine").exists()


def test_the_templates_are_a_pack_of_their_own():
    tracks = tomllib.loads((TEMPLATES / "course.toml").read_text(encoding="utf-8"))["track"]
    assert tuple(tracks[0]["lessons"]) == KINDS
    assert [lesson.id for lesson in load_course(TEMPLATES).lessons.values()] == list(KINDS)
