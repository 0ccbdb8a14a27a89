"""A learner with some weeks behind them, by hand: what they said, how sure, and whether the runs agreed."""

from datetime import date, timedelta

from tests.tutor.reports.conftest import NOON, RIGHT, File

FIRST_DAY = NOON.date()  # a Monday
LAST_DAY = FIRST_DAY + timedelta(days=10)
OPEN = {
    "accuracy-additive": (0.8, "same"),
    "steps": (0.9, "more"),
    "accuracy-agreement": (0.7, "77 %"),
    "curve": (0.6, "flat"),
    "loss-agreement": (0.8, "more"),
    "shape": (0.99, "5 x 23"),
    "rank": (0.9, "collapses"),
    "gap": (0.8, "zero"),
}
REVIEWS = {
    ("evidence", "three-wide"): (0.9, True),
    ("expressive-power", "straight-tanh"): (0.7, False),
    ("composition", "three-times"): (0.8, True),
}


def weeks_of_work(name: str = "ana", guess: str = "the linear layer?") -> File:
    """A lesson on a Monday, the same one blind on the two days after, and three reviews the Thursday after that."""
    file = File(name).add("opened", mode="open").add("moved", mode="open", stage="predict")
    for question, (sure, answer) in OPEN.items():
        file.add("verdict", mode="open", **verdict(question, answer, sure))
    for rung in (1, 2):
        file.add("guess", mode="open", rung=rung, guess=guess).add("rung", mode="open", rung=rung)
    file.add("pointed", mode="open", file="minimodel/nn/linear.py", line=3, found=False)
    file.add("pointed", mode="open", file="minimodel/nn/activations.py", line=3, found=True)
    file.add("repair", mode="open", passed=False, line="return 2 * x")
    file.add("repair", mode="open", passed=True, line="return x.gelu()").add("finished", mode="open")
    on(file, FIRST_DAY + timedelta(days=1)).add("opened", mode="blind").add(
        "moved", mode="blind", stage="predict"
    )
    on(file, FIRST_DAY + timedelta(days=2)).add("verdict", mode="blind", **verdict("steps", "same", 0.99))
    on(file, LAST_DAY)
    for (concept, sibling), (sure, right) in REVIEWS.items():
        said = {"concept": concept, "sibling": sibling, "round": 0, "answer": "same", "confidence": sure}
        file.add("recall", **said).add("review", **said, right=right, truth="same" if right else "more")
    return file


def verdict(question: str, answer: str, sure: float) -> dict[str, object]:
    """A prediction on the first lesson, and what its runs say of it."""
    right, truth = answer == RIGHT[question], RIGHT[question]
    return {"question": question, "answer": answer, "confidence": sure, "right": right, "truth": truth}


def on(file: File, day: date) -> File:
    file.now = file.now.replace(month=day.month, day=day.day)
    return file
