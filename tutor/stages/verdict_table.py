"""What was said beside what happened: two lines a question, and who was right. Pure: a state in, words out."""

from textual.content import Content

from lessons.cascade import State
from lessons.grading import Verdict, grade
from lessons.schema import Prose, Question
from tutor.learner import Place
from tutor.text import Text
from tutor.wording import both_sides, short_answer, truth_words


def verdicts(place: Place, state: State) -> list[tuple[Question, Verdict]]:
    """Each question of this mode that was answered, with what the runs say."""
    return [
        (question, grade(question, state.answers[question.id].value, state.record))
        for question in place.lesson.questions_for(place.mode)
        if question.id in state.answers
    ]


def verdict_table(text: Text, page: Prose, place: Place, state: State) -> Content:
    """The score, and then every question."""
    found = verdicts(place, state)
    right = sum(verdict.right for _, verdict in found)
    lines = [Content.assemble((text("observe.score", right=right, count=len(found)), "bold $accent"))]
    for question, verdict in found:
        lines += verdict_lines(text, page, question, verdict, state)
    return Content("\n").join(lines)


def verdict_lines(
    text: Text, page: Prose, question: Question, verdict: Verdict, state: State
) -> list[Content]:
    """The question, the answer and the truth; below it the measurements, and the guess that many would make."""
    answer = state.answers[question.id]
    mark, style = ("✓", "$success") if verdict.right else ("✗", "$error")
    said = short_answer(text, page, question, answer.value)
    lines = [
        Content.assemble(
            (f"{mark} {text(f'metric.{question.metric}')} · {question.experiment}  ", f"bold {style}"),
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
