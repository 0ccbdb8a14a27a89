"""The pages: whole, in both languages, and with nothing from a file that a reader or a program obeys."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lessons.cascade import State
from lessons.schema import Course
from progress.calibration import Week
from progress.scan import scan
from tests.tutor.reports.conftest import LESSON, NOON, File, Happening
from tests.tutor.weeks_of_work import LAST_DAY, weeks_of_work
from tutor.reports.class_page import class_page
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.csv_page import COLUMNS, csv_page
from tutor.reports.curves import no_curves, own_curves
from tutor.reports.gather import gather
from tutor.reports.json_page import json_page
from tutor.reports.learner_page import learner_page
from tutor.reports.markdown_page import literal, markdown_page
from tutor.reports.own_report import OwnReport, own_report
from tutor.reports.pictures import picture_files
from tutor.reports.pseudonyms import pseudonym
from tutor.reports.svg_plot import LossCurves, curves_plot, loss_range, thinned
from tutor.reports.svg_sureness import dated, weeks_plot
from tutor.reports.terminal_page import columns, terminal_page
from tutor.text import Text, read_strings

Whole = Callable[..., Iterator[Happening]]

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
PLAIN_TAGS = frozenset(
    [
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "header",
        "footer",
        "section",
        "div",
        "p",
        "span",
        "strong",
        "h1",
        "h2",
        "h3",
        "h4",
        "ul",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "br",
        "details",
        "summary",
        "dl",
        "dt",
        "dd",
        "i",
        "svg",
        "text",
        "rect",
        "line",
        "circle",
        "polyline",
        "blockquote",
        "code",
    ]
)
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ue000]"
)
VOID = {"meta", "br"}


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
    assert not [
        name for name, _ in found.attributes if name.startswith("on") or name in ("href", "src", "style")
    ]
    assert "default-src 'none'" in page
    assert "@import" not in page
    assert "url(" not in page
    assert not CONTROL.search(page)
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    return found


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
def test_the_terminal_obeys_nothing_in_the_report(
    hostile_report: ClassReport, course: Course, language: str
) -> None:
    page = terminal_page(hostile_report, course, Text(language))
    assert not CONTROL.search(page)
    assert "<script>alert" in page


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [80, 120])
def test_no_line_of_a_table_is_wider_than_the_terminal(
    hostile_report: ClassReport, course: Course, language: str, width: int
) -> None:
    page = terminal_page(hostile_report, course, Text(language), width)
    tables = page.split("\n\n")[1:5]
    assert max(columns(line) for table in tables for line in table.splitlines()) <= width


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert (columns("ana"), columns("李雷"), columns("zoe\u0308")) == (3, 4, 3)


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


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_says_what_it_cannot_know(
    hostile_report: ClassReport, course: Course, language: str
) -> None:
    text = Text(language)
    pages = [
        " ".join(terminal_page(hostile_report, course, text).split()),
        "".join(Elements(class_page(hostile_report, course, text)).words),
        json.loads(json_page(hostile_report, text))["cannot_know"],
    ]
    for page in pages:
        assert text("report.limit_files") in page
        assert text("report.limit_who") in page


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
        terminal_page(named, course, text),
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


def test_a_class_without_predictions_still_has_a_page(tmp_path: Path, course: Course) -> None:
    File("ana").save(tmp_path / "progress.toml")
    report = class_report(gather([tmp_path]), course, NOON)
    text = Text("en")
    assert text("report.calibration_none") in class_page(report, course, text)
    assert text("report.wrong_none") in terminal_page(report, course, text)


def own_pages(words: str, language: str, course: Course, whole_lesson: Whole) -> tuple[str, str]:
    file = File(words).add_all(whole_lesson(words=words, steps="more"))
    events = scan("".join(file.parts).encode()).events
    text = Text(language)
    report = own_report(words, events, course, text, NOON.date())
    return learner_page(report, text), markdown_page(report, text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_page_shows_their_curves_and_their_words(
    course: Course, whole_lesson: Whole, language: str
) -> None:
    page, markdown = own_pages("Ask where it bends.", language, course, whole_lesson)
    found = check_html(page)
    assert page.count("<polyline") == 4
    assert "Ask where it bends." in "".join(found.words)
    assert "> Ask where it bends." in markdown
    assert Text(language)("export.score", right=7, decided=8) in markdown
    assert "`return x.gelu()`" in markdown


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_a_learners_page_holds_no_markup_but_its_own(course: Course, whole_lesson: Whole, words: str) -> None:
    page, markdown = own_pages(words, "en", course, whole_lesson)
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


def test_the_lines_of_ones_own_words_stay_lines(course: Course, whole_lesson: Whole) -> None:
    page, markdown = own_pages("first\nsecond", "en", course, whole_lesson)
    assert "first<br>second" in page
    assert "> first  \n> second" in markdown


def weeks_pages(language: str, course: Course, name: str = "ana") -> tuple[str, str, OwnReport]:
    """Both pages of someone with two weeks of predictions, under a name of their own choosing."""
    events = scan("".join(weeks_of_work(name, guess=name).parts).encode()).events
    text = Text(language)
    report = own_report(name, events, course, text, LAST_DAY, curves=no_curves)
    return learner_page(report, text), markdown_page(report, text, f"lynx-tutor-{name}"), report


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_pages_tell_how_it_went_over_time_and_idea_by_idea(course: Course, language: str) -> None:
    page, markdown, report = weeks_pages(language, course)
    text = Text(language)
    check_html(page)
    for words in (page, markdown):
        assert text("mine.weeks") in words
        assert "2026-09-14" in words
        assert text("mine.leaning_surer") in words
        assert text("export.reviews", count=3) in words
        assert text("export.days", count=4) in words
        assert all(idea.name in words for idea in report.ideas)
    assert page.count("<polyline") == 2
    assert "| 2026-09-07 | 81 % | 62 % | 0.27 | 8 |" in markdown


def test_the_markdown_page_shows_its_plots_only_where_there_is_a_folder_for_them(course: Course) -> None:
    _, markdown, report = weeks_pages("en", course)
    assert "](lynx-tutor-ana/weeks.svg)" in markdown
    assert "](lynx-tutor-ana/calibration.svg)" in markdown
    assert "![" not in markdown_page(report, Text("en"))


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_becomes_markup_in_a_link_or_a_picture(course: Course, words: str) -> None:
    page, markdown, report = weeks_pages("en", course, words)
    check_html(page)
    assert not CONTROL.search(markdown)
    for link in re.findall(r"!\[[^]]*\]\((.*?)\)\n", markdown):
        assert re.fullmatch(r"[\w./%~-]+\.svg", link, re.ASCII)
    for name, drawing in picture_files(report, Text("en")).items():
        assert re.fullmatch(r"[a-z0-9-]+\.svg", name)
        ElementTree.fromstring(drawing)
        assert "alert" not in drawing


def test_one_week_is_no_line(course: Course, whole_lesson: Whole) -> None:
    events = scan("".join(File("ana").add_all(whole_lesson()).parts).encode()).events
    report = own_report("ana", events, course, Text("en"), NOON.date(), curves=no_curves)
    assert list(picture_files(report, Text("en"))) == ["calibration.svg"]
    assert "weeks.svg" not in markdown_page(report, Text("en"), "here")


def test_dates_stand_far_enough_apart_to_be_read() -> None:
    weeks = [Week(date(2026, 1, 5) + timedelta(weeks=number), 1, 0.8, 1.0, 0.04) for number in range(52)]
    chosen = sorted(dated(weeks))
    assert (chosen[0], chosen[-1]) == (weeks[0].monday, weeks[-1].monday)
    assert 4 <= len(chosen) <= 6
    ElementTree.fromstring(weeks_plot(weeks, "t", "said", "came true"))


def test_what_this_version_does_not_know_is_counted_and_not_dropped(course: Course) -> None:
    events = scan("".join(File("ana").add("opened", "a-newer-lesson", mode="open").parts).encode()).events
    text = Text("en")
    report = own_report("ana", events, course, text, NOON.date())
    assert "a-newer-lesson: 1 thing remembered" in learner_page(report, text)
    assert "a-newer-lesson: 1 thing remembered" in markdown_page(report, text)


def test_before_the_run_a_page_shows_neither_truth_nor_curve(course: Course, whole_lesson: Whole) -> None:
    early = [each for each in whole_lesson() if each[0] in ("opened", "moved", "prediction")]
    events = scan("".join(File("ana").add_all(early).parts).encode()).events
    text = Text("en")
    page = learner_page(own_report("ana", events, course, text, NOON.date()), text)
    assert "<polyline" not in page
    assert page.count(text("export.undecided")) == 8


@pytest.mark.parametrize("seed", [-1, 2**40])
def test_a_seed_that_no_run_can_have_leaves_out_the_curve(
    course: Course, whole_lesson: Whole, seed: int
) -> None:
    changed = [
        (kind, {**payload, "seed": seed} if kind == "run" else payload) for kind, payload in whole_lesson()
    ]
    content = "".join(File("ana").add_all(changed).parts).encode()
    text = Text("en")
    report = own_report("ana", scan(content).events, course, text, NOON.date())
    assert report.places[0].curves == ()


def test_training_for_the_curves_ends_once_it_is_not_wanted(course: Course) -> None:
    steps = iter([True, True, False])
    state = State(seeds_run=(("additive", 7),))
    (found,) = own_curves(course.lessons[LESSON], state, wanted=lambda: next(steps))
    assert (len(found.healthy), len(found.broken)) == (2, 2)


def test_a_curve_that_blows_up_is_drawn_as_far_as_it_goes() -> None:
    nan, infinite = float("nan"), float("inf")
    drawn = curves_plot(LossCurves([1.0, 0.1], [1.0, infinite, nan], "healthy", "broken"), "t", "x", "y")
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn
    assert "inf" not in drawn
    ElementTree.fromstring(curves_plot(LossCurves([], [nan], "healthy", "broken"), "t", "x", "y"))


def test_the_axis_spans_whole_powers_of_ten() -> None:
    assert loss_range([0.02, 1.6]) == (0.01, 10.0)
    assert loss_range([1.0]) == (1.0, 10.0)


def test_a_long_curve_is_thinned_and_keeps_both_ends() -> None:
    points = thinned([float(step) for step in range(10_000)])
    assert len(points) == 150
    assert (points[0], points[-1]) == ((0, 0.0), (9999, 9999.0))


@pytest.mark.parametrize("table", ["report", "export", "mine"])
def test_both_languages_say_the_same_things_with_the_same_places(table: str) -> None:
    english, spanish = read_strings("en"), read_strings("es")
    keys = [key for key in english if key.startswith(f"{table}.")]
    assert keys == [key for key in spanish if key.startswith(f"{table}.")]
    for key in keys:
        assert set(re.findall(r"{\w+}", english[key])) == set(re.findall(r"{\w+}", spanish[key])), key
