"""Plain lines for somebody new: where to begin, question by question."""

from lessons.placement import PlacementQuestion, load_placement
from tutor.lines import Lines, picked
from tutor.placing import Placing


def lesson_to_begin_with(lines: Lines) -> str:
    """Ask at most three questions, and propose a lesson: its id, or nothing where the learner wants none of it."""
    questions = load_placement()
    placing = Placing(questions)
    while questions and isinstance(here := placing.here, PlacementQuestion):
        answer = asked(lines, here)
        if answer is None:
            return ""
        placing = placing.answered(answer) if answer >= 0 else placing
    if not questions:
        return ""
    lines.say(placing.proposal(lines.learner, lines.text))
    assert isinstance(placing.here, str)
    return "" if lines.asked(lines.text("placement.sure")) else placing.here


def asked(lines: Lines, question: PlacementQuestion) -> int | None:
    """The number of an answer, from 0; -1 for words that are none, and None for no words at all."""
    language, count = lines.text.language, len(question.options)
    lines.say(question.ask[language])
    lines.say_all(f"{number}. {option.words[language]}" for number, option in enumerate(question.options, 1))
    words = lines.asked(lines.text("placement.which", count=count))
    return picked(words, count) - 1 if words else None
