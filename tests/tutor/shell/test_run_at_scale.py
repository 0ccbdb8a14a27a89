"""`run` with very many seeds, on all cores or on a cluster: the same numbers, and troubles in sentences."""

import sys
from argparse import Namespace
from unittest.mock import MagicMock

import pytest

from lessons.engine import chunks
from lessons.engine.chunks import ExecutorError, Sweep
from tests.lessons.runs.drawing import alone
from tests.tutor.conftest import LESSON
from tutor.exits import Refused
from tutor.shell.run import chosen_executor, trouble_in_sentences
from tutor.words.text import LANGUAGES, Text

FEW = ("run", LESSON, "--seeds", "66", "--steps", "3")


def test_processes_print_what_one_process_prints(shell):
    one, two = (shell(*FEW, "--json", "--processes", count) for count in ("1", "2"))
    assert one == two


def test_as_many_processes_as_there_are_cores_or_chunks_and_none_for_one(monkeypatch):
    pool = MagicMock()
    monkeypatch.setattr("tutor.shell.run.cores", lambda: 8)
    monkeypatch.setattr("tutor.shell.run.Pool", pool)
    few, many = (Sweep(alone(), tuple(range(count))) for count in (3, 200))
    for sweeps, count in (([few, few], None), ([few, many], None), ([many], 2), ([few], 2), ([few, few], 2)):
        with chosen_executor(None, Namespace(scheduler=None, processes=count), sweeps):
            pass
    assert [call.args[0] for call in pool.call_args_list] == [5, 2, 2]


def test_curves_of_the_first_seeds_say_so(shell, monkeypatch):
    all_of_them = shell("run", LESSON, "--seeds", "2", "--steps", "3", "--lang", "es")
    assert Text("es")("cli.drawn", drawn=2, seeds=2) not in all_of_them
    monkeypatch.setattr(chunks, "LOSSES", 1)
    printed = shell(*FEW, "--processes", "1", "--lang", "es")
    assert printed.count(Text("es")("cli.drawn", drawn=64, seeds=66)) == 3  # of each experiment


def test_what_cannot_be_asked_for_is_wrong_usage(shell, monkeypatch):
    monkeypatch.setattr("tutor.shell.run.MAX_SEEDS", 2)
    shell("run", LESSON, "--seeds", "2", "--steps", "1")
    assert "--seeds" in shell("run", LESSON, "--seeds", "3", "--steps", "1", code=2)
    monkeypatch.undo()
    assert "--processes" in shell(*FEW, "--processes", "0", code=2)
    assert "--scheduler" in shell(*FEW, "--processes", "2", "--scheduler", "there:1", code=2)


def test_without_dask_it_says_how_to_install_it(shell, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    printed = shell(*FEW, "--scheduler", "tcp://127.0.0.1:8786", code=1)
    assert 'pip install "lynx-tutor[cluster]"' in printed


def test_where_no_scheduler_answers_it_says_so_within_seconds(shell, monkeypatch):
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr("lessons.engine.cluster.TIMEOUT_S", 0.2)
    printed = shell(*FEW, "--scheduler", "\x1b[31m:1", code=1)
    assert printed.strip() == Text("en")("sweep.nobody", address="␛[31m:1")


TROUBLES = {
    "no_workers": {"address": "there:1"},
    "differs": {"worker": "there:2", "differing": "NumPy 2.0.1 ≠ 2.4.0"},
    "cannot": {"worker": "there:2", "error": "MemoryError: "},
    "gone": {"address": "there:1"},
    "process_died": {},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", TROUBLES)
def test_every_trouble_of_those_who_train_has_a_sentence(what, language):
    with pytest.raises(Refused) as refused, trouble_in_sentences(Text(language)):
        raise ExecutorError(what, **TROUBLES[what])
    assert str(refused.value) == Text(language)(f"sweep.{what}", **TROUBLES[what])
    assert all(value in str(refused.value) for value in TROUBLES[what].values())
