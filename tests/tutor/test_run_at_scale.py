"""`run` with very many seeds, on all cores or on a cluster: the same numbers, and troubles in sentences."""

import sys
from pathlib import Path

import pytest

from lessons.runs import chunks, cluster
from lessons.runs.chunks import ExecutorError
from tests.tutor.conftest import LESSON
from tutor.shell.main import main
from tutor.words.text import LANGUAGES, Text

FEW = ["run", LESSON, "--seeds", "66", "--steps", "3"]


def test_processes_print_what_one_process_prints(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for count in ("1", "2"):
        assert main([*FEW, "--json", "--processes", count]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_curves_of_the_first_seeds_say_so(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(chunks, "LOSSES", 1)
    assert main([*FEW, "--processes", "1", "--lang", language]) == 0
    assert capsys.readouterr().out.count(Text(language)("cli.drawn", drawn=64, seeds=66)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_curves_of_all_seeds_say_nothing_of_it(
    home: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert main(["run", LESSON, "--seeds", "2", "--steps", "3", "--lang", language]) == 0
    assert Text(language)("cli.drawn", drawn=2, seeds=2) not in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--processes", "0"], "--processes"), (["--processes", "2", "--scheduler", "there:1"], "--scheduler")],
)
def test_what_cannot_be_asked_for_is_wrong_usage(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str, language: str
) -> None:
    try:
        code = main([*FEW, *arguments, "--lang", language])
    except SystemExit as exit:
        code = exit.code  # type: ignore[assignment]
    shown = capsys.readouterr().err
    assert code == 2
    assert said in shown
    assert ("not allowed" in shown) <= (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_dask_it_says_how_to_install_it(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*FEW, "--scheduler", "tcp://127.0.0.1:8786", "--lang", language]) == 1
    assert 'pip install "lynx-tutor[cluster]"' in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "\x1b[31m:1"])
def test_where_no_scheduler_answers_it_says_so_within_seconds(
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    address: str,
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(cluster, "TIMEOUT_S", 0.2)
    assert main([*FEW, "--scheduler", address, "--lang", language]) == 1
    shown = capsys.readouterr()
    assert address.replace("\x1b", "␛") in shown.err
    assert shown.out == ""
    assert "Traceback" not in shown.err


TROUBLES = {
    "no_workers": {"address": "there:1"},
    "differs": {"worker": "there:2", "differing": "NumPy 2.0.1 ≠ 2.4.0"},
    "cannot": {"worker": "there:2", "error": "MemoryError: "},
    "gone": {"address": "there:1"},
    "process_died": {},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", TROUBLES)
def test_every_trouble_of_those_who_train_has_a_sentence(
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    what: str,
) -> None:
    def raises(address: str) -> None:
        raise ExecutorError(what, **TROUBLES[what])

    monkeypatch.setattr(cluster, "cluster", raises)
    assert main([*FEW, "--scheduler", "there:1", "--lang", language]) == 1
    shown = capsys.readouterr().err
    assert all(value in shown for value in TROUBLES[what].values())
    assert "Traceback" not in shown
