"""A drawing is drawn in a process that has trained nothing before."""

import subprocess
import sys

DRAW = """
from lessons.load import load_course
from lessons.runs.drawings import draw
lesson = load_course().lessons["one-neuron"]
text = type("Text", (), {"language": "en", "__call__": lambda self, key, **_: key, "has": lambda self, key: False})()
for drawing in lesson.drawings.values():
    assert draw(drawing, lesson.prose["en"], text)
"""


def test_activations_are_drawn_before_anything_is_trained() -> None:
    subprocess.run([sys.executable, "-c", DRAW], check=True)
