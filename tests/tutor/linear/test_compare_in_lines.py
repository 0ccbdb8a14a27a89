"""A comparison in plain lines: chosen, bet on, run and judged as in the app; kept; and one run that may refute it."""

import pytest

from progress.calibration import judged
from progress.event import FINDING
from tests.tutor.conftest import make_learner
from tests.tutor.plain_learner import Plain, assert_readable

CHOSEN = ("play xor", "c", "2", "", "3", "2", "1")  # width 8 and 4, final loss, on eight seeds
JUDGED = ("3", "2", "s", "four")
EXPLAINED = ("e", "too few", "wide=1", "e", "too few", "width=1", "1", "", "", "", "m")
TOLD = {
    "en": ("compare, now model", "You said “lower”, 75 % sure.", "no setting wide", "“too few” predicted this run"),
    "es": ("comparar, ahora modelo", "Dijiste «menor», con un 75", "ningún ajuste wide", "«too few» predijo lo"),
}


@pytest.mark.parametrize("language", TOLD)
def test_the_whole_story(home, language):
    plain = Plain(make_learner(home), language)
    plain.run((*CHOSEN, *JUDGED, *EXPLAINED))
    said = " ".join(plain.told)
    assert [words for words in (*TOLD[language], "lynx-tutor compare xor --b width=4") if words not in said] == []
    for words in plain.told:
        assert_readable(words)
    events = make_learner(home).journal.events
    assert [event.payload["text"] for event in events if event.kind == FINDING] == ["four"]
    assert [each.confidence for each in judged(events)] == [0.75, None]
