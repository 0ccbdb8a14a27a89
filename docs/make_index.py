"""Write the course's index: what the map shows of each lesson, and the figures of its pages.

`python docs/make_index.py` writes `lessons/index.json`; a test fails where that is not what this would write.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lessons.course.lesson.values import LANGUAGES
from lessons.format.course import INDEX, checksum, load_lesson, read_heading
from lessons.format.course_file import read_course
from lessons.format.files import CONTENT, COURSE, OF_LESSON
from lessons.plain_data import encode
from lessons.runs.figures import figures
from tutor.words.text import Text


def index(content: Path = CONTENT) -> dict[str, Any]:
    course = read_course(content)
    listed = {"tracks": list(map(asdict, course.tracks)), "renamed": course.renamed, "concepts": course.concepts}
    texts = {language: Text(language) for language in LANGUAGES}
    found: dict[str, Any] = {COURSE: {"files": checksum(content, (COURSE,)), **listed}}
    for name in course.names:
        folder = content / name
        drawn = encode(figures(load_lesson(folder), texts)).decode().rstrip()
        found[name] = {
            "files": checksum(folder, OF_LESSON),
            "heading": read_heading(folder)._asdict(),
            "figures": drawn,
        }
    return found


if __name__ == "__main__":
    INDEX.write_text(json.dumps(index(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
