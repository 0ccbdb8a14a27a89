"""An event that no program wrote is left alone in the file, counts for nothing, and the doctor says where it is."""

from datetime import UTC, datetime

import pytest

from progress.event import PREFERENCE, REVIEW
from tests.tutor.conftest import LESSON, place_of
from tests.tutor.plain_learner import Plain, plain_at
from tests.tutor.stories import Happening, as_file, learner_of, stories_told
from tutor.records import from_event
from tutor.shell.maintain import why_left_out
from tutor.words.text import LANGUAGES


@pytest.mark.parametrize(
    "metrics",
    [
        {"final_loss": 5},
        {"final_loss": [1, 2]},
        {"final_loss": {"healthy": 0.5}},
        {"final_loss": {"healthy": "low"}},
        {"final_loss": {"healthy": {"median": "low"}}},
        {"final_loss": {"healthy": {"median": True}}},
        {"final_loss": {"healthy": {"median": 10**400}}},
        {"final_loss": {"healthy": {"p5": [1]}}},
        {"curve": {"broken": {"word": 3}}},
        {"curve": {"broken": {"word": "flat", "share": {}}}},
        {"curve": {"broken": {"word": "flat", "losses": 0.5}}},
        {"curve": {"broken": {"word": "flat", "losses": [0.5, "none"]}}},
        "metrics",
        [],
    ],
)
def test_a_sweep_whose_summaries_are_none_is_no_sweep(metrics):
    assert from_event("sweep", {"experiment": "additive", "metrics": metrics}) is None


def test_what_a_terminal_obeys_is_shown_as_a_picture_and_letters_of_every_script_stay():
    act = from_event("reflection", {"text": "a\x00b\x1b[2J\x9b\u202ec\r\nñ 漢字 👩\u200d🔬\tend"})
    assert act is not None
    assert vars(act)["text"] == "a␀b␛[2J⟨U+009B⟩⟨U+202E⟩c\nñ 漢字 👩\u200d🔬\tend"


def test_every_event_that_the_program_wrote_is_understood(tmp_path):
    for number, story in enumerate(stories_told()):
        events = learner_of(tmp_path / str(number), as_file(story)).journal.events
        assert len(events) == len(story)
        assert not any(map(why_left_out, events))


ODD = (
    Happening("opened", LESSON, {"mode": "open"}),
    Happening("sweep", LESSON, {"mode": "open", "experiment": "additive", "metrics": {"final_loss": 5}}),
    Happening("opened", LESSON, {"mode": "open"}, datetime(9999, 1, 1, tzinfo=UTC)),
    Happening("dreamt\x1b[2J", LESSON, {"of": "lynxes"}),
    Happening(PREFERENCE, None, {"name": "language", "value": "fr"}),
    Happening(REVIEW, LESSON, {"right": "perhaps"}),
    Happening("opened", "elsewhere/lesson\x1b[2J", {}),
)
TOLD = {
    "en": ("does not say what this", "which no clock tells", "of a kind that", "not in this course", "none counts"),
    "es": ("no dice nada que", "no da ningún reloj", "de una clase que", "no están en este curso", "ninguno cuenta"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor_names_each_by_id_and_line_and_says_what_to_do(home, shell, language):
    learner = learner_of(home / "learners" / "ana", as_file(ODD))
    learner.folder.chmod(0o700)
    path = learner.folder / "progress.toml"
    path.chmod(0o600)
    before = path.read_bytes()
    told = shell("doctor", "--learner", "ana", "--lang", language)
    for words in TOLD[language]:
        assert words in told
    for number, event in enumerate(learner.journal.events):
        line = before[: before.index(event.id.encode())].count(b"\n") + 1
        named = any(event.id in each and f" {line}:" in each for each in told.splitlines())
        assert named == (number in (1, 2, 3, 4, 5)), told
    assert told.replace("\n", "").isprintable()
    shell("doctor", "--mend", "--learner", "ana", "--lang", language)
    assert path.read_bytes() == before  # nothing of it is taken away


def test_many_are_summed_up(home, shell):
    learner_of(home / "learners" / "ana", as_file(ODD[1:2] * 30))
    shell("doctor", "--mend", "--learner", "ana")
    told = shell("doctor", "--learner", "ana", "--lang", "en")
    assert told.count("does not say what") == 8
    assert "22 further events" in told


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 19, "٣" * 40])
def test_a_number_that_nobody_means_is_no_number_in_plain_lines(home, digits):
    plain: Plain = plain_at(home, "run")
    given = [digits, f"{digits}?", "1", f"step {digits}", f"watch {digits}", f"g {digits}", "m", "q"]
    assert plain.run(given) == 0
    plain = plain_at(home / "other", "hints", mode="blind")
    assert plain.run([f"minimodel/optim.py:{digits}", digits, "q"], place_of("blind")) == 0
    assert not plain.learner.state(place_of("blind")).points
