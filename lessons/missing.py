"""What is still to be done before a step can be entered."""

from lessons.plan import Step, Steps
from lessons.state import State
from lessons.text import Text


def why_not_yet(steps: Steps, state: State, number: int, text: Text) -> str:
    """Say what has to be done first, and in which step; nothing where the step can be entered."""
    for place, step in enumerate(steps.all[: max(0, number)]):
        if place >= state.furthest and not step.done(state):
            what = still_to_do(step, state, text)
            return text("missing.first", number=place + 1, step=text(f"stage.{step.kind}"), what=what)
    return ""


def still_to_do(step: Step, state: State, text: Text) -> str:
    if step.kind not in ("predict", "trace"):
        return text(f"missing.{step.kind}")
    questions = getattr(step, "questions", ())
    left = sum(question.id not in state.answers for question in questions)
    return text("missing.questions_one" if left == 1 else "missing.questions", count=left)
