"""The pages: whole, in both languages, and with nothing from a file that a reader or a program obeys."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from lessons.course.course import Course
from lessons.course.lesson.pictures import Axis, Boundary, Curves
from tests.tutor.reports.conftest import LAST_DAY, LESSON, NOON, File, Whole, weeks_of_work
from tutor.plots import draw
from tutor.plots.boundary import colours
from tutor.reports.bets import compared_words, milestones
from tutor.reports.class_pages import COLUMNS, class_markdown, class_page, csv_page, json_page
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.handed_in import gather, pseudonym
from tutor.reports.learner_pages import concepts, confidence, draw_runs, page_of, weeks
from tutor.reports.learner_report import LearnerReport
from tutor.reports.pages import COLUMNS as WIDTH
from tutor.reports.pages import ROWS, free_path, svg, terminal_page
from tutor.reports.words import literal
from tutor.words.text import Text

FILE_BET = "compare 'my notes.csv' --label mark --b model=DeepMLP --metric val_accuracy --seeds 8"
HOSTILE = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt; </svg></style><style>",
    '=HYPERLINK("http://x")', "-2", "＝1", "[link](http://example.org) **bold** `code` ![i](x)",
    "\x1b[2J\x1b]0;title\x07", "eve\u202egpj.exe", "a\r\nb\tc\0d", "\ufeff\u200b\ue000", "{count} {0} %s",
]  # fmt: skip
PAGE = "html head meta title style body main h1 h2 h3 p ul li table thead tbody tr th td div em strong br hr"
PLAIN_TAGS = frozenset(f"{PAGE} blockquote pre code svg desc text rect line path g circle polyline".split())
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ue000]")
VOID = {"meta", "br", "hr"}


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes = set[str](), list[tuple[str, str]]()
        self.stack, self.words = list[str](), list[str]()
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
    assert "url(" not in page
    assert not CONTROL.search(page)
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    return found


@pytest.fixture
def hostile_report(tmp_path: Path, course: Course, whole_lesson: Whole) -> ClassReport:
    for number, words in enumerate(HOSTILE):
        happened = list(whole_lesson(words=words))[: number + 3]
        file = File(words, NOON - timedelta(days=2 * number)).add_all(happened)
        said = {"question": words, "answer": words, "confidence": 0.9, "right": False, "truth": words}
        file.add("verdict", words, mode="open", **said).save(tmp_path / f"p{number}" / "progress.toml")
    return class_report(gather([tmp_path, Path("<b>\x1b[1m=there")]), course, NOON)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_class_pages_obey_no_words_and_fit_the_terminal(hostile_report, course, language):
    text = Text(language)
    found = check_html(class_page(hostile_report, course, text))
    assert "<script>alert(1)</script>" in "".join(found.words)
    assert ("lang", language) in found.attributes
    markdown = class_markdown(hostile_report, course, text)
    for width in (80, 120):
        assert max(map(cell_len, terminal_page(markdown, width).splitlines())) <= width


def test_no_cell_of_the_csv_is_a_formula(hostile_report):
    page = csv_page(hostile_report)
    assert not CONTROL.search(page)
    rows = list(csv.DictReader(io.StringIO(page)))
    assert tuple(rows[0]) == COLUMNS
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
    assert '\'=HYPERLINK("http://x")' in cells


def test_the_csv_has_a_row_for_each_learner_lesson_and_mode(tmp_path, course, whole_lesson):
    ana = File("ana").add_all(whole_lesson(steps="more")).add("opened", mode="blind")
    ana.save(tmp_path / "a" / "progress.toml")
    File("luis").save(tmp_path / "b" / "progress.toml")
    report = class_report(gather([tmp_path, tmp_path / "no.toml"]), course, NOON)
    first, second, luis, unread = csv.DictReader(io.StringIO(csv_page(report)))
    told = {"learner": "ana", "lesson": LESSON, "stage": "done", "finished": "yes"}
    assert first.items() >= {**told, "rungs": "2", "right": "7"}.items()
    assert (second["mode"], second["stage"], second["finished"]) == ("blind", "read", "no")
    assert (luis["learner"], luis["lesson"], luis["unread_pieces"]) == ("luis", "", "0")
    assert (unread["problem"], unread["file"]) == ("missing", str(tmp_path / "no.toml"))


def test_the_json_is_ascii_and_its_keys_are_permanent(hostile_report):
    page = json_page(hostile_report, Text("en"))
    assert page.isascii()
    data = json.loads(page)
    keys = {
        "": "made pseudonyms learners places wrong calibration unread shared cannot_know",
        "learners": "name files unread_pieces newer_format quiet days last_day reviews brier lessons",
        "places": "lesson mode begun finished at quiet_at right wrong brier rungs median_repair_tries",
        "wrong": "lesson question answer count decided confidence truth",
    }
    for name, expected in keys.items():
        assert list(data[name][0] if name else data) == expected.split()
    assert list(data["learners"][0]["lessons"][0]) == [*COLUMNS[1:-3]]
    assert list(data["calibration"]["bins"][0]) == ["from", "count", "said", "right"]
    assert len(data["learners"]) == len(HOSTILE)
    assert data["unread"] == [{"path": "<b>\x1b[1m=there", "reason": "missing"}]
    assert len(data["cannot_know"]) == 7


def test_pseudonyms_leave_no_name_and_no_path_in_any_page_and_no_page_has_private_words(tmp_path, course, whole_lesson):
    for name in ("Ramón Ibáñez", "Wilhelmina"):
        path = File(name).add_all(whole_lesson(words=f"I am {name}")).save(tmp_path / name / "progress.toml")
        path.write_bytes(path.read_bytes() + b"\n\x00torn")
    named = class_report(
        gather([tmp_path, tmp_path / "no.toml"]), course, NOON, lambda name: pseudonym(name, b"k" * 32)
    )
    text = Text("en")
    short = terminal_page(class_markdown(named, course, text))
    pages = [class_page(named, course, text), short, csv_page(named), json_page(named, text)]
    for page in pages:
        assert pseudonym("Wilhelmina", b"k" * 32) in page
        for secret in ("Wilhelmina", "Ramón", "Ram\\u00f3n", tmp_path.name, "I am", "the linear layer?"):
            assert secret not in page
    assert all("HMAC-SHA-256" in page for page in pages[:2])


# A learner's own pages.


def both(report: LearnerReport, language: str = "en") -> tuple[str, str]:
    text = Text(language)
    runs = draw_runs(report, text)
    return page_of("html", report, runs, text), page_of("md", report, runs, text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_pages_tell_how_it_went_over_time_and_concept_by_concept(reported, course, language):
    report, text = reported(weeks_of_work()), Text(language)
    page, markdown = both(report, language)
    check_html(page)
    for words in (page, markdown):
        assert text("report.said_true", said="81 %", true="64 %", count=11) in words
        assert text("mine.reviews", count=3) in words
    known, _, rest = markdown.partition(text("known.title"))[2].partition("\n## ")
    kept, _, still_open = known.partition(text("known.open"))
    assert course.concepts["evidence"][language] in kept
    assert course.concepts["expressive-power"][language] in still_open
    assert page.count("<svg ") == 0
    assert "| 2026-09-07 | 81 % | 62 % | 8 |" in rest


@pytest.mark.parametrize(
    ("language", "line", "words"),
    [
        ("en", FILE_BET, "my notes.csv: network or DeepMLP, held-out accuracy"),
        ("es", FILE_BET, "my notes.csv: red o DeepMLP, exactitud en filas apartadas"),
        (
            "en",
            "compare dead-relu --b lr=0.1 --metric final_loss --seeds 8",
            "dead-relu: as it began or learning rate 0.1, final training loss",
        ),
        ("en", "compare xor --b model=transformer,positions=none --metric nonsense", None),
        ("en", "compare 'xor", None),
        ("en", "", None),
    ],
)
def test_a_comparison_is_named_in_words_by_its_command(language, line, words):
    assert compared_words(line, Text(language)) == (line if words is None else words)


def test_milestones_are_reached_by_ideas_that_last_a_break_found_alone_and_bets_that_keep_their_word(reported):
    report, text = reported(weeks_of_work()), Text("en")
    assert [words.tone for words in milestones(report, text)] == ["note"] * 3
    idea = next(each for each in report.ideas if each.is_known)
    old = replace(idea, since=LAST_DAY - timedelta(days=30))
    blind = replace(report.lessons[1], state=replace(report.lessons[1].state, found=frozenset({"hints"})))
    assert blind.place.mode == "blind"
    bets = tuple(replace(report.judged[0], confidence=0.75, right=number % 4 > 0) for number in range(60))
    proud = replace(report, ideas=(old,) * 10, lessons=(blind,), judged=bets)
    assert [words.tone for words in milestones(proud, text)] == ["right"] * 3
    young = replace(idea, since=LAST_DAY - timedelta(days=29))
    wrong = tuple(replace(each, right=False) for each in bets)
    humble = replace(proud, ideas=(young,) * 10, judged=wrong)
    assert [words.tone for words in milestones(humble, text)] == ["note", "right", "note"]


def test_fewer_than_twenty_answers_are_counted_and_neither_judged_nor_drawn(reported):
    few, text = reported(weeks_of_work()), Text("en")
    judgement, count = text("calibration.overconfident"), len(few.judged)
    told = [[*confidence(replace(few, judged=few.judged * times), text)] for times in (1, 2)]
    for (summary, *blocks), times in zip(told, (1, 2), strict=True):
        assert f"of {times * count}:" in summary.markdown
        assert (judgement in summary.markdown) == (times == 2)
        drawn = [*blocks, *weeks(replace(few, judged=few.judged * times), text)]
        assert sum(isinstance(block, Curves) for block in drawn) == (2 if times == 2 else 0)
    ideas = "".join(str(block) for block in concepts(few, text))
    assert judgement not in ideas


def test_training_for_the_pictures_ends_once_it_is_not_wanted(reported, whole_lesson):
    report, asked = reported(File("ana").add_all(whole_lesson())), iter([True, False])
    assert [*draw_runs(report, Text("en"), wanted=lambda: next(asked)).values()] == [[]]
    assert list(asked) == []


def test_a_square_of_answers_has_both_colours_of_each_of_its_cells():
    shades = tuple((share,) * 8 for share in (0.0, 0.3, 0.7, 1.0) * 5)
    square = Boundary("tanh", shades, (), Axis("x1", -2, 2), Axis("x2", -2, 2), "Stripes.")
    drawn = draw(square, WIDTH, ROWS, colour=True).rows
    uppers, lowers = zip(*filter(None, (colours(role) for row in drawn for _, role in row)), strict=True)
    assert set(uppers) - set(lowers)
    shown = svg(square)
    assert all(f"fill: {colour}" in shown for colour in set(uppers))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_learners_page_shows_their_curves_and_their_words(reported, whole_lesson, language):
    said = whole_lesson(words="Ask where\nit *bends*.", steps="more")
    page, markdown = both(reported(File("ana").add_all(said)), language)
    found = check_html(page)
    assert page.count("<svg ") == 6  # two runs, each with curves and two grids
    assert "Ask where\nit *bends*." in "".join(found.words)
    assert "> Ask where  \n> it \\*bends\\*." in markdown
    assert Text(language)("export.score", right=7, decided=8) in markdown
    assert "\n\n    return x.gelu()\n" in markdown


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
def test_markdown_shows_words_as_they_are(words, shown):
    assert literal(words) == shown


def test_what_this_version_does_not_know_is_counted_and_not_dropped(reported):
    for page in both(reported(File("ana").add("opened", "a-newer-lesson", mode="open"))):
        assert "a-newer-lesson: 1 thing remembered" in page


def test_before_the_run_a_page_shows_neither_truth_nor_curve(reported, whole_lesson):
    early = [each for each in whole_lesson() if each[0] in ("opened", "prediction")]
    page, _ = both(reported(File("ana").add_all(early)))
    assert "<svg" not in page
    assert page.count(Text("en")("export.undecided")) == 8


def test_an_export_beside_a_folder_of_its_name_and_another_export_has_a_number(tmp_path):
    (tmp_path / "me.md").mkdir()
    (tmp_path / "me-2.md").write_text("edited", encoding="utf-8")
    (tmp_path / "me-3.md").write_text("page", encoding="utf-8")
    assert free_path(tmp_path / "me.md", "page").name == "me-3.md"
