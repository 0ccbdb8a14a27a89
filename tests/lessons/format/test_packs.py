"""Packs stand after the built-in course, each under its own name, in one language or in two."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from lessons.check.course import folder_at, prove_folder
from lessons.check.evidence import Evidence
from lessons.check.families import prove_pages
from lessons.course.lesson.values import LessonError
from lessons.engine.pool import Pool
from lessons.format import templates
from lessons.format.course import load_course, load_lesson
from lessons.format.glossary import course_terms, terms_for
from lessons.format.packs import code_of, load_courses, read_pack
from tests.packs import write_english_pack, write_lesson, write_pack

BUILT_IN = load_course()


def told(*paths: Path) -> str:
    with pytest.raises(LessonError) as caught:
        load_courses(paths)
    return str(caught.value)


def test_the_lessons_of_a_pack_stand_after_the_others_under_its_name(tmp_path):
    pack = write_pack(tmp_path / "my-pack", "quiet", "loud")
    course = load_courses((pack,))
    assert course.tracks[:-1] == BUILT_IN.tracks
    assert course.tracks[-1].lessons == ("my-pack/quiet", "my-pack/loud")
    assert course.tracks[-1].title == {"en": "Quiet things · my-pack", "es": "Cosas calladas · my-pack"}
    assert list(course.lessons) == [*BUILT_IN.lessons, "my-pack/quiet", "my-pack/loud"]
    assert course.headings["my-pack/loud"].titles["es"] == "La red callada"
    assert course.lessons["my-pack/quiet"].id == "my-pack/quiet"
    assert course.lessons["xor-line"] is load_course().lessons["xor-line"]


def test_the_pack_and_the_concepts_of_a_lesson_are_its_own(tmp_path):
    course = load_courses((write_pack(tmp_path / "my-pack", "quiet"),))
    pack, lesson = course.pack_of("my-pack/quiet"), course.lessons["my-pack/quiet"]
    assert (pack.id, pack.folder) == ("my-pack", tmp_path / "my-pack")
    assert course.pack_of("xor-line") is course.pack_of("other/quiet") is None
    assert {question.concept for question in lesson.questions} == {"my-pack/first-weights"}
    assert list(lesson.concepts()) == ["my-pack/first-weights"]
    assert course.concepts["my-pack/first-weights"]["es"] == "Primeros pesos"


def test_a_pack_may_use_the_built_in_concepts(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet")
    for file in (pack / "course.toml", pack / "quiet" / "en.md"):
        words = file.read_text(encoding="utf-8").replace("\nfirst-weights = {", "\nothers = {")
        file.write_text(words.replace('"first-weights"', '"line-limits"'), encoding="utf-8")
    assert {each.concept for each in load_courses((pack,)).lessons["one/quiet"].questions} == {"line-limits"}


def test_one_lessons_folder_alone_is_a_pack(tmp_path):
    beside = {"minutes = 15 ": 'needs = ["silent"]\nminutes = 15 '}  # what stands beside it
    course = load_courses((write_lesson(tmp_path, "quiet", beside),))
    lesson = course.lessons["quiet/quiet"]
    assert course.headings["quiet/quiet"].needs == ("silent",)
    assert course.tracks[-1].lessons == ("quiet/quiet",)
    assert course.concepts["quiet/first-weights"]["en"] == "first weights"
    assert lesson.reviews
    built_in = write_lesson(tmp_path, "loud")
    page = (built_in / "en.md").read_text(encoding="utf-8")
    (built_in / "en.md").write_text(page.replace('"first-weights"', '"line-limits"', 1), encoding="utf-8")
    assert list(read_pack(built_in)[1].concepts) == ["first-weights"]  # of the review


def test_renamed_lessons_of_a_pack_stay_its_own(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet", top='[renamed]\nsilent = "quiet"')
    assert load_courses((pack,)).renamed == {**BUILT_IN.renamed, "one/silent": "one/quiet"}


def test_a_pack_may_need_its_own_lessons_built_in_ones_and_those_of_other_packs(tmp_path):
    one = write_pack(tmp_path / "one", "quiet", "loud", needs={"loud": ("quiet", "xor-line")})
    two = write_pack(tmp_path / "two", "quiet", needs={"quiet": ("one/loud",)})
    for packs in ((one, two), (two, one)):
        course = load_courses(packs)
        assert course.headings["one/loud"].needs == ("one/quiet", "xor-line")
        assert course.lessons["one/loud"].needs == ("one/quiet", "xor-line")
        assert course.lessons["two/quiet"].needs == ("one/loud",)


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ({"quiet": ("loud",)}, "quiet/lesson.toml: needs 'loud', which does not come before it"),
        ({"quiet": ("quiet",)}, "needs 'quiet', which does not come before it"),
        ({"quiet": ("algebra",)}, "needs 'algebra', and there is no such lesson"),
        ({"quiet": ("two/loud",)}, "no such lesson. Name the folder of two as well: --pack PATH"),
        ({"quiet": ("one/silent",)}, "needs 'one/silent', and there is no such lesson"),
    ],
)
def test_what_cannot_be_needed_is_told(tmp_path, needs, said):
    assert said in told(write_pack(tmp_path / "one", "quiet", "loud", needs=needs))


def test_two_packs_of_one_id_are_told(tmp_path):
    packs = [write_pack(tmp_path / name, "quiet", top='id = "same"') for name in ("one", "two")]
    assert "are both called 'same'. Give one of them another id" in told(*packs)
    assert len(load_courses((packs[0], packs[0])).packs) == 1


@pytest.mark.parametrize("name", ["My Pack", "ñandu", "a" * 41, "a_b", "a.b"])
def test_a_folder_whose_name_is_no_id_needs_one(tmp_path, name):
    assert "is no id of a pack" in told(write_pack(tmp_path / name, "quiet"))
    assert "is no id of a pack" in told(write_pack(tmp_path / "b", "quiet", top=f'id = "{name}"'))


@pytest.mark.parametrize("name", ["../quiet", "/etc", "Quiet", "quiet/more", "", "a" * 65, "."])
def test_a_course_lists_lessons_by_their_ids(tmp_path, name):
    pack = write_pack(tmp_path / "one", "quiet")
    change(pack / "course.toml", '["quiet"]', f'["{name}"]')
    assert "should be an id of small letters, digits and hyphens" in told(pack)


def test_what_is_no_folder_of_a_pack_is_told(tmp_path):
    assert "is no folder of a pack" in told(tmp_path / "nowhere")
    assert "course.toml is missing" in told(tmp_path)
    for name in ("a" * 5000, "a\0b", "~nobody-here"):
        assert "is no folder of a pack" in told(tmp_path / name)


def test_a_lesson_that_does_not_load_says_so_when_it_is_asked_for(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet", "loud")
    (pack / "loud" / "es.md").write_text("# Nada\n", encoding="utf-8")
    course = load_courses((pack,))
    assert "one/quiet" in {place.lesson.id for place in course.places()}
    assert "one/loud" not in {place.lesson.id for place in course.places()}
    assert course.lessons.get("one/loud") is None
    with pytest.raises(LessonError, match=r"loud/es\.md"):
        course.lessons["one/loud"]


EDIT = 'after = "bound = 1 / in_features"'


def change(file: Path, before: str, after: str) -> None:
    words = file.read_text(encoding="utf-8")
    assert before in words
    file.write_text(words.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "before", "after", "changes"),
    [
        ("quiet/lesson.toml", EDIT, 'after = "bound = 2 / in_features"', True),
        ("quiet/lesson.toml", "[repair] ", '[lab]\nfile = "a.py"\n[repair] ', True),
        ("quiet/lesson.toml", "[repair] ", '[worked]\nprogram = "x = 1"\n[repair] ', True),
        ("quiet/lesson.toml", "[review.one-layer]", f"[review.one-layer.break]\n{EDIT}\n[review.one-layer]", True),
        ("quiet/lesson.toml", "[repair] ", f"[experiment.more.arm.one.edit]\n{EDIT}\n[repair] ", True),
        ("quiet/en.md", "same_within = 0.25", "same_within = 0.2", False),
        ("quiet/en.md", "tanh", "relu", False),
        ("course.toml", "Quiet things", "Things", False),
    ],
)
def test_another_code_gives_another_sum_and_other_words_do_not(tmp_path, file, before, after, changes):
    folder = write_pack(tmp_path / "one", "quiet", "loud")
    pack = read_pack(folder)[0]
    sum_before = code_of(pack)
    change(folder / file, before, after)
    assert (code_of(pack) != sum_before) is changes


MANIFEST = "course.toml"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    load_courses.cache_clear()
    load_course.cache_clear()
    return write_english_pack(tmp_path / "my-pack", "quiet")


def test_everything_is_read_in_the_language_that_there_is(pack):
    course = load_courses((pack,))
    lesson, heading = course.lessons["my-pack/quiet"], course.headings["my-pack/quiet"]
    assert list(lesson.prose) == ["en"]
    assert lesson.prose["es"] == lesson.prose["en"]
    assert heading.titles["es"] == heading.titles["en"]
    assert heading.blind_titles.get("es") == heading.blind_titles.get("en")
    assert course.tracks[-1].title["es"] == "Quiet things · my-pack"
    assert course.concepts["my-pack/first-weights"]["es"] == "First weights"


def test_terms_are_those_of_the_pages(pack):
    text = "# Words\n\n## murmur\nwords: murmur, murmurs\nA signal of 0.1.\n"
    (pack / "glossary.en.md").write_text(text, encoding="utf-8")
    course = load_courses((pack,))
    terms = {term.name for term in terms_for(course.lessons["my-pack/quiet"], "es")}
    assert {"murmur", "gradient"} <= terms
    assert {"murmur", "gradiente"} <= {term.name for term in course_terms(course, "es")}


def test_the_pages_of_the_other_language_are_neither_missed_nor_compared(pack):
    with closing(Pool(1)) as pool:
        lesson = load_lesson(pack / "quiet")
        proofs = prove_pages(lesson, Evidence(lesson, pool))
    assert [proof.problem or proof.advice for proof in proofs if "es.md" in f"{proof.file}{proof.problem}"] == []
    assert not any("translat" in proof.advice for proof in proofs)


def test_a_page_of_a_language_that_is_not_listed_is_told(pack):
    (pack / "quiet" / "es.md").write_text("# Nada\n", encoding="utf-8")
    problems = [proof.problem for proof in prove_folder(folder_at(pack)) if not proof.holds]
    assert [problem.partition("es.md")[2] for problem in problems] == [
        " belongs to no lesson: its files are lesson.toml, en.md."
    ]


@pytest.mark.parametrize(("said", "problem"), [("[]", "once"), ('["en", "en"]', "once"), ('["fr"]', "one of en, es")])
def test_languages_that_there_cannot_be_are_a_sentence(pack, said, problem):
    file = pack / MANIFEST
    file.write_text(file.read_text(encoding="utf-8").replace('["en"]', said), encoding="utf-8")
    with pytest.raises(LessonError, match=problem):
        load_course(pack)


@pytest.mark.parametrize("language", ["en", "es"])
def test_new_writes_the_pages_of_the_packs_languages(tmp_path, language):
    pack = tmp_path / "own"
    pack.mkdir()
    top = f'format = 3\nlanguages = ["{language}"]\n\n[[track]]\nid = "own"\ntitle = "Own"\nlessons = []\n'
    (pack / MANIFEST).write_text(top, encoding="utf-8")
    templates.write_lesson("experiment", pack / "mine", templates.course_with(pack, "mine", "experiment"))
    assert [path.name for path in (pack / "mine").glob("*.md")] == [f"{language}.md"]
    assert load_course(pack).lessons["mine"].questions
    shutil.rmtree(pack)
