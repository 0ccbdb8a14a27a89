"""Metrics and tasks that a pack brings: only what calculates, only in a process with limits, proved as ours are."""

import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lessons.check.cache import Cache
from lessons.check.course import folder_at, prove_folder
from lessons.course.asking.measurements import metric_words
from lessons.course.course import Pack
from lessons.course.lesson.value_words import is_share
from lessons.course.lesson.values import LessonError
from lessons.engine.chunks import Sweep, here
from lessons.engine.job import Job, last_item, whole
from lessons.engine.pool import Pool
from lessons.engine.process import Process
from lessons.format.course import load_lesson
from lessons.format.own_functions import read_own
from lessons.format.packs import code_lines, code_of
from lessons.runs.edits import healthy_library
from lessons.runs.functions import call_own
from lessons.runs.tasks import draw_rows, own_rows
from lessons.runs.trained_model import Rows
from tests.lessons.check.lying import failures
from tutor.words.text import Text

OWN = Path(__file__).parents[1] / "own_pack"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OWN, tmp_path / "rings"))


def change(file: Path, before: str, after: str) -> None:
    words = file.read_text(encoding="utf-8")
    assert before in words
    file.write_text(words.replace(before, after), encoding="utf-8")


def drawn(pack: Path, process: Process, seed: int = 0, **options: Any) -> Rows:
    """Draw the rows of the pack's task, as whatever trains it does: in a process with limits."""
    rows: Rows = last_item(process.items(Job.of(own_rows, read_own(pack).tasks["rings/ring"], seed, options)))
    return rows


def test_they_are_called_by_their_packs_name_and_have_words():
    lesson = load_lesson(OWN / "in-a-ring")
    metrics = lesson.experiments["widths"].metrics
    assert metrics == ("train_accuracy", "rings/lost")
    assert metric_words(metrics[1], Text("es")) == "ring rows taken for the circle"
    assert is_share(metrics[1])
    assert lesson.experiments["widths"].arms[0].settings.task == {"name": "rings/ring", "width": 0.1}


def test_they_run_in_a_process_with_limits_and_in_no_other():
    experiment = load_lesson(OWN / "in-a-ring").experiments["widths"]
    *_, (_, measured) = whole(Process().items(Job.of(here, [Sweep(experiment, (0, 1), 60)])))
    assert all(value is not None for value in measured.values["one"]["rings/lost"])
    with pytest.raises(LessonError, match="in a process with limits, and nowhere else"):
        call_own(experiment.metrics[1])
    with pytest.raises(LessonError, match="in a process with limits, and nowhere else"):
        draw_rows(healthy_library(), experiment.arms[0].settings.task, 0)


@pytest.mark.parametrize("first", [0, 1])
def test_two_packs_mean_their_own_by_one_name_whoever_is_read_or_trained_first(pack, bench, first):
    change(pack / "metrics.py", "return float", "return 0.125\n    return float")
    change(pack / "tasks.py", "return x, y, x_out, y_out", "return x, 0 * y, x_out, 0 * y_out")
    folders = [OWN, pack]
    read = {folder: load_lesson(folder / "in-a-ring").experiments["widths"] for folder in folders[:: 1 - 2 * first]}
    found = []
    for folder in folders:
        *_, (_, measured) = whole(bench.items(Job.of(here, [Sweep(read[folder], (0, 1), 60)])))
        found.append(measured.values["one"])
    assert found[1] == {"train_accuracy": (1.0, 1.0), "rings/lost": (0.125, 0.125)}
    assert not {1.0, 0.125} & {*found[0]["train_accuracy"], *found[0]["rings/lost"]}


def test_the_rows_of_a_task_come_back_as_data(bench):
    rows = drawn(OWN, bench, 5, rows=8)
    assert (rows.x.shape, rows.y.tolist(), rows.classes) == ((8, 2), [0, 1] * 4, 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import os", "line 1: such a file holds functions"),
        ("class Lost:\n    pass", "such a file holds functions"),
        ("def lost(run):\n    return open('x')", "line 2: it uses the name `open`"),
        ("def lost(run):\n    import os", "line 2: it has `import os`"),
        ("def lost(run):\n    return run.library", "it uses `run.library`"),
        ("def lost(run):\n    return np.load('x')", "it uses `np.load`"),
        ("def lost(run)\n    return 1", "line 1: expected ':'"),
        ("def other(run):\n    return 1", "[lost] is no function of metrics.py"),
    ],
)
def test_a_file_that_does_more_than_calculate_does_not_load(pack, line, said):
    (pack / "metrics.py").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(LessonError) as error:
        load_lesson(pack / "in-a-ring")
    assert said in str(error.value)
    assert any(said in proof.problem for proof in prove_folder(folder_at(pack)))


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("course.toml", 'id = "rings"\nlang', "lang", "needs an id"),
        ("metrics.toml", '"share"', '"word"', "one of share, number"),
        ("metrics.toml", "en = ", "es = ", "en is missing"),
        ("tasks.toml", "classes = 2", "classes = 2\nrows = 3", "unknown key 'rows'"),
        ("tasks.py", "rows=60", "rows=[60]", "should be a number or a text"),
        ("tasks.py", "ring(seed, ", "ring(seed=0, ", "should be written ring(seed, rows=60)"),
        ("tasks.py", "width=0.2):\n    gen", "scale=0.2):\n    width = scale\n    gen", "none called name, scale"),
        ("in-a-ring/lesson.toml", "width = 0.1", 'width = "wide"', "a number"),
        ("in-a-ring/en.md", "widths.rings/lost", "widths.rings/last", "Did you mean rings/lost"),
    ],
)
def test_what_is_wrong_is_a_sentence(pack, file, before, after, said):
    change(pack / file, before, after)
    with pytest.raises(LessonError) as error:
        load_lesson(pack / "in-a-ring")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("return x, y, x_out, y_out", "return x, y[1:], x_out, y_out", "a label for each"),
        ("return x, y, x_out, y_out", "return x, y + 1, x_out, y_out", "from 0 to 1"),
        ("return x, y, x_out, y_out", "return x / 0, y, x_out, y_out", "rows of finite numbers"),
        ("return x, y, x_out, y_out", "return x, y, x_out / 0, y_out", "rows of finite numbers"),
        ("return x, y, x_out, y_out", "return x[:0], y[:0], x_out, y_out", "1 to 20,000 rows"),
        ("return x, y, x_out, y_out", "return np.zeros((10**6, 2)), np.zeros(10**6), x_out, y_out", "20,000"),
        ("return x,", "x = np.zeros((10**4 + 1, 2))\n    return x, x[:, 0], x, x[:, 0]\n    return x,", "20,000"),
        ("return x, y, x_out, y_out", "return None", "should give x, y, x_out and y_out"),
        ("return x, y, x_out, y_out", "return x[1000]", "rings/ring raises IndexError"),
        ("return x, y, x_out, y_out", "while True:\n        rows += 1", "does not come to an end"),
    ],
)
def test_rows_that_are_none_are_a_sentence(pack, bench, monkeypatch, before, after, said):
    monkeypatch.setattr("lessons.engine.process.CLOCK_FACTOR", 0.2 if "while" in after else 12)
    change(pack / "tasks.py", before, after)
    with pytest.raises(LessonError, match=said):
        drawn(pack, bench)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("return float", "return 7 + float", "should give a share, from 0 to 1, or None; it gives 7."),
        ("return float", "return 'all of them'\n    return float", "it gives 'all of them'"),
        ("return float", "return run.losses[1000]\n    return float", "rings/lost raises IndexError"),
    ],
)
def test_a_metric_that_gives_no_share_is_named(pack, before, after, said):
    change(pack / "metrics.py", before, after)
    experiment = load_lesson(pack / "in-a-ring").experiments["widths"]
    with pytest.raises(LessonError) as error:
        list(whole(Process().items(Job.of(here, [Sweep(experiment, (0,), 2)]))))
    assert said in str(error.value)


def test_nothing_is_a_share_too(pack):
    change(pack / "metrics.py", "return float", "return 0 * float")
    experiment = load_lesson(pack / "in-a-ring").experiments["widths"]
    *_, (_, found) = whole(Process().items(Job.of(here, [Sweep(experiment, (0,), 2)])))
    assert {value for values in found.values.values() for value in values["rings/lost"]} == {0.0}


def test_what_a_metric_does_to_a_run_no_other_measures(pack):
    def measured() -> object:
        experiment = load_lesson(pack / "in-a-ring").experiments["widths"]
        lost_first = replace(experiment, metrics=(*experiment.metrics[::-1], "final_loss"))
        *_, (_, found) = whole(Process().items(Job.of(here, [Sweep(lost_first, (0,), 20)])))
        return {arm: (values["final_loss"], values["train_accuracy"]) for arm, values in found.values.items()}

    honest = measured()
    change(pack / "metrics.py", "said =", "run.losses.append(0.0)\n    run.rows.x[:] = 0\n    said =")
    assert measured() == honest


def test_they_are_asked_about_shown_and_known_to_the_cache(pack, tmp_path):
    def place() -> Path:
        return Cache(tmp_path).path(tmp_path, load_lesson(pack / "in-a-ring").experiments["widths"])

    asked = Pack("rings", pack, {"in-a-ring": pack / "in-a-ring"})
    before, kept = code_of(asked), place()
    assert kept == place()
    assert "  def lost(run):" in list(code_lines(asked))
    change(pack / "metrics.py", "== 0))", "== 0)) / 2")
    assert code_of(asked) != before
    assert place() != kept


@pytest.mark.slow
def test_check_proves_a_pack_with_them(pack):
    with closing(Pool(1)) as pool:
        assert failures(pack / "in-a-ring", pool, Cache()) == []
    change(pack / "metrics.py", "== 0))", "== 0)) / 2 + 0.5")
    with closing(Pool(1)) as pool:
        assert any("claim taken_many" in said for said in failures(pack / "in-a-ring", pool, Cache()))
