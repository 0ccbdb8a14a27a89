"""Rows of one's own: what is read of a file, what is left out of it and why, what is odd, and what cannot be read."""

from dataclasses import replace

import numpy as np
import pytest

from lessons.course.asking.measurements import yardstick
from lessons.course.lesson.pictures import Boundary, Curves
from lessons.course.play.comparison import Comparison
from lessons.course.play.knob_settings import beginning_of_task, experiment_of, settings_of
from lessons.course.play.knobs import turned
from lessons.course.play.play import Play, Playing
from lessons.course.play.rows import OwnRows
from lessons.course.play.rows_file import MAX_COLUMNS, MIN_ROWS, RowsError, read_rows
from lessons.course.play.rows_words import rows_lines
from lessons.runs.edits import healthy_library
from lessons.runs.experiment import WatchedRun
from lessons.runs.pictures import picture_of
from lessons.runs.pictures.labels import Labels
from lessons.runs.tasks import commonest, draw_rows
from tutor.play_session import PlaySession
from tutor.words.text import Text

ES, EN = Text("es"), Text("en")
OILS = "muestra;acidez;peróxidos;variedad;altitud;constante;calificación\r\n" + "".join(
    f"M-{row};{'' if row % 20 == 3 else f'0,{row:02d}'};{row % 7},5;{('picual', 'arbequina', 'royal')[row % 3]};"
    f"1.{row:03d};x;{'virgen' if row % 5 else 'virgen extra'}\r\n"
    for row in range(60)
)
LEAVING = "customer,months,refund_code,plan,left\n" + "".join(
    f"C{row},{row % 50},{'R7' if row % 3 else 'none'},{'basic' if row % 4 else 'plus'},{'yes' if row % 3 else 'no'}\n"
    for row in (*range(60), *range(10))
)


def table(*heads: str, rows: int = 40, separator: str = ",") -> str:
    """A file of so many columns of numbers; its last one is 0 or 1 in turn."""
    cells = [
        [f"{row * (place + 3) % 101}.5" for place in range(len(heads) - 1)] + [str(row % 2)] for row in range(rows)
    ]
    return "\n".join(separator.join(each) for each in [list(heads), *cells])


def read(text: str, label: str = "", encoding: str = "utf-8") -> OwnRows:
    return read_rows(text.encode(encoding), "rows.csv", label)


def as_read(own: OwnRows) -> tuple[object, ...]:
    return own.columns, own.asked, own.classes


def said(own: OwnRows, text: Text = EN) -> str:
    return "\n".join(rows_lines(own, text))


def test_a_spanish_file_with_semicolons_and_decimal_commas_is_read_and_told():
    own = read(OILS, encoding="latin-1")
    varieties = [f"variedad = {each}" for each in ("arbequina", "picual", "royal")]
    assert [each.name for each in own.columns] == ["acidez", "peróxidos", *varieties, "altitud"]
    assert [each.values[4] for each in own.columns] == [0.05, 5.5, 0, 0, 1, 1005]  # the row before it has a gap
    assert (own.asked.name, own.classes) == ("calificación", ("virgen", "virgen extra"))
    assert said(own, ES) == (
        "rows.csv: 57 filas. Columnas de las que aprender, 6: acidez, peróxidos, variedad = arbequina, variedad = "
        "picual, variedad = royal, altitud.\n"
        "Lo que se pregunta: calificación, una de 2 clases: virgen, virgen extra.\n"
        "11 filas quedan apartadas, siempre las mismas; con 46 se entrena.\n"
        "Las columnas se escalan solo con las filas de entrenamiento (lección «Antes de dividir»).\n"
        "Filas que quedan fuera por faltarles un valor: 3. La primera: línea 5, columna acidez.\n"
        "Queda fuera la columna muestra: tiene 60 valores distintos que no son números, como M-0 en la línea 2. "
        "Hasta 20 palabras se vuelven interruptores.\n"
        "Queda fuera la columna constante: no tiene dos valores distintos."
    )


def test_a_leak_rows_on_both_sides_and_too_few_rows_are_said_with_their_lessons():
    own = read(LEAVING)
    assert own.telling == ("refund_code = none",)
    train, out = own.parts(list(zip(*(each.values for each in (*own.columns, own.asked)), strict=True)))
    assert own.repeated == sum(row in train for row in out) > 0
    words = said(own)
    assert "Careful with refund_code = none: that alone tells left in every row." in words
    assert f"{own.repeated} of the 14 held-out rows are training rows, too" in words
    assert words.count("(lesson “The answers were on the desk”)") == 2
    assert "How many features?" not in words
    assert "fewer training rows (8) than columns (9)" in said(read(table(*"abcdefghij", rows=MIN_ROWS)))
    prices = "size,euros,cents\n" + "".join(
        f"{row},{row * row % 17}.5,{(row * row % 17) * 100 + 50}\n" for row in range(40)
    )
    assert read(prices).telling == ("euros",)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_every_way_to_write_a_table_gives_the_same_one(separator, encoding):
    rows = [f"{row % 13}.25|{'más, o; no' if row % 3 else 'así'}|{row % 4}" for row in range(40)]
    quoted = [row.replace("más, o; no", '"más, o; no"') for row in ["años|qué|clase", *rows]]
    plain = [row.replace("|", separator) for row in quoted]
    expected = read("\n".join(row.replace("|", ",") for row in quoted))
    with_commas = [row.replace(".", ",") if separator != "," else row for row in plain]
    assert [each.name for each in expected.columns] == ["años", "qué = más, o; no"]
    for lines in (plain, with_commas, [f"sep={separator}", *plain], [*plain[:5], "", separator * 2, *plain[5:]]):
        assert as_read(read("\r\n".join(lines), encoding=encoding)) == as_read(expected)
    unnamed = read("\n".join(plain[1:]), encoding=encoding)
    assert [each.values for each in unnamed.columns] == [each.values for each in expected.columns]
    assert unnamed.columns[0].name == "1"
    assert EN("rows.no_header") in said(unnamed)


def test_a_first_line_whose_words_come_once_more_just_below_is_a_row_and_no_header():
    own = read("\n".join(f"word {row // 2},class {row // 2}" for row in range(40)))
    assert EN("rows.no_header") in said(own)
    assert own.classes[0] == "class 0"


def test_what_is_asked_is_the_last_column_or_the_one_that_is_named_classes_or_a_number():
    text = "a,whole,many,word,\n" + "".join(f"{row}.5,{row % 5},{row},{'xyz'[row % 3]},\n" for row in range(30))
    assert read(text).asked.name == "word"  # one without a value is no column
    assert read(text).classes == ("x", "y", "z")
    assert read(text, "WHOLE").classes == ("0", "1", "2", "3", "4")
    assert read(text, "3").classes == read(text, "a").classes == ()
    assert "a loss of 1" in said(read(text, "a"))


def test_csv_cuts_quoted_cells_and_a_fault_behind_them_is_told_with_its_line():
    text = "a,b\n" + 'x,"he said ""no"",\nand left"\n' * 6 + "y,go\n" * 6
    assert read(text).classes == ("go", 'he said "no",\ufffdand left')
    with pytest.raises(RowsError) as error:
        read(f"{text}1,2,3\n")
    assert error.value.values["line"] == 20


SHORT = "a,b\n1,2\n"
BAD = {
    "empty": ("", {}),
    "blank": (" \n\n", {"what": "empty"}),
    "one_column": ("a\n1\n2\n", {}),
    "ragged": (table("a", "b") + "\n1,2,3\n", {"line": 42, "count": 3, "most": 2}),
    "title": ("Sales of 2024\n" + table("a", "b"), {"what": "ragged", "line": 1, "count": 1, "most": 2}),
    "quotes": (table("a", "b") + '\n1,"2\n', {"line": 42}),
    "nul": (table("a", "b") + "\n1,\0\n", {"line": 42}),
    "label_words": (SHORT + "".join(f"{row},w{row}\n" for row in range(65)), {"line": 3, "name": "b", "cell": "w0"}),
    "label_constant": ("a,b\n" + "".join(f"{row},7\n" for row in range(30)), {"name": "b"}),
    "few": (SHORT + "3,4\n" + "3,\n" * 30, {"count": 2, "least": MIN_ROWS}),
    "nothing": ("a,b\n" + "".join(f"w{row},{row % 2}\n" for row in range(30)), {"label": "b"}),
    "wide": (table(*(f"c{place}" for place in range(MAX_COLUMNS + 2))), {"count": 65, "most": 64}),
    "too_many": ("a,b\n" + "1,2\n" * 20_001, {"count": "20,001", "most": "20,000"}),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_table_is_refused_with_its_place_in_a_sentence_of_both_languages(name):
    content, values = BAD[name]
    with pytest.raises(RowsError) as error:
        read(content)
    assert error.value.what == values.get("what", name)
    assert error.value.values.items() >= {key: value for key, value in values.items() if key != "what"}.items()
    for text in (EN, ES):
        words = text(f"rows.{error.value.what}", file="rows.csv", **error.value.values)
        assert all(str(value) in words for key, value in error.value.values.items())


def test_utf_16_is_told_and_a_column_that_there_is_not_names_those_that_there_are():
    with pytest.raises(RowsError, match="utf_16"):
        read(table("a", "b"), encoding="utf-16")
    with pytest.raises(RowsError) as error:
        read(table("a", "b"), "prize")
    assert error.value.values == {"label": "prize", "names": "a, b"}


def test_of_own_rows_as_many_train_as_the_knob_says_and_the_same_ones_are_held_out():
    play = Play(beginning_of_task(read(table("a", "b", "c"))))
    assert play.choices("rows", Playing(play.first.values)) == ("2", "3", "5", "10", "20", "32")
    assert [play.said("rows", each, EN) for each in ("20", "32")] == ["20", "32 (all)"]
    fewer = turned(play.first.values, play.first.values, "rows", "10")
    whole, few = (
        draw_rows(healthy_library(), settings_of(play.first, each).task, 1) for each in (play.first.values, fewer)
    )
    assert [len(each.x) for each in (whole, few)] == [32, 10]
    assert few.y_out.tolist() == whole.y_out.tolist()
    assert np.allclose([few.x.mean(0), few.x.std(0)], [[0, 0], [1, 1]])  # scaled by those alone


EVIL = "\x1b]0;owned\x07\x1b[2J"


def test_nothing_of_a_file_reaches_a_terminal_as_more_than_its_letters():
    names = f"=1+cmd{EVIL},{EVIL}b,c,{EVIL}"
    own = read_rows(
        (
            names + "\n" + "".join(f"{EVIL}{row},{row % 3}{EVIL},7{EVIL},{row % 2}{EVIL}\n" for row in range(30))
        ).encode(),
        EVIL,
    )
    shown = [*rows_lines(own, EN), *(each.name for each in own.columns), *own.classes]
    for problem in ("a,b\n" + "".join(f"{row},{EVIL}{row}\n" for row in range(65)), f"a,{EVIL}\n" + "1,7\n" * 30):
        with pytest.raises(RowsError) as error:
            read(problem)
        shown.append(EN(f"rows.{error.value.what}", file="f", **error.value.values))
    assert all(each.isprintable() for each in [*shown, own.file])
    assert any("=1+cmd" in each for each in shown)


def test_a_fifth_is_held_out_by_one_draw_and_the_scale_is_that_of_the_training_rows():
    own = read(table("a", "b", "c"))
    assert own.drawn[1] == [3, 7, 12, 15, 20, 25, 32, 35]
    rows = draw_rows(healthy_library(), beginning_of_task(own).settings.task, 1)
    assert np.allclose([rows.x.mean(0), rows.x.std(0)], [[0, 0], [1, 1]])
    assert (rows.x.shape, rows.x_out.shape, rows.classes) == ((32, 2), (8, 2), 2)
    again = draw_rows(healthy_library(), beginning_of_task(own).settings.task, 2)
    assert again.x.tolist() == rows.x.tolist()
    rows.x[:] = 0  # as a broken line may
    assert draw_rows(healthy_library(), beginning_of_task(own).settings.task, 1).x.any()
    number = draw_rows(healthy_library(), beginning_of_task(read(table("a", "b", "c"), "a")).settings.task, 1)
    assert np.allclose([number.y.mean(), number.y.std(), number.classes], [0, 1, 0])


@pytest.mark.parametrize(("classes", "sides"), [("xy", ("x", "y")), ("xyz", ("others", "z"))])
def test_two_columns_are_drawn_with_their_names_and_numbers_beside_the_constant_answer(classes, sides):
    kinds = [classes[row % len(classes)] for row in range(60)]
    own = read(
        "weight,length,kind\n" + "".join(f"{100 + row % 10},{row % 7 / 10},{kind}\n" for row, kind in enumerate(kinds))
    )
    first = beginning_of_task(own)
    experiment = experiment_of(first, first.values, lambda lesson: ())
    run = WatchedRun(experiment, 7, 20)
    list(run)
    drawn = picture_of(Labels(experiment, PlaySession.prose, EN), run.trained)
    (found,) = (each for each in drawn if isinstance(each, Boundary))
    assert (found.x.name, found.y.name, found.classes) == ("weight", "length", sides)
    assert found.x.low < 100 < 109 < found.x.high
    train = own.parts([*zip(*(each.values for each in (*own.columns, own.asked)), strict=True)])[0]
    last = len(classes) - 1
    assert {(round(x), round(y, 1), mark) for x, y, mark in found.points} == {
        (x, y, str(int(z == last))) for x, y, z in train
    }
    a, b, c = found.units[0]
    weights, bias = (run.trained["now"].parameters()[f"fc1.{name}"][0] for name in ("weight", "bias"))
    (x0, x1), (y0, y1), _ = own.scales
    assert np.isclose(a * 105 + b * 0.3 + c, weights @ [(105 - x0) / x1, (0.3 - y0) / y1] + bias, atol=1e-4)
    labels, out = own.parts(own.asked.values)
    always_said = max(range(len(classes)), key=labels.count)
    assert run.measured().of_one_seed()["now"]["baseline"] == pytest.approx(out.count(always_said) / len(out))
    for text, where in ((EN, "on held-out rows"), (ES, "en filas apartadas")):
        compared = Comparison(Play(first), first.values, {**first.values, "width": "4"}, "val_accuracy", 8)
        asked = compared.experiment(lambda lesson: ())
        (always,) = filter(None, [yardstick("val_accuracy", replace(asked, commonest=commonest(asked)), text)])
        assert where in always.name
        assert always.value == pytest.approx(out.count(always_said) / len(out))


@pytest.mark.parametrize("answers", ["number", "classes"])
def test_one_column_is_drawn_along_with_the_numbers_of_the_file(answers):
    prices = [str(900 + 7 * row) if answers == "number" else ("dear", "cheap")[row % 2] for row in range(40)]
    own = read("size,price\n" + "".join(f"{30 + row},{price}\n" for row, price in enumerate(prices)))
    first = beginning_of_task(own)
    experiment = experiment_of(first, first.values, lambda lesson: ())
    run = WatchedRun(experiment, 7, 200)
    list(run)
    found = picture_of(Labels(experiment, PlaySession.prose, EN), run.trained)[1]
    assert isinstance(found, Curves)
    assert (found.x.name, found.y.name) == ("size", "price" if answers == "number" else "dear")
    line, target = found.curves
    train = own.parts([*zip(own.columns[0].values, own.asked.values, strict=True)])[0]
    assert [*zip(map(round, target.x), map(round, target.y), strict=True)] == train
    assert (round(line.x[0]), round(line.x[-1])) == (30, 69)
    if answers == "number":
        assert line.y[0] == pytest.approx(900, abs=60)
        assert line.y[-1] == pytest.approx(900 + 7 * 39, abs=60)
