"""Anything in any event of any journal: nothing raises, and nothing that a terminal or a browser obeys comes out."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from tests.tutor.payloads.harm import harm_in
from tests.tutor.payloads.journals import Story, as_file, recorded, walked
from tests.tutor.payloads.shown import everything, learner_of
from tests.tutor.payloads.spoiling import stories
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


@times(12)
@given(story=stories(), language=languages)
def test_every_page_note_and_report_can_be_shown_and_is_inert(story: Story, language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        learner = learner_of(Path(folder) / "ana", as_file(story))
        for layer, shown in everything(learner, Text(language)):
            assert not harm_in(layer, shown), layer
