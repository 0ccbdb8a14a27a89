"""The instruments over one break: each reads a run of it, and what it read is kept as long as the session."""

from collections.abc import Callable, Iterator
from typing import Any

from lessons.course.lesson.instrument import Readings, readings_in
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Block, Page, Train
from lessons.course.lesson.state import Looked
from lessons.course.steps.instrument_steps import instruments_page
from lessons.course.steps.plan import SEED
from lessons.engine.job import Job
from tutor.training import Doer, JobRun
from tutor.words.text import Text

Seen = tuple[Block, ...]


class InstrumentReader:
    """Those of a lesson. `watched`: the run that one is looking at, if there is one."""

    def __init__(self, lesson: Lesson, process: Doer, watched: Callable[[], Train | None]) -> None:
        self.lesson, self.process, self.watched = lesson, process, watched
        self.looks: dict[str, Readings] = {}
        self.symptoms: dict[str, Seen] = {}  # by language

    def page(self, text: Text) -> Page:
        return instruments_page(self.looks, text)

    def reading(self, instrument: str, text: Text) -> JobRun:
        """Return the job that looks with one at the watched arm, if that is edited, or else at the broken one."""
        symptom, seed = self.lesson.symptom, SEED
        assert symptom
        arm, watched = symptom.arms[-1], self.watched()
        if watched and (own := watched.experiment.arm(watched.experiment.main_arm)).edits:
            arm, seed = own, watched.seed or SEED
        inputs = arm, seed, instrument
        return JobRun(Job("lessons.runs.setups:read_arm", inputs, list[dict[str, Any]]), self.process, text)

    def symptom(self, language: str, measured: Iterator[Seen | None]) -> Iterator[Seen | None]:
        """Yield the symptom as it was seen before in this language; else as it is measured, and None until then."""
        known = self.symptoms.get(language)
        for blocks in (known,) if known else measured:
            self.symptoms |= {language: blocks} if blocks else {}
            yield blocks

    def keep(self, act: Looked, text: Text) -> Page:
        """Keep what one read, in no journal; return the page that shows it."""
        self.looks[act.instrument] = readings_in(act.instrument, act.readings)
        return self.page(text)
