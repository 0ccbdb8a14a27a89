"""What is said of each check of a lab: done, not done and why, or not tried."""

from collections.abc import Iterator

from lessons import hunt
from lessons.acts import Judged
from lessons.behaviour import UNTRIED, Checked, checks_of
from lessons.exercise import Lab, LabCheck
from lessons.page import Block, Words
from lessons.text import Text

NUMBERS = (
    "raises",
    "parameters",
    "shape",
    "value",
    "gradient",
    "untrained",
)  # reasons whose detail says it all


def lab_blocks(judged: Judged, lab: Lab, text: Text) -> list[Block]:
    """The verdict; then each check, where they were told one by one."""
    checked = checks_of(judged.behaviour)
    if len(checked) != len(lab.checks):
        return [hunt.judged_words(judged, True, text)]
    if judged.passed:
        return [hunt.judged_words(judged, True, text), *checks(lab, checked, text)]
    done = sum(each.reason == "passed" for each in checked)
    score = Words(text("lab.score", done=done, count=len(checked)), "bad")
    return [score, *sorted(checks(lab, checked, text), key=lambda words: words.tone != "wrong")]


def checks(lab: Lab, checked: tuple[Checked, ...], text: Text) -> Iterator[Words]:
    for check, each in zip(lab.checks, checked, strict=True):
        words = check_words(check, text)
        if each.reason == "passed":
            yield Words(words, "right")
        elif each.reason == UNTRIED:
            yield Words(text("lab.untried", check=words), "note")
        else:
            yield Words(f"{words}. {why(check, each, text)}", "wrong")


def why(check: LabCheck, each: Checked, text: Text) -> str:
    """Why a check does not hold: the numbers, where what they mean was said just now."""
    if each.reason in NUMBERS:
        return each.detail.removeprefix(case_of(check)).lstrip(":, ")
    return hunt.judged_words(Judged(False, each.reason, each.detail), True, text).markdown


def case_of(check: LabCheck) -> str:
    """What is made, and with which inputs."""
    from lessons.runs import lab_checks  # with NumPy, which opening a lesson does not need

    if "inputs" in check.options:
        return lab_checks.case_words(check.options)
    return lab_checks.made_words(check.options) if "of" in check.options else ""


def check_words(check: LabCheck, text: Text) -> str:
    """What a check asks for, in a few words."""
    options, uses = check.options, check.options.get("uses", ())
    listed = ", ".join(map(str, uses)) if isinstance(uses, list | tuple) else ""
    task, below = options.get("task", ""), options.get("below", "")
    name = text(f"draw.{task}") if text.has(f"draw.{task}") else task
    return text(f"lab.check_{check.name}", case=case_of(check), uses=listed, task=name, below=below)
