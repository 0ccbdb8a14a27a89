"""Anything in any event of any journal: nothing raises, and nothing that a terminal or a browser obeys comes out."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from tests.tutor.payloads.commanded import DOCUMENTED, all_commands, written
from tests.tutor.payloads.harm import harm_in
from tests.tutor.payloads.journals import Story, as_file, recorded, walked
from tests.tutor.payloads.shown import everything, learner_of
from tests.tutor.payloads.spoiling import stories
from tutor.reports import export
from tutor.understood import why_left_out
from tutor.words.text import LANGUAGES, Text

pytestmark = pytest.mark.painted


def times(count: int) -> settings:
    return settings(
        max_examples=count,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


languages = some.sampled_from(LANGUAGES)


def test_a_walk_of_every_lesson_and_every_recorded_journal_is_understood_whole(tmp_path: Path) -> None:
    for number, story in enumerate((*walked(), *recorded())):
        learner = learner_of(tmp_path / str(number), as_file(story))
        assert len(learner.journal.events) == len(story)
        assert not [event for event in learner.journal.events if why_left_out(event)]
        assert all(state.finished for state in learner.fold.states.values()) or story in recorded()


@times(30)
@given(story=stories(), language=languages)
def test_every_page_note_and_report_can_be_shown_and_is_inert(story: Story, language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        learner = learner_of(Path(folder) / "ana", as_file(story))
        for layer, shown in everything(learner, Text(language)):
            assert not harm_in(layer, shown), layer


@pytest.mark.slow
@times(60)
@given(story=stories())
def test_what_is_left_out_is_as_if_it_were_not_there(story: Story) -> None:
    with tempfile.TemporaryDirectory() as folder:
        learner = learner_of(Path(folder) / "ana", as_file(story))
        left = {event.id for event in learner.journal.events if why_left_out(event)}
        ours = [event.id not in left for event in learner.journal.events]
        if len(ours) != len(story):  # what scanning sets aside is another matter
            return
        without = tuple(each for each, counts in zip(story, ours, strict=True) if counts)
        other = learner_of(Path(folder) / "ben", as_file(without))
        assert learner.fold.preferences == other.fold.preferences
        for place, state in other.fold.states.items():
            assert repr(learner.state(place)) == repr(state)  # where a NaN is itself


@pytest.mark.slow
@times(8)
@given(story=stories(), language=languages)
def test_every_command_ends_with_a_documented_code_and_prints_nothing_active(
    story: Story, language: str
) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            export, "trained_again", lambda *_: {}
        )  # runs of a journal are tried in their own tests
        home, other = Path(folder), Path(folder) / "handed-in.toml"
        learner_of(home / "learners" / "ana", as_file(story))
        other.write_bytes(as_file(tuple(reversed(story)), "ben"))
        for command in all_commands(home, other, language):
            done = command()
            assert done.code in DOCUMENTED, done
            assert not harm_in(done.layer if done.code == 0 else "terminal", done.out), done.asked
            assert not harm_in("terminal", done.err), done.asked
        for name, page in written(home):
            assert not harm_in(name, page), name
