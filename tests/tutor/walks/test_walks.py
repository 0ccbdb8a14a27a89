"""A walk reaches the end of any honest lesson; where one does not, a sentence says at which step, and in which view."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lessons.beginning import TEMPLATES
from lessons.check.cache import Cache
from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.check.workers import Workers
from lessons.course import LessonMode
from lessons.format import LANGUAGES, MODES, Mode
from lessons.load import load_lesson
from tests.lessons.conftest import write as write
from tutor.shell.options import KINDS
from tutor.walks.__main__ import main
from tutor.walks.proofs import proofs_of as proofs_of_walk
from tutor.walks.proofs import prove_walks
from tutor.walks.record import Walk
from tutor.walks.runs import Runs
from tutor.walks.seen import strange
from tutor.walks.walking import VIEWS, go, views, walked
from tutor.words.text import Text

Changed = Callable[..., Path]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """A template with a text replaced in some of its files."""

    def change(kind: str, *changes: tuple[str, str, str]) -> Path:
        folder = tmp_path / kind
        shutil.copytree(TEMPLATES / kind, folder)
        for file, before, after in changes:
            text = (folder / file).read_text(encoding="utf-8")
            assert before in text
            (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")
        return folder

    return change


def found(folder: Path, view: str = "keyboard", mode: Mode = "open", language: str = "en") -> list[str]:
    """What one walk found."""
    walk = Walk(view, language, mode)
    go(walk, LessonMode(load_lesson(folder), mode), Runs())
    return [each.said for each in walk.found]


# ---- honest lessons --------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_lesson_is_walked_to_its_end(kind: str, language: str) -> None:
    modes = ("open", "blind") if kind == "break" else ("open",)
    assert [
        (walk["view"], walk["mode"], walk["found"])
        for walk in walked(str(TEMPLATES / kind), [language])[language]
    ] == [(view, mode, []) for mode in modes for view in views(kind, language, mode)]


def test_a_break_is_walked_by_keys_in_both_languages_and_blind_in_one() -> None:
    by_keys = [
        (language, mode)
        for mode in MODES
        for language in LANGUAGES
        if VIEWS[0] in views("any", language, mode)
    ]
    assert by_keys[:2] == [(language, "open") for language in LANGUAGES]
    assert [mode for _, mode in by_keys[2:]] == ["blind"]


MANY = """
minutes = 5
rounds = [["widths", "pairs"], ["words"]]
probes = ["curves", "bars"]
[experiment.widths]
task = "xor"
model = { name = "MLP", sizes = [2, 2, 2], activation = "tanh" }
optimizer = { name = "sgd", lr = 0.1 }
steps = 3
seeds = 2
metrics = ["final_loss"]
picture = "trend"
[experiment.widths.vary]
"model.hidden" = [2, 4, 8]
[experiment.pairs]
task = "xor"
model = { name = "MLP", sizes = [2, 3, 2] }
steps = 0
seeds = 2
metrics = ["weight_norm", "shape_w2w1"]
probes = []
[experiment.pairs.arm."[b] one"]
[experiment.pairs.arm."más {ancha}"]
model = { hidden = 5 }
[experiment.words]
task = "xor"
model = { name = "MLP", sizes = [2, 3, 2] }
optimizer = { name = "adam", lr = 0.1 }
steps = 5
seeds = 2
metrics = ["curve"]
[[predict]]
id = "trend"
kind = "trend"
experiment = "widths"
metric = "final_loss"
[[predict]]
id = "order"
kind = "order"
experiment = "widths"
metric = "final_loss"
[[predict]]
id = "which"
kind = "which"
experiment = "widths"
metric = "final_loss"
[[predict]]
id = "norm"
kind = "number"
experiment = "pairs"
metric = "weight_norm"
within = 0.1
[[predict]]
id = "shape"
kind = "shape"
experiment = "pairs"
metric = "shape_w2w1"
[[predict]]
id = "curve"
kind = "curve"
experiment = "words"
metric = "curve"
"""


def test_every_kind_of_question_and_any_name_of_an_arm_can_be_walked(write: Changed) -> None:
    folder = write(MANY)
    assert [found(folder, view) for view in VIEWS] == [[], []]


def test_marks_of_other_languages_are_words_like_any_other(changed: Changed) -> None:
    folder = changed("break")
    for language in LANGUAGES:
        page = folder / f"{language}.md"
        lines = page.read_text(encoding="utf-8").splitlines()
        odd = [
            f"{each} [/x] [red] {{}}" if each[:1].isalpha() and "{" not in each else each for each in lines
        ]
        page.write_text("\n".join(odd).replace(" {}", ""), encoding="utf-8")
    assert [found(folder, view, "blind", "es") for view in VIEWS] == [[], []]


def test_a_ladder_may_be_short_and_a_question_may_be_of_one_mode(changed: Changed) -> None:
    hints = "[[hint]]                             # the ladder: each hint tells a little more. Its words: ## hint 1"
    folder = changed(
        "break",
        ("lesson.toml", "same_within = 0.25", 'modes = ["blind"]\nsame_within = 0.25'),
        ("lesson.toml", "within = 0.08", 'modes = ["open"]\nwithin = 0.08'),
        ("lesson.toml", hints, "[[hint]]"),
    )
    structure = folder / "lesson.toml"
    text = structure.read_text(encoding="utf-8")
    ladder = text[text.index("[[hint]]") : text.index("[[near]]")]
    structure.write_text(text.replace(ladder, ""), encoding="utf-8")
    for language in LANGUAGES:
        page = folder / f"{language}.md"
        text = page.read_text(encoding="utf-8")
        page.write_text(
            text.replace(text[text.index("## hint 1") : text.index("## near drawing")], ""), "utf-8"
        )
    assert [found(folder, view, mode) for view in VIEWS for mode in MODES] == [[], [], [], []]


# ---- what is found on the way ----------------------------------------------


def test_a_question_without_words_is_named(changed: Changed) -> None:
    asked = "And at the end of the walk: how does the **final loss** of *long* compare with that of *short*? Up to "
    folder = changed(
        "experiment", ("en.md", f"{asked}{{margin_bottom}} of difference counts as the same.", "**")
    )
    assert found(folder) == ["predict 2 of 3 (bottom): passage 1 of the page says nothing."]


def test_a_passage_that_is_nothing_on_the_screen_is_named(changed: Changed) -> None:
    said = "The three went down from all {starts} starts. Read first what you were surest of."
    folder = changed("experiment", ("en.md", said, "<!-- to come -->"))
    assert found(folder) == ["observe: 1 of its passages take no room on the screen."]


def test_a_repair_that_nothing_passes_is_where_both_views_stay(changed: Changed) -> None:
    never = 'accept = [{ experiment = "deep", metric = "train_accuracy", least = 2.0 }]\nseeds = [1001, 1002]'
    folder = changed("break", ("lesson.toml", "seeds = [1001, 1002]", never))
    assert found(folder) == ["stays at repair: no key goes on."]
    assert found(folder, "plain", "blind") == ["stays at repair: no line goes on."]


def test_what_raises_is_said_with_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no picture\nof it")

    monkeypatch.setattr("tutor.training.Watching.pictures", broken)
    said = "ends at run with RuntimeError: no picture"
    assert [found(TEMPLATES / "experiment", view) for view in VIEWS] == [[said], [said]]


# ---- as proofs -------------------------------------------------------------


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(1) as workers:
        yield workers


def proofs_of(folder: Path, workers: Workers, cache: Cache | None = None) -> list[Proof]:
    lesson = load_lesson(folder)
    evidence = Evidence(lesson, workers, cache)
    try:
        return list(prove_walks(lesson, evidence))
    finally:
        evidence.close()


def test_each_walk_is_a_proof_and_one_that_fails_says_where_to_mend_it(
    changed: Changed, workers: Workers
) -> None:
    proofs = proofs_of(
        changed(
            "experiment",
            ("es.md", "Los tres han bajado", "<!-- Los tres han bajado"),
            ("es.md", "tenías.\n", "tenías. -->\n"),
        ),
        workers,
    )
    assert [proof.what for proof in proofs] == [
        "walk: keyboard, en, open",
        "walk: plain, en, open",
        "walk: keyboard, es, open",
        "walk: plain, es, open",
    ]
    (proof,) = [proof for proof in proofs if not proof.holds]
    assert proof.problem == "observe: 1 of its passages take no room on the screen."
    line = (proof.file, proof.line)
    assert line[0] == "es.md"
    assert line[1] is not None


def test_what_two_walks_find_is_said_once() -> None:
    lesson = load_lesson(TEMPLATES / "break")
    both = {"view": "keyboard", "found": [{"said": "observe: empty.", "heading": "observe"}]}
    known: set[str] = set()
    proofs = [list(proofs_of_walk(lesson, "en", {**both, "mode": mode}, known)) for mode in ("open", "blind")]
    assert [[(proof.what, proof.problem) for proof in each] for each in proofs] == [
        [("walk: keyboard, en, open", "observe: empty.")],
        [],
    ]


def test_a_lesson_that_has_not_changed_is_not_walked_again(
    changed: Changed, workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, cache = changed("walkthrough"), Cache(tmp_path / "cache")
    first = proofs_of(folder, workers, cache)
    asked: list[str] = []

    def nothing_found(evidence: Evidence, name: str, function: object, *given: Any) -> dict[str, list[Any]]:
        asked.extend(given[-1])
        return {language: [] for language in given[-1]}

    monkeypatch.setattr(Evidence, "run", nothing_found)
    assert proofs_of(folder, workers, cache) == first
    assert asked == []
    page = folder / "es.md"
    page.write_text(page.read_text(encoding="utf-8").replace("pequeña", "chica", 1), encoding="utf-8")
    proofs_of(folder, workers, cache)
    assert asked == ["es"]


def test_it_can_be_asked_for_alone(changed: Changed, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(str(TEMPLATES / "walkthrough"), "en") == 0
    assert capsys.readouterr().out.splitlines()[0] == "keyboard, en, open: reaches the end."
    assert (
        main(
            str(
                changed(
                    "experiment",
                    ("en.md", "It got away", "<!--"),
                    ("en.md", "longer still.\n\n## observe", "longer still. -->\n\n## observe"),
                )
            ),
            "en",
        )
        == 1
    )
    assert "take no room" in capsys.readouterr().out


# ---- what a page says ------------------------------------------------------


def test_a_key_and_an_english_phrase_are_strange_on_a_spanish_page() -> None:
    lesson, text = load_lesson(TEMPLATES / "experiment"), Text("es")
    said = [
        Text("en")("go.run"),
        "run.keys_live",
        Text("es")("go.run"),
        "nn.functional.relu",
        "run.py",
        "0.5",
    ]
    assert [list(strange(words, lesson, text)) for words in said] == [
        ["it says “Enter goes to the run.”, which is English."],
        ["it shows `run.keys_live`, a key of the tutor's, and no words for it."],
        [],
        [],
        [],
        [],
    ]
    assert list(strange(said[0], lesson, Text("en"))) == []
