"""The characters of a page: each can be seen, is what it looks like, and was saved in the right encoding."""

import re
import unicodedata
from collections.abc import Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.lesson import Lesson

UNSEEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")  # categories of Unicode; what is worse does not even load
GARBLED = re.compile(r"[ÂÃâï][^\x00-\x7f]+")
WORD = re.compile(r"[^\W\d_]+")
ALIKE = ("CYRILLIC", "ARMENIAN", "CHEROKEE", "FULLWIDTH", "MATHEMATICAL")
GREEK_ALIKE = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧορ")
OTHERS = (
    "CYRILLIC", "ARMENIAN", "CHEROKEE", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "BENGALI", "TAMIL", "THAI",
    "ETHIOPIC", "HANGUL", "HIRAGANA", "KATAKANA", "CJK",
)  # fmt: skip
DRESSED = ("FULLWIDTH", "MATHEMATICAL")  # Latin letters, drawn otherwise: one of them may be a symbol


def unseen(lesson: Lesson) -> Iterator[Proof]:
    """Characters that cannot be seen, or that move what stands around them: each line that has some."""
    for page in pages_of(lesson):
        for number, line in enumerate(page.file_lines, 1):
            if names := unseen_in(line.replace("\t", "")):
                problem = f"the line has {', '.join(names)}, which a reader cannot see: write it without."
                yield Proof(lesson.id, "", problem, page.file, number, visible(line))
            elif "\t" in line:
                advice = "the line has a tab, which is as wide as each terminal likes: write spaces."
                yield Proof(lesson.id, "", "", page.file, number, visible(line), advice)
    for what, code in code_of(lesson):
        if names := unseen_in(re.sub(r"[\t\r\n]", "", code)):
            yield Proof(
                lesson.id, "", f"{what} has {', '.join(names)}, which a reader cannot see.", "lesson.toml"
            )


def code_of(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """The code of lesson.toml that a learner is shown."""
    for edit in lesson.edits:
        yield "[break] after", edit.after
    if lesson.lab:
        yield "[lab] begin", lesson.lab.begin
        yield "[lab] solution", lesson.lab.solution
    if lesson.worked:
        yield "[worked] program", lesson.worked.program


def is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN


def unseen_in(line: str) -> list[str]:
    """The names of the characters of a line that cannot be seen, each once."""
    return list(dict.fromkeys(name_of(letter) for letter in line if is_unseen(letter)))


def name_of(letter: str) -> str:
    name = unicodedata.name(letter, "a control character").lower()
    return f"{name} (U+{ord(letter):04X})"


def visible(line: str) -> str:
    return "".join(letter for letter in line.replace("\t", "    ") if not is_unseen(letter)).rstrip()


def misread(lesson: Lesson) -> Iterator[Proof]:
    """Words that were saved in another encoding, or whose letters are another script's."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            said = " ".join(piece.words for piece in parsed(without_claims(text)).pieces)
            for word, trouble in [*garbled(text), *disguised(text), *elsewhere(said)][:1]:
                yield page.wrong(f"{called(heading)} has {word!r}: {trouble}.", heading, word)


def garbled(text: str) -> Iterator[tuple[str, str]]:
    """Letters whose bytes were taken for another encoding, and what they were."""
    if "\ufffd" in text:
        yield (
            "\ufffd",
            "a letter was lost when the file was saved; write it again, and save the file as UTF-8",
        )
    for found in GARBLED.finditer(text):
        if meant := decoded(found[0]):
            yield found[0], f"it was {meant!r}; write it again, and save the file as UTF-8"


def decoded(letters: str) -> str:
    """What letters were, if they are UTF-8 that was read as something older; else nothing."""
    for encoding in ("cp1252", "latin-1"):
        try:
            return letters.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return ""


def disguised(text: str) -> Iterator[tuple[str, str]]:
    """Latin words with a letter of another script that looks the same."""
    for word in WORD.findall(text):
        odd = [letter for letter in word if is_alike(letter)]
        if odd and len(odd) < len(word) and len(word) > 2:
            name = unicodedata.name(odd[0]).lower()
            yield word, f"its {odd[0]!r} is {name}, which only looks like a Latin letter; type the word again"


def is_alike(letter: str) -> bool:
    return script(letter) in ALIKE or letter in GREEK_ALIKE


def script(letter: str) -> str:
    return unicodedata.name(letter, "?").split(" ")[0]


def elsewhere(said: str) -> Iterator[tuple[str, str]]:
    """Words in letters that no page is written in. Examples in italics may be."""
    for word in WORD.findall(said):
        if script(word[0]) in OTHERS or (script(word[0]) in DRESSED and len(word) > 2):
            yield word, f"these letters are {script(word[0]).capitalize()}; an example stands in italics"
