"""Instruments see a fault in PyTorch and in minimodel, say nothing of healthy setups, and leave each as it was."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import minimodel as mm
from lessons.course.lesson.instrument import ORDINARY, UNREAD, instrument_words
from lessons.format.course import load_course
from lessons.format.files import CONTENT
from lessons.instruments.setup import TrainingSetup
from lessons.instruments.table import instruments, read_all, read_with
from lessons.runs.setups import setup_of
from minimodel import nn, optim

ROOT = Path(__file__).parents[3] / "lessons" / "instruments"
ATLAS = (ROOT.parents[1] / "docs" / "atlas.md").read_text(encoding="utf-8")
MOST_FALSE_ALARMS = 1
LEAST_SEEN = 0.9


def setup(*, broken=False):
    mm.manual_seed(0)
    draw = np.random.default_rng(0)
    x = draw.normal(size=(40, 6))
    y = (x[:, 0] > 0) + 2 * (x[:, 1] > 0)
    model = nn.Sequential(nn.Linear(6, 16), nn.Dropout(0.1), nn.Identity() if broken else nn.ReLU(), nn.Linear(16, 4))
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    return TrainingSetup(model, nn.CrossEntropyLoss(), optimizer, (x, y.astype(int)), held_out=(x[:9], y[:9]))


def test_every_instrument_has_a_function_and_every_finding_its_words_in_both_languages():
    assert len(instruments()) >= 16
    source = "".join(file.read_text(encoding="utf-8") for file in ROOT.glob("*.py"))
    for name in instruments():
        own = instrument_words()[name]
        findings = {key: words for key, words in own.items() if "says" in words}
        texts = [own[key] for key in ("name", "asks", "normal", "ordinary")]
        for key, words in findings.items():
            assert f'"{key}"' in source
            assert all((CONTENT / lesson).is_dir() for lesson in words["lessons"])
            texts += [words["says"], words["means"]]
        assert all(len({tuple(sorted(re.findall(r"{(\w+)", text))) for text in each.values()}) == 1 for each in texts)


def test_minimodel_is_read_and_left_as_it_was():
    before = setup()
    weights = before.weights()
    found = {each.instrument: each for each in read_all(before)}
    assert [each for each in found.values() if each.finding not in (ORDINARY, UNREAD)] == [found["shuffled_rows"]]
    assert found["shuffled_rows"].finding == "leak"  # the held-out rows are among the others
    assert {name for name, each in found.items() if each.finding == UNREAD} == {"tomorrow"}
    assert all(np.array_equal(values, weights[name]) for name, values in before.weights().items())
    assert [each.finding for each in read_with("straight", setup(broken=True))] == ["linear"]


def test_labels_of_several_numbers_a_row_name_no_class_and_a_column_of_numbers_does():
    many, one = setup(), setup()
    many.batch = (many.batch[0], np.eye(4, dtype=int)[many.batch[1]])
    one.batch = (one.batch[0], one.batch[1][:, None])
    assert (many.class_axis, one.class_axis) == (None, 1)


def test_what_decay_takes_in_the_first_step_is_not_the_rate_s():
    of = setup()
    of = TrainingSetup(of.model, of.loss, optim.AdamW(of.model.parameters(), lr=0.01, weight_decay=5.0), of.batch)
    assert [each.finding for each in read_with("moved", of)] == ["decay"]


def test_a_place_whose_answer_depends_on_how_many_words_follow_is_seen_and_rows_of_one_length_are_no_fault():
    healthy, broken = load_course().lessons["cut-across"].symptom.arms
    reads = {arm.name: read_with("tomorrow", setup_of(arm, 0)) for arm in (healthy, broken)}
    assert [each.finding for each in reads["healthy"] + reads["broken"]] == [ORDINARY, "length"]
    of_one_length = setup_of(healthy, 0)
    of_one_length.model.forward = lambda x, asked=of_one_length.model.forward: asked(x) + mm.Tensor(np.zeros((7, 1)))
    assert [each.finding for each in read_with("tomorrow", of_one_length)] == [ORDINARY]


@pytest.mark.slow
def test_the_atlas_sees_every_break_and_tells_them_apart():
    rows = set(re.findall(r"^\| ([a-z-]+) \|", ATLAS, re.MULTILINE)) - {"break"}
    assert rows == {each.id for each in load_course().headings.values() if each.is_break}, "python docs/make_atlas.py"
    seen, breaks = map(int, re.search(r"half of the seeds: (\d+) of (\d+)", ATLAS).groups())
    apart, pairs = map(int, re.search(r"told apart: (\d+) of (\d+)", ATLAS).groups())
    assert seen == breaks
    assert apart >= 0.85 * pairs


def twin(made):
    more = {name: value for name, value in vars(made).items() if name != "made"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            each.finding
            for each in read_all(TrainingSetup(*made.made, **more))
            if each.finding not in (ORDINARY, UNREAD)
        ]


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


@pytest.mark.slow
def test_of_the_faults_of_breaks_and_work_nine_in_ten_are_seen_in_pytorch(torch):
    from tests.lessons.instruments.work import TWINS

    missed = []
    for name, make in TWINS.items():
        torch.manual_seed(0)
        if not twin(make(True)):
            missed.append(name)
    assert len(missed) <= (1 - LEAST_SEEN) * len(TWINS), missed


@pytest.mark.slow
def test_of_sixty_healthy_setups_one_may_raise_an_alarm(torch):
    from tests.lessons.instruments.honest import HONEST
    from tests.lessons.instruments.work import TWINS

    makes = {**{name: lambda make=make: make(False) for name, make in TWINS.items()}, **{m.__name__: m for m in HONEST}}
    assert len(makes) >= 60
    alarms = {}
    for name, make in makes.items():
        torch.manual_seed(0)
        if found := twin(make()):
            alarms[name] = found
    assert len(alarms) <= MOST_FALSE_ALARMS, alarms


@pytest.mark.slow
def test_of_eight_faults_without_a_lesson_only_a_label_that_is_left_out_on_purpose_is_not_seen(torch):
    from tests.lessons.instruments.faults import FURTHER

    seen = {}
    for make in FURTHER:
        torch.manual_seed(0)
        seen[make.__name__] = twin(make())
    assert [name for name, found in seen.items() if not found] == ["end_never_learnt"]
