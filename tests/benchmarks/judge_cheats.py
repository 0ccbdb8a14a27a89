"""What each way to cheat, hang or escape the judge costs a learner: seconds, and the words they read.

python tests/benchmarks/judge_cheats.py [FAMILY] [--lang es]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from lessons.acts import Judged
from lessons.hunt import judged_words
from lessons.runs.edits import edited_text, healthy_text
from lessons.runs.judge import judge_text, what_is_not_limited
from tests.lessons.runs.cheats.cheat import BREAK, FILE, LAB
from tests.lessons.runs.cheats.every import CHEATS
from tutor.words.text import Text

WIDTH = 160


def honest() -> dict[str, float]:
    """The seconds that a right repair and a right lab take, the median of five."""
    assert LAB.lab is not None
    repaired = {FILE: healthy_text(FILE).replace("return x.gelu()", "return 1 * x.gelu()")}
    written = {LAB.lab.file: LAB.lab.solution + "\n# mine\n"}
    found = {}
    for name, lesson, files in (("repair", BREAK, repaired), ("lab", LAB, written)):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            assert judge_text(lesson, files).passed
            times.append(time.perf_counter() - start)
        found[name] = statistics.median(times)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("family", nargs="?", default="")
    parser.add_argument("--lang", default="en")
    asked = parser.parse_args()
    assert edited_text(BREAK.edits, FILE) != healthy_text(FILE)
    print("not limited here:", ", ".join(what_is_not_limited()) or "nothing")
    print("honest:", ", ".join(f"{name} {seconds:.2f} s" for name, seconds in honest().items()))
    text, passed, family = Text(asked.lang), 0, ""
    for number, cheat in enumerate(CHEATS, 1):
        if asked.family not in cheat.family:
            continue
        if cheat.family != family:
            family = cheat.family
            print(f"\n{family}")
        start = time.perf_counter()
        found = judge_text(cheat.lesson, cheat.files(), cheat.seconds)
        seconds, passed = time.perf_counter() - start, passed + found.passed
        words = judged_words(
            Judged(found.passed, found.reason, found.detail, ""), bool(cheat.lab), text
        ).markdown
        print(f"{number:>4} {seconds:5.2f} s  {found.reason:<11} {cheat.way:<62} {words[:WIDTH]}", flush=True)
    print(f"\n{passed} passed")


if __name__ == "__main__":
    main()
