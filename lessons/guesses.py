"""What a learner guessed before a hint, beside what the hints have revealed: right, or another file or function."""

import re

from lessons.lesson import Edit
from lessons.outline import NAME, names
from lessons.runs.edits import edited_lines, edited_text, healthy_text
from lessons.source import function_at, source_files

MOST_FIRST = ("fix", "line", "function", "module")  # what a guess can be right about, the most telling first
ENDING = ".py"


def about_guess(guess: str, edits: tuple[Edit, ...], revealed: tuple[str, ...]) -> str:
    """What a guess was right about, of what is revealed by now: `right_function`; or `other_module`; or nothing.

    Nothing is said of what no hint has revealed, and nothing where a guess names no place.
    """
    for what in MOST_FIRST:
        if what in revealed and agrees(guess, what, edits[0]):
            return f"right_{what}"
    files = files_in(" ".join(filter(is_a_name, NAME.findall(guess))))
    return "other_module" if "module" in revealed and files and edits[0].file not in files else ""


def is_a_name(word: str) -> bool:
    """Whether a word can only be the name of a class, a function or a file: `loss` alone may be just a word."""
    return word.endswith(ENDING) or word[0].isupper() or "_" in word or "." in word.rstrip(".")


def agrees(guess: str, what: str, edit: Edit) -> bool:
    """Whether a guess says what a hint of this kind reveals."""
    lines = edited_lines((edit,), edit.file)
    if what == "fix":
        return says_code(guess, healthy_text(edit.file).splitlines()[lines[0] - 1 : lines[-1]])
    text = edited_text((edit,), edit.file)
    if what == "line":
        code = text.splitlines()[lines[0] - 1 : lines[-1]]
        return any(int(number) in lines for number in re.findall(r"\d+", guess)) or says_code(guess, code)
    if what == "function":
        function = function_at(text, lines[0]).lower()
        return any(name.lower() in (function, function.split(".")[0]) for name in NAME.findall(guess))
    return edit.file in files_in(guess)


def says_code(guess: str, lines: list[str]) -> bool:
    """Whether a guess holds one of these lines of code, blanks aside."""
    said = "".join(guess.split())
    return any(code in said for line in lines if len(code := "".join(line.split())) > len("pass"))


def files_in(guess: str) -> set[str]:
    """The files of minimodel that a guess names: by their name, or by a class or function that stands in them."""
    said = {name.lower().removesuffix(ENDING) for name in NAME.findall(guess)}
    stems = {file for file in source_files() if file.rpartition("/")[2].removesuffix(ENDING) in said}
    return stems or {place.file for name, place in names().items() if name.lower() in said}
