"""The words of a lesson: the same in both languages, in their own language, whole, visible and explained."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.check.pages import TITLE, Page
from lessons.check.proof import Proof
from lessons.check.words.course_words import prove_course_words
from lessons.check.words.languages import foreign, sentences, words_in
from lessons.check.words.proofs import CHECKS, prove_words
from lessons.check.words.rows import rows
from lessons.check.words.untranslated import in_section, pieces_at
from lessons.course import Course, Track
from lessons.format import LANGUAGES
from lessons.lesson import Lesson
from lessons.load import load_course, load_lesson
from tests.lessons.check.lying import HONEST

LESSONS = load_course().in_order()
OTHER = {"en": "es", "es": "en"}
# A model of the lessons' vocabulary, which need not be translated, and tasks: a single word tells no language.
NAMES = ("linearised", "additive", "agreement", "triples", "suma", "concordancia", "ternas")
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def failures(lesson: Lesson) -> list[str]:
    return [
        f"{proof.place} {proof.what}: {proof.problem}" for proof in prove_words(lesson) if not proof.holds
    ]


def advice(lesson: Lesson) -> list[str]:
    return [proof.advice for proof in prove_words(lesson) if proof.advice]


# ---- what is honest --------------------------------------------------------


@each_lesson
def test_the_words_of_each_lesson_hold_and_nothing_could_be_better(lesson: Lesson) -> None:
    assert failures(lesson) == []
    assert advice(lesson) == []


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in HONEST.glob("*/lesson.toml")), ids=lambda path: path.name
)
def test_other_honest_lessons_hold_as_well(folder: Path) -> None:
    assert failures(load_lesson(folder)) == []


def test_every_check_says_what_it_checked(lesson: Lesson) -> None:
    proofs = list(prove_words(lesson))
    assert [proof.what for proof in proofs] == list(CHECKS)
    assert {proof.lesson for proof in proofs} == {lesson.id}


# ---- words in another language ---------------------------------------------


def with_words(lesson: Lesson, language: str, heading: str, words: str) -> Lesson:
    """The lesson with other words in one section of one page."""
    prose = lesson.prose[language]
    written = {**prose.written, heading: words} if heading else prose.written
    titles = {} if heading else {"title": words, "written_title": words}
    changed = replace(prose, written=written, **titles)
    return replace(lesson, prose={**lesson.prose, language: changed})


def is_found(lesson: Lesson, language: str, heading: str) -> bool:
    return any(in_section(Page(lesson, language), heading, [Page(lesson, OTHER[language])]))


@each_language
@each_lesson
def test_a_section_of_the_other_language_is_found(lesson: Lesson, language: str) -> None:
    theirs, ours = Page(lesson, OTHER[language]), Page(lesson, language)
    unlike = [heading for heading, text in theirs.texts.items() if text != ours.texts[heading]]
    assert len(unlike) > 0.8 * len(ours.texts)
    for heading in unlike:
        copied = with_words(lesson, language, heading, theirs.texts[heading])
        assert is_found(copied, language, heading) or is_a_name(theirs.texts[heading]), heading


def is_a_name(words: str) -> bool:
    """Whether there are too few words outside code to tell a language by, as in the name of an arm."""
    return words in NAMES or len(re.sub(r"```.*?```|`[^`]*`", "", words, flags=re.DOTALL).split()) <= 5


@each_language
def test_so_is_nearly_every_sentence_of_it(language: str) -> None:
    pages = [Page(lesson, OTHER[language]) for lesson in LESSONS]
    pieces = [piece for page in pages for heading in page.texts for piece in pieces_at(page, heading)]
    long_ones = [each for piece in pieces for each in sentences(piece) if len(words_in(each)) >= 5]
    found = [sentence for sentence in long_ones if foreign(sentence, language)]
    assert len(long_ones) > 1000
    assert len(found) > 0.99 * len(long_ones)


@each_language
def test_no_sentence_is_taken_for_another_language(language: str) -> None:
    pages = [Page(lesson, language) for lesson in LESSONS]
    pieces = [piece for page in pages for heading in page.texts for piece in pieces_at(page, heading)]
    assert [each for piece in pieces for each in sentences(piece) if foreign(each, language)] == []


@pytest.mark.parametrize(
    ("text", "own", "found"),
    [
        ("El batch pasa por la softmax.", "es", ""),
        ("Weight decay, dropout y early stopping.", "es", ""),
        ("Adam con weight decay", "es", ""),
        ("final", "es", ""),
        ("no", "en", ""),
        ("the first loss", "es", "en"),
        ("El modelo the loss and the weights of the network", "es", "en"),
        ("La perdida cae y se queda ahí.", "en", "es"),
        ("La de\u0301cima parte de e\u0301l.", "es", ""),  # letters and their accents apart
        ("Die Zeile ist nicht mehr da.", "en", "de"),
        ("No es la misma línea que antes: ha cambiado.", "es", ""),
    ],
)
def test_a_text_is_known_by_its_common_words(text: str, own: str, found: str) -> None:
    assert foreign(text, own) == found


# ---- what an honest author may write ---------------------------------------

SPANISH = [
    ("why", "Como dice el artículo *Attention is all you need*, la atención basta."),
    ("why", "El error dice «the shapes do not match», y con razón."),
    ("why", "¿Por qué? *Why not?* Porque σ²Δ crece y 5! es mucho."),
    ("why", "El `bias` se suma; **el peso**, no. 2 · 3 − 1 es 5."),
    ("why", "Una tabla:\n\n| capa | peso |\n|---|---|\n| primera | dos |\n| segunda | tres |"),
    ("why", "¡Mira! ¿Lo ves? ¿O no?"),
    ("name loss", "ReLU, 32"),
    ("why", "En ℝⁿ, la 𝐱 de *привет* mide 3 µm, y ∂L/∂w es la ℏ de siempre."),
]


@pytest.mark.parametrize(("heading", "words"), SPANISH)
def test_honest_words_are_not_refused(heading: str, words: str) -> None:
    lesson = with_words(load_lesson(HONEST / "break"), "es", heading, words)
    compared = ("the same", "nothing left out")  # with the English page, which says something else
    assert [each for each in failures(lesson) if not any(what in each for what in compared)] == []


TABLES = [
    ("| layer | weight |\n|---|---|\n| first | two |", "| capa | peso |\n|---|---|\n| primera | dos |", True),
    ("| layer | weight |\n|---|---|\n| first | two |", "| capa | peso |\n|---|---|\n| first | two |", False),
    (
        "```python\nx = 3  # a weight\nprint('so')\n```",
        "```python\nx = 3  # un peso\nprint('así')\n```",
        True,
    ),
    ("```python\nx = 3  # a weight\n```", "```python\nx = 4  # un peso\n```", False),
    ("```\nfirst    layer    3\n```", "```\nprimera  capa     3\n```", True),
    ("```\nfirst    layer    3\n```", "```\nprimera  capa     4\n```", False),
    ("```\nwrite + I  →  I have written\n```", "```\nwrite + I  →  I have written\n```", True),
    ("It has forty-eight rows.", "Tiene 48 filas.", True),
    ("It has 200 rows, twice 100.", "Tiene doscientas filas, el doble de cien.", True),
    ("It has 48 rows.", "Tiene cincuenta filas.", False),
    (
        "See `layer 3`, `Linear` and `my own words`.",
        "Mira `layer 3`, `Linear` y `mis propias palabras`.",
        True,
    ),
    ("It is `0.5`.", "Es `0,5`.", False),
]


@pytest.mark.parametrize(("english", "spanish", "alike"), TABLES)
def test_tables_fences_numbers_and_code_say_the_same(english: str, spanish: str, alike: bool) -> None:
    lesson = with_words(load_lesson(HONEST / "break"), "en", "next", english)
    assert (failures(with_words(lesson, "es", "next", spanish)) == []) is alike


# ---- what would be better --------------------------------------------------

BETTER = [
    ("next", "### More\n\nLook.", "has a heading of its own"),
    ("next", "See https://example.org for more.", "has an address"),
    ("next", "```\n" + "a layer " * 9 + "a layer\n```", "at 80 columns the last 8 are cut off"),
    ("summary", "One line changes, and a network goes quiet. " * 5, "2 read well"),
    (TITLE, "A network that goes quiet when somebody tidies up", "46 read well"),
]


@pytest.mark.parametrize(("heading", "words", "expected"), BETTER)
def test_what_could_be_better_is_said_and_not_refused(heading: str, words: str, expected: str) -> None:
    lesson = with_words(load_lesson(HONEST / "break"), "en", heading, words)
    assert any(expected in each for each in advice(lesson))
    assert [each for each in failures(lesson) if "en.md" in each.split()[0]] == []


def test_claims_in_another_order_are_worth_a_look() -> None:
    lesson = with_words(load_lesson(HONEST / "break"), "en", "next", "From {margin} to {near}.")
    assert advice(with_words(lesson, "es", "next", "De {margin} a {near}.")) == advice(
        load_lesson(HONEST / "break")
    )
    found = advice(with_words(lesson, "es", "next", "Hasta {near}, desde {margin}."))
    assert any("prints its claims in another order" in each for each in found)


def test_claims_are_compared_by_name_whatever_words_print_them() -> None:
    lesson = with_words(load_lesson(HONEST / "break"), "en", "next", "About {near:a tenth}.")
    assert failures(with_words(lesson, "es", "next", "Más o menos {near:una décima parte}.")) == []
    assert "lacks {near}" in " ".join(failures(with_words(lesson, "es", "next", "Una décima parte.")))


# ---- where and how ---------------------------------------------------------


def proof_of(lesson: Lesson) -> Proof:
    (proof,) = (proof for proof in prove_words(lesson) if not proof.holds)
    return proof


def test_a_failure_names_its_line_and_what_to_write() -> None:
    folder = HONEST / "break"
    number = (folder / "es.md").read_text(encoding="utf-8").splitlines().index("## hint 5") + 2
    proof = proof_of(with_words(load_lesson(folder), "es", "hint 5", "`bound = 2 / in_features` está mal."))
    assert proof.file == "es.md"
    assert proof.line in (number - 1, number)
    assert "`bound = 1 / math.sqrt(in_features)`" in proof.mend


# ---- lengths ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("markdown", "count"),
    [
        ("one", 2),
        ("word " * 30, 3),
        ("one\n\ntwo", 4),
        ("- one\n- two", 5),
        ("```\na\nb\n```", 3),
        ("**" + "word " * 14 + "word**", 2),
    ],
)
def test_rows_are_counted_as_the_app_lays_them_out(markdown: str, count: int) -> None:
    assert rows(markdown) == count


# ---- a course's own words --------------------------------------------------


@pytest.mark.parametrize(
    ("english", "spanish", "problem"),
    [
        ("What a model can express", "Lo que un modelo puede expresar", ""),
        ("What a model can express", "What a model can express", "is English; it should be Spanish"),
        ("What a model can express", "—", "es says nothing"),
        ("What a\u200b model can", "Lo que puede", "zero width space"),
    ],
)
def test_the_words_of_a_course_are_each_in_their_language(
    english: str, spanish: str, problem: str, tmp_path: Path
) -> None:
    words = {"en": english, "es": spanish}
    for course in (Course((Track("one", words, ()),)), Course((), concepts={"one": words})):
        said = [proof.problem for proof in prove_course_words(course, tmp_path) if not proof.holds]
        assert (problem in said[0]) if problem else said == []


def test_a_pack_whose_glossary_is_wrong_is_told(tmp_path: Path) -> None:
    (tmp_path / "glossary.en.md").write_text(
        "# Glossary\n\n## gain\nA gain of 2 doubles.\n", encoding="utf-8"
    )
    assert (
        "first line should be its forms"
        in [proof.problem for proof in prove_course_words(Course(()), tmp_path)][-1]
    )


# ---- terms -----------------------------------------------------------------


def test_a_pack_explains_its_own_terms(tmp_path: Path) -> None:
    folder = tmp_path / "break"
    shutil.copytree(HONEST / "break", folder)
    lesson = with_words(load_lesson(folder), "en", "remember", "The Hessian is large.")
    assert "uses 'Hessian', which nothing explains" in failures(lesson)[0]
    for language in LANGUAGES:
        term = "# Glossary\n\n## hessian\nwords: Hessian\nThe slopes of the slopes.\nOf x² it is 2.\n"
        (tmp_path / f"glossary.{language}.md").write_text(term, encoding="utf-8")
    assert failures(lesson) == []
