"""Questions: what answers one, what the runs say to it, and what a guess is worth. `kinds.py` has a class a kind."""

from lessons.course.lesson import WORKED, Prose, Question
from lessons.course.page import Text
from lessons.course.questions.kinds import KINDS, Kind
from lessons.course.state import Answer

MOST_CONFIDENT = 0.99
SURE = (0.75, 0.95)  # fairly, and certainly


def kind_of(question: Question) -> Kind:
    return KINDS[question.kind]


def is_usable(question: Question, answer: str) -> bool:
    return kind_of(question).understood(question, answer) is not None


def why_unusable(question: Question, text: Text) -> str:
    name = "percent" if question.percent and question.kind == "number" else question.kind
    return text(f"wrong.{name}")


def complaint(question: Question, answer: str, text: Text) -> str:
    """Say why an answer cannot be kept; nothing if it can. Shapes of one number are in journals, and asked no more."""
    understood = kind_of(question).understood(question, answer)
    one_number = question.kind == "shape" and not question.of and understood and len(understood) < 2
    return why_unusable(question, text) if understood is None or one_number else ""


def chance_of(question: Question) -> float:
    """Return what a pure guess gets right, which is never more than a coin toss."""
    return max(0.01, min(0.5, round(kind_of(question).chance(question), 2)))


def levels_of(question: Question, text: Text) -> dict[str, float]:
    """Say how sure one may be: a guess, fairly sure, certain. Nothing in a calculation, which is practice."""
    levels = () if question.experiment == WORKED else (chance_of(question), *SURE)
    return {text(f"predict.level_{n}", sure=f"{100 * each:.0f} %"): each for n, each in enumerate(levels, 1)}


def sure_words(answer: Answer, key: str, text: Text) -> str:
    """Say how sure one was, with the words of this key; nothing where nothing was said."""
    return text(key, sure=sure_number(answer)) if answer.confidence else ""


def sure_number(answer: Answer) -> str:
    """Return how sure one was, in per cent; a dash where nothing was said."""
    return f"{100 * answer.confidence:.0f} %" if answer.confidence else "—"


def short(words: str) -> str:
    return words.split(":")[0].strip()


def answer_words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return short(kind_of(question).words(question, answer, page, text))
