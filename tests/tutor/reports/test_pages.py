"""The pages: whole, in both languages, and with nothing from a file that a reader or a program obeys."""

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from lessons.course import Course
from tests.tutor.reports.conftest import NOON, File, Reported, Whole, weeks_of_work
from tutor.reports.class_page import class_markdown, class_page
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.data_pages import COLUMNS, csv_page, json_page
from tutor.reports.export import draw_runs, page_of
from tutor.reports.gather import gather
from tutor.reports.learner_report import LearnerReport
from tutor.reports.markdown import literal
from tutor.reports.pseudonyms import pseudonym
from tutor.reports.rendering import terminal_page
from tutor.words.text import Text

HOSTILE = [
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x")',
    "+1+1",
    "-2",
    "@SUM(A1)",
    "＝1",
    "\x1b[2J\x1b]0;title\x07",
    "eve\u202egpj.exe",
    '"><img src=x onerror=alert(1)>',
    "[link](http://example.org) **bold** `code` ![i](x)",
    "a\r\nb\tc\0d",
    "{count} {0} %s",
    "&lt;b&gt; </svg></style><style>",
    "\ufeff\u200b\ue000",
]
PAGE = "html head meta title style body main h1 h2 h3 p ul li table thead tbody tr th td div em strong br hr"
DRAWN = "blockquote code svg desc text rect line path g circle polyline"
PLAIN_TAGS = frozenset([*PAGE.split(), *DRAWN.split()])
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ue000]"
)
VOID = {"meta", "br", "hr"}


class Elements(HTMLParser):
    """Every element of a page; whether they nest; and all the text in them."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.stack: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check_html(page: str) -> Elements:
    found = Elements(page)
    assert found.stack == []
    assert found.tags <= PLAIN_TAGS
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("href", "src")]
    assert {value for name, value in found.attributes if name == "style"} <= {"text-align:right"}
    assert "default-src 'none'" in page
    assert "@import" not in page
    assert "url(" not in page
    assert not CONTROL.search(page)
    assert "<img" not in page
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    return found


def short(report: ClassReport, course: Course, text: Text, width: int = 80) -> str:
    """The report as the terminal shows it."""
    return terminal_page(class_markdown(report, course, text, whole=False), width)


@pytest.fixture
def hostile_report(tmp_path: Path, course: Course, whole_lesson: Whole) -> ClassReport:
    """A class in which every name, answer and lesson id is out to do harm."""
    for number, words in enumerate(HOSTILE):
        file = File(words, NOON - timedelta(days=2 * number)).add_all(
            list(whole_lesson(words=words))[: number + 3]
        )
        file.add(
            "verdict",
            words,
            mode="open",
            question=words,
            answer=words,
            confidence=0.9,
            right=False,
            truth=words,
        )
        file.save(tmp_path / f"p{number}" / "progress.toml")
    return class_report(gather([tmp_path, Path("<b>\x1b[1m=there")]), course, NOON)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_class_page_holds_no_markup_but_its_own(
    hostile_report: ClassReport, course: Course, language: str
) -> None:
    found = check_html(class_page(hostile_report, course, Text(language)))
    assert "<script>alert(1)</script>" in "".join(found.words)
    assert ("lang", language) in found.attributes


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(
    hostile_report: ClassReport, course: Course, language: str, width: int
) -> None:
    page = short(hostile_report, course, Text(language), width)
    assert max(map(cell_len, page.splitlines())) <= width


def test_no_cell_of_the_csv_is_a_formula(hostile_report: ClassReport) -> None:
    page = csv_page(hostile_report)
    assert not CONTROL.search(page)
    rows = list(csv.DictReader(io.StringIO(page)))
    assert tuple(rows[0]) == COLUMNS
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
    assert '\'=HYPERLINK("http://x")' in cells


def test_the_csv_has_a_row_for_each_learner_lesson_and_mode(
    tmp_path: Path, course: Course, whole_lesson: Whole
) -> None:
    File("ana").add_all(whole_lesson(steps="more")).add("opened", mode="blind").save(
        tmp_path / "a" / "progress.toml"
    )
    File("luis").save(tmp_path / "b" / "progress.toml")
    report = class_report(gather([tmp_path, tmp_path / "no.toml"]), course, NOON)
    rows = list(csv.DictReader(io.StringIO(csv_page(report))))
    assert [(row["learner"], row["mode"], row["stage"]) for row in rows] == [
        ("ana", "open", "done"),
        ("ana", "blind", "read"),
        ("luis", "", ""),
        ("", "", ""),
    ]
    assert (rows[0]["right"], rows[0]["wrong"], rows[0]["finished"], rows[0]["rungs"]) == (
        "7",
        "1",
        "yes",
        "2",
    )
    assert rows[-1]["problem"] == "missing"


def test_the_json_is_ascii_and_whole(hostile_report: ClassReport) -> None:
    page = json_page(hostile_report, Text("en"))
    assert page.isascii()
    data = json.loads(page)
    assert len(data["learners"]) == len(HOSTILE)
    assert data["unread"][0]["reason"] == "missing"
    assert len(data["cannot_know"]) == 7


def test_pseudonyms_leave_no_name_and_no_path_in_any_page(
    tmp_path: Path, course: Course, whole_lesson: Whole
) -> None:
    for name in ("Ramón Ibáñez", "Wilhelmina"):
        path = File(name).add_all(whole_lesson(words=f"I am {name}")).save(tmp_path / name / "progress.toml")
        path.write_bytes(path.read_bytes() + b"\n\x00torn")
    (tmp_path / "Wilhelmina-2" / "progress.toml").mkdir(parents=True)
    named = class_report(gather([tmp_path]), course, NOON, lambda name: pseudonym(name, b"k" * 32))
    text = Text("en")
    pages = [
        class_page(named, course, text),
        short(named, course, text),
        csv_page(named),
        json_page(named, text),
    ]
    for page in pages:
        assert pseudonym("Wilhelmina", b"k" * 32) in page
        for secret in ("Wilhelmina", "Ramón", "Ram\\u00f3n", tmp_path.name, (b"k" * 32).hex()):
            assert secret not in page
    assert "HMAC-SHA-256" in pages[0]
    assert "HMAC-SHA-256" in pages[1]


def test_what_learners_wrote_is_not_in_the_class_report(
    tmp_path: Path, course: Course, whole_lesson: Whole
) -> None:
    File("ana").add_all(whole_lesson(words="my own private words")).save(tmp_path / "progress.toml")
    report = class_report(gather([tmp_path]), course, NOON)
    text = Text("en")
    for page in (class_page(report, course, text), json_page(report, text), csv_page(report)):
        assert "private words" not in page
        assert "the linear layer?" not in page


def both(report: LearnerReport, language: str = "en") -> tuple[str, str]:
    text = Text(language)
    runs = draw_runs(report, text)
    return page_of("html", report, runs, text), page_of("md", report, runs, text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_pages_tell_how_it_went_over_time_and_concept_by_concept(
    reported: Reported, course: Course, language: str
) -> None:
    report, text = reported(weeks_of_work()), Text(language)
    page, markdown = both(report, language)
    check_html(page)
    for words in (page, markdown):
        assert text("report.said_true", said="81 %", true="64 %", count=11) in words
        assert text("calibration.overconfident") in words
        assert text("export.reviews", count=3) in words
        assert all(names[language] in words for names in course.concepts.values())
        assert "Brier" not in words
    assert page.count("<svg ") == 2
    assert "| 2026-09-07 | 81 % | 62 % | 8 |" in markdown
    assert markdown.count("\n    ") > 30  # the same two pictures, as lines of text


def test_training_for_the_pictures_ends_once_it_is_not_wanted(
    reported: Reported, whole_lesson: Whole
) -> None:
    report, asked = reported(File("ana").add_all(whole_lesson())), iter([True, True, False])
    assert draw_runs(report, Text("en"), wanted=lambda: next(asked)) == {}
    assert list(asked) == []


OwnPages = Callable[..., tuple[str, str]]


@pytest.fixture
def own_pages(reported: Reported, whole_lesson: Whole) -> OwnPages:
    """Both pages of someone whose name and words are these."""

    def make(words: str, language: str = "en") -> tuple[str, str]:
        return both(
            reported(File(words).add_all(whole_lesson(words=words, steps="more")), name=words), language
        )

    return make


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_page_shows_their_curves_and_their_words(own_pages: OwnPages, language: str) -> None:
    page, markdown = own_pages("Ask where it bends.", language)
    found = check_html(page)
    assert page.count("<svg ") == 7  # two runs, each with curves and two grids, and the calibration
    assert "Ask where it bends." in "".join(found.words)
    assert "> Ask where it bends." in markdown
    assert Text(language)("export.score", right=7, decided=8) in markdown
    assert "`return x.gelu()`" in markdown


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_a_learners_page_holds_no_markup_but_its_own(own_pages: OwnPages, words: str) -> None:
    page, markdown = own_pages(words)
    check_html(page)
    assert not CONTROL.search(markdown)
    assert not re.search(r"(?<!\\)<(?!br)[a-z/!]", markdown)
    assert not re.search(r"(?<!\\)\]\(", markdown)
    assert "http://" not in markdown


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("plain words, 0.75 (5, 23)", "plain words, 0.75 (5, 23)"),
        ("*not* _emphasised_", r"\*not\* \_emphasised\_"),
        ("# no heading", r"\# no heading"),
        ("1. no list", r"1\. no list"),
        ("- no list", r"\- no list"),
        ("> no quote | no | table", r"\> no quote \| no \| table"),
        ("http://x www.x a@b", r"http:\/\/x www\.x a\@b"),
        ("&amp; <b>", r"\&amp; \<b\>"),
    ],
)
def test_markdown_shows_words_as_they_are(words: str, shown: str) -> None:
    assert literal(words) == shown


def test_the_lines_of_ones_own_words_stay_lines(own_pages: OwnPages) -> None:
    page, markdown = own_pages("first\nsecond")
    assert "first<br>\nsecond" in page
    assert "> first  \n> second" in markdown


def test_what_this_version_does_not_know_is_counted_and_not_dropped(reported: Reported) -> None:
    for page in both(reported(File("ana").add("opened", "a-newer-lesson", mode="open"))):
        assert "a-newer-lesson: 1 thing remembered" in page


def test_before_the_run_a_page_shows_neither_truth_nor_curve(reported: Reported, whole_lesson: Whole) -> None:
    early = [each for each in whole_lesson() if each[0] in ("opened", "prediction")]
    page, _ = both(reported(File("ana").add_all(early)))
    assert "<svg" not in page
    assert page.count(Text("en")("export.undecided")) == 8
