"""Format 3: what a lesson asks and claims is read from the headings of its first page, and told by its lines."""

import shutil
from pathlib import Path

import pytest
import tomli_w

from lessons.course.lesson.lesson import Option
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT
from lessons.format.pages import place_of
from lessons.format.templates import TEMPLATES
from tests.lessons.format.test_any_values import JUNK, assert_sentence, told

LESSON = "break-gelu-identity"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CONTENT / LESSON, tmp_path / LESSON))


def change(file: Path, before: str, after: str) -> None:
    words = file.read_text(encoding="utf-8")
    assert before in words
    file.write_text(words.replace(before, after, 1), encoding="utf-8")


def test_a_question_says_what_it_asks_under_its_heading(folder):
    lesson = load_lesson(folder)
    steps, gap = lesson.question("steps"), lesson.question("gap")
    assert (steps.kind, steps.experiment, steps.metric) == ("direction", "additive", "steps_to_loss_0.1")
    assert (steps.popular, steps.same_within, steps.concept) == ("more", 0.1, "expressive-power")
    assert gap.kind == "choice"
    assert gap.options[0] == Option("zero", None, {"broken": (0.0, 1e-9)})
    assert "```toml" not in str([prose.sections for prose in lesson.prose.values()])  # no block is shown


def test_the_kind_of_a_question_follows_from_what_it_says(folder):
    lesson = load_lesson(folder)
    assert {question.id: question.kind for question in lesson.questions} == {
        "accuracy-additive": "direction",
        "steps": "direction",
        "accuracy-agreement": "number",
        "rank": "choice",
        "gap": "choice",
    }
    assert lesson.review("straight-sigmoid").question.kind == "curve"
    worked = load_lesson(TEMPLATES / "walkthrough").worked
    steps = {question.id: question.kind for question in worked.questions}
    assert (steps["totals-shape"], steps["apples"]) == ("shape", "entry")


def test_five_hints_are_the_usual_ladder_and_a_block_may_say_otherwise(folder):
    usual = ["symptom", "module", "function", "line", "fix"]
    assert [hint.reveals for hint in load_lesson(folder).hints] == usual
    change(folder / "en.md", "## hint 1\n", '## hint 1\n```toml\nreveals = "module"\n```\n')
    assert [hint.reveals for hint in load_lesson(folder).hints] == ["module", *usual[1:]]


def test_claims_and_drawings_are_read_where_they_are_told(folder):
    lesson = load_lesson(folder)
    steps = lesson.claims["steps_healthy"]
    assert (steps.measure, steps.equals, steps.within) == ("median", 46, 2)
    assert steps.arguments == {"experiment": "additive", "metric": "steps_to_loss_0.1", "arm": "healthy"}
    assert lesson.claims["gelu_at_1_2"].arguments == {"at": 1.2}
    assert lesson.claims["parameters"].measure == "parameters"
    assert lesson.drawings["row"].settings == {"verb": "write", "person": "she"}


def test_who_gave_an_answer_may_be_answered_under_a_heading_of_their_own(folder):
    for page in ("en.md", "es.md"):
        change(folder / page, "## predict gap\n", "## because rank: grows\nWords.\n\n## predict gap\n")
    assert load_lesson(folder).prose["en"].sections["because rank: grows"] == "Words."
    change(folder / "en.md", "because rank: grows", "because rank: grow")
    with pytest.raises(LessonError, match="## because rank: grow belongs to nothing"):
        load_lesson(folder)


def test_a_fence_after_the_first_words_is_prose(folder):
    change(folder / "en.md", "## remember\n", "## remember\nAs in:\n\n```toml\nconcept = 3\n## no heading\n```\n\n")
    assert "concept = 3\n## no heading" in load_lesson(folder).prose["en"].sections["remember"]


@pytest.mark.parametrize(
    ("table", "name", "line"),
    [
        ("predict", "steps", "## predict steps"),
        ("review", "folded", "## review folded"),
        ("hint", "", "## hint 1"),
        ("claims", "steps_healthy", 'steps_healthy = { median = "additive.steps_to_loss_0.1", arm = "healthy", '),
        ("drawing", "row", "drawing.row = { kind"),
    ],
)
def test_the_line_of_what_is_said_in_the_page_is_known(folder, table, name, line):
    page, number = place_of(folder, table, name) or ("", 0)
    assert page == "en.md"
    assert (folder / page).read_text(encoding="utf-8").split("\n")[number - 1].startswith(line)
    assert place_of(folder, table, "nobody") is None


MISTAKES = [
    ('of = "additive.steps_to_loss_0.1"', 'of = "additve.steps_to_loss_0.1"', "Did you mean additive?"),
    ('of = "additive.steps_to_loss_0.1"', 'of = "additive.steps"', "of = 'steps' should be a metric. Did you mean"),
    ('of = "additive.steps_to_loss_0.1"', 'metric = "rank"', "of is missing; expected text."),
    ('of = "curve"', 'kind = "shape"\nof = "curve"', "does not fit curve, which is a word"),
    ('tempting = "more"', 'tempting = "most"', "tempting = 'most' is no answer to this question"),
    ('tempting = "more"', 'temptng = "more"', "unknown key 'temptng'. Did you mean tempting"),
    ("options = { zero", "option = { zero", "unknown key 'option'. Did you mean options"),
    ("zero = { broken = [0, 1e-9] }", "zero = { }", "an option needs a region: value, or one of healthy, broken"),
    ("zero = { broken = [0, 1e-9] }", "zero = [1]", "zero = [1] should be two numbers, [low, high]"),
    ("rank_healthy = { median =", "steps_broken = { median =", "[steps_broken] stands twice; the other one is"),
    ('{ median = "additive.steps', '{ median = "aditive.steps', "experiment = 'aditive' should be one of additive"),
    ('{ median = "additive.steps', '{ median = 7, where = "additive.steps', "median = 7 should be text"),
    ("## remember\n", "## remember\n```toml\nanswer = 3\n```\n", "## remember: unknown key 'answer'"),
    ("## why\n", "## why\n```toml\nanswer =\n```\n", "Invalid value (at line"),
    ("## review folded", "## review unfolded", "[review]: unfolded is missing; expected a table"),
    ("## review folded", "## reviews folded", "[review]: 'folded' is asked nowhere. Write ## review folded."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), MISTAKES)
def test_a_mistake_in_a_block_is_named(folder, before, after, said):
    change(folder / "en.md", before, after)
    wrong = told(lambda: load_lesson(folder))
    assert said in wrong
    assert str(folder) in wrong


def test_an_id_that_stands_twice_is_told_with_the_headings_that_have_it(folder):
    change(folder / "en.md", "## predict gap\n", "## predict folded\n")
    said = told(lambda: load_lesson(folder))
    assert (
        "en.md: the id 'folded' stands twice, under ## predict folded and ## review folded. Give each its own." in said
    )


def test_a_mistake_names_the_page_its_line_and_its_heading(folder):
    page = folder / "en.md"
    change(page, 'tempting = "more"', 'tempting = "most"')
    line = page.read_text(encoding="utf-8").split("\n").index("## predict steps") + 1
    assert f"en.md, line {line}: ## predict steps: " in told(lambda: load_lesson(folder))
    page.write_text("# A\n\n## why\n```toml\na = 1\nb = \n```\nWords.\n", encoding="utf-8")
    said = told(lambda: load_lesson(folder))
    assert "en.md is not valid TOML: " in said
    assert "at line 6" in said


def test_a_translation_has_words_alone(folder):
    change(folder / "es.md", "## why\n", "## why\n```toml\na = 1\n```\n")
    said = told(lambda: load_lesson(folder))
    assert "es.md, line " in said
    assert ": ## why has a toml block" in said


@pytest.mark.parametrize("key", ["of", "options", "kind", "arm", "a", "tempting"])
def test_any_value_in_a_block_loads_or_is_told(folder, key):
    page = (CONTENT / LESSON / "en.md").read_text(encoding="utf-8")
    before, _, after = page.partition("## predict steps\n```toml\n")
    for junk in JUNK:
        block = tomli_w.dumps({"of": "additive.curve", "kind": "curve", key: junk})
        words = f"{before}## predict steps\n```toml\n{block}```\n{after.partition('```')[2].lstrip()}"
        (folder / "en.md").write_text(words, encoding="utf-8")
        assert_sentence(told(lambda: load_lesson(folder)), folder / "en.md")


def test_an_option_may_be_called_like_a_measure(folder):
    for page in ("en.md", "es.md"):
        words = (folder / page).read_text(encoding="utf-8")
        (folder / page).write_text(words.replace("- zero:", "- count:", 1), encoding="utf-8")
    change(folder / "en.md", "zero = ", "count = ")
    gap = load_lesson(folder).question("gap")
    assert gap.options[0].id == "count"
