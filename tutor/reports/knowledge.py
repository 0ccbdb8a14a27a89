"""What a learner knows: each idea that came back in a new form on a later day, and was answered rightly then."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tutor.reports.ideas import Idea
from tutor.reports.markdown import table
from tutor.reports.words import concept_words, day, percent
from tutor.words.text import Text

if TYPE_CHECKING:
    from tutor.reports.learner_report import LearnerReport


def certificate(report: "LearnerReport", text: Text) -> Iterator[str]:
    """Write what stands, and then, by name alone, what has still to come back."""
    known = [idea for idea in report.ideas if idea.is_known]
    open_ones = [idea for idea in report.ideas if not idea.is_known]
    if not report.ideas:
        return
    yield f"## {text('known.title')}"
    yield text("known.about")
    yield known_table(known, report, text) if known else text("known.none")
    if open_ones:
        names = [concept_words(idea.concept, report.course, text) for idea in open_ones]
        yield f"{text('known.open')} {'; '.join(names)}."


def known_table(known: Sequence[Idea], report: "LearnerReport", text: Text) -> str:
    keys = ("export.idea", "known.kept", "known.last", "report.confidence", "report.came_true")
    rows = [
        [
            concept_words(idea.concept, report.course, text),
            text("map.tally", done=idea.kept, count=idea.asked),
            day(idea.last) if idea.last else "",
            percent(idea.calibration.mean_confidence),
            percent(idea.calibration.accuracy),
        ]
        for idea in known
    ]
    return table([text(key) for key in keys], rows)
