"""The command line: what it prints, how it ends, and that no mistake shows a traceback."""

import json
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.acts import Moved, Opened
from lessons.load import load_course
from tests.lessons.check.lying import HONEST
from tests.tutor.conftest import LESSON, make_learner, place_of
from tutor.shell.main import COMMANDS, main


def test_run_as_json_keeps_its_promise(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", LESSON, "--seeds", "3", "--steps", "120", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lesson"] == LESSON
    assert found["seeds"] == 3
    assert set(found["experiments"]) == {"additive", "agreement"}
    for experiment in found["experiments"].values():
        metrics = experiment["metrics"]
        assert set(metrics) >= {
            "train_accuracy", "val_accuracy", "final_loss", "steps_to_loss_0.1", "rank_w2w1", "interaction_gap",
        }  # fmt: skip
        for sides in metrics.values():
            for side in (sides["healthy"], sides["broken"]):
                assert set(side) == {"median", "p5", "p95", "values"}
                assert len(side["values"]) == 3
    assert found["experiments"]["agreement"]["metrics"]["steps_to_loss_0.1"]["broken"]["values"] == [None] * 3


def test_the_seed_chooses_which_seeds_run(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def losses(*arguments: str) -> list[float]:
        main(["run", LESSON, "--steps", "20", "--json", *arguments])
        found = json.loads(capsys.readouterr().out)
        values = found["experiments"]["additive"]["metrics"]["final_loss"]["healthy"]["values"]
        return [float(value) for value in values]

    assert losses("--seeds", "2", "--seed", "5") == pytest.approx(
        losses("--seeds", "4", "--seed", "4")[1:3], abs=1e-9
    )


def test_run_prints_a_plot_and_a_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", LESSON, "--seeds", "2", "--steps", "30", "--lang", "es"]) == 0
    shown = capsys.readouterr().out
    assert "semillas" in shown
    assert "┤" in shown
    assert "brecha de interacción" in shown


WRONG = [
    (["run", "break-gelu"], 2, "break-gelu-identity"),
    (["run"], 2, "lynx-tutor run: "),
    (["run", LESSON, "--seeds", "0"], 2, "--seeds"),
    (["list", "--learner", "$(id)"], 2, " _ ' @ + , ( ), "),
    (["run", LESSON, "--steps", "-4"], 2, "--steps"),
    (["run", LESSON, "--seed", "-1"], 2, "--seed"),
    (["run", LESSON, "--seeds", "many"], 2, "many"),
    (["nonsense"], 2, "nonsense"),
    (["list", "--learner", "../x"], 2, "../x"),
    (["--learner", "../x", "list"], 2, "../x"),
    (["list", "--learner", "a" * 300], 2, "…"),
    (["list", "--learner", "a\x1b[31mb"], 2, "a␛[31mb"),
    (["list", "--learner", ""], 2, ""),
    (["learn", "gelu-identity"], 2, "break-gelu-identity"),
    (["learn", LESSON, "--blnd"], 2, "--blnd"),
    (["check", "/nowhere/at/all"], 1, "course.toml"),
]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("arguments", "code", "said"), WRONG)
def test_a_mistake_is_a_sentence_and_an_exit_code(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, arguments: list[str], code: int, said: str
) -> None:
    try:
        ended = main([*arguments, "--lang", language])
    except SystemExit as exit:
        ended = exit.code  # type: ignore[assignment]
    shown = capsys.readouterr()
    assert ended == code
    assert said in shown.err
    assert shown.out == ""
    assert "Traceback" not in shown.err
    assert "\x1b" not in shown.err


def test_usage_errors_speak_spanish(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "es", "run"])
    shown = capsys.readouterr().err
    assert shown.startswith("uso:")
    assert "usage" not in shown
    assert "required" not in shown


def test_list_says_where_the_learner_stands(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    learner.record(Moved("predict"), place_of())
    assert main(["list", "--json", "--learner", "ana"]) == 0
    rows = json.loads(capsys.readouterr().out)["lessons"]
    assert [(row["lesson"], row["mode"]) for row in rows] == [
        (place.lesson.id, place.mode) for place in load_course().places()
    ]
    standing = [(row["mode"], row["begun"], row["stage"]) for row in rows if row["lesson"] == LESSON]
    assert standing == [("open", True, "predict-additive"), ("blind", False, "read")]
    assert main(["list", "--learner", "ana", "--lang", "es"]) == 0
    assert "Predice" in capsys.readouterr().out


def test_list_names_no_break_by_its_id_before_it_was_met(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    breaks = {heading.id for heading in load_course().headings.values() if heading.is_break}
    make_learner(home).record(Opened(), place_of())
    assert main(["list", "--learner", "ana"]) == 0
    assert breaks & set(capsys.readouterr().out.split()) == {LESSON}


def test_progress_counts_what_is_remembered(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["progress", "--learner", "ana"]) == 0
    assert "Nothing yet" in capsys.readouterr().out
    make_learner(home).record(Opened(), place_of())
    assert main(["progress", "--learner", "ana", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == 1


def test_the_learner_last_at_work_is_the_one_meant(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_learner(home, "eva").record(Opened(), place_of())
    assert main(["progress", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["learner"] == "eva"


def test_check_proves_a_lesson_and_says_what_fails(
    home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = tmp_path / "experiment"
    shutil.copytree(HONEST / "experiment", pack)
    assert main(["check", "--yes", str(pack)]) == 0
    assert "all hold" in capsys.readouterr().out
    file = pack / "lesson.toml"
    told = file.read_text(encoding="utf-8")
    claim = re.search(r'^(\w+) = \{ measure = "[a-z]+".*equals = \d+', told, re.MULTILINE)
    assert claim
    file.write_text(told.replace(claim[0], f"{claim[0]}77"), encoding="utf-8")
    assert main(["check", "--yes", str(pack)]) == 1
    shown = capsys.readouterr().out
    assert "FAILS" in shown
    assert f"claim {claim[1]}: says " in shown


def test_the_first_paint_waits_for_neither_numpy_nor_plotext(home: Path) -> None:
    script = (
        "import sys, tutor.tui.app, tutor.shell.launch;"
        "print([m for m in ('numpy', 'plotext', 'fsrs') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_python_dash_m_tutor_is_the_same_program(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tutor", "--version"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith("lynx-tutor ")


def test_a_run_and_the_app_see_the_same_curve(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The app drives a watched run; the shell's sweep of that one seed must agree with it within 1e-9."""
    from lessons.runs.experiment import WatchedRun

    run = WatchedRun(place_of().lesson.experiments["agreement"], 7)
    last = list(run)[-1].losses
    main(["run", LESSON, "--seeds", "1", "--seed", "7", "--json"])
    found = json.loads(capsys.readouterr().out)["experiments"]["agreement"]["metrics"]["final_loss"]
    assert math.isclose(found["healthy"]["median"], last["healthy"], abs_tol=1e-9)
    assert math.isclose(found["broken"]["median"], last["broken"], abs_tol=1e-9)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_command_explains_itself(
    home: Path, capsys: pytest.CaptureFixture[str], command: str, language: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help", "--lang", language])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage:" if language == "en" else "uso:")


def test_blind_is_refused_where_there_is_nothing_to_be_blind_to(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = next((each.id for each in load_course().in_order() if each.modes == ("open",)), None)
    if lesson is None:
        pytest.skip("every lesson of the course has a break")
    assert main(["learn", lesson, "--blind", "--plain"]) == 2
    assert lesson in capsys.readouterr().err
