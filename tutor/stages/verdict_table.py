"""What was said beside what happened: two lines a question, and who was right. Pure: a state in, words out."""

from textual.content import Content

from lessons.cascade import Answer, State, verdicts
from lessons.grading import Verdict
from lessons.schema import Prose, Question
from tutor.learner import Place
from tutor.text import Text
from tutor.wording import both_sides, short_answer, truth_words


def verdict_table(text: Text, page: Prose, place: Place, state: State) -> Content:
    """The score, and then every question."""
    found = verdicts(place.lesson, state)
    right = sum(verdict.right for _, verdict in found)
    lines = [Content.assemble((text("observe.score", right=right, count=len(found)), "bold $accent"))]
    for question, verdict in found:
        answer = state.answers[question.id]
        lines += verdict_lines(text, page, question, verdict, answer, question.experiment)
    return Content("\n").join(lines)


def verdict_lines(
    text: Text, page: Prose, question: Question, verdict: Verdict, answer: Answer, task: str
) -> list[Content]:
    """The question, the answer and the truth; below it the measurements, and the guess that many would make."""
    mark, style = ("✓", "$success") if verdict.right else ("✗", "$error")
    if verdict.truth is None:
        mark, style = "○", "$muted"
    said = short_answer(text, page, question, answer.value)
    lines = [
        Content.assemble(
            (f"{mark} {text(f'metric.{question.metric}')} · {task}  ", f"bold {style}"),
            f"{text('observe.said')} ",
            (said, "bold"),
            f" ({round(answer.confidence * 100)} %) → ",
            (truth_words(text, page, question, verdict), "bold $accent"),
        ),
        Content.assemble((f"  {both_sides(text, question, verdict)}", "$muted")),
    ]
    if question.popular and question.popular != verdict.truth:
        guess = short_answer(text, page, question, question.popular)
        lines.append(Content.assemble((f"  {text('observe.popular', answer=guess)} ✗", "$warning")))
    return lines
