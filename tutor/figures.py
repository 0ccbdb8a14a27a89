"""The figures of lessons that the index does not have: those of packs, and of lessons that are being written."""

from functools import lru_cache

from lessons.course.lesson.figures import Figures, with_figures
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.engine.job import Job, last_item
from lessons.engine.process import CodeEnded
from tutor.training import HERE, doer_of, ended_words
from tutor.words.text import Text


def figured(lesson: Lesson, in_pack: bool, text: Text) -> Lesson:
    """Return a lesson with all that its pages show; what a pack has to compute, in a process. Raises LessonError."""
    if lesson.has_figures:
        return lesson
    try:
        return computed(lesson, in_pack)
    except CodeEnded as ended:
        raise LessonError(ended_words(ended, text)) from None


@lru_cache(32)
def computed(lesson: Lesson, in_pack: bool) -> Lesson:
    texts = {language: Text(language) for language in LANGUAGES}
    doer = doer_of(in_pack) if in_pack else HERE
    return with_figures(lesson, last_item(doer.items(Job("lessons.runs.figures:figures", (lesson, texts), Figures))))
